/* global_divergence: what divergent execution costs an atomic. The same number of lanes does the same
 * accesses in one instruction, or in one for every half of the warp, quarter, or lane, each in a branch of
 * its own.
 *
 * Contends: the active lanes, on one word or each on its own; with many warps, the warps too. Progress
 * assumed: none; the branches of a warp are taken one after the other. */
#define GA_OPERATIONS 1
#include "crowd_kernels.h"
#include "crowd_variants.h"

enum { WAY, LANES, WORDS, WARPS, REGIME, ACCESSES };
enum way { PREDICATED, RANDOM, HALF, QUARTER, LANE };
enum { USUAL_WARPS = 1024 };

/* a.section: branches. Every branch is a turn of the inner loop, so that they are one instruction in the
 * code and as many when it runs. */
template <enum ga_regime R>
GA_DEVICE uint32_t branches(const struct crowd_args &a, uint32_t *p, bool active) {
    const uint32_t mine = ga_thread() % ga_warp_size() * a.section / ga_warp_size();
    uint32_t old = 0;
    GA_NO_UNROLL
    for (uint32_t i = 0; i < a.accesses; i++) {
        GA_NO_UNROLL
        for (uint32_t b = 0; b < a.section; b++) {
            if (!active || mine != b)
                continue;
            if (R == GA_UNUSED)
                GA_SILENT(ga_add)<GA_SCOPE_DEVICE, GA_RELAXED>(p, 1u);
            else
                old = ga_add<GA_SCOPE_DEVICE, GA_RELAXED>(p, (old & a.zero) | 1u);
        }
    }
    return old;
}

/* Expected: one add, relaxed and at device scope, that returns or does not. */
GA_KERNEL_FULL(global_divergence_dependent, crowd_args) {
    crowd_time<GA_DEPENDENT, uint32_t>(
        a, [&a](uint32_t *p, bool active) { return branches<GA_DEPENDENT>(a, p, active); });
}
GA_KERNEL_FULL(global_divergence_unused, crowd_args) {
    crowd_time<GA_UNUSED, uint32_t>(
        a, [&a](uint32_t *p, bool active) { return branches<GA_UNUSED>(a, p, active); });
}

static const char *const ways[] = {"predicated", "random", "half", "quarter", "lane", nullptr};
static const char *const words_labels[] = {"same", "own", nullptr};
static const char *const regimes[] = {"dependent", "unused", nullptr};

static const struct ga_axis axes[] = {
    {"way",
     "",
     "predicated and random: one instruction, of lanes evenly spread or at random; half, quarter, "
     "lane: "
     "one for each half of the warp, quarter or lane",
     ways,
     nullptr,
     {"all", "all", "all"}},
    {"lanes", "", "active in a warp", nullptr, crowd_lanes_range, {"max", "1..max*2", "1..max*2"}},
    {"words",
     "",
     "one for all, or each lane's own, 4 bytes apart",
     words_labels,
     nullptr,
     {"all", "all", "all"}},
    {"warps",
     "",
     "in the launch",
     nullptr,
     crowd_warps_range,
     {"2", "1,1024,2048", "1,512..4096*2"}},
    {"regime", "", "what waits for a result", regimes, nullptr, {"all", "all", "all"}},
    CROWD_ACCESSES_AXIS("usual", "all", "all"),
};

static const struct ga_variant variants[] = {
    {"global_divergence_dependent",
     GA_ENTRY(global_divergence_dependent),
     {{.operation = GA_OP_add, .scope = GA_SCOPE_DEVICE}}},
    {"global_divergence_unused",
     GA_ENTRY(global_divergence_unused),
     {{.operation = GA_OP_add, .scope = GA_SCOPE_DEVICE, .unused = true}}},
};

static uint32_t variant(const struct ga_point *p) { return (uint32_t)p->at[REGIME]; }

static uint32_t n_branches(const struct ga_limits *limits, const struct ga_point *p) {
    return p->at[WAY] == HALF      ? 2
           : p->at[WAY] == QUARTER ? 4
           : p->at[WAY] == LANE    ? limits->warp_size
                                   : 1;
}

static bool valid(const struct ga_limits *limits, const struct ga_point *p) {
    return limits->warp_size % (uint32_t)p->at[LANES] == 0;
}

/* Doubled accesses show whether a rate is a limit: at 1024 warps, whose double is measured, and of more with every lane. */
static bool usual(const struct ga_limits *limits, const struct ga_point *p) {
    const int32_t warps = p->at[WARPS];
    return p->at[ACCESSES] == 0 || warps == USUAL_WARPS ||
           (warps > USUAL_WARPS && p->at[LANES] == (int32_t)limits->warp_size);
}

static bool reference(const struct ga_point *p, struct ga_point *other) {
    *other = *p;
    other->at[WAY] = PREDICATED;
    return true;
}

static uint32_t accesses(const struct ga_point *p) {
    return GA_SYMBOL(crowd_accesses)((uint32_t)p->at[WARPS] * (uint32_t)p->at[LANES],
                                     p->at[REGIME] ? GA_UNUSED : GA_DEPENDENT,
                                     p->at[ACCESSES] == 1);
}

/* Branches without an active lane execute no atomic. */
static struct ga_work work(const struct ga_limits *limits, const struct ga_point *p) {
    const uint64_t each = (uint64_t)p->at[WARPS] * accesses(p), lanes = (uint32_t)p->at[LANES];
    const uint64_t b = n_branches(limits, p);
    return {each * lanes, each * (b < lanes ? b : lanes), 1};
}

static struct crowd_point describe(const struct ga_limits *limits, const struct ga_point *p,
                                   uint64_t seed) {
    struct crowd_point c = {};
    const uint32_t lanes = (uint32_t)p->at[LANES];
    c.entry = variants[variant(p)].entry;
    c.section = n_branches(limits, p);
    c.n_warps = (uint32_t)p->at[WARPS];
    c.accesses = accesses(p);
    c.layout = crowd_one_word(seed);
    c.layout.lanes = lanes;
    c.layout.even = p->at[WAY] != RANDOM;
    c.layout.by_rank = p->at[WORDS] == 1;
    c.layout.n_words = c.layout.by_rank ? lanes : 1;
    c.layout.bytes[4] = sizeof(uint32_t);
    c.word_bytes = sizeof(uint32_t);
    c.expected[0] = c.n_warps * c.accesses * lanes / c.layout.n_words;
    return c;
}

static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    return GA_SYMBOL(crowd_measure)(gpu, batch, describe, err);
}

static const struct ga_bench row = {
    .id = "global_divergence",
    .question = "what does divergent execution cost an atomic?",
    .sample = "one launch: every active lane adds, the same number of times, in as many branches "
              "as asked",
    .axes = axes,
    .n_axes = sizeof axes / sizeof *axes,
    .variants = variants,
    .n_variants = sizeof variants / sizeof *variants,
    .samples = {4, 6, 12},
    .visit_samples = 10,
    .threads = true,
    .timer = GA_TICKS,
    .interval = 0.02,
    .load_axis = "warps",
    .length_axis = "accesses",
    .valid = valid,
    .usual = usual,
    .reference = reference,
    .price_over = "way = predicated",
    .work = work,
    .variant = variant,
    .measure = measure,
};

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_global_divergence)(void) { return &row; }
