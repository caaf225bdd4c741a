/* fence_peer_messages' kernels: a party is a GPU, or the host's thread in peer_messages_host.h, which does the same.
 *
 * A message is a word or a line, stored into the memory of whoever gets it, and a flag behind it. Two parties take turns;
 * with a barrier all send to all in every turn. On a channel party 0 begins, on the other one party 1.
 *
 * Contends: one thread of a party and channel; beside them blocks that store to the next party's memory. Progress assumed:
 * resident blocks run, on all GPUs. Every wait ends after spin_ticks. */
#ifndef GA_PEER_MESSAGES_KERNELS_H
#define GA_PEER_MESSAGES_KERNELS_H

#include "bench.h"
#include "ways.h"

/* ROUNDS: of a sample. UNSEEN_NS: how long to look for a flag that need not come. */
#if defined(GA_BACKEND_CPU)
enum { PEER_ROUNDS = 4, PEER_LINES = 8 };
static const double PEER_UNSEEN_NS = 1e9;
#else
enum { PEER_ROUNDS = 16, PEER_LINES = 64 };
static const double PEER_UNSEEN_NS = 20e3;
#endif
enum {
    PEER_WARM_UP = 2, /* samples: a channel has had each of PEER_LINES then */
    PEER_PARTIES = GA_MOST_GPUS + 1,
    PEER_CHANNELS = 2,
    PEER_LINE_WORDS = 32,
    PEER_TRAFFIC_BYTES = 1 << 16, /* of a block */
};

/* In the memory of whoever gets what others store there: a line each of every channel and sender. sent: how many flags it
 * has stored, which the receiver looks for where it does not see one. Of a barrier a party may be a turn ahead: even and odd
 * turns have words of their own. */
struct peer_inbox {
    uint32_t flags[PEER_CHANNELS][PEER_PARTIES][PEER_LINE_WORDS];
    uint32_t sent[PEER_CHANNELS][PEER_PARTIES][PEER_LINE_WORDS];
    uint32_t words[PEER_CHANNELS][PEER_PARTIES][PEER_LINES][PEER_LINE_WORDS];
};

/* In the host's memory: who has come, and the first party's outcome that is not GA_OK. */
struct peer_board {
    uint32_t arrived[PEER_PARTIES], failed;
};

/* What a channel of a party left; of it, in the GPU's memory. */
struct peer_left {
    uint32_t outcome, turns, handovers, failures, unseen;
};

/* What a block that stores left: so many parts of 16 bytes in so many ticks, all of them its own. */
struct peer_stored {
    uint64_t n, ticks;
};

struct peer_args {
    struct peer_inbox *inbox[PEER_PARTIES];
    struct peer_board *board;
    struct peer_left *left;     /* [channel] */
    uint64_t *stamps;           /* [1 + sample], in ticks, of channel 0; then its cycles */
    uint32_t *stop;             /* for the blocks that store */
    struct peer_stored *stored; /* [block] */
    struct ga_f32x4 *traffic;   /* PEER_TRAFFIC_BYTES a block, in the next party's memory */
    uint32_t me, n_parties, n_channels;
    uint32_t n_words; /* of a message: 1, or a line's */
    uint32_t barrier; /* all send to all */
    uint32_t n_samples;
    uint64_t spin_ticks, unseen_ticks;
};

/* Two GPUs, and a GPU and the host, are of one system; a device is too small for them. */
GA_ANYWHERE constexpr bool is_correct(enum ga_scope scope, enum way way) {
    return scope == GA_SCOPE_SYSTEM && way < RELAXED;
}

/* Which line of a sender the message of a turn has: what was read PEER_LINES turns ago may still be in a cache. */
GA_ANYWHERE uint32_t peer_line(uint32_t turn) { return turn * 7 % PEER_LINES; }
GA_ANYWHERE uint32_t peer_turns(uint32_t n_samples, uint32_t barrier) {
    return (PEER_WARM_UP + n_samples) * PEER_ROUNDS * (barrier ? 1 : 2);
}
/* out: whether a party sends in a turn, on a channel. */
GA_ANYWHERE bool peer_sends(uint32_t me, uint32_t barrier, uint32_t channel, uint32_t turn) {
    return barrier || (turn + channel) % 2 == me;
}
GA_ANYWHERE bool peer_receives(uint32_t me, uint32_t barrier, uint32_t channel, uint32_t turn) {
    return barrier || (turn + channel) % 2 != me;
}

/* Plain where the way orders it, a line by 16 bytes at a time; else relaxed. */
template <enum ga_scope S, enum way W>
GA_DEVICE void put_message(uint32_t *line, uint32_t n_words, uint32_t x) {
    if (!is_correct(S, W)) {
        GA_NO_UNROLL
        for (uint32_t w = 0; w < n_words; w++)
            ga_store<S, GA_RELAXED>(&line[w], x);
    } else if (n_words == 1) {
        ga_store_plain(line, x);
    } else {
        const float as_float = ga_bits<float>(x);
        GA_UNROLL
        for (uint32_t i = 0; i < PEER_LINE_WORDS / 4; i++)
            ((struct ga_f32x4 *)line)[i] = {{as_float, as_float, as_float, as_float}};
    }
}
/* out: how many words are not x. */
template <enum ga_scope S, enum way W>
GA_DEVICE uint32_t count_old(const uint32_t *line, uint32_t n_words, uint32_t x) {
    uint32_t n_old = 0;
    if (!is_correct(S, W)) {
        GA_NO_UNROLL
        for (uint32_t w = 0; w < n_words; w++)
            n_old += ga_load<S, GA_RELAXED>(&line[w]) != x;
    } else if (n_words == 1) {
        n_old = ga_load_plain(line) != x;
    } else {
        GA_UNROLL
        for (uint32_t i = 0; i < PEER_LINE_WORDS / 4; i++) {
            const struct ga_f32x4 part = ((const struct ga_f32x4 *)line)[i];
            for (uint32_t k = 0; k < 4; k++)
                n_old += ga_bits<uint32_t>(part.at[k]) != x;
        }
    }
    return n_old;
}

/* What one thread knows of its channel. */
struct peer_self {
    uint32_t channel;
    struct peer_left left;
};

template <enum ga_scope S, enum way W>
GA_DEVICE void send_all(const struct peer_args &a, const struct peer_self *s, uint32_t turn) {
    const uint32_t x = turn + 1, line = peer_line(turn);
    GA_NO_UNROLL
    for (uint32_t to = 0; to < a.n_parties; to++)
        if (to != a.me)
            put_message<S, W>(a.inbox[to]->words[s->channel][a.me][line], a.n_words, x);
    before_flag<S, W>();
    GA_NO_UNROLL
    for (uint32_t to = 0; to < a.n_parties; to++)
        if (to != a.me)
            set_flag<S, W>(&a.inbox[to]->flags[s->channel][a.me][turn % 2], x);
    GA_NO_UNROLL
    for (uint32_t to = 0; !is_correct(S, W) && to < a.n_parties; to++)
        if (to != a.me)
            ga_store<GA_SCOPE_SYSTEM, GA_RELAXED>(&a.inbox[to]->sent[s->channel][a.me][turn % 2],
                                                  x);
}

/* Waits at system scope until a word is x. out: whether it was in so many ticks. */
GA_DEVICE bool peer_await(const uint32_t *word, uint32_t x, uint64_t ticks) {
    const uint64_t begin = ga_ticks();
    GA_NO_UNROLL
    while (ga_load<GA_SCOPE_SYSTEM, GA_RELAXED>(word) != x) {
        if (ga_ticks() - begin > ticks)
            return false;
        ga_pause();
    }
    return true;
}

enum peer_sight { PEER_SEEN, PEER_UNSEEN, PEER_ABSENT };

/* out: SEEN by the way's own loads; UNSEEN: not in unseen_ticks, all of them after it was stored, and it was there; ABSENT: it
 * was not there in spin_ticks. */
template <enum ga_scope S, enum way W>
GA_DEVICE enum peer_sight await_flag(const struct peer_args &a, uint32_t *flag,
                                     const uint32_t *sent, uint32_t x) {
    const uint64_t patience = is_correct(S, W) ? a.spin_ticks : a.unseen_ticks;
    uint64_t begin = ga_ticks();
    bool is_sent = false, more = true;
    GA_NO_UNROLL
    while (more) {
        ga_pause();
        if (is_set<S, W>(flag, x))
            return PEER_SEEN;
        if (ga_ticks() - begin < patience)
            continue;
        more = !is_correct(S, W) && !is_sent && peer_await(sent, x, a.spin_ticks);
        is_sent |= more;
        begin = ga_ticks();
    }
    return is_sent && peer_await(flag, x, a.spin_ticks) ? PEER_UNSEEN : PEER_ABSENT;
}

template <enum ga_scope S, enum way W>
GA_DEVICE void receive_all(const struct peer_args &a, struct peer_self *s, uint32_t turn) {
    struct peer_inbox *const in = a.inbox[a.me];
    const uint32_t x = turn + 1, line = peer_line(turn);
    bool all_seen = true;
    GA_NO_UNROLL
    for (uint32_t from = 0; from < a.n_parties && s->left.outcome == GA_OK; from++) {
        if (from == a.me)
            continue;
        const enum peer_sight sight = await_flag<S, W>(a, &in->flags[s->channel][from][turn % 2],
                                                       &in->sent[s->channel][from][turn % 2], x);
        all_seen &= sight == PEER_SEEN;
        s->left.unseen += sight == PEER_UNSEEN;
        s->left.outcome = sight == PEER_ABSENT ? (uint32_t)GA_TIMEOUT : s->left.outcome;
    }
    after_flag<S, W>();
    GA_NO_UNROLL
    for (uint32_t from = 0; from < a.n_parties; from++) {
        if (from == a.me)
            continue;
        const uint32_t n_old = count_old<S, W>(in->words[s->channel][from][line], a.n_words, x);
        s->left.handovers++;
        s->left.failures += all_seen && n_old > 0;
    }
}

/* Each party says that it has come, and waits for all. */
GA_DEVICE uint32_t await_parties(const struct peer_args &a) {
    bool all_here = true;
    ga_store<GA_SCOPE_SYSTEM, GA_RELAXED>(&a.board->arrived[a.me], 1u);
    GA_NO_UNROLL
    for (uint32_t k = 0; all_here && k < a.n_parties; k++)
        all_here = peer_await(&a.board->arrived[k], 1, a.spin_ticks);
    return all_here ? GA_OK : GA_TIMEOUT;
}

/* Until its GPU's first channel has ended. */
GA_DEVICE void store_traffic(const struct peer_args &a) {
    const uint32_t block = ga_block() - a.n_channels, n = PEER_TRAFFIC_BYTES / sizeof *a.traffic;
    struct ga_f32x4 *const part = a.traffic + (size_t)block * n;
    const uint64_t begin = ga_ticks();
    uint64_t ticks = 0;
    uint32_t laps = 0;
    GA_NO_UNROLL
    while (!ga_load<GA_SCOPE_DEVICE, GA_RELAXED>(a.stop) && ticks < 2 * a.spin_ticks) {
        GA_NO_UNROLL
        for (uint32_t i = ga_thread(); i < n; i += ga_n_threads())
            part[i] = {{(float)laps, (float)laps, (float)laps, (float)laps}};
        laps++;
        ga_pause();
        ticks = ga_ticks() - begin;
    }
    if (ga_thread() == 0)
        a.stored[block] = {(uint64_t)laps * n, ticks};
}

template <enum ga_scope S, enum way W> GA_DEVICE void converse(const struct peer_args &a) {
    if (ga_block() >= a.n_channels) {
        store_traffic(a);
        return;
    }
    if (ga_thread() > 0)
        return;
    struct peer_self s = {ga_block(), {}};
    const uint32_t n_turns = peer_turns(a.n_samples, a.barrier);
    const uint32_t sample_turns = n_turns / (PEER_WARM_UP + a.n_samples);
    uint64_t begin = 0;
    s.left.outcome = await_parties(a);
    GA_NO_UNROLL
    for (uint32_t turn = 0; turn < n_turns && s.left.outcome == GA_OK; turn++) {
        const uint32_t sample = turn / sample_turns;
        if (s.channel == 0 && turn % sample_turns == 0 && sample >= PEER_WARM_UP)
            a.stamps[sample - PEER_WARM_UP] = ga_ticks();
        begin = turn == PEER_WARM_UP * sample_turns ? ga_cycles() : begin;
        if (peer_sends(a.me, a.barrier, s.channel, turn))
            send_all<S, W>(a, &s, turn);
        if (peer_receives(a.me, a.barrier, s.channel, turn))
            receive_all<S, W>(a, &s, turn);
        s.left.turns++;
    }
    if (s.channel == 0) {
        a.stamps[a.n_samples] = ga_ticks();
        a.stamps[a.n_samples + 1] = ga_cycles_between(begin, ga_cycles());
        ga_store<GA_SCOPE_DEVICE, GA_RELAXED>(a.stop, 1u);
    }
    a.left[s.channel] = s.left;
}

#endif
