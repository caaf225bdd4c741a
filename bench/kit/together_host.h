/* The host's side of together.h: the points of a batch, each measured by the blocks of one SM, on all SMs at
 * once. One launch serves those that need the same kernel and equally many blocks on an SM. */
#ifndef GA_TOGETHER_HOST_H
#define GA_TOGETHER_HOST_H

#include <new>

#include "together.h"

/* What a kernel gets. */
struct ga_together_args {
    const void *visits;   /* [n_visits], as the benchmark describes its points */
    const uint32_t *zero; /* one 0 a thread; the compiler cannot know, nor that they are the same */
    uint32_t *place_table;    /* [blocks] */
    struct ga_mail *mail;     /* [SM * blocks_per_sm + rank] */
    uint32_t *cycles;         /* [index in the batch][n_samples] */
    struct ga_visit *results; /* [index] */
    uint32_t n_visits, n_sms;
    struct ga_together ask;
};

/* A benchmark of this kind. describe: writes what its kernel has to know of a point, visit_bytes. shared: bytes
 * of shared memory for a block of so many threads. */
struct ga_together_bench {
    size_t visit_bytes;
    void (*describe)(const struct ga_limits *limits, const struct ga_point *point, uint32_t index,
                     void *visit);
    uint32_t (*warps)(const struct ga_point *point); /* of one SM */
    const void *(*entry)(const struct ga_point *point);
    size_t (*shared)(uint32_t n_threads);
    uint32_t skew_cycles;
};

/* Where a batch's arrays lie in the scratch memory. From place_table on they are cleared for each launch. */
struct ga_together_layout {
    size_t visits, results, cycles, zero, place_table, mail, size;
};

static inline struct ga_together_layout ga_lay_out_together(const struct ga_limits *limits,
                                                            const struct ga_batch *batch,
                                                            size_t visit_bytes) {
    struct ga_together_layout l = {};
    const size_t blocks = (size_t)limits->sm_count * limits->warps_per_sm;
    l.visits = ga_carve(&l.size, batch->n_points * visit_bytes);
    l.results = ga_carve(&l.size, batch->n_points * sizeof(struct ga_visit));
    l.cycles = ga_carve(&l.size, (size_t)batch->n_points * batch->n_samples * sizeof(uint32_t));
    l.zero = ga_carve(&l.size, limits->threads_per_block * sizeof(uint32_t));
    l.place_table = ga_carve(&l.size, blocks * sizeof(uint32_t));
    l.mail = ga_carve(&l.size, blocks * sizeof(struct ga_mail));
    return l;
}

/* in: n_visits, on the device from first_visit on. */
static inline enum ga_status
ga_launch_together(struct ga_gpu *gpu, const struct ga_together_bench *bench, const void *entry,
                   struct ga_occupancy fit, char *memory, const struct ga_together_layout *l,
                   uint32_t first_visit, uint32_t n_visits, uint32_t n_samples, bool *is_right,
                   struct ga_err *err) {
    const struct ga_limits *const limits = &gpu->limits;
    const uint32_t n_blocks = fit.blocks_per_sm * limits->sm_count;
    const uint32_t n_threads = fit.warps_per_block * limits->warp_size;
    const struct ga_together_args args = {
        memory + l->visits + first_visit * bench->visit_bytes,
        (const uint32_t *)(memory + l->zero),
        (uint32_t *)(memory + l->place_table),
        (struct ga_mail *)(memory + l->mail),
        (uint32_t *)(memory + l->cycles),
        (struct ga_visit *)(memory + l->results),
        n_visits,
        limits->sm_count,
        {n_samples, fit.blocks_per_sm, (uint64_t)(gpu->spin_s * 1e9 / limits->tick_ns),
         bench->skew_cycles},
    };
    size_t shared = bench->shared(n_threads);
    if (shared < n_blocks * sizeof(uint32_t)) /* to find the places in */
        shared = n_blocks * sizeof(uint32_t);
    const struct ga_launch launch = {entry, n_blocks, n_threads,
                                     ga_exclusive_shared_bytes(limits, fit.blocks_per_sm, shared),
                                     &args};
    const auto place = [&] {
        const enum ga_status cleared =
            gpu->backend->clear(gpu, memory + l->place_table, l->size - l->place_table, err);
        return cleared == GA_OK ? gpu->backend->launch(gpu, &launch, 1, err) : cleared;
    };
    return ga_place(gpu, memory + l->place_table, fit.blocks_per_sm, place, is_right, err);
}

/* The points that go with point `first`, which are marked as done, in one launch. visits: room for all of the
 * batch; *n_done: visits that the device already has. */
static inline enum ga_status ga_measure_alike(struct ga_gpu *gpu,
                                              const struct ga_together_bench *bench,
                                              const struct ga_batch *batch, uint32_t first,
                                              char *memory, const struct ga_together_layout *l,
                                              bool *done, char *visits, uint32_t *n_done,
                                              struct ga_err *err) {
    const struct ga_limits *const limits = &gpu->limits;
    const void *const entry = bench->entry(&batch->points[first]);
    const struct ga_occupancy fit = ga_occupancy_for(limits, bench->warps(&batch->points[first]));
    const auto is_alike = [&](const struct ga_point *p) {
        return bench->entry(p) == entry &&
               ga_occupancy_for(limits, bench->warps(p)).blocks_per_sm == fit.blocks_per_sm;
    };
    uint32_t n = 0;
    for (uint32_t i = first; i < batch->n_points; i++) {
        const struct ga_point *const p = &batch->points[i];
        if (done[i] || !is_alike(p))
            continue;
        done[i] = true;
        bench->describe(limits, p, i, visits + n++ * bench->visit_bytes);
    }
    const uint32_t first_visit = *n_done;
    *n_done += n;
    bool is_right = true;
    enum ga_status status =
        gpu->backend->upload(gpu, memory + l->visits + first_visit * bench->visit_bytes, visits,
                             n * bench->visit_bytes, err);
    if (status == GA_OK)
        status = ga_launch_together(gpu, bench, entry, fit, memory, l, first_visit, n,
                                    batch->n_samples, &is_right, err);
    for (uint32_t i = first; status == GA_OK && !is_right && i < batch->n_points; i++)
        if (is_alike(&batch->points[i]))
            status = ga_misplaced(gpu, memory + l->results, i, err);
    return status;
}

/* A value for ga_bench.measure. */
static inline enum ga_status ga_measure_together(struct ga_gpu *gpu,
                                                 const struct ga_together_bench *bench,
                                                 const struct ga_batch *batch, struct ga_err *err) {
    const struct ga_together_layout l =
        ga_lay_out_together(&gpu->limits, batch, bench->visit_bytes);
    char *const visits = new (std::nothrow) char[batch->n_points * bench->visit_bytes];
    bool *const done = new (std::nothrow) bool[batch->n_points]();
    void *memory = nullptr;
    enum ga_status status =
        visits && done ? ga_scratch(gpu, l.size, &memory, err)
                       : ga_fail(err, GA_ERROR, "out of memory for %u points", batch->n_points);
    char *const at = (char *)memory;
    uint32_t n_done = 0;
    if (status == GA_OK)
        status = gpu->backend->clear(gpu, at + l.zero, l.size - l.zero, err);
    if (status == GA_OK)
        status = gpu->backend->upload(gpu, at + l.results, batch->visits,
                                      batch->n_points * sizeof *batch->visits, err);
    for (uint32_t i = 0; status == GA_OK && i < batch->n_points; i++)
        if (!done[i])
            status = ga_measure_alike(gpu, bench, batch, i, at, &l, done, visits, &n_done, err);
    if (status == GA_OK)
        status = gpu->backend->download(gpu, batch->visits, at + l.results,
                                        batch->n_points * sizeof *batch->visits, err);
    if (status == GA_OK)
        status = gpu->backend->download(
            gpu, batch->samples, at + l.cycles,
            (size_t)batch->n_points * batch->n_samples * sizeof *batch->samples, err);
    delete[] visits;
    delete[] done;
    return status;
}

#endif
