/* device_order.h on AMD. src: LLVM, "User Guide for AMDGPU Backend", memory model; clang, "Language
 * Extensions: __builtin_amdgcn_fence". */
#ifndef GA_DEVICE_ORDER_HIP_H
#define GA_DEVICE_ORDER_HIP_H

#define GA_HIP_ORDERED_AT(S_, O_, make, scope, order)                                              \
    if constexpr (S == S_ && left == O_) {                                                         \
        make(order, scope);                                                                        \
    }
#define GA_HIP_LOAD(order, scope) return __hip_atomic_load(p, order, scope)
#define GA_HIP_STORE(order, scope) __hip_atomic_store(p, x, order, scope)
#define GA_HIP_FENCE(order, scope) __builtin_amdgcn_fence(order, scope)

/* X: for each scope, what the builtins call it. */
#define GA_HIP_SCOPES(X)                                                                           \
    X(GA_SCOPE_BLOCK, __HIP_MEMORY_SCOPE_WORKGROUP)                                                \
    X(GA_SCOPE_DEVICE, __HIP_MEMORY_SCOPE_AGENT)                                                   \
    X(GA_SCOPE_SYSTEM, __HIP_MEMORY_SCOPE_SYSTEM)
#define GA_HIP_LOADS_AT(S_, scope)                                                                 \
    GA_HIP_ORDERED_AT(S_, GA_RELAXED, GA_HIP_LOAD, scope, __ATOMIC_RELAXED)                        \
    GA_HIP_ORDERED_AT(S_, GA_ACQUIRE, GA_HIP_LOAD, scope, __ATOMIC_ACQUIRE)                        \
    GA_HIP_ORDERED_AT(S_, GA_SEQ_CST, GA_HIP_LOAD, scope, __ATOMIC_SEQ_CST)
#define GA_HIP_STORES_AT(S_, scope)                                                                \
    GA_HIP_ORDERED_AT(S_, GA_RELAXED, GA_HIP_STORE, scope, __ATOMIC_RELAXED)                       \
    GA_HIP_ORDERED_AT(S_, GA_RELEASE, GA_HIP_STORE, scope, __ATOMIC_RELEASE)                       \
    GA_HIP_ORDERED_AT(S_, GA_SEQ_CST, GA_HIP_STORE, scope, __ATOMIC_SEQ_CST)
#define GA_HIP_FENCES_AT(S_, scope)                                                                \
    GA_HIP_ORDERED_AT(S_, GA_ACQUIRE, GA_HIP_FENCE, scope, __ATOMIC_ACQUIRE)                       \
    GA_HIP_ORDERED_AT(S_, GA_RELEASE, GA_HIP_FENCE, scope, __ATOMIC_RELEASE)                       \
    GA_HIP_ORDERED_AT(S_, GA_ACQ_REL, GA_HIP_FENCE, scope, __ATOMIC_ACQ_REL)                       \
    GA_HIP_ORDERED_AT(S_, GA_SEQ_CST, GA_HIP_FENCE, scope, __ATOMIC_SEQ_CST)

template <enum ga_scope S, enum ga_order O, typename T> GA_DEVICE T ga_load(const T *p) {
    static_assert(O == GA_RELAXED || O == GA_ACQUIRE || O == GA_SEQ_CST);
    constexpr enum ga_order left = O;
    GA_HIP_SCOPES(GA_HIP_LOADS_AT)
}
template <enum ga_scope S, enum ga_order O, typename T> GA_DEVICE void ga_store(T *p, T x) {
    static_assert(O == GA_RELAXED || O == GA_RELEASE || O == GA_SEQ_CST);
    constexpr bool released = ga_hip_left(S, O) != O;
    constexpr enum ga_order left = released ? GA_RELAXED : O;
    ga_hip_before<S, O>();
    GA_HIP_SCOPES(GA_HIP_STORES_AT)
}
template <enum ga_scope S, enum ga_order O> GA_DEVICE void ga_fence(void) {
    static_assert(O != GA_RELAXED);
    constexpr enum ga_order left = ga_hip_left(S, O);
    ga_hip_before<S, O>();
    GA_HIP_FENCES_AT(GA_SCOPE_BLOCK, "workgroup")
    GA_HIP_FENCES_AT(GA_SCOPE_DEVICE, "agent")
    GA_HIP_FENCES_AT(GA_SCOPE_SYSTEM, "")
    asm volatile(
        "" ::
            : "memory"); /* or the compiler makes one fence of several that follow each other */
}

/* src: HIP, "Memory fence instructions". */
template <enum ga_scope S> GA_DEVICE void ga_threadfence(void) {
    if constexpr (S == GA_SCOPE_BLOCK)
        __threadfence_block();
    else if constexpr (S == GA_SCOPE_DEVICE)
        __threadfence();
    else
        __threadfence_system();
    ga_hip_await_write_back(S);
    asm volatile("" ::: "memory");
}

/* Relaxed in the wavefront is a load or store without any cache bits, which the compiler neither drops nor
 * joins with others. A volatile one needs to know that the memory is global, or it is a flat one. */
GA_DEVICE uint32_t ga_load_plain(const uint32_t *p) {
    return __hip_atomic_load(p, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WAVEFRONT);
}
GA_DEVICE void ga_store_plain(uint32_t *p, uint32_t x) {
    __hip_atomic_store(p, x, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WAVEFRONT);
}
GA_DEVICE uint32_t ga_load_volatile(const uint32_t *p) {
    return *(const volatile __attribute__((address_space(1))) uint32_t *)p;
}
GA_DEVICE void ga_store_volatile(uint32_t *p, uint32_t x) {
    *(volatile __attribute__((address_space(1))) uint32_t *)p = x;
}

/* All the cache bits there are: through every cache, and kept in none. src: the ISA manuals' "Memory
 * scopes" and "Cache controls". */
#if defined(__gfx940__) || defined(__gfx941__) || defined(__gfx942__) || defined(__gfx950__)
#define GA_GCN_PAST_CACHES "sc0 sc1 nt"
#elif defined(__GFX9__)
#define GA_GCN_PAST_CACHES "glc slc"
#elif defined(__GFX12__)
#define GA_GCN_PAST_CACHES "th:TH_STORE_NT scope:SCOPE_SYS"
#else
#define GA_GCN_PAST_CACHES "glc slc dlc"
#endif
#if defined(__GFX12__)
#define GA_GCN_LOAD "global_load_b32 %0, %1, off th:TH_LOAD_NT scope:SCOPE_SYS\n s_wait_loadcnt 0x0"
#define GA_GCN_STORE "global_store_b32 %0, %1, off " GA_GCN_PAST_CACHES
#elif defined(__GFX11__)
#define GA_GCN_LOAD "global_load_b32 %0, %1, off " GA_GCN_PAST_CACHES "\n s_waitcnt vmcnt(0)"
#define GA_GCN_STORE "global_store_b32 %0, %1, off " GA_GCN_PAST_CACHES
#else
#define GA_GCN_LOAD "global_load_dword %0, %1, off " GA_GCN_PAST_CACHES "\n s_waitcnt vmcnt(0)"
#define GA_GCN_STORE "global_store_dword %0, %1, off " GA_GCN_PAST_CACHES
#endif
GA_DEVICE uint32_t ga_load_mmio(const uint32_t *p) {
    uint32_t x = 0;
#if defined(__HIP_DEVICE_COMPILE__)
    asm volatile(GA_GCN_LOAD : "=&v"(x) : "v"(p) : "memory");
#endif
    return x;
}
GA_DEVICE void ga_store_mmio(uint32_t *p, uint32_t x) {
#if defined(__HIP_DEVICE_COMPILE__)
    asm volatile(GA_GCN_STORE ::"v"(p), "v"(x) : "memory");
#endif
}

#endif
