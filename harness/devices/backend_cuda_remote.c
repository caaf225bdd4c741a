/* The CUDA backend beyond one device and one block: memory of the host and of peers, kernels on several
 * GPUs, clusters, cooperative launches. With unified addressing a pointer is the same for the host and all GPUs. */
#include "backend_cuda.h"
#include "clock.h"

static int attribute(enum cudaDeviceAttr which, int index) {
    int value = 0;
    cudaDeviceGetAttribute(&value, which, index);
    return value;
}

/* The kernels' code, and as many warps at a time, are proven for the device that was opened; another may be a
 * display's, or refuse to be shared. */
static bool is_alike(int index, int opened) {
    static const enum cudaDeviceAttr same[] = {
        cudaDevAttrComputeCapabilityMajor, cudaDevAttrComputeCapabilityMinor,
        cudaDevAttrMultiProcessorCount, cudaDevAttrComputeMode};
    bool alike = true;
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        alike &= attribute(same[i], index) == attribute(same[i], opened);
    return alike;
}

static void read_peers(struct ga_limits *limits) {
    for (int from = 0; from < (int)limits->n_gpus; from++)
        for (int to = 0; to < (int)limits->n_gpus; to++) {
            const int opened = (int)limits->gpu;
            const bool alike = is_alike(from, opened) && is_alike(to, opened);
            int access = alike && from == to, atomics = access, rank = -1;
            if (alike && from != to) {
                cudaDeviceGetP2PAttribute(&access, cudaDevP2PAttrAccessSupported, from, to);
                cudaDeviceGetP2PAttribute(&atomics, cudaDevP2PAttrNativeAtomicSupported, from, to);
                cudaDeviceGetP2PAttribute(&rank, cudaDevP2PAttrPerformanceRank, from, to);
            }
            limits->peers[from][to] = (struct ga_peer){
                (uint8_t)((access ? GA_PEER_ACCESS : 0) | (atomics ? GA_PEER_ATOMICS : 0)),
                GA_LINK_UNKNOWN, (int8_t)(rank >= 0 && rank <= INT8_MAX ? rank : -1)};
        }
    ga_cuda_read_links(limits);
}

/* The largest cluster of blocks as large as those of shared_cluster, by the occupancy: 16 on some devices, less
 * where a GPC has fewer SMs. */
static uint32_t most_cluster_blocks(const void *kernel) {
    cudaLaunchConfig_t config = {
        .gridDim = {16, 1, 1}, .blockDim = {1024, 1, 1}, .dynamicSmemBytes = 9 << 10};
    int n = 0;
    if (cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1) !=
            cudaSuccess ||
        cudaOccupancyMaxPotentialClusterSize(&n, kernel, &config) != cudaSuccess)
        cudaGetLastError();
    return n > 0 ? (uint32_t)n : 1;
}

void ga_cuda_read_remote(struct ga_limits *limits, int index, const void *kernel) {
    int n = 0;
    cudaGetDeviceCount(&n);
    limits->n_gpus = n < GA_MOST_GPUS ? (uint32_t)n : GA_MOST_GPUS;
    limits->gpu = (uint32_t)index;
    limits->shared_managed = attribute(cudaDevAttrConcurrentManagedAccess, index) != 0;
    limits->told_managed = limits->shared_managed;
    limits->cooperative = attribute(cudaDevAttrCooperativeLaunch, index) != 0;
    if (attribute(cudaDevAttrClusterLaunch, index))
        limits->cluster_blocks = most_cluster_blocks(kernel);
    read_peers(limits);
}

cudaError_t ga_cuda_launch_together(const struct ga_launch *launch, void **args) {
    cudaLaunchAttribute attributes[2];
    cudaLaunchConfig_t config = {
        .gridDim = {launch->n_blocks, 1, 1},
        .blockDim = {launch->n_threads, 1, 1},
        .dynamicSmemBytes = launch->shared_bytes,
        .attrs = attributes,
    };
    cudaError_t error = cudaSuccess;
    if (launch->cluster) {
        cudaLaunchAttribute *const cluster = &attributes[config.numAttrs++];
        cluster->id = cudaLaunchAttributeClusterDimension;
        cluster->val.clusterDim.x = launch->cluster;
        cluster->val.clusterDim.y = cluster->val.clusterDim.z = 1;
        error =
            cudaFuncSetAttribute(launch->entry, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
    }
    if (launch->cooperative) {
        cudaLaunchAttribute *const cooperative = &attributes[config.numAttrs++];
        cooperative->id = cudaLaunchAttributeCooperative;
        cooperative->val.cooperative = 1;
    }
    return error == cudaSuccess ? cudaLaunchKernelExC(&config, launch->entry, args) : error;
}

static enum ga_status alloc_host(struct ga_gpu *gpu, enum ga_memory kind, size_t bytes,
                                 void **memory, struct ga_err *err) {
    (void)gpu;
    const enum ga_status status = ga_cuda_check(
        kind == GA_MANAGED
            ? cudaMallocManaged(memory, bytes, cudaMemAttachGlobal)
            : cudaHostAlloc(memory, bytes, cudaHostAllocPortable | cudaHostAllocMapped),
        "allocating memory of the host", err);
    for (size_t i = 0; status == GA_OK && i < bytes; i++)
        ((char *)*memory)[i] = 0;
    return status;
}

static void free_host(struct ga_gpu *gpu, enum ga_memory kind, void *memory) {
    if (gpu->stuck)
        return;
    if (kind == GA_MANAGED)
        cudaFree(memory);
    else
        cudaFreeHost(memory);
}

#if CUDART_VERSION >= 13000
#define LOCATION struct cudaMemLocation
static LOCATION in_host(void) { return (LOCATION){.type = cudaMemLocationTypeHost}; }
static LOCATION on_gpu(int index) {
    return (LOCATION){.type = cudaMemLocationTypeDevice, .id = index};
}
#define PREFETCH(memory, bytes, to) cudaMemPrefetchAsync(memory, bytes, to, 0, NULL)
#else
#define LOCATION int
static LOCATION in_host(void) { return cudaCpuDeviceId; }
static LOCATION on_gpu(int index) { return index; }
#define PREFETCH(memory, bytes, to) cudaMemPrefetchAsync(memory, bytes, to, NULL)
#endif

static enum ga_status reside(struct ga_gpu *gpu, enum ga_residence residence, void *memory,
                             size_t bytes, struct ga_err *err) {
    const LOCATION here = on_gpu((int)gpu->limits.gpu),
                   home = residence == GA_KEPT_ON_GPU ? here : in_host();
    cudaError_t error = cudaSuccess;
    if (residence != GA_MOVES)
        error = cudaMemAdvise(memory, bytes, cudaMemAdviseSetPreferredLocation, home);
    if (error == cudaSuccess && residence == GA_KEPT_IN_HOST)
        error = cudaMemAdvise(memory, bytes, cudaMemAdviseSetAccessedBy, here);
    if (error == cudaSuccess)
        error = PREFETCH(memory, bytes, home);
    if (error == cudaSuccess)
        error = cudaStreamSynchronize(NULL);
    return ga_cuda_check(error, "moving managed memory", err);
}

/* Lets every GPU that can reach GPU `on`. */
static enum ga_status open_to_all(const struct ga_limits *limits, uint32_t on, struct ga_err *err) {
    enum ga_status status = GA_OK;
    for (uint32_t from = 0; status == GA_OK && from < limits->n_gpus; from++) {
        if (from == on || !(limits->peers[from][on].can & GA_PEER_ACCESS))
            continue;
        status = ga_cuda_check(cudaSetDevice((int)from), "choosing a peer", err);
        const cudaError_t error = cudaDeviceEnablePeerAccess((int)on, 0);
        if (error == cudaErrorPeerAccessAlreadyEnabled)
            cudaGetLastError(); /* or a later call returns it */
        else if (status == GA_OK)
            status = ga_cuda_check(error, "enabling access to a peer", err);
    }
    return status;
}

static enum ga_status alloc_on(struct ga_gpu *gpu, uint32_t on, size_t bytes, void **memory,
                               struct ga_err *err) {
    enum ga_status status = open_to_all(&gpu->limits, on, err);
    if (status == GA_OK)
        status = ga_cuda_check(cudaSetDevice((int)on), "choosing a peer", err);
    if (status == GA_OK)
        status = ga_cuda_check(cudaMalloc(memory, bytes), "allocating memory of a peer", err);
    if (status == GA_OK)
        status = ga_cuda_check(cudaMemset(*memory, 0, bytes), "clearing memory of a peer", err);
    cudaSetDevice((int)gpu->limits.gpu);
    return status;
}

static void free_on(struct ga_gpu *gpu, uint32_t on, void *memory) {
    (void)on;
    if (!gpu->stuck)
        cudaFree(memory);
}

static struct {
    cudaEvent_t end[GA_MOST_GPUS];
    uint32_t n;
} under_way;

static enum ga_status poll(struct ga_gpu *gpu, bool *done, struct ga_err *err) {
    (void)gpu;
    *done = true;
    for (uint32_t i = 0; i < under_way.n; i++) {
        const cudaError_t error = cudaEventQuery(under_way.end[i]);
        *done &= error == cudaSuccess;
        if (error != cudaSuccess && error != cudaErrorNotReady)
            return ga_cuda_check(error, "running a kernel on a peer", err);
    }
    return GA_OK;
}

/* All that was asked of the GPUs before is done: copies need not be when they return, and may be another GPU's
 * than the memory's. And the kernels' code is there: the driver would load it while other GPUs' kernels wait. */
static enum ga_status make_ready(const struct ga_limits *limits, const struct ga_launch *launches,
                                 const uint32_t *on, uint32_t n, struct ga_err *err) {
    enum ga_status status = GA_OK;
    for (uint32_t g = 0; status == GA_OK && g < limits->n_gpus; g++) {
        struct cudaFuncAttributes attributes;
        if (!(limits->peers[g][g].can & GA_PEER_ACCESS))
            continue;
        status = ga_cuda_check(cudaSetDevice((int)g), "choosing a peer", err);
        for (uint32_t i = 0; status == GA_OK && i < n; i++)
            if (on[i] == g)
                status = ga_cuda_check(cudaFuncGetAttributes(&attributes, launches[i].entry),
                                       "loading a kernel", err);
        if (status == GA_OK)
            status = ga_cuda_check(cudaDeviceSynchronize(), "waiting for a peer", err);
    }
    return status;
}

static enum ga_status launch_on(struct ga_gpu *gpu, const struct ga_launch *launches,
                                const uint32_t *on, uint32_t n, struct ga_err *err) {
    enum ga_status status = make_ready(&gpu->limits, launches, on, n, err);
    const double begin = ga_now_s();
    under_way.n = 0;
    for (uint32_t i = 0; status == GA_OK && i < n; i++) {
        status = ga_cuda_check(cudaSetDevice((int)on[i]), "choosing a peer", err);
        if (status == GA_OK)
            status =
                ga_cuda_check(cudaEventCreateWithFlags(&under_way.end[i], cudaEventDisableTiming),
                              "creating an event", err);
        under_way.n += status == GA_OK;
        if (status == GA_OK)
            status = ga_cuda_enqueue(&launches[i], err);
        if (status == GA_OK)
            status =
                ga_cuda_check(cudaEventRecord(under_way.end[i], NULL), "recording an event", err);
    }
    if (status == GA_OK)
        status = ga_await_kernel(gpu, poll, err);
    for (uint32_t i = 0; !gpu->stuck && i < under_way.n; i++)
        cudaEventDestroy(under_way.end[i]);
    cudaSetDevice((int)gpu->limits.gpu);
    gpu->kernel_s += ga_now_s() - begin;
    return status;
}

const struct ga_remote ga_cuda_remote = {
    .alloc_host = alloc_host,
    .free_host = free_host,
    .reside = reside,
    .alloc_on = alloc_on,
    .free_on = free_on,
    .launch_on = launch_on,
};
