/* src: DWARF 2 to 5, sections 7.5.1 to 7.5.6: units, abbreviations, forms. Compilers number a unit's abbreviations from 1 on
 * without a gap; others are not read. */
#include "debug_entries.h"

#include <stdlib.h>

#include "reading.h"

/* An abbreviation. at: of its attributes in .debug_abbrev. */
struct ga_declaration {
    uint64_t tag, at;
    bool has_children;
};

enum { IMPLICIT_CONST = 0x21 };

/* How many bytes a form's value takes, or what it takes them by. */
enum layout { UNKNOWN, NONE, FIXED, LEB, TEXT, BLOCK_BY_BYTES, BLOCK_BY_LEB };

static const struct {
    uint8_t layout, n, kind;
    bool is_index;
} forms[] = {
    [0x01] = {FIXED, 8, GA_ADDRESS, false},           /* addr */
    [0x03] = {BLOCK_BY_BYTES, 2, GA_NO_VALUE, false}, /* block2 */
    [0x04] = {BLOCK_BY_BYTES, 4, GA_NO_VALUE, false}, /* block4 */
    [0x05] = {FIXED, 2, GA_NUMBER, false},            /* data2 */
    [0x06] = {FIXED, 4, GA_NUMBER, false},            /* data4 */
    [0x07] = {FIXED, 8, GA_NUMBER, false},            /* data8 */
    [0x08] = {TEXT, 0, GA_NO_VALUE, false},           /* string */
    [0x09] = {BLOCK_BY_LEB, 0, GA_NO_VALUE, false},   /* block */
    [0x0a] = {BLOCK_BY_BYTES, 1, GA_NO_VALUE, false}, /* block1 */
    [0x0b] = {FIXED, 1, GA_NUMBER, false},            /* data1 */
    [0x0c] = {FIXED, 1, GA_NO_VALUE, false},          /* flag */
    [0x0d] = {LEB, 0, GA_NO_VALUE, false},            /* sdata */
    [0x0e] = {FIXED, 4, GA_NO_VALUE, false},          /* strp */
    [0x0f] = {LEB, 0, GA_NUMBER, false},              /* udata */
    [0x10] = {FIXED, 4, GA_NO_VALUE, false},          /* ref_addr */
    [0x11] = {FIXED, 1, GA_NO_VALUE, false},          /* ref1 */
    [0x12] = {FIXED, 2, GA_NO_VALUE, false},          /* ref2 */
    [0x13] = {FIXED, 4, GA_NO_VALUE, false},          /* ref4 */
    [0x14] = {FIXED, 8, GA_NO_VALUE, false},          /* ref8 */
    [0x15] = {LEB, 0, GA_NO_VALUE, false},            /* ref_udata */
    [0x17] = {FIXED, 4, GA_NUMBER, false},            /* sec_offset */
    [0x18] = {BLOCK_BY_LEB, 0, GA_NO_VALUE, false},   /* exprloc */
    [0x19] = {NONE, 0, GA_NO_VALUE, false},           /* flag_present */
    [0x1a] = {LEB, 0, GA_NO_VALUE, false},            /* strx */
    [0x1b] = {LEB, 0, GA_ADDRESS_INDEX, false},       /* addrx */
    [0x1e] = {FIXED, 16, GA_NO_VALUE, false},         /* data16 */
    [0x1f] = {FIXED, 4, GA_NO_VALUE, false},          /* line_strp */
    [0x20] = {FIXED, 8, GA_NO_VALUE, false},          /* ref_sig8 */
    [IMPLICIT_CONST] = {NONE, 0, GA_NUMBER, false},   /* its value is the abbreviation's */
    [0x22] = {LEB, 0, GA_NO_VALUE, false},            /* loclistx */
    [0x23] = {LEB, 0, GA_NUMBER, true},               /* rnglistx */
    [0x25] = {FIXED, 1, GA_NO_VALUE, false},          /* strx1 to strx4 */
    [0x26] = {FIXED, 2, GA_NO_VALUE, false},
    [0x27] = {FIXED, 3, GA_NO_VALUE, false},
    [0x28] = {FIXED, 4, GA_NO_VALUE, false},
    [0x29] = {FIXED, 1, GA_ADDRESS_INDEX, false}, /* addrx1 to addrx4 */
    [0x2a] = {FIXED, 2, GA_ADDRESS_INDEX, false},
    [0x2b] = {FIXED, 3, GA_ADDRESS_INDEX, false},
    [0x2c] = {FIXED, 4, GA_ADDRESS_INDEX, false},
};

static enum ga_attribute attribute_of(uint64_t code) {
    switch (code) {
    case 0x10:
        return GA_STMT_LIST;
    case 0x11:
        return GA_LOW_PC;
    case 0x12:
        return GA_HIGH_PC;
    case 0x55:
        return GA_RANGES;
    case 0x58:
        return GA_CALL_FILE;
    case 0x59:
        return GA_CALL_LINE;
    case 0x73:
        return GA_ADDR_BASE;
    case 0x74:
        return GA_RNGLISTS_BASE;
    default:
        return GA_N_ATTRIBUTES;
    }
}

static void skip(struct ga_line_cursor *c, uint64_t n) {
    c->failed |= !ga_holds(c->bytes, c->at, n);
    c->at = c->failed ? c->at : c->at + n;
}

/* in: constant: the abbreviation's. */
static struct ga_value take_value(struct ga_line_cursor *c, uint64_t form, uint64_t constant) {
    const bool is_known = form < sizeof forms / sizeof *forms;
    struct ga_value value = {.kind = is_known ? (enum ga_value_kind)forms[form].kind : GA_NO_VALUE,
                             .is_index = is_known && forms[form].is_index,
                             .number = constant};
    const unsigned n = is_known ? forms[form].n : 0;
    switch (is_known ? (enum layout)forms[form].layout : UNKNOWN) {
    case NONE:
        break;
    case FIXED:
        if (n <= sizeof value.number)
            value.number = ga_line_take(c, n);
        else
            skip(c, n);
        break;
    case LEB:
        value.number = ga_line_number(c, false);
        break;
    case TEXT:
        while (ga_line_take(c, 1) != 0)
            ;
        break;
    case BLOCK_BY_BYTES:
        skip(c, ga_line_take(c, n));
        break;
    case BLOCK_BY_LEB:
        skip(c, ga_line_number(c, false));
        break;
    default:
        c->failed = true;
    }
    return value;
}

/* The next attribute of an abbreviation. out: false after the last. *left: so that the time is bounded where the same ones are
 * read again and again, and take no byte of an entry. */
static bool next_attribute(struct ga_line_cursor *c, uint64_t *left, uint64_t *code, uint64_t *form,
                           uint64_t *constant) {
    c->failed |= *left == 0;
    *left -= *left > 0;
    *code = ga_line_number(c, false);
    *form = ga_line_number(c, false);
    *constant = *form == IMPLICIT_CONST ? ga_line_number(c, true) : 0;
    return !c->failed && (*code != 0 || *form != 0);
}

static bool read_abbreviations(struct ga_entries *e, uint64_t at) {
    struct ga_line_cursor c = {.bytes = e->abbreviations, .at = at};
    uint64_t code = 0, form = 0, constant = 0;
    while (!c.failed && ga_line_number(&c, false) == e->n_declarations + 1) {
        struct ga_declaration d = {.tag = ga_line_number(&c, false)};
        d.has_children = ga_line_take(&c, 1) != 0;
        d.at = c.at;
        while (next_attribute(&c, e->left, &code, &form, &constant))
            ;
        void *all = e->declarations;
        struct ga_declaration *const one =
            ga_line_grow(&all, &e->n_declarations, &e->capacity, sizeof *one);
        e->declarations = all;
        if (!one)
            return false;
        *one = d;
    }
    return true;
}

bool ga_entries_begin(struct ga_bytes info, struct ga_bytes abbreviations, uint64_t at,
                      uint64_t *left, struct ga_entries *e, uint64_t *n) {
    enum { LENGTH = 4, OLDEST = 2, NEWEST = 5, COMPILE = 1, ADDRESS_BYTES = 8 };
    *e = (struct ga_entries){.abbreviations = abbreviations, .left = left};
    *n = info.n - at; /* if it says nothing of use, there is no next */
    if (!ga_holds(info, at, LENGTH) || !ga_holds(info, at + LENGTH, ga_get(info, at, LENGTH)))
        return true;
    *n = LENGTH + ga_get(info, at, LENGTH);
    struct ga_line_cursor c = {.bytes = ga_part(info, at, *n), .at = LENGTH};
    e->version = (unsigned)ga_line_take(&c, 2);
    const bool is_new = e->version == NEWEST;
    const uint64_t type = is_new ? ga_line_take(&c, 1) : COMPILE;
    uint64_t address = is_new ? ga_line_take(&c, 1) : 0;
    const uint64_t from = ga_line_take(&c, 4);
    if (!is_new)
        address = ga_line_take(&c, 1);
    if (c.failed || e->version < OLDEST || e->version > NEWEST || address != ADDRESS_BYTES)
        return true;
    e->c = c;
    if (type == COMPILE)
        return read_abbreviations(e, from);
    e->c.at = *n; /* of a unit of types nothing is asked */
    return true;
}

bool ga_entries_are_part(const struct ga_entries *e) {
    return e->c.failed || e->c.bytes.n == 0 || e->c.at < e->c.bytes.n;
}

bool ga_entries_next(struct ga_entries *e, struct ga_entry *entry) {
    uint64_t code = 0, form = 0, constant = 0;
    while (e->c.at < e->c.bytes.n && !e->c.failed && (code = ga_line_number(&e->c, false)) == 0 &&
           e->depth > 0)
        e->depth--; /* the end of a row of children */
    if (e->c.failed || code == 0 || code > e->n_declarations)
        return false;
    const struct ga_declaration *const d = &e->declarations[code - 1];
    struct ga_line_cursor c = {.bytes = e->abbreviations, .at = d->at};
    *entry = (struct ga_entry){.tag = d->tag, .depth = e->depth};
    while (next_attribute(&c, e->left, &code, &form, &constant)) {
        const enum ga_attribute attribute = attribute_of(code);
        const struct ga_value value = take_value(&e->c, form, constant);
        if (attribute < GA_N_ATTRIBUTES)
            entry->values[attribute] = value;
    }
    e->depth += d->has_children;
    return !e->c.failed && !c.failed;
}

void ga_entries_end(struct ga_entries *e) {
    free(e->declarations);
    e->declarations = NULL;
}
