/* The tables of measured GPUs that come with the program, and those that were measured here. */
#ifndef GA_SHIPPED_H
#define GA_SHIPPED_H

#include <stddef.h>

#include "model_device.h"

/* in: a launch that a profiler saw. out: path: a directory with the tables that the model needs, of a GPU like
 * the launch's: below ./results, where `run` writes, then where this program's results were installed, then in
 * the source that it was built from; of those in one place the first by name that has shared_demand.csv, too.
 * err: GA_USAGE saying how to get some. */
enum ga_status ga_tables_find(const struct ga_launch_counters *launch, char *path, size_t size,
                              struct ga_err *err);

/* out: paths[n], by name: the whole sets that come with the program, installed or in its source; at most so many. own: free
 * each. */
size_t ga_shipped_sets(char **paths, size_t most);

/* in: directory: of a set. out: paths[n], by name: the sets beside it of other GPUs of its target, the first of each GPU; at most
 * so many. own: free each. */
size_t ga_tables_beside(const char *directory, char **paths, size_t most);

#endif
