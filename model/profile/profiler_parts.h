/* What running a profiler takes: its remarks, and the files that it leaves. */
#ifndef GA_PROFILER_PARTS_H
#define GA_PROFILER_PARTS_H

#include "profiler.h"

/* What Nsight Compute's remarks in p->out ("==ERROR==", "==WARNING==") and its exit code say. err: as
 * ga_profiler_run. */
enum ga_status ga_ncu_judge(const struct ga_profiling *p, int code, struct ga_err *err);

/* The report of a run with p->source, in p->work, by the name that ncu is told. */
void ga_ncu_report(const struct ga_profiling *p, char *path, size_t size);
/* What the remarks on a page and ncu's exit code say. err: GA_ERROR; GA_FILE. */
enum ga_status ga_ncu_judge_page(const char *page, int code, struct ga_err *err);

/* Runs the program under rocprofv3, as often as the counters take. err: as ga_profiler_run. */
enum ga_status ga_rocprofv3_run(const struct ga_profiling *p, struct ga_err *err);

enum { GA_PROFILER_FILES = 64 };
/* The files below a directory whose names end so, by name, numbers in it as numbers. path: [GA_PROFILER_FILES]; own: free
 * each. out: how many, at most so many. */
size_t ga_profiler_files(const char *directory, const char *end, char **path);
/* Writes those, of each end in turn, into one. in: n_ends >= 1. err: GA_FILE; GA_USAGE if there is none of the last end. */
enum ga_status ga_profiler_gather(const char *directory, const char *const *ends, size_t n_ends,
                                  const char *out, struct ga_err *err);
/* Writes what n > 0 runs of one program counted into one table, a launch the counters of each. in: of: of each, as gathered;
 * agents: files that say what the GPUs are, of the first. err: GA_ERROR if they launched different kernels; GA_FILE. */
enum ga_status ga_profiler_join(char *const *of, size_t n, const char *agents, const char *out,
                                struct ga_err *err);
/* Removes a directory with all that is in it, if it is there. */
void ga_profiler_clean(const char *directory);

#endif
