/* The calls that load modules: each hands over what substitute.c makes of the module, and, should the driver refuse that,
 * the module itself. */
#include <stdlib.h>

#include "hook.h"
#include "inject.h"

static void note_refused(const char *call, CUresult result) {
    ga_put_note("module_refused", "%s: CUDA error %d for the edited module; it runs unedited", call,
                (int)result);
}

/* CALL(image, n, options, values): the driver's. */
#define LOAD(call, image, options, CALL)                                                           \
    do {                                                                                           \
        const struct ga_substitute other = ga_substitute(image, SIZE_MAX, options);                \
        if (other.image != (image)) {                                                              \
            const struct ga_options left =                                                         \
                other.linked ? (struct ga_options){0, NULL, NULL} : (options);                     \
            const CUresult result = CALL(other.image, left);                                       \
            if (result == CUDA_SUCCESS)                                                            \
                return result;                                                                     \
            note_refused(call, result);                                                            \
        }                                                                                          \
        return CALL(image, options);                                                               \
    } while (0)

static const struct ga_options none = {0, NULL, NULL};

GA_OURS("cuModuleLoadData", load_data, CUmodule *module, const void *image) {
    __typeof__(&cuModuleLoadData) const theirs = GA_DRIVER(cuModuleLoadData);
    if (!theirs)
        return CUDA_ERROR_NOT_INITIALIZED;
#define CALL(i, o) ((void)(o), theirs(module, i))
    LOAD("cuModuleLoadData", image, none, CALL);
#undef CALL
}

GA_OURS("cuModuleLoadFatBinary", load_fatbin, CUmodule *module, const void *image) {
    __typeof__(&cuModuleLoadFatBinary) const theirs = GA_DRIVER(cuModuleLoadFatBinary);
    if (!theirs)
        return CUDA_ERROR_NOT_INITIALIZED;
#define CALL(i, o) ((void)(o), theirs(module, i))
    LOAD("cuModuleLoadFatBinary", image, none, CALL);
#undef CALL
}

GA_OURS("cuModuleLoadDataEx", load_data_ex, CUmodule *module, const void *image, unsigned n,
        CUjit_option *names, void **values) {
    __typeof__(&cuModuleLoadDataEx) const theirs = GA_DRIVER(cuModuleLoadDataEx);
    const struct ga_options options = {n, names, values};
    if (!theirs)
        return CUDA_ERROR_NOT_INITIALIZED;
#define CALL(i, o) theirs(module, i, (o).n, (o).names, (o).values)
    LOAD("cuModuleLoadDataEx", image, options, CALL);
#undef CALL
}

/* What the driver may keep a pointer to (CU_LIBRARY_BINARY_IS_PRESERVED) lasts as long as the process. */
static CUresult load_library(CUlibrary *library, const void *image, struct ga_options options,
                             CUlibraryOption *names, void **values, unsigned n) {
    __typeof__(&cuLibraryLoadData) const theirs = GA_DRIVER(cuLibraryLoadData);
    if (!theirs)
        return CUDA_ERROR_NOT_INITIALIZED;
#define CALL(i, o) theirs(library, i, (o).names, (o).values, (o).n, names, values, n)
    LOAD("cuLibraryLoadData", image, options, CALL);
#undef CALL
}

GA_OURS("cuLibraryLoadData", library_data, CUlibrary *library, const void *image,
        CUjit_option *jit_names, void **jit_values, unsigned n_jit, CUlibraryOption *names,
        void **values, unsigned n) {
    return load_library(library, image, (struct ga_options){n_jit, jit_names, jit_values}, names,
                        values, n);
}

/* A file: read here, and loaded as memory; what can't be, by the driver. */
GA_OURS("cuModuleLoad", load, CUmodule *module, const char *path) {
    __typeof__(&cuModuleLoad) const theirs = GA_DRIVER(cuModuleLoad);
    if (!theirs)
        return CUDA_ERROR_NOT_INITIALIZED;
    size_t size = 0;
    void *const image = ga_read_file(path, &size);
    const struct ga_substitute other =
        image ? ga_substitute(image, size, none) : (struct ga_substitute){NULL, false};
    CUresult result = CUDA_ERROR_INVALID_IMAGE;
    if (other.image != image)
        result = GA_DRIVER(cuModuleLoadData)(module, other.image);
    free(image);
    return result == CUDA_SUCCESS ? result : theirs(module, path);
}

/* An option for memory alone, which the driver refuses with a file. */
static bool is_for_memory(const CUlibraryOption *names, unsigned n) {
    for (unsigned i = 0; names && i < n; i++)
        if (names[i] == CU_LIBRARY_BINARY_IS_PRESERVED)
            return true;
    return false;
}

GA_OURS("cuLibraryLoadFromFile", library_file, CUlibrary *library, const char *path,
        CUjit_option *jit_names, void **jit_values, unsigned n_jit, CUlibraryOption *names,
        void **values, unsigned n) {
    __typeof__(&cuLibraryLoadFromFile) const theirs = GA_DRIVER(cuLibraryLoadFromFile);
    const struct ga_options options = {n_jit, jit_names, jit_values};
    if (!theirs)
        return CUDA_ERROR_NOT_INITIALIZED;
    size_t size = 0;
    void *const image = is_for_memory(names, n) ? NULL : ga_read_file(path, &size);
    const struct ga_substitute other =
        image ? ga_substitute(image, size, options) : (struct ga_substitute){NULL, false};
    CUresult result = CUDA_ERROR_INVALID_IMAGE;
    if (other.image != image)
        result = GA_DRIVER(cuLibraryLoadData)(library, other.image, other.linked ? NULL : jit_names,
                                              other.linked ? NULL : jit_values,
                                              other.linked ? 0 : n_jit, names, values, n);
    free(image);
    return result == CUDA_SUCCESS
               ? result
               : theirs(library, path, jit_names, jit_values, n_jit, names, values, n);
}

GA_OURS("cuInit", init, unsigned flags) {
    __typeof__(&cuInit) const theirs = GA_DRIVER(cuInit);
    const CUresult result = theirs ? theirs(flags) : CUDA_ERROR_NOT_INITIALIZED;
    if (result == CUDA_SUCCESS)
        ga_times_begin();
    return result;
}
