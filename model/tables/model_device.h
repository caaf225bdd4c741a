/* The GPU that tables are of, and what the model knows of it. */
#ifndef GA_MODEL_DEVICE_H
#define GA_MODEL_DEVICE_H

#include "counters.h"
#include "demand.h"
#include "l2_table.h"
#include "l2_types.h"
#include "service.h"

/* What the tables' GPU is, and what is known besides the counters. */
struct ga_model_device {
    char name[96], target[24];
    uint32_t sm_count, warps_per_sm, warp_size;
    double sm_per_s; /* the SM's fastest clock; 0: run.csv does not say */
    struct ga_service service;
    struct ga_demand demand;
    bool has_demand;
    double useful;        /* lane operations of a launch; NaN: not said */
    double lanes;         /* of a job on one word, where the counters do not tell; NaN: not said */
    const char *emulated; /* what they are: "add-u64"; NULL: not said */
    struct ga_line l2;    /* t(e) of l2_table.h */
    bool has_l2;
    struct ga_l2_types types;
    bool has_types;
    double global_lanes; /* of a request to the L2 on one word; NaN: not said */
};

/* Reads what a run's device is from run.csv. err: GA_FILE, GA_USAGE for the stand-in's, an emulator's, and a run that did
 * not end. */
enum ga_status ga_model_device_identify(const char *directory, struct ga_model_device *device,
                                        struct ga_err *err);

/* Reads its name, its target and, if it is there, its number of SMs, of a run that has not ended, too. err: likewise. */
enum ga_status ga_model_device_name(const char *directory, struct ga_model_device *device,
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

/* out: dies that each count the cycles of the whole GPU, of which rocprofv3 writes the sum. */
double ga_model_device_dies(const struct ga_model_device *device);

/* err: GA_USAGE if a launch was not on a GPU like the tables', or the file does not say where. */
enum ga_status ga_model_device_check(const struct ga_model_device *device, const char *path,
                                     const struct ga_launch_counters *launch, struct ga_err *err);

#endif
