#include "kernel_gain.h"

#include <math.h>

bool ga_has_no_atomics(const struct ga_launch_answer *a, bool is_l2) {
    return is_l2 ? a->l2.verdict != GA_UNKNOWN && !a->l2.has_atomics
                 : a->u.verdict != GA_UNKNOWN && !(a->u.jobs > 0);
}

void ga_kernel_gain_add(struct ga_kernel_gain *sum, const struct ga_launch_answer *a, bool is_l2,
                        double ns) {
    const struct ga_expected *const gain = is_l2 ? &a->gains.l2 : &a->gains.shared;
    if (isnan(ns))
        return;
    if (ga_has_no_atomics(a, is_l2)) {
        sum->none_ns += ns;
    } else if (isnan(gain->share)) {
        sum->other_ns += ns;
    } else {
        sum->known_ns += ns;
        sum->share += ns * gain->share;
        sum->low += ns * gain->low;
        sum->high += ns * gain->high;
    }
}

void ga_kernel_gain_of(const struct ga_kernel_gain *sum, double *share, double *low, double *high) {
    const double known = sum->known_ns + sum->none_ns, all = known + sum->other_ns;
    const bool is_known = sum->known_ns > 0;
    *share = is_known ? sum->share / known : NAN;
    *low = is_known ? sum->low / all : NAN;
    *high = is_known ? (sum->high + sum->other_ns) / all : NAN;
}
