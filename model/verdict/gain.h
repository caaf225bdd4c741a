/* The share of a launch's time that goes away without its atomics, predicted from counters, with its interval. The model
 * stands in gain.md, its coefficients in gain.def, how they are fitted in tests/gain. */
#ifndef GA_GAIN_H
#define GA_GAIN_H

#include "l2.h"

/* Percent of kernels that an interval is meant to hold, and the least and most that it held of those that a test recorded after a
 * fit: gain.md's first table. */
#define GA_INTERVAL_MEANT 90
#define GA_INTERVAL_HELD_LEAST 71
#define GA_INTERVAL_HELD_MOST 96

/* What the model goes by, shares of the time but for us, the launch's time, and loads, a warp's. busy: the unit, with all
 * that shares it; goes: of that, the atomics; through: the L2's throughput, where atomics are what it serves; waits: warps
 * for results of atomics; turns: of warps' time, that of one cycle in each turn of compare-and-swap loops; issue, memory,
 * other: instructions, the L2 and device memory, atomics elsewhere. loops: most are
 * retries; elapsed: the unit is busy for a share of all of the time, not of the time for which SMs have work; last: an
 * atomic picks the last block; tail: of such, the share of the time in which that one may be alone; NaN: not known. phased: the
 * share of a kernel's work that does not overlap, as warps read first, and add then: of one in phases the blocks that are there at
 * one time; of others of these the first of so many times as a warp adds. merges: the share that is counted of what goes of the
 * atomics on global memory with those on shared memory: 1 where these hold what is added, unless it is 0; 1/2 where the code does
 * not tell; else 0. */
struct ga_gain_inputs {
    double us, busy, goes, through, waits, turns, issue, memory, loads, other, tail, phased, merges;
    bool loops, elapsed, last;
};

/* Shares of the time, 0 to 1; low, high: the interval. high is 1 where results may steer the kernel. NaN: a counter is missing,
 * there are no atomics, or without them it is another kernel. */
struct ga_expected {
    double share, low, high;
    struct ga_gain_inputs by;
};

/* Without the atomics on shared memory; without those on global memory, unless results of these steer the kernel: how often
 * it loops, or on which part a block works; may_steer: they might, and the code is not known. may_go_by_sums: likewise loops
 * that read what atomics without a result leave; that is rare, and not in the interval. missing: what collects the
 * counters that it lacks; "" if it has them, or is of another profiler. */
struct ga_expected_gains {
    struct ga_expected shared, l2;
    bool steers, may_steer, may_go_by_sums;
    char missing[1600];
};

/* in: counters of a launch, what u and l2 say of them, and types of its atomics on global memory. */
void ga_expected_gains_of(const struct ga_model_device *device, enum ga_profiler profiler,
                          const struct ga_launch_counters *launch, const struct ga_utilization *u,
                          const struct ga_l2 *l2, const struct ga_l2_range *types,
                          struct ga_expected_gains *gains);

#endif
