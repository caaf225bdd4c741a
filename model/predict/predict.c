#include "predict.h"

#include <math.h>
#include <string.h>

#include "reason.h"
#include "within.h"

static double least_of(double x, double y) { return x < y ? x : y; }
static double most_of(double x, double y) { return x > y ? x : y; }

/* A launch takes as long as its busiest SM, whose share of the jobs is its share of the passes. */
static void take_launch(const struct ga_utilization *u, const struct ga_launch_counters *launch,
                        struct ga_prediction *p) {
    const double share = launch->at[GA_Q_passes_max] / (u->hardware * u->cycles);
    p->jobs = u->jobs;
    p->cycles = u->cycles;
    if (share > 1.05 && launch->at[GA_Q_cycles_max] > 0) {
        p->jobs *= share;
        p->cycles = launch->at[GA_Q_cycles_max];
    }
    p->n = u->n;
}

/* out: D of adds and compare-and-swaps as they are mixed. */
static double mix(const struct ga_launch_counters *launch, double add, double cas) {
    const double n_add = launch->at[GA_Q_jobs_alu], n_cas = launch->at[GA_Q_jobs_cas];
    return (n_add * add + n_cas * cas) / (n_add + n_cas);
}

static struct ga_interval interval_at(const struct ga_predict_line *line, double e) {
    const double at = ga_demand_each(&line->at, e);
    return (struct ga_interval){least_of(at, ga_line_at(&line->low, e)), at,
                                most_of(at, ga_line_at(&line->high, e))};
}

/* counted: lanes on a word of adds that become counts, which take no less than these then do; 0: they stay adds. */
static struct ga_interval demand_at(const struct ga_predict_table *table,
                                    const struct ga_launch_counters *launch,
                                    const struct ga_interval *e, double counted) {
    const struct ga_predict_line *const add = &table->add, *const cas = &table->cas;
    struct ga_interval least = {0, 0, 0};
    if (counted > 0)
        least = interval_at(&table->count, counted);
    return (struct ga_interval){
        mix(launch, most_of(least.low, interval_at(add, e->low).low), interval_at(cas, e->low).low),
        mix(launch, most_of(least.at, interval_at(add, e->at).at), interval_at(cas, e->at).at),
        mix(launch, most_of(least.high, interval_at(add, e->high).high),
            interval_at(cas, e->high).high)};
}

static void scale(struct ga_interval *x, double by) {
    *x = (struct ga_interval){x->low * by, x->at * by, x->high * by};
}

/* Units that a launch may be held by. */
enum unit { ATOMIC_UNIT, SHARED_PIPE, ISSUE, L2, MEMORY, OTHERS, N_UNITS };
static const char *const unit_names[N_UNITS] = {
    "the unit",         "the pipe of shared memory",
    "the instructions", "the L2",
    "device memory",    "all but its atomics, as `whatif` measured"};

/* What each unit is busy for, the atomic unit apart, and the pipe for what is no atomic; 0: not known. before: issue without
 * the change. slice: the atomics of the busiest L2 slice,
 * if knows_slice. */
struct busy {
    double of[N_UNITS], before, slice;
    bool knows_slice;
};

static double known_most(double busy, double cycles) {
    return busy > 0 ? least_of(busy, cycles) : 0;
}

/* The change leaves all alone, but for instructions. Their shares are of the cycles from the launch's start to its end; none is
 * busy for longer than the launch. */
static struct busy busy_of(const struct ga_prediction *p, const struct ga_utilization *u,
                           const double *at, const struct ga_change *change) {
    const double elapsed = most_of(at[GA_Q_duration] * 1e-9 * at[GA_Q_sm_rate], p->cycles) / 100;
    const double added =
        change->instructions * (at[GA_Q_jobs_alu] + at[GA_Q_jobs_cas]) / at[GA_Q_instructions];
    struct busy b = {.before = known_most(at[GA_Q_instructions_busy] * elapsed, p->cycles),
                     .slice = known_most(GA_PREDICT_L2 * at[GA_Q_l2_busy_max] * elapsed, INFINITY)};
    b.knows_slice = at[GA_Q_l2_busy_max] >= 0;
    b.of[SHARED_PIPE] =
        known_most((u->pipe - u->hardware) * u->cycles,
                   p->cycles - p->jobs * p->demand); /* if they count a little differently */
    b.of[ISSUE] = b.before * (change->instructions != 0 ? most_of(0, 1 + added) : 1);
    b.of[L2] = known_most(at[GA_Q_l2_busy] * elapsed, p->cycles);
    b.of[MEMORY] = known_most(at[GA_Q_memory_busy] * elapsed, p->cycles);
    b.of[OTHERS] = least_of(change->without, 1) * p->cycles;
    return b;
}

/* out: what the unit that is busy for longest is busy for, with `demand`. */
static double busiest(const struct ga_prediction *p, const struct busy *b, double demand,
                      enum unit *unit) {
    double most = p->jobs * demand;
    *unit = ATOMIC_UNIT;
    for (int k = SHARED_PIPE; k < N_UNITS; k++) {
        const double busy = b->of[k] + (k == SHARED_PIPE && b->of[k] > 0 ? p->jobs * demand : 0);
        if (busy > most) {
            most = busy;
            *unit = (enum unit)k;
        }
    }
    return most;
}

/* How much is at once: exponents of the norm of what an SM is busy for, and of that and the L2; INFINITY: all is. */
struct overlap {
    double sm, l2;
};
static const struct overlap usual = {6, 2}, all = {INFINITY, INFINITY}, phases = {6, 1};

static double norm(double x, double y, double exponent) {
    const double most = most_of(x, y);
    if (isinf(exponent) || most <= 0)
        return most;
    return most * pow(pow(x / most, exponent) + pow(y / most, exponent), 1 / exponent);
}

static double together(const struct ga_prediction *p, const struct busy *b, double demand,
                       double issue, const struct overlap *o) {
    const double sm = norm(norm(p->jobs * demand, issue, o->sm), b->of[MEMORY], o->sm);
    return norm(sm, b->slice, o->l2);
}

/* What the use of results takes, once; less than 0: what it took. A warp alone waits for what is in the table. */
static double results_cycles(const struct ga_predict_table *table, const struct ga_change *change,
                             const struct ga_prediction *p) {
    const double now = ga_line_at(&table->wait.at, p->e) - p->demand;
    const double then = ga_line_at(&table->wait.at, p->e_new.at) - p->demand_new.at;
    if (change->unused)
        return -most_of(0, now) - GA_PREDICT_RESULT * p->n;
    return change->used ? most_of(0, then) + GA_PREDICT_RESULT * p->n_new : 0;
}

/* out: the share of the atomics that hide nothing. */
static double few_of(const struct ga_prediction *p) {
    return p->n_new == p->n ? least_of(1, GA_PREDICT_FEW * p->n / p->jobs) : 0;
}

/* out: the share of T' by which it may be off, whatever is at once. */
static double noise_of(const struct ga_prediction *p, const struct busy *b) {
    const double merge = GA_PREDICT_MERGE * least_of(1, b->slice / p->cycles);
    const double rest = GA_PREDICT_REST * p->rest / p->cycles_new.at;
    return hypot(GA_PREDICT_NOISE, hypot(merge, rest) * (1 - few_of(p)));
}

/* out: T', but for results. One behind the other: T - B + B', and no less than is busy. */
static double estimate(const struct ga_prediction *p, const struct busy *b, double demand,
                       const struct overlap *o) {
    const double before = together(p, b, p->demand, b->before, o);
    const double after = together(p, b, demand, b->of[ISSUE], o) * least_of(1, p->cycles / before);
    const double rest = most_of(0, p->cycles - before);
    const double few = few_of(p);
    const double one = p->cycles + p->jobs * (demand - p->demand) + b->of[ISSUE] - b->before;
    return few * most_of(one, after) + (1 - few) * (after + rest * p->n / p->n_new);
}

/* Why the case study tells nothing of a prediction's bounds; NULL: it does. Of other blocks there are more or fewer, and what each
 * does once is no work of the unit. Without counters all else may have been hidden, or nothing. */
static const char *uncalibrated(const struct busy *b, const struct ga_change *change,
                                const struct ga_interval *t) {
    if (change->threads)
        return "what a block does once, clearing and merging, is taken to be as it was";
    if (b->before <= 0 || !b->knows_slice)
        return "counters are missing";
    return t->high > GA_PREDICT_FAR * t->low ? "how much of it is at the same time is not known"
                                             : NULL;
}

static void leave_open(const char *why, struct ga_prediction *p) {
    if (!why)
        return;
    p->cycles_new.low = p->cycles_new.high = p->used_new.low = p->used_new.high = NAN;
    GA_SAY(p, "%sa guess without bounds: %s", *p->reason ? "; " : "", why);
}

static void say(enum unit limit, double least, struct ga_prediction *p) {
    const bool full = p->used >= GA_PREDICT_FULL && p->used_new.at >= GA_PREDICT_FULL;
    if (p->cycles_new.at <= least * (1 + 1e-9) && limit != ATOMIC_UNIT) /* but for rounding */
        GA_SAY(p, "held by %s", unit_names[limit]);
    else if (full)
        GA_SAY(p, "the unit stays full: T changes by as much as what it is busy for");
}

/* Where the unit is full, and the time without atomics was measured, that is what is behind it: of shorter atomics all that the
 * unit saves is saved, down to it. out: T'; 0: that is not so. */
static double full_of(const struct ga_change *change, const struct ga_prediction *p) {
    const double saved = p->jobs * (p->demand - p->demand_new.at);
    const bool is = change->without > 0 && p->used >= GA_PREDICT_FULL && saved > 0;
    return is && !change->threads ? most_of(change->without * p->cycles, p->cycles - saved) : 0;
}

/* What a launch takes with p->demand_new. results: what their use takes. */
static void predict(const struct busy *b, const struct ga_change *change, double results,
                    struct ga_prediction *p) {
    const struct ga_interval *const d = &p->demand_new;
    const double half = fabs(results) / 2;
    struct ga_interval *const t = &p->cycles_new;
    enum unit limit = ATOMIC_UNIT, at_low = ATOMIC_UNIT;
    const double least = busiest(p, b, d->at, &limit);
    const double full = full_of(change, p);
    t->at = most_of(least, full > 0 ? full : estimate(p, b, d->at, &usual) + results);
    p->rest = most_of(0, p->cycles - together(p, b, p->demand, b->before, &usual));
    const double noise = noise_of(p, b);
    t->low =
        least_of(estimate(p, b, d->low, &all), estimate(p, b, d->low, &phases)) + results - half;
    t->high =
        most_of(estimate(p, b, d->high, &all), estimate(p, b, d->high, &phases)) + results + half;
    t->low = least_of((1 - noise) * most_of(t->low, busiest(p, b, d->low, &at_low)), t->at);
    t->high = most_of((1 + noise) * t->high, t->at);
    p->used_new = (struct ga_interval){ga_within(p->jobs * d->low / t->high, 0, 1),
                                       ga_within(p->jobs * d->at / t->at, 0, 1),
                                       ga_within(p->jobs * d->high / t->low, 0, 1)};
    say(limit, least, p);
    leave_open(uncalibrated(b, change, t), p);
}

/* Nothing changes, whatever is known of it. */
static void keep(const struct busy *b, const struct ga_change *change, struct ga_prediction *p) {
    p->rest = most_of(0, p->cycles - together(p, b, p->demand, b->before, &usual));
    p->demand_new = (struct ga_interval){p->demand, p->demand, p->demand};
    p->cycles_new = (struct ga_interval){p->cycles, p->cycles, p->cycles};
    p->used_new = (struct ga_interval){p->used, p->used, p->used};
    GA_SAY(p, "nothing of the unit's changes");
    if (change->threads)
        leave_open(uncalibrated(b, change, &p->cycles_new), p);
}

/* out: whether a prediction can be made of it; reason says why not. */
static bool may_predict(const struct ga_utilization *u, const struct ga_change *change,
                        const struct ga_launch_counters *launch, struct ga_prediction *p) {
    const double adds = launch->at[GA_Q_jobs_alu];
    if (u->verdict == GA_UNKNOWN || u->jobs <= 0)
        GA_SAY(p, "%.300s", u->reason);
    else if (u->loops)
        GA_SAY(
            p,
            "compare-and-swap loops: how often they retry is decided by how much they meet, which "
            "the tables do not say");
    else if (adds <= 0 && (change->unused || change->used || change->aggregate))
        GA_SAY(p, "it has compare-and-swaps and no adds, which the change is of");
    else if (change->instructions != 0 &&
             !(launch->at[GA_Q_instructions] > 0 && launch->at[GA_Q_instructions_busy] > 0))
        GA_SAY(p,
               "--instructions: the counters do not say how many there are, and what they take; "
               "collect them with: %s %s,%s",
               ga_counters_option(GA_NCU), ga_counters_name(GA_NCU, GA_Q_instructions),
               ga_counters_name(GA_NCU, GA_Q_instructions_busy));
    else if (!(u->n > 0))
        GA_SAY(
            p,
            "no warp was resident, and yet there are atomics: the counters contradict each other");
    else
        p->known = true;
    return p->known;
}

void ga_predict_of(const struct ga_model_device *device, const struct ga_predict_table *table,
                   const struct ga_change *change, const struct ga_change_odds *odds, double warps,
                   const struct ga_launch_counters *launch, struct ga_prediction *p) {
    struct ga_utilization u;
    memset(p, 0, sizeof *p);
    ga_utilization_of(device, GA_NCU, launch, &u);
    if (!may_predict(&u, change, launch, p))
        return;
    take_launch(&u, launch, p);
    p->e = u.e;
    const struct ga_interval now = {p->e, p->e, p->e};
    const bool same = !change->unused && !change->used;
    const double full = demand_at(table, launch, &now, 0).at;
    p->demand = least_of(full, p->cycles / p->jobs);
    p->used = p->jobs * p->demand / p->cycles;
    p->n = most_of(p->n, p->used); /* what is served is resident */
    p->n_new = ga_within(p->n * warps, 0, device->warps_per_sm);
    p->e_new = ga_change_lanes(change, odds, p->e);
    p->demand_new =
        demand_at(table, launch, &p->e_new, change->unused && isnan(change->lanes) ? p->e : 0);
    scale(&p->demand_new, p->demand / full); /* so that fewer lanes are no more work */
    const bool as_it_is = same && p->e_new.low >= p->e && p->e_new.high <= p->e;
    const struct busy busy = busy_of(p, &u, launch->at, change);
    if (as_it_is && p->n_new == p->n && change->instructions == 0) {
        keep(&busy, change, p);
        return;
    }
    if (as_it_is) /* nothing of the unit's changes, its uncertainty neither */
        p->demand_new = (struct ga_interval){p->demand, p->demand, p->demand};
    predict(&busy, change, results_cycles(table, change, p), p);
}
