#include "adds.h"

/* out: the type of the one add that made the value that was followed last, whose other instructions are copies, and for a
 * half those that put it into its word; GA_TYPE_NONE for any other. */
static uint8_t type_added(const struct ga_dataflow *s, uint32_t *add) {
    static const uint8_t types[] = {[GA_ROLE_ADD_INTEGER] = GA_TYPE_U64,
                                    [GA_ROLE_ADD_F32] = GA_TYPE_F32,
                                    [GA_ROLE_ADD_F64] = GA_TYPE_F64,
                                    [GA_ROLE_ADD_F16] = GA_TYPE_F16X2,
                                    [GA_ROLE_ADD_BF16] = GA_TYPE_BF16X2};
    uint32_t adds = 0, permutes = 0;
    for (uint32_t i = ga_dataflow_next(s, 0); i < s->g->n; i = ga_dataflow_next(s, i + 1)) {
        const struct ga_sass *const in = &s->g->code[i];
        if (ga_dataflow_loads(in) || in->key.class == GA_CLASS_ATOMIC)
            continue;
        if (in->role < GA_ROLE_MOVE || in->role > GA_ROLE_ADD_BF16 || in->key.guarded)
            return GA_TYPE_NONE;
        permutes += in->role == GA_ROLE_PERMUTE;
        if (in->role >= GA_ROLE_ADD_INTEGER) {
            adds++;
            *add = i;
        }
    }
    const uint8_t type = adds == 1 ? types[s->g->code[*add].role] : GA_TYPE_NONE;
    if (permutes == 0)
        return type;
    return type == GA_TYPE_F16X2    ? GA_TYPE_F16
           : type == GA_TYPE_BF16X2 ? GA_TYPE_BF16
                                    : GA_TYPE_NONE;
}

enum { MOST_PERMUTES = 16 };

/* Whether one of n permutes puts what an add made beside another part of what was read. */
static bool puts_beside(struct ga_dataflow *s, const uint32_t *permutes, uint32_t n, uint32_t add,
                        enum ga_asks asks) {
    for (uint32_t k = 0; k < n; k++) {
        bool has_sum = false, has_read = false;
        for (int source = 0; source < 3; source += 2) { /* 1 is how */
            ga_dataflow_begin(s, asks, UINT64_MAX);
            ga_dataflow_add(s, permutes[k], s->g->code[permutes[k]].source[source]);
            has_sum |= ga_dataflow_has(s, add);
            has_read |= !ga_dataflow_has(s, add) && s->n_reads > 0;
        }
        if (has_sum && has_read)
            return true;
    }
    return false;
}

/* out: those that what was followed last went by, MOST_PERMUTES at most. */
static uint32_t list_permutes(const struct ga_dataflow *s, uint32_t *permutes) {
    uint32_t n = 0;
    for (uint32_t i = ga_dataflow_next(s, 0); i < s->g->n && n < MOST_PERMUTES;
         i = ga_dataflow_next(s, i + 1))
        if (s->g->code[i].role == GA_ROLE_PERMUTE)
            permutes[n++] = i;
    return n;
}

uint8_t ga_adds_what(struct ga_dataflow *s, uint32_t i, enum ga_asks asks) {
    uint32_t add = 0, n_reads = 0, permutes[MOST_PERMUTES];
    ga_dataflow_begin(s, asks, UINT64_MAX);
    ga_dataflow_add(s, i, s->g->code[i].value);
    const uint8_t type = type_added(s, &add);
    const uint32_t n_permutes = list_permutes(s, permutes);
    /* The low half is what was followed: only the compiler's own loop is sure to add the high one, too. */
    if (type == GA_TYPE_U64 &&
        (s->g->code[i].key.operation != GA_OP_CAST_SPIN || s->g->code[i].key.type != GA_TYPE_B64))
        return GA_TYPE_NONE;
    if ((type == GA_TYPE_F16 || type == GA_TYPE_BF16) &&
        !puts_beside(s, permutes, n_permutes, add, asks))
        return GA_TYPE_NONE;
    for (int k = 0; k < 3 && type != GA_TYPE_NONE; k++) {
        ga_dataflow_begin(s, asks, UINT64_MAX);
        ga_dataflow_add(s, add, s->g->code[add].source[k]);
        n_reads += s->n_reads;
    }
    return n_reads > 0 ? type : GA_TYPE_NONE;
}
