/* A stand-in for NVIDIA's driver: as much as the injected library and program.c ask of it, and no GPU. A launch takes 100 us
 * less 10 for every instruction that is switched off in the module; what is loaded is kept in $STAND_IN_LOADED.N. Code that
 * the program preserves is read again at each launch.
 * $STAND_IN: "refuse": an edited module; "memory": no memory for any; "lost": a kernel ends the device; "slow": no launch
 * ever ends; "gone": the context is, at the end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compile.h"
#include "edit.h"
#include "watch.h"

#define PUBLIC __attribute__((visibility("default")))

enum { MOST = 64, LAUNCH_US = 100, OFF_US = 10 };

static struct module {
    int off;           /* instructions */
    char kernel[64];   /* the function that was asked for last */
    const void *given; /* preserved: as it was handed over; what it was then: n bytes */
    void *was;
    size_t n;
} modules[MOST];
static int n_loaded;
static struct node { /* a launch that was captured, into the one graph that there is */
    struct watched launch;
    int off;
} nodes[MOST];
static unsigned n_nodes;
static bool capturing, invalid; /* the capture */
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

static const void *unwrapped(const void *given) {
    struct {
        int magic, version;
        const void *fatbin;
    } wrapper;
    memcpy(&wrapper.magic, given, sizeof wrapper.magic);
    if (wrapper.magic != 0x466243b1)
        return given;
    memcpy(&wrapper, given, sizeof wrapper);
    return wrapper.fatbin;
}

static bool runs(unsigned sm) {
    const char *const generation = getenv("STAND_IN_GENERATION");
    return !generation || sm / 10 == (unsigned)atoi(generation);
}

/* Whether a fatbin has machine code for the GPU: only if not, the driver compiles. */
static bool has_code(const void *image, size_t n) {
    const struct ga_edit nothing = {.runs = runs};
    struct ga_edit_package out = {.n_modules = 0};
    struct ga_err err;
    return ga_edit_package((struct ga_bytes){image, n}, &nothing, &out, &err) != GA_OK ||
           out.n_modules > 0;
}

static CUresult load(const void *given, struct jit options, struct module **module) {
    const void *code = unwrapped(given);
    const size_t size = ga_edit_size(code, SIZE_MAX), n = size ? size : strlen(code) + 1;
    struct module *const m = &modules[n_loaded];
    size_t n_code = size;
    if (fails("memory") || n_loaded == MOST)
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (fails("refuse") && count_off(code, size) > 0)
        return CUDA_ERROR_INVALID_IMAGE;
    keep(code, n);
    if (can_compile() && (!size || !has_code(code, n))) {
        const CUjitInputType type = size ? CU_JIT_INPUT_FATBINARY : CU_JIT_INPUT_PTX;
        const CUresult result = compile(code, n, type, options, &code, &n_code);
        if (result != CUDA_SUCCESS)
            return result;
    }
    *m = (struct module){.off = count_off(code, n_code), .n = n};
    *module = m;
    n_loaded++;
    return CUDA_SUCCESS;
}

PUBLIC CUresult cuInit(unsigned flags) {
    (void)flags;
    return CUDA_SUCCESS;
}

static CUresult load_module(CUmodule *module, const void *image, struct jit options) {
    struct module *m = NULL;
    const CUresult result = load(image, options, &m);
    *module = (CUmodule)m;
    return result;
}

PUBLIC CUresult cuModuleLoadData(CUmodule *module, const void *image) {
    return load_module(module, image, (struct jit){0, NULL, NULL});
}

PUBLIC CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned n,
                                   CUjit_option *names, void **values) {
    return load_module(module, image, (struct jit){n, names, values});
}

PUBLIC CUresult cuModuleLoad(CUmodule *module, const char *path) {
    (void)module, (void)path;
    return CUDA_ERROR_FILE_NOT_FOUND;
}

PUBLIC CUresult cuLibraryLoadData(CUlibrary *library, const void *image, CUjit_option *jit_names,
                                  void **jit_values, unsigned n_jit, CUlibraryOption *names,
                                  void **values, unsigned n) {
    struct module *m = NULL;
    const CUresult result = load(image, (struct jit){n_jit, jit_names, jit_values}, &m);
    *library = (CUlibrary)m;
    for (unsigned i = 0; i < n && result == CUDA_SUCCESS; i++)
        if (names[i] == CU_LIBRARY_BINARY_IS_PRESERVED && values[i]) {
            m->given = image;
            m->was = malloc(m->n);
            memcpy(m->was, unwrapped(image), m->n);
        }
    return result;
}

/* As the driver, it refuses a promise about memory with a file. */
PUBLIC CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *path, CUjit_option *jit_names,
                                      void **jit_values, unsigned n_jit, CUlibraryOption *names,
                                      void **values, unsigned n) {
    FILE *const file = fopen(path, "rb");
    char *const bytes = calloc(1, 1 << 20);
    const size_t size = file && bytes ? fread(bytes, 1, (1 << 20) - 1, file) : 0;
    CUresult result = size ? CUDA_SUCCESS : CUDA_ERROR_FILE_NOT_FOUND;
    if (file)
        fclose(file);
    for (unsigned i = 0; i < n; i++)
        if (names[i] == CU_LIBRARY_BINARY_IS_PRESERVED)
            result = CUDA_ERROR_INVALID_VALUE;
    if (result == CUDA_SUCCESS)
        result = cuLibraryLoadData(library, bytes, jit_names, jit_values, n_jit, names, values, n);
    free(bytes);
    return result;
}

PUBLIC CUresult cuModuleGetFunction(CUfunction *f, CUmodule module, const char *name) {
    struct module *const m = (struct module *)module;
    snprintf(m->kernel, sizeof m->kernel, "%s", name);
    *f = (CUfunction)module;
    return CUDA_SUCCESS;
}

PUBLIC CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary library, const char *name) {
    (void)name;
    *kernel = (CUkernel)library;
    return CUDA_SUCCESS;
}

static void execute(const struct node *node, unsigned graph_node) {
    struct watched launch = node->launch;
    launch.begin_us = now_us;
    launch.graph_node = graph_node;
    if (watch)
        watch(&launch);
    now_us += LAUNCH_US - OFF_US * node->off;
    launch.end_us = now_us;
    if (watch)
        watch(&launch);
}

PUBLIC CUresult cuLaunchKernel(CUfunction f, unsigned x, unsigned y, unsigned z, unsigned bx,
                               unsigned by, unsigned bz, unsigned shared, CUstream stream,
                               void **parameters, void **extra) {
    const struct module *const m = (struct module *)f;
    const struct node node = {{m->kernel, {x, y, z}, {bx, by, bz}, shared, 0, 0, 0}, m->off};
    (void)stream, (void)parameters, (void)extra;
    if (m->given && memcmp(unwrapped(m->given), m->was, m->n) != 0)
        return CUDA_ERROR_INVALID_IMAGE;
    lost |= fails("lost");
    if (capturing && n_nodes < MOST)
        nodes[n_nodes++] = node;
    else
        execute(&node, 0);
    return CUDA_SUCCESS;
}

PUBLIC CUresult cuStreamBeginCapture_v2(CUstream stream, CUstreamCaptureMode mode) {
    (void)stream, (void)mode;
    capturing = true;
    return CUDA_SUCCESS;
}

PUBLIC CUresult cuStreamEndCapture(CUstream stream, CUgraph *graph) {
    (void)stream;
    capturing = false;
    *graph = (CUgraph)nodes;
    return invalid ? CUDA_ERROR_STREAM_CAPTURE_INVALIDATED : CUDA_SUCCESS;
}

PUBLIC CUresult cuGraphInstantiateWithFlags(CUgraphExec *exec, CUgraph graph,
                                            unsigned long long flags) {
    (void)flags;
    *exec = (CUgraphExec)graph;
    return CUDA_SUCCESS;
}

PUBLIC CUresult cuGraphLaunch(CUgraphExec exec, CUstream stream) {
    (void)exec, (void)stream;
    for (unsigned i = 0; i < n_nodes; i++)
        execute(&nodes[i], i + 1);
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
    invalid |= capturing; /* no program here captures an event */
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
    *status = capturing ? CU_STREAM_CAPTURE_STATUS_ACTIVE : CU_STREAM_CAPTURE_STATUS_NONE;
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

/* The runtime of CUDA 11 loads by calls that have no name. */
PUBLIC CUresult cuGetExportTable(const void **table, const CUuuid *id) {
    static struct {
        size_t size;
        __typeof__(&cuModuleLoadData) load;
    } const unnamed = {sizeof unnamed, cuModuleLoadData};
    (void)id;
    *table = &unnamed;
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
             {"cuLibraryLoadFromFile", (void (*)(void))cuLibraryLoadFromFile},
             {"cuGetExportTable", (void (*)(void))cuGetExportTable},
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
