/* The entries of .debug_info, one after another: what a compiler says of a program's parts. */
#ifndef GA_DEBUG_ENTRIES_H
#define GA_DEBUG_ENTRIES_H

#include "line_files.h"

enum { GA_TAG_UNIT = 0x11, GA_TAG_INLINED = 0x1d };

/* Attributes that are kept of an entry; DWARF's names. */
enum ga_attribute {
    GA_LOW_PC,
    GA_HIGH_PC,
    GA_RANGES,
    GA_CALL_FILE,
    GA_CALL_LINE,
    GA_STMT_LIST,
    GA_ADDR_BASE,
    GA_RNGLISTS_BASE,
    GA_N_ATTRIBUTES
};

enum ga_value_kind {
    GA_NO_VALUE,
    GA_NUMBER,       /* a constant, or an offset in a section */
    GA_ADDRESS,      /* itself */
    GA_ADDRESS_INDEX /* into the unit's of .debug_addr */
};

struct ga_value {
    enum ga_value_kind kind;
    bool is_index; /* of a number: into a table of offsets */
    uint64_t number;
};

/* depth: 0 of a unit's own. */
struct ga_entry {
    uint64_t tag;
    uint32_t depth;
    struct ga_value values[GA_N_ATTRIBUTES];
};

struct ga_declaration;

/* A unit that is being read. */
struct ga_entries {
    struct ga_line_cursor c; /* at the next entry, in the unit */
    struct ga_bytes abbreviations;
    unsigned version;
    uint32_t depth;
    uint64_t *left;
    struct ga_declaration *declarations;
    size_t n_declarations, capacity;
};

/* in: info, abbreviations: .debug_info, .debug_abbrev. at: where a unit begins, inside. *left: attributes that may be read, of this
 * unit and others, counted down: at 0 nothing more is; lasts as long as *e. out: *e: before its first entry, without any if the
 * unit is damaged or of a version that is not 2 to 5; *n: bytes of the unit. own: ga_entries_end. err: false for want of memory. */
bool ga_entries_begin(struct ga_bytes info, struct ga_bytes abbreviations, uint64_t at,
                      uint64_t *left, struct ga_entries *e, uint64_t *n);
/* out: false: there are no more, or what follows is damaged or of a form that is not known. */
bool ga_entries_next(struct ga_entries *e, struct ga_entry *entry);
/* out: when there are no more: whether that is because they could not be read. */
bool ga_entries_are_part(const struct ga_entries *e);
void ga_entries_end(struct ga_entries *e);

#endif
