/* The host's side of global_reach: axes, expectations, launches, the check of memory. */
#ifndef GA_REACH_ROW_H
#define GA_REACH_ROW_H

static const char *const patterns[] = {"random", "line", "page", nullptr};
static const char *const operations[] = {"add", "load", nullptr};
static const char *const regimes[] = {"dependent", "independent", "unused", nullptr};

static void set_range(const struct ga_limits *, int32_t *first, int32_t *last) {
    *first = 0;
    *last = MOST_MIB;
}
static uint32_t block_threads(const struct ga_limits *limits) {
    return limits->threads_per_block < BLOCK_THREADS ? limits->threads_per_block
                                                     : (uint32_t)BLOCK_THREADS;
}
static void blocks_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    *first = 0;
    *last = (int32_t)(limits->warps_per_sm * limits->warp_size / block_threads(limits));
}

enum { SET, PATTERN, OPERATION, REGIME, BLOCKS, N_AXES };
static const struct ga_axis axes[] = {
    {"set_mib",
     "MiB",
     "the working set; 0: twice the L2",
     nullptr,
     set_range,
     {"1024", "0,1..max*2", "0,1..max*2"}},
    {"pattern",
     "",
     "from one access to the next: to any line, the next line, or the next 2 MiB",
     patterns,
     nullptr,
     {"random", "all", "all"}},
    {"operation", "", "on a word of 32 bits", operations, nullptr, {"add", "all", "all"}},
    {"regime",
     "",
     "what waits for a result; dependent: the next address, of one thread",
     regimes,
     nullptr,
     {"all", "all", "all"}},
    {"blocks_per_sm",
     "",
     "of 256 threads each; 0: one thread in all",
     nullptr,
     blocks_range,
     {"0,max", "0,1..max*2", "0,1..max*2"}},
};

/* Without the memory of a GPU, or its speed. */
static bool is_small(const struct ga_limits *limits) {
    return limits->memory_bytes == 0 || limits->emulated;
}

static uint64_t lines_of(const struct ga_limits *limits, const struct ga_point *p) {
    const uint64_t mib = (uint64_t)p->at[SET];
    if (is_small(limits))
        return (mib ? mib : 1) * STAND_IN_LINES;
    return (mib ? mib << 20 : 2 * limits->l2_bytes) / LINE_BYTES;
}

/* Pages in turn are a chain's alone, because all threads would meet on few lines. */
static bool valid(const struct ga_limits *, const struct ga_point *p) {
    const bool chain = p->at[REGIME] == DEPENDENT;
    return (p->at[BLOCKS] == 0) == chain && (p->at[PATTERN] != PAGE || chain) &&
           (p->at[OPERATION] != LOAD || p->at[REGIME] != UNUSED);
}

/* Half the blocks show that a rate is a limit. Quick: three points. */
static bool usual(const struct ga_limits *limits, const struct ga_point *p) {
    int32_t first = 0, most = 0;
    blocks_range(limits, &first, &most);
    return p->at[BLOCKS] == 0 || p->at[BLOCKS] == most || p->at[BLOCKS] == most / 2;
}

/* What is left to others: a part of 2^5. */
static const char *unsupported(const struct ga_limits *limits, const struct ga_point *p) {
    const uint64_t bytes = lines_of(limits, p) * LINE_BYTES;
    if (is_small(limits))
        return nullptr;
    return p->at[SET] == 0 && limits->l2_bytes == 0 ? "the driver does not state the size of the L2"
           : bytes > limits->free_bytes / 32 * 31   ? "too little memory is free"
                                                    : nullptr;
}

/* A load of the same. */
static bool reference(const struct ga_point *p, struct ga_point *other) {
    *other = *p;
    other->at[OPERATION] = LOAD;
    if (p->at[REGIME] == UNUSED)
        other->at[REGIME] = INDEPENDENT;
    return true;
}

struct plan {
    uint32_t n_blocks, n_threads, n_lines, n, step;
};

static struct plan describe(const struct ga_limits *limits, const struct ga_point *p) {
    const bool chain = p->at[REGIME] == DEPENDENT, stand_in = is_small(limits);
    struct plan plan = {};
    plan.n_threads = chain ? limits->warp_size : block_threads(limits);
    plan.n_blocks = chain ? 1 : limits->sm_count * (uint32_t)p->at[BLOCKS];
    plan.n_lines = (uint32_t)lines_of(limits, p);
    const uint32_t round = plan.n_blocks * plan.n_threads * UNROLL,
                   most = stand_in ? 2 * round : (uint32_t)ACCESSES;
    plan.n = chain ? (stand_in ? 32 : (uint32_t)CHAIN) : (most + round - 1) / round * round;
    const uint64_t lines = p->at[PATTERN] == PAGE ? (uint64_t)PAGE_LINES : 1;
    const uint64_t step = ((lines << 32) + plan.n_lines - 1) / plan.n_lines;
    plan.step = p->at[PATTERN] == RANDOM ? 0 : step < UINT32_MAX ? (uint32_t)step : 1u << 31;
    return plan;
}

static struct ga_work work(const struct ga_limits *limits, const struct ga_point *p) {
    const uint64_t n = describe(limits, p).n;
    return {n, p->at[REGIME] == DEPENDENT ? n : n / limits->warp_size, 1};
}

#define ACCESS(op, is_unused, n)                                                                   \
    {                                                                                              \
        {.operation = GA_OP_##op, .scope = GA_SCOPE_DEVICE, .unused = is_unused, .count = n},      \
            {.operation = GA_OP_await_writes}, {                                                   \
            .operation = GA_OP_block_sync                                                          \
        }                                                                                          \
    }
static const struct ga_variant variants[] = {
    {"global_reach_add_dependent", GA_ENTRY(global_reach_add_dependent), ACCESS(add, false, 1)},
    {"global_reach_add_independent", GA_ENTRY(global_reach_add_independent),
     ACCESS(add, false, UNROLL)},
    {"global_reach_add_unused", GA_ENTRY(global_reach_add_unused), ACCESS(add, true, UNROLL)},
    {"global_reach_load_dependent", GA_ENTRY(global_reach_load_dependent), ACCESS(load, false, 1)},
    {"global_reach_load_independent", GA_ENTRY(global_reach_load_independent),
     ACCESS(load, false, UNROLL)},
};

static uint32_t variant(const struct ga_point *p) {
    return (uint32_t)(p->at[OPERATION] * (UNUSED + 1) + p->at[REGIME]);
}

enum { ACCESS_NS, SET_BYTES, N_TALLIES };
static const struct ga_tally tallies[] = {
    {"access_ns", "ns", "of one thread's access: a sample over its number", ga_tally::GA_MEAN},
    {"set_bytes", "B", "the working set", ga_tally::GA_MEAN},
};

/* lines: zeros, before and after a visit. rest: what the host reads: laps, and of each thread two sums: of what a launch read,
 * and of words that a look found wrong. */
struct memory {
    char *lines, *rest;
    size_t rest_bytes;
    struct ga_lap *laps;
    uint32_t *sums, n_sums;
};

/* A visit: a look, a sample that does not count, the samples, undo, a look. */
static enum ga_status launch_visit(struct ga_gpu *gpu, const struct ga_point *p,
                                   const struct plan *plan, const struct memory *m,
                                   uint32_t n_samples, struct ga_err *err) {
    static struct ga_lap_queue<struct reach_args> queue;
    const uint32_t n_threads = block_threads(&gpu->limits), n_all = (n_samples + 1) * plan->n;
    struct reach_args args = {m->lines, m->laps, m->sums, plan->n_lines, plan->step, 0, 0, 0};
    struct ga_launch around = {GA_ENTRY(reach_look), m->n_sums / n_threads, n_threads, 0, nullptr};
    args.n = p->at[PATTERN] == PAGE ? n_all : 0;
    args.sums = m->sums + m->n_sums;
    ga_push(&queue, around, args);
    args.n = plan->n;
    args.sums = m->sums;
    for (uint32_t s = 0; s <= n_samples; s++) {
        args.laps = m->laps + (s > 0 ? s - 1 : 0) * plan->n_blocks;
        ga_push(&queue, {variants[variant(p)].entry, plan->n_blocks, plan->n_threads, 0, nullptr},
                args);
        args.first += plan->n;
    }
    args.first = 0;
    args.n = n_all;
    args.sums = m->sums + m->n_sums;
    around.entry = GA_ENTRY(reach_undo);
    if (p->at[OPERATION] == ADD)
        ga_push(&queue, around, args);
    around.entry = GA_ENTRY(reach_look);
    args.n = 0;
    ga_push(&queue, around, args);
    return ga_run(gpu, &queue, err);
}

static void read_visit(const struct ga_gpu *gpu, const struct ga_batch *batch, uint32_t i,
                       const struct plan *plan, const struct ga_lap *laps) {
    double ticks = 0;
    for (uint32_t s = 0; s < batch->n_samples; s++) {
        const uint64_t span = ga_lap_join(laps + s * plan->n_blocks, plan->n_blocks, plan->n_blocks,
                                          &batch->visits[i])
                                  .ticks;
        batch->samples[(size_t)i * batch->n_samples + s] = ga_lap_sample((double)span);
        ticks += (double)span / batch->n_samples;
    }
    double *const tally = &batch->tallies[(size_t)i * N_TALLIES];
    const uint64_t n = batch->points[i].at[REGIME] == DEPENDENT
                           ? plan->n
                           : plan->n / ((uint64_t)plan->n_blocks * plan->n_threads);
    tally[ACCESS_NS] = ticks * gpu->limits.tick_ns / (double)n;
    tally[SET_BYTES] = (double)((uint64_t)plan->n_lines * LINE_BYTES);
}

/* What came back is in sums; loads of the chain and of all find zeros, and so nothing is summed. */
static enum ga_status measure_point(struct ga_gpu *gpu, const struct ga_batch *batch, uint32_t i,
                                    const struct memory *m, uint32_t *sums, struct ga_lap *laps,
                                    struct ga_err *err) {
    const struct ga_point *const p = &batch->points[i];
    const struct plan plan = describe(&gpu->limits, p);
    const uint32_t n_laps = plan.n_blocks * batch->n_samples, n_sums = 2 * m->n_sums;
    enum ga_status status = gpu->backend->clear(gpu, m->rest, m->rest_bytes, err);
    if (status == GA_OK)
        status = launch_visit(gpu, p, &plan, m, batch->n_samples, err);
    if (status == GA_OK)
        status = gpu->backend->download(gpu, sums, m->sums, n_sums * sizeof *sums, err);
    if (status == GA_OK)
        status = gpu->backend->download(gpu, laps, m->laps, n_laps * sizeof *laps, err);
    if (status != GA_OK)
        return status;
    batch->visits[i] = {GA_OK, 0, 0, 0};
    read_visit(gpu, batch, i, &plan, laps);
    uint32_t any = 0;
    for (uint32_t t = p->at[OPERATION] == LOAD ? 0 : m->n_sums; t < n_sums; t++)
        any |= sums[t];
    if (any)
        ga_visit_outcome(&batch->visits[i], GA_WRONG);
    return GA_OK;
}

static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    uint64_t n_lines = 0;
    for (uint32_t i = 0; i < batch->n_points; i++) {
        const uint64_t n = lines_of(&gpu->limits, &batch->points[i]);
        n_lines = n > n_lines ? n : n_lines;
    }
    struct memory m = {};
    m.n_sums = gpu->limits.sm_count * gpu->limits.warps_per_sm * gpu->limits.warp_size;
    const size_t n_laps = (size_t)m.n_sums / block_threads(&gpu->limits) * batch->n_samples;
    const size_t at_laps = ga_carve(&m.rest_bytes, n_laps * sizeof(struct ga_lap)),
                 at_sums = ga_carve(&m.rest_bytes, 2 * m.n_sums * sizeof(uint32_t));
    void *rest = nullptr, *lines = nullptr, *host = nullptr;
    enum ga_status status = ga_scratch(gpu, m.rest_bytes, &rest, err);
    if (status == GA_OK)
        status = ga_host_room(gpu, m.rest_bytes, &host, err);
    if (status == GA_OK)
        status = ga_hold(gpu, n_lines * LINE_BYTES, &lines, err);
    m.lines = (char *)lines;
    m.rest = (char *)rest;
    m.laps = (struct ga_lap *)(m.rest + at_laps);
    m.sums = (uint32_t *)(m.rest + at_sums);
    for (uint32_t i = 0; status == GA_OK && i < batch->n_points; i++)
        status = measure_point(gpu, batch, i, &m, (uint32_t *)((char *)host + at_sums),
                               (struct ga_lap *)((char *)host + at_laps), err);
    return status;
}

/* Of the answers. */
static const char *const also[] = {"set_mib=16,16384", nullptr};

static const struct ga_bench row = {
    .id = "global_reach",
    .question = "what does an atomic cost when its word is not in the L2?",
    .sample = "accesses of one thread, or of all, to words of a working set",
    .axes = axes,
    .n_axes = N_AXES,
    .also = also,
    .variants = variants,
    .n_variants = sizeof variants / sizeof *variants,
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
    .price_over = "a load whose result is used",
    .work = work,
    .variant = variant,
    .measure = measure,
};

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_global_reach)(void) { return &row; }

#endif
