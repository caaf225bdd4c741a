/* Four stores to one word where the compiler keeps the last. */
#include "../planted.h"

GA_KERNEL(planted_merged, planted_args) {
    uint32_t *const word = &a.out[ga_thread()];
    for (uint32_t i = 0; i < 4; i++)
        *word = a.never + i;
}

static const struct ga_expect expect[] = {{"sm_", {"STG.E*"}, 0},
                                          {"gfx", {"global_store_dword"}, 0},
                                          {"gfx11", {"global_store_b32"}, 0},
                                          {"gfx12", {"global_store_b32"}, 0}};
PLANTED_EXPECT(planted_merged, expect, 4, false)
