/* Two adds where one is claimed: its time would be taken for that of one. */
#include "../planted.h"

GA_KERNEL(planted_repeated, planted_args) {
    uint32_t *const word = (uint32_t *)ga_shared() + a.out[ga_thread()];
    const uint32_t old = ga_add_u32_block_relaxed(word, 1);
    a.out[ga_thread()] = ga_add_u32_block_relaxed(word + old, 1);
}

PLANTED_ROW(planted_repeated)
