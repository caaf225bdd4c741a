/* Kernels whose use of shared memory's atomic unit is known, for recordings of a profiler: each launch has
 * one block of 1024 threads twice on every SM, and every warp does ROUNDS of its operation.
 *   nvcc -arch=sm_90 -O3 -o known known.cu && ncu ... ./known [DIVISOR OF THE ROUNDS] */
#include <cstdint>
#include <cstdio>
#include <cstdlib>

static const int ROUNDS = 2048;

/* stride: words between the lanes of a warp, 0: one word. The compiler knows neither. */
template <typename T, bool Count>
__device__ void add(T *words, T one, int stride, int e, int rounds) {
    T *const word = words + threadIdx.x % 32 * stride;
    if (threadIdx.x % 32 < e)
        for (int i = 0; i < rounds; i++)
            atomicAdd(word, Count ? (T)1 : one);
}
__global__ void add_u32(unsigned one, int stride, int e, int rounds) {
    __shared__ unsigned words[1024];
    add<unsigned, false>(words, one, stride, e, rounds);
}
__global__ void count_u32(unsigned one, int stride, int e, int rounds) {
    __shared__ unsigned words[1024];
    add<unsigned, true>(words, one, stride, e, rounds);
}
__global__ void add_f32(float one, int stride, int e, int rounds) {
    __shared__ float words[1024];
    add<float, false>(words, one, stride, e, rounds);
}
__global__ void add_u64(unsigned long long one, int stride, int e, int rounds) {
    __shared__ unsigned long long words[1024];
    add<unsigned long long, false>(words, one, stride, e, rounds);
}
__global__ void cas_u32(unsigned one, int stride, int e, int rounds) {
    __shared__ unsigned words[1024];
    unsigned *const word = words + threadIdx.x % 32 * stride;
    if (threadIdx.x % 32 < e)
        for (int i = 0; i < rounds; i++)
            atomicCAS(word, (unsigned)i, i + one);
}
/* One add in the time of some hundred other instructions. */
__global__ void rare_u32(unsigned one, int stride, int e, int rounds) {
    __shared__ unsigned words[1024];
    unsigned *const word = words + threadIdx.x % 32 * stride;
    float x = one;
    for (int i = 0; i < rounds; i++) {
        for (int k = 0; k < 400; k++)
            x = x * 1.0001f + 0.5f;
        if (threadIdx.x % 32 < e)
            atomicAdd(word, x > 0 ? one : 0);
    }
}
/* No atomics at all. */
__global__ void none(float *out, int rounds) {
    float x = threadIdx.x;
    for (int i = 0; i < rounds; i++)
        x = x * 1.0001f + 0.5f;
    if (x == 0.0f)
        *out = x;
}

int main(int argc, char **argv) {
    const int rounds = ROUNDS / (argc > 1 ? atoi(argv[1]) : 1);
    int sms = 0;
    float *out;
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    cudaMalloc(&out, 4);
    const int blocks = 2 * sms;
    add_u32<<<blocks, 1024>>>(1, 0, 32, rounds);
    add_u32<<<blocks, 1024>>>(1, 0, 8, rounds);
    add_u32<<<blocks, 1024>>>(1, 0, 1, rounds);
    add_u32<<<blocks, 1024>>>(1, 1, 32, rounds);
    count_u32<<<blocks, 1024>>>(1, 0, 32, rounds);
    cas_u32<<<blocks, 1024>>>(1, 0, 32, rounds);
    add_f32<<<blocks, 1024>>>(1, 0, 32, rounds / 32);
    add_f32<<<blocks, 1024>>>(1, 1, 32, rounds / 32);
    add_u64<<<blocks, 1024>>>(1, 0, 32, rounds / 32);
    add_u64<<<blocks, 1024>>>(1, 1, 32, rounds / 32);
    rare_u32<<<blocks, 1024>>>(1, 0, 32, rounds / 32);
    none<<<blocks, 1024>>>(out, rounds);
    add_u32<<<1, 1024>>>(1, 0, 32, rounds);
    const cudaError_t error = cudaDeviceSynchronize();
    fprintf(stderr, "%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
