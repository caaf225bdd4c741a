/* The time of launches without their atomics and fences, as `whatif --csv` measured it. */
#ifndef GA_WITHOUT_H
#define GA_WITHOUT_H

#include <stdbool.h>
#include <stdint.h>

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

/* kernel: of ga_kernel_name. size: of grid, and of block. launches, share (percent): 0 where the file has none. symbol: as the file
 * has it; several: others are called alike but for their parameters, so that no time is told to be of a launch. */
struct ga_without_row {
    char *kernel, *symbol;
    bool several;
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

/* out: why there is no time of that kernel without those: "hung", ..; "": whatif saw none of them; NULL: there is one. */
const char *ga_without_why(const struct ga_without_row *row, enum ga_switched_off off);

/* out: *row: of the launch's kernel, grid and block; NULL: the file has none. err: GA_ERROR for want of memory. */
enum ga_status ga_without_find(const struct ga_without *without,
                               const struct ga_launch_counters *launch,
                               const struct ga_without_row **row, struct ga_err *err);

/* Launches that have no time without what a file has times without, by why; zero before. */
struct ga_untimed {
    struct {
        char why[40];
        uint64_t n;
    } of[8];
    uint64_t n, n_launches; /* n_launches: these and those that have one */
};
/* in: why: NULL: they have one. A ninth reason counts as the eighth, which is then called so. */
void ga_untimed_add(struct ga_untimed *untimed, const char *why, uint64_t n_launches);
/* "5 of 9 launches have no time without WHAT: 3 are not in the file, 2 hung"; nothing if all have one. */
void ga_untimed_print(const struct ga_untimed *untimed, const char *what);

#endif
