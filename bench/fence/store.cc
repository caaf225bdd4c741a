/* fence_store: what an order costs a store or a load, over a plain one. Up to 64 of them follow each other
 * in straight code. A load waits for the one before, so its slope is a latency; a store waits for nothing but
 * what its order says, so the slope of a plain one is the pace at which stores leave.
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
    uint32_t *const word = a.words + ga_block() * a.detail;
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

/* What a family of targets makes of an access: plain, volatile, mmio, at device scope, at system scope. */
struct family {
    const char *target;
    const char *of[2][5]; /* store, load */
};
#define NVIDIA(target, plain)                                                                      \
    {                                                                                              \
        target, {                                                                                  \
            {"STG.E" plain, "STG.E.STRONG.SYS", "STG.E.MMIO.SYS", "STG.E.STRONG.GPU",              \
             "STG.E.STRONG.SYS"},                                                                  \
            {                                                                                      \
                "LDG.E" plain, "LDG.E.STRONG.SYS", "LDG.E.MMIO.SYS", "LDG.E.STRONG.GPU",           \
                    "LDG.E.STRONG.SYS"                                                             \
            }                                                                                      \
        }                                                                                          \
    }
/* Stores that go through to the L2 anyway say no scope before gfx942 and on gfx10, gfx11. */
#define AMD(target, bits, coherent, seen, past)                                                    \
    {                                                                                              \
        target, {                                                                                  \
            {"global_store_" bits, "global_store_" bits coherent, "global_store_" bits past,       \
             "global_store_" bits, "global_store_" bits},                                          \
            {                                                                                      \
                "global_load_" bits, "global_load_" bits seen coherent, "global_load_" bits past,  \
                    "global_load_" bits seen, "global_load_" bits seen                             \
            }                                                                                      \
        }                                                                                          \
    }
#define AMD_SCOPED(target, bits, device, system, past_store, past_load)                            \
    {                                                                                              \
        target, {                                                                                  \
            {"global_store_" bits, "global_store_" bits system, "global_store_" bits past_store,   \
             "global_store_" bits device, "global_store_" bits system},                            \
            {                                                                                      \
                "global_load_" bits, "global_load_" bits system, "global_load_" bits past_load,    \
                    "global_load_" bits device, "global_load_" bits system                         \
            }                                                                                      \
        }                                                                                          \
    }
static const struct family families[] = {
    NVIDIA("sm_", ""),
    NVIDIA("sm_75", ".SYS"),
    AMD("gfx90", "dword", "", " glc", " glc slc"),
    AMD("gfx90a", "dword", "", " glc", " glc slc"),
    AMD_SCOPED("gfx942", "dword", " sc1", " sc0 sc1", " sc0 nt sc1", " sc0 nt sc1"),
    AMD("gfx10", "dword", "", " glc dlc", " glc slc dlc"),
    AMD("gfx11", "b32", " dlc", " glc", " glc slc dlc"),
    AMD_SCOPED("gfx12", "b32", " scope:SCOPE_DEV", " scope:SCOPE_SYS",
               " th:TH_STORE_NT scope:SCOPE_SYS", " th:TH_LOAD_NT scope:SCOPE_SYS"),
};
enum { FAMILIES = sizeof families / sizeof *families };

/* The access, and the fence that its order puts before or after it. */
static struct ga_expect expect(const struct family *family, enum access access, enum kind kind,
                               enum ga_scope scope) {
    struct ga_expect e = {family->target, {}, 0, {}};
    const struct fence_family *const f = fence_family_of(family->target);
    const bool is_store = access == STORE, full = kind == SEQ_CST && f->seq_cst[scope];
    const uint32_t place = kind < RELAXED ? (uint32_t)kind : scope == GA_SCOPE_DEVICE ? 3 : 4;
    fence_expect_more(&e, family->of[access][place], COMPANY_IN_CODE);
    if (full)
        fence_expect_more(&e, f->seq_cst[scope], COMPANY_IN_CODE);
    if (full || (kind >= ORDERED && !is_store))
        fence_expect_acquire(&e, f, scope, COMPANY_IN_CODE);
    if (full && !is_store)
        fence_expect_acquire(&e, f, scope, COMPANY_IN_CODE);
    if (!full && kind >= ORDERED && is_store)
        fence_expect_more(&e, f->release[scope], COMPANY_IN_CODE);
    if (!e.instructions[1])
        e.instructions[1] = GA_NO_INSTRUCTION;
    return e;
}

static const struct ga_variant *variants(void) {
#define STORE_ROW(access, ACCESS, kind, KIND, scope, SCOPE)                                        \
    {"fence_store_" #access "_" #kind "_" #scope,                                                  \
     GA_ENTRY(fence_store_##access##_##kind##_##scope), nullptr, FAMILIES, COMPANY_IN_CODE},
#define STORE_WHAT(access, ACCESS, kind, KIND, scope, SCOPE) {ACCESS, KIND, SCOPE},
    static struct ga_variant table[] = {STORE_EACH(STORE_ROW)};
    static const struct {
        enum access access;
        enum kind kind;
        enum ga_scope scope;
    } what[] = {STORE_EACH(STORE_WHAT)};
    static struct ga_expect expects[VARIANTS][FAMILIES];
    for (uint32_t v = 0; v < VARIANTS && !table[v].expect; v++) {
        for (uint32_t f = 0; f < FAMILIES; f++)
            expects[v][f] = expect(&families[f], what[v].access, what[v].kind, what[v].scope);
        table[v].expect = expects[v];
    }
    return table;
}

static struct ga_work work(const struct ga_limits *, const struct ga_point *p) {
    const uint64_t n = (uint64_t)p->at[ACCESSES];
    return {n, n, n ? ~0u : 0};
}

static struct company_plan describe(const struct ga_limits *limits, const struct ga_point *p) {
    struct company_plan plan = {};
    const bool alone = p->at[CONTENTION] == THREAD;
    plan.entry = variants()[variant(p)].entry;
    plan.blocks_per_sm = 1;
    plan.n_blocks = limits->sm_count;
    plan.n_threads = 1;
    plan.active_threads = 1;
    plan.reach = alone ? REACH_ALONE : REACH_CHIP;
    plan.count = (uint32_t)p->at[ACCESSES];
    plan.detail = p->at[CONTENTION] == OWN ? COMPANY_LINE_WORDS : 0;
    plan.n_words = plan.n_blocks * COMPANY_LINE_WORDS;
    plan.initial = p->at[ACCESS] == LOAD ? HELD : 0;
    return plan;
}

/* A word that was stored to holds 1, all others what they held before. The leader stores as often as the point says,
 * the others always. */
static enum ga_status check(const struct company_plan *plan, const struct ga_point *p, uint32_t,
                            const struct company_left *left, double *) {
    const bool alone = plan->reach == REACH_ALONE;
    for (uint32_t w = 0; w < plan->n_words; w++) {
        const uint32_t block = w / COMPANY_LINE_WORDS;
        const bool first = w % COMPANY_LINE_WORDS == 0;
        const bool stored = plan->detail == 0 ? block == 0 && (!alone || plan->count > 0)
                                              : block != left->board->leader || plan->count > 0;
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
    static struct ga_bench row = {
        .id = "fence_store",
        .question = "what does an order cost a store or a load?",
        .sample = "0 to 64 stores or loads of one thread to one word, one after the other",
        .axes = axes,
        .n_axes = sizeof axes / sizeof *axes,
        .n_variants = VARIANTS,
        .samples = {20, 20, 50},
        .visit_samples = 20,
        .interval = 0.02,
        .slope_axis = "accesses",
        .unavailable = ga_no_cycle_counter,
        .valid = valid,
        .reference = reference,
        .work = work,
        .variant = variant,
        .measure = measure,
    };
    row.variants = variants();
    return &row;
}
