#include "lists.h"

enum { MOST = 1 << 20 }; /* instructions to look at */

static bool may_place(const struct ga_sass *in) {
    return in->key.class == GA_CLASS_ATOMIC && in->key.used && in->key.operation != GA_OP_CAS &&
           in->key.operation != GA_OP_CAST && in->key.operation != GA_OP_CAST_SPIN;
}

/* Both halves of an address. */
static void follow_addresses(struct ga_dataflow *s, enum ga_sass_role role, uint16_t more) {
    const struct ga_graph *const g = s->g;
    for (uint32_t i = 0; i < g->n; i++)
        for (uint16_t k = 0; k <= more && g->code[i].role == role; k++)
            if (g->code[i].source[0] != GA_NO_REGISTER)
                ga_dataflow_add(s, i, (uint16_t)(g->code[i].source[0] + k));
}

/* A place may come by shared memory, from the thread that took places for a block. */
static void follow_shared(struct ga_dataflow *s) {
    const struct ga_graph *const g = s->g;
    bool loads = false;
    for (uint32_t i = 0; i < g->n && !loads; i++)
        loads = s->passed[i] && g->code[i].role == GA_ROLE_LOAD_SHARED;
    for (uint32_t i = 0; i < g->n && loads; i++)
        if (g->code[i].role == GA_ROLE_STORE_SHARED)
            ga_dataflow_add(s, i, g->code[i].source[1]);
}

void ga_lists(struct ga_sass *code, struct ga_dataflow *s) {
    const struct ga_graph *const g = s->g;
    bool may = false;
    for (uint32_t i = 0; i < g->n && !may; i++)
        may = may_place(&code[i]);
    if (!may)
        return;
    ga_dataflow_of_all(s);
    ga_dataflow_begin(s, GA_ASKS_NOTHING, MOST);
    follow_addresses(s, GA_ROLE_STORE, 1);
    follow_addresses(s, GA_ROLE_STORE_SHARED, 0);
    follow_shared(s);
    for (uint32_t i = 0; i < g->n; i++)
        code[i].key.places = s->left > 0 && may_place(&code[i]) && s->passed[i];
}
