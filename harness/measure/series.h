/* Every sample of a point, in the order taken, for benchmarks whose row asks for it. */
#ifndef GA_SERIES_H
#define GA_SERIES_H

#include "plan.h"

/* cycles and ticks: [n_points][cap]; n[point] are filled. own: ga_series_free. */
struct ga_series {
    const struct ga_plan *plan;
    uint32_t *cycles, *ticks, *n, cap;
};

enum ga_status ga_series_make(const struct ga_plan *plan, uint32_t cap, struct ga_series *series,
                              struct ga_err *err);
void ga_series_free(struct ga_series *series);

/* Appends n samples of a point, as many as there is room for. */
void ga_series_add(struct ga_series *series, uint32_t point, const uint32_t *cycles,
                   const uint32_t *ticks, uint32_t n);

/* Of a point that failed nothing is kept. */
void ga_series_drop(struct ga_series *series, uint32_t point);

/* Writes the axes, sample (from 0), cycles, and ns by the fixed-rate timer. err: GA_FILE. */
enum ga_status ga_series_write(const struct ga_series *series, double tick_ns, const char *path,
                               struct ga_err *err);

#endif
