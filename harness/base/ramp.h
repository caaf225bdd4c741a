/* What a rate would be in a launch without an end. */
#ifndef GA_RAMP_H
#define GA_RAMP_H

#include <math.h>

/* A launch of n accesses takes T = a + b n, as warps start and end one after the other. in: rate, n / T; doubled: that of twice
 * as many, NaN if there is none. out: 1 / b; the rate as it is where the other does not tell. */
static inline double ga_rate_beyond_ramp(double rate, double doubled) {
    const double b = 2 / doubled - 1 / rate;
    return b > 0 ? 1 / b : rate;
}

#endif
