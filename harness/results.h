/* A directory of results: one run's tables and its run.csv. */
#ifndef GA_RESULTS_H
#define GA_RESULTS_H

#include <stddef.h>

#include "backend.h"
#include "cli.h"
#include "runfile.h"

/* Makes a directory and those above it. err: GA_FILE with path and reason. */
enum ga_status ga_make_directory(const char *path, struct ga_err *err);

/* in: out: --out, or NULL for results/<device> with a number if a run is there already.
 * out: path, made. err: GA_USAGE if --out holds a run. own: path, capacity bytes. */
enum ga_status ga_results_new(const char *out, const struct ga_gpu *gpu, char *path,
                              size_t capacity, struct ga_err *err);

/* Everything that is known before the first point: program, device, compilers, command. */
void ga_results_describe(struct ga_runfile *file, const struct ga_gpu *gpu,
                         const struct ga_request *request, int argc, char **argv);

/* in: the run.csv of an earlier run. err: GA_USAGE if this program or device is not the one that
 * made it: a results directory is one run. */
enum ga_status ga_results_same(const struct ga_runfile *file, const struct ga_gpu *gpu,
                               const char *path, struct ga_err *err);

#endif
