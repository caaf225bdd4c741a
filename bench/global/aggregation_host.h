/* The host's side of global_aggregation. A batch is a queue of launches; keys stay on the device from one
 * batch to the next, as long as there is room. */
#ifndef GA_AGGREGATION_HOST_H
#define GA_AGGREGATION_HOST_H

#include "place.h"
#include "aggregation_input.h"
#include "aggregation_kernels.h"

enum aggregation_method { AGG_PLAIN, AGG_FREE, AGG_MATCH, AGG_BALLOT, AGG_SHARED, AGG_PARTITIONED };

enum {
    AGGREGATION_BINS = 1 << 16,
    AGGREGATION_COPIES = 64,
    AGGREGATION_LINE = 32,      /* words; a copy in device memory begins on a line */
    AGGREGATION_RESERVED = 1024 /* bytes of shared memory that a block may have besides its own */
};

struct aggregation_point {
    uint32_t method, copies;
    struct aggregation_input input;
    const void *entry;
};

static inline uint32_t aggregation_stride(const struct aggregation_point *p) {
    return p->input.bins < AGGREGATION_LINE ? (uint32_t)AGGREGATION_LINE : p->input.bins;
}

static inline size_t aggregation_shared_bytes(const struct aggregation_point *p) {
    return p->method == AGG_SHARED ? (size_t)p->copies * p->input.bins * sizeof(uint32_t) : 0;
}

/* Blocks that fill the device, all resident. */
struct aggregation_grid {
    uint32_t n_blocks, n_threads;
    size_t shared_bytes;
};

static inline struct aggregation_grid aggregation_fill(const struct ga_limits *limits,
                                                       const struct aggregation_point *p) {
    const struct ga_occupancy full = ga_occupancy_for(limits, limits->warps_per_sm);
    const size_t bytes = aggregation_shared_bytes(p);
    const size_t fit = limits->shared_bytes_per_sm / (bytes + AGGREGATION_RESERVED);
    uint32_t k = full.blocks_per_sm;
    if (bytes > 0 && fit < k)
        k = fit > 0 ? (uint32_t)fit : 1;
    return {k * limits->sm_count, full.warps_per_block * limits->warp_size,
            bytes > 0 ? ga_exclusive_shared_bytes(limits, k, bytes) : 0};
}

/* --- device memory: what every count needs, then a store of keys with the counts that they must give */

enum {
    AGGREGATION_KEPT = 256,           /* inputs on the device, at most */
    AGGREGATION_COUNTS = 4,           /* of a sample, at most */
    AGGREGATION_MOST_COUNTS = 1 << 14 /* of a batch */
};
static const size_t AGGREGATION_STORE = (size_t)1 << 30;

struct aggregation_memory {
    char *base;
    size_t size, counts, parts, laps, samples, store;
};

struct aggregation_kept {
    struct aggregation_input input;
    size_t keys, expected; /* offsets */
};

/* What the store holds. n_scratch: of the gpu when it was last used; if it is not one more the next time,
 * somebody else has used the memory. */
struct aggregation_store {
    const char *base;
    uint64_t n_scratch;
    size_t used, size;
    uint32_t n;
    struct aggregation_kept kept[AGGREGATION_KEPT];
};

static inline size_t aggregation_input_bytes(const struct aggregation_input *in) {
    return (in->n_keys + in->bins) * sizeof(uint32_t) + 512;
}

/* As much as the largest input of the batch, what a device can spare, and all that is there already. */
static inline struct aggregation_memory aggregation_lay_out(const struct ga_gpu *gpu,
                                                            const struct aggregation_point *points,
                                                            uint32_t n_points) {
    const struct ga_limits *const limits = &gpu->limits;
    struct aggregation_memory m = {};
    const size_t n_laps =
        (size_t)limits->sm_count * limits->warps_per_sm + AGGREGATION_BINS / limits->warp_size + 1;
    size_t store = limits->free_bytes / 8;
    store = store > AGGREGATION_STORE ? AGGREGATION_STORE : store;
    for (uint32_t i = 0; i < n_points; i++) {
        const size_t bytes = aggregation_input_bytes(&points[i].input);
        store = bytes > store ? bytes : store;
    }
    m.counts = ga_carve(&m.size, AGGREGATION_BINS * sizeof(uint32_t));
    m.parts = ga_carve(&m.size, (size_t)AGGREGATION_COPIES * AGGREGATION_BINS * sizeof(uint32_t));
    m.laps = ga_carve(&m.size, n_laps * sizeof(struct aggregation_lap));
    m.samples = ga_carve(&m.size, AGGREGATION_MOST_COUNTS * sizeof(struct aggregation_sample));
    m.store = ga_carve(&m.size, store);
    m.size = m.size < gpu->scratch_bytes ? gpu->scratch_bytes : m.size;
    return m;
}

static inline enum ga_status aggregation_put(struct ga_gpu *gpu, struct aggregation_memory *m,
                                             struct aggregation_store *store,
                                             const struct aggregation_input *in,
                                             struct ga_err *err) {
    uint32_t *const keys = new (std::nothrow) uint32_t[in->n_keys + in->bins];
    uint32_t *const counts = keys + in->n_keys;
    if (!keys)
        return ga_fail(err, GA_ERROR, "out of memory for %u keys", in->n_keys);
    struct aggregation_kept *const kept = &store->kept[store->n];
    size_t used = store->used;
    kept->keys = m->store + ga_carve(&used, in->n_keys * sizeof *keys);
    kept->expected = m->store + ga_carve(&used, in->bins * sizeof *keys);
    kept->input = *in;
    enum ga_status status = aggregation_make(in, keys, counts, err);
    if (status == GA_OK)
        status =
            gpu->backend->upload(gpu, m->base + kept->keys, keys, in->n_keys * sizeof *keys, err);
    if (status == GA_OK)
        status = gpu->backend->upload(gpu, m->base + kept->expected, counts,
                                      in->bins * sizeof *keys, err);
    if (status == GA_OK) {
        store->used = used;
        store->n++;
    }
    delete[] keys;
    return status;
}

/* --- launches */

union aggregation_any_args {
    struct aggregation_args count;
    struct aggregation_merge_args merge;
    struct aggregation_check_args check;
};

struct aggregation_queue {
    struct ga_launch *launches;
    union aggregation_any_args *args;
    uint32_t n;
};

static inline union aggregation_any_args *aggregation_push(struct aggregation_queue *q,
                                                           const void *entry, uint32_t n_blocks,
                                                           uint32_t n_threads,
                                                           size_t shared_bytes) {
    q->launches[q->n] = {entry, n_blocks, n_threads, shared_bytes, &q->args[q->n]};
    return &q->args[q->n++];
}

/* How many counts a sample is the mean of. Of the presets' keys `plain` and `partitioned` take tens of microseconds and
 * more; the others can take so few that steps of the timer would be seen. */
static inline uint32_t aggregation_counts(const struct aggregation_point *p) {
    const bool is_long = p->method == AGG_PLAIN || p->method == AGG_PARTITIONED;
    return is_long ? 1 : AGGREGATION_COUNTS;
}

/* One count, the sum of its copies if it has any, and the check. */
static inline void
aggregation_push_count(struct aggregation_queue *q, const struct ga_limits *limits,
                       const struct aggregation_point *p, const struct aggregation_memory *m,
                       const struct aggregation_kept *kept, struct aggregation_sample *sample) {
    const struct aggregation_grid grid = aggregation_fill(limits, p);
    const uint32_t bins = p->input.bins, stride = aggregation_stride(p);
    const bool parted = p->method == AGG_PARTITIONED;
    uint32_t *const counts = (uint32_t *)(m->base + m->counts);
    uint32_t *const parts = (uint32_t *)(m->base + m->parts);
    struct aggregation_lap *const laps = (struct aggregation_lap *)(m->base + m->laps);
    aggregation_push(q, p->entry, grid.n_blocks, grid.n_threads, grid.shared_bytes)->count = {
        (const struct aggregation_quad *)(m->base + kept->keys),
        parted ? parts : counts,
        laps,
        p->input.n_keys / AGGREGATION_QUAD,
        bins,
        p->copies,
        stride};
    const uint32_t mergers = parted ? (bins + grid.n_threads - 1) / grid.n_threads : 0;
    if (parted)
        aggregation_push(q, GA_ENTRY(aggregation_merge), mergers, grid.n_threads, 0)->merge = {
            parts, counts, laps + grid.n_blocks, bins, p->copies, stride};
    const uint32_t n_threads = limits->threads_per_block < 128 ? limits->threads_per_block : 128;
    const uint32_t n_parts = parted ? p->copies * stride : 0;
    const uint32_t needed = (bins > n_parts ? bins : n_parts) / (4 * n_threads) + 1;
    const uint32_t most = limits->sm_count * 8;
    aggregation_push(q, GA_ENTRY(aggregation_check), needed < most ? needed : most, n_threads,
                     n_threads * sizeof(struct aggregation_sample))
        ->check = {counts,
                   parts,
                   (const uint32_t *)(m->base + kept->expected),
                   laps,
                   sample,
                   bins,
                   n_parts,
                   grid.n_blocks + mergers};
}

/* One sample out of its counts. */
static inline uint32_t aggregation_read_sample(const struct ga_limits *limits,
                                               const struct aggregation_point *p,
                                               const struct aggregation_sample *counts,
                                               struct ga_visit *visit) {
    const struct aggregation_grid grid = aggregation_fill(limits, p);
    const uint32_t mergers =
        p->method == AGG_PARTITIONED ? (p->input.bins + grid.n_threads - 1) / grid.n_threads : 0;
    const uint32_t n = aggregation_counts(p);
    uint64_t span = 0;
    for (uint32_t i = 0; i < n; i++) {
        const struct aggregation_sample *const s = &counts[i];
        span += s->last - s->first;
        visit->cycles += s->cycles;
        visit->ticks += s->ticks;
        if (s->wrong)
            visit->outcome = GA_WRONG;
        else if (s->n_laps != grid.n_blocks + mergers && visit->outcome == GA_OK)
            visit->outcome = GA_ERROR;
    }
    span = (span + n / 2) / n;
    return span < UINT32_MAX ? (uint32_t)span : UINT32_MAX;
}

/* counts: of the point's samples, one after the other. */
static inline void aggregation_read(const struct ga_limits *limits,
                                    const struct aggregation_point *p,
                                    const struct aggregation_sample *counts,
                                    const struct ga_batch *batch, uint32_t i) {
    batch->visits[i] = {GA_OK, 0, 0, 0};
    for (uint32_t k = 0; k < batch->n_samples; k++)
        batch->samples[(size_t)i * batch->n_samples + k] = aggregation_read_sample(
            limits, p, counts + k * aggregation_counts(p), &batch->visits[i]);
}

/* Where a batch has what came of a point's counts. */
static inline size_t aggregation_first(const struct ga_batch *batch, uint32_t point) {
    return (size_t)point * batch->n_samples * AGGREGATION_COUNTS;
}

/* Counts of a visit follow one that does not count. What waits in the queue is launched before its keys
 * give way to others. */
static inline enum ga_status aggregation_run(struct ga_gpu *gpu, const struct ga_batch *batch,
                                             const struct aggregation_point *points,
                                             struct aggregation_memory *m,
                                             struct aggregation_store *store,
                                             struct aggregation_queue *q, struct ga_err *err) {
    struct aggregation_sample *const samples = (struct aggregation_sample *)(m->base + m->samples);
    enum ga_status status = GA_OK;
    for (uint32_t i = 0; status == GA_OK && i < batch->n_points; i++) {
        const struct aggregation_point *const p = &points[i];
        uint32_t at = 0;
        while (at < store->n && !aggregation_same(&store->kept[at].input, &p->input))
            at++;
        if (at == store->n && (at == AGGREGATION_KEPT ||
                               store->used + aggregation_input_bytes(&p->input) > store->size)) {
            status = gpu->backend->launch(gpu, q->launches, q->n, err);
            q->n = store->n = at = 0;
            store->used = 0;
        }
        if (status == GA_OK && at == store->n)
            status = aggregation_put(gpu, m, store, &p->input, err);
        const uint32_t n = batch->n_samples * aggregation_counts(p);
        for (uint32_t k = 0; status == GA_OK && k < n + 1; k++)
            aggregation_push_count(q, &gpu->limits, p, m, &store->kept[at],
                                   &samples[aggregation_first(batch, i) + (k ? k - 1 : 0)]);
    }
    return status == GA_OK ? gpu->backend->launch(gpu, q->launches, q->n, err) : status;
}

/* The memory with its arrays cleared, and the store as far as it is still there. */
static inline enum ga_status aggregation_prepare(struct ga_gpu *gpu, const struct ga_batch *batch,
                                                 const struct aggregation_point *points,
                                                 struct aggregation_memory *m,
                                                 struct aggregation_store *store,
                                                 struct ga_err *err) {
    *m = aggregation_lay_out(gpu, points, batch->n_points);
    void *scratch = nullptr;
    const enum ga_status status = ga_scratch(gpu, m->size, &scratch, err);
    if (status != GA_OK)
        return status;
    m->base = (char *)scratch;
    if (store->base != m->base || store->n_scratch + 1 != gpu->n_scratch)
        store->n = 0, store->used = 0;
    store->base = m->base;
    store->n_scratch = gpu->n_scratch;
    store->size = m->size - m->store;
    return gpu->backend->clear(gpu, m->base, m->store, err);
}

/* points: what those of the batch are. err: as ga_backend.launch. */
static inline enum ga_status aggregation_measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                                                 const struct aggregation_point *points,
                                                 struct ga_err *err) {
    static struct aggregation_store store;
    const size_t n_counts = aggregation_first(batch, batch->n_points);
    const size_t n_launches = (n_counts + batch->n_points) * 3;
    if (n_counts > AGGREGATION_MOST_COUNTS)
        return ga_fail(err, GA_USAGE, "%zu counts in a batch; at most %d", n_counts,
                       (int)AGGREGATION_MOST_COUNTS);
    struct aggregation_queue q = {new (std::nothrow) struct ga_launch[n_launches],
                                  new (std::nothrow) union aggregation_any_args[n_launches], 0};
    struct aggregation_sample *const samples =
        new (std::nothrow) struct aggregation_sample[n_counts];
    struct aggregation_memory m;
    enum ga_status status = GA_OK;
    if (!q.launches || !q.args || !samples)
        status = ga_fail(err, GA_ERROR, "out of memory for %zu launches", n_launches);
    if (status == GA_OK)
        status = aggregation_prepare(gpu, batch, points, &m, &store, err);
    if (status == GA_OK)
        status = aggregation_run(gpu, batch, points, &m, &store, &q, err);
    if (status == GA_OK)
        status = gpu->backend->download(gpu, samples, m.base + m.samples,
                                        n_counts * sizeof *samples, err);
    for (uint32_t i = 0; status == GA_OK && i < batch->n_points; i++)
        aggregation_read(&gpu->limits, &points[i], samples + aggregation_first(batch, i), batch, i);
    delete[] samples;
    delete[] q.args;
    delete[] q.launches;
    return status;
}

#endif
