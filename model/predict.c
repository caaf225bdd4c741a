#include "predict.h"

#include <math.h>
#include <string.h>

#include "closed.h"
#include "reason.h"

static double within(double x, double least, double most) {
    return x < least ? least : x > most ? most : x;
}
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
    return (struct ga_interval){least_of(at, ga_demand_measured(&line->low, e)), at,
                                most_of(at, ga_demand_measured(&line->high, e))};
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

/* What the counters say of a round, and of its part elsewhere (Z), least and most of it. Waiting at a barrier
 * may be for warps that wait for the unit. */
struct round {
    double all, elsewhere, least, most;
    enum ga_elsewhere source;
};

static struct round take_round(const struct ga_prediction *p, const double *at) {
    struct round r = {.all = p->n * p->cycles / p->jobs};
    const double waits = (at[GA_Q_wait_pipe] + at[GA_Q_wait_result]) / at[GA_Q_latency];
    const double ours = at[GA_Q_passes] / at[GA_Q_pipe_passes];
    const double barrier = at[GA_Q_wait_barrier] / at[GA_Q_latency];
    const double full = most_of(p->n, 1) * p->demand;
    r.all = most_of(r.all, full); /* but for rounding it is */
    r.least = r.all - full;
    r.most = r.all - p->demand;
    if (isfinite(waits) && isfinite(ours)) {
        const double all_waits = waits + (isfinite(barrier) ? barrier : 0);
        r.source = GA_ELSEWHERE_SEEN;
        r.least = r.all - within(all_waits * r.all, p->demand, full);
        r.most = r.elsewhere = r.all - within(waits * ours * r.all, p->demand, full);
    } else if (p->used < GA_PREDICT_HIDDEN) {
        r.source = GA_ELSEWHERE_FITTED;
        r.elsewhere = ga_closed_elsewhere(p->n, p->demand, r.all);
    } else {
        r.source = GA_ELSEWHERE_HIDDEN;
        r.elsewhere = NAN;
    }
    return r;
}

/* A time below which the launch cannot come, and whose it is. */
static void hold(double cycles, const char *whose, double *least, const char **limit) {
    if (cycles > *least) {
        *least = cycles;
        *limit = whose;
    }
}

/* The units that the change leaves alone. Of the pipe the atomics are a part, which changes. */
static void hold_others(const struct ga_prediction *p, const struct ga_utilization *u,
                        const double *at, double changed, double *least, const char **limit) {
    const double other_passes = (u->pipe - u->hardware) * u->cycles;
    const double left = p->cycles - p->jobs * p->demand; /* if they count a little differently */
    if (other_passes > 0)
        hold(least_of(other_passes, left) + changed, "the pipe of shared memory", least, limit);
    hold(at[GA_Q_instructions_busy] / 100 * p->cycles, "the instructions", least, limit);
    hold(at[GA_Q_l2_busy] / 100 * p->cycles, "the L2", least, limit);
    hold(at[GA_Q_memory_busy] / 100 * p->cycles, "device memory", least, limit);
}

/* The least time with `demand`, where it was `before`. */
static double least_cycles(const struct ga_prediction *p, const struct ga_utilization *u,
                           const struct round *r, const double *at, double before, double demand,
                           const char **limit) {
    double least = 0;
    hold(p->jobs * demand, "the unit", &least, limit);
    hold_others(p, u, at, p->jobs * demand, &least, limit);
    hold(p->jobs * (r->least + demand) / p->n_new, "the latency of the rest", &least, limit);
    if (p->n_new <= p->n)
        hold(p->cycles + least_of(0, p->jobs * (demand - before)), "the rest of T", &least, limit);
    return least;
}

/* The most. added: cycles that a warp waits for a result that it did not before. A round of fewer warps is no
 * longer than one of more. */
static double most_cycles(const struct ga_prediction *p, const struct round *r, double before,
                          double demand, double added) {
    const double fewer = most_of(1, p->n / p->n_new);
    const double all_wait = most_of(p->n_new, 1) * demand + r->most + added;
    const double one_by_one = p->cycles + most_of(0, p->jobs * (demand - before));
    return least_of(p->jobs * all_wait / p->n_new, one_by_one * fewer + p->jobs * added / p->n_new);
}

/* What a launch takes with p->demand_new. */
static void predict(const struct ga_utilization *u, const double *at, double added,
                    const struct ga_interval *before, struct ga_prediction *p) {
    const struct round r = take_round(p, at);
    const struct ga_interval *const d = &p->demand_new;
    const char *none = NULL;
    p->elsewhere = r.elsewhere;
    p->source = r.source;
    p->limit = NULL;
    const double least = least_cycles(p, u, &r, at, p->demand, d->at, &p->limit);
    p->cycles_new.low = least_of(least, least_cycles(p, u, &r, at, before->high, d->low, &none));
    p->cycles_new.high = most_of(most_cycles(p, &r, before->low, d->high, added), least);
    double cycles = least;
    if (r.source != GA_ELSEWHERE_HIDDEN)
        cycles = p->cycles * p->n / p->n_new *
                 ga_closed_round(p->n_new, d->at, r.elsewhere + added) /
                 ga_closed_round(p->n, p->demand, r.elsewhere);
    p->cycles_new.at = within(cycles, least, p->cycles_new.high);
    if (p->cycles_new.at > least)
        p->limit = NULL;
    p->used_new = (struct ga_interval){within(p->jobs * d->low / p->cycles_new.high, 0, 1),
                                       within(p->jobs * d->at / p->cycles_new.at, 0, 1),
                                       within(p->jobs * d->high / p->cycles_new.low, 0, 1)};
}

/* out: whether a prediction can be made of it; reason says why not. */
static bool may_predict(const struct ga_utilization *u, const struct ga_change *change, double adds,
                        struct ga_prediction *p) {
    if (u->verdict == GA_UNKNOWN || u->jobs <= 0)
        GA_SAY(p, "%.300s", u->reason);
    else if (u->loops)
        GA_SAY(
            p,
            "compare-and-swap loops: how often they retry is decided by how much they meet, which "
            "the tables do not say");
    else if (adds <= 0 && (change->unused || change->used || change->aggregate))
        GA_SAY(p, "it has compare-and-swaps and no adds, which the change is of");
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
    if (!may_predict(&u, change, launch->at[GA_Q_jobs_alu], p))
        return;
    take_launch(&u, launch, p);
    p->e = u.e;
    const struct ga_interval now = {p->e, p->e, p->e};
    const bool same = !change->unused && !change->used;
    const struct ga_interval before = demand_at(table, launch, &now, 0);
    p->demand = least_of(before.at, p->cycles / p->jobs);
    p->used = p->jobs * p->demand / p->cycles;
    p->n = most_of(p->n, p->used); /* what is served is resident */
    p->n_new = within(p->n * warps, 0, device->warps_per_sm);
    p->e_new = ga_change_lanes(change, odds, p->e);
    p->demand_new =
        demand_at(table, launch, &p->e_new, change->unused && isnan(change->lanes) ? p->e : 0);
    if (same && p->e_new.low >= p->e &&
        p->e_new.high <= p->e) { /* nothing of the unit's changes, its uncertainty neither */
        p->demand_new = (struct ga_interval){p->demand, p->demand, p->demand};
        predict(&u, launch->at, 0, &p->demand_new, p);
        return;
    }
    const double wait = ga_demand_measured(&table->wait.at, p->e_new.at) - p->demand_new.at;
    predict(&u, launch->at, change->used ? most_of(0, wait) : 0, &before, p);
}
