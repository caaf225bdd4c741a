/* A stand-in for NVIDIA's driver: as much as the injected library and program.c ask of it, and no GPU. A launch takes 100 us
 * less 10 for every instruction that is switched off in the module; what is loaded is kept in $STAND_IN_LOADED.N.
 * $STAND_IN: "refuse": an edited module; "memory": no memory for any; "lost": a kernel ends the device; "slow": no launch
 * ever ends; "gone": the context is, at the end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define __CUDA_API_VERSION_INTERNAL
#include <cuda.h>

#include "edit.h"
#include "watch.h"

#define PUBLIC __attribute__((visibility("default")))

enum { MOST = 64, LAUNCH_US = 100, OFF_US = 10 };

static int loaded[MOST], n_loaded; /* of a module: how many instructions are off */
static char kernels[MOST][64];     /* of the function that was asked for last */
static double now_us;
static int lost, context;
static double events[1 << 16];
static size_t n_events;

static int fails(const char *how) {
    const char *const wanted = getenv("STAND_IN");
    return wanted && strcmp(wanted, how) == 0;
}

PUBLIC void (*watch)(const struct watched *launch) __asm__("stand_in_watch");

static void keep(const void *image, size_t n) {
    char path[4096];
    const char *const base = getenv("STAND_IN_LOADED");
    snprintf(path, sizeof path, "%s.%d", base ? base : "/dev/null", n_loaded);
    FILE *const file = base ? fopen(path, "wb") : NULL;
    if (file) {
        fwrite(image, 1, n, file);
        fclose(file);
    }
}

/* Instructions that never execute: code whose guard is !PT. A look at the bytes is enough here: nvcc
 * emits none. */
static int count_off(const uint8_t *image, size_t n) {
    static const uint8_t opcodes[] = {0x8c, 0x8e, 0x8d, 0xa8, 0xa9, 0x92, 0xab, 0x8f, 0x47, 0xa6};
    int off = 0;
    for (size_t i = 0; i + 16 <= n; i += 8) /* modules of a fatbin begin there */
        for (size_t k = 0; k < sizeof opcodes; k++)
            off += image[i] == opcodes[k] && (image[i + 1] & 0xf0) == 0xf0;
    return off;
}

static CUresult load(const void *image, int *number) {
    struct {
        int magic, version;
        const void *fatbin;
    } wrapper;
    memcpy(&wrapper.magic, image, sizeof wrapper.magic);
    if (wrapper.magic == 0x466243b1) {
        memcpy(&wrapper, image, sizeof wrapper);
        image = wrapper.fatbin;
    }
    const size_t size = ga_edit_size(image, SIZE_MAX), n = size ? size : strlen(image) + 1;
    const int off = size ? count_off(image, n) : 0;
    if (fails("memory") || n_loaded == MOST)
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (fails("refuse") && off > 0)
        return CUDA_ERROR_INVALID_IMAGE;
    keep(image, n);
    loaded[n_loaded] = off;
    *number = ++n_loaded;
    return CUDA_SUCCESS;
}

static void *handle(int number) { return (char *)loaded + number; }

static int number_of(const void *h) { return (int)((const char *)h - (const char *)loaded); }

PUBLIC CUresult cuInit(unsigned flags) {
    (void)flags;
    return CUDA_SUCCESS;
}

PUBLIC CUresult cuModuleLoadData(CUmodule *module, const void *image) {
    int number = 0;
    const CUresult result = load(image, &number);
    *module = handle(number);
    return result;
}

PUBLIC CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned n,
                                   CUjit_option *names, void **values) {
    (void)n, (void)names, (void)values;
    return cuModuleLoadData(module, image);
}

PUBLIC CUresult cuModuleLoad(CUmodule *module, const char *path) {
    (void)module, (void)path;
    return CUDA_ERROR_FILE_NOT_FOUND;
}

PUBLIC CUresult cuLibraryLoadData(CUlibrary *library, const void *image, CUjit_option *jit_names,
                                  void **jit_values, unsigned n_jit, CUlibraryOption *names,
                                  void **values, unsigned n) {
    int number = 0;
    (void)jit_names, (void)jit_values, (void)n_jit, (void)names, (void)values, (void)n;
    const CUresult result = load(image, &number);
    *library = handle(number);
    return result;
}

PUBLIC CUresult cuModuleGetFunction(CUfunction *f, CUmodule module, const char *name) {
    snprintf(kernels[number_of(module) - 1], sizeof *kernels, "%s", name);
    *f = (void *)module;
    return CUDA_SUCCESS;
}

PUBLIC CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary library, const char *name) {
    (void)name;
    *kernel = (void *)library;
    return CUDA_SUCCESS;
}

PUBLIC CUresult cuLaunchKernel(CUfunction f, unsigned x, unsigned y, unsigned z, unsigned bx,
                               unsigned by, unsigned bz, unsigned shared, CUstream stream,
                               void **parameters, void **extra) {
    (void)stream, (void)parameters, (void)extra;
    lost |= fails("lost");
    struct watched launch = {kernels[number_of(f) - 1], {x, y, z}, {bx, by, bz}, shared, now_us, 0};
    if (watch)
        watch(&launch);
    now_us += LAUNCH_US - OFF_US * loaded[number_of(f) - 1];
    launch.end_us = now_us;
    if (watch)
        watch(&launch);
    return CUDA_SUCCESS;
}

static CUresult state(void) { return lost ? CUDA_ERROR_ILLEGAL_ADDRESS : CUDA_SUCCESS; }

PUBLIC CUresult cuEventCreate(CUevent *event, unsigned flags) {
    (void)flags;
    *event = (CUevent)&events[n_events++ % (sizeof events / sizeof *events)];
    return state();
}

PUBLIC CUresult cuEventRecord(CUevent event, CUstream stream) {
    (void)stream;
    *(double *)event = now_us;
    return state();
}

PUBLIC CUresult cuEventQuery(CUevent event) {
    (void)event;
    return fails("slow") ? CUDA_ERROR_NOT_READY : state();
}

PUBLIC CUresult cuEventElapsedTime(float *ms, CUevent a, CUevent b) {
    *ms = (float)((*(double *)b - *(double *)a) / 1e3);
    return state();
}

PUBLIC CUresult cuEventDestroy_v2(CUevent event) {
    (void)event;
    return CUDA_SUCCESS;
}

PUBLIC CUresult cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus *status) {
    (void)stream;
    *status = CU_STREAM_CAPTURE_STATUS_NONE;
    return CUDA_SUCCESS;
}

PUBLIC CUresult cuStreamQuery(CUstream stream) {
    (void)stream;
    return fails("gone") ? CUDA_ERROR_CONTEXT_IS_DESTROYED : state();
}

PUBLIC CUresult cuCtxGetCurrent(CUcontext *current) {
    *current = (CUcontext)&context;
    return CUDA_SUCCESS;
}

PUBLIC CUresult cuCtxGetDevice(CUdevice *device) {
    *device = 0;
    return CUDA_SUCCESS;
}

/* $STAND_IN_GENERATION: of its one GPU. */
PUBLIC CUresult cuDeviceGetCount(int *n) {
    *n = getenv("STAND_IN_GENERATION") ? 1 : 0;
    return CUDA_SUCCESS;
}

PUBLIC CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device) {
    (void)attribute, (void)device;
    *value = atoi(getenv("STAND_IN_GENERATION"));
    return CUDA_SUCCESS;
}

PUBLIC CUresult cuGetProcAddress_v2(const char *symbol, void **function, int version,
                                    cuuint64_t flags, CUdriverProcAddressQueryResult *status);

static const struct {
    const char *name;
    void (*function)(void);
} table[] = {{"cuInit", (void (*)(void))cuInit},
             {"cuGetProcAddress", (void (*)(void))cuGetProcAddress_v2},
             {"cuModuleLoadData", (void (*)(void))cuModuleLoadData},
             {"cuModuleGetFunction", (void (*)(void))cuModuleGetFunction},
             {"cuLibraryLoadData", (void (*)(void))cuLibraryLoadData},
             {"cuLibraryGetKernel", (void (*)(void))cuLibraryGetKernel},
             {"cuLaunchKernel", (void (*)(void))cuLaunchKernel}};

PUBLIC CUresult cuGetProcAddress_v2(const char *symbol, void **function, int version,
                                    cuuint64_t flags, CUdriverProcAddressQueryResult *status) {
    (void)version, (void)flags, (void)status;
    *function = NULL;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, symbol) == 0)
            memcpy(function, &table[i].function, sizeof *function);
    return *function ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}
