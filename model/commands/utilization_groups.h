/* Launches of one kernel, grid and block together, for the table of `model utilization`. */
#ifndef GA_UTILIZATION_GROUPS_H
#define GA_UTILIZATION_GROUPS_H

#include "next_step.h"

/* The headline is of the longest launch; n_alike: launches of each verdict. first: its place in the file, among groups. ns:
 * all of them; NaN: not known. */
struct ga_group {
    char *kernel, grid[40], block[40];
    size_t first, n, n_alike[GA_N_VERDICTS];
    double ns, longest;
    struct ga_headline headline;
    char reason[sizeof((struct ga_l2 *)0)->reason];
};

/* Zero before. ns: of all launches. own: ga_groups_free. */
struct ga_groups {
    struct ga_group *at;
    size_t n, capacity, n_launches;
    double ns;
};

/* err: GA_ERROR for want of memory. */
enum ga_status ga_groups_add(struct ga_groups *groups, const struct ga_launch_counters *launch,
                             const struct ga_headline *headline, struct ga_err *err);

/* in: order: NULL for time, or a name. err: GA_USAGE for another name, with what there is. */
enum ga_status ga_groups_order(const char *order, struct ga_err *err);
void ga_groups_sort(struct ga_groups *groups, const char *order);
void ga_groups_free(struct ga_groups *groups);

#endif
