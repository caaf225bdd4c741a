#include "reach.h"

#include <stdlib.h>
#include <string.h>

/* At the beginning of each block, the registers and predicates that may hold a result, and whether it is still to be passed. */
struct at_block {
    uint8_t held[GA_REGISTER_BYTES];
    bool again;
};

struct reach {
    struct ga_dataflow *s;
    unsigned where;
    struct at_block *at;
};

static bool holds(const uint8_t *held, uint16_t reg) {
    return reg != GA_NO_REGISTER && ga_is_in(held, reg);
}

static bool asks(const struct ga_sass *in, const uint8_t *held) {
    return (in->asked | ga_predicate(in->guard)) & held[GA_REGISTERS / 8];
}

/* Whether an instruction is one of those that are looked for, of what is held. */
static bool is_there(const struct reach *r, const struct ga_sass *in, const uint8_t *held) {
    const bool shared = in->role == GA_ROLE_STORE_SHARED, store = in->role == GA_ROLE_STORE,
               branches = r->where & GA_IN_BRANCHES;
    if (branches && (store || shared || in->conditional) &&
        (asks(in, held) || (in->conditional && holds(held, in->source[0]))))
        return true;
    if (((shared && r->where & GA_IN_SHARED) || ((shared || store) && branches)) &&
        holds(held, in->source[1]))
        return true;
    if (in->value != GA_NO_REGISTER && r->where & GA_IN_SUMS && holds(held, in->value))
        return true;
    return (shared || store) && r->where & GA_IN_ADDRESSES && in->source[0] != GA_NO_REGISTER &&
           (holds(held, in->source[0]) || (store && ga_is_in(held, in->source[0] + 1U)));
}

/* Whether what an instruction writes is computed from what is held. */
static bool is_from(const struct reach *r, const struct ga_sass *in, const struct ga_callee *callee,
                    const uint8_t *held) {
    bool is = r->where & GA_IN_BRANCHES && asks(in, held);
    if (ga_dataflow_loads(in) || in->key.class == GA_CLASS_ATOMIC)
        return false;
    for (int k = 0; k < 3 && !is; k++)
        is = holds(held, in->source[k]) ||
             (in->pairs && in->source[k] != GA_NO_REGISTER && ga_is_in(held, in->source[k] + 1U));
    for (unsigned k = 0; callee && k < GA_REGISTER_BYTES && !is; k++)
        is = callee->reads[k] & held[k];
    return is;
}

/* What a call does to what is held; guarded: not for all lanes. */
static void pass_call(const struct ga_callee *callee, bool guarded, bool is, uint8_t *held) {
    for (unsigned k = 0; k < GA_REGISTER_BYTES; k++) {
        held[k] &= guarded ? 0xff : (uint8_t)~callee->surely[k];
        held[k] |= is ? callee->writes[k] : 0;
    }
}

/* Past an instruction. Predicates of an atomic's that say that it was done are no result. */
static void pass(const struct reach *r, uint32_t i, uint8_t *held) {
    const struct ga_sass *const in = &r->s->g->code[i];
    const struct ga_callee *const callee = ga_dataflow_callee(r->s, i);
    const bool begins = r->s->passed[i], is = begins || is_from(r, in, callee, held);
    const uint8_t predicates = begins && ga_says_done(in) ? 0 : in->written;
    if (callee) {
        pass_call(callee, in->key.guarded, is, held);
        return;
    }
    for (unsigned reg = in->destination;
         reg <= in->destination + (unsigned)in->more && reg < GA_REGISTERS; reg++)
        if (!in->key.guarded)
            held[reg / 8] &= (uint8_t) ~(1 << reg % 8);
    if (!in->key.guarded)
        held[GA_REGISTERS / 8] &= (uint8_t)~in->written;
    if (!is)
        return;
    ga_put_several(held, in->destination, in->more + 1U);
    ga_put_several(held, in->source[2], in->second);
    held[GA_REGISTERS / 8] |= predicates;
}

/* Whether a call goes on from a block with what is held at its end. */
static bool goes_back(const struct ga_dataflow *s, uint32_t block, const uint8_t *held) {
    bool is = false;
    for (uint32_t c = 0; c < s->n_callees; c++)
        for (uint32_t k = 0; k < s->callees[c].n_last; k++)
            for (unsigned byte = 0; s->callees[c].last[k] == block && byte < GA_REGISTER_BYTES;
                 byte++)
                is |= held[byte] & s->callees[c].writes[byte];
    return is;
}

/* Passes a block. out: whether one comes to what is looked for. */
static bool pass_block(const struct reach *r, uint32_t block) {
    const struct ga_graph *const g = r->s->g;
    const struct ga_block *const b = &g->blocks[block];
    uint8_t held[GA_REGISTER_BYTES];
    memcpy(held, r->at[block].held, sizeof held);
    for (uint32_t i = b->first; i < b->end; i++) {
        if (is_there(r, &g->code[i], held))
            return true;
        pass(r, i, held);
    }
    for (int way = 0; way < 2; way++) {
        struct at_block *const to = b->to[way] == GA_NOWHERE ? NULL : &r->at[b->to[way]];
        for (unsigned k = 0; to && k < sizeof held; k++) {
            to->again |= (held[k] & ~to->held[k]) != 0;
            to->held[k] |= held[k];
        }
    }
    return goes_back(r->s, block, held);
}

bool ga_may_reach(struct ga_dataflow *s, unsigned where) {
    const struct ga_graph *const g = s->g;
    struct reach r = {s, where, calloc(g->n_blocks, sizeof *r.at)};
    bool more = true, is = false, back = false;
    ga_dataflow_find_callees(s);
    s->failed |= !r.at;
    for (uint32_t i = ga_dataflow_next(s, 0); i < g->n && r.at; i = ga_dataflow_next(s, i + 1))
        r.at[g->block_of[i]].again = true;
    while (more && !is && !s->failed) {
        more = false;
        for (uint32_t k = 0; k < g->n_blocks && !is; k++) {
            const uint32_t b = back ? g->n_blocks - 1 - k : k;
            if (r.at[b].again) {
                r.at[b].again = false;
                more = true;
                is = pass_block(&r, b);
            }
        }
        back = !back; /* branches may go back for long */
    }
    free(r.at);
    return is;
}

bool ga_may_each_reach(struct ga_dataflow *s, bool (*is)(const struct ga_sass *), unsigned where) {
    const struct ga_graph *const g = s->g;
    bool any = false;
    ga_dataflow_forget(s);
    for (uint32_t k = 0; k < g->n_counted; k++)
        if (is(&g->code[g->counted[k]])) {
            ga_dataflow_pass(s, g->counted[k]);
            any = true;
        }
    return any && ga_may_reach(s, where);
}
