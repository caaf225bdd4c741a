/* fence_fence: what one more fence costs, by scope and order, if 0, 1, 2 .. 64 of them follow each other
 * and nothing is on its way to memory: the slope, in which the clock's own cost cancels. And what other
 * warps that do the same, on the SM and on the chip, add to it, or blocks on other SMs that store.
 *
 * Contends: the leader's warp with nobody; with `warps` - 1 others of its SM, or with as many on every SM,
 * each of which makes 64 fences a round without an end; or with the stores of 32 warps on each other SM.
 * Progress assumed: resident blocks run. */
#include "company_host.h"
#include "fences.h"

/* Expected: as many fences as stand in the code, none of which the compiler drops or joins with the one
 * before. No atomic, no other fence. */
#define FENCE_KERNEL(scope, SCOPE, order, ORDER)                                                   \
    GA_KERNEL_PAIRED(fence_fence_##scope##_##order, company_args) {                                \
        company(a, [](uint32_t count) {                                                            \
            return company_timed(                                                                  \
                count, [](uint32_t) { fence<SCOPE, ORDER>(); }, [] { return 0u; });                \
        });                                                                                        \
    }
FENCE_EACH(FENCE_KERNEL)
FENCE_OF_CLUSTER(FENCE_KERNEL)

static void fences_range(const struct ga_limits *, int32_t *first, int32_t *last) {
    *first = 0;
    *last = COMPANY_MOST;
}

static const char *const scopes[] = {"block", "device", "system", "cluster", NULL};
static const char *const sms[] = {"one", "all", nullptr};
static const char *const backgrounds[] = {"none", "writers", nullptr};

enum { SCOPE, ORDER, WARPS, SMS, BACKGROUND, FENCES };
enum { ONE_SM, ALL_SMS };
enum { NO_WRITERS, WRITERS };
static const struct ga_axis axes[] = {
    FENCE_SCOPE_AXIS(scopes),
    FENCE_ORDER_AXIS,
    {"warps",
     "",
     "of an SM that make fences",
     nullptr,
     company_warps_range,
     {"1,max", "1..max*8", "1..max*2"}},
    {"sms", "", "whose warps make fences", sms, nullptr, {"one", "all", "all"}},
    {"background", "", "what other SMs do", backgrounds, nullptr, {"all", "all", "all"}},
    {"fences",
     "",
     "in a sample: 0 or a power of two",
     nullptr,
     fences_range,
     {"0,max", "0,1..max*2", "0,1..max*2"}},
};

static bool valid(const struct ga_limits *limits, const struct ga_point *p) {
    struct company_plan plan = {};
    return company_is_count(p->at[FENCES]) &&
           company_warps(limits, (uint32_t)p->at[WARPS], &plan) &&
           !(p->at[SMS] == ALL_SMS && p->at[BACKGROUND] == WRITERS) &&
           !(p->at[SCOPE] == GA_SCOPE_CLUSTER && p->at[ORDER] == FENCE_C);
}

/* As it is the device's fence, alone. */
static bool usual(const struct ga_limits *, const struct ga_point *p) {
    return p->at[SCOPE] != GA_SCOPE_CLUSTER ||
           (p->at[WARPS] == 1 && p->at[SMS] == ONE_SM && p->at[BACKGROUND] == NO_WRITERS);
}

static const char *unsupported(const struct ga_limits *limits, const struct ga_point *p) {
    return p->at[SCOPE] == GA_SCOPE_CLUSTER && limits->cluster_blocks == 0
               ? "blocks of this device form no clusters; NVIDIA's do from sm_90 on"
               : nullptr;
}

static const struct ga_variant *variants(void) {
#define FENCE_NAME(scope, SCOPE, order, ORDER) "fence_fence_" #scope "_" #order,
#define FENCE_ENTRY(scope, SCOPE, order, ORDER) GA_ENTRY(fence_fence_##scope##_##order),
    static const char *const kernels[] = {FENCE_EACH(FENCE_NAME) FENCE_OF_CLUSTER(FENCE_NAME)};
    static const void *const entries[] = {FENCE_EACH(FENCE_ENTRY) FENCE_OF_CLUSTER(FENCE_ENTRY)};
    static struct ga_variant table[FENCE_VARIANTS_AND_CLUSTER];
    if (!table[0].kernel)
        fence_fill(table, FENCE_VARIANTS_AND_CLUSTER, kernels, entries, COMPANY_IN_CODE);
    return table;
}

static uint32_t variant(const struct ga_point *p) {
    return fence_variant(p->at[SCOPE], p->at[ORDER]);
}

static struct ga_work work(const struct ga_limits *limits, const struct ga_point *p) {
    const uint64_t n = (uint64_t)p->at[FENCES];
    return {n * limits->warp_size, n, n ? ~0u : 0};
}

static struct company_plan describe(const struct ga_limits *limits, const struct ga_point *p) {
    struct company_plan plan = {};
    company_gather(limits, (uint32_t)p->at[WARPS], p->at[SMS] == ALL_SMS,
                   p->at[BACKGROUND] == WRITERS, &plan);
    plan.entry = variants()[variant(p)].entry;
    plan.count = (uint32_t)p->at[FENCES];
    return plan;
}

static enum ga_status check(const struct company_plan *, const struct ga_point *, uint32_t,
                            const struct company_left *, double *) {
    return GA_OK; /* a fence leaves nothing; who stores in the background looks for itself */
}

static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    return company_measure(gpu, batch, describe, check, err);
}

/* Of the answers. */
static const char *const also[] = {"scope=block,device,system order=acq_rel warps=1 fences=1",
                                   nullptr};

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_fence_fence)(void) {
    static struct ga_bench row = {
        .id = "fence_fence",
        .question = "what does one more fence cost, alone and in company?",
        .sample = "0 to 64 fences of one warp, one after the other, nothing on its way to memory",
        .axes = axes,
        .n_axes = sizeof axes / sizeof *axes,
        .also = also,
        .n_variants = FENCE_VARIANTS_AND_CLUSTER,
        .samples = {6, 12, 24},
        .visit_samples = COMPANY_VISIT,
        .interval = 0.02,
        .slope_axis = "fences",
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
