/* How far a kernel launch used the shared-memory atomic unit of its SMs, three ways, and what follows.
 *
 * paper     U = N S(n^,e,c) / T. src: Dong and Pai, GPGPU'25, tables 1 and 2. n^ is all warps that are
 *           resident, as if each were in the unit's queue; where they are not, S is what n^ would have cost
 *           from first start to last end, and U is above 1.
 * demand    U = N D / T, D being the least cycles that the hardware takes for such an instruction at full
 *           load. It cannot be above 1, for no time has room for more.
 * hardware  U = passes / T, by its own counter of the cycles that the data stage gave to atomics.
 *
 * All are an SM's mean. */
#ifndef GA_UTILIZATION_H
#define GA_UTILIZATION_H

#include "counters.h"
#include "demand.h"
#include "l2_table.h"
#include "l2_types.h"
#include "service.h"

/* From which share on the unit is what holds a kernel back, and from which it is likely: on an H200 one more atomic
 * took 0.90 of what it adds and more from the first on, and as little as 0.72 in the 5 points before it.
 * Compare-and-swaps are taken for retry loops where at least this share of the jobs are some, and as many loads come
 * with them. */
#define GA_BOTTLENECK 0.85
#define GA_LIKELY 0.5
#define GA_LOOPS 0.5

enum ga_verdict { GA_NOT, GA_MAY_BE, GA_IS, GA_UNKNOWN };

/* What the tables' GPU is, and what is known besides the counters. */
struct ga_model_device {
    char name[96], target[24];
    uint32_t sm_count, warps_per_sm, warp_size;
    struct ga_service service;
    struct ga_demand demand;
    bool has_demand;
    double useful;        /* lane operations of a launch; NaN: not said */
    double lanes;         /* of a job on one word, where the counters do not tell; NaN: not said */
    const char *emulated; /* what they are: "add-u64"; NULL: not said */
    struct ga_l2_table l2;
    bool has_l2;
    struct ga_l2_types types;
    bool has_types;
    double global_lanes; /* of a request to the L2 on one word; NaN: not said */
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
    double paper, demand, hardware, pipe, least, most, busiest;
    double retried, emulated, passes;
    bool loops, with_loads, one_word;
    enum ga_verdict verdict;
    char reason[320];
};

/* in: counters of a launch. out: *u. verdict GA_UNKNOWN: counters are missing, and reason names them with
 * what collects them. */
void ga_utilization_of(const struct ga_model_device *device, enum ga_profiler profiler,
                       const struct ga_launch_counters *launch, struct ga_utilization *u);

const char *ga_verdict_name(enum ga_verdict verdict);
/* out: by the thresholds above. */
enum ga_verdict ga_verdict_of(double share);

/* Reads what a run's device is from run.csv. err: GA_FILE, GA_USAGE for the stand-in's and a run that did not end. */
enum ga_status ga_model_device_identify(const char *directory, struct ga_model_device *device,
                                        struct ga_err *err);

/* Reads what the L2's part of the answer stands on: global_threads_per_warp.csv and global_operations.csv, if they are
 * there. in: global_type: NULL, or what the atomics on global memory are, "add-f32". err: as their readers; GA_USAGE
 * for a global_type without the table. */
enum ga_status ga_model_device_l2(const char *directory, const char *global_type,
                                  struct ga_model_device *device, struct ga_err *err);

/* Reads the tables of a run: run.csv, shared_service.csv and, if it is there, shared_demand.csv. err: as their
 * readers; GA_USAGE for a run of another kind of device. To be freed in any case. */
enum ga_status ga_model_device_read(const char *directory, const char *emulated,
                                    struct ga_model_device *device, struct ga_err *err);
void ga_model_device_free(struct ga_model_device *device);

/* err: GA_USAGE if a launch was not on a GPU like the tables', or the file does not say where. */
enum ga_status ga_model_device_check(const struct ga_model_device *device, const char *path,
                                     const struct ga_launch_counters *launch, struct ga_err *err);

#endif
