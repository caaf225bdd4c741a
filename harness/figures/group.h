/* Rows of a table against each other. */
#ifndef GA_GROUP_H
#define GA_GROUP_H

#include "frame.h"

/* out: a row for each combination of the keys, sorted by them, with n, least, median, most and sum of those of its
 * numbers in column value that are some; none for a combination without any. */
struct ga_frame *ga_group(const struct ga_frame *frame, const char *keys, const char *value);

/* out: the last row whose texts in these columns are those, in the same order; frame->n if there is none. */
size_t ga_row(struct ga_frame *frame, const char *columns, const char *const *texts);

/* Adds the column to: a number over that of the row that is alike in the keys and has the reference in the column;
 * NaN where there is none. */
void ga_ratio(struct ga_frame *frame, const char *keys, const char *column, const char *reference,
              const char *value, const char *to);

#endif
