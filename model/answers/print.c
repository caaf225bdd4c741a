#include "print.h"

#include <math.h>
#include <string.h>

#include "names.h"

enum ga_status ga_format_of(const char *name, enum ga_format *format, struct ga_err *err) {
    static const char *const names[] = {"text", "markdown", "csv", "json", NULL};
    for (*format = GA_FORMAT_TEXT; name && strcmp(names[*format], name) != 0;)
        if (!names[++*format]) {
            const char *const near = ga_nearest(name, names);
            return ga_fail(err, GA_USAGE,
                           "--format '%s': expected text, markdown, csv or json%s%s%s", name,
                           near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
        }
    return GA_OK;
}

size_t ga_answers_short(const struct ga_answers *set, bool *is_wanted) {
    enum { A_PAGE = 30 };
    static const bool is_short[GA_N_ANSWERS] = {
#define GA_SHORT(id) [GA_A_##id] = true,
#include "short.def"
#undef GA_SHORT
    };
    size_t n = 0;
    for (size_t a = 0; a < GA_N_ANSWERS; a++) {
        is_wanted[a] =
            set->at[a].state == GA_ANSWERED && (is_short[a] || set->n_answered <= A_PAGE);
        n += is_wanted[a];
    }
    return n;
}

const char *ga_answer_number(double value, char *text) {
    if (!isfinite(value))
        return strcpy(text, "-");
    const double size = fabs(value);
    if (size >= 1000)
        snprintf(text, GA_ANSWER_TEXT, "%.0f", value);
    else
        snprintf(text, GA_ANSWER_TEXT, "%.3g", size < 5e-4 ? 0 : value);
    return text;
}

double ga_answer_spread(const struct ga_answer *answer) {
    return (answer->high - answer->low) / 2 / fabs(answer->value) * 100;
}

/* Of lengths to pad to a ratio says nothing. */
const char *ga_answer_ratio(const struct ga_sheet_of_answers *sheet, size_t answer, char *text) {
    const struct ga_answer *const first = &sheet->sets[0].at[answer];
    const struct ga_answer *const last = &sheet->sets[sheet->n - 1].at[answer];
    const double ratio = last->value / first->value;
    if (!isfinite(ratio) || strcmp(first->word, last->word) != 0 ||
        ga_answer_rows[answer].rule == GA_RULE_PAD)
        return strcpy(text, "-");
    snprintf(text, GA_ANSWER_TEXT, "%.2f", ratio);
    return text;
}

const char *ga_answer_scope(size_t answer) {
    const enum ga_rule rule = ga_answer_rows[answer].rule;
    if (rule == GA_RULE_L2_LAW || rule == GA_RULE_L2_CLOCK)
        return "";
    return ga_answer_holds[answer] ? ga_answer_holds[answer] : "?";
}

bool ga_is_answered(const struct ga_sheet_of_answers *sheet, size_t answer) {
    bool any = false;
    for (size_t s = 0; s < sheet->n; s++)
        any |= sheet->sets[s].at[answer].state == GA_ANSWERED;
    return any && sheet->is_wanted[answer];
}

/* out: where the last part of a path begins, *n its letters. */
static const char *last_part(const char *path, size_t *n) {
    size_t end = strlen(path);
    while (end > 1 && path[end - 1] == '/')
        end--;
    size_t begin = end;
    while (begin > 0 && path[begin - 1] != '/')
        begin--;
    *n = end - begin;
    return path + begin;
}

/* out: letters that the last parts of all directories begin with, up to the last hyphen among them. */
static size_t common_part(const struct ga_answers *sets, size_t n) {
    size_t length = 0, m = 0;
    const char *const first = last_part(sets[0].directory, &length);
    for (size_t s = 1; s < n; s++) {
        const char *const part = last_part(sets[s].directory, &m);
        size_t same = 0;
        while (same < length && same < m && part[same] == first[same])
            same++;
        length = same;
    }
    while (length > 0 && first[length - 1] != '-')
        length--;
    return length;
}

void ga_answers_name(const struct ga_answers *sets, size_t n, char (*names)[GA_SHORT_NAME]) {
    bool twice = false;
    for (size_t s = 0; s < n; s++) {
        const char *const blank = strchr(sets[s].name, ' ');
        const char *const word = blank ? blank + 1 : sets[s].name;
        snprintf(names[s], GA_SHORT_NAME, "%.*s", (int)strcspn(word, " "), word);
        for (size_t before = 0; before < s; before++)
            twice |= strcmp(names[s], names[before]) == 0;
    }
    const size_t common = twice ? common_part(sets, n) : 0;
    for (size_t s = 0; twice && s < n; s++) {
        size_t length = 0;
        const char *const part = last_part(sets[s].directory, &length);
        const size_t skip = common < length ? common : 0;
        snprintf(names[s], GA_SHORT_NAME, "%.*s", (int)(length - skip), part + skip);
    }
}
