/* lock_barriers: what each kind of barrier costs, side by side: of a warp, of a block by name or in shared memory, of a
 * cluster, of a grid by the vendor's code or ours, and the end of a kernel.
 *
 * A visit is a launch that proves that the barrier is one, and counts for no time, then a launch a sample. Where a launch
 * is the barrier, a sample is a row of them behind one that takes until all are queued.
 *
 * Contends: all threads that a barrier is for; with more blocks than that, as many barriers at once, of which one is
 * measured. Progress assumed: resident blocks run. */
#include "barriers_kernels.h"
#include "instructions.h"
#include "orders.h"

#if defined(GA_BACKEND_CPU)
enum { ROUNDS = 2, LAUNCHES = 3 }; /* an even number: see barrier_central */
static const double SPIN_S = 15, HOLD_NS = 0;
#else
enum { ROUNDS = 64, LAUNCHES = 65 };
static const double SPIN_S = 2, HOLD_NS = 6e3 * (double)LAUNCHES; /* longer than the host takes */
#endif
enum { BLOCKS_PER_SM = 16, MOST_SAMPLES = 10, MOST_LAUNCHES = (int)MOST_SAMPLES + (int)LAUNCHES };

/* BARRIER(name, its struct, rounds of a sample in ROUNDS). Barriers in hardware first, then those that wait in a loop. */
#define BARRIERS(X)                                                                                \
    X(warp, kind_warp, 4 * COPIES)                                                                 \
    X(block, kind_block, COPIES)                                                                   \
    X(named, kind_named, COPIES)                                                                   \
    X(mbarrier, kind_mbarrier, 8)                                                                  \
    X(mbarrier_tx, kind_mbarrier_tx, 8)                                                            \
    X(cluster, kind_cluster, 4)                                                                    \
    X(cluster_relaxed, kind_cluster_relaxed, 4)                                                    \
    X(cooperative, kind_cooperative, 1)                                                            \
    X(central, kind_ours<barrier_central>, 1)                                                      \
    X(tree, kind_ours<barrier_tree>, 1)
enum kind {
#define KIND(name, ...) KIND_##name,
    BARRIERS(KIND)
#undef KIND
        KIND_launch,
    N_KINDS
};

/* Expected: the barriers of the code, and no other fence or atomic. */
#define BARRIER_KERNEL(name, type, rounds)                                                         \
    GA_KERNEL_FULL(lock_barriers_##name, barriers_args) { run<type>(a); }
BARRIERS(BARRIER_KERNEL)
GA_KERNEL_FULL(lock_barriers_launch, barriers_args) { run_once(a); }

#define IN_CODE (COPIES + 1)
#define BARRIER(op, n)                                                                             \
    { .operation = GA_OP_##op, .count = n }
#define ORDERED(op, o)                                                                             \
    { .operation = GA_OP_##op, .scope = GA_SCOPE_DEVICE, .order = o }
#define VARIANT(name, ...)                                                                         \
    {                                                                                              \
        "lock_barriers_" #name, GA_ENTRY(lock_barriers_##name), { __VA_ARGS__ }                    \
    }
static struct ga_variant variant_table[] = {
    VARIANT(warp, BARRIER(warp_barrier, IN_CODE), BARRIER(no_other_fence, 1)),
    VARIANT(block, BARRIER(block_barrier, IN_CODE), BARRIER(block_sync, IN_CODE)),
    VARIANT(named, BARRIER(named_barrier, IN_CODE), BARRIER(no_other_fence, 1)),
    VARIANT(mbarrier, BARRIER(mbarrier_arrive, 1), BARRIER(mbarrier_wait, 1),
            BARRIER(no_other_fence, 1)),
    VARIANT(mbarrier_tx, BARRIER(mbarrier_expect, 1), BARRIER(add_async, 1),
            BARRIER(mbarrier_wait, 1), BARRIER(no_other_fence, 1)),
    VARIANT(cluster, ORDERED(cluster_arrive, GA_RELEASE), ORDERED(cluster_wait, GA_ACQUIRE)),
    VARIANT(cluster_relaxed, BARRIER(cluster_arrive, 1), ORDERED(cluster_wait, GA_ACQUIRE)),
    {"lock_barriers_cooperative",
     GA_ENTRY(lock_barriers_cooperative),
     {ORDERED(grid_barrier, GA_ACQ_REL)},
     true},
    VARIANT(central, ORDERED(add, GA_RELAXED)),
    VARIANT(tree, ORDERED(add, GA_RELAXED)),
    VARIANT(launch, BARRIER(no_other_fence, 1)),
};

/* As in lock_grid_barrier: an add that does both, a store for those who wait and their load. */
static const struct ga_variant *variants(void) {
    static const struct lock_ordered ordered = {2, 2, 1, 1, 1};
    static const struct lock_fences n = {&ordered, LOCK_ATOMICS, GA_SCOPE_DEVICE, GA_GLOBAL, 0, 3};
    for (uint32_t i = KIND_central; i <= KIND_tree; i++)
        if (variant_table[i].facts[1].operation == GA_OP_end)
            lock_add_orders(&variant_table[i], &n);
    return variant_table;
}

enum { KIND, WARPS, BLOCKS, CLUSTER };
static const char *const kinds[] = {
#define NAME(name, ...) #name,
    BARRIERS(NAME)
#undef NAME
        "launch",
    nullptr};

/* out: the most blocks of so many warps that can be resident at once. src: as lock_grid_barrier. */
static uint32_t resident(const struct ga_limits *limits, uint32_t warps) {
    const uint32_t by_warps = limits->warps_per_sm / warps;
    const uint32_t most = limits->blocks_per_sm ? limits->blocks_per_sm
                          : warps > 1           ? (uint32_t)BLOCKS_PER_SM
                                                : by_warps;
    return limits->sm_count * (by_warps < most ? by_warps : most);
}
static void warps_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    *first = 1;
    *last = (int32_t)(limits->threads_per_block / limits->warp_size);
}
static void blocks_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    *first = 1;
    *last = (int32_t)resident(limits, 1);
}
static void cluster_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    *first = 1;
    *last = limits->cluster_blocks ? (int32_t)limits->cluster_blocks : 1;
}
static int32_t most_blocks(const struct ga_limits *limits, const struct ga_point *p) {
    return (int32_t)resident(limits, (uint32_t)p->at[WARPS]);
}

static const struct ga_axis axes[] = {
    {"barrier",
     "",
     "warp: of a warp; block, named, mbarrier (all arrive and wait), mbarrier_tx (a lane of each "
     "warp "
     "brings bytes that thread 0 announced): of a block; cluster, cluster_relaxed (its arrival "
     "releases nothing): of a cluster; cooperative (the vendor's), central, tree, launch (the next "
     "kernel begins): of a grid",
     kinds,
     nullptr,
     {"block,central,launch", "all", "all"}},
    {"warps", "", "of each block", nullptr, warps_range, {"max", "1..max*2", "1..max*2"}},
    {"blocks",
     "",
     "of the grid, all resident; max: the most that can be with so many warps each",
     nullptr,
     blocks_range,
     {"max", "1..max*2,max", "1..max*2,max"},
     most_blocks},
    {"cluster", "", "blocks in a cluster", nullptr, cluster_range, {"1", "1..max*2", "all"}},
};

static const struct ga_tally tallies[] = {
    {"stale", "-",
     "words that were old behind a barrier, in the launch that proves it; wrong, but for "
     "mbarrier_tx and cluster_relaxed, which are not for what others wrote",
     ga_tally::GA_SUM},
};

static bool is_of_cluster(const struct ga_point *p) {
    return p->at[KIND] == KIND_cluster || p->at[KIND] == KIND_cluster_relaxed;
}
/* Asynchronous adds need a launch in clusters, be they of one block. */
static bool in_clusters(const struct ga_point *p) {
    return is_of_cluster(p) || p->at[KIND] == KIND_mbarrier_tx;
}
static bool is_of_grid(const struct ga_point *p) { return p->at[KIND] >= KIND_cooperative; }
static bool is_for_writes(const struct ga_point *p) {
    return p->at[KIND] != KIND_mbarrier_tx && p->at[KIND] != KIND_cluster_relaxed;
}

static bool valid(const struct ga_limits *limits, const struct ga_point *p) {
    return (uint32_t)p->at[BLOCKS] <= resident(limits, (uint32_t)p->at[WARPS]) &&
           p->at[BLOCKS] % p->at[CLUSTER] == 0 && (p->at[CLUSTER] == 1 || is_of_cluster(p));
}

static bool is_usual_grid(uint32_t n) {
    static const uint32_t usual[] = {1, 2, 8, 32, 128, 1024};
    bool found = false;
    for (uint32_t u : usual)
        found |= n == u;
    return found;
}

/* Within a block: alone, and with as many as fit. Of a cluster: one. Of a grid: a few sizes, and the largest. */
static bool usual(const struct ga_limits *limits, const struct ga_point *p) {
    const uint32_t n = (uint32_t)p->at[BLOCKS], warps = (uint32_t)p->at[WARPS];
    const bool most = n == resident(limits, warps);
    const bool extreme = warps == 1 || warps == limits->threads_per_block / limits->warp_size;
    if (is_of_cluster(p))
        return extreme && p->at[BLOCKS] == p->at[CLUSTER];
    if (is_of_grid(p))
        return extreme && (most || is_usual_grid(n));
    return n == 1 || most;
}

static const char *unsupported(const struct ga_limits *limits, const struct ga_point *p) {
    const int32_t kind = p->at[KIND];
    const bool is_amd = ga_family_of(limits->target) >= GA_GFX9;
    if (is_amd && kind == KIND_warp)
        return "AMD has no barrier of a wave: its lanes go in step";
    if (is_amd && kind == KIND_named)
        return "a block of AMD has one barrier";
    if (kind >= KIND_mbarrier && kind <= KIND_cluster_relaxed && limits->cluster_blocks == 0)
        return "NVIDIA has it from sm_90 on";
    if (kind == KIND_cooperative && !limits->cooperative)
        return is_amd ? "the vendor's barrier of a grid is measured on NVIDIA alone"
                      : "the device has no cooperative launch";
    return nullptr;
}

static uint32_t variant(const struct ga_point *p) { return (uint32_t)p->at[KIND]; }

static uint32_t rounds_of(const struct ga_point *p) {
    static const uint32_t rounds[] = {
#define N(name, type, rounds) (uint32_t) ROUNDS *(uint32_t)(rounds),
        BARRIERS(N)
#undef N
            LAUNCHES -
        1};
    return rounds[p->at[KIND]];
}
static struct ga_work work(const struct ga_limits *, const struct ga_point *p) {
    return {rounds_of(p), rounds_of(p), ~0u};
}

/* --- launches --- */

/* Where things lie on the device. Cleared up to `rest`, for every point. */
struct layout {
    size_t words, over, zero, slots, left, records, size;
    uint32_t n_threads; /* most of a grid */
};

static struct layout lay_out(const struct ga_limits *limits) {
    struct layout l = {};
    const uint32_t most = resident(limits, 1);
    typedef barrier_tree<GA_SCOPE_DEVICE, struct lock_orders<LOCK_ATOMICS>> widest;
    l.n_threads = limits->sm_count * limits->warps_per_sm * limits->warp_size;
    l.words = ga_carve(&l.size, (size_t)widest::words(most) * LOCK_STRIDE_WORDS * sizeof(uint32_t));
    l.over = ga_carve(&l.size, sizeof(uint32_t));
    l.zero = ga_carve(&l.size, limits->threads_per_block * sizeof(uint32_t));
    l.slots = ga_carve(&l.size, 2 * l.n_threads * sizeof(uint32_t));
    l.left = ga_carve(&l.size, 2 * l.n_threads * sizeof(struct barriers_left));
    l.records = ga_carve(&l.size, MOST_LAUNCHES * sizeof(struct grid_record));
    return l;
}

struct visit {
    struct ga_gpu *gpu;
    const struct ga_point *p;
    const struct layout *l;
    char *memory;
    struct ga_launch base;
    struct barriers_args args;
};

static struct visit plan(struct ga_gpu *gpu, const struct ga_point *p, const struct layout *l,
                         char *memory) {
    const struct ga_limits *const limits = &gpu->limits;
    const uint32_t n_threads = (uint32_t)p->at[WARPS] * limits->warp_size;
    const uint32_t n_blocks = (uint32_t)p->at[BLOCKS];
    struct visit v = {gpu, p, l, memory, {}, {}};
    v.base = {
        variant_table[variant(p)].entry, n_blocks, n_threads,
        sizeof(struct in_shared),        nullptr,  in_clusters(p) ? (uint32_t)p->at[CLUSTER] : 0};
    v.base.cooperative = p->at[KIND] == KIND_cooperative;
    v.args.grid = {(uint32_t *)(memory + l->words),
                   (uint32_t *)(memory + l->over),
                   (uint32_t *)(memory + l->slots),
                   (const uint32_t *)(memory + l->zero),
                   (struct grid_record *)(memory + l->records),
                   rounds_of(p),
                   false,
                   (uint64_t)(ga_spin_s(gpu, SPIN_S) * 1e9 / limits->tick_ns)};
    v.args.left = (struct barriers_left *)(memory + l->left);
    v.args.group = p->at[KIND] == KIND_warp ? limits->warp_size
                   : is_of_cluster(p)       ? n_threads * (uint32_t)p->at[CLUSTER]
                   : is_of_grid(p)          ? n_threads * n_blocks
                                            : n_threads;
    return v;
}

/* n launches: of a row, or of a sample each. The proof is one, or one row. */
static enum ga_status launch(const struct visit *v, uint32_t n, bool proof, struct ga_err *err) {
    struct barriers_args args[MOST_LAUNCHES];
    struct ga_launch launches[MOST_LAUNCHES];
    const bool is_row = v->p->at[KIND] == KIND_launch;
    for (uint32_t i = 0; i < n; i++) {
        args[i] = v->args;
        args[i].grid.proof = proof;
        args[i].left += proof ? 0 : v->l->n_threads;
        args[i].round = i;
        args[i].grid.records += is_row ? 0 : i;
        args[i].hold_ticks = is_row && i == 0 ? (uint64_t)(HOLD_NS / v->gpu->limits.tick_ns) : 0;
        launches[i] = v->base;
        launches[i].args = &args[i];
    }
    return v->gpu->backend->launch(v->gpu, launches, n, err);
}

static uint32_t fit(uint64_t ticks) { return ticks < UINT32_MAX ? (uint32_t)ticks : UINT32_MAX; }

/* out: samples, and the visit's cycles and ticks. */
static enum ga_status take_samples(const struct visit *v, uint32_t n, uint32_t *samples,
                                   struct ga_visit *visit, struct ga_err *err) {
    const bool is_row = v->p->at[KIND] == KIND_launch;
    struct grid_record records[MOST_LAUNCHES];
    enum ga_status status = GA_OK;
    for (uint32_t s = 0; status == GA_OK && s < n; s += is_row ? 1 : n) {
        const uint32_t n_launches = is_row ? (uint32_t)LAUNCHES + 1 : n;
        status = launch(v, n_launches, false, err);
        if (status == GA_OK)
            status = v->gpu->backend->download(v->gpu, records, v->memory + v->l->records,
                                               n_launches * sizeof *records, err);
        /* Of a row the first launch holds the others up, and tells the clock. */
        for (uint32_t i = 0; status == GA_OK && i < (is_row ? 1 : n); i++) {
            samples[s + i] = fit(is_row ? records[LAUNCHES].start - records[1].start
                                        : records[i].end - records[i].start);
            visit->ticks += records[i].end - records[i].start;
            visit->cycles += records[i].cycles;
        }
    }
    return status;
}

/* Whether every thread made all rounds, and, of ours, the words are as they were. out: *stale. */
static enum ga_status check(const struct visit *v, const char *left, double *stale) {
    const struct layout *const l = v->l;
    const uint32_t *const words = (const uint32_t *)(left + l->words);
    const struct barriers_left *const threads = (const struct barriers_left *)(left + l->left);
    const bool is_row = v->p->at[KIND] == KIND_launch;
    const uint32_t n = v->base.n_blocks * v->base.n_threads;
    const uint32_t rounds = is_row ? (uint32_t)LAUNCHES : (uint32_t)WARM_UP + rounds_of(v->p);
    if (*(const uint32_t *)(left + l->over))
        return GA_TIMEOUT;
    for (size_t w = 0; w < (l->over - l->words) / sizeof *words; w++)
        if (words[w])
            return GA_WRONG;
    for (uint32_t t = 0; t < n; t++) {
        *stale += threads[t].n_wrong;
        if (threads[t].rounds != rounds || (!is_row && threads[l->n_threads + t].rounds != rounds))
            return GA_WRONG;
    }
    return *stale > 0 && is_for_writes(v->p) ? GA_WRONG : GA_OK;
}

static enum ga_status measure_point(struct ga_gpu *gpu, const struct layout *l, char *memory,
                                    char *left, const struct ga_batch *batch, uint32_t i,
                                    struct ga_err *err) {
    const struct ga_point *const p = &batch->points[i];
    const struct visit v = plan(gpu, p, l, memory);
    struct ga_visit *const visit = &batch->visits[i];
    *visit = {GA_OK, 0, 0, 0};
    enum ga_status status = gpu->backend->clear(gpu, memory, l->size, err);
    if (status == GA_OK)
        status = launch(&v, p->at[KIND] == KIND_launch ? (uint32_t)LAUNCHES : 1, true, err);
    if (status == GA_OK)
        status = take_samples(&v, batch->n_samples, batch->samples + (size_t)i * batch->n_samples,
                              visit, err);
    if (status == GA_OK)
        status = gpu->backend->download(gpu, left, memory, l->records, err);
    if (status == GA_OK)
        visit->outcome = check(&v, left, &batch->tallies[i]);
    return status;
}

static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    const struct layout l = lay_out(&gpu->limits);
    void *memory = nullptr, *left = nullptr;
    if (batch->n_samples > MOST_SAMPLES)
        return ga_fail(err, GA_ERROR, "a visit of %u samples is too long", batch->n_samples);
    enum ga_status status = ga_scratch(gpu, l.size, &memory, err);
    if (status == GA_OK)
        status = ga_host_room(gpu, l.records, &left, err);
    for (uint32_t i = 0; status == GA_OK && i < batch->n_points; i++)
        status = measure_point(gpu, &l, (char *)memory, (char *)left, batch, i, err);
    return status;
}

/* Of the answers. */
static const char *const also[] = {
    "barrier=block,mbarrier warps=32 blocks=1 cluster=1",
    "barrier=cluster warps=32 blocks=8 cluster=8",
    "barrier=cooperative,central,tree,launch warps=32 blocks=128 cluster=1", nullptr};

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_lock_barriers)(void) {
    static struct ga_bench row = {
        .id = "lock_barriers",
        .question = "which barrier?",
        .sample = "64 to 4096 rounds of a barrier, by its kind, or 64 launches after another",
        .axes = axes,
        .n_axes = sizeof axes / sizeof *axes,
        .also = also,
        .n_variants = N_KINDS,
        .samples = {3, 6, 10},
        .visit_samples = 6,
        .tallies = tallies,
        .n_tallies = sizeof tallies / sizeof *tallies,
        .timer = GA_TICKS,
        .interval = 0.02,
        .valid = valid,
        .usual = usual,
        .unsupported = unsupported,
        .work = work,
        .variant = variant,
        .measure = measure,
    };
    row.variants = variants();
    return &row;
}
