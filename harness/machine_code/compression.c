/* src: lz4.h and zstd.h: the functions' types, which are part of both libraries' stable interfaces. */
#include "compression.h"

#include <dlfcn.h>
#include <limits.h>
#include <string.h>

static const struct {
    const char *library, *function, *package;
} sources[] = {[GA_LZ4] = {"liblz4.so.1", "LZ4_decompress_safe", "liblz4-1"},
               [GA_ZSTD] = {"libzstd.so.1", "ZSTD_decompress", "libzstd1"}};

/* A function pointer from an object's, which C keeps apart and POSIX does not. */
static enum ga_status load(enum ga_compression how, void *function, struct ga_err *err) {
    static void *found[2];
    if (!found[how]) {
        void *const library = dlopen(sources[how].library, RTLD_NOW | RTLD_LOCAL);
        found[how] = library ? dlsym(library, sources[how].function) : NULL;
    }
    if (!found[how])
        return ga_fail(err, GA_UNSUPPORTED,
                       "the file has modules that need %s to decompress; install it (Debian: %s)",
                       sources[how].library, sources[how].package);
    memcpy(function, &found[how], sizeof found[how]);
    return GA_OK;
}

enum ga_status ga_decompress(enum ga_compression how, struct ga_bytes packed, uint8_t *at, size_t n,
                             bool *whole, struct ga_err *err) {
    int (*lz4)(const char *, char *, int, int) = NULL;
    size_t (*zstd)(void *, size_t, const void *, size_t) = NULL;
    const enum ga_status status = load(how, how == GA_LZ4 ? (void *)&lz4 : (void *)&zstd, err);
    if (status != GA_OK)
        return status;
    if (how == GA_ZSTD)
        *whole =
            zstd && zstd(at, n, packed.at, packed.n) == n; /* an error is a very large number */
    else
        *whole = lz4 && packed.n <= INT_MAX && n <= INT_MAX &&
                 lz4((const char *)packed.at, (char *)at, (int)packed.n, (int)n) == (int)n;
    return GA_OK;
}
