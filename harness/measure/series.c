#include "series.h"

#include <stdlib.h>
#include <string.h>

#include "axis.h"
#include "csv.h"

enum ga_status ga_series_make(const struct ga_plan *plan, uint32_t cap, struct ga_series *series,
                              struct ga_err *err) {
    const size_t n = plan->n_points;
    *series = (struct ga_series){.plan = plan,
                                 .cycles = calloc(n * cap, sizeof(uint32_t)),
                                 .ticks = calloc(n * cap, sizeof(uint32_t)),
                                 .n = calloc(n, sizeof(uint32_t)),
                                 .cap = cap};
    if (series->cycles && series->ticks && series->n)
        return GA_OK;
    ga_series_free(series);
    return ga_fail(err, GA_ERROR, "%s: out of memory for %zu samples", plan->bench->id, n * cap);
}

void ga_series_free(struct ga_series *series) {
    free(series->cycles);
    free(series->ticks);
    free(series->n);
    *series = (struct ga_series){0};
}

void ga_series_add(struct ga_series *series, uint32_t point, const uint32_t *cycles,
                   const uint32_t *ticks, uint32_t n) {
    const uint32_t room = series->cap - series->n[point];
    const size_t at = (size_t)point * series->cap + series->n[point];
    n = n < room ? n : room;
    memcpy(series->cycles + at, cycles, n * sizeof *cycles);
    memcpy(series->ticks + at, ticks, n * sizeof *ticks);
    series->n[point] += n;
}

void ga_series_drop(struct ga_series *series, uint32_t point) { series->n[point] = 0; }

enum ga_status ga_series_write(const struct ga_series *series, double tick_ns, const char *path,
                               struct ga_err *err) {
    const struct ga_bench *const bench = series->plan->bench;
    struct ga_csv_out out;
    const enum ga_status status = ga_csv_create(&out, path, err);
    if (status != GA_OK)
        return status;
    for (uint32_t a = 0; a < bench->n_axes; a++)
        ga_csv_name(&out, bench->axes[a].name);
    ga_csv_name(&out, "sample");
    ga_csv_name(&out, "cycles");
    ga_csv_name(&out, "ns");
    ga_csv_end_line(&out);
    for (uint32_t p = 0; p < series->plan->n_points; p++)
        for (uint32_t i = 0; i < series->n[p]; i++) {
            char text[16];
            const size_t at = (size_t)p * series->cap + i;
            for (uint32_t a = 0; a < bench->n_axes; a++)
                ga_csv_name(&out, ga_axis_text(&bench->axes[a], series->plan->points[p].at[a], text,
                                               sizeof text));
            ga_csv_count(&out, i);
            ga_csv_count(&out, series->cycles[at]);
            ga_csv_real(&out, series->ticks[at] * tick_ns, 9);
            ga_csv_end_line(&out);
        }
    return ga_csv_close(&out, err);
}
