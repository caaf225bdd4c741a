/* global_determinism: sums of floats by key: atomic adds, whose order and so whose last bits differ from run to run, and
 * three ways that leave the same bits in every run.
 *
 * Contends: what the keys say; see the kernels. Progress assumed: resident lanes and blocks run. */
#include "determinism_host.h"

enum { WAY, SUMS, INPUT, SKEW, VALUES, N_AXES };
enum { UNIFORM, ZIPF };
enum { MOST_SUMS = 1 << 16, MOST_VALUES = 1 << 22, MOST_SKEW = 300 };

static const char *const ways[] = {"atomic", "fixed_point", "tree", "sorted", nullptr};
static const char *const inputs[] = {"uniform", "zipf", nullptr};

static void sums_range(const struct ga_limits *, int32_t *first, int32_t *last) {
    *first = 1;
    *last = MOST_SUMS;
}
static void skew_range(const struct ga_limits *, int32_t *first, int32_t *last) {
    *first = 0;
    *last = MOST_SKEW;
}
static void values_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    *first = (int32_t)(limits->warp_size * KEYED_QUAD);
    *last = MOST_VALUES;
}

static const struct ga_axis axes[] = {
    {"way",
     "",
     "float adds by atomics; whole numbers by atomics; each thread's own sums, then a tree; or "
     "values that an index has in the order of their keys",
     ways,
     nullptr,
     {"atomic,fixed_point,sorted", "all", "all"}},
    {"sums",
     "",
     "different keys, a power of two",
     nullptr,
     sums_range,
     {"64", "1,256,65536", "1..max*16"}},
    {"input", "", "the keys: even, or by Zipf's law", inputs, nullptr, {"uniform", "all", "all"}},
    {"skew",
     "1/100",
     "exponent of Zipf's law; 0 for other inputs",
     nullptr,
     skew_range,
     {"0", "0,100", "0,50,100,150"}},
    {"values",
     "",
     "to sum up, between 0 and 1, a power of two",
     nullptr,
     values_range,
     {"1024", "65536,1048576", "65536..max*4"}},
};

static bool is_power(int32_t x) { return (x & (x - 1)) == 0; }

static bool valid(const struct ga_limits *, const struct ga_point *p) {
    return is_power(p->at[SUMS]) && is_power(p->at[VALUES]) &&
           (p->at[SKEW] > 0) == (p->at[INPUT] == ZIPF);
}

/* One key has no skew. */
static bool usual(const struct ga_limits *, const struct ga_point *p) {
    return p->at[SUMS] > 1 || p->at[INPUT] == UNIFORM;
}

static const char *unsupported(const struct ga_limits *limits, const struct ga_point *p) {
    return p->at[WAY] == DETERMINISM_TREE &&
                   determinism_tree_threads(limits, (uint32_t)p->at[SUMS]) == 0
               ? "sums for each thread do not fit into a block's shared memory"
               : nullptr;
}

static bool reference(const struct ga_point *p, struct ga_point *other) {
    *other = *p;
    other->at[WAY] = DETERMINISM_ATOMIC;
    return true;
}

static struct ga_work work(const struct ga_limits *limits, const struct ga_point *p) {
    const uint64_t n = (uint64_t)p->at[VALUES];
    return {n, n / limits->warp_size, 1};
}

#define LAP_ENDS(syncs)                                                                            \
    {.operation = GA_OP_await_writes}, { .operation = GA_OP_block_sync, .count = syncs }
#define ADDS(type_)                                                                                \
    {                                                                                              \
        .operation = GA_OP_add, .type = GA_TYPE_##type_, .scope = GA_SCOPE_DEVICE, .unused = true, \
        .count = KEYED_QUAD                                                                        \
    }
/* Lanes hand each other values, which looks as if they were combined, but on AMD. */
#if defined(GA_BACKEND_CUDA)
#define SHUFFLES true
#else
#define SHUFFLES false
#endif
static const struct ga_variant variants[] = {
    {"global_determinism_atomic", GA_ENTRY(global_determinism_atomic), {ADDS(f32), LAP_ENDS(1)}},
    {"global_determinism_fixed_point",
     GA_ENTRY(global_determinism_fixed_point),
     {ADDS(u64), LAP_ENDS(1)}},
    {"global_determinism_tree", GA_ENTRY(global_determinism_tree), {LAP_ENDS(3)}},
    {"global_determinism_sorted", GA_ENTRY(global_determinism_sorted), {LAP_ENDS(1)}, SHUFFLES},
    {"global_determinism_finish", GA_ENTRY(global_determinism_finish), {LAP_ENDS(1)}, SHUFFLES},
};

static uint32_t variant(const struct ga_point *p) { return (uint32_t)p->at[WAY]; }

static const struct ga_tally tallies[] = {
    {"spread_ulp", "ulp",
     "between the smallest and the largest result of a sum in a visit's runs, the widest of any "
     "sum",
     ga_tally::GA_MAX},
    {"runs", "", "of a visit, that the spread is of", ga_tally::GA_MAX}};
enum { N_TALLIES = sizeof tallies / sizeof *tallies, VISIT = 10 };

static struct determinism_point describe(const struct ga_limits *limits, const struct ga_point *p,
                                         uint64_t seed) {
    const uint32_t n = (uint32_t)p->at[VALUES];
    return {(enum determinism_way)p->at[WAY],
            {p->at[INPUT] == ZIPF ? (uint32_t)KEYED_ZIPF : (uint32_t)KEYED_UNIFORM,
             (uint32_t)p->at[SKEW], (uint32_t)p->at[SUMS], n, seed, nullptr},
            determinism_runs(limits, (enum determinism_way)p->at[WAY], n) / VISIT,
            variants[variant(p)].entry};
}

static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    struct determinism_point *const points =
        new (std::nothrow) struct determinism_point[batch->n_points];
    if (!points)
        return ga_fail(err, GA_ERROR, "out of memory for %u points", batch->n_points);
    for (uint32_t i = 0; i < batch->n_points; i++)
        points[i] = describe(&gpu->limits, &batch->points[i], batch->seed);
    struct determinism_bench bench = {&gpu->limits,   points,     batch->n_points,
                                      batch->tallies, UINT32_MAX, 0};
    const enum ga_status status = keyed_measure(gpu, batch, &bench, err);
    delete[] points;
    return status;
}

/* Of the answers. */
static const char *const also[] = {"way=atomic,fixed_point,tree sums=256 values=1048576",
                                   "way=atomic sums=1 values=65536", nullptr};

static const struct ga_bench row = {
    .id = "global_determinism",
    .question = "what does a sum of floats cost whose bits are the same in every run?",
    .sample = "the mean of several runs, each from the first block's start until memory has the "
              "sums",
    .axes = axes,
    .n_axes = N_AXES,
    .also = also,
    .variants = variants,
    .n_variants = sizeof variants / sizeof *variants,
    .samples = {2, VISIT, 2 * VISIT},
    .visit_samples = VISIT,
    .whole_visits = true,
    .tallies = tallies,
    .n_tallies = N_TALLIES,
    .timer = GA_TICKS,
    .interval = 0.02,
    .valid = valid,
    .usual = usual,
    .unsupported = unsupported,
    .reference = reference,
    .price_over = "way = atomic",
    .work = work,
    .variant = variant,
    .measure = measure,
};

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_global_determinism)(void) { return &row; }
