/* One warp that is measured, the leader, and what the rest of the GPU does meanwhile: nothing, the same
 * as the leader, or stores of its own. The leader is the first warp of the first block on an SM that the host names,
 * because what a fence takes in company depends on the SM; if it names none, of block 0.
 *
 * A block says which SM it is on; the leader waits for all to have said so, and ends the launch when it
 * has its samples. Whatever is said goes by relaxed loads and stores, so that a kernel has the fences
 * that it measures and no others. Progress assumed: resident blocks run. */
#ifndef GA_COMPANY_H
#define GA_COMPANY_H

#include "bench.h"
#include "talk.h"

/* COMPANY_MOST: of what is measured, in a sample, and in a companion's round. COMPANY_APART: words from one line to
 * the next where each has a page of its own, 4 KiB and a line. COMPANY_REPEATS: times in a sample, in company.
 * COMPANY_VISIT: samples in a launch, few because those of one launch are more alike than those of several. The
 * stand-in has neither caches nor time. */
#if defined(GA_BACKEND_CPU)
enum { COMPANY_MOST = 4, COMPANY_APART = 32, COMPANY_REPEATS = 2, COMPANY_VISIT = 20 };
#else
enum { COMPANY_MOST = 64, COMPANY_APART = 1056, COMPANY_REPEATS = 16, COMPANY_VISIT = 2 };
#endif
enum {
    COMPANY_WARM_UP = 4, /* samples before those that count */
    COMPANY_LINES = 16,  /* that a warp in the background writes, in turn */
    COMPANY_ZEROS = 8,
    COMPANY_AT_ONCE = 4,    /* looks at what blocks say of their places */
    COMPANY_TALLIES = 4,    /* words for what a kernel counts */
    COMPANY_LINE_WORDS = 32 /* of an NVIDIA L2 line of 128 bytes; AMD has lines of 64 or 128 */
};
/* From the beginning until all others are at it. */
static const uint64_t COMPANY_QUIET_CYCLES = 16384;

/* Who does the same as the leader: nobody, its SM's first threads, or those of all SMs. */
enum company_reach { REACH_ALONE, REACH_SM, REACH_CHIP };
enum company_phase { COMPANY_COMING, COMPANY_BEGUN, COMPANY_ENDED };
enum company_role { COMPANY_LEADER, COMPANY_COMPANION, COMPANY_WRITER, COMPANY_IDLE, COMPANY_LATE };

/* What the blocks tell each other and the host; zeroed before a launch. */
struct company_board {
    uint32_t phase;
    uint32_t leader; /* its block */
    uint32_t wrong;  /* a value in memory was not what it had to be */
    uint32_t tallies[COMPANY_TALLIES];
    uint64_t turn[2];
};

struct company_args {
    struct company_board *board;
    uint32_t *places;     /* [blocks] its SM's id + 1 */
    uint32_t *cycles;     /* [n_samples] */
    uint32_t *words;      /* of the benchmark */
    uint32_t *background; /* COMPANY_LINES lines for each warp */
    const uint32_t *zero; /* [COMPANY_ZEROS]; the compiler cannot know */
    struct ga_visit *result;
    uint32_t n_samples, count, detail; /* count, detail: the benchmark's */
    uint32_t active_threads;           /* of a block, that do the same as the leader */
    uint32_t lanes;           /* of the leader's warp and those like it; the others leave */
    uint32_t repeats;         /* a sample is the mean of so many times, rounded */
    uint32_t home;            /* the leader's SM, its id + 1; 0: that of block 0 */
    uint32_t reach;           /* enum company_reach */
    uint32_t writing_threads; /* of a block on another SM, that store meanwhile */
    uint64_t spin_ticks;
};

GA_DEVICE uint32_t company_see(const uint32_t *p) {
    return ga_load<GA_SCOPE_DEVICE, GA_RELAXED>(p);
}
GA_DEVICE void company_say(uint32_t *p, uint32_t x) { ga_store<GA_SCOPE_DEVICE, GA_RELAXED>(p, x); }

/* Times f(N - 1), .., f(1), f(0): straight code between two looks at the clock. after(): what has to have come
 * before the second. */
template <uint32_t N, typename F, typename After>
GA_DEVICE uint32_t company_straight(const F &f, const After &after) {
    const uint64_t start = ga_start();
    GA_UNROLL
    for (uint32_t i = N; i != 0; i--)
        f(i - 1);
    return ga_elapsed(start, ga_stop_after(after()));
}

/* Likewise for a count that is 0 or a power of two up to COMPANY_MOST. Each has code of its own, so that nothing
 * but the number of f() is between the clocks. */
template <typename F, typename After>
GA_DEVICE uint32_t company_timed(uint32_t count, const F &f, const After &after) {
    switch (count) {
    case 0:
        return company_straight<0>(f, after);
    case 1:
        return company_straight<1>(f, after);
    case 2:
        return company_straight<2>(f, after);
    case 4:
        return company_straight<4>(f, after);
    case 8:
        return company_straight<8>(f, after);
    case 16:
        return company_straight<16>(f, after);
    case 32:
        return company_straight<32>(f, after);
    default:
        return company_straight<COMPANY_MOST>(f, after);
    }
}
enum { COMPANY_IN_CODE = 2 * COMPANY_MOST - 1 }; /* how often f() stands in the code of these */
static inline bool company_is_count(int32_t n) { return n >= 0 && (n & (n - 1)) == 0; }

/* Waits until *p is not 0. out: what it is; 0 if spin_ticks have passed since begin. */
GA_DEVICE uint32_t company_await(const uint32_t *p, uint64_t begin, uint64_t spin_ticks) {
    uint32_t x = 0;
    GA_NO_UNROLL
    while ((x = company_see(p)) == 0 && ga_ticks() - begin < spin_ticks)
        ga_pause();
    return x;
}

/* Says where this block is. out: the id + 1 of the leader's SM, or 0 if spin_ticks have passed since begin. */
GA_DEVICE uint32_t company_come(const struct company_args &a, uint64_t begin) {
    if (ga_thread() == 0)
        company_say(&a.places[ga_block()], ga_sm_id() + 1);
    return a.home ? a.home : company_await(&a.places[0], begin, a.spin_ticks);
}

/* Of the blocks on the leader's SM. */
GA_DEVICE bool company_is_first(const struct company_args &a, uint32_t home, uint64_t begin) {
    bool first = true;
    GA_NO_UNROLL
    for (uint32_t b = 0; first && b < ga_block(); b++)
        first = company_await(&a.places[b], begin, a.spin_ticks) != home;
    return first;
}

/* out: whether all blocks had come before spin_ticks had passed since begin. Looks at COMPANY_AT_ONCE of them at a time, so few
 * because a full block has few registers, and one by one where one has not come yet. */
GA_DEVICE bool company_all_came(const struct company_args &a, uint64_t begin) {
    bool all = true;
    GA_NO_UNROLL
    for (uint32_t b = 0; b < ga_n_blocks();) {
        const uint32_t *const said = a.places + b;
        bool came = b + COMPANY_AT_ONCE <= ga_n_blocks();
        if (came) {
            uint32_t place[COMPANY_AT_ONCE];
            GA_UNROLL
            for (uint32_t k = 0; k < COMPANY_AT_ONCE; k++)
                place[k] = company_see(said + k);
            GA_UNROLL
            for (uint32_t k = 0; k < COMPANY_AT_ONCE; k++)
                came &= place[k] != 0;
        }
        if (!came)
            all &= company_await(said, begin, a.spin_ticks) != 0;
        b += came ? (uint32_t)COMPANY_AT_ONCE : 1;
    }
    return all;
}

/* Every thread of every block calls this once, first. Waits spin_ticks at most, however many blocks are missing. */
GA_DEVICE enum company_role company_join(const struct company_args &a) {
    const uint64_t begin = ga_ticks();
    const uint32_t home = company_come(a, begin);
    const bool near = home == ga_sm_id() + 1;
    if (near && ga_thread() < ga_warp_size() && company_is_first(a, home, begin)) {
        return company_all_came(a, begin) ? COMPANY_LEADER : COMPANY_LATE;
    }
    if (!near && ga_thread() < a.writing_threads)
        return COMPANY_WRITER;
    return ga_thread() < a.active_threads &&
                   (a.reach == REACH_CHIP || (a.reach == REACH_SM && near))
               ? COMPANY_COMPANION
               : COMPANY_IDLE;
}

/* Stores in turn to a line for each step of the warp, one word a lane, until the leader ends; then looks
 * whether each word holds what it must. */
GA_DEVICE void company_write(const struct company_args &a) {
    const uint32_t n = ga_warp_size(), warps = (ga_n_threads() + n - 1) / n;
    const uint32_t warp = ga_block() * warps + ga_thread() / n;
    uint32_t *const mine =
        a.background + (size_t)warp * COMPANY_LINES * n + ga_thread() % n + *a.zero;
    const uint64_t begin = ga_ticks();
    uint32_t round = 0;
    GA_NO_UNROLL
    do {
        ga_pause();
        round++;
        GA_UNROLL
        for (uint32_t i = 0; i < COMPANY_LINES; i++)
            ga_store_plain(mine + i * n, round);
    } while (company_see(&a.board->phase) != COMPANY_ENDED && ga_ticks() - begin < a.spin_ticks);
    GA_NO_UNROLL
    for (uint32_t i = 0; i < COMPANY_LINES; i++)
        if (company_see(mine + i * n) != round)
            company_say(&a.board->wrong, 1);
}

/* The leader's last words. */
GA_DEVICE void company_end(const struct company_args &a, uint32_t outcome, uint64_t cycles,
                           uint64_t ticks) {
    if (ga_thread() == 0) {
        *a.result = {outcome, ga_sm_id(), ga_cycles() - cycles, ga_ticks() - ticks};
        company_say(&a.board->leader, ga_block());
        company_say(&a.board->phase, COMPANY_ENDED);
    }
}

/* The leader's sample i. It comes back when memory has it, so that it is not on its way during the next. */
GA_DEVICE void company_record(const struct company_args &a, uint32_t i, uint32_t cycles) {
    if (i < COMPANY_WARM_UP)
        return;
    uint32_t *const p = &a.cycles[i - COMPANY_WARM_UP];
    if (ga_thread() == 0)
        company_say(p, cycles);
    ga_cycles_after(company_see(p) & *a.zero);
}

/* A sample that is not whole yet: the sum of n times. i: how many were whole before. */
struct company_sample {
    uint64_t sum;
    uint32_t n, i;
};

/* The leader's next time. A sample is the mean of several: what they vary by in company, such as which warp's turn it
 * is, is averaged. Before each next, memory has what was said of the one before. out: whether there is a next. */
GA_DEVICE bool company_take(const struct company_args &a, struct company_sample *s,
                            uint32_t cycles) {
    s->sum += cycles;
    s->n++;
    const bool whole = s->n == a.repeats || s->i < COMPANY_WARM_UP;
    company_record(a, s->i, whole ? (uint32_t)((s->sum + s->n / 2) / s->n) : cycles);
    if (whole)
        *s = {0, 0, s->i + 1};
    return s->i < COMPANY_WARM_UP + a.n_samples;
}

/* All of a kernel. work(count) is timed by itself: it returns its cycles. */
template <typename Work> GA_DEVICE void company(const struct company_args &a, Work work) {
    const enum company_role role = company_join(a);
    const uint64_t cycles = ga_cycles(), ticks = ga_ticks();
    if (role == COMPANY_LATE)
        return company_end(a, GA_TIMEOUT, cycles, ticks);
    if (role == COMPANY_IDLE) {
        company_await(&a.board->phase, ticks, a.spin_ticks);
        return;
    }
    if (role == COMPANY_WRITER)
        return company_write(a);
    if (ga_thread() % ga_warp_size() >= a.lanes)
        return;
    const bool leads = role == COMPANY_LEADER;
    if (leads) {
        if (ga_thread() == 0)
            company_say(&a.board->phase, COMPANY_BEGUN);
        ga_idle(COMPANY_QUIET_CYCLES);
    }
    struct company_sample sample = {0, 0, 0};
    bool more = true;
    GA_NO_UNROLL
    while (more) {
        const uint32_t took = work(leads ? a.count : (uint32_t)COMPANY_MOST);
        if (leads) {
            more = company_take(a, &sample, took);
        } else {
            ga_pause();
            more =
                company_see(&a.board->phase) != COMPANY_ENDED && ga_ticks() - ticks < a.spin_ticks;
        }
    }
    if (leads)
        company_end(a, GA_OK, cycles, ticks);
}

#endif
