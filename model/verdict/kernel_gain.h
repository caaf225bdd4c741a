/* What goes away of all launches of a kernel together, by what is predicted of each: one rule for every table. */
#ifndef GA_KERNEL_GAIN_H
#define GA_KERNEL_GAIN_H

#include "launch_answer.h"

/* Zero before. known_ns: of launches of which that is predicted; none_ns: that have no such atomics, and lose nothing;
 * other_ns: all others, which may lose nothing or all of it. share, low, high: ns, sums over the known ones. */
struct ga_kernel_gain {
    double known_ns, none_ns, other_ns, share, low, high;
};

/* out: whether it is known that a launch has no atomics of that unit. */
bool ga_has_no_atomics(const struct ga_launch_answer *answer, bool is_l2);

/* in: ns: the launch's; NaN: it does not count. */
void ga_kernel_gain_add(struct ga_kernel_gain *sum, const struct ga_launch_answer *answer,
                        bool is_l2, double ns);

/* out: share: of the time of the launches that are known or have none; low, high: of the time of all. All NaN if no launch is
 * known. */
void ga_kernel_gain_of(const struct ga_kernel_gain *sum, double *share, double *low, double *high);

#endif
