#include "lists.h"

#include "reach.h"

enum { MOST = 1 << 20 }; /* instructions to look at */

static bool may_place(const struct ga_sass *in) {
    return in->key.class == GA_CLASS_ATOMIC && in->key.used && in->key.operation != GA_OP_CAS &&
           in->key.operation != GA_OP_CAST && in->key.operation != GA_OP_CAST_SPIN;
}

/* Both halves of an address. */
static void follow_addresses(struct ga_dataflow *s, enum ga_sass_role role, uint16_t more) {
    const struct ga_graph *const g = s->g;
    for (uint32_t i = ga_next_of(g, role, 0); i < g->n; i = ga_next_of(g, role, i + 1))
        for (uint16_t k = 0; k <= more && g->code[i].source[0] != GA_NO_REGISTER; k++)
            ga_dataflow_put(s, i, (uint16_t)(g->code[i].source[0] + k));
    ga_dataflow_finish(s);
}

/* A place may come by shared memory, from the thread that took places for a block. */
static void follow_shared(struct ga_dataflow *s) {
    const struct ga_graph *const g = s->g;
    uint32_t load = ga_next_of(g, GA_ROLE_LOAD_SHARED, 0);
    while (load < g->n && !s->passed[load])
        load = ga_next_of(g, GA_ROLE_LOAD_SHARED, load + 1);
    if (load < g->n)
        ga_dataflow_add_stored(s);
}

void ga_lists(struct ga_sass *code, struct ga_dataflow *s) {
    const struct ga_graph *const g = s->g;
    if (!ga_may_each_reach(s, may_place, GA_IN_ADDRESSES | GA_IN_SHARED))
        return;
    ga_dataflow_of_all(s);
    ga_dataflow_begin(s, GA_ASKS_NOTHING, MOST);
    follow_addresses(s, GA_ROLE_STORE, 1);
    follow_addresses(s, GA_ROLE_STORE_SHARED, 0);
    follow_shared(s);
    for (uint32_t k = 0; k < g->n_counted; k++) {
        struct ga_sass *const in = &code[g->counted[k]];
        in->key.places = s->left > 0 && may_place(in) && s->passed[g->counted[k]];
    }
}
