/* The library is looked up when the program runs, so that building needs none, and a machine without a driver starts.
 * What a GPU or a driver does not tell is left out; nothing that is missing here ends a run.
 * src: NVML API reference, of which the values below are. */
#include "nvml.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define LIBRARY "libnvidia-ml.so.1"

enum { CLOCK_SM = 1, CLOCK_MEMORY = 2, SENSOR_GPU = 0, STATE_UNKNOWN = 32 };

/* ISO C has no cast from an object to a function pointer. out: whether there is one. */
static bool find(void *library, const char *name, void *function) {
    void *const symbol = dlsym(library, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

static const char *text_of(const struct ga_nvml *nvml, int error) {
    return nvml->error_text ? nvml->error_text(error) : "an error without a name";
}

static enum ga_status load(struct ga_nvml *nvml, struct ga_err *err) {
    void *const library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return ga_fail(err, GA_UNSUPPORTED, "%s", dlerror());
    find(library, "nvmlErrorString", &nvml->error_text);
    find(library, "nvmlDeviceGetHandleByUUID", &nvml->by_uuid);
    find(library, "nvmlDeviceGetHandleByPciBusId_v2", &nvml->by_bus_id);
    find(library, "nvmlDeviceGetClockInfo", &nvml->clock);
    find(library, "nvmlDeviceGetPowerUsage", &nvml->power);
    find(library, "nvmlDeviceGetTotalEnergyConsumption", &nvml->energy);
    find(library, "nvmlDeviceGetTemperature", &nvml->temperature);
    find(library, "nvmlDeviceGetPerformanceState", &nvml->performance_state);
    find(library, "nvmlDeviceGetEccMode", &nvml->ecc);
    find(library, "nvmlDeviceGetP2PStatus", &nvml->peer_status);
    if (!find(library, "nvmlDeviceGetCurrentClocksEventReasons", &nvml->reasons)) /* before 535 */
        find(library, "nvmlDeviceGetCurrentClocksThrottleReasons", &nvml->reasons);
    if (!find(library, "nvmlInit_v2", &nvml->init))
        return ga_fail(err, GA_UNSUPPORTED, LIBRARY ": has no nvmlInit_v2");
    const int error = nvml->init();
    return error
               ? ga_fail(err, GA_UNSUPPORTED, LIBRARY ": does not start: %s", text_of(nvml, error))
               : GA_OK;
}

const struct ga_nvml *ga_nvml_load(struct ga_err *err) {
    static struct ga_nvml nvml;
    static struct ga_err why;
    static enum ga_status status = GA_ERROR; /* not tried */
    if (status == GA_ERROR)
        status = load(&nvml, &why);
    if (status != GA_OK)
        ga_fail(err, status, "%s", why.message);
    return status == GA_OK ? &nvml : NULL;
}

/* What is asked all the time is looked up once. */
static enum ga_status device_of(const struct ga_nvml *nvml, const char *uuid, void **device,
                                struct ga_err *err) {
    static char known[sizeof((struct ga_limits *)NULL)->uuid];
    static void *of_known;
    if (!nvml->by_uuid)
        return ga_fail(err, GA_UNSUPPORTED, LIBRARY ": has no nvmlDeviceGetHandleByUUID");
    const int error = strcmp(known, uuid) == 0 ? 0 : nvml->by_uuid(uuid, &of_known);
    snprintf(known, sizeof known, "%s", error ? "" : uuid);
    if (error)
        return ga_fail(err, GA_UNSUPPORTED, LIBRARY ": %s: %s", uuid, text_of(nvml, error));
    *device = of_known;
    return GA_OK;
}

enum ga_status ga_nvml_gauges(const struct ga_gpu *gpu, struct ga_gauges *now, struct ga_err *err) {
    const struct ga_nvml *const nvml = ga_nvml_load(err);
    void *device = NULL;
    if (!nvml)
        return GA_UNSUPPORTED;
    const enum ga_status status = device_of(nvml, gpu->limits.uuid, &device, err);
    if (status != GA_OK)
        return status;
    unsigned value = 0;
    unsigned long long reasons = 0;
    int state = STATE_UNKNOWN, ecc = 0, pending = 0;
    for (int g = 0; g < GA_N_GAUGES; g++)
        now->at[g] = NAN;
    if (nvml->clock && nvml->clock(device, CLOCK_SM, &value) == 0)
        now->at[GA_GAUGE_SM_MHZ] = value;
    if (nvml->clock && nvml->clock(device, CLOCK_MEMORY, &value) == 0)
        now->at[GA_GAUGE_MEMORY_MHZ] = value;
    if (nvml->power && nvml->power(device, &value) == 0)
        now->at[GA_GAUGE_POWER_W] = value * 1e-3;
    if (nvml->temperature && nvml->temperature(device, SENSOR_GPU, &value) == 0)
        now->at[GA_GAUGE_TEMPERATURE_C] = value;
    if (nvml->performance_state && nvml->performance_state(device, &state) == 0 &&
        state != STATE_UNKNOWN)
        now->at[GA_GAUGE_PERFORMANCE_STATE] = state;
    now->has_reasons = nvml->reasons && nvml->reasons(device, &reasons) == 0;
    now->reasons = reasons;
    now->ecc_pending = nvml->ecc && nvml->ecc(device, &ecc, &pending) == 0 ? pending != 0 : -1;
    return GA_OK;
}

double ga_nvml_energy(const struct ga_gpu *gpu) {
    struct ga_err err;
    const struct ga_nvml *const nvml = ga_nvml_load(&err);
    void *device = NULL;
    unsigned long long mj = 0;
    return nvml && nvml->energy && device_of(nvml, gpu->limits.uuid, &device, &err) == GA_OK &&
                   nvml->energy(device, &mj) == 0
               ? (double)mj * 1e-3
               : NAN;
}
