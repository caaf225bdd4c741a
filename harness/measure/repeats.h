/* Tables of several processes to one. */
#ifndef GA_REPEATS_H
#define GA_REPEATS_H

#include <stdint.h>

#include "status.h"

enum { GA_MOST_PROCESSES = 25 };

struct ga_bench;

/* Zips the benchmark's tables of n directories, each with its run.csv, which have the same points in the same order. A row is
 * ok if it is in all: its numbers are the medians over the processes, its samples and counts (GA_SUM) their sums, its words
 * those that most of them have. Otherwise it is the row of the process that did worst. Behind the columns of a single run
 * stand those of GA_OF_PROCESSES.
 * in: n: 2 .. GA_MOST_PROCESSES; path: of the table that is written. out: counts: rows by status, up to GA_ERROR.
 * err: GA_FILE; GA_USAGE naming file, line and value. */
enum ga_status ga_repeats_merge(const struct ga_bench *bench, const char *const *directories,
                                uint32_t n, const char *path, uint32_t counts[GA_ERROR + 1],
                                struct ga_err *err);

#endif
