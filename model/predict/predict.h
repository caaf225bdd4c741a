/* What a change of a kernel's atomics would make of a launch's time and of the unit's utilization.
 *
 * A launch is a closed network (closed.h): n^ warps of an SM, N visits to the unit in T cycles, so that by
 * Little's law a round takes n T / N. A visit costs D, from the measured table; with the change D', and n'.
 * What else a round takes, Z, is
 *   seen        from the counters of what warps wait for: all but their waiting for the shared-memory pipe and its
 *               results, of which the atomics' part is their part of its passes;
 *   fitted      without these, where the unit is less than GA_PREDICT_HIDDEN busy: the Z with which mean value
 *               analysis gives the T that was measured;
 *   not known   otherwise: a full unit hides it.
 * With B = N D, T' is
 *   T - (B - B')  where the unit is full with the change and without: what it is busy for less is saved, and what it is
 *                 busy for more is added; or what another unit is busy for, if that is more;
 *   the weighted geometric mean of that and of T times the rounds' ratio by mean value analysis where the unit does
 *                 not stay full, both alike where it was and is less than half busy: the waits of a unit that is nearly
 *                 full are more even than the analysis has them, and part of Z as it is seen is because of the unit,
 *                 whose jobs hold up others. The two are the ends of a guess, which is said;
 *   the first     where Z is not known;
 *   the first and what waiting for results adds or saves, where a warp has fewer atomics than GA_PREDICT_FEW: it does
 *                 not go round, and what all warps do at about the same time hides nothing.
 * T' >= what any unit is busy for, and what the launch was measured to take without its atomics. T' <= T + what is added:
 * by the unit, by instructions, by waiting for results; n / n' times that if n' is less. D' = D and no more instructions
 * give T' = T exactly. What the change makes of work that is not the unit's (a merge of what blocks counted, that there are
 * more or fewer blocks) is not in it. */
#ifndef GA_PREDICT_H
#define GA_PREDICT_H

#include "change.h"
#include "utilization.h"

/* FULL: share of T from which on a cycle of the unit counts as one of T; WAS_FULL: from which on other waits are more and
 * more because of it. ISSUE: time that instructions take alone over that for which issue is busy, as of gain.def; T' at the least has them at 1.
 * FAR: ends of a guess whose middle is further than 5 % from one. FEW: atomics of a warp, N / n^. */
#define GA_PREDICT_HIDDEN 0.95
#define GA_PREDICT_FULL 0.8
#define GA_PREDICT_WAS_FULL 0.7
#define GA_PREDICT_ISSUE 1.3
#define GA_PREDICT_FAR 1.1
#define GA_PREDICT_FEW 6

/* Cycles of a warp instruction over e with the ends of the confidence intervals, at the most warps an SM has:
 * adds, compare-and-swaps and counts of 32 bits whose result nobody uses; and an add, one warp alone, each
 * waiting for the one before. */
struct ga_predict_line {
    struct ga_line at, low, high;
};
struct ga_predict_table {
    struct ga_predict_line add, cas, count, wait;
};

/* in: path of shared_demand.csv. err: as ga_sheet_read; GA_USAGE naming what the table lacks. */
enum ga_status ga_predict_read(const char *path, uint32_t n, uint32_t e_max,
                               struct ga_predict_table *table, struct ga_err *err);

enum ga_elsewhere { GA_ELSEWHERE_HIDDEN, GA_ELSEWHERE_FITTED, GA_ELSEWHERE_SEEN };

/* Of an SM, the busiest one where they differ. elsewhere: Z; ends: the least and the most of T' by either way, and of
 * what is added; weight: of the first way. known: false: reason says why there is none; else what T' rests on. */
struct ga_prediction {
    double jobs, cycles, n, n_new, e, demand, used;
    struct ga_interval e_new, demand_new, cycles_new, used_new, ends;
    double elsewhere, weight;
    enum ga_elsewhere source;
    bool known;
    char reason[320];
};

/* in: odds: of the change; n_new: warps of an SM with it, as share of those without: 1. */
void ga_predict_of(const struct ga_model_device *device, const struct ga_predict_table *table,
                   const struct ga_change *change, const struct ga_change_odds *odds, double warps,
                   const struct ga_launch_counters *launch, struct ga_prediction *prediction);

/* out: *warps: warps of an SM with change->threads, as share of those that there would be by the counters' own
 * block. in: registers, shared_bytes: 0 and NaN: as the counters say. err: GA_USAGE naming what is not known, or
 * as ga_occupancy_of. */
enum ga_status ga_predict_warps(const struct ga_model_device *device,
                                const struct ga_change *change, double registers,
                                double shared_bytes, const struct ga_launch_counters *launch,
                                double *warps, struct ga_err *err);

#endif
