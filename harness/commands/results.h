/* A directory of results: one run's tables and its run.csv. */
#ifndef GA_RESULTS_H
#define GA_RESULTS_H

#include <stdbool.h>
#include <stddef.h>

#include "backend.h"
#include "cli.h"
#include "runfile.h"

/* Longest name of a results directory, and of a file in one. */
enum { GA_MAX_DIRECTORY = 3072, GA_MAX_FILE = GA_MAX_DIRECTORY + 128 };

/* Makes a directory and those above it. err: GA_FILE with path and reason. */
enum ga_status ga_make_directory(const char *path, struct ga_err *err);

/* One process writes into a directory. Of a file system without locks the user is warned. out: *lock: to be
 * unlocked when this process has written, -1 after an error. err: GA_USAGE if another process writes there, or has
 * removed it; GA_FILE with path and reason. */
enum ga_status ga_lock_directory(const char *path, int *lock, struct ga_err *err);
/* Before a file is written: whether the directory at that path is still the one that was locked, and not another run's.
 * err: GA_FILE. */
enum ga_status ga_check_directory(const char *path, int lock, struct ga_err *err);
/* Of a lock or -1, which it is then. */
void ga_unlock_directory(int *lock);

/* in: out: --out, or NULL for results/<device>, with a number if a run is there or being written.
 * out: path, made and locked. err: GA_USAGE if --out holds a run or another process writes there; GA_FILE, also if
 * --out is too long. own: path, of GA_MAX_DIRECTORY bytes. */
enum ga_status ga_results_claim(const char *out, const struct ga_gpu *gpu, char *path, int *lock,
                                struct ga_err *err);

/* Makes and locks a directory without a run. err: GA_USAGE if it holds one, maybe since a moment ago, or another process
 * writes there; GA_FILE. */
enum ga_status ga_results_claim_path(const char *path, int *lock, struct ga_err *err);

/* The command line, its arguments for --resume, and when it began. err: GA_USAGE for an argument too long to be written
 * down. */
enum ga_status ga_results_describe_command(struct ga_runfile *file,
                                           const struct ga_request *request, struct ga_err *err);

/* Everything that is known before the first point: program, device, compilers, command, keys (n = 0: none).
 * err: as ga_results_describe_command. */
enum ga_status ga_results_describe(struct ga_runfile *file, const struct ga_gpu *gpu,
                                   const struct ga_request *request, const struct ga_keys *keys,
                                   struct ga_err *err);

/* --format of a run. err: GA_USAGE unless it is csv, or csv and json. NULL: csv. */
enum ga_status ga_results_check_format(const char *format, struct ga_err *err);
bool ga_results_wants_json(const char *format);

/* out: the time now, as 2026-01-31T23:59:59Z. own: caller, capacity bytes; returns text. */
const char *ga_results_utc(char *text, size_t capacity);

/* in: the run.csv of an earlier run. err: GA_USAGE if this program or device is not the one that
 * made it: a results directory is one run. */
enum ga_status ga_results_same(const struct ga_runfile *file, const struct ga_gpu *gpu,
                               const struct ga_keys *keys, const char *path, struct ga_err *err);

#endif
