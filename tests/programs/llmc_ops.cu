/* llmc_ops TIMES: kernels of llm.c's dev/cuda that add with atomics, of its commit f1e2ace (May 2025), on 8 x 1024 tokens of 768
 * channels. That folder is looked up by -I; needs -lcublas -lcublasLt. */
#include <assert.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cublasLt.h>
#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <type_traits>
#include <vector>

#include "program.h"

/* Each is a program of its own. */
namespace encoder {
#include "encoder_backward.cu"
}
#undef cublasCheck
namespace gradient {
#include "global_norm.cu"
}
#undef cublasCheck
namespace layer {
#include "layernorm_backward.cu"
}
#undef cublasCheck
namespace bias {
#include "matmul_backward_bias.cu"
}

enum { ROWS = 8, TOKENS = 1024, CHANNELS = 768, WORDS = 50257, ALL = ROWS * TOKENS * CHANNELS };

/* Numbers from -1 to 1. */
template <typename T> static T *numbers(size_t n) {
    std::vector<T> from(n);
    for (size_t i = 0; i < n; i++)
        from[i] = (T)(float)(mix((uint32_t)i) / 2147483648.0 - 1);
    T *const to = room<T>(n);
    check(cudaMemcpy(to, from.data(), n * sizeof(T), cudaMemcpyHostToDevice));
    return to;
}

/* What is read: words of which few are many, as in text; u to the fourth power. */
static int *text(void) {
    std::vector<int> from(ROWS * TOKENS);
    for (uint32_t i = 0; i < from.size(); i++) {
        const double u = mix(i) / 4294967296.0;
        from[i] = (int)(u * u * u * u * WORDS);
    }
    int *const to = room<int>(from.size());
    check(cudaMemcpy(to, from.data(), from.size() * sizeof(int), cudaMemcpyHostToDevice));
    return to;
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "Usage: llmc_ops TIMES\n");
        return 2;
    }
    cudaDeviceProp gpu;
    check(cudaGetDeviceProperties(&gpu, 0));
    gradient::deviceProp = gpu;
    gradient::cuda_num_SMs = layer::cuda_num_SMs = bias::cuda_num_SMs = gpu.multiProcessorCount;
    gradient::cuda_threads_per_SM = bias::cuda_threads_per_SM = gpu.maxThreadsPerMultiProcessor;
    using half_float = __nv_bfloat16;
    const float *const floats = numbers<float>(ALL);
    half_float *const halves = numbers<half_float>(ALL);
    half_float *const weight = numbers<half_float>(CHANNELS);
    half_float *const mean = room<half_float>(ROWS * TOKENS);
    half_float *const deviation = numbers<half_float>(ROWS * TOKENS);
    half_float *const dinp = room<half_float>(ALL);
    half_float *const dweight = room<half_float>(CHANNELS);
    half_float *const dbias = room<half_float>(CHANNELS);
    float *const words = room<float>((size_t)WORDS * CHANNELS);
    float *const places = room<float>((size_t)TOKENS * CHANNELS);
    float *const scratch = room<float>((size_t)32 * gpu.multiProcessorCount * (2 * CHANNELS + 1));
    float *const out = room<float>(1024);
    bias::dbias_buffer = room<float>(32 * 4 * CHANNELS);
    half_float *const wide_bias = room<half_float>(4 * CHANNELS);
    const int *const read = text();
    for (int i = 0; i < atoi(argv[1]); i++) {
        encoder::encoder_backward(1, words, places, floats, read, ROWS, TOKENS, CHANNELS, 256);
        for (int kernel : {1, 2, 3})
            gradient::global_norm(kernel, out, halves, ALL, 512);
        for (int kernel : {2, 3, 4, 5, 6, 7, 8, 9, 10})
            layer::layernorm_backward(kernel, dinp, dweight, dbias, scratch, halves, halves, weight,
                                      mean, deviation, ROWS, TOKENS, CHANNELS, 512);
        for (int kernel : {7, 8}) /* of a layer four times as wide, a fourth of the tokens */
            bias::matmul_backward_bias(kernel, wide_bias, halves, ROWS, TOKENS / 4, 4 * CHANNELS,
                                       512);
    }
    check(cudaDeviceSynchronize());
    return 0;
}
