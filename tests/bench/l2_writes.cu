/* l2_writes: whether the time of writes to an array that fits in the L2 depends on which memory it has. ARRAYS arrays of 12 MiB,
 * all held, each written again and again by all SMs; CSV: round, array, us (the middle of SAMPLES launches). Arrays whose times
 * differ alike in every round differ by their memory.
 *
 *   nvcc -arch=native -o l2_writes tests/bench/l2_writes.cu && ./l2_writes
 *
 * Why global_bandwidth takes another array in the L2 for each sample. Exit status: 0, 1 if CUDA fails. */
#include <algorithm>
#include <cuda_runtime.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum : uint32_t {
    ARRAYS = 24,
    ROUNDS = 4,
    SAMPLES = 15,
    BYTES = 12u << 20,
    TIMES = 40,
    THREADS = 256
};

static void check(cudaError_t error) {
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "l2_writes: %s\n", cudaGetErrorString(error));
    exit(1);
}

__global__ void write(uint4 *array, uint32_t salt) {
    const uint32_t n = BYTES / sizeof *array, step = gridDim.x * blockDim.x;
    for (uint32_t time = 0; time < TIMES; time++)
        for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
            array[i] = make_uint4(i, time, salt, i + time);
}

static float launch_us(uint4 *array, uint32_t blocks) {
    static cudaEvent_t begin, end;
    if (!begin) {
        check(cudaEventCreate(&begin));
        check(cudaEventCreate(&end));
    }
    float us[SAMPLES];
    for (uint32_t i = 0; i < SAMPLES; i++) {
        check(cudaEventRecord(begin));
        write<<<blocks, THREADS>>>(array, i);
        check(cudaGetLastError());
        check(cudaEventRecord(end));
        check(cudaEventSynchronize(end));
        check(cudaEventElapsedTime(&us[i], begin, end));
    }
    std::nth_element(us, us + SAMPLES / 2, us + SAMPLES);
    return us[SAMPLES / 2] * 1e3f;
}

int main(void) {
    struct cudaDeviceProp device;
    uint4 *arrays[ARRAYS];
    check(cudaGetDeviceProperties(&device, 0));
    for (auto &array : arrays)
        check(cudaMalloc(&array, BYTES));
    launch_us(arrays[0], (uint32_t)device.multiProcessorCount);
    printf("round,array,us\n");
    for (uint32_t round = 0; round < ROUNDS; round++)
        for (uint32_t i = 0; i < ARRAYS; i++)
            printf("%u,%u,%.2f\n", round, i,
                   launch_us(arrays[i], (uint32_t)device.multiProcessorCount));
    return 0;
}
