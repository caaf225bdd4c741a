/* Columns that compare a row with others of its table. Pure. */
#ifndef GA_DERIVE_H
#define GA_DERIVE_H

#include "table.h"

/* out: load_gain and saturation of the rows whose benchmark has a load axis, price of those that have
 * a reference; both rows have to be ok. */
void ga_derive(struct ga_table *table);

#endif
