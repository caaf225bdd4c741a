/* What decides whether a cycle goes on: what its conditions come from, and the branches that choose it. */
#ifndef GA_STEERING_H
#define GA_STEERING_H

#include "dataflow.h"
#include "left.h"

/* The registers that a cycle writes, and of each that the function writes once the constant that it puts there, or 0. */
struct ga_bases {
    struct ga_cycle cycle;
    uint8_t written[GA_REGISTER_BYTES];
    uint32_t *constant;
    bool has_constants;
};

/* Of the cycle that was asked last. by: the predicate of a branch by which it is left comes from that instruction.
 * chooses: that of another branch does, of which one way alone does something of `by`: if (atomicCAS(..) == 0) { ..; taken++; } */
struct ga_steering {
    struct ga_cycle cycle, inner; /* inner: in it, size 0: none */
    uint8_t *within;              /* of a block: it is in `inner` */
    uint8_t *by, *chooses;        /* of an instruction; chooses: if asked */
    bool asked;
    uint8_t *forks;    /* of a block: it ends in such another branch */
    uint64_t *own;     /* of a block: its bit, if it has something of `by` */
    uint64_t *reached; /* of a block: the bits that one comes to from it */
    struct ga_bases bases;
    uint32_t first, end; /* the cycle's blocks are among them; if asked */
    struct ga_left left;
    bool failed; /* no memory */
};

/* own: ga_steering_free; failed: no memory. */
struct ga_steering ga_steering_make(const struct ga_graph *graph);
void ga_steering_free(struct ga_steering *steering);

/* Asks for a cycle, and marks it. inner: one that is in it, whose next turn a branch does not choose either; itself: none.
 * NVIDIA's: AMD's branches ask registers, of which one may be the mask of lanes that are done. */
void ga_steering_find(struct ga_dataflow *slice, struct ga_steering *steering,
                      struct ga_cycle cycle, struct ga_cycle inner);

/* Likewise marks it. out: false: it does not go by what atomic i leaves in memory, a quick one. */
bool ga_steering_may_read(struct ga_dataflow *slice, struct ga_steering *steering,
                          struct ga_cycle cycle, uint32_t i);

/* Of that cycle, which is still marked. */
bool ga_steering_chooses(struct ga_dataflow *slice, struct ga_steering *steering, uint32_t i);

/* Whether a block ends in a branch out of the cycle that is marked. */
bool ga_leaves(const struct ga_graph *graph, const struct ga_block *block);

#endif
