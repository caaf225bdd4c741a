/* What stands at the head of a line program, its tables of directories and files, and how a program's bytes are read. */
#ifndef GA_LINE_FILES_H
#define GA_LINE_FILES_H

#include "line_program.h"

/* Reads on; behind the end come zeros. */
struct ga_line_cursor {
    struct ga_bytes bytes;
    uint64_t at;
    bool failed; /* it went beyond the end, or to what is not known */
};

/* in: n: bytes, at most 8. */
uint64_t ga_line_take(struct ga_line_cursor *c, unsigned n);
/* Of seven bits a byte, the lowest first. */
uint64_t ga_line_number(struct ga_line_cursor *c, bool with_sign);

/* in: array: *n elements of so many bytes, room for *capacity. out: one more; NULL for want of memory. */
void *ga_line_grow(void **array, size_t *n, size_t *capacity, size_t size);

/* in: c: at the tables, in .debug_line of that version. out: the files, added to the program's; c->failed if they are damaged or
 * of a form that is not read. err: false for want of memory. */
bool ga_line_files(struct ga_line_cursor *c, unsigned version,
                   const struct ga_line_sections *sections, struct ga_line_program *program);

#endif
