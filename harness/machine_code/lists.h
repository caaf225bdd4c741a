/* Lists that a function fills: places that atomics give out, NVIDIA's code alone. */
#ifndef GA_LISTS_H
#define GA_LISTS_H

#include "dataflow.h"

/* Sets key.places of a function's instructions; the slice's marks change. */
void ga_lists(struct ga_sass *code, struct ga_dataflow *slice);

#endif
