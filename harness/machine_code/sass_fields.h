/* The fields of an instruction's 128 bits. */
#ifndef GA_SASS_FIELDS_H
#define GA_SASS_FIELDS_H

#include "sass.h"

/* Registers and predicates of a row of sass_opcodes.def. */
enum { D = 1, A = 2, B = 4, C = 8, C_OF_THREE = 16, P = 32, Q = 64, P2 = 128, NONE = 0 };
enum { CHANGED_SM = 100 };
enum { ALL_REGISTERS = 1, UNIFORM = 2, REGISTERS_64, IMMEDIATE }; /* forms */

static inline unsigned opcode_of(uint64_t word) { return word & 0x1ff; }
static inline unsigned form_of(uint64_t word) { return word >> 9 & 7; }
/* Bits first .. first + n - 1 of the 128; they do not cross the words. */
static inline unsigned field(const uint64_t w[2], unsigned first, unsigned n) {
    return (unsigned)(w[first / 64] >> first % 64) & ((1U << n) - 1);
}

/* Sets an instruction's registers, how many of them it writes and reads, and where it loads or stores; in: role: set. */
void ga_sass_registers(const uint64_t words[2], unsigned sm, unsigned registers,
                       struct ga_sass *out);

/* in: role, registers. out: ga_sass.constant. */
uint32_t ga_sass_constant_of(const uint64_t words[2], const struct ga_sass *in);

#endif
