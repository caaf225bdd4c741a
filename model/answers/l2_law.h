/* The L2's clock without a profiler: its atomic unit takes a fixed number of its cycles for an add to one word, which the rate of
 * such adds turns into a frequency. */
#ifndef GA_L2_LAW_H
#define GA_L2_LAW_H

#include "answer.h"

/* out: L2 cycles of an integer add on one word; NaN: not known for that run's target. */
double ga_l2_law_integer(const struct ga_runfile *run);

/* Once all tables have been asked: what rule L2_CYCLES found in ns is turned into cycles. Without a clock it is none. */
void ga_l2_law_finish(struct ga_answers *answers);

#endif
