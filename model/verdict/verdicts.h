/* Verdicts of the utilization model against interventions: what one more atomic in each iteration of a kernel did
 * to its time. A kernel that the unit holds back has to slow by the time that the unit takes for what was added, one that
 * it does not hardly at all.
 *
 * A kernel's three forms are launches "NAME extra=N" with N = -1, 0, 1; extra=N may stand anywhere in the name. From
 * each to the next is a step, which is held against the verdict on the form before it. */
#ifndef GA_VERDICTS_H
#define GA_VERDICTS_H

#include <stdbool.h>
#include <stddef.h>

#include "utilization.h"

/* What a verdict promises of slope / added: at least of a bottleneck, at most of what is none. Times that
 * leave more than GA_OPEN of doubt, as two standard errors, decide nothing. */
#define GA_BOTTLENECK_SLOWS 0.8
#define GA_NOT_SLOWS 0.3
#define GA_OPEN 0.3

enum { GA_VERDICT_NAME = 256 };

enum ga_outcome { GA_RIGHT, GA_REFUTED, GA_UNDECIDED, GA_NO_CLAIM, GA_NO_TRIAL, GA_N_OUTCOMES };

/* One of extra -1, 0, 1. median_ns, error_ns (standard error of the median), passes (of a launch, on all SMs), paper,
 * demand, hardware (U in percent): NaN where it is not known. l2: the verdict on the L2's atomics. */
struct ga_form {
    double median_ns, error_ns, passes, paper, demand, hardware;
    enum ga_verdict verdict, l2;
};

/* From a form to the one with an atomic more. slope_ns: what it added to the time; added_ns: time of the unit for the
 * passes that it added; ratio: slope / added; with standard errors. NaN where a form is not known. */
struct ga_step {
    double slope_ns, slope_error_ns, added_ns, ratio, ratio_error;
    enum ga_outcome outcome;
};

/* A kernel. step[i]: from form[i]. */
struct ga_trial {
    char name[GA_VERDICT_NAME];
    struct ga_form form[3];
    struct ga_step step[2];
};

/* How far U is from the hardware's, in points, over n launches that have both; where: the worst. */
struct ga_deviation {
    size_t n;
    double sum, most;
    char where[GA_VERDICT_NAME];
};

/* at[n], in the order of the answer, then of the times. n_launches: of the answer; n_named: of them are
 * called "... extra=N". own: ga_verdicts_free. */
struct ga_verdicts {
    struct ga_trial *at;
    size_t n, capacity, n_launches, n_named;
    struct ga_deviation demand, paper;
};

/* Reads what `model utilization --csv` wrote. Of launches with one name the one with the most passes counts.
 * err: GA_FILE, GA_USAGE naming file, line and what was expected; GA_ERROR out of memory. */
enum ga_status ga_verdicts_answer(const char *path, struct ga_verdicts *verdicts,
                                  struct ga_err *err);

/* Reads times: a file of kernel, extra, median_ns, and, if it has them, quartile_1_ns, quartile_3_ns, samples and check; or
 * a table of this program, whose kernels are "TABLE AXIS=VALUE ..". err: likewise; GA_USAGE for a check that is not
 * ok, and for a time that is there twice. */
enum ga_status ga_verdicts_times(const char *path, struct ga_verdicts *verdicts,
                                 struct ga_err *err);
void ga_verdicts_free(struct ga_verdicts *verdicts);

/* Works out every step, and holds the verdict against it. A `not` claims nothing of a step
 * to a form that is no `not`, nor where the L2's atomics may be what a form waits for: when blocks meet there any change of
 * their timing moves the time, either way. */
void ga_verdicts_judge(struct ga_verdicts *verdicts);

const char *ga_outcome_name(enum ga_outcome outcome);

/* out: name without its extra=N, and N; false if it has none from -1 to 1, or is too long. */
bool ga_verdict_label(const char *label, char *name, int *extra);

#endif
