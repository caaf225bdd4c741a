/* global_table: keys that are inserted into a hash table, or appended to a queue, in several ways; and a sort of the same
 * keys, which finds equal ones without an atomic in device memory.
 *
 * Contends: what the keys say; see the kernels. Progress assumed: resident lanes and blocks run. */
#include "table_host.h"
#include "instructions.h"

enum { WAY, BYTES, LOAD, INPUT, SKEW, KEYS, N_AXES };
enum { UNIQUE, ZIPF, ONE };
enum {
    LEAST_LOAD = 10,
    MOST_USUAL_LOAD = 90,
    REFERENCE_LOAD = 50,
    LEAST_SHARE = 25,
    MOST_SKEW = 300
};

static const char *const ways[] = {"cas",          "peek", "append_plain", "append_warp",
                                   "append_block", "sort", nullptr};
static const char *const sizes[] = {"4", "8", "16", nullptr};
static const char *const inputs[] = {"unique", "zipf", "one", nullptr};

static void load_range(const struct ga_limits *, int32_t *first, int32_t *last) {
    *first = LEAST_LOAD;
    *last = TABLE_ALL;
}
static void skew_range(const struct ga_limits *, int32_t *first, int32_t *last) {
    *first = 0;
    *last = MOST_SKEW;
}
static void keys_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    *first = (int32_t)(limits->warp_size * KEYED_QUAD);
    *last = TABLE_MOST_KEYS;
}

static const struct ga_axis axes[] = {
    {"way",
     "",
     "insert by a compare-and-swap at once, or after a look whether the slot is empty; append by "
     "an "
     "add for each thread, warp or block; or sort, least significant eight bits first",
     ways,
     nullptr,
     {"cas,append_warp,sort", "all", "all"}},
    {"bytes", "", "of a slot: a key, or key and value", sizes, nullptr, {"8", "all", "all"}},
    {"load",
     "%",
     "insert: slots full at the end; append: keys that are appended; sort: 100",
     nullptr,
     load_range,
     {"90,100", "25,50,75,90,100", "10..100+10,25,75"}},
    {"input",
     "",
     "the keys: each once, by Zipf's law, or all the same",
     inputs,
     nullptr,
     {"unique", "all", "all"}},
    {"skew",
     "1/100",
     "exponent of Zipf's law; 0 for other inputs",
     nullptr,
     skew_range,
     {"0,100", "0,100", "0,50,100,150"}},
    {"keys",
     "",
     "a power of two",
     nullptr,
     keys_range,
     {"1024", "65536,1048576", "65536,1048576,4194304"}},
};

static bool is_power(int32_t x) { return (x & (x - 1)) == 0; }
static bool is_wide(const struct ga_point *p) { return p->at[BYTES] == TABLE_SIZES - 1; }
static enum table_way way_of(const struct ga_point *p) { return (enum table_way)p->at[WAY]; }

static bool valid(const struct ga_limits *, const struct ga_point *p) {
    const bool sorts = p->at[WAY] == SORT;
    return is_power(p->at[KEYS]) && (p->at[SKEW] > 0) == (p->at[INPUT] == ZIPF) &&
           (!sorts || (p->at[LOAD] == TABLE_ALL && !is_wide(p))) &&
           (!table_is_queue(way_of(p)) || p->at[INPUT] == UNIQUE);
}

static bool usual(const struct ga_limits *, const struct ga_point *p) {
    return table_inserts(way_of(p)) ? p->at[LOAD] <= MOST_USUAL_LOAD
                                    : p->at[LOAD] == TABLE_ALL || p->at[LOAD] == LEAST_SHARE;
}

static const char *unsupported(const struct ga_limits *limits, const struct ga_point *p) {
    return table_inserts(way_of(p)) && is_wide(p)
               ? ga_lacks(GA_OP_cas, GA_TYPE_b128, limits->target)
               : nullptr;
}

/* Of appending, that by each thread; of all else, a table half full. */
static bool reference(const struct ga_point *p, struct ga_point *other) {
    *other = *p;
    other->at[WAY] = table_is_queue(way_of(p)) ? APPEND_PLAIN : CAS;
    if (!table_is_queue(way_of(p)))
        other->at[LOAD] = REFERENCE_LOAD;
    return true;
}

/* A key is an operation, also one that is not appended. */
static struct ga_work work(const struct ga_limits *limits, const struct ga_point *p) {
    const uint64_t n = (uint64_t)p->at[KEYS];
    return {n, n / limits->warp_size, p->at[WAY] == APPEND_BLOCK ? 3u : 1u};
}

#define LAP_ENDS(syncs)                                                                            \
    {.operation = GA_OP_await_writes}, { .operation = GA_OP_block_sync, .count = syncs }
#define TAIL                                                                                       \
    { .operation = GA_OP_add, .scope = GA_SCOPE_DEVICE }
#define OWN(operation_, unused_, n)                                                                \
    { .operation = GA_OP_##operation_, .space = GA_SHARED, .unused = unused_, .count = n }
#define INSERTS(way, bytes, type_)                                                                 \
    {                                                                                              \
        "global_table_" #way "_" #bytes, GA_ENTRY(global_table_##way##_##bytes), {                 \
            {.operation = GA_OP_cas, .type = GA_TYPE_##type_, .scope = GA_SCOPE_DEVICE},           \
                LAP_ENDS(1)                                                                        \
        }                                                                                          \
    }
#define PLAIN(bytes)                                                                               \
    {                                                                                              \
        "global_table_append_plain_" #bytes, GA_ENTRY(global_table_append_plain_##bytes), {        \
            TAIL, LAP_ENDS(1)                                                                      \
        }                                                                                          \
    }
#define BY_WARPS(bytes)                                                                            \
    {                                                                                              \
        "global_table_append_warp_" #bytes, GA_ENTRY(global_table_append_warp_##bytes),            \
            {TAIL, LAP_ENDS(1)}, true                                                              \
    }
#define BY_BLOCKS(bytes)                                                                           \
    {                                                                                              \
        "global_table_append_block_" #bytes, GA_ENTRY(global_table_append_block_##bytes),          \
            {TAIL, OWN(add, false, 1), LAP_ENDS(4)}, true                                          \
    }
#define SORTS(bytes)                                                                               \
    {                                                                                              \
        "global_table_sort_" #bytes, GA_ENTRY(global_table_sort_##bytes),                          \
            {OWN(add, false, SORT_ROUNDS), LAP_ENDS(7)}, true                                      \
    }
/* A way's sizes stand together; then what a sort does besides. */
static const struct ga_variant variants[] = {
    INSERTS(cas, 4, u32),
    INSERTS(cas, 8, u64),
    INSERTS(cas, 16, b128),
    INSERTS(peek, 4, u32),
    INSERTS(peek, 8, u64),
    INSERTS(peek, 16, b128),
    PLAIN(4),
    PLAIN(8),
    PLAIN(16),
    BY_WARPS(4),
    BY_WARPS(8),
    BY_WARPS(16),
    BY_BLOCKS(4),
    BY_BLOCKS(8),
    BY_BLOCKS(16),
    SORTS(4),
    SORTS(8),
    {"global_table_sort_count",
     GA_ENTRY(global_table_sort_count),
     {OWN(count, true, 1), LAP_ENDS(3)}},
};

static uint32_t variant(const struct ga_point *p) {
    return (uint32_t)(p->at[WAY] * TABLE_SIZES + p->at[BYTES]);
}

static const struct ga_tally tallies[] = {
    {"tries", "1/key", "insert: compare-and-swaps, over the keys", ga_tally::GA_MEAN}};

static struct table_point describe(const struct ga_point *p, uint64_t seed) {
    static const uint32_t kinds[] = {KEYED_UNIFORM, KEYED_ZIPF, KEYED_ONE};
    const uint32_t n = (uint32_t)p->at[KEYS];
    return {way_of(p),
            (uint32_t)p->at[BYTES],
            (uint32_t)p->at[LOAD],
            {kinds[p->at[INPUT]], (uint32_t)p->at[SKEW], n, n, seed, nullptr},
            variants[variant(p)].entry,
            0};
}

static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    struct table_point *const points = new (std::nothrow) struct table_point[batch->n_points];
    if (!points)
        return ga_fail(err, GA_ERROR, "out of memory for %u points", batch->n_points);
    for (uint32_t i = 0; i < batch->n_points; i++)
        points[i] = describe(&batch->points[i], batch->seed);
    struct table_bench bench = {&gpu->limits, points, batch->n_points, batch->tallies, {}};
    const enum ga_status status = keyed_measure(gpu, batch, &bench, err);
    delete[] points;
    return status;
}

/* Of the answers. */
static const char *const also[] = {
    "way=cas load=50,90 keys=1048576", "way=sort keys=1048576",
    "way=append_plain,append_warp,append_block load=100 keys=1048576", nullptr};

static const struct ga_bench row = {
    .id = "global_table",
    .question = "what does it cost to insert keys into a hash table, or to append them to a queue?",
    .sample = "all keys once, from the first block's start until memory has the result",
    .axes = axes,
    .n_axes = N_AXES,
    .also = also,
    .variants = variants,
    .n_variants = sizeof variants / sizeof *variants,
    .samples = {2, 6, 20},
    .visit_samples = 6,
    .tallies = tallies,
    .n_tallies = 1,
    .timer = GA_TICKS,
    .interval = 0.02,
    .valid = valid,
    .usual = usual,
    .unsupported = unsupported,
    .reference = reference,
    .price_over = "a table half full; of a queue, an add a key",
    .work = work,
    .variant = variant,
    .measure = measure,
};

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_global_table)(void) { return &row; }
