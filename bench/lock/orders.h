/* The facts of a kernel with a lock or a barrier that order it: fences, be they on their own or of an access. */
#ifndef GA_LOCK_ORDERS_H
#define GA_LOCK_ORDERS_H

#include "../fence/fences.h"
#include "lock.h"

/* What orders the accesses of a lock or a barrier, as often as it stands in its code. acquires, releases: accesses that
 * do, one that does both in each; acquire, release, both: fences in their place. */
struct lock_ordered {
    uint32_t acquires, releases;
    uint32_t acquire, release, both;
};

/* A kernel of one at `scope`, ordered by accesses or by fences. starts: pairs besides of a store that releases and a load
 * that acquires, at device scope. syncs: barriers of the block. */
struct lock_fences {
    const struct lock_ordered *ordered;
    enum lock_ordering by;
    enum ga_scope scope;
    enum ga_space space;
    uint32_t starts, syncs;
};

static inline void lock_add_fact(struct ga_variant *variant, const struct ga_fact *fact) {
    uint32_t i = 0;
    while (variant->facts[i].operation != GA_OP_end)
        i++;
    if (fact->count > 0)
        variant->facts[i] = *fact;
}

static inline void lock_add_fence(struct ga_variant *variant, uint32_t scope, uint32_t order,
                                  uint32_t count) {
    const struct ga_fact fact = fence_fact(scope, order, count);
    lock_add_fact(variant, &fact);
}

/* What accesses that order need besides themselves. */
static inline void lock_add_accesses(struct ga_variant *variant, enum ga_space space,
                                     enum ga_scope scope, uint32_t acquires, uint32_t releases) {
    const struct ga_fact acquire = {.operation = GA_OP_load_order,
                                    .space = space,
                                    .scope = scope,
                                    .order = GA_ACQUIRE,
                                    .count = acquires};
    const struct ga_fact release = {.operation = GA_OP_store_order,
                                    .space = space,
                                    .scope = scope,
                                    .order = GA_RELEASE,
                                    .count = releases};
    lock_add_fact(variant, &acquire);
    lock_add_fact(variant, &release);
}

/* in: *variant with the facts of its atomics. out: and with those of its orders. */
static inline void lock_add_orders(struct ga_variant *variant, const struct lock_fences *n) {
    const struct lock_ordered *const o = n->ordered;
    const struct ga_fact syncs = {.operation = GA_OP_block_sync, .count = n->syncs};
    if (n->by == LOCK_THREADFENCE) {
        lock_add_fence(variant, n->scope, FENCE_C, o->acquire + o->release + o->both);
    } else if (n->by == LOCK_FENCES) {
        lock_add_fence(variant, n->scope, FENCE_ACQUIRE, o->acquire);
        lock_add_fence(variant, n->scope, FENCE_RELEASE, o->release);
        lock_add_fence(variant, n->scope, FENCE_ACQ_REL, o->both);
    } else {
        lock_add_accesses(variant, n->space, n->scope, o->acquires, o->releases);
    }
    lock_add_accesses(variant, GA_GLOBAL, GA_SCOPE_DEVICE, n->starts, n->starts);
    lock_add_fact(variant, &syncs);
}

#endif
