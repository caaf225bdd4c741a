/* The host's side of global_interference: axes, expectations, launches, the check of memory. */
#ifndef GA_INTERFERENCE_ROW_H
#define GA_INTERFERENCE_ROW_H

static const char *const backgrounds[] = {"read_l2",      "read_memory", "write_l2",
                                          "write_memory", "poll",        nullptr};
static const char *const targets[] = {"one", "beside_flag", "many", "all", nullptr};
static const char *const regimes[] = {"dependent", "unused", nullptr};

static void share_range(const struct ga_limits *, int32_t *first, int32_t *last) {
    *first = 0;
    *last = 100;
}

enum { BACKGROUND, SHARE, WORDS, REGIME, N_AXES };
static const struct ga_axis axes[] = {
    {"background",
     "",
     "what the other warps do: read or write an array in the L2, or beyond it, or poll a flag",
     backgrounds,
     nullptr,
     {"read_memory,write_memory,poll", "all", "all"}},
    {"share",
     "%",
     "of what the background does when nothing holds it up",
     nullptr,
     share_range,
     {"100", "0,25..100+25", "0..100+10"}},
    {"words",
     "",
     "that are added to: one, the one beside the flag, 1024, or one a thread",
     targets,
     nullptr,
     {"one", "all", "all"}},
    {"regime", "", "what waits for a result", regimes, nullptr, {"unused", "all", "all"}},
};

/* Without the memory of a GPU, or its speed. */
static bool is_small(const struct ga_limits *limits) {
    return limits->memory_bytes == 0 || limits->emulated;
}

static bool valid(const struct ga_limits *, const struct ga_point *p) {
    return p->at[WORDS] != BESIDE || p->at[BACKGROUND] == POLLS;
}
static const char *unsupported(const struct ga_limits *limits, const struct ga_point *p) {
    const bool l2 = p->at[BACKGROUND] == READ_L2 || p->at[BACKGROUND] == WRITE_L2;
    return is_small(limits) || p->at[BACKGROUND] == POLLS ? nullptr
           : limits->l2_bytes == 0 ? "the driver does not state the size of the L2"
           : !l2 && limits->free_bytes < 2 * L2_TIMES * limits->l2_bytes
               ? "too little memory is free"
               : nullptr;
}

/* What a point is on a device: adders, others: lanes of the device that do either. */
struct plan {
    uint32_t n_blocks, n_threads, adders, others, n_items;
};

static struct plan describe(const struct ga_limits *limits, const struct ga_point *p) {
    struct plan plan = {};
    const uint32_t most = limits->threads_per_block, size = limits->warp_size;
    plan.n_threads = most < MOST_THREADS ? most : (uint32_t)MOST_THREADS;
    plan.n_blocks = limits->sm_count;
    const uint32_t warps = plan.n_threads / size,
                   part = warps * INTERFERENCE_ADDERS / INTERFERENCE_PARTS;
    plan.adders = (part ? part : 1) * size;
    plan.others = plan.n_threads - plan.adders;
    const uint32_t turn = plan.n_blocks * plan.others * INTERFERENCE_UNROLL;
    const bool l2 = p->at[BACKGROUND] == READ_L2 || p->at[BACKGROUND] == WRITE_L2;
    const uint64_t n =
        is_small(limits)
            ? (uint64_t)STAND_IN_ITEMS
            : (l2 ? limits->l2_bytes / L2_SHARE : limits->l2_bytes * L2_TIMES) / sizeof(uint64_t);
    plan.n_items = p->at[BACKGROUND] == POLLS ? 0 : (uint32_t)(n / turn > 0 ? n / turn : 1) * turn;
    return plan;
}

/* The stand-in's threads add seldom, under a sanitizer above all. */
static struct ga_work work(const struct ga_limits *limits, const struct ga_point *p) {
    const uint64_t chains = (uint64_t)NOMINAL_CHAIN * limits->sm_count,
                   n = is_small(limits)             ? (uint64_t)NOMINAL_CHAIN
                       : p->at[REGIME] == DEPENDENT ? chains
                                                    : (uint64_t)NOMINAL;
    return {n, p->at[REGIME] == DEPENDENT ? n : n / limits->warp_size, p->at[SHARE] > 0 ? 3u : 1u};
}

#define VARIANT(kind, op, of, n, regime, is_unused, n_adds)                                        \
    {                                                                                              \
        "global_interference_" #kind "_" #regime, GA_ENTRY(global_interference_##kind##_##regime), \
        {                                                                                          \
            {.operation = GA_OP_add,                                                               \
             .scope = GA_SCOPE_DEVICE,                                                             \
             .unused = is_unused,                                                                  \
             .count = n_adds},                                                                     \
                {.operation = GA_OP_##op,                                                          \
                 .type = GA_TYPE_##of,                                                             \
                 .scope = GA_SCOPE_DEVICE,                                                         \
                 .count = n},                                                                      \
                {.operation = GA_OP_await_writes}, {                                               \
                .operation = GA_OP_block_sync                                                      \
            }                                                                                      \
        }                                                                                          \
    }
#define VARIANTS(kind, op, of, n)                                                                  \
    VARIANT(kind, op, of, n, dependent, false, 1),                                                 \
        VARIANT(kind, op, of, n, unused, true, INTERFERENCE_ADDS)
static const struct ga_variant variants[] = {VARIANTS(read, load, u64, INTERFERENCE_UNROLL),
                                             VARIANTS(write, store, u64, INTERFERENCE_UNROLL),
                                             VARIANTS(poll, load, u32, 1)};

static uint32_t variant(const struct ga_point *p) {
    return (uint32_t)(p->at[BACKGROUND] / 2 * 2 + p->at[REGIME]);
}

enum { ADDS_ALONE, ADDS_LOSS, BACKGROUND_FULL, BACKGROUND_ALONE, BACKGROUND_LOSS, N_TALLIES };
static const struct ga_tally tallies[] = {
    {"alone_ops_per_s", "1/s", "adds without the background", ga_tally::GA_MEAN},
    {"loss", "1", "of the adds' rate by the background", ga_tally::GA_MEAN},
    {"background_full", "B/s or 1/s",
     "bytes or polls a second of the background that nothing holds up", ga_tally::GA_MEAN},
    {"background_alone", "B/s or 1/s", "at its share, without adds", ga_tally::GA_MEAN},
    {"background_loss", "1", "of that by the adds", ga_tally::GA_MEAN},
};

struct memory {
    char *base;
    size_t size, array, words, rest, where, wrong, counts,
        laps; /* rest: zeros for every visit, from here on */
};

/* What a launch came to, of each side: a second's adds, and bytes or polls. */
struct rates {
    double adds, background;
};

static struct rates read_launch(const struct ga_gpu *gpu, const struct ga_point *p,
                                const struct plan *plan, const struct ga_lap *laps,
                                struct ga_visit *visit, double *ticks) {
    const uint32_t size = gpu->limits.warp_size, n_warps = plan->n_threads / size,
                   adders = plan->adders / size;
    const double second = 1e9 / gpu->limits.tick_ns;
    struct rates rates = {0, 0};
    uint64_t n[2] = {0, 0}, first[2] = {UINT64_MAX, UINT64_MAX}, last[2] = {0, 0};
    for (uint32_t w = 0; w < plan->n_blocks * n_warps; w++) {
        const uint32_t side = w % n_warps >= adders;
        if (laps[w].done == 0)
            continue;
        n[side] += laps[w].n;
        first[side] = laps[w].start < first[side] ? laps[w].start : first[side];
        last[side] = laps[w].done > last[side] ? laps[w].done : last[side];
        visit->cycles += laps[w].cycles;
        visit->ticks += laps[w].done - laps[w].start;
    }
    const double each = p->at[REGIME] == DEPENDENT ? 1 : size;
    const double turn =
        p->at[BACKGROUND] == POLLS ? 1 : (double)(size * INTERFERENCE_UNROLL * sizeof(uint64_t));
    if (last[0] > 0)
        rates.adds = (double)n[0] * each / (double)(last[0] - first[0]) * second;
    if (last[1] > 0)
        rates.background = (double)n[1] * turn / (double)(last[1] - first[1]) * second;
    if (ticks && rates.adds > 0)
        *ticks = (double)work(&gpu->limits, p).ops / rates.adds * second;
    return rates;
}

/* Where a thread's adds go. */
static void find_words(const struct ga_point *p, const struct plan *plan, uint32_t *where) {
    for (uint32_t b = 0; b < plan->n_blocks; b++, where += plan->n_threads)
        for (uint32_t i = 0; i < plan->n_threads; i++) {
            const uint32_t adder = b * plan->adders + i;
            where[i] = i >= plan->adders        ? 0
                       : p->at[WORDS] == ONE    ? 0
                       : p->at[WORDS] == BESIDE ? FLAG_AT + 1
                       : p->at[WORDS] == MANY   ? adder % N_MANY * APART_WORDS
                                                : adder % FLAG_AT;
        }
}

static struct interference_args arguments(const struct ga_gpu *gpu, const struct memory *m,
                                          const struct plan *plan) {
    struct interference_args args = {};
    args.words = m->base + m->words;
    args.where = (const uint32_t *)(m->base + m->where);
    args.array = (uint64_t *)(m->base + m->array);
    args.flag = (const uint32_t *)args.words + FLAG_AT;
    args.wrong = (uint32_t *)(m->base + m->wrong);
    args.counts = (uint32_t *)(m->base + m->counts);
    args.laps = (struct ga_lap *)(m->base + m->laps);
    args.n_items = plan->n_items;
    args.window = gpu->limits.emulated ? EMULATED_WINDOW : WINDOW;
    return args;
}

typedef struct ga_lap_queue<struct interference_args> queue;

/* So much shared memory that an SM has one block. */
static void push(queue *q, const struct ga_gpu *gpu, const struct plan *plan, const void *entry,
                 const struct interference_args &args) {
    ga_push(q,
            {entry, plan->n_blocks, plan->n_threads, ga_exclusive_shared_bytes(&gpu->limits, 1, 0),
             nullptr},
            args);
}

/* Fills, and runs the background at full speed, twice. out: *apart: cycles between its turns at the point's share. */
static enum ga_status calibrate(struct ga_gpu *gpu, const struct ga_point *p,
                                const struct plan *plan, struct interference_args *args,
                                struct ga_lap *laps, double *full, struct ga_err *err) {
    static queue q;
    const uint32_t n_warps = plan->n_blocks * plan->n_threads / gpu->limits.warp_size;
    push(&q, gpu, plan, GA_ENTRY(interference_fill), *args);
    args->beside = 1;
    push(&q, gpu, plan, variants[variant(p)].entry, *args);
    push(&q, gpu, plan, variants[variant(p)].entry, *args);
    enum ga_status status = ga_run(gpu, &q, err);
    if (status == GA_OK)
        status = gpu->backend->download(gpu, laps, args->laps, n_warps * sizeof *laps, err);
    if (status != GA_OK)
        return status;
    uint64_t turns = 0, n = 0;
    for (uint32_t w = 0; w < n_warps; w++) {
        turns += laps[w].n;
        n += laps[w].n > 0;
    }
    struct ga_visit none = {};
    *full = read_launch(gpu, p, plan, laps, &none, nullptr).background;
    const double share = p->at[SHARE] * 0.01,
                 each = turns ? (double)args->window * (double)n / (double)turns : 0;
    args->apart = p->at[SHARE] < 100 && share > 0 ? (uint32_t)(each / share) : 0;
    return GA_OK;
}

/* Three launches a sample, and one sample that does not count. */
static enum ga_status launch_samples(struct ga_gpu *gpu, const struct ga_point *p,
                                     const struct plan *plan, struct interference_args args,
                                     uint32_t n_samples, struct ga_err *err) {
    static queue q;
    const uint32_t n_warps = plan->n_blocks * plan->n_threads / gpu->limits.warp_size;
    struct ga_lap *const laps = args.laps;
    for (uint32_t s = 0; s <= n_samples; s++)
        for (uint32_t k = 0; k < 3; k++) {
            args.adds = k != 1;
            args.beside = k != 0 && p->at[SHARE] > 0;
            args.laps = laps + ((s > 0 ? s - 1 : 0) * 3 + k) * n_warps;
            push(&q, gpu, plan, variants[variant(p)].entry, args);
        }
    push(&q, gpu, plan, GA_ENTRY(interference_undo), args);
    push(&q, gpu, plan, GA_ENTRY(interference_check), args);
    return ga_run(gpu, &q, err);
}

static void read_visit(const struct ga_gpu *gpu, const struct ga_batch *batch, uint32_t i,
                       const struct plan *plan, const struct ga_lap *laps, double full) {
    const struct ga_point *const p = &batch->points[i];
    const uint32_t n_warps = plan->n_blocks * plan->n_threads / gpu->limits.warp_size,
                   n = batch->n_samples;
    struct ga_visit *const visit = &batch->visits[i];
    struct rates alone = {0, 0}, both = {0, 0};
    for (uint32_t s = 0; s < n; s++, laps += 3 * (size_t)n_warps) {
        double ticks = 0;
        const struct rates a = read_launch(gpu, p, plan, laps, visit, nullptr);
        const struct rates b = read_launch(gpu, p, plan, laps + n_warps, visit, nullptr);
        const struct rates c = read_launch(gpu, p, plan, laps + 2 * (size_t)n_warps, visit, &ticks);
        alone = {alone.adds + a.adds / n, alone.background + b.background / n};
        both = {both.adds + c.adds / n, both.background + c.background / n};
        batch->samples[(size_t)i * n + s] = ga_lap_sample(ticks);
        if (ticks <= 0 || a.adds <= 0 ||
            (p->at[SHARE] > 0 && (b.background <= 0 || c.background <= 0)))
            ga_visit_outcome(visit, GA_ERROR);
    }
    double *const tally = &batch->tallies[(size_t)i * N_TALLIES];
    tally[ADDS_ALONE] = alone.adds;
    tally[ADDS_LOSS] = alone.adds > 0 ? 1 - both.adds / alone.adds : 0;
    tally[BACKGROUND_FULL] = full;
    tally[BACKGROUND_ALONE] = alone.background;
    tally[BACKGROUND_LOSS] = alone.background > 0 ? 1 - both.background / alone.background : 0;
}

/* What the host has of a point: per thread, and per launch and warp. */
struct host {
    uint32_t *where, *wrong;
    struct ga_lap *laps;
};

static enum ga_status measure_point(struct ga_gpu *gpu, const struct ga_batch *batch, uint32_t i,
                                    const struct memory *m, const struct host *h,
                                    struct ga_err *err) {
    const struct ga_point *const p = &batch->points[i];
    const struct plan plan = describe(&gpu->limits, p);
    const uint32_t n_threads = plan.n_blocks * plan.n_threads,
                   n_warps = n_threads / gpu->limits.warp_size;
    struct interference_args args = arguments(gpu, m, &plan);
    double full = 0;
    find_words(p, &plan, h->where);
    enum ga_status status = gpu->backend->clear(gpu, m->base + m->words, m->size - m->words, err);
    if (status == GA_OK)
        status = gpu->backend->upload(gpu, m->base + m->where, h->where,
                                      n_threads * sizeof *h->where, err);
    if (status == GA_OK)
        status = calibrate(gpu, p, &plan, &args, h->laps, &full, err);
    if (status == GA_OK)
        status = gpu->backend->clear(gpu, args.laps, n_warps * sizeof *args.laps, err);
    if (status == GA_OK)
        status = launch_samples(gpu, p, &plan, args, batch->n_samples, err);
    if (status == GA_OK)
        status =
            gpu->backend->download(gpu, h->wrong, args.wrong, n_threads * sizeof *h->wrong, err);
    if (status == GA_OK)
        status = gpu->backend->download(
            gpu, h->laps, args.laps, (size_t)batch->n_samples * 3 * n_warps * sizeof *h->laps, err);
    if (status != GA_OK)
        return status;
    batch->visits[i] = {GA_OK, 0, 0, 0};
    read_visit(gpu, batch, i, &plan, h->laps, full);
    uint32_t any = 0;
    for (uint32_t t = 0; t < n_threads; t++)
        any |= h->wrong[t];
    if (any)
        ga_visit_outcome(&batch->visits[i], GA_WRONG);
    return GA_OK;
}

static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    const struct plan any = describe(&gpu->limits, &batch->points[0]);
    const size_t n_threads = (size_t)any.n_blocks * any.n_threads;
    const size_t n_laps = n_threads / gpu->limits.warp_size * 3 * batch->n_samples;
    struct memory m = {};
    size_t n_items = 0;
    for (uint32_t i = 0; i < batch->n_points; i++) {
        const struct plan plan = describe(&gpu->limits, &batch->points[i]);
        n_items = plan.n_items > n_items ? plan.n_items : n_items;
    }
    m.array = ga_carve(&m.size, n_items * sizeof(uint64_t));
    m.words = ga_carve(&m.size, (FLAG_AT + APART_WORDS) * sizeof(uint32_t));
    m.where = ga_carve(&m.size, n_threads * sizeof(uint32_t));
    m.wrong = ga_carve(&m.size, n_threads * sizeof(uint32_t));
    m.counts = ga_carve(&m.size, n_threads * sizeof(uint32_t));
    m.laps = ga_carve(&m.size, n_laps * sizeof(struct ga_lap));
    void *scratch = nullptr, *room = nullptr;
    enum ga_status status = ga_scratch(gpu, m.size, &scratch, err);
    if (status == GA_OK)
        status = ga_host_room(gpu, m.size - m.where, &room, err);
    if (status != GA_OK)
        return status;
    m.base = (char *)scratch;
    const struct host h = {(uint32_t *)room, (uint32_t *)((char *)room + (m.wrong - m.where)),
                           (struct ga_lap *)((char *)room + (m.laps - m.where))};
    for (uint32_t i = 0; status == GA_OK && i < batch->n_points; i++)
        status = measure_point(gpu, batch, i, &m, &h, err);
    return status;
}

/* Of the answers. */
static const char *const also[] = {
    "background=read_memory,poll words=one,all,beside_flag regime=dependent,unused", nullptr};

static const struct ga_bench row = {
    .id = "global_interference",
    .question = "what do adds cost the reads, writes and polls beside them, and these the adds?",
    .sample = "a launch in which both go on; the time is of 2^20 adds, or of 2^10 of each chain",
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
    .valid = valid,
    .unsupported = unsupported,
    .work = work,
    .variant = variant,
    .measure = measure,
};

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_global_interference)(void) { return &row; }

#endif
