#include "show.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backend.h"
#include "csv_json.h"
#include "number.h"
#include "readable.h"
#include "table_columns.h"
#include "terminal.h"

enum { CELL = 128, DIGITS = 15 };

/* Of the terminal; elsewhere 80 letters. */
static int width_of(FILE *out) {
    const unsigned width = out == stdout ? ga_terminal_width(STDOUT_FILENO) : 0;
    return width ? (int)width : 80;
}

static bool ends_with(const char *text, const char *end) {
    const size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

/* "633 us", "1.36 G/s", "52.4 GB/s". */
static void write_units(const char *name, double value, char *text) {
    if (ends_with(name, "_ns"))
        ga_readable_ns(value, text);
    else if (ends_with(name, "_gb_per_s") || ends_with(name, "_gbps"))
        ga_readable_bandwidth(value, text);
    else if (ends_with(name, "_per_s"))
        ga_readable_rate(value, text);
    else
        snprintf(text, CELL, fabs(value) < 1e3 || fabs(value) >= 1e9 ? "%.4g" : "%.0f", value);
}

/* The cell as it stands, or as one reads it. What the table lacks is worked out. */
static enum ga_status write_cell(const struct ga_view *view, size_t row, const char *name,
                                 bool readable, char *text, struct ga_err *err) {
    struct ga_grid_column column;
    const bool is_there = ga_grid_find(view->grid, name, &column);
    double number = NAN;
    if (is_there)
        snprintf(text, CELL, "%s", ga_grid_text(view->grid, row, column));
    if (is_there && (!readable || !ga_parse_real(text, -DBL_MAX, DBL_MAX, &number) ||
                     column.field < view->grid->n_axes))
        return GA_OK;
    const enum ga_status status = ga_grid_number(view->grid, row, name, &number, err);
    if (isnan(number))
        *text = '\0';
    else if (readable)
        write_units(name, number, text);
    else
        snprintf(text, CELL, "%.7g", number);
    return status;
}

/* out: n_columns of them fit beside each other, or are asked for by name; widths. */
static unsigned measure(const struct ga_view *view, int width, int *widths) {
    char text[CELL];
    struct ga_err none;
    int total = 0;
    for (unsigned c = 0; c < view->n_columns; c++) {
        widths[c] = (int)strlen(view->name[c]);
        for (size_t i = 0; i < view->n; i++)
            if (write_cell(view, view->row[i], view->name[c], true, text, &none) == GA_OK &&
                (int)strlen(text) > widths[c])
                widths[c] = (int)strlen(text);
        total += widths[c] + 2;
        if (view->n_fixed > 0 && c > view->n_fixed && total > width + 2)
            return c;
    }
    return view->n_columns;
}

/* What all of the rows have. */
static void put_common(const struct ga_view *view, FILE *out) {
    const int width = width_of(out);
    int column_at = 2;
    bool any = false;
    for (unsigned c = 0; c < view->grid->n_axes; c++) {
        const struct ga_grid_column column = {c, NULL};
        const char *const first = ga_grid_text(view->grid, view->row[0], column);
        bool same = view->n > 1 || view->n_columns > 0;
        for (size_t i = 1; i < view->n && same; i++)
            same = strcmp(ga_grid_text(view->grid, view->row[i], column), first) == 0;
        if (!same)
            continue;
        const int n = (int)(strlen(view->grid->name[c]) + strlen(first) + 2);
        if (any && column_at + n > width) {
            fputs("\n", out);
            column_at = 2;
            any = false;
        }
        column_at += n;
        fprintf(out, "%s%s=%s", any ? " " : "  ", view->grid->name[c], first);
        any = true;
    }
    fputs(any ? "\n" : "", out);
}

static enum ga_status print_text(const struct ga_view *view, FILE *out, struct ga_err *err) {
    int widths[GA_CSV_MAX_FIELDS];
    char text[CELL];
    const unsigned n = measure(view, width_of(out), widths);
    fprintf(out, "%s in %s: %zu of %zu rows that are ok\n", view->grid->table, view->directory,
            view->n, view->grid->n);
    put_common(view, out);
    for (unsigned c = 0; c < n; c++)
        fprintf(out, "%s%*s", c ? "  " : "", widths[c], view->name[c]);
    fputc('\n', out);
    enum ga_status status = GA_OK;
    for (size_t i = 0; i < view->n && status == GA_OK; i++) {
        for (unsigned c = 0; c < n && status == GA_OK; c++) {
            status = write_cell(view, view->row[i], view->name[c], true, text, err);
            fprintf(out, "%s%*s", c ? "  " : "", widths[c], text);
        }
        fputc('\n', out);
    }
    return status;
}

static enum ga_status print_markdown(const struct ga_view *view, FILE *out, struct ga_err *err) {
    enum ga_status status = GA_OK;
    char text[CELL];
    for (unsigned c = 0; c < view->n_columns; c++)
        fprintf(out, "| %s ", view->name[c]);
    fputs("|\n", out);
    for (unsigned c = 0; c < view->n_columns; c++)
        fputs("| --- ", out);
    fputs("|\n", out);
    for (size_t i = 0; i < view->n && status == GA_OK; i++) {
        for (unsigned c = 0; c < view->n_columns && status == GA_OK; c++) {
            status = write_cell(view, view->row[i], view->name[c], true, text, err);
            fprintf(out, "| %s ", text);
        }
        fputs("|\n", out);
    }
    return status;
}

/* The table's own cells. */
static enum ga_status print_cells(const struct ga_view *view, bool json, FILE *out,
                                  struct ga_err *err) {
    const char *names[GA_CSV_MAX_FIELDS];
    char text[GA_CSV_MAX_FIELDS][CELL];
    struct ga_row_cell cells[GA_CSV_MAX_FIELDS];
    struct ga_row_file file;
    enum ga_status status = GA_OK;
    for (unsigned c = 0; c < view->n_columns; c++)
        names[c] = view->name[c];
    ga_row_file_begin(&file, out, json, names, view->n_columns, DIGITS);
    for (size_t i = 0; i < view->n && status == GA_OK; i++) {
        for (unsigned c = 0; c < view->n_columns && status == GA_OK; c++) {
            status = write_cell(view, view->row[i], view->name[c], false, text[c], err);
            cells[c] = json ? ga_cell_of(names[c], text[c]) : (struct ga_row_cell){text[c], 0};
        }
        if (status == GA_OK)
            ga_row_file_add(&file, cells);
    }
    ga_row_file_end(&file);
    return status;
}

static enum ga_status print_csv(const struct ga_view *view, FILE *out, struct ga_err *err) {
    return print_cells(view, false, out, err);
}

static enum ga_status print_json(const struct ga_view *view, FILE *out, struct ga_err *err) {
    return print_cells(view, true, out, err);
}

/* out: whether a column has numbers: one that all tables may have, or the benchmark's own. */
static bool has_numbers(const char *table, const char *name) {
    size_t n = 0;
    const struct ga_bench *const *const all = ga_backends[0]->benches(&n);
    for (size_t c = 0; c < GA_N_COLUMNS; c++)
        if (strcmp(ga_columns[c].name, name) == 0)
            return ga_columns[c].kind == GA_WHOLE || ga_columns[c].kind == GA_NUMBER;
    for (size_t b = 0; b < n; b++)
        for (uint32_t t = 0; strcmp(all[b]->id, table) == 0 && t < all[b]->n_tallies; t++)
            if (strcmp(all[b]->tallies[t].name, name) == 0)
                return true;
    return false;
}

/* Before anything is printed. err: as ga_grid_number, of columns that have numbers or are worked
 * out of some. */
static enum ga_status check_numbers(const struct ga_view *view, struct ga_err *err) {
    struct ga_grid_column column;
    enum ga_status status = GA_OK;
    double number = NAN;
    for (unsigned c = 0; c < view->n_columns; c++) {
        const bool is_there = ga_grid_find(view->grid, view->name[c], &column);
        const bool checks = !is_there || has_numbers(view->grid->table, view->name[c]);
        for (size_t i = 0; checks && i < view->n && status == GA_OK; i++)
            status = ga_grid_number(view->grid, view->row[i], view->name[c], &number, err);
    }
    return status;
}

enum ga_status ga_view_print(const struct ga_view *view, enum ga_format format, FILE *out,
                             struct ga_err *err) {
    static enum ga_status (*const prints[])(const struct ga_view *, FILE *, struct ga_err *) = {
        [GA_FORMAT_TEXT] = print_text,
        [GA_FORMAT_MARKDOWN] = print_markdown,
        [GA_FORMAT_CSV] = print_csv,
        [GA_FORMAT_JSON] = print_json,
    };
    const enum ga_status status = check_numbers(view, err);
    return status == GA_OK ? prints[format](view, out, err) : status;
}
