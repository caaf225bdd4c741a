/* device_barrier.h on the CPU stand-in, whose threads meet at barriers of the operating system. */
#ifndef GA_DEVICE_BARRIER_CPU_H
#define GA_DEVICE_BARRIER_CPU_H

GA_DEVICE void ga_warp_sync(void) {
    uint32_t all[GA_CPU_WARP_SIZE];
    ga_cpu_warp_gather(0, all);
}
GA_DEVICE void ga_named_sync(uint32_t, uint32_t) { ga_cpu_block_sync(); }
GA_DEVICE void ga_cluster_sync(void) { ga_cpu_cluster_sync(); }
GA_DEVICE void ga_cluster_sync_relaxed(void) { ga_cpu_cluster_sync(); }
GA_DEVICE void ga_grid_sync(void) { ga_cpu_grid_sync(); }

/* The barrier counts what came in all phases, arrivals or bytes, modulo 2^32. */
GA_DEVICE void ga_mbarrier_begin(uint64_t *barrier, uint32_t) { *(uint32_t *)barrier = 0; }
GA_DEVICE void ga_mbarrier_arrive(uint64_t *barrier) {
    ga_add<GA_SCOPE_BLOCK, GA_RELEASE>((uint32_t *)barrier, 1u);
}
GA_DEVICE void ga_mbarrier_expect(uint64_t *, uint32_t) {}
GA_DEVICE void ga_mbarrier_add(uint64_t *barrier, uint32_t *word, uint32_t x) {
    ga_add<GA_SCOPE_BLOCK, GA_RELAXED>(word, x);
    ga_add<GA_SCOPE_BLOCK, GA_RELEASE>((uint32_t *)barrier, (uint32_t)sizeof x);
}
GA_DEVICE bool ga_mbarrier_ended(uint64_t *barrier, uint32_t phase, uint32_t n) {
    return ga_load<GA_SCOPE_BLOCK, GA_ACQUIRE>((uint32_t *)barrier) - (phase + 1) * n <
           UINT32_MAX / 2;
}

#endif
