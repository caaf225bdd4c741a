/* Backward slices: which reads of memory, or atomics, the value in a register or a predicate comes from. */
#ifndef GA_DATAFLOW_H
#define GA_DATAFLOW_H

#include "calls.h"

/* Reads that are kept; instructions to look at for what a cycle goes by. */
enum { GA_MOST_READS = 16, GA_MOST_STEPS = 1 << 23 };

/* Which predicates count: those that a value is chosen by, and those that made them. If none, how bytes are put together does not
 * count either. */
enum ga_asks {
    GA_ASKS_NOTHING,
    GA_ASKS_ZERO, /* those that say whether something is zero */
    GA_ASKS_ALL
};

struct ga_dataflow {
    const struct ga_graph *g;
    uint32_t head; /* of the cycle that is marked in g; n_blocks: none, the whole function is */
    struct ga_cycle marked; /* the cycle that is marked; size 0: none, or not known */
    uint8_t *
        written; /* the registers that a block's instructions write; NULL: nothing was followed yet */
    uint16_t *first,
        *more; /* of an instruction, likewise: the registers that it may write, at least one */
    uint8_t *predicates;       /* likewise */
    struct ga_callee *callees; /* what the function calls */
    uint32_t n_callees;
    bool has_callees; /* they were looked for */
    /* For each block twice, in this turn of the cycle and in an earlier one: the registers of whose search its beginning was
     * reached, and the search that these bits are of. */
    uint8_t *entered;
    uint32_t *entered_in, n_searches;
    uint8_t *
        passed; /* of an instruction: what was followed last comes from it; those are lowest .. end - 1 */
    uint32_t lowest, end;
    struct ga_pending *todo;
    uint32_t n_todo, capacity;
    uint32_t reads[GA_MOST_READS], n_reads;
    enum ga_asks asks;
    uint64_t left;                /* instructions to look at before it gives up */
    bool carried;                 /* a write of an earlier turn of the cycle was found */
    bool sweeps;                  /* registers are looked for in a block together, in any order */
    uint32_t swept_in, n_stacked; /* search; blocks on the graph's stack */
    bool failed;                  /* no memory */
};

/* own: ga_dataflow_free; failed: no memory. */
struct ga_dataflow ga_dataflow_make(const struct ga_graph *graph);
void ga_dataflow_free(struct ga_dataflow *slice);

/* Sets callees, once. */
void ga_dataflow_find_callees(struct ga_dataflow *slice);
/* out: what instruction i calls; NULL: it does not call, or that is not known. */
const struct ga_callee *ga_dataflow_callee(const struct ga_dataflow *slice, uint32_t i);

/* Marks all blocks: slices are of the whole function. */
void ga_dataflow_of_all(struct ga_dataflow *slice);
void ga_dataflow_of_cycle(struct ga_dataflow *slice, struct ga_cycle cycle); /* those of a cycle */

/* Follows a register back as instruction i reads it, within the blocks that are marked with GA_IN_CYCLE. out: reads[n_reads],
 * passed, carried. */
void ga_dataflow_follow(struct ga_dataflow *slice, uint32_t i, uint16_t reg);
/* Likewise of several, one after the other; most: instructions to look at. left is 0 where it gave up. */
void ga_dataflow_begin(struct ga_dataflow *slice, enum ga_asks asks, uint64_t most);
void ga_dataflow_add(struct ga_dataflow *slice, uint32_t i, uint16_t reg);
/* Likewise of many at once; which of the reads are kept is not said. */
void ga_dataflow_put(struct ga_dataflow *slice, uint32_t i, uint16_t reg);
void ga_dataflow_finish(struct ga_dataflow *slice);

/* Whether what was followed last comes from instruction i. */
bool ga_dataflow_has(const struct ga_dataflow *slice, uint32_t i);
/* out: the first of those from `at` on; the number of instructions: none. */
uint32_t ga_dataflow_next(const struct ga_dataflow *slice, uint32_t at);
void ga_dataflow_pass(struct ga_dataflow *slice, uint32_t i); /* makes it one */
void ga_dataflow_forget(struct ga_dataflow *slice);           /* no instruction is one */

/* Likewise of all that is stored to shared memory. */
void ga_dataflow_add_stored(struct ga_dataflow *slice);

/* As ga_dataflow_add, of what a branch asks, or another instruction under a predicate: its predicates, or else a register. */
void ga_dataflow_add_condition(struct ga_dataflow *slice, uint32_t i);
bool ga_dataflow_has_condition(const struct ga_sass *in); /* of predicates */

/* Whether the predicate that an atomic writes says that it was done, not what it found: it is done otherwise where its memory
 * turns out to be shared. */
bool ga_says_done(const struct ga_sass *in);

/* Whether an instruction reads memory that atomics can reach. */
bool ga_dataflow_loads(const struct ga_sass *in);

#endif
