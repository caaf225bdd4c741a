/* Atomic operations on the block's shared memory, relaxed and at block scope:
 *
 *   ga_shared_add(p, x)    sub, min, max, and, or, xor, inc, dec, exchange: the old value
 *   ga_shared_cas(p, expected, desired)   the old value; it took place if that is `expected`
 *   ga_shared_load(p), ga_shared_store(p, x)
 *
 * overloaded on the type. What the hardware lacks the compiler makes a compare-and-swap loop. inc and
 * dec wrap at x, as in CUDA. */
#ifndef GA_DEVICE_SHARED_OPERATIONS_H
#define GA_DEVICE_SHARED_OPERATIONS_H

#include "device_atomics.h"

#if defined(GA_BACKEND_CUDA)
#include "device_shared_operations_cuda.h"
#else
/* Here an operation is told by its pointer alone, which the compiler sees to be of shared memory. */
#define GA_SHARED(name, type)                                                                      \
    GA_DEVICE type ga_shared_##name(type *p, type x) {                                             \
        return ga_##name<GA_SCOPE_BLOCK, GA_RELAXED>(p, x);                                        \
    }
#define GA_SHARED_BITS(type)                                                                       \
    GA_SHARED(add, type)                                                                           \
    GA_SHARED(sub, type)                                                                           \
    GA_SHARED(min, type)                                                                           \
    GA_SHARED(max, type)                                                                           \
    GA_SHARED(and, type)                                                                           \
    GA_SHARED(or, type)                                                                            \
    GA_SHARED(xor, type)                                                                           \
    GA_SHARED(exchange, type)                                                                      \
    GA_DEVICE type ga_shared_cas(type *p, type expected, type desired) {                           \
        return ga_cas<GA_SCOPE_BLOCK, GA_RELAXED>(p, expected, desired);                           \
    }
GA_SHARED_BITS(uint32_t)
GA_SHARED_BITS(uint64_t)
GA_SHARED(inc, uint32_t)
GA_SHARED(dec, uint32_t)
GA_SHARED(min, int32_t)
GA_SHARED(max, int32_t)
GA_SHARED(add, float)
GA_SHARED(add, double)
#if defined(GA_BACKEND_HIP)
template <typename T> GA_DEVICE T ga_shared_load(const T *p) {
    return __hip_atomic_load(p, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
}
template <typename T> GA_DEVICE void ga_shared_store(T *p, T x) {
    __hip_atomic_store(p, x, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
}
#else
template <typename T> GA_DEVICE T ga_shared_load(const T *p) {
    T x;
    __atomic_load(p, &x, __ATOMIC_RELAXED);
    return x;
}
template <typename T> GA_DEVICE void ga_shared_store(T *p, T x) {
    __atomic_store(p, &x, __ATOMIC_RELAXED);
}
#endif
#endif

#endif
