/* The kernels' side of fence_message_passing: how a word and its flag are sent and received, by every way and scope. */
#ifndef GA_MESSAGE_PASSING_KERNELS_H
#define GA_MESSAGE_PASSING_KERNELS_H

#include "company.h"
#include "ways.h"

/* ROUNDS: there and back, in a sample. UNSEEN_NS: how long to look for a flag that need not come; an operating
 * system lets a thread wait for long. */
#if defined(GA_BACKEND_CPU)
enum { ROUNDS = 4, LINES = 8 };
static const double UNSEEN_NS = 1e9;
#else
enum { ROUNDS = 32, LINES = 64 };
static const double UNSEEN_NS = 10e3;
#endif
enum {
    DELAY_CYCLES = 16, /* at most 63 times that, if delays vary */
    PART_TURNS = 8, /* a sample is the sum of such parts where the cycle counter wraps within it */
    DATA_WORDS = (int)LINES * (int)COMPANY_APART
};

enum { VARIANTS = 3 * (int)WAYS };

GA_ANYWHERE constexpr bool is_correct(int scope, int way) {
    return scope != GA_SCOPE_BLOCK && way < RELAXED;
}

/* The word itself, by the rules of the way. CACHED: as if it were plain, wherever the flag is. */
template <enum ga_scope S, enum way W> GA_DEVICE void put(uint32_t *p, uint32_t x) {
    if constexpr (is_correct(S, W))
        ga_store_plain(p, x);
    else
        ga_store<W == CACHED ? GA_SCOPE_BLOCK : S, GA_RELAXED>(p, x);
}
template <enum ga_scope S, enum way W> GA_DEVICE uint32_t get(const uint32_t *p) {
    if constexpr (is_correct(S, W))
        return ga_load_plain(p);
    else
        return ga_load < W == CACHED ? GA_SCOPE_BLOCK : S, GA_RELAXED > (p);
}

/* One thread's side: its flag and words, and the other's. sent: how many flags it has stored, which the other looks for
 * where it does not see one; a line of its own. */
struct side {
    uint32_t *out_flag, *out_words, *out_sent, *in_flag, *in_words;
    const uint32_t *in_sent;
    uint32_t failures, unseen, outcome;
};

template <enum ga_scope S, enum way W>
GA_DEVICE void send(const struct company_args &a, struct side *s, uint32_t round) {
    if (a.detail) {
        const uint64_t begin = ga_cycles(), delay = round * 37 % 64 * DELAY_CYCLES;
        while (ga_cycles_between(begin, ga_cycles()) < delay)
            ;
    }
    put<S, W>(&s->out_words[round * 7 % LINES * COMPANY_APART], round);
    before_flag<S, W>();
    set_flag<S, W>(s->out_flag, round);
    if (!is_correct(S, W))
        company_say(s->out_sent, round);
}

/* Waits at device scope until a word is x. out: whether it was before so many ticks had passed. */
GA_DEVICE bool await(const uint32_t *word, uint32_t x, uint64_t ticks) {
    const uint64_t begin = ga_ticks();
    GA_NO_UNROLL
    while (company_see(word) != x) {
        if (ga_ticks() - begin > ticks)
            return false;
        ga_pause();
    }
    return true;
}

enum sight { SEEN, UNSEEN, ABSENT };

/* out: SEEN by the way's own loads. UNSEEN: not in a.count ticks, all of them after it was stored, and it was there.
 * ABSENT: it was not there in a.spin_ticks. */
template <enum ga_scope S, enum way W>
GA_DEVICE enum sight await_flag(const struct company_args &a, const struct side *s,
                                uint32_t round) {
    const uint64_t patience = is_correct(S, W) ? a.spin_ticks : (uint64_t)a.count;
    uint64_t begin = ga_ticks();
    bool is_sent = false, more = true;
    GA_NO_UNROLL
    while (more) {
        ga_pause();
        if (is_set<S, W>(s->in_flag, round))
            return SEEN;
        if (ga_ticks() - begin < patience)
            continue;
        more = !is_correct(S, W) && !is_sent && await(s->in_sent, round, a.spin_ticks);
        is_sent |= more;
        begin = ga_ticks();
    }
    return is_sent && await(s->in_flag, round, a.spin_ticks) ? UNSEEN : ABSENT;
}

/* A word is a failure if it is old when the way has shown its flag; whoever did not see the flag was not told to
 * look. */
template <enum ga_scope S, enum way W>
GA_DEVICE void receive(const struct company_args &a, struct side *s, uint32_t round) {
    const enum sight flag = await_flag<S, W>(a, s, round);
    const bool is_counted = is_correct(S, W) || round > LINES;
    after_flag<S, W>();
    const uint32_t word = get<S, W>(&s->in_words[round * 7 % LINES * COMPANY_APART]);
    s->failures += is_counted && flag == SEEN && word != round;
    s->unseen += is_counted && flag == UNSEEN;
    s->outcome = flag == ABSENT ? (uint32_t)GA_TIMEOUT : s->outcome;
}

/* Both threads take turns; the leader is the first to send. A round is two turns. */
template <enum ga_scope S, enum way W> GA_DEVICE void pass(const struct company_args &a) {
    const enum company_role role = company_join(a);
    const bool leads = role == COMPANY_LEADER;
    const uint64_t cycles = ga_cycles(), ticks = ga_ticks();
    if (role == COMPANY_LATE)
        return company_end(a, GA_TIMEOUT, cycles, ticks);
    const uint32_t me = !leads;
    uint32_t *const words = a.words + *a.zero, *const flags = words + 2 * DATA_WORDS;
    struct side s = {flags + me * COMPANY_LINE_WORDS,
                     words + me * DATA_WORDS,
                     flags + (2 + me) * COMPANY_LINE_WORDS,
                     flags + !me * COMPANY_LINE_WORDS,
                     words + !me * DATA_WORDS,
                     flags + (2 + !me) * COMPANY_LINE_WORDS,
                     0,
                     0,
                     GA_OK};
    uint64_t begin = ga_start(), parts = 0;
    const uint32_t n_turns = (COMPANY_WARM_UP + a.n_samples) * ROUNDS * 2;
    GA_NO_UNROLL
    for (uint32_t turn = 0; turn < n_turns && s.outcome == GA_OK; turn++) {
        if (turn % 2 == me)
            send<S, W>(a, &s, turn / 2 + 1);
        else
            receive<S, W>(a, &s, turn / 2 + 1);
        if (leads && (turn + 1) % (2 * ROUNDS) == 0) {
            const uint32_t last = ga_elapsed(begin, ga_stop());
            company_record(a, turn / (2 * ROUNDS), GA_IS_NARROW ? ga_fit(parts + last) : last);
            parts = 0;
            begin = ga_start();
        } else if (GA_IS_NARROW && leads && (turn + 1) % PART_TURNS == 0) {
            parts += ga_elapsed(begin, ga_stop());
            begin = ga_start();
        }
    }
    company_say(&a.board->tallies[me], s.failures);
    company_say(&a.board->tallies[2 + me], s.unseen);
    if (!leads && s.outcome != GA_OK)
        company_say(&a.board->phase, COMPANY_ENDED + 1);
    if (leads)
        company_end(a, s.outcome, cycles, ticks);
}

#endif
