/* A fatbin anew: entries whose code changed are put in unpacked, all others as they were, so that which of them runs stays
 * the driver's choice. */
#include <elf.h>
#include <stdlib.h>

#include "compression.h"
#include "edit.h"
#include "fatbin.h"
#include "reading.h"
#include "sass.h"

struct buffer {
    uint8_t *at;
    size_t n, capacity;
};

enum { ALIGNED = 8 };

static bool append(struct buffer *b, const void *at, size_t n) {
    if (b->capacity - b->n < n) {
        const size_t capacity = 2 * b->capacity > b->n + n ? 2 * b->capacity : b->n + n;
        uint8_t *const larger = realloc(b->at, capacity);
        if (!larger)
            return false;
        b->at = larger;
        b->capacity = capacity;
    }
    if (n > 0)
        memcpy(b->at + b->n, at, n);
    b->n += n;
    return true;
}

static void put(uint8_t *at, uint64_t value, unsigned n) { memcpy(at, &value, n); }

static enum ga_status no_memory(struct ga_err *err) {
    return ga_fail(err, GA_ERROR, "no memory for a module");
}

/* An entry with a module of n bytes as it is. */
static enum ga_status append_module(struct buffer *b, struct ga_bytes entry, const uint8_t *module,
                                    size_t n, struct ga_err *err) {
    static const uint8_t zeros[ALIGNED] = {0};
    const size_t header = b->n, padding = (ALIGNED - n % ALIGNED) % ALIGNED;
    if (!append(b, entry.at, entry.n) || !append(b, module, n) || !append(b, zeros, padding))
        return no_memory(err);
    const uint64_t flags = ga_get(entry, 40, 8) & ~(uint64_t)(GA_FATBIN_LZ4 | GA_FATBIN_ZSTD);
    put(b->at + header + 8, n + padding, 8);
    put(b->at + header + 16, 0, 4);
    put(b->at + header + 40, flags, 8);
    put(b->at + header + 56, 0, 8);
    return GA_OK;
}

/* out: a copy of the entry's module, unpacked. own: caller, free. */
static enum ga_status unpack(struct ga_bytes entry, struct ga_bytes payload, uint8_t **module,
                             size_t *n, struct ga_err *err) {
    const uint64_t flags = ga_get(entry, 40, 8), packed = ga_get(entry, 16, 4);
    const bool compressed = flags & (GA_FATBIN_LZ4 | GA_FATBIN_ZSTD);
    const uint64_t size = compressed ? ga_get(entry, 56, 8) : payload.n;
    bool whole = true;
    if (size < GA_ELF_HEADER || size > GA_FATBIN_MOST || packed > payload.n)
        return ga_fail(err, GA_FILE, "an entry of a fatbin is damaged");
    *n = (size_t)size;
    *module = malloc(*n);
    if (!*module)
        return no_memory(err);
    enum ga_status status = GA_OK;
    if (compressed)
        status = ga_decompress(flags & GA_FATBIN_LZ4 ? GA_LZ4 : GA_ZSTD,
                               ga_part(payload, 0, packed ? packed : payload.n), *module, *n,
                               &whole, err);
    else
        memcpy(*module, payload.at, *n);
    if (status == GA_OK && (!whole || memcmp(*module, ELFMAG, SELFMAG) != 0))
        status = ga_fail(err, GA_FILE, "a module of a fatbin is damaged");
    if (status != GA_OK)
        free(*module);
    return status;
}

static bool reads_code(const struct ga_edit *edit) { return edit->classes != 0 || edit->counted; }

/* before: what is in front of the entry. b: empty as long as nothing was changed. */
static enum ga_status edit_entry(struct ga_bytes before, struct ga_bytes entry,
                                 struct ga_bytes payload, const struct ga_edit *edit,
                                 struct buffer *b, struct ga_edit_package *out,
                                 struct ga_err *err) {
    const unsigned sm = (unsigned)ga_get(entry, 28, 4);
    const bool runs = ga_get(entry, 0, 2) == GA_FATBIN_CUBIN && sm >= GA_OLDEST_SM &&
                      (!edit->runs || edit->runs(sm));
    uint8_t *module = NULL;
    size_t n = 0;
    uint32_t edited = 0;
    const bool looks = runs && reads_code(edit);
    enum ga_status status = looks ? unpack(entry, payload, &module, &n, err) : GA_OK;
    if (status != GA_OK)
        return status;
    out->n_modules += runs;
    if (looks)
        status = ga_edit_module(module, n, edit, &edited, err);
    if (status == GA_OK && edited > 0 && b->n == 0 && !append(b, before.at, before.n))
        status = no_memory(err);
    if (status == GA_OK && edited > 0)
        status = append_module(b, entry, module, n, err);
    else if (status == GA_OK && b->n > 0 &&
             (!append(b, entry.at, entry.n) || !append(b, payload.at, payload.n)))
        status = no_memory(err);
    free(module);
    return status;
}

static enum ga_status edit_fatbin(struct ga_bytes in, const struct ga_edit *edit,
                                  struct ga_edit_package *out, struct ga_err *err) {
    const uint64_t header = ga_get(in, 6, 2);
    const struct ga_bytes all = ga_part(in, header, in.n - header);
    struct buffer b = {NULL, 0, 0};
    enum ga_status status = GA_OK;
    for (uint64_t at = 0; status == GA_OK && at < all.n;) {
        const bool begins = ga_holds(all, at, GA_FATBIN_ENTRY);
        const uint64_t own = begins ? ga_get(all, at + 4, 4) : 0,
                       payload = begins ? ga_get(all, at + 8, 8) : 0;
        if (own < GA_FATBIN_ENTRY || !ga_holds(all, at, own) || !ga_holds(all, at + own, payload))
            status = ga_fail(err, GA_FILE, "a fatbin is damaged");
        else
            status = edit_entry(ga_part(in, 0, header + at), ga_part(all, at, own),
                                ga_part(all, at + own, payload), edit, &b, out, err);
        at += own + payload;
    }
    if (status != GA_OK || b.n == 0) {
        free(b.at);
        return status;
    }
    put(b.at + 8, b.n - header, 8);
    out->bytes = (struct ga_bytes){b.at, b.n};
    return GA_OK;
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
