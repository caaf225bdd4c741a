/* What `compare` finds, as rows: one a table. */
#ifndef GA_COMPARE_ROWS_H
#define GA_COMPARE_ROWS_H

#include "compare_points.h"
#include "row_file.h"

/* err: GA_USAGE for a file that holds no comparison; GA_FILE. own: end with ga_row_file_close. */
enum ga_status ga_compare_rows_create(struct ga_row_file *rows, const char *path,
                                      struct ga_err *err);
/* in: verdict: "agree", "disagree", "not compared", "" of two devices; why: of the last two but one, or "". */
void ga_compare_rows_add(struct ga_row_file *rows, const char *table,
                         struct ga_comparison *comparison, const char *verdict, const char *why);

#endif
