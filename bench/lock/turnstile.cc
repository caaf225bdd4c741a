/* lock_turnstile: blocks that each hold a part of a tile, as those of split-K and stream-K do: what it takes to sum the
 * parts in turns, by a semaphore whose order is that of the blocks; by atomics, all at once; or by a second kernel.
 *
 * The second kernel's threads share out a tile's words, and where that leaves some idle its parts, too; the order of its
 * sums is fixed. Atomics and the second kernel end when memory has what they wrote.
 *
 * A sample is a launch, or two: from the time at which all blocks begin to the last one's end. Tiles and semaphores go on
 * from sample to sample.
 *
 * Contends: `blocks` blocks on each of `tiles` tiles. Progress assumed: resident blocks run. */
#include "turnstile_kernels.h"

#include "orders.h"

#if defined(GA_BACKEND_CPU)
static const double SPIN_S = 15;
#else
static const double SPIN_S = 2;
#endif
/* Longer than it takes to hear of the start; and of the warm-up, which tells the SM's clock: many of the timer's steps. */
static const double MARGIN_NS = 3000, WARM_UP_NS = 100e3;
enum { WARM_UP = 1, MOST_SAMPLES = 12, MOST_WORDS = 16384, THREADS = 256, BLOCKS_PER_SM = 2 };

/* Expected: of the turns, an acquire and a release; of the atomics, a reduction for each word under way, and the wait for
 * them; of the two kernels the second's wait for its stores. */
GA_KERNEL_FULL(lock_turnstile_turns, turnstile_args) { take_turn(a); }
GA_KERNEL_FULL(lock_turnstile_atomics, turnstile_args) { add_at_once(a); }
GA_KERNEL_FULL(lock_turnstile_kernels, turnstile_args) { store_part(a); }
GA_KERNEL_256(lock_turnstile_second, turnstile_args) { sum_parts(a); }

enum method { TURNS, ATOMICS, KERNELS, SECOND };
static const char *const methods[] = {"turns", "atomics", "kernels", nullptr};

#define SYNCS(n)                                                                                   \
    { .operation = GA_OP_block_sync, .count = n }
#define ORDERED(op, o)                                                                             \
    { .operation = GA_OP_##op, .scope = GA_SCOPE_DEVICE, .order = o }
static const struct ga_variant variants[] = {
    {"lock_turnstile_turns",
     GA_ENTRY(lock_turnstile_turns),
     {ORDERED(load_order, GA_ACQUIRE), ORDERED(store_order, GA_RELEASE), SYNCS(4)}},
    {"lock_turnstile_atomics",
     GA_ENTRY(lock_turnstile_atomics),
     {{.operation = GA_OP_add,
       .type = GA_TYPE_f32,
       .scope = GA_SCOPE_DEVICE,
       .unused = true,
       .count = (int)UNROLL * (int)VECTOR},
      {.operation = GA_OP_await_writes},
      SYNCS(3)}},
    {"lock_turnstile_kernels", GA_ENTRY(lock_turnstile_kernels), {SYNCS(2)}},
    {"lock_turnstile_second",
     GA_ENTRY(lock_turnstile_second),
     {{.operation = GA_OP_await_writes}, SYNCS(3)}},
};

static uint32_t most_resident(const struct ga_limits *limits) {
    return BLOCKS_PER_SM * limits->sm_count;
}
static void blocks_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    *first = 1;
    *last = (int32_t)most_resident(limits);
}
static void words_range(const struct ga_limits *, int32_t *first, int32_t *last) {
    *first = 0;
    *last = MOST_WORDS;
}

enum { METHOD, BLOCKS, WORDS, TILES };
static int32_t most_tiles(const struct ga_limits *limits, const struct ga_point *p) {
    return (int32_t)most_resident(limits) / p->at[BLOCKS];
}
static const struct ga_axis axes[] = {
    {"method",
     "",
     "turns: in order, by a semaphore that is acquired and released; atomics: a reduction a word, "
     "in "
     "no order; kernels: parts are stored, and a second kernel sums them",
     methods,
     nullptr,
     {"all", "all", "all"}},
    {"blocks",
     "",
     "with a part of a tile each",
     nullptr,
     blocks_range,
     {"8", "1..128*2", "1..max*2"}},
    {"words",
     "",
     "of a tile, 32-bit floats, a multiple of 4: a turn loads, adds and stores so many",
     nullptr,
     words_range,
     {"1024", "0,1024,4096,16384", "0,1..max*4"}},
    {"tiles",
     "",
     "at once; max: two blocks an SM in all",
     nullptr,
     blocks_range,
     {"1", "1,max", "1..max*4,max"},
     most_tiles},
};

static bool valid(const struct ga_limits *limits, const struct ga_point *p) {
    return (uint32_t)(p->at[BLOCKS] * p->at[TILES]) <= most_resident(limits) &&
           p->at[WORDS] % VECTOR == 0 && (p->at[METHOD] != ATOMICS || p->at[WORDS] > 0);
}

/* The tiles that fill the GPU, and one. */
static bool usual(const struct ga_limits *limits, const struct ga_point *p) {
    return p->at[TILES] == 1 || p->at[TILES] == most_tiles(limits, p);
}

static bool reference(const struct ga_point *p, struct ga_point *other) {
    *other = *p;
    other->at[METHOD] = TURNS;
    return true;
}

static uint32_t variant(const struct ga_point *p) { return (uint32_t)p->at[METHOD]; }

/* In turns. */
static struct ga_work work(const struct ga_limits *, const struct ga_point *p) {
    return {(uint64_t)p->at[BLOCKS], (uint64_t)p->at[BLOCKS], ~0u};
}

/* --- launches --- */

/* Where things lie on the device. Cleared up to `parts`, for every point. */
struct layout {
    size_t semaphores, over, arrived, start, begin, ends, clocks, tiles, parts, size;
};

static struct layout lay_out(const struct ga_limits *limits) {
    const size_t n = most_resident(limits), samples = WARM_UP + MOST_SAMPLES, word = 4;
    struct layout l = {};
    l.semaphores = ga_carve(&l.size, n * TURNSTILE_APART * word);
    l.over = ga_carve(&l.size, word);
    l.arrived = ga_carve(&l.size, n * word);
    l.start = ga_carve(&l.size, samples * word);
    l.begin = ga_carve(&l.size, samples * sizeof(uint64_t));
    l.ends = ga_carve(&l.size, samples * n * sizeof(uint64_t));
    l.clocks = ga_carve(&l.size, 2 * sizeof(uint64_t));
    l.tiles = ga_carve(&l.size, n * MOST_WORDS * word);
    l.parts = ga_carve(&l.size, n * MOST_WORDS * word);
    return l;
}

static struct ga_launch launch_of(const struct ga_limits *limits, const struct ga_point *p,
                                  enum method kernel, const struct turnstile_args *args) {
    const uint32_t threads =
        limits->threads_per_block < THREADS ? limits->threads_per_block : (uint32_t)THREADS;
    return {variants[kernel].entry, (uint32_t)(p->at[BLOCKS] * p->at[TILES]), threads,
            kernel == SECOND ? UNROLL * threads * sizeof(vector) : 2 * sizeof(uint32_t), args};
}

static enum ga_status launch(struct ga_gpu *gpu, const struct ga_point *p, const struct layout *l,
                             char *memory, uint32_t n_samples, struct ga_err *err) {
    struct turnstile_args args[WARM_UP + MOST_SAMPLES];
    struct ga_launch launches[2 * (WARM_UP + MOST_SAMPLES)];
    const struct ga_limits *const limits = &gpu->limits;
    uint32_t n = 0;
    for (uint32_t s = 0; s < WARM_UP + n_samples; s++) {
        args[s] = {(uint32_t *)(memory + l->semaphores),
                   (vector *)(memory + l->tiles),
                   (vector *)(memory + l->parts),
                   (uint32_t *)(memory + l->over),
                   (uint32_t *)(memory + l->arrived),
                   (uint32_t *)(memory + l->start),
                   (uint64_t *)(memory + l->begin),
                   (uint64_t *)(memory + l->ends),
                   (uint64_t *)(memory + l->clocks),
                   (uint32_t)p->at[BLOCKS],
                   (uint32_t)p->at[WORDS] / VECTOR,
                   s,
                   (uint32_t)((s < WARM_UP ? WARM_UP_NS : MARGIN_NS) / limits->tick_ns),
                   (uint64_t)(ga_spin_s(gpu, SPIN_S) * 1e9 / limits->tick_ns)};
        launches[n++] = launch_of(limits, p, (enum method)variant(p), &args[s]);
        if (p->at[METHOD] == KERNELS)
            launches[n++] = launch_of(limits, p, SECOND, &args[s]);
    }
    return gpu->backend->launch(gpu, launches, n, err);
}

/* Every word holds all parts of all samples, and the semaphores the turns. */
static enum ga_status check(const struct ga_point *p, const struct layout *l, const char *left,
                            uint32_t n_samples) {
    const uint32_t n = WARM_UP + n_samples, blocks = (uint32_t)p->at[BLOCKS];
    const uint32_t *const semaphores = (const uint32_t *)(left + l->semaphores);
    const float *const tiles = (const float *)(left + l->tiles);
    if (*(const uint32_t *)(left + l->over))
        return GA_TIMEOUT;
    float sums[VECTOR] = {};
    for (uint32_t rank = 0; rank < blocks; rank++)
        for (uint32_t w = 0; w < VECTOR; w++)
            sums[w] += (float)n * turnstile_part(rank, w);
    for (uint32_t t = 0; t < (uint32_t)p->at[TILES]; t++) {
        if (p->at[METHOD] == TURNS && semaphores[t * TURNSTILE_APART] != n * blocks)
            return GA_WRONG;
        for (uint32_t w = 0; w < (uint32_t)p->at[WORDS]; w++)
            if (tiles[(size_t)t * (uint32_t)p->at[WORDS] + w] != sums[w % VECTOR])
                return GA_WRONG;
    }
    return GA_OK;
}

/* A sample ends when its last block does. A block that began late would make it longer. */
static void read_samples(const struct ga_point *p, const struct layout *l, const char *left,
                         uint32_t n_samples, uint32_t *samples, struct ga_visit *visit) {
    const uint32_t n_blocks = (uint32_t)(p->at[BLOCKS] * p->at[TILES]);
    const uint64_t *const begin = (const uint64_t *)(left + l->begin);
    const uint64_t *const clocks = (const uint64_t *)(left + l->clocks);
    visit->ticks = clocks[0];
    visit->cycles = clocks[1];
    for (uint32_t s = 0; s < n_samples; s++) {
        const uint64_t *const ends = (const uint64_t *)(left + l->ends) + (WARM_UP + s) * n_blocks;
        uint64_t last = begin[WARM_UP + s];
        for (uint32_t b = 0; b < n_blocks; b++)
            last = ends[b] > last ? ends[b] : last;
        const uint64_t ticks = last - begin[WARM_UP + s];
        samples[s] = ticks < UINT32_MAX ? (uint32_t)ticks : UINT32_MAX;
    }
}

static enum ga_status measure_point(struct ga_gpu *gpu, const struct layout *l, char *memory,
                                    const struct ga_batch *batch, uint32_t i, struct ga_err *err) {
    const struct ga_point *const p = &batch->points[i];
    const size_t used = l->tiles + (size_t)p->at[TILES] * (uint32_t)p->at[WORDS] * sizeof(float);
    struct ga_visit *const visit = &batch->visits[i];
    void *room = nullptr;
    *visit = {GA_OK, 0, 0, 0};
    enum ga_status status = ga_host_room(gpu, used, &room, err);
    char *const left = (char *)room;
    if (status == GA_OK)
        status = gpu->backend->clear(gpu, memory, used, err);
    if (status == GA_OK)
        status = launch(gpu, p, l, memory, batch->n_samples, err);
    if (status == GA_OK)
        status = gpu->backend->download(gpu, left, memory, used, err);
    if (status != GA_OK)
        return status;
    visit->outcome = check(p, l, left, batch->n_samples);
    read_samples(p, l, left, batch->n_samples, batch->samples + (size_t)i * batch->n_samples,
                 visit);
    return GA_OK;
}

static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    const struct layout l = lay_out(&gpu->limits);
    void *memory = nullptr;
    if (batch->n_samples > MOST_SAMPLES)
        return ga_fail(err, GA_ERROR, "a visit of %u samples is too long", batch->n_samples);
    enum ga_status status = ga_scratch(gpu, l.size, &memory, err);
    for (uint32_t i = 0; status == GA_OK && i < batch->n_points; i++)
        status = measure_point(gpu, &l, (char *)memory, batch, i, err);
    return status;
}

/* Of the answers. */
static const char *const also[] = {"blocks=2,8,32 words=16384", nullptr};

static const struct ga_bench row = {
    .id = "lock_turnstile",
    .question = "what do blocks pay to sum a tile in turns, against atomics and a second kernel?",
    .sample = "all blocks of all tiles add their part, from a common start to the last one's end",
    .axes = axes,
    .n_axes = sizeof axes / sizeof *axes,
    .also = also,
    .variants = variants,
    .n_variants = sizeof variants / sizeof *variants,
    .samples = {6, 12, 24},
    .visit_samples = 12,
    .timer = GA_TICKS,
    .interval = 0.02,
    .slope_axis = "blocks",
    .valid = valid,
    .usual = usual,
    .reference = reference,
    .price_over = "method = turns",
    .work = work,
    .variant = variant,
    .measure = measure,
};

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_lock_turnstile)(void) { return &row; }
