#include "records.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "gzip.h"

void ga_records_begin(struct ga_records *r, FILE *file, const char *path) {
    memset(r, 0, sizeof *r);
    r->file = file;
    r->path = path;
}

void ga_records_free(struct ga_records *r) {
    free(r->field);
    free(r->text);
    ga_records_begin(r, NULL, "");
}

static enum ga_status out_of_memory(const struct ga_records *r, struct ga_err *err) {
    return ga_fail(err, GA_ERROR, "%s: out of memory", r->path);
}

static enum ga_status append(struct ga_records *r, const char *from, size_t n, struct ga_err *err) {
    if (r->text_size + n > GA_RECORD_MOST_BYTES)
        return ga_fail(err, GA_USAGE, "%s:%lu: longer than %d bytes", r->path, r->line,
                       GA_RECORD_MOST_BYTES);
    if (memchr(from, '\0', n))
        return ga_fail(err, GA_USAGE, "%s:%lu: a NUL byte, expected text", r->path,
                       r->lines_read + 1);
    if (r->text_size + n + 1 > r->text_capacity) {
        const size_t wanted = 2 * (r->text_size + n + 1);
        char *const grown = realloc(r->text, wanted);
        if (!grown)
            return out_of_memory(r, err);
        r->text = grown;
        r->text_capacity = wanted;
    }
    memcpy(r->text + r->text_size, from, n);
    r->text_size += n;
    r->text[r->text_size] = '\0';
    return GA_OK;
}

/* Appends a line with its end to the text; nothing at the end of the file. */
static enum ga_status append_line(struct ga_records *r, struct ga_err *err) {
    const size_t before = r->text_size;
    bool whole = false;
    while (!whole) {
        if (r->block_at == r->block_end) {
            r->block_at = 0;
            r->block_end = fread(r->block, 1, sizeof r->block, r->file);
            if (r->block_end == 0)
                break;
            if (r->lines_read == 0 && r->text_size == 0 &&
                ga_gzip_refuse(r->path, r->block, r->block_end, err) != GA_OK)
                return GA_USAGE;
        }
        const char *const from = r->block + r->block_at;
        const size_t in_block = r->block_end - r->block_at;
        const char *const end = memchr(from, '\n', in_block);
        const size_t n = end ? (size_t)(end - from) + 1 : in_block;
        const enum ga_status status = append(r, from, n, err);
        if (status != GA_OK)
            return status;
        r->block_at += n;
        whole = end != NULL;
    }
    r->lines_read += r->text_size > before;
    return ferror(r->file) ? ga_fail(err, GA_FILE, "%s: %s", r->path, strerror(errno)) : GA_OK;
}

static enum ga_status add_field(struct ga_records *r, char *field, struct ga_err *err) {
    if (r->n == r->capacity) {
        const size_t wanted = r->capacity ? 2 * r->capacity : 64;
        char **const grown = realloc(r->field, wanted * sizeof *grown);
        if (!grown)
            return out_of_memory(r, err);
        r->field = grown;
        r->capacity = wanted;
    }
    r->field[r->n++] = field;
    return GA_OK;
}

/* The end of the field that begins at `at`, its quotes taken out in place. out: *open: its quote is not
 * closed; *next: where the next field begins, NULL if there is none. */
static void cut(char *at, bool *open, char **next) {
    char *to = at;
    bool quoted = false;
    *open = false;
    *next = NULL;
    if (*at != '"') {
        char *const end = at + strcspn(at, ",\r\n");
        *next = *end == ',' ? end + 1 : NULL;
        *end = '\0';
        return;
    }
    for (char *from = at; *from; from++) {
        if (*from == '"') {
            if (quoted && from[1] == '"')
                *to++ = *from++;
            else
                quoted = !quoted;
        } else if (!quoted && (*from == ',' || *from == '\n' || *from == '\r')) {
            *next = *from == ',' ? from + 1 : NULL;
            break;
        } else {
            *to++ = *from;
        }
    }
    *open = quoted;
    *to = '\0';
}

/* out: whether the text has an odd number of quotes. */
static bool is_odd(const char *text) {
    bool odd = false;
    for (; (text = strchr(text, '"')) != NULL; text++)
        odd = !odd;
    return odd;
}

enum ga_status ga_records_next(struct ga_records *r, bool one_line, bool *more,
                               struct ga_err *err) {
    bool open = false;
    r->n = r->text_size = 0;
    r->line = r->lines_read + 1;
    enum ga_status status = append_line(r, err);
    bool quoted = status == GA_OK && !one_line && r->text_size && is_odd(r->text);
    while (status == GA_OK && quoted) {
        const size_t before = r->text_size;
        status = append_line(r, err);
        if (status == GA_OK)
            quoted ^= is_odd(r->text + before);
        if (status == GA_OK && r->text_size == before)
            return ga_fail(err, GA_USAGE, "%s:%lu: a quote is not closed before the file ends",
                           r->path, r->line);
    }
    *more = r->text_size > 0;
    /* A quote is an end as well: editors and shells drop the last newline. */
    r->cut_short = *more && !strchr("\n\"", r->text[r->text_size - 1]);
    for (char *next = *more ? r->text : NULL; status == GA_OK && next;) {
        char *const field = next;
        cut(field, &open, &next);
        status = add_field(r, field, err);
    }
    return status;
}
