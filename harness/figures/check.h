/* Which text of a results directory a figure may hold. */
#ifndef GA_CHECK_H
#define GA_CHECK_H

#include <stdbool.h>

#include "csv.h"
#include "table_check.h"

/* A table that is being read. names: its first line. Zeroed at first. */
struct ga_check {
    struct ga_csv_in names;
    unsigned status; /* the column's place */
    bool is_text[GA_CSV_MAX_FIELDS], is_measured[GA_CSV_MAX_FIELDS];
    struct ga_points points;
};

/* Whether the line that was read last is as table_check.h has it, and its names and cells hold letters, digits, blanks and
 * _ + - . , : / = % ( ) only. Text that no figure hands on (message, reason, l2_reason, kernel) may be anything that is printed on
 * one line. out: *is_ok: a row that is ok, or of a table without `status`. err: GA_USAGE with line, column and value. */
enum ga_status ga_check_next(struct ga_check *check, const struct ga_csv_in *in, bool *is_ok,
                             struct ga_err *err);
/* in, err: as ga_points_end; GA_USAGE for a table without a line. */
enum ga_status ga_check_end(struct ga_check *check, const char *path, enum ga_status status,
                            struct ga_err *err);

/* A question mark stands for every other character. */
void ga_make_plain(char *text);

#endif
