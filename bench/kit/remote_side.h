/* A GPU's part in a visit of host_atomics or peer_atomics: who takes part, its memory, what it left. */
#ifndef GA_REMOTE_SIDE_H
#define GA_REMOTE_SIDE_H

#include <new>
#include <string.h>

#include "remote_samples.h"

enum remote_load {
    REMOTE_LATENCY,
    REMOTE_ONE_WORD,
    REMOTE_ONE_WORD_UNUSED, /* host_atomics has the loads up to here */
    REMOTE_MANY_WORDS,
    REMOTE_MANY_WORDS_UNUSED,
    REMOTE_N_LOADS,
};
enum {
    REMOTE_VISIT = 10, /* samples of a visit */
    /* Of a visit of several warps, at least: some end before others, and where their last rounds are a third of all, those
     * that are left have gone faster than all together. */
    REMOTE_ROUNDS = 6,
    /* Company's room, in accesses of the measured party. A warp of it may be more than 30 times as fast as the
     * slowest of a GPU behind a link. Where nothing is logged it costs nothing, and ends with what a word can count;
     * where accesses are, it is as many as there is room for, 8 at least. The stand-in's company rests when it has made as
     * many accesses as the measured party. */
    REMOTE_STAYS = 256,
    REMOTE_STAYS_LOGGED = 8,
    REMOTE_STAYS_LEAST = 32, /* or a visit has fewer rounds */
    REMOTE_STAYS_STAND_IN = 64,
    REMOTE_MOST_LOGGED = 1 << 22, /* of a party */
};

static const double REMOTE_SPIN_S = 5; /* the longest wait for another GPU */

/* Threads of one GPU. */
struct remote_crew {
    const struct remote_about *about;
    uint32_t n_blocks, warps_per_block, lanes, accesses, stride, stays, least_rounds;
    enum remote_regime regime;
};

/* The stand-in's threads are those of an OS. */
static inline bool remote_is_stand_in(const struct ga_limits *limits) {
    return limits->memory_bytes == 0;
}

static inline enum remote_regime remote_regime_of(enum remote_load load) {
    return load == REMOTE_LATENCY ? REMOTE_DEPENDENT
           : load == REMOTE_ONE_WORD_UNUSED || load == REMOTE_MANY_WORDS_UNUSED
               ? REMOTE_UNUSED
               : REMOTE_INDEPENDENT;
}

/* Fewer accesses of each where there are many threads; where no result is used, four times as many before the fence that
 * waits for them. */
static inline struct remote_crew remote_crew_of(const struct ga_limits *limits, uint32_t operation,
                                                enum remote_load load, uint32_t warps) {
    const bool small = remote_is_stand_in(limits), own = load >= REMOTE_MANY_WORDS;
    const uint32_t bound = 128; /* of a block of GA_KERNEL */
    const uint32_t fit =
        (limits->threads_per_block < bound ? limits->threads_per_block : bound) / limits->warp_size;
    const uint32_t widest = warps % 4 == 0 && fit >= 4 ? 4 : warps % 2 == 0 && fit >= 2 ? 2 : 1;
    struct remote_crew c = {};
    c.about = &GA_SYMBOL(remote_abouts)[operation];
    c.n_blocks = warps / widest;
    c.warps_per_block = widest;
    c.lanes = own ? limits->warp_size : 1;
    c.stride = own ? remote_word_bytes(c.about->bits) : 0;
    c.regime = remote_regime_of(load);
    c.least_rounds = warps > 1 ? (uint32_t)REMOTE_ROUNDS : 0;
    c.stays = small ? REMOTE_STAYS_STAND_IN : REMOTE_STAYS;
    c.accesses = small ? 8 : (own || warps > 8 ? 16 : 64) * (c.regime == REMOTE_UNUSED ? 4 : 1);
    return c;
}
static inline uint32_t remote_warps(const struct remote_crew *c) {
    return c->n_blocks * c->warps_per_block;
}
static inline uint32_t remote_threads(const struct remote_crew *c) {
    return remote_warps(c) * c->lanes;
}
static inline uint32_t remote_words(const struct remote_crew *c) {
    return c->stride ? remote_threads(c) : 1;
}
/* Of n crews that do the same, the threads on a word. */
static inline uint32_t remote_ranks(const struct remote_crew *c, uint32_t n) {
    return n * (c->stride ? 1 : remote_threads(c));
}
/* Whether what comes back must be kept: where another thread has the word, too. */
static inline bool remote_logs(const struct remote_crew *c, uint32_t n_ranks) {
    return c->about->kind == REMOTE_EXCHANGE && n_ranks > 1;
}
/* Accesses of a thread that a word can count, and that are kept of what comes back. */
static inline uint32_t remote_counted(const struct remote_crew *c, uint32_t n_ranks) {
    const bool is_float = c->about->type == GA_TYPE_f32;
    const bool counts = c->about->kind == REMOTE_COUNT || c->about->kind == REMOTE_CAS;
    const uint32_t most = is_float ? (uint32_t)REMOTE_MOST_FLOAT : (uint32_t)REMOTE_MOST_COUNT;
    return counts ? most / n_ranks / REMOTE_UNROLL * REMOTE_UNROLL : UINT32_MAX;
}
static inline uint32_t remote_logged(const struct remote_crew *c, uint32_t n_ranks) {
    return remote_logs(c, n_ranks) ? REMOTE_MOST_LOGGED / remote_threads(c) : UINT32_MAX;
}
/* Counted rounds of a visit; fewer where company would have no room to stay. */
static inline uint32_t remote_rounds(const struct remote_crew *c, uint32_t n_samples,
                                     uint32_t n_ranks) {
    const bool alone = n_ranks == remote_ranks(c, 1);
    const uint32_t counted = remote_counted(c, n_ranks), logged = remote_logged(c, n_ranks);
    const uint32_t room = counted < logged ? counted : logged;
    uint32_t rounds = n_samples > c->least_rounds ? n_samples : c->least_rounds;
    while (!alone && rounds > n_samples &&
           room / c->accesses / (REMOTE_WARM_UP + rounds) < REMOTE_STAYS_LEAST)
        rounds--;
    return rounds;
}
/* Accesses of a thread that there is room for. */
static inline uint32_t remote_most(const struct remote_crew *c, uint32_t n_samples, bool company,
                                   uint32_t n_ranks) {
    const uint32_t own = (REMOTE_WARM_UP + remote_rounds(c, n_samples, n_ranks)) * c->accesses;
    const uint32_t fit = REMOTE_MOST_LOGGED / (remote_threads(c) * own);
    const uint32_t logged = fit > REMOTE_STAYS_LOGGED ? fit : (uint32_t)REMOTE_STAYS_LOGGED;
    const uint32_t stays = remote_logs(c, n_ranks) && logged < c->stays ? logged : c->stays;
    const uint32_t counted = remote_counted(c, n_ranks);
    return !company ? own : counted < stays * own ? counted : stays * own;
}

/* out: why so many crews of this kind cannot be measured; NULL if they can. */
static inline const char *remote_too_much(const struct ga_limits *limits,
                                          const struct remote_crew *c, uint32_t n_ranks) {
    const uint32_t own = remote_most(c, REMOTE_VISIT, false, n_ranks);
    const uint32_t most = remote_most(c, REMOTE_VISIT, true, n_ranks);
    if (remote_warps(c) > limits->sm_count * limits->warps_per_sm)
        return "more warps than the GPU holds at once";
    if (most < own)
        return "more adds of 1 than a float can count";
    if (remote_logs(c, n_ranks) && (uint64_t)remote_threads(c) * most > REMOTE_MOST_LOGGED)
        return "more exchanges than their values are kept of";
    return nullptr;
}

/* What a GPU needs room for, of all the crews that it has in turn. */
struct remote_room {
    size_t threads, warps, stamps, entries, words;
};

static inline void remote_make_room(struct remote_room *room, const struct remote_crew *c,
                                    uint32_t n_samples, uint32_t n_ranks) {
    const size_t threads = remote_threads(c), warps = remote_warps(c);
    const size_t entries =
        remote_logs(c, n_ranks) ? threads * remote_most(c, n_samples, true, n_ranks) : 0;
    const size_t words = (size_t)remote_words(c) * REMOTE_MOST_BYTES;
    const size_t stamps = warps * (1 + REMOTE_WARM_UP + remote_rounds(c, n_samples, n_ranks));
    room->threads = threads > room->threads ? threads : room->threads;
    room->warps = warps > room->warps ? warps : room->warps;
    room->stamps = stamps > room->stamps ? stamps : room->stamps;
    room->entries = entries > room->entries ? entries : room->entries;
    room->words = words > room->words ? words : room->words;
}

/* A relay, and behind it the words of so many warps. */
static inline size_t remote_relay_bytes(size_t n_warps) {
    return sizeof(struct remote_relay) + n_warps * sizeof(uint32_t);
}

/* memory: on the GPU `on`; offsets into it. own: remote_side_free. */
struct remote_side {
    uint32_t on;
    char *memory;
    size_t size, zero, relay, left, log;
    char *none; /* a relay and its warps of zeros, on the host, as all that follows */
    char *host; /* of what is at `left`: the visit, tallies, and stamps */
    uint32_t *logged;
    const uint64_t *stamp;
    struct remote_pace *pace;
};

static inline void remote_side_free(struct ga_gpu *gpu, struct remote_side *s) {
    if (s->memory)
        gpu->backend->remote->free_on(gpu, s->on, s->memory);
    delete[] s->none;
    delete[] s->host;
    delete[] s->logged;
    delete[] s->pace;
    *s = {};
}

/* Appends what a crew leaves, so that it is read at once. out: where the parts of it are. */
struct remote_left {
    size_t visit, tallies, stamps;
};
static inline struct remote_left remote_carve_left(size_t *size, size_t n_threads,
                                                   size_t n_stamps) {
    struct remote_left left;
    left.visit = ga_carve(size, sizeof(struct ga_visit));
    left.tallies = ga_carve(size, n_threads * sizeof(struct remote_tally));
    left.stamps = ga_carve(size, n_stamps * sizeof(uint64_t));
    return left;
}

/* Room on GPU `on`. err: as ga_remote.alloc_on. */
static inline enum ga_status remote_side_make(struct ga_gpu *gpu, uint32_t on,
                                              const struct remote_room *room, struct remote_side *s,
                                              struct ga_err *err) {
    *s = {};
    s->on = on;
    s->zero = ga_carve(&s->size, room->threads * sizeof(uint32_t));
    s->relay = ga_carve(&s->size, remote_relay_bytes(room->warps));
    s->left = remote_carve_left(&s->size, room->threads, room->stamps).visit;
    const size_t left_bytes = s->size - s->left;
    s->log = ga_carve(&s->size, room->entries * sizeof(uint32_t));
    s->none = new (std::nothrow) char[remote_relay_bytes(room->warps)]();
    s->host = new (std::nothrow) char[left_bytes]();
    s->logged = new (std::nothrow) uint32_t[room->entries];
    s->stamp = (const uint64_t *)s->host;
    s->pace = new (std::nothrow) struct remote_pace[room->stamps];
    if (!s->none || !s->host || !s->logged || !s->pace)
        return ga_fail(err, GA_ERROR, "no room for what %zu threads leave", room->threads);
    void *memory = nullptr;
    const enum ga_status status = gpu->backend->remote->alloc_on(gpu, on, s->size, &memory, err);
    s->memory = (char *)memory;
    return status;
}

/* Before the launch. out: the arguments of a crew, one of those with n_ranks threads on a word, but for party, words and
 * values; the relay and its warps' words are cleared. */
static inline enum ga_status remote_side_ready(struct ga_gpu *gpu, const struct remote_side *s,
                                               const struct remote_crew *c, uint32_t n_samples,
                                               bool company, uint32_t n_ranks,
                                               struct remote_args *args, struct ga_err *err) {
    struct remote_args a = {};
    a.relay = (struct remote_relay *)(s->memory + s->relay);
    a.warps = (uint32_t *)(a.relay + 1);
    a.zero = (const uint32_t *)(s->memory + s->zero);
    size_t size = s->left;
    const struct remote_left left = remote_carve_left(&size, remote_threads(c), 0);
    a.visit = (struct ga_visit *)(s->memory + left.visit);
    a.tallies = (struct remote_tally *)(s->memory + left.tallies);
    a.stamps = (uint64_t *)(s->memory + left.stamps);
    a.log = remote_logs(c, n_ranks) ? (uint32_t *)(s->memory + s->log) : nullptr;
    a.lanes = c->lanes;
    a.stride = c->stride;
    a.accesses = c->accesses;
    a.n_rounds = remote_rounds(c, n_samples, n_ranks);
    a.most = remote_most(c, n_samples, company, n_ranks);
    a.n_ranks = n_ranks;
    a.company = company;
    a.spin_ticks = (uint64_t)(ga_spin_s(gpu, REMOTE_SPIN_S) * 1e9 / gpu->limits.tick_ns);
    *args = a;
    return gpu->backend->upload(gpu, a.relay, s->none, remote_relay_bytes(remote_warps(c)), err);
}

/* After the launch. out: party, in memory of s; the visit and n_samples samples of the measured one (NULL: not of
 * interest). */
static inline enum ga_status remote_side_read(struct ga_gpu *gpu, struct remote_side *s,
                                              const struct remote_args *a, uint32_t n_warps,
                                              struct remote_party *party, uint32_t *samples,
                                              uint32_t n_samples, struct ga_visit *visit,
                                              struct ga_err *err) {
    const struct ga_backend *const backend = gpu->backend;
    const uint32_t n_threads = n_warps * a->lanes,
                   n_stamps = n_warps * (1 + REMOTE_WARM_UP + a->n_rounds);
    size_t size = 0;
    const struct remote_left left = remote_carve_left(&size, n_threads, n_stamps);
    const struct remote_tally *const tally = (const struct remote_tally *)(s->host + left.tallies);
    uint32_t most = 0;
    bool all_ended = true; /* or some stamps were never written */
    enum ga_status status =
        backend->download(gpu, s->host, a->visit, samples ? size : left.stamps, err);
    for (uint32_t t = 0; status == GA_OK && t < n_threads; t++) {
        most = tally[t].accesses > most ? tally[t].accesses : most;
        all_ended &= tally[t].outcome == GA_OK;
    }
    if (status == GA_OK && a->log && most)
        status = backend->download(gpu, s->logged, s->memory + s->log,
                                   (size_t)most * n_threads * sizeof *s->logged, err);
    *party = {
        tally,  a->log ? s->logged : nullptr, n_threads, a->first_rank, a->n_ranks, a->first_value,
        a->most};
    if (status != GA_OK || !samples)
        return status;
    s->stamp = (const uint64_t *)(s->host + left.stamps);
    memcpy(visit, s->host + left.visit, sizeof *visit);
    std::fill_n(samples, n_samples, 0u);
    if (all_ended)
        remote_samples(s->stamp, n_warps, a->n_rounds, n_samples, s->pace, samples);
    return GA_OK;
}

#endif
