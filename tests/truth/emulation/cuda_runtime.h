/* As much of CUDA as the kernels of truth.h use, by threads of the CPU: one a GPU thread, one block after the other, so
 * that a block's shared memory is static. It shows that the kernels leave what the CPU says, on any machine; how they
 * run is no matter of it. */
#ifndef EMULATION_H
#define EMULATION_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define __global__
#define __device__
#define __host__
#define __shared__ static

typedef int cudaError_t;
struct uint2 {
    uint32_t x, y;
};
struct uint4 {
    uint32_t x, y, z, w;
};

/* Of a block: barriers for all its threads and for each warp, and what lanes show each other. */
enum { WARP = 32, MOST_WARPS = 32 };
struct emulated_block {
    pthread_barrier_t all, warps[MOST_WARPS];
    uint32_t shown[MOST_WARPS][WARP];
    int any;
};
struct emulated_index {
    uint32_t x;
};
extern struct emulated_block emulated;
extern thread_local struct emulated_index threadIdx, blockIdx;
extern struct emulated_index blockDim, gridDim;

inline void __syncthreads() { pthread_barrier_wait(&emulated.all); }
inline void __syncwarp() { pthread_barrier_wait(&emulated.warps[threadIdx.x / WARP]); }
inline void __threadfence_block() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
inline int __syncthreads_or(int x) {
    __atomic_fetch_or(&emulated.any, x != 0, __ATOMIC_RELAXED);
    __syncthreads();
    const int any = __atomic_load_n(&emulated.any, __ATOMIC_RELAXED);
    __syncthreads();
    __atomic_store_n(&emulated.any, 0, __ATOMIC_RELAXED);
    __syncthreads();
    return any;
}

/* Warps are whole wherever lanes look at each other. */
inline uint32_t __activemask() { return ~0u; }
inline const uint32_t *emulated_show(uint32_t x) {
    uint32_t *const shown = emulated.shown[threadIdx.x / WARP];
    shown[threadIdx.x % WARP] = x;
    __syncwarp();
    return shown;
}
inline uint32_t __shfl_sync(uint32_t, uint32_t x, uint32_t lane) {
    const uint32_t theirs = emulated_show(x)[lane];
    __syncwarp();
    return theirs;
}
inline uint32_t __shfl_down_sync(uint32_t all, uint32_t x, int distance) {
    const uint32_t lane = threadIdx.x % WARP, from = lane + (uint32_t)distance;
    return __shfl_sync(all, x, from < WARP ? from : lane);
}
inline uint32_t __ballot_sync(uint32_t, bool is_so) {
    const uint32_t *const shown = emulated_show(is_so);
    uint32_t ballot = 0;
    for (uint32_t lane = 0; lane < WARP; lane++)
        ballot |= shown[lane] << lane;
    __syncwarp();
    return ballot;
}
inline uint32_t __float_as_uint(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}
inline int __popc(uint32_t x) { return __builtin_popcount(x); }

template <typename T> T atomicAdd(T *word, T x) {
    return __atomic_fetch_add(word, x, __ATOMIC_RELAXED);
}
inline uint32_t atomicOr(uint32_t *word, uint32_t x) {
    return __atomic_fetch_or(word, x, __ATOMIC_RELAXED);
}
inline uint32_t atomicXor(uint32_t *word, uint32_t x) {
    return __atomic_fetch_xor(word, x, __ATOMIC_RELAXED);
}
inline uint32_t atomicCAS(uint32_t *word, uint32_t expected, uint32_t x) {
    __atomic_compare_exchange_n(word, &expected, x, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return expected;
}
inline uint32_t atomicMax(uint32_t *word, uint32_t x) {
    uint32_t old = __atomic_load_n(word, __ATOMIC_RELAXED);
    while (old < x &&
           !__atomic_compare_exchange_n(word, &old, x, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        continue;
    return old;
}
inline uint32_t atomicMin(uint32_t *word, uint32_t x) {
    uint32_t old = __atomic_load_n(word, __ATOMIC_RELAXED);
    while (old > x &&
           !__atomic_compare_exchange_n(word, &old, x, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        continue;
    return old;
}
inline float atomicAdd(float *word, float x) {
    float old, sum;
    __atomic_load(word, &old, __ATOMIC_RELAXED);
    do
        sum = old + x;
    while (!__atomic_compare_exchange(word, &old, &sum, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return old;
}

#endif
