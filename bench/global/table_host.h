/* The host's side of global_table. */
#ifndef GA_TABLE_HOST_H
#define GA_TABLE_HOST_H

#include <algorithm>

#include "keyed_host.h"
#include "table_sort.h"

enum table_way { CAS, PEEK, APPEND_PLAIN, APPEND_WARP, APPEND_BLOCK, SORT, N_WAYS };
enum { TABLE_ALL = 100, TABLE_MOST_KEYS = 1 << 22, TABLE_SIZES = 3 };

/* size: 0, 1 and 2 for slots of 4, 8 and 16 bytes. distinct: written when the keys are
 * known. */
struct table_point {
    enum table_way way;
    uint32_t size, load;
    struct keyed_input input;
    const void *entry;
    uint64_t distinct;
};

static inline bool table_inserts(enum table_way way) { return way <= PEEK; }
static inline bool table_is_queue(enum table_way way) { return way > PEEK && way < SORT; }

union table_any_args {
    struct table_args fill;
    struct sort_args sort;
    struct table_check_args check;
};

/* Of one size of slot. */
struct table_checks {
    const void *look_up, *check, *place, *appended, *clear, *sorted;
};
#define TABLE_CHECKS_OF(bytes, sorted)                                                             \
    {                                                                                              \
        GA_ENTRY(table_look_up_##bytes), GA_ENTRY(table_check_##bytes),                            \
            GA_ENTRY(table_place_##bytes), GA_ENTRY(table_check_appended_##bytes),                 \
            GA_ENTRY(table_clear_##bytes), sorted                                                  \
    }
static const struct table_checks table_checks[TABLE_SIZES] = {
    TABLE_CHECKS_OF(4, GA_ENTRY(table_check_sorted_4)),
    TABLE_CHECKS_OF(8, GA_ENTRY(table_check_sorted_8)), TABLE_CHECKS_OF(16, nullptr)};

/* A key that is no other number's, and never 0: a number's bits mixed. src: Appleby, MurmurHash3, the finalizer. */
static inline uint32_t table_scatter(uint32_t number, uint64_t seed) {
    uint32_t x = number + 1 + ((uint32_t)seed & 511) * TABLE_MOST_KEYS;
    x = (x ^ x >> 16) * 0x85ebca6bu;
    x = (x ^ x >> 13) * 0xc2b2ae35u;
    return x ^ x >> 16;
}

/* Where in the device's memory things are, from the start of the work. */
struct table_layout {
    size_t tail, zero, tries, counts, places, slots, other;
};

/* Sorts keys by their least digit, the next, and the last, each time from one array into the other. Of a million it takes a
 * sixth of the time of std::sort. in: room[n]. */
static inline void table_sort_keys(uint32_t *keys, uint32_t *room, uint32_t n) {
    enum { BITS = 8, DIGITS = 1 << BITS };
    for (uint32_t shift = 0; shift < 32; shift += BITS, std::swap(keys, room)) {
        uint32_t at[DIGITS] = {}, next = 0;
        for (uint32_t i = 0; i < n; i++)
            at[keys[i] >> shift & (DIGITS - 1)]++;
        for (uint32_t &first : at) {
            const uint32_t count = first;
            first = next;
            next += count;
        }
        for (uint32_t i = 0; i < n; i++)
            room[at[keys[i] >> shift & (DIGITS - 1)]++] = keys[i];
    }
}

namespace { /* of this backend alone */
/* See keyed_host.h. Input: keys, then the same in order. facts[0]: different keys; facts[s]: those that are appended of a
 * share of s. */
struct table_bench {
    using Args = union table_any_args;
    enum { MOST_LAUNCHES = 3 * SORT_PASSES + 2 };
    const struct ga_limits *limits;
    struct table_point *points;
    uint32_t n_points;
    double *tallies;
    struct table_layout layout;

    struct keyed_point point(uint32_t i) const {
        return {points[i].input, 1};
    }
    size_t grid_threads() const {
        return (size_t)limits->sm_count * limits->warps_per_sm * limits->warp_size;
    }
    size_t most_blocks() const { return (size_t)limits->sm_count * limits->warps_per_sm; }
    size_t most_laps() const { return SORT_PASSES * (2 * most_blocks() + SORT_DIGITS); }

    /* For the largest slots of any batch so far: what is stored behind need not move. */
    size_t work_bytes() {
        static size_t most_slots, most_keys;
        for (uint32_t i = 0; i < n_points; i++) {
            const struct table_point *const p = &points[i];
            const size_t n = p->input.n_keys,
                         load = table_inserts(p->way) ? p->load : (size_t)TABLE_ALL;
            most_keys = std::max(most_keys, n);
            most_slots = std::max(most_slots, (n * TABLE_ALL / load + 1) << (2 + p->size));
        }
        size_t size = 0;
        layout.tail = ga_carve(&size, sizeof(uint32_t));
        layout.zero = ga_carve(&size, limits->threads_per_block * sizeof(uint32_t));
        layout.tries = ga_carve(&size, grid_threads() * sizeof(uint32_t));
        layout.counts = ga_carve(&size, SORT_DIGITS * (most_blocks() + 1) * sizeof(uint32_t));
        layout.places = ga_carve(&size, most_keys * sizeof(uint32_t));
        layout.slots = ga_carve(&size, most_slots);
        layout.other = ga_carve(&size, most_keys * sizeof(uint64_t));
        return size;
    }
    size_t input_bytes(const struct keyed_input *in) const {
        return 2 * (size_t)in->n_keys * sizeof(uint32_t);
    }
    enum ga_status make(const struct keyed_input *in, char *host, uint64_t *facts,
                        struct ga_err *err) const {
        uint32_t *const keys = (uint32_t *)host, *const sorted = keys + in->n_keys;
        uint32_t *const room = new (std::nothrow) uint32_t[in->n_keys];
        enum ga_status status =
            room ? GA_OK : ga_fail(err, GA_ERROR, "out of memory for %u keys", in->n_keys);
        if (status == GA_OK && in->kind == KEYED_UNIFORM)
            for (uint32_t i = 0; i < in->n_keys; i++)
                keys[i] = i;
        else if (status == GA_OK)
            status = keyed_make(in, keys, sorted, err);
        for (uint32_t s = 0; s < KEYED_FACTS; s++)
            facts[s] = 0;
        for (uint32_t i = 0; status == GA_OK && i < in->n_keys; i++) {
            sorted[i] = keys[i] = table_scatter(keys[i], in->seed);
            facts[keys[i] % TABLE_ALL + 1]++;
        }
        if (status == GA_OK)
            table_sort_keys(sorted, room, in->n_keys);
        delete[] room;
        for (uint32_t i = 0; status == GA_OK && i < in->n_keys; i++)
            facts[0] += i == 0 || sorted[i] != sorted[i - 1];
        for (uint32_t s = 2; s < KEYED_FACTS; s++)
            facts[s] += facts[s - 1];
        return status;
    }

    static uint32_t capacity(const struct table_point *p, const uint64_t *facts) {
        return (uint32_t)((facts[0] * TABLE_ALL + p->load - 1) / p->load);
    }

    /* The number of full slots must be that of different keys, which is the same in every run that was right. */
    enum ga_status tell(uint32_t i, const struct keyed_sample *runs, uint32_t n) const {
        const uint64_t mask = ((uint64_t)1 << TABLE_TRIES_BITS) - 1;
        double tries = 0;
        if (!table_inserts(points[i].way))
            return GA_OK;
        for (uint32_t k = 0; k < n; k++) {
            tries += (double)(runs[k].found & mask);
            if (runs[k].found >> TABLE_TRIES_BITS != points[i].distinct)
                return GA_WRONG;
        }
        tallies[i] = tries / n / points[i].input.n_keys;
        return GA_OK;
    }

    /* out: laps. */
    uint32_t push_sort(struct keyed_queue<Args> *q, const struct table_point *p,
                       const struct keyed_where &at) const {
        const uint32_t n = p->input.n_keys, warp = limits->warp_size;
        const uint32_t words = limits->threads_per_block / warp + 1;
        const struct keyed_grid grid =
            keyed_fit(limits, n / SORT_ROUNDS, words * SORT_DIGITS * sizeof(uint32_t));
        const uint32_t tile = grid.n_threads * SORT_ROUNDS, n_tiles = (n + tile - 1) / tile;
        const uint32_t per_block = (n_tiles + grid.n_blocks - 1) / grid.n_blocks * tile;
        const uint32_t n_blocks = (n + per_block - 1) / per_block;
        const uint32_t most_scan =
            limits->threads_per_block < 128 ? limits->threads_per_block : 128;
        const uint32_t n_scan = n_blocks < most_scan ? n_blocks : most_scan;
        struct keyed_lap *laps = at.laps;
        for (uint32_t pass = 0; pass < SORT_PASSES; pass++) {
            const bool is_first = pass == 0;
            struct sort_args args = {
                is_first ? (const uint32_t *)at.input
                         : (const uint32_t *)(at.work + (pass % 2 ? layout.other : layout.slots)),
                at.work + (pass % 2 ? layout.slots : layout.other),
                (uint32_t *)(at.work + layout.counts),
                laps,
                n,
                per_block,
                n_blocks,
                pass * SORT_BITS,
                is_first ? 0 : p->size,
                is_first ? 0 : UINT32_MAX};
            q->push(GA_ENTRY(global_table_sort_count), n_blocks, grid.n_threads,
                    SORT_DIGITS * sizeof(uint32_t))
                ->sort = args;
            args.laps += n_blocks;
            q->push(GA_ENTRY(global_table_sort_scan), SORT_DIGITS, n_scan,
                    n_scan * sizeof(uint32_t))
                ->sort = args;
            args.laps += SORT_DIGITS;
            q->push(p->entry, n_blocks, grid.n_threads,
                    (grid.n_threads / warp + 1) * SORT_DIGITS * sizeof(uint32_t))
                ->sort = args;
            laps = args.laps + n_blocks;
        }
        return (uint32_t)(laps - at.laps);
    }

    uint32_t push(struct keyed_queue<Args> *q, uint32_t i, const struct keyed_where &at) const {
        struct table_point *const p = &points[i];
        const struct table_checks *const checks = &table_checks[p->size];
        const uint32_t n = p->input.n_keys, share = p->load;
        const struct keyed_grid grid = keyed_fit(limits, n, 0);
        struct table_check_args check = {(const uint32_t *)at.input,
                                         (const uint32_t *)at.input + n,
                                         at.work + layout.slots,
                                         (uint32_t *)(at.work + layout.tries),
                                         (uint32_t *)(at.work + layout.tail),
                                         (uint32_t *)(at.work + layout.places),
                                         at.laps,
                                         at.sample,
                                         n,
                                         capacity(p, at.facts),
                                         share,
                                         n,
                                         grid.n_blocks * grid.n_threads,
                                         grid.n_blocks};
        if (p->way == SORT) {
            check.n_laps = push_sort(q, p, at);
            q->push_check(limits, checks->sorted, n)->check = check;
            q->push_check(limits, checks->clear, n)->check = check;
            return check.n_laps;
        }
        q->push(p->entry, grid.n_blocks, grid.n_threads,
                p->way == APPEND_BLOCK ? 2 * sizeof(uint32_t) : 0)
            ->fill = {check.keys,
                      check.slots,
                      check.tries,
                      check.tail,
                      (const uint32_t *)(at.work + layout.zero),
                      at.laps,
                      n,
                      check.capacity,
                      share};
        if (table_inserts(p->way)) {
            p->distinct = at.facts[0];
            q->push_check(limits, checks->look_up, n)->check = check;
            q->push_check(limits, checks->check, check.capacity)->check = check;
        } else {
            check.wanted = (uint32_t)at.facts[share];
            q->push_check(limits, checks->place, check.wanted)->check = check;
            q->push_check(limits, checks->appended, n)->check = check;
            q->push_check(limits, checks->clear, check.wanted)->check = check;
        }
        return grid.n_blocks;
    }
};

} // namespace

#endif
