/* The tables: rows that are ok, coordinates first. A number's unit is its column's, so that it can be sorted. */
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grid.h"
#include "html.h"
#include "number.h"
#include "page.h"

enum { MOST_ROWS = 250, MOST_COLUMNS = 40 };

/* Of the columns behind the coordinates those that one looks for; a benchmark's own counts stand behind `message`. */
static const char *const usual[] = {
    "median_ns",  "cycles_per_request", "rate_ops_per_s",  "l2_cycles_per_op",
    "access_ns",  "slope_ns",           "price",           "fairness",
    "saturation", "process_low_ns",     "process_high_ns", "sm_mhz",
    "stop",       "instruction"};

/* The first n_axes are coordinates, as they stand. unit[c]: what numbers of a column are in, "": as the table has them; size[c]: of
 * it, in the table's. */
struct shown {
    const char *name[MOST_COLUMNS], *unit[MOST_COLUMNS];
    double size[MOST_COLUMNS];
    unsigned n, n_axes;
};

static void add(struct shown *shown, const char *name) {
    if (shown->n < MOST_COLUMNS)
        shown->name[shown->n++] = name;
}

static bool differs(const struct ga_grid *grid, unsigned c) {
    const struct ga_grid_column column = {c, NULL};
    for (size_t r = 1; r < grid->n; r++)
        if (strcmp(ga_grid_text(grid, 0, column), ga_grid_text(grid, r, column)) != 0)
            return true;
    return false;
}

static void choose(const struct ga_grid *grid, struct shown *shown) {
    struct ga_grid_column column;
    unsigned own = grid->n_columns;
    for (unsigned c = 0; c < grid->n_axes; c++)
        if (differs(grid, c) || grid->n < 2)
            add(shown, grid->name[c]);
    shown->n_axes = shown->n;
    for (size_t u = 0; u < sizeof usual / sizeof *usual; u++)
        if (ga_grid_has(grid, usual[u]) && !(ga_grid_find(grid, usual[u], &column) && column.text))
            add(shown, usual[u]);
    for (unsigned c = 0; c < grid->n_columns; c++)
        if (strcmp(grid->name[c], "message") == 0)
            own = c + 1;
    for (unsigned c = own; c < grid->n_columns; c++)
        if (!strstr(grid->name[c], "process"))
            add(shown, grid->name[c]);
}

static bool ends_with(const char *text, const char *end) {
    const size_t n = strlen(text), m = strlen(end);
    return n > m && strcmp(text + n - m, end) == 0;
}

/* The smallest unit in which the largest of n rows has at most five digits. */
static void choose_unit(const struct ga_grid *grid, size_t n, unsigned c, struct shown *shown) {
    static const char *const times[] = {"ns", "µs", "ms", "s"};
    static const char *const rates[] = {"/s", "k/s", "M/s", "G/s", "T/s"};
    const bool is_time = ends_with(shown->name[c], "_ns");
    double most = 0, number = 0;
    unsigned u = 0;
    shown->unit[c] = "";
    shown->size[c] = 1;
    if (c < shown->n_axes || (!is_time && !ends_with(shown->name[c], "_per_s")))
        return;
    for (size_t r = 0; r < n; r++)
        if (ga_grid_number(grid, r, shown->name[c], &number, NULL) == GA_OK && fabs(number) > most)
            most = fabs(number);
    for (; u < (is_time ? 3 : 4) && most / shown->size[c] >= 1e5; u++)
        shown->size[c] *= 1000;
    shown->unit[c] = is_time ? times[u] : rates[u];
}

/* "median, µs" of median_ns; without a unit the column's name. */
static void put_heading(const char *name, const char *unit, FILE *out) {
    const int n = (int)(strlen(name) - strlen(ends_with(name, "_ns") ? "_ns" : "_per_s"));
    if (*unit)
        ga_html(out, "<th scope=\"col\" title=\"%s\">%.*s, %s", name, n, name, unit);
    else
        ga_html(out, "<th scope=\"col\">%s", name);
}

static enum ga_status put_cell(const struct ga_grid *grid, size_t row, const struct shown *shown,
                               unsigned c, FILE *out, struct ga_err *err) {
    struct ga_grid_column column;
    const char *const name = shown->name[c];
    const char *text = ga_grid_find(grid, name, &column) ? ga_grid_text(grid, row, column) : "";
    double number = NAN;
    if (c < shown->n_axes || (*text && !ga_parse_real(text, -DBL_MAX, DBL_MAX, &number))) {
        ga_html(out, "<td>%s", text);
        return GA_OK;
    }
    const enum ga_status status = ga_grid_number(grid, row, name, &number, err);
    number /= shown->size[c];
    fputs("<td>", out);
    if (isfinite(number))
        fprintf(out, fabs(number) >= 1e5 ? "%.0f" : "%.5g", number);
    return status;
}

/* The coordinates, and columns in run.csv, that all rows share. */
static void put_common(const struct ga_grid *grid, FILE *out) {
    const char *between = "All rows: ";
    for (unsigned c = 0; c < grid->n_axes && grid->n > 1; c++)
        if (!differs(grid, c)) {
            const struct ga_grid_column column = {c, NULL};
            ga_html(out, "%s<code>%s=%s</code>", between, grid->name[c],
                    ga_grid_text(grid, 0, column));
            between = ", ";
        }
    struct ga_grid_column column;
    if (ga_grid_find(grid, "instruction", &column) && column.text) {
        ga_html(out, "%sinstruction <code>%s</code>", between, column.text);
        between = ", ";
    }
    fputs(*between == ',' ? ". " : "", out);
}

static enum ga_status put_rows(const struct ga_grid *grid, const char *set, FILE *out,
                               struct ga_err *err) {
    struct shown shown = {.n = 0};
    enum ga_status status = GA_OK;
    const size_t n = grid->n < MOST_ROWS ? grid->n : MOST_ROWS;
    choose(grid, &shown);
    ga_html(out, "<h3>%s</h3>\n<p class=\"note\">", set);
    put_common(grid, out);
    if (n < grid->n)
        ga_html(out, "The first %zu of %zu rows; all are in <code>%s</code>.", n, grid->n,
                grid->path);
    ga_html(out,
            "</p>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"%s, %s\">\n"
            "<table class=\"sort\">\n<thead><tr>",
            grid->table, set);
    for (unsigned c = 0; c < shown.n; c++) {
        choose_unit(grid, n, c, &shown);
        put_heading(shown.name[c], shown.unit[c], out);
    }
    fputs("</thead>\n<tbody>\n", out);
    for (size_t r = 0; r < n && status == GA_OK; r++) {
        fputs("<tr>", out);
        for (unsigned c = 0; c < shown.n && status == GA_OK; c++)
            status = put_cell(grid, r, &shown, c, out, err);
        fputc('\n', out);
    }
    fputs("</table>\n</div>\n", out);
    return status;
}

static enum ga_status put_table(const struct ga_page *page, const char *table, FILE *out,
                                struct ga_err *err) {
    const struct ga_sheet_of_answers *const sheet = page->answers;
    enum ga_status status = GA_OK;
    char path[PATH_MAX];
    ga_html(out, "<details id=\"t-%s\" class=\"table\"><summary><code>%s</code></summary>\n", table,
            table);
    for (size_t s = 0; s < sheet->n && status == GA_OK; s++) {
        struct ga_grid grid = {.path = NULL};
        const struct ga_answers *const set = &sheet->sets[s];
        if (snprintf(path, sizeof path, "%s/%s.csv", set->directory, table) >= (int)sizeof path ||
            access(path, F_OK) != 0)
            continue;
        status = ga_grid_read(path, table, set->run, &grid, err);
        if (status == GA_OK && grid.n > 0)
            status = put_rows(&grid, sheet->name[s], out, err);
        else if (status == GA_OK)
            ga_html(out, "<h3>%s</h3>\n<p>No row is ok.</p>\n", sheet->name[s]);
        ga_grid_free(&grid);
    }
    fputs("</details>\n", out);
    return status;
}

enum ga_status ga_page_tables(const struct ga_page *page, FILE *out, struct ga_err *err) {
    enum ga_status status = GA_OK;
    fputs("<section id=\"tables\">\n<h2>Tables</h2>\n", out);
    for (size_t t = 0; t < page->n_tables && status == GA_OK; t++)
        status = put_table(page, page->tables[t], out, err);
    fputs(page->n_tables ? "</section>\n" : "<p>There are none.</p>\n</section>\n", out);
    return status;
}
