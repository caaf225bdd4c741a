/* Clang's bundles, one object a target: a table at the start says where each lies. Compressed, all of it is behind another
 * header.
 *
 * src: LLVM's "Clang Offload Bundler", layouts of bundled binary files and of compressed ones, versions 1 to 3. */
#include "bundle.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "compression.h"

#define MAGIC "__CLANG_OFFLOAD_BUNDLE__"
enum { MAGIC_SIZE = sizeof MAGIC - 1, MOST_BYTES = 1 << 30, ZLIB_METHOD = 0, ZSTD_METHOD = 1 };

static enum ga_status give(const struct ga_reading *r, struct ga_bytes object, bool of_amd,
                           struct ga_err *err) {
    if (ga_begins(object, ELFMAG, SELFMAG) && of_amd)
        return ga_code_object(r, object, err);
    const struct ga_image image = {.kind = GA_IMAGE_OTHER, .file = r->file};
    return of_amd && object.n > 0 ? r->visit(r->context, &image, err) : GA_OK;
}

enum { ENTRY = 24 };

/* out: *n: the bytes of all of it. */
static enum ga_status read_plain(const struct ga_reading *r, struct ga_bytes bytes, uint64_t *n,
                                 struct ga_err *err) {
    static const char amd[] = "amdgcn";
    if (!ga_holds(bytes, MAGIC_SIZE, 8))
        return ga_expected(r, bytes.at + MAGIC_SIZE, "the number of a bundle's entries", err);
    const uint64_t entries = ga_get(bytes, MAGIC_SIZE, 8);
    enum ga_status status = GA_OK;
    uint64_t at = MAGIC_SIZE + 8;
    *n = at;
    for (uint64_t i = 0; status == GA_OK && i < entries; i++) {
        if (!ga_holds(bytes, at, ENTRY) || !ga_holds(bytes, at + ENTRY, ga_get(bytes, at + 16, 8)))
            return ga_expected(r, bytes.at + (at < bytes.n ? at : bytes.n),
                               "an entry inside its bundle, which is cut off or damaged", err);
        const uint64_t offset = ga_get(bytes, at, 8), size = ga_get(bytes, at + 8, 8),
                       length = ga_get(bytes, at + 16, 8);
        if (!ga_holds(bytes, offset, size))
            return ga_expected(r, bytes.at + at,
                               "an object inside its bundle, which is cut off or damaged", err);
        const struct ga_bytes id = ga_part(bytes, at + ENTRY, length);
        at += ENTRY + length;
        *n = offset + size > *n ? offset + size : *n;
        *n = at > *n ? at : *n;
        if (id.n > 0 && size > 0)
            status = give(r, ga_part(bytes, offset, size), memmem(id.at, id.n, amd, sizeof amd - 1),
                          err);
    }
    return status;
}

static const uint8_t sizes_of_headers[] = {0, 20, 24, 32}; /* by version */

static enum ga_status read_compressed(const struct ga_reading *r, struct ga_bytes bytes,
                                      uint64_t *n, struct ga_err *err) {
    enum { BEFORE_SIZES = 8 };
    const uint64_t version = bytes.n >= BEFORE_SIZES ? ga_get(bytes, 4, 2) : 0;
    if (version < 1 || version > 3 || bytes.n < sizes_of_headers[version])
        return ga_expected(r, bytes.at, "a compressed bundle of version 1, 2 or 3", err);
    const unsigned width = version == 3 ? 8 : 4, header = sizes_of_headers[version];
    const uint64_t method = ga_get(bytes, 6, 2),
                   whole = version == 1 ? bytes.n : ga_get(bytes, 8, width),
                   size = ga_get(bytes, version == 1 ? 8 : 8 + width, width);
    if (method != ZLIB_METHOD && method != ZSTD_METHOD)
        return ga_expected(r, bytes.at + 6, "a bundle that zlib (0) or zstd (1) compressed", err);
    if (whole < header || !ga_holds(bytes, 0, whole) || size > MOST_BYTES || size < MAGIC_SIZE)
        return ga_expected(r, bytes.at + 8,
                           "the sizes of a bundle inside the file, of at most 1 GiB", err);
    struct ga_bytes packed = ga_part(bytes, header, whole - header);
    const enum ga_compression how = method == ZLIB_METHOD ? GA_ZLIB : GA_ZSTD;
    enum ga_status status = GA_OK;
    if (version == 1 && how == GA_ZSTD) /* nothing says how long it is, but what is compressed */
        status = ga_zstd_size(packed, &packed.n, err);
    if (status != GA_OK)
        return status;
    uint8_t *const at = malloc((size_t)size);
    if (!at)
        return ga_fail(err, GA_ERROR, "%s: no memory for a bundle of %llu bytes", r->path,
                       (unsigned long long)size);
    size_t used = 0;
    const struct ga_bytes unpacked = {at, (size_t)size};
    status = ga_decompress(how, packed, at, (size_t)size, &used, err);
    if (status == GA_OK && (used == 0 || !ga_begins(unpacked, MAGIC, MAGIC_SIZE)))
        status = ga_expected(r, packed.at,
                             how == GA_ZLIB ? "a bundle that zlib compressed"
                                            : "a bundle that zstd compressed",
                             err);
    uint64_t read = 0;
    struct ga_reading inside = *r;
    inside.packed = packed.at;
    *n = version == 1 ? header + used : whole;
    if (status == GA_OK)
        status = read_plain(&inside, unpacked, &read, err);
    free(at);
    return status;
}

bool ga_is_bundle(struct ga_bytes bytes) {
    return ga_begins(bytes, MAGIC, MAGIC_SIZE) || ga_begins(bytes, "CCOB", 4);
}

enum ga_status ga_bundles(const struct ga_reading *r, struct ga_bytes bytes, struct ga_err *err) {
    enum ga_status status = GA_OK;
    for (uint64_t at = 0, n = 0; status == GA_OK && at < bytes.n; at += n) {
        const struct ga_bytes rest = ga_part(bytes, at, bytes.n - at);
        n = 1;
        if (*rest.at == 0) /* padding is */
            continue;
        if (ga_begins(rest, MAGIC, MAGIC_SIZE))
            status = read_plain(r, rest, &n, err);
        else if (ga_is_bundle(rest))
            status = read_compressed(r, rest, &n, err);
        else
            status = ga_expected(r, rest.at,
                                 "a bundle of clang's, which begins with " MAGIC " or CCOB", err);
    }
    return status;
}

/* Whether a first entry follows the magic, whose name begins as clang's do and whose object lies in the bytes: programs that read
 * bundles hold the magic alone. */
static bool is_whole_plain(struct ga_bytes bytes) {
    static const char *const kinds[] = {"host-", "hip-", "hipv4-", "openmp-"};
    enum { FIRST = MAGIC_SIZE + 8 };
    if (!ga_holds(bytes, FIRST, ENTRY) || ga_get(bytes, MAGIC_SIZE, 8) == 0 ||
        !ga_holds(bytes, ga_get(bytes, FIRST, 8), ga_get(bytes, FIRST + 8, 8)) ||
        !ga_holds(bytes, FIRST + ENTRY, ga_get(bytes, FIRST + 16, 8)))
        return false;
    const struct ga_bytes name = ga_part(bytes, FIRST + ENTRY, ga_get(bytes, FIRST + 16, 8));
    bool is = false;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        is |= ga_begins(name, kinds[i], strlen(kinds[i]));
    return is;
}

/* Whether a header of a version that is known follows, and the bytes that its method begins with. */
static bool is_whole_compressed(struct ga_bytes bytes) {
    static const uint8_t zstd[] = {0x28, 0xb5, 0x2f, 0xfd}, zlib[] = {0x78};
    const uint64_t version = ga_holds(bytes, 0, 8) ? ga_get(bytes, 4, 2) : 0;
    if (version < 1 || version > 3 || bytes.n < sizes_of_headers[version])
        return false;
    const uint64_t header = sizes_of_headers[version], method = ga_get(bytes, 6, 2),
                   whole = version == 1 ? bytes.n : ga_get(bytes, 8, version == 3 ? 8 : 4);
    if (whole < header || !ga_holds(bytes, 0, whole))
        return false;
    const struct ga_bytes packed = ga_part(bytes, header, whole - header);
    return (method == ZSTD_METHOD && ga_begins(packed, zstd, sizeof zstd)) ||
           (method == ZLIB_METHOD && ga_begins(packed, zlib, sizeof zlib));
}

/* out: where it is from `at` on; found: NULL, or where it was found last; end: nowhere. */
static const uint8_t *find(const uint8_t *found, const uint8_t *at, const uint8_t *end,
                           const char *magic, size_t n) {
    if (found && found >= at)
        return found;
    found = memmem(at, (size_t)(end - at), magic, n);
    return found ? found : end;
}

enum ga_status ga_bundles_among(const struct ga_reading *r, struct ga_bytes bytes,
                                struct ga_err *err) {
    const uint8_t *const end = bytes.at + bytes.n, *plain = NULL, *compressed = NULL;
    enum ga_status status = GA_OK;
    for (const uint8_t *at = bytes.at; status == GA_OK && at < end;) {
        plain = find(plain, at, end, MAGIC, MAGIC_SIZE);
        compressed = find(compressed, at, end, "CCOB", 4);
        at = plain < compressed ? plain : compressed;
        const struct ga_bytes rest = {at, (size_t)(end - at)};
        uint64_t n = 1;
        if (at == end)
            break;
        if (at == plain && is_whole_plain(rest))
            status = read_plain(r, rest, &n, err);
        else if (at == compressed && is_whole_compressed(rest))
            status = read_compressed(r, rest, &n, err);
        at += n;
    }
    return status;
}
