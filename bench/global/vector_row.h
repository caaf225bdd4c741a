/* global_vector's launches, the check of memory, and its row. */
#ifndef GA_VECTOR_ROW_H
#define GA_VECTOR_ROW_H

#include "vector_axes.h"

enum { BYTES_PER_S, N_TALLIES };
static const struct ga_tally tallies[] = {
    {"bytes_per_s", "B/s", "of values, over the time", ga_tally::GA_MEAN}};

/* Offsets. peer: the table in the next GPU's memory. */
struct memory {
    char *base, *peer;
    size_t size, table, laps, wrong;
};

static uint32_t odd_inverse(uint32_t x) {
    uint32_t y = x; /* right in its last 3 bits; each round doubles them */
    for (int i = 0; i < 4; i++)
        y *= 2 - x * y;
    return y;
}

/* out: accesses of the launch that does not count. Of one row or few, which are in the L2 since they were cleared, it need not
 * be as long as a sample. */
static uint32_t warm_up(const struct ga_point *p, const struct plan *plan) {
    const bool is_part =
        p->at[ROWS] <= FEW && p->at[WAY] != BULK_CLUSTER && !plan->is_short && plan->accesses >= 8;
    return is_part ? plan->accesses / 8 : plan->accesses;
}

/* A visit: clear, a launch that does not count, the samples, check. */
static enum ga_status launch_visit(struct ga_gpu *gpu, const struct ga_point *p,
                                   const struct plan *plan, const struct memory *m,
                                   uint32_t n_samples, struct ga_err *err) {
    static struct ga_lap_queue<struct vector_args> queue;
    struct vector_args args = {
        p->at[ROWS] == PEER ? m->peer : m->base + m->table,
        (struct ga_lap *)(m->base + m->laps),
        (uint32_t *)(m->base + m->wrong),
        plan->rows,
        plan->row_bytes,
        plan->team,
        plan->steps,
        0,
        plan->phases ? plan->phases : plan->accesses,
        p->at[BLOCKS] == 0,
        p->at[WAY] == BULK_STORE,
        (uint32_t)p->at[COPIES],
        odd_inverse(VECTOR_SPREAD),
        (uint64_t)(gpu->spin_s * 1e9 / gpu->limits.tick_ns),
    };
    const bool is_cluster = p->at[WAY] == BULK_CLUSTER;
    struct ga_launch launch = {GA_ENTRY(vector_clear), plan->n_blocks, plan->n_threads, 0, nullptr};
    struct ga_launch measured = launch;
    measured.entry = variants[variant(p)].entry;
    measured.shared_bytes = is_cluster   ? sizeof(struct vector_box)
                            : is_bulk(p) ? plan->row_bytes
                                         : 0;
    measured.cluster = is_cluster ? (uint32_t)CLUSTER : 0;
    if (!is_cluster)
        ga_push(&queue, launch, args);
    for (uint32_t s = 0; s <= n_samples; s++) {
        args.laps = (struct ga_lap *)(m->base + m->laps) + (s > 0 ? s - 1 : 0) * plan->n_blocks;
        if (plan->is_short && s > 0)
            ga_push(&queue, launch, args);
        const uint32_t n = s > 0 ? plan->accesses : warm_up(p, plan);
        args.n = plan->phases ? plan->phases : n;
        ga_push(&queue, measured, args);
        args.first += plan->is_short ? 0 : n;
    }
    launch.entry = checks[p->at[TYPE]];
    args.n = plan->is_short ? plan->accesses : args.first;
    args.first = 0;
    if (!is_cluster)
        ga_push(&queue, launch, args);
    return ga_run(gpu, &queue, err);
}

static enum ga_status measure_point(struct ga_gpu *gpu, const struct ga_batch *batch, uint32_t i,
                                    const struct memory *m, uint32_t *wrong, struct ga_lap *laps,
                                    struct ga_err *err) {
    const struct ga_point *const p = &batch->points[i];
    const struct plan plan = describe(&gpu->limits, p);
    const uint32_t n_laps = plan.n_blocks * batch->n_samples;
    struct ga_visit *const visit = &batch->visits[i];
    enum ga_status status = gpu->backend->clear(gpu, m->base + m->laps, m->size - m->laps, err);
    if (status == GA_OK)
        status = launch_visit(gpu, p, &plan, m, batch->n_samples, err);
    if (status == GA_OK)
        status = gpu->backend->download(gpu, wrong, m->base + m->wrong,
                                        plan.n_blocks * sizeof *wrong, err);
    if (status == GA_OK)
        status = gpu->backend->download(gpu, laps, m->base + m->laps, n_laps * sizeof *laps, err);
    if (status != GA_OK)
        return status;
    *visit = {GA_OK, 0, 0, 0};
    double ticks = 0;
    for (uint32_t s = 0; s < batch->n_samples; s++) {
        const uint64_t span =
            ga_lap_join(laps + s * plan.n_blocks, plan.n_blocks, plan.n_blocks, visit).ticks;
        batch->samples[(size_t)i * batch->n_samples + s] = ga_lap_sample((double)span);
        ticks += (double)span;
    }
    uint32_t any = 0;
    for (uint32_t b = 0; b < plan.n_blocks; b++)
        any |= wrong[b];
    if (any)
        ga_visit_outcome(visit, GA_WRONG);
    const double seconds = ticks * gpu->limits.tick_ns * 1e-9 / batch->n_samples;
    batch->tallies[(size_t)i * N_TALLIES + BYTES_PER_S] =
        seconds > 0 ? (double)plan.accesses * plan.row_bytes / seconds : 0;
    return GA_OK;
}

static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    struct memory m = {};
    size_t bytes = 0, peer_bytes = 0, n_blocks = 0;
    for (uint32_t i = 0; i < batch->n_points; i++) {
        const struct plan plan = describe(&gpu->limits, &batch->points[i]);
        size_t *const most = batch->points[i].at[ROWS] == PEER ? &peer_bytes : &bytes;
        const size_t needed = (size_t)plan.rows * plan.row_bytes;
        *most = needed > *most ? needed : *most;
        n_blocks = plan.n_blocks > n_blocks ? plan.n_blocks : n_blocks;
    }
    const size_t n_laps = n_blocks * batch->n_samples;
    m.table = ga_carve(&m.size, bytes + sizeof(uint32_t));
    m.laps = ga_carve(&m.size, n_laps * sizeof(struct ga_lap));
    m.wrong = ga_carve(&m.size, n_blocks * sizeof(uint32_t));
    const struct ga_remote *const remote = gpu->backend->remote;
    void *scratch = nullptr, *peer = nullptr, *host = nullptr;
    enum ga_status status = ga_scratch(gpu, m.size, &scratch, err);
    if (status == GA_OK) /* laps and wrong */
        status = ga_host_room(gpu, m.size - m.laps, &host, err);
    if (status == GA_OK && peer_bytes > 0)
        status = remote->alloc_on(gpu, peer_of(&gpu->limits), peer_bytes, &peer, err);
    m.base = (char *)scratch;
    m.peer = (char *)peer;
    for (uint32_t i = 0; status == GA_OK && i < batch->n_points; i++)
        status = measure_point(gpu, batch, i, &m, (uint32_t *)((char *)host + (m.wrong - m.laps)),
                               (struct ga_lap *)host, err);
    if (peer)
        remote->free_on(gpu, peer_of(&gpu->limits), peer);
    return status;
}

/* Of the answers. */
static const char *const also[] = {"type=f32,bf16 way=plain,x2,x4,bulk rows=one,many", nullptr};

static const struct ga_bench row = {
    .id = "global_vector",
    .question = "how many values a second arrive, added one by one, as vectors or in bulk?",
    .sample = "a launch: rows of values are added to the rows of a table; an operation is a value",
    .axes = axes,
    .n_axes = N_AXES,
    .also = also,
    .variants = variants,
    .n_variants = N_FORMS,
    .samples = {2, 6, 12},
    .visit_samples = 10,
    .tallies = tallies,
    .n_tallies = N_TALLIES,
    .timer = GA_TICKS,
    .interval = 0.02,
    .load_axis = "blocks_per_sm",
    .valid = valid,
    .usual = usual,
    .unsupported = unsupported,
    .reference = reference,
    .price_over = "the same values by plain adds",
    .work = work,
    .variant = variant,
    .measure = measure,
};

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_global_vector)(void) { return &row; }

#endif
