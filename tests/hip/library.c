/* A stand-in for libamdhip64.so.HIP_VERSION_MAJOR: one gfx942. As in the real library, hipGetDeviceProperties fills the
 * struct of HIP 5 in every version, and hipGetDevicePropertiesR0600 that of HIP 6, from version 6 on. What else the HIP
 * backend asks for is there, and refuses; LACKS_UUID leaves one function out. */
#include <stdio.h>
#include <string.h>

#define HIP_STAND_IN_LIBRARY
#include <hip/hip_runtime_api.h>

#define FILL(p)                                                                                    \
    do {                                                                                           \
        memset(p, 0, sizeof *(p));                                                                 \
        snprintf((p)->name, sizeof(p)->name, "stand-in of HIP %d", HIP_VERSION_MAJOR);             \
        snprintf((p)->gcnArchName, sizeof(p)->gcnArchName, "gfx942:sramecc+:xnack-");              \
        (p)->totalGlobalMem = (size_t)192 << 30;                                                   \
        (p)->sharedMemPerBlock = (p)->maxSharedMemoryPerMultiProcessor = 65536;                    \
        (p)->warpSize = 64, (p)->maxThreadsPerBlock = 1024;                                        \
        (p)->maxThreadsPerMultiProcessor = 2048, (p)->multiProcessorCount = 304;                   \
        (p)->l2CacheSize = 4 << 20, (p)->pciBusID = 5;                                             \
    } while (0)

hipError_t hipGetDeviceProperties(struct stand_in_r0000 *properties, int index) {
    (void)index;
    FILL(properties);
    return hipSuccess;
}
#if HIP_VERSION_MAJOR >= 6
hipError_t hipGetDevicePropertiesR0600(struct stand_in_r0600 *properties, int index) {
    (void)index;
    FILL(properties);
    return hipSuccess;
}
#endif

hipError_t hipGetDeviceCount(int *n) {
#if defined(LACKS_GPU)
    *n = 0;
    return hipErrorNoDevice;
#else
    *n = 1;
    return hipSuccess;
#endif
}
hipError_t hipDriverGetVersion(int *version) {
    *version = HIP_VERSION_MAJOR;
    return hipSuccess;
}
hipError_t hipDeviceGetAttribute(int *value, hipDeviceAttribute_t which, int index) {
    (void)which, (void)index;
    *value = 0;
    return hipSuccess;
}

#define SUCCEEDS(function)                                                                         \
    hipError_t function(void) { return hipSuccess; }
#define REFUSES(function)                                                                          \
    hipError_t function(void) { return hipErrorNotReady; }
SUCCEEDS(hipSetDevice)
SUCCEEDS(hipFuncGetAttributes)
SUCCEEDS(hipEventCreate)
SUCCEEDS(hipEventDestroy)
#ifndef LACKS_UUID
REFUSES(hipDeviceGetUuid)
#endif
REFUSES(hipMalloc)
REFUSES(hipMemGetInfo)
REFUSES(hipFree)
REFUSES(hipMemset)
REFUSES(hipMemcpy)
REFUSES(hipEventRecord)
REFUSES(hipEventQuery)
REFUSES(hipEventElapsedTime)
REFUSES(hipLaunchKernel)
REFUSES(hipOccupancyMaxActiveBlocksPerMultiprocessor)
REFUSES(hipDeviceSynchronize)
REFUSES(hipHostMalloc)
REFUSES(hipHostFree)
REFUSES(hipMallocManaged)
REFUSES(hipExtMallocWithFlags)
REFUSES(hipDeviceCanAccessPeer)
REFUSES(hipDeviceGetP2PAttribute)
REFUSES(hipExtGetLinkTypeAndHopCount)
REFUSES(hipDeviceEnablePeerAccess)

void **__hipRegisterFatBinary(const void *data) {
    (void)data;
    return NULL;
}
void __hipRegisterFunction(void) {}
