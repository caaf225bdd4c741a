/* src: the ELF specification, "Section Compression"; LLVM's "User Guide for AMDGPU Backend", relocation records. */
#include "line_sections.h"

#include <elf.h>
#include <stdlib.h>

#include "compression.h"
#include "reading.h"

enum { BY_ZLIB = 1, BY_ZSTD = 2 };           /* elf.h of old systems lacks the second */
enum { FOR_LINES = 3 };                      /* of the sections */
enum { MOST_BYTES = 1 << 26 };               /* of a section, decompressed */
enum { ABS32_LO = 1, ABS64 = 3, ABS32 = 6 }; /* AMD's relocations */

#define OFFSET(type, name) offsetof(type, name), sizeof((type){0}.name)

/* out: bytes of its own for a section's. err: false for want of memory. */
static bool own(struct ga_line_parts *p, size_t i, size_t n) {
    free(p->own[i]);
    p->own[i] = malloc(n + 1);
    return p->own[i];
}

/* out: *bytes: of section i of ours; none if it can not be decompressed. */
static enum ga_status decompress(struct ga_line_parts *p, size_t i, struct ga_bytes packed,
                                 struct ga_bytes *bytes, struct ga_err *err) {
    const bool has_header = packed.n >= sizeof(Elf64_Chdr);
    const uint64_t type = has_header ? ga_get(packed, OFFSET(Elf64_Chdr, ch_type)) : 0,
                   size = has_header ? ga_get(packed, OFFSET(Elf64_Chdr, ch_size)) : 0;
    size_t used = 0;
    *bytes = (struct ga_bytes){NULL, 0};
    if ((type == BY_ZLIB || type == BY_ZSTD) && size > 0 && size <= MOST_BYTES) {
        if (!own(p, i, (size_t)size))
            return ga_fail(err, GA_ERROR, "no memory for source lines");
        packed = ga_part(packed, sizeof(Elf64_Chdr), packed.n - sizeof(Elf64_Chdr));
        if (ga_decompress(type == BY_ZLIB ? GA_ZLIB : GA_ZSTD, packed, p->own[i], (size_t)size,
                          &used, NULL) == GA_OK &&
            used > 0)
            *bytes = (struct ga_bytes){p->own[i], (size_t)size};
    }
    p->is_part |= used == 0;
    return GA_OK;
}

/* out: the bytes of those sections from first on, up to end, that have the name. Of several with a name the first counts. */
static enum ga_status take_section(struct ga_line_parts *p, const struct ga_section *s,
                                   size_t first, size_t end, struct ga_err *err) {
    const struct {
        const char *name;
        struct ga_bytes *bytes;
    } all[GA_DEBUG_SECTIONS] = {{".debug_line", &p->sections.lines},
                                {".debug_line_str", &p->sections.line_strings},
                                {".debug_str", &p->sections.strings},
                                {".debug_info", &p->inlined.info},
                                {".debug_abbrev", &p->inlined.abbreviations},
                                {".debug_addr", &p->inlined.addresses},
                                {".debug_ranges", &p->inlined.ranges},
                                {".debug_rnglists", &p->inlined.lists}};
    for (size_t i = first; i < end; i++) {
        if (strcmp(s->name, all[i].name) != 0)
            continue;
        if (p->found & 1U << i) {
            p->is_part = true;
            continue;
        }
        p->found |= 1U << i;
        if (s->flags & SHF_COMPRESSED)
            return decompress(p, i, s->bytes, all[i].bytes, err);
        *all[i].bytes = s->bytes;
        p->is_part |= s->outside;
    }
    return GA_OK;
}

uint32_t ga_line_symbol(const struct ga_line_parts *p, uint64_t relocation, uint64_t *value) {
    const uint64_t i = ELF64_R_SYM(
        ga_get(p->relocations, relocation + offsetof(Elf64_Rela, r_info), sizeof(uint64_t)));
    *value = 0;
    if (i >= p->symbols.n / sizeof(Elf64_Sym))
        return 0;
    const struct ga_bytes symbol = ga_part(p->symbols, i * sizeof(Elf64_Sym), sizeof(Elf64_Sym));
    *value = ga_get(symbol, OFFSET(Elf64_Sym, st_value));
    return (uint32_t)ga_get(symbol, OFFSET(Elf64_Sym, st_shndx));
}

/* Addresses, and where strings are. */
static enum ga_status relocate(struct ga_line_parts *p, struct ga_err *err) {
    struct ga_bytes *const lines = &p->sections.lines;
    if (lines->at != p->own[0]) {
        if (!own(p, 0, lines->n))
            return ga_fail(err, GA_ERROR, "no memory for source lines");
        memcpy(p->own[0], lines->at, lines->n);
        lines->at = p->own[0];
    }
    for (uint64_t at = 0; ga_holds(p->relocations, at, sizeof(Elf64_Rela));
         at += sizeof(Elf64_Rela)) {
        const struct ga_bytes r = ga_part(p->relocations, at, sizeof(Elf64_Rela));
        const uint64_t type = ELF64_R_TYPE(ga_get(r, OFFSET(Elf64_Rela, r_info))),
                       to = ga_get(r, OFFSET(Elf64_Rela, r_offset));
        const unsigned n = type == ABS64 ? 8 : type == ABS32 || type == ABS32_LO ? 4 : 0;
        uint64_t value = 0;
        ga_line_symbol(p, at, &value);
        value += ga_get(r, OFFSET(Elf64_Rela, r_addend));
        if (n > 0 && ga_holds(*lines, to, n))
            memcpy(p->own[0] + to, &value, n);
    }
    return GA_OK;
}

enum ga_status ga_line_parts_find(struct ga_bytes elf, struct ga_line_parts *p,
                                  struct ga_err *err) {
    const struct ga_reading r = {.path = "", .file = elf};
    size_t n = 0;
    *p = (struct ga_line_parts){.relocation = sizeof(Elf64_Rel)};
    enum ga_status status = GA_OK;
    if (ga_elf(&r, elf, &n, NULL) != GA_OK)
        return GA_OK;
    p->relocatable = ga_get(elf, OFFSET(Elf64_Ehdr, e_type)) == ET_REL;
    for (size_t i = 0; status == GA_OK && i < n; i++) {
        struct ga_section s;
        if (ga_elf_section(&r, elf, i, &s, NULL) != GA_OK)
            continue;
        const bool added = strcmp(s.name, ".rela.debug_line") == 0;
        status = take_section(p, &s, 0, FOR_LINES, err);
        if (s.type == SHT_SYMTAB)
            p->symbols = s.bytes;
        if (added || strcmp(s.name, ".rel.debug_line") == 0) {
            p->relocations = s.bytes;
            p->relocation = added ? sizeof(Elf64_Rela) : sizeof(Elf64_Rel);
        }
    }
    const bool of_amd = ga_get(elf, OFFSET(Elf64_Ehdr, e_machine)) == GA_EM_AMDGPU;
    if (status == GA_OK && of_amd && p->relocatable && p->relocation == sizeof(Elf64_Rela) &&
        p->sections.lines.n > 0)
        status = relocate(p, err);
    return status;
}

enum ga_status ga_line_parts_find_inlined(struct ga_bytes elf, struct ga_line_parts *p,
                                          struct ga_err *err) {
    const struct ga_reading r = {.path = "", .file = elf};
    enum ga_status status = GA_OK;
    size_t n = 0;
    if (ga_elf(&r, elf, &n, NULL) != GA_OK)
        return GA_OK;
    for (size_t i = 0; status == GA_OK && i < n; i++) {
        struct ga_section s;
        if (ga_elf_section(&r, elf, i, &s, NULL) == GA_OK)
            status = take_section(p, &s, FOR_LINES, GA_DEBUG_SECTIONS, err);
    }
    return status;
}

void ga_line_parts_free(struct ga_line_parts *p) {
    for (size_t i = 0; i < GA_DEBUG_SECTIONS; i++)
        free(p->own[i]);
    *p = (struct ga_line_parts){.relocation = 0};
}
