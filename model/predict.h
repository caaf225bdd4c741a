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
 * T' = T times the rounds' ratio by mean value analysis, between bounds that hold whatever warps do: with B = N D
 *   T' >= B', >= what any other unit is busy for, >= T - (B - B') (a cycle of service less saves one at most),
 *         >= N (Z + D') / n' (nobody waits), and
 *   T' <= T + (B' - B) if that is more, else T; n / n' times that if n' is less; <= B' + N Z / n' (everybody waits
 *         for all).
 * Where Z is not known T' is the least that these allow. D' = D gives T' = T exactly. */
#ifndef GA_PREDICT_H
#define GA_PREDICT_H

#include "change.h"
#include "utilization.h"

#define GA_PREDICT_HIDDEN 0.95

/* Cycles of a warp instruction over e with the ends of the confidence intervals, at the most warps an SM has:
 * adds, compare-and-swaps and counts of 32 bits whose result nobody uses; and an add, one warp alone, each
 * waiting for the one before. */
struct ga_predict_line {
    struct ga_demand_line at, low, high;
};
struct ga_predict_table {
    struct ga_predict_line add, cas, count, wait;
};

/* in: path of shared_demand.csv. err: as ga_sheet_read; GA_USAGE naming what the table lacks. */
enum ga_status ga_predict_read(const char *path, uint32_t n, uint32_t e_max,
                               struct ga_predict_table *table, struct ga_err *err);

enum ga_elsewhere { GA_ELSEWHERE_HIDDEN, GA_ELSEWHERE_FITTED, GA_ELSEWHERE_SEEN };

/* Of an SM, the busiest one where they differ. elsewhere: Z; limit: what T' is if it is a bound's. known: false: reason
 * says why there is none. */
struct ga_prediction {
    double jobs, cycles, n, n_new, e, demand, used;
    struct ga_interval e_new, demand_new, cycles_new, used_new;
    double elsewhere;
    enum ga_elsewhere source;
    const char *limit;
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
