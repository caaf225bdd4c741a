/* What global_vector's kernels do: every way to add a value, two, four, eight or a row of them at once. */
#ifndef GA_VECTOR_H
#define GA_VECTOR_H

#include "device_bulk.h"
#include "laps.h"

enum : uint32_t { VECTOR_MOST_VALUES = 4096, VECTOR_MOST_COPIES = 16 };

/* A table of rows, a power of two of them. Access g adds to row g * VECTOR_SPREAD modulo that: all equally often, and
 * never one after its neighbour. Value k of a row grows by 1 if k is even, by 2 if not. */
enum : uint32_t { VECTOR_SPREAD = 2654435761u };

/* A launch makes the accesses first .. first + n - 1. A team of `team` lanes makes one, in `steps` steps. */
struct vector_args {
    char *table;
    struct ga_lap *laps; /* [block] */
    uint32_t *wrong;     /* [block]: whether a value is not as often added to as it should be */
    uint32_t rows, row_bytes, team, steps, first, n;
    uint32_t sparse;  /* one team of a warp works, not all */
    uint32_t stores;  /* it copies rows, and does not add them */
    uint32_t copies;  /* bulk copies of a warp under way at once */
    uint32_t inverse; /* of VECTOR_SPREAD, modulo 2^32 */
    uint64_t spin_ticks;
};

/* Whoever finds something wrong in a block says so in the same word. */
GA_DEVICE void vector_wrong(const struct vector_args &a) {
    ga_store<GA_SCOPE_DEVICE, GA_RELAXED>(&a.wrong[ga_block()], 1u);
}

GA_DEVICE char *vector_row(const struct vector_args &a, uint32_t g) {
    return a.table + (size_t)(((a.first + g) * VECTOR_SPREAD) & (a.rows - 1)) * a.row_bytes;
}

/* A value as each type, or as many as it has: 1 and 2 in turn. */
template <typename T> struct vector_of {
    GA_DEVICE T make(uint32_t x) { return (T)x; }
};
template <> struct vector_of<ga_f16> {
    GA_DEVICE ga_f16 make(uint32_t x) { return {(uint16_t)(x == 1 ? 0x3c00 : 0x4000)}; }
};
template <> struct vector_of<ga_bf16> {
    GA_DEVICE ga_bf16 make(uint32_t x) { return {(uint16_t)(x == 1 ? 0x3f80 : 0x4000)}; }
};
template <> struct vector_of<ga_b128> {
    GA_DEVICE ga_b128 make(uint32_t) { return {1, 2}; }
};
template <> struct vector_of<ga_f32x2> {
    GA_DEVICE ga_f32x2 make(uint32_t) { return {{1, 2}}; }
};
template <> struct vector_of<ga_f32x4> {
    GA_DEVICE ga_f32x4 make(uint32_t) { return {{1, 2, 1, 2}}; }
};
enum : uint32_t { VECTOR_F16_PAIR = 0x40003c00, VECTOR_BF16_PAIR = 0x40003f80 };
template <> struct vector_of<ga_f16x2> {
    GA_DEVICE ga_f16x2 make(uint32_t) { return {VECTOR_F16_PAIR}; }
};
template <> struct vector_of<ga_bf16x2> {
    GA_DEVICE ga_bf16x2 make(uint32_t) { return {VECTOR_BF16_PAIR}; }
};
template <> struct vector_of<ga_f16x8> {
    GA_DEVICE ga_f16x8 make(uint32_t) {
        return {{VECTOR_F16_PAIR, VECTOR_F16_PAIR, VECTOR_F16_PAIR, VECTOR_F16_PAIR}};
    }
};
template <> struct vector_of<ga_bf16x8> {
    GA_DEVICE ga_bf16x8 make(uint32_t) {
        return {{VECTOR_BF16_PAIR, VECTOR_BF16_PAIR, VECTOR_BF16_PAIR, VECTOR_BF16_PAIR}};
    }
};

struct vector_silent {
    template <typename T> GA_DEVICE void add(T *p, T x) {
        GA_SILENT(ga_add)<GA_SCOPE_DEVICE, GA_RELAXED>(p, x);
    }
};
struct vector_part {
    template <typename T> GA_DEVICE void add(T *p, T x) { ga_add_part(p, x); }
};
struct vector_whole {
    template <typename T> GA_DEVICE void add(T *p, T x) { ga_add_whole(p, x); }
};

/* Lanes add, each a T at once. */
template <typename T, typename How> GA_DEVICE void vector_add(const struct vector_args &a) {
    const struct ga_lap lap = ga_lap_begin();
    const uint32_t thread = ga_block() * ga_n_threads() + ga_thread(), size = ga_warp_size();
    const uint32_t apart = a.sparse ? size : a.team;
    const uint32_t lane = thread % apart, n_teams = ga_n_blocks() * ga_n_threads() / apart;
    const T x = vector_of<T>::make(1 + (lane & 1));
    GA_NO_UNROLL
    for (uint32_t g = thread / apart; g < a.n && lane < a.team; g += n_teams) {
        T *p = (T *)vector_row(a, g) + lane;
        GA_NO_UNROLL
        for (uint32_t i = 0; i < a.steps; i++, p += a.team)
            How::add(p, x);
    }
    ga_await_writes();
    ga_block_sync();
    if (ga_thread() == 0)
        ga_lap_end(&a.laps[ga_block()], lap, 0);
}

/* The row that bulk operations add, in shared memory: from the block's threads, for its warps. */
template <typename T> GA_DEVICE T *vector_source(const struct vector_args &a) {
    T *const row = (T *)ga_shared();
    for (uint32_t k = ga_thread(); k < a.row_bytes / sizeof(T); k += ga_n_threads())
        row[k] = vector_of<T>::make(1 + (k & 1));
    ga_block_sync();
    ga_bulk_ready();
    return row;
}

GA_DEVICE void vector_await(uint32_t copies) {
    switch (copies) {
    case 1:
        return ga_bulk_await<0>();
    case 2:
        return ga_bulk_await<1>();
    case 4:
        return ga_bulk_await<3>();
    case 8:
        return ga_bulk_await<7>();
    default:
        return ga_bulk_await<15>();
    }
}

/* A lane of each warp has rows added, or copied. */
template <typename T, bool Add> GA_DEVICE void vector_bulk(const struct vector_args &a) {
    const T *const from = vector_source<T>(a);
    const struct ga_lap lap = ga_lap_begin();
    const uint32_t thread = ga_block() * ga_n_threads() + ga_thread(), size = ga_warp_size();
    const uint32_t n_teams = ga_n_blocks() * ga_n_threads() / size;
    if (thread % size == 0) {
        GA_NO_UNROLL
        for (uint32_t g = thread / size; g < a.n; g += n_teams) {
            T *const to = (T *)vector_row(a, g);
            if constexpr (Add)
                ga_bulk_add(to, from, a.row_bytes);
            else
                ga_bulk_store(to, from, a.row_bytes);
            ga_bulk_close();
            vector_await(a.copies);
        }
        ga_bulk_await<0>();
    }
    ga_block_sync();
    if (ga_thread() == 0)
        ga_lap_end(&a.laps[ga_block()], lap, 0);
}

/* A block's shared memory where blocks send each other rows: the row that goes, the one that others add to, and the barrier
 * of those that come. */
enum : uint32_t { VECTOR_BOX_BYTES = 4096 };
struct vector_box {
    alignas(16) unsigned char source[VECTOR_BOX_BYTES], row[VECTOR_BOX_BYTES];
    uint64_t barriers[2];
};

/* Thread 0. out: whether all of the phase has come. */
GA_DEVICE bool vector_came(const struct vector_args &a, uint64_t *barrier, uint32_t phase,
                           uint32_t bytes) {
    const uint64_t begin = ga_ticks();
    while (!ga_async_ended(barrier, phase, bytes)) {
        if (ga_ticks() - begin > a.spin_ticks)
            return false;
        ga_pause();
    }
    return true;
}

/* A lane of each warp has rows added to the one of the next block of its cluster, `copies` in each of n phases. Phases take
 * two barriers in turn, because a block may be one ahead: at one barrier its bytes could come before the last of the phase
 * before. Every block looks in the end at its own row. */
template <typename T> GA_DEVICE void vector_send(const struct vector_args &a) {
    struct vector_box *const box = (struct vector_box *)ga_shared();
    const uint32_t n_values = a.row_bytes / (uint32_t)sizeof(T), next = ga_cluster_rank() ^ 1;
    const uint32_t n_sent = ga_n_threads() / ga_warp_size() * a.copies;
    T *const row = (T *)box->row;
    bool all = true;
    for (uint32_t k = ga_thread(); k < n_values; k += ga_n_threads())
        row[k] = 0;
    const T *const from = vector_source<T>(a);
    const ga_cluster_word to = ga_cluster_at((uint32_t *)box->row, next);
    const ga_cluster_word at[2] = {ga_cluster_at((uint32_t *)&box->barriers[0], next),
                                   ga_cluster_at((uint32_t *)&box->barriers[1], next)};
    if (ga_thread() < 2)
        ga_async_begin(&box->barriers[ga_thread()]);
    ga_cluster_sync();
    const struct ga_lap lap = ga_lap_begin();
    GA_NO_UNROLL
    for (uint32_t phase = 0; phase < a.n; phase++) {
        uint64_t *const barrier = &box->barriers[phase % 2];
        if (ga_thread() == 0)
            ga_async_expect(barrier, n_sent * a.row_bytes);
        GA_NO_UNROLL
        for (uint32_t i = 0; i < a.copies && ga_thread() % ga_warp_size() == 0; i++)
            ga_bulk_add(to, from, a.row_bytes, at[phase % 2]);
        if (ga_thread() == 0 && all)
            all = vector_came(a, barrier, phase / 2, n_sent * a.row_bytes);
        ga_block_sync();
    }
    if (ga_thread() == 0 && all)
        ga_lap_end(&a.laps[ga_block()], lap, 0);
    ga_cluster_sync();
    for (uint32_t k = ga_thread(); k < n_values; k += ga_n_threads())
        if (row[k] != (T)(1 + (k & 1)) * n_sent * a.n)
            vector_wrong(a);
}

#endif
