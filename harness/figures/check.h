/* Which text of a results directory a figure may hold. */
#ifndef GA_CHECK_H
#define GA_CHECK_H

#include "status.h"

/* Whether a table is whole, and its names and cells hold letters, digits, blanks and _ + - . , : / = % ( ) only. Text
 * that no figure hands on (message, reason, l2_reason, kernel) may be anything that is printed on one line.
 * err: GA_FILE if it cannot be read; GA_USAGE with line, column and value. */
enum ga_status ga_check_table(const char *path, struct ga_err *err);

/* A question mark stands for every other character. */
void ga_make_plain(char *text);

#endif
