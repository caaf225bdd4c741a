/* Formats and lengths. The first bits of an instruction tell its format, the format its bytes; a literal, a DPP or an SDWA
 * word, and more image addresses, add to them.
 *
 * src: AMD's ISA manuals (Vega, MI200, MI300, RDNA 2, 3, 3.5, 4), chapter "Microcode Formats"; llvm-mc 19. */
#include "gfx.h"

enum { ALL = 31, TO_940 = 3, FROM_10 = 28, FROM_11 = 24, TO_11 = 15 };
#define ONLY(generation) (1U << (generation))

/* Of several that fit, the first is meant. */
static const struct {
    uint8_t bits, generations, format, bytes; /* bits: how many of the first the value has */
    uint32_t value;
} formats[] = {
    {9, ALL, GA_GFX_SOP1, 4, 0x17d},
    {9, ALL, GA_GFX_SOPC, 4, 0x17e},
    {9, ALL, GA_GFX_SOPP, 4, 0x17f},
    {4, ALL, GA_GFX_SOPK, 4, 0xb},
    {2, ALL, GA_GFX_SOP2, 4, 0x2},
    {7, ALL, GA_GFX_VOPC, 4, 0x3e},
    {7, ALL, GA_GFX_VOP1, 4, 0x3f},
    {1, ALL, GA_GFX_VOP2, 4, 0x0},
    {9, TO_940, GA_GFX_VOP3P, 8, 0x1a7},
    {6, TO_940, GA_GFX_VOP3, 8, 0x34},
    {6, TO_940, GA_GFX_SMEM, 8, 0x30},
    {6, TO_940, GA_GFX_OTHER, 8, 0x31}, /* EXP */
    {6, TO_940, GA_GFX_OTHER, 4, 0x35}, /* VINTRP */
    {6, FROM_10, GA_GFX_VOP3, 8, 0x35},
    {6, FROM_10, GA_GFX_SMEM, 8, 0x3d},
    {6, FROM_10, GA_GFX_OTHER, 8, 0x3e}, /* EXP */
    {6, ONLY(GA_GFX10), GA_GFX_VOP3P, 8, 0x33},
    {6, ONLY(GA_GFX10), GA_GFX_OTHER, 4, 0x32}, /* VINTRP */
    {8, FROM_11, GA_GFX_VOP3P, 8, 0xcc},
    {8, FROM_11, GA_GFX_OTHER, 8, 0xcd}, /* VINTERP */
    {8, FROM_11, GA_GFX_OTHER, 4, 0xce}, /* LDSDIR */
    {6, FROM_11, GA_GFX_VOPD, 8, 0x32},
    {6, ALL, GA_GFX_DS, 8, 0x36},
    {6, TO_11, GA_GFX_FLAT, 8, 0x37},
    {6, TO_11, GA_GFX_BUFFER, 8, 0x38},
    {6, TO_11, GA_GFX_OTHER, 8, 0x3a}, /* MTBUF */
    {6, TO_11, GA_GFX_IMAGE, 8, 0x3c},
    {6, ONLY(GA_GFX12), GA_GFX_FLAT, 12, 0x3b},
    {6, ONLY(GA_GFX12), GA_GFX_BUFFER, 12, 0x31},
    {6, ONLY(GA_GFX12), GA_GFX_OTHER, 12, 0x34}, /* VIMAGE */
    {6, ONLY(GA_GFX12), GA_GFX_OTHER, 12, 0x39}  /* VSAMPLE */
};

static bool is_literal(uint32_t operand) { return operand == GA_GFX_LITERAL; }

/* Opcodes that have a literal whatever their operands are: a product and a constant sum, or the other way round. */
static bool has_constant(const uint32_t *w, enum ga_gfx_generation generation,
                         enum ga_gfx_format format) {
    static const uint8_t multiplies[GA_N_GFX][4] = {
        {23, 24, 36, 37}, {23, 24, 36, 37}, {44, 45, 55, 56}, {44, 45, 55, 56}, {44, 45, 55, 56}};
    enum { FMAAK = 1, FMAMK = 2, S_FMAAK = 69, S_FMAMK = 70 };
    if (format == GA_GFX_VOPD) {
        const unsigned x = w[0] >> 22 & 15, y = w[0] >> 17 & 31;
        return x == FMAAK || x == FMAMK || y == FMAAK || y == FMAMK;
    }
    if (format == GA_GFX_SOP2 && generation >= GA_GFX11)
        return (w[0] >> 23 & 0x7f) == S_FMAAK || (w[0] >> 23 & 0x7f) == S_FMAMK;
    for (int i = 0; i < 4 && format == GA_GFX_VOP2; i++)
        if ((w[0] >> 25 & 63) == multiplies[generation][i])
            return true;
    return false;
}

/* Whether the first operand says that the lanes', or the bytes' order follows, or a literal. */
static bool has_word(uint32_t operand, enum ga_gfx_generation generation) {
    enum { DPP8 = 233, DPP8_FI = 234, SDWA = 249, DPP = 250 };
    return is_literal(operand) || operand == DPP || (operand == SDWA && generation <= GA_GFX10) ||
           ((operand == DPP8 || operand == DPP8_FI) && generation >= GA_GFX10);
}

static bool has_more(const uint32_t *w, enum ga_gfx_generation generation,
                     enum ga_gfx_format format) {
    const unsigned sopk_imm32 = generation <= GA_GFX940 ? 20 : generation == GA_GFX10 ? 21 : 19;
    switch (format) {
    case GA_GFX_SOP1:
        return is_literal(w[0] & 0xff);
    case GA_GFX_SOP2:
    case GA_GFX_SOPC:
        return is_literal(w[0] & 0xff) || is_literal(w[0] >> 8 & 0xff) ||
               has_constant(w, generation, format);
    case GA_GFX_SOPK:
        return (w[0] >> 23 & 31) == sopk_imm32;
    case GA_GFX_VOP1:
    case GA_GFX_VOPC:
        return has_word(w[0] & 0x1ff, generation);
    case GA_GFX_VOP2:
        return has_word(w[0] & 0x1ff, generation) || has_constant(w, generation, format);
    case GA_GFX_VOPD:
        return is_literal(w[0] & 0x1ff) || is_literal(w[1] & 0x1ff) ||
               has_constant(w, generation, format);
    case GA_GFX_VOP3:
    case GA_GFX_VOP3P:
        return generation >= GA_GFX10 &&
               (is_literal(w[1] & 0x1ff) || is_literal(w[1] >> 9 & 0x1ff) ||
                is_literal(w[1] >> 18 & 0x1ff) ||
                (generation >= GA_GFX11 && has_word(w[1] & 0x1ff, generation)));
    default:
        return false;
    }
}

unsigned ga_gfx_length(const uint32_t *w, enum ga_gfx_generation generation,
                       enum ga_gfx_format *format) {
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        if (!(formats[i].generations & ONLY(generation)) ||
            w[0] >> (32 - formats[i].bits) != formats[i].value)
            continue;
        *format = formats[i].format;
        unsigned bytes = formats[i].bytes;
        if (*format == GA_GFX_IMAGE && generation >= GA_GFX10)
            bytes += 4 * (generation == GA_GFX10 ? w[0] >> 1 & 3 : w[0] & 1);
        return bytes + (has_more(w, generation, *format) ? 4 : 0);
    }
    *format = GA_GFX_UNKNOWN;
    return 0;
}

void ga_gfx_decode(const uint32_t *w, enum ga_gfx_generation generation, enum ga_gfx_format format,
                   uint32_t offset, struct ga_sass *out, unsigned *n) {
    *n = 1;
    for (int i = 0; i < GA_GFX_RESULTS; i++)
        out[i] = (struct ga_sass){.key.name = "",
                                  .offset = offset,
                                  .destination = GA_NO_REGISTER,
                                  .source = {GA_NO_REGISTER, GA_NO_REGISTER, GA_NO_REGISTER},
                                  .address = GA_NO_REGISTER,
                                  .base = GA_NO_REGISTER,
                                  .compare = GA_NO_REGISTER,
                                  .value = GA_NO_REGISTER,
                                  .guard = GA_NO_PREDICATE};
    if (format == GA_GFX_DS || format == GA_GFX_FLAT || format == GA_GFX_BUFFER)
        ga_gfx_decode_memory(w, generation, format, out);
    else
        ga_gfx_decode_registers(w, generation, format, out, n);
}
