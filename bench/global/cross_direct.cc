/* global_cross_direct: adjacent threads share a variable, so that a warp accesses one or few.
 * See cross.h. */
#include "cross.h"

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_global_cross_direct)(void) {
    static struct ga_bench row = cross_row<DIRECT>();
    row.id = "global_cross_direct";
    row.question =
        "how far apart must variables be so that their accesses do not disturb each other?";
    return &row;
}
