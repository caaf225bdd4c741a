/* Every fence: its name, how to make it, and the instructions that it must compile to. */
#ifndef GA_FENCES_H
#define GA_FENCES_H

#include <string.h>

#include "company.h"

enum fence_order { FENCE_ACQUIRE, FENCE_RELEASE, FENCE_ACQ_REL, FENCE_SEQ_CST, FENCE_C };
enum { FENCE_ORDERS = 5, FENCE_VARIANTS = GA_N_SCOPES * FENCE_ORDERS };

static const char *const fence_scopes[] = {"block", "device", "system", NULL};
static const char *const fence_orders[] = {"acquire", "release",     "acq_rel",
                                           "seq_cst", "threadfence", NULL};
#define FENCE_SCOPE_AXIS                                                                           \
    {                                                                                              \
        "scope", "", "the threads that it orders accesses for", fence_scopes, NULL, {              \
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

static inline uint32_t fence_variant(int32_t scope, int32_t order) {
    return (uint32_t)(scope * FENCE_ORDERS + order);
}

/* What a family of targets makes of the two sides of a fence, by scope. A release writes back, an acquire
 * invalidates; waiting has no instruction here, so that a fence that only waits has none.
 * src: SASS as cuobjdump prints it; LLVM, User Guide for AMDGPU Backend, "Memory Model". */
struct fence_family {
    const char *target;
    const char *release[GA_N_SCOPES], *acquire[GA_N_SCOPES], *acquire_too[GA_N_SCOPES];
    const char *seq_cst[GA_N_SCOPES]; /* in place of release; NULL: the same */
    bool one_sided;                   /* or else acquire and release are acq_rel */
};
#if defined(GA_BACKEND_CUDA)
enum { FENCE_ONE_SIDED = GA_CUDA_ONE_SIDED };
#else
enum { FENCE_ONE_SIDED = 1 };
#endif
#define FENCE_NVIDIA(target, one_sided)                                                            \
    {                                                                                              \
        target, {"MEMBAR.ALL.CTA", "MEMBAR.ALL.GPU", "MEMBAR.ALL.SYS"},                            \
            {"", "CCTL.IVALL", "CCTL.IVALL"}, {"", "", ""},                                        \
            {"MEMBAR.SC.CTA", "MEMBAR.SC.GPU", "MEMBAR.SC.SYS"}, one_sided                         \
    }
static const struct fence_family fence_families[] = {
    FENCE_NVIDIA("sm_", false),
    FENCE_NVIDIA("sm_9", FENCE_ONE_SIDED),
    FENCE_NVIDIA("sm_1", FENCE_ONE_SIDED),
    {"gfx90",
     {"", "", ""},
     {"", "buffer_wbinvl1_vol", "buffer_wbinvl1_vol"},
     {"", "", ""},
     {},
     true},
    {"gfx90a",
     {"", "", "buffer_wbl2"},
     {"", "buffer_wbinvl1_vol", "buffer_wbinvl1_vol"},
     {"", "", "buffer_invl2"},
     {},
     true},
    {"gfx942",
     {"", "buffer_wbl2 sc1", "buffer_wbl2 sc0 sc1"},
     {"", "buffer_inv sc1", "buffer_inv sc0 sc1"},
     {"", "", ""},
     {},
     true},
    {"gfx1",
     {"", "", ""},
     {"buffer_gl0_inv", "buffer_gl0_inv", "buffer_gl0_inv"},
     {"", "buffer_gl1_inv", "buffer_gl1_inv"},
     {},
     true},
    {"gfx12",
     {"global_wb scope:SCOPE_SE", "global_wb scope:SCOPE_DEV", "global_wb scope:SCOPE_SYS"},
     {"global_inv scope:SCOPE_SE", "global_inv scope:SCOPE_DEV", "global_inv scope:SCOPE_SYS"},
     {"", "", ""},
     {},
     true},
};
enum { FENCE_FAMILIES = sizeof fence_families / sizeof *fence_families };

/* out: that of a target, or of a longer prefix of one. */
static inline const struct fence_family *fence_family_of(const char *target) {
    const struct fence_family *best = &fence_families[0];
    size_t longest = 0;
    for (const struct fence_family &f : fence_families) {
        const size_t n = strlen(f.target);
        if (strncmp(f.target, target, n) == 0 && n > longest) {
            best = &f;
            longest = n;
        }
    }
    return best;
}

/* Adds an instruction that stands in the code `count` times more. "": none. */
static inline void fence_expect_more(struct ga_expect *e, const char *instruction, uint32_t count) {
    uint32_t i = 0;
    while (e->instructions[i] && strcmp(e->instructions[i], instruction) != 0)
        i++;
    if (!*instruction)
        return;
    e->instructions[i] = instruction;
    e->counts[i] = (uint8_t)(e->counts[i] + count);
}
static inline void fence_expect_acquire(struct ga_expect *e, const struct fence_family *f,
                                        uint32_t scope, uint32_t count) {
    fence_expect_more(e, f->acquire[scope], count);
    fence_expect_more(e, f->acquire_too[scope], count);
}

/* Adds `count` fences. */
static inline void fence_expect_fence(struct ga_expect *e, const struct fence_family *f,
                                      uint32_t scope, uint32_t order, uint32_t count) {
    const bool strong = (order == FENCE_SEQ_CST || order == FENCE_C) && f->seq_cst[scope];
    if (order != FENCE_ACQUIRE || !f->one_sided)
        fence_expect_more(e, strong ? f->seq_cst[scope] : f->release[scope], count);
    if (order != FENCE_RELEASE || !f->one_sided)
        fence_expect_acquire(e, f, scope, count);
}

struct fence_table {
    struct ga_expect expects[FENCE_VARIANTS][FENCE_FAMILIES];
    struct ga_variant variants[FENCE_VARIANTS];
};

/* in: kernels, entries: by fence_variant(); count: fences in the code of each. out: *table. */
static inline void fence_fill(struct fence_table *table, const char *const *kernels,
                              const void *const *entries, uint32_t count) {
    for (uint32_t v = 0; v < FENCE_VARIANTS; v++) {
        for (uint32_t f = 0; f < FENCE_FAMILIES; f++) {
            struct ga_expect *const e = &table->expects[v][f];
            *e = {fence_families[f].target, {}, 0, {}};
            fence_expect_fence(e, &fence_families[f], v / FENCE_ORDERS, v % FENCE_ORDERS, count);
            if (!e->instructions[0])
                e->instructions[0] = GA_NO_INSTRUCTION;
        }
        table->variants[v] = {kernels[v], entries[v], table->expects[v], FENCE_FAMILIES, count};
    }
}

#endif
