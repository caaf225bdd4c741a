/* DWARF's line programs, versions 2 to 5, with NVIDIA's opcode for code that was inlined. */
#ifndef GA_LINE_PROGRAM_H
#define GA_LINE_PROGRAM_H

#include <stdbool.h>

#include "image.h"

/* .debug_line, .debug_line_str and .debug_str, not compressed; none of one that is not there. */
struct ga_line_sections {
    struct ga_bytes lines, line_strings, strings;
};

/* From address on, up to the next row's. file: into the program's files. caller: where this was inlined: a row of the
 * same sequence, counted from 1; 0: nowhere. */
struct ga_line_row {
    uint64_t address;
    uint32_t file, line, caller;
};

/* Rows of one function, or of several. at: where its start's address stands in the section, which a relocation names. */
struct ga_line_sequence {
    uint64_t at;
    size_t first, n;
};

struct ga_line_file {
    const char *root;             /* what a relative directory is in; "": not known */
    const char *directory, *name; /* the sections'; directory: "" for none */
};

/* A program's files. lowest: number of the first of them; at: where the program begins in the section. */
struct ga_line_unit {
    uint64_t at;
    size_t first_file, n_files;
    uint64_t lowest;
};

struct ga_line_program {
    struct ga_line_row *rows;
    size_t n_rows, row_capacity;
    struct ga_line_sequence *sequences;
    size_t n_sequences, sequence_capacity;
    struct ga_line_file *files;
    size_t n_files, file_capacity;
    struct ga_line_unit *units; /* in order of their place */
    size_t n_units, unit_capacity;
    bool is_part; /* some was damaged, or of a version or form that is not read: left out */
};

/* out: what can be read of the sections, which last as long. own: ga_line_program_free. err: GA_ERROR for want of memory. */
enum ga_status ga_line_program_read(const struct ga_line_sections *sections,
                                    struct ga_line_program *program, struct ga_err *err);
/* out: the unit that begins there; NULL if none does that was read. */
const struct ga_line_unit *ga_line_unit_at(const struct ga_line_program *program, uint64_t at);
/* in: unit: NULL for none. number: of a file in its table. out: into the program's files, UINT32_MAX for one that is not there. */
uint32_t ga_line_file_of(const struct ga_line_unit *unit, uint64_t number);
void ga_line_program_free(struct ga_line_program *program);

#endif
