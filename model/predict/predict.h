/* What a change of a kernel's atomics would make of a launch's time T and of the unit's utilization.
 *
 * Of an SM's T cycles so many are busy:
 *   B = N D   the atomic unit, for N atomics of D cycles, from the measured table; with the change N D'
 *   I, M      issue, whose instructions the change may add to, and device memory
 *   L         the busiest L2 slice, whose atomics take GA_PREDICT_L2 times what its input is busy for
 * A warp's instructions and loads go on while the unit serves others, so that of B, I and M all but little is at once;
 * blocks count first and add up in memory then, so that of these and L a part is. Both are norms:
 *   S = | |B, I, M|_6, L |_2
 * The rest of T is waits that no unit explains: starts, latencies, tails. It stays, and is n / n' times that for n' warps:
 *   T' = S' + (T - S) n / n'
 * The first GA_PREDICT_FEW atomics of a resident warp (N / n of them; with n' = n alone) come together with those of all
 * others. Of these a cycle of the unit or of issue is one of T. A use of the results adds, once, the wait of one warp alone and
 * GA_PREDICT_RESULT cycles a warp.
 * T' >= what any unit is busy for, and what the launch was measured to take without its atomics. With that known, and a unit
 * that is busy for GA_PREDICT_FULL of T, a shorter atomic saves all that it does: T' = T - N (D - D'), and no less. If nothing
 * of the unit's changes, T' = T exactly. Where the counters have N D > T, D is T / N, and D' less by as much.
 *
 * Bounds are at all units at once and at one behind the other, which is T - B + B', and at no less than any is busy for. The
 * use of results is known to a half. Three things make them wider, as the root of the sum of their squares:
 *   GA_PREDICT_NOISE, by which two times of a launch differ;
 *   GA_PREDICT_MERGE L / T, but for the first atomics: a change moves when blocks come to merge, and no counter tells how;
 *   GA_PREDICT_REST (T - S) / T', but for these, too: a part of the waits may shrink or grow with the change.
 * They are meant to hold GA_PREDICT_LEVEL % of the changes of each kind. Of the case study they hold 98 % on both GPUs, of its
 * large images 97; tests/data/predictions.sh counts them. Where that tells nothing there are no bounds, and T' is a
 * guess: without the counter of issue or of the slice, where bounds would be further apart than there, and of blocks of another
 * size. What the change makes of work that is not the unit's (a merge of what blocks counted) is not in it. */
#ifndef GA_PREDICT_H
#define GA_PREDICT_H

#include "change.h"
#include "utilization.h"

/* FULL: share of T from which on the unit is said to be full. FEW: atomics of a warp. L2: over the time for which the input is
 * busy. RESULT: cycles a resident warp. NOISE, MERGE, REST: shares of T'. FAR: the most over the least that is in the case
 * study. HELD: percent of its CASES, on the GPU of two where that is less. The norms' 6 and 2, FEW, L2 and RESULT are of the
 * case study on both. By one alone they would be alike, but for RESULT: 8 on an H100, 14 on an H200. MERGE is twice NOISE: of
 * launches whose slice takes 0.9 of T it holds nine of ten from 0.13 (H200) and 0.08 (H100) on. REST is the least, in steps of
 * 0.05, with which 95 % of the H100's large images are held, of each change and of each size of blocks. */
#define GA_PREDICT_FULL 0.8
#define GA_PREDICT_FEW 3
#define GA_PREDICT_L2 1.5
#define GA_PREDICT_RESULT 11
#define GA_PREDICT_NOISE 0.07
#define GA_PREDICT_MERGE 0.14
#define GA_PREDICT_REST 0.25
#define GA_PREDICT_FAR 2.3
#define GA_PREDICT_LEVEL 90
#define GA_PREDICT_HELD 98
#define GA_PREDICT_CASES 936

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

/* Of an SM, the busiest one where they differ. rest: T - S. known: false: reason says why there is none; else what T' rests
 * on, and why bounds are NaN. */
struct ga_prediction {
    double jobs, cycles, n, n_new, e, demand, used;
    struct ga_interval e_new, demand_new, cycles_new, used_new;
    double rest;
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
