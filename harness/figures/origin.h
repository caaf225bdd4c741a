/* What a figure says of where its numbers come from. */
#ifndef GA_ORIGIN_H
#define GA_ORIGIN_H

#include "work.h"

/* Sets, from run.csv and the clock that the table's rows measured: `about`, the device, or that it is the stand-in, and a
 * run that did not end; `is_stand_in`; `origin`, the small print: date, commit and the SM's clock. */
void ga_set_origin(struct ga_work *work, const char *table);

#endif
