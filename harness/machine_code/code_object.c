/* AMD's code objects: ELF files whose symbols say where functions are. */
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>

#include "cubin.h"
#include "flow.h"
#include "gfx.h"
#include "reading.h"

const char *ga_gfx_target(uint64_t flags, enum ga_gfx_generation *generation) {
    enum { MACHINE = 0xff };
    switch (flags & MACHINE) {
#define GA_GFX_TARGET(flags, name, of)                                                             \
    case flags:                                                                                    \
        *generation = GA_##of;                                                                     \
        return name;
#include "gfx_targets.def"
    default:
        return NULL;
    }
}

#define SYMBOL(symbol, name) ga_get(symbol, offsetof(Elf64_Sym, name), sizeof((Elf64_Sym){0}.name))

/* in: symbols: a section of them; names: the section of their names. */
static enum ga_status visit_symbol(
    const struct ga_reading *r, struct ga_bytes elf, size_t n, struct ga_bytes symbol,
    struct ga_bytes names, const struct ga_function *of,
    enum ga_status (*visit)(void *context, const struct ga_function *function, struct ga_err *err),
    void *context, struct ga_err *err) {
    struct ga_section section;
    struct ga_function function = *of;
    const uint64_t name = SYMBOL(symbol, st_name), i = SYMBOL(symbol, st_shndx),
                   size = SYMBOL(symbol, st_size), at = SYMBOL(symbol, st_value);
    if (ELF64_ST_TYPE(SYMBOL(symbol, st_info)) != STT_FUNC || i == SHN_UNDEF || size == 0)
        return GA_OK;
    if (name >= names.n || !memchr(names.at + name, 0, names.n - (size_t)name))
        return ga_expected(r, symbol.at, "a function's name", err);
    if (i >= n)
        return ga_expected(r, symbol.at, "a function in one of the file's sections", err);
    const enum ga_status status = ga_elf_section(r, elf, (size_t)i, &section, err);
    if (status != GA_OK)
        return status;
    if (at < section.address || section.outside ||
        !ga_holds(section.bytes, at - section.address, size) || size % GA_GFX_BYTES != 0 ||
        size > UINT32_MAX / 2)
        return ga_expected(r, symbol.at, "a function of whole words inside its section", err);
    function.name = (const char *)names.at + name;
    function.code = ga_part(section.bytes, at - section.address, size);
    function.section = (uint32_t)i;
    function.address = at;
    return visit(context, &function, err);
}

/* The linker's own symbols tell more than those that are left when a file is stripped. */
static enum ga_status find_symbols(const struct ga_reading *r, struct ga_bytes elf, size_t n,
                                   struct ga_section *symbols, struct ga_err *err) {
    enum ga_status status = GA_OK;
    *symbols = (struct ga_section){.name = ""};
    for (size_t i = 0; status == GA_OK && i < n; i++) {
        struct ga_section section;
        status = ga_elf_section(r, elf, i, &section, err);
        if (status == GA_OK && (section.type == SHT_SYMTAB ||
                                (section.type == SHT_DYNSYM && symbols->type != SHT_SYMTAB)))
            *symbols = section;
    }
    return status;
}

enum ga_status ga_gfx_functions(const char *path, const struct ga_image *image,
                                enum ga_status (*visit)(void *context,
                                                        const struct ga_function *function,
                                                        struct ga_err *err),
                                void *context, struct ga_err *err) {
    const struct ga_reading r = {.path = path, .file = image->file, .packed = image->packed};
    const struct ga_bytes elf = image->bytes;
    struct ga_function function = {
        .is_gfx = true, .path = path, .file = image->file, .packed = image->packed};
    struct ga_section symbols, names;
    size_t n = 0;
    enum ga_gfx_generation generation = GA_GFX9;
    const char *const target =
        ga_gfx_target(ga_get(elf, offsetof(Elf64_Ehdr, e_flags), 4), &generation);
    enum ga_status status = ga_elf(&r, elf, &n, err);
    if (status != GA_OK || !target)
        return status;
    strncpy(function.target, target, sizeof function.target - 1);
    function.generation = (uint8_t)generation;
    status = find_symbols(&r, elf, n, &symbols, err);
    if (status != GA_OK || symbols.type == SHT_NULL)
        return status;
    if (symbols.outside || symbols.link >= n)
        return ga_expected(&r, elf.at + offsetof(Elf64_Ehdr, e_shoff),
                           "the code object's symbols; it is cut off", err);
    status = ga_elf_section(&r, elf, symbols.link, &names, err);
    for (size_t at = 0; status == GA_OK && ga_holds(symbols.bytes, at, sizeof(Elf64_Sym));
         at += sizeof(Elf64_Sym))
        status = visit_symbol(&r, elf, n, ga_part(symbols.bytes, at, sizeof(Elf64_Sym)),
                              names.bytes, &function, visit, context, err);
    return status;
}

/* out: the words from at on, 0 behind the end. */
static void take_words(struct ga_bytes code, size_t at, uint32_t *w) {
    for (size_t i = 0; i < GA_GFX_WORDS; i++)
        w[i] = ga_holds(code, at + 4 * i, 4) ? (uint32_t)ga_get(code, at + 4 * i, 4) : 0;
}

enum ga_status ga_gfx_function_read(const struct ga_function *function, struct ga_sass **code,
                                    size_t *n, struct ga_err *err) {
    const struct ga_reading r = {
        .path = function->path, .file = function->file, .packed = function->packed};
    const struct ga_bytes bytes = function->code;
    bool counts = false;
    *n = 0;
    *code = malloc((bytes.n / GA_GFX_BYTES + 1) * GA_GFX_RESULTS * sizeof **code);
    if (!*code)
        return ga_fail(err, GA_ERROR, "no memory for a function of %zu bytes", bytes.n);
    enum ga_status status = GA_OK;
    for (size_t at = 0, length = 0; status == GA_OK && at < bytes.n; at += length) {
        uint32_t w[GA_GFX_WORDS];
        enum ga_gfx_format format = GA_GFX_UNKNOWN;
        unsigned results = 0;
        take_words(bytes, at, w);
        length = ga_gfx_length(w, function->generation, &format);
        if (length == 0 || !ga_holds(bytes, at, length)) {
            char what[96];
            snprintf(what, sizeof what, "an instruction of %s, not 0x%08x", function->target, w[0]);
            status = ga_expected(&r, bytes.at + at, what, err);
            break;
        }
        ga_gfx_decode(w, function->generation, format, (uint32_t)at, *code + *n, &results);
        counts |= (*code)[*n].key.class != GA_CLASS_OTHER;
        *n += results;
    }
    if (status == GA_OK && counts)
        status = ga_flow(*code, *n, NULL, err);
    if (status != GA_OK || !counts) {
        free(*code);
        *code = NULL;
    }
    return status;
}
