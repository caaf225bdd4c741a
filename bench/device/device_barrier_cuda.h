/* device_barrier.h on NVIDIA. src: PTX ISA, "bar.warp.sync", "barrier", "barrier.cluster", "mbarrier", "red.async"; CUDA C++
 * Programming Guide, "Grid Synchronization". A barrier in shared memory is used from sm_90 on, where its wait has a limit. */
#ifndef GA_DEVICE_BARRIER_CUDA_H
#define GA_DEVICE_BARRIER_CUDA_H

#include <cooperative_groups.h>

GA_DEVICE void ga_warp_sync(void) { __syncwarp(); }
GA_DEVICE void ga_named_sync(uint32_t id, uint32_t n) {
    asm volatile("barrier.sync %0, %1;" ::"r"(id), "r"(n) : "memory");
}
GA_DEVICE void ga_grid_sync(void) { cooperative_groups::this_grid().sync(); }

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
GA_DEVICE void ga_cluster_sync(void) {
    asm volatile("barrier.cluster.arrive.release;"
                 " barrier.cluster.wait.acquire;" ::
                     : "memory");
}
GA_DEVICE void ga_cluster_sync_relaxed(void) {
    asm volatile("barrier.cluster.arrive.relaxed;"
                 " barrier.cluster.wait;" ::
                     : "memory");
}

GA_DEVICE uint32_t ga_mbarrier_at(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
GA_DEVICE void ga_mbarrier_begin(uint64_t *barrier, uint32_t n) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(ga_mbarrier_at(barrier)), "r"(n)
                 : "memory");
}
GA_DEVICE void ga_mbarrier_arrive(uint64_t *barrier) {
    asm volatile(
        "mbarrier.arrive.release.cta.shared::cta.b64 _, [%0];" ::"r"(ga_mbarrier_at(barrier))
        : "memory");
}
GA_DEVICE void ga_mbarrier_expect(uint64_t *barrier, uint32_t bytes) {
    asm volatile("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%0], %1;" ::"r"(
                     ga_mbarrier_at(barrier)),
                 "r"(bytes)
                 : "memory");
}
/* Where the cluster has it. */
GA_DEVICE uint32_t ga_mbarrier_mapped(const void *p) {
    uint32_t at;
    asm volatile("{ .reg .u32 rank; mov.u32 rank, %%cluster_ctarank;"
                 " mapa.shared::cluster.u32 %0, %1, rank; }"
                 : "=r"(at)
                 : "r"(ga_mbarrier_at(p)));
    return at;
}
GA_DEVICE void ga_mbarrier_add(uint64_t *barrier, uint32_t *word, uint32_t x) {
    asm volatile(
        "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%0],"
        " %1, [%2];" ::"r"(ga_mbarrier_mapped(word)),
        "r"(x), "r"(ga_mbarrier_mapped(barrier))
        : "memory");
}
GA_DEVICE bool ga_mbarrier_ended(uint64_t *barrier, uint32_t phase, uint32_t) {
    uint32_t ended;
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 p, [%1], %2;"
                 " selp.u32 %0, 1, 0, p; }"
                 : "=r"(ended)
                 : "r"(ga_mbarrier_at(barrier)), "r"(phase & 1)
                 : "memory");
    return ended;
}
#else
#define GA_NO_CLUSTER_BARRIERS
#endif

#endif
