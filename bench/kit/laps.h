/* Laps: how long each block, or warp, of a launch took, and how much it did in that time. For launches that keep the whole
 * device busy. A kernel begins and ends its laps; laps_host.h launches it and reads them. */
#ifndef GA_LAPS_H
#define GA_LAPS_H

#include "device.h"

/* Ticks when it began and when memory had all of it; cycles in between; n of whatever the kernel counts. */
struct ga_lap {
    uint64_t start, done, cycles, n;
};

GA_DEVICE struct ga_lap ga_lap_begin(void) {
    const uint64_t ticks = ga_ticks();
    return {ticks, 0, ga_cycles(), 0};
}

/* The cycles first, as many threads read the timer slowly at once. */
GA_DEVICE void ga_lap_end(struct ga_lap *to, const struct ga_lap &begun, uint64_t n) {
    const uint64_t cycles = ga_cycles_between(begun.cycles, ga_cycles());
    *to = {begun.start, ga_ticks(), cycles, n};
}

#endif
