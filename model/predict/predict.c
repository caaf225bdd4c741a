#include "predict.h"

#include <math.h>
#include <string.h>

#include "closed.h"
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

/* What the counters say of a round's part elsewhere. */
static void take_elsewhere(const double *at, struct ga_prediction *p) {
    const double waits = (at[GA_Q_wait_pipe] + at[GA_Q_wait_result]) / at[GA_Q_latency];
    const double ours = at[GA_Q_passes] / at[GA_Q_pipe_passes];
    const double full = most_of(p->n, 1) * p->demand;
    const double round = most_of(p->n * p->cycles / p->jobs, full); /* but for rounding it is */
    if (isfinite(waits) && isfinite(ours)) {
        p->source = GA_ELSEWHERE_SEEN;
        p->elsewhere = round - ga_within(waits * ours * round, p->demand, full);
    } else if (p->used < GA_PREDICT_HIDDEN) {
        p->source = GA_ELSEWHERE_FITTED;
        p->elsewhere = ga_closed_elsewhere(p->n, p->demand, round);
    } else {
        p->source = GA_ELSEWHERE_HIDDEN;
        p->elsewhere = NAN;
    }
}

/* Units that a launch may be held by. */
enum unit { ATOMIC_UNIT, SHARED_PIPE, ISSUE, L2, MEMORY, OTHERS, N_UNITS };
static const char *const unit_names[N_UNITS] = {
    "the unit",         "the pipe of shared memory",
    "the instructions", "the L2",
    "device memory",    "all but its atomics, as `whatif` measured"};

/* Instructions that the change adds, as a share of those that there are. */
static double added_share(const double *at, const struct ga_change *change) {
    const double jobs = at[GA_Q_jobs_alu] + at[GA_Q_jobs_cas];
    return change->instructions > 0 ? change->instructions * jobs / at[GA_Q_instructions] : 0;
}

/* out: what the unit that is busy for longest is busy for, with `demand`. issue: time of instructions over that for which issue
 * is busy. The change leaves all others alone, but for instructions; of the pipe the atomics are a part, which changes. Their
 * shares are of the cycles from the launch's start to its end; none is busy for longer than the launch. */
static double busy_cycles(const struct ga_prediction *p, const struct ga_utilization *u,
                          const double *at, const struct ga_change *change, double demand,
                          double issue, enum unit *busiest) {
    const double other_passes = (u->pipe - u->hardware) * u->cycles;
    const double rest = p->cycles - p->jobs * p->demand; /* if they count a little differently */
    const double changed = p->jobs * demand;
    const double elapsed = most_of(at[GA_Q_duration] * 1e-9 * at[GA_Q_sm_rate], p->cycles) / 100;
    const double busy[N_UNITS] = {
        [ATOMIC_UNIT] = changed,
        [SHARED_PIPE] = other_passes > 0 ? least_of(other_passes, rest) + changed : 0,
        [ISSUE] = least_of(p->cycles, issue * at[GA_Q_instructions_busy] * elapsed) *
                  (1 + added_share(at, change)),
        [L2] = least_of(p->cycles, at[GA_Q_l2_busy] * elapsed),
        [MEMORY] = least_of(p->cycles, at[GA_Q_memory_busy] * elapsed),
        [OTHERS] = least_of(change->without, 1) * p->cycles};
    *busiest = ATOMIC_UNIT;
    for (int k = 0; k < N_UNITS; k++)
        if (busy[k] > busy[*busiest]) /* what is not known is not */
            *busiest = (enum unit)k;
    return busy[*busiest];
}

/* What waiting for results adds, or saves, if none of it is hidden. A warp alone waits for what is in the table. */
static double waited_cycles(const struct ga_predict_table *table, const struct ga_change *change,
                            const struct ga_prediction *p) {
    const double now = ga_line_at(&table->wait.at, p->e) - p->demand;
    const double then = ga_line_at(&table->wait.at, p->e_new.at) - p->demand_new.at;
    if (change->unused)
        return -p->jobs * most_of(0, now) / p->n;
    return change->used ? p->jobs * most_of(0, then) / p->n_new : 0;
}

/* The most, but for what is added. A round of fewer warps is no longer than one of more. */
static double most_cycles(const struct ga_prediction *p, double before, double demand) {
    return (p->cycles + most_of(0, p->jobs * (demand - before))) * most_of(1, p->n / p->n_new);
}

/* The weight of T - (B - B') beside the mean value analysis, which is 1 - weight: 1 if the unit is what holds the
 * launch back with the change and without, or was full without it: then what else warps wait for is because of it. */
static double one_by_one_weight(double before, double after) {
    const double stays =
        (least_of(before, after) - GA_OPEN_FROM) / (GA_PREDICT_FULL - GA_OPEN_FROM);
    const double was = (before - GA_PREDICT_WAS_FULL) / (1 - GA_PREDICT_WAS_FULL);
    return 1 - (1 - ga_within(stays, 0, 1)) * (1 - ga_within(was, 0, 1)) / 2;
}

/* Whether a warp has so few atomics that it does not go round: all warps come to the unit at about the same time, and
 * what it is busy for, or they wait for, is not hidden. */
static bool has_few(const struct ga_prediction *p) {
    return p->n_new == p->n && p->jobs < GA_PREDICT_FEW * p->n;
}

/* out: T'. one: T - (B - B'), or what the others are busy for. waited: for results; less than 0: no longer. */
static double estimate(struct ga_prediction *p, double one, double waited) {
    const double demand = p->demand_new.at;
    const double not_hidden = has_few(p) ? waited : 0;
    if (p->source == GA_ELSEWHERE_HIDDEN) {
        p->weight = 1;
        return one + not_hidden;
    }
    double queued = p->cycles * p->n / p->n_new * ga_closed_round(p->n_new, demand, p->elsewhere) /
                    ga_closed_round(p->n, p->demand, p->elsewhere);
    p->weight = 0;
    if (p->n_new == p->n) { /* a cycle of the unit is one of T at the most */
        queued = demand < p->demand ? most_of(queued, one) : least_of(queued, one);
        p->weight = has_few(p) ? 1 : one_by_one_weight(p->used, p->jobs * demand / one);
    }
    p->ends = (struct ga_interval){least_of(one, queued), NAN, most_of(one, queued)};
    return pow(one, p->weight) * pow(queued, 1 - p->weight) + not_hidden;
}

/* Of blocks of another size there are more or fewer, and what each does once is no work of the unit: nothing
 * bounds it. */
static void leave_blocks_open(const struct ga_change *change, struct ga_prediction *p) {
    if (!change->threads)
        return;
    p->cycles_new.low = p->cycles_new.high = p->used_new.low = p->used_new.high = NAN;
    GA_SAY(p,
           "%sa guess without bounds: what a block does once, clearing and merging, is taken to be "
           "as it was",
           *p->reason ? "; " : "");
}

static void say(const struct ga_change *change, enum unit limit, double least, double waited,
                struct ga_prediction *p) {
    const bool full = p->used >= GA_PREDICT_FULL &&
                      p->jobs * p->demand_new.at >= GA_PREDICT_FULL * p->cycles_new.at;
    const bool held = p->cycles_new.at <= least * (1 + 1e-9); /* but for rounding */
    if (held && limit == ISSUE && change->instructions > 0)
        GA_SAY(p, "a guess: held by the instructions, of which those that are added take as long "
                  "as the others");
    else if (held && limit != ATOMIC_UNIT)
        GA_SAY(p, "held by %s", unit_names[limit]);
    else if (full && p->weight >= 1 && !(has_few(p) && waited != 0))
        GA_SAY(p, "the unit stays full: T changes by as much as what it is busy for");
    else if (p->source == GA_ELSEWHERE_HIDDEN)
        GA_SAY(p, "a guess: the unit hides what else warps do, and T changes by what the unit is "
                  "busy for at the most");
    else if (p->ends.high > GA_PREDICT_FAR * p->ends.low)
        GA_SAY(p,
               "a guess between %.0f cycles and %.0f: the unit does not stay full, and of the rest "
               "it is not known what is because of it, or hidden by it",
               p->ends.low, p->ends.high);
    leave_blocks_open(change, p);
}

/* What a launch takes with p->demand_new. */
static void predict(const struct ga_utilization *u, const double *at,
                    const struct ga_change *change, double waited, const struct ga_interval *before,
                    struct ga_prediction *p) {
    const struct ga_interval *const d = &p->demand_new;
    enum unit limit = ATOMIC_UNIT, at_low = ATOMIC_UNIT;
    take_elsewhere(at, p);
    const double least = busy_cycles(p, u, at, change, d->at, GA_PREDICT_ISSUE, &limit);
    const double one = most_of(p->cycles - p->jobs * (p->demand - d->at), least);
    const double cycles = estimate(p, one, waited);
    const double added = p->cycles * added_share(at, change) + most_of(0, waited);
    p->cycles_new.high = most_of(most_cycles(p, before->low, d->high) + added, least);
    p->cycles_new.at = ga_within(cycles, least, p->cycles_new.high);
    p->cycles_new.low =
        least_of(p->cycles_new.at, busy_cycles(p, u, at, change, d->low, 1, &at_low));
    p->ends.low = ga_within(p->ends.low + least_of(0, waited), p->cycles_new.low, p->cycles_new.at);
    p->ends.high = ga_within(p->ends.high + added, p->cycles_new.at, p->cycles_new.high);
    p->used_new = (struct ga_interval){ga_within(p->jobs * d->low / p->cycles_new.high, 0, 1),
                                       ga_within(p->jobs * d->at / p->cycles_new.at, 0, 1),
                                       ga_within(p->jobs * d->high / p->cycles_new.low, 0, 1)};
    say(change, limit, least, waited, p);
}

/* Nothing changes, whatever is known of it. */
static void keep(const double *at, const struct ga_change *change, struct ga_prediction *p) {
    take_elsewhere(at, p);
    p->demand_new = (struct ga_interval){p->demand, p->demand, p->demand};
    p->cycles_new = (struct ga_interval){p->cycles, p->cycles, p->cycles};
    p->used_new = (struct ga_interval){p->used, p->used, p->used};
    GA_SAY(p, "nothing of the unit's changes");
    leave_blocks_open(change, p);
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
    else if (change->instructions > 0 && !(launch->at[GA_Q_instructions] > 0))
        GA_SAY(p,
               "--instructions: the counters do not say how many there are; collect them with: %s "
               "%s",
               ga_counters_option(GA_NCU), ga_counters_name(GA_NCU, GA_Q_instructions));
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
    struct ga_interval before = demand_at(table, launch, &now, 0);
    p->demand = least_of(before.at, p->cycles / p->jobs);
    p->used = p->jobs * p->demand / p->cycles;
    p->n = most_of(p->n, p->used); /* what is served is resident */
    p->n_new = ga_within(p->n * warps, 0, device->warps_per_sm);
    p->e_new = ga_change_lanes(change, odds, p->e);
    p->demand_new =
        demand_at(table, launch, &p->e_new, change->unused && isnan(change->lanes) ? p->e : 0);
    const bool as_it_is = same && p->e_new.low >= p->e && p->e_new.high <= p->e;
    if (as_it_is && p->n_new == p->n && !(change->instructions > 0)) {
        keep(launch->at, change, p);
        return;
    }
    if (as_it_is) /* nothing of the unit's changes, its uncertainty neither */
        p->demand_new = before = (struct ga_interval){p->demand, p->demand, p->demand};
    predict(&u, launch->at, change, waited_cycles(table, change, p), &before, p);
}
