/* global_counters: few counters and many keys, as where tokens are routed to experts: how many has each counter, or which
 * of them is this key. In three ways, on counters of 32 and 64 bits.
 *
 * Contends: what the keys say; see the kernels. Progress assumed: resident lanes and blocks run. */
#include "counters_kernels.h"
#include "keyed_host.h"

enum { WAY, RESULT, BITS, COUNTERS, INPUT, SKEW, KEYS, N_AXES };
enum { PLAIN, AGGREGATED, SHARED, N_WAYS };
enum { COUNT, POSITION };
enum { UNIFORM, ZIPF, ONE, GIVEN };
enum {
    LEAST_COUNTERS = 8,
    MOST_COUNTERS = 512,
    MOST_SKEW = 300,
    USUAL_COUNTERS = 64,
    USUAL_KEYS = 1 << 20
};
/* Up to so many keys a sample is the mean of RUNS: one takes so few steps of the timer that they would be seen. */
enum { SHORT_KEYS = 1 << 18, RUNS = 4 };

static const char *const ways[] = {"plain", "aggregated", "shared", nullptr};
static const char *const results[] = {"count", "position", nullptr};
static const char *const widths[] = {"32", "64", nullptr};
static const char *const inputs[] = {"uniform", "zipf", "one", "file", nullptr};

static void counters_range(const struct ga_limits *, int32_t *first, int32_t *last) {
    *first = LEAST_COUNTERS;
    *last = MOST_COUNTERS;
}
static void skew_range(const struct ga_limits *, int32_t *first, int32_t *last) {
    *first = 0;
    *last = MOST_SKEW;
}
/* A quad for every lane of a warp, at least. */
static void keys_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    *first = (int32_t)(limits->warp_size * KEYED_QUAD);
    *last = GA_MOST_KEYS;
}

static const struct ga_axis axes[] = {
    {"way",
     "",
     "an add a key; one for the lanes of a warp that have it; or counted in shared memory by each "
     "block first",
     ways,
     nullptr,
     {"all", "all", "all"}},
    {"result",
     "",
     "what is wanted: how many keys a counter has, or also which of them each key is",
     results,
     nullptr,
     {"position", "all", "all"}},
    {"bits", "", "of a counter", widths, nullptr, {"32", "all", "all"}},
    {"counters",
     "",
     "side by side, a power of two",
     nullptr,
     counters_range,
     {"64", "8,64,256,512", "8..max*2"}},
    {"input",
     "",
     "the keys: even, by Zipf's law, all the same, or of --keys FILE",
     inputs,
     nullptr,
     {"zipf", "uniform,zipf,one", "uniform,zipf,one"}},
    {"skew",
     "1/100",
     "exponent of Zipf's law; 0 for other inputs",
     nullptr,
     skew_range,
     {"0,100", "0,100", "0,50,100,150"}},
    {"keys",
     "",
     "to count, a power of two",
     nullptr,
     keys_range,
     {"1024", "1024,16384,262144,1048576,8388608,16777216", "1024..max*4,8388608"}},
};

static bool is_power(int32_t x) { return (x & (x - 1)) == 0; }

static bool valid(const struct ga_limits *, const struct ga_point *p) {
    return is_power(p->at[COUNTERS]) && is_power(p->at[KEYS]) &&
           (p->at[SKEW] > 0) == (p->at[INPUT] == ZIPF);
}

/* How many there are makes no difference where one has it all. The most keys take long, and rates change no more. */
static bool usual(const struct ga_limits *, const struct ga_point *p) {
    const bool is_typical = p->at[COUNTERS] == USUAL_COUNTERS;
    return p->at[KEYS] > USUAL_KEYS ? is_typical && p->at[INPUT] != ONE && p->at[RESULT] == POSITION
                                    : is_typical || p->at[INPUT] != ONE;
}

static bool counts_keys(const struct ga_point *p) { return p->at[INPUT] == GIVEN; }

/* Where the price falls below 1 the plain add has been overtaken. */
static bool reference(const struct ga_point *p, struct ga_point *other) {
    *other = *p;
    other->at[WAY] = PLAIN;
    return true;
}

/* A key is an operation in every way; a request is what `plain` issues for a warp's keys. */
static struct ga_work work(const struct ga_limits *limits, const struct ga_point *p) {
    const uint64_t n = (uint64_t)p->at[KEYS];
    return {n, n / limits->warp_size, p->at[WAY] == SHARED ? 3u : 1u};
}

/* The end of a lap, whose barrier is not the only one if a block counts by itself. */
#define LAP_ENDS(syncs)                                                                            \
    {.operation = GA_OP_await_writes}, { .operation = GA_OP_block_sync, .count = syncs }
#define ADDS(type_, unused_, n)                                                                    \
    {                                                                                              \
        .operation = GA_OP_add, .type = GA_TYPE_##type_, .scope = GA_SCOPE_DEVICE,                 \
        .unused = unused_, .count = n                                                              \
    }
#define COUNTS(operation_, type_, unused_)                                                         \
    {                                                                                              \
        .operation = GA_OP_##operation_, .type = GA_TYPE_##type_, .space = GA_SHARED,              \
        .unused = unused_, .count = KEYED_QUAD                                                     \
    }
#define DIRECT(way, result, bits, unused)                                                          \
    {                                                                                              \
        "global_counters_" #way "_" #result "_" #bits,                                             \
            GA_ENTRY(global_counters_##way##_##result##_##bits),                                   \
            {ADDS(u##bits, unused, KEYED_QUAD), LAP_ENDS(1)}, way##_combines                       \
    }
#define BY_BLOCK(result, bits, unused, operation, syncs)                                           \
    {                                                                                              \
        "global_counters_shared_" #result "_" #bits,                                               \
            GA_ENTRY(global_counters_shared_##result##_##bits), {                                  \
            ADDS(u##bits, unused, 1), COUNTS(operation, u##bits, unused), LAP_ENDS(syncs)          \
        }                                                                                          \
    }
enum { plain_combines = false, aggregated_combines = true };
static const struct ga_variant variants[] = {
    DIRECT(plain, count, 32, true),          DIRECT(plain, count, 64, true),
    DIRECT(plain, position, 32, false),      DIRECT(plain, position, 64, false),
    DIRECT(aggregated, count, 32, true),     DIRECT(aggregated, count, 64, true),
    DIRECT(aggregated, position, 32, false), DIRECT(aggregated, position, 64, false),
    BY_BLOCK(count, 32, true, count, 3),     BY_BLOCK(count, 64, true, add, 3),
    BY_BLOCK(position, 32, false, add, 5),   BY_BLOCK(position, 64, false, add, 5),
};

static uint32_t variant(const struct ga_point *p) {
    return (uint32_t)((p->at[WAY] * 2 + p->at[RESULT]) * 2 + p->at[BITS]);
}

union counters_any_args {
    struct counters_args count;
    struct counters_check_args check;
};

namespace { /* of this backend alone */
/* See keyed_host.h. Work: counters, positions and places. Input: keys, the counts that they must give, and where a
 * counter's keys would begin. */
struct counters_bench {
    using Args = union counters_any_args;
    enum { MOST_LAUNCHES = 3 };
    const struct ga_limits *limits;
    const struct ga_batch *batch;

    struct keyed_point point(uint32_t i) const {
        static const uint32_t kinds[] = {KEYED_UNIFORM, KEYED_ZIPF, KEYED_ONE, KEYED_FILE};
        const int32_t *const at = batch->points[i].at;
        return {{kinds[at[INPUT]], (uint32_t)at[SKEW], (uint32_t)at[COUNTERS], (uint32_t)at[KEYS],
                 batch->seed, batch->keys},
                at[KEYS] <= SHORT_KEYS ? (uint32_t)RUNS : 1};
    }
    /* For the most positions of any batch so far: what is stored behind need not move. */
    size_t work_bytes() const {
        static size_t most;
        for (uint32_t i = 0; i < batch->n_points; i++) {
            const size_t n = (size_t)batch->points[i].at[KEYS];
            most = batch->points[i].at[RESULT] == POSITION && n > most ? n : most;
        }
        return MOST_COUNTERS * sizeof(uint64_t) + 2 * most * sizeof(uint32_t);
    }
    size_t most_laps() const { return (size_t)limits->sm_count * limits->warps_per_sm; }
    size_t input_bytes(const struct keyed_input *in) const {
        return ((size_t)in->n_keys + 2 * (size_t)in->bins) * sizeof(uint32_t);
    }
    enum ga_status make(const struct keyed_input *in, char *host, uint64_t *,
                        struct ga_err *err) const {
        uint32_t *const keys = (uint32_t *)host, *const counts = keys + in->n_keys;
        uint32_t *const begins = counts + in->bins;
        const enum ga_status status = keyed_make(in, keys, counts, err);
        for (uint32_t i = 0, sum = 0; status == GA_OK && i < in->bins; sum += counts[i++])
            begins[i] = sum;
        return status;
    }
    enum ga_status tell(uint32_t, const struct keyed_sample *, uint32_t) const { return GA_OK; }

    uint32_t push(struct keyed_queue<Args> *q, uint32_t i, const struct keyed_where &at) const {
        const struct ga_point *const p = &batch->points[i];
        const uint32_t n = (uint32_t)p->at[KEYS], n_counters = (uint32_t)p->at[COUNTERS];
        const uint32_t words = p->at[BITS] + 1;
        const size_t own = p->at[WAY] == SHARED ? (size_t)n_counters * words * sizeof(uint32_t) : 0;
        const struct keyed_grid grid = keyed_fit(limits, n / KEYED_QUAD, own);
        uint32_t *const keys = (uint32_t *)at.input, *const counters = (uint32_t *)at.work;
        uint32_t *const positions =
            p->at[RESULT] == POSITION ? counters + MOST_COUNTERS * 2 : nullptr;
        q->push(variants[variant(p)].entry, grid.n_blocks, grid.n_threads, own)->count = {
            (const struct keyed_quad *)keys,
            counters,
            (struct keyed_quad *)positions,
            at.laps,
            n / KEYED_QUAD,
            n_counters,
            (uint32_t)__builtin_ctz(n_counters)};
        const struct counters_check_args check = {keys,      counters,
                                                  positions, positions ? positions + n : nullptr,
                                                  keys + n,  keys + n + n_counters,
                                                  at.laps,   at.sample,
                                                  n,         n_counters,
                                                  words,     grid.n_blocks};
        if (positions)
            q->push_check(limits, GA_ENTRY(counters_place), n)->check = check;
        q->push_check(limits, GA_ENTRY(counters_check), positions ? n : n_counters)->check = check;
        return grid.n_blocks;
    }
};

} // namespace

static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    struct counters_bench bench = {&gpu->limits, batch};
    return keyed_measure(gpu, batch, &bench, err);
}

/* Of the answers. */
static const char *const also[] = {"keys=1024,16384,262144,1048576 input=zipf skew=100", nullptr};

static const struct ga_bench row = {
    .id = "global_counters",
    .question =
        "a few hundred counters, as of tokens routed to experts: from how many keys on does "
        "it pay to combine adds?",
    .sample = "all keys counted, or the mean of four times, from the first block's start until "
              "memory has the result",
    .axes = axes,
    .n_axes = N_AXES,
    .also = also,
    .variants = variants,
    .n_variants = sizeof variants / sizeof *variants,
    .samples = {2, 6, 20},
    .visit_samples = 6,
    .timer = GA_TICKS,
    .interval = 0.02,
    .load_axis = "keys",
    .valid = valid,
    .usual = usual,
    .counts_keys = counts_keys,
    .reference = reference,
    .price_over = "way = plain",
    .work = work,
    .variant = variant,
    .measure = measure,
};

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_global_counters)(void) { return &row; }
