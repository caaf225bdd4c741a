/* `model verdicts`: the model's verdicts against what happened when kernels had one atomic more and one less. */
#include <math.h>
#include <string.h>

#include "../model/verdicts.h"
#include "commands.h"
#include "csv.h"

enum { DIGITS = 6 };

/* The columns of --csv: GA_OUT(name, expression of a trial t). */
#define GA_COLUMNS(GA_OUT)                                                                         \
    GA_OUT(demand_percent, t->demand)                                                              \
    GA_OUT(hardware_percent, t->hardware)                                                          \
    GA_OUT(paper_percent, t->paper)                                                                \
    GA_OUT(median_ns, t->form[1].median_ns)                                                        \
    GA_OUT(slope_ns, t->slope_ns)                                                                  \
    GA_OUT(slope_error_ns, t->slope_error_ns)                                                      \
    GA_OUT(more_ns, t->more_ns)                                                                    \
    GA_OUT(less_ns, t->less_ns)                                                                    \
    GA_OUT(added_ns, t->added_ns)                                                                  \
    GA_OUT(ratio, t->ratio)                                                                        \
    GA_OUT(ratio_error, t->ratio_error)

static void write_trial(struct ga_csv_out *csv, const struct ga_trial *t) {
    ga_csv_name(csv, t->name);
    ga_csv_name(csv, ga_verdict_name(t->verdict));
    ga_csv_name(csv, ga_outcome_name(t->outcome));
#define GA_OUT(name, value) ga_csv_real(csv, value, DIGITS);
    GA_COLUMNS(GA_OUT)
#undef GA_OUT
    ga_csv_end_line(csv);
}

static enum ga_status write(const char *path, const struct ga_verdicts *v, struct ga_err *err) {
    static struct ga_csv_out csv; /* large */
    const enum ga_status status = ga_csv_create(&csv, path, err);
    if (status != GA_OK)
        return status;
    ga_csv_name(&csv, "trial");
    ga_csv_name(&csv, "verdict");
    ga_csv_name(&csv, "outcome");
#define GA_OUT(name, value) ga_csv_name(&csv, #name);
    GA_COLUMNS(GA_OUT)
#undef GA_OUT
    ga_csv_end_line(&csv);
    for (size_t i = 0; i < v->n; i++)
        write_trial(&csv, &v->at[i]);
    return ga_csv_close(&csv, err);
}

/* Nine wide; "-" for what is not known. */
static void print_number(double x, int decimals) {
    if (isnan(x))
        printf("%9s", "-");
    else
        printf("%9.*f", decimals, x);
}

static void print_trial(const struct ga_trial *t) {
    printf("%-24.200s", t->name);
    print_number(t->demand, 1);
    print_number(t->hardware, 1);
    print_number(t->paper, 1);
    printf("  %-10s", ga_verdict_name(t->verdict));
    print_number(t->ratio, 3);
    print_number(t->ratio_error, 3);
    print_number(t->more_ns / t->added_ns, 3);
    print_number(t->less_ns / t->added_ns, 3);
    printf("  %s\n", ga_outcome_name(t->outcome));
}

static void print_deviation(const char *whose, const struct ga_deviation *d) {
    if (d->n > 0)
        printf("U %s is %.2f points from the hardware's in the mean of %zu launches, %.2f at most "
               "(%.200s)\n",
               whose, d->sum / (double)d->n, d->n, d->most, d->where);
}

static void print(const struct ga_verdicts *v) {
    size_t n[GA_N_OUTCOMES] = {0};
    printf("%-24s%9s%9s%9s  %-10s%9s%9s%9s%9s\n", "kernel", "demand", "hardware", "paper",
           "verdict", "slope", "error", "more", "less");
    for (size_t i = 0; i < v->n; i++) {
        print_trial(&v->at[i]);
        n[v->at[i].outcome]++;
    }
    printf(
        "\nU in percent; slope, by what is added: time that one more atomic in an iteration takes, "
        "over the time "
        "of the unit\nthat it needs; its standard error; of one more, and of one less, alone.\n\n");
    print_deviation("by demand", &v->demand);
    print_deviation("by the paper's formula", &v->paper);
    printf("%zu kernels: %zu verdicts right, %zu wrong, %zu undecided; %zu make no claim, %zu had "
           "no trial\n",
           v->n, n[GA_RIGHT], n[GA_REFUTED], n[GA_UNDECIDED], n[GA_NO_CLAIM], n[GA_NO_TRIAL]);
}

/* err: GA_WRONG naming the first verdict that the times refute; GA_USAGE if there is nothing to judge. */
static enum ga_status conclude(const struct ga_request *request, const struct ga_verdicts *v,
                               struct ga_err *err) {
    const struct ga_trial *wrong = NULL;
    size_t n_wrong = 0, n_trials = 0;
    for (size_t i = 0; i < v->n; i++) {
        n_trials += v->at[i].outcome != GA_NO_TRIAL;
        if (v->at[i].outcome == GA_REFUTED && n_wrong++ == 0)
            wrong = &v->at[i];
    }
    if (n_trials == 0)
        return ga_fail(err, GA_USAGE,
                       "no kernel of %s is in %s with another extra, too, and with atomics; both "
                       "are joined by names",
                       request->times, request->utilization);
    if (wrong)
        return ga_fail(err, GA_WRONG,
                       "model verdicts: %s: the verdict is '%s', and one more atomic takes %.3f of "
                       "the time that the unit needs for it, expected at %s %g (%zu wrong)",
                       wrong->name, ga_verdict_name(wrong->verdict), wrong->ratio,
                       wrong->verdict == GA_IS ? "least" : "most",
                       wrong->verdict == GA_IS ? GA_BOTTLENECK_SLOWS : GA_NOT_SLOWS, n_wrong);
    return GA_OK;
}

static enum ga_status judge(const struct ga_request *request, struct ga_verdicts *v,
                            struct ga_err *err) {
    enum ga_status status = ga_verdicts_answer(request->utilization, v, err);
    if (status == GA_OK && v->n_named == 0)
        status = ga_fail(
            err, GA_USAGE,
            "%s: no kernel is called 'NAME extra=N'; a profile has such names by ncu --nvtx "
            "--print-nvtx-rename kernel",
            request->utilization);
    if (status == GA_OK)
        status = ga_verdicts_times(request->times, v, err);
    if (status != GA_OK)
        return status;
    ga_verdicts_judge(v);
    print(v);
    if (request->csv)
        status = write(request->csv, v, err);
    return status == GA_OK ? conclude(request, v, err) : status;
}

enum ga_status ga_command_verdicts(const struct ga_request *request, struct ga_err *err) {
    struct ga_verdicts verdicts = {.at = NULL};
    if (!request->times || !request->utilization)
        return ga_fail(err, GA_USAGE,
                       "model verdicts: needs --times and --utilization; is there no --%s?",
                       request->times ? "utilization" : "times");
    enum ga_status status =
        request->csv ? ga_csv_may_replace(request->csv, "trial", "holds no verdicts", err) : GA_OK;
    if (status == GA_OK)
        status = judge(request, &verdicts, err);
    ga_verdicts_free(&verdicts);
    return status;
}
