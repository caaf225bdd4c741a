/* How far a kernel launch used the atomic unit of the L2, that is, of the slice which had the most to do: one hot
 * address keeps one slice busy and the mean over all of them near zero.
 *
 * hardware  the share of cycles in which the unit was given something, by its own counter
 * demand    P t(e) / T: P sectors of atomics that the slice was asked for, t(e) the measured time of a request
 *           of e lanes on one word at full load (global_threads_per_warp), T the launch's duration
 *
 * t(e) is that of integers. Other atomics take up to l2_types.h's `slowest` times as long, and no counter tells what
 * they are: demand is that of integers, demand_most that of the slowest that the kernel's machine code has, on one word;
 * where that is not known, of the slowest of all. Floats on several words take no longer than integers. The unit's own counter
 * counts what it is given, so it is a least, too. A `not` stands only where demand_most allows no other.
 *
 * A sector's lanes on different words are served together, those on one word one after the other, and, but on sm_90, no
 * counter tells which they are. Unless it is said, demand is that of one lane on a word, the least there can be; demand_most
 * is that of all lanes that a sector can have had, or of one, where the code put the lanes of a warp together. Where the L2
 * counts more than GA_L2_REPEATS sectors for each that the SMs sent, it counts the lanes, and both are the same. t(1) is that
 * of one word; several words on one slice were up to 17 % faster on an H200. So both end at 1.
 * src: Nsight Compute, "Metrics Reference"; its migration table has lts__t_sectors_op_atom and _red in place of
 * nvprof's l2_atomic_transactions. A sector that comes from the far half of the L2 is counted there, too. */
#ifndef GA_L2_H
#define GA_L2_H

#include "utilization.h"

#define GA_L2_REPEATS 2

/* Atomics of one known type that is slow on one word take WORD to OVER of the launch's time on one word, and a slice is
 * busier than the mean by ALONE: they are on one word. */
#define GA_L2_WORD 0.9
#define GA_L2_OVER 1.05
#define GA_L2_ALONE 30

/* From which share of the time waiting for results is more than nothing, and below which the atomics are too few to be why
 * the L2 is busy. */
#define GA_L2_WAITS 0.33
#define GA_L2_FEW 0.1

/* Of one launch; NaN: cannot be known. clock: the SM's, over the tables'. word: the time of atomics of one known type that is
 * slow on one word, were they on one, over T; may exceed 1; on_word: they are. mean: hardware, over all slices. busy: the L2,
 * with all that goes through it; NaN where passes differ, too. waits: for results, if a warp waits for each as long as one
 * thread alone does, and has no other work; may exceed 1. lanes_most: of a sector, on the mean. share: what the verdict goes by:
 * demand, or hardware where that is more. loops: 1: atomics of the kernel's machine code are of compare-and-swap loops, 0: none
 * is, NaN: not known. used: likewise, results. has_atomics: it has any. Of the kernel's code, steers: results of its atomics
 * decide how often a loop runs; skips: some add what shared memory holds, unless it is 0; shares: a block goes by a result;
 * follows: the three are known; in_loop: one may stand in a loop; combined: of a warp each has one lane on a word; places,
 * shared_places: of a list are results of those on device memory, on shared memory; ran: each was executed. phases: as struct
 * ga_l2_atomics has it. */
struct ga_l2 {
    double hardware, mean, busy, demand, demand_most, lanes_most, share, clock, word, waits, loops,
        used;
    bool has_atomics, is_apart, on_word, in_loop, steers, skips, shares, follows, combined, places,
        shared_places, ran;
    unsigned phases;
    enum ga_verdict verdict;
    char reason[480];
};

/* in: counters of a launch; atomics: of its kernel, NULL: not known. out: *l2. verdict GA_UNKNOWN: counters are missing, and
 * reason names them with what collects them; or they leave it open. */
void ga_l2_of(const struct ga_model_device *device, enum ga_profiler profiler,
              const struct ga_launch_counters *launch, const struct ga_l2_atomics *atomics,
              struct ga_l2 *l2);

/* in: counters of a launch. out: whether sectors are counted for each lane on a word. The L1 of sm_90 does: of a warp with e
 * lanes on each of its words, side by side, it sends e sectors where e = 1 would be one (tests/recordings/gains.cu, `lanes`). */
bool ga_l2_counts_lanes(const struct ga_model_device *device, const double *at);

#endif
