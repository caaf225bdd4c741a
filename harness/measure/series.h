/* Every sample of a point, in the order taken, for benchmarks whose row asks for it, and for whoever does. */
#ifndef GA_SERIES_H
#define GA_SERIES_H

#include "table.h"

/* samples, by the row's timer, ticks, NULL unless ga_bench.series, and the visit, from 0: [n_points][cap]; n[point] are
 * filled. own: ga_series_free. */
struct ga_series {
    const struct ga_plan *plan;
    uint32_t *samples, *ticks, *visit, *n, *n_visits, cap;
};

enum ga_status ga_series_make(const struct ga_plan *plan, uint32_t cap, struct ga_series *series,
                              struct ga_err *err);
void ga_series_free(struct ga_series *series);

/* Appends the n samples of a visit of a point, as many as there is room for. */
void ga_series_add(struct ga_series *series, uint32_t point, const uint32_t *samples,
                   const uint32_t *ticks, uint32_t n);

/* Of a point that failed nothing is kept. */
void ga_series_drop(struct ga_series *series, uint32_t point);

/* Writes the axes, sample and visit (from 0), and cycles, or ns by the fixed-rate timer, or both. err: GA_FILE. */
enum ga_status ga_series_write(const struct ga_series *series, double tick_ns, const char *path,
                               struct ga_err *err);

/* Reads what that wrote: the samples of a table's measured rows; those of other points are passed over. in: series: as
 * ga_series_make left it. err: GA_FILE; GA_USAGE naming file and line, or the point whose row has another number of samples. */
enum ga_status ga_series_read(struct ga_series *series, const struct ga_table *table,
                              double tick_ns, const char *path, struct ga_err *err);

#endif
