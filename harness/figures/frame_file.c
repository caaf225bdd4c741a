/* Tables in, of a run, and out, for gnuplot. */
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "csv.h"
#include "frame.h"
#include "number.h"

static double number_of(const char *text) {
    double number;
    return ga_parse_real(text, -HUGE_VAL, HUGE_VAL, &number) ? number : NAN;
}

static void write_cell(FILE *file, const char *text, double number) {
    if (*text && text[strcspn(text, " \"")])
        fprintf(file, "\"%s\"", text); /* a quote in it ends it: gnuplot reads on */
    else if (*text)
        fputs(text, file);
    else if (isfinite(number))
        fprintf(file, "%.9g", number);
    else
        fputs("NaN", file);
}

void ga_frame_write(struct ga_frame *frame, const char *block, const char *columns) {
    struct ga_work *const work = frame->work;
    const char **text[GA_FRAME_COLUMNS];
    const double *number[GA_FRAME_COLUMNS];
    unsigned n = 0;
    char name[64], path[PATH_MAX + 64];
    for (size_t at = 0; n < GA_FRAME_COLUMNS && ga_next_word(columns, &at, name); n++) {
        text[n] = ga_text(frame, name);
        number[n] = ga_number(frame, name);
    }
    snprintf(path, sizeof path, "%s.%s.dat", work->stem, block);
    FILE *const file = work->status == GA_OK ? fopen(path, "w") : NULL;
    if (!file) {
        ga_work_fail(work, GA_FILE, "%s: cannot be written: %s", path, strerror(errno));
        return;
    }
    fputs(columns, file);
    for (size_t i = 0; i < frame->n; i++)
        for (unsigned k = 0; k < n; k++) {
            putc(k ? ' ' : '\n', file);
            write_cell(file, text[k][i], number[k][i]);
        }
    for (unsigned k = 0; frame->n == 0 && k < n; k++)
        fputs(k ? " NaN" : "\nNaN", file);
    putc('\n', file);
    const bool whole = fflush(file) == 0 && !ferror(file);
    if (fclose(file) != 0 || !whole)
        ga_work_fail(work, GA_FILE, "%s: not written: %s", path, strerror(errno));
}

/* out: the places of the columns that are wanted in the file's first line. */
static void find_columns(struct ga_frame *frame, const struct ga_csv_in *in, const char *columns,
                         unsigned place[GA_FRAME_COLUMNS]) {
    char name[64];
    for (size_t at = 0; ga_next_word(columns, &at, name);) {
        const unsigned p = ga_csv_find(in, name);
        if (p == in->n_fields)
            continue;
        ga_number(frame, name);
        if (frame->n_columns)
            place[frame->n_columns - 1] = p;
    }
}

/* Room for twice as many rows. */
static void grow(struct ga_frame *frame, size_t *capacity) {
    const size_t more = *capacity ? 2 * *capacity : 256;
    for (unsigned c = 0; c < frame->n_columns; c++) {
        struct ga_column *const of = &frame->column[c];
        const char **const text = ga_work_take(frame->work, more, sizeof *text);
        double *const number = ga_work_take(frame->work, more, sizeof *number);
        if (!text || !number)
            return;
        memcpy(text, of->text, frame->n * sizeof *text);
        memcpy(number, of->number, frame->n * sizeof *number);
        of->text = text;
        of->number = number;
    }
    *capacity = more;
}

static void add_row(struct ga_frame *frame, const struct ga_csv_in *in, const unsigned *place,
                    size_t *capacity) {
    if (frame->n == *capacity)
        grow(frame, capacity);
    if (frame->work->status != GA_OK)
        return;
    for (unsigned c = 0; c < frame->n_columns; c++) {
        const char *const cell = place[c] < in->n_fields ? in->field[place[c]] : "";
        frame->column[c].text[frame->n] = ga_work_text(frame->work, "%s", cell);
        frame->column[c].number[frame->n] = number_of(cell);
    }
    frame->n++;
}

/* check: NULL: the table is not looked at, as it is of ours. */
static enum ga_status read_rows(struct ga_frame *frame, struct ga_csv_in *in, const char *columns,
                                struct ga_check *check, struct ga_err *err) {
    unsigned place[GA_FRAME_COLUMNS] = {0};
    size_t capacity = 0;
    enum ga_status status = GA_OK;
    while (frame->work->status == GA_OK && ga_csv_next(in, &status, err)) {
        bool is_ok = true;
        if (check)
            status = ga_check_next(check, in, &is_ok, err);
        if (in->line == 1)
            find_columns(frame, in, columns, place);
        else if (status == GA_OK && is_ok)
            add_row(frame, in, place, &capacity);
    }
    return status;
}

static struct ga_frame *read_frame(struct ga_work *work, const char *directory, const char *table,
                                   const char *columns, struct ga_check *check) {
    char path[PATH_MAX + 64];
    struct ga_csv_in in;
    struct ga_err err = {""};
    struct ga_frame *const frame = ga_frame_make(work, 0);
    snprintf(path, sizeof path, "%s/%s", directory, table);
    if (work->status != GA_OK || access(path, F_OK) != 0)
        return frame;
    enum ga_status status = ga_csv_open(&in, path, &err);
    if (status == GA_OK) {
        status = read_rows(frame, &in, columns, check, &err);
        if (check)
            status = ga_check_end(check, path, status, &err);
        ga_csv_end(&in);
    }
    if (status != GA_OK)
        ga_work_fail(work, status, "%s", err.message);
    if (work->status != GA_OK)
        frame->n = 0;
    return frame;
}

/* What is in a table of a run is looked at: gnuplot draws what it can read of a broken one, and says nothing. */
struct ga_frame *ga_frame_from(struct ga_work *work, const char *directory, const char *table,
                               const char *columns) {
    struct ga_check *const check = ga_work_take(work, 1, sizeof *check);
    return check ? read_frame(work, directory, table, columns, check) : ga_frame_make(work, 0);
}

struct ga_frame *ga_frame_read(struct ga_work *work, const char *table, const char *columns) {
    return ga_frame_from(work, work->tables, table, columns);
}

struct ga_frame *ga_frame_published(struct ga_work *work, const char *table, const char *columns) {
    return read_frame(work, work->published, table, columns, NULL);
}
