/* Central barrier that reverses its sense: all count themselves in at one word, and the last one turns another
 * over, which all look at. */
#ifndef GA_BARRIER_CENTRAL_H
#define GA_BARRIER_CENTRAL_H

#include "barrier.h"

template <ga_scope S, typename G> struct barrier_central {
    enum { COUNT, SENSE, WORDS };
    static constexpr uint32_t words(uint32_t) { return WORDS; }

    GA_DEVICE void arrive(uint32_t *words, struct barrier_self *me) {
        me->sense ^= 1;
        me->atomics++;
        G::template leaving<S>();
        const uint32_t before = ga_add<S, G::both>(ga_lock_word(words, COUNT), 1u);
        me->last = before == me->members - 1;
        if (!me->last)
            return;
        me->stores += 2;
        ga_store<S, GA_RELAXED>(ga_lock_word(words, COUNT), 0u);
        G::template passing_on<S>();
        ga_store<S, G::release>(ga_lock_word(words, SENSE), me->sense);
    }
    GA_DEVICE bool passed(uint32_t *words, struct barrier_self *me) {
        if (me->last)
            return true;
        me->loads++;
        if (ga_load<S, G::acquire>(ga_lock_word(words, SENSE)) != me->sense)
            return false;
        G::template entered<S>();
        return true;
    }
};

#endif
