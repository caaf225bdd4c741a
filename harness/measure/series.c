#include "series.h"

#include <stdlib.h>
#include <string.h>

#include "axis.h"
#include "csv.h"

enum ga_status ga_series_make(const struct ga_plan *plan, uint32_t cap, struct ga_series *series,
                              struct ga_err *err) {
    const size_t n = plan->n_points;
    const bool has_ticks = plan->bench->series;
    *series = (struct ga_series){.plan = plan,
                                 .samples = calloc(n * cap, sizeof(uint32_t)),
                                 .ticks = has_ticks ? calloc(n * cap, sizeof(uint32_t)) : NULL,
                                 .visit = calloc(n * cap, sizeof(uint32_t)),
                                 .n = calloc(n, sizeof(uint32_t)),
                                 .n_visits = calloc(n, sizeof(uint32_t)),
                                 .cap = cap};
    if (series->samples && (series->ticks || !has_ticks) && series->visit && series->n &&
        series->n_visits)
        return GA_OK;
    ga_series_free(series);
    return ga_fail(err, GA_ERROR, "%s: out of memory for %zu samples", plan->bench->id, n * cap);
}

void ga_series_free(struct ga_series *series) {
    free(series->samples);
    free(series->ticks);
    free(series->visit);
    free(series->n);
    free(series->n_visits);
    *series = (struct ga_series){0};
}

void ga_series_add(struct ga_series *series, uint32_t point, const uint32_t *samples,
                   const uint32_t *ticks, uint32_t n) {
    const uint32_t room = series->cap - series->n[point];
    const size_t at = (size_t)point * series->cap + series->n[point];
    n = n < room ? n : room;
    memcpy(series->samples + at, samples, n * sizeof *samples);
    if (series->ticks)
        memcpy(series->ticks + at, ticks, n * sizeof *ticks);
    for (uint32_t i = 0; i < n; i++)
        series->visit[at + i] = series->n_visits[point];
    series->n[point] += n;
    series->n_visits[point]++;
}

void ga_series_drop(struct ga_series *series, uint32_t point) { series->n[point] = 0; }

static void write_header(const struct ga_series *series, struct ga_csv_out *out) {
    const struct ga_bench *const bench = series->plan->bench;
    for (uint32_t a = 0; a < bench->n_axes; a++)
        ga_csv_name(out, bench->axes[a].name);
    ga_csv_name(out, "sample");
    ga_csv_name(out, "visit");
    if (bench->timer == GA_CYCLES)
        ga_csv_name(out, "cycles");
    if (bench->timer == GA_TICKS || series->ticks)
        ga_csv_name(out, "ns");
    ga_csv_end_line(out);
}

static void write_point(const struct ga_series *series, uint32_t p, double tick_ns,
                        struct ga_csv_out *out) {
    const struct ga_bench *const bench = series->plan->bench;
    char text[16];
    for (uint32_t i = 0; i < series->n[p]; i++) {
        const size_t at = (size_t)p * series->cap + i;
        for (uint32_t a = 0; a < bench->n_axes; a++)
            ga_csv_name(out, ga_axis_text(&bench->axes[a], series->plan->points[p].at[a], text,
                                          sizeof text));
        ga_csv_count(out, i);
        ga_csv_count(out, series->visit[at]);
        if (bench->timer == GA_CYCLES)
            ga_csv_count(out, series->samples[at]);
        if (bench->timer == GA_TICKS || series->ticks)
            ga_csv_real(out, (series->ticks ? series->ticks : series->samples)[at] * tick_ns, 9);
        ga_csv_end_line(out);
    }
}

enum ga_status ga_series_write(const struct ga_series *series, double tick_ns, const char *path,
                               struct ga_err *err) {
    struct ga_csv_out out;
    const enum ga_status status = ga_csv_create(&out, path, err);
    if (status != GA_OK)
        return status;
    write_header(series, &out);
    for (uint32_t p = 0; p < series->plan->n_points; p++)
        write_point(series, p, tick_ns, &out);
    return ga_csv_close(&out, err);
}
