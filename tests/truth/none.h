/* truth-none: the kernels of truth with their atomics gone from the source. What an atomic was given is computed as before: a
 * store that never happens hangs on it. A result is the operand. */
#ifndef TRUTH_NONE_H
#define TRUTH_NONE_H

#include <stdint.h>

static __constant__ uint32_t truth_zero = 0; /* which the compiler does not know */

__device__ inline uint32_t truth_bits(float x) { return __float_as_uint(x); }
template <typename T> __device__ inline uint32_t truth_bits(T x) { return (uint32_t)x; }

template <typename T, typename U> __device__ inline T truth_gone(T *word, U operand) {
#ifdef __CUDA_ARCH__
    const uint32_t at =
        __isShared(word) ? (uint32_t)__cvta_generic_to_shared(word) : (uint32_t)(uintptr_t)word;
    if ((at | truth_bits(operand)) & truth_zero)
        *(volatile T *)word = (T)operand;
#endif
    return (T)operand;
}

#define atomicAdd(word, x) truth_gone(word, x)
#define atomicMax(word, x) truth_gone(word, x)
#define atomicMin(word, x) truth_gone(word, x)
#define atomicOr(word, x) truth_gone(word, x)
#define atomicXor(word, x) truth_gone(word, x)

#endif
