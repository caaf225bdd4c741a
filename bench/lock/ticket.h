/* Ticket lock: a contender draws a number and waits until it is served. First come, first served. */
#ifndef GA_LOCK_TICKET_H
#define GA_LOCK_TICKET_H

#include "lock.h"

template <typename W, ga_scope S, typename G> struct lock_ticket {
    enum { NEXT, SERVED, WORDS };
    static constexpr uint32_t words(uint32_t) { return WORDS; }
    static constexpr uint32_t capacity = 1;

    GA_DEVICE void init(W lock) {
        ga_store<S, GA_RELAXED>(ga_lock_word(lock, NEXT), 0u);
        ga_store<S, GA_RELAXED>(ga_lock_word(lock, SERVED), 0u);
    }
    GA_DEVICE void ask(W lock, struct lock_self *me) {
        me->atomics++;
        me->mine = ga_add<S, GA_RELAXED>(ga_lock_word(lock, NEXT), 1u);
    }
    GA_DEVICE bool enter(W lock, struct lock_self *me) {
        me->loads++;
        if (ga_load<S, G::acquire>(ga_lock_word(lock, SERVED)) != me->mine)
            return false;
        G::template entered<S>();
        return true;
    }
    GA_DEVICE bool leave(W lock, struct lock_self *me) {
        G::template leaving<S>();
        me->stores++;
        ga_store<S, G::release>(ga_lock_word(lock, SERVED), me->mine + 1);
        return true;
    }
};

#endif
