/* What a compare-and-swap loop adds to what it reads. */
#ifndef GA_ADDS_H
#define GA_ADDS_H

#include "dataflow.h"

/* type: GA_TYPE_NONE: it does not add, or that is not known: of maxima, bits and others. fused: what it adds is
 * rounded with the sum alone: a product of floats, or a float that is added to a half. */
struct ga_adds {
    uint8_t type;
    bool fused;
};

/* What compare-and-swap i adds to what it is compared with, within the cycle that is marked. asks: predicates that count. */
struct ga_adds ga_adds_what(struct ga_dataflow *slice, uint32_t i, enum ga_asks asks);

#endif
