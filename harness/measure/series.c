#include "series.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "axis.h"
#include "csv.h"
#include "number.h"

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

void ga_series_drop(struct ga_series *series, uint32_t point) {
    series->n[point] = series->n_visits[point] = 0;
}

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

/* Behind the axes: sample, visit, and by the timers cycles, ns or both. */
enum { SAMPLE, VISIT, TIMES };

static unsigned n_times(const struct ga_series *series) {
    return series->plan->bench->timer == GA_CYCLES && series->ticks ? 2 : 1;
}

/* in: ns: of the fixed-rate timer, else whole cycles. */
static bool time_of(const char *text, bool ns, double tick_ns, uint32_t *value) {
    double real = 0;
    uint64_t whole = 0;
    if (ns && !ga_parse_real(text, 0, UINT32_MAX * tick_ns, &real))
        return false;
    if (!ns && !ga_parse_whole(text, 0, UINT32_MAX, &whole))
        return false;
    *value = ns ? (uint32_t)fmin(round(real / tick_ns), UINT32_MAX) : (uint32_t)whole;
    return true;
}

/* out: *point. */
static bool point_of(const struct ga_series *series, char *const *field, uint32_t *point) {
    const struct ga_bench *const bench = series->plan->bench;
    struct ga_point p = {{0}};
    for (uint32_t a = 0; a < bench->n_axes; a++)
        if (!ga_axis_value(&bench->axes[a], field[a], &p.at[a]))
            return false;
    return ga_plan_find(series->plan, &p, point);
}

static enum ga_status read_sample(struct ga_series *series, const struct ga_table *table,
                                  double tick_ns, const struct ga_csv_in *in, struct ga_err *err) {
    const struct ga_bench *const bench = series->plan->bench;
    const unsigned times = n_times(series);
    char *const *const cell = in->field + bench->n_axes;
    uint32_t p = 0, value[2] = {0};
    uint64_t sample = 0, visit = 0;
    if (in->n_fields != bench->n_axes + TIMES + times || !point_of(series, in->field, &p))
        return ga_fail(err, GA_USAGE, "%s:%lu: no sample of a point of this run", in->path,
                       in->line);
    if (!ga_row_is(&table->rows[p], GA_OK))
        return GA_OK;
    bool right = ga_parse_whole(cell[SAMPLE], 0, UINT32_MAX, &sample) && sample == series->n[p] &&
                 sample < series->cap && ga_parse_whole(cell[VISIT], 0, sample, &visit);
    for (unsigned t = 0; t < times; t++)
        right &= time_of(cell[TIMES + t], bench->timer == GA_TICKS || t == 1, tick_ns, &value[t]);
    if (!right)
        return ga_fail(err, GA_USAGE, "%s:%lu: expected sample %u of its point, visit and time",
                       in->path, in->line, series->n[p]);
    const size_t at = (size_t)p * series->cap + series->n[p]++;
    series->visit[at] = (uint32_t)visit;
    series->samples[at] = value[0];
    if (series->ticks)
        series->ticks[at] = value[times - 1];
    return GA_OK;
}

static enum ga_status check_numbers(const struct ga_series *series, const struct ga_table *table,
                                    const char *path, struct ga_err *err) {
    char text[128];
    for (uint32_t p = 0; p < series->plan->n_points; p++)
        if (ga_row_is(&table->rows[p], GA_OK) && table->rows[p].n_samples != series->n[p])
            return ga_fail(
                err, GA_USAGE, "%s: %u samples of %s, whose row has %llu", path, series->n[p],
                ga_point_text(series->plan->bench, &series->plan->points[p], text, sizeof text),
                (unsigned long long)table->rows[p].n_samples);
    return GA_OK;
}

enum ga_status ga_series_read(struct ga_series *series, const struct ga_table *table,
                              double tick_ns, const char *path, struct ga_err *err) {
    struct ga_csv_in in;
    bool more = false;
    enum ga_status status = ga_csv_open(&in, path, err);
    if (status != GA_OK)
        return status;
    status = ga_csv_read(&in, &more, err); /* the header */
    while (ga_csv_next(&in, &status, err))
        status = read_sample(series, table, tick_ns, &in, err);
    ga_csv_end(&in);
    return status == GA_OK ? check_numbers(series, table, path, err) : status;
}
