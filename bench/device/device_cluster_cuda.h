/* device_cluster.h on NVIDIA, sm_90 and later. src: PTX ISA, "State Spaces: shared", "mapa", "atom", "red",
 * "red.async", "mbarrier". */
#ifndef GA_DEVICE_CLUSTER_CUDA_H
#define GA_DEVICE_CLUSTER_CUDA_H

/* Addresses in the window of the cluster, and in that of the block. */
struct ga_cluster_word {
    uint32_t at;
};
struct ga_shared_word {
    uint32_t at;
};

GA_DEVICE ga_shared_word ga_shared_at(uint32_t *p) {
    return {(uint32_t)__cvta_generic_to_shared(p)};
}

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
constexpr bool ga_has_clusters = true;

GA_DEVICE uint32_t ga_cluster_rank(void) {
    uint32_t rank;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}
GA_DEVICE ga_cluster_word ga_cluster_at(uint32_t *p, uint32_t rank) {
    uint32_t at;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
                 : "=r"(at)
                 : "r"(ga_shared_at(p).at), "r"(rank));
    return {at};
}

#define GA_PTX_SHARED(word, space, scope)                                                          \
    GA_DEVICE uint32_t ga_add(word w, uint32_t x) {                                                \
        uint32_t old;                                                                              \
        asm volatile("atom.relaxed." scope "." space ".add.u32 %0, [%1], %2;"                      \
                     : "=r"(old)                                                                   \
                     : "r"(w.at), "r"(x)                                                           \
                     : "memory");                                                                  \
        return old;                                                                                \
    }                                                                                              \
    GA_DEVICE void ga_add_silent(word w, uint32_t x) {                                             \
        asm volatile("red.relaxed." scope "." space ".add.u32 [%0], %1;" ::"r"(w.at), "r"(x)       \
                     : "memory");                                                                  \
    }                                                                                              \
    GA_DEVICE uint32_t ga_exchange(word w, uint32_t x) {                                           \
        uint32_t old;                                                                              \
        asm volatile("atom.relaxed." scope "." space ".exch.b32 %0, [%1], %2;"                     \
                     : "=r"(old)                                                                   \
                     : "r"(w.at), "r"(x)                                                           \
                     : "memory");                                                                  \
        return old;                                                                                \
    }                                                                                              \
    GA_DEVICE uint32_t ga_cas(word w, uint32_t expected, uint32_t desired) {                       \
        uint32_t old;                                                                              \
        asm volatile("atom.relaxed." scope "." space ".cas.b32 %0, [%1], %2, %3;"                  \
                     : "=r"(old)                                                                   \
                     : "r"(w.at), "r"(expected), "r"(desired)                                      \
                     : "memory");                                                                  \
        return old;                                                                                \
    }                                                                                              \
    GA_DEVICE uint32_t ga_load(word w) {                                                           \
        uint32_t x;                                                                                \
        asm volatile("ld.relaxed." scope "." space ".u32 %0, [%1];"                                \
                     : "=r"(x)                                                                     \
                     : "r"(w.at)                                                                   \
                     : "memory");                                                                  \
        return x;                                                                                  \
    }
GA_PTX_SHARED(ga_cluster_word, "shared::cluster", "cluster")
GA_PTX_SHARED(ga_shared_word, "shared::cta", "cta")

GA_DEVICE uint32_t ga_async_at(uint64_t *barrier) { return ga_shared_at((uint32_t *)barrier).at; }
GA_DEVICE void ga_async_begin(uint64_t *barrier) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;"
                 " fence.mbarrier_init.release.cluster;" ::"r"(ga_async_at(barrier))
                 : "memory");
}
GA_DEVICE void ga_async_expect(uint64_t *barrier, uint32_t bytes) {
    asm volatile("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%0], %1;" ::"r"(
                     ga_async_at(barrier)),
                 "r"(bytes)
                 : "memory");
}
GA_DEVICE bool ga_async_ended(uint64_t *barrier, uint32_t phase, uint32_t) {
    uint32_t ended;
    asm volatile(
        "{ .reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2;"
        " selp.u32 %0, 1, 0, p; }"
        : "=r"(ended)
        : "r"(ga_async_at(barrier)), "r"(phase & 1)
        : "memory");
    return ended;
}
GA_DEVICE void ga_add_async(ga_cluster_word w, uint32_t x, ga_cluster_word at) {
    asm volatile(
        "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%0],"
        " %1, [%2];" ::"r"(w.at),
        "r"(x), "r"(at.at)
        : "memory");
}

#else
#define GA_NO_CLUSTERS
#endif

#endif
