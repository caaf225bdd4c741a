/* A GPU's part in a visit of host_atomics or peer_atomics: who takes part, its memory, what it left. */
#ifndef GA_REMOTE_SIDE_H
#define GA_REMOTE_SIDE_H

#include <new>

#include "remote.h"

enum remote_load {
    REMOTE_LATENCY,
    REMOTE_ONE_WORD,
    REMOTE_ONE_WORD_UNUSED, /* host_atomics has the loads up to here */
    REMOTE_MANY_WORDS,
    REMOTE_MANY_WORDS_UNUSED,
    REMOTE_N_LOADS,
};
enum {
    REMOTE_ONE_WORD_WARPS = 8, /* of each GPU, so that 8 GPUs' threads have a bit each */
    /* Company's room, in accesses of the measured party, which may be several times as slow. Where nothing is
     * logged it costs nothing. */
    REMOTE_COMPANY_STAYS = 8,
    REMOTE_COMPANY_STAYS_UNLOGGED = 32,
};

/* Threads of one GPU. */
struct remote_crew {
    uint32_t n_blocks, warps_per_block, lanes, accesses, stride;
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

/* Where no result is used, four times as many accesses before the fence that waits for them. */
static inline struct remote_crew remote_crew_of(const struct ga_limits *limits,
                                                enum remote_load load) {
    const bool small = remote_is_stand_in(limits);
    const uint32_t fit = limits->threads_per_block / limits->warp_size;
    const uint32_t warps = fit < 4 ? fit : 4;
    const enum remote_regime regime = remote_regime_of(load);
    const uint32_t times = regime == REMOTE_UNUSED && !small ? 4 : 1;
    switch (load) {
    case REMOTE_LATENCY:
        return {1, 1, 1, small ? 8u : 64u, 0, regime};
    case REMOTE_ONE_WORD:
    case REMOTE_ONE_WORD_UNUSED:
        return {small ? 1 : REMOTE_ONE_WORD_WARPS / warps,
                warps,
                1,
                times * (small ? 8u : 64u),
                0,
                regime};
    default:
        return {small ? 1 : 2 * limits->sm_count / warps,
                warps,
                limits->warp_size,
                times * (small ? 8u : 16u),
                REMOTE_WORD_BYTES,
                regime};
    }
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
/* Accesses of a thread that there is room for. */
static inline uint32_t remote_most(const struct remote_crew *c, uint32_t n_samples, bool company) {
    const uint32_t stays = c->regime == REMOTE_UNUSED ? (uint32_t)REMOTE_COMPANY_STAYS_UNLOGGED
                                                      : (uint32_t)REMOTE_COMPANY_STAYS;
    return (REMOTE_WARM_UP + n_samples) * c->accesses * (company ? stays : 1);
}

/* memory: on the GPU `on`; offsets into it. own: remote_side_free. */
struct remote_side {
    uint32_t on;
    char *memory;
    size_t size, zero, relay, tallies, ticks, visit, log;
    struct remote_tally *tally; /* on the host, as all that follows */
    uint32_t *logged, *time;
};

static inline void remote_side_free(struct ga_gpu *gpu, struct remote_side *s) {
    if (s->memory)
        gpu->backend->remote->free_on(gpu, s->on, s->memory);
    delete[] s->tally;
    delete[] s->logged;
    delete[] s->time;
    *s = {};
}

/* Room on GPU `on` for n_samples by any crew of at most n_loads loads. err: as ga_remote.alloc_on. */
static inline enum ga_status remote_side_make(struct ga_gpu *gpu, uint32_t on, uint32_t n_loads,
                                              uint32_t n_samples, struct remote_side *s,
                                              struct ga_err *err) {
    size_t threads = 0, warps = 0, entries = 0;
    for (uint32_t load = 0; load < n_loads; load++) {
        const struct remote_crew c = remote_crew_of(&gpu->limits, (enum remote_load)load);
        const size_t n = remote_threads(&c);
        const size_t logged = c.regime == REMOTE_UNUSED ? 0 : n * remote_most(&c, n_samples, true);
        threads = n > threads ? n : threads;
        warps = remote_warps(&c) > warps ? remote_warps(&c) : warps;
        entries = logged > entries ? logged : entries;
    }
    *s = {};
    s->on = on;
    s->zero = ga_carve(&s->size, threads * sizeof(uint32_t));
    s->relay = ga_carve(&s->size, sizeof(struct remote_relay));
    s->tallies = ga_carve(&s->size, threads * sizeof(struct remote_tally));
    s->ticks = ga_carve(&s->size, warps * n_samples * sizeof(uint32_t));
    s->visit = ga_carve(&s->size, sizeof(struct ga_visit));
    s->log = ga_carve(&s->size, entries * sizeof(uint32_t));
    s->tally = new (std::nothrow) struct remote_tally[threads];
    s->logged = new (std::nothrow) uint32_t[entries];
    s->time = new (std::nothrow) uint32_t[warps * n_samples];
    if (!s->tally || !s->logged || !s->time)
        return ga_fail(err, GA_ERROR, "no room for %zu logged accesses", entries);
    void *memory = nullptr;
    const enum ga_status status = gpu->backend->remote->alloc_on(gpu, on, s->size, &memory, err);
    s->memory = (char *)memory;
    return status;
}

/* Before the launch. out: the arguments of a crew, but for party, words and values; the relay is cleared. */
static inline enum ga_status remote_side_ready(struct ga_gpu *gpu, const struct remote_side *s,
                                               const struct remote_crew *c, uint32_t n_samples,
                                               bool company, struct remote_args *args,
                                               struct ga_err *err) {
    static const struct remote_relay none = {};
    struct remote_args a = {};
    a.relay = (struct remote_relay *)(s->memory + s->relay);
    a.zero = (const uint32_t *)(s->memory + s->zero);
    a.tallies = (struct remote_tally *)(s->memory + s->tallies);
    a.ticks = (uint32_t *)(s->memory + s->ticks);
    a.visit = (struct ga_visit *)(s->memory + s->visit);
    a.log = (uint32_t *)(s->memory + s->log);
    a.lanes = c->lanes;
    a.stride = c->stride;
    a.accesses = c->accesses;
    a.n_samples = n_samples;
    a.most = remote_most(c, n_samples, company);
    a.company = company;
    *args = a;
    return gpu->backend->upload(gpu, a.relay, &none, sizeof none, err);
}

/* After the launch. out: party, in memory of s; the visit and samples of the measured one, whose sample is
 * the mean time of its warps (NULL: not of interest). */
static inline enum ga_status remote_side_read(struct ga_gpu *gpu, struct remote_side *s,
                                              const struct remote_args *a, uint32_t n_warps,
                                              bool logs, struct remote_party *party,
                                              uint32_t *samples, struct ga_visit *visit,
                                              struct ga_err *err) {
    const struct ga_backend *const backend = gpu->backend;
    const uint32_t n_threads = n_warps * a->lanes;
    uint32_t most = 0;
    enum ga_status status =
        backend->download(gpu, s->tally, s->memory + s->tallies, n_threads * sizeof *s->tally, err);
    for (uint32_t t = 0; status == GA_OK && t < n_threads; t++)
        most = s->tally[t].accesses > most ? s->tally[t].accesses : most;
    if (status == GA_OK && logs && most)
        status = backend->download(gpu, s->logged, s->memory + s->log,
                                   (size_t)most * n_threads * sizeof *s->logged, err);
    *party = {s->tally, s->logged, n_threads, a->first_bit, a->first_value, a->most};
    if (status != GA_OK || !samples)
        return status;
    status = backend->download(gpu, visit, s->memory + s->visit, sizeof *visit, err);
    if (status == GA_OK)
        status = backend->download(gpu, s->time, s->memory + s->ticks,
                                   (size_t)n_warps * a->n_samples * sizeof *s->time, err);
    for (uint32_t k = 0; status == GA_OK && k < a->n_samples; k++) {
        double sum = 0;
        for (uint32_t w = 0; w < n_warps; w++)
            sum += s->time[(size_t)k * n_warps + w];
        samples[k] = (uint32_t)(sum / n_warps + 0.5);
    }
    return status;
}

#endif
