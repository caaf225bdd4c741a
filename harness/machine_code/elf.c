/* ELF, 64 bits, little endian: as much of it as executables and cubins are looked at for. */
#include <elf.h>
#include <stdio.h>

#include "reading.h"

enum ga_status ga_expected(const struct ga_reading *r, const uint8_t *at, const char *what,
                           struct ga_err *err) {
    const bool inside = at >= r->file.at && at <= r->file.at + r->file.n;
    const uint8_t *const place = inside ? at : r->packed ? r->packed : r->file.at;
    return ga_fail(err, GA_FILE, "%s: at byte %zu%s: expected %s", r->path,
                   (size_t)(place - r->file.at), inside ? "" : ", in a compressed module", what);
}

/* Where the headers of sections begin. */
static uint64_t headers_of(struct ga_bytes elf) {
    return ga_get(elf, offsetof(Elf64_Ehdr, e_shoff), 8);
}

static struct ga_bytes header_of(struct ga_bytes elf, uint64_t i) {
    return ga_part(elf, headers_of(elf) + i * sizeof(Elf64_Shdr), sizeof(Elf64_Shdr));
}

#define FIELD(header, name) ga_get(header, offsetof(Elf64_Shdr, name), sizeof((Elf64_Shdr){0}.name))

/* More than 65,279 sections: the number stands in the first header. */
enum ga_status ga_elf(const struct ga_reading *r, struct ga_bytes elf, size_t *n,
                      struct ga_err *err) {
    *n = 0;
    if (elf.n < sizeof(Elf64_Ehdr) || elf.at[EI_CLASS] != ELFCLASS64 ||
        elf.at[EI_DATA] != ELFDATA2LSB)
        return ga_expected(r, elf.at, "the header of a 64-bit little-endian ELF file", err);
    const uint64_t at = headers_of(elf);
    if (at == 0)
        return GA_OK;
    if (ga_get(elf, offsetof(Elf64_Ehdr, e_shentsize), 2) != sizeof(Elf64_Shdr))
        return ga_expected(r, elf.at + offsetof(Elf64_Ehdr, e_shentsize),
                           "headers of sections of 64 bytes", err);
    uint64_t count = ga_get(elf, offsetof(Elf64_Ehdr, e_shnum), 2);
    if (count == 0 && ga_holds(elf, at, sizeof(Elf64_Shdr)))
        count = FIELD(header_of(elf, 0), sh_size);
    if (count > elf.n / sizeof(Elf64_Shdr) || !ga_holds(elf, at, count * sizeof(Elf64_Shdr)))
        return ga_expected(r, elf.at + offsetof(Elf64_Ehdr, e_shoff),
                           "headers of sections inside the file, which is cut off or damaged", err);
    *n = (size_t)count;
    return GA_OK;
}

/* The names' own section; an index that does not fit stands in the first header. */
static bool names_of(struct ga_bytes elf, size_t n, struct ga_bytes *names) {
    uint64_t i = ga_get(elf, offsetof(Elf64_Ehdr, e_shstrndx), 2);
    if (i == SHN_XINDEX && n > 0)
        i = FIELD(header_of(elf, 0), sh_link);
    if (i >= n)
        return false;
    const struct ga_bytes header = header_of(elf, i);
    const uint64_t at = FIELD(header, sh_offset), size = FIELD(header, sh_size);
    if (!ga_holds(elf, at, size))
        return false;
    *names = ga_part(elf, at, size);
    return true;
}

enum ga_status ga_elf_section(const struct ga_reading *r, struct ga_bytes elf, size_t i,
                              struct ga_section *section, struct ga_err *err) {
    struct ga_bytes names = {NULL, 0};
    size_t n = 0;
    const enum ga_status status = ga_elf(r, elf, &n, err);
    if (status != GA_OK)
        return status;
    if (i >= n)
        return ga_expected(r, elf.at + offsetof(Elf64_Ehdr, e_shnum), "more sections", err);
    const struct ga_bytes header = header_of(elf, i);
    if (!names_of(elf, n, &names))
        return ga_expected(r, elf.at + offsetof(Elf64_Ehdr, e_shstrndx), "the sections' names",
                           err);
    const uint64_t name = FIELD(header, sh_name), at = FIELD(header, sh_offset),
                   size = FIELD(header, sh_size);
    if (name >= names.n || !memchr(names.at + name, 0, names.n - (size_t)name))
        return ga_expected(r, header.at, "a section's name", err);
    *section = (struct ga_section){.name = (const char *)names.at + name,
                                   .type = (uint32_t)FIELD(header, sh_type),
                                   .info = (uint32_t)FIELD(header, sh_info),
                                   .link = (uint32_t)FIELD(header, sh_link),
                                   .address = FIELD(header, sh_addr),
                                   .flags = FIELD(header, sh_flags)};
    if (section->type == SHT_NOBITS || section->type == SHT_NULL)
        return GA_OK;
    section->outside = !ga_holds(elf, at, size);
    if (!section->outside)
        section->bytes = ga_part(elf, at, size);
    return GA_OK;
}

/* Up to ABI version 7 in the lowest byte of the flags, from 8 on in the next. */
unsigned ga_cubin_sm(struct ga_bytes cubin) {
    enum { FLAGS_MOVED = 8 };
    const uint64_t flags = ga_get(cubin, offsetof(Elf64_Ehdr, e_flags), 4);
    return cubin.at[EI_ABIVERSION] >= FLAGS_MOVED ? (unsigned)(flags >> 8 & 0xff)
                                                  : (unsigned)(flags & 0xff);
}
