#include "adds.h"

#include "gfx.h"

/* Of what was followed last, whose other instructions are copies: the one add; permutes: those that put a half into its word;
 * converts: a half to 32 bits, in which it is added, and back. */
struct made {
    uint32_t add, permutes, converts;
    bool is_sum; /* there is no other */
};

static bool is_add(uint8_t role) { return role >= GA_ROLE_ADD_INTEGER && role <= GA_ROLE_FMA_BF16; }

static bool is_read(const struct ga_sass *in) {
    return ga_dataflow_loads(in) || in->key.class == GA_CLASS_ATOMIC;
}

/* A product with 2^16 moves a half up, and puts another below it. */
static bool permutes(const struct ga_sass *in) {
    return in->role == GA_ROLE_PERMUTE || in->altered & GA_SHIFTS_HALF;
}

/* in: carry: an add that is passed over with all of its results, as what the carry of the others comes from. */
static struct made find_made(const struct ga_dataflow *s, uint32_t carry) {
    const struct ga_sass *const code = s->g->code;
    struct made made = {.is_sum = false};
    uint32_t adds = 0, shift = s->g->n;
    for (uint32_t i = ga_dataflow_next(s, 0); i < s->g->n; i = ga_dataflow_next(s, i + 1)) {
        if (is_read(&code[i]) || (carry < s->g->n && code[i].offset == code[carry].offset))
            continue;
        const bool converts = code[i].role == GA_ROLE_CONVERT;
        if (code[i].role < GA_ROLE_MOVE || (code[i].role > GA_ROLE_FMA_BF16 && !converts) ||
            code[i].key.guarded)
            return (struct made){.is_sum = false};
        made.permutes += permutes(&code[i]);
        made.converts += converts;
        if (permutes(&code[i]) && is_add(code[i].role)) {
            shift = i;
        } else if (is_add(code[i].role)) {
            adds++;
            made.add = i;
        }
    }
    made.is_sum = adds == 1 || (adds == 0 && made.permutes == 1 && shift < s->g->n);
    if (adds == 0 && made.is_sum) { /* it adds half a word */
        made.add = shift;
        made.permutes = 0;
    }
    return made;
}

/* What an add of a role is of; a permute makes it one of a single half. */
static uint8_t type_of(const struct ga_sass *add, bool permutes) {
    static const uint8_t types[][2] = {[GA_ROLE_ADD_INTEGER] = {GA_TYPE_U32},
                                       [GA_ROLE_FMA_INTEGER] = {GA_TYPE_U32},
                                       [GA_ROLE_ADD_F32] = {GA_TYPE_F32},
                                       [GA_ROLE_FMA_F32] = {GA_TYPE_F32},
                                       [GA_ROLE_ADD_F64] = {GA_TYPE_F64},
                                       [GA_ROLE_FMA_F64] = {GA_TYPE_F64},
                                       [GA_ROLE_ADD_F16] = {GA_TYPE_F16X2, GA_TYPE_F16},
                                       [GA_ROLE_FMA_F16] = {GA_TYPE_F16X2, GA_TYPE_F16},
                                       [GA_ROLE_ADD_BF16] = {GA_TYPE_BF16X2, GA_TYPE_BF16},
                                       [GA_ROLE_FMA_BF16] = {GA_TYPE_BF16X2, GA_TYPE_BF16}};
    return types[add->role][permutes];
}

enum { MOST_PERMUTES = 16 };

/* Whether one of n permutes puts what an add made beside another part of what was read. */
static bool puts_beside(struct ga_dataflow *s, const uint32_t *list, uint32_t n, uint32_t add,
                        enum ga_asks asks) {
    for (uint32_t k = 0; k < n; k++) {
        bool has_sum = false, has_read = false;
        for (int source = 0; source < 3; source += 2) { /* 1 is how */
            ga_dataflow_begin(s, asks, UINT64_MAX);
            ga_dataflow_add(s, list[k], s->g->code[list[k]].source[source]);
            has_sum |= ga_dataflow_has(s, add);
            has_read |= !ga_dataflow_has(s, add) && s->n_reads > 0;
        }
        if (has_sum && has_read)
            return true;
    }
    return false;
}

/* out: those that what was followed last went by, MOST_PERMUTES at most. */
static uint32_t list_permutes(const struct ga_dataflow *s, uint32_t *list) {
    uint32_t n = 0;
    for (uint32_t i = ga_dataflow_next(s, 0); i < s->g->n && n < MOST_PERMUTES;
         i = ga_dataflow_next(s, i + 1))
        if (permutes(&s->g->code[i]))
            list[n++] = i;
    return n;
}

/* The instruction that writes an add's carry: of AMD's it stands behind the sum, at the same place. */
static uint32_t carry_of(const struct ga_graph *g, uint32_t add) {
    const bool is_next = add + 1 < g->n && g->code[add + 1].offset == g->code[add].offset &&
                         g->code[add + 1].destination < GA_GFX_VECTOR;
    return is_next ? add + 1 : add;
}

/* Whether an add has what swap i compares with as one of its operands, as it was read, and a product has it as what is added. in:
 * carry: what of AMD's is asked, too; the number of instructions: none. out: operand: which. */
static bool adds_to_read(struct ga_dataflow *s, uint32_t i, uint32_t add, uint32_t carry,
                         bool is_half, enum ga_asks asks, int *operand) {
    const struct ga_sass *const in = &s->g->code[add];
    const unsigned altered = is_half ? in->altered & 7U : (in->altered & 7U) | in->altered >> 4;
    const bool is_product = in->role >= GA_ROLE_FMA_INTEGER;
    uint32_t n = 0, n_compared, compared[GA_MOST_READS];
    int last = 0;
    ga_dataflow_begin(s, GA_ASKS_NOTHING, UINT64_MAX);
    ga_dataflow_add(s, i, s->g->code[i].compare);
    n_compared = s->n_reads;
    for (uint32_t k = 0; k < n_compared; k++)
        compared[k] = s->reads[k];
    for (int k = 0; k < 3; k++) {
        bool has = false;
        ga_dataflow_begin(s, asks, UINT64_MAX);
        ga_dataflow_add(s, add, in->source[k]);
        for (uint32_t c = 0; c < n_compared && !(carry < s->g->n && ga_dataflow_has(s, carry)); c++)
            has |= ga_dataflow_has(s, compared[c]);
        n += has;
        last = has ? k : last;
    }
    *operand = last;
    return n == 1 && !(altered >> last & 1) && (!is_product || last == 2);
}

/* What half an add of floats adds to, which stands in its operand, and is converted from f16 or moved up from bf16. */
static uint8_t half_of(struct ga_dataflow *s, uint32_t add, int operand, enum ga_asks asks) {
    const struct ga_sass *const code = s->g->code;
    uint32_t list[MOST_PERMUTES];
    bool converts = false;
    if (code[add].role != GA_ROLE_ADD_F32 && code[add].role != GA_ROLE_FMA_F32)
        return GA_TYPE_NONE;
    ga_dataflow_begin(s, asks, UINT64_MAX);
    ga_dataflow_add(s, add, code[add].source[operand]);
    for (uint32_t i = ga_dataflow_next(s, 0); i < s->g->n; i = ga_dataflow_next(s, i + 1))
        converts |= code[i].role == GA_ROLE_CONVERT;
    return converts ? GA_TYPE_F16 : list_permutes(s, list) > 0 ? GA_TYPE_BF16 : GA_TYPE_NONE;
}

/* Whether the high half of what a swap of 64 bits puts there is of the same add of two registers, and of nothing else. */
static bool adds_both(struct ga_dataflow *s, uint32_t i, uint32_t add, enum ga_asks asks) {
    ga_dataflow_begin(s, asks, UINT64_MAX);
    ga_dataflow_add(s, i, (uint16_t)(s->g->code[i].value + 1));
    const struct made high = find_made(s, s->g->n);
    return s->g->code[i].key.operation == GA_OP_CAST_SPIN ||
           (high.is_sum && high.add == add && high.permutes + high.converts == 0);
}

/* Whether swap i of 64 bits adds, by one instruction or, with its carry, the high half, too. The compiler's own loop is sure to:
 * CAST.SPIN. */
static bool adds_wide(struct ga_dataflow *s, uint32_t i, uint32_t low, enum ga_asks asks) {
    const struct ga_sass *const code = s->g->code;
    if (code[low].role != GA_ROLE_ADD_INTEGER || code[i].key.type != GA_TYPE_B64)
        return false;
    if (code[i].key.operation == GA_OP_CAST_SPIN)
        return true;
    if (code[low].more == 1)
        return adds_both(s, i, low, asks);
    const uint32_t carry = carry_of(s->g, low);
    int operand = 0;
    ga_dataflow_begin(s, asks, UINT64_MAX);
    ga_dataflow_add(s, i, (uint16_t)(code[i].value + 1));
    if (!ga_dataflow_has(s, carry))
        return false;
    const struct made high = find_made(s, low);
    return high.is_sum && high.permutes + high.converts == 0 &&
           code[high.add].role == GA_ROLE_ADD_CARRY &&
           adds_to_read(s, i, high.add, carry > low ? carry : s->g->n, false, asks, &operand);
}

struct ga_adds ga_adds_what(struct ga_dataflow *s, uint32_t i, enum ga_asks asks) {
    const struct ga_adds none = {GA_TYPE_NONE, false};
    const struct ga_sass *const code = s->g->code;
    uint32_t list[MOST_PERMUTES];
    int operand = 0;
    ga_dataflow_begin(s, asks, UINT64_MAX);
    ga_dataflow_add(s, i, code[i].value);
    const struct made made = find_made(s, s->g->n);
    const bool is_half = made.permutes > 0, widens = is_half && made.converts > 0;
    const uint32_t n_permutes = list_permutes(s, list);
    if (!made.is_sum || (made.converts > 0 && !is_half) ||
        !adds_to_read(s, i, made.add, s->g->n, is_half, asks, &operand))
        return none;
    uint8_t type = widens ? half_of(s, made.add, operand, asks) : type_of(&code[made.add], is_half);
    if (type == GA_TYPE_NONE || (type == GA_TYPE_F64 && !adds_both(s, i, made.add, asks)) ||
        (is_half && !puts_beside(s, list, n_permutes, made.add, asks)))
        return none;
    if (type == GA_TYPE_U32 && adds_wide(s, i, made.add, asks))
        type = GA_TYPE_U64;
    else if (!is_half && ga_type_bytes(type) != ga_type_bytes(code[i].key.type))
        return none;
    return (struct ga_adds){type, widens || code[made.add].role > GA_ROLE_FMA_INTEGER};
}
