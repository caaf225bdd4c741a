/* The sections of a module that say which source line an instruction is of. */
#ifndef GA_LINE_SECTIONS_H
#define GA_LINE_SECTIONS_H

#include "inlined.h"

enum { GA_DEBUG_SECTIONS = 8 };

struct ga_line_parts {
    struct ga_line_sections sections;
    struct ga_inlined_sections inlined;   /* of what is linked */
    struct ga_bytes symbols, relocations; /* of .debug_line; none if there are none */
    size_t relocation;                    /* bytes each */
    bool relocatable;                /* not linked: addresses are in the function's own section */
    bool is_part;                    /* a section is there, and was not read */
    unsigned found;                  /* bit i: section i is there */
    uint8_t *own[GA_DEBUG_SECTIONS]; /* what the sections are of where they are not the file's */
};

/* in: elf: a cubin or a code object; lasts as long as the parts. out: what it has for lines, decompressed; a code object's
 * relocations are applied. own: ga_line_parts_free, also after an error. err: GA_ERROR for want of memory. */
enum ga_status ga_line_parts_find(struct ga_bytes elf, struct ga_line_parts *parts,
                                  struct ga_err *err);
/* The same of what was inlined, for parts that were found. */
enum ga_status ga_line_parts_find_inlined(struct ga_bytes elf, struct ga_line_parts *parts,
                                          struct ga_err *err);
void ga_line_parts_free(struct ga_line_parts *parts);

/* out: the symbol that a relocation is of: which section it is in, *value; 0 if there is no such symbol. */
uint32_t ga_line_symbol(const struct ga_line_parts *parts, uint64_t relocation, uint64_t *value);

#endif
