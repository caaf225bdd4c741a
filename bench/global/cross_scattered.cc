/* global_cross_scattered: adjacent threads use different variables, so that a warp accesses many.
 * See cross.h. */
#include "cross.h"

static struct crowd_point describe(const struct ga_limits *limits, const struct ga_point *p,
                                   uint64_t seed) {
    return cross_point(limits, p, seed, true);
}

static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    return GA_SYMBOL(crowd_measure)(gpu, batch, describe, err);
}

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_global_cross_scattered)(void) {
    static struct ga_bench row = cross_row();
    row.id = "global_cross_scattered";
    row.question = "what do variables cost each other if every warp accesses many of them?";
    row.measure = measure;
    return &row;
}
