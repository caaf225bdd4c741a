/* Answers as one table of Markdown, for a document; their rules are left to the other formats. */
#include <math.h>
#include <string.h>

#include "print.h"

static void put_head(const struct ga_sheet_of_answers *sheet, FILE *out) {
    fprintf(out, "| answer | unit |");
    for (size_t s = 0; s < sheet->n; s++)
        fprintf(out, " %s |", sheet->name[s]);
    fprintf(out, "%s holds for | table |\n| --- | --- |", sheet->n > 1 ? " ratio |" : "");
    for (size_t s = 0; s < sheet->n + (sheet->n > 1) + 2; s++)
        fputs(" --- |", out);
    fputc('\n', out);
}

static void put_question(const struct ga_sheet_of_answers *sheet, enum ga_question question,
                         FILE *out) {
    fprintf(out, "| **%s** %s | |", ga_question_rows[question].title,
            ga_question_rows[question].note);
    for (size_t s = 0; s < sheet->n + (sheet->n > 1) + 2; s++)
        fputs(" |", out);
    fputc('\n', out);
}

static void put_number(const struct ga_answer *answer, FILE *out) {
    char text[GA_ANSWER_TEXT];
    fprintf(out, "%s%s%s", ga_answer_number(answer->value, text), *answer->word ? " " : "",
            answer->word);
    if (ga_answer_spread(answer) >= GA_WIDE)
        fprintf(out, " (±%.0f %%)", ga_answer_spread(answer));
}

/* One answer's part of a cell. column: what it is, unit, a number a set, and what follows. */
static void put_part(const struct ga_sheet_of_answers *sheet, size_t a, size_t column, FILE *out) {
    const struct ga_answer_row *const row = &ga_answer_rows[a];
    char text[GA_ANSWER_TEXT];
    if (column == 0)
        fprintf(out, "%s%s", *row->what == ' ' ? "... " : "", row->what + strspn(row->what, " "));
    else if (column == 1)
        fputs(row->unit, out);
    else if (column < 2 + sheet->n)
        put_number(&sheet->sets[column - 2].at[a], out);
    else if (column == 2 + sheet->n && sheet->n > 1)
        fputs(ga_answer_ratio(sheet, a, text), out);
    else
        fputs(ga_answer_scope(a), out);
}

/* in: answers from one to before the other, of which those behind the first belong to it. */
static void put_row(const struct ga_sheet_of_answers *sheet, size_t from, size_t to, FILE *out) {
    const size_t n_columns = 2 + sheet->n + (sheet->n > 1) + 1;
    for (size_t column = 0; column < n_columns; column++) {
        const char *separator = "| ";
        for (size_t a = from; a < to; a++)
            if (ga_is_answered(sheet, a)) {
                fputs(separator, out);
                put_part(sheet, a, column, out);
                separator = "<br>";
            }
        fputc(' ', out);
    }
    fprintf(out, "| `%s` |\n", ga_answer_rows[from].table);
}

void ga_answers_markdown(const struct ga_sheet_of_answers *sheet, FILE *out) {
    enum ga_question last = GA_N_QUESTIONS;
    for (size_t a = 0, next = 0; a < GA_N_ANSWERS; a = next) {
        for (next = a + 1; next < GA_N_ANSWERS && *ga_answer_rows[next].what == ' ';)
            next++;
        if (!ga_is_answered(sheet, a))
            continue;
        if (last == GA_N_QUESTIONS)
            put_head(sheet, out);
        if (ga_answer_rows[a].question != last)
            put_question(sheet, ga_answer_rows[a].question, out);
        last = ga_answer_rows[a].question;
        put_row(sheet, a, next, out);
    }
}
