/* Launches made by hand, of which it is told what would go away. */
#ifndef GA_TEST_LAUNCH_H
#define GA_TEST_LAUNCH_H

#include <string.h>

#include "gain.h"

struct launch {
    struct ga_launch_counters counters;
    struct ga_utilization u;
    struct ga_l2 l2;
    double slow; /* times as long as adds of integers on one word */
};

/* 100 us, nothing else to do, a shared-memory unit that is busy for a share of the time. A warp adds a thousand times. */
static inline struct launch shared_of(double busy) {
    struct launch l = {.u = {.jobs = 1000,
                             .demand = busy,
                             .hardware = busy,
                             .busiest = busy,
                             .pipe = busy,
                             .verdict = GA_NOT},
                       .l2 = {.verdict = GA_NOT},
                       .slow = 1};
    double *const at = l.counters.at;
    for (int q = 0; q < GA_N_QUANTITIES; q++)
        at[q] = 0;
    at[GA_Q_duration] = 100e3;
    at[GA_Q_occupancy] = 50;
    at[GA_Q_latency] = 10;
    strcpy(l.counters.grid, "(64, 1, 1)");
    strcpy(l.counters.block, "(32, 1, 1)");
    at[GA_Q_jobs_alu] = 64 * 1000;
    return l;
}

/* 100 us in which nothing but the L2's units is busy with atomics, whose results decide nothing. */
static inline struct launch l2_of(double busy) {
    struct launch l = shared_of(0);
    l.l2 = (struct ga_l2){
        .has_atomics = true, .follows = true, .hardware = busy, .mean = busy, .demand = busy};
    return l;
}

static inline struct ga_expected_gains gains_of(const struct launch *l) {
    const struct ga_model_device d = {.warps_per_sm = 64, .sm_count = 132, .target = "sm_90"};
    const struct ga_l2_range types = {l->slow, l->slow, GA_ADDS_OTHER, "", ""};
    struct ga_expected_gains gains;
    ga_expected_gains_of(&d, GA_NCU, &l->counters, &l->u, &l->l2, &types, &gains);
    return gains;
}

#endif
