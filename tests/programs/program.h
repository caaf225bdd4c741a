/* What the programs beside it share that are C++: errors, data on the GPU, numbers that look random. */
#pragma once
#include <cuda_runtime.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <vector>

static inline void check(cudaError_t error) {
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "%s: %s\n", program_invocation_short_name, cudaGetErrorString(error));
    exit(3);
}

static inline uint32_t mix(uint32_t x) {
    x = (x ^ (x >> 15)) * 0x2c1b3c6du;
    x = (x ^ (x >> 12)) * 0x297a2d39u;
    return x ^ (x >> 15);
}

/* own: until the program ends. */
template <typename T> static T *on_gpu(const std::vector<T> &from) {
    T *to = NULL;
    check(cudaMalloc((void **)&to, from.size() * sizeof(T)));
    check(cudaMemcpy(to, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice));
    return to;
}

/* Zeros; own: likewise. */
template <typename T> static T *room(size_t n) {
    T *to = NULL;
    check(cudaMalloc((void **)&to, n * sizeof(T)));
    check(cudaMemset(to, 0, n * sizeof(T)));
    return to;
}
