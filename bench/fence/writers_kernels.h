/* The kernels' side of fence_writers: the leader's fences, what an SM that writes does meanwhile, and how long an add to each
 * line takes. */
#ifndef GA_WRITERS_KERNELS_H
#define GA_WRITERS_KERNELS_H

#include "company.h"
#include "distance.h"
#include "fences.h"

enum { WRITERS_FENCES = 16 };
/* Between two looks of an SM that does nothing: hardly a load on the way that is measured. */
static const uint64_t WRITERS_LOOK_CYCLES = 4096;

/* What a warp says that wrote, by its first lane. */
struct writers_report {
    uint32_t rounds;                /* all of them: what its first word of a line holds */
    uint32_t while_measured, ticks; /* rounds from when the leader began, and how long these took */
};

struct writers_args {
    struct company_args company;
    uint32_t *pool;          /* lines of COMPANY_LINE_WORDS */
    uint32_t *own;           /* the leader's line, in the pool */
    const uint32_t *writing; /* [n_writing] ids + 1 of the SMs that write */
    const uint32_t *lists;   /* [n_writing][warps of a block][COMPANY_LINES] lines of the pool */
    struct writers_report *reports; /* [n_writing][warps of a block] */
    uint32_t n_writing, n_lines;    /* n_lines: that a warp writes in turn */
};

struct writers_look_args {
    uint32_t *pool;
    const uint32_t *zero;
    uint32_t *places;       /* [blocks] its SM's id + 1 */
    uint32_t *cycles;       /* [n_lines] of GA_DISTANCE_ADDS adds */
    uint32_t n_lines, home; /* home: id + 1 of the SM that looks */
};

/* out: this SM's place among those that write; n_writing if it does not. */
GA_DEVICE uint32_t writing_slot(const struct writers_args &a) {
    const uint32_t me = ga_sm_id() + 1;
    uint32_t slot = 0;
    GA_NO_UNROLL
    while (slot < a.n_writing && a.writing[slot] != me)
        slot++;
    return slot;
}

/* One thread of an SM that does not write: its block stays, so that no other comes to the SM. */
GA_DEVICE void stay(const struct company_args &a) {
    const uint64_t begin = ga_ticks();
    GA_NO_UNROLL
    while (company_see(&a.board->phase) != COMPANY_ENDED && ga_ticks() - begin < a.spin_ticks)
        ga_idle(WRITERS_LOOK_CYCLES);
}

/* A warp's lines in turn, one word a lane, until the leader ends; then looks whether each word holds what it must. */
template <uint32_t Lines> GA_DEVICE void write_lines(const struct writers_args &a, uint32_t slot) {
    const uint32_t n = ga_warp_size(), lane = ga_thread() % n;
    const uint32_t warp = slot * (ga_n_threads() / n) + ga_thread() / n;
    uint32_t *const mine = a.pool + lane + *a.company.zero;
    uint32_t at[Lines];
    GA_UNROLL
    for (uint32_t i = 0; i < Lines; i++)
        at[i] = a.lists[warp * COMPANY_LINES + i] * COMPANY_LINE_WORDS;
    const uint64_t begin = ga_ticks();
    uint64_t now = begin, first = begin;
    uint32_t round = 0, before = 0, phase = COMPANY_COMING;
    GA_NO_UNROLL
    do {
        ga_pause();
        round++;
        GA_UNROLL
        for (uint32_t i = 0; i < Lines; i++)
            ga_store_plain(mine + at[i], round);
        phase = company_see(&a.company.board->phase);
        now = ga_ticks();
        if (phase == COMPANY_COMING) {
            before = round;
            first = now;
        }
    } while (phase != COMPANY_ENDED && now - begin < a.company.spin_ticks);
    GA_UNROLL
    for (uint32_t i = 0; i < Lines; i++)
        if (company_see(mine + at[i]) != round)
            company_say(&a.company.board->wrong, 1);
    if (lane == 0)
        a.reports[warp] = {round, round - before, ga_fit(now - first)};
}

/* Each number of lines has code of its own, so that a round is its writes. */
GA_DEVICE void write_some(const struct writers_args &a, uint32_t slot) {
    switch (a.n_lines) {
    case 1:
        return write_lines<1>(a, slot);
    case 2:
        return write_lines<2>(a, slot);
    case 4:
        return write_lines<4>(a, slot);
    case 8:
        return write_lines<8>(a, slot);
    default:
        return write_lines<COMPANY_LINES>(a, slot);
    }
}

/* Every thread of an SM that is not the leader's. */
GA_DEVICE void write_or_stay(const struct writers_args &a) {
    const uint32_t slot = writing_slot(a);
    if (slot == a.n_writing) {
        if (ga_thread() == 0)
            stay(a.company);
    } else if (ga_thread() % ga_warp_size() < COMPANY_LINE_WORDS) {
        write_some(a, slot);
    }
}

/* All of a kernel. The leader's SM is known, so no other thread has a part in the company. Before a sample comes a fence that
 * is not timed, for the sample before, which the leader has written. */
template <enum ga_scope S, bool Own> GA_DEVICE void measure_writers(const struct writers_args &a) {
    if (a.company.home != ga_sm_id() + 1) {
        company_come(a.company, ga_ticks());
        return write_or_stay(a);
    }
    if (ga_thread() >= ga_warp_size())
        return;
    uint32_t *const own = a.own + *a.company.zero;
    uint32_t written = 0;
    const auto work = [&](uint32_t count) {
        const uint32_t last = written + (Own ? count : 0);
        const auto one = [&](uint32_t left) {
            if constexpr (Own)
                ga_store_plain(own, last - left);
            fence<S, FENCE_ACQ_REL>();
        };
        const auto after = [] { return 0u; };
        written = last;
        fence<S, FENCE_ACQ_REL>();
        return count ? company_straight<WRITERS_FENCES>(one, after)
                     : company_straight<0>(one, after);
    };
    company(a.company, work);
}

/* The first lane of each warp of one SM times a chain of adds at its share of the lines. Twice: the first time takes address
 * translation and the way from memory, too. */
GA_DEVICE void look_at_lines(const struct writers_look_args &a) {
    const uint32_t warps = ga_n_threads() / ga_warp_size(), warp = ga_thread() / ga_warp_size();
    const uint32_t zero = *a.zero;
    if (ga_thread() == 0)
        ga_say(&a.places[ga_block()], ga_sm_id() + 1);
    if (ga_thread() % ga_warp_size() != 0)
        return;
    if (a.home != ga_sm_id() + 1)
        return ga_idle(COMPANY_QUIET_CYCLES);
    GA_NO_UNROLL
    for (uint32_t pass = 0; pass < 2; pass++) {
        GA_NO_UNROLL
        for (uint32_t line = warp; line < a.n_lines; line += warps) {
            uint32_t *const word = a.pool + (size_t)line * COMPANY_LINE_WORDS + zero;
            const uint64_t start = ga_start();
            uint32_t old = 0;
            GA_UNROLL
            for (uint32_t n = 0; n < GA_DISTANCE_ADDS; n++)
                old = ga_add_u32_device_relaxed(word, (old & zero) | 1);
            a.cycles[line] = ga_elapsed(start, ga_stop_after(old));
        }
    }
}

#endif
