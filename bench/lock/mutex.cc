/* lock_mutex: how often a second threads can take turns at a lock, who gets it, how long it takes from one
 * to the next, and what they send to memory for it. Every lock is in a file of its own, all against the
 * contract of lock.h; the axes are in mutex_axes.h, the kernels in mutex_kernels.h, their
 * atomics in mutex_atomics.h.
 *
 * A visit is one short launch that counts for no time, and takes stamps in the first visits, then a launch a sample. */
#include "place.h"
#include "mutex_atomics.h"
#include "mutex_axes.h"
#include "mutex_kernels.h"
#include "mutex_records.h"
#include "orders.h"

/* Turns of a launch: enough of each contender for its share to show, and fewer where that would be more than
 * MOST_ADDS adds. The stand-in and an emulator only have to do them right. No launch takes as long as SPIN_S, from when a contender
 * begins, unless its lock is broken. */
#if defined(GA_BACKEND_CPU)
static const uint32_t TURNS_EACH = 4, LEAST_TURNS = 32, MOST_TURNS = 64;
static const double SPIN_S = 15;
#else
static const uint32_t TURNS_EACH = 16, LEAST_TURNS = 128, MOST_TURNS = 4096;
static const double SPIN_S = 2;
#endif
static const uint32_t MOST_ADDS = 1 << 16, EMULATED_TURNS = 64;
static const double NEVER_S = 0.2; /* the patience with a lock that never opens */

enum { BLOCK_THREADS = 128, MOST_LAUNCHES = 16 };

/* Expected: the atomics of the lock, once each, at the scope asked for; those that count where several are inside; and
 * every fence, of the lock's orders and of the beginning. */
#define LOCK(name, ...)                                                                            \
    MUTEX_BLOCK_KERNEL(name, LOCK_ATOMICS, atomics)                                                \
    MUTEX_BLOCK_KERNEL(name, LOCK_FENCES, fences)                                                  \
    MUTEX_BLOCK_KERNEL(name, LOCK_THREADFENCE, threadfence)                                        \
    MUTEX_KERNEL(name, GA_SCOPE_DEVICE, device, LOCK_ATOMICS, atomics)                             \
    MUTEX_KERNEL(name, GA_SCOPE_DEVICE, device, LOCK_FENCES, fences)                               \
    MUTEX_KERNEL(name, GA_SCOPE_DEVICE, device, LOCK_THREADFENCE, threadfence)                     \
    MUTEX_KERNEL(name, GA_SCOPE_SYSTEM, system, LOCK_ATOMICS, atomics)                             \
    MUTEX_KERNEL(name, GA_SCOPE_SYSTEM, system, LOCK_FENCES, fences)                               \
    MUTEX_KERNEL(name, GA_SCOPE_SYSTEM, system, LOCK_THREADFENCE, threadfence)
#include LOCK_LIST
#undef LOCK

#define VARIANT(name, scope, orders)                                                               \
    {"lock_mutex_" #name "_" #scope "_" #orders,                                                   \
     GA_ENTRY(lock_mutex_##name##_##scope##_##orders),                                             \
     {}},
#define VARIANTS(name, scope)                                                                      \
    VARIANT(name, scope, atomics) VARIANT(name, scope, fences) VARIANT(name, scope, threadfence)
/* In the order of the axes lock, scope, order; their facts are added by variants(). */
enum { N_VARIANTS = (int)N_LOCKS * (int)GA_N_SCOPES * (int)LOCK_ORDERINGS };
static struct ga_variant variant_table[N_VARIANTS] = {
#define LOCK(name, ...) VARIANTS(name, block) VARIANTS(name, device) VARIANTS(name, system)
#include LOCK_LIST
#undef LOCK
};
/* One access lets in and one lets the next in. In a queue, whose words are a contender's own, there are the exchange, which
 * does both, and the compare-and-swap of its end, two loads and two stores. */
static const struct lock_ordered lock_simple = {1, 1, 1, 1, 0}, lock_queue = {3, 4, 2, 1, 1};
static const struct {
    const struct lock_atomics *atomics;
    const struct lock_ordered *ordered;
} facts[N_LOCKS] = {
#define LOCK(name, atomics, ordered) {&lock_##atomics, &ordered},
#include LOCK_LIST
#undef LOCK
};

static const struct ga_variant *variants(void) {
    for (uint32_t i = 0; i < N_VARIANTS && variant_table[i].facts[0].operation == GA_OP_end; i++) {
        const enum ga_scope scope = (enum ga_scope)(i / LOCK_ORDERINGS % GA_N_SCOPES);
        const bool is_shared = scope == GA_SCOPE_BLOCK;
        const auto *const lock = &facts[i / LOCK_ORDERINGS / GA_N_SCOPES];
        const struct lock_fences n = {lock->ordered,
                                      (enum lock_ordering)(i % LOCK_ORDERINGS),
                                      scope,
                                      is_shared ? GA_SHARED : GA_GLOBAL,
                                      2,
                                      is_shared ? 3u : 2u};
        lock_add_atomics(&variant_table[i], lock->atomics, n.space, scope);
        lock_add_orders(&variant_table[i], &n);
    }
    return variant_table;
}

/* What the contract says of each lock. */
static const struct {
    uint32_t (*words)(uint32_t n);
    uint32_t capacity;
} needs[] = {
#define LOCK(name, ...)                                                                            \
    {lock_##name<uint32_t *, GA_SCOPE_DEVICE, struct lock_orders<LOCK_ATOMICS>>::words,            \
     lock_##name<uint32_t *, GA_SCOPE_DEVICE, struct lock_orders<LOCK_ATOMICS>>::capacity},
#include LOCK_LIST
#undef LOCK
};

/* --- how a point is launched --- */

static struct mutex_geometry geometry_of(const struct ga_limits *limits, const struct ga_point *p) {
    const uint32_t n = (uint32_t)p->at[CONTENDERS], warp = limits->warp_size;
    const uint32_t most = limits->threads_per_block < BLOCK_THREADS ? limits->threads_per_block
                                                                    : (uint32_t)BLOCK_THREADS;
    const uint32_t work = (uint32_t)p->at[WORK_AXIS];
    const uint32_t most_turns = MOST_ADDS / (work > 0 ? work : 1);
    struct mutex_geometry g = {};
    g.contenders = n;
    g.turns = n * TURNS_EACH < LEAST_TURNS  ? LEAST_TURNS
              : n * TURNS_EACH > MOST_TURNS ? MOST_TURNS
                                            : n * TURNS_EACH;
    g.turns = g.turns < most_turns ? g.turns : most_turns;
    g.turns = limits->emulated && g.turns > EMULATED_TURNS ? EMULATED_TURNS : g.turns;
    g.stride = p->at[CONTENDER] == A_LANE ? 1 : warp;
    const uint32_t threads = (n * g.stride + warp - 1) / warp * warp;
    if (p->at[SCOPE] == GA_SCOPE_BLOCK) {
        g.n_threads = threads;
        g.shared_bytes = (MUTEX_SHARED_LOCK + needs[p->at[LOCK_AXIS]].words(n)) * sizeof(uint32_t);
    } else if (p->at[CONTENDER] == A_BLOCK) {
        g.n_threads = warp;
        g.shared_bytes = ga_exclusive_shared_bytes(limits, 1, 0);
    } else {
        g.n_threads = threads < most ? threads : most;
    }
    g.n_blocks = (threads + g.n_threads - 1) / g.n_threads;
    return g;
}

/* A visit's first launch takes stamps in the first STAMPED_VISITS, and is one of FEW_TURNS in the others. */
enum { STAMPED_VISITS = 2, FEW_TURNS = 8 };
static bool takes_stamps(const struct ga_batch *batch) { return batch->visit < STAMPED_VISITS; }

/* Of the launch that takes stamps: of a queue, enough that each contender waits for all others; where a lock is unfair, the
 * longest wait is no longer than this launch. */
static struct mutex_geometry stamped_geometry(struct mutex_geometry g) {
    const uint32_t n = 2 * g.contenders;
    const uint32_t turns = n < LEAST_TURNS ? LEAST_TURNS : n;
    g.turns = turns < g.turns ? turns : g.turns;
    return g;
}
static struct mutex_geometry first_geometry(struct mutex_geometry g, bool stamped) {
    if (stamped)
        return stamped_geometry(g);
    g.turns = g.turns < FEW_TURNS ? g.turns : (uint32_t)FEW_TURNS;
    return g;
}

static bool valid(const struct ga_limits *limits, const struct ga_point *p) {
    const uint32_t n = (uint32_t)p->at[CONTENDERS];
    if (p->at[SCOPE] != GA_SCOPE_BLOCK)
        return p->at[CONTENDER] != A_BLOCK || n <= limits->sm_count;
    return p->at[CONTENDER] != A_BLOCK &&
           geometry_of(limits, p).n_threads <= limits->threads_per_block;
}

static bool reference(const struct ga_point *p, struct ga_point *other) {
    *other = *p;
    other->at[ORDER] = 0;
    return true;
}

static uint32_t variant(const struct ga_point *p) {
    return (uint32_t)((p->at[LOCK_AXIS] * GA_N_SCOPES + p->at[SCOPE]) * LOCK_ORDERINGS +
                      p->at[ORDER]);
}

static struct ga_work work(const struct ga_limits *limits, const struct ga_point *p) {
    const uint64_t n = geometry_of(limits, p).turns;
    return {n, n, UINT32_MAX};
}

/* --- a visit --- */

/* Where things lie on the device: the same for all points, so that a lock stays where it is. Launch l of a
 * visit has protected words and records of its own; all from `cleared` on is zeroed before. */
struct layout {
    size_t lock, zero, cleared, control, protected_words, records, size;
};
enum { CONTROL_OVER = 0, CONTROL_GO = 64, CONTROL_READY = 128 }; /* in words */

static struct layout lay_out(uint32_t n_launches) {
    struct layout l = {};
    uint32_t most = 0;
    for (uint32_t i = 0; i < N_LOCKS; i++) {
        const uint32_t n = needs[i].words(MOST_CONTENDERS);
        most = n > most ? n : most;
    }
    l.lock = ga_carve(&l.size, (size_t)most * LOCK_STRIDE_WORDS * sizeof(uint32_t));
    l.zero = ga_carve(&l.size, MOST_CONTENDERS * sizeof(uint32_t));
    l.cleared = l.zero;
    l.control = ga_carve(&l.size, ((size_t)CONTROL_READY + MOST_CONTENDERS) * sizeof(uint32_t));
    l.protected_words =
        ga_carve(&l.size, (size_t)MOST_LAUNCHES * LOCK_STRIDE_WORDS * sizeof(uint32_t));
    l.records =
        ga_carve(&l.size, (size_t)n_launches * MOST_CONTENDERS * sizeof(struct mutex_record));
    return l;
}

static enum ga_status launch_visit(struct ga_gpu *gpu, const struct ga_point *p,
                                   const struct layout *l, char *memory, uint32_t n_launches,
                                   bool stamped, struct ga_err *err) {
    const struct mutex_geometry g = geometry_of(&gpu->limits, p);
    const double spin_s = p->at[LOCK_AXIS] == ID_never_opens ? NEVER_S : ga_spin_s(gpu, SPIN_S);
    struct mutex_args args[MOST_LAUNCHES];
    struct ga_launch launches[MOST_LAUNCHES];
    for (uint32_t i = 0; i < n_launches; i++) {
        uint32_t *const control = (uint32_t *)(memory + l->control);
        args[i] = {
            (uint32_t *)(memory + l->lock),
            (uint32_t *)(memory + l->protected_words) + (size_t)i * LOCK_STRIDE_WORDS,
            control + CONTROL_READY,
            control + CONTROL_GO,
            control + CONTROL_OVER,
            (const uint32_t *)(memory + l->zero),
            (struct mutex_record *)(memory + l->records) + (size_t)i * g.contenders,
            i + 1,
            g.contenders,
            g.stride,
            i == 0 ? first_geometry(g, stamped).turns : g.turns,
            (uint32_t)p->at[WORK_AXIS],
            i == 0 && stamped,
            (uint64_t)(spin_s * 1e9 / gpu->limits.tick_ns),
        };
        launches[i] = {variant_table[variant(p)].entry, g.n_blocks, g.n_threads, g.shared_bytes,
                       &args[i]};
    }
    const size_t n_records = (size_t)n_launches * g.contenders;
    const enum ga_status status =
        gpu->backend->clear(gpu, memory + l->cleared,
                            l->records - l->cleared + n_records * sizeof(struct mutex_record), err);
    return status == GA_OK ? gpu->backend->launch(gpu, launches, n_launches, err) : status;
}

static void read_sample(const struct mutex_sum *s, const struct mutex_geometry *g, uint32_t *ticks,
                        struct ga_spread *spread, double *tally) {
    const double elapsed = s->last > s->first ? (double)(s->last - s->first) : 0;
    const double n = g->contenders, turns = (double)s->turns;
    *ticks = elapsed < UINT32_MAX ? (uint32_t)elapsed : UINT32_MAX;
    *spread = {elapsed * n / turns, elapsed / s->most, elapsed / (s->fewest > 0 ? s->fewest : 1),
               turns * turns / (n * s->squares)};
    tally[ATOMICS] += (double)s->atomics / turns;
    tally[LOADS] += (double)s->loads / turns;
    tally[STORES] += (double)s->stores / turns;
    tally[FEWEST] += s->fewest * n / turns;
    tally[MOST] += s->most * n / turns;
}

static void read_visit(const struct ga_gpu *gpu, const struct ga_batch *batch, uint32_t i,
                       const uint32_t *words, const struct mutex_record *records) {
    const struct ga_point *const p = &batch->points[i];
    const struct mutex_geometry g = geometry_of(&gpu->limits, p),
                                before = first_geometry(g, takes_stamps(batch));
    struct ga_visit *const visit = &batch->visits[i];
    double *const tally = &batch->tallies[(size_t)i * N_TALLIES];
    *visit = {GA_OK, records[0].sm, 0, 0};
    for (uint32_t l = 0; l < batch->n_samples + 1; l++) {
        const struct mutex_record *const launch = records + (size_t)l * g.contenders;
        const struct mutex_sum s = mutex_sum_up(launch, g.contenders);
        const enum ga_status outcome = mutex_outcome(
            &s, words + (size_t)l * LOCK_STRIDE_WORDS, needs[p->at[LOCK_AXIS]].capacity,
            l == 0 ? &before : &g, (uint32_t)p->at[WORK_AXIS]);
        ga_visit_outcome(visit, outcome);
        if (p->at[CONTENDER] == A_BLOCK && !mutex_on_different_sms(launch, g.contenders))
            ga_visit_outcome(visit, GA_ERROR);
        visit->cycles += launch[0].cycles;
        visit->ticks += launch[0].ticks;
        if (l == 0) {
            tally[HANDOVER] = s.n_handovers ? (double)s.handovers_sum / (double)s.n_handovers *
                                                  gpu->limits.tick_ns
                                            : __builtin_nan("");
            tally[LONGEST_WAIT] = takes_stamps(batch) ? (double)s.longest_wait * gpu->limits.tick_ns
                                                      : __builtin_nan("");
        } else if (outcome == GA_OK) {
            const size_t at = (size_t)i * batch->n_samples + l - 1;
            read_sample(&s, &g, &batch->samples[at], &batch->spreads[at], tally);
        }
    }
    for (int t = ATOMICS; t < N_TALLIES; t++)
        tally[t] = visit->outcome == GA_OK ? tally[t] / batch->n_samples : __builtin_nan("");
}

/* One queue of launches a point: nothing else may run. What it left is read at once, words and records. */
static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    const uint32_t n_launches = batch->n_samples + 1;
    const struct layout l = lay_out(n_launches);
    const size_t records = l.records - l.protected_words;
    void *scratch = nullptr, *room = nullptr;
    if (n_launches > MOST_LAUNCHES)
        return ga_fail(err, GA_ERROR, "a visit of %u samples is too long", batch->n_samples);
    enum ga_status status = ga_scratch(gpu, l.size, &scratch, err);
    if (status == GA_OK)
        status = ga_host_room(gpu, l.size - l.protected_words, &room, err);
    char *const memory = (char *)scratch;
    for (uint32_t i = 0; status == GA_OK && i < batch->n_points; i++) {
        const size_t n = (size_t)n_launches * (uint32_t)batch->points[i].at[CONTENDERS];
        status =
            launch_visit(gpu, &batch->points[i], &l, memory, n_launches, takes_stamps(batch), err);
        if (status == GA_OK)
            status = gpu->backend->download(gpu, room, memory + l.protected_words,
                                            records + n * sizeof(struct mutex_record), err);
        if (status == GA_OK)
            read_visit(gpu, batch, i, (const uint32_t *)room,
                       (const struct mutex_record *)((char *)room + records));
    }
    return status;
}

/* Of the answers. */
static const char *const also[] = {
    "lock=tas_exchange,ttas,backoff,ticket,mcs contender=block contenders=128",
    "lock=tas_exchange,ttas,backoff,ticket,mcs contender=warp contenders=1024", nullptr};

static struct ga_bench row = {
    .id = "lock_mutex",
    .question = "how fast and how fair are locks, and what do they cost memory?",
    .sample = "one launch: contenders take turns at a lock until a given number of turns is made",
    .axes = axes,
    .n_axes = sizeof axes / sizeof *axes,
    .also = also,
    .n_variants = N_VARIANTS,
    .samples = {3, 6, 10},
    .visit_samples = 6,
    .threads = true,
    .tallies = tallies,
    .n_tallies = N_TALLIES,
    .timer = GA_TICKS,
    .interval = 0.05,
    .valid = valid,
    .usual = usual,
    .reference = reference,
    .price_over = "order = atomics",
    .work = work,
    .variant = variant,
    .measure = measure,
};

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_lock_mutex)(void) {
    row.variants = variants();
    return &row;
}
