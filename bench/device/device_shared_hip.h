/* device_shared.h on AMD: the builtins of device_atomics_hip.h on a pointer to the LDS, so that the
 * compiler need not find out which memory it is. */
#ifndef GA_DEVICE_SHARED_HIP_H
#define GA_DEVICE_SHARED_HIP_H

typedef __attribute__((address_space(3))) uint32_t ga_lds_word;

GA_DEVICE ga_lds_word *ga_shared_address(struct ga_shared_word p) { return (ga_lds_word *)p.at; }

#define GA_HIP_SHARED_FETCH(name, builtin)                                                         \
    template <enum ga_scope S, enum ga_order O>                                                    \
    GA_DEVICE uint32_t ga_##name(struct ga_shared_word p, uint32_t x) {                            \
        static_assert(S == GA_SCOPE_BLOCK);                                                        \
        return __hip_atomic_##builtin(ga_shared_address(p), x, ga_hip_order(O),                    \
                                      __HIP_MEMORY_SCOPE_WORKGROUP);                               \
    }
GA_HIP_SHARED_FETCH(add, fetch_add)
GA_HIP_SHARED_FETCH(or, fetch_or)
GA_HIP_SHARED_FETCH(exchange, exchange)

#define GA_HIP_SHARED_CAS_AT(S_, O_, scope, order, failure, ...)                                   \
    if constexpr (O == O_)                                                                         \
        __hip_atomic_compare_exchange_strong(ga_shared_address(p), &expected, desired, order,      \
                                             failure, scope);
template <enum ga_scope S, enum ga_order O>
GA_DEVICE uint32_t ga_cas(struct ga_shared_word p, uint32_t expected, uint32_t desired) {
    static_assert(S == GA_SCOPE_BLOCK);
    GA_HIP_SCOPE(GA_HIP_SHARED_CAS_AT, GA_SCOPE_BLOCK, __HIP_MEMORY_SCOPE_WORKGROUP, )
    return expected;
}

template <enum ga_scope S, enum ga_order O> GA_DEVICE uint32_t ga_load(struct ga_shared_word p) {
    static_assert(S == GA_SCOPE_BLOCK);
    static_assert(O == GA_RELAXED || O == GA_ACQUIRE || O == GA_SEQ_CST);
    return __hip_atomic_load(ga_shared_address(p), ga_hip_order(O), __HIP_MEMORY_SCOPE_WORKGROUP);
}
template <enum ga_scope S, enum ga_order O>
GA_DEVICE void ga_store(struct ga_shared_word p, uint32_t x) {
    static_assert(S == GA_SCOPE_BLOCK);
    static_assert(O == GA_RELAXED || O == GA_RELEASE || O == GA_SEQ_CST);
    __hip_atomic_store(ga_shared_address(p), x, ga_hip_order(O), __HIP_MEMORY_SCOPE_WORKGROUP);
}

#endif
