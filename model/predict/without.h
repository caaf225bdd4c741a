/* The time of launches without their atomics on shared memory, as `whatif --csv` measured it. */
#ifndef GA_WITHOUT_H
#define GA_WITHOUT_H

#include "counters.h"

struct ga_without;

/* in: path: of a CSV of `whatif`. own: ga_without_free, also after an error. err: GA_FILE; GA_USAGE naming file, line and
 * what was expected, also if no kernel was measured without. */
enum ga_status ga_without_read(const char *path, struct ga_without **without, struct ga_err *err);
void ga_without_free(struct ga_without *without);

/* out: *share: of the time that a launch of that kernel, grid and block takes as it is; 0: it was not measured. err:
 * GA_ERROR for want of memory. */
enum ga_status ga_without_find(const struct ga_without *without,
                               const struct ga_launch_counters *launch, double *share,
                               struct ga_err *err);

#endif
