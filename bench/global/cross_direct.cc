/* global_cross_direct: adjacent threads share a variable, so that a warp accesses one or few.
 * See cross.h. */
#include "cross.h"

static struct crowd_point describe(const struct ga_limits *limits, const struct ga_point *p,
                                   uint64_t seed) {
    return cross_point(limits, p, seed, false);
}

static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    return GA_SYMBOL(crowd_measure)(gpu, batch, describe, err);
}

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_global_cross_direct)(void) {
    static struct ga_bench row = cross_row();
    row.id = "global_cross_direct";
    row.question =
        "how far apart must variables be so that their accesses do not disturb each other?";
    row.measure = measure;
    return &row;
}
