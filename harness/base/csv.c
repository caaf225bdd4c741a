#include "csv.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gzip.h"
#include "number.h"

enum ga_status ga_csv_create(struct ga_csv_out *out, const char *path, struct ga_err *err) {
    *out = (struct ga_csv_out){.first = true};
    if (strlen(path) >= sizeof out->path)
        return ga_fail(err, GA_FILE, "%.60s...: the path is too long, the most is %d characters",
                       path, GA_CSV_MAX_PATH - 1);
    snprintf(out->path, sizeof out->path, "%s", path);
    int fd;
    const enum ga_status status =
        ga_part_create(path, out->temporary, sizeof out->temporary, &fd, err);
    if (status != GA_OK)
        return status;
    out->file = fdopen(fd, "w");
    if (!out->file) {
        ga_fail(err, GA_FILE, "%s: cannot be written: %s", path, strerror(errno));
        unlink(out->temporary);
        close(fd);
        return GA_FILE;
    }
    setvbuf(out->file, NULL, _IOFBF, 1 << 20);
    return GA_OK;
}

void ga_csv_abandon(struct ga_csv_out *out) {
    if (!out->file)
        return;
    fclose(out->file);
    unlink(out->temporary);
    out->file = NULL;
}

enum ga_status ga_csv_close(struct ga_csv_out *out, struct ga_err *err) {
    enum ga_status status = GA_OK;
    if (fflush(out->file) != 0 || ferror(out->file)) {
        status = ga_fail(err, GA_FILE, "%s: not written: %s", out->path, strerror(errno));
        unlink(out->temporary);
    } else {
        status = ga_part_commit(fileno(out->file), out->temporary, out->path, err);
    }
    fclose(out->file);
    out->file = NULL;
    return status;
}

static void separate(struct ga_csv_out *out) {
    if (!out->first)
        putc(',', out->file);
    out->first = false;
}

/* What a spreadsheet would work out, also behind the apostrophes that keep it from doing so. */
static bool is_formula(const char *text) {
    const char first = text[strspn(text, "'")];
    return first && strchr("=+-@\t\r", first);
}

/* To a spreadsheet a plus before it is part of a number. */
static bool is_number(const char *text) {
    const bool plus = *text == '+';
    double number = 0;
    return ga_parse_real(text + plus, plus ? 0 : -DBL_MAX, DBL_MAX, &number);
}

/* A formula gets an apostrophe before it, as OWASP ("CSV Injection") has it, and loses it in ga_csv_read. */
void ga_csv_name(struct ga_csv_out *out, const char *text) {
    separate(out);
    if (!*text) /* as most cells of a sparse table are */
        return;
    const bool guarded = is_formula(text) && !is_number(text);
    const char *const guard = guarded ? "'" : "";
    if (!strpbrk(text, ",\"\r\n")) {
        fputs(guard, out->file);
        fputs(text, out->file);
        return;
    }
    fprintf(out->file, "\"%s", guard);
    for (const char *quote; (quote = strchr(text, '"')); text = quote + 1)
        fprintf(out->file, "%.*s\"\"", (int)(quote - text), text);
    fprintf(out->file, "%s\"", text);
}

void ga_csv_count(struct ga_csv_out *out, uint64_t value) {
    char digits[24];
    char *p = digits + sizeof digits;
    *--p = '\0';
    do
        *--p = (char)('0' + value % 10);
    while (value /= 10);
    separate(out);
    fputs(p, out->file);
}

void ga_csv_real(struct ga_csv_out *out, double value, int digits) {
    if (value >= 0 && value < 1e15 && value == floor(value)) {
        ga_csv_count(out, (uint64_t)value);
        return;
    }
    separate(out);
    if (isfinite(value))
        fprintf(out->file, "%.*g", digits, value);
}

void ga_csv_end_line(struct ga_csv_out *out) {
    putc('\n', out->file);
    out->first = true;
}

/* What may never end, or keep waiting whoever opens it: neither a file nor a directory, which fails by itself. */
static bool is_special(const char *path) {
    struct stat s;
    return stat(path, &s) == 0 && !S_ISREG(s.st_mode) && !S_ISDIR(s.st_mode);
}

enum ga_status ga_csv_open(struct ga_csv_in *in, const char *path, struct ga_err *err) {
    in->line = in->lines_read = 0;
    in->n_fields = 0;
    in->taken = in->filled = 0;
    in->file = NULL;
    if (strlen(path) >= sizeof in->path)
        return ga_fail(err, GA_FILE, "%.60s...: the path is too long, the most is %d characters",
                       path, GA_CSV_MAX_PATH - 1);
    snprintf(in->path, sizeof in->path, "%s", path);
    if (is_special(path))
        return ga_fail(err, GA_FILE, "%s: cannot be read: is no regular file", path);
    in->file = fopen(path, "r");
    if (!in->file)
        return ga_fail(err, GA_FILE, "%s: cannot be read: %s", path, strerror(errno));
    return GA_OK;
}

void ga_csv_end(struct ga_csv_in *in) {
    fclose(in->file);
    in->file = NULL;
}

static inline int next_of(struct ga_csv_in *in) {
    if (in->taken == in->filled) {
        in->filled = fread(in->buffer, 1, sizeof in->buffer, in->file);
        in->taken = 0;
    }
    return in->taken < in->filled ? (unsigned char)in->buffer[in->taken++] : EOF;
}

/* What follows, left there. */
static int peek(struct ga_csv_in *in) {
    const int next = next_of(in);
    in->taken -= next != EOF;
    return next;
}

/* Copies what ends no field and opens no quote, of the block and at most so much. out: how much. */
static size_t take_plain(struct ga_csv_in *in, size_t most, char *text) {
    static const bool ends[256] = {
        ['\0'] = true, ['\n'] = true, ['\r'] = true, ['"'] = true, [','] = true};
    const char *const from = in->buffer + in->taken;
    const size_t left = in->filled - in->taken;
    size_t n = 0;
    for (; n < most && n < left && !ends[(unsigned char)from[n]]; n++)
        text[n] = from[n];
    in->taken += n;
    return n;
}

/* Whether a quote or carriage return is where it may be. at: in in->text, where the next character goes. */
static enum ga_status check_mark(const struct ga_csv_in *in, int mark, int next, bool quoted,
                                 size_t at, struct ga_err *err) {
    const unsigned long line = in->lines_read + 1;
    if (mark == '\r')
        return next == '\n' || next == EOF
                   ? GA_OK
                   : ga_fail(err, GA_USAGE,
                             "%s:%lu: a carriage return in field %u; expected one only before the "
                             "end of a line",
                             in->path, line, in->n_fields + 1);
    if (quoted ? next == ',' || next == '\r' || next == '\n' || next == EOF
               : in->text + at == in->field[in->n_fields])
        return GA_OK;
    return ga_fail(
        err, GA_USAGE,
        "%s:%lu: a quote inside field %u; expected it around the field, and twice inside", in->path,
        line, in->n_fields + 1);
}

/* What is wrong where the file ends. in: opened: the line of a quote that is open, or 0. */
static enum ga_status end(const struct ga_csv_in *in, bool begun, unsigned long opened,
                          struct ga_err *err) {
    if (ferror(in->file))
        return ga_fail(err, GA_FILE, "%s: cannot be read: %s", in->path, strerror(errno));
    if (opened)
        return ga_fail(err, GA_USAGE, "%s:%lu: a quote is not closed before the file ends",
                       in->path, opened);
    if (begun)
        return ga_fail(err, GA_USAGE, "%s:%lu: the last line is cut short (no newline at its end)",
                       in->path, in->line);
    return GA_OK;
}

static void drop_guard(char **field) { *field += **field == '\'' && is_formula(*field); }

/* One pass over the characters; `opened` is the only state. Fields end in place with a NUL. */
enum ga_status ga_csv_read(struct ga_csv_in *in, bool *more, struct ga_err *err) {
    unsigned long opened = 0; /* the line of the quote that is open */
    size_t at = 0, length = 0;
    in->n_fields = 0;
    in->line = in->lines_read + 1;
    in->field[0] = in->text;
    if (in->lines_read == 0 && peek(in) != EOF &&
        ga_gzip_refuse(in->path, in->buffer, in->filled, err) != GA_OK)
        return GA_USAGE;
    for (int c; (c = next_of(in)) != EOF;) {
        if (length++ == GA_CSV_MAX_LINE || in->n_fields == GA_CSV_MAX_FIELDS)
            return ga_fail(err, GA_USAGE, "%s:%lu: more than %d characters or %d fields%s",
                           in->path, opened ? opened : in->line, GA_CSV_MAX_LINE, GA_CSV_MAX_FIELDS,
                           opened ? ", and a quote is not closed" : "");
        if (c == '\0') /* would end the field for us, not for others */
            return ga_fail(err, GA_USAGE, "%s:%lu: a NUL in field %u; expected text", in->path,
                           in->lines_read + 1, in->n_fields + 1);
        const int next = c == '"' || c == '\r' ? peek(in) : EOF;
        in->lines_read += c == '\n';
        if (opened && c == '"' && next == '"') {
            in->text[at++] = (char)next_of(in);
        } else if (c == '"' || (!opened && c == '\r')) {
            const enum ga_status status = check_mark(in, c, next, opened, at, err);
            if (status != GA_OK)
                return status;
            if (c == '"')
                opened = opened ? 0 : in->lines_read + 1;
        } else if (opened || (c != ',' && c != '\n')) {
            in->text[at++] = (char)c;
            const size_t n = take_plain(in, GA_CSV_MAX_LINE - length, in->text + at);
            at += n;
            length += n;
        } else {
            in->text[at++] = '\0';
            drop_guard(&in->field[in->n_fields++]);
            if (c == '\n') {
                *more = true;
                return GA_OK;
            }
            if (in->n_fields < GA_CSV_MAX_FIELDS)
                in->field[in->n_fields] = in->text + at;
        }
    }
    *more = false;
    return end(in, length > 0, opened, err);
}

unsigned ga_csv_find(const struct ga_csv_in *in, const char *name) {
    unsigned at = 0;
    while (at < in->n_fields && strcmp(in->field[at], name) != 0)
        at++;
    return at;
}

enum ga_status ga_csv_column(const struct ga_csv_in *in, const char *name, unsigned *place,
                             struct ga_err *err) {
    *place = ga_csv_find(in, name);
    return *place < in->n_fields
               ? GA_OK
               : ga_fail(err, GA_USAGE, "%s:1: there is no column '%s'", in->path, name);
}

enum ga_status ga_csv_no_twins(const struct ga_csv_in *in, struct ga_err *err) {
    for (unsigned f = 0; f < in->n_fields; f++)
        if (ga_csv_find(in, in->field[f]) < f)
            return ga_fail(err, GA_USAGE, "%s:1: two columns are named '%s'", in->path,
                           in->field[f]);
    return GA_OK;
}

static enum ga_status not_replaced(const char *path, const char *complaint, struct ga_err *err) {
    return ga_fail(err, GA_USAGE, "--csv %s: is there and %s; not replaced", path, complaint);
}

enum ga_status ga_csv_may_replace(const char *path, const char *column, const char *complaint,
                                  struct ga_err *err) {
    struct ga_csv_in in;
    bool more = false;
    if (access(path, F_OK) != 0)
        return GA_OK;
    if (is_special(path))
        return not_replaced(path, "is no regular file", err);
    enum ga_status status = ga_csv_open(&in, path, err);
    if (status != GA_OK)
        return status;
    status = ga_csv_read(&in, &more, NULL);
    const bool ours = status == GA_OK && more && strcmp(in.field[0], column) == 0;
    ga_csv_end(&in);
    return ours ? GA_OK : not_replaced(path, complaint, err);
}
