/* A table of a run, every cell of it as text, by the names of its columns. For who asks many things of one table. */
#ifndef GA_GRID_H
#define GA_GRID_H

#include <stdbool.h>
#include <stddef.h>

#include "csv.h"
#include "runfile.h"
#include "status.h"

/* cell[c] is of column c. own: the grid's, one allocation a row. */
struct ga_grid_row {
    const char **cell;
    unsigned long line; /* of the file */
};

/* name[n_columns]; the first n_axes are a point's coordinates, which stand before `status`. own: ga_grid_free. */
struct ga_grid {
    const char *path, *table;     /* table: its benchmark's name */
    const struct ga_runfile *run; /* what all rows have stands there: table.column */
    char *name[GA_CSV_MAX_FIELDS];
    unsigned n_columns, n_axes;
    struct ga_grid_row *at;
    size_t n, capacity, n_not_ok; /* not ok: rows that were left out */
};

/* Where a column's cells come from: a field of the row, or run.csv, where all rows have the same. */
struct ga_grid_column {
    unsigned field;
    const char *text; /* NULL: the field's */
};

/* Reads the rows that are ok. in: path, table, run: kept. err: GA_FILE, GA_USAGE naming file, line and what was expected.
 * To be freed in any case. */
enum ga_status ga_grid_read(const char *path, const char *table, const struct ga_runfile *run,
                            struct ga_grid *grid, struct ga_err *err);
void ga_grid_free(struct ga_grid *grid);

/* out: false if neither the table nor run.csv has that column. */
bool ga_grid_find(const struct ga_grid *grid, const char *name, struct ga_grid_column *column);
const char *ga_grid_text(const struct ga_grid *grid, size_t row, struct ga_grid_column column);

/* Columns that a table need not have, as they are worked out:
 *   median_ns         of one that has cycles alone, of median_cycles and sm_mhz
 *   ns_per_op         of median_ns and ops: what rows of unlike work are compared by
 *   l2_cycles_per_op  L2 cycles, of rate_ops_per_s: where a rate is of atomics on device memory, and run.csv has l2_mhz
 * out: whether ga_grid_number has numbers of that name: the table's or run.csv's column, or one of these. */
bool ga_grid_has(const struct ga_grid *grid, const char *name);

/* out: whether it lacks l2_cycles_per_op only because the program that measured it knew no row's instruction. */
bool ga_grid_lacks_code(const struct ga_grid *grid, const char *name);

/* out: *number: the row's cell, or what is worked out; NaN if it is empty or there is no such column. err: GA_USAGE naming
 * file, line, column and value if it is no number. */
enum ga_status ga_grid_number(const struct ga_grid *grid, size_t row, const char *name,
                              double *number, struct ga_err *err);

#endif
