/* Whether GPUs are linked by NVLink or PCIe, which the CUDA runtime does not tell: asks the driver's management library,
 * where it is there, and leaves the links unknown where it is not.
 * src: NVML API reference: nvmlDeviceGetP2PStatus. */
#include "backend_cuda.h"
#include "nvml.h"

/* nvmlGpuP2PCapsIndex_t */
enum { CAPS_NVLINK = 2, CAPS_PCI = 4 };

static enum ga_link link_of(const struct ga_nvml *nvml, void *from, void *to) {
    int status = 0;
    if (nvml->peer_status(from, to, CAPS_NVLINK, &status) == 0 && status == 0)
        return GA_LINK_DIRECT;
    if (nvml->peer_status(from, to, CAPS_PCI, &status) == 0 && status == 0)
        return GA_LINK_PCIE;
    return GA_LINK_UNKNOWN;
}

void ga_cuda_read_links(struct ga_limits *limits) {
    const struct ga_nvml *const nvml = limits->n_gpus > 1 ? ga_nvml_load(NULL) : NULL;
    void *device[GA_MOST_GPUS] = {NULL};
    if (!nvml || !nvml->by_bus_id || !nvml->peer_status)
        return;
    for (uint32_t g = 0; g < limits->n_gpus; g++) {
        char bus_id[32];
        if (cudaDeviceGetPCIBusId(bus_id, sizeof bus_id, (int)g) != cudaSuccess ||
            nvml->by_bus_id(bus_id, &device[g]) != 0)
            return;
    }
    for (uint32_t from = 0; from < limits->n_gpus; from++)
        for (uint32_t to = 0; to < limits->n_gpus; to++)
            if (from != to)
                limits->peers[from][to].link = (uint8_t)link_of(nvml, device[from], device[to]);
}
