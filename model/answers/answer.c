/* A table is read once, for all of its answers. */
#include "answer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "l2_law.h"
#include "rule.h"

const struct ga_answer_row ga_answer_rows[GA_N_ANSWERS] = {
#define GA_QUESTION(...)
#define GA_ANSWER(question, id, what, unit, rule, value, table, where, other)                      \
    {GA_Q_##question, #id, what, unit, GA_RULE_##rule, value, table, where, other},
#include "answers.def"
};
#undef GA_QUESTION
#undef GA_ANSWER

const struct ga_question_row ga_question_rows[GA_N_QUESTIONS] = {
#define GA_QUESTION(id, title, note) {title, note},
#define GA_ANSWER(...)
#include "answers.def"
};
#undef GA_QUESTION
#undef GA_ANSWER

const char *const ga_answer_holds[GA_N_ANSWERS] = {
#define GA_HOLDS(id, word) [GA_A_##id] = #word,
#include "holds.def"
#undef GA_HOLDS
};

enum ga_status ga_answers_run(const char *directory, struct ga_runfile *run, struct ga_err *err) {
    char path[GA_CSV_MAX_PATH];
    if (snprintf(path, sizeof path, "%s/run.csv", directory) >= (int)sizeof path)
        return ga_fail(err, GA_FILE, "%.60s...: the path is too long", directory);
    const enum ga_status status = ga_runfile_read(run, path, err);
    return status == GA_OK ? ga_runfile_is_gpu(run, path, err) : status;
}

/* The L2's clock is also read for what is told in its cycles. */
static bool is_asked(size_t a, const bool *is_wanted) {
    bool is = !is_wanted || is_wanted[a];
    for (size_t b = 0; !is && a == GA_A_l2_mhz && b < GA_N_ANSWERS; b++)
        is = is_wanted[b] && ga_answer_rows[b].rule == GA_RULE_L2_CYCLES;
    return is;
}

/* All answers of the table of row `first`, which is the first that asks it. */
static enum ga_status ask_table(struct ga_answers *answers, size_t first, const bool *is_wanted,
                                struct ga_err *err) {
    const char *const table = ga_answer_rows[first].table;
    struct ga_grid grid = {.path = NULL};
    char path[GA_CSV_MAX_PATH];
    if (snprintf(path, sizeof path, "%s/%s.csv", answers->directory, table) >= (int)sizeof path)
        return ga_fail(err, GA_FILE, "%.60s...: the path is too long", answers->directory);
    if (access(path, F_OK) != 0)
        return GA_OK;
    enum ga_status status = ga_grid_read(path, table, answers->run, &grid, err);
    for (size_t a = first; status == GA_OK && a < GA_N_ANSWERS; a++) {
        if (strcmp(ga_answer_rows[a].table, table) != 0 || !is_asked(a, is_wanted))
            continue;
        status = ga_rule_apply(&grid, &ga_answer_rows[a], &answers->at[a], err);
    }
    ga_grid_free(&grid);
    return status;
}

static bool is_first_of_table(size_t a, const bool *is_wanted) {
    for (size_t b = 0; b < a; b++)
        if (strcmp(ga_answer_rows[b].table, ga_answer_rows[a].table) == 0 && is_asked(b, is_wanted))
            return false;
    return is_asked(a, is_wanted);
}

enum ga_status ga_answers_read(const char *directory, const bool *is_wanted,
                               struct ga_answers *answers, struct ga_err *err) {
    *answers = (struct ga_answers){.directory = directory};
    for (size_t a = 0; a < GA_N_ANSWERS; a++)
        answers->at[a] = (struct ga_answer){.value = NAN, .low = NAN, .high = NAN};
    answers->run = malloc(sizeof *answers->run); /* large */
    enum ga_status status = answers->run ? ga_answers_run(directory, answers->run, err)
                                         : ga_fail(err, GA_ERROR, "%s: out of memory", directory);
    const char *const name = status == GA_OK ? ga_runfile_get(answers->run, "device_name") : NULL;
    answers->name = name ? name : "unknown device";
    for (size_t a = 0; status == GA_OK && a < GA_N_ANSWERS; a++)
        if (is_first_of_table(a, is_wanted))
            status = ask_table(answers, a, is_wanted, err);
    ga_l2_law_finish(answers);
    for (size_t a = 0; a < GA_N_ANSWERS; a++)
        answers->n_answered += (!is_wanted || is_wanted[a]) && answers->at[a].state == GA_ANSWERED;
    return status;
}

void ga_answers_free(struct ga_answers *answers) {
    free(answers->run);
    answers->run = NULL;
}
