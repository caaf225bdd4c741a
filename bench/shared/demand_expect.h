/* What the kernels of shared_demand compile to. What waits is one instruction an operation, all else
 * DEMAND_UNROLL. On NVIDIA an add and a subtraction are one instruction, from sm_80 on an add of 1 whose
 * result nobody reads is another; of 64 bits it has exchange and compare-and-swap, of floats nothing: the
 * rest are loops around ATOMS.CAST.SPIN, which are not unrolled. On AMD only the add of f64 is a loop, but
 * on gfx90a and gfx94. */
#ifndef GA_DEMAND_EXPECT_H
#define GA_DEMAND_EXPECT_H

#define NVIDIA_WORD                                                                                \
    "ATOMS.ADD", "ATOMS.MIN", "ATOMS.MAX", "ATOMS.AND", "ATOMS.OR", "ATOMS.XOR", "ATOMS.INC",      \
        "ATOMS.DEC", "ATOMS.EXCH", "ATOMS.MIN.S32", "ATOMS.MAX.S32"
#define AMD_WORD(rtn, exchange)                                                                    \
    {                                                                                              \
        "ds_add" rtn "_u32", "ds_min" rtn "_u32", "ds_max" rtn "_u32", "ds_and" rtn "_b32",        \
            "ds_or" rtn "_b32", "ds_xor" rtn "_b32", "ds_inc" rtn "_u32", "ds_dec" rtn "_u32",     \
            "ds_" exchange "_rtn_b32", "ds_min" rtn "_i32", "ds_max" rtn "_i32",                   \
            "ds_sub" rtn "_u32"                                                                    \
    }
#define AMD_WORDS(rtn, adds)                                                                       \
    {"gfx", AMD_WORD(rtn, "wrxchg"), 0, {adds}}, {"gfx11", AMD_WORD(rtn, "storexchg"), 0, {adds}}, \
        {"gfx12", AMD_WORD(rtn, "storexchg"), 0, {adds}},
static const struct ga_expect word_dependent[] = {{"sm_", {NVIDIA_WORD}, 0, {3}},
                                                  AMD_WORDS("_rtn", 2)};
static const struct ga_expect word_independent[] = {{"sm_", {NVIDIA_WORD}, 0, {24}},
                                                    AMD_WORDS("_rtn", 16)};
static const struct ga_expect word_unused[] = {{"sm_75", {NVIDIA_WORD}, 0, {24}},
                                               {"sm_", {NVIDIA_WORD, "ATOMS.POPC.INC.32"}, 0, {16}},
                                               AMD_WORDS("", 16)};

#define SWAPS(rtn, n, one)                                                                         \
    {"sm_", {"ATOMS.CAS", "ATOMS.EXCH.64", "ATOMS.CAS.64"}, 0, {n, one, n}},                       \
        {"gfx",                                                                                    \
         {"ds_cmpst" rtn "_b32", "ds_wrxchg_rtn_b64", "ds_cmpst" rtn "_b64"},                      \
         0,                                                                                        \
         {n, one, n}},                                                                             \
        {"gfx11",                                                                                  \
         {"ds_cmpstore" rtn "_b32", "ds_storexchg_rtn_b64", "ds_cmpstore" rtn "_b64"},             \
         0,                                                                                        \
         {n, one, n}},                                                                             \
        {"gfx12",                                                                                  \
         {"ds_cmpstore" rtn "_b32", "ds_storexchg_rtn_b64", "ds_cmpstore" rtn "_b64"},             \
         0,                                                                                        \
         {n, one, n}},
static const struct ga_expect swap_dependent[] = {SWAPS("_rtn", 2, 1)};
static const struct ga_expect swap_independent[] = {SWAPS("_rtn", 16, 8)};
static const struct ga_expect swap_unused[] = {SWAPS("", 16, 8)};

#define WIDES(rtn)                                                                                 \
    {"sm_", {"ATOMS.CAST.SPIN.64"}, 1, {6}},                                                       \
        {"gfx",                                                                                    \
         {"ds_add" rtn "_u64", "ds_min" rtn "_u64", "ds_max" rtn "_u64", "ds_and" rtn "_b64",      \
          "ds_or" rtn "_b64", "ds_xor" rtn "_b64"},                                                \
         0},
static const struct ga_expect wide_dependent[] = {WIDES("_rtn")};
static const struct ga_expect wide_independent[] = {WIDES("_rtn")};
static const struct ga_expect wide_unused[] = {WIDES("")};

#define REALS(rtn)                                                                                 \
    {"sm_", {"ATOMS.CAST.SPIN", "ATOMS.CAST.SPIN.64"}, 3},                                         \
        {"gfx", {"ds_add" rtn "_f32", "ds_cmpst_rtn_b64"}, 2},                                     \
        {"gfx11", {"ds_add" rtn "_f32", "ds_cmpstore_rtn_b64"}, 2},                                \
        {"gfx12", {"ds_add" rtn "_f32", "ds_cmpstore_rtn_b64"}, 2},                                \
        {"gfx90a", {"ds_add" rtn "_f32", "ds_add" rtn "_f64"}, 0},                                 \
        {"gfx94", {"ds_add" rtn "_f32", "ds_add" rtn "_f64"}, 0},
static const struct ga_expect real_dependent[] = {REALS("_rtn")};
static const struct ga_expect real_independent[] = {REALS("_rtn")};
static const struct ga_expect real_unused[] = {REALS("")};

#define VARIANT(group, regime, n)                                                                  \
    {"shared_demand_" #group "_" #regime, GA_ENTRY(shared_demand_##group##_##regime),              \
     group##_##regime, sizeof group##_##regime / sizeof *group##_##regime, n},
#define VARIANTS(group, n)                                                                         \
    VARIANT(group, dependent, 1) VARIANT(group, independent, n) VARIANT(group, unused, n)
static const struct ga_variant variants[] = {VARIANTS(word, DEMAND_UNROLL) VARIANTS(
    swap, DEMAND_UNROLL) VARIANTS(wide, 1) VARIANTS(real, 1)};

/* out: the instruction of an operation, as a bit of its expectation. */
static uint32_t instructions_of(const char *target, uint32_t operation, uint32_t regime) {
    static const uint32_t places[] = {
#define GA_DEMAND(group, op, type, place) place,
#include "demand.def"
#undef GA_DEMAND
    };
    const bool nvidia = target[0] == 's';
    if (nvidia && operation == DEMAND_count_u32 && regime == DEMAND_UNUSED &&
        strcmp(target, "sm_75") != 0)
        return 1u << 11;
    if (nvidia && (operation == DEMAND_sub_u32 ||
                   (operation >= DEMAND_add_u64 && operation <= DEMAND_xor_u64)))
        return 1;
    return 1u << places[operation];
}

#endif
