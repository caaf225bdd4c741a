/* The answers of many sets, a card each, without their tables. */
#ifndef GA_SETS_H
#define GA_SETS_H

#include "answer.h"

/* value: NaN where the set has no such answer; low, high: its 95 % interval, NaN if there is none; word: what it advises;
 * version: of what the benchmark measured (answers/changes.h). */
struct ga_fleet_value {
    double value, low, high;
    char word[24];
    unsigned version;
};

/* model: the device's name; uuid: the card's; program: the commit; started: when, UTC; "" if the run does not say.
 * n_by_others: answers that another version found by a rule that is not this program's, left out. */
struct ga_fleet_set {
    char *directory, model[96], uuid[96], program[48], started[32];
    size_t n_answered, n_by_others;
    struct ga_fleet_value at[GA_N_ANSWERS];
};

/* n_computed: sets without answers.csv, whose tables were read. n_failed: those that could not be taken; first, why: of the
 * first; left_out: a line each, NULL: none. A set without an answer is left out, too, and is no failure. own: ga_fleet_free. */
struct ga_fleet {
    const char *command; /* that messages begin with */
    struct ga_fleet_set **set;
    size_t n, capacity, n_computed, n_failed, n_by_others;
    enum ga_status first;
    struct ga_err why;
    char *left_out;
};

/* Adds the set in a directory, or, if it has no run.csv, those in its directories, by name. A set that cannot be taken is
 * left out. err: GA_FILE for what is no directory; GA_USAGE for one without a set; GA_ERROR for lack of memory. */
enum ga_status ga_fleet_add(struct ga_fleet *fleet, const char *directory, struct ga_err *err);
void ga_fleet_free(struct ga_fleet *fleet);

#endif
