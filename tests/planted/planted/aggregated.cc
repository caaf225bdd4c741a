/* The address is visibly the same for the whole warp, so the compiler adds up the lanes and issues
 * one atomic: an order of magnitude faster than what the hardware would do. */
#include "../planted.h"

GA_KERNEL(planted_aggregated, planted_args) {
    uint32_t *const word = (uint32_t *)ga_shared();
    a.out[ga_thread()] = ga_add_u32_block_relaxed(word, 1);
}

PLANTED_ROW(planted_aggregated)
