/* The HIP backend beyond one device: memory of the host and of peers, kernels on several GPUs. Memory is
 * fine-grained, or atomics from outside would not be coherent with the GPU's own caches. Not yet run on
 * an AMD device. */
#include <string.h>

#include "backend_hip.h"
#include "clock.h"

static int attribute(hipDeviceAttribute_t which, int index) {
    int value = 0;
    return hipDeviceGetAttribute(&value, which, index) == hipSuccess ? value : 0;
}

/* src: hsa_amd_link_info_type_t of ROCm's hsa_ext_amd.h. */
enum { LINK_PCIE = 2, LINK_XGMI = 4 };

/* The kernels' code, and as many waves at a time, are proven for the device that was opened; another may be a processor's
 * own. */
static bool is_alike(int index, int opened) {
    hipDeviceProp_t other, mine;
    return index == opened || (GA_HIP_GET_PROPERTIES(&other, index) == hipSuccess &&
                               GA_HIP_GET_PROPERTIES(&mine, opened) == hipSuccess &&
                               strcmp(other.gcnArchName, mine.gcnArchName) == 0 &&
                               other.multiProcessorCount == mine.multiProcessorCount);
}

/* The runtime says whether peers have access. It says of native atomics what the link does. */
static void read_peers(struct ga_limits *limits) {
    for (int from = 0; from < (int)limits->n_gpus; from++)
        for (int to = 0; to < (int)limits->n_gpus; to++) {
            const bool alike = is_alike(from, (int)limits->gpu) && is_alike(to, (int)limits->gpu);
            int access = alike && from == to, atomics = access, rank = -1;
            uint32_t kind = 0, hops = 0;
            if (alike && from != to) {
                (void)hipDeviceCanAccessPeer(&access, from, to);
                (void)hipDeviceGetP2PAttribute(&atomics, hipDevP2PAttrNativeAtomicSupported, from,
                                               to);
                (void)hipDeviceGetP2PAttribute(&rank, hipDevP2PAttrPerformanceRank, from, to);
                if (hipExtGetLinkTypeAndHopCount(from, to, &kind, &hops) != hipSuccess)
                    kind = 0;
            }
            limits->peers[from][to] = (struct ga_peer){
                (uint8_t)((access ? GA_PEER_ACCESS : 0) | (atomics ? GA_PEER_ATOMICS : 0)),
                kind == LINK_PCIE   ? GA_LINK_PCIE
                : kind == LINK_XGMI ? GA_LINK_DIRECT
                                    : GA_LINK_UNKNOWN,
                (int8_t)(rank >= 0 && rank <= INT8_MAX ? rank : -1)};
        }
}

void ga_hip_read_remote(struct ga_limits *limits, int index) {
    int n = 0;
    (void)hipGetDeviceCount(&n);
    limits->n_gpus = n < GA_MOST_GPUS ? (uint32_t)n : GA_MOST_GPUS;
    limits->gpu = (uint32_t)index;
    limits->shared_managed = attribute(hipDeviceAttributeConcurrentManagedAccess, index) != 0;
    read_peers(limits);
}

static enum ga_status alloc_host(struct ga_gpu *gpu, enum ga_memory kind, size_t bytes,
                                 void **memory, struct ga_err *err) {
    (void)gpu;
    const enum ga_status status = ga_hip_check(
        kind == GA_MANAGED
            ? hipMallocManaged(memory, bytes, hipMemAttachGlobal)
            : hipHostMalloc(memory, bytes,
                            hipHostMallocPortable | hipHostMallocMapped | hipHostMallocCoherent),
        "allocating memory of the host", err);
    for (size_t i = 0; status == GA_OK && i < bytes; i++)
        ((char *)*memory)[i] = 0;
    return status;
}

static void free_host(struct ga_gpu *gpu, enum ga_memory kind, void *memory) {
    if (!gpu->stuck)
        (void)(kind == GA_MANAGED ? hipFree(memory) : hipHostFree(memory));
}

/* Lets every GPU that can reach GPU `on`. */
static enum ga_status open_to_all(const struct ga_limits *limits, uint32_t on, struct ga_err *err) {
    enum ga_status status = GA_OK;
    for (uint32_t from = 0; status == GA_OK && from < limits->n_gpus; from++) {
        if (from == on || !(limits->peers[from][on].can & GA_PEER_ACCESS))
            continue;
        status = ga_hip_check(hipSetDevice((int)from), "choosing a peer", err);
        const hipError_t error = hipDeviceEnablePeerAccess((int)on, 0);
        if (status == GA_OK && error != hipErrorPeerAccessAlreadyEnabled)
            status = ga_hip_check(error, "enabling access to a peer", err);
    }
    return status;
}

static enum ga_status alloc_on(struct ga_gpu *gpu, uint32_t on, size_t bytes, void **memory,
                               struct ga_err *err) {
    enum ga_status status = open_to_all(&gpu->limits, on, err);
    if (status == GA_OK)
        status = ga_hip_check(hipSetDevice((int)on), "choosing a peer", err);
    if (status == GA_OK) {
        hipError_t error = hipExtMallocWithFlags(memory, bytes, hipDeviceMallocFinegrained);
        if (error != hipSuccess &&
            gpu->limits.n_gpus == 1) /* some GPUs have none; alone it need not be */
            error = hipMalloc(memory, bytes);
        status = ga_hip_check(error, "allocating memory of a peer", err);
    }
    if (status == GA_OK)
        status = ga_hip_check(hipMemset(*memory, 0, bytes), "clearing memory of a peer", err);
    (void)hipSetDevice((int)gpu->limits.gpu);
    return status;
}

static void free_on(struct ga_gpu *gpu, uint32_t on, void *memory) {
    (void)on;
    if (!gpu->stuck)
        (void)hipFree(memory);
}

static struct {
    hipEvent_t end[GA_MOST_GPUS];
    uint32_t n;
} under_way;

static enum ga_status poll(struct ga_gpu *gpu, bool *done, struct ga_err *err) {
    (void)gpu;
    *done = true;
    for (uint32_t i = 0; i < under_way.n; i++) {
        const hipError_t error = hipEventQuery(under_way.end[i]);
        *done &= error == hipSuccess;
        if (error != hipSuccess && error != hipErrorNotReady)
            return ga_hip_check(error, "running a kernel on a peer", err);
    }
    return GA_OK;
}

/* All that was asked of the GPUs before is done first: copies need not be when they return, and may be another
 * GPU's than the memory's. */
static enum ga_status launch_on(struct ga_gpu *gpu, const struct ga_launch *launches,
                                const uint32_t *on, uint32_t n, struct ga_err *err) {
    enum ga_status status = GA_OK;
    for (uint32_t g = 0; status == GA_OK && g < gpu->limits.n_gpus; g++) {
        if (!(gpu->limits.peers[g][g].can & GA_PEER_ACCESS))
            continue;
        status = ga_hip_check(hipSetDevice((int)g), "choosing a peer", err);
        if (status == GA_OK)
            status = ga_hip_check(hipDeviceSynchronize(), "waiting for a peer", err);
    }
    const double begin = ga_now_s();
    under_way.n = 0;
    for (uint32_t i = 0; status == GA_OK && i < n; i++) {
        status = ga_hip_check(hipSetDevice((int)on[i]), "choosing a peer", err);
        if (status == GA_OK)
            status = ga_hip_check(hipEventCreate(&under_way.end[i]), "creating an event", err);
        under_way.n += status == GA_OK;
        if (status == GA_OK)
            status = ga_hip_enqueue(&launches[i], err);
        if (status == GA_OK)
            status =
                ga_hip_check(hipEventRecord(under_way.end[i], NULL), "recording an event", err);
    }
    if (status == GA_OK)
        status = ga_await_kernel(gpu, poll, err);
    for (uint32_t i = 0; !gpu->stuck && i < under_way.n; i++)
        (void)hipEventDestroy(under_way.end[i]);
    (void)hipSetDevice((int)gpu->limits.gpu);
    gpu->kernel_s += ga_now_s() - begin;
    return status;
}

const struct ga_remote ga_hip_remote = {
    .alloc_host = alloc_host,
    .free_host = free_host,
    .alloc_on = alloc_on,
    .free_on = free_on,
    .launch_on = launch_on,
};
