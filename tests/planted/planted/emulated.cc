/* An add by compare-and-swap, as compilers make of the types that the hardware cannot add. */
#include "../planted.h"

GA_KERNEL(planted_emulated, planted_args) {
    uint32_t *const word = (uint32_t *)ga_shared() + a.out[ga_thread()];
    uint32_t seen = 0, old = 0;
    do {
        old = seen;
        seen = ga_cas_u32_block_relaxed(word, old, old + 1);
    } while (seen != old);
    a.out[ga_thread()] = old;
}

PLANTED_ROW(planted_emulated)
