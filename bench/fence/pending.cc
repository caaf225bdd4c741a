/* fence_pending: how long the first fence takes after 0, 1, 2 .. 128 writes that may still be on their way to
 * memory. Only the fence is timed, from when the last write has left; one that is not timed comes before the writes. These are
 *
 *   own     the thread's, to words of one line of 128 bytes
 *   spread  the thread's, each to a line in a page of its own, from the second on near or far as it happens
 *   warps   those of four other warps of the block, to lines like these
 *   others  the thread's, to lines like these, which a warp on another SM has just written and read
 *
 * A fence waits for the way to what was written, so the thread's own line, and the first of the others, is the nearest of 64
 * to its SM. Own lines of other warps lie as they happen to.
 *
 * Other warps begin at a clock that the leader names ahead. It waits 8 cycles for each write of a warp from then
 * on, and makes its fence: most of the writes have left by then, and few have arrived.
 *
 * Contends: one thread with its own writes, or with four others'; with the first threads of `warps` - 1 others of its
 * SM, or of as many on every SM, which write and make fences likewise without an end; or with the stores of 32
 * warps on each other SM. Progress assumed: resident blocks run. */
#include "company_host.h"
#include "pending_kernels.h"

/* Expected: the fence that is timed and the one that settles before, and no atomic. */
#define PENDING_KERNEL(scope, SCOPE, order, ORDER)                                                 \
    GA_KERNEL_PAIRED(fence_pending_##scope##_##order, company_args) {                              \
        measure_pending<SCOPE, ORDER>(a);                                                          \
    }
FENCE_EACH(PENDING_KERNEL)

static void writes_range(const struct ga_limits *, int32_t *first, int32_t *last) {
    *first = 0;
    *last = MOST_WRITES;
}

static const char *const all_lines[] = {"own", "spread", "warps", "others", nullptr};
static const char *const sms[] = {"one", "all", nullptr};
static const char *const backgrounds[] = {"none", "writers", nullptr};

enum { SCOPE, ORDER, LINES, N_WARPS, SMS, BACKGROUND, WRITES };
enum { ONE_SM, ALL_SMS };
enum { NO_WRITERS, WRITERS };
static const struct ga_axis axes[] = {
    FENCE_SCOPE_AXIS(fence_scopes),
    FENCE_ORDER_AXIS,
    {"lines",
     "",
     "own: the nearest line; spread: a line a write, from the nearest on; likewise warps: by four "
     "other warps, others: which another SM has written and read",
     all_lines,
     nullptr,
     {"all", "all", "all"}},
    {"warps",
     "",
     "of an SM that write and make fences; several with lines=own alone",
     nullptr,
     company_warps_range,
     {"1,max", "1..max*8", "1..max*2"}},
    {"sms", "", "whose warps do; all with lines=own alone", sms, nullptr, {"one", "all", "all"}},
    {"background",
     "",
     "what other SMs do; writers with lines=own and spread alone",
     backgrounds,
     nullptr,
     {"none", "all", "all"}},
    {"writes",
     "",
     "before the fence; in company a preset has 0, 1, 8, 64 and 128",
     nullptr,
     writes_range,
     {"0,128", "0,1..128*2", "all"}},
};

static bool in_company(const struct ga_point *p) {
    return p->at[N_WARPS] > 1 || p->at[SMS] == ALL_SMS || p->at[BACKGROUND] == WRITERS;
}

static bool valid(const struct ga_limits *limits, const struct ga_point *p) {
    const int32_t lines = p->at[LINES];
    const bool several = p->at[N_WARPS] > 1 || p->at[SMS] == ALL_SMS;
    const bool writers = p->at[BACKGROUND] == WRITERS;
    struct company_plan plan = {};
    return company_warps(limits, (uint32_t)p->at[N_WARPS], &plan) &&
           !(p->at[SMS] == ALL_SMS && writers) && !(several && lines != OWN) &&
           !(writers && lines != OWN && lines != SPREAD);
}

/* In company a few points say what there is to say. */
static bool usual(const struct ga_limits *, const struct ga_point *p) {
    const int32_t writes = p->at[WRITES];
    const bool few = writes == 0 || writes == 1 || writes == 8 || writes == 64 || writes == 128;
    return few || !in_company(p);
}

static const char *unsupported(const struct ga_limits *limits, const struct ga_point *p) {
    return p->at[LINES] == OTHERS && limits->sm_count < 2 ? "this needs two SMs" : nullptr;
}

static const struct ga_variant *variants(void) {
#define PENDING_NAME(scope, SCOPE, order, ORDER) "fence_pending_" #scope "_" #order,
#define PENDING_ENTRY(scope, SCOPE, order, ORDER) GA_ENTRY(fence_pending_##scope##_##order),
    static const char *const kernels[] = {FENCE_EACH(PENDING_NAME)};
    static const void *const entries[] = {FENCE_EACH(PENDING_ENTRY)};
    static struct ga_variant table[FENCE_VARIANTS];
    if (!table[0].kernel)
        fence_fill(table, FENCE_VARIANTS, kernels, entries, 2);
    return table;
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
    const enum lines lines = (enum lines)p->at[LINES];
    company_gather(limits, (uint32_t)p->at[N_WARPS], p->at[SMS] == ALL_SMS,
                   p->at[BACKGROUND] == WRITERS, &plan);
    plan.entry = variants()[variant(p)].entry;
    plan.lanes = 1;
    plan.count = (uint32_t)p->at[WRITES];
    plan.detail = (uint32_t)lines;
    plan.n_words = FAR_WORDS;
    plan.near = true;
    if (lines == WARPS) {
        plan.n_threads = (1 + other_warps(limits)) * limits->warp_size;
        plan.n_places = plan.n_blocks + other_warps(limits);
    } else if (lines == OTHERS) {
        plan.n_places = plan.n_blocks + 2;
    } else if (lines == OWN) {
        const uint32_t n_warps = plan.n_blocks * (plan.n_threads / limits->warp_size);
        plan.n_words = (1 + n_warps) * COMPANY_LINE_WORDS;
    }
    return plan;
}

/* Whether the first n words of a warp's own line hold the same, which is `round` if that is not 0, and the rest
 * nothing. */
static bool is_line(const uint32_t *line, uint32_t n, uint32_t round) {
    uint32_t differs = n > 0 && round > 0 ? line[0] ^ round : 0;
    for (uint32_t w = 0; w < n; w++)
        differs |= line[w] ^ line[0];
    for (uint32_t w = n; w < COMPANY_LINE_WORDS; w++)
        differs |= line[w];
    return differs == 0 && (n == 0 || line[0] != 0);
}

/* Of all warps that write, the lines of the last time, of which only the leader's is known. */
static bool are_own_lines(const struct company_plan *plan, uint32_t round,
                          const struct company_left *left) {
    const uint32_t n_warps = (plan->n_words / COMPANY_LINE_WORDS - 1) / plan->n_blocks;
    const uint32_t n_active = plan->active_threads * n_warps / plan->n_threads;
    const uint32_t most = COMPANY_LINE_WORDS, n = plan->count < most ? plan->count : most;
    const uint32_t leader = left->board->leader;
    bool right = is_line(left->words, n, round);
    for (uint32_t b = 0; b < plan->n_blocks; b++)
        for (uint32_t w = 0; w < n_warps; w++) {
            const bool writes =
                w < n_active && !(b == leader && w == 0) &&
                (plan->reach == REACH_CHIP || left->places[b] == left->places[leader]);
            const uint32_t line = own_line(false, b * n_warps + w);
            right &= is_line(left->words + line * COMPANY_LINE_WORDS, writes ? n : 0, 0);
        }
    return right;
}

/* Every word that was written holds the number of the last time, and the others nothing. */
static enum ga_status check(const struct company_plan *plan, const struct ga_point *,
                            uint32_t n_samples, const struct company_left *left, double *) {
    const enum lines lines = (enum lines)plan->detail;
    const uint32_t round = COMPANY_WARM_UP + n_samples * plan->repeats;
    if (lines == OWN)
        return are_own_lines(plan, round, left) ? GA_OK : GA_WRONG;
    const uint32_t n_each = lines == OTHERS ? 2 : 1;
    uint32_t n_written = 0;
    bool right = true;
    for (uint32_t w = 0; w < FAR_WORDS; w++)
        n_written += left->words[w] != 0;
    for (uint32_t k = 0; k < plan->count; k++)
        for (uint32_t w = 0; w < n_each; w++)
            right &= left->words[word_of(lines, k) + w] == round;
    return right && n_written == plan->count * n_each ? GA_OK : GA_WRONG;
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
        .samples = {6, 12, 24},
        .visit_samples = 2 * COMPANY_VISIT,
        .interval = 0.02,
        .slope_axis = "writes",
        .unavailable = ga_no_cycle_counter,
        .valid = valid,
        .usual = usual,
        .unsupported = unsupported,
        .work = work,
        .variant = variant,
        .measure = measure,
    };
    row.variants = variants();
    return &row;
}
