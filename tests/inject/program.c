/* A program with kernels, as the injected library meets it: program WAY FILE KERNEL [KERNEL OF A CHILD]. WAY to the driver's
 * functions: name, it is linked with them; dlsym; query, by cuGetProcAddress, which dlsym gave, as in the CUDA runtime; plugin,
 * by dlsym of a library that binds to its own first; unnamed: it loads by a call out of the driver's table. FILE: a module,
 * loaded as it is and, but unnamed, twice in nvcc's wrapper and by its path. A child runs the same program while its parent
 * has more to say. Says on stdout what each call returned; exits with 3. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define __CUDA_API_VERSION_INTERNAL
#include <cuda.h>

enum { LAUNCHES = 70, VERSION = 13000 };

static struct {
    __typeof__(&cuInit) init;
    __typeof__(&cuModuleLoadData) load;
    __typeof__(&cuLibraryLoadData) load_library;
    __typeof__(&cuLibraryLoadFromFile) load_file;
    __typeof__(&cuModuleGetFunction) function;
    __typeof__(&cuLibraryGetKernel) kernel;
    __typeof__(&cuLaunchKernel) launch;
} cuda;

#define ROW(name, field)                                                                           \
    { #name, (void (*)(void))name, &cuda.field }

static const struct {
    const char *name;
    void (*linked)(void);
    void *to;
} wanted[] = {ROW(cuInit, init),
              ROW(cuModuleLoadData, load),
              ROW(cuLibraryLoadData, load_library),
              ROW(cuLibraryLoadFromFile, load_file),
              ROW(cuModuleGetFunction, function),
              ROW(cuLibraryGetKernel, kernel),
              ROW(cuLaunchKernel, launch)};

typedef void *(*finder)(const char *name);

static finder plugin(void) {
    void *const library = dlopen(PLUGIN, RTLD_NOW | RTLD_DEEPBIND);
    void *const found = library ? dlsym(library, "plugin_finds") : NULL;
    finder finds = NULL;
    if (!found)
        exit(2);
    memcpy(&finds, &found, sizeof found);
    return finds;
}

static __typeof__(&cuModuleLoadData) unnamed_load(void) {
    const CUuuid id = {{0}};
    const void *table = NULL;
    __typeof__(&cuModuleLoadData) load = NULL;
    if (cuGetExportTable(&table, &id) == CUDA_SUCCESS)
        memcpy(&load, (const char *)table + sizeof(size_t), sizeof load);
    return load;
}

static void find(const char *way) {
    void *const driver = dlopen("libcuda.so.1", RTLD_NOW);
    const finder finds = strcmp(way, "plugin") == 0 ? plugin() : NULL;
    __typeof__(&cuGetProcAddress_v2) query = NULL;
    void *function = driver ? dlsym(driver, "cuGetProcAddress_v2") : NULL;
    memcpy(&query, &function, sizeof query);
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        memcpy(&function, &wanted[i].linked, sizeof function);
        if (strcmp(way, "query") == 0)
            query(wanted[i].name, &function, VERSION, 0, NULL);
        else if (strcmp(way, "dlsym") == 0)
            function = dlsym(driver, wanted[i].name);
        else if (finds)
            function = finds(wanted[i].name);
        memcpy(wanted[i].to, &function, sizeof function);
    }
    if (strcmp(way, "unnamed") == 0)
        cuda.load = unnamed_load();
}

static void *read_file(const char *path) {
    FILE *const file = fopen(path, "rb");
    char *const bytes = calloc(1, 1 << 20);
    if (!file || !bytes || fread(bytes, 1, (1 << 20) - 1, file) == 0)
        exit(2);
    fclose(file);
    return bytes;
}

static void run(const char *kernel, const void *image) {
    CUmodule module = NULL;
    CUfunction function = NULL;
    const CUresult result = cuda.load(&module, image);
    printf("load %d\n", (int)result);
    if (result != CUDA_SUCCESS)
        return;
    printf("function %d\n", (int)cuda.function(&function, module, kernel));
    for (unsigned i = 0; i < LAUNCHES; i++)
        printf("launch %d\n", (int)cuda.launch(function, 7, 1, 1, 32, 2, 1, 128, NULL, NULL, NULL));
}

/* nvcc's wrapper, handed over twice: as the runtime does, by two programs' parts. The first stays where it is. */
static void run_libraries(const char *name, const void *image) {
    struct {
        int magic, version;
        const void *fatbin;
        void *more;
    } wrapper = {0x466243b1, 1, image, NULL};
    CUkernel kernels[2] = {NULL, NULL};
    CUlibraryOption preserved = CU_LIBRARY_BINARY_IS_PRESERVED;
    void *yes = &yes;
    for (unsigned i = 0; i < 2; i++) {
        CUlibrary library = NULL;
        const CUresult result =
            cuda.load_library(&library, &wrapper, NULL, NULL, 0, &preserved, &yes, i == 0);
        printf("library %d\n", (int)result);
        if (result != CUDA_SUCCESS)
            return;
        cuda.kernel(&kernels[i], library, name);
    }
    for (unsigned i = 0; i < 2; i++)
        printf("launch %d\n",
               (int)cuda.launch((CUfunction)kernels[i], 5, 1, 1, 64, 1, 1, 0, NULL, NULL, NULL));
}

/* By its path; with an option that is for memory alone, too. */
static void run_file(const char *path) {
    CUlibraryOption preserved = CU_LIBRARY_BINARY_IS_PRESERVED;
    void *yes = &yes;
    for (unsigned i = 0; i < 2; i++) {
        CUlibrary library = NULL;
        printf("file %d\n",
               (int)cuda.load_file(&library, path, NULL, NULL, 0, &preserved, &yes, i));
    }
}

/* A child process, by fork and exec; without a kernel it has no use for the GPU. */
static void run_child(char **argv, const char *kernel) {
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0 && kernel)
        execl(argv[0], argv[0], argv[1], argv[2], kernel, (char *)NULL);
    if (child == 0)
        exit(0);
    waitpid(child, NULL, 0);
}

int main(int argc, char **argv) {
    if (argc != 4 && argc != 5)
        return 2;
    find(argv[1]);
    printf("init %d\n", (int)cuda.init(0));
    void *const image = read_file(argv[2]);
    run(argv[3], image);
    run_child(argv, argv[4]);
    if (strcmp(argv[1], "unnamed") != 0) {
        run_libraries(argv[3], image);
        run_file(argv[2]);
    }
    free(image);
    return 3;
}
