/* Of 128 bits: what is added to what, and how halves are put together. */
#include "sass_fields.h"

/* Whether of an integer add's operands, up to three, two are not zero. B may be a constant. */
static bool adds_two(const uint64_t w[2], bool registers, const struct ga_sass *out) {
    const int n = (out->source[0] != GA_NO_REGISTER) +
                  (!registers || out->source[1] != GA_NO_REGISTER) +
                  (out->source[2] != GA_NO_REGISTER);
    return n == 2 && (registers || form_of(w[0]) >= IMMEDIATE);
}

/* out: ga_sass.altered of what is not rounded as atomics do it, or clamped, or adds halves as floats. */
enum { ALTERS_ALL = 7, HALVES_AT = 4 };

/* out: ga_sass.altered: a sign, or the absolute value, of A, B and C. */
static uint8_t altered_real(const uint64_t w[2]) {
    enum { CLAMPS_ROUNDS = 77 };
    if (field(w, CLAMPS_ROUNDS, 3))
        return ALTERS_ALL;
    return (uint8_t)((field(w, 72, 2) != 0) | (field(w, 62, 2) != 0) << 1 |
                     (field(w, 74, 2) != 0) << 2);
}

static uint8_t altered_halves(const uint64_t w[2]) {
    enum { HADD2 = 0x030, CLAMPS_WIDENS = 77 };
    const bool sum = opcode_of(w[0]) == HADD2;
    if (field(w, CLAMPS_WIDENS, 3))
        return ALTERS_ALL;
    return (uint8_t)((field(w, 72, 2) != 0) | (sum && field(w, 62, 2)) << 1 |
                     (!sum && field(w, 83, 2)) << 2 | (field(w, 74, 2) != 0) << HALVES_AT |
                     (sum && field(w, 60, 2)) << (HALVES_AT + 1) |
                     (!sum && field(w, 81, 2)) << (HALVES_AT + 2));
}

/* A product with one and a sum adds, as sm_80 does of bf16. */
static void decode_half_product(const uint64_t w[2], struct ga_sass *out) {
    enum { BF16 = 85 };
    enum { ONES_F16 = 0x3c003c00, ONES_BF16 = 0x3f803f80 };
    const bool is_bf16 = field(w, BF16, 1),
               ones = form_of(w[0]) == IMMEDIATE && w[0] >> 32 == (is_bf16 ? ONES_BF16 : ONES_F16);
    if (!adds_register(w) || out->source[0] == GA_NO_REGISTER || out->source[2] == GA_NO_REGISTER)
        return;
    out->role = ones ? (is_bf16 ? GA_ROLE_ADD_BF16 : GA_ROLE_ADD_F16)
                     : (is_bf16 ? GA_ROLE_FMA_BF16 : GA_ROLE_FMA_F16);
    out->altered = altered_halves(w);
}

/* A half that is kept is put together with nothing, or with another. A shift, or a product, moves a half by 16 bits. */
void ga_sass_decode_halves(const uint64_t w[2], struct ga_sass *out) {
    enum { AND = 0xc0, OR_AND = 0xf8, LOW = 0xffff, HALF = 16 };
    const uint32_t constant = (uint32_t)(w[0] >> 32);
    const bool is_fused = opcode_of(w[0]) == HFMA2 || opcode_of(w[0]) == HFMA2_MMA;
    if (is_fused && out->role == GA_ROLE_PLAIN)
        decode_half_product(w, out);
    if (form_of(w[0]) != IMMEDIATE)
        return;
    const unsigned table = field(w, 72, 8);
    const bool low = constant == LOW, high = constant == ~(uint32_t)LOW;
    if (opcode_of(w[0]) == LOP3 && (((low || high) && table == AND) || (high && table == OR_AND)))
        out->role = GA_ROLE_PERMUTE;
    if (opcode_of(w[0]) == SHF && constant != HALF)
        out->role = GA_ROLE_PLAIN;
}

/* IMAD: one that adds a carry may add it alone to what it has. A product with 2^16 moves a half up. */
static void decode_integer_product(const uint64_t w[2], struct ga_sass *out) {
    enum { CARRY = 74, NEGATED = 75, TWO_TO_16 = 0x10000, ALL = 7 };
    const bool shifts = form_of(w[0]) == IMMEDIATE && w[0] >> 32 == TWO_TO_16;
    out->altered = field(w, NEGATED, 1) ? ALL : shifts ? GA_SHIFTS_HALF : 0;
    if (field(w, CARRY, 1))
        out->role = out->source[0] == GA_NO_REGISTER ? GA_ROLE_ADD_CARRY : GA_ROLE_PLAIN;
    else if (!adds_register(w) || out->source[0] == GA_NO_REGISTER)
        out->role = GA_ROLE_PLAIN;
    else if (out->source[2] == GA_NO_REGISTER)
        out->role = out->altered == GA_SHIFTS_HALF ? GA_ROLE_PERMUTE : GA_ROLE_PLAIN;
}

/* VIADD may add halves. */
static void decode_integer_sum(const uint64_t w[2], struct ga_sass *out) {
    enum { VIADD = 0x036, OF_HALVES = 73, CARRY = 74 };
    if (field(w, CARRY, 1))
        out->role = GA_ROLE_ADD_CARRY;
    else if (!adds_two(w, form_of(w[0]) == ALL_REGISTERS, out) ||
             (opcode_of(w[0]) == VIADD && field(w, OF_HALVES, 1)))
        out->role = GA_ROLE_PLAIN;
    out->altered = (uint8_t)(field(w, 72, 1) | field(w, 63, 1) << 1 | field(w, 75, 1) << 2);
}

/* Whether a half is added to zero in 32 bits, as it is. */
static bool converts_half(const uint64_t w[2], const struct ga_sass *out) {
    enum { CLAMPS = 77, WIDENS = 78 };
    return field(w, WIDENS, 1) && !field(w, CLAMPS, 1) &&
           (out->source[0] == GA_NO_REGISTER
                ? !field(w, 62, 2)
                : out->source[1] == GA_NO_REGISTER && !field(w, 72, 2));
}

static void decode_reals(const uint64_t w[2], struct ga_sass *out) {
    enum { BF16 = 85 };
    const bool registers = form_of(w[0]) == ALL_REGISTERS, halves = out->role == GA_ROLE_ADD_F16;
    out->altered = halves ? altered_halves(w) : altered_real(w);
    if (out->source[0] == GA_NO_REGISTER ||
        (registers && out->source[out->role == GA_ROLE_ADD_F64 ? 2 : 1] == GA_NO_REGISTER))
        out->role = halves && registers && converts_half(w, out) ? GA_ROLE_CONVERT : GA_ROLE_PLAIN;
    else if (halves && field(w, BF16, 1))
        out->role = GA_ROLE_ADD_BF16;
}

/* An add of zero is a copy, a product of zeros and a sum likewise, without a carry or a sign; HADD2 has types. */
void ga_sass_decode_sum(const uint64_t w[2], struct ga_sass *out) {
    enum { WITH_CONSTANT = 3, CARRY = 74 };
    const bool registers = form_of(w[0]) == ALL_REGISTERS,
               negated = form_of(w[0]) == WITH_CONSTANT && field(w, 63, 1);
    if (out->role == GA_ROLE_ADD_INTEGER)
        decode_integer_sum(w, out);
    else if (out->role != GA_ROLE_FMA_INTEGER)
        decode_reals(w, out);
    else if (form_of(w[0]) < IMMEDIATE && !field(w, CARRY, 2) && !negated &&
             field(w, 24, 8) == GA_NO_REGISTER &&
             field(w, registers ? 32 : 64, 8) == GA_NO_REGISTER)
        out->role = GA_ROLE_MOVE;
    else
        decode_integer_product(w, out);
}
