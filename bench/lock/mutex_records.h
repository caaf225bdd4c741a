/* What lock_mutex's host side reads from the records of a launch. */
#ifndef GA_LOCK_MUTEX_RECORDS_H
#define GA_LOCK_MUTEX_RECORDS_H

#include "mutex_kernels.h"

/* How a point is launched. */
struct mutex_geometry {
    uint32_t n_blocks, n_threads, stride, contenders, turns;
    size_t shared_bytes;
};

/* What the records of one launch amount to. */
struct mutex_sum {
    uint64_t first, last, turns, atomics, loads, stores, handovers_sum, n_handovers, longest_wait;
    uint32_t fewest, most, most_inside, n_ran, n_timeouts, n_last;
    double squares;
};

static inline struct mutex_sum mutex_sum_up(const struct mutex_record *records, uint32_t n) {
    struct mutex_sum s = {};
    s.first = UINT64_MAX;
    s.fewest = UINT32_MAX;
    for (uint32_t i = 0; i < n; i++) {
        const struct mutex_record *const r = &records[i];
        s.first = r->start < s.first ? r->start : s.first;
        s.last = r->last > s.last ? r->last : s.last;
        s.n_last += r->last > 0;
        s.turns += r->turns;
        s.squares += (double)r->turns * r->turns;
        s.fewest = r->turns < s.fewest ? r->turns : s.fewest;
        s.most = r->turns > s.most ? r->turns : s.most;
        s.most_inside = r->most_inside > s.most_inside ? r->most_inside : s.most_inside;
        s.longest_wait = r->longest_wait > s.longest_wait ? r->longest_wait : s.longest_wait;
        s.handovers_sum += r->handovers_sum;
        s.n_handovers += r->n_handovers;
        s.atomics += r->atomics;
        s.loads += r->loads;
        s.stores += r->stores;
        s.n_ran += r->ran;
        s.n_timeouts += r->outcome == GA_TIMEOUT;
    }
    return s;
}

/* Whether a launch did what it had to: turns that overlapped would have lost some of what is counted in plain
 * words. */
static inline enum ga_status mutex_outcome(const struct mutex_sum *s, const uint32_t *words,
                                           uint32_t capacity, const struct mutex_geometry *g,
                                           uint32_t n_adds) {
    if (s->n_ran != g->contenders)
        return GA_ERROR;
    if (s->n_timeouts > 0)
        return GA_TIMEOUT;
    const bool counted = capacity == 1 ? words[TURNS] == g->turns
                                       : words[TURNS] >= g->turns && words[INSIDE] == 0 &&
                                             s->most_inside <= capacity;
    return counted && s->turns == g->turns && s->n_last == 1 && words[WORK] == g->turns * n_adds
               ? GA_OK
               : GA_WRONG;
}

static inline bool mutex_on_different_sms(const struct mutex_record *records, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < i; k++)
            if (records[i].sm == records[k].sm)
                return false;
    return true;
}

#endif
