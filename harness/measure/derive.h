/* Columns that compare a row with others of its table. Pure. */
#ifndef GA_DERIVE_H
#define GA_DERIVE_H

#include "table.h"

/* out: load_gain and saturation of the rows whose benchmark has a load axis, steady_ops_per_s of those that have a length axis,
 * price of those that have a reference, slope_ns and slope_error_ns of those that have a slope axis; only rows that are ok. */
void ga_derive(struct ga_table *table);

#endif
