/* truth-none: the kernels of truth with their atomics gone from the source. What an atomic was given, the word's address and the
 * operand, is computed as before. One FFMA stands where the atomic stood, as the NOP of an edited program does. It mixes them
 * into a register of the kernel, and is issued in one cycle, an integer's instruction in two. A result is the operand.
 * TRUTH_NONE=2, truth-again: a LOP3 instead. Neither is more right: they tell how far two compilations are apart. */
#ifndef TRUTH_NONE_H
#define TRUTH_NONE_H

#include <stdint.h>

#include <cuda_runtime.h>

__device__ inline uint32_t truth_bits(float x) { return __float_as_uint(x); }
template <typename T> __device__ inline uint32_t truth_bits(T x) { return (uint32_t)x; }

template <typename T, typename U> __device__ inline T truth_gone(T *word, U operand) {
#ifdef __CUDA_ARCH__
    const uint32_t at =
        __isShared(word) ? (uint32_t)__cvta_generic_to_shared(word) : (uint32_t)(uintptr_t)word;
    const uint32_t bits = truth_bits(operand);
#if TRUTH_NONE == 2
    asm volatile("lop3.b32 truth_kept, %0, %1, truth_kept, 0x96;" ::"r"(at), "r"(bits) : "memory");
#else
    asm volatile("fma.rn.f32 truth_kept, %0, %1, truth_kept;" ::"f"(__uint_as_float(at)),
                 "f"(__uint_as_float(bits))
                 : "memory");
#endif
#endif
    return (T)operand;
}

/* That register, of a kernel, from here to its end; asked in the end, so that nothing of it is left out. */
struct truth_kept {
    uint32_t *sink;
    uint32_t value;
    __device__ explicit truth_kept(uint32_t *sink, uint32_t value) : sink(sink), value(value) {
#ifdef __CUDA_ARCH__
        asm volatile(".reg .b32 truth_kept;\n\tmov.b32 truth_kept, 0;");
#endif
    }
    __device__ ~truth_kept() {
        uint32_t bits = 0;
#ifdef __CUDA_ARCH__
        asm volatile("mov.b32 %0, truth_kept;" : "=r"(bits));
#endif
        if (bits == value)
            *sink = bits;
    }
};

#define atomicAdd(word, x) truth_gone(word, x)
#define atomicMax(word, x) truth_gone(word, x)
#define atomicMin(word, x) truth_gone(word, x)
#define atomicOr(word, x) truth_gone(word, x)
#define atomicXor(word, x) truth_gone(word, x)

#endif
