/* `model roofline`: what limits the launches that a profiler counted, and how near to it they are. */
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "roofline.h"
#include "answers.h"
#include "launches.h"
#include "readable.h"

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
    GA_OUT(share_percent, 100 * r->share)                                                          \
    GA_OUT(share_most_percent, 100 * r->share_most)

struct report {
    const struct ga_request *request;
    const struct ga_roofline_tables *tables;
    uint64_t n_roofs;
    char missing[GA_N_ROOFS][800]; /* of the last launch that lacked something; "" */
};

static const char *const what[GA_N_ROOFS] = {"floating-point operations",
                                             "warp instructions of atomics on shared memory",
                                             "warp instructions of atomics on global memory"};

static void write_header(struct ga_csv_out *csv) {
    ga_csv_name(csv, "kind");
    GA_COLUMNS(GA_LAUNCHES_NAME)
    ga_csv_name(csv, "limit");
    ga_csv_name(csv, "bound");
    ga_csv_name(csv, "reason");
    ga_csv_end_line(csv);
}

static void write_roof(struct ga_csv_out *csv, const struct ga_launch_counters *launch,
                       const struct ga_roofline_tables *t, enum ga_roof_kind kind,
                       const struct ga_roof *r) {
    ga_launches_row(csv, launch);
    ga_csv_name(csv, ga_roof_name(kind));
    GA_COLUMNS(GA_LAUNCHES_VALUE)
    ga_csv_name(csv, ga_ceiling_name(kind, r->lowest));
    ga_csv_name(csv, ga_bound_name(r->bound));
    ga_csv_name(csv, r->reason);
    ga_csv_end_line(csv);
}

/* The ceilings that are known, the lowest marked. */
static void print_ceilings(enum ga_roof_kind kind, const struct ga_roof *r) {
    char text[GA_READABLE];
    printf("    ceilings:");
    for (int c = 0; c < GA_NO_CEILING; c++)
        if (isfinite(r->ceiling[c]))
            printf("  %s %s%s", ga_ceiling_name(kind, (enum ga_ceiling)c),
                   ga_readable_rate(r->ceiling[c], text),
                   (enum ga_ceiling)c == r->lowest ? " <- lowest" : "");
    printf("\n");
}

/* Where less of the ceiling is reached than a verdict needs, and where lanes and type decide, who says more. */
static const char *hint(const struct ga_roof *r) {
    if (r->is_open)
        return ": --code FILE or `whatif` decides";
    if (r->bound == GA_HIDDEN)
        return ": `model utilization` says what goes away";
    return (r->bound == GA_ATOMIC_BOUND || r->bound == GA_OPEN_BOUND) && r->share < GA_OPEN_FROM
               ? ", as `model utilization` explains"
               : "";
}

static void print_ridge(enum ga_roof_kind kind, const struct ga_roof *r) {
    static const char *const takes_over[] = {"arithmetic", "the atomic unit", "the atomic unit"};
    const double more = 100 * (r->share_most - r->share);
    printf("    %.1f %% of the lowest", 100 * r->share);
    if (more >= 0.05)
        printf(", up to %.1f by the lanes on a word and the type of the atomics",
               100 * r->share_most);
    if (!isnan(r->ridge))
        printf("; %s takes over from memory at %.3g for each byte: %s%s", takes_over[kind],
               r->ridge, ga_bound_name(r->bound), hint(r));
    printf("\n");
    if (r->share > 1.1)
        printf("    more than its ceiling: %s\n",
               kind == GA_ROOF_FLOP ? "is --peak-flops of this GPU, and in GFLOPS?"
                                    : "are the tables of this GPU?");
}

/* Nothing where the work is not known; conclude() says why. */
static void print_roof(enum ga_roof_kind kind, const struct ga_roof *r) {
    char text[GA_READABLE];
    if (r->work <= 0)
        printf("  no %s\n", what[kind]);
    if (!(r->work > 0))
        return;
    printf("  %s %s", ga_readable_count(r->work, text), what[kind]);
    if (kind != GA_ROOF_FLOP && !isnan(r->lane_work))
        printf(" (%s of lanes)", ga_readable_count(r->lane_work, text));
    if (isfinite(r->intensity))
        printf(", %.3g for each byte of device memory", r->intensity);
    else if (r->bytes <= 0)
        printf(", no byte from device memory");
    if (!isnan(r->per_instruction))
        printf(", %.3g for each instruction", r->per_instruction);
    if (!isnan(r->rate))
        printf("; %s", ga_readable_rate(r->rate, text));
    printf("\n");
    if (r->lowest != GA_NO_CEILING) {
        print_ceilings(kind, r);
        print_ridge(kind, r);
    }
}

static void begin(const struct ga_roofline_tables *t, const char *directory) {
    char text[GA_READABLE];
    printf("%s, tables of %s: memory moves %sB/s (%s)\n", t->device.name, directory,
           ga_readable_count(t->bandwidth, text), t->fastest);
    if (!t->device.has_demand)
        printf("no shared_demand.csv there: no ceilings of shared memory\n");
    if (!t->device.has_l2)
        printf("no global_threads_per_warp.csv there: no ceiling of the L2's atomic units\n");
    printf("\n");
}

static enum ga_status take(void *context, uint64_t index, enum ga_profiler profiler,
                           const struct ga_launch_counters *launch,
                           const struct ga_l2_atomics *atomics, struct ga_csv_out *csv,
                           struct ga_err *err) {
    (void)err;
    struct report *const report = context;
    struct ga_roof roofs[GA_N_ROOFS];
    if (index == 0)
        begin(report->tables, report->request->table);
    ga_roofline_of(report->tables, profiler, launch, atomics, roofs);
    printf("%s %.100s\n", launch->id, launch->kernel);
    for (int k = 0; k < GA_N_ROOFS; k++) {
        print_roof((enum ga_roof_kind)k, &roofs[k]);
        report->n_roofs +=
            roofs[k].lowest != GA_NO_CEILING || (roofs[k].work <= 0 && !*roofs[k].reason);
        if (*roofs[k].reason)
            memcpy(report->missing[k], roofs[k].reason, sizeof report->missing[k]);
        if (csv)
            write_roof(csv, launch, report->tables, (enum ga_roof_kind)k, &roofs[k]);
    }
    return GA_OK;
}

static enum ga_status conclude(void *context, uint64_t n, struct ga_err *err) {
    const struct report *const report = context;
    for (int k = 0; report->n_roofs == 0 && k < GA_N_ROOFS; k++)
        if (*report->missing[k])
            fprintf(stderr, "%s: %s\n", what[k], report->missing[k]);
    if (report->n_roofs == 0)
        return ga_fail(err, GA_USAGE, "%s: no launch has the counters of a roofline",
                       report->request->counters);
    printf("\n%" PRIu64 " launches\n", n);
    for (int k = 0; k < GA_N_ROOFS; k++)
        if (*report->missing[k])
            printf("%s: %s\n", what[k], report->missing[k]);
    return GA_OK;
}

static const struct ga_launches does = {.command = "model roofline",
                                        .first_column = "launch",
                                        .complaint = "is no answer of the model",
                                        .header = write_header,
                                        .take = take,
                                        .conclude = conclude};

enum ga_status ga_command_roofline(const struct ga_request *request, struct ga_err *err) {
    struct ga_roofline_tables tables = {.fastest = ""};
    struct ga_request of = *request;
    struct report report = {.request = &of, .tables = &tables};
    char table[PATH_MAX];
    enum ga_status status = ga_launches_check(request, &does, err);
    if (status == GA_OK)
        status = ga_launches_tables(&of, table, sizeof table, err);
    if (status == GA_OK)
        status = ga_roofline_read(of.table, request->global_type, &tables, err);
    if (status == GA_OK && request->global_lanes.given)
        status =
            ga_launches_lanes(&tables.device, "--global-lanes", request->global_lanes.value, err);
    if (request->peak_flops.given)
        tables.peak_flops = request->peak_flops.value * 1e9;
    if (request->global_lanes.given)
        tables.device.global_lanes = request->global_lanes.value;
    if (status == GA_OK)
        status = ga_launches_run(request, &does, &tables.device, &report, err);
    ga_model_device_free(&tables.device);
    return status;
}
