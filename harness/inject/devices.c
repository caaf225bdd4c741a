/* Of which generations the GPUs are. Machine code of one never runs on another, so of a fatbin for many most need no look. */
#include <pthread.h>

#include "inject.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static uint32_t generations; /* bits: compute capabilities' whole numbers; 0: not known */

static void find_generations(void) {
    int n = 0;
    uint32_t found = 0;
    if (!GA_DRIVER(cuDeviceGetCount) || !GA_DRIVER(cuDeviceGetAttribute) ||
        GA_DRIVER(cuDeviceGetCount)(&n) != CUDA_SUCCESS)
        return;
    for (int i = 0; i < n; i++) {
        int major = 0;
        if (GA_DRIVER(cuDeviceGetAttribute)(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
                                            i) != CUDA_SUCCESS ||
            major <= 0 || major > 31)
            return;
        found |= 1U << major;
    }
    generations = found;
}

bool ga_devices_run(unsigned sm) {
    pthread_once(&once, find_generations);
    return generations == 0 || (generations >> (sm / 10 & 31) & 1U);
}
