/* Answers as one table of Markdown, for a document; their rules are left to the other formats. */
#include <math.h>
#include <string.h>

#include "print.h"
#include "rule.h"

static const double worth_saying = 1; /* percent */

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

static void put_answer(const struct ga_sheet_of_answers *sheet, size_t a, FILE *out) {
    const struct ga_answer_row *const row = &ga_answer_rows[a];
    const char *const what = row->what + strspn(row->what, " ");
    char text[GA_ANSWER_TEXT];
    fprintf(out, "| %s%s | %s |", what == row->what ? "" : "... ", what, row->unit);
    for (size_t s = 0; s < sheet->n; s++) {
        const struct ga_answer *const answer = &sheet->sets[s].at[a];
        fprintf(out, " %s%s%s", ga_answer_number(answer->value, text), *answer->word ? " " : "",
                answer->word);
        if (ga_answer_spread(answer) >= worth_saying)
            fprintf(out, " (±%.0f %%)", ga_answer_spread(answer));
        fputs(" |", out);
    }
    if (sheet->n > 1)
        fprintf(out, " %s |", ga_answer_ratio(sheet, a, text));
    fprintf(out, " %s | `%s` |\n", ga_answer_scope(a), row->table);
}

void ga_answers_markdown(const struct ga_sheet_of_answers *sheet, FILE *out) {
    enum ga_question last = GA_N_QUESTIONS;
    for (size_t a = 0; a < GA_N_ANSWERS; a++) {
        if (!ga_is_answered(sheet, a))
            continue;
        if (last == GA_N_QUESTIONS)
            put_head(sheet, out);
        if (ga_answer_rows[a].question != last)
            put_question(sheet, ga_answer_rows[a].question, out);
        last = ga_answer_rows[a].question;
        put_answer(sheet, a, out);
    }
}
