/* The contract of a barrier, which the measurement (grid_barrier.cc) and the validator of the tests both use:
 *
 *   template <ga_scope S, typename G> struct barrier_NAME
 *
 * G: its orders, a struct lock_orders, where to arrive is to leave and to pass is to enter. It has
 *
 *   words(n)             how many words of device memory n members need, spread by ga_lock_word(); all
 *                        begin as 0
 *   arrive(words, me)    a member is there; of each member once a round
 *   passed(words, me)    after arrive, until it is true: all have arrived
 *
 * Neither waits: whoever uses a barrier repeats passed(), bounds that by a clock, and may give up. */
#ifndef GA_BARRIER_H
#define GA_BARRIER_H

#include "lock.h"

/* What a member keeps for itself. */
struct barrier_self {
    uint32_t member, members;        /* 0 .. members - 1, and how many they are */
    uint32_t sense;                  /* of the round: 1, 0, 1 .. ; begins as 0 */
    bool last;                       /* nobody arrived after it in this round */
    uint32_t atomics, loads, stores; /* that it has sent to the barrier */
};

#endif
