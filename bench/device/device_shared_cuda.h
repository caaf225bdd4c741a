/* device_shared.h on NVIDIA: the PTX instructions of device_atomics_cuda.h and device_order_cuda.h, in
 * the state space .shared, whose addresses have 32 bits. */
#ifndef GA_DEVICE_SHARED_CUDA_H
#define GA_DEVICE_SHARED_CUDA_H

GA_DEVICE uint32_t ga_shared_address(struct ga_shared_word p) {
    return (uint32_t)__cvta_generic_to_shared(p.at);
}

#define GA_PTX_SHARED_FETCH_AT(S_, O_, how, before, op)                                            \
    if constexpr (O == O_)                                                                         \
        asm volatile(before "atom." how ".shared." op " %0, [%1], %2;"                             \
                     : "=r"(old)                                                                   \
                     : "r"(ga_shared_address(p)), "r"(x)                                           \
                     : "memory");
#define GA_PTX_SHARED_FETCH(name, op)                                                              \
    template <enum ga_scope S, enum ga_order O>                                                    \
    GA_DEVICE uint32_t ga_##name(struct ga_shared_word p, uint32_t x) {                            \
        static_assert(S == GA_SCOPE_BLOCK);                                                        \
        uint32_t old;                                                                              \
        GA_PTX_SCOPE(GA_PTX_SHARED_FETCH_AT, GA_SCOPE_BLOCK, "cta", op)                            \
        return old;                                                                                \
    }
GA_PTX_SHARED_FETCH(add, "add.u32")
GA_PTX_SHARED_FETCH(or, "or.b32")
GA_PTX_SHARED_FETCH(exchange, "exch.b32")

/* Where nobody reads the result, which red does in the orders relaxed and release. */
template <enum ga_scope S, enum ga_order O>
GA_DEVICE void ga_add_silent(struct ga_shared_word p, uint32_t x) {
    static_assert(S == GA_SCOPE_BLOCK && (O == GA_RELAXED || O == GA_RELEASE));
    if constexpr (O == GA_RELAXED)
        asm volatile("red.relaxed.cta.shared.add.u32 [%0], %1;" ::"r"(ga_shared_address(p)), "r"(x)
                     : "memory");
    else
        asm volatile("red.release.cta.shared.add.u32 [%0], %1;" ::"r"(ga_shared_address(p)), "r"(x)
                     : "memory");
}

#define GA_PTX_SHARED_CAS_AT(S_, O_, how, before, op)                                              \
    if constexpr (O == O_)                                                                         \
        asm volatile(before "atom." how ".shared.cas." op " %0, [%1], %2, %3;"                     \
                     : "=r"(old)                                                                   \
                     : "r"(ga_shared_address(p)), "r"(expected), "r"(desired)                      \
                     : "memory");
template <enum ga_scope S, enum ga_order O>
GA_DEVICE uint32_t ga_cas(struct ga_shared_word p, uint32_t expected, uint32_t desired) {
    static_assert(S == GA_SCOPE_BLOCK);
    uint32_t old;
    GA_PTX_SCOPE(GA_PTX_SHARED_CAS_AT, GA_SCOPE_BLOCK, "cta", "b32")
    return old;
}

#define GA_PTX_SHARED_LOAD_AT(O_, before, order)                                                   \
    if constexpr (O == O_)                                                                         \
        asm volatile(before "ld." order ".cta.shared.u32 %0, [%1];"                                \
                     : "=r"(x)                                                                     \
                     : "r"(ga_shared_address(p))                                                   \
                     : "memory");
template <enum ga_scope S, enum ga_order O> GA_DEVICE uint32_t ga_load(struct ga_shared_word p) {
    static_assert(S == GA_SCOPE_BLOCK);
    static_assert(O == GA_RELAXED || O == GA_ACQUIRE || O == GA_SEQ_CST);
    uint32_t x;
    GA_PTX_SHARED_LOAD_AT(GA_RELAXED, "", "relaxed")
    GA_PTX_SHARED_LOAD_AT(GA_ACQUIRE, "", "acquire")
    GA_PTX_SHARED_LOAD_AT(GA_SEQ_CST, "fence.sc.cta; ", "acquire")
    return x;
}

#define GA_PTX_SHARED_STORE_AT(O_, before, order)                                                  \
    if constexpr (O == O_)                                                                         \
        asm volatile(before "st." order ".cta.shared.u32 [%0], %1;" ::"r"(ga_shared_address(p)),   \
                     "r"(x)                                                                        \
                     : "memory");
template <enum ga_scope S, enum ga_order O>
GA_DEVICE void ga_store(struct ga_shared_word p, uint32_t x) {
    static_assert(S == GA_SCOPE_BLOCK);
    static_assert(O == GA_RELAXED || O == GA_RELEASE || O == GA_SEQ_CST);
    GA_PTX_SHARED_STORE_AT(GA_RELAXED, "", "relaxed")
    GA_PTX_SHARED_STORE_AT(GA_RELEASE, "", "release")
    GA_PTX_SHARED_STORE_AT(GA_SEQ_CST, "fence.sc.cta; ", "relaxed")
}

#endif
