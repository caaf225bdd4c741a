/* The host's side of shared_cluster: axes, expectations, launches, the check of memory. */
#ifndef GA_CLUSTER_ROW_H
#define GA_CLUSTER_ROW_H

static const char *const places[] = {"local", "cluster", "global", nullptr};
static const char *const operations[] = {"add", "exchange", "cas", "load", "add_async", nullptr};
static const char *const regimes[] = {"dependent", "independent", "unused", nullptr};
static const char *const crews[] = {"thread", "own_words", "one_word", nullptr};

static void cluster_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    *first = 1;
    *last = limits->cluster_blocks ? (int32_t)limits->cluster_blocks : 1;
}
static void distance_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    cluster_range(limits, first, last);
    *first = 0;
    *last -= 1;
}

enum { PLACE, OPERATION, REGIME, CREW, BLOCKS, DISTANCE };
static const struct ga_axis axes[] = {
    {"place",
     "",
     "of the words: the block's own shared memory, another block's, or device memory",
     places,
     nullptr,
     {"all", "all", "all"}},
    {"operation",
     "",
     "of 32 bits; cas expects what it would find if no other thread were there; of add_async the "
     "block whose memory it is knows",
     operations,
     nullptr,
     {"add,load,add_async", "all", "all"}},
    {"regime",
     "",
     "what waits for a result, or for asynchronous adds to come",
     regimes,
     nullptr,
     {"dependent,independent", "all", "all"}},
    {"crew",
     "",
     "one thread of block 0; or every thread of every block, on words of their own or all on one",
     crews,
     nullptr,
     {"thread,own_words", "all", "all"}},
    {"cluster", "", "blocks in it", nullptr, cluster_range, {"1,max", "1..max*2", "all"}},
    {"distance",
     "",
     "from the block to the one whose memory it is, in ranks; 0 where that is its own",
     nullptr,
     distance_range,
     {"all", "all", "all"}},
};

#define SPACE_local GA_SHARED
#define SPACE_cluster GA_CLUSTER
#define SPACE_global GA_GLOBAL
#define VARIANT_OF(kernel, place, op, is_unused, n)                                                \
    {                                                                                              \
        "shared_cluster_" #kernel, GA_ENTRY(shared_cluster_##kernel), {                            \
            {.operation = GA_OP_##op,                                                              \
             .space = SPACE_##place,                                                               \
             .scope = GA_SCOPE_DEVICE,                                                             \
             .unused = is_unused,                                                                  \
             .count = n},                                                                          \
                {.operation = GA_OP_in_clusters},                                                  \
        }                                                                                          \
    }
#define VARIANT(place, op, regime) VARIANT_OF(place##_##op##_##regime, place, op, false, UNROLL)
#define VARIANTS(place)                                                                            \
    VARIANT(place, add, dependent), VARIANT(place, add, independent),                              \
        VARIANT_OF(place##_add_unused, place, add, true, UNROLL),                                  \
        VARIANT(place, exchange, dependent), VARIANT(place, exchange, independent),                \
        VARIANT(place, cas, dependent), VARIANT(place, cas, independent),                          \
        VARIANT(place, load, dependent), VARIANT(place, load, independent)
#define VARIANTS_ASYNC(place)                                                                      \
    VARIANT_OF(place##_add_async_dependent, place, add_async, true, 1),                            \
        VARIANT_OF(place##_add_async_independent, place, add_async, true, UNROLL),                 \
        VARIANT_OF(place##_add_async_unused, place, add_async, true, UNROLL)
static const struct ga_variant variants[] = {VARIANTS(local), VARIANTS(cluster), VARIANTS(global),
                                             VARIANTS_ASYNC(local), VARIANTS_ASYNC(cluster)};

static uint32_t variant(const struct ga_point *p) {
    static const uint32_t first[] = {0, 3, 5, 7}; /* of an operation */
    enum { OF_A_PLACE = 9, FIRST_ASYNC = 3 * OF_A_PLACE, ASYNC_OF_A_PLACE = 3 };
    if (p->at[OPERATION] == ADD_ASYNC)
        return (uint32_t)(FIRST_ASYNC + p->at[PLACE] * ASYNC_OF_A_PLACE + p->at[REGIME]);
    return (uint32_t)p->at[PLACE] * OF_A_PLACE + first[p->at[OPERATION]] + (uint32_t)p->at[REGIME];
}

static const char *unavailable(const struct ga_limits *limits) {
    return limits->cluster_blocks == 0
               ? "blocks of this device cannot reach each other's shared memory"
               : nullptr;
}

static bool valid(const struct ga_limits *, const struct ga_point *p) {
    const int32_t distance = p->at[DISTANCE], regime = p->at[REGIME];
    if (p->at[OPERATION] == ADD_ASYNC &&
        (p->at[PLACE] == GLOBAL || regime == (p->at[CREW] == THREAD ? INDEPENDENT : DEPENDENT)))
        return false;
    return (regime != UNUSED || p->at[OPERATION] == ADD || p->at[OPERATION] == ADD_ASYNC) &&
           (p->at[PLACE] == CLUSTER ? distance > 0 && distance < p->at[BLOCKS] : distance == 0);
}

/* The block's own shared memory. */
static bool reference(const struct ga_point *p, struct ga_point *other) {
    *other = *p;
    other->at[PLACE] = LOCAL;
    other->at[DISTANCE] = 0;
    return true;
}

/* Asynchronous adds that block `distance` answers. */
static bool is_in_turn(const struct ga_point *p) {
    return p->at[OPERATION] == ADD_ASYNC && p->at[REGIME] == DEPENDENT;
}

/* Of a block. A thread that waits for an add sees it later if other lanes of its warp wait elsewhere. */
static uint32_t threads(const struct ga_limits *limits, const struct ga_point *p) {
    if (p->at[CREW] == THREAD)
        return is_in_turn(p) ? 1 : limits->warp_size;
    return limits->threads_per_block < MOST_THREADS ? limits->threads_per_block
                                                    : (uint32_t)MOST_THREADS;
}

static uint32_t accesses(const struct ga_limits *limits, const struct ga_point *p) {
    return limits->memory_bytes == 0 || p->at[CREW] != THREAD ? 2 * UNROLL : 16 * UNROLL;
}

/* Of block 0. */
static struct ga_work work(const struct ga_limits *limits, const struct ga_point *p) {
    const uint64_t n = accesses(limits, p);
    if (p->at[CREW] == THREAD)
        return {n, n, 1};
    return {n * threads(limits, p), n * threads(limits, p) / limits->warp_size, 1};
}

/* Offsets on the device. Cleared up to `rest`, for every point; read back from `visit` on. */
struct layout {
    size_t global, zero, visit, rest, cycles, words, results, size;
};

/* most: threads of any point; n: of this one. */
static struct layout lay_out(size_t most, size_t n, uint32_t n_samples) {
    struct layout l = {};
    l.global = ga_carve(&l.size, most * sizeof(uint32_t));
    l.zero = ga_carve(&l.size, most * sizeof(uint32_t));
    l.visit = ga_carve(&l.size, sizeof(struct ga_visit));
    l.rest = l.size;
    l.cycles = ga_carve(&l.size, n_samples * sizeof(uint32_t));
    l.words = ga_carve(&l.size, n * sizeof(uint32_t));
    l.results = ga_carve(&l.size, n * sizeof(struct cluster_result));
    return l;
}

/* What a point left, on the host: [block][thread]. */
struct left {
    uint32_t *words;
    struct cluster_result *results;
    uint32_t n_threads, n_samples;
};

/* The block whose memory block `rank` works on, or would. */
static uint32_t target_of(const struct ga_point *p, uint32_t rank) {
    const uint32_t distance = (uint32_t)p->at[DISTANCE];
    if (is_in_turn(p))
        return rank == 0 ? distance : rank == distance ? 0 : rank;
    return (rank + distance) % (uint32_t)p->at[BLOCKS];
}

/* Every word of the block that block `rank` worked on holds what its threads added; old values of adds to a word are
 * 0, 1, and so on; the last exchange of every thread puts the number of its accesses; and a compare-and-swap finds what it
 * expects where nobody else has the word, or is the first. */
static bool is_right(const struct ga_point *p, const struct left *left, uint32_t rank,
                     uint32_t accesses) {
    const uint32_t n = left->n_threads, target = target_of(p, rank);
    const uint32_t *const words = left->words + (size_t)target * n;
    const struct cluster_result *const results = left->results + (size_t)rank * n;
    const bool works =
        p->at[CREW] != THREAD || rank == 0 || (is_in_turn(p) && rank == (uint32_t)p->at[DISTANCE]);
    const uint32_t loaded = LOADED * (target + 1);
    const bool is_load = p->at[OPERATION] == LOAD, own = p->at[CREW] == OWN_WORDS;
    uint32_t added = 0, sum = 0, sums = 0;
    bool right = true;
    for (uint32_t t = 0; t < n; t++) {
        added += results[t].added;
        sum += results[t].sum;
        sums += own || t == 0 ? (uint32_t)((uint64_t)words[t] * (words[t] - 1ull) / 2) : 0;
        if (is_load)
            right &= words[t] == loaded &&
                     results[t].sum ==
                         (works && (t == 0 || p->at[CREW] != THREAD) ? loaded * accesses : 0);
        else
            right &= own ? words[t] == results[t].added : t == 0 || words[t] == 0;
    }
    if (!is_load)
        right &= own || words[0] == added;
    if (p->at[OPERATION] == ADD || p->at[OPERATION] == ADD_ASYNC)
        right &= added == (works ? accesses * (p->at[CREW] == THREAD ? 1 : n) : 0) &&
                 (p->at[REGIME] == UNUSED || p->at[OPERATION] == ADD_ASYNC || sum == sums);
    if (p->at[OPERATION] == EXCHANGE || (p->at[OPERATION] == CAS && p->at[CREW] != ONE_WORD))
        for (uint32_t t = 0; t < n; t++)
            right &= words[t] == (works && (own || t == 0) ? accesses : 0);
    else if (p->at[OPERATION] == CAS)
        right &= words[0] > 0;
    return right;
}

/* Sets up, launches and reads back into room, which is as l says from `visit` on. */
static enum ga_status launch_point(struct ga_gpu *gpu, char *memory, const struct layout *l,
                                   const struct ga_launch *launch, bool is_global, char *room,
                                   const struct left *left, struct ga_err *err) {
    const struct ga_backend *const backend = gpu->backend;
    const size_t words_bytes = (size_t)launch->n_blocks * left->n_threads * sizeof *left->words;
    enum ga_status status = backend->clear(gpu, memory, l->rest, err);
    if (status == GA_OK && is_global)
        status = backend->upload(gpu, memory + l->global, left->words, words_bytes, err);
    if (status == GA_OK)
        status = backend->upload(gpu, memory + l->visit, room, sizeof(struct ga_visit), err);
    if (status == GA_OK)
        status = backend->launch(gpu, launch, 1, err);
    if (status == GA_OK)
        status = backend->download(gpu, room, memory + l->visit, l->size - l->visit, err);
    if (status == GA_OK && is_global)
        status = backend->download(gpu, left->words, memory + l->global, words_bytes, err);
    return status;
}

/* room: for all that a launch with `most` threads leaves. */
static enum ga_status measure_point(struct ga_gpu *gpu, char *memory, size_t most, char *room,
                                    const struct ga_batch *batch, uint32_t i, struct ga_err *err) {
    const struct ga_point *const p = &batch->points[i];
    const uint32_t blocks = (uint32_t)p->at[BLOCKS], n_threads = threads(&gpu->limits, p);
    const size_t n = (size_t)blocks * n_threads;
    const struct layout l = lay_out(most, n, batch->n_samples);
    const struct left left = {(uint32_t *)(room + (l.words - l.visit)),
                              (struct cluster_result *)(room + (l.results - l.visit)), n_threads,
                              batch->n_samples};
    const struct cluster_args args = {
        .zero = (const uint32_t *)(memory + l.zero),
        .global = (uint32_t *)(memory + l.global),
        .words = (uint32_t *)(memory + l.words),
        .results = (struct cluster_result *)(memory + l.results),
        .cycles = (uint32_t *)(memory + l.cycles),
        .visit = (struct ga_visit *)(memory + l.visit),
        .spin_ticks = (uint64_t)(gpu->spin_s * 1e9 / gpu->limits.tick_ns),
        .cluster = blocks,
        .distance = (uint32_t)p->at[DISTANCE],
        .crew = (uint32_t)p->at[CREW],
        .accesses = accesses(&gpu->limits, p),
        .n_samples = batch->n_samples,
        .initial = p->at[OPERATION] == LOAD ? (uint32_t)LOADED : 0u,
    };
    const struct ga_launch launch = {variants[variant(p)].entry,  blocks, n_threads,
                                     sizeof(struct block_memory), &args,  blocks};
    struct ga_visit *const visit = &batch->visits[i];
    memcpy(room, visit, sizeof *visit);
    for (size_t t = 0; t < n; t++)
        left.words[t] = args.initial * (uint32_t)(1 + t / n_threads);
    const enum ga_status status =
        launch_point(gpu, memory, &l, &launch, p->at[PLACE] == GLOBAL, room, &left, err);
    if (status != GA_OK)
        return status;
    memcpy(visit, room, sizeof *visit);
    memcpy(batch->samples + (size_t)i * batch->n_samples, room + (l.cycles - l.visit),
           batch->n_samples * sizeof(uint32_t));
    for (size_t t = 0; t < n; t++)
        ga_visit_outcome(visit, (enum ga_status)left.results[t].outcome);
    for (uint32_t rank = 0; rank < blocks; rank++)
        if (!is_right(p, &left, rank, (WARM_UP + batch->n_samples) * args.accesses))
            ga_visit_outcome(visit, GA_WRONG);
    return GA_OK;
}

static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    const size_t most =
        (size_t)gpu->limits.cluster_blocks * (gpu->limits.threads_per_block < MOST_THREADS
                                                  ? gpu->limits.threads_per_block
                                                  : (uint32_t)MOST_THREADS);
    const struct layout l = lay_out(most, most, batch->n_samples);
    void *memory = nullptr, *room = nullptr;
    enum ga_status status = ga_scratch(gpu, l.size, &memory, err);
    if (status == GA_OK)
        status = ga_host_room(gpu, l.size - l.visit, &room, err);
    for (uint32_t i = 0; status == GA_OK && i < batch->n_points; i++)
        status = measure_point(gpu, (char *)memory, most, (char *)room, batch, i, err);
    return status;
}

static const struct ga_bench row = {
    .id = "shared_cluster",
    .question = "what do accesses to another block's shared memory cost, against its own and "
                "device memory?",
    .sample = "the accesses of one thread, or of all threads of block 0, the others doing the same",
    .axes = axes,
    .n_axes = sizeof axes / sizeof *axes,
    .variants = variants,
    .n_variants = sizeof variants / sizeof *variants,
    .samples = {6, 6, 12},
    .visit_samples = 10,
    .unavailable = unavailable,
    .valid = valid,
    .reference = reference,
    .price_over = "the same access to the block's own shared memory",
    .work = work,
    .variant = variant,
    .measure = measure,
};

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_shared_cluster)(void) { return &row; }

#endif
