#include "gain.h"

#include <math.h>
#include <stdio.h>

#include "within.h"

enum unit { SHARED, LOOPS, L2, N_UNITS };

static const struct coefficients {
#define GA_GAIN(name, shared, loops, l2, what) double name;
#include "gain.def"
} fitted[N_UNITS] = {{
#define GA_GAIN(name, shared, loops, l2, what) .name = shared,
#include "gain.def"
                     },
                     {
#define GA_GAIN(name, shared, loops, l2, what) .name = loops,
#include "gain.def"
                     },
                     {
#define GA_GAIN(name, shared, loops, l2, what) .name = l2,
#include "gain.def"
                     }};

/* By which share the coefficients of a unit may be off, and half of the interval where all goes: from ALL on. */
static const struct spread {
    double off, half;
} spreads[N_UNITS] = {
#define GA_OFF(unit, off, half) [unit] = {off, half},
#include "gain.def"
};
#define ALL 0.9

/* Added to each end, of short launches so many times more as this is of theirs: a share of that by which coefficients are off, but
 * no more than a point and a share of the time for which atomics are served or waited for. */
#define SHORT_US 12
#define POINTS (1. / 3)
#define NEAR 0.01
#define LITTLE 0.4

/* Times the mean's for which the busiest slice is busy, from which few words are hot. */
#define HOT 3
/* Lanes of a sector, from which its words may be added to side by side; 32-bit words of a sector. */
#define LEAST_LANES 2
#define SECTOR_WORDS 8
/* Of a launch's clock, over the tables'. */
#define LEAST_CLOCK 0.01
/* Share of the waiting in which warps cannot even hand atomics over, from which those words wait for one another all the same. */
#define BACKED_UP 0.1
/* Share of its hardware's time for which the L2's unit is given something when it is full. */
#define L2_FULL 0.84

/* Of what is known. */
static double larger(double x, double y) { return isnan(x) || y > x ? y : x; }
static double known(double x) { return isnan(x) ? 0 : x; }
static double share(double percent) { return known(percent) / 100; }

/* The model. What remains is what everything else takes, or the time without the atomics' part of the unit, which overlaps
 * with the rest to the power p; the larger of both. Where an atomic picks the last block, what that does goes at the least. */
static double gain_of(const struct coefficients *k, const struct ga_gain_inputs *in) {
    const double net = larger(1 - k->launch_us / in->us, 0.2);
    const double of = k->full * (in->elapsed ? net : 1);
    const double busy = ga_within(larger(in->busy, in->through / k->through) / of, 0, 1);
    const double stays = busy * larger(0, 1 - in->goes / larger(in->busy, 1e-9));
    const double others = larger(larger(k->issue * in->issue, k->memory * in->memory),
                                 k->load_us * in->loads / in->us);
    const double power = 1 / (in->phased / k->phased + (1 - in->phased) / k->power);
    const double alone = pow(1 - pow(busy, power) + pow(stays, power), 1 / power);
    const double waits = ga_within(k->waits * in->waits + k->turn * in->turns, 0, 1);
    const double rest = larger(others / net + k->other * in->other, alone * (1 - waits));
    const double last = in->last ? larger(k->last_us / in->us, k->tail * in->tail) : 0;
    return larger(net * (1 - ga_within(rest, 0, 1)), ga_within(last, 0, 1));
}

/* All of them off so that more goes. */
static struct coefficients off_by(struct coefficients k, double by) {
    k.launch_us /= by, k.issue /= by, k.memory /= by, k.load_us /= by, k.full /= by, k.other /= by;
    k.waits *= by, k.turn *= by, k.last_us *= by, k.tail *= by;
    return k;
}

static void answer(enum unit unit, struct ga_expected *gain) {
    const struct coefficients *const k = &fitted[unit];
    const struct ga_gain_inputs *const in = &gain->by;
    const struct spread *const spread = &spreads[unit];
    const double by = 1 + spread->off, most = POINTS * spread->off, scale = 1 + SHORT_US / in->us;
    const double served = NEAR + LITTLE * (in->goes + in->waits);
    const double points = (in->last || most < served ? most : served) * scale;
    const struct coefficients less = off_by(*k, 1 / by), more = off_by(*k, by);
    gain->share = gain_of(k, in);
    gain->low = gain_of(&less, in) - points;
    gain->high = gain_of(&more, in) + points;
    if (gain->share >= ALL) {
        gain->low = gain->share - spread->half * scale;
        gain->high = gain->share + spread->half * scale;
    }
    gain->low = ga_within(gain->low, 0, gain->share);
    gain->high = ga_within(gain->high, gain->share, 1);
}

/* Of three numbers; 0: they are not known. */
static double product_of(const char *numbers) {
    unsigned x = 0, y = 0, z = 0;
    return sscanf(numbers, "(%u, %u, %u)", &x, &y, &z) == 3 ? (double)x * y * z : 0;
}

static double warps_of(const struct ga_launch_counters *launch) {
    return product_of(launch->grid) * ceil(product_of(launch->block) / 32);
}

/* Where the code does not tell whether the kernel reads in loops apart, the interval holds both. Blocks of another wave are
 * elsewhere in it. In a loop that adds, too, what is read for the first time overlaps with nothing. */
static void answer_shared(const struct ga_launch_counters *launch, const struct ga_l2 *l2,
                          struct ga_expected *gain) {
    const double *const at = launch->at;
    const enum unit unit = gain->by.loops ? LOOPS : SHARED;
    const double at_once = 1 / larger(at[GA_Q_waves], 1);
    const double times = (at[GA_Q_jobs_alu] + at[GA_Q_jobs_cas]) / warps_of(launch);
    gain->by.phased = l2->phases == GA_PHASED ? at_once : at_once / larger(times, 1);
    answer(unit, gain);
    if (l2->phases == GA_PHASED || l2->phases == GA_MIXED)
        return;
    struct ga_expected other = *gain;
    other.by.phased = at_once;
    answer(unit, &other);
    gain->high = larger(gain->high, other.high);
}

/* A launch takes as long as its busiest SM. */
static void of_shared(const struct ga_launch_counters *launch, const struct ga_utilization *u,
                      const struct ga_l2 *l2, struct ga_expected *gain) {
    const double *const at = launch->at;
    const double mean = isnan(u->demand) ? u->hardware : u->demand;
    const double busiest = u->busiest > 0 && u->hardware > 0 ? u->busiest / u->hardware : 1;
    struct ga_gain_inputs *const in = &gain->by;
    in->busy = larger(u->pipe, mean) * busiest;
    in->loops = u->loops;
    in->goes = u->loops ? in->busy : mean * busiest;
    const double part = in->goes / larger(in->busy, 1e-9);
    in->waits = known(at[GA_Q_wait_result] / at[GA_Q_latency]) * part;
    in->turns =
        u->loops ? part * at[GA_Q_jobs_cas] / (at[GA_Q_instructions] * at[GA_Q_latency]) : 0;
    in->memory = larger(l2->busy, share(at[GA_Q_memory_busy]));
    in->other = known(l2->demand);
    answer_shared(launch, l2, gain);
}

/* Lanes that the L2 serves with a sector. */
static double lanes_of(const double *at) {
    return (at[GA_Q_global_atoms] + at[GA_Q_global_reds]) * at[GA_Q_threads] /
           (at[GA_Q_l2_atoms] + at[GA_Q_l2_reds]);
}

/* Share of the time in which warps wait for results of atomics: memory's results, which those of loads are, too, each
 * counting alike, but for those of a compare-and-swap loop, which are its own. Atomics that return nothing are not waited
 * for. */
static double waits_of(const double *at, const struct ga_l2 *l2) {
    const double atoms = at[GA_Q_global_atoms], loads = l2->loops > 0 ? 0 : at[GA_Q_global_loads];
    const double waiting = ga_within(at[GA_Q_wait_memory] / at[GA_Q_latency], 0, 1);
    return atoms > 0 ? known(waiting) * atoms / (atoms + loads) : 0;
}

/* The atomics' share of the sectors that the L2 serves; 1 where not all are counted. */
static double part_of(const double *at) {
    const double atomics = at[GA_Q_l2_atoms] + at[GA_Q_l2_reds];
    return atomics < at[GA_Q_l2_sectors] ? atomics / at[GA_Q_l2_sectors] : 1;
}

/* Whether few words are hot: the busiest slice has many times the mean's to do. */
static bool is_hot(const struct ga_l2 *l2) { return l2->mean / l2->hardware < 1. / HOT; }

/* How lanes of a warp add to words of a sector. Side by side is at once, but where all atomics are to one sector: then they back up
 * to the SMs. Lanes are the mean of all instructions: with more than a sector has words, where each lane on a word counts, few of
 * them add, or half of a warp. */
enum lanes { ONE_BY_ONE, FEW, SIDE_BY_SIDE };
static enum lanes lanes_at(const struct ga_model_device *d, const double *at) {
    const double lanes = lanes_of(at);
    const bool is_backed_up = at[GA_Q_wait_queue] >= BACKED_UP * at[GA_Q_latency];
    if (!(lanes >= LEAST_LANES) || is_backed_up)
        return ONE_BY_ONE;
    return ga_l2_counts_lanes(d, at) && lanes > SECTOR_WORDS ? FEW : SIDE_BY_SIDE;
}

/* How long the busiest slice is busy, if its atomics take `type` times as long as adds of integers. */
static double busy_of(const struct ga_l2 *l2, double type) {
    const double hardware = l2->is_apart ? 0 : l2->hardware / L2_FULL;
    const double all = l2->mean / l2->hardware;
    return larger(hardware, l2->demand * (type + (1 - type) * known(all)));
}

/* The share of the time in which SMs that have had blocks have none left, but for the one that is last. */
static double tail_of(const struct ga_model_device *d, const double *at, double blocks) {
    const double most = ga_within(blocks / d->sm_count, 0, 1);
    return ga_within(1 - at[GA_Q_cycles] / (at[GA_Q_cycles_max] * most), 0, 1);
}

/* Whether there is one atomic a block, with a result, and nothing else: it tells a sum's last block that it is. One whose
 * result goes to the whole block hands out the work, as that of radix sort's one sweep; without the code they look alike. */
static bool is_one_a_block(const struct ga_launch_counters *launch) {
    const double blocks = product_of(launch->grid);
    return blocks > 0 && launch->at[GA_Q_global_atoms] == blocks &&
           launch->at[GA_Q_global_reds] == 0;
}

/* Whether a warp adds more than once without a result, as in a loop, which may go by what it adds to. */
static bool adds_again(const struct ga_launch_counters *launch) {
    return !(launch->at[GA_Q_global_reds] <= warps_of(launch));
}

/* By the code, and, of a result that a block goes by, by how many atomics there are. */
static void steer(enum ga_profiler profiler, const struct ga_launch_counters *launch,
                  const struct ga_l2 *l2, struct ga_expected_gains *gains) {
    const double atoms = launch->at[GA_Q_global_atoms], all = atoms + launch->at[GA_Q_global_reds];
    gains->steers = l2->steers || (l2->shares && is_one_a_block(launch));
    gains->may_steer = profiler == GA_NCU && l2->has_atomics && !(atoms <= 0) && !gains->steers &&
                       (!l2->follows || (l2->shares && isnan(all)));
    gains->may_go_by_sums = profiler == GA_NCU && l2->has_atomics && !gains->steers &&
                            !l2->follows && l2->in_loop && adds_again(launch);
}

/* The ends, too, if the unit is busy for another share of the time, or a last block takes no longer than the least. */
static void widen_to(struct ga_expected *gain, double busy, double tail) {
    struct ga_expected other = *gain;
    other.by.busy = other.by.goes = busy;
    other.by.tail = tail;
    answer(L2, &other);
    gain->low = ga_within(gain->low, 0, other.low);
    gain->high = larger(gain->high, other.high);
}

/* What no counter tells is in the interval: whether lanes of a warp wait for one another, how long the launch took at the tables'
 * clock, and whether SMs that have nothing left wait for a last block, or for a last wave. */
static void of_l2(const struct ga_model_device *d, const double *at, const struct ga_l2 *l2,
                  const struct ga_l2_range *types, struct ga_expected *gain) {
    const double slow = is_hot(l2) ? larger(1, types->most) : 1;
    const double clock = l2->is_apart ? l2->clock : 1;
    const enum lanes lanes = lanes_at(d, at);
    struct ga_gain_inputs *const in = &gain->by;
    in->elapsed = true;
    in->busy = in->goes = busy_of(l2, lanes == SIDE_BY_SIDE ? 1 : slow);
    in->through = l2->mean > l2->hardware / 2 ? known(l2->busy) * part_of(at) : 0;
    in->waits = waits_of(at, l2);
    in->memory = share(at[GA_Q_memory_busy]);
    answer(L2, gain);
    widen_to(gain, busy_of(l2, slow) / ga_within(clock, LEAST_CLOCK, 1), in->tail);
    widen_to(gain, busy_of(l2, lanes == ONE_BY_ONE ? slow : 1) / larger(clock, 1), 0);
}

/* Without the atomics on shared memory there may be nothing to add to global memory: those go, too, one after the other, and
 * nothing is left that either unit would have to wait for in the other. Without the code it may be so, or not: the interval holds
 * both, and what is said is between. Of two kinds of atomics, each is off by itself. global: with nothing elsewhere. */
static void take_more(const struct ga_launch_counters *launch, const struct ga_l2 *l2,
                      const struct ga_expected *global, struct ga_expected *shared) {
    struct ga_expected own = *shared;
    own.by.other = 0;
    answer_shared(launch, l2, &own);
    const double both = ga_within(own.share + global->share, 0, 1);
    const double less = hypot(own.share - own.low, global->share - global->low);
    const double more = hypot(own.high - own.share, global->high - global->share);
    shared->by.merges = l2->skips ? 1 : 0.5;
    shared->share += shared->by.merges * (both - shared->share);
    shared->high = larger(shared->high, ga_within(both + more, 0, 1));
    if (l2->skips)
        shared->low = ga_within(both - less, 0, 1);
}

/* Whether atomics on global memory may go with those on shared memory, as the code says, or as it is not known. */
static bool may_merge(const struct ga_l2 *l2) {
    return l2->has_atomics && (l2->skips || !l2->follows);
}

/* Where the passes differ demand alone tells. */
static bool is_untold(const struct ga_l2 *l2) { return l2->is_apart && isnan(l2->demand); }

/* Without the atomics what is stored goes elsewhere: how long that takes nobody knows, so that nothing may be gained. */
static void widen_lists(const struct ga_l2 *l2, struct ga_expected_gains *gains) {
    if (l2->places && !isnan(gains->l2.low))
        gains->l2.low = 0;
    if (l2->shared_places && !isnan(gains->shared.low))
        gains->shared.low = 0;
}

/* Without one of these a prediction would be up to 64 points another. */
static const enum ga_quantity needed[] = {
    GA_Q_duration,    GA_Q_instructions_busy, GA_Q_l2_busy,      GA_Q_memory_busy,
    GA_Q_occupancy,   GA_Q_latency,           GA_Q_wait_result,  GA_Q_wait_memory,
    GA_Q_wait_queue,  GA_Q_global_loads,      GA_Q_threads,      GA_Q_loads,
    GA_Q_pipe_passes, GA_Q_passes_max,        GA_Q_cycles_max,   GA_Q_global_atoms,
    GA_Q_global_reds, GA_Q_l2_atoms_max,      GA_Q_l2_reds_max,  GA_Q_l2_atoms,
    GA_Q_l2_reds,     GA_Q_l2_sectors,        GA_Q_l2_busy_mean, GA_Q_cycles,
    GA_Q_instructions /* of loops alone */};

void ga_expected_gains_of(const struct ga_model_device *d, enum ga_profiler profiler,
                          const struct ga_launch_counters *launch, const struct ga_utilization *u,
                          const struct ga_l2 *l2, const struct ga_l2_range *types,
                          struct ga_expected_gains *gains) {
    const double *const at = launch->at;
    const double warps = at[GA_Q_occupancy] / 100 * d->warps_per_sm * d->sm_count;
    const struct ga_expected nothing = {.share = NAN,
                                        .low = NAN,
                                        .high = NAN,
                                        .by = {.us = at[GA_Q_duration] / 1000,
                                               .issue = share(at[GA_Q_instructions_busy]),
                                               .loads = at[GA_Q_global_loads] / warps}};
    *gains = (struct ga_expected_gains){nothing, nothing, false, false, false, ""};
    gains->l2.by.other = known(u->demand);
    gains->l2.by.last = is_one_a_block(launch);
    gains->l2.by.tail = gains->l2.by.last ? tail_of(d, at, product_of(launch->grid)) : 0;
    steer(profiler, launch, l2, gains);
    if (profiler != GA_NCU ||
        ga_counters_missing(profiler, at, needed, sizeof needed / sizeof *needed - !u->loops,
                            gains->missing, sizeof gains->missing) ||
        !(nothing.by.us > 0 && warps > 0))
        return;
    if (u->jobs > 0 && u->verdict != GA_UNKNOWN)
        of_shared(launch, u, l2, &gains->shared);
    if (may_merge(l2) && is_untold(l2) && !isnan(gains->shared.share))
        gains->shared.high = 1;
    if (l2->has_atomics && l2->hardware > 0 && !is_untold(l2) && !gains->steers) {
        struct ga_expected alone = gains->l2;
        alone.by.other = 0;
        of_l2(d, at, l2, types, &gains->l2);
        of_l2(d, at, l2, types, &alone);
        if (!isnan(gains->shared.share) && may_merge(l2))
            take_more(launch, l2, &alone, &gains->shared);
    }
    if (gains->may_steer && !isnan(gains->l2.share))
        gains->l2.high = 1;
    widen_lists(l2, gains);
}
