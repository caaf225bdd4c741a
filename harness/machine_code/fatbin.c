/* NVIDIA's fatbins, entry by entry. */
#include "fatbin.h"

#include <elf.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bundle.h"
#include "compression.h"
#include "reading.h"

/* Of an entry: its cubin, out of the box. */
static enum ga_status give_cubin(const struct ga_reading *r, struct ga_bytes cubin,
                                 struct ga_image *image, struct ga_err *err) {
    if (!ga_begins(cubin, ELFMAG, SELFMAG) || cubin.n < GA_ELF_HEADER ||
        ga_get(cubin, offsetof(Elf64_Ehdr, e_machine), 2) != GA_EM_CUDA)
        return ga_expected(r, cubin.at, "a cubin, which is an ELF file of machine 190", err);
    image->bytes = cubin;
    return r->visit(r->context, image, err);
}

static enum ga_status give_compressed(const struct ga_reading *r, struct ga_bytes entry,
                                      struct ga_bytes packed, enum ga_compression how,
                                      struct ga_image *image, struct ga_err *err) {
    const uint64_t size = ga_get(entry, 56, 8);
    if (size < GA_ELF_HEADER || size > GA_FATBIN_MOST)
        return ga_expected(r, entry.at + 56, "the size of a module, at most 1 GiB", err);
    uint8_t *const at = malloc((size_t)size);
    if (!at)
        return ga_fail(err, GA_ERROR, "%s: no memory for a module of %llu bytes", r->path,
                       (unsigned long long)size);
    size_t used = 0;
    enum ga_status status = ga_decompress(how, packed, at, (size_t)size, &used, err);
    if (status == GA_OK && used == 0)
        status = ga_expected(
            r, packed.at,
            how == GA_LZ4 ? "a module that LZ4 compressed" : "a module that zstd compressed", err);
    struct ga_reading inside = *r;
    inside.packed = image->packed = packed.at;
    if (status == GA_OK)
        status = give_cubin(&inside, (struct ga_bytes){at, (size_t)size}, image, err);
    free(at);
    return status;
}

/* out: whether it is passed over. */
static bool meet(const struct ga_reading *r, const struct ga_image *image) {
    const size_t most = sizeof r->met->has / sizeof *r->met->has;
    if (image->kind != GA_IMAGE_CUBIN || image->sm >= most)
        return false;
    if (r->met)
        r->met->has[image->sm] = true;
    return r->passed && r->passed->has[image->sm];
}

static enum ga_status read_entry(const struct ga_reading *r, struct ga_bytes entry,
                                 struct ga_bytes payload, struct ga_err *err) {
    const uint64_t kind = ga_get(entry, 0, 2), packed = ga_get(entry, 16, 4),
                   flags = ga_get(entry, 40, 8);
    struct ga_image image = {.kind = kind == GA_FATBIN_PTX     ? GA_IMAGE_PTX
                                     : kind == GA_FATBIN_CUBIN ? GA_IMAGE_CUBIN
                                                               : GA_IMAGE_OTHER,
                             .sm = (unsigned)ga_get(entry, 28, 4),
                             .file = r->file};
    if (meet(r, &image))
        return GA_OK;
    if (image.kind != GA_IMAGE_CUBIN || image.sm < r->least_sm)
        return r->visit(r->context, &image, err);
    if (!(flags & (GA_FATBIN_LZ4 | GA_FATBIN_ZSTD)))
        return give_cubin(r, payload, &image, err);
    if (packed > payload.n)
        return ga_expected(r, entry.at + 16, "a compressed size that the payload has", err);
    return give_compressed(r, entry, ga_part(payload, 0, packed ? packed : payload.n),
                           flags & GA_FATBIN_LZ4 ? GA_LZ4 : GA_ZSTD, &image, err);
}

/* in: a fatbin at the bytes' beginning. out: *n: how many of them it takes. */
static enum ga_status read_fatbin(const struct ga_reading *r, struct ga_bytes bytes, uint64_t *n,
                                  struct ga_err *err) {
    if (bytes.n < GA_FATBIN_HEADER || !ga_begins(bytes, GA_FATBIN_MAGIC, 4))
        return ga_expected(r, bytes.at, "a fatbin, which begins with 0xBA55ED50", err);
    const uint64_t header = ga_get(bytes, 6, 2), size = ga_get(bytes, 8, 8);
    if (header < GA_FATBIN_HEADER || !ga_holds(bytes, header, size))
        return ga_expected(r, bytes.at + 6, "a fatbin inside the file, which is cut off or damaged",
                           err);
    const struct ga_bytes all = ga_part(bytes, header, size);
    enum ga_status status = GA_OK;
    for (uint64_t at = 0; status == GA_OK && at < all.n;) {
        if (!ga_holds(all, at, GA_FATBIN_ENTRY))
            return ga_expected(r, all.at + at, "the header of a fatbin's entry", err);
        const uint64_t own = ga_get(all, at + 4, 4), payload = ga_get(all, at + 8, 8);
        if (own < GA_FATBIN_ENTRY || !ga_holds(all, at, own) || !ga_holds(all, at + own, payload))
            return ga_expected(r, all.at + at + 4, "an entry inside its fatbin", err);
        status = read_entry(r, ga_part(all, at, own), ga_part(all, at + own, payload), err);
        at += own + payload;
    }
    *n = header + size;
    return status;
}

/* A large library has gigabytes of modules, which are read once each. */
static void let_go(const struct ga_reading *r, const uint8_t *from, const uint8_t *to) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t first = ((size_t)(from - r->file.at) + page - 1) / page * page,
                 end = (size_t)(to - r->file.at) / page * page;
    if (r->mapped && first < end)
        madvise((void *)(r->file.at + first), end - first, MADV_DONTNEED);
}

enum ga_status ga_fatbins(const struct ga_reading *r, struct ga_bytes bytes, struct ga_err *err) {
    enum ga_status status = GA_OK;
    for (uint64_t at = 0, n = 0; status == GA_OK && at < bytes.n; at += n) {
        n = 1;
        if (bytes.at[at] == 0) /* padding is */
            continue;
        status = read_fatbin(r, ga_part(bytes, at, bytes.n - at), &n, err);
        if (status == GA_OK)
            let_go(r, bytes.at + at, bytes.at + at + n);
    }
    return status;
}

/* Whether all of a fatbin follows its first 8 bytes, with an entry at least: programs that write fatbins hold these 8 alone. */
static bool is_whole(struct ga_bytes bytes) {
    return bytes.n >= GA_FATBIN_HEADER && ga_get(bytes, 8, 8) >= GA_FATBIN_ENTRY &&
           ga_holds(bytes, GA_FATBIN_HEADER, ga_get(bytes, 8, 8));
}

enum ga_status ga_modules_among(const struct ga_reading *r, struct ga_bytes bytes,
                                struct ga_err *err) {
    const uint64_t begin = 0x00100001ba55ed50; /* magic, version 1, a header of 16 */
    enum ga_status status = GA_OK;
    for (uint64_t at = 0, n = 0; status == GA_OK && at < bytes.n; at += n) {
        const uint8_t *const found =
            memmem(bytes.at + at, bytes.n - (size_t)at, &begin, sizeof begin);
        const uint64_t skipped = (found ? (uint64_t)(found - bytes.at) : bytes.n) - at;
        const struct ga_bytes rest = ga_part(bytes, at + skipped, bytes.n - at - skipped);
        n = found ? 1 : 0;
        status = ga_bundles_among(r, ga_part(bytes, at, skipped), err);
        if (status == GA_OK && found && is_whole(rest))
            status = read_fatbin(r, rest, &n, err);
        n += skipped;
        if (status == GA_OK)
            let_go(r, bytes.at + at, bytes.at + at + n);
    }
    return status;
}
