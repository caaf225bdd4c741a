/* A program as CUDA 11's runtime makes it: older LIBRARY KERNEL [newer | source]. The driver loads by a call out of its table,
 * given wrappers: that of the program, which can't be written to, then that of LIBRARY, which is loaded when the program runs.
 * newer: it knows cuLibraryLoadData, as the runtimes of CUDA 12 do, and yet loads so. source: between the two it loads source
 * code, by a call that has a name. Says on stdout what each call returned; exits with 3. */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define __CUDA_API_VERSION_INTERNAL
#include <cuda.h>

enum { VERSION = 11030, LAUNCHES = 3, LOADS_FROM = sizeof(size_t) };

const void *wrapped(void);

static __typeof__(&cuGetProcAddress_v2) query;

static void find(const char *name, void *function) {
    void *found = NULL;
    if (query(name, &found, VERSION, 0, NULL) != CUDA_SUCCESS)
        exit(2);
    memcpy(function, &found, sizeof found);
}

static bool is(const char *word, const char *wanted) { return word && strcmp(word, wanted) == 0; }

static void run(__typeof__(&cuModuleLoadData) load, const void *wrapper, const char *kernel) {
    __typeof__(&cuModuleGetFunction) get = NULL;
    __typeof__(&cuLaunchKernel) launch = NULL;
    CUmodule module = NULL;
    CUfunction function = NULL;
    find("cuModuleGetFunction", &get);
    find("cuLaunchKernel", &launch);
    printf("load %d\n", (int)load(&module, wrapper));
    printf("function %d\n", (int)get(&function, module, kernel));
    for (int i = 0; i < LAUNCHES; i++)
        printf("launch %d\n", (int)launch(function, 7, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL));
}

int main(int argc, char **argv) {
    static const CUuuid id = {{0x6b, (char)0xd5, (char)0xfb, 0x6c, 0x5b, (char)0xf4, (char)0xe7,
                               0x4a, (char)0x89, (char)0x87, (char)0xd9, 0x39, 0x12, (char)0xfd,
                               (char)0x9d, (char)0xf9}};
    void *const driver = dlopen("libcuda.so.1", RTLD_NOW);
    void *function = driver ? dlsym(driver, "cuGetProcAddress_v2") : NULL;
    __typeof__(&cuInit) init = NULL;
    __typeof__(&cuGetExportTable) tables = NULL;
    __typeof__(&cuLibraryLoadData) load_library = NULL;
    __typeof__(&cuModuleLoadData) load = NULL;
    __typeof__(&wrapped) other = NULL;
    const void *table = NULL;
    if (argc < 3 || !function)
        return 2;
    memcpy(&query, &function, sizeof query);
    find("cuInit", &init);
    if (is(argv[3], "newer"))
        find("cuLibraryLoadData", &load_library);
    find("cuGetExportTable", &tables);
    printf("init %d\n", (int)init(0));
    printf("table %d\n", (int)tables(&table, &id));
    memcpy(&load, (const char *)table + LOADS_FROM, sizeof load);
    run(load, wrapped(), argv[2]);
    if (is(argv[3], "source")) {
        __typeof__(&cuModuleLoadData) load_source = NULL;
        find("cuModuleLoadData", &load_source);
        run(load_source, ".version 8.0", argv[2]);
    }
    void *const library = dlopen(argv[1], RTLD_NOW);
    function = library ? dlsym(library, "wrapped") : NULL;
    if (!function)
        return 2;
    memcpy(&other, &function, sizeof other);
    run(load, other(), argv[2]);
    return 3;
}
