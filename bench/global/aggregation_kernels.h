/* The kernels of global_aggregation: the measured ones, one a method, and the two around them. `free` has a
 * file of its own. */
#ifndef GA_AGGREGATION_KERNELS_H
#define GA_AGGREGATION_KERNELS_H

#include "aggregation.h"

/* parts: NULL, or the copies that are summed. counts: the sums. */
struct aggregation_merge_args {
    const uint32_t *parts;
    uint32_t *counts;
    struct keyed_lap *laps; /* [block] */
    uint32_t bins, copies, stride;
};

/* counts: [bins], held against expected, if there is any. parts: n_parts words. Both are cleared for the next sample. */
struct aggregation_check_args {
    uint32_t *counts, *parts;
    const uint32_t *expected;
    struct keyed_lap *laps; /* [n_laps] */
    struct keyed_sample *sample;
    uint32_t bins, n_parts, n_laps;
};

/* Contends: every thread of the device, on the words of its keys. Progress assumed: none. Expected: a
 * device-scope add without a result. The address comes from memory, so that lanes are not combined. */
GA_KERNEL_FULL(global_aggregation_plain, aggregation_args) {
    const struct keyed_lap lap = keyed_begin();
    keyed_each(a.keys, a.n_quads,
               [&](uint32_t key, uint32_t) { aggregation_add(a.counts + key, 1); });
    keyed_end(a.laps, lap);
}

/* The lanes of a warp that have the same key are one add of their number. Contends: a lane for every
 * different key of every warp. Progress assumed: lanes meet at the ballot. Expected: as in `plain`, and
 * what counts the lanes. */
GA_KERNEL_FULL(global_aggregation_ballot, aggregation_args) {
    const struct keyed_lap lap = keyed_begin();
    const uint32_t lane = ga_thread() % ga_warp_size();
    keyed_each(a.keys, a.n_quads, [&](uint32_t key, uint32_t) {
        ga_lanes left = ga_ballot(true);
        while (left) {
            const uint32_t first = ga_first_lane(left);
            const uint32_t its_key = ga_broadcast(key, first);
            const ga_lanes same = ga_ballot(key == its_key);
            if (lane == first)
                aggregation_add(a.counts + key, ga_n_lanes(same));
            left &= ~same;
        }
    });
    keyed_end(a.laps, lap);
}

#if !defined(GA_BACKEND_HIP)
/* Likewise, by the instruction that finds them at once. */
GA_KERNEL_FULL(global_aggregation_match, aggregation_args) {
    const struct keyed_lap lap = keyed_begin();
    const uint32_t lane = ga_thread() % ga_warp_size();
    keyed_each(a.keys, a.n_quads, [&](uint32_t key, uint32_t) {
        const ga_lanes same = ga_match(key);
        if (lane == ga_first_lane(same))
            aggregation_add(a.counts + key, ga_n_lanes(same));
    });
    keyed_end(a.laps, lap);
}
#endif

/* Every block counts in shared memory, lane l in copy l % copies; copies of a bin are neighbours, so that
 * they are in different banks. Contends: the block's threads on the words of their keys, then the blocks.
 * Progress assumed: the block's barrier. Expected: a block-scope add and a device-scope add, both without
 * a result. */
GA_KERNEL_FULL(global_aggregation_shared, aggregation_args) {
    const struct keyed_lap lap = keyed_begin();
    uint32_t *const own = (uint32_t *)ga_shared();
    const uint32_t copy = ga_thread() % a.copies;
    GA_NO_UNROLL
    for (uint32_t i = ga_thread(); i < a.bins * a.copies; i += ga_n_threads())
        own[i] = 0;
    ga_block_sync();
    keyed_each(a.keys, a.n_quads, [&](uint32_t key, uint32_t) {
        ga_add_u32_block_relaxed(own + (key * a.copies + copy), 1);
    });
    ga_block_sync();
    GA_NO_UNROLL
    for (uint32_t bin = ga_thread(); bin < a.bins; bin += ga_n_threads()) {
        uint32_t sum = 0;
        GA_NO_UNROLL
        for (uint32_t i = 0; i < a.copies; i++)
            sum += own[bin * a.copies + i];
        if (sum > 0)
            aggregation_add(a.counts + bin, sum);
    }
    keyed_end(a.laps, lap);
}

/* Block b counts in copy b % copies. Contends: every thread of those blocks, on the words of their keys.
 * Progress assumed: none. Expected: as in `plain`. */
GA_KERNEL_FULL(global_aggregation_partitioned, aggregation_args) {
    const struct keyed_lap lap = keyed_begin();
    uint32_t *const own = a.counts + ga_block() % a.copies * a.stride;
    keyed_each(a.keys, a.n_quads, [&](uint32_t key, uint32_t) { aggregation_add(own + key, 1); });
    keyed_end(a.laps, lap);
}

/* The second half of `partitioned`, one thread a bin. Contends: nobody. No atomics. */
GA_KERNEL_FULL(aggregation_merge, aggregation_merge_args) {
    const struct keyed_lap lap = keyed_begin();
    const uint32_t bin = ga_block() * ga_n_threads() + ga_thread();
    uint32_t sum = 0;
    for (uint32_t i = 0; bin < a.bins && i < a.copies; i++)
        sum += a.parts[i * a.stride + bin];
    if (bin < a.bins)
        a.counts[bin] = sum;
    keyed_end(a.laps, lap);
}

/* Leaves the keys in the L2, as far as they fit, as a count does. No key is UINT32_MAX, which the compiler cannot know.
 * Contends: nobody. Progress assumed: none. No atomics. */
GA_KERNEL_FULL(aggregation_look, aggregation_args) {
    uint32_t all = 0;
    keyed_each(a.keys, a.n_quads, [&](uint32_t key, uint32_t) { all |= key; });
    if (all == UINT32_MAX)
        a.counts[0] = all;
}

/* Contends: nobody, but whoever finds a wrong count says so in the same word. No atomics. */
GA_KERNEL(aggregation_check, aggregation_check_args) {
    const uint32_t first = ga_block() * ga_n_threads() + ga_thread();
    const uint32_t step = ga_n_blocks() * ga_n_threads();
    for (uint32_t bin = first; bin < a.bins; bin += step) {
        if (a.expected && a.counts[bin] != a.expected[bin])
            keyed_wrong(a.sample);
        a.counts[bin] = 0;
    }
    for (uint32_t i = first; i < a.n_parts; i += step)
        a.parts[i] = 0;
    if (ga_block() == 0)
        keyed_collect(a.laps, a.n_laps, a.sample);
}

#endif
