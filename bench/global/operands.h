/* struct op_<operation>_<type>: for the kernels, what the i-th access of every thread does. The operands
 * are such that memory has one right value in the end, whoever came first; crowd_values.cc knows it. */
#ifndef GA_OPERANDS_H
#define GA_OPERANDS_H

#include "device_atomics.h"
#include "operations.h"

typedef uint32_t ga_u32;
typedef int32_t ga_s32;
typedef uint64_t ga_u64;
typedef float ga_f32;
typedef double ga_f64;

/* A number as a value of each type; of 16-bit floats there is only 1. The halves of b128 differ, so that
 * a torn one shows. */
template <typename T> struct operand_of {
    GA_DEVICE T make(uint32_t v) { return (T)v; }
    GA_DEVICE T next(T x) { return x + 1; }
};
template <> struct operand_of<ga_f16x2> {
    GA_DEVICE ga_f16x2 make(uint32_t) { return {0x3c003c00}; }
};
template <> struct operand_of<ga_bf16x2> {
    GA_DEVICE ga_bf16x2 make(uint32_t) { return {0x3f803f80}; }
};
template <> struct operand_of<ga_b128> {
    GA_DEVICE ga_b128 make(uint32_t v) { return {v, ~(uint64_t)v}; }
    GA_DEVICE ga_b128 next(ga_b128 x) { return {x.low + 1, x.high - 1}; }
};
template <> struct operand_of<ga_f32x2> {
    GA_DEVICE ga_f32x2 make(uint32_t v) { return {{(float)v, (float)v}}; }
};
template <> struct operand_of<ga_f32x4> {
    GA_DEVICE ga_f32x4 make(uint32_t v) { return {{(float)v, (float)v, (float)v, (float)v}}; }
};

/* The operand of access i. */
#define OPERAND_add(T, i) operand_of<T>::make(1)
#define OPERAND_sub(T, i) operand_of<T>::make(1)
#define OPERAND_inc(T, i) operand_of<T>::make(OPERAND_WRAP)
#define OPERAND_dec(T, i) operand_of<T>::make(OPERAND_WRAP)
#define OPERAND_min(T, i) operand_of<T>::make(OPERAND_TOP - (i))
#define OPERAND_max(T, i) operand_of<T>::make((i) + 1)
#define OPERAND_and(T, i) ((T) ~((T)1 << ((i) % 32)))
#define OPERAND_or(T, i) ((T)1 << ((i) % 32))
#define OPERAND_xor(T, i) ((T)1 << ((i) % 32))
#define OPERAND_exchange(T, i) operand_of<T>::make((i) + 1)
#define OPERAND_cas(T, i) operand_of<T>::make(i)
#define OPERAND_cas_fail(T, i) operand_of<T>::make(OPERAND_NEVER)

/* Round i of cas turns i into i + 1: one thread wins it. cas_fail expects what never is there. */
template <enum ga_scope S, enum ga_order O, typename T> GA_DEVICE T ga_cas_next(T *p, T x) {
    return ga_cas<S, O>(p, x, operand_of<T>::next(x));
}
/* APPLY: the operation; SILENT: where nobody reads its result. */
#define APPLY_add ga_add
#define SILENT_add GA_SILENT(ga_add)
#define APPLY_sub ga_sub
#define SILENT_sub GA_SILENT(ga_sub)
#define APPLY_inc ga_inc
#define SILENT_inc GA_SILENT(ga_inc)
#define APPLY_dec ga_dec
#define SILENT_dec GA_SILENT(ga_dec)
#define APPLY_min ga_min
#define SILENT_min GA_SILENT(ga_min)
#define APPLY_max ga_max
#define SILENT_max GA_SILENT(ga_max)
#define APPLY_and ga_and
#define SILENT_and GA_SILENT(ga_and)
#define APPLY_or ga_or
#define SILENT_or GA_SILENT(ga_or)
#define APPLY_xor ga_xor
#define SILENT_xor GA_SILENT(ga_xor)
#define APPLY_exchange ga_exchange
#define SILENT_exchange ga_exchange
#define APPLY_cas ga_cas_next
#define SILENT_cas ga_cas_next
#define APPLY_cas_fail ga_cas_next
#define SILENT_cas_fail ga_cas_next

#define GA_OPERATION(op, name, loop)                                                               \
    struct op_##op##_##name {                                                                      \
        typedef ga_##name type;                                                                    \
        static constexpr bool is_loop = loop;                                                      \
        template <enum ga_scope S, enum ga_order O> GA_DEVICE type apply(type *p, type x) {        \
            return APPLY_##op<S, O>(p, x);                                                         \
        }                                                                                          \
        template <enum ga_scope S, enum ga_order O> GA_DEVICE void silent(type *p, type x) {       \
            SILENT_##op<S, O>(p, x);                                                               \
        }                                                                                          \
        GA_DEVICE type operand(uint32_t i) {                                                       \
            (void)i;                                                                               \
            return OPERAND_##op(type, i);                                                          \
        }                                                                                          \
    };
#include "operations.def"
#undef GA_OPERATION

/* crowd_<operation>_<type>_<regime> */
#define CROWD_KERNELS(op, type)                                                                    \
    GA_KERNEL_FULL(crowd_##op##_##type##_dependent, crowd_args) {                                  \
        crowd<op_##op##_##type, GA_DEPENDENT>(a);                                                  \
    }                                                                                              \
    GA_KERNEL_FULL(crowd_##op##_##type##_independent, crowd_args) {                                \
        crowd<op_##op##_##type, GA_INDEPENDENT>(a);                                                \
    }                                                                                              \
    GA_KERNEL_FULL(crowd_##op##_##type##_unused, crowd_args) {                                     \
        crowd<op_##op##_##type, GA_UNUSED>(a);                                                     \
    }

#endif
