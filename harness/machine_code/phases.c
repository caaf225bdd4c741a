#include "phases.h"

#include <stdlib.h>

static bool is_atomic(const struct ga_sass *in) {
    return in->key.class == GA_CLASS_ATOMIC || in->key.class == GA_CLASS_REDUCTION;
}

static bool is_of_shared(const struct ga_sass *in) {
    return is_atomic(in) && in->key.space == GA_SPACE_SHARED;
}

static bool loads(const struct ga_sass *in) {
    return in->role == GA_ROLE_LOAD && in->key.space != GA_SPACE_SHARED;
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

/* out: closed: those that are cycles; busy: of these, those with an atomic. What a cycle calls may have the atomic that is in
 * none of its own function's and in a loop all the same. */
static void sort_cycles(const struct ga_graph *g, const struct ga_nest *nest, uint64_t *closed,
                        uint64_t *busy) {
    bool called = false;
    for (uint32_t k = 0; k < nest->n; k++)
        closed[k / 64] |= (uint64_t)(nest->cycles[k].size > 0) << k % 64;
    for (uint32_t i = 0; i < g->n && !called; i++)
        called = is_atomic(&g->code[i]) && g->code[i].key.loop != GA_LOOP_NONE &&
                 !share_one(nest, cycles_of(g, nest, i), closed);
    for (uint32_t i = 0; i < g->n; i++) {
        const bool is_busy = is_atomic(&g->code[i]) || (called && g->code[i].role == GA_ROLE_CALL);
        for (uint32_t w = 0; is_busy && w < nest->n_words; w++)
            busy[w] |= cycles_of(g, nest, i)[w] & closed[w];
    }
}

static bool reads_apart(const struct ga_graph *g, const struct ga_nest *nest, uint64_t *closed,
                        uint64_t *busy) {
    sort_cycles(g, nest, closed, busy);
    for (uint32_t i = 0; i < g->n; i++)
        if (loads(&g->code[i]) && share_one(nest, cycles_of(g, nest, i), closed) &&
            !share_one(nest, cycles_of(g, nest, i), busy))
            return true;
    return false;
}

bool ga_phases(const struct ga_graph *g) {
    struct ga_nest nest = {0};
    bool adds = false;
    for (uint32_t i = 0; i < g->n; i++)
        adds |= is_of_shared(&g->code[i]);
    if (!adds)
        return true;
    const bool made = ga_nest_make(g, &nest);
    uint64_t *const words =
        made && nest.inside ? calloc(2 * (size_t)nest.n_words, sizeof *words) : NULL;
    if (words && reads_apart(g, &nest, words, words + nest.n_words))
        for (uint32_t i = 0; i < g->n; i++)
            g->code[i].key.phased = is_of_shared(&g->code[i]);
    const bool failed = !made || (nest.inside && !words);
    free(words);
    ga_nest_free(&nest);
    return !failed;
}
