/* device.h on NVIDIA, sm_70 and later. Orders and scopes follow the PTX ISA, "Memory Consistency
 * Model"; special registers "Special Registers: %clock64, %globaltimer, %smid". */
#ifndef GA_DEVICE_CUDA_H
#define GA_DEVICE_CUDA_H

#include <cuda_runtime.h>

#define GA_DEVICE static __device__ __forceinline__
#define GA_ANYWHERE static __host__ __device__ __forceinline__
#define GA_DECLARE_KERNEL(kernel, type)                                                            \
    extern "C" __global__ void GA_SYMBOL(kernel)(const struct type a)
#define GA_KERNEL(kernel, type)                                                                    \
    extern "C" __global__ void __launch_bounds__(128) GA_SYMBOL(kernel)(const struct type a)
#define GA_KERNEL_256(kernel, type)                                                                \
    extern "C" __global__ void __launch_bounds__(256) GA_SYMBOL(kernel)(const struct type a)
/* 64 warps an SM need two blocks of 1024 threads and so at most 32 registers; where an SM holds 48 or 32 warps, one
 * block of 1024 needs no such bound. */
#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ == 700 || __CUDA_ARCH__ == 800 ||                     \
                               (__CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1100))
#define GA_BLOCKS_OF_1024 2
#else
#define GA_BLOCKS_OF_1024 1
#endif
#define GA_KERNEL_FULL(kernel, type)                                                               \
    extern "C" __global__ void __launch_bounds__(1024, GA_BLOCKS_OF_1024)                          \
        GA_SYMBOL(kernel)(const struct type a)
/* 48 warps are two blocks of 768 threads. */
#if defined(__CUDA_ARCH__) &&                                                                      \
    ((__CUDA_ARCH__ > 800 && __CUDA_ARCH__ < 900) || __CUDA_ARCH__ >= 1100)
#define GA_KERNEL_PAIRED(kernel, type)                                                             \
    extern "C" __global__ void __maxnreg__(40) GA_SYMBOL(kernel)(const struct type a)
#else
#define GA_KERNEL_PAIRED(kernel, type) GA_KERNEL_FULL(kernel, type)
#endif
#define GA_ENTRY(kernel) ((const void *)GA_SYMBOL(kernel))
#define GA_UNROLL _Pragma("unroll")
#define GA_NO_UNROLL _Pragma("unroll 1")

#define GA_SM_MARGIN_CYCLES 4096u
#define GA_BLOCK_MARGIN_CYCLES 512u
#define GA_SKEW_CYCLES 256u
#define GA_CYCLE_BITS 64
#define GA_MOST_CYCLES_A_TICK 1

GA_DEVICE uint32_t ga_thread(void) { return threadIdx.x; }
GA_DEVICE uint32_t ga_n_threads(void) { return blockDim.x; }
GA_DEVICE uint32_t ga_block(void) { return blockIdx.x; }
GA_DEVICE uint32_t ga_n_blocks(void) { return gridDim.x; }
GA_DEVICE uint32_t ga_warp_size(void) { return (uint32_t)warpSize; }

GA_DEVICE uint32_t ga_sm_id(void) {
    uint32_t id;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(id));
    return id;
}

GA_DEVICE void *ga_shared(void) {
    extern __shared__ __align__(16) unsigned char ga_shared_memory[];
    return ga_shared_memory;
}

GA_DEVICE void ga_block_sync(void) { __syncthreads(); }
GA_DEVICE void ga_block_sync_writes(void) { ga_block_sync(); }

GA_DEVICE void ga_converge(void) {}
/* No nanosleep: it rounds up to about 0.5 us, longer than most of what is waited for here. */
GA_DEVICE void ga_pause(void) {}

GA_DEVICE void ga_await_writes(void) { asm volatile("fence.acq_rel.gpu;" ::: "memory"); }

/* CUDA C++ Programming Guide, "Warp Vote Functions", "Warp Match Functions", "Warp Shuffle
 * Functions". */
typedef uint32_t ga_lanes;
GA_DEVICE ga_lanes ga_ballot(bool yes) { return __ballot_sync(0xffffffff, yes); }
GA_DEVICE ga_lanes ga_match(uint32_t x) { return __match_any_sync(0xffffffff, x); }
GA_DEVICE uint32_t ga_broadcast(uint32_t x, uint32_t lane) {
    return __shfl_sync(0xffffffff, x, (int)lane);
}
GA_DEVICE uint32_t ga_shuffle(uint32_t x, uint32_t lane) { return ga_broadcast(x, lane); }
GA_DEVICE uint32_t ga_n_lanes(ga_lanes lanes) { return (uint32_t)__popc(lanes); }
GA_DEVICE uint32_t ga_first_lane(ga_lanes lanes) { return (uint32_t)__ffs((int)lanes) - 1; }

GA_DEVICE uint64_t ga_cycles(void) {
    uint64_t t;
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(t)::"memory");
    return t;
}

/* The never-taken trap needs x, and a warp issues in order: the clock is read after x has come. */
GA_DEVICE uint64_t ga_cycles_after(uint32_t x) {
    uint64_t t;
    asm volatile("{ .reg .pred never; setp.eq.u32 never, %1, 0xffffffff; @never trap;"
                 " mov.u64 %0, %%clock64; }"
                 : "=l"(t)
                 : "r"(x)
                 : "memory");
    return t;
}

GA_DEVICE uint64_t ga_ticks(void) {
    uint64_t t;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t)::"memory");
    return t;
}

GA_DEVICE uint64_t ga_ticks_after(uint32_t x) {
    uint64_t t;
    asm volatile("{ .reg .pred never; setp.eq.u32 never, %1, 0xffffffff; @never trap;"
                 " mov.u64 %0, %%globaltimer; }"
                 : "=l"(t)
                 : "r"(x)
                 : "memory");
    return t;
}

/* CUDA C++ Programming Guide, "Atomic Functions": relaxed; the suffix is the scope. */
GA_DEVICE uint32_t ga_add_u32_block_relaxed(uint32_t *p, uint32_t x) {
    return atomicAdd_block(p, x);
}
GA_DEVICE uint32_t ga_add_u32_device_relaxed(uint32_t *p, uint32_t x) { return atomicAdd(p, x); }
GA_DEVICE uint32_t ga_add_u32_system_relaxed(uint32_t *p, uint32_t x) {
    return atomicAdd_system(p, x);
}
GA_DEVICE uint32_t ga_cas_u32_block_relaxed(uint32_t *p, uint32_t expected, uint32_t desired) {
    return atomicCAS_block(p, expected, desired);
}

GA_DEVICE uint32_t ga_load_u32_device_relaxed(const uint32_t *p) {
    uint32_t x;
    asm volatile("ld.relaxed.gpu.u32 %0, [%1];" : "=r"(x) : "l"(p) : "memory");
    return x;
}
GA_DEVICE uint32_t ga_load_u32_device_acquire(const uint32_t *p) {
    uint32_t x;
    asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(x) : "l"(p) : "memory");
    return x;
}
GA_DEVICE void ga_store_u32_device_release(uint32_t *p, uint32_t x) {
    asm volatile("st.release.gpu.u32 [%0], %1;" ::"l"(p), "r"(x) : "memory");
}

#endif
