/* Which rows of a table an answer is drawn from, as text: conditions with blanks between them, which all have to hold.
 *   scope=device  bins=1,16..256  equal to the cell, to one of these or within    warps>=512  bins<=4096  a number
 *   lanes*warps>=1024  the product of two columns                         from!=to    two columns are different */
#ifndef GA_WHERE_H
#define GA_WHERE_H

#include "grid.h"

/* in: where: as above, "" for all rows. out: *rows: places of those that fit, ascending; *n. A column that the table
 * lacks fits no row, but for an axis that it may lack (ga_measured_may_lack). own: *rows is the caller's to free, also after an
 * error. err: GA_ERROR for lack of memory, or for text that is no condition. */
enum ga_status ga_where(const struct ga_grid *grid, const char *where, size_t **rows, size_t *n,
                        struct ga_err *err);

/* out: text: the conditions of other that are not in where. */
void ga_where_difference(const char *where, const char *other, char *text, size_t capacity);

#endif
