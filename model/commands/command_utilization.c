/* `model utilization`: what a profiler's counters say of the shared-memory atomic unit. */
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "l2.h"
#include "agreement.h"
#include "answers.h"
#include "csv_json.h"
#include "command_utilization.h"
#include "launches.h"
#include "row_file.h"
#include "utilization_print.h"
#include "utilization_rows.h"

/* What is done with the launches. */
struct report {
    const struct ga_request *request;
    const struct ga_model_device *device;
    struct ga_savings savings;
    struct ga_groups groups;
    enum ga_profiler profiler;     /* of the launches */
    struct ga_agreement agreement; /* of --without */
    struct ga_row_file *json;      /* NULL: none */
    uint64_t n_verdict[GA_N_VERDICTS], n_l2[GA_N_VERDICTS];
    uint64_t n_global; /* launches that have atomics on global memory */
    uint64_t n_may_steer, n_sums, n_predicted, n_apart; /* launches */
    uint64_t n_left_out;                                /* by --kernel */
    char missing[320];
    char gain_missing[1600]; /* what collects what a prediction needs; "" */
    char l2_missing[480];    /* why the L2's verdict is not known, of the last such launch; "" */
};

static void print_share(const char *name, double share) {
    if (isnan(share))
        printf("  %s -", name);
    else
        printf("  %s %.1f %%", name, 100 * share);
}

/* The paper's, from jobs that all start at one time to those of the table; one number where that is the same. */
static void print_paper(double low, double high) {
    char least[32], most[32];
    snprintf(least, sizeof least, "%.1f", 100 * low);
    snprintf(most, sizeof most, "%.1f", 100 * high);
    if (isnan(low) || strcmp(least, most) == 0)
        print_share("paper", high);
    else
        printf("  paper %s to %s %%", least, most);
}

static void print_launch(const struct ga_launch_answer *a) {
    const struct ga_utilization *const u = &a->u;
    printf("%s %.100s\n", a->launch->id, a->launch->kernel);
    if (u->verdict != GA_UNKNOWN && u->jobs > 0) {
        printf("  N %.0f  n^ %.1f  e %.1f  c %.1f  S %.2f  B %.0f  T %.0f\n", u->jobs, u->n, u->e,
               u->c, u->service, u->busy, u->cycles);
        printf("  U:");
        print_paper(u->paper_low, u->paper);
        print_share("demand", u->demand);
        print_share("hardware", u->hardware);
        if (!isnan(u->most))
            printf(" (each SM within %.1f to %.1f)", 100 * u->least, 100 * u->most);
        printf("\n");
    }
    printf("  %s: %s\n", ga_verdict_name(u->verdict), u->reason);
}

/* Nothing where there is nothing to say. */
static void print_l2(const struct ga_l2 *l2) {
    if (!l2->has_atomics)
        return;
    printf("  U of the L2:");
    print_share("demand", l2->demand);
    if (l2->demand_most > l2->demand)
        printf(" (to %.1f)", 100 * l2->demand_most);
    print_share("hardware", l2->hardware);
    print_share("mean", l2->mean);
    printf("\n  L2 %s: %s\n", ga_verdict_name(l2->verdict), l2->reason);
}

static void begin(const struct report *report, enum ga_profiler profiler) {
    printf("%s, tables of %s\n", report->device->name, report->request->table);
    if (profiler == GA_ROCPROFV3)
        printf("counters of rocprofv3: not run on hardware; N is all LDS instructions\n");
    if (!report->device->has_demand)
        printf("no shared_demand.csv there: no U by demand\n");
    if (!report->device->has_l2)
        printf("no global_threads_per_warp.csv there: no U of the L2 by demand\n");
    printf("\n");
}

/* A line of the table for each kernel, or, with --verbose, now all of the launch. */
static enum ga_status show(struct report *report, const struct ga_launch_answer *a,
                           struct ga_err *err) {
    if (report->request->verbose) {
        print_launch(a);
        print_l2(&a->l2);
        return GA_OK;
    }
    return ga_groups_add(&report->groups, a, err);
}

static void count(struct report *report, const struct ga_launch_answer *a) {
    report->n_verdict[a->u.verdict]++;
    if (a->u.verdict == GA_UNKNOWN && !a->wants_counters)
        memcpy(report->missing, a->u.reason, sizeof report->missing);
    if (a->u.jobs > 0 || a->l2.has_atomics)
        memcpy(report->gain_missing, a->gains.missing, sizeof report->gain_missing);
    report->n_l2[a->l2.verdict]++;
    report->n_global += a->l2.has_atomics;
    report->n_apart += a->l2.is_apart && a->l2.has_atomics;
    report->n_may_steer += a->gains.may_steer && a->launch->at[GA_Q_global_atoms] > 0;
    report->n_sums += a->gains.may_go_by_sums && a->wants_code;
    report->n_predicted += !isnan(a->gains.shared.share) || !isnan(a->gains.l2.share);
    if (a->l2.verdict == GA_UNKNOWN && !a->l2.has_atomics)
        memcpy(report->l2_missing, a->l2.reason, sizeof report->l2_missing);
}

static enum ga_status take(void *context, uint64_t index, enum ga_profiler profiler,
                           const struct ga_launch_counters *launch,
                           const struct ga_l2_atomics *atomics, struct ga_csv_out *csv,
                           struct ga_err *err) {
    struct report *const report = context;
    struct ga_launch_answer a;
    ga_launch_answer_of(report->device, profiler, launch, atomics, &a);
    if (index == 0)
        begin(report, profiler);
    report->profiler = profiler;
    count(report, &a);
    if (csv)
        ga_utilization_row(csv, &a);
    if (report->json)
        ga_utilization_json(report->json, &a);
    const enum ga_status status =
        report->agreement.without ? ga_agreement_add(&report->agreement, &a, err) : GA_OK;
    if (status != GA_OK)
        return status;
    return show(report, &a, err);
}

static void leave_out(void *context, const struct ga_launch_counters *launch) {
    struct report *const report = context;
    if (!isnan(launch->at[GA_Q_duration]))
        report->groups.ns += launch->at[GA_Q_duration];
    report->n_left_out++;
}

/* --without: what was measured beside it. */
static enum ga_status put_agreement(struct report *report, struct ga_err *err) {
    const struct ga_request *const request = report->request;
    enum ga_status status = ga_agreement_join(&report->agreement, request->kernels.n > 0, err);
    if (status == GA_OK)
        ga_agreement_print(&report->agreement);
    return status == GA_OK && request->agreement
               ? ga_agreement_write(&report->agreement, request->agreement, err)
               : status;
}

static void print_verdicts(const struct report *report, uint64_t n) {
    printf("\n%" PRIu64 " launches; of shared memory: %" PRIu64 " bottleneck, %" PRIu64
           " open, %" PRIu64 " not, %" PRIu64 " unknown\n",
           n, report->n_verdict[GA_BOTTLENECK], report->n_verdict[GA_LEFT_OPEN],
           report->n_verdict[GA_NOT], report->n_verdict[GA_UNKNOWN]);
    printf("of the L2: %" PRIu64 " bottleneck, %" PRIu64 " open, %" PRIu64 " not, %" PRIu64
           " unknown\n",
           report->n_l2[GA_BOTTLENECK], report->n_l2[GA_LEFT_OPEN], report->n_l2[GA_NOT],
           report->n_l2[GA_UNKNOWN]);
}

/* What holds for several launches, once. */
static void print_notes(const struct report *report) {
    if (*report->missing)
        printf("of shared memory: %s\n", report->missing);
    if (*report->l2_missing)
        printf("of the L2: %s\n", report->l2_missing);
    if (report->n_may_steer > 0)
        printf("results of atomics are used in %" PRIu64 " launch%s%s; if these decide what a "
               "kernel does, all of its time may go: --code FILE says (`gpu-atomics inspect --csv "
               "FILE -- PROGRAM`)\n",
               report->n_may_steer, report->n_may_steer == 1 ? "" : "es",
               report->request->code.n > 0
                   ? " of kernels that are not in the files of --code, or by an older `inspect`"
                   : "");
    else if (report->n_sums > 0)
        printf("%" PRIu64 " launch%s add often, for little time; whether loops go by the sums, "
               "--code FILE says\n",
               report->n_sums, report->n_sums == 1 ? "" : "es");
    if (report->n_apart > 0 && !report->request->verbose)
        printf("%" PRIu64 " launch%s: passes had other clocks; L2 percentages are not used "
               "(--verbose)\n",
               report->n_apart, report->n_apart == 1 ? "" : "es");
    if (report->request->kernels.n > 0 && report->n_left_out == 0 && !report->request->verbose)
        printf("share: of these kernels; the file has no others (--kernel)\n");
    else if (report->n_left_out > 0 && !report->request->verbose)
        printf("share: of all launches, %" PRIu64 " of which --kernel leaves out\n",
               report->n_left_out);
    if (*report->gain_missing)
        printf("what goes away is not predicted; collect: %s\n", report->gain_missing);
    else if (report->n_predicted > 0)
        printf("would go away: without atomics; interval: meant to hold "
               "%d %%, held %d to %d %% of new kernels\n",
               GA_INTERVAL_MEANT, GA_INTERVAL_HELD_LEAST, GA_INTERVAL_HELD_MOST);
}

static enum ga_status conclude(void *context, uint64_t n, struct ga_err *err) {
    struct report *const report = context;
    if (report->n_verdict[GA_UNKNOWN] == n && *report->missing && report->n_global == 0)
        return ga_fail(err, GA_USAGE, "%s: %s", report->request->counters, report->missing);
    ga_groups_judge(&report->groups, &report->savings, report->profiler);
    ga_groups_sort(&report->groups, report->request->sort);
    const enum ga_status status =
        report->request->verbose ? GA_OK : ga_groups_print(&report->groups, report->request, err);
    if (status != GA_OK)
        return status;
    print_verdicts(report, n);
    print_notes(report);
    printf("not: its unit is busy for less than %.0f %% of the time; bottleneck: from %.0f %% on\n",
           100 * GA_OPEN_FROM, 100 * GA_BOTTLENECK_FROM);
    return report->agreement.without ? put_agreement(report, err) : GA_OK;
}

static const struct ga_launches does = {.command = "model utilization",
                                        .first_column = "launch",
                                        .complaint = "is no answer of the model",
                                        .header = ga_utilization_header,
                                        .take = take,
                                        .leave_out = leave_out,
                                        .conclude = conclude};

enum ga_status ga_utilization_may_write(const char *path, struct ga_err *err) {
    return ga_csv_may_replace(path, does.first_column, does.complaint, err);
}

static enum ga_status may_agree(const struct ga_request *request, struct ga_err *err) {
    return request->without ? ga_agreement_may_write(request->agreement, err)
                            : ga_fail(err, GA_USAGE,
                                      "--agreement: needs --without, what the verdicts are held "
                                      "against");
}

enum ga_status ga_utilization_device(const struct ga_request *request,
                                     struct ga_model_device *device, struct ga_err *err) {
    enum ga_status status = GA_OK;
    if (request->emulated && !request->useful.given)
        return ga_fail(err, GA_USAGE,
                       "--emulated: needs --useful, too: how many there are of them");
    if (request->table) {
        status = ga_model_device_read(request->table, request->emulated, device, err);
        if (status == GA_OK)
            status = ga_model_device_l2(request->table, request->global_type, device, err);
    } else {
        snprintf(device->name, sizeof device->name, "an NVIDIA GPU");
        device->warp_size = 32;
    }
    if (status == GA_OK && request->lanes.given)
        status = ga_launches_lanes(device, "--lanes", request->lanes.value, err);
    if (status == GA_OK && request->global_lanes.given)
        status = ga_launches_lanes(device, "--global-lanes", request->global_lanes.value, err);
    if (request->useful.given)
        device->useful = (double)request->useful.value;
    if (request->lanes.given)
        device->lanes = request->lanes.value;
    if (request->global_lanes.given)
        device->global_lanes = request->global_lanes.value;
    return status;
}

static enum ga_status run(const struct ga_request *request, const struct ga_model_device *device,
                          struct report *report, struct ga_err *err) {
    struct ga_row_file json;
    enum ga_status status = request->without
                                ? ga_without_read(request->without, &report->agreement.without, err)
                                : GA_OK;
    report->agreement.skip = request->skip.value;
    ga_savings_read(request->table, device, &report->savings);
    if (status == GA_OK && request->json) {
        status = ga_utilization_json_create(&json, request->json, err);
        report->json = status == GA_OK ? &json : NULL;
    }
    if (status == GA_OK)
        status = ga_launches_run(request, &does, device, report, err);
    if (report->json && status == GA_OK)
        status = ga_row_file_close(&json, err);
    else if (report->json)
        ga_row_file_abandon(&json);
    ga_groups_free(&report->groups);
    ga_agreement_free(&report->agreement);
    return status;
}

enum ga_status ga_command_utilization(const struct ga_request *request, struct ga_err *err) {
    struct ga_model_device device = {.name = ""};
    struct ga_request of = *request;
    struct report report = {.request = &of, .device = &device};
    char table[PATH_MAX];
    enum ga_status status = ga_launches_check(request, &does, err);
    if (status == GA_OK && request->agreement)
        status = may_agree(request, err);
    if (status == GA_OK)
        status = ga_groups_order(request->sort, err);
    if (status == GA_OK)
        status = ga_launches_tables(&of, table, sizeof table, err);
    if (status == GA_OK)
        status = ga_utilization_device(&of, &device, err);
    if (status == GA_OK)
        status = run(&of, &device, &report, err);
    ga_model_device_free(&device);
    return status;
}
