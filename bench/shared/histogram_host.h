/* The host's side of shared_histogram. A batch is a queue of launches; images stay on the device from one
 * batch to the next. */
#ifndef GA_HISTOGRAM_HOST_H
#define GA_HISTOGRAM_HOST_H

#include "bench.h"
#include "histogram_kernels.h"
#include "histogram_predict.h"

/* A point in the host's words. size: log2 of the pixels, less HISTOGRAM_LEAST_LOG2. */
struct histogram_point {
    enum histogram_image image;
    uint32_t size, n_threads;
    bool reordered, used, packed;
    enum histogram_way way;
    int32_t extra;
    const void *entry;
};

static inline uint32_t histogram_pixels(const struct histogram_point *p) {
    return 1u << (p->size + HISTOGRAM_LEAST_LOG2);
}

/* An image on the host, with its sums: of the sizes up to `size`. own: the process. */
struct histogram_drawn {
    uint32_t *pixels;
    struct histogram_sums *sums;
    uint32_t size, warp_size;
    uint64_t seed;
};

/* What the device holds of each image: the pixels of sizes up to this; -1: none. n_scratch, scratch_bytes: of
 * the gpu when it was last used; if the one is not one more the next time, somebody else has used the
 * memory, and if the other differs it is new memory, perhaps at the same place. */
struct histogram_store {
    const char *base;
    uint64_t n_scratch;
    size_t scratch_bytes;
    int32_t size[HISTOGRAM_IMAGES];
    uint64_t seed;
};

/* The device's memory. Each image has room for the largest of the batches so far. */
struct histogram_memory {
    char *base;
    size_t size, images[HISTOGRAM_IMAGES], counts, expected, differences, laps, parts;
};

/* --- images */

static inline enum ga_status histogram_make(enum histogram_image image, uint32_t size,
                                            uint64_t seed, uint32_t warp_size,
                                            struct histogram_drawn *drawn, struct ga_err *err) {
    if (drawn->pixels && drawn->size >= size && drawn->seed == seed &&
        drawn->warp_size == warp_size)
        return GA_OK;
    const uint32_t n = 1u << (size + HISTOGRAM_LEAST_LOG2);
    delete[] drawn->pixels;
    delete[] drawn->sums;
    *drawn = {new (std::nothrow) uint32_t[n], new (std::nothrow) struct histogram_sums[size + 1],
              size, warp_size, seed};
    if (!drawn->pixels || !drawn->sums) {
        delete[] drawn->pixels;
        delete[] drawn->sums;
        *drawn = {};
        return ga_fail(err, GA_ERROR, "out of memory for an image of %u pixels", n);
    }
    histogram_draw(image, seed, n, drawn->pixels);
    histogram_sum_up(drawn->pixels, size, warp_size, drawn->sums);
    return GA_OK;
}

/* --- memory */

static inline uint32_t histogram_check_blocks(const struct ga_limits *limits) {
    return limits->sm_count;
}

static inline void histogram_lay_out(const struct ga_limits *limits,
                                     const struct histogram_drawn *drawn, uint32_t n_points,
                                     size_t n_launches, struct histogram_memory *m) {
    const size_t warps = (size_t)limits->sm_count * limits->warps_per_sm;
    *m = {};
    for (uint32_t i = 0; i < HISTOGRAM_IMAGES; i++)
        m->images[i] = ga_carve(
            &m->size,
            drawn[i].pixels ? sizeof(uint32_t) << (drawn[i].size + HISTOGRAM_LEAST_LOG2) : 0);
    m->counts = ga_carve(&m->size, HISTOGRAM_BINS * sizeof(uint32_t));
    m->expected = ga_carve(&m->size, n_points * HISTOGRAM_BINS * sizeof(uint32_t));
    m->differences = ga_carve(&m->size, warps * limits->warp_size * sizeof(uint32_t));
    m->laps = ga_carve(&m->size, warps * sizeof(struct histogram_lap));
    m->parts = ga_carve(&m->size, n_launches * histogram_check_blocks(limits) *
                                      sizeof(struct histogram_part));
}

/* The images of the batch on host and device, the rest of the memory cleared. */
static inline enum ga_status histogram_prepare(struct ga_gpu *gpu, const struct ga_batch *batch,
                                               const struct histogram_point *points,
                                               size_t n_launches, struct histogram_drawn *drawn,
                                               struct histogram_memory *m, struct ga_err *err) {
    static struct histogram_store store;
    void *scratch = nullptr;
    enum ga_status status = GA_OK;
    for (uint32_t i = 0; status == GA_OK && i < batch->n_points; i++)
        status = histogram_make(points[i].image, points[i].size, batch->seed, gpu->limits.warp_size,
                                &drawn[points[i].image], err);
    histogram_lay_out(&gpu->limits, drawn, batch->n_points, n_launches, m);
    if (status == GA_OK)
        status = ga_scratch(gpu, m->size, &scratch, err);
    if (status != GA_OK)
        return status;
    m->base = (char *)scratch;
    if (store.base != m->base || store.n_scratch + 1 != gpu->n_scratch ||
        store.scratch_bytes != gpu->scratch_bytes || store.seed != batch->seed)
        for (uint32_t i = 0; i < HISTOGRAM_IMAGES; i++)
            store.size[i] = -1;
    for (uint32_t i = 0; status == GA_OK && i < HISTOGRAM_IMAGES; i++) {
        if (!drawn[i].pixels || store.size[i] == (int32_t)drawn[i].size)
            continue;
        for (uint32_t later = i; later < HISTOGRAM_IMAGES; later++)
            store.size[later] = -1; /* their places have moved */
        status =
            gpu->backend->upload(gpu, m->base + m->images[i], drawn[i].pixels,
                                 sizeof(uint32_t) << (drawn[i].size + HISTOGRAM_LEAST_LOG2), err);
        store.size[i] = status == GA_OK ? (int32_t)drawn[i].size : -1;
    }
    store.base = m->base;
    store.n_scratch = gpu->n_scratch;
    store.scratch_bytes = gpu->scratch_bytes;
    store.seed = batch->seed;
    if (status == GA_OK)
        status = gpu->backend->clear(gpu, m->base + m->counts, m->size - m->counts, err);
    return status;
}

/* --- launches */

/* As many blocks as the device holds at once, at most one for each n_threads pixels. */
static inline enum ga_status histogram_grid(struct ga_gpu *gpu, const struct histogram_point *p,
                                            struct ga_launch *launch, struct ga_err *err) {
    const struct ga_limits *const limits = &gpu->limits;
    const uint32_t needed = (histogram_pixels(p) + p->n_threads - 1) / p->n_threads;
    const uint32_t by_warps = limits->warps_per_sm * limits->warp_size / p->n_threads;
    uint32_t k = by_warps;
    *launch = {p->entry, 1, p->n_threads, histogram_bytes(p->packed), nullptr};
    enum ga_status status = GA_OK;
    if (gpu->backend->occupancy)
        status = gpu->backend->occupancy(gpu, launch, &k, err);
    if (status == GA_OK && k == 0)
        status = ga_fail(err, GA_ERROR, "no block of %u threads fits on an SM", p->n_threads);
    k = k < by_warps ? k : by_warps;
    const uint32_t most = k * limits->sm_count;
    launch->n_blocks = needed < most ? needed : most;
    return status;
}

/* The counters are full after 2^16 - 1 adds, and a pixel can be two of them. */
static inline uint32_t histogram_rounds(const struct histogram_point *p) {
    return p->packed ? HISTOGRAM_PACKED_MOST / 2 / p->n_threads : UINT32_MAX;
}

struct histogram_queue {
    struct ga_launch *launches;
    struct histogram_args *args;
    struct histogram_check_args *checks;
    uint32_t n; /* counts so far; there is a check for each */
};

/* One count of point i and its check. */
static inline void histogram_push(struct histogram_queue *q, const struct ga_limits *limits,
                                  const struct histogram_point *p, uint32_t i,
                                  const struct ga_launch *grid, const struct histogram_memory *m,
                                  const char *label) {
    const uint32_t n_check = histogram_check_blocks(limits), at = q->n++;
    const uint32_t n_threads = limits->threads_per_block < 128 ? limits->threads_per_block : 128;
    uint32_t *const counts = (uint32_t *)(m->base + m->counts);
    uint32_t *const differences = (uint32_t *)(m->base + m->differences);
    struct histogram_lap *const laps = (struct histogram_lap *)(m->base + m->laps);
    q->args[at] = {(const uint32_t *)(m->base + m->images[p->image]),
                   counts,
                   differences,
                   laps,
                   histogram_pixels(p),
                   histogram_rounds(p),
                   0};
    q->checks[at] = {counts,
                     (const uint32_t *)(m->base + m->expected) + (size_t)i * HISTOGRAM_BINS,
                     differences,
                     laps,
                     (struct histogram_part *)(m->base + m->parts) + (size_t)at * n_check,
                     p->used ? grid->n_blocks * grid->n_threads : 0,
                     grid->n_blocks};
    q->launches[2 * at] = *grid;
    q->launches[2 * at].args = &q->args[at];
    q->launches[2 * at].label = label;
    q->launches[2 * at + 1] = {GA_ENTRY(histogram_check), n_check, n_threads,
                               n_threads * sizeof(struct histogram_part), &q->checks[at]};
}

/* parts: of the point's launches, the first of which counts for nothing but the check. */
static inline void histogram_read(const struct ga_limits *limits,
                                  const struct histogram_part *parts, uint32_t n_blocks,
                                  const struct ga_batch *batch, uint32_t i) {
    const uint32_t n_check = histogram_check_blocks(limits);
    struct ga_visit *const visit = &batch->visits[i];
    *visit = {GA_OK, 0, 0, 0};
    for (uint32_t k = 0; k < batch->n_samples + 1; k++) {
        struct histogram_part all = parts[(size_t)k * n_check];
        for (uint32_t b = 1; b < n_check; b++)
            histogram_join(&all, parts[(size_t)k * n_check + b]);
        if (all.wrong > 0 || all.difference != 0)
            ga_visit_outcome(visit, GA_WRONG);
        else if (all.n_laps != n_blocks)
            ga_visit_outcome(visit, GA_ERROR);
        if (k == 0)
            continue;
        const uint64_t span = all.last - all.first;
        batch->samples[(size_t)i * batch->n_samples + k - 1] =
            span < UINT32_MAX ? (uint32_t)span : UINT32_MAX;
        visit->cycles += all.cycles;
        visit->ticks += all.ticks;
    }
}

#endif
