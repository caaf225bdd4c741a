/* A misspelt column must not pass for one that is not there: median_ns would be worked out of another clock, and say nothing. */
#include "table_check.h"

#include <stdlib.h>
#include <string.h>

#include "measured.h"
#include "names.h"
#include "number.h"

static const struct common {
    const char *name;
    bool is_number;
} commons[] = {
#define GA_OUTCOME(group, field, ...) {#field, false},
#define GA_NAME(group, field, ...) {#field, false},
#define GA_COUNT(group, field, ...) {#field, true},
#define GA_REAL(group, field, ...) {#field, true},
#include "common_columns.def"
};
enum { N_COMMONS = sizeof commons / sizeof *commons };

static const struct common *find(const char *name) {
    for (size_t c = 0; c < N_COMMONS; c++)
        if (strcmp(commons[c].name, name) == 0)
            return &commons[c];
    return NULL;
}

/* in: lacked: names that the header lacks. is_none: where a table has no column of its own. */
static enum ga_status check_name(const struct ga_csv_in *in, unsigned f, const char *const *lacked,
                                 bool is_none, struct ga_err *err) {
    const char *const near = find(in->field[f]) ? NULL : ga_nearest(in->field[f], lacked);
    if (find(in->field[f]) || (!near && !is_none))
        return GA_OK;
    return ga_fail(err, GA_USAGE, "%s:1: column '%s' is not known%s%s%s", in->path, in->field[f],
                   near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

enum ga_status ga_header_check(const struct ga_csv_in *in, unsigned *status, struct ga_err *err) {
    const char *lacked[N_COMMONS + 1] = {NULL};
    const unsigned n = in->n_fields, message = ga_csv_find(in, "message");
    size_t n_lacked = 0;
    enum ga_status result = ga_csv_no_twins(in, err);
    *status = ga_csv_find(in, "status");
    if (*status == n)
        lacked[0] = "status";
    for (size_t c = 0; c < N_COMMONS && *status < n; c++)
        if (ga_csv_find(in, commons[c].name) == n)
            lacked[n_lacked++] = commons[c].name;
    const unsigned end = *status < n && *status < message ? message : n;
    for (unsigned f = *status < n ? *status : 0; result == GA_OK && f < end; f++)
        result = check_name(in, f, lacked, end < n, err);
    return result;
}

enum ga_status ga_row_check(const struct ga_csv_in *in, unsigned n_fields, unsigned status,
                            enum ga_status *of_row, struct ga_err *err) {
    if (in->n_fields != n_fields)
        return ga_fail(err, GA_USAGE, "%s:%lu: %u fields, expected %u", in->path, in->line,
                       in->n_fields, n_fields);
    *of_row = ga_status_of(in->field[status]);
    if (*of_row > GA_ERROR)
        return ga_fail(err, GA_USAGE,
                       "%s:%lu: status is '%s', expected ok, wrong, unsupported, timeout or error",
                       in->path, in->line, in->field[status]);
    return GA_OK;
}

/* A slope through points that are alike is as often below 0. */
bool ga_column_is_measured(const char *name) {
    const struct common *const common = find(name);
    return common && common->is_number && strcmp(name, "slope_ns") != 0;
}

enum ga_status ga_cell_number(const char *path, unsigned long line, const char *column,
                              const char *text, double *number, struct ga_err *err) {
    const bool is_measured = ga_column_is_measured(column);
    if (is_measured ? ga_measured_number(text, number)
                    : ga_parse_real(text, -GA_MEASURED_MOST, GA_MEASURED_MOST, number))
        return GA_OK;
    return ga_fail(err, GA_USAGE, "%s:%lu: status is ok and %s is '%s', expected %s", path, line,
                   column, text, is_measured ? GA_MEASURED_EXPECTED : "a number");
}

static enum ga_status out_of_memory(const struct ga_csv_in *in, struct ga_err *err) {
    return ga_fail(err, GA_ERROR, "%s: out of memory", in->path);
}

enum ga_status ga_points_begin(struct ga_points *points, const struct ga_csv_in *in,
                               unsigned n_axes, struct ga_err *err) {
    *points = (struct ga_points){.at = NULL};
    for (; points->n_axes < n_axes; points->n_axes++) {
        points->axis[points->n_axes] = strdup(in->field[points->n_axes]);
        if (!points->axis[points->n_axes])
            return out_of_memory(in, err);
    }
    return GA_OK;
}

static char *key_of(const struct ga_points *points, const struct ga_csv_in *in) {
    size_t bytes = 1;
    for (unsigned a = 0; a < points->n_axes; a++)
        bytes += strlen(points->axis[a]) + strlen(in->field[a]) + sizeof ", =";
    char *const key = malloc(bytes), *end = key;
    for (unsigned a = 0; key && a < points->n_axes; a++) {
        end = stpcpy(end, a ? ", " : "");
        end = stpcpy(stpcpy(end, points->axis[a]), "=");
        end = stpcpy(end, in->field[a]);
    }
    return key;
}

enum ga_status ga_points_add(struct ga_points *points, const struct ga_csv_in *in,
                             struct ga_err *err) {
    if (points->n_axes == 0)
        return GA_OK;
    if (points->n == points->capacity) {
        const size_t more = points->capacity ? 2 * points->capacity : 1024;
        struct ga_point *const grown = realloc(points->at, more * sizeof *grown);
        if (!grown)
            return out_of_memory(in, err);
        points->at = grown;
        points->capacity = more;
    }
    const struct ga_point point = {key_of(points, in), in->line};
    if (!point.key)
        return out_of_memory(in, err);
    points->at[points->n++] = point;
    return GA_OK;
}

static int by_key(const void *a, const void *b) {
    const struct ga_point *const x = a, *const y = b;
    const int order = strcmp(x->key, y->key);
    return order ? order : (x->line > y->line) - (x->line < y->line);
}

enum ga_status ga_points_end(struct ga_points *points, const char *path, enum ga_status status,
                             struct ga_err *err) {
    struct ga_point *const at = points->at;
    if (status == GA_OK && points->n > 0)
        qsort(at, points->n, sizeof *at, by_key);
    for (size_t i = 1; status == GA_OK && i < points->n; i++)
        if (strcmp(at[i - 1].key, at[i].key) == 0)
            status =
                ga_fail(err, GA_USAGE, "%s:%lu: %s stands here for the second time, as in line %lu",
                        path, at[i].line, at[i].key, at[i - 1].line);
    for (size_t i = 0; i < points->n; i++)
        free(at[i].key);
    for (unsigned a = 0; a < points->n_axes; a++)
        free(points->axis[a]);
    free(at);
    *points = (struct ga_points){.at = NULL};
    return status;
}
