#include "csv.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum ga_status ga_csv_create(struct ga_csv_out *out, const char *path, struct ga_err *err) {
    *out = (struct ga_csv_out){.first = true};
    if (strlen(path) >= sizeof out->path)
        return ga_fail(err, GA_FILE, "%.60s...: the path is too long, the most is %d characters",
                       path, GA_CSV_MAX_PATH - 1);
    snprintf(out->path, sizeof out->path, "%s", path);
    snprintf(out->temporary, sizeof out->temporary, "%s.part", path);
    out->file = fopen(out->temporary, "w");
    if (!out->file)
        return ga_fail(err, GA_FILE, "%s: cannot be written: %s", path, strerror(errno));
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
    const bool written =
        fflush(out->file) == 0 && !ferror(out->file) && fsync(fileno(out->file)) == 0;
    const int reason = errno;
    if (written && rename(out->temporary, out->path) == 0) {
        fclose(out->file);
        out->file = NULL;
        return GA_OK;
    }
    ga_csv_abandon(out);
    return ga_fail(err, GA_FILE, "%s: not written: %s", out->path,
                   strerror(written ? errno : reason));
}

static void separate(struct ga_csv_out *out) {
    if (!out->first)
        putc(',', out->file);
    out->first = false;
}

void ga_csv_name(struct ga_csv_out *out, const char *text) {
    separate(out);
    if (!strpbrk(text, ",\"\r\n")) {
        fputs(text, out->file);
        return;
    }
    putc('"', out->file);
    for (; *text; text++) {
        if (*text == '"')
            putc('"', out->file);
        putc(*text, out->file);
    }
    putc('"', out->file);
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

/* One pass over the characters; `quoted` is the only state. Fields end in place with a NUL. */
enum ga_status ga_csv_read(struct ga_csv_in *in, bool *more, struct ga_err *err) {
    bool quoted = false, begun = false;
    size_t at = 0, length = 0;
    in->n_fields = 0;
    in->line = in->lines_read + 1;
    in->field[0] = in->text;
    for (int c; (c = getc(in->file)) != EOF;) {
        begun = true;
        if (length++ == GA_CSV_MAX_LINE || in->n_fields == GA_CSV_MAX_FIELDS)
            return ga_fail(err, GA_USAGE, "%s:%lu: more than %d characters or %d fields", in->path,
                           in->line, GA_CSV_MAX_LINE, GA_CSV_MAX_FIELDS);
        in->lines_read += c == '\n';
        if (c == '"') {
            const int next = quoted ? getc(in->file) : EOF;
            if (quoted && next == '"') {
                in->text[at++] = '"';
                continue;
            }
            if (quoted && next != EOF)
                ungetc(next, in->file);
            quoted = !quoted;
        } else if (quoted || (c != ',' && c != '\n' && c != '\r')) {
            in->text[at++] = (char)c;
        } else if (c != '\r') {
            in->text[at++] = '\0';
            in->n_fields++;
            if (c == '\n') {
                *more = true;
                return GA_OK;
            }
            if (in->n_fields < GA_CSV_MAX_FIELDS)
                in->field[in->n_fields] = in->text + at;
        }
    }
    if (ferror(in->file))
        return ga_fail(err, GA_FILE, "%s: cannot be read: %s", in->path, strerror(errno));
    if (begun)
        return ga_fail(err, GA_USAGE, "%s:%lu: the last line is cut short (no newline at its end)",
                       in->path, in->line);
    *more = false;
    return GA_OK;
}

static enum ga_status not_replaced(const char *path, const char *complaint, struct ga_err *err) {
    return ga_fail(err, GA_USAGE, "--csv %s: is there and %s; not replaced", path, complaint);
}

enum ga_status ga_csv_may_replace(const char *path, const char *column, const char *complaint,
                                  struct ga_err *err) {
    static struct ga_csv_in in; /* too large for the stack */
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
