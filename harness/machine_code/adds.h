/* What an emulated operation adds. */
#ifndef GA_ADDS_H
#define GA_ADDS_H

#include "dataflow.h"

/* out: the type of what rmw-loop i, whose cycle is marked, adds to what it read; GA_TYPE_NONE: it does not, or that is not known.
 * One half, if it is put beside another part of what was read. */
uint8_t ga_adds_what(struct ga_dataflow *slice, uint32_t i, enum ga_asks asks);

#endif
