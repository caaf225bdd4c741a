/* The kernels of global_determinism: the measured ones, one a way; what sums up their parts; and the check. */
#ifndef GA_DETERMINISM_KERNELS_H
#define GA_DETERMINISM_KERNELS_H

#include "keyed.h"

enum { DETERMINISM_CHUNK = 1024 }; /* values of a sum that a warp adds up, at most */
#define DETERMINISM_SCALE 0x1p40f  /* a fixed-point number's unit is one over it */

struct alignas(16) determinism_quad {
    float at[KEYED_QUAD];
};

/* keys, values: n_quads. sums: [n_sums]; fixed: likewise. order: of `sorted`, indices of values, each sum's one after the
 * other; chunks: [n_chunks], where each begins in that order, with an end behind them. parts: of `sorted` a word for each
 * chunk, of `tree` for each sum and block. firsts: [n_sums], each sum's first part, with an end behind them; NULL: it has
 * n_parts. */
struct determinism_args {
    const struct keyed_quad *keys;
    const struct determinism_quad *values;
    float *sums, *parts;
    uint64_t *fixed;
    const uint32_t *order, *chunks, *firsts;
    struct keyed_lap *laps; /* [block] */
    uint32_t n_quads, n_sums, n_chunks, n_parts;
};

/* Calls add(key, value), which stands in the code once for every key of a quad. */
template <typename Add> GA_DEVICE void determinism_each(const struct determinism_args &a, Add add) {
    const uint32_t step = ga_n_blocks() * ga_n_threads();
    GA_NO_UNROLL
    for (uint32_t i = ga_block() * ga_n_threads() + ga_thread(); i < a.n_quads; i += step) {
        const struct keyed_quad keys = a.keys[i];
        const struct determinism_quad values = a.values[i];
        GA_UNROLL
        for (uint32_t k = 0; k < KEYED_QUAD; k++)
            add(keys.at[k], values.at[k]);
    }
}

/* In whatever order adds arrive. Contends: every thread of the device, on the words of its keys. Progress assumed: none.
 * Expected: a device-scope float add without a result. */
GA_KERNEL_FULL(global_determinism_atomic, determinism_args) {
    const struct keyed_lap lap = keyed_begin();
    determinism_each(a, [&](uint32_t key, float value) {
        GA_SILENT(ga_add)<GA_SCOPE_DEVICE, GA_RELAXED>(a.sums + key, value);
    });
    keyed_end(a.laps, lap);
}

/* Whole numbers, whose sum is the same in every order. Contends and assumed: likewise. Expected: a device-scope 64-bit
 * add without a result. */
GA_KERNEL_FULL(global_determinism_fixed_point, determinism_args) {
    const struct keyed_lap lap = keyed_begin();
    determinism_each(a, [&](uint32_t key, float value) {
        GA_SILENT(ga_add)<GA_SCOPE_DEVICE, GA_RELAXED>(a.fixed + key,
                                                       (uint64_t)(value * DETERMINISM_SCALE));
    });
    keyed_end(a.laps, lap);
}

/* Its second half: whole numbers to floats. Contends: nobody. No atomics. */
GA_KERNEL(determinism_to_float, determinism_args) {
    const struct keyed_lap lap = keyed_begin();
    for (uint32_t s = ga_block() * ga_n_threads() + ga_thread(); s < a.n_sums;
         s += ga_n_blocks() * ga_n_threads())
        a.sums[s] = (float)((double)a.fixed[s] * (1 / (double)DETERMINISM_SCALE));
    keyed_end(a.laps, lap);
}

/* Each thread has sums of its own in shared memory, which a block then adds up as a tree. Contends: nobody. Progress
 * assumed: the block's barrier. No atomics. The order is that of the grid. */
GA_KERNEL_FULL(global_determinism_tree, determinism_args) {
    const struct keyed_lap lap = keyed_begin();
    const uint32_t me = ga_thread(), n = ga_n_threads();
    float *const own = (float *)ga_shared() + me;
    for (uint32_t s = 0; s < a.n_sums; s++)
        own[s * n] = 0;
    determinism_each(a, [&](uint32_t key, float value) { own[key * n] += value; });
    GA_NO_UNROLL
    for (uint32_t half = n / 2; half > 0; half /= 2) {
        ga_block_sync();
        GA_NO_UNROLL
        for (uint32_t s = 0; me < half && s < a.n_sums; s++)
            own[s * n] += own[s * n + half];
    }
    ga_block_sync();
    const float *const first = (const float *)ga_shared();
    GA_NO_UNROLL
    for (uint32_t s = me; s < a.n_sums; s += n)
        a.parts[s * ga_n_blocks() + ga_block()] = first[s * n];
    keyed_end(a.laps, lap);
}

/* The lanes' values as a tree. All lanes call it together. out: the sum, in lane 0. */
GA_DEVICE float determinism_lanes(float value) {
    const uint32_t lane = ga_thread() % ga_warp_size();
    for (uint32_t half = ga_warp_size() / 2; half > 0; half /= 2)
        value +=
            ga_bits<float>(ga_shuffle(ga_bits<uint32_t>(value), (lane + half) % ga_warp_size()));
    return value;
}

/* A warp a chunk: lanes take values in turn. Contends: nobody. Progress assumed: lanes meet. No atomics. */
GA_KERNEL_FULL(global_determinism_sorted, determinism_args) {
    const struct keyed_lap lap = keyed_begin();
    const float *const values = (const float *)a.values;
    const uint32_t warp_size = ga_warp_size(), lane = ga_thread() % warp_size;
    const uint32_t n_warps = ga_n_blocks() * ga_n_threads() / warp_size;
    GA_NO_UNROLL
    for (uint32_t c = (ga_block() * ga_n_threads() + ga_thread()) / warp_size; c < a.n_chunks;
         c += n_warps) {
        float sum = 0;
        for (uint32_t i = a.chunks[c] + lane; i < a.chunks[c + 1]; i += warp_size)
            sum += values[a.order[i]];
        sum = determinism_lanes(sum);
        if (lane == 0)
            a.parts[c] = sum;
    }
    keyed_end(a.laps, lap);
}

/* The second half of `tree` and `sorted`, a warp a sum: lanes take its parts in turn. Contends and assumed: likewise. */
GA_KERNEL_FULL(global_determinism_finish, determinism_args) {
    const struct keyed_lap lap = keyed_begin();
    const uint32_t warp_size = ga_warp_size(), lane = ga_thread() % warp_size;
    const uint32_t n_warps = ga_n_blocks() * ga_n_threads() / warp_size;
    GA_NO_UNROLL
    for (uint32_t s = (ga_block() * ga_n_threads() + ga_thread()) / warp_size; s < a.n_sums;
         s += n_warps) {
        const uint32_t first = a.firsts ? a.firsts[s] : s * a.n_parts;
        const uint32_t end = a.firsts ? a.firsts[s + 1] : first + a.n_parts;
        float sum = 0;
        for (uint32_t i = first + lane; i < end; i += warp_size)
            sum += a.parts[i];
        sum = determinism_lanes(sum);
        if (lane == 0)
            a.sums[s] = sum;
    }
    keyed_end(a.laps, lap);
}

/* sums: held against the exact ones, within `bounds`, and cleared, as fixed. least, most: [n_sums], of the runs since
 * `begins`. */
struct determinism_check_args {
    float *sums, *least, *most;
    uint64_t *fixed;
    const float *exact, *bounds;
    struct keyed_lap *laps; /* [n_laps] */
    struct keyed_sample *sample;
    uint32_t n_sums, n_laps, begins;
};

/* found: the widest spread of any sum so far, in units of the last place, which for positive floats are steps of their
 * bits. Contends: every thread on that word. */
GA_KERNEL(determinism_check, determinism_check_args) {
    uint32_t widest = 0;
    for (uint32_t s = ga_block() * ga_n_threads() + ga_thread(); s < a.n_sums;
         s += ga_n_blocks() * ga_n_threads()) {
        const float sum = a.sums[s];
        if (!(sum >= a.exact[s] - a.bounds[s] && sum <= a.exact[s] + a.bounds[s]))
            keyed_wrong(a.sample);
        const float least = a.begins || sum < a.least[s] ? sum : a.least[s];
        const float most = a.begins || sum > a.most[s] ? sum : a.most[s];
        const uint32_t spread = ga_bits<uint32_t>(most) - ga_bits<uint32_t>(least);
        widest = spread > widest ? spread : widest;
        a.least[s] = least;
        a.most[s] = most;
        a.sums[s] = 0;
        a.fixed[s] = 0;
    }
    GA_SILENT(ga_max)<GA_SCOPE_DEVICE, GA_RELAXED>(&a.sample->found, (uint64_t)widest);
    if (ga_block() == 0)
        keyed_collect(a.laps, a.n_laps, a.sample);
}

#endif
