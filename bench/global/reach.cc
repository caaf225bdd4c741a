/* global_reach: what an add costs when its word is not in the L2: one word of each 128 bytes of a working set, in random
 * order, line by line, or page by page.
 *
 *   dependent    one thread; the address of the next needs the result of the one before: the latency
 *   independent  all threads; all results are used
 *   unused       all threads; no result is used
 *
 * `page` takes one line of each 2 MiB in turn: so few lines that the L2 could hold them, if they met nowhere in it. A visit
 * begins with a look at every word, which leaves in the L2 what it holds. Then the samples, each with other words where
 * there are enough. In the end every add is taken back, and no word may differ from 0.
 *
 * Contends: nobody, but for threads that meet by chance. Progress assumed: none. */
#include "device_order.h"
#include "laps_host.h"

enum pattern { RANDOM, LINE, PAGE };
enum operation { ADD, LOAD };
enum regime { DEPENDENT, INDEPENDENT, UNUSED };
enum : uint32_t {
    LINE_BYTES = 128,
    PAGE_LINES = (1 << 21) / LINE_BYTES,
    UNROLL = 4,
    CHAIN = 512,        /* accesses of the one thread */
    ACCESSES = 1 << 22, /* of all threads, about */
    BLOCK_THREADS = 256,
    MOST_MIB = 1 << 14,
    STAND_IN_LINES = 8, /* in place of a MiB */
};

/* A launch makes the accesses first .. first + n - 1 of all; thread t makes t, t + threads, .. of these. step: of the line
 * from one access to the next, in parts of 2^32 of the set; 0: at random. */
struct reach_args {
    char *lines;
    struct ga_lap *laps; /* [block] */
    uint32_t *sums;      /* [thread]: of what came back, or of words that are wrong */
    uint32_t n_lines, step, first, n, zero;
};

/* out: the word of access i. Every bit of its number counts. src: Appleby, MurmurHash3, the 32-bit finalizer. */
GA_DEVICE uint32_t *reach_word(const struct reach_args &a, uint32_t i) {
    uint32_t x = i;
    if (a.step == 0) {
        x = (x ^ x >> 16) * 0x85ebca6bu;
        x = (x ^ x >> 13) * 0xc2b2ae35u;
        x ^= x >> 16;
    } else {
        x *= a.step;
    }
    return (uint32_t *)(a.lines + (size_t)((uint64_t)x * a.n_lines >> 32) * LINE_BYTES);
}

template <enum operation Op, enum regime R> GA_DEVICE uint32_t reach_access(uint32_t *word) {
    if constexpr (Op == LOAD)
        return ga_load<GA_SCOPE_DEVICE, GA_RELAXED>(word);
    else if constexpr (R != UNUSED)
        return ga_add<GA_SCOPE_DEVICE, GA_RELAXED>(word, 1u);
    else
        GA_SILENT(ga_add)<GA_SCOPE_DEVICE, GA_RELAXED>(word, 1u);
    return 0;
}

/* One thread. The next word is known but for the offset that comes with the result. */
template <enum operation Op> GA_DEVICE uint32_t reach_chain(const struct reach_args &a) {
    uint32_t after = 0, sum = 0;
    GA_NO_UNROLL
    for (uint32_t i = 0; i < a.n; i++) {
        const uint32_t old = reach_access<Op, DEPENDENT>(reach_word(a, a.first + i) + after);
        after = old & a.zero;
        sum += old;
    }
    return sum;
}

template <enum operation Op, enum regime R>
GA_DEVICE uint32_t reach_all(const struct reach_args &a) {
    const uint32_t step = ga_n_blocks() * ga_n_threads();
    uint32_t sum = 0;
    GA_NO_UNROLL
    for (uint32_t i = ga_block() * ga_n_threads() + ga_thread(); i < a.n; i += UNROLL * step) {
        uint32_t old[UNROLL];
        GA_UNROLL
        for (uint32_t k = 0; k < UNROLL; k++)
            old[k] = reach_access<Op, R>(reach_word(a, a.first + i + k * step));
        GA_UNROLL
        for (uint32_t k = 0; k < UNROLL; k++)
            sum += old[k];
    }
    return sum;
}

template <enum operation Op, enum regime R> GA_DEVICE void reach(const struct reach_args &a) {
    const struct ga_lap lap = ga_lap_begin();
    uint32_t sum = 0;
    if constexpr (R != DEPENDENT)
        sum = reach_all<Op, R>(a);
    else if (ga_thread() == 0)
        sum = reach_chain<Op>(a);
    a.sums[ga_block() * ga_n_threads() + ga_thread()] = sum;
    ga_await_writes();
    ga_block_sync();
    if (ga_thread() == 0)
        ga_lap_end(&a.laps[ga_block()], lap, 0);
}

/* Expected: one add or load in a chain, UNROLL of them else, and no other atomic. */
GA_KERNEL_FULL(global_reach_add_dependent, reach_args) { reach<ADD, DEPENDENT>(a); }
GA_KERNEL_FULL(global_reach_add_independent, reach_args) { reach<ADD, INDEPENDENT>(a); }
GA_KERNEL_FULL(global_reach_add_unused, reach_args) { reach<ADD, UNUSED>(a); }
GA_KERNEL_FULL(global_reach_load_dependent, reach_args) { reach<LOAD, DEPENDENT>(a); }
GA_KERNEL_FULL(global_reach_load_independent, reach_args) { reach<LOAD, INDEPENDENT>(a); }

/* Looks at the words of accesses first .. first + n - 1, which step makes the lines in order; in sums how many are not 0. */
GA_KERNEL_FULL(reach_look, reach_args) {
    const uint32_t step = ga_n_blocks() * ga_n_threads(),
                   me = ga_block() * ga_n_threads() + ga_thread();
    uint32_t wrong = 0;
    for (uint64_t i = me; i < a.n_lines; i += step)
        wrong += *(const uint32_t *)(a.lines + i * LINE_BYTES) != 0;
    for (uint64_t i = me; i < a.n; i += step)
        wrong += *reach_word(a, a.first + (uint32_t)i) != 0;
    a.sums[me] += wrong;
}

/* Takes the adds of all launches back. */
GA_KERNEL_FULL(reach_undo, reach_args) {
    const uint32_t step = ga_n_blocks() * ga_n_threads();
    for (uint64_t i = ga_block() * ga_n_threads() + ga_thread(); i < a.n; i += step)
        GA_SILENT(ga_sub)<GA_SCOPE_DEVICE, GA_RELAXED>(reach_word(a, a.first + (uint32_t)i), 1u);
}

#include "reach_row.h"
