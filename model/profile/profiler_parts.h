/* What running a profiler takes: its remarks, and the files that it leaves. */
#ifndef GA_PROFILER_PARTS_H
#define GA_PROFILER_PARTS_H

#include "profiler.h"

/* What Nsight Compute's remarks in p->out ("==ERROR==", "==WARNING==") and its exit code say. err: as
 * ga_profiler_run. */
enum ga_status ga_ncu_judge(const struct ga_profiling *p, int code, struct ga_err *err);

/* Writes all files below a directory whose names end so into one. err: GA_FILE; GA_USAGE if there is none. */
enum ga_status ga_profiler_gather(const char *directory, const char *end, const char *out,
                                  struct ga_err *err);
/* Removes a directory with all that is in it, if it is there. */
void ga_profiler_clean(const char *directory);

#endif
