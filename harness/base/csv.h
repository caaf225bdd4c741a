/* CSV (RFC 4180) in and out. A file that is written is complete or absent, as part.h says. Our own reader and not a
 * library's, because --resume has to work on machines where nothing can be installed. */
#ifndef GA_CSV_H
#define GA_CSV_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "part.h"
#include "status.h"

enum { GA_CSV_MAX_PATH = 4096, GA_CSV_MAX_FIELDS = 64, GA_CSV_MAX_LINE = 65536 };

struct ga_csv_out {
    FILE *file;
    char path[GA_CSV_MAX_PATH], temporary[GA_CSV_MAX_PATH + GA_PART_NAME];
    bool first; /* no field on this line yet */
};

/* own: end with ga_csv_close, which commits, or ga_csv_abandon, which leaves no trace.
 * err: GA_FILE with path and reason. */
enum ga_status ga_csv_create(struct ga_csv_out *out, const char *path, struct ga_err *err);
enum ga_status ga_csv_close(struct ga_csv_out *out, struct ga_err *err);
void ga_csv_abandon(struct ga_csv_out *out);

/* Fields, quoted where needed. A name that a spreadsheet would take for a formula gets an apostrophe before it, which
 * ga_csv_read takes away; a number is no formula. A real that is not finite is an empty cell; whole numbers are
 * written in full, others with `digits` significant digits. Write errors surface in ga_csv_close.
 */
void ga_csv_name(struct ga_csv_out *out, const char *text);
void ga_csv_count(struct ga_csv_out *out, uint64_t value);
void ga_csv_real(struct ga_csv_out *out, double value, int digits);
void ga_csv_end_line(struct ga_csv_out *out);

struct ga_csv_in {
    FILE *file;
    char path[GA_CSV_MAX_PATH];
    unsigned long line; /* of the record that was read last, from 1 */
    unsigned n_fields;  /* in that record */
    char *field[GA_CSV_MAX_FIELDS];
    char text[GA_CSV_MAX_LINE + GA_CSV_MAX_FIELDS];
    unsigned long lines_read;
    size_t taken,
        filled; /* of `buffer`, which is read by blocks: getc took a sixth of a table's time */
    char buffer[1 << 14];
};

/* err: GA_FILE if it cannot be opened, or is a FIFO or a device, which may keep waiting. own: ga_csv_end. */
enum ga_status ga_csv_open(struct ga_csv_in *in, const char *path, struct ga_err *err);
/* out: *more = false at the end of the file; otherwise in->field[0 .. n_fields-1], valid until the
 * next call. err: GA_USAGE naming file and line for a record that does not end, or is too long, and for a quote
 * or a carriage return where none may be; for what gzip packed. */
enum ga_status ga_csv_read(struct ga_csv_in *in, bool *more, struct ga_err *err);
/* For a loop over the records: in: *status: of what was done with the one before. out: whether there is another; false after
 * an error, too, which *status is then. err: as ga_csv_read. */
static inline bool ga_csv_next(struct ga_csv_in *in, enum ga_status *status, struct ga_err *err) {
    bool more = false;
    if (*status == GA_OK)
        *status = ga_csv_read(in, &more, err);
    return *status == GA_OK && more;
}
void ga_csv_end(struct ga_csv_in *in);

/* in: the header was read last. out: the place of a column, n_fields if there is none. */
unsigned ga_csv_find(const struct ga_csv_in *in, const char *name);
/* Likewise, of a column that has to be there. err: GA_USAGE naming file and column; *place is n_fields. */
enum ga_status ga_csv_column(const struct ga_csv_in *in, const char *name, unsigned *place,
                             struct ga_err *err);
/* err: GA_USAGE for a header that has a column twice. */
enum ga_status ga_csv_no_twins(const struct ga_csv_in *in, struct ga_err *err);

/* Whether --csv may write to path: there is nothing, or a file that the same command wrote, whose first column
 * is `column`. in: complaint: what another file is, "holds no findings". err: GA_USAGE with it; GA_FILE. */
enum ga_status ga_csv_may_replace(const char *path, const char *column, const char *complaint,
                                  struct ga_err *err);

#endif
