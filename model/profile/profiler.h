/* Vendors' profilers, as programs: where they are, what they are told, and what their remarks mean. */
#ifndef GA_PROFILER_H
#define GA_PROFILER_H

#include <limits.h>
#include <stdbool.h>

#include "counters.h"

/* target: the GPU's whose counters rocprofv3 is asked for, NULL: of that which is there; most: counters of a block in one
 * run of the program. kernels[n_kernels]: patterns (fnmatch) of the kernels that ncu shall profile, none: all. path: of the
 * profiler. work: an empty directory of this process alone, for what the profiler leaves on its way; out: the file in it
 * that gets the counters. source: the source page is recorded, too (ncu). program: argv of what is profiled, the last NULL;
 * nvtx: launches get the names of the program's NVTX ranges. */
struct ga_profiling {
    enum ga_profiler profiler;
    char path[PATH_MAX];
    const char *out, *work;
    char **program;
    bool nvtx, source;
    const char *target, *const *kernels;
    size_t n_kernels;
    unsigned most;
};

/* out: *profiler: of those that can be run, the one of that name. err: GA_USAGE if there is none. */
enum ga_status ga_profiler_named(const char *name, enum ga_profiler *profiler, struct ga_err *err);

/* in: name: "ncu", "rocprofv3", or NULL for the first that is there. out: p->profiler and p->path: from PATH, else
 * from where the vendors install it. err: GA_USAGE for another name; GA_ERROR saying where it was looked for. */
enum ga_status ga_profiler_find(const char *name, struct ga_profiling *p, struct ga_err *err);

/* Runs the profiler with the counters that are read, on a program that has this one's input and output, and
 * waits. err: GA_ERROR if it, or the program, failed, with its code, or may not read counters, with what to do;
 * GA_USAGE if the program launched no kernel; GA_INTERRUPTED; GA_FILE. */
enum ga_status ga_profiler_run(const struct ga_profiling *p, struct ga_err *err);

/* After that, with p->source: writes to path what may be an atomic on the launches' source pages, with how often it ran. err:
 * GA_ERROR if ncu prints no page, with what it says, or there is no launch on it; GA_INTERRUPTED; GA_FILE. */
enum ga_status ga_profiler_page(const struct ga_profiling *p, const char *path, struct ga_err *err);

#endif
