/* shared_service: T(n,e,c), the time that one SM's shared-memory atomic unit takes for n warp
 * instructions issued at once, each by e lanes on one word, c of them compare-and-swap and the rest
 * fetch-and-add with the result used. S(n,e,c) = T / n.
 *
 * src: Dong and Pai, GPGPU'25, section 3.2 and equations 1 to 3. Like the paper's, this T runs from the
 * first start to the last finish. Jobs that do not fit one block go to further blocks of the same SM, and
 * every block has a word of its own.
 *
 * Contends: the n warps of one SM, on one word a block. SMs do not disturb each other, so each
 * works through points of its own. Progress assumed: resident blocks run; lanes need none. */
#include "device.h"
#include "instructions.h"
#include "place.h"
#include "together_host.h"

enum { MOST_WARPS = 64 }; /* of a block */

/* The first of all operations finds 0; if it is a compare-and-swap it wins and leaves this bit. */
#define WON 0x80000000u

/* One lane's; clocks relative to the agreed start. */
struct job_result {
    uint32_t old, start, end;
};

struct visit {
    uint32_t n, e, c, index; /* index: in the batch */
};

/* What a block shares. Thread 0 steers; what it needs lives here and not in registers, of which a
 * full SM leaves 32 a thread. */
struct block_state {
    uint32_t word;        /* that all jobs of the block contend for */
    uint32_t jobs, n_cas; /* of the visit, in this block; the first n_cas swap */
    uint32_t e;
    struct ga_steering steering;
    uint32_t sm_id;
    struct ga_jobs warp[MOST_WARPS];
    struct job_result job[1]; /* [threads] */
};

/* out: how many of the first `n` jobs of the SM are this block's, which has room for `warps`. */
GA_DEVICE uint32_t share(uint32_t n, uint32_t rank, uint32_t warps) {
    const uint32_t before = rank * warps;
    return n <= before ? 0 : n - before < warps ? n - before : warps;
}

/* Thread 0. Opens the visit of a point. */
GA_DEVICE void begin_visit(const struct visit *v, struct block_state *s) {
    const uint32_t warps = ga_n_threads() / ga_warp_size();
    s->jobs = share(v->n, s->steering.rank, warps);
    s->n_cas = share(v->c, s->steering.rank, warps);
    s->e = v->e;
    ga_open_visit(&s->steering);
}

/* The measured part, in each of the lanes below e of a warp that has a job. What it needs is in
 * registers by then, and what it found is stored only when the jobs of all blocks must have ended
 * (as the sample before tells): shared memory is reached through the very pipe that is measured. */
GA_DEVICE struct job_result job(uint32_t *word, bool is_cas, uint64_t base) {
    if (is_cas) {
        const uint64_t start = ga_cycles();
        const uint32_t old = ga_cas_u32_block_relaxed(word, 0, WON);
        const uint64_t end = ga_cycles_after(old);
        return {old, ga_since(base, start), ga_since(base, end)};
    }
    const uint64_t start = ga_cycles();
    const uint32_t old = ga_add_u32_block_relaxed(word, 1);
    const uint64_t end = ga_cycles_after(old);
    return {old, ga_since(base, start), ga_since(base, end)};
}

/* A warp's lanes into one; result: the sum of the tickets of an adder's lanes, the number of winners
 * among a swapper's. */
GA_DEVICE struct ga_jobs fold(const struct job_result *lane, uint32_t e, bool is_cas) {
    struct ga_jobs all = ga_no_jobs();
    GA_NO_UNROLL
    for (uint32_t i = 0; i < e; i++) {
        const struct job_result r = lane[i];
        ga_join(&all, {is_cas ? r.old == 0 : r.old & ~WON, r.start, r.start, r.end});
    }
    return all;
}

/* Thread 0: the block's result, and whether memory holds what it must: every adder got a ticket of
 * its own (the tickets 0 .. k-1 add up to k(k-1)/2), and a swapper won if and only if the word says
 * so. */
GA_DEVICE void conclude(struct block_state *s) {
    struct ga_jobs all = ga_no_jobs();
    uint32_t winners = 0;
    GA_NO_UNROLL
    for (uint32_t w = 0; w < s->jobs; w++) {
        winners += w < s->n_cas ? s->warp[w].result : 0;
        ga_join(&all, s->warp[w]);
    }
    const uint32_t tickets = all.result - winners;
    const uint32_t k = (s->jobs - s->n_cas) * s->e;
    if (winners > 1 || (k == 0 && winners != 1) || s->word != k + winners * WON ||
        tickets != (k ? k * (k - 1) / 2 : 0))
        s->steering.outcome = GA_WRONG;
    s->steering.latest = all;
}

/* Expected: one shared-memory add that returns, one compare-and-swap, no other atomic. */
GA_KERNEL_PAIRED(shared_service, ga_together_args) {
    struct block_state *const s = (struct block_state *)ga_shared();
    struct ga_place place;
    if (ga_find_place(a.place_table, a.ask.blocks_per_sm, a.ask.spin_ticks, (uint32_t *)ga_shared(),
                      &place) != GA_OK)
        return;
    const uint32_t thread = ga_thread();
    if (thread == 0) {
        s->sm_id = place.sm_id;
        ga_steer(&s->steering, place.rank);
    }
    uint32_t *const word = &s->word + a.zero[thread];
    const uint32_t warp = thread / ga_warp_size(), lane = thread % ga_warp_size();
    GA_NO_UNROLL
    for (uint32_t i = place.sm; i < a.n_visits; i += a.n_sms) {
        const struct visit *const v = (const struct visit *)a.visits + i;
        if (thread == 0)
            begin_visit(v, s);
        for (;;) {
            if (thread == 0) {
                ga_agree(&s->steering, &a.mail[i % a.n_sms * a.ask.blocks_per_sm], a.ask,
                         &a.cycles[(size_t)v->index * a.ask.n_samples]);
                s->word = 0;
            }
            ga_block_sync();
            if (s->steering.next == GA_STOP)
                break;
            const bool works = warp < s->jobs, is_cas = warp < s->n_cas;
            const bool active = works && lane < s->e;
            const uint64_t base = s->steering.base, quiet_end = base + s->steering.quiet;
            struct job_result r; /* of the active lanes */
            ga_wait_until(base);
            ga_block_sync();
            if (active)
                r = job(word, is_cas, base);
            ga_wait_until(quiet_end);
            ga_block_sync();
            if (active)
                s->job[thread] = r;
            ga_block_sync();
            if (works && lane == 0)
                s->warp[warp] = fold(&s->job[thread], s->e, is_cas);
            ga_block_sync();
            if (thread == 0 && s->jobs)
                conclude(s);
            ga_converge();
        }
        if (thread == 0 && s->steering.rank == 0)
            ga_close_visit(&s->steering, s->sm_id, &a.results[v->index]);
        if (s->steering.outcome == GA_TIMEOUT)
            return;
        ga_block_sync();
    }
}

static void n_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    *first = 1;
    *last = (int32_t)limits->warps_per_sm;
}

static void e_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    *first = 1;
    *last = (int32_t)limits->warp_size;
}

static void c_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    *first = 0;
    *last = (int32_t)limits->warps_per_sm;
}

enum { N, E, C };
static const struct ga_axis axes[] = {
    {"n",
     "warp instructions",
     "issued at once on one SM",
     nullptr,
     n_range,
     {"1..max*2", "1..max", "1..max"}},
    {"e",
     "lanes",
     "of each warp, all on one word",
     nullptr,
     e_range,
     {"1..max*2", "1..max", "1..max"}},
    {"c",
     "warp instructions",
     "of the n that are compare-and-swap",
     nullptr,
     c_range,
     {"0,1..max*2", "0..max", "0..max"}},
};

static bool valid(const struct ga_limits *limits, const struct ga_point *p) {
    return p->at[C] <= p->at[N] && ga_occupancy_for(limits, (uint32_t)p->at[N]).blocks_per_sm != 0;
}

static const char *unavailable(const struct ga_limits *limits) {
    if (limits->threads_per_block / limits->warp_size > MOST_WARPS)
        return "its blocks have more warps than the kernel has room for";
    return ga_no_cycle_counter(limits);
}

static struct ga_work work(const struct ga_limits *, const struct ga_point *p) {
    const uint64_t n = (uint64_t)p->at[N];
    return {n * (uint64_t)p->at[E], n, (p->at[C] < p->at[N] ? 1u : 0u) | (p->at[C] > 0 ? 2u : 0u)};
}

static const struct ga_variant variants[] = {
    {"shared_service",
     GA_ENTRY(shared_service),
     {{.operation = GA_OP_add, .space = GA_SHARED}, {.operation = GA_OP_cas, .space = GA_SHARED}}},
};

static void describe(const struct ga_limits *, const struct ga_point *p, uint32_t index,
                     void *visit) {
    *(struct visit *)visit = {(uint32_t)p->at[N], (uint32_t)p->at[E], (uint32_t)p->at[C], index};
}
static uint32_t warps(const struct ga_point *p) { return (uint32_t)p->at[N]; }
static const void *entry(const struct ga_point *) { return GA_ENTRY(shared_service); }
static size_t shared(uint32_t n_threads) {
    return sizeof(struct block_state) + n_threads * sizeof(struct job_result);
}

static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    static const struct ga_together_bench bench = {
        sizeof(struct visit), describe, warps, entry, shared, GA_SKEW_CYCLES};
    return ga_measure_together(gpu, &bench, batch, err);
}

static const struct ga_bench row = {
    .id = "shared_service",
    .question = "how long does an SM take for n warp instructions of atomics on shared memory?",
    .sample = "T(n,e,c): n warp instructions issued at once, first start to last finish",
    .axes = axes,
    .n_axes = 3,
    .variants = variants,
    .n_variants = 1,
    .samples = {20, 100, 400},
    .visit_samples = 20,
    .per_sm = true,
    .series = false,
    .brief = true,
    .unavailable = unavailable,
    .valid = valid,
    .work = work,
    .variant = nullptr,
    .measure = measure,
};

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_shared_service)(void) { return &row; }
