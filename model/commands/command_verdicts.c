/* `model verdicts`: the model's verdicts against what happened when kernels had one atomic more and one less. */
#include <math.h>
#include <string.h>

#include "verdicts.h"
#include "answers.h"
#include "csv.h"

enum { DIGITS = 6 };

/* The columns of --csv after the names: GA_OUT(name, expression of a step s and its form before, f). */
#define GA_COLUMNS(GA_OUT)                                                                         \
    GA_OUT(demand_percent, f->demand)                                                              \
    GA_OUT(hardware_percent, f->hardware)                                                          \
    GA_OUT(paper_percent, f->paper)                                                                \
    GA_OUT(median_ns, f->median_ns)                                                                \
    GA_OUT(slope_ns, s->slope_ns)                                                                  \
    GA_OUT(slope_error_ns, s->slope_error_ns)                                                      \
    GA_OUT(added_ns, s->added_ns)                                                                  \
    GA_OUT(ratio, s->ratio)                                                                        \
    GA_OUT(ratio_error, s->ratio_error)

static void write_step(struct ga_csv_out *csv, const struct ga_trial *t, int from) {
    const struct ga_form *const f = &t->form[from];
    const struct ga_step *const s = &t->step[from];
    ga_csv_name(csv, t->name);
    ga_csv_name(csv, from ? "0" : "-1");
    ga_csv_name(csv, ga_verdict_name(f->verdict));
    ga_csv_name(csv, ga_outcome_name(s->outcome));
#define GA_OUT(name, value) ga_csv_real(csv, value, DIGITS);
    GA_COLUMNS(GA_OUT)
#undef GA_OUT
    ga_csv_end_line(csv);
}

static enum ga_status write(const char *path, const struct ga_verdicts *v, struct ga_err *err) {
    struct ga_csv_out csv;
    const enum ga_status status = ga_csv_create(&csv, path, err);
    if (status != GA_OK)
        return status;
    ga_csv_name(&csv, "trial");
    ga_csv_name(&csv, "from");
    ga_csv_name(&csv, "verdict");
    ga_csv_name(&csv, "outcome");
#define GA_OUT(name, value) ga_csv_name(&csv, #name);
    GA_COLUMNS(GA_OUT)
#undef GA_OUT
    ga_csv_end_line(&csv);
    for (size_t i = 0; i < v->n; i++)
        for (int from = 0; from < 2; from++)
            if (v->at[i].step[from].outcome != GA_NO_TRIAL)
                write_step(&csv, &v->at[i], from);
    return ga_csv_close(&csv, err);
}

/* Nine wide; "-" for what is not known. */
static void print_number(double x, int decimals) {
    if (isnan(x))
        printf("%9s", "-");
    else
        printf("%9.*f", decimals, x);
}

static void print_step(const struct ga_trial *t, int from) {
    const struct ga_form *const f = &t->form[from];
    const struct ga_step *const s = &t->step[from];
    printf("%-24.200s %2d", t->name, from - 1);
    print_number(f->demand, 1);
    print_number(f->hardware, 1);
    print_number(f->paper, 1);
    printf("  %-10s", ga_verdict_name(f->verdict));
    print_number(s->ratio, 3);
    print_number(s->ratio_error, 3);
    printf("  %s\n", ga_outcome_name(s->outcome));
}

static void print_deviation(const char *whose, const struct ga_deviation *d) {
    if (d->n > 0)
        printf("U %s is %.2f points from the hardware's in the mean of %zu launches, %.2f at most "
               "(%.200s)\n",
               whose, d->sum / (double)d->n, d->n, d->most, d->where);
}

/* out: n[GA_N_OUTCOMES]: steps, but no trial: kernels without any. */
static void count(const struct ga_verdicts *v, size_t *n) {
    for (size_t i = 0; i < v->n; i++) {
        const struct ga_step *const step = v->at[i].step;
        if (step[0].outcome == GA_NO_TRIAL && step[1].outcome == GA_NO_TRIAL)
            n[GA_NO_TRIAL]++;
        for (int from = 0; from < 2; from++)
            n[step[from].outcome] += step[from].outcome != GA_NO_TRIAL;
    }
}

static void print(const struct ga_verdicts *v, const size_t *n) {
    printf("%-24s %2s%9s%9s%9s  %-10s%9s%9s\n", "kernel", "", "demand", "hardware", "paper",
           "verdict", "slope", "error");
    for (size_t i = 0; i < v->n; i++)
        for (int from = 0; from < 2; from++)
            if (v->at[i].step[from].outcome != GA_NO_TRIAL)
                print_step(&v->at[i], from);
    printf(
        "\nFrom extra=-1 or 0 to one atomic more in an iteration. U in percent; slope: time that "
        "it takes, over the time of the\nunit that it needs; its standard error.\n\n");
    print_deviation("by demand", &v->demand);
    print_deviation("by the paper's formula", &v->paper);
    printf("%zu kernels of the times: %zu verdicts right, %zu wrong, %zu undecided; %zu make no "
           "claim; %zu kernels had no trial\n",
           v->n, n[GA_RIGHT], n[GA_REFUTED], n[GA_UNDECIDED], n[GA_NO_CLAIM], n[GA_NO_TRIAL]);
}

static enum ga_status refute(const struct ga_verdicts *v, size_t n_wrong, struct ga_err *err) {
    for (size_t i = 0; i < 2 * v->n; i++) {
        const struct ga_trial *const t = &v->at[i / 2];
        const enum ga_verdict verdict = t->form[i % 2].verdict;
        if (t->step[i % 2].outcome == GA_REFUTED)
            return ga_fail(err, GA_WRONG,
                           "model verdicts: %s extra=%d: the verdict is '%s', and one more atomic "
                           "takes %.3f of the "
                           "time that the unit needs for it, expected at %s %g (%zu wrong)",
                           t->name, (int)(i % 2) - 1, ga_verdict_name(verdict),
                           t->step[i % 2].ratio, verdict == GA_BOTTLENECK ? "least" : "most",
                           verdict == GA_BOTTLENECK ? GA_BOTTLENECK_SLOWS : GA_NOT_SLOWS, n_wrong);
    }
    return GA_OK;
}

/* err: GA_WRONG naming the first verdict that the times refute; GA_USAGE if there is nothing to judge. */
static enum ga_status conclude(const struct ga_request *request, const struct ga_verdicts *v,
                               const size_t *n, struct ga_err *err) {
    if (n[GA_NO_TRIAL] == v->n)
        return ga_fail(err, GA_USAGE,
                       "no kernel of %s is in %s with another extra, too, and with atomics; both "
                       "are joined by names",
                       request->times, request->utilization);
    return refute(v, n[GA_REFUTED], err);
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
    size_t n[GA_N_OUTCOMES] = {0};
    ga_verdicts_judge(v);
    count(v, n);
    print(v, n);
    if (request->csv)
        status = write(request->csv, v, err);
    return status == GA_OK ? conclude(request, v, n, err) : status;
}

enum ga_status ga_command_verdicts(const struct ga_request *request, struct ga_err *err) {
    struct ga_verdicts verdicts = {.at = NULL};
    if (!request->times || !request->utilization)
        return ga_fail(err, GA_USAGE,
                       "model verdicts: --%s is missing; it needs --times and --utilization",
                       request->times ? "utilization" : "times");
    enum ga_status status =
        request->csv ? ga_csv_may_replace(request->csv, "trial", "holds no verdicts", err) : GA_OK;
    if (status == GA_OK)
        status = judge(request, &verdicts, err);
    ga_verdicts_free(&verdicts);
    return status;
}
