/* truth-none: the kernels of truth with their atomics gone from the source. What an atomic was given is computed as before: a
 * store is given it, which never happens, and the compiler does not know that. A result is the operand. */
#ifndef TRUTH_NONE_H
#define TRUTH_NONE_H

#include <stdint.h>

static __constant__ uint32_t truth_zero = 0; /* which the compiler does not know */

__device__ inline uint32_t truth_bits(float x) { return __float_as_uint(x); }
template <typename T> __device__ inline uint32_t truth_bits(T x) { return (uint32_t)x; }

template <typename T, typename U> __device__ inline T truth_gone(T *word, U operand) {
#ifdef __CUDA_ARCH__
    if (__isShared(word)) /* known at compile time */
        asm volatile(
            "{.reg .pred p; setp.ne.u32 p, %0, 0; @p st.shared.u32 [%1], %2;}" ::"r"(truth_zero),
            "r"((uint32_t)__cvta_generic_to_shared(word)), "r"(truth_bits(operand))
            : "memory");
    else
        asm volatile("{.reg .pred p; setp.ne.u32 p, %0, 0; @p st.u32 [%1], %2;}" ::"r"(truth_zero),
                     "l"(word), "r"(truth_bits(operand))
                     : "memory");
#endif
    return (T)operand;
}

#define atomicAdd(word, x) truth_gone(word, x)
#define atomicMax(word, x) truth_gone(word, x)
#define atomicMin(word, x) truth_gone(word, x)
#define atomicOr(word, x) truth_gone(word, x)
#define atomicXor(word, x) truth_gone(word, x)

#endif
