/* The launches in a profiler's file, one after the other, for the commands that say something of each. */
#ifndef GA_LAUNCHES_H
#define GA_LAUNCHES_H

#include "model_device.h"
#include "cli.h"
#include "csv.h"

/* What a command does. first_column: of its --csv, by which such a file is known; complaint: what a file is that has another.
 * take: says what it has to of a launch that --kernel takes, to `csv` too unless it is NULL; the first is 0; atomics: of its
 * kernel by --code. leave_out: NULL, or hears of a launch that --kernel does not take. conclude: after the last of n. */
struct ga_launches {
    const char *command;
    const char *first_column, *complaint;
    void (*header)(struct ga_csv_out *csv); /* behind that column and the kernel's */
    enum ga_status (*take)(void *context, uint64_t index, enum ga_profiler profiler,
                           const struct ga_launch_counters *launch,
                           const struct ga_l2_atomics *atomics, struct ga_csv_out *csv,
                           struct ga_err *err);
    void (*leave_out)(void *context, const struct ga_launch_counters *launch);
    enum ga_status (*conclude)(void *context, uint64_t n, struct ga_err *err);
};

/* Before anything is read: what the command needs is given, and --csv may be written. err: GA_USAGE. */
enum ga_status ga_launches_check(const struct ga_request *request, const struct ga_launches *does,
                                 struct ga_err *err);

/* out: request->table: as it is given, else those of the GPU that the first launch was on, as ga_tables_find has it. own: path,
 * the caller's. err: as ga_tables_find; of --counters; GA_USAGE for standard input, which is read once. */
enum ga_status ga_launches_tables(struct ga_request *request, char *path, size_t size,
                                  struct ga_err *err);

/* in: request: --code, else the program that was profiled, is where the kernels' code is. device: what the launches have to
 * be on, unless --other-gpu says that it does not matter. out: --csv whole, or as it was. err: as ga_counters_next, take and
 * conclude; GA_USAGE if there is no launch. */
enum ga_status ga_launches_run(const struct ga_request *request, const struct ga_launches *does,
                               const struct ga_model_device *device, void *context,
                               struct ga_err *err);

/* Begins a row of --csv: which launch, and its kernel. */
void ga_launches_row(struct ga_csv_out *csv, const struct ga_launch_counters *launch);

/* A row's numbers, for a list GA_COLUMNS(GA_OUT) of GA_OUT(name, value): their names, and their values. */
enum { GA_LAUNCHES_DIGITS = 6 };
#define GA_LAUNCHES_NAME(name, value) ga_csv_name(csv, #name);
#define GA_LAUNCHES_VALUE(name, value) ga_csv_real(csv, value, GA_LAUNCHES_DIGITS);

/* in: an option's lanes. err: GA_USAGE if a warp of the device has fewer. */
enum ga_status ga_launches_lanes(const struct ga_model_device *device, const char *option,
                                 double lanes, struct ga_err *err);

#endif
