/* The host's side of laps.h. A visit is one queue of launches whose arguments are of one type: some that prepare, the
 * measured ones, each with laps of its own, and some that check. */
#ifndef GA_LAPS_HOST_H
#define GA_LAPS_HOST_H

#include <new>

#include "bench.h"
#include "laps.h"

enum : uint32_t { GA_MOST_LAP_LAUNCHES = 64 };

/* Launches and their arguments, which last until they are done. */
template <typename Args> struct ga_lap_queue {
    Args args[GA_MOST_LAP_LAUNCHES];
    struct ga_launch at[GA_MOST_LAP_LAUNCHES];
    uint32_t n;
};

/* in: launch: but for its arguments. */
template <typename Args>
static inline void ga_push(struct ga_lap_queue<Args> *q, const struct ga_launch &launch,
                           const Args &args) {
    if (q->n < GA_MOST_LAP_LAUNCHES) {
        q->args[q->n] = args;
        q->at[q->n] = launch;
        q->at[q->n].args = &q->args[q->n];
    }
    q->n++;
}

/* Runs them and forgets them. err: as ga_backend.launch; GA_ERROR if they are too many. */
template <typename Args>
static inline enum ga_status ga_run(struct ga_gpu *gpu, struct ga_lap_queue<Args> *q,
                                    struct ga_err *err) {
    const uint32_t n = q->n;
    q->n = 0;
    return n > GA_MOST_LAP_LAUNCHES
               ? ga_fail(err, GA_ERROR, "no room for %u launches of a visit", n)
               : gpu->backend->launch(gpu, q->at, n, err);
}

/* Laps together: ticks from the first start to the last end, and what they counted. */
struct ga_lap_span {
    uint64_t ticks, n;
};

/* in: n laps; those that began. out: their span; their clocks are added to *visit, which is GA_ERROR if there are fewer
 * than `least`. */
static inline struct ga_lap_span ga_lap_join(const struct ga_lap *laps, uint32_t n, uint32_t least,
                                             struct ga_visit *visit) {
    uint64_t first = UINT64_MAX, last = 0, sum = 0;
    uint32_t found = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (laps[i].done == 0)
            continue;
        first = laps[i].start < first ? laps[i].start : first;
        last = laps[i].done > last ? laps[i].done : last;
        sum += laps[i].n;
        visit->cycles += laps[i].cycles;
        visit->ticks += laps[i].done - laps[i].start;
        found++;
    }
    if (found < least)
        ga_visit_outcome(visit, GA_ERROR);
    return {found ? last - first : 0, sum};
}

static inline uint32_t ga_lap_sample(double ticks) {
    return ticks < UINT32_MAX ? (uint32_t)(ticks + 0.5) : UINT32_MAX;
}

#endif
