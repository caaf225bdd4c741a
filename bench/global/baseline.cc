/* global_baseline: what one thread's atomic adds to one word in device memory cost while the rest
 * of the GPU idles, in three regimes that are easily taken for each other:
 *
 *   dependent    every add needs the result of the one before it: the latency of an atomic
 *   independent  no add waits for another, and all results are used; how many are under way at once is
 *                up to the compiler's registers and the hardware's queues (6 to 11 on sm_90)
 *   unused       no result is used, and nothing waits: the clock stops when the last add has left the
 *                SM, so this is the pace at which adds are issued, not how long one takes
 *
 * src: Maucher et al., PLOS'25, section 4.2 and figure 2: 128 and 1024 unrolled atomicAdd(1), 1024
 * measurements of each in order.
 *
 * The word is near: of 64 lines the nearest to the SM that the thread is on; how far others are, global_locality says.
 *
 * Contends: nobody; one thread with itself. Progress assumed: none. */
#include "distance_host.h"
#include "instructions.h"

enum { WARM_UP = 2 };

enum regime { DEPENDENT, INDEPENDENT, UNUSED };

struct baseline_args {
    uint32_t *word;
    const uint32_t *zero; /* one 0 a thread; the compiler cannot know, nor that they are the same */
    uint32_t *cycles, *ticks; /* [n_samples] */
    struct ga_visit *result;
    uint32_t n_samples;
};

/* The three sequences of N adds of 1, returning the sum of what they returned (0 if unused). */
template <enum regime R, uint32_t N, uint32_t Add(uint32_t *, uint32_t)>
GA_DEVICE uint32_t adds(uint32_t *word, uint32_t zero) {
    uint32_t sum = 0;
    uint32_t old = 0;
    GA_UNROLL
    for (uint32_t i = 0; i < N; i++) {
        const uint32_t one = R == DEPENDENT ? (old & zero) | 1 : 1;
        old = Add(word, one);
        if (R != UNUSED)
            sum += old;
    }
    return sum;
}

/* One thread: warms up, then takes the samples. Each is checked after its clock has stopped: the
 * word grew by N, and the results, where used, were N successive values. */
template <enum regime R, uint32_t N, uint32_t Add(uint32_t *, uint32_t)>
GA_DEVICE void measure_adds(const struct baseline_args &a) {
    const uint32_t zero = a.zero[ga_thread()];
    uint32_t *const word = a.word + zero;
    uint32_t outcome = GA_OK, before = ga_load_u32_device_relaxed(word);
    uint64_t visit_cycles = 0, visit_ticks = 0;
    GA_NO_UNROLL
    for (uint32_t i = 0; i < WARM_UP + a.n_samples; i++) {
        if (i == WARM_UP) {
            visit_cycles = ga_cycles();
            visit_ticks = ga_ticks();
        }
        const uint64_t ticks = ga_ticks_after(before);
        const uint64_t cycles = ga_start();
        const uint32_t sum = adds<R, N, Add>(word, zero);
        const uint64_t end_cycles = ga_stop_after(sum);
        const uint64_t end_ticks = ga_ticks();
        const uint32_t after = ga_load_u32_device_relaxed(word);
        if (after - before != N || (R != UNUSED && sum != N * before + N * (N - 1) / 2))
            outcome = GA_WRONG;
        before = after;
        if (i >= WARM_UP) {
            a.cycles[i - WARM_UP] = ga_elapsed(cycles, end_cycles);
            a.ticks[i - WARM_UP] = ga_fit(end_ticks - ticks);
        }
    }
    a.result->outcome = outcome;
    a.result->sm = ga_sm_id();
    a.result->cycles = ga_cycles() - visit_cycles;
    a.result->ticks = ga_ticks() - visit_ticks;
}

/* Expected: N adds at the scope, that return or do not, and no other atomic. */
#define BASELINE(regime, REGIME, scope, n)                                                         \
    GA_KERNEL(global_baseline_##regime##_##scope##_##n, baseline_args) {                           \
        measure_adds<REGIME, n, ga_add_u32_##scope##_relaxed>(a);                                  \
    }
#define BASELINE_SCOPE(scope, n)                                                                   \
    BASELINE(dependent, DEPENDENT, scope, n)                                                       \
    BASELINE(independent, INDEPENDENT, scope, n)                                                   \
    BASELINE(unused, UNUSED, scope, n)
BASELINE_SCOPE(block, 128)
BASELINE_SCOPE(device, 128)
BASELINE_SCOPE(system, 128)
BASELINE_SCOPE(block, 1024)
BASELINE_SCOPE(device, 1024)
BASELINE_SCOPE(system, 1024)

static const char *const regimes[] = {"dependent", "independent", "unused", nullptr};
static const char *const scopes[] = {"block", "device", "system", nullptr};
static const char *const adds_labels[] = {"128", "1024", nullptr};

enum { REGIME, SCOPE, ADDS };
static const struct ga_axis axes[] = {
    {"regime", "", "what waits for a result", regimes, nullptr, {"all", "all", "all"}},
    {"scope",
     "",
     "the threads that must see the add as one",
     scopes,
     nullptr,
     {"all", "all", "all"}},
    {"adds", "", "unrolled, in one sample", adds_labels, nullptr, {"all", "all", "all"}},
};

#define VARIANT(regime, unused, scope, SCOPE, n)                                                   \
    {                                                                                              \
        "global_baseline_" #regime "_" #scope "_" #n,                                              \
            GA_ENTRY(global_baseline_##regime##_##scope##_##n), {                                  \
            { GA_OP_add, GA_TYPE_u32, GA_GLOBAL, SCOPE, GA_RELAXED, unused, n }                    \
        }                                                                                          \
    }
#define VARIANTS(regime, unused, scope, SCOPE)                                                     \
    VARIANT(regime, unused, scope, SCOPE, 128), VARIANT(regime, unused, scope, SCOPE, 1024)
#define VARIANTS_OF_SCOPES(regime, unused)                                                         \
    VARIANTS(regime, unused, block, GA_SCOPE_BLOCK),                                               \
        VARIANTS(regime, unused, device, GA_SCOPE_DEVICE),                                         \
        VARIANTS(regime, unused, system, GA_SCOPE_SYSTEM)
/* In the order of the axes, so that a point's index is its coordinates. */
static const struct ga_variant variants[] = {
    VARIANTS_OF_SCOPES(dependent, false),
    VARIANTS_OF_SCOPES(independent, false),
    VARIANTS_OF_SCOPES(unused, true),
};

static uint32_t variant(const struct ga_point *p) {
    return (uint32_t)((p->at[REGIME] * 3 + p->at[SCOPE]) * 2 + p->at[ADDS]);
}

static struct ga_work work(const struct ga_limits *, const struct ga_point *p) {
    const uint64_t n = p->at[ADDS] ? 1024 : 128;
    return {n, n, 1};
}

/* Where a batch's arrays lie. All before `distances` is zeroed for each launch. */
struct layout {
    size_t words, zero, places, visit, cycles, ticks, distances, size;
};

static struct layout lay_out(const struct ga_limits *limits, uint32_t n_samples) {
    const size_t bytes = n_samples * sizeof(uint32_t), sms = limits->sm_count;
    struct layout l = {};
    l.words = ga_carve(&l.size, GA_DISTANCE_LINES * GA_DISTANCE_APART_WORDS * sizeof(uint32_t));
    l.zero = ga_carve(&l.size, sizeof(uint32_t));
    l.places = ga_carve(&l.size, sms * sizeof(uint32_t));
    l.visit = ga_carve(&l.size, sizeof(struct ga_visit));
    l.cycles = ga_carve(&l.size, bytes);
    l.ticks = ga_carve(&l.size, bytes);
    l.distances = ga_carve(&l.size, sms * GA_DISTANCE_LINES * sizeof(uint32_t));
    return l;
}

/* out: near[*n_near]; none on what is no GPU, where no line is nearer than another, and where the SMs can't be asked, so
 * that all points have the first line. */
static enum ga_status find_near(struct ga_gpu *gpu, const struct layout *l, char *memory,
                                struct ga_near_line *near, uint32_t *n_near, struct ga_err *err) {
    const struct ga_distance_args args = {
        (uint32_t *)(memory + l->words), (const uint32_t *)(memory + l->zero),
        (uint32_t *)(memory + l->places), (uint32_t *)(memory + l->distances)};
    bool is_right = false;
    if (gpu->limits.emulated)
        return GA_OK;
    enum ga_status status = gpu->backend->clear(gpu, memory, l->distances, err);
    if (status == GA_OK)
        status = ga_find_near_lines(gpu, &args, near, &is_right, err);
    *n_near = is_right ? gpu->limits.sm_count : 0;
    return status;
}

/* One visit of one point, of a word of that line. */
static enum ga_status visit_point(struct ga_gpu *gpu, const struct ga_batch *batch, uint32_t i,
                                  const struct layout *l, char *memory, uint32_t line,
                                  struct ga_visit *visit, struct ga_err *err) {
    const size_t at = (size_t)i * batch->n_samples, bytes = batch->n_samples * sizeof(uint32_t);
    const struct baseline_args args = {(uint32_t *)(memory + l->words) +
                                           line * GA_DISTANCE_APART_WORDS,
                                       (const uint32_t *)(memory + l->zero),
                                       (uint32_t *)(memory + l->cycles),
                                       (uint32_t *)(memory + l->ticks),
                                       (struct ga_visit *)(memory + l->visit),
                                       batch->n_samples};
    const struct ga_launch launch = {variants[variant(&batch->points[i])].entry, 1, 1, 0, &args};
    enum ga_status status = gpu->backend->clear(gpu, memory, l->distances, err);
    if (status == GA_OK)
        status = gpu->backend->upload(gpu, memory + l->visit, visit, sizeof *visit, err);
    if (status == GA_OK)
        status = gpu->backend->launch(gpu, &launch, 1, err);
    if (status == GA_OK)
        status = gpu->backend->download(gpu, visit, memory + l->visit, sizeof *visit, err);
    if (status == GA_OK)
        status = gpu->backend->download(gpu, batch->samples + at, memory + l->cycles, bytes, err);
    if (status == GA_OK)
        status = gpu->backend->download(gpu, batch->ticks + at, memory + l->ticks, bytes, err);
    return status;
}

/* On the line that is nearest to the SM where the block came to be: if *line is not, the visit is taken again. A device
 * that never puts the block where it was before has the last visit, of a line that is near to another SM. */
static enum ga_status measure_point(struct ga_gpu *gpu, const struct ga_batch *batch, uint32_t i,
                                    const struct layout *l, char *memory,
                                    const struct ga_near_line *near, uint32_t n_near,
                                    uint32_t *line, struct ga_err *err) {
    enum { TRIES = 4 };
    const struct ga_visit asked = batch->visits[i];
    for (uint32_t t = 0; t < TRIES; t++) {
        struct ga_visit *const visit = &batch->visits[i];
        uint32_t nearest = *line;
        *visit = asked;
        const enum ga_status status = visit_point(gpu, batch, i, l, memory, *line, visit, err);
        for (uint32_t s = 0; s < n_near; s++)
            nearest = near[s].sm_id == visit->sm ? near[s].line : nearest;
        if (status != GA_OK || visit->outcome != GA_OK || nearest == *line)
            return status;
        *line = nearest;
    }
    return GA_OK;
}

/* One launch a point: the rest of the GPU has to idle. */
static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    const struct layout l = lay_out(&gpu->limits, batch->n_samples);
    struct ga_near_line *const near = new struct ga_near_line[gpu->limits.sm_count]();
    void *memory = nullptr;
    uint32_t n_near = 0, line = 0;
    enum ga_status status = ga_scratch(gpu, l.size, &memory, err);
    if (status == GA_OK)
        status = find_near(gpu, &l, (char *)memory, near, &n_near, err);
    for (uint32_t i = 0; status == GA_OK && i < batch->n_points; i++)
        status = measure_point(gpu, batch, i, &l, (char *)memory, near, n_near, &line, err);
    delete[] near;
    return status;
}

static const struct ga_bench row = {
    .id = "global_baseline",
    .question =
        "what does one thread's atomic add to device memory cost, in each of three regimes?",
    .sample = "128 or 1024 unrolled adds of one thread to one word, the rest of the GPU idle",
    .axes = axes,
    .n_axes = 3,
    .variants = variants,
    .n_variants = sizeof variants / sizeof *variants,
    .samples = {64, 1024, 1024},
    .visit_samples = 1024,
    .per_sm = false,
    .series = true,
    .unavailable = ga_no_cycle_counter,
    .valid = nullptr,
    .work = work,
    .variant = variant,
    .measure = measure,
};

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_global_baseline)(void) { return &row; }
