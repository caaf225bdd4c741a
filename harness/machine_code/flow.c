/* Backward slices within the innermost cycle of an atomic: which reads of memory a register's value comes from. */
#include "flow.h"

#include <stdlib.h>
#include <string.h>

#include "cycles.h"

enum { MOST_READS = 16, LANES_BEFORE = 32, REGISTERS = 512, REGISTER_BYTES = REGISTERS / 8 };

struct pending {
    uint32_t block, before; /* look for writes before that instruction */
    uint16_t reg;
    bool before_turn; /* the search came past the cycle's beginning */
};

struct slice {
    const struct ga_graph *g;
    uint32_t head; /* of the cycle that is marked */
    uint8_t *
        entered; /* REGISTERS bits of each block, twice: came to its beginning with the register, in
                         this turn of the cycle, in an earlier one */
    uint8_t *passed; /* of an instruction */
    struct pending *todo;
    uint32_t n_todo, capacity;
    uint32_t reads[MOST_READS], n_reads;
    bool carried; /* a write of an earlier turn of the cycle was found */
    bool failed;  /* no memory */
};

static void push(struct slice *s, struct pending p) {
    if (p.reg == GA_NO_REGISTER || s->failed)
        return;
    if (s->n_todo == s->capacity) {
        const uint32_t capacity = s->capacity ? 2 * s->capacity : 64;
        struct pending *const larger = realloc(s->todo, capacity * sizeof *larger);
        if (!larger) {
            s->failed = true;
            return;
        }
        s->todo = larger;
        s->capacity = capacity;
    }
    s->todo[s->n_todo++] = p;
}

static void add_write(struct slice *s, struct pending p, uint32_t i) {
    const struct ga_sass *const in = &s->g->code[i];
    s->carried |= p.before_turn;
    if (s->passed[i])
        return;
    s->passed[i] = 1;
    if (in->role == GA_ROLE_LOAD || in->key.class == GA_CLASS_ATOMIC) {
        if (s->n_reads < MOST_READS)
            s->reads[s->n_reads++] = i;
    } else {
        for (int k = 0; k < 3; k++)
            push(s, (struct pending){p.block, i, in->source[k], p.before_turn});
    }
}

/* Goes back to the writes of a register, past those that not every lane does. */
static void step(struct slice *s, struct pending p) {
    const struct ga_graph *const g = s->g;
    const struct ga_block *const b = &g->blocks[p.block];
    for (uint32_t i = p.before; i-- > b->first;)
        if (g->code[i].destination == p.reg) {
            add_write(s, p, i);
            if (!g->code[i].key.guarded)
                return;
        }
    uint8_t *const bits =
        &s->entered[((size_t)p.block * 2 + p.before_turn) * REGISTER_BYTES + p.reg / 8];
    if (*bits & 1 << p.reg % 8)
        return;
    *bits = (uint8_t)(*bits | 1 << p.reg % 8);
    for (uint32_t k = 0; k < b->n_from; k++) {
        const uint32_t from = g->from[b->from + k];
        if (g->seen[from] == GA_IN_CYCLE)
            push(s, (struct pending){from, g->blocks[from].end, p.reg,
                                     p.before_turn || p.block == s->head});
    }
}

/* in: a register as instruction i reads it; its cycle is marked. */
static void follow(struct slice *s, uint32_t i, uint16_t reg) {
    memset(s->entered, 0, (size_t)s->g->n_blocks * 2 * REGISTER_BYTES);
    memset(s->passed, 0, s->g->n);
    s->n_todo = s->n_reads = 0;
    s->carried = false;
    push(s, (struct pending){s->g->block_of[i], i, reg, false});
    while (s->n_todo > 0 && !s->failed)
        step(s, s->todo[--s->n_todo]);
}

static bool reads(const struct slice *s, uint32_t i) {
    for (uint32_t k = 0; k < s->n_reads; k++)
        if (s->reads[k] == i)
            return true;
    return false;
}

/* Whether the new value and what is compared with come from one read in the cycle. */
static bool is_derived(struct slice *s, uint32_t i) {
    uint32_t compared[MOST_READS], n = 0;
    follow(s, i, s->g->code[i].compare);
    for (; n < s->n_reads; n++)
        compared[n] = s->reads[n];
    follow(s, i, s->g->code[i].value);
    for (uint32_t k = 0; k < n; k++)
        if (reads(s, compared[k]))
            return true;
    return false;
}

/* out: the type of the one add that made the value that was followed last, whose other instructions are copies, and for a
 * half those that put it into its word; GA_TYPE_NONE for any other. */
static uint8_t type_added(const struct slice *s, uint32_t *add) {
    static const uint8_t types[] = {[GA_ROLE_ADD_INTEGER] = GA_TYPE_U64,
                                    [GA_ROLE_ADD_F32] = GA_TYPE_F32,
                                    [GA_ROLE_ADD_F64] = GA_TYPE_F64,
                                    [GA_ROLE_ADD_F16] = GA_TYPE_F16X2,
                                    [GA_ROLE_ADD_BF16] = GA_TYPE_BF16X2};
    uint32_t adds = 0, permutes = 0;
    for (uint32_t i = 0; i < s->g->n; i++) {
        const struct ga_sass *const in = &s->g->code[i];
        if (!s->passed[i] || in->role == GA_ROLE_LOAD || in->key.class == GA_CLASS_ATOMIC)
            continue;
        if (in->role < GA_ROLE_MOVE || in->role > GA_ROLE_ADD_BF16 || in->key.guarded)
            return GA_TYPE_NONE;
        permutes += in->role == GA_ROLE_PERMUTE;
        if (in->role >= GA_ROLE_ADD_INTEGER) {
            adds++;
            *add = i;
        }
    }
    const uint8_t type = adds == 1 ? types[s->g->code[*add].role] : GA_TYPE_NONE;
    if (permutes == 0)
        return type;
    return type == GA_TYPE_F16X2    ? GA_TYPE_F16
           : type == GA_TYPE_BF16X2 ? GA_TYPE_BF16
                                    : GA_TYPE_NONE;
}

/* What rmw-loop i adds to what it read: its cycle is marked. */
static uint8_t adds_what(struct slice *s, uint32_t i) {
    uint32_t add = 0, n_reads = 0;
    follow(s, i, s->g->code[i].value);
    const uint8_t type = type_added(s, &add);
    /* The low half is what was followed: only the compiler's own loop is sure to add the high one, too. */
    if (type == GA_TYPE_U64 &&
        (s->g->code[i].key.operation != GA_OP_CAST_SPIN || s->g->code[i].key.type != GA_TYPE_B64))
        return GA_TYPE_NONE;
    for (int k = 0; k < 3 && type != GA_TYPE_NONE; k++) {
        follow(s, add, s->g->code[add].source[k]);
        n_reads += s->n_reads;
    }
    return n_reads > 0 ? type : GA_TYPE_NONE;
}

/* Whether what a branch asks comes from atomic i: a register, or a predicate, from the compare that wrote it last before,
 * in its block, or from the atomic itself. */
static bool hangs_on(struct slice *s, uint32_t branch, uint32_t i) {
    const struct ga_graph *const g = s->g;
    if (g->code[branch].guard == GA_NO_PREDICATE) {
        follow(s, branch, g->code[branch].source[0]);
        return reads(s, i);
    }
    const struct ga_block *const b = &g->blocks[g->block_of[branch]];
    for (uint32_t k = branch; k-- > b->first;) {
        const struct ga_sass *const in = &g->code[k];
        if (in->written != g->code[branch].guard || in->written == GA_NO_PREDICATE)
            continue;
        if (k == i)
            return true;
        for (int r = 0; r < 3; r++) {
            follow(s, k, in->source[r]);
            if (reads(s, i))
                return true;
        }
        return false;
    }
    return false;
}

/* Whether the cycle is left, or gone on with, by what atomic i found. */
static bool decides(struct slice *s, uint32_t i) {
    const struct ga_graph *const g = s->g;
    for (uint32_t b = 0; b < g->n_blocks; b++) {
        const struct ga_block *const block = &g->blocks[b];
        if (g->seen[b] != GA_IN_CYCLE || !g->code[block->end - 1].conditional)
            continue;
        const bool leaves = block->to[0] == GA_NOWHERE || block->to[1] == GA_NOWHERE ||
                            g->seen[block->to[0]] != GA_IN_CYCLE ||
                            g->seen[block->to[1]] != GA_IN_CYCLE;
        if (leaves && hangs_on(s, block->end - 1, i))
            return true;
    }
    return false;
}

static bool is_lock(struct slice *s, uint32_t i) {
    const struct ga_sass *const in = &s->g->code[i];
    follow(s, i, in->address);
    if (s->carried || s->n_reads > 0)
        return false;
    follow(s, i, in->base);
    if (s->carried || s->n_reads > 0)
        return false;
    follow(s, i, in->value);
    if (s->n_reads > 0)
        return false;
    follow(s, i, in->compare);
    return s->n_reads == 0 && decides(s, i);
}

static enum ga_sass_loop loop_of(struct ga_graph *g, struct slice *s, uint32_t i) {
    const struct ga_sass *const in = &g->code[i];
    const uint32_t b = g->block_of[i];
    const bool swaps = in->key.operation == GA_OP_CAS || in->key.operation == GA_OP_CAST ||
                       in->key.operation == GA_OP_CAST_SPIN;
    if (g->cycle_size[b] == 0)
        return GA_LOOP_NONE;
    if (!swaps && in->key.operation != GA_OP_EXCH)
        return GA_LOOP_OTHER;
    ga_mark_cycle(g, g->head[b], g->tail[b]);
    s->head = g->head[b];
    /* CAST.SPIN is the compiler's own, for what it emulates. A result that nobody reads is no reason to try again. */
    if (in->key.operation == GA_OP_CAST_SPIN || (swaps && in->key.used && is_derived(s, i))) {
        g->code[i].key.adds = adds_what(s, i);
        return GA_LOOP_RMW;
    }
    return in->key.used && is_lock(s, i) ? GA_LOOP_SPIN : GA_LOOP_OTHER;
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
    for (uint32_t k = i; k-- > 0 && i - k <= LANES_BEFORE;) {
        votes |= g->code[k].role == GA_ROLE_VOTE;
        counts |= g->code[k].role == GA_ROLE_COUNT;
    }
    return votes && counts;
}

/* Whether a fence before, in the block, is as strong, and all between only computes: it writes registers, from registers. */
static bool is_again(const struct ga_graph *g, uint32_t i) {
    const struct ga_sass_key *const key = &g->code[i].key;
    for (uint32_t k = i; k-- > g->blocks[g->block_of[i]].first;) {
        const struct ga_sass *const in = &g->code[k];
        const bool computes = in->key.class == GA_CLASS_OTHER && in->role != GA_ROLE_LOAD &&
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

enum ga_status ga_flow(struct ga_sass *code, size_t n, struct ga_err *err) {
    struct ga_graph g;
    if (n == 0)
        return GA_OK;
    const enum ga_status status = ga_graph_make(code, (uint32_t)n, &g, err);
    if (status != GA_OK)
        return status;
    struct slice s = {.g = &g};
    s.entered = malloc((size_t)g.n_blocks * 2 * REGISTER_BYTES);
    s.passed = malloc(n);
    s.failed = !s.entered || !s.passed;
    for (uint32_t i = 0; i < g.n && !s.failed; i++) {
        struct ga_sass_key *const key = &code[i].key;
        if (key->class == GA_CLASS_OTHER)
            continue;
        key->loop = (uint8_t)loop_of(&g, &s, i);
        key->lanes = can_combine(key) && has_lanes(&g, i);
        key->again = key->operation == GA_OP_MEMBAR && is_again(&g, i);
    }
    free(s.entered);
    free(s.passed);
    free(s.todo);
    ga_graph_free(&g);
    return s.failed ? ga_fail(err, GA_ERROR, "no memory for the data flow of %zu instructions", n)
                    : GA_OK;
}
