/* Which rows and which columns of a map are alike. */
#ifndef GA_COMPONENT_H
#define GA_COMPONENT_H

#include "work.h"

/* in: map: rows times columns, NaN where nothing is known. out: row_place[rows], column_place[columns]: where each stands
 * when those that are alike stand together: in two groups, by the sign in the first singular vector of what is left of
 * the map without the means of its rows and columns, and by their mean in each. Cells that are small beside their row's
 * and column's means come to the bottom left and the top right. */
void ga_component_sort(struct ga_work *work, const double *map, size_t rows, size_t columns,
                       size_t *row_place, size_t *column_place);

#endif
