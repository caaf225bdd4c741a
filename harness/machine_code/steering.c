#include "steering.h"

#include <stdlib.h>
#include <string.h>

enum { NO, IS, CHOOSES }; /* of a fork */

struct ga_steering ga_steering_make(const struct ga_graph *g) {
    struct ga_steering s = {.cycle = {.head = UINT32_MAX},
                            .bases = {.cycle = {.head = UINT32_MAX}}};
    s.by = calloc(g->n, 1);
    s.chooses = calloc(g->n, 1);
    s.within = calloc(g->n_blocks, 1);
    s.forks = malloc(g->n_blocks);
    s.own = malloc(g->n_blocks * sizeof *s.own);
    s.reached = malloc(g->n_blocks * sizeof *s.reached);
    s.bases.constant = malloc(GA_NO_REGISTER * sizeof *s.bases.constant);
    s.failed =
        !s.bases.constant || !s.by || !s.chooses || !s.within || !s.forks || !s.own || !s.reached;
    return s;
}

void ga_steering_free(struct ga_steering *s) {
    free(s->bases.constant);
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

static bool is_same(struct ga_cycle a, struct ga_cycle b) {
    return a.head == b.head && a.tail == b.tail && a.size == b.size;
}

static bool writes(const struct ga_sass *in, unsigned reg) {
    return (uint16_t)(reg - in->destination) <= in->more ||
           (uint16_t)(reg - in->source[2]) < in->second;
}

static void find_constants(const struct ga_graph *g, uint32_t *constant) {
    enum { SEVERAL = 1 }; /* no constant */
    memset(constant, 0, GA_NO_REGISTER * sizeof *constant);
    for (uint32_t i = 0; i < g->n; i++) {
        const struct ga_sass *const in = &g->code[i];
        const unsigned first = in->destination, next = in->source[2];
        for (unsigned k = 0; k <= in->more && first + k < GA_NO_REGISTER; k++)
            constant[first + k] =
                constant[first + k] || k > 0 || !in->constant ? SEVERAL : in->constant;
        for (unsigned k = 0; k < in->second && next + k < GA_NO_REGISTER; k++)
            constant[next + k] = SEVERAL;
    }
    for (unsigned reg = 0; reg < GA_NO_REGISTER; reg++)
        constant[reg] *= constant[reg] != SEVERAL;
}

/* The first block from `at` on that is in the cycle; n_blocks: none. Most are not, in functions of many cycles. */
static uint32_t next_block(const struct ga_graph *g, uint32_t at) {
    const uint8_t *const found =
        at < g->n_blocks ? memchr(g->seen + at, GA_IN_CYCLE, g->n_blocks - at) : NULL;
    return found ? (uint32_t)(found - g->seen) : g->n_blocks;
}

/* Of the marked cycle. */
static const struct ga_bases *bases_of(const struct ga_dataflow *s, struct ga_bases *bases) {
    const struct ga_graph *const g = s->g;
    if (!bases->has_constants)
        find_constants(g, bases->constant);
    bases->has_constants = true;
    if (is_same(bases->cycle, s->marked))
        return bases;
    bases->cycle = s->marked;
    memset(bases->written, 0, sizeof bases->written);
    for (uint32_t b = next_block(g, 0); b < g->n_blocks; b = next_block(g, b + 1))
        for (unsigned k = 0; k < GA_REGISTER_BYTES; k++)
            bases->written[k] |= s->written[(size_t)b * GA_REGISTER_BYTES + k];
    return bases;
}

/* Whether the cycle leaves the register, or the pair, as it is that an instruction has its address in. */
static bool stays(const struct ga_bases *bases, const struct ga_sass *in) {
    const unsigned reg = in->source[0];
    return !ga_is_in(bases->written, reg) &&
           (ga_sass_memory(in) == GA_SPACE_SHARED || !ga_is_in(bases->written, reg + 1));
}

/* What the address of a load, a store or an atomic comes from: a constant, or the number behind a register that the cycle leaves
 * as it is; 0: not known, or the constant is copied more than MOST_BACK instructions before. */
static uint32_t base_of(const struct ga_graph *g, const struct ga_bases *bases, uint32_t i) {
    enum { MOST_BACK = 256 };
    const struct ga_sass *const in = &g->code[i];
    const unsigned reg = in->source[0];
    for (uint32_t k = i;
         in->is_plain && i - k < MOST_BACK && k-- > g->blocks[g->block_of[i]].first;) {
        const struct ga_sass *const before = &g->code[k];
        if (writes(before, reg))
            return before->destination == reg && !before->key.guarded ? before->constant : 0;
        if (before->role == GA_ROLE_CALL)
            return 0;
    }
    if (!in->is_plain || !stays(bases, in))
        return 0;
    return bases->constant[reg] ? bases->constant[reg] : reg + 1;
}

/* So far from its base; without one: any of shared memory at a constant address. */
struct word {
    uint8_t memory; /* enum ga_sass_space */
    uint32_t base;
    int32_t displacement;
};

/* Those that were read, each once. They are followed in rounds: what is stored to one may be read from another. */
enum { MOST_WORDS = 64, MOST_ROUNDS = 8 };
struct words {
    struct word at[MOST_WORDS];
    unsigned n;
};

static bool find_word(const struct ga_graph *g, const struct ga_bases *bases, uint32_t i,
                      struct word *word) {
    const struct ga_sass *const in = &g->code[i];
    *word = (struct word){(uint8_t)ga_sass_memory(in), 0, in->displacement};
    if (!ga_dataflow_loads(in))
        return false;
    if (in->source[0] == GA_NO_REGISTER) {
        word->displacement = 0;
        return word->memory == GA_SPACE_SHARED;
    }
    word->base = base_of(g, bases, i);
    return word->base > 0;
}

static void add_word(struct words *words, struct word word) {
    for (unsigned k = 0; k < words->n; k++)
        if (words->at[k].memory == word.memory && words->at[k].base == word.base &&
            words->at[k].displacement == word.displacement)
            return;
    if (words->n < MOST_WORDS)
        words->at[words->n++] = word;
}

/* Whether instruction i stores to one of the words, or is an atomic on it. */
static bool stores(const struct ga_graph *g, const struct ga_bases *bases, uint32_t i,
                   const struct words *words) {
    const struct ga_sass *const in = &g->code[i];
    const bool has_base = in->source[0] != GA_NO_REGISTER;
    const enum ga_sass_space memory = ga_sass_memory(in);
    uint32_t base = 0;
    if (memory == GA_SPACE_NONE || ga_dataflow_loads(in))
        return false;
    for (unsigned k = 0; k < words->n; k++) {
        const struct word *const word = &words->at[k];
        if (memory != word->memory || has_base != (word->base > 0) ||
            (has_base && in->displacement != word->displacement))
            continue;
        if (has_base && base == 0 && (base = base_of(g, bases, i)) == 0)
            return false;
        if (base == word->base)
            return true;
    }
    return false;
}

static void follow_store(struct ga_dataflow *s, uint32_t i) {
    const struct ga_sass *const in = &s->g->code[i];
    ga_dataflow_add(s, i, in->key.class == GA_CLASS_OTHER ? in->source[1] : in->value);
    ga_dataflow_add(s, i, in->compare);
    if (in->key.guarded)
        ga_dataflow_add_condition(s, i);
}

/* Goes on with all that the cycle stores to words. */
static void follow_stores(struct ga_dataflow *s, const struct ga_bases *bases,
                          const struct words *words) {
    const struct ga_graph *const g = s->g;
    for (uint32_t b = next_block(g, 0); b < g->n_blocks; b = next_block(g, b + 1))
        for (uint32_t i = g->blocks[b].first; i < g->blocks[b].end; i++) {
            if (s->passed[i] || !stores(g, bases, i, words))
                continue;
            follow_store(s, i);
            ga_dataflow_pass(s, i);
        }
}

static void find_words(const struct ga_dataflow *s, const struct ga_bases *bases,
                       struct words *words) {
    const struct ga_graph *const g = s->g;
    for (uint32_t i = ga_dataflow_next(s, 0); i < g->n; i = ga_dataflow_next(s, i + 1)) {
        struct word word;
        if (find_word(g, bases, i, &word))
            add_word(words, word);
    }
}

static bool has_reads(const struct ga_dataflow *s) {
    uint32_t i = ga_dataflow_next(s, 0);
    while (i < s->g->n && !ga_dataflow_loads(&s->g->code[i]))
        i = ga_dataflow_next(s, i + 1);
    return i < s->g->n;
}

/* Words that were read, and those that what is stored to them was read from. */
static void follow_words(struct ga_dataflow *s, struct ga_steering *st) {
    struct words words = {.n = 0};
    if (!has_reads(s))
        return;
    const struct ga_bases *const bases = bases_of(s, &st->bases);
    for (unsigned round = 0, before = 0; round < MOST_ROUNDS; round++) {
        find_words(s, bases, &words);
        if (words.n == before)
            return;
        before = words.n;
        follow_stores(s, bases, &words);
    }
}

bool ga_steering_may_read(struct ga_dataflow *s, struct ga_steering *st, struct ga_cycle cycle,
                          uint32_t i) {
    struct ga_sass *const in = &s->g->code[i];
    if (!ga_left_may_be_read(&st->left, s->g, i))
        return false;
    if (in->source[0] == GA_NO_REGISTER)
        return true;
    ga_dataflow_of_cycle(s, cycle);
    ga_dataflow_begin(s, GA_ASKS_NOTHING, 0);
    const struct ga_bases *const bases = bases_of(s, &st->bases);
    in->is_plain = stays(bases, in) ||
                   (ga_left_is_copied(&st->left, in->source[0]) && base_of(s->g, bases, i) > 0);
    return in->is_plain; /* nor is it known in a larger cycle */
}

/* Follows the conditions of branches: those that leave the cycle, and words of memory, or those in forks. */
static void follow_branches(struct ga_dataflow *s, struct ga_steering *st, const uint8_t *of,
                            uint8_t *from) {
    const struct ga_graph *const g = s->g;
    ga_dataflow_begin(s, GA_ASKS_ALL, GA_MOST_STEPS);
    for (uint32_t b = next_block(g, 0); b < g->n_blocks; b = next_block(g, b + 1))
        if (forks(g, b) && (of ? of[b] : ga_leaves(g, &g->blocks[b])))
            ga_dataflow_add_condition(s, g->blocks[b].end - 1);
    if (!of)
        follow_words(s, st);
    if (s->left == 0)
        memset(from, 0, g->n);
    else
        memcpy(from, s->passed, g->n);
}

/* Whether the cycle that is marked is come into at its head alone. */
static bool has_one_entry(const struct ga_graph *g, uint32_t head) {
    for (uint32_t b = next_block(g, 0); b < g->n_blocks; b = next_block(g, b + 1))
        for (uint32_t k = 0; b != head && k < g->blocks[b].n_from; k++)
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
    for (uint32_t b = st->first; b < st->end; b++)
        st->reached[b] = st->own[b];
    for (bool more = true; more;) {
        more = false;
        for (uint32_t b = st->end; b-- > st->first;) {
            const uint64_t before = st->reached[b];
            for (int k = 0; k < 2 && g->seen[b] == GA_IN_CYCLE; k++)
                st->reached[b] |= way_of(g, st, b, k);
            more |= st->reached[b] != before;
        }
    }
}

/* Leaves in forks those of which one way alone comes to something of `by`, sixty-four blocks at once. */
static void find_forks(const struct ga_graph *g, struct ga_steering *st) {
    uint32_t at = st->first;
    while (at < st->end) {
        memset(st->own + st->first, 0, (st->end - st->first) * sizeof *st->own);
        for (unsigned bit = 0; bit < 64 && at < st->end; at++) {
            const struct ga_block *const b = &g->blocks[at];
            if (g->seen[at] == GA_IN_CYCLE && memchr(st->by + b->first, 1, b->end - b->first))
                st->own[at] = (uint64_t)1 << bit++;
        }
        find_reached(g, st);
        for (uint32_t b = st->first; b < st->end; b++)
            if (st->forks[b] && (way_of(g, st, b, 0) ^ way_of(g, st, b, 1)) & ~st->own[b])
                st->forks[b] = CHOOSES;
    }
    for (uint32_t b = st->first; b < st->end; b++)
        st->forks[b] = st->forks[b] == CHOOSES;
}

static void mark_within(const struct ga_graph *g, struct ga_steering *st) {
    memset(st->within, 0, g->n_blocks);
    for (uint32_t b = next_block(g, 0); b < g->n_blocks; b = next_block(g, b + 1))
        st->within[b] = 1;
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
        follow_branches(s, steering, NULL, steering->by);
    steering->cycle = cycle;
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
    st->first = st->end = next_block(g, 0);
    for (uint32_t b = st->first; b < g->n_blocks; b = next_block(g, b + 1))
        st->end = b + 1;
    for (uint32_t b = st->first; b < st->end; b++)
        st->forks[b] = forks(g, b) && !ga_leaves(g, &g->blocks[b]) && !leaves_inner(g, st, b);
    find_forks(g, st);
    follow_branches(s, st, st->forks, st->chooses);
}

bool ga_steering_chooses(struct ga_dataflow *s, struct ga_steering *steering, uint32_t i) {
    if (!steering->asked)
        find_choices(s, steering);
    steering->asked = true;
    return steering->chooses[i];
}
