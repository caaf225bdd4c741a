/* npp_ops TIMES: NPP's histograms and labels of images of 4096 x 4096, of noise, of noise about its middle, and of one value. */
#include <cuda_runtime_api.h>
#include <npp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <vector>

#include "program.h"

enum { SIDE = 4096, PIXELS = SIDE * SIDE };
static const NppiSize whole = {SIDE, SIDE};

static void check(NppStatus status) {
    if (status >= 0) /* above are warnings */
        return;
    fprintf(stderr, "npp_ops: NPP's error %d\n", (int)status);
    exit(3);
}

/* Bytes, which versions of NPP write as one type or the other. */
struct bytes {
    size_t n = 0;
    operator size_t *() { return &n; }
    operator int *() { return reinterpret_cast<int *>(&n); }
};

static Npp8u *temporary(size_t n) {
    static void *memory;
    static size_t most;
    if (n > most) {
        cudaFree(memory);
        check(cudaMalloc(&memory, most = n));
    }
    return (Npp8u *)memory;
}

enum noise { EVEN, MIDDLE, ONE };
static double value(uint32_t i, enum noise noise) {
    const double u = mix(i) / 4294967296.0;
    return noise == EVEN ? u : noise == ONE ? 0.5 : 0.5 + 4 * (u - 0.5) * (u - 0.5) * (u - 0.5);
}

template <typename T> static T *image(enum noise noise, double most) {
    std::vector<T> pixels(PIXELS);
    for (uint32_t i = 0; i < PIXELS; i++)
        pixels[i] = (T)(value(i, noise) * most);
    T *to = NULL;
    check(cudaMalloc((void **)&to, pixels.size() * sizeof(T)));
    check(cudaMemcpy(to, pixels.data(), pixels.size() * sizeof(T), cudaMemcpyHostToDevice));
    return to;
}

struct images {
    Npp8u *bytes;
    Npp16u *words;
    Npp32f *floats;
    Npp32s *counts;
    Npp32f *levels; /* 65 */
    Npp32u *labels;
};

static void histograms(const struct images *of, const NppStreamContext &at) {
    struct bytes n;
    for (int levels : {257, 17, 3}) {
        check(nppiHistogramEvenGetBufferSize_8u_C1R_Ctx(whole, levels, n, at));
        check(nppiHistogramEven_8u_C1R_Ctx(of->bytes, SIDE, whole, of->counts, levels, 0, 256,
                                           temporary(n.n), at));
    }
    for (int levels : {1025, 65}) {
        check(nppiHistogramEvenGetBufferSize_16u_C1R_Ctx(whole, levels, n, at));
        check(nppiHistogramEven_16u_C1R_Ctx(of->words, SIDE * 2, whole, of->counts, levels, 0,
                                            65536, temporary(n.n), at));
    }
    check(nppiHistogramRangeGetBufferSize_32f_C1R_Ctx(whole, 65, n, at));
    check(nppiHistogramRange_32f_C1R_Ctx(of->floats, SIDE * 4, whole, of->counts, of->levels, 65,
                                         temporary(n.n), at));
    const NppiSize third = {SIDE / 3, SIDE};
    int levels[3] = {257, 257, 257}, low[3] = {0, 0, 0}, high[3] = {256, 256, 256};
    Npp32s *counts[3] = {of->counts, of->counts + 256, of->counts + 512};
    check(nppiHistogramEvenGetBufferSize_8u_C3R_Ctx(third, levels, n, at));
    check(nppiHistogramEven_8u_C3R_Ctx(of->bytes, SIDE, third, counts, levels, low, high,
                                       temporary(n.n), at));
}

/* Of bits: neighbours of one value have one label. */
static void labels(const struct images *of, const NppStreamContext &at) {
    struct bytes n;
    check(nppiLabelMarkersUFGetBufferSize_32u_C1R(whole, n));
    check(nppiLabelMarkersUF_8u32u_C1R_Ctx(of->bytes, SIDE, of->labels, SIDE * 4, whole,
                                           nppiNormInf, temporary(n.n), at));
    check(nppiLabelMarkersUF_8u32u_C1R_Ctx(of->bytes, SIDE, of->labels, SIDE * 4, whole, nppiNormL1,
                                           temporary(n.n), at));
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "Usage: npp_ops TIMES\n");
        return 2;
    }
    cudaDeviceProp gpu;
    check(cudaGetDeviceProperties(&gpu, 0));
    NppStreamContext at = {};
    at.nMultiProcessorCount = gpu.multiProcessorCount;
    at.nMaxThreadsPerMultiProcessor = gpu.maxThreadsPerMultiProcessor;
    at.nMaxThreadsPerBlock = gpu.maxThreadsPerBlock;
    at.nSharedMemPerBlock = gpu.sharedMemPerBlock;
    at.nCudaDevAttrComputeCapabilityMajor = gpu.major;
    at.nCudaDevAttrComputeCapabilityMinor = gpu.minor;
    std::vector<Npp32f> steps(65);
    for (size_t i = 0; i < steps.size(); i++)
        steps[i] = (Npp32f)i / 64;
    struct images each[3];
    for (enum noise noise : {EVEN, MIDDLE, ONE}) {
        struct images *const of = &each[noise];
        of->bytes = image<Npp8u>(noise, 255.99);
        of->words = image<Npp16u>(noise, 65535.99);
        of->floats = image<Npp32f>(noise, 1);
        check(cudaMalloc((void **)&of->counts, 2048 * sizeof(Npp32s)));
        check(cudaMalloc((void **)&of->labels, PIXELS * sizeof(Npp32u)));
        check(cudaMalloc((void **)&of->levels, steps.size() * sizeof(Npp32f)));
        check(cudaMemcpy(of->levels, steps.data(), steps.size() * sizeof(Npp32f),
                         cudaMemcpyHostToDevice));
    }
    for (int i = 0; i < atoi(argv[1]); i++)
        for (const struct images &of : each) {
            histograms(&of, at);
            labels(&of, at);
        }
    check(cudaDeviceSynchronize());
    return 0;
}
