/* NVIDIA's management library, where the machine has it. */
#ifndef GA_NVML_H
#define GA_NVML_H

#include "backend.h"

/* The functions that this program asks, NULL where the library has none of that name; all return 0 for success. A device
 * is theirs. src: NVML API reference. */
struct ga_nvml {
    int (*init)(void);
    const char *(*error_text)(int error);
    int (*by_uuid)(const char *uuid, void **device);
    int (*by_bus_id)(const char *bus_id, void **device);
    int (*clock)(void *device, int which, unsigned *mhz);
    int (*power)(void *device, unsigned *mw);
    int (*energy)(void *device, unsigned long long *mj);
    int (*temperature)(void *device, int sensor, unsigned *celsius);
    int (*performance_state)(void *device, int *state);
    int (*reasons)(void *device, unsigned long long *reasons);
    int (*ecc)(void *device, int *now, int *pending);
    int (*peer_status)(void *from, void *to, int capability, int *status);
};

/* out: the library, ready, until the process ends. err: NULL: there is none, or it does not start. */
const struct ga_nvml *ga_nvml_load(struct ga_err *err);

/* For ga_backend.gauges: of the GPU with that UUID, whatever number it has here. */
enum ga_status ga_nvml_gauges(const struct ga_gpu *gpu, struct ga_gauges *now, struct ga_err *err);

/* For ga_backend.energy. */
double ga_nvml_energy(const struct ga_gpu *gpu);

#endif
