/* Rows and columns of a table, as a command prints them. */
#ifndef GA_SHOW_H
#define GA_SHOW_H

#include <stdio.h>

#include "grid.h"
#include "print.h"

/* row[n]: of the grid, in order; own: the caller's. name[n_columns]; from n_fixed on those that a narrow terminal may go
 * without; n_fixed 0: none. */
struct ga_view {
    const struct ga_grid *grid;
    const char *directory;
    size_t *row, n;
    char name[GA_CSV_MAX_FIELDS][64];
    unsigned n_columns, n_fixed;
};

/* Text and Markdown have readable units, CSV and JSON the table's cells. err: GA_USAGE naming file, line and value for a
 * cell that is no number. */
enum ga_status ga_view_print(const struct ga_view *view, enum ga_format format, FILE *out,
                             struct ga_err *err);

#endif
