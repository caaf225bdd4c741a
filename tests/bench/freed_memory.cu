/* freed_memory: how long after cudaFree other kernels are slower, because the driver clears what was freed. A launch of random
 * adds to 1 GiB is timed over and over; CSV: GiB freed, us of a launch before, just after, and ms until it is within 1 % again.
 *
 *   nvcc -arch=native -o freed_memory tests/bench/freed_memory.cu && ./freed_memory
 *
 * Why global_reach holds its memory to its end (ga_hold). Exit status: 0, 1 if CUDA fails. */
#include <cuda_runtime.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum : uint32_t {
    LINES = 1u << 23,
    LINE_BYTES = 128,
    ADDS = 1u << 22,
    BLOCKS = 1056,
    THREADS = 256,
    BEFORE = 50
};

static void check(cudaError_t error) {
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "freed_memory: %s\n", cudaGetErrorString(error));
    exit(1);
}

static double now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* Words of the launch number `first` on. src: Appleby, MurmurHash3, the 32-bit finalizer. */
__global__ void add(char *memory, uint32_t first) {
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < ADDS;
         i += gridDim.x * blockDim.x) {
        uint32_t x = first + i;
        x = (x ^ x >> 16) * 0x85ebca6bu;
        x = (x ^ x >> 13) * 0xc2b2ae35u;
        atomicAdd((uint32_t *)(memory + (size_t)((x ^ x >> 16) % LINES) * LINE_BYTES), 1u);
    }
}

/* out: us of n launches, on the mean. */
static double launch_us(char *memory, int n) {
    static cudaEvent_t begin, end;
    static uint32_t first;
    float ms = 0, all = 0;
    if (!begin) {
        check(cudaEventCreate(&begin));
        check(cudaEventCreate(&end));
    }
    for (int i = 0; i < n; i++, first += ADDS) {
        check(cudaEventRecord(begin));
        add<<<BLOCKS, THREADS>>>(memory, first);
        check(cudaEventRecord(end));
        check(cudaEventSynchronize(end));
        check(cudaEventElapsedTime(&ms, begin, end));
        all += ms;
    }
    return all * 1e3 / n;
}

int main(void) {
    char *memory = NULL, *freed = NULL;
    size_t bytes = 0, all = 0;
    check(cudaMalloc(&memory, (size_t)LINES * LINE_BYTES));
    check(cudaMemset(memory, 0, (size_t)LINES * LINE_BYTES));
    launch_us(memory, BEFORE);
    printf("freed_gib,before_us,after_us,until_ms\n");
    for (int gib = 1;; gib *= 4) {
        check(cudaMemGetInfo(&bytes, &all));
        if ((size_t)gib << 30 > bytes)
            return 0;
        check(cudaMalloc(&freed, (size_t)gib << 30));
        check(cudaMemset(freed, 0, (size_t)gib << 30));
        const double before = launch_us(memory, BEFORE);
        check(cudaFree(freed));
        const double begin = now_ms(), after = launch_us(memory, 8);
        while (now_ms() - begin < 2e3 && launch_us(memory, 8) > 1.01 * before)
            ;
        printf("%d,%.1f,%.1f,%.0f\n", gib, before, after, now_ms() - begin);
    }
}
