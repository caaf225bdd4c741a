/* The expectations of a kernel with a lock or a barrier: the atomics that it has in any case, and every fence, be it on
 * its own or of an access that orders. */
#ifndef GA_LOCK_FENCED_EXPECT_H
#define GA_LOCK_FENCED_EXPECT_H

#include "../fence/fences.h"
#include "lock.h"

/* One for each target that is named by the atomics or by the families of fences. */
enum { LOCK_MOST_TARGETS = 16 };
struct lock_fenced {
    struct ga_expect at[LOCK_MOST_TARGETS];
    uint32_t n;
};

/* What orders the accesses of a lock or a barrier, as often as it stands in its code. acquires, releases: accesses that
 * do, one that does both in each; acquire, release, both: fences in their place. */
struct lock_ordered {
    uint32_t acquires, releases;
    uint32_t acquire, release, both;
};

/* A kernel of one at `scope`, ordered by accesses or by fences. is_shared: in shared memory, where AMD's accesses order
 * without an instruction. starts: pairs besides of a store that releases and a load that acquires, at device scope.
 * syncs: barriers of the block, which AMD's compilers put between fences. */
struct lock_fences {
    const struct lock_ordered *ordered;
    enum lock_ordering by;
    uint32_t scope;
    bool is_shared;
    uint32_t starts, syncs;
};

/* out: of the expectations, the one for a target or for the longest prefix of it; NULL if there is none. */
static inline const struct ga_expect *lock_expect_of(const struct ga_variant *variant,
                                                     const char *target) {
    const struct ga_expect *best = NULL;
    for (uint32_t i = 0; i < variant->n_expect; i++) {
        const struct ga_expect *const e = &variant->expect[i];
        const size_t n = strlen(e->target);
        if (strncmp(e->target, target, n) == 0 && (!best || n > strlen(best->target)))
            best = e;
    }
    return best;
}

/* Adds what accesses that order need besides themselves. */
static inline void lock_expect_accesses(struct ga_expect *e, const struct fence_family *family,
                                        uint32_t scope, uint32_t acquires, uint32_t releases) {
    if (releases > 0)
        fence_expect_more(e, family->release[scope], releases);
    if (acquires > 0)
        fence_expect_acquire(e, family, scope, acquires);
}

/* Adds the expectation for one target, if it is not there yet. */
static inline void lock_expect_at(const struct ga_variant *variant, struct lock_fenced *fenced,
                                  const char *target, const struct lock_fences *n) {
    const struct fence_family *const family = fence_family_of(target);
    for (uint32_t i = 0; i < fenced->n; i++)
        if (strcmp(fenced->at[i].target, target) == 0)
            return;
    struct ga_expect *const e = &fenced->at[fenced->n++];
    *e = *lock_expect_of(variant, target);
    e->target = target;
    const struct lock_ordered *const o = n->ordered;
    const bool is_amd = strncmp(target, "gfx", 3) == 0;
    if (n->by == LOCK_THREADFENCE) {
        fence_expect_fence(e, family, n->scope, FENCE_C, o->acquire + o->release + o->both);
    } else if (n->by == LOCK_FENCES) {
        fence_expect_fence(e, family, n->scope, FENCE_ACQUIRE, o->acquire);
        fence_expect_fence(e, family, n->scope, FENCE_RELEASE, o->release);
        fence_expect_fence(e, family, n->scope, FENCE_ACQ_REL, o->both);
    } else if (!is_amd || !n->is_shared) {
        lock_expect_accesses(e, family, n->scope, o->acquires, o->releases);
    }
    lock_expect_accesses(e, family, GA_SCOPE_DEVICE, n->starts, n->starts);
    if (is_amd)
        fence_expect_fence(e, family, GA_SCOPE_BLOCK, FENCE_ACQ_REL, n->syncs);
}

/* in: *variant with the expectation of its atomics. out: it has *fenced, which is filled. */
static inline void lock_expect_fences(struct ga_variant *variant, struct lock_fenced *fenced,
                                      const struct lock_fences *n) {
    for (const struct fence_family &family : fence_families)
        if (lock_expect_of(variant, family.target))
            lock_expect_at(variant, fenced, family.target, n);
    for (uint32_t i = 0; i < variant->n_expect; i++)
        lock_expect_at(variant, fenced, variant->expect[i].target, n);
    variant->expect = fenced->at;
    variant->n_expect = fenced->n;
}

#endif
