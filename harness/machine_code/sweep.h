/* How dataflow.c looks for many registers at once: what it and sweep.c share. */
#ifndef GA_SWEEP_H
#define GA_SWEEP_H

#include "dataflow.h"

struct ga_pending {
    uint32_t block, before; /* look for writes before that instruction */
    uint16_t reg;
    bool before_turn; /* the search came past the cycle's beginning */
};

void ga_dataflow_step(struct ga_dataflow *slice, struct ga_pending pending);
void ga_dataflow_steps(struct ga_dataflow *slice); /* all that are to be done */

/* Of a sweep: registers came to a block's beginning, a bit each of one of the words of a set. */
void ga_sweep_enter(struct ga_dataflow *slice, uint32_t block, unsigned word, uint64_t regs);

#endif
