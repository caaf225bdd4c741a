/* struct demand_<operation>_<type>: what the accesses of shared_demand do, and what they must leave in a
 * word. The k accesses of a thread to its word are numbered i = 0 .. k-1; the threads of a word follow
 * each other, so that its accesses have the numbers first + i = 1 .. all. */
#ifndef GA_DEMAND_OPERATIONS_H
#define GA_DEMAND_OPERATIONS_H

#include "device_shared_operations.h"

typedef uint32_t ga_u32;
typedef int32_t ga_s32;
typedef uint64_t ga_u64;
typedef float ga_f32;
typedef double ga_f64;

/* one: a 1 that the compiler cannot know. all: accesses to the word; k: of each thread. */
struct demand_number {
    uint32_t first, one, i;
};

enum { DEMAND_WRAP = 0x7fffffff, DEMAND_NEVER = 0x7ffffff0 };

/* out: the bits that 1 | 2 | .. | all has. */
GA_DEVICE uint32_t demand_bits(uint32_t all) {
    uint32_t bits = all;
    for (uint32_t by = 1; by < 32; by *= 2)
        bits |= bits >> by;
    return bits;
}

/* initial, operand, access (p the word, x the operand) and final. */
#define DEMAND(op, name, initial_, operand_, access_, final_)                                      \
    struct demand_##op##_##name {                                                                  \
        typedef ga_##name type;                                                                    \
        GA_DEVICE type initial() { return (type)(initial_); }                                      \
        GA_DEVICE type access(type *p, struct demand_number number) {                              \
            (void)number;                                                                          \
            const type x = (type)(operand_);                                                       \
            return access_;                                                                        \
        }                                                                                          \
        GA_DEVICE type final(uint32_t all, uint32_t k) {                                           \
            (void)all;                                                                             \
            (void)k;                                                                               \
            return (type)(final_);                                                                 \
        }                                                                                          \
    };
#define DEMAND_NTH (number.first + number.i)

/* Of any width. exchange and cas: the last one to access the word is at its k-th; round i of cas turns i
 * into i + 1, and one thread wins it. xor of 1 .. all is all where that is a multiple of 4, as k is. */
#define DEMAND_BITS(name)                                                                          \
    DEMAND(add, name, 0, number.one, ga_shared_add(p, x), all)                                     \
    DEMAND(min, name, ~(ga_##name)0, ~(ga_##name)number.first - number.i, ga_shared_min(p, x),     \
           ~(ga_##name)all)                                                                        \
    DEMAND(max, name, 0, DEMAND_NTH, ga_shared_max(p, x), all)                                     \
    DEMAND(and, name, ~(ga_##name)0, ~(ga_##name)number.first - number.i, ga_shared_and(p, x),     \
           ~(ga_##name)demand_bits(all))                                                           \
    DEMAND(or, name, 0, DEMAND_NTH, ga_shared_or(p, x), demand_bits(all))                          \
    DEMAND(xor, name, 0, DEMAND_NTH, ga_shared_xor(p, x), all)                                     \
    DEMAND(exchange, name, 0, number.i + 1, ga_shared_exchange(p, x), k)                           \
    DEMAND(cas, name, 0, number.i, ga_shared_cas(p, x, x + 1), k)                                  \
    DEMAND(cas_fail, name, 7, DEMAND_NEVER, ga_shared_cas(p, x, x + number.i), 7)
DEMAND_BITS(u32)
DEMAND_BITS(u64)
DEMAND(count, u32, 0, 1, ga_shared_add(p, x), all)
DEMAND(sub, u32, 0, number.one, ga_shared_sub(p, x), 0 - all)
DEMAND(inc, u32, 0, DEMAND_WRAP, ga_shared_inc(p, x), all)
DEMAND(dec, u32, DEMAND_WRAP, DEMAND_WRAP, ga_shared_dec(p, x), DEMAND_WRAP - all)
DEMAND(min, s32, 0, 0 - DEMAND_NTH, ga_shared_min(p, x), 0 - all)
DEMAND(max, s32, 0, DEMAND_NTH, ga_shared_max(p, x), all)
DEMAND(add, f32, 0, number.one, ga_shared_add(p, x), all)
DEMAND(add, f64, 0, number.one, ga_shared_add(p, x), all)

#endif
