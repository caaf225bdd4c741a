/* From an instruction to the sequence of its function, by the relocations of .debug_line, and to the last row at or before
 * it. Where a function has several sequences, the first counts. Addresses in the section are 0, or what a function of a linked module begins at in its own section. */
#include "lines.h"

#include <elf.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>

#include "line_program.h"
#include "reading.h"

struct ga_lines {
    struct ga_line_program program;
    const char **functions; /* of each sequence; NULL: no relocation says */
    size_t last;            /* sequence that was asked for */
};

static const char text_prefix[] = ".text.";

/* The sections that lines need, each empty if it is not there. */
struct parts {
    struct ga_reading r;
    struct ga_bytes cubin, lines, relocations, symbols;
    size_t relocation; /* bytes each */
};

static bool find_parts(struct parts *p) {
    size_t n = 0;
    struct ga_section s;
    if (ga_elf(&p->r, p->cubin, &n, NULL) != GA_OK)
        return false;
    for (size_t i = 0; i < n; i++) {
        if (ga_elf_section(&p->r, p->cubin, i, &s, NULL) != GA_OK || s.outside)
            continue;
        const bool added = strcmp(s.name, ".rela.debug_line") == 0;
        if (strcmp(s.name, ".debug_line") == 0)
            p->lines = s.bytes;
        if (s.type == SHT_SYMTAB)
            p->symbols = s.bytes;
        if (added || strcmp(s.name, ".rel.debug_line") == 0) {
            p->relocations = s.bytes;
            p->relocation = added ? sizeof(Elf64_Rela) : sizeof(Elf64_Rel);
        }
    }
    return p->lines.n > 0 && p->relocations.n > 0 && p->symbols.n > 0;
}

/* out: the function that a symbol is of; NULL if it is of none. */
static const char *function_of(const struct parts *p, uint64_t symbol) {
    struct ga_section s;
    if (symbol >= p->symbols.n / sizeof(Elf64_Sym))
        return NULL;
    const uint64_t section =
        ga_get(p->symbols, symbol * sizeof(Elf64_Sym) + offsetof(Elf64_Sym, st_shndx), 2);
    size_t n = 0;
    if (ga_elf(&p->r, p->cubin, &n, NULL) != GA_OK || section >= n ||
        ga_elf_section(&p->r, p->cubin, (size_t)section, &s, NULL) != GA_OK ||
        strncmp(s.name, text_prefix, sizeof text_prefix - 1) != 0)
        return NULL;
    return s.name + sizeof text_prefix - 1;
}

static int by_place(const void *a, const void *b) {
    const struct ga_line_sequence *const x = a, *const y = b;
    return (x->at > y->at) - (x->at < y->at);
}

/* Sequences are in order of their place. */
static void name_sequences(const struct parts *p, struct ga_lines *lines) {
    const struct ga_line_program *const program = &lines->program;
    for (uint64_t at = 0; program->n_sequences > 0 && ga_holds(p->relocations, at, p->relocation);
         at += p->relocation) {
        const struct ga_line_sequence wanted = {.at = ga_get(p->relocations, at, 8)};
        const struct ga_line_sequence *const found =
            bsearch(&wanted, program->sequences, program->n_sequences, sizeof wanted, by_place);
        if (found)
            lines->functions[found - program->sequences] =
                function_of(p, ga_get(p->relocations, at + 8, 8) >> 32);
    }
}

enum ga_status ga_lines_read(const struct ga_image *image, struct ga_lines **lines,
                             struct ga_err *err) {
    struct parts p = {.r = {.path = "", .file = image->file}, .cubin = image->bytes};
    *lines = NULL;
    if (!find_parts(&p))
        return GA_OK;
    struct ga_lines *const l = calloc(1, sizeof *l);
    if (!l)
        return ga_fail(err, GA_ERROR, "no memory for source lines");
    *lines = l;
    const enum ga_status status = ga_line_program_read(p.lines, &l->program, err);
    if (status != GA_OK)
        return status;
    l->functions = calloc(l->program.n_sequences + 1, sizeof *l->functions);
    if (!l->functions)
        return ga_fail(err, GA_ERROR, "no memory for source lines");
    name_sequences(&p, l);
    return GA_OK;
}

void ga_lines_free(struct ga_lines *lines) {
    if (!lines)
        return;
    ga_line_program_free(&lines->program);
    free(lines->functions);
    free(lines);
}

/* Headers of the toolkit, whose functions are inlined where a program calls them. */
static bool is_toolkit(const struct ga_line_file *file) {
    static const char *const headers[] = {"*_atomic_functions.h*", "sm_[0-9]*_intrinsics.h*",
                                          "cuda_fp16.h*",          "cuda_bf16.h*",
                                          "device_functions.h*",   "cooperative_groups*"};
    static const char *const directories[] = {"*/include/cuda/*", "*/cooperative_groups*", "*/crt"};
    const char *const slash = strrchr(file->name, '/'), *const name =
                                                            slash ? slash + 1 : file->name;
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        if (fnmatch(headers[i], name, 0) == 0)
            return true;
    for (size_t i = 0; i < sizeof directories / sizeof *directories; i++)
        if (fnmatch(directories[i], file->directory, 0) == 0)
            return true;
    return false;
}

static const struct ga_line_file *file_of(const struct ga_line_program *p,
                                          const struct ga_line_row *row) {
    return row->file < p->n_files ? &p->files[row->file] : NULL;
}

/* The row of an offset, or where the program calls what that row is of; NULL for none. */
static const struct ga_line_row *find_row(const struct ga_line_program *p,
                                          const struct ga_line_sequence *s, uint32_t offset) {
    const struct ga_line_row *const rows = p->rows + s->first, *found = NULL;
    for (size_t i = 0; i + 1 < s->n && rows[i].address <= offset; i++)
        if (rows[i + 1].address > offset)
            found = &rows[i];
    for (size_t turns = 0; found && found->caller > 0 && turns < s->n; turns++) {
        const struct ga_line_file *const file = file_of(p, found);
        if ((file && !is_toolkit(file)) || found->caller > s->n)
            break;
        found = &rows[found->caller - 1];
    }
    return found;
}

static bool is_of(const struct ga_lines *lines, size_t sequence, const char *function) {
    return sequence < lines->program.n_sequences && lines->functions[sequence] &&
           strcmp(lines->functions[sequence], function) == 0;
}

void ga_lines_find(struct ga_lines *lines, const char *function, uint32_t offset, char *text,
                   size_t size) {
    *text = '\0';
    if (lines && !is_of(lines, lines->last, function)) {
        lines->last = 0;
        while (lines->last < lines->program.n_sequences && !is_of(lines, lines->last, function))
            lines->last++;
    }
    if (!lines || lines->last >= lines->program.n_sequences)
        return;
    const struct ga_line_program *const p = &lines->program;
    const struct ga_line_row *const row = find_row(p, &p->sequences[lines->last], offset);
    const struct ga_line_file *const file = row ? file_of(p, row) : NULL;
    if (!file)
        return;
    const bool whole = *file->name == '/' || !*file->directory;
    snprintf(text, size, "%s%s%s:%u", whole ? "" : file->directory, whole ? "" : "/", file->name,
             row->line);
}
