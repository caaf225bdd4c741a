/* global_sums: what global_aggregation counts, summed up: floats, and rows of floats, as in the gradient of an embedding.
 *
 * Contends: what the keys say; see the kernels. Progress assumed: resident lanes and blocks run. */
#include "sums_kernels.h"
#include "keyed_host.h"

enum { WAY, WIDTH, BINS, INPUT, SKEW, KEYS, N_AXES };
enum { PLAIN, AGGREGATED, SHARED };
enum { UNIFORM, ZIPF, ONE };
/* Values are whole numbers up to MOST_VALUE, of odd keys negative, and a float has 24 bits: the sum of all is exact in any
 * order, and none is 0. */
enum { MOST_WIDTH = 512, MOST_BINS = 1 << 16, MOST_KEYS = 1 << 22, MOST_VALUE = 4 };
enum { MOST_SKEW = 300, MOST_VALUES = 1 << 25, RUNS = 4 };

static const char *const ways[] = {"plain", "aggregated", "shared", nullptr};
static const char *const inputs[] = {"uniform", "zipf", "one", nullptr};

static void width_range(const struct ga_limits *, int32_t *first, int32_t *last) {
    *first = 1;
    *last = MOST_WIDTH;
}
static void bins_range(const struct ga_limits *, int32_t *first, int32_t *last) {
    *first = 1;
    *last = MOST_BINS;
}
static void skew_range(const struct ga_limits *, int32_t *first, int32_t *last) {
    *first = 0;
    *last = MOST_SKEW;
}
static void keys_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    *first = (int32_t)limits->warp_size;
    *last = MOST_KEYS;
}

static const struct ga_axis axes[] = {
    {"way",
     "",
     "an add a float; one for the lanes of a warp that have its key; or summed in shared memory by "
     "each block first",
     ways,
     nullptr,
     {"all", "all", "all"}},
    {"width",
     "",
     "floats of a row, a power of two",
     nullptr,
     width_range,
     {"1", "1,4,32", "1..512*2"}},
    {"bins",
     "",
     "different keys, a power of two",
     nullptr,
     bins_range,
     {"64", "16,1024,65536", "1..max*4"}},
    {"input",
     "",
     "the keys: even, by Zipf's law, or all the same",
     inputs,
     nullptr,
     {"uniform", "uniform,zipf", "all"}},
    {"skew",
     "1/100",
     "exponent of Zipf's law; 0 for other inputs",
     nullptr,
     skew_range,
     {"0", "0,100", "0,50,100,150"}},
    {"keys",
     "",
     "a row comes with each, a power of two",
     nullptr,
     keys_range,
     {"256", "262144", "65536,262144"}},
};

static bool is_power(int32_t x) { return (x & (x - 1)) == 0; }

/* Rows as long as a warp leave its lanes nothing to combine. */
static bool valid(const struct ga_limits *limits, const struct ga_point *p) {
    return is_power(p->at[WIDTH]) && is_power(p->at[BINS]) && is_power(p->at[KEYS]) &&
           (p->at[SKEW] > 0) == (p->at[INPUT] == ZIPF) &&
           ((uint32_t)p->at[WIDTH] < limits->warp_size || p->at[WAY] != AGGREGATED) &&
           (int64_t)p->at[KEYS] * p->at[WIDTH] <= MOST_VALUES;
}

static size_t shared_bytes(const struct ga_point *p) {
    return p->at[WAY] == SHARED ? (size_t)p->at[BINS] * (size_t)p->at[WIDTH] * sizeof(float) : 0;
}

static const char *unsupported(const struct ga_limits *limits, const struct ga_point *p) {
    return shared_bytes(p) > limits->shared_bytes_per_block
               ? "the sums do not fit into a block's shared memory"
               : nullptr;
}

static bool reference(const struct ga_point *p, struct ga_point *other) {
    *other = *p;
    other->at[WAY] = PLAIN;
    return true;
}

/* A float is an operation in every way; a request is what `plain` issues for a warp's. */
static struct ga_work work(const struct ga_limits *limits, const struct ga_point *p) {
    const uint64_t n = (uint64_t)p->at[KEYS] * (uint64_t)p->at[WIDTH];
    return {n, n / limits->warp_size, p->at[WAY] == SHARED ? 3u : 1u};
}

#define LAP_ENDS(syncs)                                                                            \
    {.operation = GA_OP_await_writes}, { .operation = GA_OP_block_sync, .count = syncs }
#define ADDS(n)                                                                                    \
    {                                                                                              \
        .operation = GA_OP_add, .type = GA_TYPE_f32, .scope = GA_SCOPE_DEVICE, .unused = true,     \
        .count = n                                                                                 \
    }
static const struct ga_variant variants[] = {
    {"global_sums_plain", GA_ENTRY(global_sums_plain), {ADDS(SUMS_ROUNDS), LAP_ENDS(1)}},
    {"global_sums_aggregated",
     GA_ENTRY(global_sums_aggregated),
     {ADDS(SUMS_ROUNDS), LAP_ENDS(1)},
     true},
    {"global_sums_shared",
     GA_ENTRY(global_sums_shared),
     {ADDS(1),
      {.operation = GA_OP_add,
       .type = GA_TYPE_f32,
       .space = GA_SHARED,
       .unused = true,
       .count = SUMS_ROUNDS},
      LAP_ENDS(3)}},
};

static uint32_t variant(const struct ga_point *p) { return (uint32_t)p->at[WAY]; }

namespace { /* of this backend alone */
/* See keyed_host.h. Input: keys, their rows, then the sums that they must give. */
struct sums_bench {
    union Args {
        struct sums_args sum;
        struct sums_check_args check;
    };
    enum { MOST_LAUNCHES = 2 };
    const struct ga_limits *limits;
    const struct ga_batch *batch;

    struct keyed_point point(uint32_t i) const {
        static const uint32_t kinds[] = {KEYED_UNIFORM, KEYED_ZIPF, KEYED_ONE};
        const int32_t *const at = batch->points[i].at;
        return {{kinds[at[INPUT]], (uint32_t)at[SKEW], (uint32_t)at[BINS], (uint32_t)at[KEYS],
                 batch->seed, nullptr, (uint32_t)at[WIDTH]},
                RUNS};
    }
    size_t work_bytes() const { return (size_t)MOST_BINS * MOST_WIDTH * sizeof(float); }
    size_t most_laps() const { return (size_t)limits->sm_count * limits->warps_per_sm; }
    size_t input_bytes(const struct keyed_input *in) const {
        return ((size_t)in->n_keys * (1 + in->width) + (size_t)in->bins * (1 + in->width)) *
               sizeof(float);
    }
    enum ga_status make(const struct keyed_input *in, char *host, uint64_t *,
                        struct ga_err *err) const {
        const size_t n = in->n_keys, w = in->width;
        uint32_t *const keys = (uint32_t *)host;
        float *const values = (float *)(keys + n), *const expected = values + n * w;
        const enum ga_status status =
            keyed_make(in, keys, (uint32_t *)(expected + in->bins * w), err);
        for (size_t i = 0; status == GA_OK && i < in->bins * w; i++)
            expected[i] = 0;
        for (size_t k = 0; status == GA_OK && k < n; k++)
            for (size_t i = k * w; i < (k + 1) * w; i++) {
                values[i] = (float)((uint32_t)i % MOST_VALUE + 1) * (keys[k] % 2 ? -1.0F : 1.0F);
                expected[keys[k] * w + i - k * w] += values[i];
            }
        return status;
    }
    enum ga_status tell(uint32_t, const struct keyed_sample *, uint32_t) const { return GA_OK; }

    uint32_t push(struct keyed_queue<Args> *q, uint32_t i, const struct keyed_where &at) const {
        const struct ga_point *const p = &batch->points[i];
        const uint32_t n = (uint32_t)p->at[KEYS], width = (uint32_t)p->at[WIDTH];
        const uint32_t n_sums = (uint32_t)p->at[BINS] * width;
        const struct keyed_grid grid = keyed_fit(limits, n * width / SUMS_ROUNDS, shared_bytes(p));
        const uint32_t *const keys = (const uint32_t *)at.input;
        const float *const values = (const float *)(keys + n);
        q->push(variants[variant(p)].entry, grid.n_blocks, grid.n_threads, shared_bytes(p))->sum = {
            keys,
            values,
            (float *)at.work,
            at.laps,
            n * width,
            (uint32_t)__builtin_ctz(width),
            n_sums,
            (uint32_t)__builtin_ctz(n_sums)};
        q->push_check(limits, GA_ENTRY(sums_check), n_sums)->check = {
            (float *)at.work, values + (size_t)n * width, at.laps, at.sample, n_sums,
            grid.n_blocks};
        return grid.n_blocks;
    }
};

} // namespace

static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    struct sums_bench bench = {&gpu->limits, batch};
    return keyed_measure(gpu, batch, &bench, err);
}

/* Of the answers. */
static const char *const also[] = {"width=32 bins=1024 input=zipf skew=100 keys=262144", nullptr};

static const struct ga_bench row = {
    .id = "global_sums",
    .question =
        "does it pay to combine adds of floats and of rows before they go to device memory?",
    .sample =
        "the mean of four sums of all rows, each from the first block's start until memory has "
        "the result",
    .axes = axes,
    .n_axes = N_AXES,
    .also = also,
    .variants = variants,
    .n_variants = sizeof variants / sizeof *variants,
    .samples = {2, 6, 20},
    .visit_samples = 6,
    .timer = GA_TICKS,
    .interval = 0.02,
    .valid = valid,
    .unsupported = unsupported,
    .reference = reference,
    .price_over = "way = plain",
    .work = work,
    .variant = variant,
    .measure = measure,
};

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_global_sums)(void) { return &row; }
