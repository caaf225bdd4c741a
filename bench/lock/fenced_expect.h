/* The expectations of a kernel whose lock or barrier is ordered by the C dialect's fences: the atomics that it has
 * in any case, and every fence. */
#ifndef GA_LOCK_FENCED_EXPECT_H
#define GA_LOCK_FENCED_EXPECT_H

#include "../fence/fences.h"

/* One for each target that is named by the atomics or by the families of fences. */
enum { LOCK_MOST_TARGETS = 16 };
struct lock_fenced {
    struct ga_expect at[LOCK_MOST_TARGETS];
    uint32_t n;
};

/* How many fences a kernel has. c: the C dialect's, at `scope`. starts: pairs of a store that releases and a load
 * that acquires, at device scope. syncs: barriers of the block, which AMD's compilers put between fences. */
struct lock_fences {
    uint32_t scope, c, starts, syncs;
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
    fence_expect_fence(e, family, n->scope, FENCE_C, n->c);
    if (n->starts > 0) {
        fence_expect_more(e, family->release[GA_SCOPE_DEVICE], n->starts);
        fence_expect_acquire(e, family, GA_SCOPE_DEVICE, n->starts);
    }
    if (strncmp(target, "gfx", 3) == 0)
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
