/* The fields of an instruction's 128 bits. */
#ifndef GA_SASS_FIELDS_H
#define GA_SASS_FIELDS_H

#include "sass.h"

/* Registers and predicates of a row of sass_opcodes.def. */
enum { D = 1, A = 2, B = 4, C = 8, C_OF_THREE = 16, P = 32, Q = 64, P2 = 128, NONE = 0 };
enum { CHANGED_SM = 100, GA_OPCODES = 512 };
enum { MOV = 0x002, P2R, R2P, SEL = 0x007, LOP3 = 0x012, SHF = 0x019, IMAD = 0x024 };
enum { HFMA2 = 0x031, HFMA2_MMA = 0x035, FFMA2 = 0x049, FMUL2, LDC = 0x182 };
enum { ALL_REGISTERS = 1, UNIFORM = 2, REGISTERS_64, IMMEDIATE }; /* forms */

/* Of the other fields. */
enum layout {
    PLAIN_LAYOUT,
    INTEGER,
    FLOAT,
    SWAP,
    SHARED,
    SHARED_SWAP,
    CACHE,
    MEMBAR,
    ERRBAR,
    PROXY,
    BAR,
    CLUSTER_BAR,
    SYNCS,
    SYNCS_CACHE,
    SYNCS_EXCH,
    ARRIVES,
    BULK,
    TENSOR,
    REMOTE
};

/* What else there is to look at, of some opcodes each. */
enum {
    SUMS = 1,
    HALVES = 2,
    COPIES = 4,
    PREDICATES = 8,
    MEMORY = 16,
    FLOW = 32,
    OF_CLASS = 64,
    PRODUCTS = 128
};

/* like: what all instructions of the opcode have in common. absent: for each form, all bits of a register that it does not have, D
 * in the lowest byte, A, B and C behind it. always: on every target. */
struct ga_sass_row {
    struct ga_sass like;
    uint32_t absent[8];
    uint8_t registers, layout, steps;
    bool always;
};
extern const struct ga_sass_row ga_sass_rows[GA_OPCODES];
const struct ga_sass_row *ga_sass_row_otherwise(unsigned opcode, unsigned sm);

/* Of what adds, or copies by an add; of what may put halves together. in: role, source. out: role, altered. */
void ga_sass_decode_sum(const uint64_t w[2], struct ga_sass *out);
void ga_sass_decode_halves(const uint64_t w[2], struct ga_sass *out);

static inline unsigned opcode_of(uint64_t word) { return word & 0x1ff; }
static inline unsigned form_of(uint64_t word) { return word >> 9 & 7; }
/* Bits first .. first + n - 1 of the 128; they do not cross the words. */
static inline unsigned field(const uint64_t w[2], unsigned first, unsigned n) {
    return (unsigned)(w[first / 64] >> first % 64) & ((1U << n) - 1);
}

/* Whether C, which is added to a product, is a register. If it is a constant, B stands in its place. */
static inline bool adds_register(const uint64_t w[2]) {
    enum { WITH_REGISTER = 1 << ALL_REGISTERS | 1 << IMMEDIATE | 1 << 5 | 1 << 6 };
    return WITH_REGISTER >> form_of(w[0]) & 1;
}

/* out: ga_sass.altered of a product of floats: nothing, or all, if C is not added as it is, or the sum is clamped or not rounded
 * to the nearest. */
static inline uint8_t altered_product(const uint64_t w[2]) {
    enum { SIGN = 3 << 10, CLAMPS_ROUNDS = 7 << 13, ALL = 7 };
    return w[1] & (SIGN | CLAMPS_ROUNDS) ? ALL : 0;
}

#endif
