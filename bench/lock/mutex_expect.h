/* The atomics that lock_mutex's kernels must have, by target and scope. */
#ifndef GA_LOCK_MUTEX_EXPECT_H
#define GA_LOCK_MUTEX_EXPECT_H

#include "../bench.h"

/* An operation's names: NVIDIA's; AMD's in device memory, before and from gfx11 on; and in the LDS, likewise. */
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
LOCK_EXPECT(cas_silent, LOCK_CAS)
LOCK_EXPECT(cas_adds, LOCK_CAS)

#endif
