/* What the parts of the HIP backend share. */
#ifndef GA_BACKEND_HIP_H
#define GA_BACKEND_HIP_H

#include "backend.h"
#include "hip_library.h"

enum ga_status ga_hip_check(hipError_t error, const char *what, struct ga_err *err);

/* Puts one kernel on the current device's stream. */
enum ga_status ga_hip_enqueue(const struct ga_launch *launch, struct ga_err *err);

/* out: what limits say of managed memory and peers. */
void ga_hip_read_remote(struct ga_limits *limits, int index);

/* in: limits->id. out: limits->partition, "" if the driver does not say. */
void ga_hip_read_partition(struct ga_limits *limits);

extern const struct ga_remote ga_hip_remote;

#endif
