/* device_shared_operations.h on NVIDIA. src: CUDA C++ Programming Guide, "Atomic Functions": relaxed, the suffix is
 * the scope. The compiler sees that the pointer is to shared memory and writes ATOMS. */
#ifndef GA_DEVICE_SHARED_OPERATIONS_CUDA_H
#define GA_DEVICE_SHARED_OPERATIONS_CUDA_H

#define GA_SHARED(name, function, type, as)                                                        \
    GA_DEVICE type ga_shared_##name(type *p, type x) {                                             \
        return (type)function##_block((as *)p, (as)x);                                             \
    }
#define GA_SHARED_BITS(type, as)                                                                   \
    GA_SHARED(add, atomicAdd, type, as)                                                            \
    GA_SHARED(min, atomicMin, type, as)                                                            \
    GA_SHARED(max, atomicMax, type, as)                                                            \
    GA_SHARED(and, atomicAnd, type, as)                                                            \
    GA_SHARED(or, atomicOr, type, as)                                                              \
    GA_SHARED(xor, atomicXor, type, as)                                                            \
    GA_SHARED(exchange, atomicExch, type, as)                                                      \
    GA_DEVICE type ga_shared_cas(type *p, type expected, type desired) {                           \
        return (type)atomicCAS_block((as *)p, (as)expected, (as)desired);                          \
    }
GA_SHARED_BITS(uint32_t, unsigned)
GA_SHARED_BITS(uint64_t, unsigned long long)
GA_SHARED(sub, atomicSub, uint32_t, unsigned)
GA_SHARED(inc, atomicInc, uint32_t, unsigned)
GA_SHARED(dec, atomicDec, uint32_t, unsigned)
GA_SHARED(min, atomicMin, int32_t, int)
GA_SHARED(max, atomicMax, int32_t, int)
GA_SHARED(add, atomicAdd, float, float)
GA_SHARED(add, atomicAdd, double, double)

template <typename T> GA_DEVICE T ga_shared_load(const T *p) { return *(const volatile T *)p; }
template <typename T> GA_DEVICE void ga_shared_store(T *p, T x) { *(volatile T *)p = x; }

#endif
