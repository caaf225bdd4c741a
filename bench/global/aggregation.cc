/* global_aggregation: the same count (how often each of `bins` keys is there) in different ways, from one
 * add a key to none that two lanes or two blocks have to wait for each other with.
 *
 * Contends: what the keys say; see the kernels. Progress assumed: resident lanes and blocks run. */
#include "aggregation_host.h"
#include "instructions.h"

enum { METHOD, BINS, COPIES, INPUT, SKEW, KEYS, N_AXES };
enum { MOST_BINS = AGGREGATION_BINS, MOST_COPIES = AGGREGATION_COPIES, MOST_SKEW = 300 };

static const char *const methods[] = {"plain",  "free",        "match", "ballot",
                                      "shared", "partitioned", nullptr};
static const char *const inputs[] = {"uniform", "zipf", "clustered", "one", "file", nullptr};

static void bins_range(const struct ga_limits *, int32_t *first, int32_t *last) {
    *first = 1;
    *last = MOST_BINS;
}
static void copies_range(const struct ga_limits *, int32_t *first, int32_t *last) {
    *first = 1;
    *last = MOST_COPIES;
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
    {"method",
     "",
     "an add at device scope a key; the same to one bin, which the compiler sees and may combine; "
     "lanes with one key found by one instruction or by votes, one of which adds their number; "
     "copies in shared memory, added at the end; copies in device memory, block b to b mod copies, "
     "summed by a second kernel",
     methods,
     nullptr,
     {"all", "all", "all"}},
    {"bins",
     "",
     "different keys, a power of two",
     nullptr,
     bins_range,
     {"1,64", "1,16,256,4096,65536", "1..max*4"}},
    {"copies",
     "",
     "of the bins, a power of two: in each block (shared), in all (partitioned), else 1",
     nullptr,
     copies_range,
     {"1,4", "1,4,8,32", "1..max*4"}},
    {"input",
     "",
     "the keys: even, by Zipf's law, in runs of 64 on the mean, all the same, or of --keys FILE",
     inputs,
     nullptr,
     {"zipf,clustered,file", "all", "all"}},
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
     {"256", "4194304,8388608", "4194304,8388608"}},
};

static bool is_power(int32_t x) { return (x & (x - 1)) == 0; }

static bool has_copies(const struct ga_point *p) {
    return p->at[METHOD] == AGG_SHARED || p->at[METHOD] == AGG_PARTITIONED;
}

static bool valid(const struct ga_limits *, const struct ga_point *p) {
    return is_power(p->at[BINS]) && is_power(p->at[COPIES]) && is_power(p->at[KEYS]) &&
           (p->at[COPIES] == 1 || has_copies(p)) &&
           (p->at[SKEW] > 0) == (p->at[INPUT] == KEYED_ZIPF);
}

static struct aggregation_point describe(const struct ga_point *p, uint64_t seed,
                                         const struct ga_keys *given) {
    const struct keyed_input input = {(uint32_t)p->at[INPUT],
                                      (uint32_t)p->at[SKEW],
                                      (uint32_t)p->at[BINS],
                                      (uint32_t)p->at[KEYS],
                                      seed,
                                      given};
    return {(uint32_t)p->at[METHOD], (uint32_t)p->at[COPIES], input};
}

static bool counts_keys(const struct ga_point *p) { return p->at[INPUT] == KEYED_FILE; }

static const char *unsupported(const struct ga_limits *limits, const struct ga_point *p) {
    if (p->at[METHOD] == AGG_FREE && p->at[BINS] != 1)
        return "only of one bin can the compiler see that all lanes add to the same address";
    if (p->at[METHOD] == AGG_MATCH && ga_target_vendor(limits->target) == GA_AMD)
        return "no instruction finds the lanes that have the same key";
    const struct aggregation_point point = describe(p, 0, nullptr);
    if (aggregation_shared_bytes(&point) > limits->shared_bytes_per_block)
        return "the copies of the bins do not fit into a block's shared memory";
    return nullptr;
}

/* Against it all else is a win or a loss. */
static bool reference(const struct ga_point *p, struct ga_point *other) {
    *other = *p;
    other->at[METHOD] = AGG_PLAIN;
    other->at[COPIES] = 1;
    return true;
}

/* A key is an operation however it is counted; a request is what `plain` issues for a warp's keys. */
static struct ga_work work(const struct ga_limits *limits, const struct ga_point *p) {
    const uint64_t n = (uint64_t)p->at[KEYS];
    return {n, n / limits->warp_size, p->at[METHOD] == AGG_SHARED ? 3u : 1u};
}

/* A device-scope add without a result; and, in shared memory, one of 1. */
#define ADDS(n)                                                                                    \
    { .operation = GA_OP_add, .scope = GA_SCOPE_DEVICE, .unused = true, .count = n }
#define COUNTS(n)                                                                                  \
    { .operation = GA_OP_count, .space = GA_SHARED, .unused = true, .count = n }
/* The end of a lap, whose barrier is not the only one if adds are counted in shared memory. */
#define LAP_ENDS(syncs)                                                                            \
    {.operation = GA_OP_await_writes}, { .operation = GA_OP_block_sync, .count = syncs }
#define VARIANT(name, aggregated)                                                                  \
    {                                                                                              \
        "global_aggregation_" #name, GA_ENTRY(global_aggregation_##name),                          \
            {ADDS(KEYED_QUAD), LAP_ENDS(1)}, aggregated                                            \
    }
/* In the order of the methods, but for match, which AMD does not have. */
static const struct ga_variant variants[] = {
    VARIANT(plain, false),
    VARIANT(free, true),
    VARIANT(ballot, true),
    {"global_aggregation_shared",
     GA_ENTRY(global_aggregation_shared),
     {ADDS(1), COUNTS(KEYED_QUAD), LAP_ENDS(3)}},
    VARIANT(partitioned, false),
#if !defined(GA_BACKEND_HIP)
    VARIANT(match, true),
#endif
};

static uint32_t variant(const struct ga_point *p) {
    static const uint32_t of_method[] = {0, 1, 5, 2, 3, 4};
    return of_method[p->at[METHOD]];
}

static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    struct aggregation_point *const points =
        new (std::nothrow) struct aggregation_point[batch->n_points];
    if (!points)
        return ga_fail(err, GA_ERROR, "out of memory for %u points", batch->n_points);
    for (uint32_t i = 0; i < batch->n_points; i++) {
        points[i] = describe(&batch->points[i], batch->seed, batch->keys);
        points[i].entry = variants[variant(&batch->points[i])].entry;
    }
    const enum ga_status status = aggregation_measure(gpu, batch, points, err);
    delete[] points;
    return status;
}

/* Of the answers; the last two have the extremes of an H100 and an H200. */
static const char *const also[] = {
    "bins=1,16,256,4096,65536 copies=1,4,8,32 input=uniform keys=8388608",
    "bins=16 copies=1,4,8,32 input=zipf keys=8388608",
    "bins=4096 copies=1,4,8,32 input=clustered keys=8388608", nullptr};

static const struct ga_bench row = {
    .id = "global_aggregation",
    .question = "from where on does it pay to combine adds before they go to device memory?",
    .sample = "a count of all keys, or the mean of four, from the first block's start until memory "
              "has the result",
    .axes = axes,
    .n_axes = N_AXES,
    .also = also,
    .variants = variants,
    .n_variants = sizeof variants / sizeof *variants,
    /* Counts differ more from visit to visit than within one. */
    .samples = {2, 6, 12},
    .visit_samples = 5,
    .timer = GA_TICKS,
    .interval = 0.02,
    .load_axis = "keys",
    .valid = valid,
    .counts_keys = counts_keys,
    .unsupported = unsupported,
    .reference = reference,
    .price_over = "method = plain, one copy",
    .work = work,
    .variant = variant,
    .measure = measure,
};

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_global_aggregation)(void) { return &row; }
