#include "results.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "build_info.h"
#include "keys.h"

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

static bool is_same(const char *path, int lock) {
    struct stat locked, there;
    return fstat(lock, &locked) == 0 && stat(path, &there) == 0 && locked.st_dev == there.st_dev &&
           locked.st_ino == there.st_ino;
}

/* Whether a file system says that it has no locks at all. */
static bool has_no_locks(int reason) {
    return reason == ENOTSUP || reason == ENOLCK || reason == ENOSYS;
}

static enum ga_status try_lock(const char *path, int lock, bool *is_free, struct ga_err *err) {
    *is_free = flock(lock, LOCK_EX | LOCK_NB) == 0;
    if (*is_free || errno == EWOULDBLOCK)
        return GA_OK;
    if (!has_no_locks(errno))
        return ga_fail(err, GA_FILE, "%s: cannot be locked: %s", path, strerror(errno));
    fprintf(stderr,
            "warning: %s: its file system has no locks; let no other run write there meanwhile\n",
            path);
    *is_free = true;
    return GA_OK;
}

enum ga_status ga_lock_directory(const char *path, int *lock, struct ga_err *err) {
    bool is_free = false;
    *lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (*lock < 0 && errno != ENOENT)
        return ga_fail(err, GA_FILE, "%s: cannot be locked: %s", path, strerror(errno));
    enum ga_status status = *lock < 0 ? GA_OK : try_lock(path, *lock, &is_free, err);
    if (status == GA_OK && (!is_free || !is_same(path, *lock)))
        status =
            ga_fail(err, GA_USAGE,
                    "%s: another run or profile is writing there; wait until it has ended", path);
    if (status != GA_OK)
        ga_unlock_directory(lock);
    return status;
}

enum ga_status ga_check_directory(const char *path, int lock, struct ga_err *err) {
    return is_same(path, lock)
               ? GA_OK
               : ga_fail(err, GA_FILE,
                         "%s: the directory was removed or replaced during this run; nothing more "
                         "is written there",
                         path);
}

void ga_unlock_directory(int *lock) {
    if (*lock >= 0)
        close(*lock);
    *lock = -1;
}

static int has_run(const char *directory) {
    char path[GA_MAX_FILE];
    snprintf(path, sizeof path, "%s/run.csv", directory);
    return access(path, F_OK) == 0;
}

static enum ga_status taken(const char *path, struct ga_err *err) {
    return ga_fail(err, GA_USAGE,
                   "%s holds a run already; --resume finishes it, another --out keeps it", path);
}

enum ga_status ga_results_claim_path(const char *path, int *lock, struct ga_err *err) {
    if (has_run(path))
        return taken(path, err);
    enum ga_status status = ga_make_directory(path, err);
    if (status == GA_OK)
        status = ga_lock_directory(path, lock, err);
    if (status != GA_OK || !has_run(path))
        return status;
    ga_unlock_directory(lock);
    return taken(path, err);
}

enum ga_status ga_results_claim(const char *out, const struct ga_gpu *gpu, char *path, int *lock,
                                struct ga_err *err) {
    char slug[96];
    if (out && strlen(out) >= GA_MAX_DIRECTORY)
        return ga_fail(err, GA_FILE, "%.60s...: the path is too long, the most is %d characters",
                       out, GA_MAX_DIRECTORY - 1);
    ga_device_slug(gpu, slug, sizeof slug);
    snprintf(path, GA_MAX_DIRECTORY, out ? "%s" : "results/%s", out ? out : slug);
    enum ga_status status = ga_results_claim_path(path, lock, err);
    for (unsigned k = 2; !out && status == GA_USAGE; k++) {
        snprintf(path, GA_MAX_DIRECTORY, "results/%s-%u", slug, k);
        status = ga_results_claim_path(path, lock, err);
    }
    return status;
}

/* out: of the first line of a file that begins with `key`, what follows it and a colon, or all of it with
 * key "". "" if there is none. own: caller, GA_VALUE bytes. */
static const char *line_of(const char *path, const char *key, char *text) {
    FILE *const file = fopen(path, "r");
    bool found = false;
    while (file && !found && fgets(text, GA_VALUE, file))
        found = strncmp(text, key, strlen(key)) == 0;
    if (file)
        fclose(file);
    if (!found)
        return "";
    text[strcspn(text, "\r\n")] = '\0';
    const char *const value = *key ? strchr(text, ':') : NULL;
    return value ? value + 1 + strspn(value + 1, " \t") : text;
}

/* Where the kernel says which driver of the vendor it has. */
static const char *const kernel_drivers[GA_N_KINDS] = {
    [GA_KIND_CUDA] = "/proc/driver/nvidia/version", [GA_KIND_HIP] = "/sys/module/amdgpu/version"};

/* With what the kernels were compiled. */
static const struct {
    const char *compiler, *flags, *targets;
} builds[GA_N_KINDS] = {[GA_KIND_CUDA] = {GA_CUDA_COMPILER, GA_CUDA_FLAGS, GA_CUDA_TARGETS},
                        [GA_KIND_HIP] = {GA_HIP_COMPILER, GA_HIP_FLAGS, GA_HIP_TARGETS},
                        [GA_KIND_CPU] = {GA_CXX_COMPILER, GA_CPU_FLAGS, ""},
                        [GA_KIND_FAKE] = {GA_CXX_COMPILER, GA_CPU_FLAGS, ""}};

static void describe_device(struct ga_runfile *file, const struct ga_limits *l, enum ga_kind kind) {
    char text[GA_VALUE];
    ga_runfile_set(file, "device_name", "%s", l->name);
    ga_runfile_set(file, "target", "%s", l->target);
    if (l->emulated)
        ga_runfile_set(file, GA_RUNFILE_EMULATED, "yes");
    ga_runfile_set(file, "device_id", "%s", l->id);
    ga_runfile_set(file, "gpu_uuid", "%s", l->uuid);
    ga_runfile_set(file, "gpus", "%u", l->n_gpus);
    if (*l->partition)
        ga_runfile_set(file, "partition", "%s", l->partition);
    ga_runfile_set(file, "driver", "%s", l->driver);
    const char *const driver = kernel_drivers[kind];
    ga_runfile_set(file, "kernel_driver", "%s", driver ? line_of(driver, "", text) : "");
    ga_runfile_set(file, "runtime", "%s", l->runtime);
    ga_runfile_set(file, "sm_count", "%u", l->sm_count);
    ga_runfile_set(file, "warps_per_sm", "%u", l->warps_per_sm);
    ga_runfile_set(file, "warp_size", "%u", l->warp_size);
    ga_runfile_set(file, "threads_per_block", "%u", l->threads_per_block);
    ga_runfile_set(file, "shared_bytes_per_sm", "%u", l->shared_bytes_per_sm);
    ga_runfile_set(file, "free_bytes", "%.0f", (double)l->free_bytes);
    ga_runfile_set(file, "l2_bytes", "%llu", (unsigned long long)l->l2_bytes);
    ga_runfile_set(file, "sm_clock_max_mhz", "%g", l->sm_clock_khz / 1e3);
    ga_runfile_set(file, "memory_clock_max_mhz", "%g", l->memory_clock_khz / 1e3);
    ga_runfile_set(file, "ecc", "%s", l->ecc < 0 ? "not known" : l->ecc ? "on" : "off");
    ga_runfile_set(file, "tick_ns", "%g", l->tick_ns);
    ga_runfile_set(file, "host_native_atomics", "%d", l->host_native_atomics);
}

static void describe_build(struct ga_runfile *file, enum ga_kind kind) {
    struct utsname host;
    char text[GA_VALUE];
    ga_runfile_set(file, "version", "%s", GA_VERSION);
    ga_runfile_set(file, "git_commit", "%s", GA_GIT_COMMIT);
    ga_runfile_set(file, "host_compiler", "%s", GA_C_COMPILER);
    ga_runfile_set(file, "kernel_compiler", "%s", builds[kind].compiler);
    ga_runfile_set(file, "kernel_flags", "%s", builds[kind].flags);
    ga_runfile_set(file, "kernel_targets", "%s", builds[kind].targets);
    if (uname(&host) == 0)
        ga_runfile_set(file, "host", "%s %s %s", host.sysname, host.release, host.machine);
    ga_runfile_set(file, "host_cpu", "%s", line_of("/proc/cpuinfo", "model name", text));
}

enum ga_status ga_results_check_format(const char *format, struct ga_err *err) {
    if (!format || strcmp(format, "csv") == 0 || ga_results_wants_json(format))
        return GA_OK;
    return ga_fail(err, GA_USAGE, "--format '%s': expected csv, or csv,json for both", format);
}

bool ga_results_wants_json(const char *format) {
    return format && (strcmp(format, "csv,json") == 0 || strcmp(format, "json,csv") == 0);
}

const char *ga_results_utc(char *text, size_t capacity) {
    const time_t now = time(NULL);
    strftime(text, capacity, "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
    return text;
}

/* own: caller, 17 bytes. */
static const char *hash_of(const struct ga_keys *keys, char *text) {
    snprintf(text, 17, "%016llx", (unsigned long long)ga_keys_hash(keys));
    return text;
}

enum ga_status ga_results_describe_command(struct ga_runfile *file,
                                           const struct ga_request *request, struct ga_err *err) {
    const int argc = request->argc;
    char *const *const argv = request->argv;
    char line[GA_VALUE] = "gpu-atomics", utc[32];
    for (int i = 1; i < argc; i++) {
        const size_t at = strlen(line);
        snprintf(line + at, sizeof line - at, " %s", argv[i]);
    }
    for (int i = 2; i < argc; i++)
        if (strlen(argv[i]) >= GA_VALUE)
            return ga_fail(err, GA_USAGE, "'%.40s...': an argument may have %d characters", argv[i],
                           GA_VALUE - 1);
    ga_runfile_set(file, "command_line", "%s", line);
    for (int i = 2; i < argc; i++)
        ga_runfile_add(file, "argument", argv[i]);
    ga_runfile_set(file, "started_utc", "%s", ga_results_utc(utc, sizeof utc));
    return GA_OK;
}

enum ga_status ga_results_describe(struct ga_runfile *file, const struct ga_gpu *gpu,
                                   const struct ga_request *request, const struct ga_keys *keys,
                                   struct ga_err *err) {
    char hash[17];
    const enum ga_status status = ga_results_describe_command(file, request, err);
    if (status != GA_OK)
        return status;
    ga_runfile_set(file, "backend", "%s", ga_kind_names[gpu->backend->kind]);
    ga_runfile_set(file, "device", "%s", request->device ? request->device : "(default)");
    describe_device(file, &gpu->limits, gpu->backend->kind);
    describe_build(file, gpu->backend->kind);
    if (keys->n > 0) {
        ga_runfile_set(file, "keys", "%u", keys->n);
        ga_runfile_set(file, "keys_fnv1a", "%s", hash_of(keys, hash));
    }
    return GA_OK;
}

enum ga_status ga_results_same(const struct ga_runfile *file, const struct ga_gpu *gpu,
                               const struct ga_keys *keys, const char *path, struct ga_err *err) {
    char hash[17] = "";
    const struct {
        const char *key, *now;
        bool is_new; /* earlier programs did not write it */
    } checks[] = {{"backend", ga_kind_names[gpu->backend->kind], false},
                  {"device_name", gpu->limits.name, false},
                  {"target", gpu->limits.target, false},
                  {"driver", gpu->limits.driver, false},
                  {"git_commit", GA_GIT_COMMIT, false},
                  {"gpu_uuid", gpu->limits.uuid, true},
                  {GA_RUNFILE_EMULATED, gpu->limits.emulated ? "yes" : "", true},
                  {"keys_fnv1a", keys->n > 0 ? hash_of(keys, hash) : "", true}};
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        const char *const then = ga_runfile_get(file, checks[i].key);
        if (then ? strcmp(then, checks[i].now) != 0 : !checks[i].is_new)
            return ga_fail(
                err, GA_USAGE,
                "%s: %s was '%s' and is '%s' now; a results directory is one run, so begin "
                "another with a new --out",
                path, checks[i].key, then ? then : "", checks[i].now);
    }
    return GA_OK;
}
