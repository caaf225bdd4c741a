/* shared_demand: how many cycles of one SM a warp instruction on shared memory takes in the steady state,
 * for every operation and width, e lanes of a warp, on words of a pattern, from n warps:
 *
 *   same    all lanes of all warps on one word
 *   bank    lane l on a word of its own, all in one bank; the warps of a block share them
 *   banks   lane l on a word of its own, side by side; the warps of a block share them
 *   own     as banks, but every warp has its own
 *
 * A sample lasts long against its start and its end, which T(n,e,c) of shared_service contains. In a
 * kernel's time T, N such instructions keep the unit busy for N times this. */
#include "demand_kernels.h"
#include "instructions.h"

#include <string.h>

/* Expected: the operation, DEMAND_UNROLL times in what does not wait, and for what NVIDIA lacks a loop. */
DEMAND_KERNELS(word)
DEMAND_KERNELS(swap)
DEMAND_KERNELS(wide)
DEMAND_KERNELS(real)

enum { N_VARIANTS = (int)N_DEMAND_GROUPS * (int)N_DEMAND_REGIMES };
enum { OPERATION, TYPE, REGIME, PATTERN, E, N };
enum pattern { SAME, BANK, BANKS, OWN };

/* Less where the cycle counter would wrap: an eighth of the narrowest one's range. */
static uint32_t sample_cycles(const struct ga_limits *limits) {
    return limits->emulated ? 1 << 14 : ga_cycle_bits(limits) < 64 ? 1 << 17 : 1 << 19;
}

static const char *const operations[] = {"add",      "count", "sub",      "min",  "max",
                                         "and",      "or",    "xor",      "inc",  "dec",
                                         "exchange", "cas",   "cas_fail", nullptr};
static const char *const types[] = {"u32", "s32", "u64", "f32", "f64", nullptr};
static const char *const regimes[] = {"dependent", "independent", "unused", nullptr};
static const char *const patterns[] = {"same", "bank", "banks", "own", nullptr};

static void n_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    *first = 1;
    *last = (int32_t)limits->warps_per_sm;
}
static void e_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    *first = 1;
    *last = (int32_t)limits->warp_size;
}

static const struct ga_axis axes[] = {
    {"operation",
     "",
     "count adds a 1 that the compiler knows; cas succeeds once a round, cas_fail never",
     operations,
     nullptr,
     {"add,count,cas", "all", "all"}},
    {"type", "", "of the word", types, nullptr, {"all", "all", "all"}},
    {"regime", "", "what waits for a result", regimes, nullptr, {"unused", "all", "all"}},
    {"pattern",
     "",
     "where the words of a warp's lanes lie",
     patterns,
     nullptr,
     {"all", "all", "all"}},
    {"e", "lanes", "of each warp", nullptr, e_range, {"1,max", "1..max*2", "1..max"}},
    {"n", "warps", "of one SM", nullptr, n_range, {"1,max", "1..max*2", "1..max*2"}},
};

static const struct {
    const char *operation, *type;
    uint32_t group, bytes;
} rows[] = {
#define GA_DEMAND(group, op, type, ...) {#op, #type, GROUP_##group, sizeof(ga_##type)},
#include "demand.def"
#undef GA_DEMAND
};

/* out: the row of demand.def, N_DEMAND_OPERATIONS if there is none. */
static uint32_t row_of(const struct ga_point *p) {
    uint32_t r = 0;
    while (r < N_DEMAND_OPERATIONS &&
           (strcmp(rows[r].operation, operations[p->at[OPERATION]]) != 0 ||
            strcmp(rows[r].type, types[p->at[TYPE]]) != 0))
        r++;
    return r;
}

/* Not a GPU: its lanes are threads of an OS, and the least and the most have to do. */
static bool is_stand_in(const struct ga_limits *limits) { return limits->memory_bytes == 0; }

static bool usual(const struct ga_limits *limits, const struct ga_point *p) {
    const int32_t n = p->at[N], e = p->at[E];
    const bool least = n == 1 && e == 1;
    const bool most = n == (int32_t)limits->warps_per_sm && e == (int32_t)limits->warp_size;
    return !is_stand_in(limits) || least || most;
}

static bool valid(const struct ga_limits *limits, const struct ga_point *p) {
    return row_of(p) < N_DEMAND_OPERATIONS &&
           ga_occupancy_for(limits, (uint32_t)p->at[N]).blocks_per_sm;
}

static const char *unavailable(const struct ga_limits *limits) {
    if (limits->threads_per_block / limits->warp_size > DEMAND_MOST_WARPS)
        return "its blocks have more warps than the kernel has room for";
    return ga_no_cycle_counter(limits);
}

/* Price: relative to an add of 32 bits. */
static bool reference(const struct ga_point *p, struct ga_point *other) {
    *other = *p;
    other->at[OPERATION] = other->at[TYPE] = 0;
    return true;
}

/* Accesses of a thread: a multiple of DEMAND_UNROLL, so many that a sample lasts sample_cycles or more
 * if a warp instruction takes a cycle for each lane on a word or bank, and one that waits 60. A loop takes
 * four times as long, and 32 times where warps contend. Floats count exactly up to 2^24. */
static uint32_t accesses_of(const struct ga_limits *limits, const struct ga_point *p) {
    const uint32_t n = (uint32_t)p->at[N], e = (uint32_t)p->at[E], group = rows[row_of(p)].group;
    const bool counts = strcmp(operations[p->at[OPERATION]], "count") == 0; /* a pass on NVIDIA */
    const bool crowded = p->at[PATTERN] == BANK || (p->at[PATTERN] == SAME && !counts);
    const bool loop = group == GROUP_wide || group == GROUP_real;
    const uint32_t times = !loop ? 1 : p->at[PATTERN] == OWN ? 4 : 32;
    uint32_t each = (crowded ? e : 1) * times * n;
    each = each < 60 ? 60 : each;
    const uint32_t k = is_stand_in(limits) ? 8 : sample_cycles(limits) / each;
    return k < DEMAND_UNROLL ? (uint32_t)DEMAND_UNROLL : k / DEMAND_UNROLL * DEMAND_UNROLL;
}

static uint32_t variant(const struct ga_point *p) {
    return rows[row_of(p)].group * N_DEMAND_REGIMES + (uint32_t)p->at[REGIME];
}

/* The operations of a group, in the order of demand.def. What waits is one in the code, all else DEMAND_UNROLL, but for the
 * groups that are loops on NVIDIA, which are not unrolled. */
static void state(struct ga_fact *facts, uint32_t group, uint32_t regime) {
    static const struct {
        uint32_t group;
        struct ga_fact fact;
    } all[] = {
#define GA_DEMAND(of, op, name)                                                                    \
    {GROUP_##of, {.operation = GA_OP_##op, .type = GA_TYPE_##name, .space = GA_SHARED}},
#include "demand.def"
#undef GA_DEMAND
    };
    const bool is_unrolled =
        regime != DEMAND_DEPENDENT && (group == GROUP_word || group == GROUP_swap);
    for (const auto &operation : all) {
        if (operation.group != group)
            continue;
        *facts = operation.fact;
        facts->unused = regime == DEMAND_UNUSED;
        facts->count = is_unrolled ? DEMAND_UNROLL : 1;
        facts++;
    }
}

static const struct ga_variant *variants(void) {
#define VARIANT(group, regime)                                                                     \
    {"shared_demand_" #group "_" #regime, GA_ENTRY(shared_demand_##group##_##regime), {}},
#define VARIANTS(group) VARIANT(group, dependent) VARIANT(group, independent) VARIANT(group, unused)
    static struct ga_variant table[N_VARIANTS] = {VARIANTS(word) VARIANTS(swap) VARIANTS(wide)
                                                      VARIANTS(real)};
    for (uint32_t v = 0; v < N_VARIANTS && table[v].facts[0].operation == GA_OP_end; v++)
        state(table[v].facts, v / N_DEMAND_REGIMES, v % N_DEMAND_REGIMES);
    return table;
}

/* out: which fact of its variant a row of demand.def is. */
static uint32_t place_of(uint32_t row) {
    uint32_t first = row;
    while (first > 0 && rows[first - 1].group == rows[row].group)
        first--;
    return row - first;
}

static struct ga_work work(const struct ga_limits *limits, const struct ga_point *p) {
    const uint64_t requests = (uint64_t)accesses_of(limits, p) * (uint64_t)p->at[N];
    return {requests * (uint64_t)p->at[E], requests, 1u << place_of(row_of(p))};
}

/* Where the words lie, in strides of words: a bank comes again after 128 bytes. */
static void describe(const struct ga_limits *limits, const struct ga_point *p, uint32_t index,
                     void *visit) {
    const uint32_t r = row_of(p), e = (uint32_t)p->at[E];
    struct demand_visit v = {
        (uint32_t)p->at[N], e, accesses_of(limits, p), r, rows[r].bytes, 0, 0, 0, 0, index};
    switch (p->at[PATTERN]) {
    case SAME:
        v.lane_rank = 1;
        v.warp_rank = e;
        break;
    case BANK:
        v.lane_stride = 128 / rows[r].bytes;
        v.warp_rank = 1;
        break;
    case BANKS:
        v.lane_stride = 1;
        v.warp_rank = 1;
        break;
    default:
        v.lane_stride = 1;
        v.warp_stride = limits->warp_size;
    }
    *(struct demand_visit *)visit = v;
}

static uint32_t warps(const struct ga_point *p) { return (uint32_t)p->at[N]; }
static const void *entry(const struct ga_point *p) { return variants()[variant(p)].entry; }
static size_t shared(uint32_t n_threads) {
    return sizeof(struct demand_block) + n_threads * sizeof(struct demand_lane);
}

/* Starts this far apart are 1.6 % of a sample, and cost it as much only where the warps that began cannot fill
 * the unit. The stand-in asks for none. */
static uint32_t skew_cycles(const struct ga_limits *limits) {
    const uint32_t least = GA_SKEW_CYCLES, most = sample_cycles(limits);
    return least > most ? least : most / 64;
}

static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    const struct ga_together_bench bench = {
        sizeof(struct demand_visit), describe, warps, entry, shared, skew_cycles(&gpu->limits)};
    return ga_measure_together(gpu, &bench, batch, err);
}

static struct ga_bench row = {
    .id = "shared_demand",
    .question = "how long does a warp instruction keep one SM's shared memory busy?",
    .sample = "n warps access shared memory, equally often, first start to last finish",
    .axes = axes,
    .n_axes = sizeof axes / sizeof *axes,
    .n_variants = N_VARIANTS,
    .samples = {6, 6, 24},
    .visit_samples = 6,
    .per_sm = true,
    .load_axis = "n",
    .unavailable = unavailable,
    .valid = valid,
    .usual = usual,
    .reference = reference,
    .price_over = "add of u32",
    .work = work,
    .variant = variant,
    .measure = measure,
};

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_shared_demand)(void) {
    row.variants = variants();
    return &row;
}
