/* How a function's shared memory meets its atomics on device memory. NVIDIA's code alone. */
#ifndef GA_MERGES_H
#define GA_MERGES_H

#include "dataflow.h"

/* Sets key.skips and key.shares of a function's instructions; the slice's marks change. */
void ga_merges(struct ga_sass *code, struct ga_dataflow *slice);

#endif
