/* Tables come from other people, and what is in them is written for gnuplot, whose strings can be commands. So a cell that
 * is no name and no number is refused here. */
#include "check.h"

#include <stdio.h>
#include <string.h>

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

static void copy_fields(struct ga_csv_in *to, const struct ga_csv_in *from) {
    *to = *from;
    for (unsigned f = 0; f < from->n_fields; f++)
        to->field[f] = to->text + (from->field[f] - from->text);
}

static enum ga_status check_header(struct ga_check *check, const struct ga_csv_in *in,
                                   struct ga_err *err) {
    copy_fields(&check->names, in);
    enum ga_status status = check_names(in, err);
    if (status == GA_OK)
        status = ga_header_check(in, &check->status, err);
    for (unsigned f = 0; f < in->n_fields; f++) {
        check->is_text[f] = is_text(in->field[f]);
        check->is_measured[f] = f > check->status && ga_column_is_measured(in->field[f]);
    }
    return status == GA_OK ? ga_points_begin(&check->points, in,
                                             check->status < in->n_fields ? check->status : 0, err)
                           : status;
}

static enum ga_status check_texts(const struct ga_check *check, const struct ga_csv_in *in,
                                  struct ga_err *err) {
    char room[64];
    if (in->n_fields != check->names.n_fields)
        return ga_fail(err, GA_USAGE, "%s:%lu: %u fields, expected %u", in->path, in->line,
                       in->n_fields, check->names.n_fields);
    for (unsigned f = 0; f < in->n_fields; f++) {
        const char *const cell = in->field[f];
        const bool text = check->is_text[f];
        if (text ? has_control(cell) : cell[strspn(cell, plain)] != '\0')
            return ga_fail(err, GA_USAGE, "%s:%lu: %s is '%s', expected %s", in->path, in->line,
                           check->names.field[f], shown(cell, room),
                           text ? "a line of text" : EXPECTED);
    }
    return GA_OK;
}

static enum ga_status check_numbers(const struct ga_check *check, const struct ga_csv_in *in,
                                    struct ga_err *err) {
    enum ga_status status = GA_OK;
    double number = 0;
    for (unsigned f = 0; f < in->n_fields && status == GA_OK; f++)
        if (check->is_measured[f] && *in->field[f])
            status = ga_cell_number(in->path, in->line, check->names.field[f], in->field[f],
                                    &number, err);
    return status;
}

enum ga_status ga_check_next(struct ga_check *check, const struct ga_csv_in *in, bool *is_ok,
                             struct ga_err *err) {
    const unsigned n = check->names.n_fields;
    enum ga_status of_row = GA_OK;
    *is_ok = false;
    if (in->line == 1)
        return check_header(check, in, err);
    enum ga_status status = check_texts(check, in, err);
    if (status == GA_OK && check->status < n)
        status = ga_row_check(in, n, check->status, &of_row, err);
    *is_ok = of_row == GA_OK;
    if (status == GA_OK && *is_ok)
        status = check_numbers(check, in, err);
    return status == GA_OK ? ga_points_add(&check->points, in, err) : status;
}

enum ga_status ga_check_end(struct ga_check *check, const char *path, enum ga_status status,
                            struct ga_err *err) {
    status = ga_points_end(&check->points, path, status, err);
    if (status == GA_OK && check->names.n_fields == 0)
        return ga_fail(err, GA_USAGE, "%s: is empty, expected a table", path);
    return status;
}

void ga_make_plain(char *text) {
    for (char *c = text; *c; c++)
        if (!strchr(plain, *c))
            *c = '?';
}
