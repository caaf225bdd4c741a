/* global_threads_per_warp: how the time of an access to one word grows with the threads that access it, and
 * whether it matters how they are spread over warps.
 *
 * src: Maucher et al., PLOS'25, section 4.3 and figures 3 and 4: one variable, 1 .. 32 active lanes (random
 * masks) of 1 .. 32768 warps, a fixed number of operations in all, so that few threads do many each.
 *
 * Contends: every active thread of the device, on one word. Progress assumed: none without the barrier. */
#include "device_atomics.h"
#include "crowd_variants.h"

enum { LANES, WARPS, REGIME, SCOPE, ORDER, BARRIER, ACCESSES };
enum { LEAST_OF_WARP = 128 };

static const struct ga_axis axes[] = {
    {"lanes",
     "",
     "active threads of a warp, at random places",
     nullptr,
     crowd_lanes_range,
     {"1,max", "1..max*2", "1..max*2"}},
    {"warps", "", "in the launch", nullptr, crowd_warps_range, {"1..8*2", "1..max*2", "1..max*2"}},
    CROWD_REGIME_AXIS("all", "all", "all"),
    CROWD_SCOPE_AXIS("device", "device", "all"),
    CROWD_ORDER_AXIS("relaxed", "relaxed", "relaxed,acquire,seq_cst"),
    CROWD_BARRIER_AXIS("none", "none", "all"),
    CROWD_ACCESSES_AXIS("usual", "all", "usual"),
};

/* Doubled accesses show that the usual ones are a steady state: of as many warps as fit at once, with one lane and with
 * all. */
static bool usual(const struct ga_limits *limits, const struct ga_point *p) {
    const uint32_t lanes = (uint32_t)p->at[LANES], warps = (uint32_t)p->at[WARPS];
    return p->at[ACCESSES] == 0 || (warps <= limits->sm_count * limits->warps_per_sm &&
                                    (lanes == 1 || lanes == limits->warp_size));
}

/* As a total of all threads asks for; but where nobody waits for a result, of every warp so many at least that its start
 * is a small part of a launch. */
static uint32_t accesses(const struct ga_limits *, const struct ga_point *p) {
    const uint32_t lanes = (uint32_t)p->at[LANES], n = (uint32_t)p->at[WARPS] * lanes;
    const bool doubled = p->at[ACCESSES] == 1;
    const uint32_t of_total = GA_SYMBOL(crowd_accesses)(n, (enum ga_regime)p->at[REGIME], doubled);
    const uint32_t every = lanes * CROWD_UNROLL;
    const uint32_t of_warp = (LEAST_OF_WARP + every - 1) / every * CROWD_UNROLL * (doubled ? 2 : 1);
    return p->at[REGIME] == GA_UNUSED && of_warp > of_total ? of_warp : of_total;
}

static uint32_t variant(const struct ga_point *p) { return (uint32_t)p->at[REGIME]; }

static struct ga_work work(const struct ga_limits *limits, const struct ga_point *p) {
    const uint64_t requests = (uint64_t)p->at[WARPS] * accesses(limits, p);
    return {requests * (uint32_t)p->at[LANES], requests,
            crowd_instructions(p->at[SCOPE], p->at[ORDER])};
}

static struct crowd_point describe(const struct ga_limits *limits, const struct ga_point *p,
                                   uint64_t seed) {
    struct crowd_point c = {};
    c.entry = GA_SYMBOL(crowd_adds)()[variant(p)].entry;
    c.section =
        crowd_section((uint32_t)p->at[SCOPE], (uint32_t)p->at[ORDER], (uint32_t)p->at[BARRIER]);
    c.n_warps = (uint32_t)p->at[WARPS];
    c.accesses = accesses(limits, p);
    c.layout = crowd_one_word(seed);
    c.layout.lanes = (uint32_t)p->at[LANES];
    c.word_bytes = sizeof(uint32_t);
    c.expected[0] = (uint32_t)work(limits, p).ops;
    return c;
}

static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    return GA_SYMBOL(crowd_measure)(gpu, batch, describe, err);
}

/* Of the answers. */
static const char *const also[] = {"regime=dependent lanes=32 warps=64,128", nullptr};

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_global_threads_per_warp)(void) {
    static struct ga_bench row = {
        .id = "global_threads_per_warp",
        .question = "does it matter how the threads that access one word are spread over warps?",
        .sample = "one launch: every active thread adds to the one word, the same number of times",
        .axes = axes,
        .n_axes = sizeof axes / sizeof *axes,
        .also = also,
        .n_variants = GA_N_REGIMES,
        .samples = {4, 6, 12},
        .visit_samples = 10,
        .threads = true,
        .timer = GA_TICKS,
        .interval = 0.02,
        .load_axis = "warps",
        .length_axis = "accesses",
        .usual = usual,
        .work = work,
        .variant = variant,
        .measure = measure,
    };
    row.variants = GA_SYMBOL(crowd_adds)();
    return &row;
}
