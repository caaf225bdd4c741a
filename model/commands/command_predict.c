/* `model predict`: what a change of its atomics would make of every launch of a profiler's file. */
#include <inttypes.h>
#include <limits.h>
#include <math.h>

#include "predict.h"
#include "without.h"
#include "answers.h"
#include "launches.h"

/* The columns of --csv: GA_OUT(name, expression of a prediction p). */
#define GA_COLUMNS(GA_OUT)                                                                         \
    GA_OUT(jobs_per_sm, p->jobs)                                                                   \
    GA_OUT(n, p->n)                                                                                \
    GA_OUT(predicted_n, p->n_new)                                                                  \
    GA_OUT(e, p->e)                                                                                \
    GA_OUT(predicted_e, p->e_new.at)                                                               \
    GA_OUT(demand_cycles, p->demand)                                                               \
    GA_OUT(predicted_demand_cycles, p->demand_new.at)                                              \
    GA_OUT(rest_cycles, p->rest)                                                                   \
    GA_OUT(active_cycles, p->cycles)                                                               \
    GA_OUT(predicted_cycles, p->cycles_new.at)                                                     \
    GA_OUT(low_cycles, p->cycles_new.low)                                                          \
    GA_OUT(high_cycles, p->cycles_new.high)                                                        \
    GA_OUT(speedup, p->cycles / p->cycles_new.at)                                                  \
    GA_OUT(demand_percent, 100 * p->used)                                                          \
    GA_OUT(predicted_percent, 100 * p->used_new.at)                                                \
    GA_OUT(low_percent, 100 * p->used_new.low)                                                     \
    GA_OUT(high_percent, 100 * p->used_new.high)

/* What the launches are worked through with, and how many there were. */
struct work {
    const struct ga_request *request;
    struct ga_model_device device;
    struct ga_predict_table table;
    struct ga_change change;
    struct ga_change_odds odds;
    struct ga_without *without;          /* NULL: not given */
    struct ga_untimed untimed;           /* by that, of the launches that are predicted */
    uint64_t n_known, n_without, n_none; /* none: has no atomics to change */
    uint64_t n_skip;                     /* that leave out sums of zero */
    bool has_bounds;
    char unbound[320]; /* what collects the counters for want of which there are no bounds; "" */
};

/* What bounds need. */
static const enum ga_quantity bounding[] = {GA_Q_instructions_busy, GA_Q_l2_busy_max};

static void write_header(struct ga_csv_out *csv) {
    GA_COLUMNS(GA_LAUNCHES_NAME)
    ga_csv_name(csv, "reason");
    ga_csv_end_line(csv);
}

static void write_launch(struct ga_csv_out *csv, const struct ga_launch_counters *launch,
                         const struct ga_prediction *p) {
    ga_launches_row(csv, launch);
#define GA_OUT(name, value) ga_csv_real(csv, p->known ? (value) : (double)NAN, GA_LAUNCHES_DIGITS);
    GA_COLUMNS(GA_OUT)
#undef GA_OUT
    ga_csv_name(csv, p->reason);
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
    printf("  T %.0f -> %.0f", p->cycles, p->cycles_new.at);
    if (!isnan(p->cycles_new.low))
        printf(" (%.0f to %.0f)", p->cycles_new.low, p->cycles_new.high);
    printf(", %.2f times as fast\n  U %.1f %% -> %.1f %%", p->cycles / p->cycles_new.at,
           100 * p->used, 100 * p->used_new.at);
    if (!isnan(p->used_new.low))
        printf(" (%.1f to %.1f)", 100 * p->used_new.low, 100 * p->used_new.high);
    printf("\n");
    printf("  in %.0f cycles of T no unit is busy that was counted\n", p->rest);
    if (*p->reason)
        printf("  %s\n", p->reason);
}

static void print_assumptions(const struct work *w, const char *table) {
    const struct ga_change *const c = &w->change;
    printf("%s, tables of %s\n", w->device.name, table);
    const bool guessed = isnan(c->lanes);
    printf("assumed: as many atomics and as much else to do as before; the cost of the change "
           "itself is not in it%s;\n%s%s%s",
           c->instructions != 0 ? ", but for its instructions" : "",
           !guessed ? "lanes meet as --lanes says"
           : c->scattered
               ? "lanes are on words at random, and meet in banks, too"
               : "the lanes that meet are side by side on one word (else --scattered, --lanes)",
           guessed && (c->privatize > 1 || c->reorder > 1) ? ", whose copies are in different banks"
                                                           : "",
           c->used ? "; warps wait for each result" : "");
    printf("%s\ne: lanes on a word; D: cycles of an atomic in the unit; n^: warps of an SM; T: "
           "cycles; U: T for which "
           "the unit is busy\n\n",
           c->threads ? "; the grid has blocks enough" : "");
}

/* in: skips: without atomics its sums are zero, and are not merged: that time is no floor. out: *share: of the time that the
 * launch takes as it is; 0: it was not measured, or is no floor, *why. */
static enum ga_status find_without(struct work *w, const struct ga_launch_counters *launch,
                                   bool skips, double *share, const char **why,
                                   struct ga_err *err) {
    const struct ga_without_row *row = NULL;
    if (skips) {
        *why = "leave out sums of zero";
        w->n_skip++;
        return GA_OK;
    }
    const enum ga_status status = ga_without_find(w->without, launch, &row, err);
    *why = row ? ga_without_why(row, GA_OFF_SHARED) : "not in the file";
    if (!*why)
        *share = row->off[GA_OFF_SHARED].ns / row->plain.ns;
    else if (!**why)
        *why = "had none in whatif's runs";
    return status;
}

static enum ga_status take(void *context, uint64_t index, enum ga_profiler profiler,
                           const struct ga_launch_counters *launch,
                           const struct ga_l2_atomics *atomics, struct ga_csv_out *csv,
                           struct ga_err *err) {
    struct work *const w = context;
    const struct ga_request *const r = w->request;
    const double shared_bytes = r->shared.given ? (double)r->shared.value : (double)NAN;
    struct ga_change change = w->change;
    struct ga_prediction p;
    const char *why = NULL;
    double warps = 1;
    if (profiler != GA_NCU)
        return ga_fail(err, GA_USAGE,
                       "%s: model predict needs the counters of Nsight Compute (ncu)", r->counters);
    enum ga_status status = ga_predict_warps(&w->device, &w->change, (double)r->registers.value,
                                             shared_bytes, launch, &warps, err);
    if (status == GA_OK && w->without)
        status = find_without(w, launch, atomics->skips, &change.without, &why, err);
    if (status != GA_OK)
        return status;
    ga_predict_of(&w->device, &w->table, &change, &w->odds, warps, launch, &p);
    w->n_without += change.without > 0;
    if (index == 0)
        print_assumptions(w, r->table);
    w->n_known += p.known;
    if (w->without && p.known)
        ga_untimed_add(&w->untimed, why, 1);
    w->has_bounds |= p.cycles_new.high > p.cycles_new.low;
    if (p.known && isnan(p.cycles_new.high) && !*w->unbound)
        ga_counters_missing(GA_NCU, launch->at, bounding, sizeof bounding / sizeof *bounding,
                            w->unbound, sizeof w->unbound);
    const bool has_none = launch->at[GA_Q_jobs_alu] + launch->at[GA_Q_jobs_cas] <= 0;
    w->n_none += has_none;
    if (!has_none || r->all)
        print_launch(launch, &p);
    if (csv)
        write_launch(csv, launch, &p);
    return GA_OK;
}

static enum ga_status conclude(void *context, uint64_t n, struct ga_err *err) {
    const struct work *const w = context;
    if (w->without && w->n_without == 0 && w->n_skip == 0) {
        ga_untimed_print(&w->untimed, "shared atomics");
        return ga_fail(err, GA_USAGE,
                       "--without: %s has no time without shared atomics of a kernel, grid and "
                       "block of %s; expected the same program",
                       w->request->without, w->request->counters);
    }
    printf("\n%" PRIu64 " launches, %" PRIu64 " predicted\n", n, w->n_known);
    if (w->n_none > 0)
        printf("%" PRIu64 " have no atomics on shared memory%s\n", w->n_none,
               w->request->all ? "" : " (--all lists them)");
    if (w->has_bounds)
        printf(
            "bounds, chosen to hold %d %%, held %d %% of %d changes of one kernel, where what is "
            "assumed is so\n",
            GA_PREDICT_LEVEL, GA_PREDICT_HELD, GA_PREDICT_CASES);
    if (*w->unbound && !w->change.threads)
        printf("no bounds, because counters are missing; collect: %s\n", w->unbound);
    if (w->without)
        printf("%" PRIu64 " launches have a time without atomics (--without)\n", w->n_without);
    ga_untimed_print(&w->untimed, "shared atomics");
    return GA_OK;
}

static const struct ga_launches does = {.command = "model predict",
                                        .first_column = "predicted_launch",
                                        .complaint = "is no prediction",
                                        .header = write_header,
                                        .take = take,
                                        .conclude = conclude};

static enum ga_status check(const struct ga_request *r, struct ga_err *err) {
    if (r->unused && r->used)
        return ga_fail(err, GA_USAGE, "--used: and --unused? It is one of them");
    if (r->used && !r->lanes.given)
        return ga_fail(err, GA_USAGE,
                       "--used: needs --lanes E: how many lanes of a warp come one after the other "
                       "then; counting does not show it");
    if (r->lanes.given && !r->unused && !r->used && !r->aggregate && !r->privatize.given &&
        !r->reorder.given)
        return ga_fail(err, GA_USAGE,
                       "--lanes: goes with a change of the lanes that meet: --unused, --used, "
                       "--privatize, --reorder, --aggregate; otherwise the counters say it");
    if (r->lanes.given && r->scattered)
        return ga_fail(err, GA_USAGE,
                       "--scattered: and --lanes? What is known need not be guessed");
    if ((r->registers.given || r->shared.given) && !r->threads.given)
        return ga_fail(err, GA_USAGE, "--%s: goes with --threads, a block's",
                       r->registers.given ? "registers" : "shared");
    if (!r->unused && !r->used && !r->aggregate && !r->privatize.given && !r->reorder.given &&
        !r->threads.given)
        return ga_fail(err, GA_USAGE,
                       "model predict: which change? --unused, --used, --privatize R, --reorder C, "
                       "--aggregate, --threads N, or several of them");
    return GA_OK;
}

enum ga_status ga_command_predict(const struct ga_request *request, struct ga_err *err) {
    struct ga_request of = *request;
    struct work w = {.request = &of};
    char table[PATH_MAX], path[PATH_MAX + 64];
    enum ga_status status = ga_launches_check(request, &does, err);
    if (status == GA_OK)
        status = check(request, err);
    if (status == GA_OK)
        status = ga_launches_tables(&of, table, sizeof table, err);
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
        .lanes = request->lanes.given ? request->lanes.value : (double)NAN,
        .instructions = request->instructions.given ? request->instructions.value : 0};
    snprintf(path, sizeof path, "%s/shared_demand.csv", of.table);
    status = ga_model_device_read(of.table, NULL, &w.device, err);
    if (status == GA_OK && request->lanes.given)
        status = ga_launches_lanes(&w.device, "--lanes", request->lanes.value, err);
    if (status == GA_OK)
        status = ga_predict_read(path, w.device.warps_per_sm, w.device.warp_size, &w.table, err);
    if (status == GA_OK && request->without)
        status = ga_without_read(request->without, &w.without, err);
    if (status == GA_OK && request->without)
        status = ga_without_has_shared(w.without, request->without, err);
    if (status == GA_OK) {
        ga_change_odds(&w.change, w.device.warp_size, &w.odds);
        status = ga_launches_run(request, &does, &w.device, &w, err);
    }
    ga_without_free(w.without);
    ga_model_device_free(&w.device);
    return status;
}
