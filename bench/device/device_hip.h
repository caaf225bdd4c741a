/* device.h on AMD, gfx9 to gfx12. Orders and scopes follow LLVM's AMDGPU memory model ("User Guide
 * for AMDGPU Backend"); registers the ISA manuals' "Hardware Registers" and S_MEMREALTIME. */
#ifndef GA_DEVICE_HIP_H
#define GA_DEVICE_HIP_H

#include <hip/hip_runtime.h>

#define GA_DEVICE static __device__ __forceinline__
#define GA_ANYWHERE static __host__ __device__ __forceinline__
#define GA_DECLARE_KERNEL(kernel, type)                                                            \
    extern "C" __global__ void GA_SYMBOL(kernel)(const struct type a)
#define GA_KERNEL(kernel, type)                                                                    \
    extern "C" __global__ void __launch_bounds__(128) GA_SYMBOL(kernel)(const struct type a)
#define GA_KERNEL_256(kernel, type)                                                                \
    extern "C" __global__ void __launch_bounds__(256) GA_SYMBOL(kernel)(const struct type a)
/* Eight waves a SIMD fill a CDNA2 or CDNA3 unit and four blocks of an RDNA one. */
#define GA_KERNEL_FULL(kernel, type)                                                               \
    extern "C" __global__ void __launch_bounds__(1024) __attribute__((amdgpu_waves_per_eu(8)))     \
    GA_SYMBOL(kernel)(const struct type a)
#define GA_KERNEL_PAIRED(kernel, type) GA_KERNEL_FULL(kernel, type)
#define GA_ENTRY(kernel) ((const void *)GA_SYMBOL(kernel))
#define GA_UNROLL _Pragma("unroll")
#define GA_NO_UNROLL _Pragma("nounroll")

#define GA_SM_MARGIN_CYCLES 8192u
#define GA_BLOCK_MARGIN_CYCLES 1024u
#define GA_SKEW_CYCLES 512u

/* Which instructions.def says, too. A tick of gfx11 is 10 ns; no GPU's clock reaches 4 GHz. */
#if defined(__GFX11__)
#define GA_CYCLE_BITS 20
#else
#define GA_CYCLE_BITS 64
#endif
#define GA_MOST_CYCLES_A_TICK 40

GA_DEVICE uint32_t ga_thread(void) { return threadIdx.x; }
GA_DEVICE uint32_t ga_n_threads(void) { return blockDim.x; }
GA_DEVICE uint32_t ga_block(void) { return blockIdx.x; }
GA_DEVICE uint32_t ga_n_blocks(void) { return gridDim.x; }
/* The builtin is clang 19's; before, the compiler has a macro. */
GA_DEVICE uint32_t ga_warp_size(void) {
#if defined(__HIP_DEVICE_COMPILE__) && !__has_builtin(__builtin_amdgcn_wavefrontsize)
    return __AMDGCN_WAVEFRONT_SIZE;
#else
    return (uint32_t)__builtin_amdgcn_wavefrontsize();
#endif
}

/* What shares one LDS: a compute unit on gfx9, a work-group processor from gfx10 on. The immediate
 * of s_getreg_b32 is register | offset << 6 | (width - 1) << 11. */
GA_DEVICE uint32_t ga_sm_id(void) {
#if defined(__GFX9__)
    /* HW_ID (4): CU_ID 11:8, SH_ID 12, SE_ID 15:13; XCC_ID (20) names the die on gfx94x, gfx95x. */
    uint32_t id = __builtin_amdgcn_s_getreg(4 | 8 << 6 | 7 << 11);
#if defined(__gfx940__) || defined(__gfx941__) || defined(__gfx942__) || defined(__gfx950__)
    id |= __builtin_amdgcn_s_getreg(20 | 0 << 6 | 3 << 11) << 8;
#endif
    return id;
#elif defined(__GFX12__)
    /* HW_ID1 (23): WGP_ID 13:10, SA_ID 16, and no engine: that comes by message GET_SE_AID_ID (0x87), SE_ID 3:0. */
    return (__builtin_amdgcn_s_getreg(23 | 10 << 6 | 6 << 11) & 0x4f) |
           (__builtin_amdgcn_s_sendmsg_rtn(0x87) & 15) << 7;
#else
    /* HW_ID1 (23): WGP_ID 13:10, SA_ID 16, SE_ID 20:18. */
    return __builtin_amdgcn_s_getreg(23 | 10 << 6 | 10 << 11);
#endif
}

GA_DEVICE void *ga_shared(void) {
    HIP_DYNAMIC_SHARED(unsigned char, ga_shared_memory)
    return ga_shared_memory;
}

/* A counter of the wave falls to 0: on gfx9 of all its accesses, from gfx10 on of stores, adds whose result is not used, and
 * write-backs. Nothing is written back. */
GA_DEVICE void ga_await_writes(void) {
#if defined(__GFX12__)
    asm volatile("s_wait_storecnt 0x0" ::: "memory");
#elif defined(__GFX10__) || defined(__GFX11__)
    asm volatile("s_waitcnt_vscnt null, 0x0" ::: "memory");
#elif defined(__HIP_DEVICE_COMPILE__)
    asm volatile("s_waitcnt vmcnt(0)" ::: "memory");
#endif
}

/* The narrowest ga_scope whose release writes a cache back, by buffer_wbl2 or global_wb. That is done when it was waited
 * for, and where no store is pending clang 19 leaves the wait out (mended for gfx9 by llvm #178316, for gfx12 by #135340),
 * so what this suite releases it waits for itself. */
#if defined(__GFX12__)
enum { GA_HIP_WRITES_BACK_FROM = 0 };
#elif defined(__gfx940__) || defined(__gfx941__) || defined(__gfx942__) || defined(__gfx950__)
enum { GA_HIP_WRITES_BACK_FROM = 1 };
#elif defined(__gfx90a__)
enum { GA_HIP_WRITES_BACK_FROM = 2 };
#else
enum { GA_HIP_WRITES_BACK_FROM = 3 };
#endif
GA_DEVICE void ga_hip_await_write_back(int scope) {
    if (scope >= (int)GA_HIP_WRITES_BACK_FROM)
        ga_await_writes();
}

/* __syncthreads(), with that wait. */
GA_DEVICE void ga_block_sync(void) {
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    ga_hip_await_write_back(0);
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
/* On gfx9 a barrier of the block does not wait for stores (for gfx10 and later mended by llvm #161638). */
GA_DEVICE void ga_block_sync_writes(void) {
    ga_await_writes();
    ga_block_sync();
}
GA_DEVICE void ga_converge(void) { __builtin_amdgcn_wave_barrier(); }
GA_DEVICE void ga_pause(void) { __builtin_amdgcn_s_sleep(1); }

/* A vote is a mask of the wave; v_readlane reads one lane's register, ds_bpermute
 * any of 32. No instruction compares all
 * lanes with each other, so there is no ga_match. */
typedef uint64_t ga_lanes;
GA_DEVICE ga_lanes ga_ballot(bool yes) { return __ballot(yes); }
GA_DEVICE uint32_t ga_broadcast(uint32_t x, uint32_t lane) {
    return (uint32_t)__builtin_amdgcn_readlane((int)x, (int)lane);
}
GA_DEVICE uint32_t ga_shuffle(uint32_t x, uint32_t lane) {
    return (uint32_t)__builtin_amdgcn_ds_bpermute((int)lane * 4, (int)x);
}
GA_DEVICE uint32_t ga_n_lanes(ga_lanes lanes) { return (uint32_t)__builtin_popcountll(lanes); }
GA_DEVICE uint32_t ga_first_lane(ga_lanes lanes) { return (uint32_t)__builtin_ctzll(lanes); }

/* Before clang 19 the builtin had 20 bits on gfx10, whose s_memtime has 64. */
GA_DEVICE uint64_t ga_cycles(void) {
#if defined(__GFX10__) && !__has_builtin(__builtin_readsteadycounter)
    asm volatile("" ::: "memory");
    const uint64_t cycles = __builtin_amdgcn_s_memtime();
    asm volatile("" ::: "memory");
    return cycles;
#else
    return __builtin_readcyclecounter();
#endif
}

/* The empty statement needs x in a register, so the compiler waits for it first. */
GA_DEVICE uint64_t ga_cycles_after(uint32_t x) {
    asm volatile("" ::"v"(x) : "memory");
    return ga_cycles();
}

/* s_memrealtime up to gfx10 and CDNA, s_sendmsg_rtn_b64 MSG_RTN_GET_REALTIME from gfx11. */
GA_DEVICE uint64_t ga_ticks(void) {
#if __has_builtin(__builtin_readsteadycounter)
    return __builtin_readsteadycounter();
#elif defined(__GFX11__) || defined(__GFX12__)
    asm volatile("" ::: "memory");
    const uint64_t ticks = __builtin_amdgcn_s_sendmsg_rtnl(0x83);
    asm volatile("" ::: "memory");
    return ticks;
#else
    return __builtin_amdgcn_s_memrealtime();
#endif
}

GA_DEVICE uint64_t ga_ticks_after(uint32_t x) {
    asm volatile("" ::"v"(x) : "memory");
    return ga_ticks();
}

GA_DEVICE uint32_t ga_add_u32_block_relaxed(uint32_t *p, uint32_t x) {
    return __hip_atomic_fetch_add(p, x, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
}
GA_DEVICE uint32_t ga_add_u32_device_relaxed(uint32_t *p, uint32_t x) {
    return __hip_atomic_fetch_add(p, x, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}
GA_DEVICE uint32_t ga_add_u32_system_relaxed(uint32_t *p, uint32_t x) {
    return __hip_atomic_fetch_add(p, x, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_SYSTEM);
}
GA_DEVICE uint32_t ga_cas_u32_block_relaxed(uint32_t *p, uint32_t expected, uint32_t desired) {
    __hip_atomic_compare_exchange_strong(p, &expected, desired, __ATOMIC_RELAXED, __ATOMIC_RELAXED,
                                         __HIP_MEMORY_SCOPE_WORKGROUP);
    return expected;
}

GA_DEVICE uint32_t ga_load_u32_device_relaxed(const uint32_t *p) {
    return __hip_atomic_load(p, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}
GA_DEVICE uint32_t ga_load_u32_device_acquire(const uint32_t *p) {
    return __hip_atomic_load(p, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT);
}
GA_DEVICE void ga_store_u32_device_release(uint32_t *p, uint32_t x) {
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent");
    ga_hip_await_write_back(1);
    __hip_atomic_store(p, x, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

#endif
