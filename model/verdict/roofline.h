/* What limits a kernel launch: the roofline of its floating-point operations, and the same of its atomics.
 *
 * A roof is the lowest of ceilings in operations a second. That of memory is the intensity, operations for each
 * byte of device memory, times the bandwidth; the others do not depend on it. The ridge is the intensity from
 * which on memory is not the lowest: left of it a kernel is memory bound. src: roofline model, I = operations /
 * bytes, attainable = min(peak, I B).
 *
 * flop    floating-point operations, against the peak that the counters state or that is said
 * shared  warp instructions of atomics on shared memory, against the SMs' atomic units, SMs f / D(e), with D(e)
 *         of shared_demand, e lanes on a word and f the SM clock; and against shared memory without conflicts,
 *         SMs f / D of its adds by whole warps on words side by side
 * global  warp instructions of atomics on global memory, against the L2's busiest slice: the rate at which
 *         its demand (see l2.h) would be all of the time, words and slices being what they are */
#ifndef GA_ROOFLINE_H
#define GA_ROOFLINE_H

#include "launch_answer.h"

enum ga_roof_kind { GA_ROOF_FLOP, GA_ROOF_SHARED, GA_ROOF_GLOBAL, GA_N_ROOFS };
enum ga_ceiling { GA_BY_UNIT, GA_BY_SHARED_MEMORY, GA_BY_MEMORY, GA_NO_CEILING };

/* What holds a launch back, GA_ROW(name, the word for it). Of atomics it is by the verdict of `model utilization` on the
 * same launch, if that has one: a bottleneck is atomic bound, though less than half of the ceiling may be reached while
 * SMs have no work. OPEN: between atomic bound and neither. HIDDEN: a unit that is busy, or its pipe or loops are, of whose
 * atomics launch_answer.h says that other work hides them. */
#define GA_BOUNDS(GA_ROW)                                                                          \
    GA_ROW(GA_NO_BOUND, "")                                                                        \
    GA_ROW(GA_COMPUTE_BOUND, "compute bound")                                                      \
    GA_ROW(GA_MEMORY_BOUND, "memory bound")                                                        \
    GA_ROW(GA_ATOMIC_BOUND, "atomic bound")                                                        \
    GA_ROW(GA_OPEN_BOUND, "bound by the atomic unit or by neither")                                \
    GA_ROW(GA_HIDDEN, "atomics hidden by other work")                                              \
    GA_ROW(GA_UNBOUND, "bound by neither")
enum ga_bound {
#define GA_ROW(name, word) name,
    GA_BOUNDS(GA_ROW)
#undef GA_ROW
        GA_N_BOUNDS
};

/* device: its tables of shared_demand and of the L2 are there if it says so. bandwidth: bytes a second, the
 * fastest of global_bandwidth's rows of large arrays, which `fastest` says. plain: cycles of a warp
 * instruction without conflicts; NaN without shared_demand. peak_flops: NaN: not said. */
struct ga_roofline_tables {
    struct ga_model_device device;
    double bandwidth, plain, peak_flops;
    char fastest[64];
};

/* Of a kind of operations of one launch; NaN: cannot be known. work: operations; lane_work: of lanes, at the
 * mean of the lanes that are active in all instructions. intensity: infinite if no byte came from memory.
 * rate and ceilings: operations a second. share: rate over the lowest ceiling; share_most: likewise, with the L2's
 * ceiling at the most that lanes and type of the atomics can make of its demand. ridge: intensity. verdict: of atomics,
 * GA_UNKNOWN where `model utilization` has none. reason: what
 * is missing, with what collects it; "" if the roof is whole. */
struct ga_roof {
    double work, lane_work, bytes, seconds, intensity, per_instruction, rate;
    double ceiling[GA_NO_CEILING], ridge, share, share_most;
    enum ga_ceiling lowest;
    enum ga_verdict verdict;
    bool is_open, is_hidden; /* open: lanes and type of the atomics decide whether it is the L2 */
    enum ga_bound bound;
    char reason[800];
};

/* Reads run.csv, global_bandwidth.csv, which has to be there, shared_demand.csv and shared_service.csv if they are,
 * and what ga_model_device_l2 reads. err: as their readers. tables->device is to be freed in any case. */
enum ga_status ga_roofline_read(const char *directory, const char *global_type,
                                struct ga_roofline_tables *tables, struct ga_err *err);

/* in: counters of a launch; atomics: as ga_l2_of. out: roofs[GA_N_ROOFS]; work is NaN of what its counters do not tell. */
void ga_roofline_of(const struct ga_roofline_tables *tables, enum ga_profiler profiler,
                    const struct ga_launch_counters *launch, const struct ga_l2_atomics *atomics,
                    struct ga_roof *roofs);

const char *ga_bound_name(enum ga_bound bound);
const char *ga_roof_name(enum ga_roof_kind kind);
const char *ga_ceiling_name(enum ga_roof_kind kind, enum ga_ceiling ceiling);

#endif
