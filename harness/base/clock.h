/* The host's monotonic clock. */
#ifndef GA_CLOCK_H
#define GA_CLOCK_H

#include <time.h>

/* out: seconds since some fixed moment. */
static inline double ga_now_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Lets others run for about this long. */
static inline void ga_sleep_us(long us) {
    const struct timespec t = {us / 1000000, us % 1000000 * 1000};
    nanosleep(&t, NULL);
}

#endif
