/* `model roofline`: what limits the launches that a profiler counted, and how near to it they are. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "../model/roofline.h"
#include "commands.h"
#include "csv.h"

enum { DIGITS = 6 };

/* The columns of --csv: GA_OUT(name, expression of a roof r and the tables t). */
#define GA_COLUMNS(GA_OUT)                                                                         \
    GA_OUT(operations, r->work)                                                                    \
    GA_OUT(lane_operations, r->lane_work)                                                          \
    GA_OUT(bytes, r->bytes)                                                                        \
    GA_OUT(seconds, r->seconds)                                                                    \
    GA_OUT(per_byte, r->intensity)                                                                 \
    GA_OUT(per_instruction, r->per_instruction)                                                    \
    GA_OUT(rate_per_s, r->rate)                                                                    \
    GA_OUT(unit_per_s, r->ceiling[GA_BY_UNIT])                                                     \
    GA_OUT(shared_per_s, r->ceiling[GA_BY_SHARED_MEMORY])                                          \
    GA_OUT(memory_per_s, r->ceiling[GA_BY_MEMORY])                                                 \
    GA_OUT(bandwidth_bytes_per_s, t->bandwidth)                                                    \
    GA_OUT(ridge_per_byte, r->ridge)                                                               \
    GA_OUT(share_percent, 100 * r->share)

struct report {
    struct ga_csv_out *csv; /* NULL: none is written */
    uint64_t n, n_roofs;
    char missing[GA_N_ROOFS][800]; /* of the last launch that lacked something; "" */
};

static const char *const what[GA_N_ROOFS] = {"floating-point operations",
                                             "warp instructions of atomics on shared memory",
                                             "warp instructions of atomics on global memory"};

static void write_header(struct ga_csv_out *csv) {
    ga_csv_name(csv, "launch");
    ga_csv_name(csv, "kernel");
    ga_csv_name(csv, "kind");
#define GA_OUT(name, value) ga_csv_name(csv, #name);
    GA_COLUMNS(GA_OUT)
#undef GA_OUT
    ga_csv_name(csv, "limit");
    ga_csv_name(csv, "reason");
    ga_csv_end_line(csv);
}

static void write_roof(struct ga_csv_out *csv, const struct ga_launch_counters *launch,
                       const struct ga_roofline_tables *t, enum ga_roof_kind kind,
                       const struct ga_roof *r) {
    ga_csv_name(csv, launch->id);
    ga_csv_name(csv, launch->kernel);
    ga_csv_name(csv, ga_roof_name(kind));
#define GA_OUT(name, value) ga_csv_real(csv, value, DIGITS);
    GA_COLUMNS(GA_OUT)
#undef GA_OUT
    ga_csv_name(csv, ga_ceiling_name(kind, r->lowest));
    ga_csv_name(csv, r->reason);
    ga_csv_end_line(csv);
}

/* The ceilings that are known, the lowest marked. */
static void print_ceilings(enum ga_roof_kind kind, const struct ga_roof *r) {
    printf("    ceilings a second:");
    for (int c = 0; c < GA_NO_CEILING; c++)
        if (isfinite(r->ceiling[c]))
            printf("  %s %.3g%s", ga_ceiling_name(kind, (enum ga_ceiling)c), r->ceiling[c],
                   (enum ga_ceiling)c == r->lowest ? " <- limits" : "");
    printf("\n");
}

static void print_ridge(enum ga_roof_kind kind, const struct ga_roof *r) {
    static const char *const takes_over[] = {"arithmetic", "the atomic unit", "the atomic unit"};
    printf("    %.1f %% of the lowest", 100 * r->share);
    if (!isnan(r->ridge))
        printf("; %s takes over from memory at %.3g for each byte: %s", takes_over[kind], r->ridge,
               r->intensity < r->ridge ? "memory bound"
               : kind == GA_ROOF_FLOP  ? "compute bound"
                                       : "atomic bound");
    printf("\n");
}

/* Nothing where the work is not known; conclude() says why. */
static void print_roof(enum ga_roof_kind kind, const struct ga_roof *r) {
    if (r->work <= 0)
        printf("  no %s\n", what[kind]);
    if (!(r->work > 0))
        return;
    printf("  %.4g %s", r->work, what[kind]);
    if (kind != GA_ROOF_FLOP && !isnan(r->lane_work))
        printf(" (%.4g of lanes)", r->lane_work);
    if (isfinite(r->intensity))
        printf(", %.3g for each byte of device memory", r->intensity);
    else if (r->bytes <= 0)
        printf(", no byte from device memory");
    if (!isnan(r->per_instruction))
        printf(", %.3g for each instruction", r->per_instruction);
    if (!isnan(r->rate))
        printf("; %.3g a second", r->rate);
    printf("\n");
    if (r->lowest != GA_NO_CEILING) {
        print_ceilings(kind, r);
        print_ridge(kind, r);
    }
}

static void begin(const struct ga_roofline_tables *t, const char *directory) {
    printf("%s, tables of %s: memory moves %.4g bytes a second (%s)\n", t->device.name, directory,
           t->bandwidth, t->fastest);
    if (!t->device.has_demand)
        printf("no shared_demand.csv there: no ceilings of shared memory\n");
    if (!t->device.has_l2)
        printf("no global_threads_per_warp.csv there: no ceiling of the L2's atomic units\n");
    printf("\n");
}

static void take_launch(struct report *report, const struct ga_roofline_tables *t,
                        enum ga_profiler profiler, const struct ga_launch_counters *launch) {
    struct ga_roof roofs[GA_N_ROOFS];
    ga_roofline_of(t, profiler, launch, roofs);
    printf("%s %.100s\n", launch->id, launch->kernel);
    for (int k = 0; k < GA_N_ROOFS; k++) {
        print_roof((enum ga_roof_kind)k, &roofs[k]);
        report->n_roofs +=
            roofs[k].lowest != GA_NO_CEILING || (roofs[k].work <= 0 && !*roofs[k].reason);
        if (*roofs[k].reason)
            memcpy(report->missing[k], roofs[k].reason, sizeof report->missing[k]);
        if (report->csv)
            write_roof(report->csv, launch, t, (enum ga_roof_kind)k, &roofs[k]);
    }
}

static enum ga_status work_through(struct ga_counters *counters, const struct ga_request *request,
                                   const struct ga_roofline_tables *t, struct report *report,
                                   struct ga_err *err) {
    struct ga_launch_counters launch;
    for (bool more = true;;) {
        enum ga_status status = ga_counters_next(counters, &launch, &more, err);
        if (status != GA_OK || !more)
            return status;
        if (!request->other_gpu)
            status = ga_model_device_check(&t->device, request->counters, &launch, err);
        if (status != GA_OK)
            return status;
        if (report->n++ == 0)
            begin(t, request->table);
        take_launch(report, t, ga_counters_profiler(counters), &launch);
    }
}

static enum ga_status conclude(const char *path, const struct report *report, struct ga_err *err) {
    if (report->n == 0)
        return ga_fail(err, GA_USAGE, "%s: there is a table of counters, but no launch in it",
                       path);
    if (report->n_roofs == 0)
        return ga_fail(err, GA_USAGE, "%s: %s", path, report->missing[GA_ROOF_FLOP]);
    printf("\n%" PRIu64 " launches\n", report->n);
    for (int k = 0; k < GA_N_ROOFS; k++)
        if (*report->missing[k])
            printf("%s: %s\n", what[k], report->missing[k]);
    return GA_OK;
}

static enum ga_status run(const struct ga_request *request, const struct ga_roofline_tables *t,
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
        status = work_through(counters, request, t, &report, err);
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

enum ga_status ga_command_roofline(const struct ga_request *request, struct ga_err *err) {
    static struct ga_roofline_tables tables;
    if (!request->table || !request->counters)
        return ga_fail(err, GA_USAGE,
                       "model roofline: needs --table and --counters; is there no --%s?",
                       request->table ? "counters" : "table");
    enum ga_status status =
        request->csv ? ga_csv_may_replace(request->csv, "launch", "is no answer of the model", err)
                     : GA_OK;
    if (status == GA_OK)
        status = ga_roofline_read(request->table, &tables, err);
    if (status == GA_OK && request->peak_flops.given)
        tables.peak_flops = request->peak_flops.value * 1e9;
    if (status == GA_OK && request->global_lanes.given &&
        request->global_lanes.value > tables.device.warp_size)
        status = ga_fail(err, GA_USAGE, "--global-lanes %g: a warp of %s has %u lanes",
                         request->global_lanes.value, tables.device.name, tables.device.warp_size);
    if (status == GA_OK && request->global_lanes.given)
        tables.device.global_lanes = request->global_lanes.value;
    if (status == GA_OK)
        status = run(request, &tables, err);
    return status;
}
