#include "keys.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define EXPECTED "expected a file of 32-bit little-endian keys"

/* Before it is opened: a pipe would wait for its writer. */
static enum ga_status check_size(const char *path, size_t *n, struct ga_err *err) {
    struct stat s;
    if (stat(path, &s) != 0)
        return ga_fail(err, GA_FILE, "--keys %s: %s; " EXPECTED, path, strerror(errno));
    if (!S_ISREG(s.st_mode))
        return ga_fail(err, GA_FILE, "--keys %s: is no regular file; " EXPECTED, path);
    if (s.st_size == 0)
        return ga_fail(err, GA_FILE, "--keys %s: is empty; " EXPECTED ", one at least", path);
    if (s.st_size % 4 != 0)
        return ga_fail(err, GA_FILE,
                       "--keys %s: its size of %lld bytes is no multiple of 4; " EXPECTED, path,
                       (long long)s.st_size);
    *n = s.st_size / 4 < GA_MOST_KEYS ? (size_t)s.st_size / 4 : GA_MOST_KEYS;
    return GA_OK;
}

enum ga_status ga_keys_read(const char *path, struct ga_keys *keys, struct ga_err *err) {
    size_t n = 0;
    enum ga_status status = check_size(path, &n, err);
    if (status != GA_OK)
        return status;
    FILE *const file = fopen(path, "rb");
    if (!file)
        return ga_fail(err, GA_FILE, "--keys %s: %s; " EXPECTED, path, strerror(errno));
    uint32_t *const at = malloc(n * sizeof *at);
    unsigned char *const bytes = (unsigned char *)at;
    if (!at)
        status = ga_fail(err, GA_ERROR, "out of memory for %zu keys", n);
    if (at && fread(at, sizeof *at, n, file) != n)
        status = ga_fail(err, GA_FILE, "--keys %s: cannot be read: %s", path,
                         ferror(file) ? strerror(errno) : "it has become shorter");
    fclose(file);
    if (status != GA_OK || !at) {
        free(at);
        return status;
    }
    for (size_t i = 0; i < n; i++) {
        const unsigned char *const b = bytes + 4 * i;
        at[i] = b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
    }
    *keys = (struct ga_keys){at, (uint32_t)n};
    return GA_OK;
}

uint64_t ga_keys_hash(const struct ga_keys *keys) {
    uint64_t hash = 0xcbf29ce484222325;
    for (uint32_t i = 0; i < keys->n; i++)
        for (int byte = 0; byte < 4; byte++)
            hash = (hash ^ (keys->at[i] >> 8 * byte & 0xff)) * 0x100000001b3;
    return hash;
}
