/* freed_memory: how long after cudaFree other kernels are slower, because the driver clears what was freed. A launch of random
 * adds to 1 GiB is timed over and over; CSV: GiB freed, us of a launch before, just after, and ms until it is within 1 % again;
 * the last is empty if it was not within MOST_MS. Four times as much is freed every time, as long as there is as much.
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
    BEFORE = 50,
    MOST_MS = 2000
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
        check(cudaGetLastError());
        check(cudaEventRecord(end));
        check(cudaEventSynchronize(end));
        check(cudaEventElapsedTime(&ms, begin, end));
        all += ms;
    }
    return all * 1e3 / n;
}

/* out: false if there is not as much. */
static bool allocate(char **memory, int gib) {
    const cudaError_t error = cudaMalloc(memory, (size_t)gib << 30);
    if (error == cudaErrorMemoryAllocation) {
        fprintf(stderr, "freed_memory: no %d GiB in one piece, so that is all\n", gib);
        return false;
    }
    check(error);
    return true;
}

/* After it was freed. out: ms until a launch took at most 1 % more than before; negative: MOST_MS were not enough. */
static double until_ms(char *memory, double begin_ms, double before_us) {
    while (launch_us(memory, 8) > 1.01 * before_us)
        if (now_ms() - begin_ms >= MOST_MS)
            return -1;
    return now_ms() - begin_ms;
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
        if (!allocate(&freed, gib))
            return 0;
        check(cudaMemset(freed, 0, (size_t)gib << 30));
        const double before = launch_us(memory, BEFORE);
        check(cudaFree(freed));
        const double begin = now_ms(), after = launch_us(memory, 8);
        const double until = until_ms(memory, begin, before);
        printf("%d,%.1f,%.1f,", gib, before, after);
        if (until >= 0)
            printf("%.0f", until);
        printf("\n");
    }
}
