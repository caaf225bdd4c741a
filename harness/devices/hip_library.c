/* Stands in for libamdhip64 at link time. What the compiler's start-up code registers is kept, and
 * handed on when the library is there; every function forwards to the library's own. */
#include "hip_library.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)

#define LIBRARY "libamdhip64.so." TEXT(HIP_VERSION_MAJOR)

enum { MOST_BINARIES = 64, MOST_KERNELS = 1024 };

static struct {
    const void *data;
    void **handle;
} binaries[MOST_BINARIES];
static struct {
    size_t binary;
    const void *entry;
    const char *name;
} kernels[MOST_KERNELS];
static size_t n_binaries, n_kernels;
static bool is_full; /* there were more */

typedef void **register_binary(const void *data);
typedef void register_kernel(void **binary, const void *entry, char *device_function,
                             const char *name, unsigned threads, void *tid, void *bid, void *block,
                             void *grid, int *warp);

/* The names and signatures are those of clang's HIP registration (clang/lib/CodeGen/CGCUDANV.cpp).
 */
void **__hipRegisterFatBinary(const void *data);
void __hipUnregisterFatBinary(void **binary);
void __hipRegisterFunction(void **binary, const void *entry, char *device_function,
                           const char *name, unsigned threads, void *tid, void *bid, void *block,
                           void *grid, int *warp);
hipError_t __hipPushCallConfiguration(dim3 grid, dim3 block, size_t shared, hipStream_t stream);
hipError_t __hipPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, hipStream_t *stream);

void **__hipRegisterFatBinary(const void *data) {
    is_full |= n_binaries == MOST_BINARIES;
    if (is_full)
        return NULL;
    binaries[n_binaries].data = data;
    return (void **)&binaries[n_binaries++];
}

void __hipUnregisterFatBinary(void **binary) { (void)binary; }

void __hipRegisterFunction(void **binary, const void *entry, char *device_function,
                           const char *name, unsigned threads, void *tid, void *bid, void *block,
                           void *grid, int *warp) {
    (void)device_function, (void)threads, (void)tid, (void)bid, (void)block, (void)grid, (void)warp;
    is_full |= n_kernels == MOST_KERNELS;
    if (is_full)
        return;
    kernels[n_kernels].binary = (size_t)((char *)binary - (char *)binaries) / sizeof *binaries;
    kernels[n_kernels].entry = entry;
    kernels[n_kernels++].name = name;
}

/* Only the compiler's launch stubs call these, and nothing calls the stubs. */
hipError_t __hipPushCallConfiguration(dim3 grid, dim3 block, size_t shared, hipStream_t stream) {
    (void)grid, (void)block, (void)shared, (void)stream;
    return hipErrorNotInitialized;
}
hipError_t __hipPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, hipStream_t *stream) {
    (void)grid, (void)block, (void)shared, (void)stream;
    return hipErrorNotInitialized;
}

static struct {
#define GA_HIP(function, parameters, arguments) hipError_t(*function) parameters;
#include "hip_symbols.def"
#undef GA_HIP
} real;

#define GA_HIP(function, parameters, arguments)                                                    \
    hipError_t function parameters {                                                               \
        return real.function ? real.function arguments : hipErrorNotInitialized;                   \
    }
#include "hip_symbols.def"
#undef GA_HIP

/* ISO C has no cast from an object to a function pointer. */
static int find(void *library, const char *name, void *function, struct ga_err *err) {
    void *const symbol = dlsym(library, name);
    memcpy(function, &symbol, sizeof symbol);
    if (!symbol)
        ga_fail(err, GA_UNSUPPORTED,
                "hip: libamdhip64 has no %s; this program was built with HIP %d.%d", name,
                HIP_VERSION_MAJOR, HIP_VERSION_MINOR);
    return symbol != NULL;
}

static enum ga_status hand_over(void *library, struct ga_err *err) {
    register_binary *add_binary = NULL;
    register_kernel *add_kernel = NULL;
    if (!find(library, "__hipRegisterFatBinary", &add_binary, err) ||
        !find(library, "__hipRegisterFunction", &add_kernel, err))
        return GA_UNSUPPORTED;
    for (size_t b = 0; b < n_binaries; b++)
        binaries[b].handle = add_binary(binaries[b].data);
    for (size_t k = 0; k < n_kernels; k++) {
        char name[256];
        snprintf(name, sizeof name, "%s", kernels[k].name);
        add_kernel(binaries[kernels[k].binary].handle, kernels[k].entry, name, kernels[k].name,
                   (unsigned)-1, NULL, NULL, NULL, NULL, NULL);
    }
    return GA_OK;
}

/* In $ROCM_PATH, which is the user's own choice, or where the system looks, or beside the headers that this program was
 * built with. */
static void *open_library(void) {
    const char *const rocm = getenv("ROCM_PATH");
    char path[PATH_MAX];
    void *found = NULL;
    if (rocm && snprintf(path, sizeof path, "%s/lib/" LIBRARY, rocm) < (int)sizeof path)
        found = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!found)
        found = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    return found ? found : dlopen(GA_HIP_LIBRARIES "/" LIBRARY, RTLD_NOW | RTLD_LOCAL);
}

enum ga_status ga_hip_load(struct ga_err *err) {
    static void *library;
    if (library)
        return GA_OK;
    if (is_full)
        return ga_fail(err, GA_ERROR, "hip: the program has more than %d files or %d kernels",
                       MOST_BINARIES, MOST_KERNELS);
    void *const found = open_library();
    if (!found)
        return ga_fail(err, GA_UNSUPPORTED, "hip: %s", dlerror());
#define GA_HIP(function, parameters, arguments)                                                    \
    if (!find(found, TEXT(function), &real.function, err))                                         \
        return GA_UNSUPPORTED;
#include "hip_symbols.def"
#undef GA_HIP
    const enum ga_status status = hand_over(found, err);
    if (status == GA_OK)
        library = found;
    return status;
}
