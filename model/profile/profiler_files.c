/* The files that rocprofv3 leaves, in one. */
#include <errno.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>

#include "profiler_parts.h"

/* nftw has no argument for its caller. */
static const char *wanted_end;
static char **found;
static size_t n_found;

static int look(const char *path, const struct stat *s, int type, struct FTW *place) {
    const size_t n = strlen(path), end = strlen(wanted_end);
    (void)s;
    (void)place;
    if (type == FTW_F && n >= end && strcmp(path + n - end, wanted_end) == 0 &&
        n_found < GA_PROFILER_FILES)
        found[n_found++] = strdup(path);
    return 0;
}

static int drop(const char *path, const struct stat *s, int type, struct FTW *place) {
    (void)s;
    (void)type;
    (void)place;
    remove(path);
    return 0;
}

static int by_name(const void *a, const void *b) {
    return strverscmp(*(char *const *)a, *(char *const *)b);
}

size_t ga_profiler_files(const char *directory, const char *end, char **path) {
    wanted_end = end;
    found = path;
    n_found = 0;
    nftw(directory, look, 16, FTW_PHYS);
    qsort(path, n_found, sizeof *path, by_name);
    return n_found;
}

static bool append(const char *path, FILE *to) {
    char bytes[1 << 16];
    FILE *const from = fopen(path, "rb");
    if (!from)
        return false;
    for (size_t got; (got = fread(bytes, 1, sizeof bytes, from)) > 0;)
        fwrite(bytes, 1, got, to);
    const bool bad = ferror(from);
    fclose(from);
    return !bad;
}

enum ga_status ga_profiler_gather(const char *directory, const char *const *ends, size_t n_ends,
                                  const char *out, struct ga_err *err) {
    char *path[GA_PROFILER_FILES];
    size_t n = 0;
    FILE *const to = fopen(out, "wb");
    bool good = to != NULL;
    for (size_t e = 0; good && e < n_ends; e++) {
        n = ga_profiler_files(directory, ends[e], path);
        for (size_t i = 0; i < n; i++) {
            good = good && append(path[i], to);
            free(path[i]);
        }
    }
    good = good && !ferror(to);
    if ((to && fclose(to) != 0) || !good)
        return ga_fail(err, GA_FILE, "%s: not written: %s", out, strerror(errno));
    if (n == 0)
        return ga_fail(
            err, GA_USAGE,
            "profile: no kernels were profiled: the profiler left no %s; does the program "
            "launch any, on this GPU?",
            ends[n_ends - 1]);
    return GA_OK;
}

void ga_profiler_clean(const char *directory) { nftw(directory, drop, 16, FTW_PHYS | FTW_DEPTH); }
