/* The host's side of global_vector: axes, expectations, launches, the check of memory. */
#ifndef GA_VECTOR_ROW_H
#define GA_VECTOR_ROW_H

static const char *const types[] = {"u8",   "u16", "u32", "u64",  "f16",
                                    "bf16", "f32", "f64", nullptr};
static const char *const ways[] = {"plain", "x2",         "x4",           "x8",
                                   "bulk",  "bulk_store", "bulk_cluster", nullptr};
static const char *const tables[] = {"one", "few", "many", "memory", nullptr};
static const uint32_t type_bytes[] = {1, 2, 4, 8, 2, 2, 4, 8};

#define CHECK_ENTRY(type, T) GA_ENTRY(vector_check_##type),
static const void *const checks[] = {TYPES(CHECK_ENTRY)};

/* In the order of variants[]. at_once: values. */
#define LANE_FORM(way, type, fact, T, How) {way, type, GA_OP_add, GA_TYPE_##fact},
#define BULK_FORM(type, fact, T) {BULK, type, GA_OP_add_bulk, GA_TYPE_##fact},
#define CLUSTER_FORM(type, fact, T) {BULK_CLUSTER, type, GA_OP_add_bulk, GA_TYPE_##fact},
static const struct form {
    enum way way;
    enum type type;
    enum ga_operation operation;
    enum ga_type fact;
} forms[] = {LANES(LANE_FORM) BULKS(BULK_FORM)
                 CLUSTERS(CLUSTER_FORM){BULK_STORE, U32, GA_OP_store_bulk, GA_TYPE_u32}};
enum : uint32_t { N_FORMS = sizeof forms / sizeof *forms };

#define LANE_ROW(way, of, fact, T, How)                                                            \
    {"global_vector_" #fact,                                                                       \
     GA_ENTRY(global_vector_##fact),                                                               \
     {{.operation = GA_OP_add, .type = GA_TYPE_##fact, .scope = GA_SCOPE_DEVICE, .unused = true},  \
      {.operation = GA_OP_await_writes},                                                           \
      {.operation = GA_OP_block_sync}}},
#define BULK_ROW(of, fact, T)                                                                      \
    {"global_vector_bulk_" #fact,                                                                  \
     GA_ENTRY(global_vector_bulk_##fact),                                                          \
     {{.operation = GA_OP_add_bulk, .type = GA_TYPE_##fact, .scope = GA_SCOPE_DEVICE}}},
#define CLUSTER_ROW(of, fact, T)                                                                   \
    {"global_vector_cluster_" #fact,                                                               \
     GA_ENTRY(global_vector_cluster_##fact),                                                       \
     {{.operation = GA_OP_add_bulk, .type = GA_TYPE_##fact, .space = GA_CLUSTER}}},
static const struct ga_variant variants[] = {LANES(LANE_ROW) BULKS(BULK_ROW) CLUSTERS(CLUSTER_ROW){
    "global_vector_bulk_store",
    GA_ENTRY(global_vector_bulk_store),
    {{.operation = GA_OP_store_bulk, .scope = GA_SCOPE_DEVICE}}}};

static void values_range(const struct ga_limits *, int32_t *first, int32_t *last) {
    *first = 1;
    *last = VECTOR_MOST_VALUES;
}
static void copies_range(const struct ga_limits *, int32_t *first, int32_t *last) {
    *first = 0;
    *last = VECTOR_MOST_COPIES;
}
static uint32_t block_threads(const struct ga_limits *limits) {
    return limits->threads_per_block < BLOCK_THREADS ? limits->threads_per_block
                                                     : (uint32_t)BLOCK_THREADS;
}
static void blocks_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    *first = 0;
    *last = (int32_t)(limits->warps_per_sm * limits->warp_size / block_threads(limits));
}

enum { TYPE, WAY, VALUES, ROWS, COPIES, BLOCKS, N_AXES };
static const struct ga_axis axes[] = {
    {"type", "", "of a value", types, nullptr, {"f32", "all", "all"}},
    {"way",
     "",
     "how many a lane adds at once; or a bulk operation adds or copies a row, or adds it to "
     "another "
     "block's shared memory",
     ways,
     nullptr,
     {"plain,x4,bulk", "all", "all"}},
    {"values",
     "",
     "in a row, a power of two",
     nullptr,
     values_range,
     {"64", "1..8*2,16,64,512,4096", "1..max*2"}},
    {"rows",
     "",
     "that are added to: 1, 64, a table of 8 MiB, or one of 512 MiB, which the L2 does not hold",
     tables,
     nullptr,
     {"many", "all", "all"}},
    {"copies",
     "",
     "of rows that a warp has under way at once: 1, 2, 4, 8 or 16; 0: no bulk operation",
     nullptr,
     copies_range,
     {"0,4", "0,1..16*2", "0,1..16*2"}},
    {"blocks_per_sm",
     "",
     "of 256 threads each; 0: one of one warp, of whose lanes those work that one row takes",
     nullptr,
     blocks_range,
     {"max", "0,1..max*2", "0,1..max*2"}},
};

static uint32_t form_of(const struct ga_point *p) {
    uint32_t i = 0;
    while (i < N_FORMS &&
           ((int32_t)forms[i].way != p->at[WAY] || (int32_t)forms[i].type != p->at[TYPE]))
        i++;
    return i;
}
static uint32_t variant(const struct ga_point *p) { return form_of(p); }
static bool is_bulk(const struct ga_point *p) { return p->at[WAY] >= BULK; }
static uint32_t at_once(const struct ga_point *p) {
    return is_bulk(p) ? 1 : 1u << p->at[WAY]; /* plain, x2, x4, x8 */
}
static bool is_power_of_2(int32_t x) { return x > 0 && (x & (x - 1)) == 0; }

/* Whether it is a compare-and-swap loop there. */
static bool is_loop(const struct ga_limits *limits, const struct ga_point *p) {
    struct ga_expect expect;
    bool loop = forms[form_of(p)].fact >= GA_TYPE_u8 && forms[form_of(p)].fact <= GA_TYPE_u64x2;
    if (!loop && !is_bulk(p) && ga_expectation(&variants[form_of(p)], limits->target, &expect))
        for (uint32_t i = 0; i < expect.n; i++)
            loop |= expect.at[i].emulated;
    return loop;
}

/* What a point is on a device. accesses: rows that a launch adds to. is_short: before each sample the table is cleared, so
 * that no sum of 16-bit floats sticks: a loop that changes nothing never fails. */
struct plan {
    uint32_t n_blocks, n_threads, accesses, rows, row_bytes, team, steps, phases;
    bool is_short;
};

static struct plan describe(const struct ga_limits *limits, const struct ga_point *p) {
    /* Values of a launch: so many that it lasts, by how many words there are; and accesses enough for every warp. */
    static const uint32_t LEAST_VALUES = 1 << 18, MOST_VALUES = 1 << 25, LEAST = 1 << 13;
    const bool stand_in = limits->memory_bytes == 0 || limits->emulated,
               sparse = p->at[BLOCKS] == 0;
    const uint32_t of_row = (uint32_t)p->at[VALUES], vectors = of_row / at_once(p);
    struct plan plan = {};
    plan.n_threads = sparse ? limits->warp_size : block_threads(limits);
    plan.n_blocks = limits->sm_count * (sparse ? 1 : (uint32_t)p->at[BLOCKS]);
    plan.row_bytes = of_row * type_bytes[p->at[TYPE]];
    const uint64_t bytes = stand_in                ? STAND_IN_BYTES
                           : p->at[ROWS] == MEMORY ? MEMORY_BYTES
                                                   : MANY_BYTES;
    plan.rows = p->at[ROWS] == ONE   ? 1
                : p->at[ROWS] == FEW ? (uint32_t)FEW_ROWS
                                     : (uint32_t)(bytes / plan.row_bytes);
    const uint64_t n_values = (uint64_t)LEAST_VALUES / 16 * plan.rows * of_row;
    plan.accesses = (n_values < LEAST_VALUES  ? LEAST_VALUES
                     : n_values < MOST_VALUES ? (uint32_t)n_values
                                              : MOST_VALUES) /
                    of_row;
    plan.accesses = plan.accesses < LEAST ? LEAST : plan.accesses;
    plan.accesses = sparse ? plan.accesses / 64 : plan.accesses;
    plan.accesses = stand_in ? 64 : plan.accesses;
    plan.is_short = sparse && (p->at[TYPE] == F16 || p->at[TYPE] == BF16);
    if (plan.is_short && plan.accesses > plan.rows * MOST_EXACT)
        plan.accesses = plan.rows * MOST_EXACT;
    plan.team = vectors < limits->warp_size ? vectors : limits->warp_size;
    plan.steps = vectors / plan.team;
    if (p->at[WAY] == BULK_CLUSTER) {
        plan.rows = 0;
        plan.phases = stand_in ? 2 : (uint32_t)CLUSTER_PHASES;
        plan.accesses = plan.phases * plan.n_blocks * plan.n_threads / limits->warp_size *
                        (uint32_t)p->at[COPIES];
    }
    return plan;
}

/* Bulk operations want 16 bytes, and what comes to a barrier in a phase is less than 2^20. A loop of many threads on one
 * word might not end in time. */
static bool valid(const struct ga_limits *limits, const struct ga_point *p) {
    const int32_t copies = p->at[COPIES];
    if (form_of(p) == N_FORMS || !is_power_of_2(p->at[VALUES]) ||
        (uint32_t)p->at[VALUES] < at_once(p) || (is_bulk(p) ? !is_power_of_2(copies) : copies != 0))
        return false;
    const struct plan plan = describe(limits, p);
    if (is_bulk(p) && (plan.row_bytes < 16 || p->at[BLOCKS] == 0))
        return false;
    if (p->at[WAY] == BULK_CLUSTER)
        return p->at[ROWS] == ONE && plan.row_bytes <= VECTOR_BOX_BYTES &&
               (uint64_t)plan.row_bytes * (uint32_t)copies * plan.n_threads / limits->warp_size <
                   1 << 20;
    return !is_loop(limits, p) || p->at[ROWS] >= MANY || p->at[BLOCKS] == 0;
}

/* A row of a table that the L2 does not hold is measured if it is long enough to be one. Half the blocks show that a
 * rate is a limit. Numbers of copies are compared in rows of 512 values. Shared memory of others is not measured unless
 * asked for. */
static bool usual(const struct ga_limits *limits, const struct ga_point *p) {
    int32_t first = 0, most = 0;
    blocks_range(limits, &first, &most);
    const int32_t blocks = p->at[BLOCKS], copies = p->at[COPIES], values = p->at[VALUES];
    const bool contended_loop = p->at[ROWS] < MANY && (p->at[TYPE] < U32 || is_loop(limits, p) ||
                                                       (p->at[WAY] == PLAIN && values == 1));
    if (p->at[WAY] == BULK_CLUSTER)
        return false;
    if (blocks != most && blocks != most / 2 && !(blocks == 0 && contended_loop))
        return false;
    if (p->at[ROWS] == MEMORY && values < 16)
        return false;
    return copies == 0 || copies == 4 ||
           (values == 512 && blocks == most && p->at[ROWS] != FEW &&
            (p->at[TYPE] == F32 || p->at[TYPE] == U32));
}

static const char *unsupported(const struct ga_limits *limits, const struct ga_point *p) {
    const struct form *const f = &forms[form_of(p)];
    if (f->way == BULK_CLUSTER && limits->cluster_blocks < CLUSTER)
        return "blocks of this device cannot reach each other's shared memory";
    if (p->at[ROWS] == MEMORY && limits->memory_bytes > 0 && limits->free_bytes < 4 * MEMORY_BYTES)
        return "too little memory is free";
    return ga_lacks(f->operation, f->fact, limits->target);
}

/* The same values by plain adds. */
static bool reference(const struct ga_point *p, struct ga_point *other) {
    *other = *p;
    other->at[WAY] = PLAIN;
    other->at[COPIES] = 0;
    return p->at[WAY] != BULK_CLUSTER;
}

static struct ga_work work(const struct ga_limits *limits, const struct ga_point *p) {
    const struct plan plan = describe(limits, p);
    const uint64_t ops = (uint64_t)plan.accesses * (uint32_t)p->at[VALUES];
    const uint64_t rows_at_once = plan.steps > 1 || p->at[BLOCKS] == 0
                                      ? 1
                                      : limits->warp_size / plan.team; /* of a warp instruction */
    return {ops, is_bulk(p) ? plan.accesses : plan.accesses * plan.steps / rows_at_once, 1};
}

enum { BYTES_PER_S, N_TALLIES };
static const struct ga_tally tallies[] = {
    {"bytes_per_s", "B/s", "of values, over the time", ga_tally::GA_MEAN}};

/* Offsets. */
struct memory {
    char *base;
    size_t size, table, laps, wrong;
};

static uint32_t odd_inverse(uint32_t x) {
    uint32_t y = x; /* right in its last 3 bits; each round doubles them */
    for (int i = 0; i < 4; i++)
        y *= 2 - x * y;
    return y;
}

/* A visit: clear, a sample that does not count, the samples, check. */
static enum ga_status launch_visit(struct ga_gpu *gpu, const struct ga_point *p,
                                   const struct plan *plan, const struct memory *m,
                                   uint32_t n_samples, struct ga_err *err) {
    static struct ga_lap_queue<struct vector_args> queue;
    struct vector_args args = {
        m->base + m->table,
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
        ga_push(&queue, measured, args);
        args.first += plan->is_short ? 0 : plan->accesses;
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
    const uint32_t n_threads = plan.n_blocks * plan.n_threads,
                   n_laps = plan.n_blocks * batch->n_samples;
    struct ga_visit *const visit = &batch->visits[i];
    enum ga_status status = gpu->backend->clear(gpu, m->base + m->laps, m->size - m->laps, err);
    if (status == GA_OK)
        status = launch_visit(gpu, p, &plan, m, batch->n_samples, err);
    if (status == GA_OK)
        status =
            gpu->backend->download(gpu, wrong, m->base + m->wrong, n_threads * sizeof *wrong, err);
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
    for (uint32_t t = 0; t < n_threads; t++)
        if (wrong[t] > 0)
            ga_visit_outcome(visit, GA_WRONG);
    const double seconds = ticks * gpu->limits.tick_ns * 1e-9 / batch->n_samples;
    batch->tallies[(size_t)i * N_TALLIES + BYTES_PER_S] =
        seconds > 0 ? (double)plan.accesses * plan.row_bytes / seconds : 0;
    return GA_OK;
}

static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    struct memory m = {};
    size_t bytes = 0, n_blocks = 0;
    for (uint32_t i = 0; i < batch->n_points; i++) {
        const struct plan plan = describe(&gpu->limits, &batch->points[i]);
        const size_t needed = (size_t)plan.rows * plan.row_bytes;
        bytes = needed > bytes ? needed : bytes;
        n_blocks = plan.n_blocks > n_blocks ? plan.n_blocks : n_blocks;
    }
    const size_t n_threads = n_blocks * block_threads(&gpu->limits),
                 n_laps = n_blocks * batch->n_samples;
    m.table = ga_carve(&m.size, bytes + sizeof(uint32_t));
    m.laps = ga_carve(&m.size, n_laps * sizeof(struct ga_lap));
    m.wrong = ga_carve(&m.size, n_threads * sizeof(uint32_t));
    uint32_t *const wrong = new (std::nothrow) uint32_t[n_threads];
    struct ga_lap *const laps = new (std::nothrow) struct ga_lap[n_laps];
    void *scratch = nullptr;
    enum ga_status status = wrong && laps
                                ? ga_scratch(gpu, m.size, &scratch, err)
                                : ga_fail(err, GA_ERROR, "out of memory for %zu laps", n_laps);
    m.base = (char *)scratch;
    for (uint32_t i = 0; status == GA_OK && i < batch->n_points; i++)
        status = measure_point(gpu, batch, i, &m, wrong, laps, err);
    delete[] wrong;
    delete[] laps;
    return status;
}

static const struct ga_bench row = {
    .id = "global_vector",
    .question = "how many values a second arrive, added one by one, as vectors or in bulk?",
    .sample = "a launch: rows of values are added to the rows of a table; an operation is a value",
    .axes = axes,
    .n_axes = N_AXES,
    .variants = variants,
    .n_variants = N_FORMS,
    .samples = {2, 10, 10},
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
    .work = work,
    .variant = variant,
    .measure = measure,
};

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_global_vector)(void) { return &row; }

#endif
