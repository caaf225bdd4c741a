/* What the kernels of global_few_words and its host's side share, and how a point is launched. */
#ifndef GA_FEW_WORDS_H
#define GA_FEW_WORDS_H

#include <new>

#include "crowd.h"
#include "distance_host.h"

enum few_axis { WORDS, STRIDE, SHARE, SMS, WARPS, LANES, REGIME, PLACE };
enum : uint32_t { FEW_LAUNCHES = 64 }; /* of a visit, at most */
enum few_share { SHARE_SM, SHARE_WARP, SHARE_LANE, SHARE_NEAR, SHARE_FAR };
enum : uint32_t { PLACES = 4, PAGE_BYTES = 4096, KNOWN_PAGES = 32 }; /* whose distances are known */
enum : uint32_t { FEW_IDS = 1 << 16 };                               /* an SM's id has 16 bits */
static const size_t LARGE_PAGE_BYTES = (size_t)2 << 20, ROOM_BYTES = (size_t)1 << 30;

/* places[block]: its SM's id + 1. roles[id]: which of the SMs that issue it is, + 1; 0: it does not. */
struct few_args {
    struct crowd_args crowd;
    uint32_t *places;
    const uint32_t *roles;
};

/* A point on a device. label: of its launches; accesses: of a thread. */
struct few_plan {
    const void *entry;
    const char *label;
    uint32_t n_words, stride, share, n_sms, sm_warps, lanes, accesses, place;
};

/* Where things are, from a 2 MiB page on; place i of the words begins i * apart bytes behind it. */
struct few_memory {
    char *base;
    size_t apart, where, laps, places, roles, zero, distances, size;
};

/* Devices with little memory have one place. */
static inline struct few_memory few_lay_out(const struct ga_limits *limits,
                                            const struct ga_batch *batch, size_t words_bytes) {
    struct few_memory m = {};
    const bool is_large = ga_scratch_reserve(limits) > ROOM_BYTES + 16 * LARGE_PAGE_BYTES;
    const size_t lines = GA_DISTANCE_LINES * GA_DISTANCE_APART_WORDS * sizeof(uint32_t);
    const size_t n_warps = (size_t)limits->sm_count * limits->threads_per_block / limits->warp_size;
    m.apart = is_large ? ROOM_BYTES / PLACES : 0;
    ga_carve(&m.size, m.apart * (PLACES - 1) + (words_bytes > lines ? words_bytes : lines));
    m.where = ga_carve(&m.size, n_warps * limits->warp_size * sizeof(uint32_t));
    m.laps = ga_carve(&m.size, (batch->n_samples + 1) * n_warps * sizeof(struct crowd_lap));
    m.places = ga_carve(&m.size, limits->sm_count * sizeof(uint32_t));
    m.roles = ga_carve(&m.size, FEW_IDS * sizeof(uint32_t));
    m.zero = ga_carve(&m.size, sizeof(uint32_t));
    m.distances = ga_carve(&m.size, limits->sm_count * GA_DISTANCE_LINES * sizeof(uint32_t));
    return m;
}

/* Whether neighbouring lanes have words of their own. Of one SM alone, near or far, they do. */
static inline bool few_goes_by_lane(const struct few_plan *plan) {
    return plan->share == SHARE_LANE || (plan->share >= SHARE_NEAR && plan->n_sms == 1);
}

/* Of an active lane of one of all warps. */
static inline uint32_t few_word(const struct few_plan *plan, uint32_t warp, uint32_t lane) {
    const uint32_t t = warp * plan->lanes + lane; /* times 1024 words: 32 bits do */
    const uint32_t n = plan->n_sms * plan->sm_warps * plan->lanes;
    return plan->share == SHARE_WARP ? warp % plan->n_words
           : few_goes_by_lane(plan)  ? t % plan->n_words
                                     : t * plan->n_words / n;
}

/* What the host has of a visit. */
struct few_host {
    uint32_t *where, *threads, *words; /* threads[word]: how many have it; words: what was found */
    struct crowd_lap *laps;
    struct ga_distances
        distances; /* at the point's place, whose index is `found`; PLACES: nowhere yet */
    uint32_t *roles, found;
};

/* out: the nearest SM, or the farthest, to a word that has no role yet. */
static inline uint32_t few_best_sm(const struct few_plan *plan, uint32_t n_sms, uint32_t k,
                                   const struct few_host *h) {
    const struct ga_distances *const d = &h->distances;
    const uint32_t line = (uint32_t)((size_t)k * plan->stride / PAGE_BYTES % KNOWN_PAGES);
    uint32_t best = n_sms, best_cycles = 0;
    for (uint32_t sm = 0; sm < n_sms; sm++) {
        const uint32_t cycles = d->cycles[sm * GA_DISTANCE_LINES + line];
        if (h->roles[d->sm_id[sm]] == 0 &&
            (best == n_sms ||
             (plan->share == SHARE_FAR ? cycles > best_cycles : cycles < best_cycles))) {
            best = sm;
            best_cycles = cycles;
        }
    }
    return best;
}

/* Which SMs issue, so that it is the same ones whichever blocks a driver gives them. Those of a near or far word: in turns.
 * Else by turns the nearest to the first word that is left, and the farthest. */
static inline void few_choose_sms(const struct few_plan *plan, uint32_t n_sms, struct few_host *h) {
    struct few_plan one = *plan;
    const bool by_word = plan->share == SHARE_NEAR || plan->share == SHARE_FAR;
    const uint32_t sharers = by_word ? plan->n_sms / plan->n_words : 1;
    memset(h->roles, 0, FEW_IDS * sizeof *h->roles);
    for (uint32_t i = 0; i < plan->n_sms; i++) {
        const uint32_t word = by_word ? i % plan->n_words : 0;
        const uint32_t role = by_word ? word * sharers + i / plan->n_words : i;
        if (!by_word)
            one.share = i % 2 ? SHARE_FAR : SHARE_NEAR;
        h->roles[h->distances.sm_id[few_best_sm(&one, n_sms, word, h)]] = role + 1;
    }
}

static inline void few_place_threads(const struct few_plan *plan, uint32_t warp_size,
                                     struct few_host *h) {
    const uint32_t words_apart = plan->stride / 4;
    memset(h->threads, 0, plan->n_words * sizeof *h->threads);
    for (uint32_t warp = 0; warp < plan->n_sms * plan->sm_warps; warp++) {
        uint32_t *const where = h->where + (size_t)warp * warp_size;
        const uint32_t first = few_word(plan, warp, 0);
        /* most warps have one word, which is worked out once */
        const bool has_one =
            !few_goes_by_lane(plan) && first == few_word(plan, warp, plan->lanes - 1);
        for (uint32_t lane = 0; lane < warp_size; lane++)
            where[lane] = lane < plan->lanes ? first * words_apart : CROWD_IDLE;
        h->threads[first] += has_one ? plan->lanes : 0;
        for (uint32_t lane = 0; !has_one && lane < plan->lanes; lane++) {
            const uint32_t k = few_word(plan, warp, lane);
            where[lane] = k * words_apart;
            h->threads[k]++;
        }
        where[0] |= CROWD_LEADER;
    }
}

static inline enum ga_status few_give_roles(struct ga_gpu *gpu, const struct few_plan *plan,
                                            const struct few_memory *m, struct few_host *h,
                                            struct ga_err *err) {
    few_choose_sms(plan, gpu->limits.sm_count, h);
    return gpu->backend->upload(gpu, m->base + m->roles, h->roles, FEW_IDS * sizeof *h->roles, err);
}

/* Adds of a thread in the launch that does not count, which finds instructions, lines and translations: as few as in a
 * crowd's. */
enum : uint32_t { FEW_WARM_UP = CROWD_UNROLL };

/* out: adds of a thread in all launches of a visit. */
static inline uint32_t few_adds(const struct few_plan *plan, uint32_t n_samples) {
    return FEW_WARM_UP + plan->accesses * n_samples;
}

/* A short launch that counts for nothing but the words, then the samples. */
static inline enum ga_status few_launch(struct ga_gpu *gpu, const struct few_plan *plan,
                                        const struct few_memory *m, char *words, uint32_t n_samples,
                                        bool *is_right, struct ga_err *err) {
    static struct few_args args[FEW_LAUNCHES];
    static struct ga_launch launches[FEW_LAUNCHES];
    const uint32_t n_warps = plan->n_sms * plan->sm_warps;
    if (n_samples >= FEW_LAUNCHES)
        return ga_fail(err, GA_ERROR, "no room for %u launches of a visit", n_samples);
    for (uint32_t i = 0; i <= n_samples; i++) {
        args[i] = {{words, (const uint32_t *)(m->base + m->where),
                    (struct crowd_lap *)(m->base + m->laps) + (size_t)i * n_warps,
                    i > 0 ? plan->accesses : (uint32_t)FEW_WARM_UP, 0, 0},
                   (uint32_t *)(m->base + m->places),
                   (const uint32_t *)(m->base + m->roles)};
        launches[i] = {plan->entry, gpu->limits.sm_count, plan->sm_warps * gpu->limits.warp_size,
                       ga_exclusive_shared_bytes(&gpu->limits, 1, 0), &args[i]};
        launches[i].label = i > 0 ? plan->label : nullptr;
    }
    const auto launch = [&] {
        const struct ga_backend *const b = gpu->backend;
        enum ga_status status =
            b->clear(gpu, m->base + m->places, gpu->limits.sm_count * sizeof(uint32_t), err);
        if (status == GA_OK)
            status = b->clear(gpu, words, plan->n_words * (size_t)plan->stride, err);
        return status == GA_OK ? b->launch(gpu, launches, n_samples + 1, err) : status;
    };
    return ga_place(gpu, m->base + m->places, 1, launch, is_right, err);
}

/* How far the SMs are from the pages of a place, of which a line each is asked. */
static inline enum ga_status few_find_distances(struct ga_gpu *gpu, const struct few_memory *m,
                                                uint32_t place, struct few_host *h, bool *is_right,
                                                struct ga_err *err) {
    const struct ga_distance_args args = {
        (uint32_t *)(m->base + m->apart * place), (const uint32_t *)(m->base + m->zero),
        (uint32_t *)(m->base + m->places), (uint32_t *)(m->base + m->distances)};
    *is_right = true;
    if (h->found == place)
        return GA_OK;
    enum ga_status status = gpu->backend->clear(gpu, m->base + m->zero, sizeof(uint32_t), err);
    if (status == GA_OK)
        status = ga_find_distances(gpu, &args, &h->distances, is_right, err);
    h->found = status == GA_OK && *is_right ? place : (uint32_t)PLACES;
    for (uint32_t i = 0; status == GA_OK && *is_right && i < gpu->limits.sm_count; i++)
        if (h->distances.sm_id[i] >= FEW_IDS)
            return ga_fail(err, GA_ERROR, "an SM's id is %u", h->distances.sm_id[i]);
    return status;
}

/* A sample, and how long its warps took; clocks are added to the visit. */
static inline uint32_t few_read_sample(const struct few_plan *plan, const struct crowd_lap *laps,
                                       struct ga_visit *visit, struct ga_spread *spread) {
    uint64_t first = UINT64_MAX, last = 0;
    const uint32_t n = plan->n_sms * plan->sm_warps;
    double sum = 0, rates = 0, squares = 0, least = 1e30, most = 0;
    for (uint32_t w = 0; w < n; w++) {
        const struct crowd_lap *const lap = &laps[w];
        const double access = (double)(lap->issued - lap->start) / plan->accesses;
        const double rate = 1 / (access > 0 ? access : 1e-9);
        if (lap->done == 0)
            ga_visit_outcome(visit, GA_ERROR);
        first = lap->start < first ? lap->start : first;
        last = lap->done > last ? lap->done : last;
        visit->cycles += lap->cycles;
        visit->ticks += lap->done - lap->start;
        sum += access;
        least = access < least ? access : least;
        most = access > most ? access : most;
        rates += rate;
        squares += rate * rate;
    }
    *spread = {sum / n, least, most, rates * rates / (n * squares)};
    return last - first < UINT32_MAX ? (uint32_t)(last - first) : UINT32_MAX;
}

/* The words hold the adds of all launches. */
static inline void few_check(const struct few_plan *plan, const struct few_host *h,
                             uint32_t n_samples, struct ga_visit *visit) {
    for (uint32_t k = 0; k < plan->n_words; k++)
        if (h->words[(size_t)k * plan->stride / 4] != h->threads[k] * few_adds(plan, n_samples))
            ga_visit_outcome(visit, GA_WRONG);
}

#endif
