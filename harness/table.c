#include "table.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "axis.h"
#include "csv.h"
#include "names.h"

enum column_kind { NAME, COUNT, REAL };

enum column_group {
    GA_EVERY,
    GA_UNLESS_ALIKE,
    GA_IN_CYCLES,
    GA_IN_NS,
    GA_ALL_IN_CYCLES,
    GA_NOT_IN_BRIEF,
    GA_OF_THREADS,
    GA_OF_LOADS,
    GA_PRICED,
    GA_SLOPED
};

static const struct column {
    enum column_group group;
    const char *name;
    enum column_kind kind;
    size_t offset;
} columns[] = {
#define GA_NAME(group, field, ...) {group, #field, NAME, offsetof(struct ga_row, field)},
#define GA_COUNT(group, field, ...) {group, #field, COUNT, offsetof(struct ga_row, field)},
#define GA_REAL(group, field, ...) {group, #field, REAL, offsetof(struct ga_row, field)},
#include "columns.def"
};
enum { N_COLUMNS = sizeof columns / sizeof *columns, DIGITS = 7, TALLY_DIGITS = 12 };
enum { LONG = 1000 }; /* rows from which on a column that is constant is left out */

static bool has_group(const struct ga_bench *bench, enum column_group group) {
    switch (group) {
    case GA_IN_CYCLES:
        return bench->timer == GA_CYCLES;
    case GA_IN_NS:
        return bench->timer == GA_TICKS;
    case GA_ALL_IN_CYCLES:
        return bench->timer == GA_CYCLES && !bench->brief;
    case GA_NOT_IN_BRIEF:
        return !bench->brief;
    case GA_OF_THREADS:
        return bench->threads;
    case GA_OF_LOADS:
        return bench->load_axis != NULL;
    case GA_PRICED:
        return bench->reference != NULL;
    case GA_SLOPED:
        return bench->slope_axis != NULL;
    default:
        return true;
    }
}

/* The columns of a benchmark's table behind its axes, in order; and those that run.csv has in their place, with the
 * text that all rows have. */
struct layout {
    const struct column *at[N_COLUMNS], *constant[N_COLUMNS];
    const char *text[N_COLUMNS];
    uint32_t n, n_constant;
};

static const char *constant_key(const struct ga_bench *bench, const struct column *column,
                                char *key) {
    snprintf(key, GA_KEY, "%s.%s", bench->id, column->name);
    return key;
}

/* in: the header of a file, whose columns count whatever run says; NULL: one that is to be written. */
static struct layout layout_of(const struct ga_bench *bench, const struct ga_runfile *run,
                               const struct ga_csv_in *header) {
    struct layout layout = {.n = 0};
    char key[GA_KEY];
    for (size_t c = 0; c < N_COLUMNS; c++) {
        const struct column *const column = &columns[c];
        const bool is_there = header && ga_csv_find(header, column->name) < header->n_fields;
        const char *const text =
            is_there ? NULL : ga_runfile_get(run, constant_key(bench, column, key));
        if (!has_group(bench, column->group))
            continue;
        if (text) {
            layout.constant[layout.n_constant] = column;
            layout.text[layout.n_constant++] = text;
        } else {
            layout.at[layout.n++] = column;
        }
    }
    return layout;
}

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
    for (size_t c = 0; c < N_COLUMNS; c++)
        if (columns[c].kind == REAL)
            *(double *)((char *)row + columns[c].offset) = NAN;
    for (uint32_t t = 0; t < GA_MAX_TALLIES; t++)
        row->tally[t] = NAN;
}

void ga_row_fill(struct ga_row *row, const struct ga_measured *m) {
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
    if (m->work.ops > 0)
        row->rate_ops_per_s = (double)m->work.ops / row->median_ns * 1e9;
    if (m->work.requests > 0) {
        row->cycles_per_request = row->median_cycles / (double)m->work.requests;
        row->rate_requests_per_s = (double)m->work.requests / row->median_ns * 1e9;
    }
    if (!m->threads)
        return;
    row->access_ns = m->access.median * m->tick_ns;
    row->access_ci_low_ns = m->access.ci_low * m->tick_ns;
    row->access_ci_high_ns = m->access.ci_high * m->tick_ns;
    row->access_min_ns = m->access_min * m->tick_ns;
    row->access_max_ns = m->access_max * m->tick_ns;
    row->fairness = m->fairness;
}

static const void *cell_of(const struct ga_row *row, const struct column *column) {
    return (const char *)row + column->offset;
}

/* Whether all rows have the same word there. */
static bool is_alike(const struct ga_table *table, const struct column *column) {
    const char *const *const first = cell_of(&table->rows[0], column);
    for (uint32_t i = 1; i < table->plan->n_points; i++) {
        const char *const *const other = cell_of(&table->rows[i], column);
        if (strcmp(*first, *other) != 0)
            return false;
    }
    return true;
}

void ga_table_constants(const struct ga_table *table, struct ga_runfile *run) {
    bool is_long = table->plan->n_points >= LONG; /* and whole */
    char key[GA_KEY];
    for (uint32_t i = 0; i < table->plan->n_points; i++)
        is_long &= table->rows[i].status != NULL;
    for (size_t c = 0; c < N_COLUMNS; c++) {
        if (columns[c].group != GA_UNLESS_ALIKE)
            continue;
        ga_runfile_remove(run, constant_key(table->plan->bench, &columns[c], key));
        if (is_long && is_alike(table, &columns[c]))
            ga_runfile_set(run, key, "%s",
                           *(const char *const *)cell_of(&table->rows[0], &columns[c]));
    }
}

static void write_row(struct ga_csv_out *out, const struct ga_bench *bench,
                      const struct layout *layout, const struct ga_point *point,
                      const struct ga_row *row) {
    char text[16];
    for (uint32_t a = 0; a < bench->n_axes; a++)
        ga_csv_name(out, ga_axis_text(&bench->axes[a], point->at[a], text, sizeof text));
    for (uint32_t c = 0; c < layout->n; c++) {
        const void *const value = cell_of(row, layout->at[c]);
        if (layout->at[c]->kind == NAME)
            ga_csv_name(out, *(const char *const *)value);
        else if (layout->at[c]->kind == COUNT)
            ga_csv_count(out, *(const uint64_t *)value);
        else
            ga_csv_real(out, *(const double *)value, DIGITS);
    }
    for (uint32_t t = 0; t < bench->n_tallies; t++)
        ga_csv_real(out, row->tally[t], TALLY_DIGITS);
    ga_csv_end_line(out);
}

enum ga_status ga_table_write(const struct ga_table *table, const struct ga_runfile *run,
                              const char *path, struct ga_err *err) {
    const struct ga_bench *const bench = table->plan->bench;
    const struct layout layout = layout_of(bench, run, NULL);
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
        if (table->rows[i].status)
            write_row(&out, bench, &layout, &table->plan->points[i], &table->rows[i]);
    return ga_csv_close(&out, err);
}

static enum ga_status expected_number(const struct ga_csv_in *in, const char *name,
                                      const char *text, struct ga_err *err) {
    return ga_fail(err, GA_USAGE, "%s:%lu: %s is '%s', expected a number", in->path, in->line, name,
                   text);
}

/* Only what ga_csv_* writes: no plus, blank, hexadecimal or word. A slope and a count of a benchmark's own can
 * be below 0. */
static enum ga_status read_real(const struct ga_csv_in *in, const char *name, const char *text,
                                double *value, struct ga_err *err) {
    char *end = NULL;
    const char first = text[*text == '-'];
    errno = 0;
    *value = *text ? strtod(text, &end) : NAN;
    return !*text || (first >= '0' && first <= '9' && !text[strspn(text, "0123456789.e+-")] &&
                      !*end && !errno)
               ? GA_OK
               : expected_number(in, name, text, err);
}

static enum ga_status read_cell(const struct ga_csv_in *in, const struct column *column,
                                const char *text, struct ga_row *row, struct ga_err *err) {
    void *const value = (char *)row + column->offset;
    if (column->kind == NAME) {
        *(const char **)value = ga_intern(text);
        return GA_OK;
    }
    if (column->kind == REAL)
        return read_real(in, column->name, text, value, err);
    errno = 0;
    *(uint64_t *)value = strtoull(text, NULL, 10);
    return *text && !text[strspn(text, "0123456789")] && !errno
               ? GA_OK
               : expected_number(in, column->name, text, err);
}

/* out: the name of a table's f-th column. */
static const char *column_name(const struct ga_bench *bench, const struct layout *layout,
                               uint32_t f) {
    return f < bench->n_axes               ? bench->axes[f].name
           : f < bench->n_axes + layout->n ? layout->at[f - bench->n_axes]->name
                                           : bench->tallies[f - bench->n_axes - layout->n].name;
}

static enum ga_status check_header(const struct ga_csv_in *in, const struct ga_bench *bench,
                                   const struct layout *layout, struct ga_err *err) {
    const uint32_t n = bench->n_axes + layout->n + bench->n_tallies;
    if (in->n_fields != n)
        return ga_fail(err, GA_USAGE, "%s:1: %u columns, expected %u", in->path, in->n_fields, n);
    for (uint32_t f = 0; f < n; f++)
        if (strcmp(in->field[f], column_name(bench, layout, f)) != 0)
            return ga_fail(err, GA_USAGE, "%s:1: column %u is '%s', expected '%s'", in->path, f + 1,
                           in->field[f], column_name(bench, layout, f));
    return GA_OK;
}

static enum ga_status read_row(const struct ga_csv_in *in, const struct layout *layout,
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
    const enum ga_status outcome = ga_status_of(row.status);
    if (outcome > GA_ERROR)
        return ga_fail(err, GA_USAGE,
                       "%s:%lu: status is '%s', expected ok, wrong, unsupported, timeout or error",
                       in->path, in->line, row.status);
    uint32_t at = 0;
    if (!ga_plan_find(table->plan, &p, &at)) {
        char text[128];
        return ga_fail(err, GA_USAGE, "%s:%lu: %s is no point of this run", in->path, in->line,
                       ga_point_text(bench, &p, text, sizeof text));
    }
    /* Cycles there need not be where the fixed-rate timer was read: the host has no SM. */
    const bool by_cycles = bench->timer == GA_CYCLES;
    if (outcome == GA_OK && !((by_cycles ? row.median_cycles : row.median_ns) >= 0))
        return ga_fail(err, GA_USAGE, "%s:%lu: status is ok, but there is no median_%s", in->path,
                       in->line, by_cycles ? "cycles" : "ns");
    if (bench->brief) /* the file does not say it */
        row.median_ns = row.median_cycles / row.sm_mhz * 1e3;
    if (table->rows[at].status) {
        char text[128];
        return ga_fail(err, GA_USAGE, "%s:%lu: %s stands here for the second time", in->path,
                       in->line, ga_point_text(bench, &p, text, sizeof text));
    }
    if (outcome <= GA_UNSUPPORTED) {
        table->rows[at] = row;
        ++*n_read;
    }
    return GA_OK;
}

enum ga_status ga_table_read(struct ga_table *table, const struct ga_runfile *run, const char *path,
                             uint32_t *n_read, struct ga_err *err) {
    static struct ga_csv_in in; /* too large for the stack */
    struct layout layout = {.n = 0};
    enum ga_status status = ga_csv_open(&in, path, err);
    if (status != GA_OK)
        return status;
    bool more = false;
    status = ga_csv_read(&in, &more, err);
    if (status == GA_OK) {
        layout = layout_of(table->plan->bench, run, &in);
        status = check_header(&in, table->plan->bench, &layout, err);
    }
    *n_read = 0;
    while (status == GA_OK) {
        status = ga_csv_read(&in, &more, err);
        if (status != GA_OK || !more)
            break;
        status = read_row(&in, &layout, table, n_read, err);
    }
    ga_csv_end(&in);
    return status;
}

uint32_t ga_table_count(const struct ga_table *table, enum ga_status status) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < table->plan->n_points; i++)
        n += table->rows[i].status && strcmp(table->rows[i].status, ga_status_name(status)) == 0;
    return n;
}
