/* The points go to the device in slices of the shuffled order. A slice is visited in rounds, each
 * with a new batch of those of its points that need more samples, until each has met the stop rule;
 * then its rows are final. That bounds the memory, and what an interruption can cost. */
#include "run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "isa.h"
#include "names.h"
#include "outcome.h"
#include "slice.h"
#include "timers.h"

volatile sig_atomic_t ga_interrupted;

enum {
    SLICE_PER_SM = 64,
    SLICE_ALONE = 128,
    SLICE_FEW = 32, /* of whole visits, which are long; of managed pages, which stay */
    SLICE_SAMPLES = 1 << 24,
    WARM_UP_BATCHES = 64,
    WARM_UP_ALONE = 16,
    WARM_UP_SAMPLES = 2,
    MOST_SENTINELS = 4096
};
static const double SETTLED = 0.005, CHECKPOINT_S = 10, SENTINEL_S = 1;

struct running {
    struct ga_gpu *gpu;
    struct ga_table *table;
    const struct ga_bench *bench;
    const struct ga_sampling *sampling;
    struct ga_series *series;
    struct ga_slice slice;
    double sentinel[MOST_SENTINELS];
    uint32_t n_sentinels;
    uint64_t n_revisits, n_moves; /* of those, on another SM than before */
    uint32_t sentinel_point;      /* its index in the plan */
    uint32_t n_supported;
    struct ga_err *err;
};

/* What every row says, whatever came of it. */
static void describe(struct running *r, uint32_t index, enum ga_status outcome,
                     const char *message) {
    struct ga_row *const row = &r->table->rows[index];
    row->message = message;
    row->status = outcome;
    row->is_measured = true;
}

static const char *why_unsupported(const struct running *r, const struct ga_point *point) {
    const struct ga_bench *const bench = r->bench;
    if (bench->counts_keys && bench->counts_keys(point) && !r->table->plan->keys)
        return "no keys were given: --keys FILE";
    return bench->unsupported ? bench->unsupported(&r->gpu->limits, point) : NULL;
}

/* Points that this device cannot run have their rows at once. The sentinel is the last that it can:
 * the axes end in the heaviest load, which is the steadiest. */
static void mark_unsupported(struct running *r) {
    const struct ga_plan *const plan = r->table->plan;
    for (uint32_t i = 0; i < plan->n_points; i++) {
        const char *const why = why_unsupported(r, &plan->points[i]);
        if (!why) {
            r->sentinel_point = i;
            r->n_supported++;
            continue;
        }
        struct ga_row *const row = &r->table->rows[i];
        ga_row_fill(row, &(struct ga_observation){.samples = NULL});
        row->instruction = row->native = row->stop = "";
        describe(r, i, GA_UNSUPPORTED, why);
    }
}

/* Hands the first n of slice.points to the device. Visits that the kernel does not write stay
 * errors, and a sample that its clock cannot tell is one. */
static enum ga_status measure(struct running *r, uint32_t n, uint32_t n_samples, uint32_t visit) {
    struct ga_slice *const s = &r->slice;
    for (uint32_t i = 0; i < n; i++)
        s->visits[i] = (struct ga_visit){.outcome = GA_ERROR};
    for (uint32_t i = 0; i < n * r->bench->n_tallies; i++)
        s->tallies[i] = 0;
    const struct ga_batch batch = {
        .points = s->points,
        .n_points = n,
        .n_samples = n_samples,
        .seed = r->table->plan->seed,
        .keys = r->table->plan->keys,
        .samples = s->samples,
        .ticks = s->ticks,
        .spreads = s->spreads,
        .visits = s->visits,
        .tallies = s->tallies,
        .visit = visit,
    };
    enum ga_status status = r->gpu->backend->measure
                                ? r->gpu->backend->measure(r->gpu, r->bench, &batch, r->err)
                                : r->bench->measure(r->gpu, &batch, r->err);
    if (status == GA_OK)
        status = ga_timers_clock(r->gpu, s->visits, n, r->err);
    const uint32_t range = ga_timers_range(r->gpu, r->bench->timer);
    for (size_t i = 0; status == GA_OK && i < (size_t)n * n_samples; i++)
        if (s->samples[i] >= range)
            ga_visit_outcome(&s->visits[i / n_samples], GA_TOO_LONG);
    return status;
}

/* NAN where no SM took part. */
static double mhz(const struct running *r, double cycles, double ticks) {
    return ticks > 0 ? cycles / (ticks * r->gpu->limits.tick_ns) * 1e3 : NAN;
}

/* Runs batches that are thrown away until two in a row saw the same SM clock, the first of which may be of the benchmark
 * before; none for a profiler. Of points that have the device alone an eighth of a slice is enough. */
static enum ga_status warm_up(struct running *r, struct ga_run_report *report) {
    const struct ga_plan *const plan = r->table->plan;
    struct ga_slice *const s = &r->slice;
    const double begin = ga_now_s();
    const uint32_t in_visit = r->sampling->in_visit;
    const uint32_t n_samples = in_visit < WARM_UP_SAMPLES ? in_visit : WARM_UP_SAMPLES;
    const bool has_all = r->bench->per_sm || s->capacity < WARM_UP_ALONE;
    const uint32_t most = has_all ? s->capacity : WARM_UP_ALONE;
    enum ga_status status = GA_OK;
    double before = r->gpu->warm_mhz;
    if (r->gpu->backend->measure) {
        report->warm = true;
        return GA_OK;
    }
    if (r->gpu->once)
        return GA_OK;
    for (int b = 0; status == GA_OK && b < WARM_UP_BATCHES && !report->warm && !ga_interrupted;
         b++) {
        uint32_t n = 0;
        for (uint32_t i = 0; i < plan->n_points && n < most; i++)
            if (!ga_row_is(&r->table->rows[plan->order[i]], GA_UNSUPPORTED))
                s->points[n++] = plan->points[plan->order[i]];
        status = measure(r, n, n_samples, 0);
        double cycles = 0, ticks = 0;
        for (uint32_t i = 0; i < n; i++) {
            cycles += (double)s->visits[i].cycles;
            ticks += (double)s->visits[i].ticks;
        }
        const double now = mhz(r, cycles, ticks);
        if (!(ticks > 0)) /* no SM took part, so there is no clock to wait for */
            break;
        report->warm = fabs(now - before) <= SETTLED * now;
        before = r->gpu->warm_mhz = now;
    }
    report->warm_up_s = ga_now_s() - begin;
    return status;
}

static void keep(struct running *r, uint32_t position, uint32_t in_batch, uint32_t n) {
    struct ga_slice *const s = &r->slice;
    const struct ga_visit *const visit = &s->visits[in_batch];
    r->n_revisits += s->n_samples[position] > 0;
    r->n_moves += s->n_samples[position] > 0 && s->sm[position] != visit->sm;
    s->sm[position] = visit->sm;
    ga_slice_clock(s, position, in_batch, n, fmax(1, r->gpu->step_ticks));
    if (r->series)
        ga_series_add(r->series, s->index[position], s->samples + (size_t)in_batch * n,
                      s->ticks ? s->ticks + (size_t)in_batch * n : NULL, n);
    ga_slice_keep(s, position, in_batch, n);
    ga_slice_tally(s, r->bench, position, in_batch);
}

/* The stand-in's and an emulator's are no SM clocks. */
static bool moved(const struct running *r, uint32_t position) {
    return r->gpu->backend->kind != GA_KIND_CPU && !r->gpu->limits.emulated &&
           ga_slice_clock_moved(&r->slice, position);
}

static void finish(struct running *r, uint32_t position, uint32_t outcome, enum ga_stop stop,
                   const struct ga_summary *summary) {
    struct ga_slice *const s = &r->slice;
    const struct ga_limits *const limits = &r->gpu->limits;
    const uint32_t index = s->index[position];
    const struct ga_point *const point = &r->table->plan->points[index];
    struct ga_row *const row = &r->table->rows[index];
    const struct ga_variant *const variant =
        &r->bench->variants[r->bench->variant ? r->bench->variant(point) : 0];
    struct ga_isa_answer isa = {"unknown", "stand-in"};
    struct ga_observation m = {
        .samples = outcome == GA_OK ? summary : NULL,
        .timer = r->bench->timer,
        .tick_ns = limits->tick_ns,
        .sm_mhz = mhz(r, s->clock[position].cycles, s->clock[position].ticks),
        .work = r->bench->work(limits, point),
    };
    if (ga_target_vendor(limits->target) != GA_NO_VENDOR)
        isa = ga_isa_lookup(variant, limits->target, m.work.instructions);
    m.threads = s->spread && outcome == GA_OK;
    if (m.threads) {
        m.access = ga_slice_spread(s, position, GA_SPREAD_MEAN);
        m.access_min = ga_slice_spread(s, position, GA_SPREAD_MIN).median;
        m.access_max = ga_slice_spread(s, position, GA_SPREAD_MAX).median;
        m.fairness = ga_slice_spread(s, position, GA_SPREAD_FAIRNESS).median;
    }
    double tallies[GA_MAX_TALLIES] = {0};
    for (uint32_t t = 0; t < r->bench->n_tallies; t++)
        tallies[t] = s->tally[(size_t)position * r->bench->n_tallies + t];
    m.tallies = r->bench->n_tallies ? tallies : NULL;
    ga_row_fill(row, &m);
    row->n_visits = outcome == GA_OK ? s->visited[position] : 0;
    row->instruction = ga_intern(isa.instruction);
    row->native = isa.native;
    row->stop = outcome == GA_OK ? ga_stop_name(stop) : "";
    describe(r, index, ga_outcome_status(outcome),
             outcome == GA_OK && moved(r, position) ? ga_clock_moved : ga_outcome_message(outcome));
}

/* One visit that is not ok ends the point, so that no later one can hide it. */
static void reject(struct running *r, uint32_t position, uint32_t outcome) {
    if (r->series)
        ga_series_drop(r->series, r->slice.index[position]);
    finish(r, position, outcome, GA_GO_ON, NULL);
}

/* in: a point whose visits are all ok. out: whether it is done, and its row written. */
static enum ga_status judge(struct running *r, uint32_t position, bool *done) {
    struct ga_slice *const s = &r->slice;
    struct ga_summary summary;
    if (s->n_samples[position] < r->sampling->least)
        return GA_OK;
    const enum ga_status status = ga_slice_summary(s, position, &summary, r->err);
    if (status != GA_OK)
        return status;
    const double step = r->bench->timer == GA_TICKS ? fmax(1, r->gpu->step_ticks) : 1;
    const enum ga_stop stop = ga_stop_rule(&summary, r->sampling->relative, step, s->cap);
    *done = stop != GA_GO_ON;
    if (*done)
        finish(r, position, GA_OK, stop, &summary);
    return GA_OK;
}

/* One round: visits the active points, and drops those that are done. */
static enum ga_status visit_round(struct running *r) {
    struct ga_slice *const s = &r->slice;
    const uint32_t n_active = s->n_active, n = r->sampling->in_visit;
    uint32_t n_still = 0;
    for (uint32_t i = 0; i < n_active; i++)
        s->points[i] = r->table->plan->points[s->index[s->active[i]]];
    enum ga_status status = measure(r, n_active, n, s->visited[s->active[0]]);
    for (uint32_t i = 0; status == GA_OK && i < n_active; i++) {
        const uint32_t position = s->active[i];
        const uint32_t outcome = s->visits[i].outcome;
        bool done = outcome != GA_OK;
        keep(r, position, i, n);
        if (done)
            reject(r, position, outcome);
        else
            status = judge(r, position, &done);
        if (!done)
            s->active[n_still++] = position;
    }
    s->n_active = n_still;
    ga_slice_rotate(s);
    return status;
}

/* Alone on the device, between slices, with the most samples of a visit, for its median to drift by the device alone. Not for
 * a profiler. If it is wrong, so is its row, whatever
 * the point's other visits say. */
static enum ga_status visit_sentinel(struct running *r) {
    struct ga_slice *const s = &r->slice;
    if (r->gpu->once)
        return GA_OK;
    const uint32_t most = r->bench->visit_samples, cap = r->sampling->cap,
                   n = most < cap ? most : cap;
    struct ga_summary summary;
    s->points[0] = r->table->plan->points[r->sentinel_point];
    enum ga_status status = measure(r, 1, n, 0);
    const uint32_t outcome = s->visits[0].outcome;
    if (status == GA_OK && outcome == GA_WRONG) {
        ga_slice_take(s, 0, r->sentinel_point);
        keep(r, 0, 0, n);
        reject(r, 0, outcome);
    }
    if (status != GA_OK || outcome != GA_OK || r->n_sentinels == MOST_SENTINELS)
        return status;
    for (uint32_t i = 0; i < n; i++)
        s->scratch[i] = s->samples[i];
    status = ga_summarize(s->scratch, n, &summary, r->err);
    if (status == GA_OK)
        r->sentinel[r->n_sentinels++] = summary.median;
    return status;
}

/* out: how many points the slice took from the order; those that have a row are passed over. */
static uint32_t fill(struct running *r, uint32_t from) {
    const struct ga_plan *const plan = r->table->plan;
    struct ga_slice *const s = &r->slice;
    uint32_t at = from;
    s->n = 0;
    for (; at < plan->n_points && s->n < s->capacity; at++)
        if (!r->table->rows[plan->order[at]].is_measured)
            ga_slice_take(s, s->n++, plan->order[at]);
    s->n_active = s->n;
    return at - from;
}

static enum ga_status run_slices(struct running *r, const struct ga_run_hooks *hooks,
                                 struct ga_conditions *seen) {
    const uint32_t n_points = r->table->plan->n_points;
    double written = ga_now_s(), visited = written;
    bool is_stale = false; /* points were measured since the sentinel was */
    enum ga_status status = GA_OK;
    ga_conditions_look(seen, r->gpu, true);
    for (uint32_t at = 0; status == GA_OK && at < n_points;) {
        at += fill(r, at);
        while (status == GA_OK && r->slice.n_active > 0 && !ga_interrupted)
            status = visit_round(r);
        is_stale = is_stale || r->slice.n > 0;
        const bool is_due = at == n_points || ga_now_s() - visited > SENTINEL_S;
        if (status == GA_OK && is_stale && is_due && !ga_interrupted) {
            status = visit_sentinel(r);
            visited = ga_now_s();
            is_stale = false;
        }
        if (status == GA_OK && !ga_interrupted)
            hooks->progress(hooks->context, at, n_points);
        if (status == GA_OK)
            ga_conditions_look(seen, r->gpu, at == n_points);
        if (status == GA_OK && !ga_interrupted && ga_now_s() - written > CHECKPOINT_S) {
            status = hooks->checkpoint(hooks->context, r->err);
            written = ga_now_s();
        }
        if (status == GA_OK && ga_interrupted)
            status = ga_fail(r->err, GA_INTERRUPTED, "interrupted");
    }
    return status;
}

static uint32_t points_at_once(const struct running *r) {
    const uint32_t n_points = r->table->plan->n_points;
    const bool few = r->bench->whole_visits || r->bench->beyond;
    const uint32_t wanted = r->bench->per_sm ? r->gpu->limits.sm_count * SLICE_PER_SM
                            : few            ? (uint32_t)SLICE_FEW
                                             : (uint32_t)SLICE_ALONE;
    const uint32_t affordable = SLICE_SAMPLES / r->sampling->cap + 1;
    const uint32_t most = wanted < affordable ? wanted : affordable;
    return n_points < most ? n_points : most;
}

static void report_sentinel(const struct running *r, struct ga_run_report *report) {
    double sorted[MOST_SENTINELS];
    struct ga_summary summary;
    memcpy(sorted, r->sentinel, r->n_sentinels * sizeof *sorted);
    report->sentinel_visits = r->n_sentinels;
    report->sentinel = r->sentinel_point;
    if (ga_summarize(sorted, r->n_sentinels, &summary, NULL) != GA_OK)
        return;
    report->sentinel_median = summary.median;
    report->sentinel_drift = (summary.max - summary.min) / summary.median;
}

enum ga_status ga_run(struct ga_gpu *gpu, struct ga_table *table,
                      const struct ga_sampling *sampling, struct ga_series *series,
                      const struct ga_run_hooks *hooks, struct ga_run_report *report,
                      struct ga_err *err) {
    const double begin = ga_now_s(), kernel_begin = gpu->kernel_s;
    struct running r = {.gpu = gpu,
                        .table = table,
                        .bench = table->plan->bench,
                        .sampling = sampling,
                        .series = series,
                        .err = err};
    *report = (struct ga_run_report){.sentinel_median = NAN, .sentinel_drift = NAN};
    mark_unsupported(&r);
    enum ga_status status = ga_slice_make(&r.slice, r.bench, points_at_once(&r), sampling, err);
    if (status == GA_OK && r.n_supported > 0)
        status = warm_up(&r, report);
    if (status == GA_OK && r.n_supported > 0)
        status = visit_sentinel(&r);
    if (status == GA_OK)
        status = run_slices(&r, hooks, &report->conditions);
    report_sentinel(&r, report);
    ga_slice_free(&r.slice);
    ga_release(gpu);
    report->moved = r.n_revisits ? (double)r.n_moves / (double)r.n_revisits : NAN;
    report->wall_s = ga_now_s() - begin;
    report->kernel_s = gpu->kernel_s - kernel_begin;
    return status;
}
