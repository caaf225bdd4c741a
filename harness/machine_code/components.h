/* Which blocks come to each other. */
#ifndef GA_COMPONENTS_H
#define GA_COMPONENTS_H

#include "cycles.h"

/* out: of each block a number below n_blocks that it shares with those alone that come to it and that it comes to. own: caller,
 * free; NULL for want of memory. */
uint32_t *ga_components(const struct ga_graph *graph);

#endif
