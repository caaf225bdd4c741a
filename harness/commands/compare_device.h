/* Which devices two runs are of, as their run.csv say. */
#ifndef GA_COMPARE_DEVICE_H
#define GA_COMPARE_DEVICE_H

#include "status.h"

/* in: two results directories. Prints whether the runs are of one GPU. err: GA_FILE; GA_USAGE if they are of
 * devices with different names, which have different speeds: that would be no comparison of runs. */
enum ga_status ga_compare_devices(const char *const *directory, struct ga_err *err);

#endif
