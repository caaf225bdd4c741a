/* Kernels for `inspect` that could be cheaper, but the last. make.sh compiles them with -lineinfo. */
#include <cuda_bf16.h>
#include <cuda_fp16.h>

static __device__ void bump(unsigned *p) { atomicAdd_system(p, p[99]); }

/* Its line is the inlined function's, not that of the toolkit's header. */
extern "C" __global__ void inlined(unsigned *p) { bump(p + threadIdx.x); }

/* The hardware adds floats. */
extern "C" __global__ void float_loop(float *p) {
    int *const word = (int *)p + threadIdx.x;
    int seen = *word, old;
    do {
        old = seen;
        seen = atomicCAS(word, old, __float_as_int(__int_as_float(old) + p[99]));
    } while (seen != old);
}

extern "C" __global__ void double_loop(double *p) {
    unsigned long long *const word = (unsigned long long *)p + threadIdx.x;
    unsigned long long seen = *word, old;
    do {
        old = seen;
        seen = atomicCAS(word, old, __double_as_longlong(__longlong_as_double(old) + p[99]));
    } while (seen != old);
}

/* The hardware adds pairs of halves, not one. */
extern "C" __global__ void half_loop(__half *p) { atomicAdd(p + threadIdx.x, p[99]); }

extern "C" __global__ void bfloat_loop(__nv_bfloat16 *p) { atomicAdd(p + threadIdx.x, p[99]); }

extern "C" __global__ void half_pair(__half2 *p) { atomicAdd(p + threadIdx.x, p[99]); }

/* A release orders what stands before it, by a fence of its own. */
extern "C" __global__ void fence_twice(unsigned *p) {
    p[64 + threadIdx.x] = 1;
    __threadfence();
    asm volatile("red.release.gpu.global.add.u32 [%0], %1;" ::"l"(p + threadIdx.x), "r"(1)
                 : "memory");
}

/* Shared memory adds integers of 32 bits, no wider ones. */
extern "C" __global__ void shared_wide(unsigned long long *p) {
    __shared__ unsigned long long bins[32];
    bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(bins + (threadIdx.x & 7), p[threadIdx.x]);
    __syncthreads();
    p[threadIdx.x] = bins[threadIdx.x];
}

/* A product: no target has it. */
extern "C" __global__ void product_loop(float *p) {
    int *const word = (int *)p + threadIdx.x;
    int seen = *word, old;
    do {
        old = seen;
        seen = atomicCAS(word, old, __float_as_int(__int_as_float(old) * p[99]));
    } while (seen != old);
}
