/* fence_message_passing: how long it takes to hand a word from a block to one on another SM: the sender writes
 * it and then a flag, the receiver waits for the flag, reads the word, and answers in the same way. By each
 * order and scope that make this correct; and by those that do not, as a litmus test: how often was the word
 * old when the flag was new, and how often did the flag not come at all?
 *
 * Words lie in 64 lines of either direction, all over the memory, and their turn comes again: what the
 * receiver read 64 rounds ago may still be in its L1, and is wrong by now. In the correct ways the word is
 * accessed plainly, so that ThreadSanitizer sees a missing order; in the others by relaxed accesses, so that
 * they are wrong and still defined.
 *
 * Contends: two threads on two SMs. Progress assumed: resident blocks run. A wait for a flag that the scope
 * does not promise ends 10 us after the flag is known to have been stored; then it is looked for at device scope. */
#include "company_host.h"
#include "fences.h"
#include "message_passing_kernels.h"

/* Expected: the fences and atomics of one sending and one receiving place, and no others. */
#define PASS_KERNEL(scope, SCOPE, way, WAY)                                                        \
    GA_KERNEL(fence_message_passing_##scope##_##way, company_args) { pass<SCOPE, WAY>(a); }
#define PASS_OF_SCOPE(X, scope, SCOPE)                                                             \
    X(scope, SCOPE, store_load, STORE_LOAD)                                                        \
    X(scope, SCOPE, fences, FENCES)                                                                \
    X(scope, SCOPE, threadfence, THREADFENCE)                                                      \
    X(scope, SCOPE, exchange, EXCHANGE)                                                            \
    X(scope, SCOPE, seq_cst, SEQ_CST)                                                              \
    X(scope, SCOPE, relaxed, RELAXED)                                                              \
    X(scope, SCOPE, cached, CACHED)
#define PASS_EACH(X)                                                                               \
    PASS_OF_SCOPE(X, block, GA_SCOPE_BLOCK)                                                        \
    PASS_OF_SCOPE(X, device, GA_SCOPE_DEVICE)                                                      \
    PASS_OF_SCOPE(X, system, GA_SCOPE_SYSTEM)
PASS_EACH(PASS_KERNEL)

static const char *const delays[] = {"none", "varied", nullptr};

enum { SCOPE, WAY, DELAY };
static const struct ga_axis axes[] = {
    {"scope",
     "",
     "of flag and order; block is too small for two SMs",
     fence_scopes,
     nullptr,
     {"all", "all", "all"}},
    {"way",
     "",
     "that orders word and flag; relaxed and cached do not",
     ways,
     nullptr,
     {"all", "all", "all"}},
    {"delay", "", "before a word is sent", delays, nullptr, {"all", "all", "all"}},
};

/* A relaxed word at block scope is the cached one. */
static bool valid(const struct ga_limits *, const struct ga_point *p) {
    return !(p->at[WAY] == CACHED && p->at[SCOPE] == GA_SCOPE_BLOCK);
}

static const char *unsupported(const struct ga_limits *limits, const struct ga_point *) {
    return limits->sm_count < 2 ? "this needs two SMs" : nullptr;
}

static uint32_t variant(const struct ga_point *p) {
    return (uint32_t)(p->at[SCOPE] * WAYS + p->at[WAY]);
}

static const struct ga_variant *variants(void) {
#define PASS_ROW(scope, SCOPE, way, WAY)                                                           \
    {"fence_message_passing_" #scope "_" #way, GA_ENTRY(fence_message_passing_##scope##_##way), {}},
    static struct ga_variant table[] = {PASS_EACH(PASS_ROW)};
    for (uint32_t v = 0; v < VARIANTS && !table[v].facts[0].operation; v++)
        way_facts(table[v].facts, (enum ga_scope)(v / WAYS), (enum way)(v % WAYS));
    return table;
}

static struct ga_work work(const struct ga_limits *, const struct ga_point *) {
    return {2 * ROUNDS, 2 * ROUNDS, ~0u};
}

enum { FOUND_ROUNDS, FOUND_FAILURES, FOUND_UNSEEN };
static const struct ga_tally tallies[] = {
    {"handovers", "", "words handed over whose line the receiver had read before",
     ga_tally::GA_SUM},
    {"failures", "", "of these, how often the flag was seen and then the word was old",
     ga_tally::GA_SUM},
    {"unseen", "",
     "of these, how often the scope's own loads did not see the flag in 10 us, all of them after "
     "it was stored",
     ga_tally::GA_SUM},
};

static struct company_plan describe(const struct ga_limits *limits, const struct ga_point *p) {
    struct company_plan plan = {};
    plan.entry = variants()[variant(p)].entry;
    plan.blocks_per_sm = 1;
    plan.n_blocks = 2;
    plan.n_threads = 1;
    plan.active_threads = 1;
    plan.reach = REACH_CHIP;
    plan.count = (uint32_t)(UNSEEN_NS / limits->tick_ns);
    plan.detail = (uint32_t)p->at[DELAY];
    plan.n_words = 2 * DATA_WORDS + 4 * COMPANY_LINE_WORDS;
    return plan;
}

/* Every flag and every word holds the number of the last round that it was used in. */
static enum ga_status check(const struct company_plan *plan, const struct ga_point *p,
                            uint32_t n_samples, const struct company_left *left, double *found) {
    const struct company_board *const b = left->board;
    const uint32_t n_rounds = (COMPANY_WARM_UP + n_samples) * ROUNDS;
    found[FOUND_ROUNDS] = 2.0 * (n_rounds - LINES);
    found[FOUND_FAILURES] = (double)b->tallies[0] + b->tallies[1];
    found[FOUND_UNSEEN] = (double)b->tallies[2] + b->tallies[3];
    if (b->phase != COMPANY_ENDED)
        return GA_TIMEOUT;
    if (left->places[0] == left->places[1])
        return GA_ERROR;
    uint32_t *const expected = new uint32_t[plan->n_words]();
    for (uint32_t side = 0; side < 2; side++) {
        uint32_t *const flag = &expected[2 * DATA_WORDS + side * COMPANY_LINE_WORDS];
        flag[0] = n_rounds;
        flag[2 * COMPANY_LINE_WORDS] =
            is_correct(p->at[SCOPE], p->at[WAY]) ? 0 : n_rounds; /* how many were sent */
        for (uint32_t round = 1; round <= n_rounds; round++)
            expected[side * DATA_WORDS + round * 7 % LINES * COMPANY_APART] = round;
    }
    const bool right = memcmp(expected, left->words, plan->n_words * sizeof *expected) == 0;
    delete[] expected;
    return right && !(is_correct(p->at[SCOPE], p->at[WAY]) && found[FOUND_FAILURES] > 0) ? GA_OK
                                                                                         : GA_WRONG;
}

static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    return company_measure(gpu, batch, describe, check, err);
}

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_fence_message_passing)(void) {
    static struct ga_bench row = {
        .id = "fence_message_passing",
        .question =
            "how long does it take to hand a word to another SM, and what if it is done wrongly?",
        .sample = "32 words there and 32 back between two threads on two SMs",
        .axes = axes,
        .n_axes = sizeof axes / sizeof *axes,
        .n_variants = VARIANTS,
        .samples = {6, 120, 240},
        .visit_samples = 20,
        .tallies = tallies,
        .n_tallies = sizeof tallies / sizeof *tallies,
        .interval = 0.02,
        .unavailable = ga_no_cycle_counter,
        .valid = valid,
        .unsupported = unsupported,
        .work = work,
        .variant = variant,
        .measure = measure,
    };
    row.variants = variants();
    return &row;
}
