/* global_bandwidth: bytes a second that the whole device reads, writes and copies, of arrays that fit into the
 * L2 and of such that do not: what atomics have to be held against. It measures no atomics.
 * Contends: nobody; every thread has words of its own to write. Progress assumed: none. */
#include <new>

#include "bench.h"
#include "device.h"
#include "laps_host.h"

enum access { READ, WRITE, COPY };
enum array { IN_L2, IN_MEMORY };
enum {
    QUAD = 4,   /* words that a lane accesses at once */
    UNROLL = 4, /* such accesses that are under way at once */
    MOST_THREADS = 256,
    TINY_QUADS = 1 << 12, /* of the large array of what is no GPU: the stand-in and an emulator */
    L2_SHARE = 4,         /* the small array is this part of the L2 */
    L2_TIMES = 32,        /* the large one so many times the L2 */
    MOST_SAMPLES = 10     /* of a visit */
};
static const uint64_t LARGE_BYTES = 2ULL << 30; /* at least: caches behind the L2 are smaller */
static const uint32_t FACTOR = 2654435761u;

struct alignas(16) bandwidth_quad {
    uint32_t at[QUAD];
};

/* A block's: ticks from its first thread's start until memory has all that it wrote, and cycles. */
struct bandwidth_lap {
    uint64_t start, done, cycles;
};

/* n_quads: of an array, a multiple of the number of threads; n_each: accesses of a thread, a multiple of
 * UNROLL: it goes round the array as often as that takes. Each round reads what another block read in the
 * one before, `shift` quads on, so that it does not come from the SM's own cache. */
struct bandwidth_args {
    const struct bandwidth_quad *from;
    struct bandwidth_quad *to;
    uint32_t *sums; /* [thread] */
    struct bandwidth_lap *laps;
    uint32_t n_quads, n_each, shift, salt;
};

/* The content of quad i. */
GA_ANYWHERE struct bandwidth_quad bandwidth_made(uint32_t i, uint32_t salt) {
    struct bandwidth_quad quad;
    for (uint32_t k = 0; k < QUAD; k++)
        quad.at[k] = (i * QUAD + k) * FACTOR + salt;
    return quad;
}

GA_DEVICE uint32_t bandwidth_wrap(uint32_t i, uint32_t n) { return i < n ? i : i - n; }

template <enum access A> GA_DEVICE void bandwidth_measure(const struct bandwidth_args &a) {
    const uint64_t start = ga_ticks(), cycles = ga_cycles();
    const uint32_t step = ga_n_blocks() * ga_n_threads();
    const uint32_t me = ga_block() * ga_n_threads() + ga_thread();
    uint32_t to = me, shifted = 0, sum = 0;
    GA_NO_UNROLL
    for (uint32_t i = 0; i < a.n_each; i += UNROLL) {
        struct bandwidth_quad quads[UNROLL];
        uint32_t at[UNROLL];
        GA_UNROLL
        for (uint32_t k = 0; k < UNROLL; k++) {
            at[k] = to;
            if constexpr (A == WRITE)
                quads[k] = bandwidth_made(to, a.salt);
            else
                quads[k] = a.from[bandwidth_wrap(to + shifted, a.n_quads)];
            to += step;
            if (to >= a.n_quads) {
                to -= a.n_quads;
                shifted = bandwidth_wrap(shifted + a.shift, a.n_quads);
            }
        }
        GA_UNROLL
        for (uint32_t k = 0; k < UNROLL; k++) {
            if constexpr (A == READ)
                sum += quads[k].at[0] + quads[k].at[1] + quads[k].at[2] + quads[k].at[3];
            else
                a.to[at[k]] = quads[k];
        }
    }
    if constexpr (A == READ)
        a.sums[me] += sum;
    ga_await_writes();
    ga_block_sync();
    if (ga_thread() == 0)
        a.laps[ga_block()] = {start, ga_ticks(), ga_cycles() - cycles};
}

/* Expected: loads and stores of 16 bytes, UNROLL of them in a row, and no atomic. */
GA_KERNEL_FULL(global_bandwidth_read, bandwidth_args) { bandwidth_measure<READ>(a); }
GA_KERNEL_FULL(global_bandwidth_write, bandwidth_args) { bandwidth_measure<WRITE>(a); }
GA_KERNEL_FULL(global_bandwidth_copy, bandwidth_args) { bandwidth_measure<COPY>(a); }

/* Before samples: both arrays, with contents that the other does not have. to may be NULL. */
GA_KERNEL_FULL(bandwidth_fill, bandwidth_args) {
    struct bandwidth_quad *const from = const_cast<struct bandwidth_quad *>(a.from);
    const uint32_t step = ga_n_blocks() * ga_n_threads();
    for (uint32_t i = ga_block() * ga_n_threads() + ga_thread(); i < a.n_quads; i += step) {
        from[i] = bandwidth_made(i, a.salt);
        if (a.to)
            a.to[i] = bandwidth_made(i, ~a.salt);
    }
}

/* Behind samples: each thread counts the words that are not what quad i + shift holds. */
GA_KERNEL_FULL(bandwidth_check, bandwidth_args) {
    const uint32_t step = ga_n_blocks() * ga_n_threads();
    const uint32_t me = ga_block() * ga_n_threads() + ga_thread();
    uint32_t wrong = 0;
    for (uint32_t i = me; i < a.n_quads; i += step) {
        const struct bandwidth_quad expected =
            bandwidth_made(bandwidth_wrap(i + a.shift, a.n_quads), a.salt);
        const struct bandwidth_quad found = a.to[i];
        for (uint32_t k = 0; k < QUAD; k++)
            wrong += found.at[k] != expected.at[k];
    }
    a.sums[me] += wrong;
}

static const char *const accesses[] = {"read", "write", "copy", nullptr};
static const char *const arrays[] = {"l2", "memory", nullptr};

static uint32_t block_threads(const struct ga_limits *limits) {
    return limits->threads_per_block < MOST_THREADS ? limits->threads_per_block
                                                    : (uint32_t)MOST_THREADS;
}

static bool is_tiny(const struct ga_limits *limits) {
    return limits->memory_bytes == 0 || limits->emulated;
}

static void blocks_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    *first = 1;
    *last = (int32_t)(limits->warps_per_sm * limits->warp_size / block_threads(limits));
}

enum { ACCESS, ARRAY, BLOCKS, N_AXES };
static const struct ga_axis axes[] = {
    {"access", "", "what is done with every word", accesses, nullptr, {"all", "all", "all"}},
    {"array",
     "",
     "a quarter of the L2, or a turn of all threads if that is more, again and again, another for "
     "each sample; or 32 times the L2 and 2 GiB at least, once",
     arrays,
     nullptr,
     {"all", "all", "all"}},
    {"blocks_per_sm",
     "",
     "of 256 threads each",
     nullptr,
     blocks_range,
     {"1,max", "1..max*2", "1..max"}},
};

/* What a point is on a device. bytes: that a sample moves. */
struct plan {
    uint32_t n_blocks, n_threads, n_quads, n_each, shift, rounds;
    uint64_t accesses, bytes;
};

static struct plan describe(const struct ga_limits *limits, const struct ga_point *p) {
    struct plan plan = {};
    plan.n_threads = block_threads(limits);
    plan.n_blocks = limits->sm_count * (uint32_t)p->at[BLOCKS];
    const uint64_t step = (uint64_t)plan.n_blocks * plan.n_threads;
    uint64_t large = L2_TIMES * limits->l2_bytes;
    large = large < LARGE_BYTES ? LARGE_BYTES : large;
    large = (large < limits->free_bytes / 8 ? large : limits->free_bytes / 8) /
            sizeof(struct bandwidth_quad);
    uint64_t small = limits->l2_bytes / L2_SHARE / sizeof(struct bandwidth_quad);
    if (is_tiny(limits)) {
        large = TINY_QUADS;
        small = TINY_QUADS / 8;
    }
    const uint64_t turns = large / step / UNROLL * UNROLL;
    plan.n_each = turns > 0 ? (uint32_t)turns : (uint32_t)UNROLL;
    plan.n_quads = plan.n_each * (uint32_t)step;
    plan.rounds = 1;
    if (p->at[ARRAY] == IN_L2) {
        const uint32_t each = small / step > 0 ? (uint32_t)(small / step) : 1;
        plan.n_quads = each * (uint32_t)step;
        plan.rounds = (plan.n_each / each + UNROLL - 1) / UNROLL * UNROLL;
        plan.n_each = plan.rounds * each;
        plan.shift = (plan.n_blocks * 2 / 5 | 1) * plan.n_threads % plan.n_quads;
    }
    plan.accesses = plan.n_each * step * (p->at[ACCESS] == COPY ? 2 : 1);
    plan.bytes = plan.accesses * sizeof(struct bandwidth_quad);
    return plan;
}

static size_t bytes_of(const struct plan *plan) {
    return (size_t)plan->n_quads * sizeof(struct bandwidth_quad);
}

static const char *unsupported(const struct ga_limits *limits, const struct ga_point *p) {
    const struct plan plan = describe(limits, p);
    const uint64_t n_bytes = bytes_of(&plan);
    if (is_tiny(limits) || (p->at[ARRAY] != IN_L2 && n_bytes >= 4 * limits->l2_bytes))
        return nullptr;
    return p->at[ARRAY] != IN_L2   ? "too little memory is free"
           : limits->l2_bytes == 0 ? "the driver does not state the size of the L2"
           : n_bytes * (p->at[ACCESS] == COPY ? 2 : 1) > limits->l2_bytes
               ? "what all threads access in a turn is more than the L2 holds"
           : 2 * MOST_SAMPLES * n_bytes > limits->free_bytes ? "too little memory is free"
                                                             : nullptr;
}

static struct ga_work work(const struct ga_limits *limits, const struct ga_point *p) {
    const uint64_t n = describe(limits, p).accesses;
    return {n, n / limits->warp_size, p->at[ACCESS] == COPY ? 3u : 1u}; /* its loads and stores */
}

#define QUADS(op)                                                                                  \
    { .operation = GA_OP_##op##_plain, .type = GA_TYPE_b128, .count = UNROLL }
#define LAP_ENDS                                                                                   \
    {.operation = GA_OP_await_writes}, { .operation = GA_OP_block_sync }
static const struct ga_variant variants[] = {
    {"global_bandwidth_read", GA_ENTRY(global_bandwidth_read), {QUADS(load), LAP_ENDS}},
    {"global_bandwidth_write", GA_ENTRY(global_bandwidth_write), {QUADS(store), LAP_ENDS}},
    {"global_bandwidth_copy",
     GA_ENTRY(global_bandwidth_copy),
     {QUADS(load), QUADS(store), LAP_ENDS}},
};

static uint32_t variant(const struct ga_point *p) { return (uint32_t)p->at[ACCESS]; }

enum { BYTES_PER_S, ARRAY_BYTES, N_TALLIES };
static const struct ga_tally tallies[] = {
    {"bytes_per_s", "B/s", "bytes read and written in a sample over its time", ga_tally::GA_MEAN},
    {"array_bytes", "B", "size of the array, of one of the two if it is copied", ga_tally::GA_MEAN},
};

struct memory { /* offsets */
    char *base;
    size_t size, from, to, sums, laps;
};

/* Arrays of a visit. Which memory one in the L2 has changes its time by up to 7 % (tests/bench/l2_writes.cu): there each
 * sample has another. */
static uint32_t n_arrays(const struct ga_point *p, uint32_t n_samples) {
    return p->at[ARRAY] == IN_L2 ? n_samples : 1;
}

/* Of one array: fill, a sample that does not count, the samples, each as the one before left the caches, check. Each write
 * leaves something else, and the last must be what is found. */
static enum ga_status launch_samples(struct ga_gpu *gpu, const struct ga_point *p,
                                     const struct plan *plan, const struct memory *m,
                                     uint32_t n_samples, uint32_t salt, struct ga_err *err) {
    struct ga_lap_queue<struct bandwidth_args> q = {};
    struct bandwidth_args args = {
        (const struct bandwidth_quad *)(m->base + m->from),
        p->at[ACCESS] == READ ? nullptr : (struct bandwidth_quad *)(m->base + m->to),
        (uint32_t *)(m->base + m->sums),
        (struct bandwidth_lap *)(m->base + m->laps),
        plan->n_quads,
        plan->n_each,
        plan->shift,
        salt};
    struct ga_launch launch = {
        GA_ENTRY(bandwidth_fill), plan->n_blocks, plan->n_threads, 0, nullptr, 0};
    ga_push(&q, launch, args);
    launch.entry = variants[variant(p)].entry;
    for (uint32_t i = 0; i <= n_samples; i++) {
        args.salt += p->at[ACCESS] == WRITE;
        ga_push(&q, launch, args);
        args.laps += i > 0 ? plan->n_blocks : 0;
    }
    launch.entry = GA_ENTRY(bandwidth_check);
    args.shift = p->at[ACCESS] == COPY
                     ? (uint32_t)((plan->rounds - 1) * (uint64_t)plan->shift % plan->n_quads)
                     : 0;
    if (p->at[ACCESS] != READ)
        ga_push(&q, launch, args);
    return ga_run(gpu, &q, err);
}

/* What the threads' sums add up to: all words of all samples, or no wrong word. */
static uint32_t expected(const struct ga_point *p, const struct plan *plan, uint32_t n_samples,
                         uint32_t salt) {
    const uint64_t n = (uint64_t)plan->n_quads * QUAD;
    const uint32_t once = (uint32_t)(n * (n - 1) / 2) * FACTOR + (uint32_t)n * salt;
    return p->at[ACCESS] != READ ? 0 : once * plan->rounds * (n_samples + n_arrays(p, n_samples));
}

static void read_visit(const struct ga_gpu *gpu, const struct plan *plan,
                       const struct bandwidth_lap *laps, const struct ga_batch *batch, uint32_t i) {
    struct ga_visit *const visit = &batch->visits[i];
    double ticks = 0;
    for (uint32_t s = 0; s < batch->n_samples; s++, laps += plan->n_blocks) {
        uint64_t first = UINT64_MAX, last = 0;
        for (uint32_t b = 0; b < plan->n_blocks; b++) {
            first = laps[b].start < first ? laps[b].start : first;
            last = laps[b].done > last ? laps[b].done : last;
            visit->cycles += laps[b].cycles;
            visit->ticks += laps[b].done - laps[b].start;
            if (laps[b].done == 0)
                visit->outcome = GA_ERROR;
        }
        const uint64_t span = last - first;
        batch->samples[(size_t)i * batch->n_samples + s] =
            span < UINT32_MAX ? (uint32_t)span : UINT32_MAX;
        ticks += (double)span;
    }
    double *const tally = &batch->tallies[(size_t)i * N_TALLIES];
    const double seconds = ticks * gpu->limits.tick_ns * 1e-9 / batch->n_samples;
    tally[BYTES_PER_S] = seconds > 0 ? (double)plan->bytes / seconds : 0;
    tally[ARRAY_BYTES] = (double)bytes_of(plan);
}

static enum ga_status measure_point(struct ga_gpu *gpu, const struct ga_batch *batch, uint32_t i,
                                    const struct memory *m, struct ga_err *err) {
    const struct ga_point *const p = &batch->points[i];
    const struct plan plan = describe(&gpu->limits, p);
    const uint32_t n_threads = plan.n_blocks * plan.n_threads,
                   n_laps = plan.n_blocks * batch->n_samples, salt = (uint32_t)batch->seed + 1,
                   each = batch->n_samples / n_arrays(p, batch->n_samples);
    uint32_t *const sums = new (std::nothrow) uint32_t[n_threads];
    struct bandwidth_lap *const laps = new (std::nothrow) struct bandwidth_lap[n_laps];
    enum ga_status status = GA_OK;
    if (!sums || !laps)
        status = ga_fail(err, GA_ERROR, "out of memory for the sums of %u threads", n_threads);
    if (status == GA_OK)
        status = gpu->backend->clear(gpu, m->base + m->sums, m->size - m->sums, err);
    for (uint32_t s = 0; status == GA_OK && s < batch->n_samples; s += each) {
        struct memory of = *m;
        of.from += s / each * bytes_of(&plan);
        of.to += s / each * bytes_of(&plan);
        of.laps += (size_t)s * plan.n_blocks * sizeof(struct bandwidth_lap);
        status = launch_samples(gpu, p, &plan, &of, each, salt, err);
    }
    if (status == GA_OK)
        status =
            gpu->backend->download(gpu, sums, m->base + m->sums, n_threads * sizeof *sums, err);
    if (status == GA_OK)
        status = gpu->backend->download(gpu, laps, m->base + m->laps, n_laps * sizeof *laps, err);
    if (status == GA_OK) {
        uint32_t sum = 0;
        for (uint32_t t = 0; t < n_threads; t++)
            sum += sums[t];
        batch->visits[i] = {GA_OK, 0, 0, 0};
        read_visit(gpu, &plan, laps, batch, i);
        if (sum != expected(p, &plan, batch->n_samples, salt))
            batch->visits[i].outcome = GA_WRONG;
    }
    delete[] sums;
    delete[] laps;
    return status;
}

/* One layout for all points of the batch. */
static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    struct memory m = {};
    size_t bytes = 0, to_bytes = 0, n_blocks = 0;
    for (uint32_t i = 0; i < batch->n_points; i++) {
        const struct plan plan = describe(&gpu->limits, &batch->points[i]);
        const size_t needed = n_arrays(&batch->points[i], batch->n_samples) * bytes_of(&plan);
        bytes = needed > bytes ? needed : bytes;
        if (batch->points[i].at[ACCESS] != READ)
            to_bytes = needed > to_bytes ? needed : to_bytes;
        n_blocks = plan.n_blocks > n_blocks ? plan.n_blocks : n_blocks;
    }
    m.from = ga_carve(&m.size, bytes);
    m.to = ga_carve(&m.size, to_bytes);
    m.sums = ga_carve(&m.size, n_blocks * block_threads(&gpu->limits) * sizeof(uint32_t));
    m.laps = ga_carve(&m.size, n_blocks * batch->n_samples * sizeof(struct bandwidth_lap));
    void *scratch = nullptr;
    enum ga_status status = ga_scratch(gpu, m.size, &scratch, err);
    m.base = (char *)scratch;
    for (uint32_t i = 0; status == GA_OK && i < batch->n_points; i++)
        status = measure_point(gpu, batch, i, &m, err);
    return status;
}

static const struct ga_bench row = {
    .id = "global_bandwidth",
    .question = "how many bytes a second does the device read, write and copy?",
    .sample =
        "an array read, written or copied, from the first block's start to the last one's end",
    .axes = axes,
    .n_axes = N_AXES,
    .variants = variants,
    .n_variants = sizeof variants / sizeof *variants,
    .samples = {2, 6, 12},
    .visit_samples = MOST_SAMPLES,
    .tallies = tallies,
    .n_tallies = N_TALLIES,
    .timer = GA_TICKS,
    .interval = 0.02,
    .load_axis = "blocks_per_sm",
    .unsupported = unsupported,
    .work = work,
    .variant = variant,
    .measure = measure,
};

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_global_bandwidth)(void) { return &row; }
