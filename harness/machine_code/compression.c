/* src: lz4.h, zstd.h and zlib.h: the functions' types, which are part of the libraries' stable interfaces. */
#include "compression.h"

#include <dlfcn.h>
#include <limits.h>
#include <string.h>

enum { ZSTD_SIZE = GA_ZLIB + 1, N_FUNCTIONS };

static const struct {
    const char *library, *function, *package;
} sources[] = {[GA_LZ4] = {"liblz4.so.1", "LZ4_decompress_safe", "liblz4-1"},
               [GA_ZSTD] = {"libzstd.so.1", "ZSTD_decompress", "libzstd1"},
               [GA_ZLIB] = {"libz.so.1", "uncompress2", "zlib1g"},
               [ZSTD_SIZE] = {"libzstd.so.1", "ZSTD_findFrameCompressedSize", "libzstd1"}};

/* A function pointer from an object's, which C keeps apart and POSIX does not. */
static enum ga_status load(unsigned how, void *function, struct ga_err *err) {
    static void *found[N_FUNCTIONS];
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
                             size_t *used, struct ga_err *err) {
    int (*lz4)(const char *, char *, int, int) = NULL;
    size_t (*zstd)(void *, size_t, const void *, size_t) = NULL;
    int (*zlib)(unsigned char *, unsigned long *, const unsigned char *, unsigned long *) = NULL;
    unsigned long size = n, from = packed.n;
    bool whole = false;
    void *const function = how == GA_LZ4    ? (void *)&lz4
                           : how == GA_ZSTD ? (void *)&zstd
                                            : (void *)&zlib;
    const enum ga_status status = load(how, function, err);
    if (status != GA_OK)
        return status;
    if (how == GA_ZSTD)
        whole = zstd && zstd(at, n, packed.at, packed.n) == n; /* an error is a very large number */
    else if (how == GA_ZLIB)
        whole = zlib && zlib(at, &size, packed.at, &from) == 0 && size == n;
    else
        whole = lz4 && packed.n <= INT_MAX && n <= INT_MAX &&
                lz4((const char *)packed.at, (char *)at, (int)packed.n, (int)n) == (int)n;
    *used = whole ? from : 0;
    return GA_OK;
}

enum ga_status ga_zstd_size(struct ga_bytes bytes, size_t *n, struct ga_err *err) {
    size_t (*size)(const void *, size_t) = NULL;
    const enum ga_status status = load(ZSTD_SIZE, (void *)&size, err);
    if (status == GA_OK) {
        const size_t found = size ? size(bytes.at, bytes.n) : 0;
        *n = found < bytes.n ? found : bytes.n; /* an error is a very large number */
    }
    return status;
}
