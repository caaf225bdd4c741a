/* What the two files of global_aggregation's kernels share. */
#ifndef GA_AGGREGATION_H
#define GA_AGGREGATION_H

#include "keyed.h"

/* counts: bins words; `partitioned`: `copies` times, stride words apart. n_quads: a multiple of the
 * warp's size, so that the lanes of a warp leave the loop together. */
struct aggregation_args {
    const struct keyed_quad *keys;
    uint32_t *counts;
    struct keyed_lap *laps; /* [block] */
    uint32_t n_quads, bins, copies, stride;
};

GA_DECLARE_KERNEL(global_aggregation_free, aggregation_args);

GA_DEVICE void aggregation_add(uint32_t *p, uint32_t x) {
    GA_SILENT(ga_add)<GA_SCOPE_DEVICE, GA_RELAXED>(p, x);
}

#endif
