/* Forwards from what was read: a quick no to what dataflow.h answers by going back from everything that asks. */
#ifndef GA_REACH_H
#define GA_REACH_H

#include "dataflow.h"

/* Where results may come to. */
enum {
    GA_IN_ADDRESSES = 1, /* of stores */
    GA_IN_SHARED = 2,    /* what is stored to shared memory */
    GA_IN_SUMS = 4,      /* what atomics are given */
    GA_IN_BRANCHES =
        8 /* their conditions, also by way of memory, and of what other values are chosen by */
};

/* out: whether results of the instructions that are passed (ga_dataflow_pass) may come there; false: what is
 * added there does not come from them, whatever is marked. No memory: slice->failed. */
bool ga_may_reach(struct ga_dataflow *slice, unsigned where);

/* The same of those instructions of a class that `is` is true of; no other is passed then. */
bool ga_may_each_reach(struct ga_dataflow *slice, bool (*is)(const struct ga_sass *),
                       unsigned where);

#endif
