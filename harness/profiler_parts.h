/* What running a profiler takes: a process, its remarks, and the files that it leaves. */
#ifndef GA_PROFILER_PARTS_H
#define GA_PROFILER_PARTS_H

#include "profiler.h"

/* Runs path with argv and waits. out: *code: what it exited with. err: GA_ERROR if it does not start or a
 * signal ends it; GA_INTERRUPTED for SIGINT, which it gets as this program does, and SIGTERM, which is passed on. */
enum ga_status ga_profiler_spawn(const char *path, char **argv, int *code, struct ga_err *err);

/* What Nsight Compute's remarks in p->out ("==ERROR==", "==WARNING==") and its exit code say. err: as
 * ga_profiler_run. */
enum ga_status ga_ncu_judge(const struct ga_profiling *p, int code, struct ga_err *err);

/* Writes all files below a directory whose names end so into one. err: GA_FILE; GA_USAGE if there is none. */
enum ga_status ga_profiler_gather(const char *directory, const char *end, const char *out,
                                  struct ga_err *err);
/* Removes a directory with all that is in it, if it is there. */
void ga_profiler_clean(const char *directory);

#endif
