/* 128 bits to one instruction. From sm_75 to sm_121 the fields of an opcode stand in the same places: guard predicate in bits
 * 12 to 15, operation from bit 87 on, type from 73 on, order and scope in 77 to 80. Two things changed: sm_80 packed order and
 * scope anew, and sm_90 gave floating point opcodes of its own, whose types another table holds. */
#include "sass.h"

#include "sass_registers.h"

enum { NEW_ORDER_SM = 80, FLOAT_OPCODES_SM = 90, RED_OPCODE = 0x18e };

static const uint8_t operations[16] = {GA_OP_ADD, GA_OP_MIN, GA_OP_MAX, GA_OP_INC,  GA_OP_DEC,
                                       GA_OP_AND, GA_OP_OR,  GA_OP_XOR, GA_OP_EXCH, GA_OP_SAFEADD};

/* Order and scope of an access. sm_75: two bits each. Later: one number; not listed are loads' alone. */
static void decode_order(const uint64_t w[2], unsigned sm, struct ga_sass_key *key) {
    static const struct {
        uint8_t order, scope;
    } packed[16] = {
        [0] = {GA_ORDER_WEAK, GA_SCOPE_NONE},      [4] = {GA_ORDER_STRONG, GA_SCOPE_BLOCK},
        [5] = {GA_ORDER_STRONG, GA_SCOPE_BLOCK},   [6] = {GA_ORDER_STRONG, GA_SCOPE_DEVICE},
        [7] = {GA_ORDER_STRONG, GA_SCOPE_DEVICE},  [8] = {GA_ORDER_MMIO, GA_SCOPE_DEVICE},
        [10] = {GA_ORDER_STRONG, GA_SCOPE_SYSTEM}, [12] = {GA_ORDER_MMIO, GA_SCOPE_SYSTEM}};
    static const uint8_t scopes[4] = {GA_SCOPE_BLOCK, GA_SCOPE_BLOCK, GA_SCOPE_DEVICE,
                                      GA_SCOPE_SYSTEM};
    if (sm < NEW_ORDER_SM) {
        key->scope = scopes[field(w, 77, 2)];
        key->order = field(w, 79, 2) == 2 ? GA_ORDER_STRONG : GA_ORDER_WEAK;
    } else {
        key->scope = packed[field(w, 77, 4)].scope;
        key->order = packed[field(w, 77, 4)].order;
    }
}

static uint8_t integer_type(const uint64_t w[2], unsigned sm) {
    static const uint8_t with_float[8] = {GA_TYPE_U32,   GA_TYPE_S32, GA_TYPE_U64, GA_TYPE_F32,
                                          GA_TYPE_F16X2, GA_TYPE_S64, GA_TYPE_F64};
    static const uint8_t alone[8] = {GA_TYPE_U32, GA_TYPE_S32, GA_TYPE_U64, GA_TYPE_S64,
                                     GA_TYPE_B128};
    return sm < FLOAT_OPCODES_SM ? with_float[field(w, 73, 3)] : alone[field(w, 73, 3)];
}

static void decode_float(const uint64_t w[2], struct ga_sass_key *key) {
    static const uint8_t types[16] = {GA_TYPE_F16X2,  GA_TYPE_F16X4,  GA_TYPE_F16X8, GA_TYPE_BF16X2,
                                      GA_TYPE_BF16X4, GA_TYPE_BF16X8, GA_TYPE_NONE,  GA_TYPE_NONE,
                                      GA_TYPE_NONE,   GA_TYPE_F32,    GA_TYPE_F32X2, GA_TYPE_F32X4,
                                      GA_TYPE_F32,    GA_TYPE_F32X2,  GA_TYPE_F32X4, GA_TYPE_F64};
    static const uint8_t three[4] = {GA_OP_ADD, GA_OP_MIN, GA_OP_MAX};
    key->type = types[field(w, 73, 4)];
    key->operation = three[field(w, 88, 2)];
}

/* Shared memory has one scope, and neither order nor scope in its instructions. */
static void decode_shared(const uint64_t w[2], unsigned sm, struct ga_sass_key *key) {
    enum { COUNTS = 7 }; /* the form that adds the number of lanes, or arrives */
    key->scope = GA_SCOPE_BLOCK;
    key->type = integer_type(w, sm < FLOAT_OPCODES_SM ? FLOAT_OPCODES_SM : sm);
    key->operation = operations[field(w, 87, 4)];
    if (form_of(w[0]) != COUNTS)
        return;
    const bool counts = field(w, 87, 2) == (sm < FLOAT_OPCODES_SM ? 2 : 3);
    key->operation = counts ? GA_OP_POPC_INC : GA_OP_ARRIVE;
    key->type = counts ? GA_TYPE_U32 : GA_TYPE_B64;
    key->class = counts ? GA_CLASS_ATOMIC : GA_CLASS_MBARRIER;
}

static uint8_t swap_operation(const uint64_t w[2]) {
    static const uint8_t kinds[4] = {GA_OP_CAS, GA_OP_CAST, GA_OP_CAS, GA_OP_CAST_SPIN};
    return kinds[field(w, 87, 2)];
}

static void decode_membar(const uint64_t w[2], struct ga_sass_key *key) {
    static const uint8_t scopes[8] = {GA_SCOPE_BLOCK, GA_SCOPE_BLOCK, GA_SCOPE_DEVICE,
                                      GA_SCOPE_SYSTEM, [6] = GA_SCOPE_BLOCK};
    static const uint8_t orders[4] = {GA_ORDER_SEQ_CST, GA_ORDER_ACQ_REL, GA_ORDER_WEAK,
                                      GA_ORDER_MMIO};
    key->operation = GA_OP_MEMBAR;
    key->scope = scopes[field(w, 76, 3)];
    key->order = orders[field(w, 79, 2)];
}

static void decode_barrier(const uint64_t w[2], unsigned layout, struct ga_sass_key *key) {
    enum { IMMEDIATES = 5, WAITS = 6 };
    static const uint8_t op[8] = {GA_OP_SYNC, GA_OP_ARRIVE, GA_OP_REDUCE, GA_OP_REDUCE, GA_OP_SYNC};
    const unsigned form = form_of(w[0]), kind = field(w, 77, 3);
    if (layout == BAR) {
        const bool named = form != IMMEDIATES || field(w, 42, 16); /* threads, and which barrier */
        key->operation = named && kind == 0 ? GA_OP_NAMED_SYNC : op[kind];
        key->scope = GA_SCOPE_BLOCK;
    } else {
        key->name = form == WAITS ? "UCGABAR_WAIT" : "UCGABAR_ARV";
        key->operation = form == WAITS ? GA_OP_WAIT : GA_OP_ARRIVE;
    }
}

static void decode_async(const uint64_t w[2], unsigned layout, struct ga_sass_key *key) {
    static const uint8_t bulk[16] = {GA_TYPE_U32, GA_TYPE_S32, GA_TYPE_U64,
                                     GA_TYPE_S64, GA_TYPE_F16, GA_TYPE_F32,
                                     GA_TYPE_F32, GA_TYPE_F64, GA_TYPE_BF16};
    static const uint8_t remote[8] = {GA_TYPE_U32, GA_TYPE_S32, GA_TYPE_U64};
    key->operation = operations[field(w, 87, 3)];
    if (layout == BULK) {
        key->type = bulk[field(w, 81, 4)];
        key->space = field(w, 73, 1) ? GA_SPACE_CLUSTER : GA_SPACE_DEVICE;
    } else if (layout == REMOTE) {
        key->type = remote[field(w, 73, 3)];
    }
}

static void decode_counted(const uint64_t w[2], unsigned sm, const struct ga_sass_row *row,
                           struct ga_sass_key *key) {
    enum { WAITS = 2, OF_CLUSTER = 2, ALL = 4, ALL_PARTIAL = 6 };
    static const uint8_t only[REMOTE + 1] = {[PROXY] = GA_OP_PROXY,
                                             [SYNCS_CACHE] = GA_OP_INVALIDATE,
                                             [SYNCS_EXCH] = GA_OP_INIT,
                                             [ARRIVES] = GA_OP_ARRIVE};
    switch (row->layout) {
    case INTEGER:
        key->operation = operations[field(w, 87, key->class == GA_CLASS_REDUCTION ? 3 : 4)];
        key->type = integer_type(w, sm);
        decode_order(w, sm, key);
        break;
    case FLOAT:
        decode_float(w, key);
        decode_order(w, sm, key);
        break;
    case SWAP:
        key->operation = key->space == GA_SPACE_GENERIC ? swap_operation(w) : GA_OP_CAS;
        key->type = integer_type(w, sm);
        decode_order(w, sm, key);
        break;
    case SHARED:
        decode_shared(w, sm, key);
        break;
    case SHARED_SWAP:
        decode_shared(w, sm, key);
        key->operation = swap_operation(w);
        break;
    case CACHE: /* of the ways to tend a cache, the one that makes loads see others' stores */
        if (field(w, 87, 4) == ALL || field(w, 87, 4) == ALL_PARTIAL)
            key->operation = GA_OP_INVALIDATE;
        else
            key->class = GA_CLASS_OTHER;
        break;
    case MEMBAR:
        decode_membar(w, key);
        break;
    case ERRBAR:
        key->name = form_of(w[0]) == OF_CLUSTER ? "CGAERRBAR" : "ERRBAR";
        key->operation = GA_OP_ERRBAR;
        break;
    case BAR:
    case CLUSTER_BAR:
        decode_barrier(w, row->layout, key);
        break;
    case SYNCS:
        key->operation = form_of(w[0]) == WAITS ? GA_OP_WAIT : GA_OP_ARRIVE;
        break;
    default:
        if (only[row->layout])
            key->operation = only[row->layout];
        else
            decode_async(w, row->layout, key);
    }
    key->type = ga_sass_type_of(key->operation, key->type);
}

/* Whether B is zero, or what makes x >= 0 of x > -1 and x > 0 of x >= 1. */
static bool is_zero_test(const uint64_t w[2], const struct ga_sass *out) {
    enum { ISETP = 0x00c, LT = 1, LE = 3, GT = 4, GE = 6 };
    const uint32_t b = (uint32_t)(w[0] >> 32);
    const unsigned relation = field(w, 76, 3);
    if (form_of(w[0]) == ALL_REGISTERS)
        return out->source[1] == GA_NO_REGISTER;
    if (form_of(w[0]) != IMMEDIATE || opcode_of(w[0]) != ISETP)
        return false;
    return b == 0 || (b == 1 && (relation == LT || relation == GE)) ||
           (b == UINT32_MAX && (relation == LE || relation == GT));
}

static void decode_predicates(const uint64_t w[2], unsigned registers, struct ga_sass *out) {
    enum { ISETP = 0x00c, IADD3 = 0x010, PLOP3 = 0x01c };
    enum { B2R = 0x11c, BARRIER, VOTES = 2 };
    const unsigned opcode = opcode_of(w[0]), kind = field(w, 77, 3);
    const bool none = !(registers & (P | P2 | Q)) && opcode != P2R && opcode != R2P;
    const bool logic = opcode == PLOP3 && !field(w, 67, 1), /* of no uniform one */
        upper = opcode == ISETP && field(w, 72, 1), constant = form_of(w[0]) != ALL_REGISTERS;
    if (none ||
        ((opcode == B2R || opcode == BARRIER) && kind / 2 != VOTES / 2)) /* of SCAN, 3, likewise */
        return;
    const uint8_t set = (uint8_t)(form_of(w[0]) == IMMEDIATE ? field(w, 32, 7) : GA_ALL_PREDICATES);
    out->written |= registers & P ? ga_predicate(field(w, 81, 3)) : 0;
    out->written |= registers & P2 ? ga_predicate(field(w, 84, 3)) : 0;
    out->written |= opcode == R2P ? set : opcode == BARRIER && kind == VOTES ? GA_BLOCK_VOTE : 0;
    out->asked |= registers & Q ? ga_predicate(field(w, 87, 3)) : 0;
    out->asked |= opcode == PLOP3 || opcode == IADD3 ? ga_predicate(kind) : 0;
    out->asked |= logic || upper ? ga_predicate(field(w, 68, 3)) : 0;
    out->asked |= opcode == P2R ? set : opcode == B2R && kind == VOTES ? GA_BLOCK_VOTE : 0;
    out->zero = opcode == LOP3 ? ga_sass_ands((uint8_t)field(w, 72, 8), out->source, constant)
                               : out->role == GA_ROLE_COMPARE && is_zero_test(w, out);
}

/* The registers of an atomic by their meaning, and whether its result has one. Some targets write it to a predicate
 * alone. */
static void decode_atomic(const uint64_t w[2], unsigned layout, struct ga_sass *out) {
    const bool swaps = layout == SWAP || layout == SHARED_SWAP;
    if (out->key.operation == GA_OP_POPC_INC)
        out->source[1] = GA_NO_REGISTER; /* it counts lanes */
    out->address = out->source[0];
    out->compare = swaps ? out->source[1] : GA_NO_REGISTER;
    out->value = swaps ? out->source[2] : out->source[1];
    if (out->key.class == GA_CLASS_ATOMIC) {
        const bool cast = out->key.operation == GA_OP_CAST || out->key.operation == GA_OP_CAST_SPIN;
        if (out->key.space != GA_SPACE_SHARED || (cast && form_of(w[0]) == 2))
            out->written = ga_predicate(field(w, 81, 3));
        if (cast && form_of(w[0]) == 2)
            out->destination = GA_NO_REGISTER;
        out->more = ga_sass_more(out->key.type);
        out->key.used = out->destination != GA_NO_REGISTER || out->written;
    }
}

/* Where a branch goes, from the instruction behind it. Up to sm_89 in bytes, from bit 32 on, whose lowest two are flags; then in
 * words of 4 bytes, of which bits 16 to 23 hold the lowest eight. Reach: 32 bits, more than any function has. */
static uint32_t branch_target(const uint64_t w[2], unsigned sm, uint32_t offset) {
    const uint32_t next = offset + GA_SASS_BYTES;
    if (sm < FLOAT_OPCODES_SM)
        return next + ((uint32_t)(w[0] >> 32) & ~3U);
    return next + 4 * ((uint32_t)(w[0] >> 34) << 8 | field(w, 16, 8));
}

static void decode_flow(const uint64_t w[2], unsigned sm, struct ga_sass *out) {
    enum { RET = 0x150 };
    const bool calls = out->role == GA_ROLE_CALL;
    out->target = out->role == GA_ROLE_PUSH ? out->offset + GA_SASS_BYTES + (uint32_t)(w[0] >> 32)
                                            : branch_target(w, sm, out->offset);
    out->returns = opcode_of(w[0]) == RET;
    if (ga_sass_goes_by_call(out))
        out->role = GA_ROLE_BRANCH;
    out->conditional = calls ? out->role == GA_ROLE_BRANCH /* 87: an operand */
                             : out->key.guarded || field(w, 87, 4) != GA_NO_PREDICATE;
    if (out->role == GA_ROLE_BRANCH && !calls)
        out->conditional |= form_of(w[0]) == UNIFORM || field(w, 33, 1); /* .DIV, .CONV */
    if (out->role == GA_ROLE_PUSH || out->role == GA_ROLE_MEET)
        out->barrier = (uint8_t)field(w, 16, 4);
}

/* What not all opcodes have. */
static void decode_more(const uint64_t w[2], unsigned sm, const struct ga_sass_row *row,
                        struct ga_sass *out) {
    if (row->steps & SUMS)
        ga_sass_decode_sum(w, out);
    if (row->steps & HALVES)
        ga_sass_decode_halves(w, out);
    if (row->steps & COPIES)
        out->constant = ga_sass_constant_of(w, out);
    if (row->steps & PREDICATES)
        decode_predicates(w, row->registers, out);
    if (row->steps & FLOW)
        decode_flow(w, sm, out);
    if (!(row->steps & OF_CLASS))
        return;
    if (opcode_of(w[0]) == RED_OPCODE && sm < FLOAT_OPCODES_SM)
        out->key.name = "RED";
    decode_counted(w, sm, row, &out->key);
    if (out->key.class == GA_CLASS_MBARRIER && out->key.operation != GA_OP_ARRIVE)
        out->destination = GA_NO_REGISTER; /* a predicate, or nothing */
    if (out->key.class == GA_CLASS_ATOMIC || out->key.class == GA_CLASS_REDUCTION)
        decode_atomic(w, row->layout, out);
}

void ga_sass_decode(const uint64_t w[2], unsigned sm, uint32_t offset, struct ga_sass *out) {
    const unsigned opcode = opcode_of(w[0]);
    const struct ga_sass_row *const row =
        ga_sass_rows[opcode].always ? &ga_sass_rows[opcode] : ga_sass_row_otherwise(opcode, sm);
    *out = row->like;
    out->offset = offset;
    out->key.guarded = field(w, 12, 4) != GA_NO_PREDICATE;
    out->guard = (uint8_t)field(w, 12, 3);
    out->negated = field(w, 15, 1);
    ga_sass_registers(w, sm, row, out);
    if (row->steps & PRODUCTS) {
        out->role = adds_register(w) ? out->role : GA_ROLE_PLAIN;
        out->altered = altered_product(w);
    } else if (row->steps & ~MEMORY) {
        decode_more(w, sm, row, out);
    }
}
