#include "dataflow.h"

#include <stdlib.h>
#include <string.h>

#include "sweep.h"

enum { ALL_OF_NVIDIA = 254 }; /* registers behind the first */

void ga_dataflow_of_all(struct ga_dataflow *s) {
    memset(s->g->seen, GA_IN_CYCLE, s->g->n_blocks);
    s->head = s->g->n_blocks;
    s->marked.size = 0;
}

void ga_dataflow_of_cycle(struct ga_dataflow *s, struct ga_cycle cycle) {
    if (s->marked.size > 0 && s->marked.head == cycle.head && s->marked.tail == cycle.tail)
        return;
    ga_mark_cycle(s->g, cycle.head, cycle.tail);
    s->head = cycle.head;
    s->marked = cycle;
}

struct ga_dataflow ga_dataflow_make(const struct ga_graph *g) {
    struct ga_dataflow s = {.g = g, .head = g->n_blocks, .lowest = g->n};
    s.entered = malloc((size_t)g->n_blocks * 2 * GA_REGISTER_BYTES);
    s.entered_in = calloc((size_t)g->n_blocks * 2, sizeof *s.entered_in);
    s.passed = calloc(g->n, 1);
    s.failed = !s.entered || !s.entered_in || !s.passed;
    return s;
}

void ga_dataflow_free(struct ga_dataflow *s) {
    free(s->written);
    free(s->first);
    free(s->more);
    free(s->predicates);
    free(s->callees);
    free(s->entered);
    free(s->entered_in);
    free(s->passed);
    free(s->todo);
}

bool ga_dataflow_loads(const struct ga_sass *in) {
    return in->role == GA_ROLE_LOAD || in->role == GA_ROLE_LOAD_SHARED;
}

static void push(struct ga_dataflow *s, struct ga_pending p) {
    if (p.reg == GA_NO_REGISTER || s->failed)
        return;
    if (s->n_todo == s->capacity) {
        const uint32_t capacity = s->capacity ? 2 * s->capacity : 64;
        struct ga_pending *const larger = realloc(s->todo, capacity * sizeof *larger);
        if (!larger) {
            s->failed = true;
            return;
        }
        s->todo = larger;
        s->capacity = capacity;
    }
    s->todo[s->n_todo++] = p;
}

/* What an instruction asks, its guard among it. */
static void push_predicates(struct ga_dataflow *s, struct ga_pending p, const struct ga_sass *in) {
    const unsigned asked = in->asked | ga_predicate(in->guard);
    for (unsigned k = 0; asked >> k; k++) {
        p.reg = (uint16_t)(asked >> k & 1 ? GA_REGISTERS + k : GA_NO_REGISTER);
        push(s, p);
    }
}

/* All that is given to what instruction i calls, and what that does where it goes back. */
static void push_given(struct ga_dataflow *s, struct ga_pending p, uint32_t i) {
    const struct ga_callee *const callee = ga_callee_of(s->g, s->callees, s->n_callees, i);
    const unsigned most = s->asks == GA_ASKS_ALL ? GA_REGISTERS + GA_PREDICATES : GA_REGISTERS;
    for (uint32_t k = 0; k < callee->n_last; k++)
        push(s, (struct ga_pending){callee->last[k], s->g->blocks[callee->last[k]].end, p.reg,
                                    p.before_turn});
    p.before = i;
    for (unsigned reg = 0; reg < most; reg++)
        if (ga_is_in(callee->reads, reg)) {
            p.reg = (uint16_t)reg;
            push(s, p);
        }
}

bool ga_says_done(const struct ga_sass *in) {
    return in->key.class == GA_CLASS_ATOMIC && in->key.operation != GA_OP_CAST &&
           in->key.operation != GA_OP_CAST_SPIN;
}

void ga_dataflow_pass(struct ga_dataflow *s, uint32_t i) {
    s->passed[i] = 1;
    s->lowest = i < s->lowest ? i : s->lowest;
    s->end = i < s->end ? s->end : i + 1;
}

/* Goes on with what instruction i was computed from, unless it is a read. */
static void add_write(struct ga_dataflow *s, struct ga_pending p, uint32_t i) {
    const struct ga_sass *const in = &s->g->code[i];
    const bool counts = p.reg < GA_REGISTERS || in->zero || s->asks != GA_ASKS_ZERO;
    s->carried |= p.before_turn;
    if (s->passed[i] || (p.reg >= GA_REGISTERS && ga_says_done(in)))
        return;
    ga_dataflow_pass(s, i);
    if (ga_dataflow_loads(in) || in->key.class == GA_CLASS_ATOMIC) {
        if (s->n_reads < GA_MOST_READS)
            s->reads[s->n_reads++] = i;
        return;
    }
    if (in->role == GA_ROLE_CALL && counts)
        push_given(s, p, i);
    for (int k = 0; k < 3; k++) {
        const struct ga_pending from = {p.block, i, in->source[k], p.before_turn};
        const bool is_how = k == 1 && in->role == GA_ROLE_PERMUTE && s->asks == GA_ASKS_NOTHING;
        if (counts && !is_how)
            push(s, from);
        if (counts && in->pairs && in->source[k] != GA_NO_REGISTER &&
            in->source[k] + 1 < GA_REGISTERS)
            push(s, (struct ga_pending){p.block, i, (uint16_t)(in->source[k] + 1), p.before_turn});
    }
    if (s->asks != GA_ASKS_NOTHING)
        push_predicates(s, (struct ga_pending){p.block, i, 0, p.before_turn}, in);
}

void ga_dataflow_find_callees(struct ga_dataflow *s) {
    s->failed |= !s->has_callees && !ga_callees_find(s->g, &s->callees, &s->n_callees);
    s->has_callees = true;
}

static const struct ga_callee *callee_of(const struct ga_dataflow *s, uint32_t i) {
    return s->g->roles[i] == GA_ROLE_CALL ? ga_callee_of(s->g, s->callees, s->n_callees, i) : NULL;
}

const struct ga_callee *ga_dataflow_callee(const struct ga_dataflow *s, uint32_t i) {
    return callee_of(s, i);
}

static bool may_write(const struct ga_dataflow *s, uint32_t i, uint16_t reg) {
    return reg < GA_REGISTERS ? (uint16_t)(reg - s->first[i]) <= s->more[i]
                              : s->predicates[i] >> (reg - GA_REGISTERS) & 1;
}

enum { AT_ONCE = 16 }; /* instructions */

static bool may_any_write(const struct ga_dataflow *s, uint32_t i, uint16_t reg) {
    bool may = false;
    if (reg < GA_REGISTERS)
        for (uint32_t k = i; k < i + AT_ONCE; k++)
            may |= (uint16_t)(reg - s->first[k]) <= s->more[k];
    else
        for (uint32_t k = i; k < i + AT_ONCE; k++)
            may |= s->predicates[k] >> (reg - GA_REGISTERS) & 1;
    return may;
}

/* Behind the last of instructions first .. before - 1 that may write a register or predicate; first: none does. */
static uint32_t behind_write(const struct ga_dataflow *s, uint32_t first, uint32_t before,
                             uint16_t reg) {
    while (before - first >= AT_ONCE && !may_any_write(s, before - AT_ONCE, reg))
        before -= AT_ONCE;
    while (before > first && !may_write(s, before - 1, reg))
        before--;
    return before;
}

/* in: i: an instruction that may. */
static bool writes(const struct ga_dataflow *s, uint32_t i, uint16_t reg) {
    const struct ga_sass *const in = &s->g->code[i];
    const struct ga_callee *const callee = callee_of(s, i);
    if (callee)
        return ga_is_in(callee->writes, reg);
    return in->second == 0 || (uint16_t)(reg - in->destination) <= in->more ||
           (uint16_t)(reg - in->source[2]) < in->second;
}

/* What is called, and a load of two rows of registers, may write all. */
static void find_written(struct ga_dataflow *s) {
    s->written = calloc(s->g->n_blocks, GA_REGISTER_BYTES);
    s->first = malloc(s->g->n * sizeof *s->first);
    s->more = malloc(s->g->n * sizeof *s->more);
    s->predicates = malloc(s->g->n);
    s->failed |= !s->written || !s->first || !s->more || !s->predicates;
    ga_dataflow_find_callees(s);
    for (uint32_t i = 0; i < s->g->n && !s->failed; i++) {
        const struct ga_sass *const in = &s->g->code[i];
        uint8_t *const bits = &s->written[(size_t)s->g->block_of[i] * GA_REGISTER_BYTES];
        const struct ga_callee *const callee = callee_of(s, i);
        const bool any = callee || in->second;
        s->first[i] = any ? 0 : in->destination;
        s->more[i] = any ? ALL_OF_NVIDIA : in->more;
        s->predicates[i] = any ? GA_ALL_PREDICATES : in->written;
        ga_written_by(in, bits);
        for (unsigned k = 0; callee && k < GA_REGISTER_BYTES; k++)
            bits[k] |= callee->writes[k];
    }
}

/* Most searches pass most blocks by. */
static bool is_written(const struct ga_dataflow *s, uint32_t block, uint16_t reg) {
    return s->written[(size_t)block * GA_REGISTER_BYTES + reg / 8] >> reg % 8 & 1;
}

/* Whether all lanes that do what stands at `before`, in the same block or behind it, had instruction i write the register: it has
 * no guard, or the same, which nobody wrote between; and what it calls writes it on every way. */
static bool covers(const struct ga_dataflow *s, uint32_t i, uint32_t before, uint16_t reg) {
    const struct ga_graph *const g = s->g;
    const struct ga_sass *const in = &g->code[i], *const reader = &g->code[before];
    const struct ga_callee *const callee = callee_of(s, i);
    if (callee && !ga_is_in(callee->surely, reg))
        return false;
    if (!in->key.guarded)
        return true;
    if (before >= g->blocks[g->block_of[i]].end || in->guard == GA_NO_PREDICATE ||
        in->guard != reader->guard || in->negated != reader->negated)
        return false;
    while (i < before && !(g->code[i].written & ga_predicate(in->guard)))
        i++;
    return i == before;
}

/* Whether the search for a register has come to the beginning of that block before. Most searches come to few blocks: a block's
 * bits are cleared when the first does. */
static bool has_entered(struct ga_dataflow *s, struct ga_pending p) {
    const size_t at = (size_t)p.block * 2 + p.before_turn;
    uint8_t *const bits = &s->entered[at * GA_REGISTER_BYTES], bit = (uint8_t)(1 << p.reg % 8);
    if (s->entered_in[at] != s->n_searches)
        memset(bits, 0, GA_REGISTER_BYTES);
    s->entered_in[at] = s->n_searches;
    const bool has = bits[p.reg / 8] & bit;
    bits[p.reg / 8] |= bit;
    return has;
}

/* Puts a register that came to a block's beginning where it is to be looked for. */
static void enter(struct ga_dataflow *s, struct ga_pending p) {
    const struct ga_graph *const g = s->g;
    const struct ga_block *const b = &g->blocks[p.block];
    if (s->sweeps) {
        ga_sweep_enter(s, p.block, p.reg / 64, (uint64_t)1 << p.reg % 64);
        return;
    }
    if (has_entered(s, p))
        return;
    for (uint32_t k = 0; k < b->n_from; k++) {
        const uint32_t from = g->from[b->from + k];
        if (g->seen[from] == GA_IN_CYCLE || g->seen[p.block] != GA_IN_CYCLE) /* what is called */
            push(s, (struct ga_pending){from, g->blocks[from].end, p.reg,
                                        p.before_turn || p.block == s->head});
    }
}

/* Goes back to the writes of a register, or predicate, past those that not every lane does. */
void ga_dataflow_step(struct ga_dataflow *s, struct ga_pending p) {
    const struct ga_graph *const g = s->g;
    const struct ga_block *const b = &g->blocks[p.block];
    const bool written = is_written(s, p.block, p.reg);
    for (uint32_t at = p.before; at > b->first && s->left > 0;) {
        const uint32_t end = written ? behind_write(s, b->first, at, p.reg) : b->first;
        const uint32_t others = at - end;
        s->left -= others < s->left ? others : s->left;
        if (end == b->first || s->left == 0)
            break;
        at = end - 1;
        if (writes(s, at, p.reg)) {
            add_write(s, p, at);
            if (covers(s, at, p.before, p.reg))
                return;
        }
        s->left--;
    }
    enter(s, p);
}

void ga_dataflow_forget(struct ga_dataflow *s) {
    if (s->lowest < s->end)
        memset(s->passed + s->lowest, 0, s->end - s->lowest);
    s->lowest = s->g->n;
    s->end = 0;
}

void ga_dataflow_begin(struct ga_dataflow *s, enum ga_asks asks, uint64_t most) {
    if (!s->written)
        find_written(s);
    s->n_searches++;
    ga_dataflow_forget(s);
    s->n_todo = s->n_reads = 0;
    s->asks = asks;
    s->left = most;
    s->carried = false;
}

void ga_dataflow_steps(struct ga_dataflow *s) {
    while (s->n_todo > 0 && s->left > 0 && !s->failed)
        ga_dataflow_step(s, s->todo[--s->n_todo]);
}

void ga_dataflow_put(struct ga_dataflow *s, uint32_t i, uint16_t reg) {
    push(s, (struct ga_pending){s->g->block_of[i], i, reg, false});
}

void ga_dataflow_add(struct ga_dataflow *s, uint32_t i, uint16_t reg) {
    ga_dataflow_put(s, i, reg);
    ga_dataflow_steps(s);
}

bool ga_dataflow_has_condition(const struct ga_sass *in) {
    return in->guard != GA_NO_PREDICATE || in->asked;
}

void ga_dataflow_add_condition(struct ga_dataflow *s, uint32_t i) {
    const struct ga_sass *const in = &s->g->code[i];
    const struct ga_pending here = {s->g->block_of[i], i, in->source[0], false};
    if (ga_dataflow_has_condition(in))
        push_predicates(s, here, in);
    else
        push(s, here);
    ga_dataflow_steps(s);
}

void ga_dataflow_add_stored(struct ga_dataflow *s) {
    const struct ga_graph *const g = s->g;
    for (uint32_t i = ga_next_of(g, GA_ROLE_STORE_SHARED, 0); i < g->n;
         i = ga_next_of(g, GA_ROLE_STORE_SHARED, i + 1))
        ga_dataflow_put(s, i, g->code[i].source[1]);
    ga_dataflow_finish(s);
}

void ga_dataflow_follow(struct ga_dataflow *s, uint32_t i, uint16_t reg) {
    ga_dataflow_begin(s, GA_ASKS_ALL, UINT64_MAX);
    ga_dataflow_add(s, i, reg);
}

bool ga_dataflow_has(const struct ga_dataflow *s, uint32_t i) { return s->passed[i]; }

uint32_t ga_dataflow_next(const struct ga_dataflow *s, uint32_t at) {
    at = at < s->lowest ? s->lowest : at;
    const uint8_t *const next = at < s->end ? memchr(s->passed + at, 1, s->end - at) : NULL;
    return next ? (uint32_t)(next - s->passed) : s->g->n;
}
