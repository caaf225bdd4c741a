/* Tree barrier: members count themselves in at a node of a few, the last one of a node goes on to the node
 * above, and the last one at the root turns over the sense that all look at. */
#ifndef GA_BARRIER_TREE_H
#define GA_BARRIER_TREE_H

#include "barrier.h"

template <ga_scope S, typename G> struct barrier_tree {
    enum { FAN_IN = 16, SENSE = 0, NODES = 1 };
    GA_ANYWHERE constexpr uint32_t nodes_above(uint32_t n) { return (n + FAN_IN - 1) / FAN_IN; }
    static constexpr uint32_t words(uint32_t n) {
        uint32_t all = NODES + 1;
        for (; n > 1; n = nodes_above(n))
            all += nodes_above(n);
        return all;
    }

    GA_DEVICE void arrive(uint32_t *words, struct barrier_self *me) {
        uint32_t rank = me->member, n = me->members, level = NODES;
        bool last = true;
        me->sense ^= 1;
        G::template leaving<S>();
        GA_NO_UNROLL
        while (last && n > 1) {
            const uint32_t node = rank / FAN_IN, rest = n - node * FAN_IN;
            uint32_t *const count = ga_lock_word(words, level + node);
            me->atomics++;
            last = ga_add<S, G::both>(count, 1u) == (rest < FAN_IN ? rest : (uint32_t)FAN_IN) - 1;
            if (last) {
                me->stores++;
                ga_store<S, GA_RELAXED>(count, 0u);
                G::template passing_on<S>();
            }
            level += nodes_above(n);
            n = nodes_above(n);
            rank = node;
        }
        me->last = last;
        if (!last)
            return;
        me->stores++;
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
