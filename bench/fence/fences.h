/* Every fence: its name, how to make it, and the facts of its kernels. */
#ifndef GA_FENCES_H
#define GA_FENCES_H

#include "company.h"

enum fence_order { FENCE_ACQUIRE, FENCE_RELEASE, FENCE_ACQ_REL, FENCE_SEQ_CST, FENCE_C };
enum { FENCE_ORDERS = 5, FENCE_VARIANTS = GA_N_SCOPES * FENCE_ORDERS };

static const char *const fence_scopes[] = {"block", "device", "system", NULL};
static const char *const fence_orders[] = {"acquire", "release",     "acq_rel",
                                           "seq_cst", "threadfence", NULL};
#define FENCE_SCOPE_AXIS(scopes)                                                                   \
    {                                                                                              \
        "scope", "", "the threads that it orders accesses for", scopes, NULL, {                    \
            "all", "all", "all"                                                                    \
        }                                                                                          \
    }
#define FENCE_ORDER_AXIS                                                                           \
    {                                                                                              \
        "order", "", "of the fence; threadfence: the C dialect's", fence_orders, NULL, {           \
            "all", "all", "all"                                                                    \
        }                                                                                          \
    }

template <enum ga_scope S, enum fence_order O> GA_DEVICE void fence(void) {
    if constexpr (O == FENCE_C)
        ga_threadfence<S>();
    else
        ga_fence<S, (enum ga_order)(O - FENCE_ACQUIRE + GA_ACQUIRE)>();
}

/* X(scope, SCOPE, order, ORDER), in the order of fence_variant(). */
#define FENCE_OF_SCOPE(X, scope, SCOPE)                                                            \
    X(scope, SCOPE, acquire, FENCE_ACQUIRE)                                                        \
    X(scope, SCOPE, release, FENCE_RELEASE)                                                        \
    X(scope, SCOPE, acq_rel, FENCE_ACQ_REL)                                                        \
    X(scope, SCOPE, seq_cst, FENCE_SEQ_CST)                                                        \
    X(scope, SCOPE, threadfence, FENCE_C)
#define FENCE_EACH(X)                                                                              \
    FENCE_OF_SCOPE(X, block, GA_SCOPE_BLOCK)                                                       \
    FENCE_OF_SCOPE(X, device, GA_SCOPE_DEVICE)                                                     \
    FENCE_OF_SCOPE(X, system, GA_SCOPE_SYSTEM)

/* Of a cluster, behind all others; the C dialect has none. */
#define FENCE_OF_CLUSTER(X)                                                                        \
    X(cluster, GA_SCOPE_CLUSTER, acquire, FENCE_ACQUIRE)                                           \
    X(cluster, GA_SCOPE_CLUSTER, release, FENCE_RELEASE)                                           \
    X(cluster, GA_SCOPE_CLUSTER, acq_rel, FENCE_ACQ_REL)                                           \
    X(cluster, GA_SCOPE_CLUSTER, seq_cst, FENCE_SEQ_CST)
enum { FENCE_VARIANTS_AND_CLUSTER = (int)FENCE_VARIANTS + (int)FENCE_C };

static inline uint32_t fence_variant(int32_t scope, int32_t order) {
    return (uint32_t)(scope * FENCE_ORDERS + order);
}

/* A fence of the C dialect is of seq_cst. */
static inline struct ga_fact fence_fact(uint32_t scope, uint32_t order, uint32_t count) {
    struct ga_fact fact = {.operation = GA_OP_fence, .count = count};
    fact.scope = (enum ga_scope)scope;
    fact.order = order == FENCE_C
                     ? GA_SEQ_CST
                     : ga_fence_order((enum ga_order)(order - FENCE_ACQUIRE + GA_ACQUIRE));
    return fact;
}

/* in: n kernels, entries: by fence_variant(); count: fences in the code of each. out: variants[n]. */
static inline void fence_fill(struct ga_variant *variants, uint32_t n, const char *const *kernels,
                              const void *const *entries, uint32_t count) {
    for (uint32_t v = 0; v < n; v++)
        variants[v] = {
            kernels[v], entries[v], {fence_fact(v / FENCE_ORDERS, v % FENCE_ORDERS, count)}};
}

#endif
