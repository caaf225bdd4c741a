/* device_order.h on NVIDIA. src: PTX ISA, "ld", "st", "membar/fence"; seq_cst is a fence.sc before an
 * acquire load or a relaxed store, as in "Memory Consistency Model". A fence of acquire or release alone is
 * in PTX from 8.6 (CUDA 12.7) and sm_90 on; before, acq_rel stands for both. mmio is in PTX from 8.2 on. */
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

/* Whether this compiler has fences of one side. */
#define GA_CUDA_ONE_SIDED (__CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ >= 1207)
#if GA_CUDA_ONE_SIDED && defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
#define GA_PTX_ACQUIRE "acquire"
#define GA_PTX_RELEASE "release"
#else
#define GA_PTX_ACQUIRE "acq_rel"
#define GA_PTX_RELEASE "acq_rel"
#endif
#define GA_PTX_FENCES_AT(S_, scope)                                                                \
    GA_PTX_FENCE_AT(S_, GA_ACQUIRE, scope, GA_PTX_ACQUIRE)                                         \
    GA_PTX_FENCE_AT(S_, GA_RELEASE, scope, GA_PTX_RELEASE)                                         \
    GA_PTX_FENCE_AT(S_, GA_ACQ_REL, scope, "acq_rel")                                              \
    GA_PTX_FENCE_AT(S_, GA_SEQ_CST, scope, "sc")
template <enum ga_scope S, enum ga_order O> GA_DEVICE void ga_fence(void) {
    static_assert(O != GA_RELAXED);
    GA_PTX_FENCES_AT(GA_SCOPE_BLOCK, "cta")
    GA_PTX_FENCES_AT(GA_SCOPE_DEVICE, "gpu")
    GA_PTX_FENCES_AT(GA_SCOPE_SYSTEM, "sys")
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    GA_PTX_FENCES_AT(GA_SCOPE_CLUSTER, "cluster")
#endif
}

/* src: CUDA C++ Programming Guide, "Memory Fence Functions". */
template <enum ga_scope S> GA_DEVICE void ga_threadfence(void) {
    if constexpr (S == GA_SCOPE_BLOCK)
        __threadfence_block();
    else if constexpr (S == GA_SCOPE_DEVICE)
        __threadfence();
    else
        __threadfence_system();
}

#define GA_PTX_UNORDERED(name, word)                                                               \
    GA_DEVICE uint32_t ga_load_##name(const uint32_t *p) {                                         \
        uint32_t x;                                                                                \
        asm volatile("ld" word ".global.u32 %0, [%1];"                                             \
                     : "=r"(x)                                                                     \
                     : "l"(__cvta_generic_to_global(p))                                            \
                     : "memory");                                                                  \
        return x;                                                                                  \
    }                                                                                              \
    GA_DEVICE void ga_store_##name(uint32_t *p, uint32_t x) {                                      \
        asm volatile("st" word ".global.u32 [%0], %1;" ::"l"(__cvta_generic_to_global(p)), "r"(x)  \
                     : "memory");                                                                  \
    }
GA_PTX_UNORDERED(plain, "")
GA_PTX_UNORDERED(volatile, ".volatile")
GA_PTX_UNORDERED(mmio, ".mmio.relaxed.sys")

#endif
