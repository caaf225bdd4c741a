/* Kernels of every kind of edit, for compute-sanitizer: sanitized.sh. None depends on a result. */
#include <cstdio>
#include <cuda_runtime.h>

enum { BLOCKS = 32, THREADS = 256, WORDS = 64 };

__global__ void counts(unsigned *out) {
    __shared__ unsigned table[WORDS];
    if (threadIdx.x < WORDS)
        table[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&table[threadIdx.x * 7 % WORDS], threadIdx.x);
    __syncthreads();
    if (threadIdx.x < WORDS && table[threadIdx.x] > 0)
        atomicAdd(&out[threadIdx.x], table[threadIdx.x]);
}
__global__ void sums(float *out) { atomicAdd(&out[threadIdx.x % WORDS], 1.f); }
__global__ void shared_sums(float *out) {
    __shared__ float table[WORDS];
    if (threadIdx.x < WORDS)
        table[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&table[threadIdx.x * 7 % WORDS], 1.f);
    __syncthreads();
    if (threadIdx.x < WORDS)
        out[threadIdx.x] = table[threadIdx.x];
}
/* Of shared memory or device memory, which the compiler does not know: the add says by a predicate that it was done. */
__global__ void sums_of_any(float *out, unsigned in_shared) {
    __shared__ float table[WORDS];
    float *const words = threadIdx.x % 32 < in_shared ? table : out;
    atomicAdd(&words[threadIdx.x % WORDS], 1.f);
    __syncthreads();
    if (threadIdx.x == 0)
        out[WORDS] = table[0];
}
__global__ void products(unsigned *out) {
    unsigned *const word = &out[threadIdx.x % WORDS], seen = *word, was;
    do {
        was = seen;
        seen = atomicCAS(word, was, was * 3 + 1);
    } while (seen != was);
}
__global__ void ordered(unsigned *out) {
    const unsigned ticket = atomicAdd(&out[0], 1u);
    __threadfence_system();
    atomicExch(&out[1 + ticket % (WORDS - 1)], ticket);
    __threadfence();
    atomicMax_system(&out[0], ticket);
}

int main() {
    void *out = nullptr;
    if (cudaMalloc(&out, (WORDS + 1) * sizeof(float)) != cudaSuccess)
        return 77;
    cudaMemset(out, 0, (WORDS + 1) * sizeof(float));
    counts<<<BLOCKS, THREADS>>>((unsigned *)out);
    sums<<<BLOCKS, THREADS>>>((float *)out);
    shared_sums<<<1, THREADS>>>((float *)out);
    sums_of_any<<<BLOCKS, THREADS>>>((float *)out, 16);
    products<<<BLOCKS, THREADS>>>((unsigned *)out);
    ordered<<<BLOCKS, THREADS>>>((unsigned *)out);
    const cudaError_t end = cudaDeviceSynchronize();
    std::printf("%s\n", cudaGetErrorString(end));
    return end != cudaSuccess;
}
