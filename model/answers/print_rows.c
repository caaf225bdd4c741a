/* Answers as rows: CSV, and JSON with the same names. */
#include <math.h>

#include "csv.h"
#include "print.h"
#include "rule.h"

enum { DIGITS = 7 };

/* A column: text, or a number. */
struct cell {
    const char *name, *text;
    double number;
};
enum { N_CELLS = 15 };

static void fill(const struct ga_answers *set, size_t a, char *rule, size_t capacity,
                 struct cell *cells) {
    const struct ga_answer_row *const row = &ga_answer_rows[a];
    const struct ga_answer *const answer = &set->at[a];
    const struct cell filled[N_CELLS] = {
        {"answer", row->id, 0},
        {"question", ga_question_rows[row->question].title, 0},
        {"what", row->what, 0},
        {"directory", set->directory, 0},
        {"device_name", set->name, 0},
        {"value", NULL, answer->value},
        {"low", NULL, answer->low},
        {"high", NULL, answer->high},
        {"unit", row->unit, 0},
        {"word", answer->word, 0},
        {"holds", ga_answer_scope(a), 0},
        {"table", row->table, 0},
        {"line", NULL, answer->line ? (double)answer->line : NAN},
        {"rows", NULL, (double)answer->n_rows},
        {"rule", ga_rule_text(row, rule, capacity), 0},
    };
    for (size_t c = 0; c < N_CELLS; c++)
        cells[c] = filled[c];
}

static void put_csv(const struct cell *cells, bool names, struct ga_csv_out *csv) {
    for (size_t c = 0; c < N_CELLS; c++)
        if (names || cells[c].text)
            ga_csv_name(csv, names ? cells[c].name : cells[c].text);
        else
            ga_csv_real(csv, cells[c].number, DIGITS);
    ga_csv_end_line(csv);
}

static void put_all(const struct ga_sheet_of_answers *sheet, struct ga_csv_out *csv) {
    struct cell cells[N_CELLS];
    char rule[512];
    fill(&sheet->sets[0], 0, rule, sizeof rule, cells);
    put_csv(cells, true, csv);
    for (size_t a = 0; a < GA_N_ANSWERS; a++)
        for (size_t s = 0; s < sheet->n; s++) {
            if (!sheet->is_wanted[a] || sheet->sets[s].at[a].state != GA_ANSWERED)
                continue;
            fill(&sheet->sets[s], a, rule, sizeof rule, cells);
            put_csv(cells, false, csv);
        }
}

void ga_answers_csv(const struct ga_sheet_of_answers *sheet, FILE *out) {
    struct ga_csv_out csv = {.file = out, .first = true};
    put_all(sheet, &csv);
}

enum ga_status ga_answers_write(const struct ga_answers *set, const char *path,
                                struct ga_err *err) {
    bool all[GA_N_ANSWERS];
    for (size_t a = 0; a < GA_N_ANSWERS; a++)
        all[a] = true;
    const struct ga_sheet_of_answers sheet = {set, 1, all, NULL};
    struct ga_csv_out csv;
    const enum ga_status status = ga_csv_create(&csv, path, err);
    if (status != GA_OK)
        return status;
    put_all(&sheet, &csv);
    return ga_csv_close(&csv, err);
}

void ga_json_string(const char *text, FILE *out) {
    fputc('"', out);
    for (; *text; text++)
        if (*text == '"' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else if ((unsigned char)*text < ' ')
            fprintf(out, "\\u%04x", (unsigned)*text);
        else
            fputc(*text, out);
    fputc('"', out);
}

void ga_answers_json(const struct ga_sheet_of_answers *sheet, FILE *out) {
    const char *between = "\n";
    struct cell cells[N_CELLS];
    char rule[512];
    fputc('[', out);
    for (size_t a = 0; a < GA_N_ANSWERS; a++)
        for (size_t s = 0; s < sheet->n; s++) {
            if (!sheet->is_wanted[a] || sheet->sets[s].at[a].state != GA_ANSWERED)
                continue;
            fill(&sheet->sets[s], a, rule, sizeof rule, cells);
            fprintf(out, "%s  {", between);
            for (size_t c = 0; c < N_CELLS; c++) {
                fprintf(out, "%s\"%s\": ", c ? ", " : "", cells[c].name);
                if (cells[c].text)
                    ga_json_string(cells[c].text, out);
                else if (isfinite(cells[c].number))
                    fprintf(out, "%.*g", cells[c].number < 1e7 ? DIGITS : 17, cells[c].number);
                else
                    fputs("null", out);
            }
            fputc('}', out);
            between = ",\n";
        }
    fputs("\n]\n", out);
}
