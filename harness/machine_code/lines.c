/* From an instruction to the sequence that its function is in, and to the last row at or before it. In a cubin the relocations
 * of .debug_line say which function a sequence is of; where a function has several, the first counts. Addresses are 0 there,
 * or what a function of a linked module begins at in its own section. In a code object, whose sequences are of many functions,
 * addresses say it: those of the module, or where it is not linked of a section, which relocations name. */
#include "lines.h"

#include <elf.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>

#include "line_sections.h"
#include "reading.h"

/* Where a sequence of AMD's begins. section: 0 of what is linked. */
struct place {
    uint32_t section;
    uint64_t address;
    const struct ga_line_sequence *sequence;
};

struct ga_lines {
    struct ga_line_parts parts;
    struct ga_line_program program;
    const char **functions; /* NVIDIA's: of each sequence; NULL: no relocation says */
    size_t last;            /* sequence that was asked for */
    struct place *places;   /* AMD's, in order */
    size_t n_places;
    struct ga_inlined inlined; /* AMD's */
};

enum { DEEPEST = 64 }; /* of what was inlined into another */

static const char text_prefix[] = ".text.";

/* out: the function that a section is of; NULL if it is of none. */
static const char *function_of(struct ga_bytes cubin, uint32_t section) {
    const struct ga_reading r = {.path = "", .file = cubin};
    struct ga_section s;
    size_t n = 0;
    if (ga_elf(&r, cubin, &n, NULL) != GA_OK || section >= n ||
        ga_elf_section(&r, cubin, section, &s, NULL) != GA_OK ||
        strncmp(s.name, text_prefix, sizeof text_prefix - 1) != 0)
        return NULL;
    return s.name + sizeof text_prefix - 1;
}

static int by_place(const void *a, const void *b) {
    const struct ga_line_sequence *const x = a, *const y = b;
    return (x->at > y->at) - (x->at < y->at);
}

static int by_address(const void *a, const void *b) {
    const struct place *const x = a, *const y = b;
    return x->section != y->section ? (x->section > y->section) - (x->section < y->section)
                                    : (x->address > y->address) - (x->address < y->address);
}

/* out: which sequence the relocation is of, which are in order of their place; n_sequences: none. */
static size_t sequence_of(const struct ga_lines *l, uint64_t relocation) {
    const struct ga_line_program *const p = &l->program;
    const struct ga_line_sequence wanted = {.at = ga_get(l->parts.relocations, relocation, 8)};
    const struct ga_line_sequence *const found =
        p->n_sequences > 0 ? bsearch(&wanted, p->sequences, p->n_sequences, sizeof wanted, by_place)
                           : NULL;
    return found ? (size_t)(found - p->sequences) : p->n_sequences;
}

/* NVIDIA's. */
static bool name_sequences(struct ga_lines *l, struct ga_bytes cubin) {
    const struct ga_line_parts *const p = &l->parts;
    uint64_t value = 0;
    l->functions = calloc(l->program.n_sequences + 1, sizeof *l->functions);
    for (uint64_t at = 0; l->functions && ga_holds(p->relocations, at, p->relocation);
         at += p->relocation) {
        const size_t i = sequence_of(l, at);
        if (i < l->program.n_sequences)
            l->functions[i] = function_of(cubin, ga_line_symbol(p, at, &value));
    }
    return l->functions;
}

static void put_place(struct ga_lines *l, size_t sequence, uint32_t section) {
    const struct ga_line_sequence *const s = &l->program.sequences[sequence];
    l->places[l->n_places++] = (struct place){section, l->program.rows[s->first].address, s};
}

/* AMD's. */
static bool place_sequences(struct ga_lines *l) {
    const struct ga_line_parts *const p = &l->parts;
    const size_t relocations = p->relocations.n / p->relocation, n = l->program.n_sequences;
    uint64_t value = 0;
    l->places = calloc((p->relocatable ? relocations : n) + 1, sizeof *l->places);
    for (size_t i = 0; l->places && p->relocatable && i < relocations; i++) {
        const size_t sequence = sequence_of(l, i * p->relocation);
        if (sequence < n)
            put_place(l, sequence, ga_line_symbol(p, i * p->relocation, &value));
    }
    for (size_t i = 0; l->places && !p->relocatable && i < n; i++)
        put_place(l, i, 0);
    if (l->places)
        qsort(l->places, l->n_places, sizeof *l->places, by_address);
    return l->places;
}

/* Headers of the toolkits, whose functions are inlined where a program calls them. A path of LONGEST bytes is of none: so that the
 * time is bounded. */
static bool is_toolkit(const struct ga_line_file *file) {
    static const char *const headers[] = {"*_atomic_functions.h*", "sm_[0-9]*_intrinsics.h*",
                                          "cuda_fp16.h*",          "cuda_bf16.h*",
                                          "device_functions.h*",   "cooperative_groups*"};
    static const char *const directories[] = {"*/include/cccl/cuda/*",
                                              "*/targets/*/include/cuda/*",
                                              "*/cuda/include/cuda/*",
                                              "*/cuda[-/][0-9]*/include/cuda/*",
                                              "*/nvidia/cu[0-9]*/include/cuda/*",
                                              "*cuda_cccl*/include/cuda/*",
                                              "*/libcudacxx/include/cuda/*",
                                              "/usr/include/cuda/*",
                                              "*/cooperative_groups*",
                                              "*/crt",
                                              "*/hip/amd_detail"};
    enum { LONGEST = 1024 };
    if (strnlen(file->name, LONGEST) == LONGEST || strnlen(file->directory, LONGEST) == LONGEST)
        return false;
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

static const struct ga_line_file *file_of(const struct ga_line_program *p, uint32_t file) {
    return file < p->n_files ? &p->files[file] : NULL;
}

/* AMD's. Line programs do not say where what was inlined is called: it is looked up if there is a header of the toolkit's. What is
 * not linked would need the relocations of more sections. */
static enum ga_status read_inlined(struct ga_lines *l, struct ga_bytes elf, struct ga_err *err) {
    const struct ga_line_program *const p = &l->program;
    bool is_needed = false;
    for (size_t i = 0; i < p->n_files && !is_needed; i++)
        is_needed = is_toolkit(&p->files[i]);
    if (!is_needed || l->parts.relocatable)
        return GA_OK;
    const enum ga_status status = ga_line_parts_find_inlined(elf, &l->parts, err);
    return status == GA_OK ? ga_inlined_read(&l->parts.inlined, p, &l->inlined, err) : status;
}

enum ga_status ga_lines_read(const struct ga_image *image, struct ga_lines **lines,
                             struct ga_err *err) {
    struct ga_lines *const l = *lines = calloc(1, sizeof *l);
    if (!l)
        return ga_fail(err, GA_ERROR, "no memory for source lines");
    enum ga_status status = ga_line_parts_find(image->bytes, &l->parts, err);
    if (status == GA_OK)
        status = ga_line_program_read(&l->parts.sections, &l->program, err);
    if (status == GA_OK && image->kind == GA_IMAGE_GFX)
        status = read_inlined(l, image->bytes, err);
    if (status != GA_OK)
        return status;
    if (!(image->kind == GA_IMAGE_GFX ? place_sequences(l) : name_sequences(l, image->bytes)))
        return ga_fail(err, GA_ERROR, "no memory for source lines");
    return GA_OK;
}

bool ga_lines_are_part(const struct ga_lines *l) {
    return l && (l->parts.is_part || l->program.is_part || l->inlined.is_part);
}

void ga_lines_free(struct ga_lines *lines) {
    if (!lines)
        return;
    ga_line_program_free(&lines->program);
    ga_line_parts_free(&lines->parts);
    ga_inlined_free(&lines->inlined);
    free(lines->functions);
    free(lines->places);
    free(lines);
}

/* The row of an address, or where the program calls what that row is of; NULL for none. */
static const struct ga_line_row *find_row(const struct ga_line_program *p,
                                          const struct ga_line_sequence *s, uint64_t address) {
    const struct ga_line_row *const rows = p->rows + s->first;
    size_t low = 0,
           high = s->n; /* rows before low begin at or before the address, from high on behind it */
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (rows[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    const struct ga_line_row *found = low > 0 && low < s->n ? &rows[low - 1] : NULL;
    for (size_t turns = 0; found && found->caller > 0 && turns < DEEPEST; turns++) {
        const struct ga_line_file *const file = file_of(p, found->file);
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

/* NVIDIA's. */
static const struct ga_line_sequence *find_named(struct ga_lines *l, const char *function) {
    if (!is_of(l, l->last, function)) {
        l->last = 0;
        while (l->last < l->program.n_sequences && !is_of(l, l->last, function))
            l->last++;
    }
    return l->last < l->program.n_sequences ? &l->program.sequences[l->last] : NULL;
}

/* AMD's: the last sequence that begins at or before the address. */
static const struct ga_line_sequence *find_placed(const struct ga_lines *l, struct place wanted) {
    size_t low = 0, high = l->n_places;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (by_address(&l->places[middle], &wanted) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 && l->places[low - 1].section == wanted.section ? l->places[low - 1].sequence
                                                                   : NULL;
}

/* Line 0: the compiler says that it is of none. */
static void print_place(const struct ga_line_file *file, uint32_t line, char *text, size_t size) {
    const bool whole = *file->name == '/' || !*file->directory;
    const char *const root =
        !whole && *file->directory != '/' && file->root != file->directory ? file->root : "";
    if (line > 0 && *file->name)
        snprintf(text, size, "%s%s%s%s%s:%u", root, *root ? "/" : "", whole ? "" : file->directory,
                 whole ? "" : "/", file->name, line);
}

/* AMD's. in: *file, *line: of the address. out: where the program calls that, if it is of the toolkit; the same where nobody
 * says. */
static void leave_toolkit(struct ga_lines *l, uint64_t address, uint32_t *file, uint32_t *line) {
    const struct ga_line_program *const p = &l->program;
    uint32_t at_file = *file, below = UINT32_MAX;
    for (int turns = 0; turns < DEEPEST && at_file < p->n_files && is_toolkit(&p->files[at_file]);
         turns++) {
        const struct ga_inlined_range *const range = ga_inlined_find(&l->inlined, address, below);
        if (!range || range->file >= p->n_files)
            return;
        below = range->depth;
        at_file = range->file;
        if (!is_toolkit(&p->files[at_file])) {
            *file = at_file;
            *line = range->line;
        }
    }
}

void ga_lines_find(struct ga_lines *lines, const struct ga_function *function, uint32_t offset,
                   char *text, size_t size) {
    *text = '\0';
    if (!lines)
        return;
    const struct ga_line_program *const p = &lines->program;
    const uint32_t section = lines->parts.relocatable ? function->section : 0;
    const uint64_t address = function->is_gfx ? function->address + offset : offset;
    const struct ga_line_sequence *const sequence =
        function->is_gfx ? find_placed(lines, (struct place){section, address, NULL})
                         : find_named(lines, function->name);
    const struct ga_line_row *const row = sequence ? find_row(p, sequence, address) : NULL;
    uint32_t file = row ? row->file : UINT32_MAX, line = row ? row->line : 0;
    if (function->is_gfx)
        leave_toolkit(lines, address, &file, &line);
    if (file < p->n_files)
        print_place(&p->files[file], line, text, size);
}
