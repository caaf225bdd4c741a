/* AMD, through HIP's C runtime API (hip_library.c loads it). Not yet run on an AMD device. */
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "backend.h"
#include "backend_hip.h"

#define GA_BACKEND hip
#include "bench.h"
#include "registry.def"

extern const void *ga_probe_entry_hip(void);

struct hip_gpu {
    struct ga_gpu gpu;
    hipEvent_t event[GA_N_EVENTS];
};

enum ga_status ga_hip_check(hipError_t error, const char *what, struct ga_err *err) {
    if (error == hipSuccess)
        return GA_OK;
    return ga_fail(err, GA_ERROR, "hip: %s: HIP error %d", what, (int)error);
}

/* Where the driver is asked; tests have a file of their own. */
#if !defined(GA_KFD)
#define GA_KFD "/dev/kfd"
#endif

/* Why the library sees no GPU: it does not say. */
static enum ga_status no_gpu(struct ga_err *err) {
    static const char *const none = "hip: no AMD GPU that the amdgpu driver shows";
    struct stat s;
    if (stat(GA_KFD, &s) != 0)
        return ga_fail(err, GA_UNSUPPORTED,
                       "%s: there is no %s; load the driver (modprobe amdgpu), or give a container "
                       "--device=/dev/kfd --device=/dev/dri",
                       none, GA_KFD);
    if (faccessat(AT_FDCWD, GA_KFD, R_OK | W_OK, AT_EACCESS) == 0 || errno != EACCES)
        return ga_fail(err, GA_UNSUPPORTED, "%s", none);
    const struct group *const owner = getgrgid(s.st_gid);
    const char *const group = owner ? owner->gr_name : "render";
    return ga_fail(err, GA_UNSUPPORTED,
                   "%s: no permission to open %s; join its group %s (sudo usermod -aG %s,video "
                   "$USER), then log in again",
                   none, GA_KFD, group, group);
}

static enum ga_status count(int *n, struct ga_err *err) {
    *n = 0;
    const enum ga_status status = ga_hip_load(err);
    if (status != GA_OK)
        return status;
    const hipError_t error = hipGetDeviceCount(n);
    if (error == hipErrorNoDevice || (error == hipSuccess && *n == 0))
        return no_gpu(err);
    return error == hipSuccess ? GA_OK
                               : ga_fail(err, GA_UNSUPPORTED, "hip: HIP error %d", (int)error);
}

/* Whether HIP shows a GPU and the kernel has no driver for one, natively or in Windows' subsystem. An emulator that takes
 * the place of the C library's functions may answer them as if there were one, so the kernel is asked itself. */
static bool is_emulated(void) {
#if defined(SYS_faccessat)
    return syscall(SYS_faccessat, AT_FDCWD, GA_KFD, F_OK) != 0 &&
           syscall(SYS_faccessat, AT_FDCWD, "/dev/dxg", F_OK) != 0;
#else
    return false;
#endif
}

static int attribute(hipDeviceAttribute_t which, int index) {
    int value = 0;
    return hipDeviceGetAttribute(&value, which, index) == hipSuccess ? value : 0;
}

/* The fixed-rate timer's period. Its rate is an attribute from HIP 5.3 on; before, 100 MHz is what
 * the ISA manuals give for S_MEMREALTIME. */
static double read_tick_ns(int index) {
#if HIP_VERSION >= 50300000
    const int khz = attribute(hipDeviceAttributeWallClockRate, index);
    if (khz > 0)
        return 1e6 / khz;
#else
    (void)index;
#endif
    return 10;
}

/* The 16 bytes are text here, which rocminfo writes behind "GPU-"; XX stands for none. */
static void write_uuid(char *text, size_t capacity, int index) {
    hipUUID uuid = {{0}};
    if (hipDeviceGetUuid(&uuid, index) == hipSuccess && *uuid.bytes && *uuid.bytes != 'X')
        snprintf(text, capacity, "GPU-%.16s", uuid.bytes);
}

/* Code is for the targets that were named at build time, and for no other. */
static enum ga_status check_code(const struct ga_limits *limits, int index, struct ga_err *err) {
    struct hipFuncAttributes attributes;
    return hipFuncGetAttributes(&attributes, ga_probe_entry_hip()) == hipSuccess
               ? GA_OK
               : ga_fail(err, GA_ERROR,
                         "hip:%d: %s (%s) cannot run this program's code; build it with "
                         "-DCMAKE_HIP_ARCHITECTURES=%s",
                         index, limits->name, limits->target, limits->target);
}

/* A compute unit of gfx9 before gfx90a holds 40 waves, but of kernels with 24 registers at most; GA_KERNEL_FULL
 * leaves them 32, of which it holds 32. */
static uint32_t warps_per_sm(const hipDeviceProp_t *p) {
    const uint32_t warps = (uint32_t)(p->maxThreadsPerMultiProcessor / p->warpSize);
    return strncmp(p->gcnArchName, "gfx9", 4) == 0 && warps > 32 ? 32 : warps;
}

/* HIP counts work-group processors from gfx10 on, and states the 64 KiB of a work-group; a processor has 128.
 * src: RDNA ISA manuals, "Local Data Share". */
static uint32_t shared_bytes_per_sm(const hipDeviceProp_t *p) {
    return strncmp(p->gcnArchName, "gfx1", 4) == 0 ? (uint32_t)(2 * p->sharedMemPerBlock)
                                                   : (uint32_t)p->maxSharedMemoryPerMultiProcessor;
}

/* Other processes may have the rest. */
static size_t free_bytes(size_t all) {
    size_t n = 0, total = 0;
    return hipMemGetInfo(&n, &total) == hipSuccess ? n : all;
}

static enum ga_status read_limits(struct ga_limits *limits, int index, struct ga_err *err) {
    hipDeviceProp_t p;
    const enum ga_status status =
        ga_hip_check(GA_HIP_GET_PROPERTIES(&p, index), "reading the device's properties", err);
    if (status != GA_OK)
        return status;
    int driver = 0;
    hipDriverGetVersion(&driver);
    *limits = (struct ga_limits){
        .warp_size = (uint32_t)p.warpSize,
        .warps_per_sm = warps_per_sm(&p),
        .threads_per_block = (uint32_t)p.maxThreadsPerBlock,
        .sm_count = (uint32_t)p.multiProcessorCount,
        .shared_bytes_per_block = (uint32_t)p.sharedMemPerBlock,
        .shared_bytes_per_sm = shared_bytes_per_sm(&p),
        .l2_bytes = (uint64_t)p.l2CacheSize,
        .memory_bytes = p.totalGlobalMem,
        .free_bytes = free_bytes(p.totalGlobalMem),
        .sm_clock_khz = (uint32_t)attribute(hipDeviceAttributeClockRate, index),
        .memory_clock_khz = (uint32_t)attribute(hipDeviceAttributeMemoryClockRate, index),
        .ecc = -1,
        .tick_ns = read_tick_ns(index),
        .host_native_atomics = -1,
        .emulated = is_emulated(),
    };
    snprintf(limits->name, sizeof limits->name, "%.95s", p.name);
    snprintf(limits->target, sizeof limits->target, "%.*s",
             (int)(strcspn(p.gcnArchName, ":") < 23 ? strcspn(p.gcnArchName, ":") : 23),
             p.gcnArchName);
    snprintf(limits->id, sizeof limits->id, "%04x:%02x:%02x", (unsigned)p.pciDomainID,
             (unsigned)p.pciBusID, (unsigned)p.pciDeviceID);
    ga_hip_read_partition(limits);
    write_uuid(limits->uuid, sizeof limits->uuid, index);
    snprintf(limits->driver, sizeof limits->driver, "%d", driver);
    snprintf(limits->runtime, sizeof limits->runtime, "HIP %d.%d.%d", HIP_VERSION_MAJOR,
             HIP_VERSION_MINOR, HIP_VERSION_PATCH);
    ga_hip_read_remote(limits, index);
    return check_code(limits, index, err);
}

static void hip_close(struct ga_gpu *gpu) {
    struct hip_gpu *const self = (struct hip_gpu *)gpu;
    if (gpu->stuck)
        return;
    if (gpu->scratch)
        (void)hipFree(gpu->scratch);
    for (int i = 0; i < GA_N_EVENTS; i++)
        if (self->event[i])
            (void)hipEventDestroy(self->event[i]);
    free(self);
}

static enum ga_status hip_open(const char *spec, struct ga_gpu **gpu, struct ga_err *err) {
    extern const struct ga_backend ga_backend_hip;
    int n = 0, index = 0;
    if (count(&n, err) != GA_OK)
        return GA_ERROR;
    const enum ga_status found = ga_device_index("hip", spec, n, &index, err);
    if (found != GA_OK)
        return found;
    struct hip_gpu *const self = calloc(1, sizeof *self);
    if (!self)
        return ga_fail(err, GA_ERROR, "out of memory");
    self->gpu.backend = &ga_backend_hip;
    self->gpu.patience_s = 30;
    self->gpu.spin_s =
        attribute(hipDeviceAttributeKernelExecTimeout, index) ? GA_SPIN_DISPLAY_S : GA_SPIN_S;
    enum ga_status status = ga_hip_check(hipSetDevice(index), "choosing the device", err);
    if (status == GA_OK)
        status = read_limits(&self->gpu.limits, index, err);
    for (int i = 0; status == GA_OK && i < GA_N_EVENTS; i++)
        status = ga_hip_check(hipEventCreate(&self->event[i]), "creating an event", err);
    if (status != GA_OK) {
        hip_close(&self->gpu);
        return status;
    }
    *gpu = &self->gpu;
    return GA_OK;
}

static enum ga_status hip_alloc(struct ga_gpu *gpu, size_t bytes, void **memory,
                                struct ga_err *err) {
    (void)gpu;
    const enum ga_status status =
        ga_hip_check(hipMalloc(memory, bytes), "allocating device memory", err);
    return status == GA_OK ? ga_hip_check(hipMemset(*memory, 0, bytes), "clearing memory", err)
                           : status;
}

static void hip_free(struct ga_gpu *gpu, void *memory) {
    (void)gpu;
    (void)hipFree(memory);
}

static enum ga_status hip_clear(struct ga_gpu *gpu, void *memory, size_t bytes,
                                struct ga_err *err) {
    (void)gpu;
    return ga_hip_check(hipMemset(memory, 0, bytes), "clearing memory", err);
}

static enum ga_status hip_upload(struct ga_gpu *gpu, void *to, const void *from, size_t bytes,
                                 struct ga_err *err) {
    (void)gpu;
    return ga_hip_check(hipMemcpy(to, from, bytes, hipMemcpyHostToDevice), "copying to the device",
                        err);
}

static enum ga_status hip_download(struct ga_gpu *gpu, void *to, const void *from, size_t bytes,
                                   struct ga_err *err) {
    (void)gpu;
    return ga_hip_check(hipMemcpy(to, from, bytes, hipMemcpyDeviceToHost),
                        "copying from the device", err);
}

static enum ga_status record(struct ga_gpu *gpu, enum ga_event event, struct ga_err *err) {
    return ga_hip_check(hipEventRecord(((struct hip_gpu *)gpu)->event[event], NULL),
                        "recording an event", err);
}

static enum ga_status is_done(struct ga_gpu *gpu, bool *done, struct ga_err *err) {
    const hipError_t error = hipEventQuery(((struct hip_gpu *)gpu)->event[gpu->awaited]);
    *done = error == hipSuccess;
    return error == hipErrorNotReady ? GA_OK : ga_hip_check(error, "running a kernel", err);
}

enum ga_status ga_hip_enqueue(const struct ga_launch *launch, struct ga_err *err) {
    const dim3 blocks = {launch->n_blocks, 1, 1}, threads = {launch->n_threads, 1, 1};
    void *args = NULL;
    if (launch->cooperative)
        return ga_fail(err, GA_ERROR, "hip: this backend has no cooperative launch");
    memcpy(&args, &launch->args, sizeof args); /* the API takes no const */
    return ga_hip_check(
        hipLaunchKernel(launch->entry, blocks, threads, &args, launch->shared_bytes, NULL),
        "launching a kernel", err);
}

static enum ga_status enqueue(struct ga_gpu *gpu, const struct ga_launch *launch,
                              struct ga_err *err) {
    (void)gpu;
    return ga_hip_enqueue(launch, err);
}

static enum ga_status hip_launch(struct ga_gpu *gpu, const struct ga_launch *launches, uint32_t n,
                                 struct ga_err *err) {
    static const struct ga_queue queue = {enqueue, record, is_done};
    struct hip_gpu *const self = (struct hip_gpu *)gpu;
    enum ga_status status = ga_feed(gpu, &queue, launches, n, err);
    float ms = 0;
    if (status == GA_OK)
        status = ga_hip_check(hipEventElapsedTime(&ms, self->event[GA_BEGIN], self->event[GA_END]),
                              "timing a kernel", err);
    gpu->kernel_s += (double)ms * 1e-3;
    return status;
}

static enum ga_status hip_occupancy(struct ga_gpu *gpu, const struct ga_launch *launch,
                                    uint32_t *blocks_per_sm, struct ga_err *err) {
    (void)gpu;
    int n = 0;
    const enum ga_status status =
        ga_hip_check(hipOccupancyMaxActiveBlocksPerMultiprocessor(
                         &n, launch->entry, (int)launch->n_threads, launch->shared_bytes),
                     "asking for the occupancy", err);
    if (status == GA_OK)
        *blocks_per_sm = (uint32_t)n;
    return status;
}

const struct ga_backend ga_backend_hip = {
    .kind = GA_KIND_HIP,
    .clears_freed = true,
    .count = count,
    .open = hip_open,
    .close = hip_close,
    .alloc = hip_alloc,
    .free = hip_free,
    .clear = hip_clear,
    .upload = hip_upload,
    .download = hip_download,
    .launch = hip_launch,
    .occupancy = hip_occupancy,
    .benches = benches,
    .probe = ga_probe_entry_hip,
    .remote = &ga_hip_remote,
};
