/* src: DWARF 2 to 4, section 6.2.4; DWARF 5, sections 6.2.4 and 7.5.6. Up to version 4 directory 0 is the compiler's own, which
 * the section does not name; in version 5 it is the first, and the others are relative to it. */
#include "line_files.h"

#include <stdlib.h>
#include <string.h>

#include "reading.h"

enum { PATH = 1, DIRECTORY = 2 }; /* what a value of an entry is */
enum {
    BLOCK_2 = 0x03,
    BLOCK_4 = 0x04,
    DATA_2 = 0x05,
    DATA_4 = 0x06,
    DATA_8 = 0x07,
    STRING = 0x08,
    BLOCK = 0x09,
    BLOCK_1 = 0x0a,
    DATA_1 = 0x0b,
    STRP = 0x0e,
    UDATA = 0x0f,
    DATA_16 = 0x1e,
    LINE_STRP = 0x1f
};

/* Paths that the bytes hold. */
struct directories {
    const char **at;
    size_t n, capacity;
};

uint64_t ga_line_take(struct ga_line_cursor *c, unsigned n) {
    if (!ga_holds(c->bytes, c->at, n)) {
        c->failed = true;
        return 0;
    }
    c->at += n;
    return ga_get(c->bytes, c->at - n, n);
}

uint64_t ga_line_number(struct ga_line_cursor *c, bool with_sign) {
    uint64_t value = 0, byte = 0x80;
    unsigned shift = 0;
    for (; byte & 0x80 && !c->failed; shift += 7) {
        byte = ga_line_take(c, 1);
        if (shift < 64)
            value |= (byte & 0x7f) << shift;
    }
    if (with_sign && byte & 0x40 && shift < 64)
        value |= ~UINT64_C(0) << shift;
    return value;
}

static void skip(struct ga_line_cursor *c, uint64_t n) {
    c->failed |= !ga_holds(c->bytes, c->at, n);
    c->at = c->failed ? c->at : c->at + n;
}

/* in: b: ends in 0, so that no search is needed. out: NULL: it is outside. */
static const char *text_at(struct ga_bytes b, uint64_t at) {
    return at < b.n ? (const char *)b.at + at : NULL;
}

static const char *take_text(struct ga_line_cursor *c) {
    const uint64_t left = c->failed ? 0 : c->bytes.n - c->at;
    const char *const text =
        left > 0 && memchr(c->bytes.at + c->at, 0, left) ? (const char *)c->bytes.at + c->at : NULL;
    c->failed |= !text;
    c->at += text ? strlen(text) + 1 : 0;
    return text ? text : "";
}

void *ga_line_grow(void **array, size_t *n, size_t *capacity, size_t size) {
    if (*n == *capacity) {
        const size_t wanted = *capacity ? 2 * *capacity : 64;
        void *const larger = realloc(*array, wanted * size);
        if (!larger)
            return NULL;
        *array = larger;
        *capacity = wanted;
    }
    return (char *)*array + size * (*n)++;
}

static bool put_directory(struct directories *d, const char *path) {
    void *all = d->at;
    const char **const one = ga_line_grow(&all, &d->n, &d->capacity, sizeof *one);
    d->at = all;
    if (one)
        *one = path;
    return one;
}

/* in: index: of the file's directory; another gives none. */
static bool put_file(struct ga_line_program *p, const struct directories *d, uint64_t index,
                     const char *name) {
    void *files = p->files;
    struct ga_line_file *const file =
        ga_line_grow(&files, &p->n_files, &p->file_capacity, sizeof *file);
    p->files = files;
    if (file)
        *file =
            (struct ga_line_file){d->n > 0 ? d->at[0] : "", index < d->n ? d->at[index] : "", name};
    return file;
}

/* Each table ends with an empty text. */
static bool read_old(struct ga_line_cursor *c, struct directories *d, struct ga_line_program *p) {
    bool has_memory = put_directory(d, "");
    const char *text = NULL;
    while (has_memory && *(text = take_text(c)))
        has_memory = put_directory(d, text);
    while (has_memory && *(text = take_text(c))) {
        const uint64_t directory = ga_line_number(c, false);
        ga_line_number(c, false); /* time */
        ga_line_number(c, false); /* size */
        has_memory = c->failed || put_file(p, d, directory, text);
    }
    return has_memory;
}

/* A table that says first which values its entries have. */
struct table {
    struct ga_line_cursor formats;
    uint64_t n_formats, n;
};

static struct table begin_table(struct ga_line_cursor *c) {
    struct table t = {.n_formats = ga_line_take(c, 1)};
    t.formats = *c;
    for (uint64_t i = 0; i < 2 * t.n_formats; i++)
        ga_line_number(c, false);
    t.n = ga_line_number(c, false);
    c->failed |= t.n > 0 && t.n_formats == 0;
    return t;
}

/* out: *text if it is one, else *number if it is one. Each form that is known takes a byte at least. */
static void take_value(struct ga_line_cursor *c, uint64_t form,
                       const struct ga_line_sections *sections, uint64_t *number,
                       const char **text) {
    enum { OFFSET = 4 };
    switch (form) {
    case STRING:
        *text = take_text(c);
        break;
    case LINE_STRP:
        *text = text_at(sections->line_strings, ga_line_take(c, OFFSET));
        c->failed |= !*text;
        break;
    case STRP:
        *text = text_at(sections->strings, ga_line_take(c, OFFSET));
        c->failed |= !*text;
        break;
    case UDATA:
        *number = ga_line_number(c, false);
        break;
    case DATA_1:
        *number = ga_line_take(c, 1);
        break;
    case DATA_2:
        *number = ga_line_take(c, 2);
        break;
    case DATA_4:
        *number = ga_line_take(c, 4);
        break;
    case DATA_8:
        *number = ga_line_take(c, 8);
        break;
    case DATA_16: /* a digest of the file */
        skip(c, 16);
        break;
    case BLOCK:
        skip(c, ga_line_number(c, false));
        break;
    case BLOCK_1:
        skip(c, ga_line_take(c, 1));
        break;
    case BLOCK_2:
        skip(c, ga_line_take(c, 2));
        break;
    case BLOCK_4:
        skip(c, ga_line_take(c, 4));
        break;
    default:
        c->failed = true;
    }
}

/* out: the entry's path, "" if it has none. */
static const char *take_entry(struct ga_line_cursor *c, const struct table *t,
                              const struct ga_line_sections *sections, uint64_t *directory) {
    struct ga_line_cursor formats = t->formats;
    const char *path = NULL;
    *directory = 0;
    for (uint64_t i = 0; i < t->n_formats && !c->failed; i++) {
        const uint64_t what = ga_line_number(&formats, false),
                       form = ga_line_number(&formats, false);
        uint64_t number = 0;
        const char *text = NULL;
        take_value(c, form, sections, &number, &text);
        path = what == PATH ? text : path;
        *directory = what == DIRECTORY ? number : *directory;
    }
    return path ? path : "";
}

static bool read_new(struct ga_line_cursor *c, const struct ga_line_sections *sections,
                     struct directories *d, struct ga_line_program *p) {
    bool has_memory = true;
    uint64_t directory = 0;
    struct table t = begin_table(c);
    for (uint64_t i = 0; i < t.n && !c->failed && has_memory; i++) {
        const char *const path = take_entry(c, &t, sections, &directory);
        has_memory = c->failed || put_directory(d, path);
    }
    t = begin_table(c);
    for (uint64_t i = 0; i < t.n && !c->failed && has_memory; i++) {
        const char *const path = take_entry(c, &t, sections, &directory);
        has_memory = c->failed || put_file(p, d, directory, path);
    }
    return has_memory;
}

bool ga_line_files(struct ga_line_cursor *c, unsigned version,
                   const struct ga_line_sections *sections, struct ga_line_program *program) {
    enum { NEW = 5 };
    struct directories d = {NULL, 0, 0};
    const bool has_memory =
        version < NEW ? read_old(c, &d, program) : read_new(c, sections, &d, program);
    free(d.at);
    return has_memory;
}
