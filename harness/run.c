/* The points go to the device in slices of the shuffled order. A slice is visited in rounds, each
 * with a new batch of those of its points that need more samples, until each has met the stop rule;
 * then its rows are final. That bounds the memory, and what an interruption can cost. */
#include "run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "isa.h"

volatile sig_atomic_t ga_interrupted;

enum {
    SLICE_PER_SM = 64,
    SLICE_ALONE = 32,
    SLICE_SAMPLES = 1 << 24,
    WARM_UP_BATCHES = 32,
    MOST_SENTINELS = 4096
};
static const double SETTLED = 0.005, CHECKPOINT_S = 10;

/* One slice in flight. index: of the point in the plan. */
struct slice {
    uint32_t capacity, n, cap;
    uint32_t n_active;
    uint32_t *index, *n_samples;
    uint32_t *sm;      /* of the latest visit */
    uint32_t *order;   /* room for rotate() */
    uint32_t *active;  /* positions in the slice that the batch visits */
    uint32_t *samples; /* cycles, [capacity][cap]; each point's are sorted */
    uint32_t *outcome;
    double *clock_cycles, *clock_ticks;
    struct ga_point *points; /* the batch */
    uint32_t *cycles, *ticks;
    struct ga_visit *visits;
    double *scratch; /* [cap] */
};

struct running {
    struct ga_gpu *gpu;
    struct ga_table *table;
    const struct ga_bench *bench;
    const struct ga_sampling *sampling;
    struct ga_series *series;
    struct slice slice;
    double sentinel[MOST_SENTINELS];
    uint32_t n_sentinels;
    uint64_t n_revisits, n_moves; /* of those, on another SM than before */
    struct ga_err *err;
};

static void slice_free(struct slice *s) {
    void *const all[] = {s->index,        s->n_samples,   s->active, s->samples, s->outcome,
                         s->clock_cycles, s->clock_ticks, s->points, s->cycles,  s->ticks,
                         s->sm,           s->order,       s->visits, s->scratch};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
}

static enum ga_status slice_make(struct running *r, uint32_t n_points, struct ga_err *err) {
    const struct ga_limits *const limits = &r->gpu->limits;
    const uint32_t wanted = r->bench->per_sm ? limits->sm_count * SLICE_PER_SM : SLICE_ALONE;
    const uint32_t affordable = SLICE_SAMPLES / r->sampling->cap + 1;
    const uint32_t most = wanted < affordable ? wanted : affordable;
    struct slice *const s = &r->slice;
    const size_t n = n_points < most ? n_points : most;
    const size_t batch = n * r->bench->visit_samples;
    *s = (struct slice){
        .capacity = (uint32_t)n,
        .cap = r->sampling->cap,
        .index = calloc(n, sizeof *s->index),
        .n_samples = calloc(n, sizeof *s->n_samples),
        .active = calloc(n, sizeof *s->active),
        .samples = calloc(n * r->sampling->cap, sizeof *s->samples),
        .outcome = calloc(n, sizeof *s->outcome),
        .sm = calloc(n, sizeof *s->sm),
        .order = calloc(n, sizeof *s->order),
        .clock_cycles = calloc(n, sizeof *s->clock_cycles),
        .clock_ticks = calloc(n, sizeof *s->clock_ticks),
        .points = calloc(n, sizeof *s->points),
        .cycles = calloc(batch, sizeof *s->cycles),
        .ticks = r->bench->series ? calloc(batch, sizeof *s->ticks) : NULL,
        .visits = calloc(n, sizeof *s->visits),
        .scratch = calloc(r->sampling->cap, sizeof *s->scratch),
    };
    const void *const needed[] = {
        s->index,        s->sm,          s->order,  s->n_samples, s->active, s->samples, s->outcome,
        s->clock_cycles, s->clock_ticks, s->points, s->cycles,    s->visits, s->scratch};
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (!needed[i])
            return ga_fail(err, GA_ERROR, "%s: out of memory for %zu points at once", r->bench->id,
                           n);
    if (r->bench->series && !s->ticks)
        return ga_fail(err, GA_ERROR, "%s: out of memory for %zu points at once", r->bench->id, n);
    return GA_OK;
}

/* Hands the first n of slice.points to the device. Visits that the kernel does not write stay
 * errors. */
static enum ga_status measure(struct running *r, uint32_t n, uint32_t n_samples) {
    struct slice *const s = &r->slice;
    for (uint32_t i = 0; i < n; i++)
        s->visits[i] = (struct ga_visit){.outcome = GA_ERROR};
    const struct ga_batch batch = {s->points, n, n_samples, s->cycles, s->ticks, s->visits};
    return r->gpu->backend->measure ? r->gpu->backend->measure(r->gpu, r->bench, &batch, r->err)
                                    : r->bench->measure(r->gpu, &batch, r->err);
}

static double mhz(const struct running *r, double cycles, double ticks) {
    return ticks > 0 ? cycles / (ticks * r->gpu->limits.tick_ns) * 1e3 : NAN;
}

/* Runs batches that are thrown away until two in a row saw the same SM clock. */
static enum ga_status warm_up(struct running *r, struct ga_run_report *report) {
    const struct ga_plan *const plan = r->table->plan;
    struct slice *const s = &r->slice;
    const double begin = ga_now_s();
    const uint32_t n_samples = r->bench->visit_samples < 20 ? r->bench->visit_samples : 20;
    enum ga_status status = GA_OK;
    double before = 0;
    if (r->gpu->backend->measure) {
        report->warm = true;
        return GA_OK;
    }
    for (int b = 0; status == GA_OK && b < WARM_UP_BATCHES && !report->warm && !ga_interrupted;
         b++) {
        for (uint32_t i = 0; i < s->capacity; i++)
            s->points[i] = plan->points[plan->order[i]];
        status = measure(r, s->capacity, n_samples);
        double cycles = 0, ticks = 0;
        for (uint32_t i = 0; i < s->capacity; i++) {
            cycles += (double)s->visits[i].cycles;
            ticks += (double)s->visits[i].ticks;
        }
        const double now = mhz(r, cycles, ticks);
        report->warm = fabs(now - before) <= SETTLED * now;
        before = now;
    }
    report->warm_up_s = ga_now_s() - begin;
    return status;
}

/* The sentinel is the plan's last point, alone on the device: the axes end in the heaviest load, which
 * is the steadiest. */
static enum ga_status visit_sentinel(struct running *r) {
    struct slice *const s = &r->slice;
    const uint32_t n =
        r->bench->visit_samples < r->sampling->cap ? r->bench->visit_samples : r->sampling->cap;
    struct ga_summary summary;
    const struct ga_plan *const plan = r->table->plan;
    s->points[0] = plan->points[plan->n_points - 1];
    enum ga_status status = measure(r, 1, n);
    for (uint32_t i = 0; i < n; i++)
        s->scratch[i] = s->cycles[i];
    if (status == GA_OK)
        status = ga_summarize(s->scratch, n, &summary, r->err);
    if (status == GA_OK && r->n_sentinels < MOST_SENTINELS && s->visits[0].outcome == GA_OK)
        r->sentinel[r->n_sentinels++] = summary.median;
    return status;
}

/* Sorts the few new samples and merges them into the n_old that are sorted. Far cheaper than
 * sorting all again, and a point is looked at after every visit. */
static void merge(uint32_t *sorted, uint32_t n_old, uint32_t *fresh, uint32_t n) {
    for (uint32_t i = 1; i < n; i++) {
        const uint32_t x = fresh[i];
        uint32_t j = i;
        for (; j > 0 && fresh[j - 1] > x; j--)
            fresh[j] = fresh[j - 1];
        fresh[j] = x;
    }
    for (uint32_t at = n_old + n; n > 0;)
        sorted[--at] = n_old > 0 && sorted[n_old - 1] > fresh[n - 1] ? sorted[--n_old] : fresh[--n];
}

static void keep(struct running *r, uint32_t position, uint32_t in_batch, uint32_t n) {
    struct slice *const s = &r->slice;
    const struct ga_visit *const visit = &s->visits[in_batch];
    uint32_t *const cycles = s->cycles + (size_t)in_batch * n;
    if (visit->outcome != GA_OK)
        s->outcome[position] = visit->outcome;
    r->n_revisits += s->n_samples[position] > 0;
    r->n_moves += s->n_samples[position] > 0 && s->sm[position] != visit->sm;
    s->sm[position] = visit->sm;
    s->clock_cycles[position] += (double)visit->cycles;
    s->clock_ticks[position] += (double)visit->ticks;
    if (r->series)
        ga_series_add(r->series, s->index[position], cycles, s->ticks + (size_t)in_batch * n, n);
    merge(s->samples + (size_t)position * s->cap, s->n_samples[position], cycles, n);
    s->n_samples[position] += n;
}

static const char *message_of(enum ga_status outcome) {
    switch (outcome) {
    case GA_WRONG:
        return "memory does not hold what the operations must leave";
    case GA_TIMEOUT:
        return "a wait inside the kernel reached its limit";
    case GA_ERROR:
        return "not measured, or not as meant: the warps did not start together";
    default:
        return "";
    }
}

static void finish(struct running *r, uint32_t position, enum ga_stop stop,
                   const struct ga_summary *summary) {
    struct slice *const s = &r->slice;
    const struct ga_limits *const limits = &r->gpu->limits;
    const uint32_t index = s->index[position];
    const struct ga_point *const point = &r->table->plan->points[index];
    struct ga_row *const row = &r->table->rows[index];
    const struct ga_work work = r->bench->work(limits, point);
    const enum ga_status outcome = (enum ga_status)s->outcome[position];
    const struct ga_variant *const variant =
        &r->bench->variants[r->bench->variant ? r->bench->variant(point) : 0];
    const bool stand_in =
        strncmp(limits->target, "sm_", 3) != 0 && strncmp(limits->target, "gfx", 3) != 0;
    struct ga_isa_answer isa = {"unknown", "stand-in"};
    if (!stand_in)
        isa = ga_isa_lookup(variant, limits->target, work.instructions);
    ga_row_fill(row, outcome == GA_OK ? summary : NULL, work,
                mhz(r, s->clock_cycles[position], s->clock_ticks[position]));
    row->backend = r->gpu->backend->name;
    row->target = limits->target;
    row->instruction = ga_intern(isa.instruction);
    row->native = isa.native;
    row->stop = outcome == GA_OK ? ga_stop_name(stop) : "";
    row->message = message_of(outcome);
    row->status = ga_status_name(outcome);
}

/* out: whether the point is done, and its row written. */
static enum ga_status judge(struct running *r, uint32_t position, bool *done) {
    struct slice *const s = &r->slice;
    const uint32_t n = s->n_samples[position];
    struct ga_summary summary;
    *done = s->outcome[position] != GA_OK;
    if (*done) {
        finish(r, position, GA_GO_ON, NULL);
        return GA_OK;
    }
    if (n < r->sampling->least)
        return GA_OK;
    for (uint32_t i = 0; i < n; i++)
        s->scratch[i] = s->samples[(size_t)position * s->cap + i];
    const enum ga_status status = ga_summarize(s->scratch, n, &summary, r->err);
    if (status != GA_OK)
        return status;
    const enum ga_stop stop = ga_stop_rule(&summary, r->sampling->relative, 1, s->cap);
    *done = stop != GA_GO_ON;
    if (*done)
        finish(r, position, stop, &summary);
    return GA_OK;
}

/* A point's place in the batch decides which SM it runs on; every round moves all of them. */
static void rotate(uint32_t *active, uint32_t n, uint32_t *scratch) {
    const uint32_t by = n / 3 + 1;
    memcpy(scratch, active, n * sizeof *active);
    for (uint32_t i = 0; i < n; i++)
        active[i] = scratch[(i + by) % n];
}

/* One round: visits the active points, and drops those that are done. */
static enum ga_status visit_round(struct running *r) {
    struct slice *const s = &r->slice;
    const uint32_t n_active = s->n_active;
    uint32_t n = r->bench->visit_samples, left = 0;
    for (uint32_t i = 0; i < n_active; i++) {
        const uint32_t have = s->n_samples[s->active[i]];
        const uint32_t want = have < r->sampling->least ? r->sampling->least : s->cap;
        n = want - have < n ? want - have : n;
        s->points[i] = r->table->plan->points[s->index[s->active[i]]];
    }
    enum ga_status status = measure(r, n_active, n);
    for (uint32_t i = 0; status == GA_OK && i < n_active; i++) {
        bool done = false;
        const uint32_t position = s->active[i];
        keep(r, position, i, n);
        status = judge(r, position, &done);
        if (!done)
            s->active[left++] = position;
    }
    s->n_active = left;
    rotate(s->active, left, s->order);
    return status;
}

/* out: how many points the slice took from the order; those that have a row are passed over. */
static uint32_t fill(struct running *r, uint32_t from) {
    const struct ga_plan *const plan = r->table->plan;
    struct slice *const s = &r->slice;
    uint32_t at = from;
    s->n = 0;
    for (; at < plan->n_points && s->n < s->capacity; at++) {
        const uint32_t index = plan->order[at];
        if (r->table->rows[index].status)
            continue;
        s->index[s->n] = index;
        s->n_samples[s->n] = 0;
        s->outcome[s->n] = GA_OK;
        s->clock_cycles[s->n] = s->clock_ticks[s->n] = 0;
        s->active[s->n] = s->n;
        s->n++;
    }
    s->n_active = s->n;
    return at - from;
}

static enum ga_status run_slices(struct running *r, const struct ga_run_hooks *hooks) {
    const uint32_t n_points = r->table->plan->n_points;
    double written = ga_now_s();
    enum ga_status status = GA_OK;
    for (uint32_t at = 0; status == GA_OK && at < n_points;) {
        at += fill(r, at);
        while (status == GA_OK && r->slice.n_active > 0 && !ga_interrupted)
            status = visit_round(r);
        if (status == GA_OK && r->slice.n > 0 && !ga_interrupted)
            status = visit_sentinel(r);
        if (status == GA_OK && !ga_interrupted)
            hooks->progress(hooks->context, at, n_points);
        if (status == GA_OK && !ga_interrupted && ga_now_s() - written > CHECKPOINT_S) {
            status = hooks->checkpoint(hooks->context, r->err);
            written = ga_now_s();
        }
        if (status == GA_OK && ga_interrupted)
            status = ga_fail(r->err, GA_INTERRUPTED, "interrupted");
    }
    return status;
}

static void report_sentinel(const struct running *r, struct ga_run_report *report) {
    double sorted[MOST_SENTINELS];
    struct ga_summary summary;
    memcpy(sorted, r->sentinel, r->n_sentinels * sizeof *sorted);
    report->sentinel_visits = r->n_sentinels;
    if (ga_summarize(sorted, r->n_sentinels, &summary, NULL) != GA_OK)
        return;
    report->sentinel_median_cycles = summary.median;
    report->sentinel_drift = (summary.max - summary.min) / summary.median;
}

enum ga_status ga_run(struct ga_gpu *gpu, struct ga_table *table,
                      const struct ga_sampling *sampling, struct ga_series *series,
                      const struct ga_run_hooks *hooks, struct ga_run_report *report,
                      struct ga_err *err) {
    static struct running r; /* large */
    const double begin = ga_now_s(), kernel_begin = gpu->kernel_s;
    r = (struct running){.gpu = gpu,
                         .table = table,
                         .bench = table->plan->bench,
                         .sampling = sampling,
                         .series = series,
                         .err = err};
    *report = (struct ga_run_report){.sentinel_median_cycles = NAN, .sentinel_drift = NAN};
    enum ga_status status = slice_make(&r, table->plan->n_points, err);
    if (status == GA_OK)
        status = warm_up(&r, report);
    if (status == GA_OK)
        status = visit_sentinel(&r);
    if (status == GA_OK)
        status = run_slices(&r, hooks);
    report_sentinel(&r, report);
    slice_free(&r.slice);
    report->moved = r.n_revisits ? (double)r.n_moves / (double)r.n_revisits : NAN;
    report->wall_s = ga_now_s() - begin;
    report->kernel_s = gpu->kernel_s - kernel_begin;
    return status;
}
