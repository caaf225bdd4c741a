/* What the parts of the stand-in share. */
#ifndef GA_BACKEND_CPU_H
#define GA_BACKEND_CPU_H

#include "backend.h"

/* Runs one kernel to its end. err: as ga_backend.launch. */
enum ga_status ga_cpu_run(struct ga_gpu *gpu, const struct ga_launch *launch, struct ga_err *err);

extern const struct ga_remote ga_cpu_remote;

#endif
