/* kit_example, a benchmark to copy: how long an exchange on a word of its own takes a thread, while the rest of the GPU
 * idles and while a thread of every other SM does the same. Protocol: company.h; its leader is measured.
 *
 * Contends: one thread with itself. Progress assumed: resident blocks run. */
#include "company_host.h"

/* Expected: the exchanges, and no other atomic. The word's address comes from memory, so that nobody knows it to be one
 * for a warp; each exchange needs the one before. */
GA_KERNEL(kit_example, company_args) {
    uint32_t *const word = a.words + ga_block() * COMPANY_LINE_WORDS + a.zero[ga_thread()];
    const uint32_t zero = *a.zero;
    company(a, [&](uint32_t) {
        uint32_t old = 0;
        const auto exchange = [&](uint32_t) {
            old = ga_exchange<GA_SCOPE_DEVICE, GA_RELAXED>(word, (old & zero) | 1);
        };
        return company_straight<COMPANY_MOST>(exchange, [&] { return old; });
    });
}
static const struct ga_variant variants[] = {
    {"kit_example",
     GA_ENTRY(kit_example),
     {{.operation = GA_OP_exchange, .scope = GA_SCOPE_DEVICE, .count = COMPANY_MOST}}}};

static const char *const companies[] = {"alone", "chip", nullptr};
static const struct ga_axis axes[] = {
    {"company", "", "who does the same", companies, nullptr, {"all", "all", "all"}}};

static struct ga_work work(const struct ga_limits *, const struct ga_point *) {
    return {COMPANY_MOST, COMPANY_MOST, ~0u};
}
static struct company_plan describe(const struct ga_limits *limits, const struct ga_point *p) {
    struct company_plan plan = {};
    company_gather(limits, 1, p->at[0] == 1, false, &plan);
    plan.entry = variants[0].entry;
    plan.lanes = 1;
    plan.n_words = plan.n_blocks * COMPANY_LINE_WORDS;
    return plan;
}
static enum ga_status check(const struct company_plan *, const struct ga_point *, uint32_t,
                            const struct company_left *left, double *) {
    return left->words[left->board->leader * COMPANY_LINE_WORDS] == 1 ? GA_OK : GA_WRONG;
}
static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    return company_measure(gpu, batch, describe, check, err);
}

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_kit_example)(void) {
    static const struct ga_bench row = {.id = "kit_example",
                                        .question = "how long does an exchange take?",
                                        .sample = "64 of one thread, each waits for the last",
                                        .axes = axes,
                                        .n_axes = 1,
                                        .variants = variants,
                                        .n_variants = 1,
                                        .samples = {6, 12, 24},
                                        .visit_samples = COMPANY_VISIT,
                                        .unavailable = ga_no_cycle_counter,
                                        .work = work,
                                        .measure = measure};
    return &row;
}
