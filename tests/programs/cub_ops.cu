/* cub_ops KIND TIMES: CUB's histogram, radix sort, reduce by key and select of 4 Mi keys. KIND: uniform, zipf, constant. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <vector>

#include <cuda/std/functional>

#include <cub/device/device_histogram.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_select.cuh>

#include "program.h"

enum { KEYS = 1 << 22, PLACES = 1 << 16, BINS = 256 };

struct is_even {
    __host__ __device__ bool operator()(uint32_t x) const { return x % 2 == 0; }
};

/* zipf: the inverse of a density that falls as x to the power of -1.1. */
static uint32_t key_of(const char *kind, uint32_t i) {
    const double u = mix(i + 1) / 4294967296.0;
    if (strcmp(kind, "constant") == 0)
        return 0;
    if (strcmp(kind, "zipf") == 0)
        return (uint32_t)pow(1 - u * (1 - pow(PLACES, -0.1)), -10) - 1;
    return (uint32_t)(u * PLACES);
}

template <typename F> static void call(F &&operation, void *temporary, size_t most) {
    size_t bytes = 0;
    check(operation((void *)NULL, bytes));
    if (bytes > most) {
        fprintf(stderr, "cub_ops: %zu bytes of temporary memory\n", bytes);
        exit(3);
    }
    check(operation(temporary, bytes));
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "Usage: cub_ops uniform|zipf|constant TIMES\n");
        return 2;
    }
    std::vector<uint32_t> host(KEYS);
    for (uint32_t i = 0; i < KEYS; i++)
        host[i] = key_of(argv[1], i);
    const size_t most = (size_t)64 << 20, bytes = KEYS * sizeof(uint32_t);
    uint32_t *keys, *sorted, *out, *sums, *n_out;
    int *bins;
    void *temporary;
    check(cudaMalloc(&keys, bytes));
    check(cudaMalloc(&sorted, bytes));
    check(cudaMalloc(&out, bytes));
    check(cudaMalloc(&sums, bytes));
    check(cudaMalloc(&n_out, sizeof *n_out));
    check(cudaMalloc(&bins, BINS * sizeof *bins));
    check(cudaMalloc(&temporary, most));
    check(cudaMemcpy(keys, host.data(), bytes, cudaMemcpyHostToDevice));
    for (int i = 0; i < atoi(argv[2]); i++) {
        call(
            [&](void *t, size_t &n) {
                return cub::DeviceHistogram::HistogramEven(t, n, keys, bins, BINS + 1, 0u,
                                                           (uint32_t)PLACES, (int)KEYS);
            },
            temporary, most);
        call(
            [&](void *t, size_t &n) {
                return cub::DeviceRadixSort::SortKeys(t, n, keys, sorted, (int)KEYS);
            },
            temporary, most);
        call(
            [&](void *t, size_t &n) {
                return cub::DeviceReduce::ReduceByKey(t, n, keys, out, keys, sums, n_out,
                                                      cuda::std::plus<>{}, (int)KEYS);
            },
            temporary, most);
        call(
            [&](void *t, size_t &n) {
                return cub::DeviceSelect::If(t, n, keys, out, n_out, (int)KEYS, is_even());
            },
            temporary, most);
    }
    check(cudaDeviceSynchronize());
    return 0;
}
