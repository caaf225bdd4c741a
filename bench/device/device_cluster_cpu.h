/* device_cluster.h on the CPU stand-in: blocks are threads of one process, so all memory is reached. */
#ifndef GA_DEVICE_CLUSTER_CPU_H
#define GA_DEVICE_CLUSTER_CPU_H

struct ga_cluster_word {
    uint32_t *at;
};
struct ga_shared_word {
    uint32_t *at;
};

constexpr bool ga_has_clusters = true;

GA_DEVICE ga_shared_word ga_shared_at(uint32_t *p) { return {p}; }
GA_DEVICE uint32_t ga_cluster_rank(void) { return ga_cpu_self()->cluster_rank; }
GA_DEVICE ga_cluster_word ga_cluster_at(uint32_t *p, uint32_t rank) {
    const size_t offset = (size_t)((char *)p - (char *)ga_shared());
    return {(uint32_t *)((char *)ga_cpu_cluster_shared(rank) + offset)};
}

#define GA_CPU_SHARED(word, scope)                                                                 \
    GA_DEVICE uint32_t ga_add(word w, uint32_t x) { return ga_add<scope, GA_RELAXED>(w.at, x); }   \
    GA_DEVICE void ga_add_silent(word w, uint32_t x) { ga_add<scope, GA_RELAXED>(w.at, x); }       \
    GA_DEVICE uint32_t ga_exchange(word w, uint32_t x) {                                           \
        return ga_exchange<scope, GA_RELAXED>(w.at, x);                                            \
    }                                                                                              \
    GA_DEVICE uint32_t ga_cas(word w, uint32_t expected, uint32_t desired) {                       \
        return ga_cas<scope, GA_RELAXED>(w.at, expected, desired);                                 \
    }                                                                                              \
    GA_DEVICE uint32_t ga_load(word w) { return ga_load<scope, GA_RELAXED>(w.at); }
GA_CPU_SHARED(ga_cluster_word, GA_SCOPE_DEVICE)
GA_CPU_SHARED(ga_shared_word, GA_SCOPE_BLOCK)

/* The barrier counts the bytes of all phases, modulo 2^32. */
GA_DEVICE void ga_async_begin(uint64_t *barrier) { *(uint32_t *)barrier = 0; }
GA_DEVICE void ga_async_expect(uint64_t *, uint32_t) {}
GA_DEVICE bool ga_async_ended(uint64_t *barrier, uint32_t phase, uint32_t bytes) {
    return ga_load<GA_SCOPE_DEVICE, GA_ACQUIRE>((uint32_t *)barrier) == (phase + 1) * bytes;
}
GA_DEVICE void ga_add_async(ga_cluster_word w, uint32_t x, ga_cluster_word at) {
    ga_add<GA_SCOPE_DEVICE, GA_RELAXED>(w.at, x);
    ga_add<GA_SCOPE_DEVICE, GA_RELEASE>(at.at, (uint32_t)sizeof x);
}

#endif
