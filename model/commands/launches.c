#include "launches.h"

#include <limits.h>
#include <string.h>

#include "code.h"
#include "process.h"
#include "shipped.h"
#include "wanted.h"

enum ga_status ga_launches_check(const struct ga_request *request, const struct ga_launches *does,
                                 struct ga_err *err) {
    if (!request->counters)
        return ga_fail(err, GA_USAGE, "%s: --counters is missing; --table is free", does->command);
    return request->csv ? ga_csv_may_replace(request->csv, does->first_column, does->complaint, err)
                        : GA_OK;
}

enum ga_status ga_launches_tables(struct ga_request *request, char *path, size_t size,
                                  struct ga_err *err) {
    struct ga_counters *counters = NULL;
    struct ga_launch_counters launch;
    bool more = false;
    if (request->table)
        return GA_OK;
    if (strcmp(request->counters, "-") == 0)
        return ga_fail(err, GA_USAGE,
                       "--counters -: standard input is read once; say which tables with --table");
    enum ga_status status = ga_counters_open(request->counters, NULL, &counters, err);
    if (status == GA_OK)
        status = ga_counters_next(counters, &launch, &more, err);
    if (status == GA_OK && !more)
        status = ga_fail(err, GA_USAGE, "%s: there is a table of counters, but no launch in it",
                         request->counters);
    ga_counters_close(counters);
    request->table = path;
    return status == GA_OK ? ga_tables_find(&launch, path, size, err) : status;
}

/* A pattern that matches no kernel is an error, but not after a profile, if another one does. in: n: launches that were taken. */
static enum ga_status check_patterns(const struct ga_request *request,
                                     const struct ga_wanted *wanted, uint64_t n,
                                     struct ga_err *err) {
    struct ga_err why;
    char what[sizeof why.message / 2];
    snprintf(what, sizeof what, "kernel of %s", request->counters);
    const enum ga_status status = ga_wanted_check(wanted, what, &why);
    if (status == GA_OK)
        return GA_OK;
    if (n == 0 || !request->program)
        return ga_fail(err, status, "%s", why.message);
    fprintf(stderr, "%s\n", why.message);
    return GA_OK;
}

/* Whether a launch executed atomics, and whether the code has some of its kernel's. */
static bool has_atomics(const struct ga_launch_counters *launch) {
    static const enum ga_quantity of[] = {GA_Q_global_atoms, GA_Q_global_reds, GA_Q_jobs_alu,
                                          GA_Q_jobs_cas};
    bool any = false;
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        any |= launch->at[of[i]] > 0;
    return any;
}
static bool has_code(const struct ga_l2_atomics *atomics) {
    return atomics->n > 0 || atomics->phases > 0;
}

static enum ga_status take_all(const struct ga_request *request, const struct ga_launches *does,
                               const struct ga_model_device *device, const struct ga_code *code,
                               void *context, struct ga_counters *counters, struct ga_csv_out *csv,
                               struct ga_err *err) {
    struct ga_launch_counters launch;
    struct ga_l2_atomics atomics = {0};
    struct ga_wanted wanted = {.patterns = &request->kernels};
    bool more = true, any = false;
    uint64_t n = 0, n_atomic = 0, n_coded = 0;
    enum ga_status status = GA_OK;
    while (status == GA_OK) {
        status = ga_counters_next(counters, &launch, &more, err);
        if (status != GA_OK || !more)
            break;
        any = true;
        if (!ga_wants(&wanted, launch.kernel)) {
            if (does->leave_out)
                does->leave_out(context, &launch);
            continue;
        }
        if (!request->other_gpu)
            status = ga_model_device_check(device, request->counters, &launch, err);
        if (status == GA_OK)
            status = ga_code_find(code, *launch.function ? launch.function : launch.kernel,
                                  launch.cc, &atomics, err);
        n_atomic += has_atomics(&launch);
        n_coded += has_code(&atomics);
        if (status == GA_OK)
            status = does->take(context, n++, ga_counters_profiler(counters), &launch, &atomics,
                                csv, err);
    }
    if (status == GA_OK && !any)
        return ga_fail(err, GA_USAGE, "%s: there is a table of counters, but no launch in it",
                       request->counters);
    if (status == GA_OK)
        status = check_patterns(request, &wanted, n, err);
    if (status == GA_OK && request->code.n > 0 && n_atomic > 0 && n_coded == 0)
        fprintf(
            stderr,
            "--code: kernels of %s execute atomics and have none in %s%s: is it the program's?\n",
            request->counters, request->code.at[0], request->code.n > 1 ? ", .." : "");
    return status == GA_OK ? does->conclude(context, n, err) : status;
}

/* The files of --code, else the program itself, which need not have any. */
static enum ga_status read_code(const struct ga_request *request, struct ga_code **code,
                                struct ga_err *err) {
    char path[PATH_MAX];
    enum ga_status status = GA_OK;
    for (uint32_t i = 0; status == GA_OK && i < request->code.n; i++)
        status = ga_code_add(code, request->code.at[i], err);
    if (request->code.n == 0 && request->program && ga_program_find(request->program[0], path))
        ga_code_add(code, path, NULL);
    if (status == GA_OK && request->ran)
        status = ga_code_add(code, request->ran, err);
    return status;
}

enum ga_status ga_launches_run(const struct ga_request *request, const struct ga_launches *does,
                               const struct ga_model_device *device, void *context,
                               struct ga_err *err) {
    struct ga_csv_out out;
    struct ga_csv_out *const csv = request->csv ? &out : NULL;
    struct ga_counters *counters = NULL;
    struct ga_code *code = NULL;
    enum ga_status status = read_code(request, &code, err);
    if (status == GA_OK)
        status = ga_counters_open(request->counters, NULL, &counters, err);
    if (status != GA_OK) {
        ga_code_close(code);
        return status;
    }
    if (csv)
        status = ga_csv_create(csv, request->csv, err);
    if (status == GA_OK) {
        if (csv) {
            ga_csv_name(csv, does->first_column);
            ga_csv_name(csv, "kernel");
            does->header(csv);
        }
        status = take_all(request, does, device, code, context, counters, csv, err);
        if (csv && status == GA_OK)
            status = ga_csv_close(csv, err);
        else if (csv)
            ga_csv_abandon(csv);
    }
    ga_counters_close(counters);
    ga_code_close(code);
    return status;
}

void ga_launches_row(struct ga_csv_out *csv, const struct ga_launch_counters *launch) {
    ga_csv_name(csv, launch->id);
    ga_csv_name(csv, launch->kernel);
}

enum ga_status ga_launches_lanes(const struct ga_model_device *device, const char *option,
                                 double lanes, struct ga_err *err) {
    return lanes > device->warp_size ? ga_fail(err, GA_USAGE, "%s %g: a warp of %s has %u lanes",
                                               option, lanes, device->name, device->warp_size)
                                     : GA_OK;
}
