/* Which code was inlined, and from where: what clang says of a code object, beside its line programs. */
#ifndef GA_INLINED_H
#define GA_INLINED_H

#include "line_program.h"

/* .debug_info, .debug_abbrev, .debug_addr, .debug_ranges and .debug_rnglists, not compressed; none of one that is not there. */
struct ga_inlined_sections {
    struct ga_bytes info, abbreviations, addresses, ranges, lists;
};

/* From first on, up to end, addresses. file, line: where it was called; file: into the program's files. */
struct ga_inlined_range {
    uint64_t first, end;
    uint64_t reach; /* the largest end of those up to this */
    uint32_t depth; /* the larger, the further inside */
    uint32_t file, line;
};

struct ga_inlined {
    struct ga_inlined_range *at; /* in order of first */
    size_t n, capacity;
    uint64_t left; /* ranges that may be looked at */
    bool
        is_part; /* some was damaged, or of a version or form that is not read: left out, or nothing is left to look at */
};

/* in: lines: of the same module. out: what can be read. own: ga_inlined_free, also after an error. err: GA_ERROR for want of
 * memory. */
enum ga_status ga_inlined_read(const struct ga_inlined_sections *sections,
                               const struct ga_line_program *lines, struct ga_inlined *inlined,
                               struct ga_err *err);
void ga_inlined_free(struct ga_inlined *inlined);

/* out: of the ranges with the address, the innermost whose depth is below; NULL for none, or where that would take too long. */
const struct ga_inlined_range *ga_inlined_find(struct ga_inlined *inlined, uint64_t address,
                                               uint32_t below);

#endif
