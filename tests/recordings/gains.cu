/* Kernels with atomics as anybody would write them, for ncu_gains.csv and gains_whatif.csv: `gpu-atomics profile --whatif -- ./gains 3`
 * on one H200; gains.cubin: nvcc -arch=sm_90 -cubin gains.cu. Each case has a grid of its
 * own, by which both are joined. `lanes` shows that sectors count lanes on a word. What `whatif` gives of `queue` is none of
 * its atomics' time: all places become one. */
#include "keys.h"
#include <cstdio>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// hist: counts in shared memory, a merge at the end.
template <int Used> __global__ void hist(keys k, uint32_t *out, int flops, uint32_t one) {
    extern __shared__ uint32_t bins[];
    for (uint32_t i = threadIdx.x; i < k.bins; i += blockDim.x)
        bins[i] = 0;
    __syncthreads();
    uint32_t got = 0;
    float x = 0;
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < k.n; i += gridDim.x * blockDim.x) {
        const uint32_t b = key_of(k, i);
        x = work(x + (float)b, flops);
        if (Used)
            got += atomicAdd(&bins[b], one);
        else
            atomicAdd(&bins[b], one);
    }
    if (got == 0x12345678u || x == 1.5e30f)
        out[0] = 1;
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < k.bins; i += blockDim.x)
        atomicAdd(&out[i], bins[i]);
}
template <class T>
__global__ void loops(keys k, T *out, T one) { // adds that are loops in shared memory
    extern __shared__ unsigned char raw[];
    T *bins = (T *)raw;
    for (uint32_t i = threadIdx.x; i < k.bins; i += blockDim.x)
        bins[i] = 0;
    __syncthreads();
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < k.n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[key_of(k, i)], one);
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < k.bins; i += blockDim.x)
        atomicAdd(&out[i], bins[i]);
}
// scatter: adds on device memory.
template <class T> __global__ void scatter(keys k, T *out, T one, int flops) {
    float x = 0;
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < k.n; i += gridDim.x * blockDim.x) {
        const uint32_t b = key_of(k, i);
        x = work(x + (float)b, flops);
        atomicAdd(&out[b], one);
    }
    if (x == 1.5e30f)
        out[0] = one;
}
__global__ void maxima(keys k, float *out) { // a loop of compare-and-swaps on device memory
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < k.n; i += gridDim.x * blockDim.x) {
        const uint32_t b = key_of(k, i);
        const float v = (float)(i & 1023);
        int *at = (int *)&out[b], old = *(volatile int *)at, was;
        do {
            was = old;
            if (__int_as_float(was) >= v)
                break;
            old = atomicCAS(at, was, __float_as_int(v));
        } while (old != was);
    }
}
// chain: each waits for the result of the one before.
__global__ void chain_shared(uint32_t *out, int turns, uint32_t mask, uint32_t one) {
    extern __shared__ uint32_t bins[];
    for (uint32_t i = threadIdx.x; i <= mask; i += blockDim.x)
        bins[i] = 0;
    __syncthreads();
    uint32_t at = threadIdx.x & mask;
    for (int i = 0; i < turns; i++)
        at = (atomicAdd(&bins[at], one) * 1664525u + threadIdx.x) & mask;
    if (at == mask + 1)
        out[0] = at;
}
__global__ void chain_global(uint32_t *out, int turns, uint32_t mask, uint32_t one) {
    uint32_t at = (blockIdx.x * blockDim.x + threadIdx.x) & mask;
    for (int i = 0; i < turns; i++)
        at = (atomicAdd(&out[at], one) * 1664525u + threadIdx.x + i) & mask;
    if (at == mask + 1)
        out[0] = at;
}
// busyblock: one block has most of the atomics.
__global__ void busyblock(keys k, uint32_t *out, int more, uint32_t one) {
    extern __shared__ uint32_t bins[];
    for (uint32_t i = threadIdx.x; i < k.bins; i += blockDim.x)
        bins[i] = 0;
    __syncthreads();
    const int turns = blockIdx.x == 0 ? more : 1;
    for (int t = 0; t < turns; t++)
        for (uint32_t i = blockIdx.x * 4096 + threadIdx.x; i < blockIdx.x * 4096 + 4096;
             i += blockDim.x)
            atomicAdd(&bins[key_of(k, i % k.n)], one);
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < k.bins; i += blockDim.x)
        atomicAdd(&out[i], bins[i]);
}
// phases: all that is read first, all atomics then.
__global__ void phases(keys k, uint32_t *out, int flops, int reads, uint32_t one) {
    extern __shared__ uint32_t bins[];
    for (uint32_t i = threadIdx.x; i < k.bins; i += blockDim.x)
        bins[i] = 0;
    float x = 0;
    for (int r = 0; r < reads; r++)
        for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < k.n;
             i += gridDim.x * blockDim.x)
            x = work(x + (float)k.at[(i + r * 7919) & (k.n - 1)], flops);
    if (x == 1.5e30f)
        bins[0] = 1;
    cg::this_grid().sync();
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < k.n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[key_of(k, i)], one);
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < k.bins; i += blockDim.x)
        atomicAdd(&out[i], bins[i]);
}
// merge: a tree of a block, one atomic each.
__global__ void merge(keys k, float *out, int flops) {
    __shared__ float sums[256];
    float x = 0;
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < k.n; i += gridDim.x * blockDim.x)
        x += work((float)k.at[i], flops);
    sums[threadIdx.x] = x;
    __syncthreads();
    for (int s = 128; s > 0; s >>= 1) {
        if ((int)threadIdx.x < s)
            sums[threadIdx.x] += sums[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd(out, sums[0]);
}
// queue: a place for each that passes.
template <int By_warp> __global__ void queue(keys k, uint32_t *out, uint32_t *tail, uint32_t one) {
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < k.n; i += gridDim.x * blockDim.x) {
        const uint32_t h = k.at[i];
        if ((h & 255) >= k.hot)
            continue;
        uint32_t place;
        if (By_warp) {
            cg::coalesced_group g = cg::coalesced_threads();
            uint32_t first = 0;
            if (g.thread_rank() == 0)
                first = atomicAdd(tail, g.size());
            place = g.shfl(first, 0) + g.thread_rank();
        } else {
            place = atomicAdd(tail + (one - 1) * threadIdx.x, one);
        }
        out[place & (N - 1)] = i;
    }
}
// lanes: groups of e lanes on one word; words of a warp side by side (apart 1) or a sector each (apart 8).
template <int Used>
__global__ void lanes(uint32_t *out, int e, int apart, int turns, uint32_t one) {
    const uint32_t warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
    uint32_t got = 0;
    for (int i = 0; i < turns; i++) {
        uint32_t h = (warp * 977u + i) * 2654435761u;
        h ^= h >> 15;
        const uint32_t at = ((h & 4095) * 256 + lane / e * apart) & (N - 1);
        if (Used)
            got += atomicAdd(&out[at], one + lane);
        else
            atomicAdd(&out[at], one + lane);
    }
    if (got == 0x12345678u)
        out[0] = 1;
}

static uint32_t *out;
static keys base;
static keys of(uint32_t bins, uint32_t hot) {
    keys k = base;
    k.bins = bins;
    k.hot = hot;
    return k;
}
static void run(int times) {
    int g = 0; // each case a block more
    for (int t = 0; t < times; t++) {
        g = 0;
#define L(...)                                                                                     \
    do {                                                                                           \
        __VA_ARGS__;                                                                               \
        cudaError_t e_ = cudaDeviceSynchronize();                                                  \
        if (e_ != cudaSuccess)                                                                     \
            printf("%s\n%s\n", #__VA_ARGS__, cudaGetErrorString(e_));                              \
        cudaMemset(out, 0, N * 4u);                                                                \
    } while (0)
        for (uint32_t hot : {0u, 40u, 128u, 256u})
            L((hist<0><<<528 + g++, 256, 1024>>>(of(256, hot), out, 0, 1)));
        for (int flops : {16, 64, 256})
            L((hist<0><<<528 + g++, 256, 1024>>>(of(256, 40), out, flops, 1)));
        for (int flops : {16, 64})
            L((hist<0><<<528 + g++, 256, 1024>>>(of(256, 256), out, flops, 1)));
        L((hist<0><<<132 + g++, 64, 1024>>>(of(256, 0), out, 0, 1)));
        L((hist<0><<<132 + g++, 64, 1024>>>(of(256, 128), out, 0, 1)));
        for (uint32_t hot : {0u, 128u})
            L((hist<1><<<528 + g++, 256, 1024>>>(of(256, hot), out, 0, 1)));
        L((hist<1><<<528 + g++, 256, 1024>>>(of(256, 0), out, 64, 1)));
        L((hist<0><<<264 + g++, 1024, 32768>>>(of(8192, 0), out, 0, 1)));
        L((hist<0><<<264 + g++, 1024, 128>>>(of(32, 0), out, 4, 1)));
        for (uint32_t hot : {0u, 128u})
            L((loops<float><<<528 + g++, 256, 1024>>>(of(256, hot), (float *)out, 1.f)));
        for (uint32_t hot : {0u, 128u})
            L((loops<unsigned long long>
               <<<528 + g++, 256, 2048>>>(of(256, hot), (unsigned long long *)out, 1ull)));
        for (uint32_t bins : {1u, 32u, 1024u, 1u << 20})
            L((scatter<float><<<528 + g++, 256>>>(of(bins, 0), (float *)out, 1.f, 0)));
        for (uint32_t bins : {1u, 32u, 1024u, 1u << 20})
            L((scatter<uint32_t><<<528 + g++, 256>>>(of(bins, 0), out, 1u, 0)));
        L((scatter<double><<<528 + g++, 256>>>(of(1024, 0), (double *)out, 1., 0)));
        L((scatter<float><<<528 + g++, 256>>>(of(1024, 64), (float *)out, 1.f, 0)));
        L((scatter<float><<<528 + g++, 256>>>(of(1u << 20, 8), (float *)out, 1.f, 0)));
        for (int flops : {64, 512})
            L((scatter<float><<<528 + g++, 256>>>(of(1u << 20, 0), (float *)out, 1.f, flops)));
        L((scatter<uint32_t><<<528 + g++, 256>>>(of(1024, 0), out, 1u, 256)));
        for (uint32_t bins : {32u, 1u << 20})
            L((maxima<<<528 + g++, 256>>>(of(bins, 0), (float *)out)));
        for (int b : {32, 256, 1024})
            L((chain_shared<<<132 + g++, b, 4096>>>(out, 1000, 1023, 1)));
        for (int b : {32, 256})
            L((chain_global<<<132 + g++, b>>>(out, 200, (1 << 20) - 1, 1)));
        for (int more : {16, 128})
            L((busyblock<<<264 + g++, 256, 1024>>>(of(256, 128), out, more, 1)));
        for (int reads : {1, 4, 16}) {
            keys k = of(256, 128);
            int flops = 4, r = reads;
            uint32_t one = 1;
            void *a[] = {&k, &out, &flops, &r, &one};
            L((cudaLaunchCooperativeKernel((void *)phases, 132 + g++, 512, a, 1024, 0)));
        }
        for (int flops : {0, 32})
            L((merge<<<1056 + g++, 256>>>(base, (float *)out, flops)));
        for (uint32_t hot : {16u, 200u})
            L((queue<0><<<528 + g++, 256>>>(of(256, hot), out, out + N, 1)));
        for (uint32_t hot : {16u, 200u})
            L((queue<1><<<528 + g++, 256>>>(of(256, hot), out, out + N, 1)));
        for (int apart : {1, 8})
            for (int e : {1, 2, 4, 8, 16, 32})
                L((lanes<0><<<264 + g++, 256>>>(out, e, apart, 20, 1)));
        for (int apart : {1, 8})
            for (int e : {1, 4, 32})
                L((lanes<1><<<264 + g++, 256>>>(out, e, apart, 20, 1)));
    }
    printf("%d cases\n", g);
}
int main(int argc, char **argv) {
    uint32_t *a = nullptr;
    if (cudaMalloc(&a, N * 4u) || cudaMalloc(&out, N * 8u)) {
        printf("no GPU\n");
        return 77;
    }
    fill<<<1024, 256>>>(a, N);
    cudaMemset(out, 0, N * 8u);
    base = {a, (uint32_t)N, 256, 0};
    run(argc > 1 ? argv[1][0] - 48 : 3);
    return 0;
}
