/* How well cycles over ticks of the fixed-rate timer tell the SM clock. */
#ifndef GA_SM_CLOCK_H
#define GA_SM_CLOCK_H

#include <math.h>
#include <stdbool.h>

/* A clock that moves by more is said to have moved. */
enum { GA_CLOCK_MOVES_PERCENT = 2 };

/* in: step of the timer and time of all n samples, in one unit. out: whether they tell the clock to 0.2 %, so that what
 * differs by GA_CLOCK_MOVES_PERCENT did move. A sample is off by up to a step, independently of others, as far as is known: n by
 * some steps times the root of n. With steps of 32 ns 6 samples have to take 26 us each, and 80 samples 7 us. At a steady
 * clock times that are long enough differ by at most 0.15 % (global_baseline_samples.csv of an H100). */
static inline bool ga_tells_clock(double step, double n, double time) {
    static const double SHARP = 0.002, STEPS = 4;
    return time > 0 && STEPS * step * sqrt(n) <= SHARP * time;
}

#endif
