/* Every atomic operation, as a template on its scope and order:
 *
 *   ga_add<S, O>(p, x)    sub, min, max, and, or, xor, inc, dec, exchange: the old value
 *   ga_cas<S, O>(p, expected, desired)   the old value; it took place if that is `expected`
 *
 * overloaded on the type. An operation that the hardware lacks is a compare-and-swap loop, written
 * out where the compiler would not write it: each try has the scope and the order that were asked
 * for. Orders follow the C++ memory model; seq_cst is a sequentially consistent fence before an
 * acquire. inc and dec wrap at x, as in CUDA.
 *
 * Pointers are to device memory. */
#ifndef GA_DEVICE_ATOMICS_H
#define GA_DEVICE_ATOMICS_H

#include "device.h"
#include "fact.h"

/* Two 16-bit floats, 128 bits, two and four floats. A vector's elements are atomic one by one. */
struct ga_f16x2 {
    uint32_t bits;
};
struct ga_bf16x2 {
    uint32_t bits;
};
struct alignas(16) ga_b128 {
    uint64_t low, high;
};
struct alignas(8) ga_f32x2 {
    float at[2];
};
struct alignas(16) ga_f32x4 {
    float at[4];
};

/* The bits of x in another type of its size. */
template <typename To, typename From> GA_DEVICE To ga_bits(From x) {
    static_assert(sizeof(To) == sizeof(From));
    To y;
    __builtin_memcpy(&y, &x, sizeof y);
    return y;
}

/* 16-bit floats to float and back, to nearest, ties to even; no NaN. */
GA_DEVICE float ga_from_bf16(uint32_t bits) { return ga_bits<float>(bits << 16); }
GA_DEVICE uint32_t ga_to_bf16(float x) {
    const uint32_t bits = ga_bits<uint32_t>(x);
    return (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
}

#if defined(GA_BACKEND_CUDA)
#include "device_atomics_cuda.h"
#elif defined(GA_BACKEND_HIP)
#include "device_atomics_hip.h"
#else
#include "device_atomics_cpu.h"
#endif

/* src: the usual loop, e.g. CUDA C++ Programming Guide, "Atomic Functions". change: old to new. */
template <enum ga_scope S, enum ga_order O, typename Bits, typename Change>
GA_DEVICE Bits ga_cas_loop(Bits *p, Change change) {
    Bits old = ga_peek(p), seen;
    do {
        seen = old;
        old = ga_cas<S, O>(p, seen, change(seen));
    } while (old != seen);
    return old;
}

#if defined(GA_BACKEND_CUDA)
#define GA_LOOP_IS_SILENT(name, type)                                                              \
    template <enum ga_scope S, enum ga_order O>                                                    \
    GA_DEVICE void ga_##name##_silent(type *p, type x) {                                           \
        ga_##name<S, O>(p, x);                                                                     \
    }
#else
#define GA_LOOP_IS_SILENT(name, type)
#endif

/* A floating-point operation on the bits of the word. */
#define GA_BY_CAS(name, type, bits, expression)                                                    \
    template <enum ga_scope S, enum ga_order O> GA_DEVICE type ga_##name(type *p, type x) {        \
        return ga_bits<type>(ga_cas_loop<S, O>((bits *)p, [x](bits seen) {                         \
            const type old = ga_bits<type>(seen);                                                  \
            return ga_bits<bits>((type)(expression));                                              \
        }));                                                                                       \
    }                                                                                              \
    GA_LOOP_IS_SILENT(name, type)
GA_BY_CAS(min, float, uint32_t, old < x ? old : x)
GA_BY_CAS(max, float, uint32_t, old > x ? old : x)
GA_BY_CAS(min, double, uint64_t, old < x ? old : x)
GA_BY_CAS(max, double, uint64_t, old > x ? old : x)

/* Two halves, each by its own conversions. */
#define GA_PAIR_BY_CAS(type, from, to)                                                             \
    template <enum ga_scope S, enum ga_order O> GA_DEVICE type ga_add(type *p, type x) {           \
        return {ga_cas_loop<S, O>(&p->bits, [x](uint32_t seen) {                                   \
            return to(from(seen & 0xffff) + from(x.bits & 0xffff)) |                               \
                   to(from(seen >> 16) + from(x.bits >> 16)) << 16;                                \
        })};                                                                                       \
    }                                                                                              \
    GA_LOOP_IS_SILENT(add, type)
#if defined(GA_F16X2_BY_CAS)
GA_PAIR_BY_CAS(ga_f16x2, ga_from_f16, ga_to_f16)
#endif
#if defined(GA_BF16X2_BY_CAS)
GA_PAIR_BY_CAS(ga_bf16x2, ga_from_bf16, ga_to_bf16)
#endif

#endif
