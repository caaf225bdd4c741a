/* Test-and-set with exponential back-off: after every try that fails a contender leaves the lock alone, each
 * time for twice as long. It does so in its own clock and not in a sleep, whose steps are longer than most
 * critical sections; a contender that enters at the first try has not waited. */
#ifndef GA_LOCK_BACKOFF_H
#define GA_LOCK_BACKOFF_H

#include "tas.h"

enum {
    BACKOFF_FIRST_CYCLES = 64,
    BACKOFF_MOST_CYCLES = 1 << 14,
    BACKOFF_CLOCK_MASK = (1 << 20) - 1 /* the bits that every target's cycle counter has */
};

template <typename W, ga_scope S, typename G>
struct lock_backoff : lock_tas<tas_by_exchange, W, S, G> {
    GA_DEVICE void ask(W, struct lock_self *me) { me->wait_cycles = 0; }
    GA_DEVICE bool enter(W lock, struct lock_self *me) {
        const uint32_t now = (uint32_t)ga_cycles();
        if (((now - me->since) & BACKOFF_CLOCK_MASK) < me->wait_cycles)
            return false;
        if (lock_tas<tas_by_exchange, W, S, G>::enter(lock, me))
            return true;
        const uint32_t next = 2 * me->wait_cycles;
        me->wait_cycles = next == 0                    ? (uint32_t)BACKOFF_FIRST_CYCLES
                          : next > BACKOFF_MOST_CYCLES ? (uint32_t)BACKOFF_MOST_CYCLES
                                                       : next;
        me->since = now;
        return false;
    }
};

#endif
