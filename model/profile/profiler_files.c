/* The files that rocprofv3 leaves, in one. */
#include <errno.h>
#include <ftw.h>
#include <string.h>

#include "profiler_parts.h"

/* nftw has no argument for its caller. */
static const char *wanted_end;
static FILE *to;
static unsigned n_found;

static int append(const char *path, const struct stat *s, int type, struct FTW *place) {
    char bytes[1 << 16];
    const size_t n = strlen(path), end = strlen(wanted_end);
    (void)s;
    (void)place;
    if (type != FTW_F || n < end || strcmp(path + n - end, wanted_end) != 0)
        return 0;
    FILE *const from = fopen(path, "rb");
    if (!from)
        return -1;
    for (size_t got; (got = fread(bytes, 1, sizeof bytes, from)) > 0;)
        fwrite(bytes, 1, got, to);
    const bool bad = ferror(from);
    fclose(from);
    n_found++;
    return bad ? -1 : 0;
}

static int drop(const char *path, const struct stat *s, int type, struct FTW *place) {
    (void)s;
    (void)type;
    (void)place;
    remove(path);
    return 0;
}

enum ga_status ga_profiler_gather(const char *directory, const char *end, const char *out,
                                  struct ga_err *err) {
    to = fopen(out, "wb");
    if (!to)
        return ga_fail(err, GA_FILE, "%s: %s", out, strerror(errno));
    wanted_end = end;
    n_found = 0;
    const bool walked = nftw(directory, append, 16, FTW_PHYS) == 0 || n_found == 0;
    const bool written = !ferror(to);
    if (fclose(to) != 0 || !written || !walked)
        return ga_fail(err, GA_FILE, "%s: not written: %s", out, strerror(errno));
    if (n_found == 0)
        return ga_fail(
            err, GA_USAGE,
            "profile: no kernels were profiled: the profiler left no %s; does the program "
            "launch any, on this GPU?",
            end);
    return GA_OK;
}

void ga_profiler_clean(const char *directory) { nftw(directory, drop, 16, FTW_PHYS | FTW_DEPTH); }
