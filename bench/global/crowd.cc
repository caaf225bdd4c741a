/* The host's side of a crowd, and the two kernels around the measured one: where every thread's word is,
 * and what came of a sample. A batch is one queue of launches, waited for once. */
#include "crowd.h"
#include "../device_atomics.h"
#include "crowd_variants.h"

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

/* laps == NULL: only sets the words up; otherwise only checks them. */
struct collect_args {
    struct crowd_layout layout;
    char *words;
    const struct crowd_lap *laps; /* [n_warps] */
    struct crowd_sample *sample;
    uint32_t n_warps, accesses, word_bytes;
    uint32_t initial[CROWD_WORD], expected[CROWD_WORD];
};

/* src: Steele, Lea and Flood, OOPSLA 2014: the finalizer of splitmix64. */
GA_ANYWHERE uint64_t mix(uint64_t z) {
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

/* Sets this thread's words up, or checks them. out: how many are not as expected. */
GA_DEVICE uint32_t visit_words(const struct collect_args &a) {
    uint32_t wrong = 0;
    for (uint32_t k = ga_thread(); k < a.layout.n_words; k += ga_n_threads()) {
        uint32_t *const word = (uint32_t *)(a.words + word_offset(&a.layout, k));
        bool same = true;
        for (uint32_t i = 0; i < a.word_bytes / 4; i++) {
            if (a.laps)
                same = same && word[i] == a.expected[i];
            else
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
    mine.n_wrong = visit_words(a);
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
/* Room for words in every batch, so that the memory is not made anew and a place stays where it is. */
static const size_t RESERVED_BYTES = (size_t)1 << 30, PAGE_BYTES = 4096, MOST_SAMPLES = 1 << 14;
static const uint32_t NEAR_CANDIDATES = 64;
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
    size_t size, words, room, where, laps, samples; /* room: bytes for words */
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
    struct memory m = {nullptr, 0, 0, 0, 0, 0, 0};
    const size_t n_warps = (size_t)crowd_most_warps(limits);
    size_t bytes = limits->memory_bytes / 8 < RESERVED_BYTES ? 0 : RESERVED_BYTES;
    for (uint32_t i = 0; i < batch->n_points; i++) {
        const struct crowd_layout *const l = &points[i].layout;
        const size_t needed = word_offset(l, l->n_words - 1) + CROWD_WORD * sizeof(uint32_t);
        bytes = needed > bytes ? needed : bytes;
    }
    m.room = bytes;
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
                         char *words, struct crowd_sample *sample, uint32_t n_threads) {
    struct collect_args *const c =
        &push(q, GA_ENTRY(crowd_collect), 1, n_threads, n_threads * sizeof(struct crowd_sample))
             ->collect;
    *c = {};
    c->layout = p->layout;
    c->words = words;
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

/* The place of the n-th sample, in bytes from the words' begin. Whole pages: where in a page a word lies is
 * the point's. */
static size_t place(const struct memory *m, const struct crowd_point *p, size_t near, uint64_t n) {
    const size_t needed = word_offset(&p->layout, p->layout.n_words - 1) + PAGE_BYTES;
    const size_t pages = m->room > needed ? (m->room - needed) / PAGE_BYTES : 0;
    return p->wanders ? mix(p->layout.seed + n) % (pages + 1) * PAGE_BYTES : near;
}

/* A visit of one point: places its threads, then takes its samples at the given places, after one that
 * does not count. Every sample has its words set up before and checked after. */
static void push_visit(struct queue *q, const struct ga_limits *limits, const struct crowd_point *p,
                       const struct memory *m, const size_t *places, struct crowd_sample *samples,
                       uint32_t n_samples) {
    const uint32_t n_threads = block_threads(limits, p->n_warps);
    const uint32_t n_blocks = p->n_warps * limits->warp_size / n_threads;
    const uint32_t collectors =
        COLLECT_THREADS < limits->threads_per_block ? COLLECT_THREADS : limits->threads_per_block;
    push(q, GA_ENTRY(crowd_place), n_blocks, n_threads, 0)->place = {
        p->layout, (uint32_t *)(m->base + m->where)};
    for (uint32_t s = 0; s < n_samples + 1; s++) {
        const uint32_t sample = s ? s - 1 : 0;
        char *const words = m->base + m->words + places[sample];
        push_collect(q, p, m, words, nullptr, collectors);
        push(q, p->entry, n_blocks, n_threads, 0)->measured = {
            words,
            (const uint32_t *)(m->base + m->where),
            (struct crowd_lap *)(m->base + m->laps),
            p->accesses,
            p->section,
            0};
        push_collect(q, p, m, words, &samples[sample], collectors);
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

/* Everything of a batch that lives on the host. */
struct batch {
    struct crowd_point *points;   /* [n_points] */
    struct crowd_sample *samples; /* [n_points][n_samples] */
    size_t *places;               /* likewise */
    struct queue queue;
    uint32_t n_points, n_samples;
};

static void batch_free(struct batch *b) {
    delete[] b->queue.launches;
    delete[] b->queue.args;
    delete[] b->places;
    delete[] b->samples;
    delete[] b->points;
}

static enum ga_status batch_make(struct batch *b, uint32_t n_points, uint32_t n_samples,
                                 struct ga_err *err) {
    const size_t n = (size_t)n_points * n_samples;
    const size_t n_launches = (size_t)n_points * (3 * (size_t)(n_samples + 1) + 1);
    *b = {new (std::nothrow) struct crowd_point[n_points],
          new (std::nothrow) struct crowd_sample[n],
          new (std::nothrow) size_t[n],
          {new (std::nothrow) struct ga_launch[n_launches],
           new (std::nothrow) union launch_args[n_launches], 0},
          n_points,
          n_samples};
    if (n > MOST_SAMPLES || !b->points || !b->samples || !b->places || !b->queue.launches ||
        !b->queue.args)
        return ga_fail(err, GA_ERROR, "no room for %zu samples in a batch", n);
    return GA_OK;
}

static enum ga_status batch_run(struct ga_gpu *gpu, struct batch *b, struct memory *m,
                                struct ga_err *err) {
    void *scratch = nullptr;
    enum ga_status status = ga_scratch(gpu, m->size, &scratch, err);
    m->base = (char *)scratch;
    struct crowd_sample *const on_device = (struct crowd_sample *)(m->base + m->samples);
    for (uint32_t i = 0; status == GA_OK && i < b->n_points; i++) {
        const size_t at = (size_t)i * b->n_samples;
        push_visit(&b->queue, &gpu->limits, &b->points[i], m, b->places + at, on_device + at,
                   b->n_samples);
    }
    if (status == GA_OK)
        status = gpu->backend->launch(gpu, b->queue.launches, b->queue.n, err);
    return status == GA_OK
               ? gpu->backend->download(gpu, b->samples, on_device,
                                        (size_t)b->n_points * b->n_samples * sizeof *b->samples,
                                        err)
               : status;
}

/* Where one thread finds a word the soonest, of candidates all over the room: a chain of dependent adds at
 * each. Without it luck would decide whether a single word is in the near or the far part of the L2. */
static enum ga_status find_near(struct ga_gpu *gpu, const struct memory *room, size_t *near,
                                struct ga_err *err) {
    struct batch b;
    struct memory m = *room;
    enum ga_status status = batch_make(&b, 1, NEAR_CANDIDATES, err);
    *near = 0;
    if (status == GA_OK && m.room == RESERVED_BYTES) {
        struct crowd_point p = {};
        p.entry = GA_SYMBOL(crowd_adds)()[GA_DEPENDENT].entry;
        p.section = crowd_section(GA_SCOPE_DEVICE, GA_RELAXED, 0);
        p.n_warps = 1;
        p.accesses = MOST_USED;
        p.layout = crowd_one_word(0);
        p.layout.lanes = 1;
        p.word_bytes = sizeof(uint32_t);
        p.expected[0] = p.accesses;
        b.points[0] = p;
        for (uint32_t i = 0; i < NEAR_CANDIDATES; i++)
            b.places[i] = mix(i + 1) % (m.room / PAGE_BYTES) * PAGE_BYTES;
        status = batch_run(gpu, &b, &m, err);
        uint64_t least = UINT64_MAX;
        for (uint32_t i = 0; status == GA_OK && i < NEAR_CANDIDATES; i++)
            if (b.samples[i].last - b.samples[i].first < least) {
                least = b.samples[i].last - b.samples[i].first;
                *near = b.places[i];
            }
    }
    batch_free(&b);
    return status;
}

enum ga_status GA_SYMBOL(crowd_measure)(struct ga_gpu *gpu, const struct ga_batch *batch,
                                        crowd_describe *describe, struct ga_err *err) {
    static uint64_t n_placed; /* samples so far: each has a place of its own */
    static size_t near;
    static bool near_known;
    struct batch b;
    enum ga_status status = batch_make(&b, batch->n_points, batch->n_samples, err);
    for (uint32_t i = 0; status == GA_OK && i < batch->n_points; i++)
        b.points[i] = describe(&gpu->limits, &batch->points[i], batch->seed);
    if (status == GA_OK) {
        struct memory m = lay_out(&gpu->limits, b.points, batch);
        if (!near_known)
            status = find_near(gpu, &m, &near, err);
        near_known = status == GA_OK;
        for (size_t k = 0; k < (size_t)b.n_points * b.n_samples; k++)
            b.places[k] = place(&m, &b.points[k / b.n_samples], near, n_placed++);
        if (status == GA_OK)
            status = batch_run(gpu, &b, &m, err);
    }
    for (uint32_t i = 0; status == GA_OK && i < batch->n_points; i++)
        read_visit(&b.points[i], b.samples + (size_t)i * batch->n_samples, batch, i);
    batch_free(&b);
    return status;
}
