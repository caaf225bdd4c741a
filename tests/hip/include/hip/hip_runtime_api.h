/* A stand-in for HIP's C header: what the HIP backend uses of it, in the three kinds that there are.
 *   HIP_VERSION_MAJOR 5      hipGetDeviceProperties is a function
 *   HIP_VERSION_MAJOR 6, 7   a macro gives it and its struct another name
 *   HIP_VERSION_MAJOR 8      an inline function of the header calls the other name
 * Values and layouts are its own: library.c is compiled with it, too. */
#ifndef HIP_STAND_IN_H
#define HIP_STAND_IN_H

#include <stddef.h>
#include <stdint.h>

#define HIP_VERSION_MINOR 1
#define HIP_VERSION_PATCH 2
#define HIP_VERSION (HIP_VERSION_MAJOR * 10000000 + HIP_VERSION_MINOR * 100000 + HIP_VERSION_PATCH)

typedef enum {
    hipSuccess,
    hipErrorNotInitialized,
    hipErrorNotReady,
    hipErrorNoDevice,
    hipErrorPeerAccessAlreadyEnabled
} hipError_t;
typedef enum { hipMemcpyHostToDevice, hipMemcpyDeviceToHost } hipMemcpyKind;
typedef enum {
    hipDeviceAttributeClockRate,
    hipDeviceAttributeConcurrentManagedAccess,
    hipDeviceAttributeKernelExecTimeout,
    hipDeviceAttributeMemoryClockRate,
    hipDeviceAttributeWallClockRate
} hipDeviceAttribute_t;
typedef enum { hipDevP2PAttrNativeAtomicSupported, hipDevP2PAttrPerformanceRank } hipDeviceP2PAttr;
typedef struct stand_in_event *hipEvent_t;
typedef struct stand_in_stream *hipStream_t;
typedef int hipDevice_t;
typedef struct {
    uint32_t x, y, z;
} dim3;
typedef struct {
    char bytes[16];
} hipUUID;
struct hipFuncAttributes {
    size_t sharedSizeBytes;
};
enum { hipDeviceMallocFinegrained = 1, hipMemAttachGlobal = 1 };
enum { hipHostMallocPortable = 1, hipHostMallocMapped = 2, hipHostMallocCoherent = 4 };

#define STAND_IN_PROPERTIES                                                                        \
    size_t totalGlobalMem, sharedMemPerBlock, maxSharedMemoryPerMultiProcessor;                    \
    int warpSize, maxThreadsPerBlock, maxThreadsPerMultiProcessor, multiProcessorCount;            \
    int l2CacheSize, pciDomainID, pciBusID, pciDeviceID;                                           \
    char gcnArchName[256];

struct stand_in_r0000 {
    char name[256];
    STAND_IN_PROPERTIES
};
struct stand_in_r0600 {
    char name[256];
    hipUUID uuid;
    char luid[8];
    STAND_IN_PROPERTIES
};

#ifndef HIP_STAND_IN_LIBRARY /* which defines the functions, with parameters of its own */

#if HIP_VERSION_MAJOR < 6
typedef struct stand_in_r0000 hipDeviceProp_t;
hipError_t hipGetDeviceProperties(hipDeviceProp_t *properties, int index);
#elif HIP_VERSION_MAJOR < 8
#define hipDeviceProp_t hipDeviceProp_tR0600
#define hipGetDeviceProperties hipGetDevicePropertiesR0600
typedef struct stand_in_r0600 hipDeviceProp_t;
hipError_t hipGetDeviceProperties(hipDeviceProp_t *properties, int index);
#else
typedef struct stand_in_r0600 hipDeviceProp_tR0600, hipDeviceProp_t;
hipError_t hipGetDevicePropertiesR0600(hipDeviceProp_tR0600 *properties, int index);
static inline hipError_t hipGetDeviceProperties(hipDeviceProp_t *properties, int index) {
    return hipGetDevicePropertiesR0600(properties, index);
}
#endif

hipError_t hipGetDeviceCount(int *n);
hipError_t hipSetDevice(int index);
hipError_t hipDriverGetVersion(int *version);
hipError_t hipDeviceGetAttribute(int *value, hipDeviceAttribute_t which, int index);
hipError_t hipDeviceGetUuid(hipUUID *uuid, hipDevice_t device);
hipError_t hipFuncGetAttributes(struct hipFuncAttributes *attributes, const void *entry);
hipError_t hipMalloc(void **memory, size_t bytes);
hipError_t hipMemGetInfo(size_t *n, size_t *total);
hipError_t hipFree(void *memory);
hipError_t hipMemset(void *memory, int value, size_t bytes);
hipError_t hipMemcpy(void *to, const void *from, size_t bytes, hipMemcpyKind kind);
hipError_t hipEventCreate(hipEvent_t *event);
hipError_t hipEventDestroy(hipEvent_t event);
hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream);
hipError_t hipEventQuery(hipEvent_t event);
hipError_t hipEventElapsedTime(float *ms, hipEvent_t begin, hipEvent_t end);
hipError_t hipLaunchKernel(const void *entry, dim3 blocks, dim3 threads, void **args, size_t shared,
                           hipStream_t stream);
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int *n, const void *entry, int threads,
                                                        size_t shared);
hipError_t hipDeviceSynchronize(void);
hipError_t hipHostMalloc(void **memory, size_t bytes, unsigned flags);
hipError_t hipHostFree(void *memory);
hipError_t hipMallocManaged(void **memory, size_t bytes, unsigned flags);
hipError_t hipExtMallocWithFlags(void **memory, size_t bytes, unsigned flags);
hipError_t hipDeviceCanAccessPeer(int *can, int from, int to);
hipError_t hipDeviceGetP2PAttribute(int *value, hipDeviceP2PAttr which, int from, int to);
hipError_t hipExtGetLinkTypeAndHopCount(int from, int to, uint32_t *kind, uint32_t *hops);
hipError_t hipDeviceEnablePeerAccess(int to, unsigned flags);
#endif

#endif
