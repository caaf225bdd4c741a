#include "steering.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 1 << 23 }; /* instructions to look at */

struct ga_steering ga_steering_make(const struct ga_graph *g) {
    struct ga_steering s = {.head = UINT32_MAX, .tail = UINT32_MAX};
    s.by = calloc(g->n, 1);
    s.chooses = calloc(g->n, 1);
    s.forks = malloc(g->n_blocks);
    s.wrote = malloc(g->n_blocks * sizeof *s.wrote);
    s.failed = !s.by || !s.chooses || !s.forks || !s.wrote;
    return s;
}

void ga_steering_free(struct ga_steering *s) {
    free(s->by);
    free(s->chooses);
    free(s->forks);
    free(s->wrote);
}

bool ga_leaves(const struct ga_graph *g, const struct ga_block *block) {
    return g->code[block->end - 1].conditional &&
           (block->to[0] == GA_NOWHERE || block->to[1] == GA_NOWHERE ||
            g->seen[block->to[0]] != GA_IN_CYCLE || g->seen[block->to[1]] != GA_IN_CYCLE);
}

static bool forks(const struct ga_graph *g, uint32_t block) {
    const struct ga_sass *const last = &g->code[g->blocks[block].end - 1];
    return g->seen[block] == GA_IN_CYCLE && last->conditional && ga_dataflow_has_condition(last);
}

static bool is_of_word(const struct ga_graph *g, uint32_t i, enum ga_sass_role role) {
    return g->code[i].role == role && g->code[i].source[0] == GA_NO_REGISTER;
}

/* A word of shared memory at one address that was read: goes on with all that the cycle stores to such words. */
static void follow_words(struct ga_dataflow *s) {
    const struct ga_graph *const g = s->g;
    bool reads = false;
    for (uint32_t i = 0; i < g->n && !reads; i++)
        reads = s->passed[i] && is_of_word(g, i, GA_ROLE_LOAD_SHARED);
    for (uint32_t i = 0; i < g->n && reads; i++)
        if (g->seen[g->block_of[i]] == GA_IN_CYCLE && is_of_word(g, i, GA_ROLE_STORE_SHARED)) {
            ga_dataflow_add(s, i, g->code[i].source[1]);
            if (g->code[i].key.guarded)
                ga_dataflow_add_condition(s, i);
            s->passed[i] = 1;
        }
}

/* Follows the conditions of branches: those that leave the cycle, or those in forks. */
static void follow_branches(struct ga_dataflow *s, const uint8_t *of, uint8_t *from) {
    const struct ga_graph *const g = s->g;
    ga_dataflow_begin(s, GA_ASKS_ALL, MOST);
    for (uint32_t b = 0; b < g->n_blocks; b++)
        if (forks(g, b) && (of ? of[b] : ga_leaves(g, &g->blocks[b])))
            ga_dataflow_add_condition(s, g->blocks[b].end - 1);
    if (!of)
        follow_words(s);
    if (s->left == 0)
        memset(s->passed, 0, g->n);
    memcpy(from, s->passed, g->n);
}

/* Whether the cycle that is marked is come into at its head alone. */
static bool has_one_entry(const struct ga_graph *g, uint32_t head) {
    for (uint32_t b = 0; b < g->n_blocks; b++)
        for (uint32_t k = 0; b != head && g->seen[b] == GA_IN_CYCLE && k < g->blocks[b].n_from; k++)
            if (g->seen[g->from[g->blocks[b].from + k]] != GA_IN_CYCLE)
                return false;
    return true;
}

/* Leaves in forks those of which one way alone does something of `by`. The cycle is no longer marked then. */
static void find_forks(const struct ga_graph *g, struct ga_steering *steering) {
    steering->n_wrote = 0;
    for (uint32_t b = 0; b < g->n_blocks; b++) {
        const struct ga_block *const block = &g->blocks[b];
        steering->forks[b] = forks(g, b) && !ga_leaves(g, block);
        if (memchr(steering->by + block->first, 1, block->end - block->first))
            steering->wrote[steering->n_wrote++] = b;
    }
    for (uint32_t b = 0; b < g->n_blocks; b++) {
        bool does = false;
        if (!steering->forks[b])
            continue;
        ga_mark_ways(g, b, steering->head);
        for (uint32_t k = 0; k < steering->n_wrote && !does; k++)
            does = ga_is_on_one(g, steering->wrote[k]);
        steering->forks[b] = does;
    }
}

/* Looks for what the cycle goes on by that is marked. NVIDIA's: AMD's branches ask registers, of which one may be the mask of
 * lanes that are done. */
void ga_steering_find(struct ga_graph *g, struct ga_dataflow *s, struct ga_steering *steering,
                      uint32_t b) {
    if (steering->head == g->head[b] && steering->tail == g->tail[b])
        return;
    steering->head = g->head[b];
    steering->tail = g->tail[b];
    follow_branches(s, NULL, steering->by);
    memset(steering->chooses, 0, g->n);
    if (!has_one_entry(g, steering->head))
        return;
    find_forks(g, steering);
    ga_mark_cycle(g, steering->head, steering->tail);
    follow_branches(s, steering->forks, steering->chooses);
}
