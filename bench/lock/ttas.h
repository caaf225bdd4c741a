/* Test-and-test-and-set: a contender reads until the word is free, and only then exchanges it. */
#ifndef GA_LOCK_TTAS_H
#define GA_LOCK_TTAS_H

#include "tas.h"

template <typename W, ga_scope S, typename G>
struct lock_ttas : lock_tas<tas_by_exchange, W, S, G> {
    GA_DEVICE bool enter(W lock, struct lock_self *me) {
        me->loads++;
        if (ga_load<S, GA_RELAXED>(lock))
            return false;
        return lock_tas<tas_by_exchange, W, S, G>::enter(lock, me);
    }
};

#endif
