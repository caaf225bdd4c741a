#include "shipped.h"

#include <dirent.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build_info.h"

static bool has(const char *directory, const char *file) {
    char path[PATH_MAX + 324];
    snprintf(path, sizeof path, "%s/%s", directory, file);
    return access(path, R_OK) == 0;
}

static bool is_like(const char *directory, const struct ga_launch_counters *launch) {
    struct ga_model_device device; /* of which its names are used */
    return has(directory, "shared_service.csv") &&
           ga_model_device_name(directory, &device, NULL) == GA_OK &&
           ga_model_device_check(&device, "", launch, NULL) == GA_OK;
}

/* out: whether there is one below root; path is the better one. */
static bool find_below(const char *root, const struct ga_launch_counters *launch, char *path,
                       size_t size) {
    struct dirent **entries = NULL;
    bool found = false, whole = false;
    const int n = scandir(root, &entries, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        char directory[PATH_MAX];
        const int used = snprintf(directory, sizeof directory, "%s/%s", root, entries[i]->d_name);
        if (entries[i]->d_name[0] != '.' && used < PATH_MAX && !whole &&
            is_like(directory, launch)) {
            whole = has(directory, "shared_demand.csv");
            if (whole || !found)
                snprintf(path, size, "%s", directory);
            found = true;
        }
        free(entries[i]);
    }
    free(entries);
    return found;
}

/* Whether a set's GPU is of another model than those. */
static bool is_new(const struct ga_model_device *of, const struct ga_model_device *device,
                   char *const *paths, size_t n) {
    struct ga_model_device other;
    bool is = strcmp(device->target, of->target) == 0 && strcmp(device->name, of->name) != 0;
    for (size_t i = 0; is && i < n; i++)
        is = ga_model_device_name(paths[i], &other, NULL) == GA_OK &&
             strcmp(other.name, device->name) != 0;
    return is;
}

size_t ga_tables_beside(const char *directory, char **paths, size_t most) {
    char root[PATH_MAX];
    struct dirent **entries = NULL;
    struct ga_model_device of, device; /* of which their names are used */
    size_t n_sets = 0;
    snprintf(root, sizeof root, "%s", directory);
    char *const slash = strrchr(root, '/');
    if (!slash || ga_model_device_name(directory, &of, NULL) != GA_OK)
        return 0;
    *slash = '\0';
    const int n = scandir(root, &entries, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        char path[PATH_MAX + 260];
        snprintf(path, sizeof path, "%s/%s", root, entries[i]->d_name);
        if (n_sets < most && entries[i]->d_name[0] != '.' && has(path, "shared_service.csv") &&
            ga_model_device_name(path, &device, NULL) == GA_OK &&
            is_new(&of, &device, paths, n_sets) && (paths[n_sets] = strdup(path)))
            n_sets++;
        free(entries[i]);
    }
    free((void *)entries);
    return n_sets;
}

/* Where results were installed, beside this program. own: caller, 2 * PATH_MAX bytes. */
static void find_installed(char *installed) {
    char program[PATH_MAX];
    const ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    program[n > 0 ? n : 0] = '\0';
    char *const slash = strrchr(program, '/');
    if (slash)
        *slash = '\0';
    snprintf(installed, (size_t)2 * PATH_MAX, "%s/" GA_RESULTS_INSTALLED, program);
}

size_t ga_shipped_sets(char **paths, size_t most) {
    char installed[2 * PATH_MAX];
    size_t n_sets = 0;
    find_installed(installed);
    const char *const roots[] = {installed, GA_RESULTS_SOURCE};
    for (size_t r = 0; n_sets == 0 && r < sizeof roots / sizeof *roots; r++) {
        struct dirent **entries = NULL;
        const int n = scandir(roots[r], &entries, NULL, alphasort);
        for (int i = 0; i < n; i++) {
            char directory[PATH_MAX];
            const int used =
                snprintf(directory, sizeof directory, "%s/%s", roots[r], entries[i]->d_name);
            if (n_sets < most && entries[i]->d_name[0] != '.' && used < PATH_MAX &&
                has(directory, "shared_service.csv") && (paths[n_sets] = strdup(directory)))
                n_sets++;
            free(entries[i]);
        }
        free((void *)entries);
    }
    return n_sets;
}

enum ga_status ga_tables_find(const struct ga_launch_counters *launch, char *path, size_t size,
                              struct ga_err *err) {
    char installed[2 * PATH_MAX];
    find_installed(installed);
    if (!*launch->device && !*launch->cc)
        return ga_fail(
            err, GA_USAGE,
            "the counters do not say of what GPU they are; say which tables with --table");
    const char *const roots[] = {"results", installed, GA_RESULTS_SOURCE};
    for (size_t r = 0; r < sizeof roots / sizeof *roots; r++)
        if (find_below(roots[r], launch, path, size))
            return GA_OK;
    return ga_fail(err, GA_USAGE,
                   "there are no tables of a GPU like '%s' in results, %s or " GA_RESULTS_SOURCE
                   "; measure them with: gpu-atomics run --bench 'shared_*' --out tables, and give "
                   "--table tables",
                   *launch->device ? launch->device : "the one that was profiled", installed);
}
