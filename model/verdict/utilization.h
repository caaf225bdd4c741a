/* How far a kernel launch used the shared-memory atomic unit of its SMs, three ways, and what follows.
 *
 * paper     U = N S(n^,e,c) / T. src: Dong and Pai, GPGPU'25, tables 1 and 2. n^ is all warps that are
 *           resident, as if each were in the unit's queue; where they are not, S is what n^ would have cost
 *           from first start to last end, and U is above 1. How n jobs are issued at once the paper does not say, and S
 *           depends on it: `paper` is by the measured S, whose jobs start some cycles apart, `paper_low` by jobs that
 *           would start at one time.
 * demand    U = N D / T, D being the least cycles that the hardware takes for such an instruction at full
 *           load. It cannot be above 1, for no time has room for more.
 * hardware  U = passes / T, by its own counter of the cycles that the data stage gave to atomics.
 *
 * All are an SM's mean. */
#ifndef GA_UTILIZATION_H
#define GA_UTILIZATION_H

#include "model_device.h"

/* From which share on the unit is what holds a kernel back, and from which that is open: on an H200 one more atomic
 * took 0.90 of what it adds and more from the first on, and as little as 0.72 in the 5 points before it.
 * Compare-and-swaps are taken for retry loops where at least this share of the jobs are some, and as many loads come
 * with them. */
#define GA_BOTTLENECK_FROM 0.85
#define GA_OPEN_FROM 0.5
#define GA_LOOPS 0.5

/* GA_ROW(name, the word for it). */
#define GA_VERDICTS(GA_ROW)                                                                        \
    GA_ROW(GA_NOT, "not")                                                                          \
    GA_ROW(GA_LEFT_OPEN, "open")                                                                   \
    GA_ROW(GA_BOTTLENECK, "bottleneck")                                                            \
    GA_ROW(GA_UNKNOWN, "unknown")
enum ga_verdict {
#define GA_ROW(name, word) name,
    GA_VERDICTS(GA_ROW)
#undef GA_ROW
        GA_N_VERDICTS
};

/* Of one launch; NaN: cannot be known. jobs: N of an SM, e: lanes of a job on one word, cycles: T.
 * paper, demand, hardware: U. pipe: share of cycles in which the pipe before the unit was busy with
 * anything. least, most: no SM's hardware U is below or above these, from the fewest and the most
 * passes of an SM and the longest and the shortest time that one was active. busiest: the most passes over the longest
 * time: how much of the launch the busiest unit was busy. retried:
 * compare-and-swap instructions of warps for each useful lane operation. with_loads: they come with as many
 * loads, as in a retry loop. emulated: U of the useful operations at what
 * such loops take on one word, or, where there is no time for that, each warp on its own. passes: of all SMs. */
struct ga_utilization {
    double jobs, n, e, c, service, busy, cycles;
    double paper, paper_low, demand, hardware, pipe, least, most, busiest;
    double retried, emulated, passes;
    bool loops, with_loads, one_word;
    enum ga_verdict verdict;
    char reason[320];
};

/* A profiler replays a launch for each few counters. Its passes differ where the SM's cycles of one over the time of another
 * are another clock than the tables', by more than this share. Percentages of the L2's are then not used. Two things tell: its
 * counts over the time of the pass that was timed, and how a counter's mean stands to its most, which are of one pass. */
#define GA_PASSES_APART 0.03
/* in: counters of a launch. out: that clock over the tables', NaN if it is not known. */
double ga_passes_clock(const struct ga_model_device *device, const double *at);
bool ga_passes_differ(const struct ga_model_device *device, const double *at);

/* in: counters of a launch. out: *u. verdict GA_UNKNOWN: counters are missing, and reason names them with
 * what collects them. */
void ga_utilization_of(const struct ga_model_device *device, enum ga_profiler profiler,
                       const struct ga_launch_counters *launch, struct ga_utilization *u);

const char *ga_verdict_name(enum ga_verdict verdict);
/* out: the verdict of that name, GA_N_VERDICTS if there is none; older files say "likely" for open. */
enum ga_verdict ga_verdict_named(const char *name);
/* out: by the thresholds above. */
enum ga_verdict ga_verdict_of(double share);

#endif
