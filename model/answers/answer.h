/* What the tables of a run answer: for each row of answers.def a number, its interval, and the row it is drawn from. */
#ifndef GA_ANSWER_H
#define GA_ANSWER_H

#include <stdbool.h>
#include <stddef.h>

#include "runfile.h"
#include "status.h"

enum ga_question {
#define GA_QUESTION(id, ...) GA_Q_##id,
#define GA_ANSWER(...)
#include "answers.def"
    GA_N_QUESTIONS
};
#undef GA_QUESTION
#undef GA_ANSWER

enum {
#define GA_QUESTION(...)
#define GA_ANSWER(question, id, ...) GA_A_##id,
#include "answers.def"
    GA_N_ANSWERS
};
#undef GA_QUESTION
#undef GA_ANSWER

/* See rule.c. */
enum ga_rule {
    GA_RULE_AT,
    GA_RULE_LEAST,
    GA_RULE_MIDDLE,
    GA_RULE_MOST,
    GA_RULE_NEAR,
    GA_RULE_FAR,
    GA_RULE_LOWER_MIDDLE,
    GA_RULE_UPPER_MIDDLE,
    GA_RULE_SLOPE,
    GA_RULE_MORE,
    GA_RULE_BEST,
    GA_RULE_LOSS,
    GA_RULE_PAD,
    GA_RULE_SHARE,
    GA_RULE_SUM,
    GA_RULE_GAIN_LEAST,
    GA_RULE_GAIN_MOST,
    GA_RULE_L2_LAW,
    GA_RULE_L2_CLOCK,
    GA_RULE_L2_CYCLES
};

/* A row of answers.def. */
struct ga_answer_row {
    enum ga_question question;
    const char *id;
    const char *what, *unit;
    enum ga_rule rule;
    const char *value, *table, *where, *other;
};
extern const struct ga_answer_row ga_answer_rows[GA_N_ANSWERS];
extern const struct ga_question_row { const char *title, *note; } ga_question_rows[GA_N_QUESTIONS];
/* By answer: as far as the shipped sets agree, as holds.def has it; NULL where none has the table. */
extern const char *const ga_answer_holds[GA_N_ANSWERS];

/* GA_NO_CLOCK: the L2's is not known. */
enum ga_answer_state { GA_NO_TABLE, GA_NO_SUCH_ROW, GA_NO_CLOCK, GA_ANSWERED };

/* low, high: 95 % confidence interval, from the rows' columns of processes, else of ci; NaN where the rule has none. word:
 * what to take, "ticket"; "" where the answer is a number alone. line: of the table's row, 0 where it is of several; n_rows:
 * that fit. */
struct ga_answer {
    enum ga_answer_state state;
    double value, low, high;
    char word[24];
    unsigned long line;
    size_t n_rows;
};

/* One set. name: the device's, as run.csv has it. own: ga_answers_free. */
struct ga_answers {
    const char *directory;
    struct ga_runfile *run;
    const char *name;
    struct ga_answer at[GA_N_ANSWERS];
    size_t n_answered;
};

/* Reads a directory's run.csv. err: GA_FILE; GA_USAGE if it does not say what ran, or for the stand-in's or an emulator's,
 * whose times say nothing. */
enum ga_status ga_answers_run(const char *directory, struct ga_runfile *run, struct ga_err *err);

/* in: directory of a run, kept; is_wanted: by row of answers.def, NULL: all. err: GA_FILE; GA_USAGE for the stand-in's run
 * or an emulator's, and naming file, line and value for a table that cannot be read. To be freed in any case. */
enum ga_status ga_answers_read(const char *directory, const bool *is_wanted,
                               struct ga_answers *answers, struct ga_err *err);
void ga_answers_free(struct ga_answers *answers);

/* out: the rule in words, "median_ns/ops at scope=device". own: caller, capacity bytes; returns text. */
const char *ga_rule_text(const struct ga_answer_row *row, char *text, size_t capacity);

#endif
