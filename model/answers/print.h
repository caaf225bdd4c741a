/* Answers of one set or of several, to read and to compute with. */
#ifndef GA_PRINT_H
#define GA_PRINT_H

#include <stdio.h>

#include "answer.h"

/* GA_WIDE: from what percent on an interval is worth a word beside several numbers. */
enum { GA_SHORT_NAME = 16, GA_ANSWER_TEXT = 48, GA_WIDE = 5 };

/* What --format names. */
enum ga_format { GA_FORMAT_TEXT, GA_FORMAT_MARKDOWN, GA_FORMAT_CSV, GA_FORMAT_JSON };
/* in: name: NULL is text. err: GA_USAGE with the nearest name. */
enum ga_status ga_format_of(const char *name, enum ga_format *format, struct ga_err *err);

/* is_wanted: by row of answers.def. name: of each set, to stand above its column. */
struct ga_sheet_of_answers {
    const struct ga_answers *sets;
    size_t n;
    const bool *is_wanted;
    char (*name)[GA_SHORT_NAME];
};

/* out: names[n]: the device's model, the word behind the vendor; where two sets have one, the directory's last part,
 * without what all begin with. */
void ga_answers_name(const struct ga_answers *sets, size_t n, char (*names)[GA_SHORT_NAME]);

/* out: is_wanted: all that the set answers, if that is a page; else those of short.def. return how many. */
size_t ga_answers_short(const struct ga_answers *set, bool *is_wanted);

/* For a terminal of 80 columns, as far as two sets go; why: with each answer's rule. */
void ga_answers_text(const struct ga_sheet_of_answers *sheet, bool why, FILE *out);
/* A table a question; answers that no set has are left out. */
void ga_answers_markdown(const struct ga_sheet_of_answers *sheet, FILE *out);
/* A row an answer and set, of those that a set has. */
void ga_answers_rows(const struct ga_sheet_of_answers *sheet, bool json, FILE *out);
/* Likewise, of one set, all answers, as a file. err: GA_FILE. */
enum ga_status ga_answers_write(const struct ga_answers *set, const char *path, struct ga_err *err);

/* What is said of an answer in few letters. own: caller, GA_ANSWER_TEXT bytes; return text. */

/* "149", "1639", "0.733": three digits or all before the point; "-" if there is none. */
const char *ga_answer_number(double value, char *text);
/* Of the last set over the first, "1.02"; "-" if one of them has none, or advises otherwise. */
const char *ga_answer_ratio(const struct ga_sheet_of_answers *sheet, size_t answer, char *text);
/* out: half of the interval in percent of the value, NaN if there is none. */
double ga_answer_spread(const struct ga_answer *answer);
/* out: as far as the shipped sets agree on it, "?" if none has it; "" for what is taken as known and what it makes
 * of a rate. */
const char *ga_answer_scope(size_t answer);
/* out: whether it is wanted and any set has it. */
bool ga_is_answered(const struct ga_sheet_of_answers *sheet, size_t answer);

#endif
