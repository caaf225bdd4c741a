/* The answers: a column a set, their rules behind a click. */
#include <math.h>
#include <string.h>

#include "html.h"
#include "page.h"
#include "rule.h"

static void put_head(const struct ga_sheet_of_answers *sheet, FILE *out) {
    fputs("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Answers\">\n"
          "<table class=\"answers\">\n<thead><tr><th scope=\"col\">answer<th scope=\"col\">unit",
          out);
    for (size_t s = 0; s < sheet->n; s++)
        ga_html(out, "<th scope=\"col\" class=\"n\">%s", sheet->name[s]);
    if (sheet->n > 1)
        fputs("<th scope=\"col\" class=\"n\">ratio", out);
    fputs("<th scope=\"col\">holds for<th scope=\"col\">table</thead>\n", out);
}

static void put_number(const struct ga_answer *answer, FILE *out) {
    char text[GA_ANSWER_TEXT];
    const double spread = ga_answer_spread(answer);
    fputs("<td class=\"n\">", out);
    if (*answer->word)
        ga_html(out, "<b>%s</b> ", answer->word);
    ga_html(out, "%s<small>", ga_answer_number(answer->value, text));
    if (isfinite(spread) && spread >= 0.05)
        fprintf(out, " ±%.*f %%", spread < 1, spread);
    fputs("</small>", out);
}

static bool has_table(const struct ga_page *page, const char *table) {
    for (size_t t = 0; t < page->n_tables; t++)
        if (strcmp(page->tables[t], table) == 0)
            return true;
    return false;
}

static void put_answer(const struct ga_page *page, size_t a, FILE *out) {
    const struct ga_sheet_of_answers *const sheet = page->answers;
    const struct ga_answer_row *const row = &ga_answer_rows[a];
    const size_t n_blanks = strspn(row->what, " ");
    char text[GA_ANSWER_TEXT], rule[512];
    ga_html(out, "<tr%s><th scope=\"row\"><details><summary>%s</summary><p>%s</p></details><td>%s",
            n_blanks ? " class=more" : "", row->what + n_blanks,
            ga_rule_text(row, rule, sizeof rule), row->unit);
    for (size_t s = 0; s < sheet->n; s++)
        put_number(&sheet->sets[s].at[a], out);
    if (sheet->n > 1)
        ga_html(out, "<td class=\"n\">%s", ga_answer_ratio(sheet, a, text));
    ga_html(out, "<td>%s<td>", ga_answer_scope(a));
    if (has_table(page, row->table))
        ga_html(out, "<a href=\"#t-%s\">%s</a>\n", row->table, row->table);
    else
        ga_html(out, "%s\n", row->table);
}

void ga_page_answers(const struct ga_page *page, FILE *out) {
    const struct ga_sheet_of_answers *const sheet = page->answers;
    enum ga_question last = GA_N_QUESTIONS;
    fputs("<section id=\"answers\">\n<h2>Answers</h2>\n", out);
    for (size_t a = 0; a < GA_N_ANSWERS; a++) {
        if (!ga_is_answered(sheet, a))
            continue;
        const enum ga_question question = ga_answer_rows[a].question;
        if (last == GA_N_QUESTIONS)
            put_head(sheet, out);
        if (question != last)
            ga_html(out,
                    "<tbody><tr class=\"q\"><th colspan=\"%zu\" scope=\"rowgroup\">%s "
                    "<span>%s</span>\n",
                    sheet->n + 4 + (sheet->n > 1), ga_question_rows[question].title,
                    ga_question_rows[question].note);
        last = question;
        put_answer(page, a, out);
    }
    if (last == GA_N_QUESTIONS)
        fputs("<p>No answer is drawn from these tables.</p>\n", out);
    else
        fputs("</table>\n</div>\n<p class=\"note\">± is half of the 95 % interval. An answer opens "
              "to its rule. "
              "<i>Holds for</i>: as far as the shipped sets agree within 5 %: all GPUs, the only "
              "two, "
              "each model in itself, or a "
              "card alone.</p>\n",
              out);
    fputs("</section>\n", out);
}
