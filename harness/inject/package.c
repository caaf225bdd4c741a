/* A fatbin anew: entries whose code changed are put in unpacked, all others as they were, so that which of them runs stays
 * the driver's choice. Machine code that no GPU here can run is not among what it chooses from, and is left out. */
#include <elf.h>
#include <stdlib.h>

#include "compression.h"
#include "edit.h"
#include "fatbin.h"
#include "reading.h"
#include "sass.h"
#include "xxh64.h"

struct buffer {
    uint8_t *at;
    size_t n, capacity;
};

enum { ALIGNED = 8 };

/* out: n more bytes at the end; NULL: no memory. */
static uint8_t *add(struct buffer *b, size_t n) {
    if (b->capacity - b->n < n || !b->at) {
        const size_t capacity = 2 * b->capacity > b->n + n ? 2 * b->capacity : b->n + n;
        uint8_t *const larger = realloc(b->at, capacity);
        if (!larger)
            return NULL;
        b->at = larger;
        b->capacity = capacity;
    }
    b->n += n;
    return b->at + (b->n - n);
}

static enum ga_status no_memory(struct ga_err *err) {
    return ga_fail(err, GA_ERROR, "no memory for a module");
}

static enum ga_status append(struct buffer *b, struct ga_bytes bytes, struct ga_err *err) {
    uint8_t *const to = add(b, bytes.n);
    if (!to)
        return no_memory(err);
    memcpy(to, bytes.at, bytes.n);
    return GA_OK;
}

static void put(uint8_t *at, uint64_t value, unsigned n) { memcpy(at, &value, n); }

/* What stands in a fatbin: its header, and its payload. */
struct entry {
    struct ga_bytes header, payload;
};

static bool is_code(const struct entry *e) { return ga_get(e->header, 0, 2) == GA_FATBIN_CUBIN; }

/* Machine code that no GPU here can run. */
static bool is_foreign(const struct entry *e, const struct ga_edit *edit) {
    return is_code(e) && edit->runs && !edit->runs((unsigned)ga_get(e->header, 28, 4));
}

/* The entry's module, unpacked, at the end. out: *module, in the buffer. */
static enum ga_status unpack(struct buffer *b, const struct entry *e, uint8_t **module, size_t *n,
                             struct ga_err *err) {
    const struct ga_bytes payload = e->payload;
    const uint64_t flags = ga_get(e->header, 40, 8), packed = ga_get(e->header, 16, 4);
    const bool compressed = flags & (GA_FATBIN_LZ4 | GA_FATBIN_ZSTD);
    const uint64_t size = compressed ? ga_get(e->header, 56, 8) : payload.n;
    size_t used = (size_t)size;
    if (size < GA_ELF_HEADER || size > GA_FATBIN_MOST || packed > payload.n)
        return ga_fail(err, GA_FILE, "an entry of a fatbin is damaged");
    *n = (size_t)size;
    *module = add(b, *n);
    if (!*module)
        return no_memory(err);
    enum ga_status status = GA_OK;
    if (compressed)
        status = ga_decompress(flags & GA_FATBIN_LZ4 ? GA_LZ4 : GA_ZSTD,
                               ga_part(payload, 0, packed ? packed : payload.n), *module, *n, &used,
                               err);
    else
        memcpy(*module, payload.at, *n);
    if (status == GA_OK && (used == 0 || memcmp(*module, ELFMAG, SELFMAG) != 0))
        status = ga_fail(err, GA_FILE, "a module of a fatbin is damaged");
    return status;
}

static bool reads_code(const struct ga_edit *edit) { return edit->classes != 0 || edit->counted; }

/* Edited where it will stand, behind its header. out: *edited; none: the buffer is as it was. */
static enum ga_status edit_entry(struct buffer *b, const struct entry *e,
                                 const struct ga_edit *edit, uint32_t *edited, struct ga_err *err) {
    static const uint8_t zeros[ALIGNED] = {0};
    const size_t begin = b->n;
    uint8_t *module = NULL;
    size_t n = 0;
    enum ga_status status = append(b, e->header, err);
    if (status == GA_OK)
        status = unpack(b, e, &module, &n, err);
    if (status == GA_OK)
        status = ga_edit_module(module, n, edit, edited, err);
    if (status != GA_OK || *edited == 0) {
        b->n = begin;
        return status;
    }
    const uint64_t flags = ga_get(e->header, 40, 8) & ~(uint64_t)(GA_FATBIN_LZ4 | GA_FATBIN_ZSTD);
    const size_t padding = (ALIGNED - n % ALIGNED) % ALIGNED;
    status = append(b, (struct ga_bytes){zeros, padding}, err);
    uint8_t *const header = b->at + begin;
    put(header + 8, n + padding, 8);
    put(header + 16, 0, 4);
    put(header + 40, flags, 8);
    put(header + 56, 0, 8);
    return status;
}

static enum ga_status add_entry(struct buffer *b, const struct entry *e, const struct ga_edit *edit,
                                struct ga_edit_package *out, uint32_t *n_edited,
                                struct ga_err *err) {
    uint32_t edited = 0;
    enum ga_status status = GA_OK;
    if (is_foreign(e, edit))
        return GA_OK;
    const bool is_read = is_code(e) && ga_get(e->header, 28, 4) >= GA_OLDEST_SM;
    out->n_modules += is_read;
    if (is_read && reads_code(edit))
        status = edit_entry(b, e, edit, &edited, err);
    *n_edited += edited;
    if (status != GA_OK || edited > 0 || edit->classes == 0)
        return status;
    status = append(b, e->header, err);
    return status == GA_OK ? append(b, e->payload, err) : status;
}

/* out: whether there is a whole entry at *at, and *at behind it. */
static bool next_entry(struct ga_bytes all, uint64_t *at, struct entry *e) {
    const bool begins = ga_holds(all, *at, GA_FATBIN_ENTRY);
    const uint64_t own = begins ? ga_get(all, *at + 4, 4) : 0,
                   payload = begins ? ga_get(all, *at + 8, 8) : 0;
    if (own < GA_FATBIN_ENTRY || !ga_holds(all, *at, own) || !ga_holds(all, *at + own, payload))
        return false;
    *e = (struct entry){ga_part(all, *at, own), ga_part(all, *at + own, payload)};
    *at += own + payload;
    return true;
}

/* What is behind a fatbin's header. */
static struct ga_bytes entries(struct ga_bytes fatbin) {
    const uint64_t header = ga_get(fatbin, 6, 2);
    return ga_part(fatbin, header, fatbin.n - header);
}

static enum ga_status edit_fatbin(struct ga_bytes in, const struct ga_edit *edit,
                                  struct ga_edit_package *out, struct ga_err *err) {
    const struct ga_bytes all = entries(in);
    const size_t header = in.n - all.n;
    struct buffer b = {NULL, 0, 0};
    struct entry e;
    uint32_t edited = 0;
    enum ga_status status = append(&b, ga_part(in, 0, header), err);
    for (uint64_t at = 0; status == GA_OK && at < all.n;)
        status = next_entry(all, &at, &e) ? add_entry(&b, &e, edit, out, &edited, err)
                                          : ga_fail(err, GA_FILE, "a fatbin is damaged");
    if (status != GA_OK || edited == 0) {
        free(b.at);
        return status;
    }
    put(b.at + 8, b.n - header, 8);
    out->bytes = (struct ga_bytes){b.at, b.n};
    return GA_OK;
}

uint64_t ga_edit_hash(struct ga_bytes in, const struct ga_edit *edit) {
    uint64_t hash = in.n, at = 0;
    struct entry e;
    if (!ga_begins(in, GA_FATBIN_MAGIC, 4) || in.n != ga_edit_size(in.at, in.n))
        return ga_xxh64(in.at, in.n, hash);
    const struct ga_bytes all = entries(in);
    while (next_entry(all, &at, &e)) {
        hash = ga_xxh64(e.header.at, e.header.n, hash);
        if (!is_foreign(&e, edit))
            hash = ga_xxh64(e.payload.at, e.payload.n, hash);
    }
    return ga_xxh64(all.at + at, all.n - (size_t)at, hash); /* none, or what is damaged */
}

enum ga_status ga_edit_package(struct ga_bytes in, const struct ga_edit *edit,
                               struct ga_edit_package *out, struct ga_err *err) {
    *out = (struct ga_edit_package){.n_modules = 0};
    if (ga_begins(in, GA_FATBIN_MAGIC, 4))
        return in.n == ga_edit_size(in.at, in.n) ? edit_fatbin(in, edit, out, err)
                                                 : ga_fail(err, GA_FILE, "a fatbin is cut off");
    out->n_modules = 1;
    if (!reads_code(edit))
        return GA_OK;
    uint32_t edited = 0;
    uint8_t *const copy = malloc(in.n);
    if (!copy)
        return no_memory(err);
    memcpy(copy, in.at, in.n);
    const enum ga_status status = ga_edit_module(copy, in.n, edit, &edited, err);
    if (status == GA_OK && edited > 0)
        out->bytes = (struct ga_bytes){copy, in.n};
    else
        free(copy);
    return status;
}

static uint64_t max_of(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* out: 0 for what is cut off. */
static uint64_t elf_end(const Elf64_Ehdr *elf, struct ga_bytes all) {
    const uint64_t sections = (uint64_t)elf->e_shnum * sizeof(Elf64_Shdr),
                   programs = (uint64_t)elf->e_phnum * sizeof(Elf64_Phdr);
    if (!ga_holds(all, elf->e_shoff, sections) || !ga_holds(all, elf->e_phoff, programs))
        return 0;
    uint64_t end = max_of(elf->e_shoff + sections, elf->e_phoff + programs);
    for (unsigned i = 0; i < elf->e_shnum; i++) {
        Elf64_Shdr section;
        memcpy(&section, all.at + elf->e_shoff + i * sizeof section, sizeof section);
        if (section.sh_type == SHT_NOBITS)
            continue;
        if (!ga_holds(all, section.sh_offset, section.sh_size))
            return 0;
        end = max_of(end, section.sh_offset + section.sh_size);
    }
    return end;
}

size_t ga_edit_size(const uint8_t *at, size_t most) {
    const struct ga_bytes all = {at, most};
    Elf64_Ehdr elf;
    if (most >= GA_FATBIN_HEADER && ga_begins(all, GA_FATBIN_MAGIC, 4)) {
        const uint64_t header = ga_get(all, 6, 2), rest = ga_get(all, 8, 8);
        return header >= GA_FATBIN_HEADER && ga_holds(all, header, rest) ? (size_t)(header + rest)
                                                                         : 0;
    }
    if (most < sizeof elf || !ga_begins(all, ELFMAG, SELFMAG))
        return 0;
    memcpy(&elf, at, sizeof elf);
    return elf.e_machine == GA_EM_CUDA && elf.e_shentsize == sizeof(Elf64_Shdr)
               ? (size_t)elf_end(&elf, all)
               : 0;
}
