/* The host's side of a crowd, and the two kernels around the measured one: where every thread's word is,
 * and what came of a sample. A batch is one queue of launches, waited for once. */
#include "crowd.h"

#include <new>

/* What a sample was. Ticks, but for fairness' sums. access: of each warp, first to last access. */
struct crowd_sample {
    uint64_t first, last, access_min, access_max, clock_cycles, clock_ticks;
    double access_sum, rate_sum, rate_squares;
    uint32_t n_laps, n_wrong;
};

struct place_args {
    struct crowd_layout layout;
    uint32_t *where; /* [threads] */
};

/* laps == NULL: only sets the words up. */
struct collect_args {
    struct crowd_layout layout;
    char *words;
    const struct crowd_lap *laps; /* [n_warps] */
    struct crowd_sample *sample;
    uint32_t n_warps, accesses, word_bytes;
    uint32_t initial[CROWD_WORD], expected[CROWD_WORD];
};

/* src: Steele, Lea and Flood, OOPSLA 2014: the finalizer of splitmix64. */
GA_DEVICE uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Offset of word k in bytes. */
GA_ANYWHERE size_t word_offset(const struct crowd_layout *l, size_t k) {
    size_t offset = l->offset_bytes;
    for (int d = 0; d < 4; d++) {
        offset += k % l->radix[d] * l->bytes[d];
        k /= l->radix[d];
    }
    return offset + k * l->bytes[4];
}

/* The place of a lane among those of its warp that come to take part. Evenly: every n-th lane first. */
GA_DEVICE uint32_t even_rank(uint32_t lanes, uint32_t lane, uint32_t n_lanes) {
    const uint32_t apart = lanes < n_lanes ? n_lanes / lanes : 1;
    return lane % apart ? n_lanes : lane / apart;
}

/* At random. */
GA_DEVICE uint32_t lane_rank(uint64_t seed, uint32_t warp, uint32_t lane, uint32_t n_lanes) {
    const uint64_t mine = mix(seed + ((uint64_t)warp << 8) + lane);
    uint32_t rank = 0;
    for (uint32_t other = 0; other < n_lanes; other++) {
        const uint64_t x = mix(seed + ((uint64_t)warp << 8) + other);
        rank += x < mine || (x == mine && other < lane);
    }
    return rank;
}

/* Contends: nobody. No atomics. */
GA_KERNEL_FULL(crowd_place, place_args) {
    const uint32_t t = ga_block() * ga_n_threads() + ga_thread();
    const uint32_t warp = t / ga_warp_size(), lane = t % ga_warp_size();
    const struct crowd_layout *const l = &a.layout;
    const uint32_t w = l->warp_words;
    const uint32_t rank = l->even ? even_rank(l->lanes, lane, ga_warp_size())
                                  : lane_rank(l->seed, warp, lane, ga_warp_size());
    const uint32_t k = l->by_rank ? rank % l->n_words
                       : w        ? warp % (l->n_words / w) * w + lane % w
                                  : t / l->run % l->n_words;
    const uint32_t flags = rank >= l->lanes ? CROWD_IDLE : rank == 0 ? CROWD_LEADER : 0;
    a.where[t] = (uint32_t)(word_offset(l, k) / 4) | flags;
}

/* out: how many of this thread's words are not as expected; all are set up for the next sample. */
GA_DEVICE uint32_t check_words(const struct collect_args &a) {
    uint32_t wrong = 0;
    for (uint32_t k = ga_thread(); k < a.layout.n_words; k += ga_n_threads()) {
        uint32_t *const word = (uint32_t *)(a.words + word_offset(&a.layout, k));
        bool same = true;
        for (uint32_t i = 0; i < a.word_bytes / 4; i++) {
            same = same && word[i] == a.expected[i];
            word[i] = a.initial[i];
        }
        wrong += !same;
    }
    return wrong;
}

GA_DEVICE void add_lap(struct crowd_sample *s, const struct crowd_lap &lap, uint32_t accesses) {
    const uint64_t access = lap.issued - lap.start;
    const double rate = (double)accesses / (double)(access ? access : 1);
    s->first = lap.start < s->first ? lap.start : s->first;
    s->last = lap.done > s->last ? lap.done : s->last;
    s->access_min = access < s->access_min ? access : s->access_min;
    s->access_max = access > s->access_max ? access : s->access_max;
    s->clock_cycles += lap.cycles;
    s->clock_ticks += lap.done - lap.start;
    s->access_sum += (double)access;
    s->rate_sum += rate;
    s->rate_squares += rate * rate;
    s->n_laps++;
}

GA_DEVICE void join(struct crowd_sample *s, const struct crowd_sample &more) {
    s->first = more.first < s->first ? more.first : s->first;
    s->last = more.last > s->last ? more.last : s->last;
    s->access_min = more.access_min < s->access_min ? more.access_min : s->access_min;
    s->access_max = more.access_max > s->access_max ? more.access_max : s->access_max;
    s->clock_cycles += more.clock_cycles;
    s->clock_ticks += more.clock_ticks;
    s->access_sum += more.access_sum;
    s->rate_sum += more.rate_sum;
    s->rate_squares += more.rate_squares;
    s->n_laps += more.n_laps;
    s->n_wrong += more.n_wrong;
}

/* One block. Shared memory: a sample for each thread. Contends: nobody. No atomics. */
GA_KERNEL(crowd_collect, collect_args) {
    struct crowd_sample *const all = (struct crowd_sample *)ga_shared();
    struct crowd_sample mine = {UINT64_MAX, 0, UINT64_MAX, 0, 0, 0, 0, 0, 0, 0, 0};
    mine.n_wrong = check_words(a);
    if (!a.laps)
        return;
    for (uint32_t w = ga_thread(); w < a.n_warps; w += ga_n_threads())
        add_lap(&mine, a.laps[w], a.accesses);
    all[ga_thread()] = mine;
    for (uint32_t half = ga_n_threads() / 2; half > 0; half /= 2) {
        ga_block_sync();
        if (ga_thread() < half)
            join(&all[ga_thread()], all[ga_thread() + half]);
    }
    if (ga_thread() == 0)
        *a.sample = all[0];
}

/* --- the host's side */

static const uint32_t TARGET_ACCESSES = 1 << 18, LEAST_ACCESSES = 8;
static const uint32_t MOST_USED = 256, MOST_UNUSED = 4096;
/* Room for words in every batch: the memory is not made anew, and a word lies where it lay. How far it is
 * from an SM is part of its time. */
static const size_t RESERVED_BYTES = (size_t)320 << 20, MOST_SAMPLES = 1 << 14;
static const uint32_t BLOCK_WARPS = 4, COLLECT_THREADS = 128;

uint32_t GA_SYMBOL(crowd_accesses)(uint32_t n_threads, enum ga_regime regime, bool doubled) {
    const uint32_t most = regime == GA_UNUSED ? MOST_UNUSED : MOST_USED;
    const uint32_t n = TARGET_ACCESSES / n_threads;
    const uint32_t bounded = n < LEAST_ACCESSES ? LEAST_ACCESSES : n > most ? most : n;
    return bounded / CROWD_UNROLL * CROWD_UNROLL * (doubled ? 2 : 1);
}

/* Where things are on the device, and how much each point needs of it. */
struct memory {
    char *base;
    size_t size, words, where, laps, samples;
};

static uint32_t block_threads(const struct ga_limits *limits, uint32_t n_warps) {
    const uint32_t most = limits->threads_per_block / limits->warp_size;
    uint32_t warps = BLOCK_WARPS < most ? BLOCK_WARPS : most;
    while (n_warps % warps)
        warps--;
    return warps * limits->warp_size;
}

static struct memory lay_out(const struct ga_limits *limits, const struct crowd_point *points,
                             const struct ga_batch *batch) {
    struct memory m = {nullptr, 0, 0, 0, 0, 0};
    const size_t n_warps = (size_t)crowd_most_warps(limits);
    size_t bytes = limits->memory_bytes / 8 < RESERVED_BYTES ? 0 : RESERVED_BYTES;
    for (uint32_t i = 0; i < batch->n_points; i++) {
        const struct crowd_layout *const l = &points[i].layout;
        const size_t needed = word_offset(l, l->n_words - 1) + CROWD_WORD * sizeof(uint32_t);
        bytes = needed > bytes ? needed : bytes;
    }
    m.words = ga_carve(&m.size, bytes);
    m.where = ga_carve(&m.size, n_warps * limits->warp_size * sizeof(uint32_t));
    m.laps = ga_carve(&m.size, n_warps * sizeof(struct crowd_lap));
    m.samples = ga_carve(&m.size, MOST_SAMPLES * sizeof(struct crowd_sample));
    return m;
}

/* The arguments of all launches of a batch; they have to last until it is done. */
union launch_args {
    struct place_args place;
    struct crowd_args measured;
    struct collect_args collect;
};

struct queue {
    struct ga_launch *launches;
    union launch_args *args;
    uint32_t n;
};

static union launch_args *push(struct queue *q, const void *entry, uint32_t n_blocks,
                               uint32_t n_threads, size_t shared_bytes) {
    q->launches[q->n] = {entry, n_blocks, n_threads, shared_bytes, &q->args[q->n]};
    return &q->args[q->n++];
}

static void push_collect(struct queue *q, const struct crowd_point *p, const struct memory *m,
                         struct crowd_sample *sample, uint32_t n_threads) {
    struct collect_args *const c =
        &push(q, GA_ENTRY(crowd_collect), 1, n_threads, n_threads * sizeof(struct crowd_sample))
             ->collect;
    *c = {};
    c->layout = p->layout;
    c->words = m->base + m->words;
    c->laps = sample ? (const struct crowd_lap *)(m->base + m->laps) : nullptr;
    c->sample = sample;
    c->n_warps = p->n_warps;
    c->accesses = p->accesses;
    c->word_bytes = p->word_bytes;
    for (int i = 0; i < CROWD_WORD; i++) {
        c->initial[i] = p->initial[i];
        c->expected[i] = p->expected[i];
    }
}

/* A visit of one point: places its threads, sets its words up, then takes and collects its samples, after
 * one that does not count. */
static void push_visit(struct queue *q, const struct ga_limits *limits, const struct crowd_point *p,
                       const struct memory *m, struct crowd_sample *samples, uint32_t n_samples) {
    const uint32_t n_threads = block_threads(limits, p->n_warps);
    const uint32_t n_blocks = p->n_warps * limits->warp_size / n_threads;
    const uint32_t collectors =
        COLLECT_THREADS < limits->threads_per_block ? COLLECT_THREADS : limits->threads_per_block;
    push(q, GA_ENTRY(crowd_place), n_blocks, n_threads, 0)->place = {
        p->layout, (uint32_t *)(m->base + m->where)};
    push_collect(q, p, m, nullptr, collectors);
    for (uint32_t s = 0; s < n_samples + 1; s++) {
        push(q, p->entry, n_blocks, n_threads, 0)->measured = {
            m->base + m->words,
            (const uint32_t *)(m->base + m->where),
            (struct crowd_lap *)(m->base + m->laps),
            p->accesses,
            p->section,
            0};
        push_collect(q, p, m, &samples[s ? s - 1 : 0], collectors);
    }
}

static void read_visit(const struct crowd_point *p, const struct crowd_sample *samples,
                       const struct ga_batch *batch, uint32_t i) {
    struct ga_visit *const visit = &batch->visits[i];
    *visit = {GA_OK, 0, 0, 0};
    for (uint32_t k = 0; k < batch->n_samples; k++) {
        const struct crowd_sample *const s = &samples[k];
        const size_t at = (size_t)i * batch->n_samples + k;
        const uint64_t span = s->last - s->first;
        batch->samples[at] = span < UINT32_MAX ? (uint32_t)span : UINT32_MAX;
        if (batch->spreads)
            batch->spreads[at] = {s->access_sum / s->n_laps / p->accesses,
                                  (double)s->access_min / p->accesses,
                                  (double)s->access_max / p->accesses,
                                  s->rate_sum * s->rate_sum / (s->n_laps * s->rate_squares)};
        visit->cycles += s->clock_cycles;
        visit->ticks += s->clock_ticks;
        if (s->n_wrong > 0)
            visit->outcome = GA_WRONG;
        else if (s->n_laps != p->n_warps)
            visit->outcome = GA_ERROR;
    }
}

static enum ga_status run_batch(struct ga_gpu *gpu, const struct ga_batch *batch,
                                const struct crowd_point *points, struct queue *q,
                                struct crowd_sample *samples, struct ga_err *err) {
    struct memory m = lay_out(&gpu->limits, points, batch);
    void *scratch = nullptr;
    enum ga_status status = ga_scratch(gpu, m.size, &scratch, err);
    m.base = (char *)scratch;
    struct crowd_sample *const on_device = (struct crowd_sample *)(m.base + m.samples);
    for (uint32_t i = 0; status == GA_OK && i < batch->n_points; i++)
        push_visit(q, &gpu->limits, &points[i], &m, on_device + (size_t)i * batch->n_samples,
                   batch->n_samples);
    if (status == GA_OK)
        status = gpu->backend->launch(gpu, q->launches, q->n, err);
    if (status == GA_OK)
        status = gpu->backend->download(
            gpu, samples, on_device, (size_t)batch->n_points * batch->n_samples * sizeof *samples,
            err);
    for (uint32_t i = 0; status == GA_OK && i < batch->n_points; i++)
        read_visit(&points[i], samples + (size_t)i * batch->n_samples, batch, i);
    return status;
}

enum ga_status GA_SYMBOL(crowd_measure)(struct ga_gpu *gpu, const struct ga_batch *batch,
                                        crowd_describe *describe, struct ga_err *err) {
    const size_t n_launches = (size_t)batch->n_points * 2 * (batch->n_samples + 2);
    const size_t n_samples = (size_t)batch->n_points * batch->n_samples;
    if (n_samples > MOST_SAMPLES)
        return ga_fail(err, GA_USAGE, "%zu samples in a batch; at most %zu", n_samples,
                       MOST_SAMPLES);
    struct queue q = {new (std::nothrow) struct ga_launch[n_launches],
                      new (std::nothrow) union launch_args[n_launches], 0};
    struct crowd_point *const points = new (std::nothrow) struct crowd_point[batch->n_points];
    struct crowd_sample *const samples = new (std::nothrow) struct crowd_sample[n_samples];
    enum ga_status status = GA_OK;
    if (!q.launches || !q.args || !points || !samples)
        status = ga_fail(err, GA_ERROR, "out of memory for %zu launches", n_launches);
    for (uint32_t i = 0; status == GA_OK && i < batch->n_points; i++)
        points[i] = describe(&gpu->limits, &batch->points[i], batch->seed);
    if (status == GA_OK)
        status = run_batch(gpu, batch, points, &q, samples, err);
    delete[] samples;
    delete[] points;
    delete[] q.args;
    delete[] q.launches;
    return status;
}
