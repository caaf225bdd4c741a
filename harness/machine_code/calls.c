#include "calls.h"

#include <stdlib.h>
#include <string.h>

/* Marks a block, and all that is come to from it. */
static void mark_called(const struct ga_graph *g, uint32_t block) {
    uint32_t n = 0;
    g->seen[block] |= GA_CALLED;
    g->stack[n++] = block;
    while (n > 0) {
        const struct ga_block *const b = &g->blocks[g->stack[--n]];
        for (int k = 0; k < 2; k++)
            if (b->to[k] != GA_NOWHERE && !(g->seen[b->to[k]] & GA_CALLED)) {
                g->seen[b->to[k]] |= GA_CALLED;
                g->stack[n++] = (uint32_t)b->to[k];
            }
    }
}

typedef uint8_t registers[GA_REGISTER_BYTES];

/* A callee's blocks, ascending. before: what every way to one has written. More than MOST_BODY blocks, or more than MOST_PASSES
 * over them, are not followed: then nothing is sure. */
enum { MOST_BODY = 4096, MOST_PASSES = 32 };
struct body {
    uint32_t n, block[MOST_BODY];
    registers before[MOST_BODY];
};

static int by_number(const void *a, const void *b) {
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void list_body(const struct ga_graph *g, struct body *body) {
    body->n = 0;
    for (uint32_t b = 0; b < g->n_blocks; b++)
        if (g->seen[b] & GA_CALLED) {
            if (body->n == MOST_BODY) {
                body->n = 0;
                return;
            }
            body->block[body->n++] = b;
        }
}

static void keep_common(uint8_t *of, const uint8_t *and, bool *changed) {
    for (unsigned k = 0; k < GA_REGISTER_BYTES; k++) {
        *changed |= (of[k] & ~and[k]) != 0;
        of[k] &= and[k];
    }
}

/* Adds what an instruction reads of what is not surely written, then what it surely writes. */
static void pass(const struct ga_sass *in, uint8_t *sure, uint8_t *reads) {
    for (int k = 0; reads && k < 3; k++)
        for (unsigned reg = in->source[k]; reg <= in->source[k] + (unsigned)in->pairs; reg++)
            if (in->source[k] != GA_NO_REGISTER && !ga_is_in(sure, reg))
                ga_put_in(reads, reg);
    if (reads)
        reads[GA_REGISTERS / 8] |=
            (uint8_t)((in->asked | ga_predicate(in->guard)) & ~sure[GA_REGISTERS / 8]);
    if (!in->key.guarded)
        ga_written_by(in, sure);
}

/* out: sure: what is surely written behind block i of the body. reads: NULL: not asked for. */
static void pass_block(const struct ga_graph *g, const struct body *body, uint32_t i, uint8_t *sure,
                       uint8_t *reads) {
    const struct ga_block *const b = &g->blocks[body->block[i]];
    memcpy(sure, body->before[i], GA_REGISTER_BYTES);
    for (uint32_t k = b->first; k < b->end; k++)
        pass(&g->code[k], sure, reads);
}

/* out: body->before; false: too many passes. */
static bool follow(const struct ga_graph *g, uint32_t begin, struct body *body) {
    bool changed = true;
    memset(body->before, 0xff, body->n * sizeof *body->before);
    for (unsigned n = 0; changed && n < MOST_PASSES; n++) {
        changed = false;
        for (uint32_t i = 0; i < body->n; i++) {
            registers sure;
            if (body->block[i] == begin)
                memset(body->before[i], 0, sizeof sure);
            pass_block(g, body, i, sure, NULL);
            for (int k = 0; k < 2; k++) {
                const int32_t to = g->blocks[body->block[i]].to[k];
                const uint32_t wanted = (uint32_t)to;
                const uint32_t *const at = to == GA_NOWHERE ? NULL
                                                            : bsearch(&wanted, body->block, body->n,
                                                                      sizeof wanted, by_number);
                if (at && wanted != begin)
                    keep_common(body->before[at - body->block], sure, &changed);
            }
        }
    }
    return !changed;
}

/* Whether lanes may leave the callee at the block's end. */
static bool leaves(const struct ga_graph *g, const struct ga_block *b) {
    const unsigned role = b->end > b->first ? g->code[b->end - 1].role : GA_ROLE_PLAIN;
    return role == GA_ROLE_END || role == GA_ROLE_JUMP ||
           (b->to[0] == GA_NOWHERE && b->to[1] == GA_NOWHERE);
}

static void read_callee(const struct ga_graph *g, struct body *body, struct ga_callee *callee) {
    registers kept = {0}, sure;
    bool any = false;
    mark_called(g, callee->block);
    list_body(g, body);
    const bool followed = body->n > 0 && follow(g, callee->block, body);
    if (!followed)
        memset(body->before, 0, sizeof body->before);
    memset(callee->surely, 0xff, sizeof sure);
    for (uint32_t i = 0; i < body->n; i++) {
        pass_block(g, body, i, sure, callee->reads);
        if (!leaves(g, &g->blocks[body->block[i]]))
            continue;
        keep_common(callee->surely, sure, &any);
        if (callee->n_last < GA_MOST_LAST)
            callee->last[callee->n_last++] = body->block[i];
    }
    for (uint32_t b = 0; b < g->n_blocks; b++) {
        const bool called = g->seen[b] & GA_CALLED;
        for (uint32_t i = g->blocks[b].first; called && i < g->blocks[b].end; i++) {
            if (body->n == 0)
                pass(&g->code[i], memset(sure, 0, sizeof sure), callee->reads);
            ga_written_by(&g->code[i], callee->writes);
            if (g->code[i].role == GA_ROLE_LOAD_LOCAL)
                ga_written_by(&g->code[i], kept);
        }
        g->seen[b] &= (uint8_t)~GA_CALLED;
    }
    for (unsigned k = 0; k < GA_REGISTER_BYTES; k++) {
        callee->writes[k] &= (uint8_t)~kept[k];
        callee->surely[k] &= followed ? callee->writes[k] : 0;
    }
}

static uint32_t next_call(const struct ga_graph *g, uint32_t at) {
    return ga_next_of(g, GA_ROLE_CALL, at);
}

/* out: n_blocks: none that is known. Where a register or the linker says what is called the offset is 0, or the next one. */
static uint32_t called_block(const struct ga_graph *g, uint32_t i) {
    const struct ga_sass *const in = &g->code[i];
    if (in->role != GA_ROLE_CALL || in->target == 0 || in->target == in->offset + GA_SASS_BYTES)
        return g->n_blocks;
    const uint32_t to = ga_at_offset(g, in->target);
    return to < g->n && g->blocks[g->block_of[to]].first == to ? g->block_of[to] : g->n_blocks;
}

const struct ga_callee *ga_callee_of(const struct ga_graph *g, const struct ga_callee *callees,
                                     uint32_t n, uint32_t i) {
    const uint32_t block = n > 0 ? called_block(g, i) : g->n_blocks;
    for (uint32_t k = 0; k < n; k++)
        if (callees[k].block == block)
            return &callees[k];
    return NULL;
}

bool ga_callees_find(const struct ga_graph *g, struct ga_callee **callees, uint32_t *n) {
    struct body *body = NULL;
    bool failed = false;
    *n = 0;
    *callees = NULL;
    for (uint32_t i = next_call(g, 0); i < g->n && *n < GA_MOST_CALLEES && !failed;
         i = next_call(g, i + 1)) {
        const uint32_t block = called_block(g, i);
        if (block == g->n_blocks || ga_callee_of(g, *callees, *n, i))
            continue;
        if (!body) {
            *callees = calloc(GA_MOST_CALLEES, sizeof **callees);
            body = malloc(sizeof *body);
            failed = !*callees || !body;
        }
        if (failed)
            break;
        (*callees)[*n].block = block;
        read_callee(g, body, &(*callees)[(*n)++]);
    }
    free(body);
    return !failed;
}

/* Of each block whether one comes from it to a return. What does not return is no function: it is left alone. */
static void find_returns(const struct ga_graph *g, uint8_t *returns) {
    uint32_t n = 0;
    memset(returns, 0, g->n_blocks);
    for (uint32_t b = 0; b < g->n_blocks; b++)
        if (g->blocks[b].end > g->blocks[b].first && g->code[g->blocks[b].end - 1].returns) {
            returns[b] = 1;
            g->stack[n++] = b;
        }
    while (n > 0) {
        const struct ga_block *const b = &g->blocks[g->stack[--n]];
        for (uint32_t k = 0; k < b->n_from; k++) {
            const uint32_t from = g->from[b->from + k];
            if (!returns[from])
                g->stack[n++] = from;
            returns[from] = 1;
        }
    }
}

/* come: of a block the mark of the last cycle from which it was come to; 0: none yet. */
struct search {
    uint8_t *returns;
    uint32_t *come, n_again;
    struct ga_called *found;
    uint32_t n_found, capacity;
};

/* out: false: no memory. */
static bool keep_called(struct search *s, uint32_t block, uint32_t call) {
    if (s->n_found == s->capacity) {
        const uint32_t capacity = s->capacity ? 2 * s->capacity : 64;
        struct ga_called *const larger = realloc(s->found, capacity * sizeof *larger);
        if (!larger)
            return false;
        s->found = larger;
        s->capacity = capacity;
    }
    s->found[s->n_found++] = (struct ga_called){block, call};
    return true;
}

/* Puts a block onto the graph's stack of n, unless the cycle came to it before, or blocks were come to again too often. out: how
 * many are there then. */
static uint32_t come_to(const struct ga_graph *g, struct search *s, uint32_t block, uint32_t mark,
                        uint32_t n) {
    enum { MOST_AGAIN = 1 << 20 };
    if (s->come[block] == mark || (s->come[block] > 0 && s->n_again == MOST_AGAIN))
        return n;
    s->n_again += s->come[block] > 0;
    s->come[block] = mark;
    g->stack[n] = block;
    return n + 1;
}

/* Likewise what instruction i calls. */
static uint32_t come_by_call(const struct ga_graph *g, struct search *s, uint32_t i, uint32_t mark,
                             uint32_t n) {
    const uint32_t block = called_block(g, i);
    return block < g->n_blocks && s->returns[block] ? come_to(g, s, block, mark, n) : n;
}

/* All blocks that call i comes to, and what they call. mark: that of its cycle. out: false: no memory. */
static bool follow_call(const struct ga_graph *g, struct search *s, uint32_t i, uint32_t mark) {
    uint32_t n = come_by_call(g, s, i, mark, 0);
    while (n > 0) {
        const uint32_t at = g->stack[--n];
        const struct ga_block *const b = &g->blocks[at];
        if (b->counts && g->innermost[at].size == 0 && !keep_called(s, at, i))
            return false;
        for (int k = 0; k < 2; k++)
            if (b->to[k] != GA_NOWHERE)
                n = come_to(g, s, (uint32_t)b->to[k], mark, n);
        for (uint32_t k = b->first; b->counts && k < b->end; k++)
            n = come_by_call(g, s, k, mark, n);
    }
    return true;
}

static bool follow_calls(const struct ga_graph *g, struct search *s) {
    uint32_t mark = 0;
    struct ga_cycle last = {.size = 0};
    for (uint32_t i = next_call(g, 0); i < g->n; i = next_call(g, i + 1)) {
        const struct ga_cycle cycle = g->innermost[g->block_of[i]];
        if (cycle.size == 0)
            continue;
        if (mark == 0 || cycle.head != last.head || cycle.tail != last.tail)
            mark = i + 1;
        last = cycle;
        if (!follow_call(g, s, i, mark))
            return false;
    }
    return true;
}

bool ga_calls_from_cycles(const struct ga_graph *g, struct ga_called **called, uint32_t *n) {
    struct search s = {.n_again = 0};
    bool calls = false;
    for (uint32_t i = next_call(g, 0); i < g->n && !calls; i = next_call(g, i + 1))
        calls = g->innermost[g->block_of[i]].size > 0;
    if (calls) {
        s.returns = malloc(g->n_blocks);
        s.come = calloc(g->n_blocks, sizeof *s.come);
    }
    const bool made = s.returns && s.come;
    if (made)
        find_returns(g, s.returns);
    const bool failed = calls && (!made || !follow_calls(g, &s));
    free(s.returns);
    free(s.come);
    *called = s.found;
    *n = s.n_found;
    return !failed;
}
