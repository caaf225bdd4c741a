/* Test-and-set: a contender sets the word until it finds that it was not set. By three operations. */
#ifndef GA_LOCK_TAS_H
#define GA_LOCK_TAS_H

#include "lock.h"

struct tas_by_or {
    template <enum ga_scope S, enum ga_order O, typename W> GA_DEVICE uint32_t set(W p) {
        return ga_or<S, O>(p, 1u);
    }
};
struct tas_by_cas {
    template <enum ga_scope S, enum ga_order O, typename W> GA_DEVICE uint32_t set(W p) {
        return ga_cas<S, O>(p, 0u, 1u);
    }
};
struct tas_by_exchange {
    template <enum ga_scope S, enum ga_order O, typename W> GA_DEVICE uint32_t set(W p) {
        return ga_exchange<S, O>(p, 1u);
    }
};

template <typename By, typename W, ga_scope S, typename G> struct lock_tas {
    static constexpr uint32_t words(uint32_t) { return 1; }
    static constexpr uint32_t capacity = 1;

    GA_DEVICE void init(W lock) { ga_store<S, GA_RELAXED>(lock, 0u); }
    GA_DEVICE void ask(W, struct lock_self *) {}
    GA_DEVICE bool enter(W lock, struct lock_self *me) {
        me->atomics++;
        if (By::template set<S, G::acquire>(lock))
            return false;
        G::template entered<S>();
        return true;
    }
    GA_DEVICE bool leave(W lock, struct lock_self *me) {
        G::template leaving<S>();
        me->stores++;
        ga_store<S, G::release>(lock, 0u);
        return true;
    }
};

template <typename W, ga_scope S, typename G> struct lock_tas_or : lock_tas<tas_by_or, W, S, G> {};
template <typename W, ga_scope S, typename G>
struct lock_tas_cas : lock_tas<tas_by_cas, W, S, G> {};
template <typename W, ga_scope S, typename G>
struct lock_tas_exchange : lock_tas<tas_by_exchange, W, S, G> {};

#endif
