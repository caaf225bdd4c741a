/* Answers as rows: CSV, and JSON with the same names. */
#include <math.h>

#include "print.h"
#include "row_file.h"
#include "rule.h"

enum { DIGITS = 7 };

static const char *const columns[] = {"answer", "question", "what", "directory", "device_name",
                                      "value",  "low",      "high", "unit",      "word",
                                      "holds",  "table",    "line", "rows",      "rule"};
enum { N_COLUMNS = sizeof columns / sizeof *columns };

static void put(const struct ga_answers *set, size_t a, struct ga_row_file *file) {
    const struct ga_answer_row *const row = &ga_answer_rows[a];
    const struct ga_answer *const answer = &set->at[a];
    char rule[512];
    const struct ga_row_cell cells[N_COLUMNS] = {
        {row->id, 0},
        {ga_question_rows[row->question].title, 0},
        {row->what, 0},
        {set->directory, 0},
        {set->name, 0},
        {NULL, answer->value},
        {NULL, answer->low},
        {NULL, answer->high},
        {row->unit, 0},
        {answer->word, 0},
        {ga_answer_scope(a), 0},
        {row->table, 0},
        {NULL, answer->line ? (double)answer->line : NAN},
        {NULL, (double)answer->n_rows},
        {ga_rule_text(row, rule, sizeof rule), 0},
    };
    ga_row_file_add(file, cells);
}

static void put_all(const struct ga_sheet_of_answers *sheet, struct ga_row_file *file) {
    for (size_t a = 0; a < GA_N_ANSWERS; a++)
        for (size_t s = 0; s < sheet->n; s++)
            if (sheet->is_wanted[a] && sheet->sets[s].at[a].state == GA_ANSWERED)
                put(&sheet->sets[s], a, file);
}

void ga_answers_rows(const struct ga_sheet_of_answers *sheet, bool json, FILE *out) {
    struct ga_row_file file;
    ga_row_file_begin(&file, out, json, columns, N_COLUMNS, DIGITS);
    put_all(sheet, &file);
    ga_row_file_end(&file);
}

enum ga_status ga_answers_write(const struct ga_answers *set, const char *path,
                                struct ga_err *err) {
    bool all[GA_N_ANSWERS];
    for (size_t a = 0; a < GA_N_ANSWERS; a++)
        all[a] = true;
    const struct ga_sheet_of_answers sheet = {set, 1, all, NULL};
    struct ga_row_file file;
    const enum ga_status status =
        ga_row_file_create(&file, path, false, columns, N_COLUMNS, DIGITS, err);
    if (status != GA_OK)
        return status;
    put_all(&sheet, &file);
    return ga_row_file_close(&file, err);
}
