/* `model predict`: what a change of its atomics would make of every launch of a profiler's file. */
#include <fnmatch.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "../model/predict.h"
#include "commands.h"
#include "csv.h"

enum { DIGITS = 6 };

/* The columns of --csv: GA_OUT(name, expression of a prediction p). */
#define GA_COLUMNS(GA_OUT)                                                                         \
    GA_OUT(jobs_per_sm, p->jobs)                                                                   \
    GA_OUT(n, p->n)                                                                                \
    GA_OUT(predicted_n, p->n_new)                                                                  \
    GA_OUT(e, p->e)                                                                                \
    GA_OUT(predicted_e, p->e_new.at)                                                               \
    GA_OUT(demand_cycles, p->demand)                                                               \
    GA_OUT(predicted_demand_cycles, p->demand_new.at)                                              \
    GA_OUT(elsewhere_cycles, p->elsewhere)                                                         \
    GA_OUT(active_cycles, p->cycles)                                                               \
    GA_OUT(predicted_cycles, p->cycles_new.at)                                                     \
    GA_OUT(low_cycles, p->cycles_new.low)                                                          \
    GA_OUT(high_cycles, p->cycles_new.high)                                                        \
    GA_OUT(speedup, p->cycles / p->cycles_new.at)                                                  \
    GA_OUT(demand_percent, 100 * p->used)                                                          \
    GA_OUT(predicted_percent, 100 * p->used_new.at)                                                \
    GA_OUT(low_percent, 100 * p->used_new.low)                                                     \
    GA_OUT(high_percent, 100 * p->used_new.high)

static const char *const sources[] = {[GA_ELSEWHERE_HIDDEN] = "hidden",
                                      [GA_ELSEWHERE_FITTED] = "fitted",
                                      [GA_ELSEWHERE_SEEN] = "seen"};

/* What the launches are worked through with, and how many there were. */
struct work {
    struct ga_model_device device;
    struct ga_predict_table table;
    struct ga_change change;
    struct ga_change_odds odds;
    struct ga_csv_out *csv; /* NULL: none is written */
    uint64_t n, n_known;
    char other[256]; /* a kernel that did not match */
};

static void write_header(struct ga_csv_out *csv) {
    ga_csv_name(csv, "predicted_launch");
    ga_csv_name(csv, "kernel");
#define GA_OUT(name, value) ga_csv_name(csv, #name);
    GA_COLUMNS(GA_OUT)
#undef GA_OUT
    ga_csv_name(csv, "elsewhere");
    ga_csv_name(csv, "reason");
    ga_csv_end_line(csv);
}

static void write_launch(struct ga_csv_out *csv, const struct ga_launch_counters *launch,
                         const struct ga_prediction *p) {
    ga_csv_name(csv, launch->id);
    ga_csv_name(csv, launch->kernel);
#define GA_OUT(name, value) ga_csv_real(csv, p->known ? (value) : (double)NAN, DIGITS);
    GA_COLUMNS(GA_OUT)
#undef GA_OUT
    ga_csv_name(csv, p->known ? sources[p->source] : "");
    ga_csv_name(csv, p->known ? p->limit ? p->limit : "" : p->reason);
    ga_csv_end_line(csv);
}

static void print_launch(const struct ga_launch_counters *launch, const struct ga_prediction *p) {
    printf("%s %.100s\n", launch->id, launch->kernel);
    if (!p->known) {
        printf("  not predicted: %s\n", p->reason);
        return;
    }
    printf("  e %.1f -> %.1f (%.1f to %.1f)  D %.2f -> %.2f  n^ %.1f -> %.1f\n", p->e, p->e_new.at,
           p->e_new.low, p->e_new.high, p->demand, p->demand_new.at, p->n, p->n_new);
    printf("  T %.0f -> %.0f (%.0f to %.0f), %.2f times as fast\n", p->cycles, p->cycles_new.at,
           p->cycles_new.low, p->cycles_new.high, p->cycles / p->cycles_new.at);
    printf("  U %.1f %% -> %.1f %% (%.1f to %.1f)\n", 100 * p->used, 100 * p->used_new.at,
           100 * p->used_new.low, 100 * p->used_new.high);
    if (p->source == GA_ELSEWHERE_HIDDEN)
        printf("  the unit is full and hides what else warps do: the least time, held by %s\n",
               p->limit ? p->limit : "nothing");
    else
        printf("  elsewhere a warp is for %.0f cycles between two visits (%s)%s%s\n", p->elsewhere,
               sources[p->source], p->limit ? "; held by " : "", p->limit ? p->limit : "");
}

static void print_assumptions(const struct work *w, const char *table) {
    const struct ga_change *const c = &w->change;
    printf("%s, tables of %s\n", w->device.name, table);
    printf("assumed: as many atomics and as much else to do as before; the cost of the change "
           "itself is not "
           "in it;\n%s%s%s",
           c->scattered ? "lanes are on words at random, and meet in banks, too"
                        : "the lanes that meet are side by side on one word (else --scattered)",
           c->privatize > 1 || c->reorder > 1 ? ", whose copies are in different banks" : "",
           c->used ? "; warps wait for each result" : "");
    printf("%s\n\n", c->threads ? "; the grid has blocks enough" : "");
}

static enum ga_status take(struct work *w, const struct ga_request *request,
                           const struct ga_launch_counters *launch, struct ga_err *err) {
    const double shared_bytes = request->shared.given ? (double)request->shared.value : (double)NAN;
    struct ga_prediction p;
    double warps = 1;
    const enum ga_status status =
        ga_predict_warps(&w->device, &w->change, (double)request->registers.value, shared_bytes,
                         launch, &warps, err);
    if (status != GA_OK)
        return status;
    ga_predict_of(&w->device, &w->table, &w->change, &w->odds, warps, launch, &p);
    if (w->n++ == 0)
        print_assumptions(w, request->table);
    w->n_known += p.known;
    print_launch(launch, &p);
    if (w->csv)
        write_launch(w->csv, launch, &p);
    return GA_OK;
}

static enum ga_status work_through(struct ga_counters *counters, const struct ga_request *request,
                                   struct work *w, struct ga_err *err) {
    struct ga_launch_counters launch;
    for (bool more = true;;) {
        enum ga_status status = ga_counters_next(counters, &launch, &more, err);
        if (status != GA_OK || !more)
            return status;
        if (ga_counters_profiler(counters) != GA_NCU)
            return ga_fail(err, GA_USAGE,
                           "%s: model predict needs the counters of Nsight Compute (ncu)",
                           request->counters);
        if (!request->other_gpu)
            status = ga_model_device_check(&w->device, request->counters, &launch, err);
        if (status == GA_OK && request->kernel && fnmatch(request->kernel, launch.kernel, 0) != 0) {
            memcpy(w->other, launch.kernel, sizeof w->other);
            continue;
        }
        if (status == GA_OK)
            status = take(w, request, &launch, err);
        if (status != GA_OK)
            return status;
    }
}

static enum ga_status conclude(const struct ga_request *request, const struct work *w,
                               struct ga_err *err) {
    if (w->n == 0 && *w->other)
        return ga_fail(err, GA_USAGE, "--kernel: '%s' matches no kernel of %s; there is '%.200s'",
                       request->kernel, request->counters, w->other);
    if (w->n == 0)
        return ga_fail(err, GA_USAGE, "%s: there is a table of counters, but no launch in it",
                       request->counters);
    printf("\n%" PRIu64 " launches, %" PRIu64 " predicted\n", w->n, w->n_known);
    return GA_OK;
}

static enum ga_status run(const struct ga_request *request, struct work *w, struct ga_err *err) {
    static struct ga_csv_out csv; /* large */
    struct ga_counters *counters = NULL;
    enum ga_status status = ga_counters_open(request->counters, NULL, &counters, err);
    if (status != GA_OK)
        return status;
    if (request->csv)
        status = ga_csv_create(&csv, request->csv, err);
    if (status == GA_OK) {
        w->csv = request->csv ? &csv : NULL;
        if (w->csv)
            write_header(w->csv);
        status = work_through(counters, request, w, err);
        if (status == GA_OK)
            status = conclude(request, w, err);
        if (w->csv && status == GA_OK)
            status = ga_csv_close(w->csv, err);
        else if (w->csv)
            ga_csv_abandon(w->csv);
    }
    ga_counters_close(counters);
    return status;
}

static enum ga_status check(const struct ga_request *r, struct ga_err *err) {
    if (!r->table || !r->counters)
        return ga_fail(err, GA_USAGE,
                       "model predict: needs --table and --counters; is there no --%s?",
                       r->table ? "counters" : "table");
    if (r->unused && r->used)
        return ga_fail(err, GA_USAGE, "--used: and --unused? It is one of them");
    if (r->used != r->lanes.given)
        return ga_fail(
            err, GA_USAGE,
            r->used ? "--used: needs --lanes E: how many lanes of a warp are on one word; counting "
                      "does not show it"
                    : "--lanes: goes with --used; otherwise the counters say it");
    if ((r->registers.given || r->shared.given) && !r->threads.given)
        return ga_fail(err, GA_USAGE, "--%s: goes with --threads, a block's",
                       r->registers.given ? "registers" : "shared");
    if (!r->unused && !r->used && !r->aggregate && !r->privatize.given && !r->reorder.given &&
        !r->threads.given)
        return ga_fail(err, GA_USAGE,
                       "model predict: which change? --unused, --used, --privatize R, --reorder C, "
                       "--aggregate, --threads N, or several of them");
    return r->csv ? ga_csv_may_replace(r->csv, "predicted_launch", "is no prediction", err) : GA_OK;
}

enum ga_status ga_command_predict(const struct ga_request *request, struct ga_err *err) {
    static struct work w;
    char path[PATH_MAX + 64];
    enum ga_status status = check(request, err);
    if (status != GA_OK)
        return status;
    w.change = (struct ga_change){
        .unused = request->unused,
        .used = request->used,
        .aggregate = request->aggregate,
        .scattered = request->scattered,
        .privatize = request->privatize.given ? (uint32_t)request->privatize.value : 1,
        .reorder = request->reorder.given ? (uint32_t)request->reorder.value : 1,
        .threads = request->threads.given ? (uint32_t)request->threads.value : 0,
        .lanes = request->lanes.given ? request->lanes.value : (double)NAN};
    snprintf(path, sizeof path, "%s/shared_demand.csv", request->table);
    status = ga_model_device_read(request->table, NULL, &w.device, err);
    if (status == GA_OK && request->used && request->lanes.value > w.device.warp_size)
        status = ga_fail(err, GA_USAGE, "--lanes %g: a warp of %s has %u lanes",
                         request->lanes.value, w.device.name, w.device.warp_size);
    if (status == GA_OK)
        status = ga_predict_read(path, w.device.warps_per_sm, w.device.warp_size, &w.table, err);
    if (status == GA_OK) {
        ga_change_odds(&w.change, w.device.warp_size, &w.odds);
        status = run(request, &w, err);
    }
    ga_model_device_free(&w.device);
    return status;
}
