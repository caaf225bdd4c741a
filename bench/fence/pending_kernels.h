/* The kernels' side of fence_pending: who writes, and where, before the fence that is timed. */
#ifndef GA_PENDING_KERNELS_H
#define GA_PENDING_KERNELS_H

#include "company.h"
#include "fences.h"

enum {
    OTHER_WARPS = 4,
    MOST_WRITES = 128,
    ISSUE_CYCLES = 8,
    FAR_WORDS = MOST_WRITES * COMPANY_APART
};
enum lines { OWN, SPREAD, WARPS, OTHERS };

/* The k-th word to write, from the first of a warp's own line or of all; the first is near to the leader. */
GA_ANYWHERE uint32_t word_of(enum lines lines, uint32_t k) {
    return lines == OWN ? k % COMPANY_LINE_WORDS : k * COMPANY_APART;
}

/* The own line of a warp, of which the leader has the first: wherever its block came to be, that is the near one. */
GA_ANYWHERE uint32_t own_line(bool leads, uint32_t warp) { return leads ? 0 : 1 + warp; }

/* Who waits until when, for whom. */
struct pending {
    uint32_t *words;
    uint32_t *said; /* words beyond the blocks' places: what warps tell each other */
    uint64_t begin; /* of the launch, in ticks: all waits end spin_ticks later */
    uint32_t round; /* from 1; what is written in it */
    bool late;
};

GA_DEVICE bool is_over(const struct company_args &a, const struct pending *p) {
    return ga_ticks() - p->begin > a.spin_ticks;
}

/* Waits until a word, or the board's turn, is x. */
GA_DEVICE bool await(const struct company_args &a, const struct pending *p, const uint32_t *word,
                     uint32_t x) {
    GA_NO_UNROLL
    while (company_see(word) != x) {
        if (is_over(a, p))
            return false;
        ga_pause();
    }
    return true;
}

GA_DEVICE uint32_t n_rounds(const struct company_args &a) {
    return COMPANY_WARM_UP + a.n_samples * a.repeats;
}

/* WARPS: another warp's part of every time: waits for its clock, writes, says so. */
GA_DEVICE void write_along(const struct company_args &a, struct pending *p, uint32_t n_others) {
    const uint32_t me = ga_thread() / ga_warp_size() - 1;
    uint64_t start = 0, before = 0;
    GA_NO_UNROLL
    for (p->round = 1; p->round <= n_rounds(a); p->round++) {
        while ((start = ga_load<GA_SCOPE_DEVICE, GA_RELAXED>(a.board->turn)) == before) {
            if (is_over(a, p))
                return;
            ga_pause();
        }
        before = start;
        while (ga_is_before(ga_cycles(), start))
            ;
        GA_NO_UNROLL
        for (uint32_t k = me; k < a.count; k += n_others)
            ga_store_plain(&p->words[word_of(WARPS, k)], p->round);
        company_say(&p->said[me], p->round);
    }
}

/* OTHERS: the part of a warp on another SM, all of whose lanes come here. Before every time it writes a word of each
 * line and reads it again, so that the line's last writer was on this SM, whose L1 has it, too. */
GA_DEVICE void hold_lines(const struct company_args &a, struct pending *p) {
    GA_NO_UNROLL
    for (p->round = 1; p->round <= n_rounds(a); p->round++) {
        const bool asked = await(a, p, &p->said[0], p->round);
        if (ga_ballot(!asked))
            return;
        GA_NO_UNROLL
        for (uint32_t k = ga_thread(); k < a.count; k += ga_warp_size())
            ga_store_plain(&p->words[word_of(OTHERS, k) + 1], p->round);
        bool right = true;
        GA_NO_UNROLL
        for (uint32_t k = ga_thread(); k < a.count; k += ga_warp_size())
            right &= ga_load_plain(&p->words[word_of(OTHERS, k) + 1]) == p->round;
        const bool all_right = !ga_ballot(!right);
        if (ga_thread() == 0 && !all_right)
            company_say(&a.board->wrong, 1);
        if (ga_thread() == 0)
            company_say(&p->said[1], p->round);
    }
}

/* Once before every fence: by what a.detail says. settle(): a fence that is not timed, for what the leader has written
 * itself, such as its last sample: a fence goes as far as the lines that were written since the one before. */
template <typename Settle>
GA_DEVICE void write_before(const struct company_args &a, struct pending *p, uint32_t n_others,
                            const Settle &settle) {
    const enum lines lines = (enum lines)a.detail;
    uint64_t start = 0;
    p->round++;
    if (lines == WARPS) { /* the others write from then on */
        start = ga_start() + GA_SM_MARGIN_CYCLES;
        ga_store<GA_SCOPE_DEVICE, GA_RELAXED>(a.board->turn, start);
    } else if (lines == OTHERS) {
        company_say(&p->said[0], p->round);
        p->late |= !await(a, p, &p->said[1], p->round);
    }
    settle();
    GA_NO_UNROLL
    for (uint32_t k = 0; lines != WARPS && k < a.count; k++)
        ga_store_plain(&p->words[word_of(lines, k)], p->round);
    while (lines == WARPS &&
           ga_is_before(ga_cycles(), start + (a.count + n_others - 1) / n_others * ISSUE_CYCLES))
        ;
}

/* OTHERS: whether this block, which is not the leader's, is the first of those. */
GA_DEVICE bool is_partner(const struct company_args &a, const struct pending *p, uint32_t home) {
    return ga_block() == 0 ||
           (ga_block() == 1 && company_await(&a.places[0], p->begin, a.spin_ticks) == home);
}

template <enum ga_scope S, enum fence_order O>
GA_DEVICE void measure_pending(const struct company_args &a) {
    const enum lines lines = (enum lines)a.detail;
    const uint32_t warps = ga_n_threads() / ga_warp_size(), n_others = warps - 1;
    const uint32_t warp = ga_block() * warps + ga_thread() / ga_warp_size();
    struct pending p = {a.words + *a.zero, a.places + ga_n_blocks(), ga_ticks(), 0, false};
    const uint32_t home = company_come(a, p.begin);
    const bool near = home == ga_sm_id() + 1; /* the leader's block, where an SM has one */
    if (lines == OTHERS && !near && is_partner(a, &p, home))
        return hold_lines(a, &p);
    if (lines == WARPS && near && ga_thread() >= ga_warp_size()) {
        if (ga_thread() % ga_warp_size() == 0)
            write_along(a, &p, n_others);
        return;
    }
    const bool leads = near && ga_thread() < ga_warp_size() && company_is_first(a, home, p.begin);
    if (lines == OWN)
        p.words += own_line(leads, warp) * COMPANY_LINE_WORDS;
    company(a, [&](uint32_t) {
        write_before(a, &p, n_others, [] { fence<S, O>(); });
        const uint64_t begin = ga_start();
        fence<S, O>();
        const uint32_t cycles = ga_elapsed(begin, ga_stop());
        if (lines == WARPS)
            for (uint32_t w = 0; w < n_others; w++)
                p.late |= !await(a, &p, &p.said[w], p.round);
        return cycles;
    });
    if (p.late)
        a.result->outcome = GA_TIMEOUT;
}

#endif
