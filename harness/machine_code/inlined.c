/* src: DWARF 2 to 5, section 3.3.8.2, and 2.17.3 with 7.25 and 7.27 for ranges of addresses. */
#include "inlined.h"

#include <stdlib.h>

#include "debug_entries.h"
#include "reading.h"

enum { ADDRESS_BYTES = 8, NEW = 5 };
/* Of a module, so that memory and time are bounded. */
enum { MOST_RANGES = 1 << 22, MOST_LOOKS = 1 << 27 };

struct reader {
    const struct ga_inlined_sections *sections;
    const struct ga_line_program *lines;
    struct ga_inlined *inlined;
    struct ga_entries entries;
    struct ga_entry entry;
    /* of the unit */
    uint64_t base, addresses, lists;
    const struct ga_line_unit *files; /* NULL: none is known */
    uint64_t left;                    /* attributes and ranges that may be read */
    size_t most; /* ranges that are kept: each takes a byte at least, unless a list is of several */
    bool no_memory;
};

/* out: 0 if there is none. */
static uint64_t address_at(const struct reader *r, uint64_t index) {
    const struct ga_bytes all = r->sections->addresses;
    const bool is_there = index < all.n / ADDRESS_BYTES &&
                          ga_holds(all, r->addresses, index * ADDRESS_BYTES + ADDRESS_BYTES);
    return is_there ? ga_get(all, r->addresses + index * ADDRESS_BYTES, ADDRESS_BYTES) : 0;
}

static uint64_t address_of(const struct reader *r, struct ga_value value) {
    return value.kind == GA_ADDRESS         ? value.number
           : value.kind == GA_ADDRESS_INDEX ? address_at(r, value.number)
                                            : 0;
}

static void put_range(struct reader *r, uint64_t first, uint64_t end) {
    const struct ga_value file = r->entry.values[GA_CALL_FILE],
                          line = r->entry.values[GA_CALL_LINE];
    if (first >= end || r->no_memory)
        return;
    if (r->inlined->n >= r->most) {
        r->inlined->is_part = true;
        return;
    }
    void *all = r->inlined->at;
    struct ga_inlined_range *const one =
        ga_line_grow(&all, &r->inlined->n, &r->inlined->capacity, sizeof *one);
    r->inlined->at = all;
    r->no_memory |= !one;
    if (one)
        *one = (struct ga_inlined_range){.first = first,
                                         .end = end,
                                         .depth = r->entry.depth,
                                         .file = ga_line_file_of(r->files, file.number),
                                         .line = (uint32_t)line.number};
}

/* Pairs of addresses, until both are 0; the largest address makes the next the base. */
static void read_old_ranges(struct reader *r, uint64_t at) {
    struct ga_line_cursor c = {.bytes = r->sections->ranges, .at = at};
    uint64_t base = r->base;
    for (; !c.failed && !r->no_memory && r->left > 0; r->left--) {
        const uint64_t first = ga_line_take(&c, ADDRESS_BYTES),
                       end = ga_line_take(&c, ADDRESS_BYTES);
        if (first == 0 && end == 0)
            return;
        if (first == UINT64_MAX)
            base = end;
        else
            put_range(r, base + first, base + end);
    }
}

static void read_new_ranges(struct reader *r, uint64_t at) {
    enum { END, BASE_INDEX, INDICES, INDEX_LENGTH, OFFSETS, BASE, ADDRESSES, ADDRESS_LENGTH };
    struct ga_line_cursor c = {.bytes = r->sections->lists, .at = at};
    uint64_t base = r->base;
    for (; !c.failed && !r->no_memory && r->left > 0; r->left--) {
        const uint64_t kind = ga_line_take(&c, 1);
        const bool by_index = kind == BASE_INDEX || kind == INDICES || kind == INDEX_LENGTH;
        if (kind == END || kind > ADDRESS_LENGTH)
            return;
        const uint64_t number = kind >= BASE ? ga_line_take(&c, ADDRESS_BYTES)
                                             : ga_line_number(&c, false),
                       first = by_index          ? address_at(r, number)
                               : kind == OFFSETS ? base + number
                                                 : number;
        if (kind == BASE_INDEX || kind == BASE)
            base = first;
        else if (kind == INDICES)
            put_range(r, first, address_at(r, ga_line_number(&c, false)));
        else if (kind == OFFSETS)
            put_range(r, first, base + ga_line_number(&c, false));
        else if (kind == ADDRESSES)
            put_range(r, first, ga_line_take(&c, ADDRESS_BYTES));
        else
            put_range(r, first, first + ga_line_number(&c, false));
    }
}

static void put_inlined(struct reader *r) {
    enum { OFFSET = 4 };
    const struct ga_value *const values = r->entry.values, ranges = values[GA_RANGES],
                                 high = values[GA_HIGH_PC];
    const uint64_t low = address_of(r, values[GA_LOW_PC]);
    const struct ga_bytes lists = r->sections->lists;
    if (ranges.kind == GA_NO_VALUE)
        put_range(r, low, high.kind == GA_NUMBER ? low + high.number : address_of(r, high));
    else if (r->entries.version < NEW)
        read_old_ranges(r, ranges.number);
    else if (!ranges.is_index)
        read_new_ranges(r, ranges.number);
    else if (ranges.number < lists.n / OFFSET &&
             ga_holds(lists, r->lists, ranges.number * OFFSET + OFFSET))
        read_new_ranges(r, r->lists + ga_get(lists, r->lists + ranges.number * OFFSET, OFFSET));
}

/* What the unit's own entry says of all. */
static void begin_unit(struct reader *r) {
    const struct ga_value *const values = r->entry.values;
    r->addresses = values[GA_ADDR_BASE].number;
    r->lists = values[GA_RNGLISTS_BASE].number;
    r->base = address_of(r, values[GA_LOW_PC]);
    r->files = values[GA_STMT_LIST].kind == GA_NUMBER
                   ? ga_line_unit_at(r->lines, values[GA_STMT_LIST].number)
                   : NULL;
}

static void read_unit(struct reader *r) {
    while (!r->no_memory && ga_entries_next(&r->entries, &r->entry)) {
        if (r->entry.tag == GA_TAG_UNIT)
            begin_unit(r);
        else if (r->entry.tag == GA_TAG_INLINED)
            put_inlined(r);
    }
}

static int by_first(const void *a, const void *b) {
    const struct ga_inlined_range *const x = a, *const y = b;
    return (x->first > y->first) - (x->first < y->first);
}

static void sort(struct ga_inlined *inlined) {
    uint64_t reach = 0;
    if (inlined->n > 0)
        qsort(inlined->at, inlined->n, sizeof *inlined->at, by_first);
    for (size_t i = 0; i < inlined->n; i++) {
        reach = inlined->at[i].end > reach ? inlined->at[i].end : reach;
        inlined->at[i].reach = reach;
    }
}

enum ga_status ga_inlined_read(const struct ga_inlined_sections *sections,
                               const struct ga_line_program *lines, struct ga_inlined *inlined,
                               struct ga_err *err) {
    struct reader r = {.sections = sections, .lines = lines, .inlined = inlined};
    const struct ga_bytes info = sections->info;
    enum { TIMES = 16 };
    r.most = info.n + sections->ranges.n + sections->lists.n;
    r.left = TIMES * (uint64_t)(r.most + sections->abbreviations.n);
    r.most = r.most < MOST_RANGES ? r.most : MOST_RANGES;
    *inlined = (struct ga_inlined){.left = MOST_LOOKS};
    for (uint64_t at = 0, n = 0; !r.no_memory && at < info.n; at += n) {
        r.files = NULL;
        r.no_memory = !ga_entries_begin(info, sections->abbreviations, at, &r.left, &r.entries, &n);
        if (!r.no_memory)
            read_unit(&r);
        inlined->is_part |= ga_entries_are_part(&r.entries);
        ga_entries_end(&r.entries);
    }
    if (r.no_memory)
        return ga_fail(err, GA_ERROR, "no memory for source lines");
    sort(inlined);
    return GA_OK;
}

void ga_inlined_free(struct ga_inlined *inlined) {
    free(inlined->at);
    *inlined = (struct ga_inlined){.at = NULL};
}

const struct ga_inlined_range *ga_inlined_find(struct ga_inlined *inlined, uint64_t address,
                                               uint32_t below) {
    const struct ga_inlined_range *found = NULL;
    size_t low = 0, high = inlined->n; /* before low: begin at or before the address */
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (inlined->at[middle].first <= address)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low > 0 && inlined->at[low - 1].reach > address; low--) {
        const struct ga_inlined_range *const one = &inlined->at[low - 1];
        if (inlined->left == 0) {
            inlined->is_part = true;
            return NULL;
        }
        inlined->left--;
        if (one->end > address && one->depth < below && (!found || one->depth > found->depth))
            found = one;
    }
    return found;
}
