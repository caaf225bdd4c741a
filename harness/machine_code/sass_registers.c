/* Which registers an instruction has, and how many. */
#include "sass_fields.h"

enum { SEL = 7, IMAD_WIDE = 0x25, HALF_MATRICES = 0x37, LAST_MATRICES = 0x3f, LDG_256 = 0x17e };

/* A register in B is one if the form says so; memory instructions always have theirs there, but for SHFL. SEL.64 has its own
 * form for registers. */
static void find_registers(const uint64_t w[2], unsigned registers, struct ga_sass *out) {
    enum { FIRST_OF_MEMORY = 0x17e, SHFL = 0x189 };
    const unsigned opcode = opcode_of(w[0]), form = form_of(w[0]);
    const bool all = form == ALL_REGISTERS || (opcode == SEL && form == REGISTERS_64);
    const bool b = all || (opcode == SHFL ? form < IMMEDIATE : opcode >= FIRST_OF_MEMORY);
    const bool c = all || (opcode == SHFL && form == IMMEDIATE);
    out->destination = registers & D ? (uint8_t)field(w, 16, 8) : GA_NO_REGISTER;
    out->source[0] = registers & A ? (uint8_t)field(w, 24, 8) : GA_NO_REGISTER;
    out->source[1] = registers & B && b ? (uint8_t)field(w, 32, 8) : GA_NO_REGISTER;
    out->source[2] =
        registers & C || (registers & C_OF_THREE && c) ? (uint8_t)field(w, 64, 8) : GA_NO_REGISTER;
}

/* F2F, F2I, I2F and FRND that have 64 bits on a side. */
static bool is_conversion(unsigned opcode) { return opcode >= 0x110 && opcode <= 0x113; }

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
static uint8_t more_of(const uint64_t w[2], unsigned sm) {
    enum { MOV = 2, IMMEDIATE_64 = 2 };
    const unsigned opcode = opcode_of(w[0]), form = form_of(w[0]);
    const struct more *const row = &more[opcode];
    if ((opcode == MOV || opcode == SEL) && sm >= CHANGED_SM &&
        (form == IMMEDIATE_64 || form == REGISTERS_64))
        return 1;
    return row->sm && sm >= row->sm ? row->counts[field(w, row->first, row->bits)] : 0;
}

/* Bit 91: a uniform register is added or, from sm_80 on, is the descriptor of global memory. Without it LD has another form.
 * Bits 78 and 79 of shared memory: a factor. */
static bool is_plain(const uint64_t w[2], unsigned sm, const struct ga_sass *out) {
    enum { LD = 0x180, FIRST_DESCRIPTOR_SM = 80, STG_256 = 0x17f };
    const unsigned opcode = opcode_of(w[0]);
    const bool uniform = field(w, 91, 1);
    if (out->source[0] == GA_NO_REGISTER || opcode == LDG_256 || opcode == STG_256)
        return false;
    if (out->role == GA_ROLE_LOAD_SHARED || out->role == GA_ROLE_STORE_SHARED)
        return !uniform && field(w, 78, 2) == 0;
    if (opcode == LD)
        return uniform && sm >= FIRST_DESCRIPTOR_SM;
    return (out->role == GA_ROLE_LOAD || out->role == GA_ROLE_STORE) &&
           (!uniform || sm >= FIRST_DESCRIPTOR_SM);
}

void ga_sass_registers(const uint64_t w[2], unsigned sm, unsigned registers, struct ga_sass *out) {
    enum { BITS_64 = 3 };
    const unsigned opcode = opcode_of(w[0]);
    const bool matrices = opcode >= HALF_MATRICES && opcode <= LAST_MATRICES;
    find_registers(w, registers, out);
    if (registers & D)
        out->more = more_of(w, sm);
    out->pairs = is_conversion(opcode) ? field(w, 84, 2) == BITS_64
                                       : out->more == 1 && opcode != IMAD_WIDE && !matrices;
    if (opcode == LDG_256)
        ga_sass_halves(field(w, 72, 1) << 7 | field(w, 57, 7), out);
    out->is_plain = is_plain(w, sm, out);
    if (out->is_plain) /* of 24 bits, with a sign */
        out->displacement = (int32_t)((uint32_t)(w[0] >> 40) << 8) / 256;
}

uint32_t ga_sass_constant_of(const uint64_t w[2], const struct ga_sass *in) {
    enum { MOV = 2, IMAD = 0x24, LDC = 0x182, C_IS_CONSTANT = 3, B_IS_CONSTANT = 5, WORD = 4 };
    const unsigned opcode = opcode_of(w[0]), form = form_of(w[0]);
    const bool moves = (opcode == MOV && form == B_IS_CONSTANT) ||
                       (opcode == IMAD && in->role == GA_ROLE_MOVE && form == C_IS_CONSTANT);
    const bool loads = opcode == LDC && form == B_IS_CONSTANT && in->source[0] == GA_NO_REGISTER;
    return moves || loads ? ga_sass_constant(field(w, 54, 5), WORD * field(w, 40, 14)) : 0;
}
