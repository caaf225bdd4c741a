/* Tables come from other people, and what is in them is written for gnuplot, whose strings can be commands. So a cell that
 * is no name and no number is refused here. */
#include "check.h"

#include <stdbool.h>
#include <string.h>

#include "csv.h"

#define MARKS "_+-.,:/=%()"
#define EXPECTED "letters, digits, blanks and " MARKS
static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 " MARKS;
static const char *const texts[] = {"message", "reason", "l2_reason", "kernel", "name", "sentence"};

static bool is_text(const char *column) {
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(column, texts[i]) == 0)
            return true;
    return false;
}

static bool has_control(const char *text) {
    while ((unsigned char)*text >= ' ' && *text != 0x7f)
        text++;
    return *text != '\0';
}

/* out: the beginning of a text, without what a terminal obeys. own: caller, 64 bytes. */
static const char *shown(const char *text, char *room) {
    snprintf(room, 64, "%s", text);
    for (char *c = room; *c; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
    return room;
}

static enum ga_status check_names(const struct ga_csv_in *in, struct ga_err *err) {
    char room[64];
    for (unsigned f = 0; f < in->n_fields; f++)
        if (in->field[f][strspn(in->field[f], plain)])
            return ga_fail(err, GA_USAGE, "%s:1: column %u is named '%s', expected %s", in->path,
                           f + 1, shown(in->field[f], room), EXPECTED);
    return GA_OK;
}

/* in: names: the first line. */
static enum ga_status check_cells(const struct ga_csv_in *in, const struct ga_csv_in *names,
                                  struct ga_err *err) {
    char room[64];
    if (in->n_fields != names->n_fields)
        return ga_fail(err, GA_USAGE, "%s:%lu: %u fields, expected %u as in its first line",
                       in->path, in->line, in->n_fields, names->n_fields);
    for (unsigned f = 0; f < in->n_fields; f++) {
        const char *const cell = in->field[f];
        const bool text = is_text(names->field[f]);
        if (text ? has_control(cell) : cell[strspn(cell, plain)] != '\0')
            return ga_fail(err, GA_USAGE, "%s:%lu: %s is '%s', expected %s", in->path, in->line,
                           names->field[f], shown(cell, room), text ? "a line of text" : EXPECTED);
    }
    return GA_OK;
}

static void copy_fields(struct ga_csv_in *to, const struct ga_csv_in *from) {
    *to = *from;
    for (unsigned f = 0; f < from->n_fields; f++)
        to->field[f] = to->text + (from->field[f] - from->text);
}

/* gnuplot draws what it can read of a broken file, and says nothing. */
enum ga_status ga_check_table(const char *path, struct ga_err *err) {
    struct ga_csv_in in, names;
    enum ga_status status = ga_csv_open(&in, path, err);
    if (status != GA_OK)
        return status;
    names.n_fields = 0;
    while (ga_csv_next(&in, &status, err)) {
        if (in.line == 1)
            copy_fields(&names, &in);
        status = in.line == 1 ? check_names(&in, err) : check_cells(&in, &names, err);
    }
    if (status == GA_OK && names.n_fields == 0)
        status = ga_fail(err, GA_USAGE, "%s: is empty, expected a table", path);
    ga_csv_end(&in);
    return status;
}

void ga_make_plain(char *text) {
    for (char *c = text; *c; c++)
        if (!strchr(plain, *c))
            *c = '?';
}
