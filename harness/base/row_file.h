/* Rows with the same columns as a file: CSV, or a JSON array of objects whose members are the columns. */
#ifndef GA_ROW_FILE_H
#define GA_ROW_FILE_H

#include "csv.h"

struct ga_row_cell {
    const char *text; /* NULL: the number */
    double number;    /* NaN: there is none; empty in CSV, null in JSON */
};

struct ga_row_file {
    const char *const *columns;
    size_t n_columns;
    int digits; /* of numbers that are not whole */
    bool json;
    size_t n_rows;
    struct ga_csv_out out;
};

/* in: digits: significant ones. own: end with ga_row_file_close, or ga_row_file_abandon; columns stay the caller's. err:
 * GA_FILE with path and reason. */
enum ga_status ga_row_file_create(struct ga_row_file *file, const char *path, bool json,
                                  const char *const *columns, size_t n_columns, int digits,
                                  struct ga_err *err);
/* in: cells[n_columns]. Errors surface in ga_row_file_close. */
void ga_row_file_add(struct ga_row_file *file, const struct ga_row_cell *cells);
enum ga_status ga_row_file_close(struct ga_row_file *file, struct ga_err *err);
void ga_row_file_abandon(struct ga_row_file *file);

/* The same to a stream that is open. own: end with ga_row_file_end; the stream stays the caller's. */
void ga_row_file_begin(struct ga_row_file *file, FILE *out, bool json, const char *const *columns,
                       size_t n_columns, int digits);
void ga_row_file_end(struct ga_row_file *file);

#endif
