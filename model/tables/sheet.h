/* The rows of a table that are ok, as numbers and words, by the names of its columns. */
#ifndef GA_SHEET_H
#define GA_SHEET_H

#include <stdbool.h>
#include <stddef.h>

#include "measured.h"

/* COUNT: a number, 0 too; POSITIVE: above 0; MAYBE: above 0, or an empty cell, which reads as NaN. Of the range of
 * ga_measured_number. */
enum ga_sheet_kind { GA_SHEET_WORD, GA_SHEET_COUNT, GA_SHEET_POSITIVE, GA_SHEET_MAYBE };

struct ga_sheet_column {
    const char *name;
    enum ga_sheet_kind kind;
};

enum { GA_SHEET_MOST_COLUMNS = 16 };

union ga_sheet_cell {
    double number;
    const char *word; /* the table's */
};

/* Row r has the cells at[r * n_columns] .. in the order of the columns asked for. own: ga_sheet_free. */
struct ga_sheet {
    struct ga_measured_table table;
    union ga_sheet_cell *at;
    unsigned n_columns;
    size_t n, n_not_ok; /* rows */
};

/* in: path, kept; n_columns <= GA_SHEET_MOST_COLUMNS. err: as ga_measured_read; GA_USAGE naming file,
 * line, column and what was expected for a cell that is no such number. To be freed in any case. */
enum ga_status ga_sheet_read(const char *path, const struct ga_sheet_column *columns,
                             unsigned n_columns, struct ga_sheet *sheet, struct ga_err *err);
void ga_sheet_free(struct ga_sheet *sheet);

double ga_sheet_number(const struct ga_sheet *sheet, size_t row, unsigned column);
const char *ga_sheet_word(const struct ga_sheet *sheet, size_t row, unsigned column);
bool ga_sheet_is(const struct ga_sheet *sheet, size_t row, unsigned column, const char *word);

#endif
