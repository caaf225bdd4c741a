/* A function's attributes are in a section of its own: a byte of format, one of kind, and two of size or value. Of the kind that
 * lists jumps: offset, 0, how many targets, and those, of four bytes each.
 * src: no manual has it. Found by comparing sections with what cuobjdump -elf prints of them. */
#include "jumps.h"

#include <stdlib.h>

#include "reading.h"

enum { HEADER = 4, SIZED = 4, JUMPS = 0x34, WORD = 4, FIRST_TARGET = 3 * WORD };

/* out: the section's bytes; none: there is no such section. */
static struct ga_bytes find_attributes(struct ga_bytes elf, const char *name) {
    static const char begin[] = ".nv.info.";
    const struct ga_reading r = {.path = "", .file = elf};
    struct ga_section section;
    size_t n = 0;
    if (ga_elf(&r, elf, &n, NULL) != GA_OK)
        return (struct ga_bytes){0};
    for (size_t i = 0; i < n; i++)
        if (ga_elf_section(&r, elf, i, &section, NULL) == GA_OK &&
            strncmp(section.name, begin, sizeof begin - 1) == 0 &&
            strcmp(section.name + sizeof begin - 1, name) == 0)
            return section.bytes;
    return (struct ga_bytes){0};
}

/* out: targets in one attribute, put into each if there is room. */
static size_t read_targets(struct ga_bytes list, struct ga_jump *each) {
    size_t n = 0;
    for (uint64_t at = 0; ga_holds(list, at, FIRST_TARGET);) {
        const uint32_t from = (uint32_t)ga_get(list, at, WORD);
        const uint64_t count = ga_get(list, at + 2 * WORD, WORD);
        at += FIRST_TARGET;
        for (uint64_t k = 0; k < count && ga_holds(list, at, WORD); k++, at += WORD, n++)
            if (each)
                each[n] = (struct ga_jump){from, (uint32_t)ga_get(list, at, WORD)};
    }
    return n;
}

static size_t read_all(struct ga_bytes attributes, struct ga_jump *each) {
    size_t n = 0;
    for (uint64_t at = 0; ga_holds(attributes, at, HEADER);) {
        const uint64_t format = ga_get(attributes, at, 1), kind = ga_get(attributes, at + 1, 1);
        const uint64_t size = format == SIZED ? ga_get(attributes, at + 2, 2) : 0;
        at += HEADER;
        if (kind == JUMPS && ga_holds(attributes, at, size))
            n += read_targets(ga_part(attributes, at, size), each ? each + n : NULL);
        at += size;
    }
    return n;
}

static int in_order(const void *a, const void *b) {
    const struct ga_jump *const x = a, *const y = b;
    return x->from != y->from ? (x->from > y->from) - (x->from < y->from)
                              : (x->to > y->to) - (x->to < y->to);
}

enum ga_status ga_jumps_of(const struct ga_sass *code, size_t n, struct ga_bytes elf,
                           const char *name, struct ga_jumps *jumps, struct ga_err *err) {
    struct ga_bytes attributes = {0};
    for (size_t i = 0; i < n; i++)
        if (code[i].role == GA_ROLE_JUMP) {
            attributes = find_attributes(elf, name);
            break;
        }
    *jumps = (struct ga_jumps){.n = read_all(attributes, NULL)};
    if (jumps->n == 0)
        return GA_OK;
    jumps->each = malloc(jumps->n * sizeof *jumps->each);
    if (!jumps->each)
        return ga_fail(err, GA_ERROR, "no memory for %zu targets of jumps", jumps->n);
    read_all(attributes, jumps->each);
    qsort(jumps->each, jumps->n, sizeof *jumps->each, in_order);
    return GA_OK;
}

void ga_jumps_free(struct ga_jumps *jumps) {
    free(jumps->each);
    *jumps = (struct ga_jumps){0};
}
