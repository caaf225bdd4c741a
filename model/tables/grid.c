#include "grid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "measured.h"
#include "number.h"
#include "table_check.h"

static enum ga_status read_header(const struct ga_csv_in *in, struct ga_grid *grid,
                                  struct ga_err *err) {
    enum ga_status status = ga_header_check(in, &grid->n_axes, err);
    if (status == GA_OK)
        status = ga_csv_column(in, "status", &grid->n_axes, err);
    for (; status == GA_OK && grid->n_columns < in->n_fields; grid->n_columns++) {
        grid->name[grid->n_columns] = strdup(in->field[grid->n_columns]);
        if (!grid->name[grid->n_columns])
            return ga_fail(err, GA_ERROR, "%s: out of memory", in->path);
    }
    return status;
}

/* The row's pointers and the text behind them, in one allocation. out: NULL for lack of memory. */
static const char **copy_cells(const struct ga_csv_in *in) {
    size_t bytes = in->n_fields * sizeof(char *);
    for (unsigned f = 0; f < in->n_fields; f++)
        bytes += strlen(in->field[f]) + 1;
    const char **const cell = malloc(bytes);
    char *end = cell ? (char *)(cell + in->n_fields) : NULL;
    for (unsigned f = 0; cell && f < in->n_fields; f++) {
        cell[f] = end;
        end = stpcpy(end, in->field[f]) + 1;
    }
    return cell;
}

static enum ga_status add_row(const struct ga_csv_in *in, struct ga_grid *grid,
                              struct ga_err *err) {
    enum ga_status of_row = GA_OK;
    const enum ga_status status = ga_row_check(in, grid->n_columns, grid->n_axes, &of_row, err);
    if (status != GA_OK)
        return status;
    grid->n_not_ok += of_row != GA_OK;
    if (of_row != GA_OK)
        return GA_OK;
    if (grid->n == grid->capacity) {
        const size_t more = grid->capacity ? 2 * grid->capacity : 1024;
        struct ga_grid_row *const grown = realloc(grid->at, more * sizeof *grown);
        if (!grown)
            return ga_fail(err, GA_ERROR, "%s: out of memory", in->path);
        grid->at = grown;
        grid->capacity = more;
    }
    const char **const cell = copy_cells(in);
    if (!cell)
        return ga_fail(err, GA_ERROR, "%s: out of memory", in->path);
    grid->at[grid->n++] = (struct ga_grid_row){cell, in->line};
    return GA_OK;
}

enum ga_status ga_grid_read(const char *path, const char *table, const struct ga_runfile *run,
                            struct ga_grid *grid, struct ga_err *err) {
    struct ga_csv_in in;
    struct ga_points points = {.at = NULL};
    bool more = false;
    *grid = (struct ga_grid){.path = path, .table = table, .run = run};
    enum ga_status status = ga_csv_open(&in, path, err);
    if (status != GA_OK)
        return status;
    status = ga_csv_read(&in, &more, err);
    if (status == GA_OK)
        status = read_header(&in, grid, err);
    if (status == GA_OK)
        status = ga_points_begin(&points, &in, grid->n_axes, err);
    while (ga_csv_next(&in, &status, err)) {
        status = add_row(&in, grid, err);
        if (status == GA_OK)
            status = ga_points_add(&points, &in, err);
    }
    status = ga_points_end(&points, path, status, err);
    ga_csv_end(&in);
    return status;
}

void ga_grid_free(struct ga_grid *grid) {
    for (unsigned c = 0; c < grid->n_columns; c++)
        free(grid->name[c]);
    for (size_t r = 0; r < grid->n; r++)
        free((void *)grid->at[r].cell);
    free(grid->at);
    *grid = (struct ga_grid){.path = NULL};
}

bool ga_grid_find(const struct ga_grid *grid, const char *name, struct ga_grid_column *column) {
    char key[GA_KEY];
    *column = (struct ga_grid_column){0, NULL};
    for (; column->field < grid->n_columns; column->field++)
        if (strcmp(grid->name[column->field], name) == 0)
            return true;
    snprintf(key, sizeof key, "%s.%s", grid->table, name);
    column->text = ga_runfile_get(grid->run, key);
    return column->text != NULL;
}

const char *ga_grid_text(const struct ga_grid *grid, size_t row, struct ga_grid_column column) {
    return column.text ? column.text : grid->at[row].cell[column.field];
}

static const char l2_cycles[] = "l2_cycles_per_op";

static bool begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

/* in: instruction: "CCTL.IVALL + MEMBAR.ALL.GPU + REDG.E.ADD.STRONG.GPU". out: whether it is an atomic on device or generic
 * memory, and no other access but fences. */
static bool is_device_atomic(const char *instruction) {
    static const char *const atomics[] = {"ATOMG",       "ATOM.",         "REDG", "RED.",
                                          "flat_atomic", "global_atomic", NULL};
    static const char *const fences[] = {"MEMBAR",     "CCTL",      "ERRBAR",    "CGAERRBAR",
                                         "buffer_inv", "buffer_wb", "buffer_gl", "s_waitcnt",
                                         "global_inv", "global_wb", NULL};
    bool is_atomic = false;
    for (const char *part = instruction; part;
         part = strstr(part, " + ") ? strstr(part, " + ") + 3 : NULL) {
        bool known = false;
        for (int i = 0; atomics[i]; i++)
            known |= begins(part, atomics[i]);
        is_atomic |= known;
        for (int i = 0; fences[i]; i++)
            known |= begins(part, fences[i]);
        if (!known)
            return false;
    }
    return is_atomic;
}

/* The L2's clock in Hz, where the table's words are in device memory; else NaN. */
static double l2_hz(const struct ga_grid *grid) {
    const char *const mhz = ga_runfile_get(grid->run, "l2_mhz");
    double number = NAN;
    if (!mhz || !begins(grid->table, "global_") ||
        strcmp(grid->table, "global_host_atomics") == 0 ||
        strcmp(grid->table, "global_peer_atomics") == 0 ||
        !ga_parse_real(mhz, 1, GA_MEASURED_MOST, &number))
        return NAN;
    return number * 1e6;
}

/* What is worked out: factor times the column over (1 if NULL), by the column under. */
struct quotient {
    double factor;
    const char *over, *under;
};

/* out: *quotient of that column; false if the table lacks what it needs. */
static bool is_worked_out(const struct ga_grid *grid, const char *name, struct quotient *quotient) {
    if (strcmp(name, "median_ns") == 0)
        *quotient = (struct quotient){1e3, "median_cycles", "sm_mhz"};
    else if (strcmp(name, "ns_per_op") == 0)
        *quotient = (struct quotient){1, "median_ns", "ops"};
    else if (strcmp(name, l2_cycles) == 0)
        *quotient = (struct quotient){l2_hz(grid), NULL, "rate_ops_per_s"};
    else
        return false;
    return !isnan(quotient->factor) && (!quotient->over || ga_grid_has(grid, quotient->over)) &&
           ga_grid_has(grid, quotient->under);
}

/* Whether it is L2 cycles, of a row whose rate is of something else. */
static bool is_of_others(const struct ga_grid *grid, size_t row, const char *name) {
    struct ga_grid_column column;
    return strcmp(name, l2_cycles) == 0 && (!ga_grid_find(grid, "instruction", &column) ||
                                            !is_device_atomic(ga_grid_text(grid, row, column)));
}

bool ga_grid_has(const struct ga_grid *grid, const char *name) {
    struct ga_grid_column column;
    struct quotient quotient;
    if (ga_grid_find(grid, name, &column))
        return true;
    bool any = false;
    for (size_t row = 0; row < grid->n && !any; row++)
        any = !is_of_others(grid, row, name);
    return any && is_worked_out(grid, name, &quotient);
}

bool ga_grid_lacks_code(const struct ga_grid *grid, const char *name) {
    struct ga_grid_column column;
    struct quotient quotient;
    bool any = false;
    if (strcmp(name, l2_cycles) != 0 || ga_grid_has(grid, name) ||
        !is_worked_out(grid, name, &quotient) || !ga_grid_find(grid, "instruction", &column))
        return false;
    for (size_t row = 0; row < grid->n && !any; row++)
        any = strcmp(ga_grid_text(grid, row, column), "unknown") == 0;
    return any;
}

static enum ga_status read_quotient(const struct ga_grid *grid, size_t row,
                                    const struct quotient *quotient, double *number,
                                    struct ga_err *err) {
    double over = 1, under = NAN;
    enum ga_status status = GA_OK;
    if (quotient->over)
        status = ga_grid_number(grid, row, quotient->over, &over, err);
    if (status == GA_OK)
        status = ga_grid_number(grid, row, quotient->under, &under, err);
    *number = under > 0 ? quotient->factor * over / under : NAN;
    return status;
}

enum ga_status ga_grid_number(const struct ga_grid *grid, size_t row, const char *name,
                              double *number, struct ga_err *err) {
    struct ga_grid_column column;
    struct quotient quotient;
    *number = NAN;
    if (!ga_grid_find(grid, name, &column))
        return is_worked_out(grid, name, &quotient) && !is_of_others(grid, row, name)
                   ? read_quotient(grid, row, &quotient, number, err)
                   : GA_OK;
    const char *const text = ga_grid_text(grid, row, column);
    return *text ? ga_cell_number(grid->path, grid->at[row].line, name, text, number, err) : GA_OK;
}
