/* The compiler sees that the add is never reached and leaves none. */
#include "../planted.h"

GA_KERNEL(planted_deleted, planted_args) {
    uint32_t *const word = (uint32_t *)ga_shared() + a.out[ga_thread()];
    const bool reached = a.never > 1 && a.never < 1;
    a.out[ga_thread()] = reached ? ga_add_u32_block_relaxed(word, 1) : a.never;
}

PLANTED_ROW(planted_deleted)
