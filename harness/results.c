#include "results.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "build_info.h"

enum ga_status ga_make_directory(const char *path, struct ga_err *err) {
    char part[GA_MAX_DIRECTORY];
    if (strlen(path) >= sizeof part)
        return ga_fail(err, GA_FILE, "%.60s...: the path is too long, the most is %d characters",
                       path, GA_MAX_DIRECTORY - 1);
    for (size_t i = 1; i <= strlen(path); i++) {
        if (path[i] != '/' && path[i] != '\0')
            continue;
        snprintf(part, sizeof part, "%.*s", (int)i, path);
        if (mkdir(part, 0777) != 0 && errno != EEXIST)
            return ga_fail(err, GA_FILE, "%s: cannot make the directory: %s", part,
                           strerror(errno));
    }
    struct stat s;
    if (stat(path, &s) != 0 || !S_ISDIR(s.st_mode))
        return ga_fail(err, GA_FILE, "%s: is no directory", path);
    return GA_OK;
}

static int has_run(const char *directory) {
    char path[GA_MAX_FILE];
    snprintf(path, sizeof path, "%s/run.csv", directory);
    return access(path, F_OK) == 0;
}

enum ga_status ga_results_new(const char *out, const struct ga_gpu *gpu, char *path,
                              struct ga_err *err) {
    char slug[96];
    if (out) {
        if (strlen(out) >= GA_MAX_DIRECTORY)
            return ga_fail(err, GA_FILE,
                           "%.60s...: the path is too long, the most is %d characters", out,
                           GA_MAX_DIRECTORY - 1);
        snprintf(path, GA_MAX_DIRECTORY, "%s", out);
        if (has_run(path))
            return ga_fail(err, GA_USAGE,
                           "%s holds a run already; --resume finishes it, another --out keeps it",
                           path);
        return ga_make_directory(path, err);
    }
    ga_device_slug(gpu, slug, sizeof slug);
    snprintf(path, GA_MAX_DIRECTORY, "results/%s", slug);
    for (unsigned k = 2; has_run(path); k++)
        snprintf(path, GA_MAX_DIRECTORY, "results/%s-%u", slug, k);
    return ga_make_directory(path, err);
}

static void describe_device(struct ga_runfile *file, const struct ga_limits *l) {
    ga_runfile_set(file, "device_name", "%s", l->name);
    ga_runfile_set(file, "target", "%s", l->target);
    ga_runfile_set(file, "driver", "%s", l->driver);
    ga_runfile_set(file, "runtime", "%s", l->runtime);
    ga_runfile_set(file, "sm_count", "%u", l->sm_count);
    ga_runfile_set(file, "warps_per_sm", "%u", l->warps_per_sm);
    ga_runfile_set(file, "warp_size", "%u", l->warp_size);
    ga_runfile_set(file, "threads_per_block", "%u", l->threads_per_block);
    ga_runfile_set(file, "shared_bytes_per_sm", "%u", l->shared_bytes_per_sm);
    ga_runfile_set(file, "l2_bytes", "%llu", (unsigned long long)l->l2_bytes);
    ga_runfile_set(file, "sm_clock_max_mhz", "%g", l->sm_clock_khz / 1e3);
    ga_runfile_set(file, "tick_ns", "%g", l->tick_ns);
    ga_runfile_set(file, "host_native_atomics", "%d", l->host_native_atomics);
}

static void describe_build(struct ga_runfile *file, const char *backend) {
    const int cuda = strcmp(backend, "cuda") == 0, hip = strcmp(backend, "hip") == 0;
    struct utsname host;
    ga_runfile_set(file, "version", "%s", GA_VERSION);
    ga_runfile_set(file, "git_commit", "%s", GA_GIT_COMMIT);
    ga_runfile_set(file, "host_compiler", "%s", GA_C_COMPILER);
    ga_runfile_set(file, "kernel_compiler", "%s",
                   cuda  ? GA_CUDA_COMPILER
                   : hip ? GA_HIP_COMPILER
                         : GA_CXX_COMPILER);
    ga_runfile_set(file, "kernel_flags", "%s",
                   cuda  ? GA_CUDA_FLAGS
                   : hip ? GA_HIP_FLAGS
                         : GA_CPU_FLAGS);
    if (uname(&host) == 0)
        ga_runfile_set(file, "host", "%s %s %s", host.sysname, host.release, host.machine);
}

enum ga_status ga_results_describe(struct ga_runfile *file, const struct ga_gpu *gpu,
                                   const struct ga_request *request, int argc, char **argv,
                                   struct ga_err *err) {
    char line[GA_VALUE] = "gpu-atomics", utc[32];
    const time_t now = time(NULL);
    for (int i = 1; i < argc; i++) {
        const size_t at = strlen(line);
        snprintf(line + at, sizeof line - at, " %s", argv[i]);
    }
    for (int i = 2; i < argc; i++)
        if (strlen(argv[i]) >= GA_VALUE)
            return ga_fail(err, GA_USAGE, "'%.40s...': an argument may have %d characters", argv[i],
                           GA_VALUE - 1);
    strftime(utc, sizeof utc, "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
    ga_runfile_set(file, "command_line", "%s", line);
    for (int i = 2; i < argc; i++)
        ga_runfile_add(file, "argument", argv[i]);
    ga_runfile_set(file, "started_utc", "%s", utc);
    ga_runfile_set(file, "backend", "%s", gpu->backend->name);
    ga_runfile_set(file, "device", "%s", request->device ? request->device : "(default)");
    describe_device(file, &gpu->limits);
    describe_build(file, gpu->backend->name);
    return GA_OK;
}

enum ga_status ga_results_same(const struct ga_runfile *file, const struct ga_gpu *gpu,
                               const char *path, struct ga_err *err) {
    const struct {
        const char *key, *now;
    } checks[] = {{"backend", gpu->backend->name},
                  {"device_name", gpu->limits.name},
                  {"target", gpu->limits.target},
                  {"driver", gpu->limits.driver},
                  {"git_commit", GA_GIT_COMMIT}};
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        const char *const then = ga_runfile_get(file, checks[i].key);
        if (!then || strcmp(then, checks[i].now) != 0)
            return ga_fail(
                err, GA_USAGE,
                "%s: %s was '%s' and is '%s' now; a results directory is one run, so begin "
                "another with a new --out",
                path, checks[i].key, then ? then : "", checks[i].now);
    }
    return GA_OK;
}
