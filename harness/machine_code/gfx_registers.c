/* What computes: its operands, and what control flow and data flow ask of it. Of a pair of registers the first stands for
 * both. Lanes are masked by EXEC, which is a register like others.
 *
 * src: as gfx.c. */
#include "gfx.h"

static uint16_t operand(uint32_t value) {
    enum { CONSTANTS = 128 };
    return value < CONSTANTS || value == GA_GFX_SCC || value >= GA_GFX_VECTOR ? (uint16_t)value
                                                                              : GA_NO_REGISTER;
}

static uint16_t vector(uint32_t field) { return (uint16_t)(GA_GFX_VECTOR + (field & 0xff)); }

/* A scalar operation sets SCC, too. */
static void also_scc(struct ga_sass *out, unsigned *n) {
    out[1] = out[0];
    out[0].destination = GA_GFX_SCC;
    *n = 2;
}

static void decode_sop1(uint32_t w, enum ga_gfx_generation generation, struct ga_sass *out,
                        unsigned *n) {
    static const struct {
        uint8_t setpc, swappc, rfe, count, first_saveexec, last_saveexec;
    } ops[GA_N_GFX] = {{29, 30, 31, 12, 32, 39},
                       {29, 30, 31, 12, 32, 39},
                       {32, 33, 34, 15, 36, 43},
                       {72, 73, 74, 24, 32, 49},
                       {72, 73, 74, 24, 32, 49}};
    enum { SIGNAL = 0x4e, SIGNAL_ISFIRST = 0x4f, SAVEEXEC_B32_GFX10 = 0x3c, LAST_GFX10 = 0x45 };
    const unsigned op = w >> 8 & 0xff;
    out->source[0] = operand(w & 0xff);
    out->destination = operand(w >> 16 & 0x7f);
    if (generation == GA_GFX12 && (op == SIGNAL || op == SIGNAL_ISFIRST)) {
        out->key.name = op == SIGNAL ? "s_barrier_signal" : "s_barrier_signal_isfirst";
        out->key.class = GA_CLASS_BARRIER;
        out->key.operation = GA_OP_ARRIVE;
        out->key.scope = GA_SCOPE_BLOCK;
        out->destination = op == SIGNAL ? GA_NO_REGISTER : GA_GFX_SCC;
    } else if (op == ops[generation].setpc || op == ops[generation].rfe) {
        out->role = GA_ROLE_JUMP;
        out->destination = GA_NO_REGISTER;
    } else if ((op >= ops[generation].first_saveexec && op <= ops[generation].last_saveexec) ||
               (generation == GA_GFX10 && op >= SAVEEXEC_B32_GFX10 && op <= LAST_GFX10)) {
        out->source[1] = GA_GFX_EXEC;
        out[1] = out[0];
        out[0].destination = GA_GFX_EXEC;
        *n = 2;
    } else {
        if (op == ops[generation].count || op == ops[generation].count + 1U)
            out->role = GA_ROLE_COUNT;
        also_scc(out, n);
    }
}

/* Branches: conditional ones read the register that they hang on. */
static void decode_sopp(uint32_t w, enum ga_gfx_generation generation, struct ga_sass *out) {
    enum { FIRST_9 = 4, LAST_9 = 9, DEBUG_9 = 23, FIRST_11 = 33, LAST_11 = 38, DEBUG_11 = 39 };
    const bool is_new = generation >= GA_GFX11;
    const unsigned op = w >> 16 & 0x7f, first = is_new ? FIRST_11 : FIRST_9,
                   last = is_new ? LAST_11 : LAST_9, debug = is_new ? DEBUG_11 : DEBUG_9;
    static const uint16_t conditions[] = {GA_GFX_SCC, GA_GFX_SCC,  GA_GFX_VCC,
                                          GA_GFX_VCC, GA_GFX_EXEC, GA_GFX_EXEC};
    const bool branches = op == (is_new ? 32 : 2);
    const bool ends = is_new ? op >= 48 && op <= 50 : op == 1 || op == 27 || op == 30;
    const bool asks = (op >= first && op <= last) || (op >= debug && op < debug + 4);
    if (branches || asks) {
        out->role = GA_ROLE_BRANCH;
        out->conditional = asks;
        out->target = out->offset + GA_GFX_BYTES + 4 * (uint32_t)(int32_t)(int16_t)w;
        if (op >= first && op <= last)
            out->source[0] = conditions[op - first];
    } else if (ends) {
        out->role = GA_ROLE_END;
    } else if (op == (is_new ? 61 : 10) && generation != GA_GFX12) {
        out->key = (struct ga_sass_key){.name = "s_barrier",
                                        .class = GA_CLASS_BARRIER,
                                        .operation = GA_OP_SYNC,
                                        .scope = GA_SCOPE_BLOCK};
    } else if (op == 20 && generation == GA_GFX12) {
        out->key = (struct ga_sass_key){.name = "s_barrier_wait",
                                        .class = GA_CLASS_BARRIER,
                                        .operation = GA_OP_WAIT,
                                        .scope = GA_SCOPE_BLOCK};
    }
}

static void decode_sopk(uint32_t w, enum ga_gfx_generation generation, struct ga_sass *out) {
    const unsigned op = w >> 23 & 31, first = generation <= GA_GFX940 ? 2 : 3;
    const bool compares = op >= first && op < first + 12 && generation != GA_GFX12;
    const bool has_result = op <= 1 || (generation != GA_GFX12 && op >= first + 12 && op <= 16);
    out->source[0] = compares ? operand(w >> 16 & 0x7f) : GA_NO_REGISTER;
    out->destination = compares     ? GA_GFX_SCC
                       : has_result ? operand(w >> 16 & 0x7f)
                                    : GA_NO_REGISTER;
}

static bool is_wide_move(unsigned op, enum ga_gfx_generation generation) {
    enum { MOV_B64_940 = 0x178 };
    return op == MOV_B64_940 && generation == GA_GFX940;
}

/* What VOP1 or VOP3 does that adds nothing, by its opcode in VOP3's numbers. */
static uint8_t role_of(unsigned op, enum ga_gfx_generation generation) {
    static const struct {
        uint16_t mov, votes;
    } ops[GA_N_GFX] = {
        {0x141, 0x28c}, {0x141, 0x28c}, {0x181, 0x365}, {0x181, 0x31f}, {0x181, 0x31f}};
    return op == ops[generation].mov                                         ? GA_ROLE_MOVE
           : is_wide_move(op, generation)                                    ? GA_ROLE_MOVE
           : op == ops[generation].votes || op == ops[generation].votes + 1U ? GA_ROLE_VOTE
                                                                             : GA_ROLE_PLAIN;
}

/* Whether the first operand's lanes, or bytes, are others. */
static bool is_elsewhere(uint32_t value, enum ga_gfx_generation generation) {
    enum { DPP8 = 233, SDWA = 249, DPP = 250 };
    return value == DPP || (value == SDWA && generation <= GA_GFX10) ||
           ((value == DPP8 || value == DPP8 + 1) && generation >= GA_GFX10);
}

/* The first operand, which may stand in the word behind. */
static uint16_t first_operand(const uint32_t *w, enum ga_gfx_generation generation) {
    enum { SDWA = 249 };
    const uint32_t value = w[0] & 0x1ff;
    if (!is_elsewhere(value, generation))
        return operand(value);
    return value == SDWA && w[1] >> 23 & 1 ? operand(w[1] & 0xff) : vector(w[1]);
}

static void decode_vop(const uint32_t *w, enum ga_gfx_generation generation,
                       enum ga_gfx_format format, struct ga_sass *out, unsigned *n) {
    enum { READFIRSTLANE = 2, CMPX_CLASS_9 = 1, CMPX_9 = 0x10, CMPX_11 = 0x80, VOP2_FIRST = 0x100 };
    const unsigned vop1 = w[0] >> 9 & 0xff, vop2 = w[0] >> 25 & 63, vopc = w[0] >> 17 & 0xff;
    const unsigned vop1_first = generation <= GA_GFX940 ? 0x140 : 0x180;
    const unsigned mask = generation >= GA_GFX11                   ? CMPX_11
                          : generation <= GA_GFX940 && vopc < 0x20 ? CMPX_CLASS_9
                                                                   : CMPX_9;
    out->source[0] = first_operand(w, generation);
    if (format == GA_GFX_VOP1) {
        out->role = role_of(vop1_first + vop1, generation);
        out->destination = vop1 == READFIRSTLANE ? operand(w[0] >> 17 & 0x7f) : vector(w[0] >> 17);
        out->more = out->pairs = is_wide_move(vop1_first + vop1, generation);
        if (is_elsewhere(w[0] & 0x1ff, generation))
            out->role = GA_ROLE_PLAIN;
        return;
    }
    out->source[1] = vector(w[0] >> 9);
    if (format == GA_GFX_VOPC) {
        out->destination = vopc & mask ? GA_GFX_EXEC : GA_GFX_VCC;
        return;
    }
    out->destination = vector(w[0] >> 17);
    ga_gfx_decode_sum(w, generation, format, VOP2_FIRST + vop2, out, n);
    if (is_elsewhere(w[0] & 0x1ff, generation))
        out->role = GA_ROLE_PLAIN;
}

static bool asks_for(const struct ga_sass *in, uint16_t reg) {
    return in->source[0] == reg || in->source[1] == reg || in->source[2] == reg;
}

/* Of two that are done at once the first has the result that the other does not read; if each reads the other's, neither adds. */
static void order(struct ga_sass *out) {
    if (!asks_for(&out[1], out[0].destination))
        return;
    if (asks_for(&out[0], out[1].destination))
        out[0].role = out[1].role = GA_ROLE_PLAIN;
    const struct ga_sass first = out[0];
    out[0] = out[1];
    out[1] = first;
}

/* v_pk_mov_b32: two moves, each from one register of a pair. */
static void decode_two_moves(const uint32_t *w, struct ga_sass *out, unsigned *n) {
    enum { SECOND_OF_PAIR = 11 };
    const struct ga_sass both = out[0];
    for (unsigned i = 0; i < 2; i++) {
        const uint16_t from = both.source[i], next = w[0] >> (SECOND_OF_PAIR + i) & 1;
        out[i] = both;
        out[i].role = GA_ROLE_MOVE;
        out[i].destination = vector(w[0] + i);
        out[i].source[0] = from == GA_NO_REGISTER  ? from
                           : from >= GA_GFX_VECTOR ? vector(from + next)
                                                   : (uint16_t)(from + next);
        out[i].source[1] = out[i].source[2] = GA_NO_REGISTER;
    }
    *n = 2;
    order(out);
}

static void decode_vop3(const uint32_t *w, enum ga_gfx_generation generation,
                        enum ga_gfx_format format, struct ga_sass *out, unsigned *n) {
    enum { COMPARES = 0x100, CHANGES_0 = 0xff00, CHANGES_1 = 27, PK_MOV_B32 = 0x33 };
    const unsigned op = w[0] >> 16 & (format == GA_GFX_VOP3P ? 0x7f : 0x3ff);
    const unsigned readlane = generation <= GA_GFX940 ? 0x289 : 0x360;
    const unsigned vop1_first = generation <= GA_GFX940 ? 0x140 : 0x180, readfirst = vop1_first + 2;
    const uint32_t first = w[1] & 0x1ff;
    const bool in_next = generation >= GA_GFX11 && (first == 250 || first == 233 || first == 234);
    out->source[0] = in_next ? vector(w[2]) : operand(first);
    out->source[1] = operand(w[1] >> 9 & 0x1ff);
    if ((w[1] >> 18 & 0x1ff) != 0) /* 0 also where there is no third */
        out->source[2] = operand(w[1] >> 18 & 0x1ff);
    out->destination = vector(w[0]);
    if (format == GA_GFX_VOP3P) {
        if (!in_next)
            ga_gfx_decode_packed_sum(w, op, out);
        if (op == PK_MOV_B32 && generation <= GA_GFX940)
            decode_two_moves(w, out, n);
        return;
    }
    out->role = role_of(op, generation);
    if (out->role == GA_ROLE_MOVE && (w[0] & CHANGES_0 || w[1] >> CHANGES_1))
        out->role = GA_ROLE_PLAIN;
    if (op < COMPARES || op == readlane || op == readfirst)
        out->destination = operand(w[0] & 0xff);
    if (op >= vop1_first && op < vop1_first + 0x80)
        out->source[1] = GA_NO_REGISTER;
    out->more = out->pairs = is_wide_move(op, generation);
    ga_gfx_decode_sum(w, generation, format, op, out, n);
    if (in_next)
        out->role = GA_ROLE_PLAIN;
}

/* VOPD: two in one. */
static void decode_vopd(const uint32_t *w, struct ga_sass *out, unsigned *n) {
    enum { MOV = 8 };
    const unsigned ops[2] = {w[0] >> 22 & 15, w[0] >> 17 & 31};
    const uint32_t x = w[1] >> 24, y = (w[1] >> 17 & 0x7f) << 1 | (~x & 1);
    for (int i = 0; i < 2; i++) {
        out[i].source[0] = operand(w[i] & 0x1ff);
        out[i].source[1] = ops[i] == MOV ? GA_NO_REGISTER : vector(w[i] >> 9);
        out[i].destination = vector(i == 0 ? x : y);
        ga_gfx_decode_dual_sum(ops[i], &out[i]);
        if (ops[i] == MOV)
            out[i].role = GA_ROLE_MOVE;
    }
    *n = 2;
    order(out);
}

void ga_gfx_decode_registers(const uint32_t *w, enum ga_gfx_generation generation,
                             enum ga_gfx_format format, struct ga_sass *out, unsigned *n) {
    switch (format) {
    case GA_GFX_SOP1:
        decode_sop1(w[0], generation, out, n);
        break;
    case GA_GFX_SOP2:
        out->source[0] = operand(w[0] & 0xff);
        out->source[1] = operand(w[0] >> 8 & 0xff);
        out->destination = operand(w[0] >> 16 & 0x7f);
        also_scc(out, n);
        break;
    case GA_GFX_SOPC:
        out->source[0] = operand(w[0] & 0xff);
        out->source[1] = operand(w[0] >> 8 & 0xff);
        out->destination = GA_GFX_SCC;
        break;
    case GA_GFX_SOPK:
        decode_sopk(w[0], generation, out);
        break;
    case GA_GFX_SOPP:
        decode_sopp(w[0], generation, out);
        break;
    case GA_GFX_VOP1:
    case GA_GFX_VOP2:
    case GA_GFX_VOPC:
        decode_vop(w, generation, format, out, n);
        break;
    case GA_GFX_VOP3:
    case GA_GFX_VOP3P:
        decode_vop3(w, generation, format, out, n);
        break;
    case GA_GFX_VOPD:
        decode_vopd(w, out, n);
        break;
    case GA_GFX_SMEM: /* scalar loads: of what atomics do not reach */
        out->destination = operand(w[0] >> 6 & 0x7f);
        break;
    default:
        break;
    }
}
