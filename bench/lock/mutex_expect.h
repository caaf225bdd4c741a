/* The atomics that lock_mutex's kernels must have, by target and scope. */
#ifndef GA_LOCK_MUTEX_EXPECT_H
#define GA_LOCK_MUTEX_EXPECT_H

#include "fenced_expect.h"

/* An operation's names: NVIDIA's; AMD's in device memory, before gfx11 and since; and in the LDS, likewise. */
#define LOCK_OR(X, ...) X("OR", "or", "or_b32", "or_rtn_b32", "or_rtn_b32", __VA_ARGS__)
#define LOCK_CAS(X, ...)                                                                           \
    X("CAS", "cmpswap", "cmpswap_b32", "cmpst_rtn_b32", "cmpstore_rtn_b32", __VA_ARGS__)
#define LOCK_EXCHANGE(X, ...)                                                                      \
    X("EXCH", "swap", "swap_b32", "wrxchg_rtn_b32", "storexchg_rtn_b32", __VA_ARGS__)
#define LOCK_ADD(X, ...) X("ADD", "add", "add_u32", "add_rtn_u32", "add_rtn_u32", __VA_ARGS__)

/* As each target prints it, at block scope in shared memory, or in device memory at a scope that it calls
 * `scope`. */
#define LOCK_SM(nvidia, gcn, rdna, lds, lds11, scope) "ATOMG.E." nvidia ".STRONG." scope
#define LOCK_GFX(nvidia, gcn, rdna, lds, lds11, scope) "global_atomic_" gcn " glc"
#define LOCK_GFX94(nvidia, gcn, rdna, lds, lds11, scope) "global_atomic_" gcn " sc0" scope
#define LOCK_GFX11(nvidia, gcn, rdna, lds, lds11, scope) "global_atomic_" rdna " glc"
#define LOCK_GFX12(nvidia, gcn, rdna, lds, lds11, scope)                                           \
    "global_atomic_" rdna " th:TH_ATOMIC_RETURN scope:SCOPE_" scope
#define LOCK_SM_SHARED(nvidia, gcn, rdna, lds, lds11, ...) "ATOMS." nvidia
#define LOCK_GFX_LDS(nvidia, gcn, rdna, lds, lds11, ...) "ds_" lds
#define LOCK_GFX11_LDS(nvidia, gcn, rdna, lds, lds11, ...) "ds_" lds11

#define LOCK_EXPECT_AT(name, op, scope, sm, gfx94, gfx12)                                          \
    static const struct ga_expect name##_##scope[] = {                                             \
        {"sm_", {op(LOCK_SM, sm)}, 0, {}},         {"gfx", {op(LOCK_GFX, )}, 0, {}},               \
        {"gfx94", {op(LOCK_GFX94, gfx94)}, 0, {}}, {"gfx11", {op(LOCK_GFX11, )}, 0, {}},           \
        {"gfx12", {op(LOCK_GFX12, gfx12)}, 0, {}},                                                 \
    };
#define LOCK_EXPECT(name, op)                                                                      \
    static const struct ga_expect name##_block[] = {                                               \
        {"sm_", {op(LOCK_SM_SHARED, )}, 0, {}},                                                    \
        {"gfx", {op(LOCK_GFX_LDS, )}, 0, {}},                                                      \
        {"gfx11", {op(LOCK_GFX11_LDS, )}, 0, {}},                                                  \
        {"gfx12", {op(LOCK_GFX11_LDS, )}, 0, {}},                                                  \
    };                                                                                             \
    LOCK_EXPECT_AT(name, op, device, "GPU", "", "DEV")                                             \
    LOCK_EXPECT_AT(name, op, system, "SYS", " sc1", "SYS")

#define LOCK_EXCHANGE_CAS(X, ...) LOCK_EXCHANGE(X, __VA_ARGS__), LOCK_CAS(X, __VA_ARGS__)
LOCK_EXPECT(or, LOCK_OR)
LOCK_EXPECT(cas, LOCK_CAS)
LOCK_EXPECT(exchange, LOCK_EXCHANGE)
LOCK_EXPECT(add, LOCK_ADD)
LOCK_EXPECT(exchange_cas, LOCK_EXCHANGE_CAS)

/* A semaphore leaves by an add that returns nothing; where several may be inside, two adds that return and two
 * more that do not count them. NVIDIA has an instruction of its own for adding 1 in shared memory, which is all
 * that sm_75 adds. C: how often each stands in the code. */
#define LOCK_SEMAPHORE_AT(name, scope, sm, gfx94, gfx12, ...)                                      \
    static const struct ga_expect name##_##scope[] = {                                             \
        {"sm_", {LOCK_CAS(LOCK_SM, sm), "RED*.E.ADD.STRONG." sm __VA_ARGS__(LOCK_SM, sm)}, 0, C},  \
        {"gfx", {LOCK_CAS(LOCK_GFX, ), "global_atomic_add" __VA_ARGS__(LOCK_GFX, )}, 0, C},        \
        {"gfx94",                                                                                  \
         {LOCK_CAS(LOCK_GFX94, gfx94), "global_atomic_add" gfx94 __VA_ARGS__(LOCK_GFX94, gfx94)},  \
         0,                                                                                        \
         C},                                                                                       \
        {"gfx11",                                                                                  \
         {LOCK_CAS(LOCK_GFX11, ), "global_atomic_add_u32" __VA_ARGS__(LOCK_GFX11, )},              \
         0,                                                                                        \
         C},                                                                                       \
        {"gfx12",                                                                                  \
         {LOCK_CAS(LOCK_GFX12, gfx12),                                                             \
          "global_atomic_add_u32 scope:SCOPE_" gfx12 __VA_ARGS__(LOCK_GFX12, gfx12)},              \
         0,                                                                                        \
         C},                                                                                       \
    };
#define LOCK_NOTHING_MORE(X, ...)
#define LOCK_AND_ADD(X, ...) , LOCK_ADD(X, __VA_ARGS__)

#define C                                                                                          \
    { 1, 1 }
LOCK_SEMAPHORE_AT(cas_silent, device, "GPU", "", "DEV", LOCK_NOTHING_MORE)
LOCK_SEMAPHORE_AT(cas_silent, system, "SYS", " sc1", "SYS", LOCK_NOTHING_MORE)
static const struct ga_expect cas_silent_block[] = {
    {"sm_", {"ATOMS.CAS", "ATOMS.POPC.INC.32"}, 0, C},
    {"sm_75", {"ATOMS.CAS", "ATOMS.ADD"}, 0, C},
    {"gfx", {"ds_cmpst_rtn_b32", "ds_add_u32"}, 0, C},
    {"gfx11", {"ds_cmpstore_rtn_b32", "ds_add_u32"}, 0, C},
    {"gfx12", {"ds_cmpstore_rtn_b32", "ds_add_u32"}, 0, C},
};
#undef C
#define C                                                                                          \
    { 1, 3, 2 }
LOCK_SEMAPHORE_AT(cas_adds, device, "GPU", "", "DEV", LOCK_AND_ADD)
LOCK_SEMAPHORE_AT(cas_adds, system, "SYS", " sc1", "SYS", LOCK_AND_ADD)
static const struct ga_expect cas_adds_block[] = {
    {"sm_", {"ATOMS.CAS", "ATOMS.ADD", "ATOMS.POPC.INC.32"}, 0, C},
    {"sm_75", {"ATOMS.CAS", "ATOMS.ADD"}, 0, {1, 5}},
    {"gfx", {"ds_cmpst_rtn_b32", "ds_add_u32", "ds_add_rtn_u32"}, 0, C},
    {"gfx11", {"ds_cmpstore_rtn_b32", "ds_add_u32", "ds_add_rtn_u32"}, 0, C},
    {"gfx12", {"ds_cmpstore_rtn_b32", "ds_add_u32", "ds_add_rtn_u32"}, 0, C},
};
#undef C

#endif
