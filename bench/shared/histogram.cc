/* shared_histogram: an image's histogram, four channels of 8 bits, counted by each block in shared memory and
 * then merged: how much of its time the atomic unit of the SMs is busy with it, and what an atomic more or
 * less costs.
 *
 *   kernel   plain: all threads visit the channels in the same order; reordered: rotated by the thread's
 *            number, so that the lanes of a warp are in four channels at once
 *   result   unused, for which NVIDIA has a cheaper instruction from sm_80 on, or used
 *   counter  a word of 32 bits, or packed: two of 16 bits in a word, merged before one is full
 *   extra    -1: in place of the add to the last channel that a thread visits there is a logical instruction on its
 *            address and operand; 1: it is done twice
 *
 * src: Dong and Pai, GPGPU'25, section 4: the kernels' description, the sizes and the solid and uniform images
 * of figures 3 to 5.
 *
 * Contends: the threads of a block, on the bins of their pixels. Progress assumed: the block's barrier. */
#include "histogram_host.h"
#include "instructions.h"

enum { KERNEL, RESULT, COUNTER, IMAGE, PIXELS, THREADS, EXTRA, N_AXES };
enum { WORD, PACKED };
static const int32_t MOST_PIXELS = 1 << HISTOGRAM_MOST_LOG2, LARGE = MOST_PIXELS / 2;
/* The stand-in has a thread of the OS for each, so few points; with the most pixels a packed counter would be
 * full there. */
static const int32_t STAND_IN_PIXELS = 1 << 17, STAND_IN_SMALL = 1 << 6;

static const char *const kernels[] = {"plain", "reordered", nullptr};
static const char *const results[] = {"unused", "used", nullptr};
static const char *const counters[] = {"word", "packed", nullptr};
static const char *const images[] = {"solid", "uniform", "smooth", "patches", nullptr};

static bool is_stand_in(const struct ga_limits *limits) { return limits->memory_bytes == 0; }

static void pixels_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    *first = 1 << HISTOGRAM_LEAST_LOG2;
    *last = is_stand_in(limits) ? STAND_IN_PIXELS : MOST_PIXELS;
}
static void threads_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    *first = (int32_t)limits->warp_size;
    *last = (int32_t)limits->threads_per_block;
}
static void extra_range(const struct ga_limits *, int32_t *first, int32_t *last) {
    *first = -1;
    *last = 1;
}

static const struct ga_axis axes[] = {
    {"kernel",
     "",
     "order of the channels: all threads' the same, or rotated by the thread's number",
     kernels,
     nullptr,
     {"all", "all", "all"}},
    {"result",
     "",
     "whether anybody reads what the atomics return",
     results,
     nullptr,
     {"all", "all", "all"}},
    {"counter",
     "",
     "bits of a bin: a word's 32, or 16, two in a word",
     counters,
     nullptr,
     {"all", "all", "all"}},
    {"image",
     "",
     "one colour, even values, a photograph's spectrum, or flat regions",
     images,
     nullptr,
     {"solid,smooth", "all", "all"}},
    {"pixels",
     "",
     "of the image, a power of two",
     nullptr,
     pixels_range,
     {"32,64", "32..max*2", "32..max*2"}},
    {"threads", "", "of a block, a power of two", nullptr, threads_range, {"max", "all", "all"}},
    {"extra",
     "",
     "atomics of a pixel more or less, on its last channel; in a preset, not 0 and packed: large "
     "images only",
     nullptr,
     extra_range,
     {"-1..1", "-1..1", "-1..1"}},
};

static bool is_power(int32_t x) { return (x & (x - 1)) == 0; }

static bool is_for_stand_in(const struct ga_point *p) {
    const bool solid = p->at[IMAGE] == HISTOGRAM_SOLID;
    if (p->at[PIXELS] <= STAND_IN_SMALL)
        return p->at[EXTRA] == 0 || solid;
    return p->at[PIXELS] == STAND_IN_PIXELS && p->at[KERNEL] == 0 && p->at[RESULT] > 0 &&
           p->at[COUNTER] == PACKED && solid && p->at[EXTRA] == 1;
}

static bool valid(const struct ga_limits *, const struct ga_point *p) {
    return is_power(p->at[PIXELS]) && is_power(p->at[THREADS]);
}

/* Packed counters, and an atomic more or less, in images alone where the atomics are most of the time. */
static bool usual(const struct ga_limits *limits, const struct ga_point *p) {
    const bool plainest = p->at[COUNTER] == WORD && p->at[EXTRA] == 0;
    if (is_stand_in(limits))
        return is_for_stand_in(p) && p->at[THREADS] == (int32_t)limits->threads_per_block;
    return plainest || p->at[PIXELS] >= LARGE;
}

/* The price of the order is one over the speed-up. */
static bool reference(const struct ga_point *p, struct ga_point *other) {
    *other = *p;
    other->at[KERNEL] = 0;
    return true;
}

static struct ga_work work(const struct ga_limits *limits, const struct ga_point *p) {
    const uint64_t n = (uint64_t)p->at[PIXELS];
    const uint64_t visits = (uint64_t)(HISTOGRAM_CHANNELS + p->at[EXTRA]);
    return {visits * n, visits * ((n + limits->warp_size - 1) / limits->warp_size), 3};
}

/* Adds in shared memory, of a 1 that the compiler knows where nobody reads them and they are not packed; one of device
 * scope for the merge; and four barriers of the block, the last after a wait for the merge. */
#define VARIANT(name, reordered, used, packed, visits)                                             \
    {#name,                                                                                        \
     GA_ENTRY(name),                                                                               \
     {{.operation = (used) || (packed) ? GA_OP_add : GA_OP_count,                                  \
       .space = GA_SHARED,                                                                         \
       .unused = !(used),                                                                          \
       .count = visits},                                                                           \
      {.operation = GA_OP_add, .scope = GA_SCOPE_DEVICE, .unused = true},                          \
      {.operation = GA_OP_await_writes},                                                           \
      {.operation = GA_OP_block_sync, .count = 4}}},
static const struct ga_variant variants[] = {HISTOGRAM_EACH(VARIANT)};

/* In the order of HISTOGRAM_EACH. */
static uint32_t variant(const struct ga_point *p) {
    return (uint32_t)(((p->at[KERNEL] * 2 + p->at[RESULT]) * 2 + p->at[COUNTER]) * 3 +
                      p->at[EXTRA] + 1);
}

static struct histogram_point describe(const struct ga_limits *limits, const struct ga_point *p) {
    const bool packed = p->at[COUNTER] == PACKED, used = p->at[RESULT] > 0;
    return {(enum histogram_image)p->at[IMAGE],
            (uint32_t)__builtin_ctz((uint32_t)p->at[PIXELS]) - HISTOGRAM_LEAST_LOG2,
            (uint32_t)p->at[THREADS],
            p->at[KERNEL] > 0,
            used,
            packed,
            packed                                     ? HISTOGRAM_PACKED
            : used || !ga_counts_lanes(limits->target) ? HISTOGRAM_ADDS
                                                       : HISTOGRAM_COUNTS,
            p->at[EXTRA],
            variants[variant(p)].entry};
}

static const struct ga_tally tallies[] = {
    {"passes", "",
     "that the data stage of shared memory has to take for a launch's atomics, by the host",
     ga_tally::GA_MAX},
    {"lanes_each", "", "passes of a warp instruction, on the mean: the model's e",
     ga_tally::GA_MAX},
};
enum { N_TALLIES = sizeof tallies / sizeof *tallies };

static void tally(const struct ga_limits *limits, const struct ga_batch *batch, uint32_t i,
                  const struct histogram_point *p, const struct histogram_drawn *drawn) {
    const double passes =
        (double)histogram_passes(&drawn[p->image].sums[p->size], p->reordered, p->way, p->extra);
    batch->tallies[i * N_TALLIES] = passes;
    batch->tallies[i * N_TALLIES + 1] = passes / (double)work(limits, &batch->points[i]).requests;
}

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_shared_histogram)(void);

/* Room for a batch on the host. */
struct room {
    struct histogram_point *points;
    struct ga_launch *grids;
    uint32_t *expected;
    struct histogram_part *parts;
    struct histogram_queue queue;
    char (*labels)[GA_LABEL];
};

static bool make_room(const struct ga_limits *limits, uint32_t n_points, size_t n_launches,
                      struct room *r) {
    *r = {new (std::nothrow) struct histogram_point[n_points],
          new (std::nothrow) struct ga_launch[n_points],
          new (std::nothrow) uint32_t[(size_t)n_points * HISTOGRAM_BINS],
          new (std::nothrow) struct histogram_part[n_launches * histogram_check_blocks(limits)],
          {new (std::nothrow) struct ga_launch[2 * n_launches],
           new (std::nothrow) struct histogram_args[n_launches],
           new (std::nothrow) struct histogram_check_args[n_launches], 0},
          new (std::nothrow) char[n_points][GA_LABEL]};
    return r->points && r->grids && r->expected && r->parts && r->queue.launches && r->queue.args &&
           r->queue.checks && r->labels;
}

static void free_room(struct room *r) {
    delete[] r->labels;
    delete[] r->queue.checks;
    delete[] r->queue.args;
    delete[] r->queue.launches;
    delete[] r->parts;
    delete[] r->expected;
    delete[] r->grids;
    delete[] r->points;
}

/* Samples of a visit follow one that does not count, and has no label. */
static enum ga_status run_batch(struct ga_gpu *gpu, const struct ga_batch *batch, struct room *r,
                                size_t n_launches, struct ga_err *err) {
    static struct histogram_drawn drawn[HISTOGRAM_IMAGES];
    const struct ga_limits *const limits = &gpu->limits;
    const size_t n_parts = n_launches * histogram_check_blocks(limits);
    struct histogram_memory m;
    enum ga_status status = histogram_prepare(gpu, batch, r->points, n_launches, drawn, &m, err);
    for (uint32_t i = 0; status == GA_OK && i < batch->n_points; i++) {
        const struct histogram_point *const p = &r->points[i];
        histogram_expect(&drawn[p->image].sums[p->size], p->reordered, p->extra,
                         r->expected + (size_t)i * HISTOGRAM_BINS);
        tally(limits, batch, i, p, drawn);
        ga_label(GA_SYMBOL(ga_bench_shared_histogram)(), &batch->points[i], r->labels[i], GA_LABEL);
        status = histogram_grid(gpu, p, &r->grids[i], err);
        for (uint32_t s = 0; status == GA_OK && s < batch->n_samples + 1; s++)
            histogram_push(&r->queue, limits, p, i, &r->grids[i], &m, s ? r->labels[i] : nullptr);
    }
    if (status == GA_OK)
        status =
            gpu->backend->upload(gpu, m.base + m.expected, r->expected,
                                 (size_t)batch->n_points * HISTOGRAM_BINS * sizeof(uint32_t), err);
    if (status == GA_OK)
        status = gpu->backend->launch(gpu, r->queue.launches, 2 * r->queue.n, err);
    if (status == GA_OK)
        status = gpu->backend->download(gpu, r->parts, m.base + m.parts, n_parts * sizeof *r->parts,
                                        err);
    for (uint32_t i = 0; status == GA_OK && i < batch->n_points; i++)
        histogram_read(
            limits, r->parts + (size_t)i * (batch->n_samples + 1) * histogram_check_blocks(limits),
            r->grids[i].n_blocks, batch, i);
    return status;
}

static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    const size_t n_launches = (size_t)batch->n_points * (batch->n_samples + 1);
    struct room r;
    enum ga_status status = GA_OK;
    if (!make_room(&gpu->limits, batch->n_points, n_launches, &r))
        status = ga_fail(err, GA_ERROR, "out of memory for %zu launches", n_launches);
    for (uint32_t i = 0; status == GA_OK && i < batch->n_points; i++)
        r.points[i] = describe(&gpu->limits, &batch->points[i]);
    if (status == GA_OK)
        status = run_batch(gpu, batch, &r, n_launches, err);
    free_room(&r);
    return status;
}

static const struct ga_bench row = {
    .id = "shared_histogram",
    .question = "are shared-memory atomics what holds a histogram back?",
    .sample = "one histogram of the image, from the first block's start until memory has it",
    .axes = axes,
    .n_axes = N_AXES,
    .variants = variants,
    .n_variants = sizeof variants / sizeof *variants,
    .samples = {2, 6, 20},
    .visit_samples = 6,
    .tallies = tallies,
    .n_tallies = N_TALLIES,
    .timer = GA_TICKS,
    .interval = 0.02,
    .load_axis = "pixels",
    .slope_axis = "extra",
    .valid = valid,
    .usual = usual,
    .reference = reference,
    .price_over = "kernel = plain",
    .work = work,
    .variant = variant,
    .measure = measure,
};

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_shared_histogram)(void) { return &row; }
