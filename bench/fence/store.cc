/* fence_store: what an order costs a store or a load, over a plain one. Up to 64 of them follow each other
 * in straight code. A load waits for the one before, so its slope is a latency; a store waits for nothing but
 * what its order says, so the slope of a plain one is the pace at which stores leave.
 *
 * What a store's order waits for is the way to its line, so the leader's is the nearest of 64 to its SM.
 *
 * Contends: one thread with nobody; the first thread of a block on every SM, each on a line of its own; or
 * all of these on one word. Progress assumed: resident blocks run. */
#include "company_host.h"
#include "fences.h"

enum access { STORE, LOAD };
enum kind { PLAIN, VOLATILE, MMIO, RELAXED, ORDERED, SEQ_CST };
enum contention { THREAD, OWN, SHARED };
enum {
    HELD = 0x5eed, /* what a word to load from holds */
    POINTERS = COMPANY_ZEROS
};

template <enum kind K, enum ga_scope S> GA_DEVICE void store(uint32_t *p, uint32_t x) {
    if constexpr (K == PLAIN)
        ga_store_plain(p, x);
    else if constexpr (K == VOLATILE)
        ga_store_volatile(p, x);
    else if constexpr (K == MMIO)
        ga_store_mmio(p, x);
    else
        ga_store<S, K == RELAXED ? GA_RELAXED : K == ORDERED ? GA_RELEASE : GA_SEQ_CST>(p, x);
}
template <enum kind K, enum ga_scope S> GA_DEVICE uint32_t load(const uint32_t *p) {
    if constexpr (K == PLAIN)
        return ga_load_plain(p);
    else if constexpr (K == VOLATILE)
        return ga_load_volatile(p);
    else if constexpr (K == MMIO)
        return ga_load_mmio(p);
    else
        return ga_load < S, K == RELAXED   ? GA_RELAXED
                            : K == ORDERED ? GA_ACQUIRE
                                           : GA_SEQ_CST > (p);
}

/* Of stores to one word, whatever their scope, nvcc keeps the last; so the compiler may not know that they are
 * to one word. Stores leave 1 in the word, the last of every round; loads find HELD, which is checked in every sample. */
template <enum access A, enum kind K, enum ga_scope S>
GA_DEVICE void measure_accesses(const struct company_args &a) {
    const uint32_t zero = *a.zero;
    const bool leads = company_come(a, ga_ticks()) == ga_sm_id() + 1;
    uint32_t *const word = a.words + (leads ? 0 : (1 + ga_block()) * a.detail);
    uint32_t *same[POINTERS]; /* all the same word */
    GA_UNROLL
    for (uint32_t i = 0; i < POINTERS; i++)
        same[i] = word + a.zero[i];
    company(a, [&](uint32_t count) {
        uint32_t sum = 0, x = 0;
        const uint32_t cycles = company_timed(
            count,
            [&](uint32_t i) {
                if constexpr (A == STORE) {
                    store<K, S>(same[i % POINTERS], i + 1);
                } else {
                    x = load<K, S>(same[0] + (x & zero));
                    sum += x;
                }
            },
            [&] { return sum & zero; });
        if (A == LOAD && sum != count * HELD)
            company_say(&a.board->wrong, 1);
        return cycles;
    });
}

/* X(access, ACCESS, kind, KIND, scope, SCOPE), in the order of variant(). */
#define STORE_EACH_KIND(X, access, ACCESS)                                                         \
    X(access, ACCESS, plain, PLAIN, thread, GA_SCOPE_BLOCK)                                        \
    X(access, ACCESS, volatile, VOLATILE, system, GA_SCOPE_SYSTEM)                                 \
    X(access, ACCESS, mmio, MMIO, system, GA_SCOPE_SYSTEM)                                         \
    X(access, ACCESS, relaxed, RELAXED, device, GA_SCOPE_DEVICE)                                   \
    X(access, ACCESS, relaxed, RELAXED, system, GA_SCOPE_SYSTEM)                                   \
    X(access, ACCESS, ordered, ORDERED, device, GA_SCOPE_DEVICE)                                   \
    X(access, ACCESS, ordered, ORDERED, system, GA_SCOPE_SYSTEM)                                   \
    X(access, ACCESS, seq_cst, SEQ_CST, device, GA_SCOPE_DEVICE)                                   \
    X(access, ACCESS, seq_cst, SEQ_CST, system, GA_SCOPE_SYSTEM)
#define STORE_EACH(X) STORE_EACH_KIND(X, store, STORE) STORE_EACH_KIND(X, load, LOAD)
enum { KINDS = 9, VARIANTS = 2 * KINDS };

/* Expected: 64 stores or loads as the table below says at least, with as many of the fences of their order,
 * and no atomic and no other fence. */
#define STORE_KERNEL(access, ACCESS, kind, KIND, scope, SCOPE)                                     \
    GA_KERNEL(fence_store_##access##_##kind##_##scope, company_args) {                             \
        measure_accesses<ACCESS, KIND, SCOPE>(a);                                                  \
    }
STORE_EACH(STORE_KERNEL)

static const char *const accesses_[] = {"store", "load", nullptr};
static const char *const kinds[] = {"plain",   "volatile", "mmio", "relaxed",
                                    "ordered", "seq_cst",  nullptr};
static const char *const scopes[] = {"thread", "device", "system", nullptr};
static const char *const contentions[] = {"thread", "own", "shared", nullptr};

static void accesses_range(const struct ga_limits *, int32_t *first, int32_t *last) {
    *first = 0;
    *last = COMPANY_MOST;
}

enum { ACCESS, KIND, SCOPE, CONTENTION, ACCESSES };
enum { OF_THREAD, OF_DEVICE, OF_SYSTEM };
static const struct ga_axis axes[] = {
    {"access", "", "what is measured", accesses_, nullptr, {"all", "all", "all"}},
    {"kind",
     "",
     "ordered: a release store or an acquire load; mmio: past all caches",
     kinds,
     nullptr,
     {"all", "all", "all"}},
    {"scope",
     "",
     "the threads that its order is for; plain has that of its own thread",
     scopes,
     nullptr,
     {"all", "all", "all"}},
    {"contention",
     "",
     "one thread; one of every SM, on a line of its own; these on one word",
     contentions,
     nullptr,
     {"all", "all", "all"}},
    {"accesses",
     "",
     "in a sample: 0 or a power of two",
     nullptr,
     accesses_range,
     {"0,max", "0,1..max*2", "0,1..max*2"}},
};

/* A plain store that others store to meanwhile is an error of the program, not a point. */
static bool valid(const struct ga_limits *, const struct ga_point *p) {
    const int32_t kind = p->at[KIND], scope = p->at[SCOPE];
    const bool fits = kind == PLAIN                      ? scope == OF_THREAD
                      : kind == VOLATILE || kind == MMIO ? scope == OF_SYSTEM
                                                         : scope != OF_THREAD;
    return fits && company_is_count(p->at[ACCESSES]) &&
           !(kind == PLAIN && p->at[ACCESS] == STORE && p->at[CONTENTION] == SHARED);
}

/* `price`: over a plain access; over a relaxed one at device scope where no plain one may be. */
static bool reference(const struct ga_point *p, struct ga_point *other) {
    const bool shared = p->at[ACCESS] == STORE && p->at[CONTENTION] == SHARED;
    *other = *p;
    other->at[KIND] = shared ? RELAXED : PLAIN;
    other->at[SCOPE] = shared ? OF_DEVICE : OF_THREAD;
    return p->at[ACCESSES] > 0;
}

static uint32_t variant(const struct ga_point *p) {
    static const uint32_t first[] = {0, 1, 2, 3, 5, 7};
    const int32_t kind = p->at[KIND];
    return (uint32_t)p->at[ACCESS] * KINDS + first[kind] +
           (kind >= RELAXED && p->at[SCOPE] == OF_SYSTEM);
}

/* The accesses, with what their order puts before or after each, and no other fence. */
static const struct ga_variant variants[] = {
#define STORE_ORDER_STORE(kind)                                                                    \
    kind == ORDERED ? GA_RELEASE : kind == SEQ_CST ? GA_SEQ_CST : GA_RELAXED
#define STORE_ORDER_LOAD(kind)                                                                     \
    kind == ORDERED ? GA_ACQUIRE : kind == SEQ_CST ? GA_SEQ_CST : GA_RELAXED
#define STORE_OPERATION(access, kind)                                                              \
    (kind == PLAIN      ? GA_OP_##access##_plain                                                   \
     : kind == VOLATILE ? GA_OP_##access##_volatile                                                \
     : kind == MMIO     ? GA_OP_##access##_mmio                                                    \
                        : GA_OP_##access)
#define STORE_ROW(access, ACCESS, kind, KIND, of, SCOPE)                                           \
    {"fence_store_" #access "_" #kind "_" #of,                                                     \
     GA_ENTRY(fence_store_##access##_##kind##_##of),                                               \
     {{.operation = STORE_OPERATION(access, KIND),                                                 \
       .scope = SCOPE,                                                                             \
       .order = STORE_ORDER_##ACCESS(KIND),                                                        \
       .count = COMPANY_IN_CODE},                                                                  \
      {.operation = GA_OP_no_other_fence}}},
    STORE_EACH(STORE_ROW)};

static struct ga_work work(const struct ga_limits *, const struct ga_point *p) {
    const uint64_t n = (uint64_t)p->at[ACCESSES];
    return {n, n, n ? ~0u : 0};
}

static struct company_plan describe(const struct ga_limits *limits, const struct ga_point *p) {
    struct company_plan plan = {};
    const bool alone = p->at[CONTENTION] == THREAD;
    plan.entry = variants[variant(p)].entry;
    plan.blocks_per_sm = 1;
    plan.n_blocks = limits->sm_count;
    plan.n_threads = 1;
    plan.active_threads = 1;
    plan.reach = alone ? REACH_ALONE : REACH_CHIP;
    plan.count = (uint32_t)p->at[ACCESSES];
    plan.detail = p->at[CONTENTION] == OWN ? COMPANY_LINE_WORDS : 0;
    plan.n_words = (1 + plan.n_blocks) * COMPANY_LINE_WORDS;
    plan.initial = p->at[ACCESS] == LOAD ? HELD : 0;
    plan.near = true;
    return plan;
}

/* A word that was stored to holds 1, all others what they held before. The first line is the leader's, or everybody's; then
 * comes one a block, but the leader's. The leader stores as often as the point says, the others always. */
static enum ga_status check(const struct company_plan *plan, const struct ga_point *p, uint32_t,
                            const struct company_left *left, double *) {
    const bool own = plan->detail != 0, others = plan->reach != REACH_ALONE;
    for (uint32_t w = 0; w < plan->n_words; w++) {
        const uint32_t line = w / COMPANY_LINE_WORDS;
        const bool stored = line == 0 ? plan->count > 0 || (others && !own)
                                      : own && line != 1 + left->board->leader;
        const bool first = w % COMPANY_LINE_WORDS == 0;
        const uint32_t expected = p->at[ACCESS] == STORE && first && stored ? 1 : plan->initial;
        if (left->words[w] != expected)
            return GA_WRONG;
    }
    return GA_OK;
}

static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    return company_measure(gpu, batch, describe, check, err);
}

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_fence_store)(void) {
    static const struct ga_bench row = {
        .id = "fence_store",
        .question = "what does an order cost a store or a load?",
        .sample = "0 to 64 stores or loads of one thread to one word, one after the other",
        .axes = axes,
        .n_axes = sizeof axes / sizeof *axes,
        .variants = variants,
        .n_variants = VARIANTS,
        .samples = {20, 20, 50},
        .visit_samples = 5,
        .interval = 0.02,
        .slope_axis = "accesses",
        .unavailable = ga_no_cycle_counter,
        .valid = valid,
        .reference = reference,
        .price_over = "a plain access; of stores to a shared word, a relaxed one of device scope",
        .work = work,
        .variant = variant,
        .measure = measure,
    };
    return &row;
}
