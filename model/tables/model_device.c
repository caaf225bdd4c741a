/* The tables that the utilization model reads, and whether they are of the GPU that was profiled. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "names.h"
#include "number.h"
#include "runfile.h"
#include "model_device.h"

static enum ga_status get_count(const struct ga_runfile *file, const char *path, const char *key,
                                uint32_t *count, struct ga_err *err) {
    const char *const text = ga_runfile_get(file, key);
    uint64_t n = 0;
    if (!text || !ga_parse_whole(text, 1, 4096, &n))
        return ga_fail(err, GA_USAGE, "%s: %s is '%s', expected a whole number from 1 to 4096",
                       path, key, text ? text : "");
    *count = (uint32_t)n;
    return GA_OK;
}

static enum ga_status get_word(const struct ga_runfile *file, const char *path, const char *key,
                               char *to, size_t size, struct ga_err *err) {
    const char *const text = ga_runfile_get(file, key);
    if (!text || !*text)
        return ga_fail(err, GA_USAGE, "%s: there is no %s", path, key);
    snprintf(to, size, "%s", text);
    return GA_OK;
}

/* A run that did not end may lack tables, or rows that would have been found wrong. */
static enum ga_status check_whole(const struct ga_runfile *file, const char *path,
                                  struct ga_err *err) {
    const char *const text = ga_runfile_get(file, "status");
    if (text && strcmp(text, "complete") == 0)
        return GA_OK;
    char directory[PATH_MAX], word[GA_SHELL_WORD(PATH_MAX)];
    snprintf(directory, sizeof directory, "%.*s", (int)(strrchr(path, '/') - path), path);
    return ga_fail(err, GA_USAGE,
                   "%s: status is '%s', expected complete; `gpu-atomics run --resume --out %s` "
                   "finishes the run",
                   path, text ? text : "", ga_shell_word(directory, word, sizeof word));
}

/* Which GPU a run was on. */
static enum ga_status take_name(const struct ga_runfile *file, const char *path,
                                struct ga_model_device *d, struct ga_err *err) {
    enum ga_status status = get_word(file, path, "device_name", d->name, sizeof d->name, err);
    if (status == GA_OK)
        status = get_word(file, path, "target", d->target, sizeof d->target, err);
    return status;
}

static void take_clock(const struct ga_runfile *file, struct ga_model_device *d) {
    const char *const text = ga_runfile_get(file, "sm_clock_max_mhz");
    uint64_t mhz = 0;
    if (text && ga_parse_whole(text, 1, 1000000, &mhz))
        d->sm_per_s = (double)mhz * 1e6;
}

static enum ga_status take_run(const struct ga_runfile *file, const char *path,
                               struct ga_model_device *d, struct ga_err *err) {
    enum ga_status status = ga_runfile_is_gpu(file, path, err);
    if (status == GA_OK)
        status = check_whole(file, path, err);
    if (status == GA_OK)
        status = take_name(file, path, d, err);
    if (status == GA_OK)
        status = get_count(file, path, "sm_count", &d->sm_count, err);
    if (status == GA_OK)
        status = get_count(file, path, "warps_per_sm", &d->warps_per_sm, err);
    if (status == GA_OK)
        status = get_count(file, path, "warp_size", &d->warp_size, err);
    take_clock(file, d);
    return status;
}

static enum ga_status take_gpu(const struct ga_runfile *file, const char *path,
                               struct ga_model_device *d, struct ga_err *err) {
    enum ga_status status = ga_runfile_is_gpu(file, path, err);
    if (status == GA_OK)
        status = take_name(file, path, d, err);
    if (status == GA_OK)
        get_count(file, path, "sm_count", &d->sm_count, NULL); /* 0 where it is not said */
    return status;
}

/* in: take: what is wanted of run.csv. */
static enum ga_status read_run(const char *directory,
                               enum ga_status (*take)(const struct ga_runfile *file,
                                                      const char *path, struct ga_model_device *d,
                                                      struct ga_err *err),
                               struct ga_model_device *d, struct ga_err *err) {
    char path[PATH_MAX + 64];
    struct ga_runfile *const file = malloc(sizeof *file); /* large */
    memset(d, 0, sizeof *d);
    d->useful = d->lanes = d->global_lanes = NAN;
    snprintf(path, sizeof path, "%s/run.csv", directory);
    enum ga_status status =
        file ? ga_runfile_read(file, path, err) : ga_fail(err, GA_ERROR, "%s: out of memory", path);
    if (status == GA_OK)
        status = take(file, path, d, err);
    free(file);
    return status;
}

enum ga_status ga_model_device_identify(const char *directory, struct ga_model_device *d,
                                        struct ga_err *err) {
    return read_run(directory, take_run, d, err);
}

enum ga_status ga_model_device_name(const char *directory, struct ga_model_device *d,
                                    struct ga_err *err) {
    return read_run(directory, take_gpu, d, err);
}

enum ga_status ga_model_device_read(const char *directory, const char *emulated,
                                    struct ga_model_device *d, struct ga_err *err) {
    char path[PATH_MAX + 64];
    enum ga_status status = ga_model_device_identify(directory, d, err);
    d->emulated = emulated;
    snprintf(path, sizeof path, "%s/shared_service.csv", directory);
    if (status == GA_OK)
        status = ga_service_read(path, d->warps_per_sm, d->warp_size, &d->service, err);
    snprintf(path, sizeof path, "%s/shared_demand.csv", directory);
    d->has_demand = status == GA_OK && access(path, F_OK) == 0;
    if (d->has_demand)
        status = ga_demand_read(path, d->warps_per_sm, d->warp_size, emulated, &d->demand, err);
    else if (status == GA_OK && emulated)
        status = ga_fail(err, GA_USAGE, "--emulated: needs %s, which is not there", path);
    return status;
}

enum ga_status ga_model_device_l2(const char *directory, const char *global_type,
                                  struct ga_model_device *d, struct ga_err *err) {
    char path[PATH_MAX + 64], vectors[PATH_MAX + 64];
    enum ga_status status = GA_OK;
    snprintf(path, sizeof path, "%s/global_threads_per_warp.csv", directory);
    d->has_l2 = access(path, F_OK) == 0;
    if (d->has_l2)
        status = ga_l2_table_read(path, d->warp_size, &d->l2, err);
    snprintf(path, sizeof path, "%s/global_operations.csv", directory);
    snprintf(vectors, sizeof vectors, "%s/global_vector.csv", directory);
    d->has_types = status == GA_OK && access(path, F_OK) == 0;
    if (d->has_types)
        status = ga_l2_types_read(path, access(vectors, F_OK) == 0 ? vectors : NULL, global_type,
                                  &d->types, err);
    else if (status == GA_OK && global_type)
        status = ga_fail(err, GA_USAGE, "--global-type: needs %s, which is not there", path);
    return status;
}

void ga_model_device_free(struct ga_model_device *d) { ga_service_free(&d->service); }

/* src: ROCm, MI300 and MI350 performance counters; rocprofiler-compute divides likewise. */
double ga_model_device_dies(const struct ga_model_device *d) {
    static const struct {
        const char *family;
        double units;                             /* compute units of a die */
    } several[] = {{"gfx94", 38}, {"gfx95", 32}}; /* MI300, MI350 */
    for (size_t i = 0; i < sizeof several / sizeof *several; i++)
        if (strncmp(d->target, several[i].family, strlen(several[i].family)) == 0)
            return fmax(1, round(d->sm_count / several[i].units));
    return 1;
}

/* HIP's multiprocessor of RDNA is two compute units. A partition of MI300 has the name of the whole, and fewer. */
static bool is_whole(const struct ga_model_device *d, unsigned units) {
    return units == d->sm_count || (strncmp(d->target, "gfx1", 4) == 0 && units == 2 * d->sm_count);
}

enum ga_status ga_model_device_check(const struct ga_model_device *d, const char *path,
                                     const struct ga_launch_counters *launch, struct ga_err *err) {
    char target[sizeof launch->cc + 4] = "";
    const char *const point = strchr(launch->cc, '.');
    if (*launch->device && strcmp(launch->device, d->name) != 0)
        return ga_fail(
            err, GA_USAGE,
            "%s:%lu: a launch on '%s', and the tables are of '%s'; --other-gpu takes them "
            "nevertheless",
            path, launch->line, launch->device, d->name);
    if (point)
        snprintf(target, sizeof target, "sm_%.*s%s", (int)(point - launch->cc), launch->cc,
                 point + 1);
    else
        snprintf(target, sizeof target, "%s", launch->cc);
    if (*target && strcmp(target, d->target) != 0)
        return ga_fail(err, GA_USAGE,
                       "%s:%lu: a launch on %s, and the tables are of %s (%s); --other-gpu takes "
                       "them nevertheless",
                       path, launch->line, target, d->target, d->name);
    if (launch->units && d->sm_count && !is_whole(d, launch->units))
        return ga_fail(err, GA_USAGE,
                       "%s:%lu: a launch on %u compute units, and the tables are of %u: another "
                       "partition of %s, or another model; --other-gpu takes them nevertheless",
                       path, launch->line, launch->units, d->sm_count, d->name);
    if (!*target && !*launch->device)
        return ga_fail(
            err, GA_USAGE,
            "%s:%lu: the file does not say on what GPU; --other-gpu takes the tables of '%s'", path,
            launch->line, d->name);
    return GA_OK;
}
