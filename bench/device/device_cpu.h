/* device.h on the CPU stand-in: one OS thread per GPU thread, real atomics, a barrier per block. It
 * runs every kernel's logic on any machine and under the sanitizers. Its times say nothing of a
 * GPU. */
#ifndef GA_DEVICE_CPU_H
#define GA_DEVICE_CPU_H

#include <sched.h>
#include <time.h>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

#include "cpu_thread.h"

#define GA_DEVICE static inline
#define GA_ANYWHERE static inline
#define GA_DECLARE_KERNEL(kernel, type) extern "C" void GA_SYMBOL(kernel)(const void *args)
#define GA_KERNEL(kernel, type)                                                                    \
    static void GA_JOIN(kernel, body)(const struct type &a);                                       \
    extern "C" void GA_SYMBOL(kernel)(const void *args);                                           \
    extern "C" void GA_SYMBOL(kernel)(const void *args) {                                          \
        const struct type mine = *static_cast<const struct type *>(args); /* may outlive them */   \
        if (ga_cpu_self()->has_arguments)                                                          \
            __atomic_store_n(ga_cpu_self()->has_arguments, 1, __ATOMIC_RELEASE);                   \
        GA_JOIN(kernel, body)(mine);                                                               \
    }                                                                                              \
    static void GA_JOIN(kernel, body)(const struct type &a)
#define GA_KERNEL_256(kernel, type) GA_KERNEL(kernel, type)
#define GA_KERNEL_FULL(kernel, type) GA_KERNEL(kernel, type)
#define GA_KERNEL_PAIRED(kernel, type) GA_KERNEL(kernel, type)
#define GA_ENTRY(kernel) (reinterpret_cast<const void *>(&GA_SYMBOL(kernel)))
#define GA_UNROLL
#define GA_NO_UNROLL

/* The operating system promises no common start, so none is asked for. */
#define GA_SM_MARGIN_CYCLES 0u
#define GA_BLOCK_MARGIN_CYCLES 0u
#define GA_SKEW_CYCLES UINT32_MAX
#define GA_CYCLE_BITS (64 - ga_cpu_self()->lacks_cycle_bits)
#define GA_MOST_CYCLES_A_TICK 4

GA_DEVICE uint32_t ga_thread(void) { return ga_cpu_self()->thread; }
GA_DEVICE uint32_t ga_n_threads(void) { return ga_cpu_self()->n_threads; }
GA_DEVICE uint32_t ga_block(void) { return ga_cpu_self()->block; }
GA_DEVICE uint32_t ga_n_blocks(void) { return ga_cpu_self()->n_blocks; }
GA_DEVICE uint32_t ga_warp_size(void) { return GA_CPU_WARP_SIZE; }
GA_DEVICE uint32_t ga_sm_id(void) { return ga_cpu_self()->sm; }
GA_DEVICE void *ga_shared(void) { return ga_cpu_self()->shared; }
GA_DEVICE void ga_block_sync(void) { ga_cpu_block_sync(); }
GA_DEVICE void ga_block_sync_writes(void) { ga_block_sync(); }
GA_DEVICE void ga_converge(void) {}
GA_DEVICE void ga_pause(void) { sched_yield(); }

/* Here an atomic is done when the next statement begins. */
GA_DEVICE void ga_await_writes(void) {}

/* Lanes are threads of their own: what all of a warp have meets in memory, with a barrier before and
 * after it is read. */
typedef uint32_t ga_lanes;
GA_DEVICE ga_lanes ga_match(uint32_t x) {
    uint32_t all[GA_CPU_WARP_SIZE];
    const uint32_t n = ga_cpu_warp_gather(x, all);
    ga_lanes same = 0;
    for (uint32_t lane = 0; lane < n; lane++)
        same |= (ga_lanes)(all[lane] == x) << lane;
    return same;
}
GA_DEVICE ga_lanes ga_ballot(bool yes) {
    const ga_lanes same = ga_match(yes);
    return yes ? same : ~same & ((1u << GA_CPU_WARP_SIZE) - 1);
}
GA_DEVICE uint32_t ga_broadcast(uint32_t x, uint32_t lane) {
    uint32_t all[GA_CPU_WARP_SIZE];
    ga_cpu_warp_gather(x, all);
    return all[lane];
}
GA_DEVICE uint32_t ga_shuffle(uint32_t x, uint32_t lane) { return ga_broadcast(x, lane); }
GA_DEVICE uint32_t ga_n_lanes(ga_lanes lanes) { return (uint32_t)__builtin_popcount(lanes); }
GA_DEVICE uint32_t ga_first_lane(ga_lanes lanes) { return (uint32_t)__builtin_ctz(lanes); }

GA_DEVICE uint64_t ga_ticks(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

GA_DEVICE uint64_t ga_cycles(void) {
#if defined(__x86_64__)
    return __rdtsc() & (UINT64_MAX >> ga_cpu_self()->lacks_cycle_bits);
#elif defined(__aarch64__)
    uint64_t t;
    asm volatile("mrs %0, cntvct_el0" : "=r"(t));
    return t & (UINT64_MAX >> ga_cpu_self()->lacks_cycle_bits);
#else
    return ga_ticks() & (UINT64_MAX >> ga_cpu_self()->lacks_cycle_bits);
#endif
}

GA_DEVICE uint64_t ga_cycles_after(uint32_t x) {
    asm volatile("" ::"r"(x) : "memory");
    return ga_cycles();
}
GA_DEVICE uint64_t ga_ticks_after(uint32_t x) {
    asm volatile("" ::"r"(x) : "memory");
    return ga_ticks();
}

GA_DEVICE uint32_t ga_add_u32_block_relaxed(uint32_t *p, uint32_t x) {
    return __atomic_fetch_add(p, x, __ATOMIC_RELAXED);
}
GA_DEVICE uint32_t ga_add_u32_device_relaxed(uint32_t *p, uint32_t x) {
    return __atomic_fetch_add(p, x, __ATOMIC_RELAXED);
}
GA_DEVICE uint32_t ga_add_u32_system_relaxed(uint32_t *p, uint32_t x) {
    return __atomic_fetch_add(p, x, __ATOMIC_RELAXED);
}
GA_DEVICE uint32_t ga_cas_u32_block_relaxed(uint32_t *p, uint32_t expected, uint32_t desired) {
    __atomic_compare_exchange_n(p, &expected, desired, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return expected;
}

GA_DEVICE uint32_t ga_load_u32_device_relaxed(const uint32_t *p) {
    return __atomic_load_n(p, __ATOMIC_RELAXED);
}
GA_DEVICE uint32_t ga_load_u32_device_acquire(const uint32_t *p) {
    return __atomic_load_n(p, __ATOMIC_ACQUIRE);
}
GA_DEVICE void ga_store_u32_device_release(uint32_t *p, uint32_t x) {
    __atomic_store_n(p, x, __ATOMIC_RELEASE);
}

#endif
