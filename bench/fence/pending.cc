/* fence_pending: how long the first fence takes after 0, 1, 2 .. 128 writes that may still be on their way to
 * memory. Only the fence is timed, from when the last write has left. The writes are
 *
 *   own     the thread's, to words of one line of 128 bytes
 *   spread  the thread's, each to a line in a page of its own, near or far as it happens
 *   warps   those of four other warps of the block, to lines like these
 *
 * Other warps begin at a clock that the leader names ahead. It waits 8 cycles for each write of a warp from then
 * on, and makes its fence: most of the writes have left by then, and few have arrived.
 *
 * Contends: one thread with its own writes, or with four others'. Progress assumed: resident blocks run. */
#include "company_host.h"
#include "fences.h"

enum {
    OTHER_WARPS = 4,
    MOST_WRITES = 128,
    ISSUE_CYCLES = 8,
    WORDS = (MOST_WRITES + 1) * COMPANY_APART
};
enum lines { OWN, SPREAD, OTHERS };

/* The k-th word to write. The first line is that of `own`. */
GA_ANYWHERE uint32_t word_of(enum lines lines, uint32_t k) {
    return lines == OWN ? k % COMPANY_LINE_WORDS : (k + 1) * COMPANY_APART;
}

/* Another warp's part of every sample: waits for its clock, writes, says so. */
GA_DEVICE void write_along(const struct company_args &a, uint32_t *words, uint32_t n_others) {
    const uint32_t me = ga_thread() / ga_warp_size() - 1, total = COMPANY_WARM_UP + a.n_samples;
    const uint64_t begin = ga_ticks();
    uint64_t start = 0, before = 0;
    GA_NO_UNROLL
    for (uint32_t i = 0; i < total; i++) {
        while ((start = ga_load<GA_SCOPE_DEVICE, GA_RELAXED>(a.board->turn)) == before) {
            if (ga_ticks() - begin > a.spin_ticks)
                return;
            ga_pause();
        }
        before = start;
        while (ga_cycles() < start)
            ;
        GA_NO_UNROLL
        for (uint32_t k = me; k < a.count; k += n_others)
            ga_store_plain(&words[word_of(OTHERS, k)], i + 1);
        company_say(&a.places[1 + me], i + 1);
    }
}

/* The leader's: has the others write. */
GA_DEVICE void have_written(const struct company_args &a, uint32_t n_others) {
    const uint64_t start = ga_cycles() + GA_SM_MARGIN_CYCLES;
    ga_store<GA_SCOPE_DEVICE, GA_RELAXED>(a.board->turn, start);
    while (ga_cycles() < start + (a.count + n_others - 1) / n_others * ISSUE_CYCLES)
        ;
}

/* Waits until all others have written i times. out: GA_OK, or GA_TIMEOUT. */
GA_DEVICE uint32_t await_others(const struct company_args &a, uint32_t n_others, uint32_t i) {
    const uint64_t begin = ga_ticks();
    for (uint32_t w = 0; w < n_others; w++)
        while (company_see(&a.places[1 + w]) != i) {
            if (ga_ticks() - begin > a.spin_ticks)
                return GA_TIMEOUT;
            ga_pause();
        }
    return GA_OK;
}

template <enum ga_scope S, enum fence_order O>
GA_DEVICE void measure_pending(const struct company_args &a) {
    const enum lines lines = (enum lines)a.detail;
    const uint32_t n_others = ga_n_threads() / ga_warp_size() - (lines == OTHERS);
    uint32_t *const words = a.words + *a.zero;
    if (ga_thread() % ga_warp_size() != 0)
        return;
    if (ga_thread() != 0)
        return write_along(a, words, n_others);
    const uint64_t cycles = ga_cycles(), ticks = ga_ticks();
    uint32_t outcome = GA_OK;
    GA_NO_UNROLL
    for (uint32_t i = 0; outcome == GA_OK && i < COMPANY_WARM_UP + a.n_samples; i++) {
        if (lines == OTHERS) {
            have_written(a, n_others);
        } else {
            GA_NO_UNROLL
            for (uint32_t k = 0; k < a.count; k++)
                ga_store_plain(&words[word_of(lines, k)], i + 1);
        }
        const uint64_t begin = ga_cycles();
        fence<S, O>();
        const uint32_t sample = elapsed(begin, ga_cycles());
        if (lines == OTHERS)
            outcome = await_others(a, n_others, i + 1);
        company_record(a, i, sample);
    }
    company_end(a, outcome, cycles, ticks);
}

/* Expected: the one fence, and no atomic. */
#define PENDING_KERNEL(scope, SCOPE, order, ORDER)                                                 \
    GA_KERNEL_FULL(fence_pending_##scope##_##order, company_args) {                                \
        measure_pending<SCOPE, ORDER>(a);                                                          \
    }
FENCE_EACH(PENDING_KERNEL)

static void writes_range(const struct ga_limits *, int32_t *first, int32_t *last) {
    *first = 0;
    *last = MOST_WRITES;
}

static const char *const all_lines[] = {"own", "spread", "warps", nullptr};

enum { SCOPE, ORDER, LINES, WRITES };
static const struct ga_axis axes[] = {
    FENCE_SCOPE_AXIS,
    FENCE_ORDER_AXIS,
    {"lines",
     "",
     "own: one line; spread: a line a write; warps: likewise, by four other warps",
     all_lines,
     nullptr,
     {"all", "all", "all"}},
    {"writes", "", "before the fence", nullptr, writes_range, {"0,1,16,128", "0,1..128*2", "all"}},
};

static const struct ga_variant *variants(void) {
#define PENDING_NAME(scope, SCOPE, order, ORDER) "fence_pending_" #scope "_" #order,
#define PENDING_ENTRY(scope, SCOPE, order, ORDER) GA_ENTRY(fence_pending_##scope##_##order),
    static const char *const kernels[] = {FENCE_EACH(PENDING_NAME)};
    static const void *const entries[] = {FENCE_EACH(PENDING_ENTRY)};
    static struct fence_table table;
    if (!table.variants[0].kernel)
        fence_fill(&table, kernels, entries, 1);
    return table.variants;
}

static uint32_t variant(const struct ga_point *p) {
    return fence_variant(p->at[SCOPE], p->at[ORDER]);
}

static struct ga_work work(const struct ga_limits *, const struct ga_point *) {
    return {1, 1, ~0u};
}

static uint32_t other_warps(const struct ga_limits *limits) {
    const uint32_t most = limits->threads_per_block / limits->warp_size - 1;
    return most < (uint32_t)OTHER_WARPS ? most : (uint32_t)OTHER_WARPS;
}

static struct company_plan describe(const struct ga_limits *limits, const struct ga_point *p) {
    struct company_plan plan = {};
    const uint32_t n_warps = p->at[LINES] == OTHERS ? 1 + other_warps(limits) : 1;
    plan.entry = variants()[variant(p)].entry;
    plan.blocks_per_sm = 1;
    plan.n_blocks = 1;
    plan.n_places = n_warps;
    plan.n_threads = n_warps * limits->warp_size;
    plan.count = (uint32_t)p->at[WRITES];
    plan.detail = (uint32_t)p->at[LINES];
    plan.n_words = WORDS;
    return plan;
}

/* Every word that was written holds the last sample's number, and the others nothing. */
static enum ga_status check(const struct company_plan *plan, const struct ga_point *,
                            uint32_t n_samples, const struct company_left *left, double *) {
    uint32_t *const expected = new uint32_t[WORDS]();
    for (uint32_t k = 0; k < plan->count; k++)
        expected[word_of((enum lines)plan->detail, k)] = COMPANY_WARM_UP + n_samples;
    const bool right = memcmp(expected, left->words, WORDS * sizeof *expected) == 0;
    delete[] expected;
    return right ? GA_OK : GA_WRONG;
}

static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    return company_measure(gpu, batch, describe, check, err);
}

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_fence_pending)(void) {
    static struct ga_bench row = {
        .id = "fence_pending",
        .question = "how long does the first fence take after writes?",
        .sample = "one fence of one thread, after 0 to 128 writes that are not timed",
        .axes = axes,
        .n_axes = sizeof axes / sizeof *axes,
        .n_variants = FENCE_VARIANTS,
        .samples = {20, 50, 100},
        .visit_samples = 50,
        .interval = 0.02,
        .slope_axis = "writes",
        .unavailable = ga_no_cycle_counter,
        .work = work,
        .variant = variant,
        .measure = measure,
    };
    row.variants = variants();
    return &row;
}
