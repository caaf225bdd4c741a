/* A program that has the driver compile: jit SOURCE FATBIN KERNEL. SOURCE, as PTX, is loaded with options, twice with other
 * ones, linked by the program itself, and loaded when it is broken; so is FATBIN with options. Says on stdout what each call
 * returned and logged; exits with 3. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define __CUDA_API_VERSION_INTERNAL
#include <cuda.h>

enum { N_OPTIONS = 6, LOG = 64, LAUNCHES = 2 };

/* The logs, and two options more. */
struct options {
    CUjit_option names[N_OPTIONS];
    void *values[N_OPTIONS];
    char info[LOG], errors[LOG];
};

static struct options *with(CUjit_option name, uintptr_t value, CUjit_option other,
                            uintptr_t value_of_other) {
    static struct options o;
    o = (struct options){
        {CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, name, CU_JIT_ERROR_LOG_BUFFER,
         CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, other},
        {o.info, (void *)LOG, (void *)value, o.errors, (void *)LOG, (void *)value_of_other},
        "",
        ""};
    return &o;
}

static void say(const char *what, CUresult result, const struct options *o) {
    printf("%s: %d", what, (int)result);
    for (int i = 0; i < N_OPTIONS; i++)
        if (o->values[i] != o->info && o->values[i] != o->errors)
            printf(" %d=%zu", (int)o->names[i], (size_t)o->values[i]);
    printf(" '%s' '%s'\n", o->info, o->errors);
}

static void launch(CUfunction function) {
    for (int i = 0; i < LAUNCHES; i++)
        printf("launch %d\n",
               (int)cuLaunchKernel(function, 7, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL));
}

static void load(const char *kernel, const void *image, struct options *o) {
    CUmodule module = NULL;
    CUfunction function = NULL;
    const CUresult result = cuModuleLoadDataEx(&module, image, N_OPTIONS, o->names, o->values);
    say("load", result, o);
    if (result == CUDA_SUCCESS && cuModuleGetFunction(&function, module, kernel) == CUDA_SUCCESS)
        launch(function);
}

static void load_library(const char *name, const void *image, struct options *o) {
    CUlibrary library = NULL;
    CUkernel kernel = NULL;
    const CUresult result =
        cuLibraryLoadData(&library, image, o->names, o->values, N_OPTIONS, NULL, NULL, 0);
    say("library", result, o);
    if (result == CUDA_SUCCESS && cuLibraryGetKernel(&kernel, library, name) == CUDA_SUCCESS)
        launch((CUfunction)kernel);
}

/* As a program that compiles its own code does. */
static void link_and_load(const char *kernel, void *source, size_t n, struct options *o) {
    CUlinkState state = NULL;
    CUmodule module = NULL;
    CUfunction function = NULL;
    void *cubin = NULL;
    size_t size = 0;
    CUresult result = cuLinkCreate_v2(N_OPTIONS, o->names, o->values, &state);
    if (result == CUDA_SUCCESS)
        result = cuLinkAddData_v2(state, CU_JIT_INPUT_PTX, source, n, "source", 0, NULL, NULL);
    if (result == CUDA_SUCCESS)
        result = cuLinkComplete(state, &cubin, &size);
    say("link", result, o);
    if (result == CUDA_SUCCESS)
        result = cuModuleLoadData(&module, cubin);
    printf("load of %zu bytes: %d\n", size, (int)result);
    cuLinkDestroy(state);
    if (result == CUDA_SUCCESS && cuModuleGetFunction(&function, module, kernel) == CUDA_SUCCESS)
        launch(function);
}

static void *read_file(const char *path, size_t *n) {
    FILE *const file = fopen(path, "rb");
    char *const bytes = calloc(1, 1 << 20);
    *n = file && bytes ? fread(bytes, 1, (1 << 20) - 1, file) : 0;
    if (*n == 0)
        exit(2);
    fclose(file);
    return bytes;
}

int main(int argc, char **argv) {
    size_t n = 0, n_fatbin = 0;
    char broken[] = ".version 9.0 broken";
    if (argc != 4)
        return 2;
    void *const source = read_file(argv[1], &n), *const fatbin = read_file(argv[2], &n_fatbin);
    printf("init %d\n", (int)cuInit(0));
    load(argv[3], source, with(CU_JIT_MAX_REGISTERS, 32, CU_JIT_OPTIMIZATION_LEVEL, 3));
    load(argv[3], source, with(CU_JIT_MAX_REGISTERS, 64, CU_JIT_OPTIMIZATION_LEVEL, 3));
    load(argv[3], source, with(CU_JIT_THREADS_PER_BLOCK, 64, CU_JIT_LOG_VERBOSE, 1));
    load(argv[3], source, with(CU_JIT_THREADS_PER_BLOCK, 96, CU_JIT_LOG_VERBOSE, 1));
    load_library(argv[3], source, with(CU_JIT_GENERATE_LINE_INFO, 1, CU_JIT_CACHE_MODE, 2));
    load(argv[3], fatbin, with(CU_JIT_OPTIMIZATION_LEVEL, 1, CU_JIT_FMA, 0));
    load(argv[3], fatbin, with(CU_JIT_OPTIMIZATION_LEVEL, 2, CU_JIT_FMA, 0));
    link_and_load(argv[3], source, n, with(CU_JIT_TARGET, 90, CU_JIT_FAST_COMPILE, 1));
    load(argv[3], broken, with(CU_JIT_MAX_REGISTERS, 32, CU_JIT_OPTIMIZATION_LEVEL, 3));
    free(source);
    free(fatbin);
    return 3;
}
