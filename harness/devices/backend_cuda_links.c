/* Whether GPUs are linked by NVLink or PCIe, which the CUDA runtime does not tell: asks the driver's management library,
 * where it is there, and leaves the links unknown where it is not.
 * src: NVML API reference: nvmlDeviceGetP2PStatus. */
#include <dlfcn.h>
#include <string.h>

#include "backend_cuda.h"

/* nvmlGpuP2PCapsIndex_t; every function returns 0 for success. */
enum { CAPS_NVLINK = 2, CAPS_PCI = 4 };

static struct {
    int (*init)(void);
    int (*handle)(const char *bus_id, void **device);
    int (*status)(void *from, void *to, int caps, int *status);
    int (*shut_down)(void);
} nvml;

/* ISO C has no cast from an object to a function pointer. */
static bool find(void *library, const char *name, void *function) {
    void *const symbol = dlsym(library, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

static enum ga_link link_of(void *from, void *to) {
    int status = 0;
    if (nvml.status(from, to, CAPS_NVLINK, &status) == 0 && status == 0)
        return GA_LINK_DIRECT;
    if (nvml.status(from, to, CAPS_PCI, &status) == 0 && status == 0)
        return GA_LINK_PCIE;
    return GA_LINK_UNKNOWN;
}

static void read_all(struct ga_limits *limits) {
    void *device[GA_MOST_GPUS] = {NULL};
    for (uint32_t g = 0; g < limits->n_gpus; g++) {
        char bus_id[32];
        if (cudaDeviceGetPCIBusId(bus_id, sizeof bus_id, (int)g) != cudaSuccess ||
            nvml.handle(bus_id, &device[g]) != 0)
            return;
    }
    for (uint32_t from = 0; from < limits->n_gpus; from++)
        for (uint32_t to = 0; to < limits->n_gpus; to++)
            if (from != to)
                limits->peers[from][to].link = (uint8_t)link_of(device[from], device[to]);
}

void ga_cuda_read_links(struct ga_limits *limits) {
    void *const library =
        limits->n_gpus > 1 ? dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!library)
        return;
    if (find(library, "nvmlInit_v2", &nvml.init) &&
        find(library, "nvmlDeviceGetHandleByPciBusId_v2", &nvml.handle) &&
        find(library, "nvmlDeviceGetP2PStatus", &nvml.status) &&
        find(library, "nvmlShutdown", &nvml.shut_down) && nvml.init() == 0) {
        read_all(limits);
        nvml.shut_down();
    }
    dlclose(library);
}
