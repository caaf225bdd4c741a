/* Loops around atomics, and lanes and fences before them. */
#include "flow.h"

#include <stdlib.h>
#include <string.h>

#include "adds.h"
#include "lists.h"
#include "merges.h"
#include "phases.h"
#include "reach.h"
#include "steering.h"

/* Follows an operand of atomic i, all registers of it. */
static void follow_operand(struct ga_dataflow *s, uint32_t i, uint16_t reg, enum ga_asks asks) {
    ga_dataflow_begin(s, asks, UINT64_MAX);
    for (uint16_t k = 0; k <= s->g->code[i].more && reg != GA_NO_REGISTER; k++)
        ga_dataflow_add(s, i, (uint16_t)(reg + k));
}

/* Whether the new value and what is compared with come from one read in the cycle. What is compared with is that read itself,
 * not something that is chosen by it: a lock's two states. */
static bool is_derived(struct ga_dataflow *s, uint32_t i) {
    uint32_t compared[GA_MOST_READS], n = 0;
    follow_operand(s, i, s->g->code[i].compare, GA_ASKS_NOTHING);
    for (; n < s->n_reads; n++)
        compared[n] = s->reads[n];
    follow_operand(s, i, s->g->code[i].value, GA_ASKS_ALL);
    for (uint32_t k = 0; k < n; k++)
        if (ga_dataflow_has(s, compared[k]))
            return true;
    return false;
}

static bool is_swap(const struct ga_sass *in) {
    return in->key.operation == GA_OP_CAS || in->key.operation == GA_OP_CAST ||
           in->key.operation == GA_OP_CAST_SPIN;
}

static bool may_lock(const struct ga_sass *in) {
    return is_swap(in) || in->key.operation == GA_OP_EXCH;
}

/* Whether the cycle is left, or gone on with, by what atomic i found. */
static bool decides(struct ga_dataflow *s, uint32_t i) {
    const struct ga_graph *const g = s->g;
    ga_dataflow_begin(s, GA_ASKS_ALL, GA_MOST_STEPS);
    for (uint32_t b = 0; b < g->n_blocks; b++)
        if (g->seen[b] == GA_IN_CYCLE && ga_leaves(g, &g->blocks[b]))
            ga_dataflow_add_condition(s, g->blocks[b].end - 1);
    return s->left > 0 && s->passed[i];
}

/* Whether an operand of a swap is not read, or made, in the cycle. */
static bool stays(struct ga_dataflow *s, uint32_t i, uint16_t reg) {
    follow_operand(s, i, reg, GA_ASKS_NOTHING);
    return !s->carried && s->n_reads == 0;
}

static bool is_at_one_address(struct ga_dataflow *s, uint32_t i) {
    ga_dataflow_follow(s, i, s->g->code[i].address);
    if (s->carried || s->n_reads > 0)
        return false;
    ga_dataflow_follow(s, i, s->g->code[i].base);
    return !s->carried && s->n_reads == 0;
}

/* Whether a swap at one address compares with what it found the last time, and its value stays: a maximum, an exchange. */
static bool tries_again(struct ga_dataflow *s, uint32_t i) {
    const struct ga_sass *const in = &s->g->code[i];
    if (!is_at_one_address(s, i) || !stays(s, i, in->value))
        return false;
    follow_operand(s, i, in->compare, GA_ASKS_NOTHING);
    return ga_dataflow_has(s, i);
}

/* Whether a swap is at one address, of a value that the cycle does not read. */
static bool is_lock(struct ga_dataflow *s, uint32_t i) {
    const struct ga_sass *const in = &s->g->code[i];
    if (!is_at_one_address(s, i))
        return false;
    follow_operand(s, i, in->value, GA_ASKS_NOTHING);
    if (s->n_reads > 0)
        return false;
    follow_operand(s, i, in->compare, GA_ASKS_NOTHING);
    return s->n_reads == 0;
}

static void set_adds(struct ga_sass_key *key, struct ga_adds adds) {
    key->adds = adds.type & 0x7fU;
    key->fused = adds.fused;
}

/* What a cycle makes of a swap. */
static bool emulates(struct ga_dataflow *s, uint32_t i) {
    const bool is = is_derived(s, i) || tries_again(s, i);
    if (is)
        set_adds(&s->g->code[i].key, ga_adds_what(s, i, GA_ASKS_ALL));
    return is;
}

static bool asks(const struct ga_sass *in) {
    return in->key.used && in->key.class == GA_CLASS_ATOMIC;
}

static enum ga_sass_loop loop_of(struct ga_graph *g, struct ga_dataflow *s,
                                 struct ga_steering *steering, uint32_t i) {
    const struct ga_sass *const in = &g->code[i];
    const struct ga_cycle cycle = g->innermost[g->block_of[i]];
    if (cycle.size == 0)
        return GA_LOOP_NONE;
    const bool left = ga_steering_may_read(s, steering, cycle, i);
    if (!is_swap(in) && !asks(in) && !left)
        return GA_LOOP_OTHER;
    ga_dataflow_of_cycle(s, cycle);
    /* CAST.SPIN is the compiler's own, for what it emulates. A result that nobody reads is no reason to try again. */
    if (in->key.operation == GA_OP_CAST_SPIN) {
        set_adds(&g->code[i].key, ga_adds_what(s, i, GA_ASKS_ALL));
        return GA_LOOP_RMW;
    }
    if (is_swap(in) && in->key.used && emulates(s, i))
        return GA_LOOP_RMW;
    if (!asks(in) && !left)
        return GA_LOOP_OTHER;
    ga_steering_find(s, steering, cycle, cycle);
    if (!asks(in))
        return steering->by[i] ? GA_LOOP_STEERED : GA_LOOP_OTHER;
    if (may_lock(in) && is_lock(s, i) && (decides(s, i) || ga_steering_chooses(s, steering, i)))
        return GA_LOOP_SPIN;
    return steering->by[i] || ga_steering_chooses(s, steering, i) ? GA_LOOP_STEERED : GA_LOOP_OTHER;
}

/* Of a cycle further out, whether it goes on by the result. */
static enum ga_sass_loop outer_loop_of(struct ga_dataflow *s, struct ga_steering *steering,
                                       uint32_t i, struct ga_cycle cycle) {
    const struct ga_sass *const in = &s->g->code[i];
    if (!asks(in) && !ga_steering_may_read(s, steering, cycle, i))
        return GA_LOOP_OTHER;
    ga_steering_find(s, steering, cycle, s->g->innermost[s->g->block_of[i]]);
    if (!asks(in))
        return steering->by[i] ? GA_LOOP_STEERED : GA_LOOP_OTHER;
    if (!steering->by[i] && !ga_steering_chooses(s, steering, i))
        return GA_LOOP_OTHER;
    if (is_swap(in) && emulates(s, i))
        return GA_LOOP_RMW;
    return may_lock(in) && is_lock(s, i) ? GA_LOOP_SPIN : GA_LOOP_STEERED;
}

struct undecided {
    uint32_t i;
    struct ga_cycle cycle;
};

static bool is_undecided(const struct ga_sass *in) {
    return asks(in) && in->key.loop == GA_LOOP_OTHER;
}

static bool is_unsettled(const struct ga_graph *g, struct ga_left *left, uint32_t i) {
    const struct ga_sass *const in = &g->code[i];
    return in->key.loop == GA_LOOP_OTHER && (asks(in) || ga_left_may_be_read(left, g, i));
}

/* Those that a cycle further out may go by, with the next such one. own: caller, free; NULL: none. */
static struct undecided *collect(struct ga_dataflow *s, struct ga_left *left, uint32_t *n) {
    const struct ga_graph *const g = s->g;
    uint32_t most = 0;
    *n = 0;
    for (uint32_t k = 0; k < g->n_counted; k++)
        most += is_unsettled(g, left, g->counted[k]);
    if (most == 0)
        return NULL;
    struct undecided *const each = malloc(most * sizeof *each);
    s->failed |= !each;
    s->marked.size = 0;
    for (uint32_t k = 0; k < g->n_counted && !s->failed; k++) {
        const uint32_t i = g->counted[k], b = g->block_of[i];
        if (!is_unsettled(g, left, i))
            continue;
        each[*n] = (struct undecided){i, ga_next_cycle(&g->nest, b, g->innermost[b])};
        *n += each[*n].cycle.size > 0;
    }
    return each;
}

/* Of those the ones whose word may be read, unless a branch of the function may go by a result at all. out: how many. */
static uint32_t keep(struct ga_dataflow *s, struct ga_left *left, struct undecided *each,
                     uint32_t n) {
    uint32_t kept = 0;
    if (n == 0 || ga_may_each_reach(s, is_undecided, GA_IN_BRANCHES))
        return n;
    for (uint32_t k = 0; k < n; k++)
        if (ga_left_may_be_read(left, s->g, each[k].i))
            each[kept++] = each[k];
    return kept;
}

/* Asks for the cycles further out: of all for the next, then for the one after it, as neighbours share them. */
static void find_outer(struct ga_dataflow *s, struct ga_steering *steering) {
    const struct ga_graph *const g = s->g;
    uint32_t n = 0;
    struct undecided *const each = collect(s, &steering->left, &n);
    n = keep(s, &steering->left, each, n);
    while (n > 0 && !s->failed) {
        uint32_t kept = 0;
        for (uint32_t k = 0; k < n; k++) {
            const uint32_t i = each[k].i;
            if (each[k].cycle.size == 0)
                continue;
            g->code[i].key.loop = (uint8_t)outer_loop_of(s, steering, i, each[k].cycle);
            if (g->code[i].key.loop == GA_LOOP_OTHER)
                each[kept++] =
                    (struct undecided){i, ga_next_cycle(&g->nest, g->block_of[i], each[k].cycle)};
        }
        n = kept;
    }
    free(each);
}

/* Whether rmw-loop i puts what it is given into the word that it read, and does nothing else. */
static bool only_puts(struct ga_dataflow *s, uint32_t i) {
    const struct ga_sass *const swap = &s->g->code[i];
    bool puts = false;
    if (swap->key.loop != GA_LOOP_RMW || swap->key.operation != GA_OP_CAS || swap->key.adds)
        return false;
    ga_dataflow_of_cycle(s, s->g->innermost[s->g->block_of[i]]);
    ga_dataflow_follow(s, i, swap->value);
    for (uint32_t k = ga_dataflow_next(s, 0); k < s->g->n; k = ga_dataflow_next(s, k + 1)) {
        const struct ga_sass *const in = &s->g->code[k];
        if (ga_dataflow_loads(in) || in->key.class == GA_CLASS_ATOMIC)
            continue;
        if (in->role != GA_ROLE_MOVE && in->role != GA_ROLE_PERMUTE)
            return false;
        puts |= in->role == GA_ROLE_PERMUTE;
    }
    return puts;
}

/* Compare-and-swaps of 16 bits are such loops: what is added stands in the loop around one. */
static void find_halves(struct ga_dataflow *s) {
    const struct ga_graph *const g = s->g;
    s->marked.size = 0;
    for (uint32_t k = 0; k < g->n_counted && !s->failed; k++) {
        const uint32_t i = g->counted[k];
        if (g->code[i].key.class != GA_CLASS_ATOMIC || !only_puts(s, i))
            continue;
        const uint32_t b = g->block_of[i];
        const struct ga_cycle around = ga_next_cycle(&g->nest, b, g->innermost[b]);
        if (around.size == 0)
            continue;
        ga_dataflow_of_cycle(s, around);
        const struct ga_adds adds = ga_adds_what(s, i, GA_ASKS_NOTHING);
        if (adds.type == GA_TYPE_F16 || adds.type == GA_TYPE_BF16)
            set_adds(&g->code[i].key, adds);
    }
}

/* What a cycle calls is in it, too. It may go by a result that comes back from there, if one of those that call does. */
static void find_called(struct ga_dataflow *s, struct ga_steering *steering) {
    const struct ga_graph *const g = s->g;
    struct ga_called *called = NULL;
    uint32_t n = 0;
    s->failed |= !ga_calls_from_cycles(g, &called, &n);
    s->marked.size = 0;
    for (uint32_t k = 0; k < n && !s->failed; k++) {
        const struct ga_block *const b = &g->blocks[called[k].block];
        const struct ga_cycle cycle = g->innermost[g->block_of[called[k].call]];
        for (uint32_t i = b->first; i < b->end; i++) {
            struct ga_sass_key *const key = &g->code[i].key;
            if (key->class != GA_CLASS_OTHER && key->loop == GA_LOOP_NONE)
                key->loop = GA_LOOP_OTHER;
            if (!is_undecided(&g->code[i]))
                continue;
            ga_steering_find(s, steering, cycle, cycle);
            if (steering->by[i] || ga_steering_chooses(s, steering, i))
                key->loop = GA_LOOP_STEERED;
        }
    }
    free(called);
}

/* Operations that many lanes' operands can be put together for. */
static bool can_combine(const struct ga_sass_key *key) {
    return (key->class == GA_CLASS_ATOMIC || key->class == GA_CLASS_REDUCTION) &&
           ((key->operation >= GA_OP_ADD && key->operation <= GA_OP_XOR) ||
            key->operation == GA_OP_SUB);
}

/* Whether, shortly before, lanes were found and counted: what the compiler does to send one atomic for all of them. */
static bool has_lanes(const struct ga_graph *g, uint32_t i) {
    bool votes = false, counts = false;
    for (uint32_t k = i; k-- > 0 && i - k <= GA_LANES_BEFORE;) {
        votes |= g->roles[k] == GA_ROLE_VOTE;
        counts |= g->roles[k] == GA_ROLE_COUNT;
    }
    return votes && counts;
}

/* Whether a fence before, in the block, is as strong, and all between only computes: it writes registers, from registers. */
static bool is_again(const struct ga_graph *g, uint32_t i) {
    const struct ga_sass_key *const key = &g->code[i].key;
    for (uint32_t k = i; k-- > g->blocks[g->block_of[i]].first;) {
        const struct ga_sass *const in = &g->code[k];
        const bool computes = in->key.class == GA_CLASS_OTHER && !ga_dataflow_loads(in) &&
                              in->destination != GA_NO_REGISTER;
        if (in->key.operation == GA_OP_MEMBAR)
            return !in->key.guarded && in->key.scope >= key->scope &&
                   (in->key.order == GA_ORDER_SEQ_CST || in->key.order == key->order);
        if (!computes && in->key.class != GA_CLASS_FENCE && in->role != GA_ROLE_VOTE &&
            in->role != GA_ROLE_COUNT && in->role != GA_ROLE_COMPARE)
            return false;
    }
    return false;
}

enum ga_status ga_flow(struct ga_sass *code, size_t n, const struct ga_jumps *jumps,
                       struct ga_err *err) {
    struct ga_graph g;
    if (n == 0)
        return GA_OK;
    const enum ga_status status = ga_graph_make(code, (uint32_t)n, jumps, &g, err);
    if (status != GA_OK)
        return status;
    struct ga_dataflow s = ga_dataflow_make(&g);
    struct ga_steering steering = ga_steering_make(&g);
    s.failed |= steering.failed;
    for (uint32_t k = 0; k < g.n_counted && !s.failed; k++) {
        const uint32_t i = g.counted[k];
        struct ga_sass_key *const key = &code[i].key;
        key->loop = (uint8_t)loop_of(&g, &s, &steering, i);
        key->lanes = can_combine(key) && has_lanes(&g, i);
        key->again = key->operation == GA_OP_MEMBAR && is_again(&g, i);
    }
    if (!s.failed)
        find_outer(&s, &steering);
    if (!s.failed)
        find_halves(&s);
    if (!s.failed)
        find_called(&s, &steering);
    if (!s.failed)
        ga_merges(code, &s);
    if (!s.failed)
        ga_lists(code, &s);
    if (!s.failed)
        s.failed = !ga_phases(&g);
    const bool failed = s.failed;
    ga_dataflow_free(&s);
    ga_steering_free(&steering);
    ga_graph_free(&g);
    return failed ? ga_fail(err, GA_ERROR, "no memory for the data flow of %zu instructions", n)
                  : GA_OK;
}
