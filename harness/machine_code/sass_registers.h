/* Which registers an instruction has, and how many. Inlined into ga_sass_decode, of which it is the most. */
#ifndef GA_SASS_REGISTERS_H
#define GA_SASS_REGISTERS_H

#include "sass_fields.h"

enum { IMAD_WIDE = 0x25, HALF_MATRICES = 0x37, LAST_MATRICES = 0x3f, LDG_256 = 0x17e };

/* F2F, F2I, I2F and FRND that have 64 bits on a side. */
static inline bool is_conversion(unsigned opcode) { return opcode >= 0x110 && opcode <= 0x113; }

static const struct more {
    uint8_t sm, first, bits, counts[8];
} more[512] = {
#define GA_LIST(...)                                                                               \
    { __VA_ARGS__ }
#define GA_MORE(opcode, sm, first, bits, counts) [opcode] = {sm, first, bits, GA_LIST counts},
#include "sass_registers.def"
#undef GA_MORE
};

/* MOV and SEL of 64 bits have forms of their own. */
static inline uint8_t more_of(const uint64_t w[2], unsigned sm, const struct more *row) {
    enum { IMMEDIATE_64 = 2 };
    const unsigned opcode = opcode_of(w[0]), form = form_of(w[0]);
    if ((opcode == MOV || opcode == SEL) && sm >= CHANGED_SM &&
        (form == IMMEDIATE_64 || form == REGISTERS_64))
        return 1;
    return sm >= row->sm ? row->counts[field(w, row->first, row->bits)] : 0;
}

static inline void find_more(const uint64_t w[2], unsigned sm, const struct more *row,
                             struct ga_sass *out) {
    enum { BITS_64 = 3 };
    const unsigned opcode = opcode_of(w[0]);
    const bool matrices = opcode >= HALF_MATRICES && opcode <= LAST_MATRICES;
    out->more = more_of(w, sm, row);
    out->pairs = is_conversion(opcode) ? field(w, 84, 2) == BITS_64
                                       : out->more == 1 && opcode != IMAD_WIDE && !matrices;
}

/* Bit 91: a uniform register is added or, from sm_80 on, is the descriptor of global memory. Without it LD has another form.
 * Bits 78 and 79 of shared memory: a factor. */
static inline bool is_plain(const uint64_t w[2], unsigned sm, const struct ga_sass *out) {
    enum { LD = 0x180, FIRST_DESCRIPTOR_SM = 80, STG_256 = 0x17f };
    const unsigned opcode = opcode_of(w[0]);
    const bool uniform = field(w, 91, 1);
    if (out->source[0] == GA_NO_REGISTER || opcode == LDG_256 || opcode == STG_256)
        return false;
    if (ga_sass_memory(out) == GA_SPACE_SHARED)
        return !uniform && field(w, 78, 2) == 0;
    if (opcode == LD)
        return uniform && sm >= FIRST_DESCRIPTOR_SM;
    return ga_sass_memory(out) == GA_SPACE_DEVICE && (!uniform || sm >= FIRST_DESCRIPTOR_SM);
}

/* Whether bit 63 of an atomic with a result says something else than where: not of compare-and-swaps. */
static inline bool has_flag(unsigned opcode, unsigned sm) {
    enum { ATOM = 0x18a, ATOM_FLOAT = 0x1a2, ATOMG_FLOAT = 0x1a3, ATOMG = 0x1a8 };
    return sm >= CHANGED_SM &&
           (opcode == ATOM || opcode == ATOM_FLOAT || opcode == ATOMG_FLOAT || opcode == ATOMG);
}

static inline void find_memory(const uint64_t w[2], unsigned sm, struct ga_sass *out) {
    if (opcode_of(w[0]) == LDG_256)
        ga_sass_halves(field(w, 72, 1) << 7 | field(w, 57, 7), out);
    out->is_plain = is_plain(w, sm, out);
    if (out->is_plain && has_flag(opcode_of(w[0]), sm)) /* of 23 bits, with a sign */
        out->displacement = (int32_t)((uint32_t)(w[0] >> 40) << 9) / 512;
    else if (out->is_plain) /* of 24 */
        out->displacement = (int32_t)((uint32_t)(w[0] >> 40) << 8) / 256;
}

/* Sets an instruction's registers, how many of them it writes and reads, and where it loads or stores; in: role: set. */
static inline void ga_sass_registers(const uint64_t w[2], unsigned sm,
                                     const struct ga_sass_row *row, struct ga_sass *out) {
    const uint32_t all =
        ((uint32_t)(w[0] >> 16) & 0xffffff) | (uint32_t)w[1] << 24 | row->absent[form_of(w[0])];
    const struct more *const wide = &more[opcode_of(w[0])];
    out->destination = (uint8_t)all;
    out->source[0] = (uint8_t)(all >> 8);
    out->source[1] = (uint8_t)(all >> 16);
    out->source[2] = (uint8_t)(all >> 24);
    if (wide->sm && row->registers & D)
        find_more(w, sm, wide, out);
    if (row->steps & MEMORY)
        find_memory(w, sm, out);
}

/* in: role, registers. out: ga_sass.constant. */
static inline uint32_t ga_sass_constant_of(const uint64_t w[2], const struct ga_sass *in) {
    enum { C_IS_CONSTANT = 3, B_IS_CONSTANT = 5, WORD = 4 };
    const unsigned opcode = opcode_of(w[0]), form = form_of(w[0]);
    const bool moves = (opcode == MOV && form == B_IS_CONSTANT) ||
                       (opcode == IMAD && in->role == GA_ROLE_MOVE && form == C_IS_CONSTANT);
    const bool loads = opcode == LDC && form == B_IS_CONSTANT && in->source[0] == GA_NO_REGISTER;
    return moves || loads ? ga_sass_constant(field(w, 54, 5), WORD * field(w, 40, 14)) : 0;
}

#endif
