/* lock_turnstile's kernels: blocks that add their part to a tile, all at once or in turns.
 *
 * Contends: the blocks of a tile. Progress assumed: resident blocks run. Every wait ends after spin_ticks. */
#ifndef GA_LOCK_TURNSTILE_KERNELS_H
#define GA_LOCK_TURNSTILE_KERNELS_H

#include "talk.h"

/* VECTOR: words that a thread loads and stores at once; UNROLL: of these, that are under way at once. LOOKS: of a wait,
 * between two of the clock. */
enum { VECTOR = 4, UNROLL = 2, LOOKS = 64, GAVE_UP = 1 };
/* PARTS: of a vector, that the second kernel loads at once. LINE: vectors in 64 bytes. The stand-in has few threads. */
#if defined(GA_BACKEND_CPU)
enum { PARTS = 1, LINE = 2 };
#else
enum { PARTS = 2, LINE = 4 };
#endif
enum { LOADS = (int)UNROLL * (int)PARTS }; /* of a thread under way there */
typedef struct ga_f32x4 vector;

struct turnstile_args {
    uint32_t *semaphores; /* [tile], in lines of their own: whose turn it is */
    vector *tiles;        /* [tile][vector] */
    vector *parts;        /* [tile][block][vector], for a second kernel */
    uint32_t *over;
    uint32_t *arrived;      /* [block]: the last sample that it came to, from 1 */
    uint32_t *start;        /* [sample]: low bits of ga_ticks() when all begin, and never 0 */
    uint64_t *begin, *ends; /* [sample]; [sample][block], in ticks */
    uint64_t *clocks;       /* of block 0's wait for the first start: its ticks, then its cycles */
    uint32_t blocks, vectors; /* of a tile */
    uint32_t sample;
    uint32_t margin_ticks;
    uint64_t spin_ticks;
};

enum { TURNSTILE_APART = 64 }; /* words between two semaphores */

/* What block `rank` of a tile adds to a word. */
GA_ANYWHERE float turnstile_part(uint32_t rank, uint32_t word) {
    return (float)(rank + 1 + word % VECTOR);
}

GA_DEVICE void give_up(const struct turnstile_args &a) { ga_say(a.over, GAVE_UP); }

/* out: whether is_there() was true in time, and nobody gave up. */
template <typename F> GA_DEVICE bool await(const struct turnstile_args &a, F is_there) {
    const uint64_t begin = ga_ticks();
    bool is_over = false;
    GA_NO_UNROLL
    for (uint32_t laps = 1; !is_over; laps++) {
        if (is_there())
            return true;
        ga_pause();
        if (laps % LOOKS > 0)
            continue;
        is_over = ga_see(a.over) || ga_ticks() - begin > a.spin_ticks;
    }
    give_up(a);
    return false;
}

/* All threads of all blocks. Block 0 agrees on a time when all have arrived. shared: one word. */
GA_DEVICE bool start_together(const struct turnstile_args &a, uint32_t *shared) {
    const uint32_t n = ga_n_blocks(), me = ga_block();
    bool all_here = true;
    if (ga_thread() == 0)
        ga_say(&a.arrived[me], a.sample + 1);
    GA_NO_UNROLL
    for (uint32_t b = ga_thread(); me == 0 && all_here && b < n; b += ga_n_threads())
        all_here = await(a, [&] { return ga_see(&a.arrived[b]) == a.sample + 1; });
    ga_block_sync();
    if (ga_thread() == 0) {
        const uint64_t ticks = ga_ticks(), cycles = ga_cycles();
        if (me == 0) {
            const uint64_t begin = ticks + a.margin_ticks;
            a.begin[a.sample] = begin;
            ga_say(&a.start[a.sample], (uint32_t)begin | 1);
        }
        uint32_t then = 0;
        all_here = await(a, [&] { return (then = ga_see(&a.start[a.sample])) != 0; }) &&
                   await(a, [&] { return (int32_t)((uint32_t)ga_ticks() - then) >= 0; });
        if (me == 0 && a.sample == 0) { /* the cycles first: the timer takes some to answer */
            a.clocks[1] = ga_cycles_between(cycles, ga_cycles());
            a.clocks[0] = ga_ticks() - ticks;
        }
        *shared = all_here && !ga_see(a.over);
    }
    ga_block_sync();
    return *shared;
}

GA_DEVICE void end(const struct turnstile_args &a) {
    if (ga_thread() == 0)
        a.ends[a.sample * ga_n_blocks() + ga_block()] = ga_ticks();
}

/* A thread's vectors of a tile, UNROLL at a time: each(first). */
template <typename F> GA_DEVICE void for_vectors(uint32_t n, F each) {
    GA_NO_UNROLL
    for (uint32_t v = ga_thread(); v < n; v += UNROLL * ga_n_threads())
        each(v);
}

GA_DEVICE vector part_of(uint32_t rank) {
    vector part;
    GA_UNROLL
    for (uint32_t k = 0; k < VECTOR; k++)
        part.at[k] = turnstile_part(rank, k);
    return part;
}
GA_DEVICE vector sum_of(vector x, const vector &y) {
    GA_UNROLL
    for (uint32_t k = 0; k < VECTOR; k++)
        x.at[k] += y.at[k];
    return x;
}

/* In turns: wait for the semaphore to be this block's, add, and pass it on. */
GA_DEVICE void take_turn(const struct turnstile_args &a) {
    uint32_t *const shared = (uint32_t *)ga_shared() + 1; /* others may still look at the first */
    if (!start_together(a, shared - 1))
        return;
    const uint32_t tile = ga_block() / a.blocks, rank = ga_block() % a.blocks, n = ga_n_threads();
    uint32_t *const semaphore = &a.semaphores[tile * TURNSTILE_APART];
    vector *const words = a.tiles + (size_t)tile * a.vectors;
    const uint32_t mine = a.sample * a.blocks + rank;
    if (ga_thread() == 0)
        *shared = await(a, [&] { return ga_load<GA_SCOPE_DEVICE, GA_ACQUIRE>(semaphore) == mine; });
    ga_block_sync();
    if (!*shared)
        return;
    const vector part = part_of(rank);
    for_vectors(a.vectors, [&](uint32_t v) {
        vector sum[UNROLL];
        GA_UNROLL
        for (uint32_t i = 0; i < UNROLL; i++)
            if (v + i * n < a.vectors)
                sum[i] = words[v + i * n];
        GA_UNROLL
        for (uint32_t i = 0; i < UNROLL; i++)
            if (v + i * n < a.vectors)
                words[v + i * n] = sum_of(sum[i], part);
    });
    ga_block_sync_writes();
    if (ga_thread() == 0)
        ga_store<GA_SCOPE_DEVICE, GA_RELEASE>(semaphore, mine + 1);
    end(a);
}

/* All at once. */
GA_DEVICE void add_at_once(const struct turnstile_args &a) {
    if (!start_together(a, (uint32_t *)ga_shared()))
        return;
    const uint32_t tile = ga_block() / a.blocks, rank = ga_block() % a.blocks, n = ga_n_threads();
    vector *const words = a.tiles + (size_t)tile * a.vectors;
    const vector part = part_of(rank);
    for_vectors(a.vectors, [&](uint32_t v) {
        GA_UNROLL
        for (uint32_t i = 0; i < UNROLL * VECTOR; i++)
            if (v + i / VECTOR * n < a.vectors)
                GA_SILENT(ga_add)<GA_SCOPE_DEVICE, GA_RELAXED>(
                    &words[v + i / VECTOR * n].at[i % VECTOR], part.at[i % VECTOR]);
    });
    ga_await_writes();
    ga_block_sync();
    end(a);
}

/* Each to a place of its own, for the kernel behind it. */
GA_DEVICE void store_part(const struct turnstile_args &a) {
    if (!start_together(a, (uint32_t *)ga_shared()))
        return;
    const uint32_t n = ga_n_threads();
    vector *const words = a.parts + (size_t)ga_block() * a.vectors;
    const vector part = part_of(ga_block() % a.blocks);
    for_vectors(a.vectors, [&](uint32_t v) {
        GA_UNROLL
        for (uint32_t i = 0; i < UNROLL; i++)
            if (v + i * n < a.vectors)
                words[v + i * n] = part;
    });
}

/* Of a block of the second kernel: the groups of its threads, each of which sums a share of the parts. More only while
 * threads would be idle without, each has PARTS parts to load at once, and its lanes read whole lines. */
GA_DEVICE uint32_t groups_of(const struct turnstile_args &a) {
    const uint32_t n = ga_n_threads();
    uint32_t groups = 1;
    GA_NO_UNROLL
    while (n % (2 * groups) == 0 && 2 * groups * LINE <= n && 2 * groups * PARTS <= a.blocks &&
           groups * a.vectors <= a.blocks * n)
        groups *= 2;
    return groups;
}

GA_DEVICE uint32_t at_most(uint32_t x, uint32_t most) { return x < most ? x : most; }

/* Parts first, first + step .. of the vectors v, v + columns .. of a tile: LOADS under way. None has a
 * condition, or the compiler would wait for each: in place of what is beyond the last, the last is loaded. */
GA_DEVICE void sum_share(const struct turnstile_args &a, const vector *parts, uint32_t first,
                         uint32_t step, uint32_t v, uint32_t columns, vector *sum) {
    GA_NO_UNROLL
    for (uint32_t b = first; b < a.blocks; b += PARTS * step) {
        vector part[LOADS];
        GA_UNROLL
        for (uint32_t i = 0; i < LOADS; i++)
            part[i] = parts[(size_t)at_most(b + i % PARTS * step, a.blocks - 1) * a.vectors +
                            at_most(v + i / PARTS * columns, a.vectors - 1)];
        GA_UNROLL
        for (uint32_t i = 0; i < LOADS; i++)
            if (b + i % PARTS * step < a.blocks)
                sum[i / PARTS] = sum_of(sum[i / PARTS], part[i]);
    }
}

/* All threads. The sums of all groups, by halves, so in one order; group 0 has them. */
GA_DEVICE void join_groups(uint32_t groups, uint32_t group, uint32_t lanes, vector *sum) {
    const uint32_t n = ga_n_threads();
    vector *const mine = (vector *)ga_shared() + ga_thread();
    GA_NO_UNROLL
    for (uint32_t half = groups / 2; half > 0; half /= 2) {
        GA_UNROLL
        for (uint32_t i = 0; i < UNROLL; i++)
            if (group >= half && group < 2 * half)
                mine[i * n] = sum[i];
        ga_block_sync();
        GA_UNROLL
        for (uint32_t i = 0; i < UNROLL; i++)
            if (group < half)
                sum[i] = sum_of(sum[i], mine[i * n + half * lanes]);
    }
    if (groups > 1)
        ga_block_sync(); /* others may still read what this thread writes next */
}

/* The second kernel: each block sums a share of a tile's words, its groups of threads a share of the parts each. */
GA_DEVICE void sum_parts(const struct turnstile_args &a) {
    const uint32_t tile = ga_block() / a.blocks, rank = ga_block() % a.blocks;
    const uint32_t groups = groups_of(a), lanes = ga_n_threads() / groups;
    const uint32_t columns = a.blocks * lanes, group = ga_thread() / lanes;
    vector *const words = a.tiles + (size_t)tile * a.vectors;
    const vector *const parts = a.parts + (size_t)tile * a.blocks * a.vectors;
    GA_NO_UNROLL
    for (uint32_t first = rank * lanes; first < a.vectors; first += UNROLL * columns) {
        const uint32_t v = first + ga_thread() % lanes;
        vector sum[UNROLL] = {};
        GA_UNROLL
        for (uint32_t i = 0; i < UNROLL; i++)
            if (group == 0 && v + i * columns < a.vectors)
                sum[i] = words[v + i * columns];
        sum_share(a, parts, group, groups, v, columns, sum);
        join_groups(groups, group, lanes, sum);
        GA_UNROLL
        for (uint32_t i = 0; i < UNROLL; i++)
            if (group == 0 && v + i * columns < a.vectors)
                words[v + i * columns] = sum[i];
    }
    ga_await_writes();
    ga_block_sync();
    end(a);
}

#endif
