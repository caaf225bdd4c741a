/* It claims to combine the lanes of a warp, and every lane adds for itself. */
#include "../planted.h"

GA_KERNEL(planted_separate, planted_args) {
    uint32_t *const word = (uint32_t *)ga_shared() + a.out[ga_thread()];
    a.out[ga_thread()] = ga_add_u32_block_relaxed(word, 1);
}

PLANTED_CLAIM(planted_separate, true)
