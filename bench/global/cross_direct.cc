/* global_cross_direct: adjacent threads share a variable, so that a warp accesses one or few.
 * See cross.h. */
#include "cross.h"

/* Of the answers. */
static const char *const also[] = {
    "variables=2,4,16,64,1024,16384 stride_bytes=4,256,1024,2048,4096 warps=2048", nullptr};

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_global_cross_direct)(void) {
    static struct ga_bench row = cross_row<DIRECT>();
    row.id = "global_cross_direct";
    row.question =
        "how far apart must variables be so that their accesses do not disturb each other?";
    row.also = also;
    return &row;
}
