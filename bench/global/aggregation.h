/* What the two files of global_aggregation's kernels share. */
#ifndef GA_AGGREGATION_H
#define GA_AGGREGATION_H

#include "device_atomics.h"

enum { AGGREGATION_QUAD = 4 };

/* What a thread loads at once. */
struct alignas(16) aggregation_quad {
    uint32_t at[AGGREGATION_QUAD];
};

/* A block's: ticks from its first thread's start until memory has all that it counted, and cycles. */
struct aggregation_lap {
    uint64_t start, done, cycles;
};

/* counts: bins words; `partitioned`: `copies` times, stride words apart. n_quads: a multiple of the
 * warp's size, so that the lanes of a warp leave the loop together. */
struct aggregation_args {
    const struct aggregation_quad *keys;
    uint32_t *counts;
    struct aggregation_lap *laps; /* [block] */
    uint32_t n_quads, bins, copies, stride;
};

GA_DECLARE_KERNEL(global_aggregation_free, aggregation_args);

GA_DEVICE void aggregation_add(uint32_t *p, uint32_t x) {
    GA_SILENT(ga_add)<GA_SCOPE_DEVICE, GA_RELAXED>(p, x);
}

/* Calls count(key) for every key of this thread. The loop over the keys of a quad is unrolled: what counts
 * stands in the code AGGREGATION_QUAD times. */
template <typename Count>
GA_DEVICE void aggregation_each(const struct aggregation_args &a, Count count) {
    const uint32_t step = ga_n_blocks() * ga_n_threads();
    GA_NO_UNROLL
    for (uint32_t i = ga_block() * ga_n_threads() + ga_thread(); i < a.n_quads; i += step) {
        const struct aggregation_quad quad = a.keys[i];
        GA_UNROLL
        for (uint32_t k = 0; k < AGGREGATION_QUAD; k++)
            count(quad.at[k]);
    }
}

/* The thread that notes the block's lap calls begin first; all threads call end last. */
GA_DEVICE struct aggregation_lap aggregation_begin(void) { return {ga_ticks(), 0, ga_cycles()}; }

GA_DEVICE void aggregation_end(struct aggregation_lap *laps, const struct aggregation_lap &begin) {
    ga_await_writes();
    ga_block_sync();
    if (ga_thread() == 0)
        laps[ga_block()] = {begin.start, ga_ticks(), ga_cycles() - begin.cycles};
}

#endif
