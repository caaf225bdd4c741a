/* The calls that launch kernels. Where CUPTI gives the times they are only passed on; else each gets an event before and
 * one behind it. */
#include "hook.h"
#include "inject.h"

/* The driver's function, looked up once. */
#define THEIRS(name)                                                                               \
    static __typeof__(&name) known;                                                                \
    __typeof__(&name) theirs = __atomic_load_n(&known, __ATOMIC_RELAXED);                          \
    if (!theirs) {                                                                                 \
        theirs = GA_DRIVER(name);                                                                  \
        __atomic_store_n(&known, theirs, __ATOMIC_RELAXED);                                        \
    }                                                                                              \
    if (!theirs)                                                                                   \
    return CUDA_ERROR_NOT_INITIALIZED

/* LAUNCH(call): between two events, if there is need for them. */
#define LAUNCH(function, stream, x, y, z, bx, by, bz, shared, call)                                \
    do {                                                                                           \
        if (!ga_times_by_events() || !ga_nvtx_counts())                                            \
            return call;                                                                           \
        const struct ga_launch launch = {.grid = {x, y, z},                                        \
                                         .block = {bx, by, bz},                                    \
                                         .dynamic_shared_bytes = shared,                           \
                                         .source = "events"};                                      \
        struct ga_event *const event = ga_events_before(stream, &launch, function);                \
        const CUresult result = call;                                                              \
        ga_events_after(event, stream, result);                                                    \
        return result;                                                                             \
    } while (0)

#define KERNEL                                                                                     \
    CUfunction f, unsigned x, unsigned y, unsigned z, unsigned bx, unsigned by, unsigned bz,       \
        unsigned shared, CUstream stream, void **parameters

GA_OURS("cuLaunchKernel", launch, KERNEL, void **extra) {
    THEIRS(cuLaunchKernel);
    LAUNCH(f, stream, x, y, z, bx, by, bz, shared,
           theirs(f, x, y, z, bx, by, bz, shared, stream, parameters, extra));
}

GA_OURS("cuLaunchKernel_ptsz", launch_ptsz, KERNEL, void **extra) {
    THEIRS(cuLaunchKernel_ptsz);
    CUstream const own = stream ? stream : CU_STREAM_PER_THREAD;
    LAUNCH(f, own, x, y, z, bx, by, bz, shared,
           theirs(f, x, y, z, bx, by, bz, shared, stream, parameters, extra));
}

GA_OURS("cuLaunchCooperativeKernel", together, KERNEL) {
    THEIRS(cuLaunchCooperativeKernel);
    LAUNCH(f, stream, x, y, z, bx, by, bz, shared,
           theirs(f, x, y, z, bx, by, bz, shared, stream, parameters));
}

GA_OURS("cuLaunchCooperativeKernel_ptsz", together_ptsz, KERNEL) {
    THEIRS(cuLaunchCooperativeKernel_ptsz);
    CUstream const own = stream ? stream : CU_STREAM_PER_THREAD;
    LAUNCH(f, own, x, y, z, bx, by, bz, shared,
           theirs(f, x, y, z, bx, by, bz, shared, stream, parameters));
}

GA_OURS("cuLaunchKernelEx", launch_ex, const CUlaunchConfig *c, CUfunction f, void **parameters,
        void **extra) {
    THEIRS(cuLaunchKernelEx);
    if (!c)
        return theirs(c, f, parameters, extra);
    LAUNCH(f, c->hStream, c->gridDimX, c->gridDimY, c->gridDimZ, c->blockDimX, c->blockDimY,
           c->blockDimZ, c->sharedMemBytes, theirs(c, f, parameters, extra));
}

GA_OURS("cuLaunchKernelEx_ptsz", launch_ex_ptsz, const CUlaunchConfig *c, CUfunction f,
        void **parameters, void **extra) {
    THEIRS(cuLaunchKernelEx_ptsz);
    if (!c)
        return theirs(c, f, parameters, extra);
    CUstream const own = c->hStream ? c->hStream : CU_STREAM_PER_THREAD;
    LAUNCH(f, own, c->gridDimX, c->gridDimY, c->gridDimZ, c->blockDimX, c->blockDimY, c->blockDimZ,
           c->sharedMemBytes, theirs(c, f, parameters, extra));
}

/* What a function is called. */
GA_OURS("cuModuleGetFunction", function, CUfunction *f, CUmodule module, const char *name) {
    THEIRS(cuModuleGetFunction);
    const CUresult result = theirs(f, module, name);
    if (result == CUDA_SUCCESS)
        ga_events_name(*f, name);
    return result;
}

GA_OURS("cuLibraryGetKernel", kernel, CUkernel *kernel, CUlibrary library, const char *name) {
    THEIRS(cuLibraryGetKernel);
    const CUresult result = theirs(kernel, library, name);
    if (result == CUDA_SUCCESS)
        ga_events_name(*kernel, name);
    return result;
}

GA_OURS("cuKernelGetFunction", kernel_function, CUfunction *f, CUkernel kernel) {
    THEIRS(cuKernelGetFunction);
    const CUresult result = theirs(f, kernel);
    if (result == CUDA_SUCCESS)
        ga_events_name_as(*f, kernel);
    return result;
}
