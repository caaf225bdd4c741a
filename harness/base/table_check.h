/* What every reader of a measured table asks of it: `compare`, `answers`, `show`, `report` and `plot` refuse the same. */
#ifndef GA_TABLE_CHECK_H
#define GA_TABLE_CHECK_H

#include "csv.h"
#include "status.h"

/* in: the header was read last. out: *status: the place of column `status`; n_fields: there is none, as in tables that no
 * benchmark wrote. err: GA_USAGE for a column that is there twice; that is named almost as one that tables have, and it lacks; or
 * between `status` and `message`, where no table has one of its own, is none of theirs. */
enum ga_status ga_header_check(const struct ga_csv_in *in, unsigned *status, struct ga_err *err);

/* in: n_fields: of the header; status: place of the column. out: *of_row: the row's outcome, GA_OK to GA_ERROR. err: GA_USAGE with
 * file, line and value. */
enum ga_status ga_row_check(const struct ga_csv_in *in, unsigned n_fields, unsigned status,
                            enum ga_status *of_row, struct ga_err *err);

/* Whether it is a column that all tables may have, of numbers none of which is below 0. */
bool ga_column_is_measured(const char *name);
/* The cell of a row that is ok. out: *number. err: GA_USAGE with file, line, column, value and what was expected: of a column that
 * is measured ga_measured_number's, of another a number. */
enum ga_status ga_cell_number(const char *path, unsigned long line, const char *column,
                              const char *text, double *number, struct ga_err *err);

/* The points of a table that is being read. at[n]. */
struct ga_points {
    char *axis[GA_CSV_MAX_FIELDS];
    unsigned n_axes;
    struct ga_point {
        char *key; /* "n=1, e=32" */
        unsigned long line;
    } * at;
    size_t n, capacity;
};

/* in: the header was read last; n_axes: columns before `status`. err: GA_ERROR for lack of memory. own: ga_points_end. */
enum ga_status ga_points_begin(struct ga_points *points, const struct ga_csv_in *in,
                               unsigned n_axes, struct ga_err *err);
/* Adds the row that was read last. err: likewise. */
enum ga_status ga_points_add(struct ga_points *points, const struct ga_csv_in *in,
                             struct ga_err *err);
/* in: status: of what was done with the rows. out: that, if it is not ok. err: GA_USAGE for a point that is there twice. */
enum ga_status ga_points_end(struct ga_points *points, const char *path, enum ga_status status,
                             struct ga_err *err);

#endif
