/* MCS: contenders stand in a list, and each waits at words of its own until the one before it passes the
 * lock on. First come, first served; nobody looks at a word that others look at. */
#ifndef GA_LOCK_MCS_H
#define GA_LOCK_MCS_H

#include "lock.h"

template <typename W, ga_scope S, typename G> struct lock_mcs {
    /* TAIL: who came last, as 1 + contender; 0: the lock is free. Then two words for each contender: who
     * comes after it, in the same form, and whether it has to wait. */
    enum { TAIL, NODES };
    static constexpr uint32_t words(uint32_t n) { return NODES + 2 * n; }
    static constexpr uint32_t capacity = 1;
    GA_DEVICE W after(W lock, uint32_t who) { return ga_lock_word(lock, NODES + 2 * who); }
    GA_DEVICE W waits(W lock, uint32_t who) { return ga_lock_word(lock, NODES + 2 * who + 1); }

    GA_DEVICE void init(W lock) { ga_store<S, GA_RELAXED>(ga_lock_word(lock, TAIL), 0u); }

    /* me->mine: whether somebody came before. */
    GA_DEVICE void ask(W lock, struct lock_self *me) {
        const uint32_t i = me->contender;
        me->stores += 2;
        ga_store<S, GA_RELAXED>(after(lock, i), 0u);
        ga_store<S, GA_RELAXED>(waits(lock, i), 1u);
        G::template publishing<S>();
        me->atomics++;
        me->mine = ga_exchange<S, G::publish>(ga_lock_word(lock, TAIL), i + 1);
        if (me->mine) {
            G::template found<S>();
            me->stores++;
            ga_store<S, G::own_release>(after(lock, me->mine - 1), i + 1);
        }
    }
    GA_DEVICE bool enter(W lock, struct lock_self *me) {
        if (me->mine) {
            me->loads++;
            if (ga_load<S, G::acquire>(waits(lock, me->contender)))
                return false;
        }
        G::template entered<S>();
        return true;
    }
    /* False: somebody has come who is not in the list yet. */
    GA_DEVICE bool leave(W lock, struct lock_self *me) {
        const uint32_t i = me->contender;
        me->loads++;
        const uint32_t next = ga_load<S, G::own_acquire>(after(lock, i));
        G::template passing_on<S>();
        if (next) {
            me->stores++;
            ga_store<S, G::release>(waits(lock, next - 1), 0u);
            return true;
        }
        me->atomics++;
        return ga_cas<S, G::release>(ga_lock_word(lock, TAIL), i + 1, 0u) == i + 1;
    }
};

#endif
