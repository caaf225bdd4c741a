/* The host's side of a crowd. A batch is one queue of launches, waited for once. */
#include <new>

#include "device_atomics.h"
#include "crowd_parts.h"

/* Accesses of a launch in all, and of a thread. The stand-in only has to do them right. */
#if defined(GA_BACKEND_CPU)
static const uint32_t TARGET_ACCESSES = 1 << 9, MOST_USED = 32, MOST_UNUSED = 32;
#else
static const uint32_t TARGET_ACCESSES = 1 << 18, MOST_USED = 256, MOST_UNUSED = 4096;
#endif
static const uint32_t LEAST_ACCESSES = 8;

/* Room for words in every batch, of the scratch's reserve, so that a place stays where it is. */
static const size_t RESERVED_BYTES = (size_t)1 << 30, APART_BYTES = 1 << 18,
                    MOST_LAUNCHES = 1 << 14;
static const uint32_t MOST_PLACES = 4096;
static const uint32_t BLOCK_WARPS = 4, COLLECT_THREADS = 128;

extern "C" {
GA_DECLARE_KERNEL(crowd_near, near_args);
GA_DECLARE_KERNEL(crowd_place, place_args);
GA_DECLARE_KERNEL(crowd_deal, deal_args);
GA_DECLARE_KERNEL(crowd_collect, collect_args);
}

uint32_t GA_SYMBOL(crowd_accesses)(uint32_t n_threads, enum ga_regime regime, bool doubled) {
    const uint32_t most = regime == GA_UNUSED ? MOST_UNUSED : MOST_USED;
    const uint32_t n = TARGET_ACCESSES / n_threads;
    const uint32_t bounded = n < LEAST_ACCESSES ? LEAST_ACCESSES : n > most ? most : n;
    return bounded / CROWD_UNROLL * CROWD_UNROLL * (doubled ? 2 : 1);
}

static uint32_t sample_launches(const struct crowd_point *p) {
    return p->n_places > 0 ? p->n_places : 1;
}

/* Where things are on the device, and how much each point needs of it. */
struct memory {
    char *base;
    size_t size, words, room, where, laps, keys, parts, samples; /* room: bytes for words */
};

static uint32_t block_threads(const struct ga_limits *limits, uint32_t n_warps) {
    const uint32_t most = limits->threads_per_block / limits->warp_size;
    uint32_t warps = BLOCK_WARPS < most ? BLOCK_WARPS : most;
    while (n_warps % warps)
        warps--;
    return warps * limits->warp_size;
}

struct grid {
    uint32_t n_blocks, n_threads;
};

/* A thread for each word and each warp, as far as there may be so many. */
static struct grid collectors(const struct ga_limits *limits, const struct crowd_point *p) {
    const uint32_t n_threads =
        COLLECT_THREADS < limits->threads_per_block ? COLLECT_THREADS : limits->threads_per_block;
    const uint32_t n = p->n_warps > p->layout.n_words ? p->n_warps : p->layout.n_words;
    const uint32_t n_blocks = (n + n_threads - 1) / n_threads;
    return {n_blocks < COLLECT_BLOCKS ? n_blocks : (uint32_t)COLLECT_BLOCKS, n_threads};
}

/* Devices with little memory have one place, which a sample of several takes twice. */
static size_t reserved(const struct ga_limits *limits) {
    return ga_scratch_reserve(limits) < RESERVED_BYTES ? 0 : RESERVED_BYTES;
}

static struct memory lay_out(const struct ga_limits *limits, const struct crowd_point *points,
                             const struct ga_batch *batch) {
    struct memory m = {};
    const size_t n_warps = (size_t)crowd_most_warps(limits);
    size_t bytes = reserved(limits);
    for (uint32_t i = 0; i < batch->n_points; i++) {
        const struct crowd_layout *const l = &points[i].layout;
        const size_t needed = word_offset(l, l->n_words - 1) + CROWD_WORD * sizeof(uint32_t);
        bytes = needed > bytes ? needed : bytes;
    }
    m.room = bytes;
    m.words = ga_carve(&m.size, bytes);
    m.where = ga_carve(&m.size, n_warps * limits->warp_size * sizeof(uint32_t));
    m.laps = ga_carve(&m.size, n_warps * sizeof(struct crowd_lap));
    m.keys = ga_carve(&m.size, n_warps * sizeof(uint32_t));
    m.parts = ga_carve(&m.size, n_warps * sizeof(uint32_t));
    m.samples = ga_carve(&m.size, MOST_LAUNCHES * COLLECT_BLOCKS * sizeof(struct crowd_sample));
    return m;
}

/* The arguments of all launches of a batch; they have to last until it is done. */
union launch_args {
    struct place_args place;
    struct deal_args deal;
    struct crowd_args measured;
    struct collect_args collect;
};

/* dealt: whose blocks' parts are known, from earlier in this queue. */
struct queue {
    struct ga_launch *launches;
    union launch_args *args;
    uint32_t n;
    struct ga_launch dealt;
};

static union launch_args *push(struct queue *q, const void *entry, uint32_t n_blocks,
                               uint32_t n_threads, size_t shared_bytes) {
    q->launches[q->n] = {entry, n_blocks, n_threads, shared_bytes, &q->args[q->n]};
    return &q->args[q->n++];
}

/* words, sample[COLLECT_BLOCKS]: of the launch before, or NULL; next: the words of the one that comes, or
 * NULL. */
static void push_collect(struct queue *q, const struct crowd_point *p, const struct memory *m,
                         const char *words, struct crowd_sample *sample, char *next,
                         struct grid grid) {
    struct collect_args *const c = &push(q, GA_ENTRY(crowd_collect), grid.n_blocks, grid.n_threads,
                                         grid.n_threads * sizeof(struct crowd_sample))
                                        ->collect;
    *c = {};
    c->layout = p->layout;
    c->words = words;
    c->next = next;
    c->laps = (struct crowd_lap *)(m->base + m->laps);
    c->sample = sample;
    c->n_warps = p->n_warps;
    c->accesses = p->accesses;
    c->word_bytes = p->word_bytes;
    for (int i = 0; i < CROWD_WORD; i++) {
        c->initial[i] = p->initial[i];
        c->expected[i] = p->expected[i];
    }
}

/* How long some atomics of the first block's SM take at the begin of every APART_BYTES of the room; and at most
 * where it is near. On an H200 the nearest, which are many, differ by 0.12 % of the latency, noise included, and the
 * next take 0.34 % more: in between no noise decides which is the first. */
struct places {
    uint32_t cycles[MOST_PLACES], near_cycles, n;
    uint64_t n_moves; /* of the scratch when they were found; 0: not yet */
};

/* The point's i-th place, in bytes from the begin of the room: the first that is near; or the middle of one of
 * n_places equal parts, of half as many where they would overlap. The same in every process: over which units of the L2 the
 * lines of a place are spread is up to the physical memory there, and a driver without other work gives a new process
 * the same. */
static size_t place(const struct memory *m, const struct places *places,
                    const struct crowd_point *p, uint32_t i) {
    const size_t needed = word_offset(&p->layout, p->layout.n_words - 1) + CROWD_WORD * 4;
    const size_t last = (m->room - needed) / APART_BYTES;
    uint32_t n = m->room < RESERVED_BYTES ? 1 : p->n_places;
    while (n > 1 && last / n * APART_BYTES < needed)
        n /= 2;
    if (p->n_places > 0)
        return last * (2 * (i % n) + 1) / (2 * n) * APART_BYTES;
    for (uint32_t k = 0; k < places->n && k <= last; k++)
        if (places->cycles[k] <= places->near_cycles)
            return k * APART_BYTES;
    return 0;
}

/* The layout's block that a launch begins with: those of a sample are as far from each other as they can be, and the
 * golden ratio spreads those of a place, the more evenly the more samples there are. */
static uint32_t first_block(uint32_t sample, uint32_t place, uint32_t n_places, uint32_t n_blocks) {
    static const double GOLDEN = 0.6180339887498949;
    const double turn = (double)place / n_places + GOLDEN * sample;
    return (uint32_t)((turn - (uint32_t)turn) * n_blocks);
}

/* Where the words of all threads are. dealt: which part of the layout is which block's is what push_deal found; first:
 * the layout's block that the first part is. */
static void push_place(struct queue *q, const struct crowd_point *p, const struct memory *m,
                       uint32_t n_blocks, uint32_t n_threads, bool dealt, uint32_t first) {
    push(q, GA_ENTRY(crowd_place), n_blocks, n_threads, 0)->place = {
        p->layout, (uint32_t *)(m->base + m->where),
        dealt ? (const uint32_t *)(m->base + m->parts) : nullptr, first};
}

/* Deals the parts by the SMs that the blocks of the launch before ran on: as far as there may be so many, by a thread
 * for each block. */
static void push_deal(struct queue *q, const struct ga_limits *limits, const struct memory *m,
                      uint32_t n_blocks, uint32_t block_warps) {
    const uint32_t most = limits->threads_per_block, n = n_blocks < most ? n_blocks : most;
    push(q, GA_ENTRY(crowd_deal), 1, n, 0)->deal = {
        (const struct crowd_lap *)(m->base + m->laps), (uint32_t *)(m->base + m->keys),
        (uint32_t *)(m->base + m->parts), n_blocks, block_warps};
}

/* words: of this launch; accesses: of each thread. */
static void push_measured(struct queue *q, const struct crowd_point *p, const struct memory *m,
                          char *words, uint32_t accesses, uint32_t n_blocks, uint32_t n_threads) {
    push(q, p->entry, n_blocks, n_threads, 0)->measured = {words,
                                                           (const uint32_t *)(m->base + m->where),
                                                           (struct crowd_lap *)(m->base + m->laps),
                                                           accesses,
                                                           p->section,
                                                           0};
}

/* Whether a launch is the one whose parts were dealt: of the same kernel, in as many blocks. */
static bool is_dealt(const struct queue *q, const void *entry, uint32_t n_blocks,
                     uint32_t n_threads) {
    return q->dealt.entry == entry && q->dealt.n_blocks == n_blocks &&
           q->dealt.n_threads == n_threads;
}

/* A visit of one point, which has had so many samples before: places its threads, then launches at each of the places once
 * for every sample, after a short one that does not count, on whatever the words hold. Every launch that counts has its words
 * set up before and checked after. But for a near place, parts go around, too. From a short launch they are dealt, once for
 * all visits of the queue that have the same blocks. */
static void push_visit(struct queue *q, const struct ga_limits *limits, const struct crowd_point *p,
                       const struct memory *m, const size_t *places, struct crowd_sample *samples,
                       uint32_t n_samples, uint32_t n_before) {
    const uint32_t n_threads = block_threads(limits, p->n_warps);
    const uint32_t n_blocks = p->n_warps * limits->warp_size / n_threads;
    const uint32_t n_places = sample_launches(p), n_launches = n_samples * n_places;
    const struct grid grid = collectors(limits, p);
    char *const room = m->base + m->words;
    const bool is_known = p->n_places > 0 && is_dealt(q, p->entry, n_blocks, n_threads);
    if (!is_known) {
        push_place(q, p, m, n_blocks, n_threads, false, 0);
        push_measured(q, p, m, room + places[0], CROWD_UNROLL, n_blocks, n_threads);
    }
    push_collect(q, p, m, nullptr, nullptr, room + places[0], grid);
    if (p->n_places > 0 && !is_known) {
        push_deal(q, limits, m, n_blocks, n_threads / limits->warp_size);
        q->dealt = {p->entry, n_blocks, n_threads, 0, nullptr};
    }
    for (uint32_t i = 0; i < n_launches; i++) {
        if (p->n_places > 0)
            push_place(q, p, m, n_blocks, n_threads, true,
                       first_block(n_before + i / n_places, i % n_places, n_places, n_blocks));
        push_measured(q, p, m, room + places[i], p->accesses, n_blocks, n_threads);
        push_collect(q, p, m, room + places[i], &samples[(size_t)i * COLLECT_BLOCKS],
                     i + 1 < n_launches ? room + places[i + 1] : nullptr, grid);
    }
}

/* One sample out of its launches, each of n_collectors parts. */
static void read_sample(const struct crowd_point *p, struct crowd_sample *launches,
                        uint32_t n_collectors, struct ga_visit *visit, uint32_t *ticks,
                        struct ga_spread *spread) {
    const double n = sample_launches(p), each = (double)p->accesses;
    double span = 0;
    struct ga_spread mean = {0, 0, 0, 0};
    for (uint32_t i = 0; i < sample_launches(p); i++) {
        struct crowd_sample *const s = &launches[(size_t)i * COLLECT_BLOCKS];
        for (uint32_t block = 1; block < n_collectors; block++)
            join(s, &s[block]);
        span += (double)(s->last - s->first) / n;
        mean.mean += s->access_sum / s->n_laps / each / n;
        mean.min += (double)s->access_min / each / n;
        mean.max += (double)s->access_max / each / n;
        mean.fairness += s->rate_sum * s->rate_sum / (s->n_laps * s->rate_squares) / n;
        visit->cycles += s->clock_cycles;
        visit->ticks += s->clock_ticks;
        if (s->n_wrong > 0)
            visit->outcome = GA_WRONG;
        else if (s->n_laps != p->n_warps && visit->outcome == GA_OK)
            visit->outcome = GA_ERROR;
    }
    *ticks = span < UINT32_MAX ? (uint32_t)(span + 0.5) : UINT32_MAX;
    *spread = mean;
}

static void read_visit(const struct crowd_point *p, struct crowd_sample *launches,
                       uint32_t n_collectors, const struct ga_batch *batch, uint32_t i) {
    batch->visits[i] = {GA_OK, 0, 0, 0};
    for (uint32_t k = 0; k < batch->n_samples; k++) {
        const size_t at = (size_t)i * batch->n_samples + k;
        struct ga_spread spread;
        read_sample(p, launches + (size_t)k * sample_launches(p) * COLLECT_BLOCKS, n_collectors,
                    &batch->visits[i], &batch->samples[at], &spread);
        if (batch->spreads)
            batch->spreads[at] = spread;
    }
}

/* Everything of a batch that lives on the host. A point has room for most_launches. */
struct batch {
    struct crowd_point *points;   /* [n_points] */
    struct crowd_sample *samples; /* [n_points][most_launches][COLLECT_BLOCKS] */
    size_t *places;               /* [n_points][most_launches] */
    struct queue queue;
    uint32_t n_points, most_launches, n_samples;
};

static void batch_free(struct batch *b) {
    delete[] b->queue.launches;
    delete[] b->queue.args;
    delete[] b->places;
    delete[] b->samples;
    delete[] b->points;
}

static enum ga_status batch_make(struct batch *b, uint32_t n_points, uint32_t n_samples,
                                 uint32_t most_launches, struct ga_err *err) {
    const size_t n = (size_t)n_points * most_launches;
    const size_t n_kernels = (size_t)n_points * (3 * (size_t)most_launches + 4);
    *b = {new (std::nothrow) struct crowd_point[n_points],
          new (std::nothrow) struct crowd_sample[n * COLLECT_BLOCKS],
          new (std::nothrow) size_t[n],
          {new (std::nothrow) struct ga_launch[n_kernels],
           new (std::nothrow) union launch_args[n_kernels],
           0,
           {}},
          n_points,
          most_launches,
          n_samples};
    if (n > MOST_LAUNCHES || !b->points || !b->samples || !b->places || !b->queue.launches ||
        !b->queue.args)
        return ga_fail(err, GA_ERROR, "no room for %zu launches in a batch", n);
    return GA_OK;
}

static enum ga_status batch_run(struct ga_gpu *gpu, struct batch *b, const struct memory *m,
                                uint32_t n_before, struct ga_err *err) {
    struct crowd_sample *const on_device = (struct crowd_sample *)(m->base + m->samples);
    for (uint32_t i = 0; i < b->n_points; i++) {
        const size_t at = (size_t)i * b->most_launches;
        push_visit(&b->queue, &gpu->limits, &b->points[i], m, b->places + at,
                   on_device + at * COLLECT_BLOCKS, b->n_samples, n_before);
    }
    const enum ga_status status = gpu->backend->launch(gpu, b->queue.launches, b->queue.n, err);
    return status == GA_OK ? gpu->backend->download(gpu, b->samples, on_device,
                                                    (size_t)b->n_points * b->most_launches *
                                                        COLLECT_BLOCKS * sizeof *b->samples,
                                                    err)
                           : status;
}

/* in: m: with its base. */
static enum ga_status find_places(struct ga_gpu *gpu, const struct memory *m, struct places *places,
                                  struct ga_err *err) {
    const size_t fit = reserved(&gpu->limits) / APART_BYTES;
    const uint32_t n = fit < MOST_PLACES ? (uint32_t)fit : MOST_PLACES;
    const struct near_args args = {m->base + m->words, (uint32_t *)(m->base + m->laps), APART_BYTES,
                                   n, 0};
    const struct ga_launch launch = {GA_ENTRY(crowd_near), 1, gpu->limits.warp_size, 0, &args};
    places->n = 0;
    places->n_moves = gpu->n_moves;
    if (n == 0)
        return GA_OK;
    enum ga_status status = gpu->backend->launch(gpu, &launch, 1, err);
    if (status == GA_OK)
        status = gpu->backend->download(gpu, places->cycles, m->base + m->laps,
                                        n * sizeof *places->cycles, err);
    uint32_t least = UINT32_MAX;
    for (uint32_t k = 0; status == GA_OK && k < n; k++)
        least = places->cycles[k] < least ? places->cycles[k] : least;
    places->near_cycles = least + least / 500;
    places->n = n;
    return status;
}

enum ga_status GA_SYMBOL(crowd_measure)(struct ga_gpu *gpu, const struct ga_batch *batch,
                                        crowd_describe *describe, struct ga_err *err) {
    static struct places places;
    struct batch b;
    enum ga_status status =
        batch_make(&b, batch->n_points, batch->n_samples, batch->n_samples * CROWD_PLACES, err);
    for (uint32_t i = 0; status == GA_OK && i < batch->n_points; i++) {
        b.points[i] = describe(&gpu->limits, &batch->points[i], batch->seed);
        if (b.points[i].n_places > 1 && reserved(&gpu->limits) == 0)
            b.points[i].n_places = 2;
    }
    if (status == GA_OK) {
        struct memory m = lay_out(&gpu->limits, b.points, batch);
        void *scratch = nullptr;
        status = ga_scratch(gpu, m.size, &scratch, err);
        m.base = (char *)scratch;
        if (status == GA_OK && places.n_moves != gpu->n_moves)
            status = find_places(gpu, &m, &places, err);
        for (size_t k = 0; status == GA_OK && k < (size_t)b.n_points * b.most_launches; k++) {
            const struct crowd_point *const p = &b.points[k / b.most_launches];
            b.places[k] =
                place(&m, &places, p, (uint32_t)(k % b.most_launches % sample_launches(p)));
        }
        if (status == GA_OK)
            status = batch_run(gpu, &b, &m, batch->visit * batch->n_samples, err);
    }
    for (uint32_t i = 0; status == GA_OK && i < batch->n_points; i++)
        read_visit(&b.points[i], b.samples + (size_t)i * b.most_launches * COLLECT_BLOCKS,
                   collectors(&gpu->limits, &b.points[i]).n_blocks, batch, i);
    batch_free(&b);
    return status;
}
