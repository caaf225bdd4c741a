/* The L2's clock without a profiler: its atomic unit takes a fixed number of its cycles for an add to one word, which the rate of
 * such adds turns into a frequency. */
#ifndef GA_L2_LAW_H
#define GA_L2_LAW_H

#include "answer.h"

/* out: L2 cycles of an integer add on one word; NaN: not known for that run's target. */
double ga_l2_law_integer(const struct ga_runfile *run);

/* Once all tables have been asked: what rule L2_CYCLES found in ns is turned into cycles. Without a clock it is none. */
void ga_l2_law_finish(struct ga_answers *answers);

/* Sets a run's l2_mhz and l2_mhz_known_by if its tables answer it, else removes them. */
void ga_l2_law_tell(const struct ga_answers *answers, struct ga_runfile *run);

#endif
