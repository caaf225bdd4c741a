/* `show`: rows of one table of a run, chosen and sorted, in units that one reads. */
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "answers.h"
#include "csv.h"
#include "measured.h"
#include "names.h"
#include "number.h"
#include "show.h"
#include "where.h"

/* What stands behind the coordinates if nothing else is asked for, as far as it fits, the most wanted first. */
static const char *const usual[] = {"median_ns",        "ns_per_op",          "rate_ops_per_s",
                                    "l2_cycles_per_op", "cycles_per_request", "slope_ns",
                                    "instruction",      "saturation",         "price",
                                    "fairness"};

/* Names the column that was meant, or as many as a message has room for, the coordinates first. */
static enum ga_status unknown_column(const struct ga_grid *grid, const char *option,
                                     const char *name, struct ga_err *err) {
    static const char *const more[] = {"median_ns", "ns_per_op", "l2_cycles_per_op"};
    const char *names[GA_CSV_MAX_FIELDS + 4] = {NULL};
    char there[400] = "";
    size_t used = 0, n = 0;
    if (ga_grid_lacks_code(grid, name))
        return ga_fail(err, GA_USAGE,
                       "%s %s: which rows of %s are atomics is not known: their instruction is "
                       "'unknown', as the program was built without a disassembler",
                       option, name, grid->path);
    for (size_t m = 0; m < sizeof more / sizeof *more; m++) /* worked out: no row is chosen by it */
        if (strcmp(option, "--axis") != 0 && ga_grid_has(grid, more[m]))
            names[n++] = more[m];
    for (unsigned c = 0; c < grid->n_columns; c++) {
        names[n++] = grid->name[c];
        if (used + strlen(grid->name[c]) + sizeof ", , .." <= sizeof there)
            used += (size_t)snprintf(there + used, sizeof there - used, "%s%s", used ? ", " : "",
                                     grid->name[c]);
        else if (used < sizeof there) {
            snprintf(there + used, sizeof there - used, ", ..");
            used = sizeof there;
        }
    }
    const char *const near = ga_nearest(name, names);
    return ga_fail(err, GA_USAGE, "%s %s: %s has no such column; %s%s%s", option, name, grid->path,
                   near ? "did you mean " : "it has ", near ? near : there, near ? "?" : "");
}

/* out: text: the first values of a column, "1, 2, 4, ..". */
static void list_values(const struct ga_grid *grid, const char *name, char *text, size_t capacity) {
    struct ga_grid_column column;
    size_t used = 0, seen = 0;
    *text = '\0';
    ga_grid_find(grid, name, &column);
    for (size_t r = 0; r < grid->n && seen < 12 && used < capacity; r++) {
        const char *const value = ga_grid_text(grid, r, column);
        bool before = false;
        for (size_t b = 0; b < r && !before; b++)
            before = strcmp(ga_grid_text(grid, b, column), value) == 0;
        if (before)
            continue;
        used += (size_t)snprintf(text + used, capacity - used, "%s%s", seen++ ? ", " : "", value);
    }
}

/* in: --axis NAME=VALUES. out: where: all of them, as ga_where has it. */
static enum ga_status choose_rows(const struct ga_grid *grid, const struct ga_list *axes,
                                  struct ga_view *view, struct ga_err *err) {
    char where[1024] = "";
    struct ga_grid_column column;
    enum ga_status status = GA_OK;
    for (uint32_t a = 0; status == GA_OK && a < axes->n; a++) {
        const char *const text = axes->at[a];
        const size_t length = strcspn(text, "=");
        char name[64], values[256];
        size_t *rows = NULL, n = 0;
        snprintf(name, sizeof name, "%.*s", (int)length, text);
        if (!text[length] || strpbrk(text, " *!<>"))
            return ga_fail(err, GA_USAGE,
                           "--axis '%s': expected NAME=VALUES, as in n=1,8 or n=1..8", text);
        if (!ga_grid_find(grid, name, &column))
            return unknown_column(grid, "--axis", name, err);
        if (strlen(text) > 200 || strlen(where) + strlen(text) + 2 > sizeof where)
            return ga_fail(err, GA_USAGE, "--axis %s: too many values", name);
        status = ga_where(grid, text, &rows, &n, err);
        free(rows);
        list_values(grid, name, values, sizeof values);
        if (status == GA_OK && n == 0)
            return ga_fail(err, GA_USAGE, "--axis %s: no row that is ok has it; %s is %s", text,
                           name, values);
        strcat(strcat(where, *where ? " " : ""), text);
    }
    if (status == GA_OK)
        status = ga_where(grid, where, &view->row, &view->n, err);
    if (status == GA_OK && view->n == 0)
        return ga_fail(err, GA_USAGE, "show: no row of %s that is ok has all of these values",
                       grid->path);
    return status;
}

/* out: view->column: those of --columns, or the coordinates that differ and what is usual. */
static enum ga_status choose_columns(const char *names, struct ga_view *view, struct ga_err *err) {
    const struct ga_grid *const grid = view->grid;
    while (names && *names && view->n_columns < GA_CSV_MAX_FIELDS) {
        const size_t n = strcspn(names, ",");
        char *const name = view->name[view->n_columns++];
        snprintf(name, sizeof *view->name, "%.*s", (int)n, names);
        if (!ga_grid_has(grid, name))
            return unknown_column(grid, "--columns", name, err);
        names += n + (names[n] == ',');
    }
    if (view->n_columns > 0)
        return GA_OK;
    for (unsigned c = 0; c < grid->n_axes; c++) {
        const struct ga_grid_column column = {c, NULL};
        bool differs = false;
        for (size_t r = 1; r < view->n && !differs; r++)
            differs = strcmp(ga_grid_text(grid, view->row[0], column),
                             ga_grid_text(grid, view->row[r], column)) != 0;
        if (differs)
            snprintf(view->name[view->n_columns++], sizeof *view->name, "%s", grid->name[c]);
    }
    view->n_fixed = view->n_columns;
    for (size_t u = 0; u < sizeof usual / sizeof *usual; u++)
        if (ga_grid_has(grid, usual[u]) && view->n_columns < GA_CSV_MAX_FIELDS)
            snprintf(view->name[view->n_columns++], sizeof *view->name, "%s", usual[u]);
    return GA_OK;
}

/* A row and what it is sorted by; number: NaN for a word. */
struct key {
    size_t row;
    double number;
    const char *word;
};

/* Numbers before words; equal ones stay in the order of the file. */
static int by_key(const void *a, const void *b) {
    const struct key *const x = a, *const y = b;
    const int words = isnan(x->number) - isnan(y->number);
    const int order = words              ? words
                      : isnan(x->number) ? strcmp(x->word, y->word)
                                         : (x->number > y->number) - (x->number < y->number);
    return order ? order : (x->row > y->row) - (x->row < y->row);
}

/* in: by: a column, with a minus before it for the largest first. */
static enum ga_status sort_rows(const char *by, struct ga_view *view, struct ga_err *err) {
    const struct ga_grid *const grid = view->grid;
    const bool down = by && *by == '-';
    const char *const name = by ? by + down : NULL;
    struct ga_grid_column column;
    if (!by)
        return GA_OK;
    if (!ga_grid_has(grid, name))
        return unknown_column(grid, "--sort", name, err);
    struct key *const keys = calloc(view->n, sizeof *keys);
    if (!keys)
        return ga_fail(err, GA_ERROR, "show: out of memory");
    for (size_t i = 0; i < view->n; i++) {
        struct ga_err none;
        keys[i] = (struct key){view->row[i], NAN, ""};
        if (ga_grid_number(grid, view->row[i], name, &keys[i].number, &none) != GA_OK)
            keys[i].number = NAN;
        if (ga_grid_find(grid, name, &column))
            keys[i].word = ga_grid_text(grid, view->row[i], column);
    }
    qsort(keys, view->n, sizeof *keys, by_key);
    for (size_t i = 0; i < view->n; i++)
        view->row[down ? view->n - 1 - i : i] = keys[i].row;
    free(keys);
    return GA_OK;
}

static int is_csv(const struct dirent *entry) {
    const char *const dot = strrchr(entry->d_name, '.');
    return dot && strcmp(dot, ".csv") == 0;
}

/* What there is, and the name that was most likely meant. */
static enum ga_status no_table(const char *directory, const char *wanted, struct ga_err *err) {
    struct dirent **files = NULL;
    const int n = scandir(directory, &files, is_csv, alphasort);
    const char **const names = calloc((size_t)(n > 0 ? n : 0) + 1, sizeof *names);
    char text[640] = "";
    size_t used = 0, n_names = 0;
    bool is_cut = false;
    if (n < 0 || !names) {
        free((void *)names);
        return ga_fail(err, GA_FILE, "show: %s: %s", directory, strerror(errno));
    }
    for (int i = 0; i < n; i++) {
        char path[GA_CSV_MAX_PATH];
        bool is_table = false;
        if (snprintf(path, sizeof path, "%s/%s", directory, files[i]->d_name) >= (int)sizeof path ||
            ga_measured_is_table(path, &is_table, NULL) != GA_OK || !is_table)
            continue;
        *strrchr(files[i]->d_name, '.') = '\0';
        names[n_names++] = files[i]->d_name;
        is_cut |= used + strlen(files[i]->d_name) + sizeof ", " > sizeof text;
        if (!is_cut)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used ? ", " : "",
                                     files[i]->d_name);
    }
    const char *const near = wanted ? ga_nearest(wanted, names) : NULL;
    if (near)
        ga_fail(err, GA_USAGE, "--bench %s: %s has no such table; did you mean %s?", wanted,
                directory, near);
    else
        ga_fail(err, GA_USAGE, "show: which table? give one, --bench NAME; %s has %s%s", directory,
                *text ? text : "none", is_cut ? ", .." : "");
    for (int i = 0; i < n; i++)
        free(files[i]);
    free((void *)files);
    free((void *)names);
    return GA_USAGE;
}

static enum ga_status show(const struct ga_request *request, enum ga_format format,
                           struct ga_view *view, const struct ga_grid *grid, struct ga_err *err) {
    view->grid = grid;
    view->directory = request->directory[0];
    enum ga_status status = choose_rows(grid, &request->axes, view, err);
    if (status == GA_OK)
        status = choose_columns(request->columns, view, err);
    if (status == GA_OK)
        status = sort_rows(request->sort, view, err);
    if (status == GA_OK)
        status = ga_view_print(view, format, stdout, err);
    free(view->row);
    return status;
}

enum ga_status ga_command_show(const struct ga_request *request, struct ga_err *err) {
    const char *const directory = request->directory[0];
    const char *const table = request->benches.n == 1 ? request->benches.at[0] : NULL;
    struct ga_runfile *const run = malloc(sizeof *run); /* large */
    struct ga_view *const view = calloc(1, sizeof *view);
    struct ga_grid grid = {.path = NULL};
    enum ga_format format = GA_FORMAT_TEXT;
    char path[GA_CSV_MAX_PATH];
    enum ga_status status = run && view ? ga_format_of(request->format, &format, err)
                                        : ga_fail(err, GA_ERROR, "show: out of memory");
    if (status == GA_OK &&
        snprintf(path, sizeof path, "%s/%s.csv", directory, table ? table : "") >= (int)sizeof path)
        status = ga_fail(err, GA_FILE, "show: %.60s...: the path is too long", directory);
    if (status == GA_OK && (!table || access(path, F_OK) != 0))
        status = no_table(directory, table, err);
    if (status == GA_OK)
        status = ga_answers_run(directory, run, err);
    if (status == GA_OK)
        status = ga_grid_read(path, table, run, &grid, err);
    if (status == GA_OK)
        status = show(request, format, view, &grid, err);
    ga_grid_free(&grid);
    free(view);
    free(run);
    return status;
}
