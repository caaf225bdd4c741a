#include "steering.h"

#include <stdlib.h>
#include <string.h>

enum { NO, IS, CHOOSES }; /* of a fork */

struct ga_steering ga_steering_make(const struct ga_graph *g) {
    struct ga_steering s = {.cycle = {.head = UINT32_MAX}};
    s.by = calloc(g->n, 1);
    s.chooses = calloc(g->n, 1);
    s.within = calloc(g->n_blocks, 1);
    s.forks = malloc(g->n_blocks);
    s.own = malloc(g->n_blocks * sizeof *s.own);
    s.reached = malloc(g->n_blocks * sizeof *s.reached);
    s.failed = !s.by || !s.chooses || !s.within || !s.forks || !s.own || !s.reached;
    return s;
}

void ga_steering_free(struct ga_steering *s) {
    free(s->by);
    free(s->chooses);
    free(s->within);
    free(s->forks);
    free(s->own);
    free(s->reached);
}

bool ga_leaves(const struct ga_graph *g, const struct ga_block *block) {
    return g->code[block->end - 1].conditional &&
           (block->to[0] == GA_NOWHERE || block->to[1] == GA_NOWHERE ||
            g->seen[block->to[0]] != GA_IN_CYCLE || g->seen[block->to[1]] != GA_IN_CYCLE);
}

static bool forks(const struct ga_graph *g, uint32_t block) {
    const struct ga_sass *const last = &g->code[g->blocks[block].end - 1];
    return g->seen[block] == GA_IN_CYCLE && last->conditional &&
           (ga_dataflow_has_condition(last) || last->role == GA_ROLE_JUMP);
}

/* The registers that the marked cycle writes, and of each that the function writes once the constant that it puts there, or 0. */
struct bases {
    uint8_t written[GA_REGISTER_BYTES];
    uint32_t constant[GA_NO_REGISTER];
};

static bool writes(const struct ga_sass *in, unsigned reg) {
    return (uint16_t)(reg - in->destination) <= in->more ||
           (uint16_t)(reg - in->source[2]) < in->second;
}

static void find_bases(const struct ga_dataflow *s, struct bases *bases) {
    enum { SEVERAL = 1 }; /* no constant */
    const struct ga_graph *const g = s->g;
    *bases = (struct bases){.written = {0}};
    for (uint32_t b = 0; b < g->n_blocks; b++)
        for (unsigned k = 0; g->seen[b] == GA_IN_CYCLE && k < GA_REGISTER_BYTES; k++)
            bases->written[k] |= s->written[(size_t)b * GA_REGISTER_BYTES + k];
    for (uint32_t i = 0; i < g->n; i++) {
        const struct ga_sass *const in = &g->code[i];
        const unsigned first = in->destination, next = in->source[2];
        for (unsigned k = 0; k <= in->more && first + k < GA_NO_REGISTER; k++)
            bases->constant[first + k] =
                bases->constant[first + k] || k > 0 || !in->constant ? SEVERAL : in->constant;
        for (unsigned k = 0; k < in->second && next + k < GA_NO_REGISTER; k++)
            bases->constant[next + k] = SEVERAL;
    }
    for (unsigned reg = 0; reg < GA_NO_REGISTER; reg++)
        bases->constant[reg] *= bases->constant[reg] != SEVERAL;
}

/* What the address of a load or a store comes from: a constant, or the number behind a register that the cycle leaves as it is; 0:
 * not known. */
static uint32_t base_of(const struct ga_graph *g, const struct bases *bases, uint32_t i) {
    const struct ga_sass *const in = &g->code[i];
    const unsigned reg = in->source[0];
    const bool is_shared = in->role == GA_ROLE_LOAD_SHARED || in->role == GA_ROLE_STORE_SHARED;
    for (uint32_t k = i; in->is_plain && k-- > g->blocks[g->block_of[i]].first;) {
        const struct ga_sass *const before = &g->code[k];
        if (writes(before, reg))
            return before->destination == reg && !before->key.guarded ? before->constant : 0;
        if (before->role == GA_ROLE_CALL)
            return 0;
    }
    if (!in->is_plain || ga_is_in(bases->written, reg) ||
        (!is_shared && ga_is_in(bases->written, reg + 1)))
        return 0;
    return bases->constant[reg] ? bases->constant[reg] : reg + 1;
}

/* So far from its base; without one: any of shared memory at a constant address. */
struct word {
    uint8_t stored_by; /* role */
    uint32_t base;
    int32_t displacement;
};

static bool find_word(const struct ga_graph *g, const struct bases *bases, uint32_t i,
                      struct word *word) {
    const struct ga_sass *const in = &g->code[i];
    const bool is_shared = in->role == GA_ROLE_LOAD_SHARED;
    *word = (struct word){is_shared ? GA_ROLE_STORE_SHARED : GA_ROLE_STORE, 0, in->displacement};
    if (!ga_dataflow_loads(in) || in->source[0] == GA_NO_REGISTER)
        return is_shared;
    word->base = base_of(g, bases, i);
    return word->base > 0;
}

static bool stores(const struct ga_graph *g, const struct bases *bases, uint32_t i,
                   const struct word *word) {
    const struct ga_sass *const in = &g->code[i];
    if (in->role != word->stored_by || (in->source[0] == GA_NO_REGISTER) != (word->base == 0))
        return false;
    return word->base == 0 ||
           (in->displacement == word->displacement && base_of(g, bases, i) == word->base);
}

static void follow_store(struct ga_dataflow *s, uint32_t i) {
    const struct ga_sass *const in = &s->g->code[i];
    ga_dataflow_add(s, i, in->source[1]);
    if (in->key.guarded)
        ga_dataflow_add_condition(s, i);
}

/* Words that were read: goes on with all that the cycle stores to them. */
static void follow_words(struct ga_dataflow *s) {
    enum { MOST_WORDS = 16 };
    const struct ga_graph *const g = s->g;
    struct word words[MOST_WORDS];
    struct bases bases;
    unsigned n = 0;
    bool reads = false;
    for (uint32_t i = 0; i < g->n && !reads; i++)
        reads = s->passed[i] && ga_dataflow_loads(&g->code[i]);
    if (reads)
        find_bases(s, &bases);
    for (uint32_t i = 0; reads && i < g->n && n < MOST_WORDS; i++)
        n += s->passed[i] && find_word(g, &bases, i, &words[n]);
    for (uint32_t i = 0; n > 0 && i < g->n; i++) {
        unsigned k = 0;
        while (k < n && !stores(g, &bases, i, &words[k]))
            k++;
        if (k == n || g->seen[g->block_of[i]] != GA_IN_CYCLE)
            continue;
        follow_store(s, i);
        s->passed[i] = 1;
    }
}

/* Any word that was read may be one that any instruction stores. */
static void follow_all_words(struct ga_dataflow *s) {
    const struct ga_graph *const g = s->g;
    bool reads = false;
    for (uint32_t i = 0; i < g->n && !reads; i++)
        reads = s->passed[i] && ga_dataflow_loads(&g->code[i]);
    for (uint32_t i = 0; i < g->n && reads; i++)
        if (g->code[i].role == GA_ROLE_STORE || g->code[i].role == GA_ROLE_STORE_SHARED)
            follow_store(s, i);
}

/* Follows the conditions of branches: those that leave the cycle, or those in forks. words: NULL: none. */
static void follow_branches(struct ga_dataflow *s, const uint8_t *of,
                            void (*words)(struct ga_dataflow *), uint8_t *from) {
    const struct ga_graph *const g = s->g;
    ga_dataflow_begin(s, GA_ASKS_ALL, GA_MOST_STEPS);
    for (uint32_t b = 0; b < g->n_blocks; b++)
        if (forks(g, b) && (of ? of[b] : ga_leaves(g, &g->blocks[b])))
            ga_dataflow_add_condition(s, g->blocks[b].end - 1);
    if (words)
        words(s);
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

/* By one of a block's two ways; past the head another turn begins. */
static uint64_t way_of(const struct ga_graph *g, const struct ga_steering *st, uint32_t b,
                       int way) {
    const int32_t to = g->blocks[b].to[way];
    if (to == GA_NOWHERE || g->seen[to] != GA_IN_CYCLE)
        return 0;
    const bool again =
        (uint32_t)to == st->cycle.head || (st->within[b] && (uint32_t)to == st->inner.head);
    return again ? st->own[to] : st->reached[to];
}

/* Which of the blocks that have a bit in own are come to from each block of the cycle before its head. */
static void find_reached(const struct ga_graph *g, const struct ga_steering *st) {
    memcpy(st->reached, st->own, g->n_blocks * sizeof *st->own);
    for (bool more = true; more;) {
        more = false;
        for (uint32_t b = g->n_blocks; b-- > 0;) {
            const uint64_t before = st->reached[b];
            for (int k = 0; k < 2 && g->seen[b] == GA_IN_CYCLE; k++)
                st->reached[b] |= way_of(g, st, b, k);
            more |= st->reached[b] != before;
        }
    }
}

/* Leaves in forks those of which one way alone comes to something of `by`, sixty-four blocks at once. */
static void find_forks(const struct ga_graph *g, struct ga_steering *st) {
    uint32_t at = 0;
    while (at < g->n_blocks) {
        memset(st->own, 0, g->n_blocks * sizeof *st->own);
        for (unsigned bit = 0; bit < 64 && at < g->n_blocks; at++) {
            const struct ga_block *const b = &g->blocks[at];
            if (g->seen[at] == GA_IN_CYCLE && memchr(st->by + b->first, 1, b->end - b->first))
                st->own[at] = (uint64_t)1 << bit++;
        }
        find_reached(g, st);
        for (uint32_t b = 0; b < g->n_blocks; b++)
            if (st->forks[b] && (way_of(g, st, b, 0) ^ way_of(g, st, b, 1)) & ~st->own[b])
                st->forks[b] = CHOOSES;
    }
    for (uint32_t b = 0; b < g->n_blocks; b++)
        st->forks[b] = st->forks[b] == CHOOSES;
}

static bool is_same(struct ga_cycle a, struct ga_cycle b) {
    return a.head == b.head && a.tail == b.tail && a.size == b.size;
}

static void mark_within(const struct ga_graph *g, struct ga_steering *st) {
    for (uint32_t b = 0; b < g->n_blocks; b++)
        st->within[b] = g->seen[b] == GA_IN_CYCLE;
}

void ga_steering_find(struct ga_dataflow *s, struct ga_steering *steering, struct ga_cycle cycle,
                      struct ga_cycle inner) {
    const bool known = is_same(steering->cycle, cycle);
    if (!known || !is_same(steering->inner, inner)) {
        ga_dataflow_of_cycle(s, inner);
        mark_within(s->g, steering);
        steering->inner = inner;
        steering->asked = false;
    }
    ga_dataflow_of_cycle(s, cycle);
    if (!known)
        follow_branches(s, NULL, follow_words, steering->by);
    steering->cycle = cycle;
}

void ga_steering_find_all(struct ga_dataflow *s, struct ga_steering *steering) {
    const struct ga_graph *const g = s->g;
    ga_dataflow_of_all(s);
    for (uint32_t b = 0; b < g->n_blocks; b++)
        steering->forks[b] = forks(g, b);
    follow_branches(s, steering->forks, follow_all_words, steering->by);
    steering->cycle = (struct ga_cycle){.head = UINT32_MAX};
}

/* Whether a branch leaves the inner cycle, or goes on with it: by both ways one comes to what is behind. */
static bool leaves_inner(const struct ga_graph *g, const struct ga_steering *st, uint32_t b) {
    const int32_t *const to = g->blocks[b].to;
    return st->within[b] &&
           (to[0] == GA_NOWHERE || to[1] == GA_NOWHERE || !st->within[to[0]] || !st->within[to[1]]);
}

/* The cycle is still marked. */
static void find_choices(struct ga_dataflow *s, struct ga_steering *st) {
    const struct ga_graph *const g = s->g;
    memset(st->chooses, 0, g->n);
    if (!has_one_entry(g, st->cycle.head))
        return;
    for (uint32_t b = 0; b < g->n_blocks; b++)
        st->forks[b] = forks(g, b) && !ga_leaves(g, &g->blocks[b]) && !leaves_inner(g, st, b);
    find_forks(g, st);
    follow_branches(s, st->forks, NULL, st->chooses);
}

bool ga_steering_chooses(struct ga_dataflow *s, struct ga_steering *steering, uint32_t i) {
    if (!steering->asked)
        find_choices(s, steering);
    steering->asked = true;
    return steering->chooses[i];
}
