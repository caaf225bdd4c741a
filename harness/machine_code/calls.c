#include "calls.h"

#include <stdlib.h>

/* Marks a block, and all that is come to from it. */
static void mark_called(const struct ga_graph *g, uint32_t block) {
    uint32_t n = 0;
    g->seen[block] |= GA_CALLED;
    g->stack[n++] = block;
    while (n > 0) {
        const struct ga_block *const b = &g->blocks[g->stack[--n]];
        for (int k = 0; k < 2; k++)
            if (b->to[k] != GA_NOWHERE && !(g->seen[b->to[k]] & GA_CALLED)) {
                g->seen[b->to[k]] |= GA_CALLED;
                g->stack[n++] = (uint32_t)b->to[k];
            }
    }
}

/* What an instruction reads that was not written before, in order of address. */
static void add_reads(const struct ga_sass *in, struct ga_callee *callee) {
    for (int k = 0; k < 3; k++)
        for (unsigned reg = in->source[k]; reg <= in->source[k] + (unsigned)in->pairs; reg++)
            if (in->source[k] != GA_NO_REGISTER && !ga_is_in(callee->writes, reg))
                ga_put_in(callee->reads, reg);
    callee->reads[GA_REGISTERS / 8] |=
        (uint8_t)((in->asked | ga_predicate(in->guard)) & ~callee->writes[GA_REGISTERS / 8]);
}

static void read_callee(const struct ga_graph *g, struct ga_callee *callee) {
    uint8_t kept[GA_REGISTER_BYTES] = {0};
    mark_called(g, callee->block);
    for (uint32_t b = 0; b < g->n_blocks; b++) {
        const bool called = g->seen[b] & GA_CALLED;
        for (uint32_t i = g->blocks[b].first; called && i < g->blocks[b].end; i++) {
            add_reads(&g->code[i], callee);
            ga_written_by(&g->code[i], callee->writes);
            if (g->code[i].role == GA_ROLE_LOAD_LOCAL)
                ga_written_by(&g->code[i], kept);
        }
        g->seen[b] &= (uint8_t)~GA_CALLED;
    }
    for (unsigned k = 0; k < GA_REGISTER_BYTES; k++)
        callee->writes[k] &= (uint8_t)~kept[k];
}

/* out: n_blocks: none that is known. Where a register or the linker says what is called the offset is 0, or the next one. */
static uint32_t called_block(const struct ga_graph *g, uint32_t i) {
    const struct ga_sass *const in = &g->code[i];
    const uint32_t to = in->target / GA_SASS_BYTES;
    const bool known = in->role == GA_ROLE_CALL && to > 0 && to != i + 1 && to < g->n &&
                       g->code[to].offset == in->target && g->blocks[g->block_of[to]].first == to;
    return known ? g->block_of[to] : g->n_blocks;
}

const struct ga_callee *ga_callee_of(const struct ga_graph *g, const struct ga_callee *callees,
                                     uint32_t n, uint32_t i) {
    const uint32_t block = n > 0 ? called_block(g, i) : g->n_blocks;
    for (uint32_t k = 0; k < n; k++)
        if (callees[k].block == block)
            return &callees[k];
    return NULL;
}

bool ga_callees_find(const struct ga_graph *g, struct ga_callee **callees, uint32_t *n) {
    *n = 0;
    *callees = NULL;
    for (uint32_t i = 0; i < g->n && *n < GA_MOST_CALLEES; i++) {
        const uint32_t block = called_block(g, i);
        if (block == g->n_blocks || ga_callee_of(g, *callees, *n, i))
            continue;
        if (!*callees && !(*callees = calloc(GA_MOST_CALLEES, sizeof **callees)))
            return false;
        (*callees)[*n].block = block;
        read_callee(g, &(*callees)[(*n)++]);
    }
    return true;
}
