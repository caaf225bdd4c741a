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
 * does not promise ends after 20 us; then the flag is looked for at device scope. */
#include "company_host.h"
#include "fences.h"

/* ROUNDS: there and back, in a sample. UNSEEN_NS: how long to wait for a flag that need not come; an operating
 * system lets a thread wait for long. */
#if defined(GA_BACKEND_CPU)
enum { ROUNDS = 4, LINES = 8 };
static const double UNSEEN_NS = 1e9;
#else
enum { ROUNDS = 32, LINES = 64 };
static const double UNSEEN_NS = 20e3;
#endif
enum {
    DELAY_CYCLES = 16, /* at most 63 times that, if delays vary */
    DATA_WORDS = (int)LINES * (int)COMPANY_APART
};

enum way { STORE_LOAD, FENCES, THREADFENCE, EXCHANGE, SEQ_CST, RELAXED, CACHED };
enum { WAYS = 7, VARIANTS = 3 * WAYS };

GA_ANYWHERE constexpr bool is_correct(int scope, int way) {
    return scope != GA_SCOPE_BLOCK && way < RELAXED;
}

/* The word itself, by the rules of the way. CACHED: as if it were plain, wherever the flag is. */
template <enum ga_scope S, enum way W> GA_DEVICE void put(uint32_t *p, uint32_t x) {
    if constexpr (is_correct(S, W))
        ga_store_plain(p, x);
    else
        ga_store<W == CACHED ? GA_SCOPE_BLOCK : S, GA_RELAXED>(p, x);
}
template <enum ga_scope S, enum way W> GA_DEVICE uint32_t get(const uint32_t *p) {
    if constexpr (is_correct(S, W))
        return ga_load_plain(p);
    else
        return ga_load < W == CACHED ? GA_SCOPE_BLOCK : S, GA_RELAXED > (p);
}

/* The flag, after the word; and a look at it. */
template <enum ga_scope S, enum way W> GA_DEVICE void publish(uint32_t *flag, uint32_t x) {
    if constexpr (W == FENCES)
        ga_fence<S, GA_RELEASE>();
    if constexpr (W == THREADFENCE)
        ga_threadfence<S>();
    if constexpr (W == EXCHANGE)
        ga_exchange<S, GA_RELEASE>(flag, x);
    else
        ga_store<S, W == STORE_LOAD ? GA_RELEASE : W == SEQ_CST ? GA_SEQ_CST : GA_RELAXED>(flag, x);
}
template <enum ga_scope S, enum way W> GA_DEVICE bool is_set(uint32_t *flag, uint32_t x) {
    if constexpr (W == EXCHANGE)
        return ga_cas<S, GA_ACQUIRE>(flag, x, x) == x;
    else
        return ga_load < S, W == STORE_LOAD ? GA_ACQUIRE
                            : W == SEQ_CST  ? GA_SEQ_CST
                                            : GA_RELAXED > (flag) == x;
}

/* One thread's side: its flag and words, and the other's. */
struct side {
    uint32_t *out_flag, *out_words, *in_flag, *in_words;
    uint32_t failures, unseen, outcome;
};

template <enum ga_scope S, enum way W>
GA_DEVICE void send(const struct company_args &a, struct side *s, uint32_t round) {
    if (a.detail) {
        const uint64_t begin = ga_cycles(), delay = round * 37 % 64 * DELAY_CYCLES;
        while (ga_cycles() - begin < delay)
            ;
    }
    put<S, W>(&s->out_words[round * 7 % LINES * COMPANY_APART], round);
    publish<S, W>(s->out_flag, round);
}

/* count: ticks until the flag is given up, where it may be. */
template <enum ga_scope S, enum way W>
GA_DEVICE void receive(const struct company_args &a, struct side *s, uint32_t round) {
    const uint64_t begin = ga_ticks(), patience = is_correct(S, W) ? a.spin_ticks : a.count;
    bool seen = false;
    GA_NO_UNROLL
    do {
        ga_pause();
        seen = is_set<S, W>(s->in_flag, round);
    } while (!seen && ga_ticks() - begin < patience);
    if (!is_correct(S, W) && !seen) {
        s->unseen += round > LINES;
        GA_NO_UNROLL
        while (!(seen = company_see(s->in_flag) == round) && ga_ticks() - begin < a.spin_ticks)
            ga_pause();
    }
    if (W == FENCES)
        ga_fence<S, GA_ACQUIRE>();
    if (W == THREADFENCE)
        ga_threadfence<S>();
    const uint32_t word = get<S, W>(&s->in_words[round * 7 % LINES * COMPANY_APART]);
    s->failures += word != round && (is_correct(S, W) || round > LINES);
    s->outcome = seen ? s->outcome : (uint32_t)GA_TIMEOUT;
}

/* Both threads take turns; the leader is the first to send. A round is two turns. */
template <enum ga_scope S, enum way W> GA_DEVICE void pass(const struct company_args &a) {
    const bool leads = company_join(a) == COMPANY_LEADER;
    const uint64_t cycles = ga_cycles(), ticks = ga_ticks();
    const uint32_t me = !leads;
    uint32_t *const words = a.words + *a.zero, *const flags = words + 2 * DATA_WORDS;
    struct side s = {flags + me * COMPANY_LINE_WORDS,
                     words + me * DATA_WORDS,
                     flags + !me * COMPANY_LINE_WORDS,
                     words + !me * DATA_WORDS,
                     0,
                     0,
                     GA_OK};
    uint64_t begin = ga_cycles();
    const uint32_t n_turns = (COMPANY_WARM_UP + a.n_samples) * ROUNDS * 2;
    GA_NO_UNROLL
    for (uint32_t turn = 0; turn < n_turns && s.outcome == GA_OK; turn++) {
        if (turn % 2 == me)
            send<S, W>(a, &s, turn / 2 + 1);
        else
            receive<S, W>(a, &s, turn / 2 + 1);
        if (leads && (turn + 1) % (2 * ROUNDS) == 0) {
            company_record(a, turn / (2 * ROUNDS), elapsed(begin, ga_cycles()));
            begin = ga_cycles();
        }
    }
    company_say(&a.board->tallies[me], s.failures);
    company_say(&a.board->tallies[2 + me], s.unseen);
    if (!leads && s.outcome != GA_OK)
        company_say(&a.board->phase, COMPANY_ENDED + 1);
    if (leads)
        company_end(a, s.outcome, cycles, ticks);
}

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

static const char *const ways[] = {"store_load", "fences",  "threadfence", "exchange",
                                   "seq_cst",    "relaxed", "cached",      nullptr};
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

/* What a family of targets makes of the exchange and of the look at its flag, by scope. */
struct family {
    const char *target;
    const char *exchange[GA_N_SCOPES], *look[GA_N_SCOPES];
};
#define NVIDIA(target, block)                                                                      \
    {                                                                                              \
        target,                                                                                    \
            {"ATOMG.E.EXCH.STRONG." block, "ATOMG.E.EXCH.STRONG.GPU", "ATOMG.E.EXCH.STRONG.SYS"},  \
        {                                                                                          \
            "ATOMG.E.CAS.STRONG." block, "ATOMG.E.CAS.STRONG.GPU", "ATOMG.E.CAS.STRONG.SYS"        \
        }                                                                                          \
    }
#define AMD(target, swap, look)                                                                    \
    {                                                                                              \
        target, {swap, swap, swap}, { look, look, look }                                           \
    }
static const struct family families[] = {
    NVIDIA("sm_", "SM"),
    NVIDIA("sm_75", "CTA"),
    NVIDIA("sm_9", "SM"),
    NVIDIA("sm_1", "SM"),
    AMD("gfx906", "global_atomic_swap", "global_atomic_cmpswap glc"),
    AMD("gfx90a", "global_atomic_swap", "global_atomic_cmpswap glc"),
    {"gfx942",
     {"global_atomic_swap", "global_atomic_swap", "global_atomic_swap sc1"},
     {"global_atomic_cmpswap sc0", "global_atomic_cmpswap sc0", "global_atomic_cmpswap sc0 sc1"}},
    AMD("gfx10", "global_atomic_swap", "global_atomic_cmpswap glc"),
    AMD("gfx11", "global_atomic_swap_b32", "global_atomic_cmpswap_b32 glc"),
    {"gfx12",
     {"global_atomic_swap_b32 scope:SCOPE_SE", "global_atomic_swap_b32 scope:SCOPE_DEV",
      "global_atomic_swap_b32 scope:SCOPE_SYS"},
     {"global_atomic_cmpswap_b32 th:TH_ATOMIC_RETURN scope:SCOPE_SE",
      "global_atomic_cmpswap_b32 th:TH_ATOMIC_RETURN scope:SCOPE_DEV",
      "global_atomic_cmpswap_b32 th:TH_ATOMIC_RETURN scope:SCOPE_SYS"}},
};
enum { FAMILIES = sizeof families / sizeof *families };

static struct ga_expect expect(const struct family *family, uint32_t scope, enum way way) {
    struct ga_expect e = {family->target, {}, 0, {}};
    const struct fence_family *const f = fence_family_of(family->target);
    const bool full = way == SEQ_CST && f->seq_cst[scope];
    if (way == EXCHANGE) {
        fence_expect_more(&e, family->exchange[scope], 1);
        fence_expect_more(&e, family->look[scope], 1);
    }
    if (way == FENCES) {
        fence_expect_fence(&e, f, scope, FENCE_RELEASE, 1);
        fence_expect_fence(&e, f, scope, FENCE_ACQUIRE, 1);
    } else if (way == THREADFENCE) {
        fence_expect_fence(&e, f, scope, FENCE_C, 2);
    } else if (way < RELAXED) {
        if (full)
            fence_expect_fence(&e, f, scope, FENCE_SEQ_CST, 2);
        else
            fence_expect_more(&e, f->release[scope], 1);
        fence_expect_acquire(&e, f, scope, 1);
    }
    if (!e.instructions[0])
        e.instructions[0] = GA_NO_INSTRUCTION;
    return e;
}

static const struct ga_variant *variants(void) {
#define PASS_ROW(scope, SCOPE, way, WAY)                                                           \
    {"fence_message_passing_" #scope "_" #way, GA_ENTRY(fence_message_passing_##scope##_##way),    \
     nullptr, FAMILIES, 1},
    static struct ga_variant table[] = {PASS_EACH(PASS_ROW)};
    static struct ga_expect expects[VARIANTS][FAMILIES];
    for (uint32_t v = 0; v < VARIANTS && !table[v].expect; v++) {
        for (uint32_t f = 0; f < FAMILIES; f++)
            expects[v][f] = expect(&families[f], v / WAYS, (enum way)(v % WAYS));
        table[v].expect = expects[v];
    }
    return table;
}

static struct ga_work work(const struct ga_limits *, const struct ga_point *) {
    return {2 * ROUNDS, 2 * ROUNDS, ~0u};
}

enum { FOUND_ROUNDS, FOUND_FAILURES, FOUND_UNSEEN };
static const struct ga_tally tallies[] = {
    {"handovers", "", "words handed over whose line the receiver had read before",
     ga_tally::GA_SUM},
    {"failures", "", "of these, how often the word was old when the flag was new",
     ga_tally::GA_SUM},
    {"unseen", "", "of these, how often the flag did not come in 20 us by the scope's own loads",
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
    plan.n_words = 2 * DATA_WORDS + 2 * COMPANY_LINE_WORDS;
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
        expected[2 * DATA_WORDS + side * COMPANY_LINE_WORDS] = n_rounds;
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
        .samples = {10, 200, 400},
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
