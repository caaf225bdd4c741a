/* NVIDIA, through CUDA's C runtime API, linked statically: the program starts without a driver. */
#include <cuda_runtime_api.h>
#include <cuda_profiler_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>
#else
#define nvtxRangePushA(name) ((void)(name))
#define nvtxRangePop() ((void)0)
#endif

#include "backend.h"
#include "backend_cuda.h"
#include "nvml.h"

#define GA_BACKEND cuda
#include "bench.h"
#include "registry.def"

extern const void *ga_probe_entry_cuda(void);

struct cuda_gpu {
    struct ga_gpu gpu;
    cudaEvent_t event[GA_N_EVENTS];
};

enum ga_status ga_cuda_check(cudaError_t error, const char *what, struct ga_err *err) {
    if (error == cudaSuccess)
        return GA_OK;
    return ga_fail(err, GA_ERROR, "cuda: %s: %s (%s)", what, cudaGetErrorString(error),
                   cudaGetErrorName(error));
}

static enum ga_status count(int *n, struct ga_err *err) {
    *n = 0;
    const cudaError_t error = cudaGetDeviceCount(n);
    if (error == cudaErrorInsufficientDriver) {
        int driver = 0;
        cudaDriverGetVersion(&driver);
        return ga_fail(
            err, GA_UNSUPPORTED,
            driver ? "cuda: the NVIDIA driver is older than the CUDA runtime %d.%d of this program"
                   : "cuda: no NVIDIA driver (libcuda.so.1) on this machine; runtime %d.%d",
            CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10);
    }
    if (error != cudaSuccess || *n == 0)
        return ga_fail(err, GA_UNSUPPORTED, "cuda: %s", cudaGetErrorString(error));
    return GA_OK;
}

static int attribute(enum cudaDeviceAttr which, int index) {
    int value = 0;
    cudaDeviceGetAttribute(&value, which, index);
    return value;
}

/* The instruction set that runs is that of the code the driver chose, not the device's own. */
static enum ga_status read_target(struct ga_limits *limits, int index, struct ga_err *err) {
    struct cudaFuncAttributes attributes;
    const cudaError_t error = cudaFuncGetAttributes(&attributes, ga_probe_entry_cuda());
    const int major = attribute(cudaDevAttrComputeCapabilityMajor, index),
              minor = attribute(cudaDevAttrComputeCapabilityMinor, index);
    if (error != cudaSuccess)
        return ga_fail(err, GA_ERROR,
                       "cuda:%d: %s (sm_%d%d) cannot run this program's code: %s; build it with "
                       "-DCMAKE_CUDA_ARCHITECTURES=%d%d",
                       index, limits->name, major, minor, cudaGetErrorString(error), major, minor);
    snprintf(limits->target, sizeof limits->target, "sm_%d", attributes.binaryVersion);
    return GA_OK;
}

/* As nvidia-smi writes it. */
static void write_uuid(char *text, size_t capacity, const unsigned char *uuid) {
    size_t at = (size_t)snprintf(text, capacity, "GPU");
    for (int i = 0; i < 16 && at < capacity; i++)
        at += (size_t)snprintf(text + at, capacity - at, "%s%02x",
                               i == 0 || (i >= 4 && i <= 10 && i % 2 == 0) ? "-" : "", uuid[i]);
}

/* Other processes may have the rest. */
static size_t free_bytes(size_t all) {
    size_t n = 0, total = 0;
    return cudaMemGetInfo(&n, &total) == cudaSuccess ? n : all;
}

static enum ga_status read_limits(struct ga_limits *limits, int index, struct ga_err *err) {
    struct cudaDeviceProp p;
    const enum ga_status status =
        ga_cuda_check(cudaGetDeviceProperties(&p, index), "reading the device's properties", err);
    if (status != GA_OK)
        return status;
    int driver = 0;
    cudaDriverGetVersion(&driver);
    *limits = (struct ga_limits){
        .warp_size = (uint32_t)p.warpSize,
        .warps_per_sm = (uint32_t)(p.maxThreadsPerMultiProcessor / p.warpSize),
        .blocks_per_sm = (uint32_t)p.maxBlocksPerMultiProcessor,
        .threads_per_block = (uint32_t)p.maxThreadsPerBlock,
        .sm_count = (uint32_t)p.multiProcessorCount,
        .shared_bytes_per_block = (uint32_t)p.sharedMemPerBlockOptin,
        .shared_bytes_per_sm = (uint32_t)p.sharedMemPerMultiprocessor,
        .l2_bytes = (uint64_t)p.l2CacheSize,
        .memory_bytes = p.totalGlobalMem,
        .free_bytes = free_bytes(p.totalGlobalMem),
        .sm_clock_khz = (uint32_t)attribute(cudaDevAttrClockRate, index),
        .memory_clock_khz = (uint32_t)attribute(cudaDevAttrMemoryClockRate, index),
        .ecc = attribute(cudaDevAttrEccEnabled, index) != 0,
        .tick_ns = 1, /* %globaltimer counts ns */
        .host_native_atomics = attribute(cudaDevAttrHostNativeAtomicSupported, index) != 0,
    };
    snprintf(limits->name, sizeof limits->name, "%.95s", p.name);
    write_uuid(limits->uuid, sizeof limits->uuid, (const unsigned char *)p.uuid.bytes);
    if (cudaDeviceGetPCIBusId(limits->id, sizeof limits->id, index) != cudaSuccess)
        *limits->id = '\0';
    snprintf(limits->driver, sizeof limits->driver, "CUDA %d.%d", driver / 1000,
             driver % 1000 / 10);
    snprintf(limits->runtime, sizeof limits->runtime, "CUDA runtime %d.%d", CUDART_VERSION / 1000,
             CUDART_VERSION % 1000 / 10);
    ga_cuda_read_remote(limits, index, ga_probe_entry_cuda());
    return read_target(limits, index, err);
}

static void cuda_close(struct ga_gpu *gpu) {
    struct cuda_gpu *const self = (struct cuda_gpu *)gpu;
    if (gpu->stuck)
        return;
    if (gpu->scratch)
        cudaFree(gpu->scratch);
    for (int i = 0; i < GA_N_EVENTS; i++)
        if (self->event[i])
            cudaEventDestroy(self->event[i]);
    free(self);
}

static enum ga_status cuda_open(const char *spec, struct ga_gpu **gpu, struct ga_err *err) {
    extern const struct ga_backend ga_backend_cuda;
    int n = 0, index = 0;
    if (count(&n, err) != GA_OK)
        return GA_ERROR;
    const enum ga_status found = ga_device_index("cuda", spec, n, &index, err);
    if (found != GA_OK)
        return found;
    struct cuda_gpu *const self = calloc(1, sizeof *self);
    if (!self)
        return ga_fail(err, GA_ERROR, "out of memory");
    self->gpu.backend = &ga_backend_cuda;
    self->gpu.patience_s = 30;
    self->gpu.spin_s =
        attribute(cudaDevAttrKernelExecTimeout, index) ? GA_SPIN_DISPLAY_S : GA_SPIN_S;
    enum ga_status status = ga_cuda_check(cudaSetDevice(index), "choosing the device", err);
    if (status == GA_OK)
        status = read_limits(&self->gpu.limits, index, err);
    for (int i = 0; status == GA_OK && i < GA_N_EVENTS; i++)
        status = ga_cuda_check(cudaEventCreate(&self->event[i]), "creating an event", err);
    if (status != GA_OK) {
        cuda_close(&self->gpu);
        return status;
    }
    *gpu = &self->gpu;
    return GA_OK;
}

static enum ga_status cuda_alloc(struct ga_gpu *gpu, size_t bytes, void **memory,
                                 struct ga_err *err) {
    (void)gpu;
    const enum ga_status status =
        ga_cuda_check(cudaMalloc(memory, bytes), "allocating device memory", err);
    return status == GA_OK ? ga_cuda_check(cudaMemset(*memory, 0, bytes), "clearing memory", err)
                           : status;
}

static void cuda_free(struct ga_gpu *gpu, void *memory) {
    (void)gpu;
    cudaFree(memory);
}

static enum ga_status cuda_clear(struct ga_gpu *gpu, void *memory, size_t bytes,
                                 struct ga_err *err) {
    (void)gpu;
    return ga_cuda_check(cudaMemset(memory, 0, bytes), "clearing memory", err);
}

static enum ga_status cuda_upload(struct ga_gpu *gpu, void *to, const void *from, size_t bytes,
                                  struct ga_err *err) {
    (void)gpu;
    return ga_cuda_check(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice),
                         "copying to the device", err);
}

static enum ga_status cuda_download(struct ga_gpu *gpu, void *to, const void *from, size_t bytes,
                                    struct ga_err *err) {
    (void)gpu;
    return ga_cuda_check(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost),
                         "copying from the device", err);
}

static enum ga_status record(struct ga_gpu *gpu, enum ga_event event, struct ga_err *err) {
    return ga_cuda_check(cudaEventRecord(((struct cuda_gpu *)gpu)->event[event], NULL),
                         "recording an event", err);
}

static enum ga_status is_done(struct ga_gpu *gpu, bool *done, struct ga_err *err) {
    const cudaError_t error = cudaEventQuery(((struct cuda_gpu *)gpu)->event[gpu->awaited]);
    *done = error == cudaSuccess;
    return error == cudaErrorNotReady ? GA_OK : ga_cuda_check(error, "running a kernel", err);
}

/* What a block gets without asking, and without another split of L1 and shared memory. */
enum { DEFAULT_SHARED_BYTES = 16 << 10 };

enum ga_status ga_cuda_enqueue(const struct ga_launch *launch, struct ga_err *err) {
    const dim3 blocks = {launch->n_blocks, 1, 1}, threads = {launch->n_threads, 1, 1};
    void *args = NULL;
    memcpy(&args, &launch->args, sizeof args); /* the API takes no const */
    enum ga_status status = GA_OK;
    if (launch->shared_bytes > DEFAULT_SHARED_BYTES) {
        status = ga_cuda_check(cudaFuncSetAttribute(launch->entry,
                                                    cudaFuncAttributeMaxDynamicSharedMemorySize,
                                                    (int)launch->shared_bytes),
                               "asking for shared memory", err);
        if (status == GA_OK)
            status = ga_cuda_check(
                cudaFuncSetAttribute(launch->entry, cudaFuncAttributePreferredSharedMemoryCarveout,
                                     cudaSharedmemCarveoutMaxShared),
                "asking for shared memory", err);
    }
    if (status == GA_OK)
        status = ga_cuda_check(launch->cluster || launch->cooperative
                                   ? ga_cuda_launch_together(launch, &args)
                                   : cudaLaunchKernel(launch->entry, blocks, threads, &args,
                                                      launch->shared_bytes, NULL),
                               "launching a kernel", err);
    return status;
}

/* A launch with a label is in an NVTX range of that name. For a profiler that was told to wait
 * (ncu --profile-from-start off) it is the only thing to see. */
static enum ga_status enqueue_labelled(struct ga_gpu *gpu, const struct ga_launch *launch,
                                       struct ga_err *err) {
    if (!launch->label)
        return ga_cuda_enqueue(launch, err);
    if (gpu->once)
        cudaProfilerStart();
    nvtxRangePushA(launch->label);
    const enum ga_status status = ga_cuda_enqueue(launch, err);
    nvtxRangePop();
    if (gpu->once)
        cudaProfilerStop();
    return status;
}

static enum ga_status cuda_launch(struct ga_gpu *gpu, const struct ga_launch *launches, uint32_t n,
                                  struct ga_err *err) {
    static const struct ga_queue queue = {enqueue_labelled, record, is_done};
    struct cuda_gpu *const self = (struct cuda_gpu *)gpu;
    enum ga_status status = ga_feed(gpu, &queue, launches, n, err);
    float ms = 0;
    if (status == GA_OK)
        status =
            ga_cuda_check(cudaEventElapsedTime(&ms, self->event[GA_BEGIN], self->event[GA_END]),
                          "timing a kernel", err);
    gpu->kernel_s += (double)ms * 1e-3;
    return status;
}

static enum ga_status cuda_occupancy(struct ga_gpu *gpu, const struct ga_launch *launch,
                                     uint32_t *blocks_per_sm, struct ga_err *err) {
    (void)gpu;
    int n = 0;
    const enum ga_status status =
        ga_cuda_check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                          &n, launch->entry, (int)launch->n_threads, launch->shared_bytes),
                      "asking for the occupancy", err);
    if (status == GA_OK)
        *blocks_per_sm = (uint32_t)n;
    return status;
}

const struct ga_backend ga_backend_cuda = {
    .kind = GA_KIND_CUDA,
    .clears_freed = true,
    .count = count,
    .open = cuda_open,
    .close = cuda_close,
    .alloc = cuda_alloc,
    .free = cuda_free,
    .clear = cuda_clear,
    .upload = cuda_upload,
    .download = cuda_download,
    .launch = cuda_launch,
    .occupancy = cuda_occupancy,
    .benches = benches,
    .probe = ga_probe_entry_cuda,
    .remote = &ga_cuda_remote,
    .gauges = ga_nvml_gauges,
    .energy = ga_nvml_energy,
};
