/* device_order.h on AMD. src: LLVM, "User Guide for AMDGPU Backend", memory model; clang, "Language
 * Extensions: __builtin_amdgcn_fence". */
#ifndef GA_DEVICE_ORDER_HIP_H
#define GA_DEVICE_ORDER_HIP_H

#define GA_HIP_ORDERED_AT(S_, O_, make, scope, order)                                              \
    if constexpr (S == S_ && O == O_)                                                              \
        make(order, scope);
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
    GA_HIP_SCOPES(GA_HIP_LOADS_AT)
}
template <enum ga_scope S, enum ga_order O, typename T> GA_DEVICE void ga_store(T *p, T x) {
    static_assert(O == GA_RELAXED || O == GA_RELEASE || O == GA_SEQ_CST);
    GA_HIP_SCOPES(GA_HIP_STORES_AT)
}
template <enum ga_scope S, enum ga_order O> GA_DEVICE void ga_fence(void) {
    static_assert(O != GA_RELAXED);
    GA_HIP_FENCES_AT(GA_SCOPE_BLOCK, "workgroup")
    GA_HIP_FENCES_AT(GA_SCOPE_DEVICE, "agent")
    GA_HIP_FENCES_AT(GA_SCOPE_SYSTEM, "")
}

#endif
