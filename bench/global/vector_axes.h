/* The points of global_vector: axes, kernels and what they must compile to, plans, and what is measured of them. */
#ifndef GA_VECTOR_AXES_H
#define GA_VECTOR_AXES_H

static const char *const types[] = {"u8",   "u16", "u32", "u64",  "f16",
                                    "bf16", "f32", "f64", nullptr};
static const char *const ways[] = {"plain", "x2",         "x4",           "x8",
                                   "bulk",  "bulk_store", "bulk_cluster", nullptr};
static const char *const tables[] = {"one", "few", "many", "memory", "peer", nullptr};
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
     "that are added to: 1, 64, a table of 8 MiB, one of 512 MiB, which the L2 does not hold, or "
     "one of 8 MiB in the next GPU's memory",
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
    plan.rows = p->at[ROWS] == ONE ? 1 : (uint32_t)FEW_ROWS;
    if (p->at[ROWS] >= MANY &&
        bytes / plan.row_bytes > plan.rows) /* a stand-in's memory may be less than a few rows */
        plan.rows = (uint32_t)(bytes / plan.row_bytes);
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

/* A row beyond the L2, or of another GPU, is measured if it is long enough to be one. Half the blocks show that a rate is
 * a limit. Numbers of copies are compared in rows of 512 values. */
static bool usual(const struct ga_limits *limits, const struct ga_point *p) {
    int32_t first = 0, most = 0;
    blocks_range(limits, &first, &most);
    const int32_t blocks = p->at[BLOCKS], copies = p->at[COPIES], values = p->at[VALUES];
    const bool contended_loop = p->at[ROWS] < MANY && (p->at[TYPE] < U32 || is_loop(limits, p) ||
                                                       (p->at[WAY] == PLAIN && values == 1));
    if (blocks != most && blocks != most / 2 && !(blocks == 0 && contended_loop))
        return false;
    if (p->at[ROWS] >= MEMORY && values < 16)
        return false;
    if (p->at[ROWS] == PEER)
        return limits->n_gpus > 1 && blocks == most &&
               (p->at[TYPE] == F32 || p->at[TYPE] == BF16 || p->at[WAY] == BULK_STORE) &&
               (copies == 0 || copies == 4);
    return copies == 0 || copies == 4 ||
           (values == 512 && blocks == most && p->at[ROWS] != FEW &&
            (p->at[TYPE] == F32 || p->at[TYPE] == U32));
}

static uint32_t peer_of(const struct ga_limits *limits) {
    return (limits->gpu + 1) % limits->n_gpus;
}

static const char *unsupported(const struct ga_limits *limits, const struct ga_point *p) {
    const struct form *const f = &forms[form_of(p)];
    if (f->way == BULK_CLUSTER && limits->cluster_blocks < CLUSTER)
        return "blocks of this device cannot reach each other's shared memory";
    if (p->at[ROWS] == PEER && limits->n_gpus < 2)
        return "there is one GPU, and so no peer";
    if (p->at[ROWS] == PEER && !(limits->peers[limits->gpu][peer_of(limits)].can & GA_PEER_ATOMICS))
        return "the link to the next GPU has no native atomics";
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

#endif
