/* device_order.h on NVIDIA. src: PTX ISA, "ld", "st", "membar/fence"; seq_cst is a fence.sc before an
 * acquire load or a relaxed store, as in "Memory Consistency Model". A fence of acquire or release alone is
 * not in the instruction sets before sm_90: acq_rel stands for both. */
#ifndef GA_DEVICE_ORDER_CUDA_H
#define GA_DEVICE_ORDER_CUDA_H

#define GA_PTX_LOAD_AT(S_, O_, scope, before, order, bits, c)                                      \
    if constexpr (S == S_ && O == O_)                                                              \
        asm volatile(before "ld." order "." scope ".global." bits " %0, [%1];"                     \
                     : "=" c(x)                                                                    \
                     : "l"(__cvta_generic_to_global(p))                                            \
                     : "memory");
#define GA_PTX_STORE_AT(S_, O_, scope, before, order, bits, c)                                     \
    if constexpr (S == S_ && O == O_)                                                              \
        asm volatile(before "st." order "." scope ".global." bits                                  \
                            " [%0], %1;" ::"l"(__cvta_generic_to_global(p)),                       \
                     c(x)                                                                          \
                     : "memory");
#define GA_PTX_FENCE_AT(S_, O_, scope, word)                                                       \
    if constexpr (S == S_ && O == O_)                                                              \
        asm volatile("fence." word "." scope ";" ::: "memory");

#define GA_PTX_LOADS_AT(S_, scope, bits, c)                                                        \
    GA_PTX_LOAD_AT(S_, GA_RELAXED, scope, "", "relaxed", bits, c)                                  \
    GA_PTX_LOAD_AT(S_, GA_ACQUIRE, scope, "", "acquire", bits, c)                                  \
    GA_PTX_LOAD_AT(S_, GA_SEQ_CST, scope, "fence.sc." scope "; ", "acquire", bits, c)
#define GA_PTX_STORES_AT(S_, scope, bits, c)                                                       \
    GA_PTX_STORE_AT(S_, GA_RELAXED, scope, "", "relaxed", bits, c)                                 \
    GA_PTX_STORE_AT(S_, GA_RELEASE, scope, "", "release", bits, c)                                 \
    GA_PTX_STORE_AT(S_, GA_SEQ_CST, scope, "fence.sc." scope "; ", "relaxed", bits, c)
#define GA_PTX_ORDERED(type, bits, c)                                                              \
    template <enum ga_scope S, enum ga_order O> GA_DEVICE type ga_load(const type *p) {            \
        static_assert(O == GA_RELAXED || O == GA_ACQUIRE || O == GA_SEQ_CST);                      \
        type x;                                                                                    \
        GA_PTX_LOADS_AT(GA_SCOPE_BLOCK, "cta", bits, c)                                            \
        GA_PTX_LOADS_AT(GA_SCOPE_DEVICE, "gpu", bits, c)                                           \
        GA_PTX_LOADS_AT(GA_SCOPE_SYSTEM, "sys", bits, c)                                           \
        return x;                                                                                  \
    }                                                                                              \
    template <enum ga_scope S, enum ga_order O> GA_DEVICE void ga_store(type *p, type x) {         \
        static_assert(O == GA_RELAXED || O == GA_RELEASE || O == GA_SEQ_CST);                      \
        GA_PTX_STORES_AT(GA_SCOPE_BLOCK, "cta", bits, c)                                           \
        GA_PTX_STORES_AT(GA_SCOPE_DEVICE, "gpu", bits, c)                                          \
        GA_PTX_STORES_AT(GA_SCOPE_SYSTEM, "sys", bits, c)                                          \
    }
GA_PTX_ORDERED(uint32_t, "u32", "r")
GA_PTX_ORDERED(uint64_t, "u64", "l")

#define GA_PTX_FENCES_AT(S_, scope)                                                                \
    GA_PTX_FENCE_AT(S_, GA_ACQUIRE, scope, "acq_rel")                                              \
    GA_PTX_FENCE_AT(S_, GA_RELEASE, scope, "acq_rel")                                              \
    GA_PTX_FENCE_AT(S_, GA_ACQ_REL, scope, "acq_rel")                                              \
    GA_PTX_FENCE_AT(S_, GA_SEQ_CST, scope, "sc")
template <enum ga_scope S, enum ga_order O> GA_DEVICE void ga_fence(void) {
    static_assert(O != GA_RELAXED);
    GA_PTX_FENCES_AT(GA_SCOPE_BLOCK, "cta")
    GA_PTX_FENCES_AT(GA_SCOPE_DEVICE, "gpu")
    GA_PTX_FENCES_AT(GA_SCOPE_SYSTEM, "sys")
}

#endif
