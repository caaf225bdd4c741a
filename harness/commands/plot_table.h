/* What `plot` lets a figure's script have of a results directory. */
#ifndef GA_PLOT_TABLE_H
#define GA_PLOT_TABLE_H

#include <stddef.h>

#include "status.h"

/* Whether a table is whole, and its names and cells hold letters, digits, blanks and _ + - . , : / = % ( ) only. Text
 * that no script hands on (message, reason, l2_reason, kernel) may be anything that is printed on one line.
 * err: GA_FILE if it cannot be read; GA_USAGE with line, column and value. */
enum ga_status ga_plot_check_table(const char *path, struct ga_err *err);

/* out: what a figure says of its data, from run.csv. The stand-in is named as such, and a run that did not end. A
 * question mark stands for what may be no part of a device's name. */
void ga_plot_caption(const char *directory, char *text, size_t capacity);

#endif
