#include "slice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sm_clock.h"

void ga_slice_free(struct ga_slice *s) {
    void *const all[] = {
        s->index,   s->n_samples, s->active,  s->sorted,  s->clock,         s->points,   s->samples,
        s->ticks,   s->sm,        s->order,   s->visits,  s->scratch,       s->spread,   s->spreads,
        s->tallies, s->tally,     s->visited, s->medians, s->visit_scratch, s->n_tallied};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    *s = (struct ga_slice){0};
}

/* *p = room for n of that size; remembers a failure. */
static void *room(size_t n, size_t size, bool wanted, bool *failed) {
    void *const p = wanted ? calloc(n, size) : NULL;
    *failed |= wanted && !p;
    return p;
}

enum ga_status ga_slice_make(struct ga_slice *s, const struct ga_bench *bench, size_t n,
                             const struct ga_sampling *sampling, struct ga_err *err) {
    const size_t batch = n * bench->visit_samples, cap = sampling->cap;
    const size_t most_visits = cap / sampling->in_visit;
    bool failed = false;
#define ROOM(count, member, wanted) .member = room(count, sizeof *s->member, wanted, &failed)
    *s = (struct ga_slice){
        .capacity = (uint32_t)n,
        .cap = sampling->cap,
        .in_visit = sampling->in_visit,
        ROOM(n, index, true),
        ROOM(n, n_samples, true),
        ROOM(n, active, true),
        ROOM(n * cap, sorted, true),
        ROOM(n * most_visits, medians, true),
        ROOM(n * cap, spread, bench->threads),
        ROOM(n, sm, true),
        ROOM(n, order, true),
        ROOM(n, clock, true),
        ROOM(n, points, true),
        ROOM(batch, samples, true),
        ROOM(batch, ticks, bench->series),
        ROOM(batch, spreads, bench->threads),
        ROOM(n, visits, true),
        ROOM(n * bench->n_tallies, tallies, bench->n_tallies),
        ROOM(n * bench->n_tallies, tally, bench->n_tallies),
        ROOM(n * bench->n_tallies, n_tallied, bench->n_tallies),
        ROOM(n, visited, true),
        ROOM(cap, scratch, true),
        ROOM(most_visits, visit_scratch, true),
    };
#undef ROOM
    return failed ? ga_fail(err, GA_ERROR, "%s: out of memory for %zu points at once", bench->id, n)
                  : GA_OK;
}

void ga_slice_take(struct ga_slice *s, uint32_t position, uint32_t index) {
    s->index[position] = index;
    s->n_samples[position] = 0;
    s->visited[position] = 0;
    s->clock[position] = (struct ga_slice_clock){0};
    s->active[position] = position;
}

static void sort_few(uint32_t *fresh, uint32_t n) {
    for (uint32_t i = 1; i < n; i++) {
        const uint32_t x = fresh[i];
        uint32_t j = i;
        for (; j > 0 && fresh[j - 1] > x; j--)
            fresh[j] = fresh[j - 1];
        fresh[j] = x;
    }
}

/* Merges the few new samples, sorted, into the n_old that are. Far cheaper than sorting all again, and a point is looked at
 * after every visit. */
static void merge(uint32_t *sorted, uint32_t n_old, const uint32_t *fresh, uint32_t n) {
    for (uint32_t at = n_old + n; n > 0;)
        sorted[--at] = n_old > 0 && sorted[n_old - 1] > fresh[n - 1] ? sorted[--n_old] : fresh[--n];
}

void ga_slice_keep(struct ga_slice *s, uint32_t position, uint32_t in_batch, uint32_t n) {
    const size_t to = (size_t)position * s->cap, from = (size_t)in_batch * n;
    const uint32_t have = s->n_samples[position];
    if (s->spread)
        memcpy(s->spread + to + have, s->spreads + from, n * sizeof *s->spread);
    sort_few(s->samples + from, n);
    const uint32_t *const middle = s->samples + from + n / 2;
    const double below = n % 2 ? middle[0] : middle[-1], above = middle[0];
    s->medians[(size_t)position * (s->cap / s->in_visit) + s->visited[position]++] =
        (below + above) / 2;
    merge(s->sorted + to, have, s->samples + from, n);
    s->n_samples[position] += n;
}

void ga_slice_clock(struct ga_slice *s, uint32_t position, uint32_t in_batch, uint32_t n,
                    double step) {
    struct ga_slice_clock *const c = &s->clock[position];
    const struct ga_visit *const visit = &s->visits[in_batch];
    c->cycles += (double)visit->cycles;
    c->ticks += (double)visit->ticks;
    c->window_cycles += (double)visit->cycles;
    c->window_ticks += (double)visit->ticks;
    c->window_n += n;
    if (!ga_tells_clock(step, c->window_n, c->window_ticks))
        return;
    const double rate = c->window_cycles / c->window_ticks;
    c->least = c->most > 0 ? fmin(c->least, rate) : rate;
    c->most = fmax(c->most, rate);
    c->window_cycles = c->window_ticks = c->window_n = 0;
}

bool ga_slice_clock_moved(const struct ga_slice *s, uint32_t position) {
    const struct ga_slice_clock *const c = &s->clock[position];
    return c->most > c->least * (1 + GA_CLOCK_MOVES_PERCENT / 100.0);
}

void ga_slice_tally(struct ga_slice *s, const struct ga_bench *bench, uint32_t position,
                    uint32_t in_batch) {
    for (uint32_t t = 0; t < bench->n_tallies; t++) {
        const size_t at = (size_t)position * bench->n_tallies + t;
        double *const so_far = &s->tally[at];
        const double x = s->tallies[(size_t)in_batch * bench->n_tallies + t];
        const enum ga_combine combine = bench->tallies[t].combine;
        if (s->visited[position] == 1)
            s->n_tallied[at] = 0;
        const uint32_t n = s->n_tallied[at] += isnan(x) ? 0 : 1;
        if (n == 0 || (n == 1 && !isnan(x)))
            *so_far = x;
        else if (isnan(x))
            continue;
        else if (combine == GA_SUM)
            *so_far += x;
        else if (combine == GA_MAX)
            *so_far = x > *so_far ? x : *so_far;
        else
            *so_far += (x - *so_far) / n;
    }
}

static enum ga_status summarize(const struct ga_slice *s, uint32_t n_samples, uint32_t n_visits,
                                struct ga_summary *summary, struct ga_err *err) {
    const enum ga_status status = ga_summarize(s->scratch, n_samples, summary, err);
    if (status == GA_OK)
        ga_interval_of_visits(s->visit_scratch, n_visits, summary);
    return status;
}

enum ga_status ga_slice_summary(const struct ga_slice *s, uint32_t position,
                                struct ga_summary *summary, struct ga_err *err) {
    const uint32_t n = s->n_samples[position], n_visits = s->visited[position];
    for (uint32_t i = 0; i < n; i++)
        s->scratch[i] = s->sorted[(size_t)position * s->cap + i];
    memcpy(s->visit_scratch, s->medians + (size_t)position * (s->cap / s->in_visit),
           n_visits * sizeof *s->medians);
    return summarize(s, n, n_visits, summary, err);
}

struct ga_summary ga_slice_spread(const struct ga_slice *s, uint32_t position,
                                  enum ga_spread_part part) {
    struct ga_summary summary = {.median = NAN}, visit;
    const uint32_t n = s->n_samples[position], n_visits = s->visited[position];
    for (uint32_t i = 0; i < n; i++) {
        const struct ga_spread *const x = &s->spread[(size_t)position * s->cap + i];
        s->scratch[i] = part == GA_SPREAD_MEAN  ? x->mean
                        : part == GA_SPREAD_MIN ? x->min
                        : part == GA_SPREAD_MAX ? x->max
                                                : x->fairness;
    }
    for (uint32_t v = 0; v < n_visits; v++) { /* in the order taken until they are all sorted */
        ga_summarize(s->scratch + (size_t)v * s->in_visit, s->in_visit, &visit, NULL);
        s->visit_scratch[v] = visit.median;
    }
    summarize(s, n, n_visits, &summary, NULL);
    return summary;
}

void ga_slice_rotate(struct ga_slice *s) {
    const uint32_t n = s->n_active, by = n / 3 + 1;
    memcpy(s->order, s->active, n * sizeof *s->active);
    for (uint32_t i = 0; i < n; i++)
        s->active[i] = s->order[(i + by) % n];
}
