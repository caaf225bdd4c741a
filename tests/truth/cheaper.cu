/* cheaper: pairs of kernels, A and what an edit of `whatif` is to make of A, written so in the source (cheaper.sh): a narrower
 * scope, a load in place of an atomic, one turn of a loop. */
#include <stdint.h>
#include <stdio.h>

#include <cuda/atomic>

enum { BLOCKS = 132, THREADS = 256, TURNS = 64, WORDS = 1 << 16, TIMES = 8 };

using cuda::memory_order_relaxed;
template <cuda::thread_scope S> using word = cuda::atomic_ref<uint32_t, S>;

/* A word that differs from turn to turn, and by lanes. */
__device__ static uint32_t place(uint32_t turn) {
    return (blockIdx.x * THREADS + threadIdx.x + turn * 7919u) % WORDS;
}

template <cuda::thread_scope S> __device__ static void add(uint32_t *words) {
    uint32_t sum = 0;
#pragma unroll 1
    for (uint32_t i = 0; i < TURNS; i++)
        sum += word<S>(words[place(i + sum / 0x7fffffffu)]).fetch_add(0, memory_order_relaxed);
    if (sum == 1)
        words[0] = 0;
}
extern "C" __global__ void add_system(uint32_t *words) { add<cuda::thread_scope_system>(words); }
extern "C" __global__ void add_device(uint32_t *words) { add<cuda::thread_scope_device>(words); }
extern "C" __global__ void add_block(uint32_t *words) { add<cuda::thread_scope_block>(words); }

template <cuda::thread_scope S> __device__ static void load(uint32_t *words) {
    uint32_t sum = 0;
#pragma unroll 1
    for (uint32_t i = 0; i < TURNS; i++)
        sum += word<S>(words[place(i + sum / 0x7fffffffu)]).load(memory_order_relaxed);
    if (sum == 1)
        words[0] = 0;
}
extern "C" __global__ void load_system(uint32_t *words) { load<cuda::thread_scope_system>(words); }
extern "C" __global__ void load_device(uint32_t *words) { load<cuda::thread_scope_device>(words); }

template <cuda::thread_scope S> __device__ static void fence(uint32_t *words) {
#pragma unroll 1
    for (uint32_t i = 0; i < TURNS; i++) {
        words[place(i)] = i;
        cuda::atomic_thread_fence(cuda::memory_order_seq_cst, S);
    }
}
extern "C" __global__ void fence_system(uint32_t *words) {
    fence<cuda::thread_scope_system>(words);
}
extern "C" __global__ void fence_device(uint32_t *words) {
    fence<cuda::thread_scope_device>(words);
}
extern "C" __global__ void fence_block(uint32_t *words) { fence<cuda::thread_scope_block>(words); }

extern "C" __global__ void shared_add(uint32_t *words) {
    __shared__ uint32_t table[1024];
    for (uint32_t i = threadIdx.x; i < 1024; i += THREADS)
        table[i] = 0;
    __syncthreads();
    uint32_t sum = 0;
#pragma unroll 1
    for (uint32_t i = 0; i < TURNS; i++)
        sum += atomicAdd(&table[(place(i) + sum / 0x7fffffffu) % 1024], 0);
    if (sum == 1)
        words[0] = 0;
}
extern "C" __global__ void shared_load(uint32_t *words) {
    __shared__ uint32_t table[1024];
    for (uint32_t i = threadIdx.x; i < 1024; i += THREADS)
        table[i] = 0;
    __syncthreads();
    uint32_t sum = 0;
#pragma unroll 1
    for (uint32_t i = 0; i < TURNS; i++)
        sum += *(volatile uint32_t *)&table[(place(i) + sum / 0x7fffffffu) % 1024];
    if (sum == 1)
        words[0] = 0;
}

/* 8 words for all: most swaps fail. */
template <bool Again> __device__ static void scale(uint32_t *words) {
#pragma unroll 1
    for (uint32_t i = 0; i < TURNS; i++) {
        uint32_t *const at = &words[place(i) % 8], old = *(volatile uint32_t *)at, seen;
        for (;;) {
            seen = atomicCAS(at, old, __float_as_uint(__uint_as_float(old) * 1.5f + 1));
            if (seen == old || !Again)
                break;
            old = seen;
        }
    }
}
extern "C" __global__ void scale_again(uint32_t *words) { scale<true>(words); }
extern "C" __global__ void scale_once(uint32_t *words) { scale<false>(words); }

int main() {
    typedef void kernel(uint32_t *);
    static kernel *const kernels[] = {add_system,  add_device,   add_block,    load_system,
                                      load_device, fence_system, fence_device, fence_block,
                                      shared_add,  shared_load,  scale_again,  scale_once};
    uint32_t *words = NULL;
    cudaMalloc(&words, WORDS * sizeof *words);
    cudaMemset(words, 0, WORDS * sizeof *words);
    for (int i = 0; i < TIMES; i++)
        for (kernel *k : kernels)
            k<<<BLOCKS, THREADS>>>(words);
    const cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess)
        fprintf(stderr, "cheaper: %s\n", cudaGetErrorString(error));
    return error == cudaSuccess                                                 ? 0
           : error == cudaErrorNoDevice || error == cudaErrorInsufficientDriver ? 77
                                                                                : 3;
}
