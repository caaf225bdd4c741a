/* Bulk operations: one thread has a row of values copied or added from its block's shared memory, asynchronously.
 *
 *   ga_has_bulk                whether this target has them; the rest does nothing where not
 *   ga_bulk_ready()            what this thread, and by a barrier before it its block, wrote to shared memory is there
 *                              for the bulk operations that it starts
 *   ga_bulk_add(to, from, n)   n bytes to device memory: uint32_t, uint64_t, float, double, ga_f16, ga_bf16; the elements
 *                              are atomic one by one, relaxed, at device scope
 *   ga_bulk_store(to, from, n) copies them
 *   ga_bulk_close()            those that this thread has started since the last are a group
 *   ga_bulk_await<N>()         returns when no more than N groups of this thread are under way: memory has the others
 *   ga_bulk_add(to, from, n, barrier)  uint32_t and uint64_t, to the shared memory of a block of the cluster. It counts
 *                              the bytes at that block's barrier, as in device_cluster.h
 *
 * Addresses and sizes are multiples of 16 bytes. */
#ifndef GA_DEVICE_BULK_H
#define GA_DEVICE_BULK_H

#include "device_cluster.h"
#include "device_vector.h"

#if defined(GA_BACKEND_CUDA) && defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
/* src: PTX ISA, "cp.reduce.async.bulk", "cp.async.bulk", "cp.async.bulk.commit_group", "fence.proxy.async". */
constexpr bool ga_has_bulk = true;

GA_DEVICE void ga_bulk_ready(void) { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
GA_DEVICE void ga_bulk_close(void) { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
template <int N> GA_DEVICE void ga_bulk_await(void) {
    asm volatile("cp.async.bulk.wait_group %0;" ::"n"(N) : "memory");
}
GA_DEVICE void ga_bulk_store(void *to, const void *from, uint32_t bytes) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(
                     __cvta_generic_to_global(to)),
                 "r"((uint32_t)__cvta_generic_to_shared(from)), "r"(bytes)
                 : "memory");
}
#define GA_BULK_ADD(type, word)                                                                    \
    GA_DEVICE void ga_bulk_add(type *to, const type *from, uint32_t bytes) {                       \
        asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add." word                \
                     " [%0], [%1], %2;" ::"l"(__cvta_generic_to_global(to)),                       \
                     "r"((uint32_t)__cvta_generic_to_shared(from)), "r"(bytes)                     \
                     : "memory");                                                                  \
    }
GA_BULK_ADD(uint32_t, "u32")
GA_BULK_ADD(uint64_t, "u64")
GA_BULK_ADD(float, "f32")
GA_BULK_ADD(double, "f64")
GA_BULK_ADD(ga_f16, "noftz.f16")
GA_BULK_ADD(ga_bf16, "noftz.bf16")
#define GA_BULK_ADD_CLUSTER(type, word)                                                            \
    GA_DEVICE void ga_bulk_add(ga_cluster_word to, const type *from, uint32_t bytes,               \
                               ga_cluster_word barrier) {                                          \
        asm volatile(                                                                              \
            "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes"        \
            ".add." word " [%0], [%1], %2, [%3];" ::"r"(to.at),                                    \
            "r"((uint32_t)__cvta_generic_to_shared(from)), "r"(bytes), "r"(barrier.at)             \
            : "memory");                                                                           \
    }
GA_BULK_ADD_CLUSTER(uint32_t, "u32")
GA_BULK_ADD_CLUSTER(uint64_t, "u64")

#elif defined(GA_BACKEND_CPU)
/* All is done when the next statement begins. */
constexpr bool ga_has_bulk = true;

GA_DEVICE void ga_bulk_ready(void) {}
GA_DEVICE void ga_bulk_close(void) {}
template <int N> GA_DEVICE void ga_bulk_await(void) {}
GA_DEVICE void ga_bulk_store(void *to, const void *from, uint32_t bytes) {
    for (uint32_t i = 0; i < bytes / 4; i++)
        ga_store<GA_SCOPE_DEVICE, GA_RELAXED>((uint32_t *)to + i, ((const uint32_t *)from)[i]);
}
template <typename T> static inline void ga_add_element(T *p, T x) {
    ga_add<GA_SCOPE_DEVICE, GA_RELAXED>(p, x);
}
static inline void ga_add_element(ga_f16 *p, ga_f16 x) { ga_add_part(p, x); }
static inline void ga_add_element(ga_bf16 *p, ga_bf16 x) { ga_add_part(p, x); }
template <typename T> GA_DEVICE void ga_bulk_add(T *to, const T *from, uint32_t bytes) {
    for (uint32_t i = 0; i < bytes / sizeof(T); i++)
        ga_add_element(to + i, from[i]);
}
template <typename T>
GA_DEVICE void ga_bulk_add(ga_cluster_word to, const T *from, uint32_t bytes,
                           ga_cluster_word barrier) {
    ga_bulk_add((T *)to.at, from, bytes);
    ga_add<GA_SCOPE_DEVICE, GA_RELEASE>(barrier.at, bytes);
}

#else
constexpr bool ga_has_bulk = false;

GA_DEVICE void ga_bulk_ready(void) {}
GA_DEVICE void ga_bulk_close(void) {}
template <int N> GA_DEVICE void ga_bulk_await(void) {}
GA_DEVICE void ga_bulk_store(void *, const void *, uint32_t) {}
template <typename T> GA_DEVICE void ga_bulk_add(T *, const T *, uint32_t) {}
template <typename T>
GA_DEVICE void ga_bulk_add(ga_cluster_word, const T *, uint32_t, ga_cluster_word) {}
#endif

#endif
