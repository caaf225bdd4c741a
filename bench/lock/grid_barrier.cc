/* lock_grid_barrier: how long all blocks of a grid take to meet, and how large a grid can be whose blocks all meet: the
 * largest that did, beside what the vendor's formula says. The barriers have files of their own (barrier.h).
 *
 * A visit is one launch that proves that the barrier is one, and counts for no time, then a launch a sample.
 * An even number of rounds leaves every word of a barrier as it was.
 *
 * Contends: thread 0 of every block; the others wait for it. Progress assumed: resident blocks run. */
#include "grid_barrier_kernels.h"
#include "orders.h"

#if defined(GA_BACKEND_CPU)
enum { ROUNDS = 2, EMULATED_ROUNDS = 2 };
static const double SPIN_S = 15, TRY_S = 0.2;
#else
enum { ROUNDS = 64, EMULATED_ROUNDS = 8 };
static const double SPIN_S = 2, TRY_S = 0.01;
#endif
enum { BLOCKS_PER_SM = 16, MOST_LAUNCHES = 16 };

static uint32_t rounds_of(const struct ga_limits *limits) {
    return limits->emulated ? EMULATED_ROUNDS : ROUNDS;
}

/* Expected: the one add that counts members in, at the scope asked for; and where they order it, the C dialect's
 * fences. */
#define GRID_KERNEL(name, S, scope, By, orders, ...)                                               \
    GA_KERNEL_FULL(lock_grid_barrier_##name##_##scope##_##orders, grid_args) {                     \
        grid<barrier_##name<S, struct lock_orders<By>>, ##__VA_ARGS__>(a);                         \
    }
#define BARRIER(name)                                                                              \
    GRID_KERNEL(name, GA_SCOPE_DEVICE, device, LOCK_ATOMICS, atomics)                              \
    GRID_KERNEL(name, GA_SCOPE_DEVICE, device, LOCK_FENCES, fences)                                \
    GRID_KERNEL(name, GA_SCOPE_DEVICE, device, LOCK_THREADFENCE, threadfence)                      \
    GRID_KERNEL(name, GA_SCOPE_SYSTEM, system, LOCK_ATOMICS, atomics)                              \
    GRID_KERNEL(name, GA_SCOPE_SYSTEM, system, LOCK_FENCES, fences)                                \
    GRID_KERNEL(name, GA_SCOPE_SYSTEM, system, LOCK_THREADFENCE, threadfence)                      \
    GRID_KERNEL(name, GA_SCOPE_DEVICE, device, LOCK_ATOMICS, unwaited, false)
#include BARRIER_LIST
#undef BARRIER

#define VARIANT(name, scope, orders)                                                               \
    {                                                                                              \
        "lock_grid_barrier_" #name "_" #scope "_" #orders,                                         \
            GA_ENTRY(lock_grid_barrier_##name##_##scope##_##orders), {}                            \
    }
/* In the order of the axes barrier, scope, order, and then the unwaited one; their facts are added by variants(). */
static struct ga_variant variant_table[] = {
#define BARRIER(name)                                                                              \
    VARIANT(name, device, atomics), VARIANT(name, device, fences),                                 \
        VARIANT(name, device, threadfence), VARIANT(name, system, atomics),                        \
        VARIANT(name, system, fences), VARIANT(name, system, threadfence),                         \
        VARIANT(name, device, unwaited),
#include BARRIER_LIST
#undef BARRIER
};
enum { N_ORDERINGS = LOCK_ORDERINGS, UNWAITED = N_ORDERINGS, N_SCOPES = 2 };
enum { OF_BARRIER = N_SCOPES * N_ORDERINGS + 1 };
enum { N_VARIANTS = sizeof variant_table / sizeof *variant_table };

/* An add that does both, a store for those who wait and their load; or a fence before who arrives, after the last has, and
 * after all have. */
static const struct lock_ordered ordered = {2, 2, 1, 1, 1};
static const struct ga_variant *variants(void) {
    for (uint32_t i = 0; i < N_VARIANTS && variant_table[i].facts[0].operation == GA_OP_end; i++) {
        const uint32_t at = i % OF_BARRIER;
        const enum ga_scope scope = at / N_ORDERINGS == 1 ? GA_SCOPE_SYSTEM : GA_SCOPE_DEVICE;
        const struct lock_fences n = {
            &ordered, (enum lock_ordering)(at % N_ORDERINGS), scope, GA_GLOBAL, 0, 3};
        variant_table[i].facts[0] = {.operation = GA_OP_add, .scope = scope};
        lock_add_orders(&variant_table[i], &n);
    }
    return variant_table;
}

enum { BARRIER_AXIS, BLOCKS, WARPS, SCOPE, ORDER };
static const char *const barriers[] = {
#define BARRIER(name) #name,
#include BARRIER_LIST
#undef BARRIER
    nullptr};
static const char *const scopes[] = {"device", "system", nullptr};
static const char *const orders[] = {"atomics", "fences", "threadfence", "unwaited", nullptr};

/* out: the most blocks of so many warps that can be resident at once. Where the driver states no limit of small
 * blocks it is AMD's, 16 but for those of one wave. src: model/occupancy.c. */
static uint32_t resident(const struct ga_limits *limits, uint32_t warps) {
    const uint32_t by_warps = limits->warps_per_sm / warps;
    const uint32_t most = limits->blocks_per_sm ? limits->blocks_per_sm
                          : warps > 1           ? (uint32_t)BLOCKS_PER_SM
                                                : by_warps;
    return limits->sm_count * (by_warps < most ? by_warps : most);
}

static void blocks_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    *first = 1;
    *last = (int32_t)resident(limits, 1);
}
static void warps_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    *first = 1;
    *last = (int32_t)(limits->threads_per_block / limits->warp_size);
}

static int32_t most_blocks(const struct ga_limits *limits, const struct ga_point *p) {
    return (int32_t)resident(limits, (uint32_t)p->at[WARPS]);
}

static const struct ga_axis axes[] = {
    {"barrier", "", "the algorithm", barriers, nullptr, {"all", "all", "all"}},
    {"blocks",
     "",
     "that meet, all resident; max: the most that can be with so many warps each; in a preset "
     "that, or a power of two",
     nullptr,
     blocks_range,
     {"1,max", "all", "all"},
     most_blocks},
    {"warps", "", "of each block", nullptr, warps_range, {"1,max", "1,max", "1..max*2"}},
    {"scope", "", "of the barrier's atomics", scopes, nullptr, {"device", "all", "all"}},
    {"order",
     "",
     "atomics: the barrier's acquire and release; fences: they are relaxed, with fences beside "
     "them; threadfence: likewise, with the C dialect's; unwaited: atomics, and nobody waits for "
     "what another warp stored",
     orders,
     nullptr,
     {"all", "all", "all"}},
};

static const struct ga_tally tallies[] = {
    {"largest_grid", "blocks", "the most of so many warps that were seen to meet",
     ga_tally::GA_MAX},
    {"occupancy_grid", "blocks", "the most that can be resident at once by the vendor's formula",
     ga_tally::GA_MAX},
    {"grid_difference", "blocks", "largest_grid less occupancy_grid: 0 if the formula is right",
     ga_tally::GA_MAX},
    {"atomics_per_round", "-", "that all blocks send to the barrier", ga_tally::GA_MEAN},
    {"loads_per_round", "-", "that they send to it", ga_tally::GA_MEAN},
    {"stores_per_round", "-", "that they send to it", ga_tally::GA_MEAN},
    {"stale", "-", "words that were old behind a barrier, in the launch that proves it",
     ga_tally::GA_SUM},
};
enum { LARGEST, FORMULA, DIFFERENCE, ATOMICS, LOADS, STORES, STALE, N_TALLIES };

/* Unwaited are other warps, and the scope does not matter to them. */
static bool valid(const struct ga_limits *limits, const struct ga_point *p) {
    return (uint32_t)p->at[BLOCKS] <= resident(limits, (uint32_t)p->at[WARPS]) &&
           (p->at[ORDER] != UNWAITED || (p->at[WARPS] > 1 && p->at[SCOPE] == 0));
}

static bool usual(const struct ga_limits *limits, const struct ga_point *p) {
    const uint32_t n = (uint32_t)p->at[BLOCKS];
    const bool most = n == resident(limits, (uint32_t)p->at[WARPS]);
    return most || ((n & (n - 1)) == 0 && p->at[ORDER] != UNWAITED);
}

static bool reference(const struct ga_point *p, struct ga_point *other) {
    *other = *p;
    other->at[ORDER] = 0;
    return true;
}

static uint32_t variant(const struct ga_point *p) {
    const int32_t at = p->at[ORDER] == UNWAITED ? N_SCOPES * N_ORDERINGS
                                                : p->at[SCOPE] * N_ORDERINGS + p->at[ORDER];
    return (uint32_t)(p->at[BARRIER_AXIS] * OF_BARRIER + at);
}

static struct ga_work work(const struct ga_limits *limits, const struct ga_point *) {
    return {rounds_of(limits), rounds_of(limits), UINT32_MAX};
}

static uint32_t words_of(uint32_t barrier, uint32_t n_blocks) {
    static uint32_t (*const words[])(uint32_t n) = {
#define BARRIER(name) barrier_##name<GA_SCOPE_DEVICE, struct lock_orders<LOCK_ATOMICS>>::words,
#include BARRIER_LIST
#undef BARRIER
    };
    return words[barrier](n_blocks);
}

/* --- launches --- */

/* Where things lie on the device, the same for all grids up to the largest that is tried. */
struct layout {
    size_t words, over, slots, zero, records, size;
    uint32_t most_blocks;
};

static struct layout lay_out(const struct ga_limits *limits) {
    struct layout l = {};
    l.most_blocks = limits->sm_count * limits->warps_per_sm + 1;
    uint32_t most = 0;
    for (uint32_t barrier = 0; barriers[barrier]; barrier++) {
        const uint32_t n = words_of(barrier, l.most_blocks);
        most = n > most ? n : most;
    }
    l.words = ga_carve(&l.size, (size_t)most * LOCK_STRIDE_WORDS * sizeof(uint32_t));
    l.over = ga_carve(&l.size, sizeof(uint32_t));
    l.slots = ga_carve(&l.size, 2 * l.most_blocks * sizeof(uint32_t));
    l.zero = ga_carve(&l.size, limits->threads_per_block * sizeof(uint32_t));
    l.records = ga_carve(&l.size, MOST_LAUNCHES * l.most_blocks * sizeof(struct grid_record));
    return l;
}

/* A visit's launches, of which the first proves; all words are cleared before. */
static enum ga_status launch(struct ga_gpu *gpu, const struct ga_point *p, const struct layout *l,
                             char *memory, uint32_t n_launches, uint32_t rounds, double spin_s,
                             struct ga_err *err) {
    struct grid_args args[MOST_LAUNCHES];
    struct ga_launch launches[MOST_LAUNCHES];
    const uint32_t n = (uint32_t)p->at[BLOCKS];
    for (uint32_t i = 0; i < n_launches; i++) {
        args[i] = {(uint32_t *)(memory + l->words),
                   (uint32_t *)(memory + l->over),
                   (uint32_t *)(memory + l->slots),
                   (const uint32_t *)(memory + l->zero),
                   (struct grid_record *)(memory + l->records) + (size_t)i * n,
                   rounds,
                   i == 0,
                   (uint64_t)(spin_s * 1e9 / gpu->limits.tick_ns)};
        launches[i] = {variant_table[variant(p)].entry, n,
                       (uint32_t)p->at[WARPS] * gpu->limits.warp_size, sizeof(uint32_t), &args[i]};
    }
    const size_t end = l->records + (size_t)n_launches * n * sizeof(struct grid_record);
    const enum ga_status status = gpu->backend->clear(gpu, memory, end, err);
    return status == GA_OK ? gpu->backend->launch(gpu, launches, n_launches, err) : status;
}

/* out: *met, whether all blocks of such a grid did. records: room for them. */
static enum ga_status try_grid(struct ga_gpu *gpu, struct ga_point p, uint32_t n_blocks,
                               const struct layout *l, char *memory, struct grid_record *records,
                               bool *met, struct ga_err *err) {
    p.at[BLOCKS] = (int32_t)n_blocks;
    enum ga_status status = launch(gpu, &p, l, memory, 1, 0, TRY_S, err);
    if (status == GA_OK)
        status = gpu->backend->download(gpu, records, memory + l->records,
                                        n_blocks * sizeof *records, err);
    *met = true;
    for (uint32_t b = 0; status == GA_OK && b < n_blocks; b++)
        *met = *met && records[b].rounds == WARM_UP;
    return status;
}

/* The largest grid whose blocks meet: the formula's, if it does and one block more does not; else wherever a
 * search by halves ends. */
static enum ga_status find_largest(struct ga_gpu *gpu, const struct ga_point *p, uint32_t formula,
                                   const struct layout *l, char *memory,
                                   struct grid_record *records, uint32_t *largest,
                                   struct ga_err *err) {
    uint32_t meets = 0, fails = l->most_blocks + 1, next = formula;
    enum ga_status status = GA_OK;
    while (status == GA_OK && fails - meets > 1) {
        bool met = false;
        if (next <= meets || next >= fails)
            next = meets + (fails - meets) / 2;
        status = try_grid(gpu, *p, next, l, memory, records, &met, err);
        if (met)
            meets = next;
        else
            fails = next;
        next = met && next == formula ? next + 1 : 0;
    }
    *largest = meets;
    return status;
}

/* What does not depend on how many blocks meet; found once for each kernel and size of block. Of an emulator it says
 * nothing, and takes it too long. */
static enum ga_status find_limits(struct ga_gpu *gpu, const struct ga_point *p,
                                  const struct layout *l, char *memory, struct grid_record *records,
                                  double *tally, struct ga_err *err) {
    enum { MOST_WARPS = 64 };
    static struct { uint32_t largest, formula; } known[N_VARIANTS][MOST_WARPS + 1];
    auto *const k = &known[variant(p)][p->at[WARPS]];
    enum ga_status status = GA_OK;
    if (gpu->limits.emulated) {
        tally[LARGEST] = tally[FORMULA] = tally[DIFFERENCE] = __builtin_nan("");
        return GA_OK;
    }
    if (k->largest == 0) {
        const struct ga_launch one = {variant_table[variant(p)].entry, 1,
                                      (uint32_t)p->at[WARPS] * gpu->limits.warp_size,
                                      sizeof(uint32_t), nullptr};
        uint32_t per_sm = 0;
        if (gpu->backend->occupancy)
            status = gpu->backend->occupancy(gpu, &one, &per_sm, err);
        k->formula = per_sm * gpu->limits.sm_count;
        if (status == GA_OK)
            status = find_largest(gpu, p, k->formula, l, memory, records, &k->largest, err);
    }
    tally[LARGEST] = k->largest;
    tally[FORMULA] = k->formula;
    tally[DIFFERENCE] = (double)k->largest - k->formula;
    return status;
}

/* Whether all blocks of all launches met, and left the barrier's words as they were. */
static enum ga_status outcome_of(const struct grid_record *records, size_t n, uint32_t rounds,
                                 const uint32_t *words, uint32_t n_words) {
    bool right = true;
    for (size_t r = 0; r < n; r++)
        if (records[r].rounds != WARM_UP + rounds)
            return GA_TIMEOUT;
    for (uint32_t w = 0; w < n_words; w++)
        right = right && words[w * LOCK_STRIDE_WORDS] == 0;
    return right ? GA_OK : GA_WRONG;
}

/* What was stored before a barrier must be read behind it; whether it is where nobody waits is what is asked. */
static void read_visit(const struct ga_batch *batch, uint32_t i, const struct grid_record *records,
                       uint32_t rounds_each, enum ga_status outcome) {
    const uint32_t n = (uint32_t)batch->points[i].at[BLOCKS];
    double *const tally = &batch->tallies[(size_t)i * N_TALLIES];
    for (uint32_t b = 0; b < n; b++)
        tally[STALE] += records[b].n_wrong;
    if (outcome == GA_OK && tally[STALE] > 0 && batch->points[i].at[ORDER] != UNWAITED)
        outcome = GA_WRONG;
    batch->visits[i] = {(uint32_t)outcome, 0, 0, 0};
    for (uint32_t l = 0; l < batch->n_samples + 1; l++) {
        const struct grid_record *const block_0 = &records[(size_t)l * n];
        batch->visits[i].cycles += block_0->cycles;
        batch->visits[i].ticks += block_0->end - block_0->start;
        if (l > 0)
            batch->samples[(size_t)i * batch->n_samples + l - 1] =
                (uint32_t)(block_0->end - block_0->start);
        for (uint32_t b = 0; l > 0 && b < n; b++) {
            const double rounds = (double)(WARM_UP + rounds_each) * batch->n_samples;
            tally[ATOMICS] += block_0[b].atomics / rounds;
            tally[LOADS] += block_0[b].loads / rounds;
            tally[STORES] += block_0[b].stores / rounds;
        }
    }
}

/* One queue of launches a point. */
static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    const struct layout l = lay_out(&gpu->limits);
    const uint32_t n_launches = batch->n_samples + 1, rounds = rounds_of(&gpu->limits);
    void *scratch = nullptr;
    if (n_launches > MOST_LAUNCHES)
        return ga_fail(err, GA_ERROR, "a visit of %u samples is too long", batch->n_samples);
    enum ga_status status = ga_scratch(gpu, l.size, &scratch, err);
    char *const memory = (char *)scratch;
    uint32_t *const words = new uint32_t[l.over / sizeof(uint32_t)];
    struct grid_record *const records =
        new struct grid_record[(size_t)MOST_LAUNCHES * l.most_blocks];
    for (uint32_t i = 0; status == GA_OK && i < batch->n_points; i++) {
        const struct ga_point *const p = &batch->points[i];
        const size_t n = (size_t)n_launches * (uint32_t)p->at[BLOCKS];
        status =
            find_limits(gpu, p, &l, memory, records, &batch->tallies[(size_t)i * N_TALLIES], err);
        if (status == GA_OK)
            status = launch(gpu, p, &l, memory, n_launches, rounds, ga_spin_s(gpu, SPIN_S), err);
        if (status == GA_OK)
            status =
                gpu->backend->download(gpu, records, memory + l.records, n * sizeof *records, err);
        if (status == GA_OK)
            status = gpu->backend->download(gpu, words, memory + l.words,
                                            l.over / sizeof *words * sizeof *words, err);
        if (status == GA_OK)
            read_visit(
                batch, i, records, rounds,
                outcome_of(records, n, rounds, words,
                           words_of((uint32_t)p->at[BARRIER_AXIS], (uint32_t)p->at[BLOCKS])));
    }
    delete[] records;
    delete[] words;
    return status;
}

static const char *const also[] = {"blocks=256,4096 warps=1 scope=device order=atomics", nullptr};
static struct ga_bench row = {
    .id = "lock_grid_barrier",
    .question = "how long do all blocks of a grid take to meet, and how many can?",
    .sample = "64 rounds of a barrier for all blocks (2 on the stand-in, 8 on an emulator)",
    .axes = axes,
    .n_axes = sizeof axes / sizeof *axes,
    .also = also,
    .n_variants = N_VARIANTS,
    .samples = {3, 6, 10},
    .visit_samples = 6,
    .tallies = tallies,
    .n_tallies = N_TALLIES,
    .timer = GA_TICKS,
    .interval = 0.02,
    .slope_axis = "blocks",
    .valid = valid,
    .usual = usual,
    .reference = reference,
    .price_over = "order = atomics",
    .work = work,
    .variant = variant,
    .measure = measure,
};

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_lock_grid_barrier)(void) {
    row.variants = variants();
    return &row;
}
