/* The host's side of pair.h: the points of a batch, one after the other; one launch serves those that need the same
 * kernel. Its one tally is the line's distance. */
#ifndef GA_PAIR_HOST_H
#define GA_PAIR_HOST_H

#include <new>

#include "distance_host.h"
#include "instructions.h"
#include "pair.h"

/* The first axes of a benchmark of this kind: a pair of SMs, and where its word lies. */
enum { GA_PAIR_LINE, GA_PAIR_SM, GA_PAIR_PARTNER, GA_PAIR_OWN_AXES };
static const char *const ga_pair_lines[] = {"near", "far", nullptr};
static inline void ga_pair_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    *first = 0;
    *last = (int32_t)limits->sm_count - 1;
}
#define GA_PAIR_AXES                                                                               \
    {"line",        "",      "of 64, the nearest to both SMs or the farthest",                     \
     ga_pair_lines, nullptr, {"all", "all", "all"}},                                               \
        {"sm",                                                                                     \
         "",                                                                                       \
         "that begins, in order of the id that a program sees",                                    \
         nullptr,                                                                                  \
         ga_pair_range,                                                                            \
         {"0", "all", "all"}},                                                                     \
    {                                                                                              \
        "partner", "", "the other SM, a higher one", nullptr, ga_pair_range, {                     \
            "all", "all", "all"                                                                    \
        }                                                                                          \
    }

static inline bool ga_is_pair(const struct ga_limits *, const struct ga_point *p) {
    return p->at[GA_PAIR_SM] < p->at[GA_PAIR_PARTNER];
}

/* out: whether the pair is one of a few: the first SM with 1, 2, 4, .. and the last. */
static inline bool ga_is_usual_pair(const struct ga_limits *limits, const struct ga_point *p) {
    const int32_t partner = p->at[GA_PAIR_PARTNER];
    return p->at[GA_PAIR_SM] == 0 &&
           ((partner & (partner - 1)) == 0 || partner == (int32_t)limits->sm_count - 1);
}

static inline const char *ga_no_pair(const struct ga_limits *limits) {
    return limits->sm_count < 2 ? "this needs two SMs" : ga_no_cycle_counter(limits);
}

static inline struct ga_work ga_pair_work(const struct ga_limits *, const struct ga_point *) {
    return {GA_PAIR_HANDOVERS, GA_PAIR_HANDOVERS, ~0u};
}

static const struct ga_tally ga_pair_tallies[] = {
    {"add_cycles", "SM cycles",
     "of one add to the word's line while no other is under way there, the mean of both SMs",
     ga_tally::GA_MEAN},
};

/* out: *row with what is the same in every benchmark of this kind. */
static inline struct ga_bench ga_pair_row(struct ga_bench row) {
    row.sample = "8 hand-overs there and 8 back between two threads on two SMs, the rest idle";
    row.samples[GA_QUICK] = 6;
    row.samples[GA_PAPER] = 12;
    row.samples[GA_FULL] = 24;
    row.visit_samples = 10;
    row.interval = 0.02;
    row.tallies = ga_pair_tallies;
    row.n_tallies = sizeof ga_pair_tallies / sizeof *ga_pair_tallies;
    row.unavailable = ga_no_pair;
    row.valid = ga_is_pair;
    row.work = ga_pair_work;
    return row;
}

/* out: a kernel that takes struct ga_pair_args. */
typedef const void *ga_pair_entry(const struct ga_point *point);

/* Where a batch's arrays lie. The words are first, so that every batch has the same. All before `results` is zeroed for
 * each launch. */
struct ga_pair_layout {
    size_t words, zero, places, turn, results, visits, cycles, distances, size;
};

static inline struct ga_pair_layout ga_lay_out_pairs(const struct ga_limits *limits,
                                                     const struct ga_batch *batch) {
    struct ga_pair_layout l = {};
    const size_t n = batch->n_points, sms = limits->sm_count, word = sizeof(uint32_t);
    l.words = ga_carve(&l.size, GA_DISTANCE_LINES * GA_DISTANCE_APART_WORDS * word);
    l.zero = ga_carve(&l.size, word);
    l.places = ga_carve(&l.size, sms * word);
    l.turn = ga_carve(&l.size, word);
    l.results = ga_carve(&l.size, n * sizeof(struct ga_visit));
    l.visits = ga_carve(&l.size, n * sizeof(struct ga_pair_visit));
    l.cycles = ga_carve(&l.size, n * batch->n_samples * word);
    l.distances = ga_carve(&l.size, sms * GA_DISTANCE_LINES * word);
    return l;
}

/* Writes down what the device has to know of the points with this kernel, and how far their lines are. n_used: how often
 * a line was used before. out: how many they are. */
static inline uint32_t ga_list_pairs(const struct ga_batch *batch, ga_pair_entry *entry_of,
                                     const void *entry, const struct ga_distances *d,
                                     struct ga_pair_visit *visits) {
    const uint32_t handovers = GA_PAIR_HANDOVERS * (GA_PAIR_WARM_UP + batch->n_samples) + 1;
    uint32_t n = 0, n_used[GA_DISTANCE_LINES] = {};
    for (uint32_t i = 0; i < batch->n_points; i++) {
        const struct ga_point *const p = &batch->points[i];
        const uint32_t sm[] = {(uint32_t)p->at[GA_PAIR_SM], (uint32_t)p->at[GA_PAIR_PARTNER]};
        if (entry_of(p) != entry)
            continue;
        const uint32_t line = ga_line_at(d, sm, p->at[GA_PAIR_LINE] == 1);
        visits[n++] = {{d->sm_id[sm[0]], d->sm_id[sm[1]]},
                       line * GA_DISTANCE_APART_WORDS,
                       n_used[line]++ * handovers,
                       i};
        batch->tallies[i] = ga_distance_of(d, sm, line);
    }
    return n;
}

static inline enum ga_status ga_launch_pairs(struct ga_gpu *gpu, const struct ga_pair_layout *l,
                                             char *memory, const void *entry,
                                             const struct ga_pair_visit *visits, uint32_t n,
                                             uint32_t n_samples, bool *is_right,
                                             struct ga_err *err) {
    const struct ga_pair_args args = {
        (uint32_t *)(memory + l->words),
        (const uint32_t *)(memory + l->zero),
        (const struct ga_pair_visit *)(memory + l->visits),
        (uint32_t *)(memory + l->places),
        (uint32_t *)(memory + l->turn),
        (uint32_t *)(memory + l->cycles),
        (struct ga_visit *)(memory + l->results),
        n,
        n_samples,
        (uint64_t)(ga_patience_s(gpu) * 1e9 / gpu->limits.tick_ns),
    };
    const auto launch = [&] {
        enum ga_status status = gpu->backend->clear(gpu, memory, l->results, err);
        if (status == GA_OK)
            status = gpu->backend->upload(gpu, memory + l->visits, visits, n * sizeof *visits, err);
        return status == GA_OK ? ga_launch_on_each(gpu, entry, &args, err) : status;
    };
    return ga_place(gpu, args.places, 1, launch, is_right, err);
}

/* Finds the distances, then measures the points kernel by kernel. */
static inline enum ga_status ga_measure_listed(struct ga_gpu *gpu, const struct ga_batch *batch,
                                               ga_pair_entry *entry_of,
                                               const struct ga_pair_layout *l, char *memory,
                                               const struct ga_distances *d,
                                               struct ga_pair_visit *visits, struct ga_err *err) {
    const struct ga_distance_args distance = {
        (uint32_t *)(memory + l->words), (const uint32_t *)(memory + l->zero),
        (uint32_t *)(memory + l->places), (uint32_t *)(memory + l->distances)};
    enum ga_status status = gpu->backend->clear(gpu, memory, l->results, err);
    if (status == GA_OK)
        status = gpu->backend->upload(gpu, memory + l->results, batch->visits,
                                      batch->n_points * sizeof *batch->visits, err);
    bool is_right = false;
    if (status == GA_OK)
        status = ga_find_distances(gpu, &distance, d, &is_right, err);
    for (uint32_t i = 0; status == GA_OK && !is_right && i < batch->n_points; i++)
        status = ga_misplaced(gpu, memory + l->results, i, err);
    const uint32_t n_points = is_right ? batch->n_points : 0;
    for (uint32_t i = 0; status == GA_OK && i < n_points; i++) {
        const void *const entry = entry_of(&batch->points[i]);
        uint32_t earlier = 0;
        while (entry_of(&batch->points[earlier]) != entry)
            earlier++;
        if (earlier < i) /* measured with that one */
            continue;
        const uint32_t n = ga_list_pairs(batch, entry_of, entry, d, visits);
        status =
            ga_launch_pairs(gpu, l, memory, entry, visits, n, batch->n_samples, &is_right, err);
        for (uint32_t v = 0; status == GA_OK && !is_right && v < n; v++)
            status = ga_misplaced(gpu, memory + l->results, visits[v].index, err);
    }
    return status;
}

/* A value for ga_bench.measure. */
static inline enum ga_status ga_measure_pairs(struct ga_gpu *gpu, const struct ga_batch *batch,
                                              ga_pair_entry *entry_of, struct ga_err *err) {
    const struct ga_pair_layout l = ga_lay_out_pairs(&gpu->limits, batch);
    const uint32_t n_sms = gpu->limits.sm_count;
    struct ga_pair_visit *const visits = new (std::nothrow) struct ga_pair_visit[batch->n_points];
    uint32_t *const sms = new (std::nothrow) uint32_t[n_sms * (1 + GA_DISTANCE_LINES)];
    void *memory = nullptr;
    enum ga_status status =
        visits && sms ? ga_scratch(gpu, l.size, &memory, err)
                      : ga_fail(err, GA_ERROR, "out of memory for %u points", batch->n_points);
    const struct ga_distances d = {sms, sms + n_sms};
    if (status == GA_OK)
        status = ga_measure_listed(gpu, batch, entry_of, &l, (char *)memory, &d, visits, err);
    if (status == GA_OK)
        status = gpu->backend->download(gpu, batch->visits, (char *)memory + l.results,
                                        batch->n_points * sizeof *batch->visits, err);
    if (status == GA_OK)
        status = gpu->backend->download(
            gpu, batch->samples, (char *)memory + l.cycles,
            (size_t)batch->n_points * batch->n_samples * sizeof *batch->samples, err);
    delete[] visits;
    delete[] sms;
    return status;
}

#endif
