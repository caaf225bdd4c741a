/* The kernels of global_sums: the measured ones, one a way, and the check. */
#ifndef GA_SUMS_KERNELS_H
#define GA_SUMS_KERNELS_H

#include "device_shared_operations.h"
#include "keyed.h"

enum { SUMS_ROUNDS = 4 };

/* values: [n_keys][width]; sums: [bins][width]; both numbers of floats are powers of two. key_bits: that tell the words
 * apart. */
struct sums_args {
    const uint32_t *keys;
    const float *values;
    float *sums;
    struct keyed_lap *laps; /* [block] */
    uint32_t n_values, width_log2, n_sums, key_bits;
};

GA_DEVICE void sums_add(float *p, float x) { GA_SILENT(ga_add)<GA_SCOPE_DEVICE, GA_RELAXED>(p, x); }

/* Calls add(word, value) for every value of this thread, adjacent lanes having adjacent values of a row; it stands in the
 * code SUMS_ROUNDS times. The lanes of a warp call it together: n_values is a multiple of their number. */
template <typename Add> GA_DEVICE void sums_each(const struct sums_args &a, Add add) {
    const uint32_t step = ga_n_blocks() * ga_n_threads(), mask = (1u << a.width_log2) - 1;
    GA_NO_UNROLL
    for (uint32_t first = ga_block() * ga_n_threads() + ga_thread(); first < a.n_values;
         first += SUMS_ROUNDS * step) {
        GA_UNROLL
        for (uint32_t k = 0; k < SUMS_ROUNDS; k++) {
            const uint32_t i = first + k * step;
            if (i < a.n_values)
                add((a.keys[i >> a.width_log2] << a.width_log2) + (i & mask), a.values[i]);
        }
    }
}

/* Contends: every thread of the device, on the words of its keys. Progress assumed: none. Expected: a device-scope float
 * add without a result. */
GA_KERNEL_FULL(global_sums_plain, sums_args) {
    const struct keyed_lap lap = keyed_begin();
    sums_each(a, [&](uint32_t word, float value) { sums_add(a.sums + word, value); });
    keyed_end(a.laps, lap);
}

/* The values of lanes with one word are one sum, which each of them works out, one lane after the other, and the first
 * adds. Contends: a lane for every different word of every warp. Progress assumed: lanes meet. Expected: as in `plain`, and
 * what finds the lanes. */
GA_KERNEL_FULL(global_sums_aggregated, sums_args) {
    const struct keyed_lap lap = keyed_begin();
    const uint32_t lane = ga_thread() % ga_warp_size();
    sums_each(a, [&](uint32_t word, float value) {
        const ga_lanes same = keyed_same(word, a.key_bits);
        const uint32_t n = ga_n_lanes(same);
        ga_lanes left = same;
        float sum = 0;
        GA_NO_UNROLL
        for (uint32_t k = 0; ga_ballot(k < n); k++) {
            const uint32_t from = left ? ga_first_lane(left) : lane;
            const float its = ga_bits<float>(ga_shuffle(ga_bits<uint32_t>(value), from));
            sum += left ? its : 0;
            left &= left - 1;
        }
        if (lane == ga_first_lane(same))
            sums_add(a.sums + word, sum);
    });
    keyed_end(a.laps, lap);
}

/* Every block sums up in shared memory, and adds its sums. Contends: the block's threads on the words of their keys, then
 * the blocks. Progress assumed: the block's barrier. Expected: a block-scope float add, which NVIDIA makes a
 * compare-and-swap loop, and a device-scope one, both without a result. */
GA_KERNEL_FULL(global_sums_shared, sums_args) {
    const struct keyed_lap lap = keyed_begin();
    float *const own = (float *)ga_shared();
    GA_NO_UNROLL
    for (uint32_t i = ga_thread(); i < a.n_sums; i += ga_n_threads())
        own[i] = 0;
    ga_block_sync();
    sums_each(a, [&](uint32_t word, float value) { ga_shared_add(own + word, value); });
    ga_block_sync();
    GA_NO_UNROLL
    for (uint32_t i = ga_thread(); i < a.n_sums; i += ga_n_threads())
        if (own[i] != 0)
            sums_add(a.sums + i, own[i]);
    keyed_end(a.laps, lap);
}

/* sums: held against expected, and cleared. */
struct sums_check_args {
    float *sums;
    const float *expected;
    struct keyed_lap *laps; /* [n_laps] */
    struct keyed_sample *sample;
    uint32_t n_sums, n_laps;
};

/* Contends: nobody, but whoever finds a wrong sum says so in the same word. No atomics. */
GA_KERNEL(sums_check, sums_check_args) {
    for (uint32_t i = ga_block() * ga_n_threads() + ga_thread(); i < a.n_sums;
         i += ga_n_blocks() * ga_n_threads()) {
        if (a.sums[i] != a.expected[i])
            keyed_wrong(a.sample);
        a.sums[i] = 0;
    }
    if (ga_block() == 0)
        keyed_collect(a.laps, a.n_laps, a.sample);
}

#endif
