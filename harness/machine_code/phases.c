#include "phases.h"

#include <stdlib.h>

static bool is_atomic(const struct ga_sass *in) {
    return in->key.class == GA_CLASS_ATOMIC || in->key.class == GA_CLASS_REDUCTION;
}

static bool is_of_shared(const struct ga_sass *in) {
    return is_atomic(in) && in->key.space == GA_SPACE_SHARED;
}

static const uint64_t *cycles_of(const struct ga_graph *g, const struct ga_nest *nest, uint32_t i) {
    return nest->inside + (size_t)g->block_of[i] * nest->n_words;
}

static bool share_one(const struct ga_nest *nest, const uint64_t *of, const uint64_t *cycles) {
    for (uint32_t w = 0; w < nest->n_words; w++)
        if (of[w] & cycles[w])
            return true;
    return false;
}

static void add_cycles(const struct ga_nest *nest, const uint64_t *of, const uint64_t *closed,
                       uint64_t *busy) {
    for (uint32_t w = 0; w < nest->n_words; w++)
        busy[w] |= of[w] & closed[w];
}

/* out: closed: those that are cycles; busy: of these, those with an atomic. What a cycle calls may have the atomic that is in
 * none of its own function's and in a loop all the same. */
static void sort_cycles(const struct ga_graph *g, const struct ga_nest *nest, uint64_t *closed,
                        uint64_t *busy) {
    bool called = false;
    for (uint32_t k = 0; k < nest->n; k++)
        closed[k / 64] |= (uint64_t)(nest->cycles[k].size > 0) << k % 64;
    for (uint32_t k = 0; k < g->n_counted; k++) {
        const uint32_t i = g->counted[k];
        if (!is_atomic(&g->code[i]))
            continue;
        called |=
            g->code[i].key.loop != GA_LOOP_NONE && !share_one(nest, cycles_of(g, nest, i), closed);
        add_cycles(nest, cycles_of(g, nest, i), closed, busy);
    }
    for (uint32_t i = ga_next_of(g, GA_ROLE_CALL, 0); called && i < g->n;
         i = ga_next_of(g, GA_ROLE_CALL, i + 1))
        add_cycles(nest, cycles_of(g, nest, i), closed, busy);
}

static bool reads_apart(const struct ga_graph *g, const struct ga_nest *nest, uint64_t *closed,
                        uint64_t *busy) {
    sort_cycles(g, nest, closed, busy);
    for (uint32_t i = ga_next_of(g, GA_ROLE_LOAD, 0); i < g->n;
         i = ga_next_of(g, GA_ROLE_LOAD, i + 1))
        if (g->code[i].key.space != GA_SPACE_SHARED &&
            share_one(nest, cycles_of(g, nest, i), closed) &&
            !share_one(nest, cycles_of(g, nest, i), busy))
            return true;
    return false;
}

bool ga_phases(const struct ga_graph *g) {
    const struct ga_nest *const nest = &g->nest;
    bool adds = false;
    for (uint32_t k = 0; k < g->n_counted; k++)
        adds |= is_of_shared(&g->code[g->counted[k]]);
    if (!adds || nest->n == 0)
        return true;
    uint64_t *const words = calloc(2 * (size_t)nest->n_words, sizeof *words);
    if (words && reads_apart(g, nest, words, words + nest->n_words))
        for (uint32_t k = 0; k < g->n_counted; k++)
            g->code[g->counted[k]].key.phased = is_of_shared(&g->code[g->counted[k]]);
    const bool made = words;
    free(words);
    return made;
}
