/* Stands in for libnvidia-ml.so.1: two GPUs, of which some gauges move with each look. Built as a whole one; with OLD, as a
 * driver before 535 had it; with FEW, without most functions; with NONE, without any. STAND_IN=no_driver, poor: what it answers. */
#include <stdlib.h>
#include <string.h>

enum { OK = 0, NOT_SUPPORTED = 3, NOT_FOUND = 6, NO_DRIVER = 9 };

static int gpus[2];

static int is(const char *how) {
    const char *const stand_in = getenv("STAND_IN");
    return stand_in && strcmp(stand_in, how) == 0;
}

static int at(const void *gpu) { return gpu == &gpus[1]; }

#ifndef NONE
int nvmlInit_v2(void);
int nvmlDeviceGetHandleByUUID(const char *uuid, void **gpu);
int nvmlDeviceGetClockInfo(void *gpu, int which, unsigned *mhz);
int nvmlDeviceGetPowerUsage(void *gpu, unsigned *mw);
int nvmlDeviceGetTemperature(void *gpu, int sensor, unsigned *celsius);
int nvmlDeviceGetPerformanceState(void *gpu, int *state);
int nvmlDeviceGetEccMode(void *gpu, int *now, int *pending);

int nvmlInit_v2(void) { return is("no_driver") ? NO_DRIVER : OK; }

#ifndef FEW
const char *nvmlErrorString(int error);
const char *nvmlErrorString(int error) {
    return error == NOT_FOUND ? "Not Found" : error == NO_DRIVER ? "Driver Not Loaded" : "?";
}
#endif

int nvmlDeviceGetHandleByUUID(const char *uuid, void **gpu) {
    const int second = strcmp(uuid, "GPU-two") == 0;
    if (!second && strcmp(uuid, "GPU-one") != 0)
        return NOT_FOUND;
    *gpu = &gpus[second];
    return OK;
}

#ifndef FEW
int nvmlDeviceGetClockInfo(void *gpu, int which, unsigned *mhz) {
    static unsigned looks;
    *mhz = which == 1 ? 1980 - 15 * looks++ : which == 2 ? (at(gpu) ? 3201 : 2619) : 1;
    return is("poor") && which == 2 ? NOT_SUPPORTED : OK;
}

int nvmlDeviceGetPowerUsage(void *gpu, unsigned *mw) {
    static unsigned looks;
    *mw = 71500 + 100000 * looks++ + (at(gpu) ? 500 : 0);
    return is("poor") ? NOT_SUPPORTED : OK;
}

int nvmlDeviceGetTemperature(void *gpu, int sensor, unsigned *celsius) {
    *celsius = at(gpu) ? 55 : 31;
    return sensor == 0 ? OK : NOT_SUPPORTED;
}

int nvmlDeviceGetPerformanceState(void *gpu, int *state) {
    (void)gpu;
    *state = is("poor") ? 32 : 0; /* unknown */
    return OK;
}

int nvmlDeviceGetEccMode(void *gpu, int *now, int *pending) {
    *now = 1;
    *pending = at(gpu);
    return is("poor") ? NOT_SUPPORTED : OK;
}

#ifdef OLD
int nvmlDeviceGetCurrentClocksThrottleReasons(void *gpu, unsigned long long *reasons);
int nvmlDeviceGetCurrentClocksThrottleReasons(void *gpu, unsigned long long *reasons) {
    *reasons = at(gpu) ? 0x8 : 0;
    return OK;
}
#else
int nvmlDeviceGetCurrentClocksEventReasons(void *gpu, unsigned long long *reasons);
int nvmlDeviceGetCurrentClocksEventReasons(void *gpu, unsigned long long *reasons) {
    static unsigned looks;
    (void)gpu;
    *reasons = looks++ ? 0x204 : 0x1;
    return is("poor") ? NOT_SUPPORTED : OK;
}
#endif
#endif
#endif
