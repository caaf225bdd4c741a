#include "sheet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static enum ga_status read_cell(const char *path, const struct ga_measured *row,
                                const struct ga_sheet_column *column, const char *text,
                                union ga_sheet_cell *cell, struct ga_err *err) {
    if (column->kind == GA_SHEET_WORD) {
        cell->word = text;
        return GA_OK;
    }
    if (column->kind == GA_SHEET_MAYBE && *text == '\0') {
        cell->number = NAN;
        return GA_OK;
    }
    const bool positive = column->kind != GA_SHEET_COUNT;
    if (ga_measured_number(text, &cell->number) && (!positive || cell->number > 0))
        return GA_OK;
    return ga_fail(err, GA_USAGE, "%s:%lu: status is ok and %s is '%s', expected %s", path,
                   row->line, column->name, text,
                   positive ? GA_MEASURED_EXPECTED_ABOVE_0 : GA_MEASURED_EXPECTED);
}

static enum ga_status fill(struct ga_sheet *sheet, const struct ga_sheet_column *columns,
                           struct ga_err *err) {
    sheet->at = calloc(sheet->table.n * sheet->n_columns + 1, sizeof *sheet->at);
    if (!sheet->at)
        return ga_fail(err, GA_ERROR, "%s: out of memory", sheet->table.path);
    union ga_sheet_cell *cell = sheet->at;
    for (size_t r = 0; r < sheet->table.n; r++) {
        const struct ga_measured *const row = &sheet->table.at[r];
        if (row->status != GA_OK) {
            sheet->n_not_ok++;
            continue;
        }
        for (unsigned c = 0; c < sheet->n_columns; c++) {
            const enum ga_status status = read_cell(sheet->table.path, row, &columns[c],
                                                    ga_measured_cell(row, c), cell++, err);
            if (status != GA_OK)
                return status;
        }
        sheet->n++;
    }
    return GA_OK;
}

enum ga_status ga_sheet_read(const char *path, const struct ga_sheet_column *columns,
                             unsigned n_columns, struct ga_sheet *sheet, struct ga_err *err) {
    const char *keep[GA_SHEET_MOST_COLUMNS + 1] = {NULL};
    *sheet = (struct ga_sheet){.n_columns = n_columns};
    for (unsigned c = 0; c < n_columns; c++)
        keep[c] = columns[c].name;
    const enum ga_status status = ga_measured_read(path, NULL, keep, &sheet->table, err);
    return status == GA_OK ? fill(sheet, columns, err) : status;
}

void ga_sheet_free(struct ga_sheet *sheet) {
    ga_measured_free(&sheet->table);
    free(sheet->at);
    *sheet = (struct ga_sheet){.at = NULL};
}

double ga_sheet_number(const struct ga_sheet *sheet, size_t row, unsigned column) {
    return sheet->at[row * sheet->n_columns + column].number;
}

const char *ga_sheet_word(const struct ga_sheet *sheet, size_t row, unsigned column) {
    return sheet->at[row * sheet->n_columns + column].word;
}

bool ga_sheet_is(const struct ga_sheet *sheet, size_t row, unsigned column, const char *word) {
    return strcmp(ga_sheet_word(sheet, row, column), word) == 0;
}
