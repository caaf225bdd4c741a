/* Answers for a terminal: the table that they are drawn from stands above them. */
#include <math.h>
#include <string.h>

#include "print.h"
#include "rule.h"

enum { WHAT = 40, UNIT = 7, CELL = 7, RATIO = 6, SPREAD = 8, WIDTH = 79, FEW = 2 };

static void put_wrapped(FILE *out, const char *indent, const char *text) {
    const size_t width = WIDTH - strlen(indent);
    while (*text) {
        size_t n = strlen(text);
        if (n > width) {
            for (n = width; n > 0 && text[n] != ' ';)
                n--;
            n = n ? n : strcspn(text, " ");
        }
        fprintf(out, "%s%.*s\n", indent, (int)n, text);
        text += n;
        text += *text == ' ';
    }
}

/* out: text[GA_SHORT_NAME]: what stands above a set's column: its name, or of several its number, "(3)", if that is long. */
static const char *head_of(const struct ga_sheet_of_answers *sheet, size_t s, char *text) {
    if (sheet->n > FEW && strlen(sheet->name[s]) > CELL)
        snprintf(text, GA_SHORT_NAME, "(%u)", (unsigned)(s + 1) % 1000);
    else
        snprintf(text, GA_SHORT_NAME, "%s", sheet->name[s]);
    return text;
}

static int cell_width(const struct ga_sheet_of_answers *sheet, size_t s) {
    char head[GA_SHORT_NAME];
    const int n = (int)strlen(head_of(sheet, s, head));
    return n > CELL ? n : CELL;
}

static void put_heads(const struct ga_sheet_of_answers *sheet, FILE *out) {
    char head[GA_SHORT_NAME];
    fprintf(out, "%-*s%-*s", WHAT, "", UNIT, "");
    for (size_t s = 0; s < sheet->n; s++)
        fprintf(out, " %*s", cell_width(sheet, s), head_of(sheet, s, head));
    if (sheet->n == 1)
        fprintf(out, " %*s %-5s %6s\n", SPREAD, "+-95%", "holds", "line");
    else
        fprintf(out, " %*s %s\n", RATIO, "ratio", "holds");
}

/* out: what all sets that have the answer advise, NULL if they differ. */
static const char *common_word(const struct ga_sheet_of_answers *sheet, size_t a) {
    const char *word = NULL;
    for (size_t s = 0; s < sheet->n; s++) {
        const struct ga_answer *const answer = &sheet->sets[s].at[a];
        if (answer->state != GA_ANSWERED)
            continue;
        if (word && strcmp(word, answer->word) != 0)
            return NULL;
        word = answer->word;
    }
    return word;
}

static void put_answer(const struct ga_sheet_of_answers *sheet, size_t a, FILE *out) {
    const struct ga_answer_row *const row = &ga_answer_rows[a];
    const struct ga_answer *const only = &sheet->sets[0].at[a];
    const char *const word = common_word(sheet, a);
    char text[GA_ANSWER_TEXT], line[24] = "";
    const int n = fprintf(out, "  %s %s", row->what, word ? word : "...");
    if (n >= WHAT) /* the numbers under it */
        fputc('\n', out);
    fprintf(out, "%*s%-*s", n < WHAT ? WHAT - n : WHAT, "", UNIT, row->unit);
    for (size_t s = 0; s < sheet->n; s++)
        fprintf(out, " %*s", cell_width(sheet, s),
                ga_answer_number(sheet->sets[s].at[a].value, text));
    if (sheet->n > 1) {
        fprintf(out, " %*s %s\n", RATIO, ga_answer_ratio(sheet, a, text), ga_answer_scope(a));
        return;
    }
    const double spread = ga_answer_spread(only);
    snprintf(text, sizeof text, "%.1f %%", spread);
    snprintf(line, sizeof line, "%lu", only->line);
    fprintf(out, " %*s %s", SPREAD, isnan(spread) ? "" : text, ga_answer_scope(a));
    fprintf(out, only->line ? "%*s\n" : "\n", 12 - (int)strlen(ga_answer_scope(a)), line);
}

/* Of several sets: what each advises, if they differ, and intervals that are wide. */
static void put_apart(const struct ga_sheet_of_answers *sheet, size_t a, FILE *out) {
    const bool apart = !common_word(sheet, a);
    for (size_t s = 0; sheet->n > 1 && s < sheet->n; s++) {
        const struct ga_answer *const answer = &sheet->sets[s].at[a];
        const double spread = ga_answer_spread(answer);
        if (answer->state != GA_ANSWERED || (!apart && !(spread >= GA_WIDE)))
            continue;
        fprintf(out, "      %s:", sheet->name[s]);
        if (apart)
            fprintf(out, " %s", answer->word);
        if (spread >= GA_WIDE)
            fprintf(out, " +-%.0f %%", spread);
        fputc('\n', out);
    }
}

static void put_missing(const struct ga_sheet_of_answers *sheet, size_t a, FILE *out) {
    bool any_table = false, any_clock = true;
    for (size_t s = 0; s < sheet->n; s++) {
        any_table |= sheet->sets[s].at[a].state != GA_NO_TABLE;
        any_clock &= sheet->sets[s].at[a].state != GA_NO_CLOCK;
    }
    if (!any_clock)
        fprintf(out, "  %-*s the L2's clock is not known here\n", WHAT - 2, ga_answer_rows[a].what);
    else if (any_table)
        fprintf(out, "  %-*s no such row here\n", WHAT - 2, ga_answer_rows[a].what);
    else
        fprintf(out, "  %-*s no %s here\n", WHAT - 2, ga_answer_rows[a].what,
                ga_answer_rows[a].table);
}

static void put_question(const struct ga_sheet_of_answers *sheet, enum ga_question question,
                         bool why, FILE *out) {
    const char *table = NULL;
    for (size_t a = 0; a < GA_N_ANSWERS; a++) {
        const struct ga_answer_row *const row = &ga_answer_rows[a];
        char rule[512];
        if (row->question != question || !sheet->is_wanted[a])
            continue;
        if (!table) {
            fprintf(out, "\n%s\n", ga_question_rows[question].title);
            put_wrapped(out, "", ga_question_rows[question].note);
        }
        if (!ga_is_answered(sheet, a)) {
            table = table ? table : "";
            put_missing(sheet, a, out);
            continue;
        }
        if (!table || strcmp(table, row->table) != 0)
            fprintf(out, " %s\n", row->table);
        table = row->table;
        put_answer(sheet, a, out);
        put_apart(sheet, a, out);
        if (why)
            put_wrapped(out, "      ", ga_rule_text(row, rule, sizeof rule));
    }
}

/* What the columns behind the values are. */
static void put_legend(const struct ga_sheet_of_answers *sheet, FILE *out) {
    char ratio[256];
    snprintf(
        ratio, sizeof ratio,
        "ratio: %.60s over %.60s. +-N %% below a value: half of its 95 %% interval, of several "
        "processes half of their range, where that is 5 %% or more.",
        sheet->name[sheet->n - 1], sheet->name[0]);
    put_wrapped(out, "",
                sheet->n > 1 ? ratio
                             : "+-95%: half of the 95 % interval, of several processes half of "
                               "their range. line: of the table.");
    put_wrapped(out, "",
                "holds: the shipped sets agree within 5 %: all; the only two cards, one a GPU "
                "model (two); of "
                "one GPU model each (model); or not even they (card: measure yours). each: models "
                "differ, of "
                "one by a single card.");
}

void ga_answers_text(const struct ga_sheet_of_answers *sheet, bool why, FILE *out) {
    char head[GA_SHORT_NAME];
    for (size_t s = 0; s < sheet->n; s++) {
        const bool is_number = strcmp(head_of(sheet, s, head), sheet->name[s]) != 0;
        fprintf(out, "%s%s%s: %s, %s\n", is_number ? head : "", is_number ? " " : "",
                sheet->name[s], sheet->sets[s].name, sheet->sets[s].directory);
    }
    put_legend(sheet, out);
    put_heads(sheet, out);
    for (int q = 0; q < GA_N_QUESTIONS; q++)
        put_question(sheet, (enum ga_question)q, why, out);
}
