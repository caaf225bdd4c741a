/* Which devices two runs are of, as their run.csv say. */
#ifndef GA_COMPARE_DEVICE_H
#define GA_COMPARE_DEVICE_H

#include <stdbool.h>

#include "status.h"

/* in: two results directories. Prints whether the runs are of one GPU, or of which two devices. out: *of_two: their names
 * differ. err: GA_FILE; GA_USAGE if a run does not name its device. */
enum ga_status ga_compare_devices(const char *const *directory, bool *of_two, struct ga_err *err);

#endif
