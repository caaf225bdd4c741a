#include "table.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "axis.h"
#include "csv.h"
#include "names.h"
#include "number.h"
#include "table_columns.h"

enum { DIGITS = 7, TALLY_DIGITS = 12 };

enum ga_status ga_table_make(const struct ga_plan *plan, struct ga_table *table,
                             struct ga_err *err) {
    struct ga_row *const rows = calloc(plan->n_points, sizeof *rows);
    if (!rows)
        return ga_fail(err, GA_ERROR, "%s: out of memory for %u rows", plan->bench->id,
                       plan->n_points);
    *table = (struct ga_table){plan, rows};
    return GA_OK;
}

void ga_table_free(struct ga_table *table) {
    free(table->rows);
    table->rows = NULL;
}

/* A row without statistics: every real is an empty cell. */
static void blank(struct ga_row *row) {
    for (size_t c = 0; c < GA_N_COLUMNS; c++)
        if (ga_columns[c].kind == GA_NUMBER)
            *(double *)((char *)row + ga_columns[c].offset) = NAN;
    for (uint32_t t = 0; t < GA_MAX_TALLIES; t++)
        row->tally[t] = NAN;
}

/* What follows from the work of a sample and its median. */
static void fill_rates(struct ga_row *row) {
    if (row->ops > 0)
        row->rate_ops_per_s = (double)row->ops / row->median_ns * 1e9;
    if (row->requests > 0) {
        row->cycles_per_request = row->median_cycles / (double)row->requests;
        row->rate_requests_per_s = (double)row->requests / row->median_ns * 1e9;
    }
}

void ga_table_complete(struct ga_table *table, const struct ga_limits *limits) {
    const struct ga_plan *const plan = table->plan;
    for (uint32_t i = 0; plan->bench->brief && i < plan->n_points; i++) {
        struct ga_row *const row = &table->rows[i];
        if (!row->is_measured)
            continue;
        const struct ga_work work = plan->bench->work(limits, &plan->points[i]);
        row->ops = work.ops;
        row->requests = work.requests;
        row->median_ns = row->median_cycles / row->sm_mhz * 1e3;
        fill_rates(row);
    }
}

void ga_row_fill(struct ga_row *row, const struct ga_observation *m) {
    const struct ga_summary *const s = m->samples;
    const double ns = m->timer == GA_TICKS ? m->tick_ns : 1e3 / m->sm_mhz;
    const double cycles = m->timer == GA_TICKS ? m->tick_ns * m->sm_mhz / 1e3 : 1;
    blank(row);
    row->ops = m->work.ops;
    row->requests = m->work.requests;
    row->saturation = "";
    if (m->tallies)
        memcpy(row->tally, m->tallies, sizeof row->tally);
    if (!s)
        return;
    row->n_samples = s->n;
    row->median_cycles = s->median * cycles;
    row->q1_cycles = s->q1 * cycles;
    row->q3_cycles = s->q3 * cycles;
    row->ci_low_cycles = s->ci_low * cycles;
    row->ci_high_cycles = s->ci_high * cycles;
    row->min_cycles = s->min * cycles;
    row->max_cycles = s->max * cycles;
    row->median_ns = s->median * ns;
    row->q1_ns = s->q1 * ns;
    row->q3_ns = s->q3 * ns;
    row->ci_low_ns = s->ci_low * ns;
    row->ci_high_ns = s->ci_high * ns;
    row->min_ns = s->min * ns;
    row->max_ns = s->max * ns;
    row->sm_mhz = m->sm_mhz;
    fill_rates(row);
    if (!m->threads)
        return;
    row->access_ns = m->access.median * m->tick_ns;
    row->access_ci_low_ns = m->access.ci_low * m->tick_ns;
    row->access_ci_high_ns = m->access.ci_high * m->tick_ns;
    row->access_min_ns = m->access_min * m->tick_ns;
    row->access_max_ns = m->access_max * m->tick_ns;
    row->fairness = m->fairness;
}

static const void *cell_of(const struct ga_row *row, const struct ga_column *column) {
    return (const char *)row + column->offset;
}

static void write_row(struct ga_csv_out *out, const struct ga_bench *bench,
                      const struct ga_layout *layout, const struct ga_point *point,
                      const struct ga_row *row) {
    char text[16];
    for (uint32_t a = 0; a < bench->n_axes; a++)
        ga_csv_name(out, ga_axis_text(&bench->axes[a], point->at[a], text, sizeof text));
    for (uint32_t c = 0; c < layout->n; c++) {
        const void *const value = cell_of(row, layout->at[c]);
        if (layout->at[c]->kind == GA_STATUS)
            ga_csv_name(out, ga_status_name(*(const enum ga_status *)value));
        else if (layout->at[c]->kind == GA_WORD)
            ga_csv_name(out, *(const char *const *)value);
        else if (layout->at[c]->kind == GA_WHOLE)
            ga_csv_count(out, *(const uint64_t *)value);
        else
            ga_csv_real(out, *(const double *)value, DIGITS);
    }
    for (uint32_t t = 0; t < bench->n_tallies; t++)
        ga_csv_real(out, row->tally[t], TALLY_DIGITS);
    ga_csv_end_line(out);
}

enum ga_status ga_table_write(const struct ga_table *table, const char *path, struct ga_err *err) {
    const struct ga_bench *const bench = table->plan->bench;
    const struct ga_layout layout = ga_layout_of(table);
    struct ga_csv_out out;
    const enum ga_status status = ga_csv_create(&out, path, err);
    if (status != GA_OK)
        return status;
    for (uint32_t a = 0; a < bench->n_axes; a++)
        ga_csv_name(&out, bench->axes[a].name);
    for (uint32_t c = 0; c < layout.n; c++)
        ga_csv_name(&out, layout.at[c]->name);
    for (uint32_t t = 0; t < bench->n_tallies; t++)
        ga_csv_name(&out, bench->tallies[t].name);
    ga_csv_end_line(&out);
    for (uint32_t i = 0; i < table->plan->n_points; i++)
        if (table->rows[i].is_measured)
            write_row(&out, bench, &layout, &table->plan->points[i], &table->rows[i]);
    return ga_csv_close(&out, err);
}

static enum ga_status expected_number(const struct ga_csv_in *in, const char *name,
                                      const char *text, struct ga_err *err) {
    return ga_fail(err, GA_USAGE, "%s:%lu: %s is '%s', expected a number", in->path, in->line, name,
                   text);
}

/* An empty cell is NaN. A slope and a count of a benchmark's own can be below 0. */
static enum ga_status read_real(const struct ga_csv_in *in, const char *name, const char *text,
                                double *value, struct ga_err *err) {
    *value = NAN;
    return !*text || ga_parse_real(text, -DBL_MAX, DBL_MAX, value)
               ? GA_OK
               : expected_number(in, name, text, err);
}

static enum ga_status read_status(const struct ga_csv_in *in, const char *text,
                                  enum ga_status *status, struct ga_err *err) {
    *status = ga_status_of(text);
    return *status <= GA_ERROR ? GA_OK
                               : ga_fail(err, GA_USAGE,
                                         "%s:%lu: status is '%s', expected ok, wrong, unsupported, "
                                         "timeout or error",
                                         in->path, in->line, text);
}

static enum ga_status read_cell(const struct ga_csv_in *in, const struct ga_column *column,
                                const char *text, struct ga_row *row, struct ga_err *err) {
    void *const value = (char *)row + column->offset;
    if (column->kind == GA_STATUS)
        return read_status(in, text, value, err);
    if (column->kind == GA_WORD) {
        *(const char **)value = ga_intern(text);
        return GA_OK;
    }
    if (column->kind == GA_NUMBER)
        return read_real(in, column->name, text, value, err);
    return ga_parse_whole(text, 0, UINT64_MAX, value)
               ? GA_OK
               : expected_number(in, column->name, text, err);
}

/* out: the name of a table's f-th column. */
static const char *column_name(const struct ga_bench *bench, const struct ga_layout *layout,
                               uint32_t f) {
    return f < bench->n_axes               ? bench->axes[f].name
           : f < bench->n_axes + layout->n ? layout->at[f - bench->n_axes]->name
                                           : bench->tallies[f - bench->n_axes - layout->n].name;
}

static enum ga_status check_header(const struct ga_csv_in *in, const struct ga_bench *bench,
                                   const struct ga_layout *layout, struct ga_err *err) {
    const uint32_t n = bench->n_axes + layout->n + bench->n_tallies;
    if (in->n_fields != n)
        return ga_fail(err, GA_USAGE, "%s:1: %u columns, expected %u", in->path, in->n_fields, n);
    for (uint32_t f = 0; f < n; f++)
        if (strcmp(in->field[f], column_name(bench, layout, f)) != 0)
            return ga_fail(err, GA_USAGE, "%s:1: column %u is '%s', expected '%s'", in->path, f + 1,
                           in->field[f], column_name(bench, layout, f));
    return GA_OK;
}

static enum ga_status read_row(const struct ga_csv_in *in, const struct ga_layout *layout,
                               struct ga_table *table, uint32_t *n_read, struct ga_err *err) {
    const struct ga_bench *const bench = table->plan->bench;
    struct ga_point p = {{0}};
    struct ga_row row = {0};
    const uint32_t n = bench->n_axes + layout->n + bench->n_tallies;
    if (in->n_fields != n)
        return ga_fail(err, GA_USAGE, "%s:%lu: %u fields, expected %u", in->path, in->line,
                       in->n_fields, n);
    for (uint32_t a = 0; a < bench->n_axes; a++)
        if (!ga_axis_value(&bench->axes[a], in->field[a], &p.at[a]))
            return ga_fail(err, GA_USAGE, "%s:%lu: %s is '%s', expected a value of that axis",
                           in->path, in->line, bench->axes[a].name, in->field[a]);
    blank(&row);
    for (uint32_t c = 0; c < layout->n; c++) {
        const enum ga_status status =
            read_cell(in, layout->at[c], in->field[bench->n_axes + c], &row, err);
        if (status != GA_OK)
            return status;
    }
    for (uint32_t c = 0; c < layout->n_constant; c++) {
        const enum ga_status status =
            read_cell(in, layout->constant[c], layout->text[c], &row, err);
        if (status != GA_OK)
            return status;
    }
    for (uint32_t t = 0; t < bench->n_tallies; t++) {
        const enum ga_status status =
            read_real(in, bench->tallies[t].name, in->field[bench->n_axes + layout->n + t],
                      &row.tally[t], err);
        if (status != GA_OK)
            return status;
    }
    uint32_t at = 0;
    if (!ga_plan_find(table->plan, &p, &at)) {
        char text[128];
        return ga_fail(err, GA_USAGE, "%s:%lu: %s is no point of this run", in->path, in->line,
                       ga_point_text(bench, &p, text, sizeof text));
    }
    /* Cycles there need not be where the fixed-rate timer was read: the host has no SM. */
    const bool by_cycles = bench->timer == GA_CYCLES;
    if (row.status == GA_OK && !((by_cycles ? row.median_cycles : row.median_ns) >= 0))
        return ga_fail(err, GA_USAGE, "%s:%lu: status is ok, but there is no median_%s", in->path,
                       in->line, by_cycles ? "cycles" : "ns");
    if (table->rows[at].is_measured) {
        char text[128];
        return ga_fail(err, GA_USAGE, "%s:%lu: %s stands here for the second time", in->path,
                       in->line, ga_point_text(bench, &p, text, sizeof text));
    }
    row.is_measured = row.status <= GA_UNSUPPORTED;
    if (row.is_measured) {
        table->rows[at] = row;
        ++*n_read;
    }
    return GA_OK;
}

enum ga_status ga_table_read(struct ga_table *table, const struct ga_runfile *run, const char *path,
                             uint32_t *n_read, struct ga_err *err) {
    struct ga_csv_in in;
    struct ga_layout layout = {.n = 0};
    enum ga_status status = ga_csv_open(&in, path, err);
    if (status != GA_OK)
        return status;
    bool more = false;
    status = ga_csv_read(&in, &more, err);
    if (status == GA_OK) {
        layout = ga_layout_read(table->plan->bench, run, &in);
        status = check_header(&in, table->plan->bench, &layout, err);
    }
    *n_read = 0;
    while (ga_csv_next(&in, &status, err)) {
        status = read_row(&in, &layout, table, n_read, err);
    }
    ga_csv_end(&in);
    return status;
}

uint32_t ga_table_count(const struct ga_table *table, enum ga_status status) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < table->plan->n_points; i++)
        n += ga_row_is(&table->rows[i], status);
    return n;
}

uint32_t ga_table_count_message(const struct ga_table *table, const char *message) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < table->plan->n_points; i++)
        n += ga_row_is(&table->rows[i], GA_OK) && strcmp(table->rows[i].message, message) == 0;
    return n;
}
