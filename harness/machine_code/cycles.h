/* The basic blocks of a function, and the innermost cycle of each. */
#ifndef GA_CYCLES_H
#define GA_CYCLES_H

#include <string.h>

#include "jumps.h"
#include "sass.h"
#include "status.h"

enum { GA_NOWHERE = -1 };
enum { GA_BACKWARD = 1, GA_IN_CYCLE = 2, GA_CALLED = 4 }; /* marks of a block */

struct ga_block {
    uint32_t first,
        end; /* instructions first .. end - 1; none: another way of the jump before end, which goes on from block to block */
    int32_t to[2];         /* blocks, or GA_NOWHERE */
    uint32_t from, n_from; /* into ga_graph.from */
    bool counts;           /* it has an instruction of a class, or a call */
};

/* head: where it begins; tail: from where it goes back; size: its blocks, 0 for no cycle. */
struct ga_cycle {
    uint32_t head, tail, size;
};

/* All cycles of a function, and which a block is in. */
struct ga_nest {
    struct ga_cycle *cycles;
    uint64_t *inside; /* of a block, n_words: a bit a cycle */
    uint32_t n, n_words;
};

struct ga_graph {
    struct ga_sass *code;
    uint32_t n;
    uint32_t *block_of; /* of an instruction */
    struct ga_block *blocks;
    uint32_t n_blocks;
    uint32_t *from;
    uint32_t *stack;
    uint8_t *seen;  /* a mark of each block */
    uint8_t *roles; /* of an instruction: code is long, and most are looked for by role */
    uint32_t *counted, n_counted; /* instructions of a class */
    struct ga_cycle *innermost;   /* of a block that counts */
    struct ga_nest nest;
};

/* in: code: n > 0 instructions in order of offset; jumps: NULL: none is known. Sets the target of those where lanes meet; a jump
 * to one of several is conditional. own: ga_graph_free; the code
 * stays the caller's. err: GA_ERROR for want of memory. */
enum ga_status ga_graph_make(struct ga_sass *code, uint32_t n, const struct ga_jumps *jumps,
                             struct ga_graph *graph, struct ga_err *err);
void ga_graph_free(struct ga_graph *graph);

/* out: the first instruction at an offset or behind it, n if there is none. */
uint32_t ga_at_offset(const struct ga_graph *graph, uint32_t offset);

/* Marks with GA_IN_CYCLE the blocks on the ways from h to t: those that reach t without passing h, as far as h reaches
 * them. out: how many. */
uint32_t ga_mark_cycle(const struct ga_graph *graph, uint32_t h, uint32_t t);

/* out: the first instruction of a role from `at` on, n if there is none. */
static inline uint32_t ga_next_of(const struct ga_graph *g, uint8_t role, uint32_t at) {
    const uint8_t *const found = at < g->n ? memchr(g->roles + at, role, g->n - at) : NULL;
    return found ? (uint32_t)(found - g->roles) : g->n;
}

/* Sets nest, and innermost: where the cycles would take more than GA_NEST_WORDS there is no nest, and all blocks that come to each
 * other are in one. out: false: no memory. */
enum { GA_NEST_WORDS = 1 << 22 };
bool ga_cycles_find(struct ga_graph *graph);

/* in: a cycle that the block is in. out: the next larger one that it is in; size 0: none. */
struct ga_cycle ga_next_cycle(const struct ga_nest *nest, uint32_t block, struct ga_cycle inner);

#endif
