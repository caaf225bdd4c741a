/* The kernels of global_counters: the measured ones, each a template's instance, one for every way, width and use of the
 * result; and the two that check what they left. */
#ifndef GA_COUNTERS_KERNELS_H
#define GA_COUNTERS_KERNELS_H

#include "device_shared_operations.h"
#include "keyed.h"

/* counters: [n_counters], of 32 or 64 bits. positions: [keys], if they are wanted. key_bits: that tell the counters
 * apart. */
struct counters_args {
    const struct keyed_quad *keys;
    void *counters;
    struct keyed_quad *positions;
    struct keyed_lap *laps; /* [block] */
    uint32_t n_quads, n_counters, key_bits;
};

template <typename T, bool Wanted> GA_DEVICE uint32_t counters_add(T *counter, uint32_t n) {
    if constexpr (Wanted)
        return (uint32_t)ga_add<GA_SCOPE_DEVICE, GA_RELAXED>(counter, (T)n);
    GA_SILENT(ga_add)<GA_SCOPE_DEVICE, GA_RELAXED>(counter, (T)n);
    return 0;
}

/* Calls add(key), which stands in the code once for every key of a quad, and keeps what it returns if that is wanted. */
template <bool Wanted, typename Add>
GA_DEVICE void counters_each(const struct counters_args &a, Add add) {
    const uint32_t step = ga_n_blocks() * ga_n_threads();
    GA_NO_UNROLL
    for (uint32_t i = ga_block() * ga_n_threads() + ga_thread(); i < a.n_quads; i += step) {
        const struct keyed_quad quad = a.keys[i];
        struct keyed_quad got = {};
        GA_UNROLL
        for (uint32_t k = 0; k < KEYED_QUAD; k++)
            got.at[k] = add(quad.at[k]);
        if constexpr (Wanted)
            a.positions[i] = got;
    }
}

/* Contends: every thread of the device, on the counters of its keys. Progress assumed: none. Expected: device-scope
 * adds. The address comes from memory, so that lanes are not combined. */
template <typename T, bool Wanted> GA_DEVICE void counters_plain(const struct counters_args &a) {
    const struct keyed_lap lap = keyed_begin();
    counters_each<Wanted>(
        a, [&](uint32_t key) { return counters_add<T, Wanted>((T *)a.counters + key, 1); });
    keyed_end(a.laps, lap);
}

/* Lanes of a warp with one key are one add of their number, by the first of them; the others learn its result. Contends:
 * a lane for every different key of every warp. Progress assumed: lanes meet. Expected: as in `plain`, and what counts
 * the lanes. */
template <typename T, bool Wanted>
GA_DEVICE void counters_aggregated(const struct counters_args &a) {
    const struct keyed_lap lap = keyed_begin();
    const uint32_t lane = ga_thread() % ga_warp_size();
    counters_each<Wanted>(a, [&](uint32_t key) {
        const ga_lanes same = keyed_same(key, a.key_bits);
        const uint32_t first = ga_first_lane(same);
        uint32_t base = 0;
        if (lane == first)
            base = counters_add<T, Wanted>((T *)a.counters + key, ga_n_lanes(same));
        if constexpr (Wanted)
            base = ga_shuffle(base, first) + ga_n_lanes(same & (((ga_lanes)1 << lane) - 1));
        return base;
    });
    keyed_end(a.laps, lap);
}

template <typename T> GA_DEVICE void counters_clear(T *own, uint32_t n) {
    GA_NO_UNROLL
    for (uint32_t i = ga_thread(); i < n; i += ga_n_threads())
        own[i] = 0;
    ga_block_sync();
}

GA_DEVICE uint32_t counters_count(uint32_t *own) { return ga_add_u32_block_relaxed(own, 1); }
GA_DEVICE uint32_t counters_count(uint64_t *own) {
    return (uint32_t)ga_shared_add(own, (uint64_t)1);
}

/* Every block counts all its keys in shared memory, then adds its counts. Contends: the block's threads on the counters
 * of their keys, then the blocks. Progress assumed: the block's barrier. Expected: block-scope adds and a device-scope
 * add, all without a result. */
template <typename T> GA_DEVICE void counters_shared_count(const struct counters_args &a) {
    const struct keyed_lap lap = keyed_begin();
    T *const own = (T *)ga_shared();
    counters_clear(own, a.n_counters);
    counters_each<false>(a, [&](uint32_t key) {
        counters_count(own + key);
        return 0u;
    });
    ga_block_sync();
    GA_NO_UNROLL
    for (uint32_t i = ga_thread(); i < a.n_counters; i += ga_n_threads())
        if (own[i] > 0)
            counters_add<T, false>((T *)a.counters + i, (uint32_t)own[i]);
    keyed_end(a.laps, lap);
}

/* A quad for each thread of the block at a time: positions among the block's keys, then one add for each counter, whose
 * result all of these keys add to theirs. Contends and assumed: likewise. Expected: both adds have results. */
template <typename T> GA_DEVICE void counters_shared_position(const struct counters_args &a) {
    const struct keyed_lap lap = keyed_begin();
    T *const own = (T *)ga_shared();
    const uint32_t step = ga_n_blocks() * ga_n_threads();
    GA_NO_UNROLL
    for (uint32_t first = ga_block() * ga_n_threads(); first < a.n_quads; first += step) {
        const uint32_t i = first + ga_thread();
        struct keyed_quad quad = {}, got = {};
        counters_clear(own, a.n_counters);
        if (i < a.n_quads) {
            quad = a.keys[i];
            GA_UNROLL
            for (uint32_t k = 0; k < KEYED_QUAD; k++)
                got.at[k] = counters_count(own + quad.at[k]);
        }
        ga_block_sync();
        GA_NO_UNROLL
        for (uint32_t c = ga_thread(); c < a.n_counters; c += ga_n_threads())
            if (own[c] > 0)
                own[c] = counters_add<T, true>((T *)a.counters + c, (uint32_t)own[c]);
        ga_block_sync();
        if (i < a.n_quads) {
            GA_UNROLL
            for (uint32_t k = 0; k < KEYED_QUAD; k++)
                got.at[k] += (uint32_t)own[quad.at[k]];
            a.positions[i] = got;
        }
        ga_block_sync();
    }
    keyed_end(a.laps, lap);
}

GA_KERNEL_FULL(global_counters_plain_count_32, counters_args) {
    counters_plain<uint32_t, false>(a);
}
GA_KERNEL_FULL(global_counters_plain_count_64, counters_args) {
    counters_plain<uint64_t, false>(a);
}
GA_KERNEL_FULL(global_counters_plain_position_32, counters_args) {
    counters_plain<uint32_t, true>(a);
}
GA_KERNEL_FULL(global_counters_plain_position_64, counters_args) {
    counters_plain<uint64_t, true>(a);
}
GA_KERNEL_FULL(global_counters_aggregated_count_32, counters_args) {
    counters_aggregated<uint32_t, false>(a);
}
GA_KERNEL_FULL(global_counters_aggregated_count_64, counters_args) {
    counters_aggregated<uint64_t, false>(a);
}
GA_KERNEL_FULL(global_counters_aggregated_position_32, counters_args) {
    counters_aggregated<uint32_t, true>(a);
}
GA_KERNEL_FULL(global_counters_aggregated_position_64, counters_args) {
    counters_aggregated<uint64_t, true>(a);
}
GA_KERNEL_FULL(global_counters_shared_count_32, counters_args) {
    counters_shared_count<uint32_t>(a);
}
GA_KERNEL_FULL(global_counters_shared_count_64, counters_args) {
    counters_shared_count<uint64_t>(a);
}
GA_KERNEL_FULL(global_counters_shared_position_32, counters_args) {
    counters_shared_position<uint32_t>(a);
}
GA_KERNEL_FULL(global_counters_shared_position_64, counters_args) {
    counters_shared_position<uint64_t>(a);
}

/* counters: words of 32 bits, as many as there are. positions: NULL if they are not wanted. expected: [n_counters]
 * counts, and where a counter's keys begin, were they sorted. places: [n_keys]. */
struct counters_check_args {
    const uint32_t *keys;
    uint32_t *counters, *positions, *places;
    const uint32_t *expected, *begins;
    struct keyed_lap *laps; /* [n_laps] */
    struct keyed_sample *sample;
    uint32_t n_keys, n_counters, words, n_laps;
};

/* A key that has a position takes that place among those of its counter. No atomics. */
GA_KERNEL(counters_place, counters_check_args) {
    for (uint32_t i = ga_block() * ga_n_threads() + ga_thread(); i < a.n_keys;
         i += ga_n_blocks() * ga_n_threads())
        if (a.positions[i] < a.expected[a.keys[i]])
            a.places[a.begins[a.keys[i]] + a.positions[i]] = i;
}

/* Each key must still be where it went: no two had one place. Counters must be as expected. Both are cleared for the next
 * run. Contends: nobody, but whoever finds something wrong says so in the same word. No atomics. */
GA_KERNEL(counters_check, counters_check_args) {
    const uint32_t first = ga_block() * ga_n_threads() + ga_thread();
    const uint32_t step = ga_n_blocks() * ga_n_threads();
    for (uint32_t i = first; a.positions && i < a.n_keys; i += step) {
        const uint32_t key = a.keys[i], position = a.positions[i];
        if (position >= a.expected[key] || a.places[a.begins[key] + position] != i)
            keyed_wrong(a.sample);
        a.positions[i] = UINT32_MAX;
    }
    for (uint32_t i = first; i < a.n_counters * a.words; i += step) {
        if (a.counters[i] != (i % a.words ? 0 : a.expected[i / a.words]))
            keyed_wrong(a.sample);
        a.counters[i] = 0;
    }
    if (ga_block() == 0)
        keyed_collect(a.laps, a.n_laps, a.sample);
}

#endif
