/* The instructions that the measured kernels must compile to. A kernel has 30 loops, one for each scope,
 * order, and with or without a barrier; those in relaxed order without a barrier are unrolled, but for the
 * dependent ones. So each instruction is there a known number of times.
 *
 * src: SASS as cuobjdump prints it; LLVM, User Guide for AMDGPU Backend, "Memory Model". */
#define GA_OPERATIONS 7
#include "crowd_variants.h"
#include "operations.h"

#include "device_atomics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Places in an expectation's list: the atomic at each scope; the same where its result is unused and that
 * makes another instruction; the fences of a release, of seq_cst, of an acquire; one more of a
 * system-wide acquire. What a target does without is ""; what it does alike stands twice, and is counted
 * at its first place. */
enum place { ATOMIC = 0, SILENT = 3, RELEASE = 6, SEQ_CST = 9, ACQUIRE = 12, MORE = 15, PLACES };

#define GA_OPERATION(op, type, ...)                                                                \
    GA_DECLARE_KERNEL(crowd_##op##_##type##_dependent, crowd_args);                                \
    GA_DECLARE_KERNEL(crowd_##op##_##type##_independent, crowd_args);                              \
    GA_DECLARE_KERNEL(crowd_##op##_##type##_unused, crowd_args);
extern "C" {
#include "operations.def"
}
#undef GA_OPERATION

struct operation {
    const char *name, *type, *nvidia;
    bool red;
    const char *gcn, *rdna;
    uint32_t flags;
    const char *kernel[GA_N_REGIMES];
    const void *entry[GA_N_REGIMES];
};

static const struct operation operations[] = {
#define GA_OPERATION(op, type, nvidia, red, gcn, rdna, flags)                                      \
    {#op,                                                                                          \
     #type,                                                                                        \
     nvidia,                                                                                       \
     red,                                                                                          \
     gcn,                                                                                          \
     rdna,                                                                                         \
     flags,                                                                                        \
     {"crowd_" #op "_" #type "_dependent", "crowd_" #op "_" #type "_independent",                  \
      "crowd_" #op "_" #type "_unused"},                                                           \
     {GA_ENTRY(crowd_##op##_##type##_dependent), GA_ENTRY(crowd_##op##_##type##_independent),      \
      GA_ENTRY(crowd_##op##_##type##_unused)}},
#include "operations.def"
#undef GA_OPERATION
};

/* What targets have in common. fences: from RELEASE on. */
struct family {
    const char *prefix;
    const char *scopes[3];     /* how the atomic says its scope */
    const char *returns;       /* and, on AMD, that it returns */
    const char *silent_system; /* what a system-wide one has that returns nothing */
    const char *fences[PLACES - RELEASE];
    uint8_t fence_counts[PLACES - RELEASE];
};

/* A fence counts two loops for each order and scope, with and without the barrier; on AMD from gfx10 on
 * the barrier of each of 15 loops has the fences of its scope, too. */
static const struct family families[] = {
    {"sm_",
     {"SM", "GPU", "SYS"},
     "",
     "",
     {"MEMBAR.ALL.CTA", "MEMBAR.ALL.GPU", "MEMBAR.ALL.SYS", "MEMBAR.SC.CTA", "MEMBAR.SC.GPU",
      "MEMBAR.SC.SYS", "", "CCTL.IVALL", "CCTL.IVALL", ""},
     {4, 4, 4, 2, 2, 2, 0, 16, 0, 0}},
    {"gfx",
     {"", "", ""},
     " glc",
     "",
     {"", "", "", "", "", "", "", "buffer_wbinvl1_vol", "buffer_wbinvl1_vol", ""},
     {0, 0, 0, 0, 0, 0, 0, 12, 0, 0}},
    {"gfx90a",
     {"", "", ""},
     " glc",
     "",
     {"", "", "buffer_wbl2", "", "", "buffer_wbl2", "", "buffer_wbinvl1_vol", "buffer_wbinvl1_vol",
      "buffer_invl2"},
     {0, 0, 6, 0, 0, 0, 0, 12, 0, 6}},
    {"gfx94",
     {"", "", " sc1"},
     " sc0",
     " sc1",
     {"", "buffer_wbl2 sc1", "buffer_wbl2 sc0 sc1", "", "buffer_wbl2 sc1", "buffer_wbl2 sc0 sc1",
      "", "buffer_inv sc1", "buffer_inv sc0 sc1", ""},
     {0, 6, 6, 0, 0, 0, 0, 6, 6, 0}},
    {"gfx10",
     {"", "", ""},
     " glc",
     "",
     {"", "", "", "", "", "", "buffer_gl0_inv", "buffer_gl[01]_inv", "buffer_gl[01]_inv", ""},
     {0, 0, 0, 0, 0, 0, 33, 12, 0, 0}},
    {"gfx11",
     {"", "", ""},
     " glc",
     "",
     {"", "", "", "", "", "", "buffer_gl0_inv", "buffer_gl[01]_inv", "buffer_gl[01]_inv", ""},
     {0, 0, 0, 0, 0, 0, 33, 12, 0, 0}},
    {"gfx12",
     {" scope:SCOPE_SE", " scope:SCOPE_DEV", " scope:SCOPE_SYS"},
     " th:TH_ATOMIC_RETURN",
     "",
     {"global_wb scope:SCOPE_SE", "global_wb scope:SCOPE_DEV", "global_wb scope:SCOPE_SYS",
      "global_wb scope:SCOPE_SE", "global_wb scope:SCOPE_DEV", "global_wb scope:SCOPE_SYS",
      "global_inv scope:SCOPE_SE", "global_inv scope:SCOPE_DEV", "global_inv scope:SCOPE_SYS", ""},
     {21, 6, 6, 0, 0, 0, 21, 6, 6, 0}},
};
enum : uint32_t {
    N_OPERATIONS = sizeof operations / sizeof *operations,
    N_VARIANTS = 3 * N_OPERATIONS,
    N_FAMILIES = sizeof families / sizeof *families,
    MOST_EXPECTS = N_FAMILIES + 3
};
static_assert(GA_N_REGIMES == 3);

/* Text that lasts as long as the program; equal texts are one. */
static const char *text(const char *format, const char *a, const char *b, const char *c) {
    static char pool[1 << 16];
    static size_t used;
    char one[96];
    const int n = snprintf(one, sizeof one, format, a, b, c);
    for (size_t at = 0; at < used; at += strlen(pool + at) + 1)
        if (strcmp(pool + at, one) == 0)
            return pool + at;
    if (used + (size_t)n + 1 > sizeof pool)
        return "(the pool of texts is full)"; /* which no instruction matches, so that the audit fails */
    char *const p = pool + used;
    memcpy(p, one, (size_t)n + 1);
    used += (size_t)n + 1;
    return p;
}

/* Loops of a scope that end in the place: all orders, or those that a RED has or lacks. */
static uint8_t loops(const struct operation *o, enum ga_regime regime, bool split,
                     enum place place) {
    if (split)
        return place == SILENT ? CROWD_UNROLL + 3 : 6;
    return regime == GA_DEPENDENT || o->flags & LOOP ? 10 : CROWD_UNROLL + 9;
}

static void set_fences(struct ga_expect *e, const struct family *f) {
    for (int i = 0; i < PLACES - RELEASE; i++) {
        e->instructions[RELEASE + i] = f->fences[i];
        e->counts[RELEASE + i] = f->fence_counts[i];
    }
}

static bool is_64(const struct operation *o) { return strstr(o->type, "64") != nullptr; }

static void expect_nvidia(struct ga_expect *e, const struct family *f, const struct operation *o,
                          enum ga_regime regime, const char *prefix, const char *block, bool loop) {
    const char *const name = !loop ? o->nvidia : is_64(o) ? "CAS.64" : "CAS";
    const bool split = regime == GA_UNUSED && o->red && !loop;
    *e = {prefix, {}, loop ? ~0u : 0, {}};
    set_fences(e, f);
    for (int s = 0; s < CROWD_SCOPES; s++) {
        const char *const scope = s == GA_SCOPE_BLOCK ? block : f->scopes[s];
        e->instructions[ATOMIC + s] = text("ATOMG.E.%s.STRONG.%s%s", name, scope, "");
        e->counts[ATOMIC + s] = loops(o, regime, split, ATOMIC);
        e->instructions[SILENT + s] = split ? text("RED*.E.%s.STRONG.%s%s", name, scope, "") : "";
        e->counts[SILENT + s] = loops(o, regime, split, SILENT);
    }
}

static void expect_amd(struct ga_expect *e, const struct family *f, const struct operation *o,
                       enum ga_regime regime) {
    const bool rdna = strcmp(f->prefix, "gfx11") == 0 || strcmp(f->prefix, "gfx12") == 0;
    const bool is_942 = strcmp(f->prefix, "gfx94") == 0;
    const bool all_loop = o->flags & AMD_LOOP || (o->flags & AMD_942 && !is_942);
    const char *const cas =
        rdna ? (is_64(o) ? "cmpswap_b64" : "cmpswap_b32") : (is_64(o) ? "cmpswap_x2" : "cmpswap");
    *e = {f->prefix, {}, 0, {}};
    set_fences(e, f);
    for (int s = 0; s < CROWD_SCOPES; s++) {
        const bool loop = all_loop || (o->flags & AMD_SYSTEM_LOOP && s == CROWD_SCOPES - 1);
        const bool returns = loop || regime != GA_UNUSED;
        const char *const name = loop ? cas : rdna ? o->rdna : o->gcn;
        e->instructions[ATOMIC + s] =
            text("global_atomic_%s%s%s", name, returns ? f->returns : "", f->scopes[s]);
        e->instructions[SILENT + s] = "";
        e->emulated |= loop ? 1u << (ATOMIC + s) : 0;
        for (int same = 0; same <= s; same++)
            if (strcmp(e->instructions[ATOMIC + same], e->instructions[ATOMIC + s]) == 0) {
                e->counts[ATOMIC + same] += loops(o, regime, false, ATOMIC);
                break;
            }
    }
}

/* out: how many expectations. */
static uint32_t expect(struct ga_expect *e, const struct operation *o, enum ga_regime regime) {
    uint32_t n = 0;
    const bool only_90 = o->flags & NV_90, loop_before = o->flags & (LOOP | NV_90_LOOP);
    if (only_90) {
        e[n++] = {"sm_", {nullptr}, 0, {}};
    } else {
        expect_nvidia(&e[n++], &families[0], o, regime, "sm_", "SM", loop_before);
        expect_nvidia(&e[n++], &families[0], o, regime, "sm_75", "CTA", loop_before);
    }
    if (only_90 || o->flags & NV_90_LOOP) {
        expect_nvidia(&e[n++], &families[0], o, regime, "sm_9", "SM", false);
        expect_nvidia(&e[n++], &families[0], o, regime, "sm_1", "SM", false);
    }
    if (o->flags & AMD_NONE)
        e[n++] = {"gfx", {nullptr}, 0, {}};
    for (uint32_t f = 1; f < N_FAMILIES && !(o->flags & AMD_NONE); f++)
        expect_amd(&e[n++], &families[f], o, regime);
    return n;
}

const struct ga_variant *GA_SYMBOL(crowd_variants)(uint32_t *n) {
    static struct ga_variant variants[N_VARIANTS];
    static struct ga_expect expects[N_VARIANTS][MOST_EXPECTS];
    *n = N_VARIANTS;
    if (variants[0].kernel)
        return variants;
    for (uint32_t i = 0; i < *n; i++) {
        const struct operation *const o = &operations[i / GA_N_REGIMES];
        const enum ga_regime regime = (enum ga_regime)(i % GA_N_REGIMES);
        variants[i] = {o->kernel[regime], o->entry[regime], expects[i],
                       expect(expects[i], o, regime), 0};
    }
    return variants;
}

int32_t GA_SYMBOL(crowd_operation)(const char *operation, const char *type) {
    for (int32_t i = 0; i < (int32_t)N_OPERATIONS; i++)
        if (strcmp(operations[i].name, operation) == 0 && strcmp(operations[i].type, type) == 0)
            return i;
    return -1;
}

const struct ga_variant *GA_SYMBOL(crowd_adds)(void) {
    uint32_t n = 0;
    return GA_SYMBOL(crowd_variants)(&n) + GA_SYMBOL(crowd_operation)("add", "u32") * GA_N_REGIMES;
}

const char *GA_SYMBOL(crowd_lacks)(uint32_t i, const char *target) {
    const struct operation *const o = &operations[i];
    return operation_lacks(o->flags, o->type, target);
}

uint32_t GA_SYMBOL(crowd_instructions)(const struct ga_variant *variant, const char *target,
                                       uint32_t scope, uint32_t order) {
    const struct ga_expect *const e = ga_expectation(variant, target);
    const bool silent = e && e->instructions[0] && *e->instructions[SILENT + scope] &&
                        (order == GA_RELAXED || order == GA_RELEASE);
    uint32_t places = 1u << ((silent ? SILENT : ATOMIC) + scope);
    if (order == GA_RELEASE || order == GA_ACQ_REL)
        places |= 1u << (RELEASE + scope);
    if (order == GA_SEQ_CST)
        places |= 1u << (SEQ_CST + scope);
    if (order == GA_ACQUIRE || order == GA_ACQ_REL || order == GA_SEQ_CST)
        places |= 1u << (ACQUIRE + scope) | (scope == CROWD_SCOPES - 1 ? 1u << MORE : 0);
    return places;
}
