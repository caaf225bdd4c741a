/* Counting semaphore: the word is how many more may come in, K at first. With K = 1 it is a mutex. */
#ifndef GA_LOCK_SEMAPHORE_H
#define GA_LOCK_SEMAPHORE_H

#include "lock.h"

template <uint32_t K, typename W, ga_scope S, typename G> struct lock_semaphore {
    static constexpr uint32_t words(uint32_t) { return 1; }
    static constexpr uint32_t capacity = K;

    GA_DEVICE void init(W lock) { ga_store<S, GA_RELAXED>(lock, K); }
    GA_DEVICE void ask(W, struct lock_self *) {}
    GA_DEVICE bool enter(W lock, struct lock_self *me) {
        me->loads++;
        const uint32_t free = ga_load<S, GA_RELAXED>(lock);
        if (free == 0)
            return false;
        me->atomics++;
        if (ga_cas<S, G::acquire>(lock, free, free - 1) != free)
            return false;
        G::template entered<S>();
        return true;
    }
    GA_DEVICE bool leave(W lock, struct lock_self *me) {
        G::template leaving<S>();
        me->atomics++;
        GA_SILENT(ga_add)<S, G::release>(lock, 1u);
        return true;
    }
};

template <typename W, ga_scope S, typename G>
struct lock_semaphore_1 : lock_semaphore<1, W, S, G> {};
template <typename W, ga_scope S, typename G>
struct lock_semaphore_4 : lock_semaphore<4, W, S, G> {};

#endif
