#include "l2.h"

#include <math.h>
#include <string.h>

#include "reason.h"

/* Those of the hardware's answer first, then those of the demand. */
static const enum ga_quantity needed[] = {GA_Q_l2_busy_max, GA_Q_l2_busy_mean, GA_Q_l2_atoms_max,
                                          GA_Q_l2_reds_max, GA_Q_duration};
enum { N_HARDWARE = 2, N_NEEDED = sizeof needed / sizeof *needed };

static double larger(double x, double y) { return isnan(x) || y > x ? y : x; }
static double at_most(double x, double most) { return x > most ? most : x; }

static void by_hardware(const double *at, struct ga_l2 *l2) {
    l2->hardware = at[GA_Q_l2_busy_max] / 100;
    l2->mean = at[GA_Q_l2_busy_mean] / 100;
    if (isnan(l2->hardware) && at[GA_Q_l2_elapsed] > 0)
        l2->hardware = at[GA_Q_l2_input_max] / at[GA_Q_l2_elapsed];
    if (isnan(l2->mean) && at[GA_Q_l2_elapsed] > 0)
        l2->mean = at[GA_Q_l2_input_mean] / at[GA_Q_l2_elapsed];
}

static bool has_sectors(const double *at) {
    return !isnan(at[GA_Q_l2_atoms_max]) && !isnan(at[GA_Q_l2_reds_max]);
}

/* Lanes of a sector that can have been on one word: those of a warp over the sectors of its request. */
static double lanes_most(const struct ga_model_device *d, const double *at) {
    const double sectors = at[GA_Q_global_atom_sectors] + at[GA_Q_global_red_sectors];
    const double each = sectors / (at[GA_Q_global_atoms] + at[GA_Q_global_reds]);
    const double lanes = at[GA_Q_threads] >= 1 ? at[GA_Q_threads] : d->warp_size;
    const double most = lanes / (each >= 1 ? each : 1);
    return most < 1 ? 1 : at_most(most, d->warp_size);
}

bool ga_l2_counts_lanes(const struct ga_model_device *d, const double *at) {
    const double sent = at[GA_Q_global_atom_sectors] + at[GA_Q_global_red_sectors];
    return strcmp(d->target, "sm_90") == 0 ||
           (sent > 0 && at[GA_Q_l2_atoms] + at[GA_Q_l2_reds] > GA_L2_REPEATS * sent);
}

/* Of the two kinds of atomics the commoner counts, because nothing tells whether both were the most on the same
 * slice: what a kernel with both needs at the least. */
static void by_demand(const struct ga_model_device *d, const double *at,
                      const struct ga_l2_range *type, bool combined, struct ga_l2 *l2) {
    if (!d->has_l2 || !has_sectors(at) || !(at[GA_Q_duration] > 0))
        return;
    const double each =
        larger(at[GA_Q_l2_atoms_max], at[GA_Q_l2_reds_max]) / at[GA_Q_duration]; /* 1/ns */
    const double most = combined || ga_l2_counts_lanes(d, at) ? 1 : lanes_most(d, at);
    const double said = at_most(d->global_lanes, most);
    const double lanes = isnan(said) ? 1 : said;
    l2->lanes_most = isnan(said) ? most : said;
    l2->demand = at_most(each * ga_line_at(&d->l2, lanes), 1);
    l2->demand_most = at_most(each * ga_line_at(&d->l2, l2->lanes_most) * type->most, 1);
    if (type->least > 1 && type->least >= type->most && l2->lanes_most <= lanes)
        l2->word = each * ga_line_at(&d->l2, lanes) * type->most;
}

/* What the answer turns on, and what tells it: the code a type, nothing the lanes. loops is NaN where no code is known. */
static void say_open(const struct ga_model_device *d, const struct ga_l2_range *range,
                     struct ga_l2 *l2) {
    const bool lanes = isnan(d->global_lanes) && l2->lanes_most > 1;
    const bool type = range->most > range->least;
    const double percent = 100 * l2->demand_most;
    if (!lanes && !type) { /* floats, which take longer on one word alone */
        GA_SAY(l2, "; on one word for %.0f %%, which no counter tells: `whatif` measures it",
               percent);
        return;
    }
    GA_SAY(l2, "; if ");
    if (lanes)
        GA_SAY(l2, "all %.3g lanes of a sector are on one word", l2->lanes_most);
    if (type && *range->unmeasured)
        GA_SAY(l2, "%s%s takes as long as %s", lanes ? " and " : "", range->unmeasured,
               range->slowest);
    else if (type)
        GA_SAY(l2, "%sthey are %s", lanes ? " and " : "", range->slowest);
    GA_SAY(l2, ", for %.0f %%", percent);
    if (type && *range->unmeasured)
        GA_SAY(l2, ", which no table has: `whatif` measures what goes away");
    else if (lanes)
        GA_SAY(l2, ", which no counter tells: `whatif` measures what goes away");
    if (type && !*range->unmeasured && !(lanes && l2->ran))
        GA_SAY(l2, "%s%s", lanes ? "; " : ": ",
               isnan(l2->loops) ? "--code FILE or --global-type NAME says what they are (`inspect "
                                  "--csv FILE -- PROGRAM` writes FILE)"
               : l2->ran        ? "each of them ran: `whatif` measures what goes away"
                         : "`profile --source` or --global-type NAME says which of them ran");
}

/* Time and cycles are of passes at different clocks: the launch may have been as much longer or shorter, and percentages of the
 * L2's are of another time. */
static void by_clock(const struct ga_model_device *d, const double *at, struct ga_l2 *l2) {
    l2->clock = ga_passes_clock(d, at);
    l2->is_apart = ga_passes_differ(d, at);
    if (!l2->is_apart)
        l2->busy = at[GA_Q_l2_busy] / 100;
}

static void by_waits(const struct ga_model_device *d, const double *at, struct ga_l2 *l2) {
    const double warps = at[GA_Q_occupancy] / 100 * d->warps_per_sm * d->sm_count;
    if (l2->used == 0)
        l2->waits = 0;
    else if (d->has_types)
        l2->waits = at[GA_Q_global_atoms] * d->types.wait_ns / (warps * at[GA_Q_duration]);
}

/* The ends between which the share lies. */
static double least_of(const struct ga_l2 *l2) {
    return l2->is_apart && l2->clock > 1 ? l2->share / l2->clock : l2->share;
}
static double most_of(const struct ga_l2 *l2) {
    const double most = larger(l2->demand_most, l2->share);
    return isnan(l2->demand_most)          ? NAN
           : l2->is_apart && l2->clock < 1 ? at_most(most / l2->clock, 1)
                                           : most;
}

/* Whether a slice alone is busy, and for just as long as one word takes for so many of that type. */
static bool is_word(const struct ga_l2 *l2) {
    return l2->word >= GA_L2_WORD && l2->word <= GA_L2_OVER &&
           l2->mean < l2->hardware / GA_L2_ALONE;
}

/* A `not` where there is more to wait for than the busiest slice's unit: all that goes through the L2, or results. */
static void look_further(struct ga_l2 *l2) {
    const bool are_few = l2->share < GA_L2_FEW;
    if (l2->is_apart && !are_few) {
        l2->verdict = GA_LEFT_OPEN;
        GA_SAY(l2, ", so that how busy the L2 is with all that goes through it is not known");
    } else if (l2->busy >= GA_OPEN_FROM && !are_few) {
        l2->verdict = GA_LEFT_OPEN;
        GA_SAY(l2, "; but the L2 is busy for %.0f %% with all that goes through it",
               100 * l2->busy);
    } else if (l2->waits >= GA_L2_WAITS) {
        l2->verdict = GA_LEFT_OPEN;
        GA_SAY(l2, "; but its warps may wait for results for %.0f %% of the time",
               100 * at_most(l2->waits, 1));
    }
}

static void judge(const struct ga_model_device *d, const struct ga_l2_range *type,
                  struct ga_l2 *l2) {
    const bool by_counter = !l2->is_apart && !isnan(l2->hardware) && !(l2->demand > l2->hardware);
    l2->share = by_counter ? l2->hardware : l2->demand;
    l2->on_word = is_word(l2);
    if (l2->on_word)
        l2->share = at_most(l2->word, 1);
    l2->verdict = ga_verdict_of(l2->share);
    GA_SAY(l2, "the busiest slice's atomic unit is busy for %.0f %% of the time %s",
           100 * l2->share, by_counter && !l2->on_word ? "by its own counter" : "by demand");
    if (!isnan(l2->mean) && !l2->is_apart)
        GA_SAY(l2, ", all of them on the mean for %.1f %%", 100 * l2->mean);
    if (l2->on_word)
        GA_SAY(l2, "; its atomics take as long as on one word");
    if (l2->loops > 0)
        GA_SAY(l2, "; in a loop of compare-and-swaps");
    const bool is_open = isnan(l2->demand_most) || ga_verdict_of(l2->demand_most) > l2->verdict;
    if (is_open && !isnan(l2->demand_most))
        say_open(d, type, l2);
    else if (is_open && d->has_l2 && !d->has_types)
        GA_SAY(
            l2,
            "; adds of floats take longer, by how much `run --bench global_operations` measures");
    if (l2->is_apart)
        GA_SAY(l2, "; the profiler's passes differ: its cycles and time are of a clock of %.0f %%",
               100 * l2->clock);
    const enum ga_verdict least = ga_verdict_of(least_of(l2));
    if (l2->on_word)
        l2->verdict = GA_BOTTLENECK;
    else if (least == GA_NOT && !(most_of(l2) < GA_OPEN_FROM)) /* nor if that is not known */
        l2->verdict = GA_UNKNOWN;
    else
        l2->verdict = least;
    if (l2->verdict == GA_NOT)
        look_further(l2);
}

/* What the answer would be better with. */
static void say_missing(const struct ga_model_device *d, const double *at, struct ga_l2 *l2) {
    if (isnan(l2->hardware)) {
        GA_SAY(l2, "; its own counter: ");
        ga_counters_missing(GA_NCU, at, needed, N_HARDWARE, l2->reason, sizeof l2->reason);
    }
    if (isnan(l2->demand) && d->has_l2) {
        GA_SAY(l2, "; for its demand: ");
        ga_counters_missing(GA_NCU, at, needed + N_HARDWARE, N_NEEDED - N_HARDWARE, l2->reason,
                            sizeof l2->reason);
    }
}

void ga_l2_of(const struct ga_model_device *d, enum ga_profiler profiler,
              const struct ga_launch_counters *launch, const struct ga_l2_atomics *atomics,
              struct ga_l2 *l2) {
    const double *const at = launch->at;
    const struct ga_l2_range type = d->has_types
                                        ? ga_l2_types_range(&d->types, atomics)
                                        : (struct ga_l2_range){1, NAN, GA_ADDS_OTHER, "", ""};
    *l2 = (struct ga_l2){.hardware = NAN,
                         .mean = NAN,
                         .busy = NAN,
                         .demand = NAN,
                         .demand_most = NAN,
                         .lanes_most = NAN,
                         .share = NAN,
                         .clock = NAN,
                         .word = NAN,
                         .waits = NAN,
                         .loops = NAN,
                         .used = NAN,
                         .in_loop = true,
                         .verdict = GA_UNKNOWN};
    if (atomics && atomics->n > 0) {
        l2->loops = atomics->loops;
        l2->in_loop = atomics->in_loop;
        l2->used = atomics->used;
        l2->steers = atomics->steers;
        l2->skips = atomics->skips;
        l2->shares = atomics->shares;
        l2->combined = atomics->combined;
        l2->places = atomics->places;
        l2->follows = atomics->follows;
        l2->ran = atomics->ran;
    }
    l2->shared_places = atomics && atomics->shared_places;
    l2->phases = atomics ? atomics->phases : 0;
    if (profiler != GA_NCU) {
        GA_SAY(l2, "only Nsight Compute's counters tell of the L2's atomic unit");
        return;
    }
    by_hardware(at, l2);
    by_clock(d, at, l2);
    by_demand(d, at, &type, atomics && atomics->combined, l2);
    if (isnan(l2->hardware) && isnan(l2->demand)) {
        GA_SAY(l2, "counters are missing; collect them with: ");
        ga_counters_missing(profiler, at, needed, d->has_l2 ? N_NEEDED : N_HARDWARE, l2->reason,
                            sizeof l2->reason);
        return;
    }
    const double requests = at[GA_Q_global_atoms] + at[GA_Q_global_reds];
    l2->has_atomics = isnan(requests) || requests > 0 || l2->hardware > 0 || l2->demand > 0;
    if (!l2->has_atomics) {
        l2->verdict = GA_NOT;
        GA_SAY(l2, "the kernel has no atomics on global memory");
        return;
    }
    if (l2->is_apart && isnan(l2->demand)) {
        GA_SAY(l2, "the profiler's passes differ, so that no percentage of the L2's tells");
        if (!d->has_l2)
            GA_SAY(l2, "; what its counts take `run --bench global_threads_per_warp` measures");
    } else {
        by_waits(d, at, l2);
        judge(d, &type, l2);
    }
    say_missing(d, at, l2);
}
