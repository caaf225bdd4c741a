/* device_order.h on the CPU stand-in. */
#ifndef GA_DEVICE_ORDER_CPU_H
#define GA_DEVICE_ORDER_CPU_H

template <enum ga_scope S, enum ga_order O, typename T> GA_DEVICE T ga_load(const T *p) {
    static_assert(O == GA_RELAXED || O == GA_ACQUIRE || O == GA_SEQ_CST);
    return __atomic_load_n(p, ga_cpu_order(O));
}
template <enum ga_scope S, enum ga_order O, typename T> GA_DEVICE void ga_store(T *p, T x) {
    static_assert(O == GA_RELAXED || O == GA_RELEASE || O == GA_SEQ_CST);
    __atomic_store_n(p, x, ga_cpu_order(O));
}

/* gcc says by a macro that it instruments for ThreadSanitizer, clang by a feature. */
#if defined(__SANITIZE_THREAD__)
#define GA_CPU_TSAN 1
#elif defined(__has_feature)
#define GA_CPU_TSAN __has_feature(thread_sanitizer)
#else
#define GA_CPU_TSAN 0
#endif

/* ThreadSanitizer does not know fences. To it, one is an exchange on a word that all threads share: it
 * orders what a fence of that order would between threads, and nothing if its order is too weak. */
template <enum ga_scope S, enum ga_order O> GA_DEVICE void ga_fence(void) {
    static_assert(O != GA_RELAXED);
#if GA_CPU_TSAN
    __atomic_exchange_n(&ga_cpu_fences, 0u, ga_cpu_order(O));
#else
    __atomic_thread_fence(ga_cpu_order(O));
#endif
}

/* The C dialect's fences are sequentially consistent. */
template <enum ga_scope S> GA_DEVICE void ga_threadfence(void) { ga_fence<S, GA_SEQ_CST>(); }

/* Plain accesses are what they are, so that ThreadSanitizer sees whether something orders them. Volatile
 * ones race where kernels use them, and are relaxed. */
GA_DEVICE uint32_t ga_load_plain(const uint32_t *p) { return *p; }
GA_DEVICE void ga_store_plain(uint32_t *p, uint32_t x) { *p = x; }
GA_DEVICE uint32_t ga_load_volatile(const uint32_t *p) {
    return __atomic_load_n(p, __ATOMIC_RELAXED);
}
GA_DEVICE void ga_store_volatile(uint32_t *p, uint32_t x) {
    __atomic_store_n(p, x, __ATOMIC_RELAXED);
}
GA_DEVICE uint32_t ga_load_mmio(const uint32_t *p) { return __atomic_load_n(p, __ATOMIC_RELAXED); }
GA_DEVICE void ga_store_mmio(uint32_t *p, uint32_t x) { __atomic_store_n(p, x, __ATOMIC_RELAXED); }

#endif
