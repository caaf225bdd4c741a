/* device_shared.h on the CPU stand-in, where shared memory is memory. */
#ifndef GA_DEVICE_SHARED_CPU_H
#define GA_DEVICE_SHARED_CPU_H

#define GA_CPU_SHARED_FETCH(name)                                                                  \
    template <enum ga_scope S, enum ga_order O>                                                    \
    GA_DEVICE uint32_t ga_##name(struct ga_shared_word p, uint32_t x) {                            \
        static_assert(S == GA_SCOPE_BLOCK);                                                        \
        return ga_##name<S, O>(p.at, x);                                                           \
    }
GA_CPU_SHARED_FETCH(add)
GA_CPU_SHARED_FETCH(or)
GA_CPU_SHARED_FETCH(exchange)

template <enum ga_scope S, enum ga_order O>
GA_DEVICE uint32_t ga_cas(struct ga_shared_word p, uint32_t expected, uint32_t desired) {
    static_assert(S == GA_SCOPE_BLOCK);
    return ga_cas<S, O>(p.at, expected, desired);
}
template <enum ga_scope S, enum ga_order O> GA_DEVICE uint32_t ga_load(struct ga_shared_word p) {
    static_assert(S == GA_SCOPE_BLOCK);
    return ga_load<S, O>(p.at);
}
template <enum ga_scope S, enum ga_order O>
GA_DEVICE void ga_store(struct ga_shared_word p, uint32_t x) {
    static_assert(S == GA_SCOPE_BLOCK);
    ga_store<S, O>(p.at, x);
}

#endif
