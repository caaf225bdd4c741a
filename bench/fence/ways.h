/* The ways to hand something over by a flag: what the sender does before it and with it, how the receiver looks at it and
 * what it does behind it. */
#ifndef GA_FENCE_WAYS_H
#define GA_FENCE_WAYS_H

#include "fences.h"

enum way { STORE_LOAD, FENCES, THREADFENCE, EXCHANGE, SEQ_CST, RELAXED, CACHED };
enum { WAYS = 7 };
static const char *const ways[] = {"store_load", "fences",  "threadfence", "exchange",
                                   "seq_cst",    "relaxed", "cached",      nullptr};

/* After what is handed over, once for all flags. */
template <enum ga_scope S, enum way W> GA_DEVICE void before_flag(void) {
    if constexpr (W == FENCES)
        ga_fence<S, GA_RELEASE>();
    if constexpr (W == THREADFENCE)
        ga_threadfence<S>();
}
template <enum ga_scope S, enum way W> GA_DEVICE void set_flag(uint32_t *flag, uint32_t x) {
    if constexpr (W == EXCHANGE)
        ga_exchange<S, GA_RELEASE>(flag, x);
    else
        ga_store<S, W == STORE_LOAD ? GA_RELEASE : W == SEQ_CST ? GA_SEQ_CST : GA_RELAXED>(flag, x);
}
template <enum ga_scope S, enum way W> GA_DEVICE bool is_set(uint32_t *flag, uint32_t x) {
    if constexpr (W == EXCHANGE)
        return ga_cas<S, GA_ACQUIRE>(flag, x, x) == x;
    else
        return ga_load < S, W == STORE_LOAD ? GA_ACQUIRE
                            : W == SEQ_CST  ? GA_SEQ_CST
                                            : GA_RELAXED > (flag) == x;
}
/* Before it is looked at, once for all flags. */
template <enum ga_scope S, enum way W> GA_DEVICE void after_flag(void) {
    if constexpr (W == FENCES)
        ga_fence<S, GA_ACQUIRE>();
    if constexpr (W == THREADFENCE)
        ga_threadfence<S>();
}

/* out: of a kernel in which each of these stands once; the word itself is not stated, nor is a flag that is loaded or
 * stored. */
static inline void way_facts(struct ga_fact *facts, enum ga_scope scope, enum way way) {
    const struct ga_fact store = {
        .operation = GA_OP_store_order, .scope = scope, .order = GA_RELEASE};
    const struct ga_fact load = {
        .operation = GA_OP_load_order, .scope = scope, .order = GA_ACQUIRE};
    switch (way) {
    case STORE_LOAD:
    case SEQ_CST:
        facts[0] = store;
        facts[1] = load;
        if (way == SEQ_CST)
            facts[0].order = facts[1].order = GA_SEQ_CST;
        break;
    case FENCES:
        facts[0] = fence_fact(scope, FENCE_RELEASE, 1);
        facts[1] = fence_fact(scope, FENCE_ACQUIRE, 1);
        break;
    case THREADFENCE:
        facts[0] = fence_fact(scope, FENCE_C, 2);
        break;
    case EXCHANGE:
        facts[0] = store;
        facts[0].operation = GA_OP_exchange;
        facts[0].unused = true;
        facts[1] = load;
        facts[1].operation = GA_OP_cas;
        break;
    default:
        facts[0].operation = GA_OP_no_other_fence;
    }
}

#endif
