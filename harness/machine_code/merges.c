#include "merges.h"

#include <string.h>

static bool is_under_condition(const struct ga_graph *g, uint32_t i) {
    const struct ga_block *const b = &g->blocks[g->block_of[i]];
    bool is = g->code[i].key.guarded;
    for (uint32_t k = 0; k < b->n_from; k++)
        is |= g->code[g->blocks[g->from[b->from + k]].end - 1].conditional;
    return is;
}

/* Whether i, or the way to its block, hangs on what read `load` found. */
static bool is_reached_by(struct ga_dataflow *s, uint32_t i, uint32_t load) {
    const struct ga_graph *const g = s->g;
    const struct ga_block *const b = &g->blocks[g->block_of[i]];
    if (g->code[i].key.guarded && ga_dataflow_hangs_on(s, i, load))
        return true;
    for (uint32_t k = 0; k < b->n_from; k++) {
        const uint32_t last = g->blocks[g->from[b->from + k]].end - 1;
        if (g->code[last].conditional && ga_dataflow_hangs_on(s, last, load))
            return true;
    }
    return false;
}

/* Whether what i adds to device memory comes from shared memory alone, and is left out by its value: a sum of zero. */
static bool is_skipped(struct ga_dataflow *s, uint32_t i) {
    const struct ga_graph *const g = s->g;
    enum { NEAR = 4096 };
    uint32_t from[GA_MOST_READS];
    if (!is_under_condition(g, i))
        return false;
    ga_dataflow_begin(s, true, NEAR);
    ga_dataflow_add(s, i, g->code[i].value);
    if (s->left == 0)
        return false;
    const uint32_t n = s->n_reads;
    memcpy(from, s->reads, n * sizeof *from);
    for (uint32_t k = 0; k < n; k++)
        if (g->code[from[k]].role != GA_ROLE_LOAD_SHARED)
            return false;
    for (uint32_t k = 0; k < n; k++)
        if (is_reached_by(s, i, from[k]))
            return true;
    return false;
}

static bool is_of_device(const struct ga_sass *in) {
    return (in->key.class == GA_CLASS_ATOMIC || in->key.class == GA_CLASS_REDUCTION) &&
           (in->key.space == GA_SPACE_DEVICE || in->key.space == GA_SPACE_GENERIC);
}

/* All values that are stored to shared memory, followed at once: which atomics they come from. */
static void share(struct ga_sass *code, struct ga_dataflow *s) {
    const struct ga_graph *const g = s->g;
    enum { MOST = 1 << 20 };
    ga_dataflow_begin(s, false, MOST);
    for (uint32_t i = 0; i < g->n; i++)
        if (code[i].role == GA_ROLE_STORE_SHARED)
            ga_dataflow_add(s, i, code[i].source[1]);
    for (uint32_t i = 0; i < g->n; i++)
        code[i].key.shares =
            s->left > 0 && is_of_device(&code[i]) && code[i].key.used && s->passed[i];
}

void ga_merges(struct ga_sass *code, struct ga_dataflow *s) {
    const struct ga_graph *const g = s->g;
    bool adds = false, uses = false, loads = false;
    for (uint32_t i = 0; i < g->n; i++) {
        const struct ga_sass_key *const key = &code[i].key;
        adds |= key->class == GA_CLASS_ATOMIC && key->space == GA_SPACE_SHARED;
        uses |= is_of_device(&code[i]) && key->used;
        loads |= code[i].role == GA_ROLE_LOAD_SHARED;
    }
    ga_dataflow_of_all(s);
    if (uses)
        share(code, s);
    for (uint32_t i = 0; i < g->n && adds && loads; i++)
        code[i].key.skips =
            is_of_device(&code[i]) && code[i].key.operation == GA_OP_ADD && is_skipped(s, i);
}
