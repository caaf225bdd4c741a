/* global_energy: what an atomic costs in energy: what the GPU takes while all SMs do nothing else, less what it takes while as
 * many warps wait, over the operations in that time. By the counter of NVIDIA's management library, which steps seldom: so it
 * takes seconds a point, and runs only where --bench matches it.
 *
 *   off      the loop of red, all lanes switched off: what the instructions around it take
 *   load     relaxed, at device scope, so that it comes from the L2
 *   store    likewise
 *   red      an add without a result; atom: with; shared: without, in shared memory
 *
 * Contends: every lane with all others on one word, or nobody. Progress assumed: none. */
#include <math.h>

#include "device_order.h"
#include "device_shared_operations.h"
#include "energy_meter.h"

enum access { OFF, LOAD, STORE, RED, ATOM, SHARED };
enum words { ONE, OWN };
enum : uint32_t { UNROLL = 4, MOST_THREADS = 1024 };

/* on: 0: no lane takes part. own: 1: a word a thread; 0: one for all. one: 1. The compiler knows none of them. */
struct energy_args {
    uint32_t *words;
    uint32_t *sums; /* [thread], of what came back; of shared: [block], of its words */
    struct ga_lap *laps;
    uint32_t n, on, own, one;
    uint64_t wait_ticks;
};

template <enum access A>
GA_DEVICE uint32_t energy_access(uint32_t *word, uint32_t *shared, uint32_t x) {
    if constexpr (A == LOAD)
        return ga_load<GA_SCOPE_DEVICE, GA_RELAXED>(word);
    else if constexpr (A == ATOM)
        return ga_add<GA_SCOPE_DEVICE, GA_RELAXED>(word, x);
    else if constexpr (A == STORE)
        ga_store<GA_SCOPE_DEVICE, GA_RELAXED>(word, x);
    else if constexpr (A == RED)
        GA_SILENT(ga_add)<GA_SCOPE_DEVICE, GA_RELAXED>(word, x);
    else
        ga_shared_add(shared, x);
    return 0;
}

template <enum access A> GA_DEVICE void energy(const struct energy_args &a) {
    uint32_t *const shared = (uint32_t *)ga_shared();
    const uint32_t me = ga_block() * ga_n_threads() + ga_thread();
    uint32_t *const word = a.words + me * a.own, *const mine = shared + ga_thread() * a.own;
    uint32_t sum = 0;
    if constexpr (A == SHARED) {
        shared[ga_thread()] = 0;
        ga_block_sync();
    }
    const struct ga_lap lap = ga_lap_begin();
    /* Of stores in a row to one word a compiler leaves the last. */
    constexpr uint32_t n = A == STORE ? 1u : (uint32_t)UNROLL;
    GA_NO_UNROLL
    for (uint32_t i = 0; i < a.n; i += n) {
        uint32_t old[n] = {};
        if (a.on) {
            GA_UNROLL
            for (uint32_t k = 0; k < n; k++)
                old[k] = energy_access<A>(word, mine, A == STORE ? i + a.one : a.one);
        }
        GA_UNROLL
        for (uint32_t k = 0; k < n; k++)
            sum += old[k];
    }
    ga_await_writes();
    ga_block_sync();
    if (ga_thread() == 0)
        ga_lap_end(&a.laps[ga_block()], lap, a.n);
    if constexpr (A == LOAD || A == ATOM) {
        a.sums[me] = sum;
    } else if constexpr (A == SHARED) {
        if (ga_thread() == 0) {
            for (uint32_t t = 0; t < ga_n_threads(); t++)
                sum += shared[t];
            a.sums[ga_block()] = sum;
        }
    }
}

/* Expected: UNROLL accesses of the kind, or one store, and no other atomic. */
GA_KERNEL_FULL(global_energy_load, energy_args) { energy<LOAD>(a); }
GA_KERNEL_FULL(global_energy_store, energy_args) { energy<STORE>(a); }
GA_KERNEL_FULL(global_energy_red, energy_args) { energy<RED>(a); }
GA_KERNEL_FULL(global_energy_atom, energy_args) { energy<ATOM>(a); }
GA_KERNEL_FULL(global_energy_shared, energy_args) { energy<SHARED>(a); }

/* As many warps, which wait for one of each block, and that for the time. No atomics. */
GA_KERNEL_FULL(energy_wait, energy_args) {
    const struct ga_lap lap = ga_lap_begin();
    if (ga_thread() == 0)
        while (ga_ticks() - lap.start < a.wait_ticks)
            ga_pause();
    ga_block_sync();
    if (ga_thread() == 0)
        ga_lap_end(&a.laps[ga_block()], lap, 0);
}

#define VARIANT(kind, n, n_syncs, ...)                                                             \
    {                                                                                              \
        "global_energy_" #kind, GA_ENTRY(global_energy_##kind), {                                  \
            {__VA_ARGS__, .count = n}, {.operation = GA_OP_await_writes}, {                        \
                .operation = GA_OP_block_sync, .count = n_syncs                                    \
            }                                                                                      \
        }                                                                                          \
    }
static const struct ga_variant variants[] = {
    VARIANT(load, UNROLL, 1, .operation = GA_OP_load, .scope = GA_SCOPE_DEVICE),
    VARIANT(store, 1, 1, .operation = GA_OP_store, .scope = GA_SCOPE_DEVICE),
    VARIANT(red, UNROLL, 1, .operation = GA_OP_add, .scope = GA_SCOPE_DEVICE, .unused = true),
    VARIANT(atom, UNROLL, 1, .operation = GA_OP_add, .scope = GA_SCOPE_DEVICE),
    VARIANT(shared, UNROLL, 2, .operation = GA_OP_add, .space = GA_SHARED, .unused = true),
};
static uint32_t variant(const struct ga_point *p) {
    static const uint32_t of[] = {2, 0, 1, 2, 3, 4};
    return of[p->at[0]];
}

static const char *const accesses[] = {"off", "load", "store", "red", "atom", "shared", nullptr};
static const char *const words[] = {"one", "own", nullptr};
static const struct ga_axis axes[] = {
    {"access", "", "what every lane does", accesses, nullptr, {"red", "all", "all"}},
    {"words",
     "",
     "one for all lanes (of a block, if shared), or one each",
     words,
     nullptr,
     {"own", "all", "all"}},
};

static bool valid(const struct ga_limits *, const struct ga_point *p) {
    return p->at[0] != OFF || p->at[1] == ONE;
}

static struct energy_grid grid_of(const struct ga_limits *limits) {
    const uint32_t most = limits->threads_per_block, n = most < MOST_THREADS ? most : MOST_THREADS;
    const uint32_t per_sm = limits->warps_per_sm * limits->warp_size / n;
    return {limits->sm_count * (per_sm < 2 ? 1 : 2), n};
}

/* Accesses of a thread in a launch: some ms on an H100. */
static uint32_t n_each(const struct ga_limits *limits, const struct ga_point *p) {
    static const uint32_t of[][2] = {{1 << 16, 0},      {1 << 10, 1 << 12}, {1 << 10, 1 << 12},
                                     {1 << 5, 1 << 12}, {1 << 5, 1 << 12},  {1 << 12, 1 << 15}};
    return energy_is_stand_in(limits) ? 2 * UNROLL : of[p->at[0]][p->at[1]];
}

static struct ga_work work(const struct ga_limits *limits, const struct ga_point *p) {
    const struct energy_grid g = grid_of(limits);
    const uint64_t n = (uint64_t)g.n_blocks * g.n_threads * n_each(limits, p);
    return {n, n / limits->warp_size, p->at[0] == OFF ? 0u : 1u};
}

/* out: how many words are wrong after n_launches. A thread stores 1, 2, .. */
static uint32_t wrong(const struct ga_limits *limits, const struct ga_point *p,
                      const uint32_t *found, const uint32_t *sums, uint64_t n_launches) {
    const struct energy_grid g = grid_of(limits);
    const uint32_t n_threads = g.n_blocks * g.n_threads, each = n_each(limits, p);
    const uint32_t n_words = p->at[1] == OWN ? n_threads : 1, sharers = n_threads / n_words;
    const bool adds = p->at[0] == RED || p->at[0] == ATOM;
    const uint32_t expected = adds ? (uint32_t)(n_launches * each * sharers) : 0;
    uint32_t n_wrong = 0;
    for (uint32_t k = 0; k < n_words; k++)
        n_wrong += p->at[0] != STORE ? found[k] != expected
                   : n_words == 1    ? found[k] - 1 >= each
                                     : found[k] != each;
    for (uint32_t k = 0; k < n_threads && p->at[0] == LOAD; k++)
        n_wrong += sums[k] != 0;
    for (uint32_t b = 0; b < g.n_blocks && p->at[0] == SHARED; b++)
        n_wrong += sums[b] != g.n_threads * each;
    return n_wrong;
}

enum { OP_PJ, ERROR_PJ, POWER_W, WAIT_W, N_TALLIES };
static const struct ga_tally tallies[] = {
    {"op_pj", "pJ",
     "energy of a lane operation, above that of waiting; below 0: it takes less than waiting does",
     ga_tally::GA_MEAN},
    {"op_error_pj", "pJ",
     "half of what the two halves of a visit differ: of op_pj's noise, not of what waiting takes",
     ga_tally::GA_MEAN},
    {"power_w", "W", "of the GPU meanwhile", ga_tally::GA_MEAN},
    {"wait_w", "W", "of the GPU while as many warps wait", ga_tally::GA_MEAN},
};

static enum ga_status measure_point(struct ga_gpu *gpu, const struct ga_batch *batch, uint32_t i,
                                    struct energy_memory *m, struct ga_err *err) {
    const struct ga_point *const p = &batch->points[i];
    const struct energy_grid g = grid_of(&gpu->limits);
    const size_t n_bytes = (size_t)g.n_blocks * g.n_threads * sizeof(uint32_t);
    const struct energy_args args = {m->words,
                                     m->sums,
                                     m->laps,
                                     n_each(&gpu->limits, p),
                                     p->at[0] != OFF,
                                     p->at[1] == OWN,
                                     1,
                                     (uint64_t)(energy_is_stand_in(&gpu->limits)
                                                    ? 1e4
                                                    : ENERGY_WAIT_S * 1e9 / gpu->limits.tick_ns)};
    const size_t shared = g.n_threads * sizeof(uint32_t);
    const struct ga_launch op = {variants[variant(p)].entry, g.n_blocks, g.n_threads, shared,
                                 &args},
                           wait = {GA_ENTRY(energy_wait), g.n_blocks, g.n_threads, shared, &args};
    struct energy_visit v = {};
    enum ga_status status = gpu->backend->clear(gpu, m->words, n_bytes, err);
    if (status == GA_OK)
        status = energy_measure(gpu, &op, &wait, m, batch->n_samples, &v, err);
    if (status == GA_OK)
        status = gpu->backend->download(gpu, m->found, m->words, n_bytes, err);
    if (status == GA_OK)
        status = gpu->backend->download(gpu, m->returned, m->sums, n_bytes, err);
    if (status != GA_OK)
        return status;
    batch->visits[i] = v.visit;
    for (uint32_t s = 0; s < batch->n_samples; s++)
        batch->samples[(size_t)i * batch->n_samples + s] = v.samples[s];
    const double each = 1e12 / (double)work(&gpu->limits, p).ops;
    double *const tally = &batch->tallies[(size_t)i * N_TALLIES];
    tally[OP_PJ] = (v.launch_j[0] + v.launch_j[1]) / 2 * each;
    tally[ERROR_PJ] = fabs(v.launch_j[0] - v.launch_j[1]) / 2 * each;
    tally[POWER_W] = v.power_w;
    tally[WAIT_W] = v.wait_w;
    if (wrong(&gpu->limits, p, m->found, m->returned, v.n_launches) > 0)
        ga_visit_outcome(&batch->visits[i], GA_WRONG);
    return GA_OK;
}

static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    const struct energy_grid g = grid_of(&gpu->limits);
    struct energy_memory m = {};
    enum ga_status status = energy_make(gpu, &g, &m, err);
    for (uint32_t i = 0; status == GA_OK && i < batch->n_points; i++)
        status = measure_point(gpu, batch, i, &m, err);
    energy_free(&m);
    return status;
}

static const struct ga_bench row = {
    .id = "global_energy",
    .question = "what does an atomic cost in energy?",
    .sample = "a launch in which every thread of the GPU makes its accesses",
    .axes = axes,
    .n_axes = sizeof axes / sizeof *axes,
    .variants = variants,
    .n_variants = sizeof variants / sizeof *variants,
    .samples = {ENERGY_SAMPLES, ENERGY_SAMPLES, 2 * ENERGY_SAMPLES},
    .visit_samples = ENERGY_SAMPLES,
    .whole_visits = true,
    .by_name = true,
    .tallies = tallies,
    .n_tallies = N_TALLIES,
    .timer = GA_TICKS,
    .interval = 0.05,
    .valid = valid,
    .work = work,
    .variant = variant,
    .measure = measure,
};

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_global_energy)(void) { return &row; }
