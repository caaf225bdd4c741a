/* What adds: the result's role, its operands' signs, and where a carry goes. Not a single half: what puts it into a word takes the
 * order of bytes from a register.
 *
 * src: as gfx.c; llvm-mc 19 on each row for gfx900, gfx906, gfx90a, gfx942, gfx1010, gfx1030, gfx1100, gfx1151, gfx1200. */
#include "gfx.h"

enum { NO = 0xffff };
/* WIDE: of pairs of registers. TO_RESULT: the result's register is added. TO_SECOND: a product with a constant. SHIFTS: the first
 * operand, by the second. */
enum { WIDE = 1, TO_RESULT = 2, TO_SECOND = 4, SHIFTS = 8, HAS_CARRY = 16, ASKS_CARRY = 32 };
/* ga_sass.altered: operands, and all of them. */
enum { FIRST = 1, SECOND = 2, ALL = 7 };

/* By opcodes on gfx9, gfx940, gfx10, gfx11 and gfx12 in VOP3's numbers, VOP2's from 0x100 on. gfx90a alone of gfx9 has v_fmac_f64:
 * others multiply graphics' floats by that number. */
static const struct row {
    uint16_t opcode[GA_N_GFX];
    uint8_t role, altered, form;
} rows[] = {
    {{0x101, 0x101, 0x103, 0x103, 0x103}, GA_ROLE_ADD_F32, 0, 0},
    {{0x102, 0x102, 0x104, 0x104, 0x104}, GA_ROLE_ADD_F32, SECOND, 0},
    {{0x103, 0x103, 0x105, 0x105, 0x105}, GA_ROLE_ADD_F32, FIRST, 0},
    {{0x280, 0x280, 0x164, 0x327, 0x102}, GA_ROLE_ADD_F64, 0, WIDE},
    {{0x1cb, 0x1cb, 0x14b, 0x213, 0x213}, GA_ROLE_FMA_F32, 0, 0},
    {{0x1cc, 0x1cc, 0x14c, 0x214, 0x214}, GA_ROLE_FMA_F64, 0, WIDE},
    {{0x13b, 0x13b, 0x12b, 0x12b, 0x12b}, GA_ROLE_FMA_F32, 0, TO_RESULT},
    {{0x104, 0x104, NO, NO, NO}, GA_ROLE_FMA_F64, 0, TO_RESULT | WIDE},
    {{NO, 0x117, 0x12c, 0x12c, 0x12c}, GA_ROLE_FMA_F32, 0, TO_SECOND},
    {{0x134, 0x134, 0x125, 0x125, 0x125}, GA_ROLE_ADD_INTEGER, 0, 0},
    {{0x135, 0x135, 0x126, 0x126, 0x126}, GA_ROLE_ADD_INTEGER, SECOND, 0},
    {{0x136, 0x136, 0x127, 0x127, 0x127}, GA_ROLE_ADD_INTEGER, FIRST, 0},
    {{0x119, 0x119, 0x30f, 0x300, 0x300}, GA_ROLE_ADD_INTEGER, 0, HAS_CARRY},
    {{0x11a, 0x11a, 0x310, 0x301, 0x301}, GA_ROLE_ADD_INTEGER, SECOND, HAS_CARRY},
    {{0x11b, 0x11b, 0x319, 0x302, 0x302}, GA_ROLE_ADD_INTEGER, FIRST, HAS_CARRY},
    {{0x11c, 0x11c, 0x128, 0x120, 0x120}, GA_ROLE_ADD_CARRY, 0, HAS_CARRY | ASKS_CARRY},
    {{0x11d, 0x11d, 0x129, 0x121, 0x121}, GA_ROLE_ADD_CARRY, SECOND, HAS_CARRY | ASKS_CARRY},
    {{0x11e, 0x11e, 0x12a, 0x122, 0x122}, GA_ROLE_ADD_CARRY, FIRST, HAS_CARRY | ASKS_CARRY},
    {{NO, 0x208, NO, NO, NO}, GA_ROLE_ADD_INTEGER, 0, SHIFTS | WIDE}};

static const struct row *find(unsigned opcode, enum ga_gfx_generation generation) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].opcode[generation] == opcode)
            return &rows[i];
    return NULL;
}

static uint8_t signs(const uint32_t *w) { return (uint8_t)((w[1] >> 29 | w[0] >> 8) & 7); }

/* Of VOP3; limits, factors and halves change all. A carry's register stands where others have signs. */
static uint8_t altered_vop3(const uint32_t *w, const struct row *row) {
    enum { CLAMP = 15, FACTOR = 27, HALVES_AT = 11 };
    if (w[0] >> CLAMP & 1)
        return ALL;
    if (row->form & HAS_CARRY)
        return 0;
    return w[1] >> FACTOR & 3 || w[0] >> HALVES_AT & 0xf ? ALL : signs(w);
}

/* The result comes first: what is read behind it may be what it overwrote, which it comes from. */
static void put_carry(const uint32_t *w, bool is_vop3, struct ga_sass *out, unsigned *n) {
    out[1] = out[0];
    out[1].role = GA_ROLE_PLAIN;
    out[1].destination = (uint16_t)(is_vop3 ? w[0] >> 8 & 0x7f : GA_GFX_VCC);
    *n = 2;
}

void ga_gfx_decode_sum(const uint32_t *w, enum ga_gfx_generation generation,
                       enum ga_gfx_format format, unsigned opcode, struct ga_sass *out,
                       unsigned *n) {
    const struct row *const row = find(opcode, generation);
    const bool is_vop3 = format == GA_GFX_VOP3;
    if (!row)
        return;
    out->role = row->role;
    out->altered = row->altered | (is_vop3 ? altered_vop3(w, row) : 0);
    out->more = row->form & WIDE ? 1 : 0;
    out->pairs = row->form & WIDE;
    if (row->form & TO_RESULT)
        out->source[2] = out->destination;
    if (row->form & ASKS_CARRY)
        out->source[2] = (uint16_t)(is_vop3 ? w[1] >> 18 & 0x7f : GA_GFX_VCC);
    if (row->form & TO_SECOND) {
        out->source[2] = out->source[1];
        out->source[1] = GA_NO_REGISTER;
    }
    if (row->form & SHIFTS) {
        out->altered |= (w[1] >> 9 & 0x1ff) != GA_GFX_ZERO;
        out->source[1] = GA_NO_REGISTER;
    }
    if (row->form & HAS_CARRY)
        put_carry(w, is_vop3, out, n);
}

/* Each half has a sign, and says which of its operand's halves it takes. */
void ga_gfx_decode_packed_sum(const uint32_t *w, unsigned opcode, struct ga_sass *out) {
    enum { PK_FMA_F16 = 14, PK_ADD_F16 = 15, CLAMP = 15, LOW = 11, HIGH = 27, HIGH_OF_THIRD = 14 };
    if (opcode != PK_FMA_F16 && opcode != PK_ADD_F16)
        return;
    const unsigned high = (w[1] >> HIGH & 3) | (w[0] >> HIGH_OF_THIRD & 1) << 2;
    out->role = opcode == PK_ADD_F16 ? GA_ROLE_ADD_F16 : GA_ROLE_FMA_F16;
    out->altered = w[0] >> CLAMP & 1 ? ALL : signs(w);
    out->altered |= (uint8_t)(((w[0] >> LOW | ~high) & 7) << 4);
}

void ga_gfx_decode_dual_sum(unsigned opcode, struct ga_sass *out) {
    enum { FMAC, FMAMK = 2, ADD = 4, SUB, SUBREV, ADD_INTEGER = 16 };
    out->role = opcode == ADD || opcode == SUB || opcode == SUBREV ? GA_ROLE_ADD_F32
                : opcode == ADD_INTEGER                            ? GA_ROLE_ADD_INTEGER
                : opcode == FMAC || opcode == FMAMK                ? GA_ROLE_FMA_F32
                                                                   : GA_ROLE_PLAIN;
    out->altered = opcode == SUB ? SECOND : opcode == SUBREV ? FIRST : 0;
    if (opcode == FMAC)
        out->source[2] = out->destination;
    if (opcode == FMAMK) {
        out->source[2] = out->source[1];
        out->source[1] = GA_NO_REGISTER;
    }
}
