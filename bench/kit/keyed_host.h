/* The host's side of keyed.h. A batch is a queue of launches; inputs stay on the device from one batch to the next, as
 * long as there is room. A benchmark is a struct in a namespace without a name, because of functions of one name the linker
 * takes one for all backends. It has
 *
 *   union Args                   the arguments of all its kernels
 *   MOST_LAUNCHES                of a run
 *   point(i)                     what point i of the batch is, struct keyed_point
 *   work_bytes()                 of device memory for its kernels, cleared before a batch
 *   most_laps()                  laps of a run, at most
 *   input_bytes(in)              of what it makes of an input
 *   make(in, host, facts, err)   fills these, and facts[KEYED_FACTS] for the host
 *   push(queue, i, where)        the launches of a run of point i, the last of which are its check;
 *                                out: how many laps it must leave
 *   tell(i, runs, n)             reads what came of point i's runs, for its tallies; out: GA_OK or GA_WRONG */
#ifndef GA_KEYED_HOST_H
#define GA_KEYED_HOST_H

#include "keyed.h"
#include "keyed_input.h"
#include "place.h"

enum {
    KEYED_FACTS = 101,
    KEYED_RESERVED = 1024,    /* bytes of shared memory that a block may have besides its own */
    KEYED_KEPT = 256,         /* inputs on the device, at most */
    KEYED_MOST_RUNS = 1 << 16 /* of a batch */
};
static const size_t KEYED_STORE = (size_t)1 << 30;

/* runs: how many a sample is the mean of. */
struct keyed_point {
    struct keyed_input input;
    uint32_t runs;
};

struct keyed_kept {
    struct keyed_input input;
    size_t at; /* offset */
    uint64_t facts[KEYED_FACTS];
};

/* What the store holds. n_scratch: of the gpu when it was last used; if it is not one more the next time,
 * somebody else has used the memory. n_moves: likewise; if it differs, the memory is new, perhaps at the same place. */
struct keyed_store {
    const char *base;
    uint64_t n_scratch, n_moves;
    size_t used, size;
    uint32_t n;
    struct keyed_kept kept[KEYED_KEPT];
};

struct keyed_memory {
    char *base;
    size_t size, work, laps, samples, store;
};

/* Where a run works, on the device; facts: on the host. counts: it is no run before those of a visit. */
struct keyed_where {
    char *work, *input;
    struct keyed_lap *laps;
    struct keyed_sample *sample;
    const uint64_t *facts;
    bool counts;
};

namespace { /* of this backend alone */
template <typename Args> struct keyed_queue {
    struct ga_launch *launches;
    Args *args;
    uint32_t n;

    /* out: the arguments, to be filled. */
    Args *push(const void *entry, uint32_t n_blocks, uint32_t n_threads, size_t shared_bytes) {
        launches[n] = {entry, n_blocks, n_threads, shared_bytes, &args[n]};
        return &args[n++];
    }
    /* A check of n things, whose first block collects the laps. */
    Args *push_check(const struct ga_limits *limits, const void *entry, size_t n_things) {
        const uint32_t n_threads =
            limits->threads_per_block < 128 ? limits->threads_per_block : 128;
        const size_t needed = n_things / (4 * (size_t)n_threads) + 1, most = limits->sm_count * 8;
        return push(entry, (uint32_t)(needed < most ? needed : most), n_threads,
                    n_threads * sizeof(struct keyed_sample));
    }
};

} // namespace

/* Blocks of a launch, all resident. */
struct keyed_grid {
    uint32_t n_blocks, n_threads;
};

/* in: n_quads: a thread's share is one of them, or more where the device is full. shared_bytes: of a block. out: blocks as
 * large as can be while there is one for every SM, but of four warps at least. */
static inline struct keyed_grid keyed_fit(const struct ga_limits *limits, uint32_t n_quads,
                                          size_t shared_bytes) {
    const uint32_t warp = limits->warp_size;
    uint32_t n_threads = ga_occupancy_for(limits, limits->warps_per_sm).warps_per_block * warp;
    while (n_threads >= 8 * warp && n_quads / n_threads < limits->sm_count)
        n_threads = n_threads / (2 * warp) * warp;
    const size_t fit = limits->shared_bytes_per_sm / (shared_bytes + KEYED_RESERVED);
    uint32_t k = limits->warps_per_sm * warp / n_threads;
    k = k < fit ? k : fit > 0 ? (uint32_t)fit : 1;
    const uint32_t needed = (n_quads + n_threads - 1) / n_threads, most = k * limits->sm_count;
    return {needed < most ? needed : most, n_threads};
}

/* As much as the largest input of the batch, what a device can spare, and all that is there already. */
template <typename Bench>
static inline struct keyed_memory keyed_lay_out(const struct ga_gpu *gpu, Bench *bench,
                                                uint32_t n_points) {
    struct keyed_memory m = {};
    size_t store = gpu->limits.free_bytes / 8;
    store = store > KEYED_STORE ? KEYED_STORE : store;
    for (uint32_t i = 0; i < n_points; i++) {
        const struct keyed_input input = bench->point(i).input;
        const size_t bytes = bench->input_bytes(&input) + 512;
        store = bytes > store ? bytes : store;
    }
    m.work = ga_carve(&m.size, bench->work_bytes());
    m.laps = ga_carve(&m.size, bench->most_laps() * sizeof(struct keyed_lap));
    m.samples = ga_carve(&m.size, KEYED_MOST_RUNS * sizeof(struct keyed_sample));
    m.store = ga_carve(&m.size, store);
    m.size = m.size < gpu->scratch_bytes ? gpu->scratch_bytes : m.size;
    return m;
}

template <typename Bench>
static inline enum ga_status keyed_put(struct ga_gpu *gpu, Bench *bench, struct keyed_memory *m,
                                       struct keyed_store *store, const struct keyed_input *in,
                                       struct ga_err *err) {
    const size_t bytes = bench->input_bytes(in);
    void *host = nullptr;
    enum ga_status status = ga_host_room(gpu, bytes, &host, err);
    if (status != GA_OK)
        return status;
    struct keyed_kept *const kept = &store->kept[store->n];
    size_t used = store->used;
    kept->at = m->store + ga_carve(&used, bytes);
    kept->input = *in;
    status = bench->make(in, (char *)host, kept->facts, err);
    if (status == GA_OK)
        status = gpu->backend->upload(gpu, m->base + kept->at, host, bytes, err);
    if (status == GA_OK) {
        store->used = used;
        store->n++;
    }
    return status;
}

/* out: the sample, out of its runs. */
static inline uint32_t keyed_read_sample(const struct keyed_sample *runs, uint32_t n,
                                         uint32_t n_laps, struct ga_visit *visit) {
    uint64_t span = 0;
    for (uint32_t i = 0; i < n; i++) {
        const struct keyed_sample *const s = &runs[i];
        span += s->last - s->first;
        visit->cycles += s->cycles;
        visit->ticks += s->ticks;
        if (s->wrong)
            visit->outcome = GA_WRONG;
        else if (s->n_laps != n_laps)
            ga_visit_outcome(visit, GA_ERROR);
    }
    span = (span + n / 2) / n;
    return span < UINT32_MAX ? (uint32_t)span : UINT32_MAX;
}

namespace { /* of this backend alone */
/* A batch in the making. first: of the point's runs among all of the batch. */
template <typename Bench> struct keyed_batch {
    struct ga_gpu *gpu;
    const struct ga_batch *batch;
    Bench *bench;
    struct keyed_memory memory;
    struct keyed_store *store;
    struct keyed_queue<typename Bench::Args> queue;
    uint32_t *first, *n_laps;
};

} // namespace

/* Runs of a visit follow one that does not count. What waits in the queue is launched before its input gives way to
 * others. */
template <typename Bench>
static inline enum ga_status keyed_push(struct keyed_batch<Bench> *b, uint32_t i,
                                        struct ga_err *err) {
    const struct keyed_point p = b->bench->point(i);
    struct keyed_store *const store = b->store;
    struct keyed_memory *const m = &b->memory;
    enum ga_status status = GA_OK;
    uint32_t at = 0;
    while (at < store->n && !keyed_same(&store->kept[at].input, &p.input))
        at++;
    if (at == store->n &&
        (at == KEYED_KEPT || store->used + b->bench->input_bytes(&p.input) + 512 > store->size)) {
        status = b->gpu->backend->launch(b->gpu, b->queue.launches, b->queue.n, err);
        b->queue.n = store->n = at = 0;
        store->used = 0;
    }
    if (status == GA_OK && at == store->n)
        status = keyed_put(b->gpu, b->bench, m, store, &p.input, err);
    struct keyed_sample *const samples = (struct keyed_sample *)(m->base + m->samples);
    const uint32_t n = b->batch->n_samples * p.runs;
    for (uint32_t k = 0; status == GA_OK && k < n + 1; k++)
        b->n_laps[i] =
            b->bench->push(&b->queue, i,
                           {m->base + m->work, m->base + store->kept[at].at,
                            (struct keyed_lap *)(m->base + m->laps),
                            &samples[b->first[i] + (k ? k - 1 : 0)], store->kept[at].facts, k > 0});
    return status;
}

/* The memory with its arrays cleared, and the store as far as it is still there. */
template <typename Bench>
static inline enum ga_status keyed_prepare(struct keyed_batch<Bench> *b, struct ga_err *err) {
    struct ga_gpu *const gpu = b->gpu;
    struct keyed_memory *const m = &b->memory;
    struct keyed_store *const store = b->store;
    *m = keyed_lay_out(gpu, b->bench, b->batch->n_points);
    void *scratch = nullptr;
    const enum ga_status status = ga_scratch(gpu, m->size, &scratch, err);
    if (status != GA_OK)
        return status;
    m->base = (char *)scratch;
    if (store->base != m->base + m->store || store->n_scratch + 1 != gpu->n_scratch ||
        store->n_moves != gpu->n_moves)
        store->n = 0, store->used = 0;
    store->base = m->base + m->store;
    store->n_scratch = gpu->n_scratch;
    store->n_moves = gpu->n_moves;
    store->size = m->size - m->store;
    return gpu->backend->clear(gpu, m->base, m->store, err);
}

template <typename Bench>
static inline enum ga_status keyed_finish(struct keyed_batch<Bench> *b,
                                          struct keyed_sample *samples, uint32_t n_runs,
                                          struct ga_err *err) {
    const struct ga_batch *const batch = b->batch;
    enum ga_status status = b->gpu->backend->launch(b->gpu, b->queue.launches, b->queue.n, err);
    if (status == GA_OK)
        status = b->gpu->backend->download(b->gpu, samples, b->memory.base + b->memory.samples,
                                           n_runs * sizeof *samples, err);
    for (uint32_t i = 0; status == GA_OK && i < batch->n_points; i++) {
        const uint32_t runs = b->bench->point(i).runs;
        const struct keyed_sample *const of = samples + b->first[i];
        batch->visits[i] = {GA_OK, 0, 0, 0};
        for (uint32_t k = 0; k < batch->n_samples; k++)
            batch->samples[(size_t)i * batch->n_samples + k] =
                keyed_read_sample(of + k * runs, runs, b->n_laps[i], &batch->visits[i]);
        if (b->bench->tell(i, of, batch->n_samples * runs) == GA_WRONG)
            batch->visits[i].outcome = GA_WRONG;
    }
    return status;
}

/* err: as ga_backend.launch. */
template <typename Bench>
static inline enum ga_status keyed_measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                                           Bench *bench, struct ga_err *err) {
    static struct keyed_store store;
    uint32_t n_runs = 0;
    struct keyed_batch<Bench> b = {
        gpu, batch, bench, {}, &store, {nullptr, nullptr, 0}, nullptr, nullptr
    };
    b.first = new (std::nothrow) uint32_t[batch->n_points];
    b.n_laps = new (std::nothrow) uint32_t[batch->n_points];
    for (uint32_t i = 0; b.first && i < batch->n_points; i++) {
        b.first[i] = n_runs;
        n_runs += batch->n_samples * bench->point(i).runs;
    }
    const size_t n_launches = ((size_t)n_runs + batch->n_points) * Bench::MOST_LAUNCHES;
    b.queue.launches = new (std::nothrow) struct ga_launch[n_launches];
    b.queue.args = new (std::nothrow) typename Bench::Args[n_launches];
    struct keyed_sample *const samples = new (std::nothrow) struct keyed_sample[n_runs];
    enum ga_status status = GA_OK;
    if (n_runs > KEYED_MOST_RUNS)
        status =
            ga_fail(err, GA_USAGE, "%u runs in a batch; at most %d", n_runs, (int)KEYED_MOST_RUNS);
    else if (!b.first || !b.n_laps || !b.queue.launches || !b.queue.args || !samples)
        status = ga_fail(err, GA_ERROR, "out of memory for %zu launches", n_launches);
    if (status == GA_OK)
        status = keyed_prepare(&b, err);
    for (uint32_t i = 0; status == GA_OK && i < batch->n_points; i++)
        status = keyed_push(&b, i, err);
    if (status == GA_OK)
        status = keyed_finish(&b, samples, n_runs, err);
    delete[] samples;
    delete[] b.queue.args;
    delete[] b.queue.launches;
    delete[] b.n_laps;
    delete[] b.first;
    return status;
}

#endif
