/* global_few_words: what a few words of device memory take from how many SMs, and whether it matters which threads share
 * a word. Of one SM alone it is what the SM can send.
 *
 * Every SM has one block; the blocks of `sms` of them add, by one instruction a warp, each lane to its word. By `share` a
 * word belongs to neighbouring threads, so that an SM has as few words as can be; to every words-th warp, so that an SM has
 * many, each warp one; to every words-th lane, so that a warp has many; or to the SMs that are nearest to it, or farthest. One
 * SM alone that is near or far has all words, by lane.
 *
 * src: Maucher et al., PLOS'25, section 4.4 and figures 5 and 6. 64 SMs with 32 warps each are their suite's 2048 warps, by
 * neighbouring threads or by lanes.
 *
 * Contends: sms * warps * lanes / words threads on each word. Progress assumed: none. */
#include <algorithm>

#include "few_words.h"

#define GA_OPERATIONS 1
#include "crowd_kernels.h"
#include "operands.h"
#include "talk.h"

template <enum ga_regime R> GA_DEVICE void few(const struct few_args &a) {
    if (ga_thread() == 0)
        ga_say(&a.places[ga_block()], ga_sm_id() + 1);
    const uint32_t role = a.roles[ga_sm_id()];
    if (role == 0)
        return;
    const ptrdiff_t shift = (ptrdiff_t)role - 1 - (ptrdiff_t)ga_block();
    struct crowd_args crowd = a.crowd; /* crowd_time() goes by the block */
    crowd.where += shift * ga_n_threads();
    crowd.laps += shift * (ga_n_threads() / ga_warp_size());
    crowd_time<R, uint32_t>(crowd, [&crowd](uint32_t *word, bool active) {
        return crowd_loop<op_add_u32, R, GA_SCOPE_DEVICE, GA_RELAXED, false>(crowd, word, active);
    });
}

/* Expected: CROWD_UNROLL adds in a loop, that return or do not, and no other atomic. */
GA_KERNEL_FULL(global_few_words_independent, few_args) { few<GA_INDEPENDENT>(a); }
GA_KERNEL_FULL(global_few_words_unused, few_args) { few<GA_UNUSED>(a); }

#define ADDS(is_unused)                                                                            \
    {                                                                                              \
        {                                                                                          \
            .operation = GA_OP_add, .scope = GA_SCOPE_DEVICE, .unused = is_unused,                 \
            .count = CROWD_UNROLL                                                                  \
        }                                                                                          \
    }
static const struct ga_variant variants[] = {
    {"global_few_words_independent", GA_ENTRY(global_few_words_independent), ADDS(false)},
    {"global_few_words_unused", GA_ENTRY(global_few_words_unused), ADDS(true)},
};

/* Adds of a launch for each word and SM that are served side by side, and the most of a thread: a launch takes a
 * millisecond at most on an H100. */
#if defined(GA_BACKEND_CPU)
enum : uint32_t { ADDS_A_WORD = 1 << 7, MOST_UNUSED = 32, MOST_USED = 32 };
#else
enum : uint32_t { ADDS_A_WORD = 1 << 20, MOST_UNUSED = 1 << 17, MOST_USED = 1 << 13 };
#endif
enum : uint32_t { LEAST_ACCESSES = 8, SIDE_BY_SIDE = 64, THEIR_SMS = 64 };

static void words_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    *first = 1;
    *last = (int32_t)(limits->sm_count * limits->threads_per_block);
    *last = *last < 1024 ? *last : 1024;
}
static void stride_range(const struct ga_limits *, int32_t *first, int32_t *last) {
    *first = 4;
    *last = 1 << 16;
}
static void sms_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    *first = 1;
    *last = (int32_t)limits->sm_count;
}
static void warps_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    *first = 1;
    *last = (int32_t)(limits->threads_per_block / limits->warp_size);
}

static const char *const shares[] = {"sm", "warp", "lane", "near", "far", nullptr};
static const char *const regimes[] = {"independent", "unused", nullptr};
static const char *const places[] = {"a", "b", "c", "d", nullptr};
static const struct ga_axis axes[] = {
    {"words", "", "in use", nullptr, words_range, {"1,4,16", "1..64*2", "1..256*2"}},
    {"stride_bytes",
     "B",
     "from one word to the next",
     nullptr,
     stride_range,
     {"4096", "4,32,128,256,1024,2048,4096", "4..16384*2"}},
    {"share",
     "",
     "whose a word is: neighbouring threads'; every words-th warp's; every words-th lane's; its "
     "nearest SMs'; its farthest SMs' (of one SM: by lane)",
     shares,
     nullptr,
     {"sm", "all", "all"}},
    {"sms", "", "that issue", nullptr, sms_range, {"64", "1..max*2", "1..max*2"}},
    {"warps_per_sm", "", "in one block", nullptr, warps_range, {"32", "1,4,max", "1..max*2"}},
    {"lanes", "", "active threads of a warp", nullptr, crowd_lanes_range, {"max", "1,max", "all"}},
    {"regime", "", "what waits for a result", regimes, nullptr, {"unused", "all", "all"}},
    {"place",
     "",
     "of the first word: one of four 2 MiB pages",
     places,
     nullptr,
     {"a", "all", "all"}},
};

static uint32_t n_threads(const struct ga_point *p) {
    return (uint32_t)(p->at[SMS] * p->at[WARPS] * p->at[LANES]);
}

/* The same number of threads for every word. */
static bool valid(const struct ga_limits *, const struct ga_point *p) {
    const uint32_t words = (uint32_t)p->at[WORDS], stride = (uint32_t)p->at[STRIDE];
    const uint32_t sms = (uint32_t)p->at[SMS], n_warps = sms * (uint32_t)p->at[WARPS];
    const int32_t share = p->at[SHARE];
    return stride % 4 == 0 && words <= n_threads(p) &&
           (share == SHARE_SM     ? true
            : share == SHARE_WARP ? n_warps % words == 0
            : share == SHARE_LANE ? n_threads(p) % words == 0
            : sms == 1            ? n_threads(p) % words == 0 && (words - 1) * stride < PAGE_BYTES
                       : sms % words == 0 && (words - 1) * stride < KNOWN_PAGES * PAGE_BYTES);
}

/* One SM alone, on a word near to it or far from it, or on a word a lane: those of `lane` are near. */
static bool usual_alone(const struct ga_point *p, bool all_lanes, int32_t warps) {
    const int32_t share = p->at[SHARE];
    if (p->at[WORDS] == 1)
        return p->at[STRIDE] == 4096 && share >= SHARE_NEAR;
    return p->at[WORDS] == 32 && p->at[STRIDE] <= 128 && all_lanes &&
           (share == SHARE_LANE || (share == SHARE_FAR && p->at[WARPS] == warps));
}

/* At other places: their table. */
static bool usual_elsewhere(const struct ga_point *p) {
    const int32_t words = p->at[WORDS], stride = p->at[STRIDE];
    return p->at[SHARE] == SHARE_SM &&
           (stride == 4096 || (stride >= 1024 && (words == 8 || words == 16)));
}

/* Beside that: their table, by stride; the ways to share, from as many SMs as theirs and from all; how many SMs issue; and
 * other places. */
static bool usual(const struct ga_limits *limits, const struct ga_point *p) {
    const int32_t sms = (int32_t)limits->sm_count, words = p->at[WORDS], stride = p->at[STRIDE],
                  share = p->at[SHARE];
    int32_t first = 0, warps = 0;
    warps_range(limits, &first, &warps);
    const bool all_lanes = p->at[LANES] == (int32_t)limits->warp_size;
    if (p->at[SMS] == 1 && p->at[PLACE] == 0 && usual_alone(p, all_lanes, warps))
        return true;
    if (!all_lanes || p->at[WARPS] < warps || p->at[REGIME] != 1 || stride < 256 ||
        (words == 1 && (stride != 4096 || share != SHARE_SM)))
        return false;
    const bool theirs = p->at[SMS] == (sms < (int32_t)THEIR_SMS ? sms : (int32_t)THEIR_SMS);
    if (p->at[PLACE] > 0)
        return theirs && usual_elsewhere(p);
    return (theirs && (stride == 4096 || share == SHARE_SM || share == SHARE_NEAR)) ||
           (stride == 4096 && (p->at[SMS] == sms || ((words == 1 || words == 4 || words == 16) &&
                                                     (share == SHARE_SM || share == SHARE_NEAR))));
}

static uint32_t accesses(const struct ga_point *p) {
    const uint32_t words = (uint32_t)p->at[WORDS], sms = (uint32_t)p->at[SMS];
    const uint32_t at_once = words < sms ? words : sms;
    const uint32_t each =
        ADDS_A_WORD / n_threads(p) * (at_once < SIDE_BY_SIDE ? at_once : (uint32_t)SIDE_BY_SIDE);
    const uint32_t most = p->at[REGIME] == 1 ? MOST_UNUSED : MOST_USED;
    const uint32_t bounded = each < most ? each : most;
    return (bounded > LEAST_ACCESSES ? bounded : (uint32_t)LEAST_ACCESSES) / CROWD_UNROLL *
           CROWD_UNROLL;
}

static uint32_t variant(const struct ga_point *p) { return (uint32_t)p->at[REGIME]; }

static struct ga_work work(const struct ga_limits *, const struct ga_point *p) {
    const uint64_t requests = (uint64_t)p->at[SMS] * (uint32_t)p->at[WARPS] * accesses(p);
    return {requests * (uint32_t)p->at[LANES], requests, 1};
}

static struct few_plan describe(const struct ga_point *p, const char *label) {
    return {variants[variant(p)].entry,
            label,
            (uint32_t)p->at[WORDS],
            (uint32_t)p->at[STRIDE],
            (uint32_t)p->at[SHARE],
            (uint32_t)p->at[SMS],
            (uint32_t)p->at[WARPS],
            (uint32_t)p->at[LANES],
            accesses(p),
            (uint32_t)p->at[PLACE]};
}

/* Adds of one SM in a cycle. */
static double sm_rate(const struct few_plan *plan, const struct ga_visit *visit, double ticks) {
    const double cycles = ticks * (double)visit->cycles / (double)visit->ticks;
    return (double)plan->accesses * plan->sm_warps * plan->lanes / cycles;
}

/* The largest: one launch of 48 may take a third longer. */
static const struct ga_tally tallies[] = {
    {"sm_ops_per_cycle", "1/SM cycle",
     "lane operations of one SM that issues, in the fastest visit", ga_tally::GA_MAX}};

static void read_visit(const struct ga_batch *batch, uint32_t i, const struct few_plan *plan,
                       const struct crowd_lap *laps) {
    const size_t n_warps = (size_t)plan->n_sms * plan->sm_warps;
    uint32_t *const samples = batch->samples + (size_t)i * batch->n_samples;
    for (uint32_t s = 0; s < batch->n_samples; s++) {
        const size_t at = (size_t)i * batch->n_samples + s;
        samples[s] =
            few_read_sample(plan, laps + (s + 1) * n_warps, &batch->visits[i], &batch->spreads[at]);
    }
    uint32_t sorted[FEW_LAUNCHES];
    std::copy(samples, samples + batch->n_samples, sorted);
    std::sort(sorted, sorted + batch->n_samples);
    batch->tallies[i] = sm_rate(plan, &batch->visits[i], sorted[batch->n_samples / 2]);
}

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_global_few_words)(void);

static enum ga_status measure_point(struct ga_gpu *gpu, const struct ga_batch *batch, uint32_t i,
                                    const struct few_memory *m, struct few_host *h,
                                    struct ga_err *err) {
    char label[GA_LABEL];
    const struct few_plan plan =
        describe(&batch->points[i], ga_label(GA_SYMBOL(ga_bench_global_few_words)(),
                                             &batch->points[i], label, sizeof label));
    const struct ga_backend *const b = gpu->backend;
    const size_t n_warps = (size_t)plan.n_sms * plan.sm_warps;
    char *const words = m->base + m->apart * plan.place;
    bool is_right = false;
    few_place_threads(&plan, gpu->limits.warp_size, h);
    enum ga_status status = b->upload(gpu, m->base + m->where, h->where,
                                      n_warps * gpu->limits.warp_size * sizeof *h->where, err);
    if (status == GA_OK)
        status = few_find_distances(gpu, m, plan.place, h, &is_right, err);
    if (status == GA_OK && is_right)
        status = few_give_roles(gpu, &plan, m, h, err);
    if (status == GA_OK && is_right)
        status = few_launch(gpu, &plan, m, words, batch->n_samples, &is_right, err);
    if (status == GA_OK)
        status = b->download(gpu, h->laps, m->base + m->laps,
                             (batch->n_samples + 1) * n_warps * sizeof *h->laps, err);
    if (status == GA_OK)
        status = b->download(gpu, h->words, words,
                             (size_t)(plan.n_words - 1) * plan.stride + sizeof(uint32_t), err);
    if (status != GA_OK)
        return status;
    batch->visits[i] = {is_right ? (uint32_t)GA_OK : (uint32_t)GA_MISPLACED, 0, 0, 0};
    if (!is_right)
        return GA_OK;
    few_check(&plan, h, batch->n_samples, &batch->visits[i]);
    read_visit(batch, i, &plan, h->laps);
    return GA_OK;
}

/* out: *h, in pinned memory. bytes: of the words that are read. */
static enum ga_status find_room(struct ga_gpu *gpu, size_t n_threads, size_t n_words, size_t bytes,
                                size_t n_laps, struct few_host *h, struct ga_err *err) {
    const size_t word = sizeof(uint32_t), n_sms = gpu->limits.sm_count;
    size_t size = 0;
    const size_t at[] = {ga_carve(&size, n_threads * word),
                         ga_carve(&size, n_words * word),
                         ga_carve(&size, bytes),
                         ga_carve(&size, n_laps * sizeof(struct crowd_lap)),
                         ga_carve(&size, n_sms * word),
                         ga_carve(&size, n_sms * GA_DISTANCE_LINES * word),
                         ga_carve(&size, FEW_IDS * word)};
    void *room = nullptr;
    const enum ga_status status = ga_host_room(gpu, size, &room, err);
    char *const r = (char *)room;
    if (status == GA_OK)
        *h = {(uint32_t *)(r + at[0]),
              (uint32_t *)(r + at[1]),
              (uint32_t *)(r + at[2]),
              (struct crowd_lap *)(r + at[3]),
              {(uint32_t *)(r + at[4]), (uint32_t *)(r + at[5])},
              (uint32_t *)(r + at[6]),
              PLACES};
    return status;
}

static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    const struct ga_limits *const l = &gpu->limits;
    const size_t n = (size_t)l->sm_count * l->threads_per_block;
    size_t n_words = 0, bytes = 0;
    for (uint32_t i = 0; i < batch->n_points; i++) {
        const size_t words = (size_t)batch->points[i].at[WORDS];
        const size_t span = words * (size_t)batch->points[i].at[STRIDE];
        n_words = words > n_words ? words : n_words;
        bytes = span > bytes ? span : bytes;
    }
    struct few_memory m = few_lay_out(l, batch, bytes);
    struct few_host h = {};
    void *scratch = nullptr;
    enum ga_status status = ga_scratch(gpu, m.size + LARGE_PAGE_BYTES, &scratch, err);
    if (status == GA_OK)
        status =
            find_room(gpu, n, n_words, bytes, (batch->n_samples + 1) * n / l->warp_size, &h, err);
    m.base =
        (char *)(((uintptr_t)scratch + LARGE_PAGE_BYTES - 1) / LARGE_PAGE_BYTES * LARGE_PAGE_BYTES);
    for (uint32_t i = 0; status == GA_OK && i < batch->n_points; i++)
        status = measure_point(gpu, batch, i, &m, &h, err);
    return status;
}

/* Of the answers. */
static const char *const also[] = {
    "words=16 share=near,far", "words=32 stride_bytes=128 share=lane sms=1 regime=all", nullptr};

static const struct ga_bench row = {
    .id = "global_few_words",
    .question = "what do a few words take, and what can an SM send?",
    .sample =
        "a launch: every thread of the SMs that issue adds to its word, the same number of times",
    .axes = axes,
    .n_axes = sizeof axes / sizeof *axes,
    .also = also,
    .variants = variants,
    .n_variants = sizeof variants / sizeof *variants,
    .samples = {4, 6, 12},
    .visit_samples = 10,
    .threads = true,
    .tallies = tallies,
    .n_tallies = 1,
    .timer = GA_TICKS,
    .interval = 0.02,
    .load_axis = "sms",
    .valid = valid,
    .usual = usual,
    .work = work,
    .variant = variant,
    .measure = measure,
};

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_global_few_words)(void) { return &row; }
