/* `model utilization`: what a profiler's counters say of the shared-memory atomic unit. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "../model/l2.h"
#include "commands.h"
#include "csv.h"

enum { DIGITS = 6 };

/* The columns of --csv: GA_OUT(name, expression of a row's utilization u and counters launch). */
#define GA_COLUMNS(GA_OUT)                                                                         \
    GA_OUT(jobs_per_sm, u->jobs)                                                                   \
    GA_OUT(n, u->n)                                                                                \
    GA_OUT(e, u->e)                                                                                \
    GA_OUT(c, u->c)                                                                                \
    GA_OUT(service_cycles, u->service)                                                             \
    GA_OUT(busy_cycles, u->busy)                                                                   \
    GA_OUT(active_cycles, u->cycles)                                                               \
    GA_OUT(paper_percent, 100 * u->paper)                                                          \
    GA_OUT(demand_percent, 100 * u->demand)                                                        \
    GA_OUT(hardware_percent, 100 * u->hardware)                                                    \
    GA_OUT(least_sm_percent, 100 * u->least)                                                       \
    GA_OUT(most_sm_percent, 100 * u->most)                                                         \
    GA_OUT(pipe_percent, 100 * u->pipe)                                                            \
    GA_OUT(cas_per_useful, u->retried)                                                             \
    GA_OUT(emulated_percent, 100 * u->emulated)                                                    \
    GA_OUT(passes, u->passes)

/* Those of the L2, behind the verdict on shared memory: likewise, of l2. */
#define GA_L2_COLUMNS(GA_OUT)                                                                      \
    GA_OUT(l2_hardware_percent, 100 * l2->hardware)                                                \
    GA_OUT(l2_mean_percent, 100 * l2->mean)                                                        \
    GA_OUT(l2_demand_percent, 100 * l2->demand)                                                    \
    GA_OUT(l2_demand_most_percent, 100 * l2->demand_most)

/* What is done with the launches. */
struct report {
    struct ga_csv_out *csv; /* NULL: none is written */
    uint64_t n, n_verdict[GA_UNKNOWN + 1], n_l2[GA_UNKNOWN + 1];
    uint64_t n_global; /* launches that have atomics on global memory */
    char missing[320];
    char l2_missing[480]; /* why the L2's verdict is not known, of the last such launch; "" */
};

static void write_header(struct ga_csv_out *csv) {
    ga_csv_name(csv, "launch");
    ga_csv_name(csv, "kernel");
#define GA_OUT(name, value) ga_csv_name(csv, #name);
    GA_COLUMNS(GA_OUT)
#undef GA_OUT
    ga_csv_name(csv, "verdict");
    ga_csv_name(csv, "reason");
#define GA_OUT(name, value) ga_csv_name(csv, #name);
    GA_L2_COLUMNS(GA_OUT)
#undef GA_OUT
    ga_csv_name(csv, "l2_verdict");
    ga_csv_name(csv, "l2_reason");
    ga_csv_end_line(csv);
}

static void write_launch(struct ga_csv_out *csv, const struct ga_launch_counters *launch,
                         const struct ga_utilization *u, const struct ga_l2 *l2) {
    ga_csv_name(csv, launch->id);
    ga_csv_name(csv, launch->kernel);
#define GA_OUT(name, value) ga_csv_real(csv, value, DIGITS);
    GA_COLUMNS(GA_OUT)
#undef GA_OUT
    ga_csv_name(csv, ga_verdict_name(u->verdict));
    ga_csv_name(csv, u->reason);
#define GA_OUT(name, value) ga_csv_real(csv, value, DIGITS);
    GA_L2_COLUMNS(GA_OUT)
#undef GA_OUT
    ga_csv_name(csv, ga_verdict_name(l2->verdict));
    ga_csv_name(csv, l2->reason);
    ga_csv_end_line(csv);
}

static void print_share(const char *name, double share) {
    if (isnan(share))
        printf("  %s -", name);
    else
        printf("  %s %.1f %%", name, 100 * share);
}

static void print_launch(const struct ga_launch_counters *launch, const struct ga_utilization *u) {
    printf("%s %.100s\n", launch->id, launch->kernel);
    if (u->verdict != GA_UNKNOWN && u->jobs > 0) {
        printf("  N %.0f  n^ %.1f  e %.1f  c %.1f  S %.2f  B %.0f  T %.0f\n", u->jobs, u->n, u->e,
               u->c, u->service, u->busy, u->cycles);
        printf("  U:");
        print_share("paper", u->paper);
        print_share("demand", u->demand);
        print_share("hardware", u->hardware);
        if (!isnan(u->most))
            printf(" (SMs %.1f to %.1f)", 100 * u->least, 100 * u->most);
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

static enum ga_status work_through(struct ga_counters *counters, const struct ga_request *request,
                                   const struct ga_model_device *device, struct report *report,
                                   struct ga_err *err) {
    struct ga_launch_counters launch;
    struct ga_utilization u;
    struct ga_l2 l2;
    for (bool more = true;;) {
        enum ga_status status = ga_counters_next(counters, &launch, &more, err);
        if (status != GA_OK || !more)
            return status;
        if (!request->other_gpu)
            status = ga_model_device_check(device, request->counters, &launch, err);
        if (status != GA_OK)
            return status;
        ga_utilization_of(device, ga_counters_profiler(counters), &launch, &u);
        ga_l2_of(device, ga_counters_profiler(counters), &launch, &l2);
        if (report->n++ == 0) {
            printf("%s, tables of %s\n", device->name, request->table);
            if (ga_counters_profiler(counters) == GA_ROCPROFV3)
                printf(
                    "counters of rocprofv3: not run on hardware; jobs are all LDS instructions\n");
            if (!device->has_demand)
                printf("no shared_demand.csv there: no U by demand\n");
            if (!device->has_l2)
                printf("no global_threads_per_warp.csv there: no U of the L2 by demand\n");
            printf("\n");
        }
        report->n_verdict[u.verdict]++;
        if (u.verdict == GA_UNKNOWN)
            memcpy(report->missing, u.reason, sizeof report->missing);
        report->n_l2[l2.verdict]++;
        report->n_global += l2.has_atomics;
        if (l2.verdict == GA_UNKNOWN && !l2.has_atomics)
            memcpy(report->l2_missing, l2.reason, sizeof report->l2_missing);
        print_launch(&launch, &u);
        print_l2(&l2);
        if (report->csv)
            write_launch(report->csv, &launch, &u, &l2);
    }
}

static enum ga_status conclude(const char *path, const struct report *report, struct ga_err *err) {
    if (report->n == 0)
        return ga_fail(err, GA_USAGE, "%s: there is a table of counters, but no launch in it",
                       path);
    if (report->n_verdict[GA_UNKNOWN] == report->n && report->n_global == 0)
        return ga_fail(err, GA_USAGE, "%s: %s", path, report->missing);
    printf("\n%" PRIu64 " launches: %" PRIu64 " bottleneck, %" PRIu64 " likely, %" PRIu64
           " not, %" PRIu64 " unknown\n",
           report->n, report->n_verdict[GA_IS], report->n_verdict[GA_MAY_BE],
           report->n_verdict[GA_NOT], report->n_verdict[GA_UNKNOWN]);
    printf("of the L2: %" PRIu64 " bottleneck, %" PRIu64 " likely, %" PRIu64 " not, %" PRIu64
           " unknown\n",
           report->n_l2[GA_IS], report->n_l2[GA_MAY_BE], report->n_l2[GA_NOT],
           report->n_l2[GA_UNKNOWN]);
    if (*report->l2_missing)
        printf("of the L2: %s\n", report->l2_missing);
    return GA_OK;
}

static enum ga_status run(const struct ga_request *request, const struct ga_model_device *device,
                          struct ga_err *err) {
    static struct ga_csv_out csv; /* large */
    struct report report = {.csv = request->csv ? &csv : NULL};
    struct ga_counters *counters = NULL;
    enum ga_status status = ga_counters_open(request->counters, NULL, &counters, err);
    if (status != GA_OK)
        return status;
    if (report.csv)
        status = ga_csv_create(report.csv, request->csv, err);
    if (status == GA_OK) {
        if (report.csv)
            write_header(report.csv);
        status = work_through(counters, request, device, &report, err);
        if (status == GA_OK)
            status = conclude(request->counters, &report, err);
        if (report.csv && status == GA_OK)
            status = ga_csv_close(report.csv, err);
        else if (report.csv)
            ga_csv_abandon(report.csv);
    }
    ga_counters_close(counters);
    return status;
}

enum ga_status ga_command_utilization(const struct ga_request *request, struct ga_err *err) {
    static struct ga_model_device device;
    if (!request->table || !request->counters)
        return ga_fail(err, GA_USAGE,
                       "model utilization: needs --table and --counters; is there no --%s?",
                       request->table ? "counters" : "table");
    if (request->emulated && !request->useful.given)
        return ga_fail(err, GA_USAGE,
                       "--emulated: needs --useful, too: how many there are of them");
    enum ga_status status =
        request->csv ? ga_csv_may_replace(request->csv, "launch", "is no answer of the model", err)
                     : GA_OK;
    if (status == GA_OK)
        status = ga_model_device_read(request->table, request->emulated, &device, err);
    if (status == GA_OK && request->useful.given)
        device.useful = (double)request->useful.value;
    if (status == GA_OK && request->lanes.given && request->lanes.value > device.warp_size)
        status = ga_fail(err, GA_USAGE, "--lanes %g: a warp of %s has %u lanes",
                         request->lanes.value, device.name, device.warp_size);
    if (status == GA_OK && request->lanes.given)
        device.lanes = request->lanes.value;
    if (status == GA_OK && request->global_lanes.given &&
        request->global_lanes.value > device.warp_size)
        status = ga_fail(err, GA_USAGE, "--global-lanes %g: a warp of %s has %u lanes",
                         request->global_lanes.value, device.name, device.warp_size);
    if (status == GA_OK && request->global_lanes.given)
        device.global_lanes = request->global_lanes.value;
    if (status == GA_OK)
        status = run(request, &device, err);
    ga_model_device_free(&device);
    return status;
}
