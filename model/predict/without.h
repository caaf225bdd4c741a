/* The time of launches without their atomics and fences, as `whatif --csv` measured it. */
#ifndef GA_WITHOUT_H
#define GA_WITHOUT_H

#include "counters.h"

/* The edits of `whatif` that switch something off. */
enum ga_switched_off { GA_OFF_SHARED, GA_OFF_GLOBAL, GA_OFF_GENERIC, GA_OFF_FENCES, GA_N_OFF };
/* out: as `without` has it: "shared", .. */
const char *ga_switched_off_name(enum ga_switched_off off);

/* Of a launch: ns, with its 95 % interval; 0: not measured, or no interval. outcome: "" of what the kernel has none of. */
struct ga_measured {
    double ns, low, high;
    char outcome[16];
};

/* kernel: of ga_kernel_name. size: of grid, and of block. launches, share (percent): 0 where the file has none. */
struct ga_without_row {
    char *kernel;
    unsigned size[6];
    double launches, share;
    struct ga_measured plain, off[GA_N_OFF];
};
struct ga_without {
    struct ga_without_row *at;
    size_t n;
};

/* in: path: of a CSV of `whatif`. own: ga_without_free, also after an error. err: GA_FILE; GA_USAGE naming file, line and
 * what was expected. */
enum ga_status ga_without_read(const char *path, struct ga_without **without, struct ga_err *err);
void ga_without_free(struct ga_without *without);

/* out: size: of grid and block; false: the file has none. */
bool ga_without_size(const struct ga_launch_counters *launch, unsigned size[6]);

/* err: GA_USAGE if no kernel was measured without its atomics on shared memory. */
enum ga_status ga_without_has_shared(const struct ga_without *without, const char *path,
                                     struct ga_err *err);

/* out: *share: of the time that a launch of that kernel, grid and block takes as it is; 0: it was not measured. err:
 * GA_ERROR for want of memory. */
enum ga_status ga_without_find(const struct ga_without *without,
                               const struct ga_launch_counters *launch, double *share,
                               struct ga_err *err);

#endif
