/* global_operations: what every atomic operation costs, of every type and width, at every scope, in every
 * order, with and without a barrier, in each regime, and for one thread, one warp and the whole device on
 * one word: all on one page, with the instruction behind each. Relaxed accesses at device scope are measured twice as often,
 * too, for the rate without a launch's begin and end.
 *
 * Contends: who `contention` says, on one word. Progress assumed: resident blocks run, as the barrier and
 * the compare-and-swap loops need. */
#include <string.h>

#include "device_atomics.h"
#include "crowd_variants.h"

enum { OPERATION, TYPE, SCOPE, ORDER, BARRIER, REGIME, CONTENTION, ACCESSES };
enum contention { THREAD, WARP, DEVICE };

static const char *const operations[] = {"add", "sub", "min",      "max", "and",      "or",   "xor",
                                         "inc", "dec", "exchange", "cas", "cas_fail", nullptr};
static const char *const types[] = {"u32",    "s32",   "u64",   "f32",  "f64",  "f16x2",
                                    "bf16x2", "f32x2", "f32x4", "b128", nullptr};
static const char *const contentions[] = {"thread", "warp", "device", nullptr};

static const struct ga_axis axes[] = {
    {"operation",
     "",
     "cas succeeds when alone, and once a round otherwise; cas_fail never does",
     operations,
     nullptr,
     {"add,min,cas", "all", "all"}},
    {"type", "", "of the word", types, nullptr, {"all", "all", "all"}},
    CROWD_SCOPE_AXIS("device", "all", "all"),
    CROWD_ORDER_AXIS("relaxed,seq_cst", "all", "all"),
    CROWD_BARRIER_AXIS("none", "none", "all"),
    CROWD_REGIME_AXIS("dependent", "all", "all"),
    {"contention",
     "",
     "on the one word: a thread, a warp, or a lane of 4 warps on every SM",
     contentions,
     nullptr,
     {"warp", "all", "all"}},
    CROWD_ACCESSES_AXIS("usual", "all", "all"),
};

static const char *operation_of(const struct ga_point *p) { return operations[p->at[OPERATION]]; }
static const char *type_of(const struct ga_point *p) { return types[p->at[TYPE]]; }
/* Not inlined: g++ warns of strings whose lengths it sees to differ. */
__attribute__((noinline)) static bool is(const char *a, const char *b) { return strcmp(a, b) == 0; }

static int32_t index_of(const struct ga_point *p) {
    return GA_SYMBOL(crowd_operation)(operation_of(p), type_of(p));
}

/* Of 128 bits only exchange and compare-and-swap, of vectors of floats only the add, of inc and dec only those of u32;
 * what compares or combines bits without a sign is measured as the unsigned integer of that width. */
static bool valid(const struct ga_limits *, const struct ga_point *p) { return index_of(p) >= 0; }

static bool usual(const struct ga_limits *, const struct ga_point *p) {
    return p->at[ACCESSES] == 0 ||
           (p->at[SCOPE] == GA_SCOPE_DEVICE && p->at[ORDER] == GA_RELAXED && p->at[BARRIER] == 0);
}

static const char *unsupported(const struct ga_limits *limits, const struct ga_point *p) {
    return GA_SYMBOL(crowd_lacks)((uint32_t)index_of(p), limits->target);
}

/* Time relative to an operation of that width that is native wherever there is one. */
static bool reference(const struct ga_point *p, struct ga_point *other) {
    static const struct {
        const char *type, *operation, *native;
    } widths[] = {{"u64", "add", "u64"},
                  {"f64", "add", "u64"},
                  {"f32x2", "add", "u64"},
                  {"b128", "exchange", "b128"},
                  {"f32x4", "exchange", "b128"}};
    const char *operation = "add", *type = "u32";
    for (const auto &w : widths)
        if (is(w.type, type_of(p))) {
            operation = w.operation;
            type = w.native;
        }
    *other = *p;
    for (int32_t i = 0; operations[i]; i++)
        other->at[OPERATION] = is(operations[i], operation) ? i : other->at[OPERATION];
    for (int32_t i = 0; types[i]; i++)
        other->at[TYPE] = is(types[i], type) ? i : other->at[TYPE];
    return true;
}

static uint32_t variant(const struct ga_point *p) {
    return (uint32_t)(index_of(p) * GA_N_REGIMES + p->at[REGIME]);
}

/* Who takes part: warps, lanes of each, accesses of each lane. */
struct crew {
    uint32_t n_warps, lanes, accesses;
};

/* Accesses of a lane: as many as make a launch's begin and end 1 % of it at most. On an H200 these take 0.2 us of a warp and 0.4
 * of a device, and 0.4 and 1.2 where nobody waits for results. Of what is ordered an access takes longer. */
static uint32_t accesses_of(const struct ga_limits *limits, const struct ga_point *p) {
    static const uint32_t used[] = {256, 256, 160}, unused[] = {4096, 2048, 384};
    const int32_t who = p->at[CONTENTION];
    if (limits->memory_bytes == 0) /* the stand-in: its lanes are threads of an OS */
        return 16;
    if (p->at[ORDER] != GA_RELAXED || p->at[BARRIER] != 0)
        return who == DEVICE ? 32 : 256;
    return p->at[REGIME] == GA_UNUSED ? unused[who] : used[who];
}

static struct crew crew_of(const struct ga_limits *limits, const struct ga_point *p) {
    const uint32_t accesses = accesses_of(limits, p) * (p->at[ACCESSES] == 0 ? 1 : 2);
    switch (p->at[CONTENTION]) {
    case THREAD:
        return {1, 1, accesses};
    case WARP:
        return {1, limits->warp_size, accesses};
    default:
        return {4 * limits->sm_count, 1, accesses};
    }
}

static struct ga_work work(const struct ga_limits *limits, const struct ga_point *p) {
    const struct crew c = crew_of(limits, p);
    return {(uint64_t)c.n_warps * c.lanes * c.accesses, (uint64_t)c.n_warps * c.accesses,
            crowd_instructions(p->at[SCOPE], p->at[ORDER])};
}

static struct crowd_point describe(const struct ga_limits *limits, const struct ga_point *p,
                                   uint64_t seed) {
    uint32_t n = 0;
    const struct crew crew = crew_of(limits, p);
    struct crowd_point c = {};
    c.entry = GA_SYMBOL(crowd_variants)(&n)[variant(p)].entry;
    c.section =
        crowd_section((uint32_t)p->at[SCOPE], (uint32_t)p->at[ORDER], (uint32_t)p->at[BARRIER]);
    c.n_warps = crew.n_warps;
    c.accesses = crew.accesses;
    c.layout = crowd_one_word(seed);
    c.layout.lanes = crew.lanes;
    GA_SYMBOL(crowd_values)(&c, operation_of(p), type_of(p), crew.n_warps * crew.lanes);
    return c;
}

static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    return GA_SYMBOL(crowd_measure)(gpu, batch, describe, err);
}

/* Of the answers. */
static const char *const also[] = {
    "operation=add type=u32,f32 scope=all order=all regime=dependent contention=thread",
    "operation=add type=u32,f32 order=relaxed regime=unused contention=device", nullptr};

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_global_operations)(void) {
    static struct ga_bench row = {
        .id = "global_operations",
        .question = "what does every operation cost, of every type, scope, order and regime?",
        .sample = "one launch: every thread that takes part accesses the one word, equally often",
        .axes = axes,
        .n_axes = sizeof axes / sizeof *axes,
        .also = also,
        .samples = {4, 6, 12},
        .visit_samples = 10,
        .threads = true,
        .timer = GA_TICKS,
        .interval = 0.02,
        .length_axis = "accesses",
        .valid = valid,
        .usual = usual,
        .unsupported = unsupported,
        .reference = reference,
        .price_over = "an integer add of that width; of 128 bits, an exchange",
        .work = work,
        .variant = variant,
        .measure = measure,
    };
    row.variants = GA_SYMBOL(crowd_variants)(&row.n_variants);
    return &row;
}
