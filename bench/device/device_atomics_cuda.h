/* device_atomics.h on NVIDIA: one PTX instruction an operation. src: PTX ISA, "Parallel
 * Synchronization and Communication Instructions: atom"; the fence of seq_cst as in "Memory
 * Consistency Model". Where nobody reads the result: red, which only
 * has the orders relaxed and release; ptxas writes it for an atom, too, but not always. */
#ifndef GA_DEVICE_ATOMICS_CUDA_H
#define GA_DEVICE_ATOMICS_CUDA_H

/* The variant of an operation for results that nobody reads. */
#define GA_SILENT(name) name##_silent

/* X for each order of a scope, and for each scope: scope, order, their words in PTX, what precedes. */
#define GA_PTX_SCOPE(X, S_, scope, ...)                                                            \
    X(S_, GA_RELAXED, "relaxed." scope, "", __VA_ARGS__)                                           \
    X(S_, GA_ACQUIRE, "acquire." scope, "", __VA_ARGS__)                                           \
    X(S_, GA_RELEASE, "release." scope, "", __VA_ARGS__)                                           \
    X(S_, GA_ACQ_REL, "acq_rel." scope, "", __VA_ARGS__)                                           \
    X(S_, GA_SEQ_CST, "acquire." scope, "fence.sc." scope "; ", __VA_ARGS__)
#define GA_PTX_EACH(X, ...)                                                                        \
    GA_PTX_SCOPE(X, GA_SCOPE_BLOCK, "cta", __VA_ARGS__)                                            \
    GA_PTX_SCOPE(X, GA_SCOPE_DEVICE, "gpu", __VA_ARGS__)                                           \
    GA_PTX_SCOPE(X, GA_SCOPE_SYSTEM, "sys", __VA_ARGS__)

#define GA_PTX_FETCH_AT(S_, O_, how, before, op, c)                                                \
    if constexpr (S == S_ && O == O_)                                                              \
        asm volatile(before "atom." how ".global." op " %0, [%1], %2;"                             \
                     : "=" c(old)                                                                  \
                     : "l"(__cvta_generic_to_global(p)), c(x)                                      \
                     : "memory");
#define GA_PTX_RED_AT(S_, O_, how, before, op, c)                                                  \
    if constexpr (S == S_ && O == O_ && (O == GA_RELAXED || O == GA_RELEASE))                      \
        asm volatile("red." how ".global." op " [%0], %1;" ::"l"(__cvta_generic_to_global(p)),     \
                     c(x)                                                                          \
                     : "memory");
#define GA_PTX_FETCH(name, type, op, c)                                                            \
    template <enum ga_scope S, enum ga_order O> GA_DEVICE type ga_##name(type *p, type x) {        \
        type old;                                                                                  \
        GA_PTX_EACH(GA_PTX_FETCH_AT, op, c)                                                        \
        return old;                                                                                \
    }
/* An operation of which there is a red. */
#define GA_PTX_BOTH(name, type, op, c)                                                             \
    GA_PTX_FETCH(name, type, op, c)                                                                \
    template <enum ga_scope S, enum ga_order O>                                                    \
    GA_DEVICE void ga_##name##_silent(type *p, type x) {                                           \
        GA_PTX_EACH(GA_PTX_RED_AT, op, c)                                                          \
        if constexpr (O != GA_RELAXED && O != GA_RELEASE)                                          \
            ga_##name<S, O>(p, x);                                                                 \
    }
GA_PTX_BOTH(add, uint32_t, "add.u32", "r")
GA_PTX_BOTH(min, uint32_t, "min.u32", "r")
GA_PTX_BOTH(max, uint32_t, "max.u32", "r")
GA_PTX_BOTH(and, uint32_t, "and.b32", "r")
GA_PTX_BOTH(or, uint32_t, "or.b32", "r")
GA_PTX_BOTH(xor, uint32_t, "xor.b32", "r")
GA_PTX_BOTH(inc, uint32_t, "inc.u32", "r")
GA_PTX_BOTH(dec, uint32_t, "dec.u32", "r")
GA_PTX_FETCH(exchange, uint32_t, "exch.b32", "r")
GA_PTX_BOTH(add, int32_t, "add.s32", "r")
GA_PTX_BOTH(min, int32_t, "min.s32", "r")
GA_PTX_BOTH(max, int32_t, "max.s32", "r")
GA_PTX_BOTH(add, uint64_t, "add.u64", "l")
GA_PTX_BOTH(min, uint64_t, "min.u64", "l")
GA_PTX_BOTH(max, uint64_t, "max.u64", "l")
GA_PTX_BOTH(and, uint64_t, "and.b64", "l")
GA_PTX_BOTH(or, uint64_t, "or.b64", "l")
GA_PTX_BOTH(xor, uint64_t, "xor.b64", "l")
GA_PTX_FETCH(exchange, uint64_t, "exch.b64", "l")
GA_PTX_BOTH(add, float, "add.f32", "f")
GA_PTX_FETCH(exchange, float, "exch.b32", "f")
GA_PTX_BOTH(add, double, "add.f64", "d")
GA_PTX_FETCH(exchange, double, "exch.b64", "d")
GA_PTX_BOTH(add_bits_f16x2, uint32_t, "add.noftz.f16x2", "r")

/* There is no atom.sub: the operand changes its sign. */
#define GA_SUB_BY_ADD(type)                                                                        \
    template <enum ga_scope S, enum ga_order O> GA_DEVICE type ga_sub(type *p, type x) {           \
        return ga_add<S, O>(p, (type)-x);                                                          \
    }                                                                                              \
    template <enum ga_scope S, enum ga_order O> GA_DEVICE void ga_sub_silent(type *p, type x) {    \
        ga_add_silent<S, O>(p, (type)-x);                                                          \
    }
GA_SUB_BY_ADD(uint32_t)
GA_SUB_BY_ADD(int32_t)
GA_SUB_BY_ADD(uint64_t)
GA_SUB_BY_ADD(float)
GA_SUB_BY_ADD(double)

#define GA_PTX_CAS_AT(S_, O_, how, before, op, c)                                                  \
    if constexpr (S == S_ && O == O_)                                                              \
        asm volatile(before "atom." how ".global.cas." op " %0, [%1], %2, %3;"                     \
                     : "=" c(old)                                                                  \
                     : "l"(__cvta_generic_to_global(p)), c(expected), c(desired)                   \
                     : "memory");
#define GA_PTX_CAS(type, op, c)                                                                    \
    template <enum ga_scope S, enum ga_order O>                                                    \
    GA_DEVICE type ga_cas(type *p, type expected, type desired) {                                  \
        type old;                                                                                  \
        GA_PTX_EACH(GA_PTX_CAS_AT, op, c)                                                          \
        return old;                                                                                \
    }
GA_PTX_CAS(uint32_t, "b32", "r")
GA_PTX_CAS(uint64_t, "b64", "l")

template <enum ga_scope S, enum ga_order O> GA_DEVICE ga_f16x2 ga_add(ga_f16x2 *p, ga_f16x2 x) {
    return {ga_add_bits_f16x2<S, O>(&p->bits, x.bits)};
}
template <enum ga_scope S, enum ga_order O> GA_DEVICE void ga_add_silent(ga_f16x2 *p, ga_f16x2 x) {
    ga_add_bits_f16x2_silent<S, O>(&p->bits, x.bits);
}

/* What sm_90 brought. Elsewhere these are no atomics, and the benchmark does not run them. */
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
GA_PTX_BOTH(add_bits_bf16x2, uint32_t, "add.noftz.bf16x2", "r")
template <enum ga_scope S, enum ga_order O> GA_DEVICE ga_bf16x2 ga_add(ga_bf16x2 *p, ga_bf16x2 x) {
    return {ga_add_bits_bf16x2<S, O>(&p->bits, x.bits)};
}
template <enum ga_scope S, enum ga_order O>
GA_DEVICE void ga_add_silent(ga_bf16x2 *p, ga_bf16x2 x) {
    ga_add_bits_bf16x2_silent<S, O>(&p->bits, x.bits);
}

#define GA_PTX_EXCHANGE_B128(S_, O_, how, before, ...)                                             \
    if constexpr (S == S_ && O == O_)                                                              \
        asm volatile(before "{ .reg .b128 new, old; mov.b128 new, {%3, %4};"                       \
                            " atom." how ".global.exch.b128 old, [%2], new;"                       \
                            " mov.b128 {%0, %1}, old; }"                                           \
                     : "=l"(old.low), "=l"(old.high)                                               \
                     : "l"(__cvta_generic_to_global(p)), "l"(x.low), "l"(x.high)                   \
                     : "memory");
template <enum ga_scope S, enum ga_order O> GA_DEVICE ga_b128 ga_exchange(ga_b128 *p, ga_b128 x) {
    ga_b128 old;
    GA_PTX_EACH(GA_PTX_EXCHANGE_B128, )
    return old;
}

#define GA_PTX_CAS_B128(S_, O_, how, before, ...)                                                  \
    if constexpr (S == S_ && O == O_)                                                              \
        asm volatile(before "{ .reg .b128 expected, new, old; mov.b128 expected, {%3, %4};"        \
                            " mov.b128 new, {%5, %6};"                                             \
                            " atom." how ".global.cas.b128 old, [%2], expected, new;"              \
                            " mov.b128 {%0, %1}, old; }"                                           \
                     : "=l"(old.low), "=l"(old.high)                                               \
                     : "l"(__cvta_generic_to_global(p)), "l"(expected.low), "l"(expected.high),    \
                       "l"(desired.low), "l"(desired.high)                                         \
                     : "memory");
template <enum ga_scope S, enum ga_order O>
GA_DEVICE ga_b128 ga_cas(ga_b128 *p, ga_b128 expected, ga_b128 desired) {
    ga_b128 old;
    GA_PTX_EACH(GA_PTX_CAS_B128, )
    return old;
}

#define GA_PTX_ADD_F32X2(S_, O_, how, before, ...)                                                 \
    if constexpr (S == S_ && O == O_)                                                              \
        asm volatile(before "atom." how ".global.add.v2.f32 {%0, %1}, [%2], {%3, %4};"             \
                     : "=f"(old.at[0]), "=f"(old.at[1])                                            \
                     : "l"(__cvta_generic_to_global(p)), "f"(x.at[0]), "f"(x.at[1])                \
                     : "memory");
template <enum ga_scope S, enum ga_order O> GA_DEVICE ga_f32x2 ga_add(ga_f32x2 *p, ga_f32x2 x) {
    ga_f32x2 old;
    GA_PTX_EACH(GA_PTX_ADD_F32X2, )
    return old;
}
#define GA_PTX_RED_F32X2(S_, O_, how, before, ...)                                                 \
    if constexpr (S == S_ && O == O_ && (O == GA_RELAXED || O == GA_RELEASE))                      \
        asm volatile("red." how                                                                    \
                     ".global.add.v2.f32 [%0], {%1, %2};" ::"l"(__cvta_generic_to_global(p)),      \
                     "f"(x.at[0]), "f"(x.at[1])                                                    \
                     : "memory");
template <enum ga_scope S, enum ga_order O> GA_DEVICE void ga_add_silent(ga_f32x2 *p, ga_f32x2 x) {
    GA_PTX_EACH(GA_PTX_RED_F32X2, )
    if constexpr (O != GA_RELAXED && O != GA_RELEASE)
        ga_add<S, O>(p, x);
}

#define GA_PTX_ADD_F32X4(S_, O_, how, before, ...)                                                 \
    if constexpr (S == S_ && O == O_)                                                              \
        asm volatile(before "atom." how                                                            \
                            ".global.add.v4.f32 {%0, %1, %2, %3}, [%4], {%5, %6, %7, %8};"         \
                     : "=f"(old.at[0]), "=f"(old.at[1]), "=f"(old.at[2]), "=f"(old.at[3])          \
                     : "l"(__cvta_generic_to_global(p)), "f"(x.at[0]), "f"(x.at[1]), "f"(x.at[2]), \
                       "f"(x.at[3])                                                                \
                     : "memory");
template <enum ga_scope S, enum ga_order O> GA_DEVICE ga_f32x4 ga_add(ga_f32x4 *p, ga_f32x4 x) {
    ga_f32x4 old;
    GA_PTX_EACH(GA_PTX_ADD_F32X4, )
    return old;
}
#define GA_PTX_RED_F32X4(S_, O_, how, before, ...)                                                 \
    if constexpr (S == S_ && O == O_ && (O == GA_RELAXED || O == GA_RELEASE))                      \
        asm volatile("red." how ".global.add.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(                \
                         __cvta_generic_to_global(p)),                                             \
                     "f"(x.at[0]), "f"(x.at[1]), "f"(x.at[2]), "f"(x.at[3])                        \
                     : "memory");
template <enum ga_scope S, enum ga_order O> GA_DEVICE void ga_add_silent(ga_f32x4 *p, ga_f32x4 x) {
    GA_PTX_EACH(GA_PTX_RED_F32X4, )
    if constexpr (O != GA_RELAXED && O != GA_RELEASE)
        ga_add<S, O>(p, x);
}
#else
#define GA_BF16X2_BY_CAS
#define GA_LACKS(name, type, ...)                                                                  \
    template <enum ga_scope S, enum ga_order O>                                                    \
    GA_DEVICE type ga_##name(type *, type x, ##__VA_ARGS__) {                                      \
        return x;                                                                                  \
    }
GA_LACKS(add_silent, ga_f32x2)
GA_LACKS(add_silent, ga_f32x4)
GA_LACKS(exchange, ga_b128)
GA_LACKS(cas, ga_b128, ga_b128)
GA_LACKS(add, ga_f32x2)
GA_LACKS(add, ga_f32x4)
#endif

GA_DEVICE uint32_t ga_peek(const uint32_t *p) { return ga_load_u32_device_relaxed(p); }
GA_DEVICE uint64_t ga_peek(const uint64_t *p) {
    uint64_t x;
    asm volatile("ld.relaxed.gpu.u64 %0, [%1];" : "=l"(x) : "l"(p) : "memory");
    return x;
}

#endif
