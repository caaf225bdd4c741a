/* Four stores to one word where the compiler keeps the last. */
#include "../planted.h"

GA_KERNEL(planted_merged, planted_args) {
    uint32_t *const word = &a.out[ga_thread()];
    for (uint32_t i = 0; i < 4; i++)
        *word = a.never + i;
}

PLANTED_FACT(planted_merged, false, {.operation = GA_OP_store_plain, .count = 4})
