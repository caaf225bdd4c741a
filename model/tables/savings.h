/* What other ways of doing the same save, by the measured tables: the evidence of advice. */
#ifndef GA_SAVINGS_H
#define GA_SAVINGS_H

#include <stdint.h>

/* Times over; NaN: not measured. by_warp, by_block: keys counted in a second where all have one bin, a warp's lanes
 * together by one atomic, and a block's in shared memory, over an atomic each (global_aggregation). loop_u64, loop_f32:
 * cycles of a warp's add on one word of shared memory, which is a loop, over an add of u32 (shared_demand). */
struct ga_savings {
    double by_warp, by_block, loop_u64, loop_f32;
};

/* in: directory with the tables; what is missing or cannot be read stays NaN. */
void ga_savings_read(const char *directory, uint32_t warp_size, uint32_t warps_per_sm,
                     struct ga_savings *savings);

#endif
