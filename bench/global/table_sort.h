/* What global_table holds against inserting: a sort of the same keys, the least significant eight bits first. It is this
 * suite's own, of three kernels for each eight bits, so that it runs on every backend; vendors' libraries read the keys
 * fewer times.
 * src: Satish, Harris and Garland, "Designing efficient sorting algorithms for manycore GPUs", IPDPS 2009 (the three
 * kernels); Knuth, TAOCP 3, 5.2.5. */
#ifndef GA_TABLE_SORT_H
#define GA_TABLE_SORT_H

#include "table_kernels.h"

enum { SORT_BITS = 8, SORT_DIGITS = 1 << SORT_BITS, SORT_PASSES = 32 / SORT_BITS, SORT_ROUNDS = 4 };

/* from: slots; of the first pass keys alone, whose values are their indices: key i is word i << spread, and value i is the
 * next one of `values` or i of the rest. counts: [digit][n_blocks], then
 * [digit] sums. A block's share of the keys is per_block, one after the other. */
struct sort_args {
    const uint32_t *from;
    void *to;
    uint32_t *counts;
    struct keyed_lap *laps; /* [block] */
    uint32_t n_keys, per_block, n_blocks, shift, spread, values;
};

template <typename Slot> GA_DEVICE Slot sort_load(const struct sort_args &a, uint32_t i) {
    const uint32_t *const at = a.from + (i << a.spread);
    if constexpr (sizeof(Slot) == 4)
        return *at;
    return table_make<Slot>(*at, (at[a.spread] & a.values) | (i & ~a.values));
}
GA_DEVICE uint32_t sort_digit(uint32_t key, uint32_t shift) {
    return key >> shift & (SORT_DIGITS - 1);
}
GA_DEVICE uint32_t sort_end(const struct sort_args &a) {
    const uint32_t end = (ga_block() + 1) * a.per_block;
    return end < a.n_keys ? end : a.n_keys;
}

GA_DEVICE void sort_zero(uint32_t *words, uint32_t n) {
    GA_NO_UNROLL
    for (uint32_t i = ga_thread(); i < n; i += ga_n_threads())
        words[i] = 0;
    ga_block_sync();
}

/* How often each digit is among a block's keys. Contends: the block's threads, on the words of their digits. Progress
 * assumed: the block's barrier. Expected: a block-scope add without a result. */
GA_DEVICE void sort_count(const struct sort_args &a) {
    const struct keyed_lap lap = keyed_begin();
    uint32_t *const own = (uint32_t *)ga_shared();
    sort_zero(own, SORT_DIGITS);
    GA_NO_UNROLL
    for (uint32_t i = ga_block() * a.per_block + ga_thread(); i < sort_end(a); i += ga_n_threads())
        ga_add_u32_block_relaxed(own + sort_digit(a.from[i << a.spread], a.shift), 1);
    ga_block_sync();
    GA_NO_UNROLL
    for (uint32_t d = ga_thread(); d < SORT_DIGITS; d += ga_n_threads())
        a.counts[d * a.n_blocks + ga_block()] = own[d];
    keyed_end(a.laps, lap);
}

/* A block a digit: where each block's keys with it begin, among all that have it; and their sum. Contends: nobody. No
 * atomics. */
GA_KERNEL(global_table_sort_scan, sort_args) {
    const struct keyed_lap lap = keyed_begin();
    uint32_t *const sums = (uint32_t *)ga_shared(), me = ga_thread(), n = ga_n_threads();
    uint32_t *const row = a.counts + ga_block() * a.n_blocks;
    const uint32_t share = (a.n_blocks + n - 1) / n, first = me * share;
    const uint32_t end = first + share < a.n_blocks ? first + share : a.n_blocks;
    uint32_t sum = 0;
    for (uint32_t i = first; i < end; i++)
        sum += row[i];
    sums[me] = sum;
    for (uint32_t step = 1; step < n; step *= 2) {
        ga_block_sync();
        const uint32_t more = me >= step ? sums[me - step] : 0;
        ga_block_sync();
        sums[me] += more;
    }
    if (me == n - 1)
        a.counts[SORT_DIGITS * a.n_blocks + ga_block()] = sums[me];
    sum = sums[me] - sum;
    for (uint32_t i = first; i < end; i++) {
        const uint32_t count = row[i];
        row[i] = sum;
        sum += count;
    }
    keyed_end(a.laps, lap);
}

/* Where the block's keys with each digit begin, among all keys. sums: [digit] of shared memory. */
GA_DEVICE void sort_begins(const struct sort_args &a, uint32_t *begins, uint32_t *sums) {
    GA_NO_UNROLL
    for (uint32_t d = ga_thread(); d < SORT_DIGITS; d += ga_n_threads())
        sums[d] = a.counts[SORT_DIGITS * a.n_blocks + d];
    ga_block_sync();
    GA_NO_UNROLL
    for (uint32_t d = ga_thread(); d < SORT_DIGITS; d += ga_n_threads()) {
        uint32_t begin = a.counts[d * a.n_blocks + ga_block()];
        for (uint32_t lower = 0; lower < d; lower++)
            begin += sums[lower];
        begins[d] = begin;
    }
    ga_block_sync();
}

/* The keys of a warp's round get places among those of the warp; warps follow each other; so keys with one digit keep
 * their order. Shared memory: begins, then a word for each warp and digit. Contends: nobody, but the first lane of each
 * digit of a warp adds to that digit's word. Progress assumed: lanes meet at a match, the block's barrier. Expected: a
 * block-scope add of the number of lanes, with a result, in each round. */
template <typename Slot> GA_DEVICE void sort_scatter(const struct sort_args &a) {
    const struct keyed_lap lap = keyed_begin();
    const uint32_t warp_size = ga_warp_size(), n_warps = ga_n_threads() / warp_size;
    const uint32_t lane = ga_thread() % warp_size, warp = ga_thread() / warp_size;
    uint32_t *const begins = (uint32_t *)ga_shared(), *const words = begins + SORT_DIGITS;
    uint32_t *const own = words + warp * SORT_DIGITS;
    const uint32_t tile = ga_n_threads() * SORT_ROUNDS;
    sort_begins(a, begins, words);
    GA_NO_UNROLL
    for (uint32_t first = ga_block() * a.per_block; first < sort_end(a); first += tile) {
        const uint32_t from = first + warp * warp_size * SORT_ROUNDS + lane;
        Slot slot[SORT_ROUNDS];
        uint32_t place[SORT_ROUNDS];
        sort_zero(words, n_warps * SORT_DIGITS);
        GA_UNROLL
        for (uint32_t k = 0; k < SORT_ROUNDS; k++) {
            if (from - lane + k * warp_size >= a.n_keys) /* all lanes of the warp */
                continue;
            slot[k] = sort_load<Slot>(a, from + k * warp_size);
            const uint32_t digit = sort_digit(table_key(slot[k]), a.shift);
            const ga_lanes same = keyed_same(digit, SORT_BITS);
            uint32_t before = 0;
            if (lane == ga_first_lane(same))
                before = ga_add_u32_block_relaxed(own + digit, ga_n_lanes(same));
            place[k] = ga_shuffle(before, ga_first_lane(same)) +
                       ga_n_lanes(same & (((ga_lanes)1 << lane) - 1));
        }
        ga_block_sync();
        GA_NO_UNROLL
        for (uint32_t d = ga_thread(); d < SORT_DIGITS; d += ga_n_threads()) {
            uint32_t at = begins[d];
            GA_NO_UNROLL
            for (uint32_t w = 0; w < n_warps; w++) {
                const uint32_t count = words[w * SORT_DIGITS + d];
                words[w * SORT_DIGITS + d] = at;
                at += count;
            }
            begins[d] = at;
        }
        ga_block_sync();
        GA_UNROLL
        for (uint32_t k = 0; k < SORT_ROUNDS; k++)
            if (from - lane + k * warp_size < a.n_keys)
                ((Slot *)a.to)[own[sort_digit(table_key(slot[k]), a.shift)] + place[k]] = slot[k];
        ga_block_sync();
    }
    keyed_end(a.laps, lap);
}

GA_KERNEL_FULL(global_table_sort_count, sort_args) { sort_count(a); }
GA_KERNEL_FULL(global_table_sort_4, sort_args) { sort_scatter<uint32_t>(a); }
GA_KERNEL_FULL(global_table_sort_8, sort_args) { sort_scatter<uint64_t>(a); }

/* The keys must stand as the host has sorted them, and equal ones in the order in which they came, with their values. */
template <typename Slot> GA_DEVICE void sort_check(const struct table_check_args &a) {
    Slot *const slots = (Slot *)a.slots;
    for (uint32_t i = ga_block() * ga_n_threads() + ga_thread(); i < a.n_keys;
         i += ga_n_blocks() * ga_n_threads()) {
        bool is_right = table_key(slots[i]) == a.sorted[i];
        if constexpr (sizeof(Slot) > 4) {
            const uint32_t value = table_value(slots[i]);
            const bool follows = i > 0 && a.sorted[i - 1] == a.sorted[i];
            is_right = is_right && value < a.n_keys && a.keys[value] == a.sorted[i] &&
                       (!follows || table_value(slots[i - 1]) < value);
        }
        if (!is_right)
            keyed_wrong(a.sample);
    }
    if (ga_block() == 0)
        keyed_collect(a.laps, a.n_laps, a.sample);
}
GA_KERNEL(table_check_sorted_4, table_check_args) { sort_check<uint32_t>(a); }
GA_KERNEL(table_check_sorted_8, table_check_args) { sort_check<uint64_t>(a); }

#endif
