/* global_cross_scattered: adjacent threads use different variables, so that a warp accesses many.
 * See cross.h. */
#include "cross.h"

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_global_cross_scattered)(void) {
    static struct ga_bench row = cross_row<SCATTERED>();
    row.id = "global_cross_scattered";
    row.question = "what do variables cost each other if every warp accesses many of them?";
    return &row;
}
