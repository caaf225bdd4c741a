/* Launches of one kernel, grid and block together, for the table of `model utilization`. */
#ifndef GA_UTILIZATION_GROUPS_H
#define GA_UTILIZATION_GROUPS_H

#include "kernel_gain.h"
#include "next_step.h"

/* What would go away of a launch, and its interval; NaN: not known. */
struct ga_group_launch {
    enum ga_verdict verdict;
    double share, low, high;
};

/* What its launches say of a unit. launches: of each; by verdict and share once judged. own. */
struct ga_group_unit {
    size_t n_alike[GA_N_VERDICTS];
    struct ga_group_launch *launches;
    struct ga_kernel_gain gain;
    double busy, to_busy; /* ns, sums over launches of which that is predicted; most: to_busy */
};

/* answer: of the launch that loses the most time, or of the longest, but what goes away, and the unit's busy time where that
 * is known, is of all launches, as kernel_gain.h says. headline: of it; reason: the headline's. units: shared
 * memory's, the L2's. first: its place in the file, among groups. ns: all of them; NaN: not known. */
struct ga_group {
    char *kernel, grid[40], block[40];
    size_t first, n;
    double ns, longest, lost;
    struct ga_group_unit units[2];
    struct ga_launch_answer answer;
    struct ga_headline headline;
    char reason[sizeof((struct ga_l2 *)0)->reason];
};

/* Zero before. ns: of all launches, also of those that are in no group. own: ga_groups_free. */
struct ga_groups {
    struct ga_group *at;
    size_t n, capacity, n_launches;
    double ns;
};

/* err: GA_ERROR for want of memory. */
enum ga_status ga_groups_add(struct ga_groups *groups, const struct ga_launch_answer *answer,
                             struct ga_err *err);

/* After the last: the headlines. */
void ga_groups_judge(struct ga_groups *groups, const struct ga_savings *savings,
                     enum ga_profiler profiler);
/* Whether launches contradict each other: what is predicted of one, with its interval, is less than of another. */
bool ga_group_differs(const struct ga_group *group, const struct ga_group_unit *unit);
/* out: behind the launches that are like `from`: of its verdict, and without a gap between their intervals. */
size_t ga_group_alike(const struct ga_group *group, const struct ga_group_unit *unit, size_t from);

/* in: order: NULL for time, or a name. err: GA_USAGE for another name, with what there is. */
enum ga_status ga_groups_order(const char *order, struct ga_err *err);
void ga_groups_sort(struct ga_groups *groups, const char *order);
void ga_groups_free(struct ga_groups *groups);

#endif
