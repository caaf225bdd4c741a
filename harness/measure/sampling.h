/* How often a point is visited, and how many samples it is to have. Pure. */
#ifndef GA_SAMPLING_H
#define GA_SAMPLING_H

#include "bench.h"

/* Of a point: samples in a visit, samples before anybody looks whether they suffice, and at most. relative: see
 * ga_stop_rule. */
struct ga_sampling {
    uint32_t in_visit, least, cap;
    double relative;
};

/* Six visits at the least, the fewest whose medians have a 95 % interval, as samples of one visit resemble each other, and at
 * most twice as many; where a visit has to be whole, as many as have the samples that are wanted.
 * in: wanted: samples, at the least; more come where visits need them to be alike. once: for a profiler or an emulator, no
 * visit more than these take. */
struct ga_sampling ga_sampling_of(const struct ga_bench *bench, uint32_t wanted, bool once);

#endif
