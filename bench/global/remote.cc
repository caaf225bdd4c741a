/* The kernels of remote.h, and what they must compile to. */
#include "remote.h"

#include <stdio.h>
#include <string.h>

#include "operations.h"
#include "remote_kernels.h"

#define REMOTE_KERNEL(op, type, scope, SCOPE, regime, REGIME)                                      \
    GA_KERNEL(remote_##op##_##type##_##scope##_##regime, remote_args) {                            \
        remote_run<REMOTE_##op##_##type, SCOPE, REGIME>(a);                                        \
    }
#define REMOTE_KERNELS(op, type)                                                                   \
    REMOTE_KERNEL(op, type, system, GA_SCOPE_SYSTEM, dependent, REMOTE_DEPENDENT)                  \
    REMOTE_KERNEL(op, type, system, GA_SCOPE_SYSTEM, independent, REMOTE_INDEPENDENT)
REMOTE_OPERATIONS(REMOTE_KERNELS)
#define REMOTE_KERNEL_UNUSED(op, type)                                                             \
    REMOTE_KERNEL(op, type, system, GA_SCOPE_SYSTEM, unused, REMOTE_UNUSED)
REMOTE_COUNTED(REMOTE_KERNEL_UNUSED)
REMOTE_KERNEL(add, u32, device, GA_SCOPE_DEVICE, dependent, REMOTE_DEPENDENT)
REMOTE_KERNEL(add, u32, device, GA_SCOPE_DEVICE, independent, REMOTE_INDEPENDENT)
REMOTE_KERNEL(add, u32, device, GA_SCOPE_DEVICE, unused, REMOTE_UNUSED)

static const struct known {
    const char *operation, *type, *nvidia, *gcn, *rdna;
    uint32_t flags;
} known[] = {
#define GA_OPERATIONS 7
#define GA_OPERATION(op, type, nvidia, red, gcn, rdna, flags)                                      \
    {#op, #type, nvidia, gcn, rdna, flags},
#include "operations.def"
#undef GA_OPERATION
};

/* How an atomic says its scope, device and system, and whether it returns: one that does, one that does not. */
static const struct {
    const char *target, *least; /* of these targets one */
    const char *suffix[2][REMOTE_N_SCOPES];
} families[] = {
    {"sm_", "sm_75", {{".STRONG.GPU", ".STRONG.SYS"}, {".STRONG.GPU", ".STRONG.SYS"}}},
    {"sm_9", "sm_90", {{".STRONG.GPU", ".STRONG.SYS"}, {".STRONG.GPU", ".STRONG.SYS"}}},
    {"sm_1", "sm_100", {{".STRONG.GPU", ".STRONG.SYS"}, {".STRONG.GPU", ".STRONG.SYS"}}},
    {"gfx", "gfx", {{" glc", " glc"}, {"", ""}}},
    {"gfx94", "gfx94", {{" sc0", " sc0 sc1"}, {"", " sc1"}}},
    {"gfx11", "gfx11", {{" glc", " glc"}, {"", ""}}},
    {"gfx12",
     "gfx12",
     {{" th:TH_ATOMIC_RETURN scope:SCOPE_DEV", " th:TH_ATOMIC_RETURN scope:SCOPE_SYS"},
      {" scope:SCOPE_DEV", " scope:SCOPE_SYS"}}},
};
enum { N_FAMILIES = sizeof families / sizeof *families };

/* out: the instruction, into text of 64 bytes; whether it is a compare-and-swap loop. */
static bool instruction_of(char *text, uint32_t family, const struct known *o, uint32_t scope,
                           bool unused) {
    const char *const target = families[family].target;
    const bool nvidia = strncmp(target, "sm_", 3) == 0, is_64 = strstr(o->type, "64") != nullptr;
    const bool rdna = strcmp(target, "gfx11") == 0 || strcmp(target, "gfx12") == 0;
    const bool loop = !nvidia && ((o->flags & AMD_942 && strcmp(target, "gfx94") != 0) ||
                                  (o->flags & AMD_SYSTEM_LOOP && scope == REMOTE_SYSTEM));
    const char *const suffix = families[family].suffix[unused && !loop][scope];
    if (nvidia)
        snprintf(text, 64, "%s.E.%s%s", unused ? "RED*" : "ATOMG", o->nvidia, suffix);
    else
        snprintf(text, 64, "global_atomic_%s%s",
                 loop   ? rdna    ? is_64 ? "cmpswap_b64" : "cmpswap_b32"
                          : is_64 ? "cmpswap_x2"
                                  : "cmpswap"
                 : rdna ? o->rdna
                        : o->gcn,
                 suffix);
    return loop;
}

static const struct known *find_known(const char *operation, const char *type) {
    for (const struct known &o : known)
        if (strcmp(o.operation, operation) == 0 && strcmp(o.type, type) == 0)
            return &o;
    return nullptr;
}

/* On a target without it the kernel has no atomic at all. */
static void expect(struct ga_expect *e, char (*text)[64], uint32_t operation, uint32_t scope,
                   bool unused) {
    const struct remote_about *const about = &GA_SYMBOL(remote_abouts)[operation];
    for (uint32_t f = 0; f < N_FAMILIES; f++) {
        e[f] = {families[f].target, {}, 0, {}};
        for (uint32_t i = 0; i < 2 && about->parts[i]; i++) {
            const struct known *const o = find_known(about->parts[i], about->type);
            if (operation_lacks(o->flags, o->type, families[f].least))
                continue;
            e[f].emulated |= instruction_of(text[2 * f + i], f, o, scope, unused) ? 1u << i : 0;
            e[f].instructions[i] = text[2 * f + i];
        }
    }
}

extern "C" const char *GA_SYMBOL(remote_lacks)(uint32_t operation, const char *target) {
    const struct remote_about *const about = &GA_SYMBOL(remote_abouts)[operation];
    return operation_lacks(find_known(about->parts[0], about->type)->flags, about->type, target);
}

extern "C" const struct ga_variant *GA_SYMBOL(remote_variants)(uint32_t *n) {
    static struct ga_expect expects[REMOTE_N_VARIANTS][N_FAMILIES];
    static char texts[REMOTE_N_VARIANTS][2 * N_FAMILIES][64];
#define REMOTE_VARIANT(name) {"remote_" #name, GA_ENTRY(remote_##name), nullptr, 0, 0, false},
#define REMOTE_VARIANTS(op, type)                                                                  \
    REMOTE_VARIANT(op##_##type##_system_dependent)                                                 \
    REMOTE_VARIANT(op##_##type##_system_independent)
#define REMOTE_VARIANT_UNUSED(op, type) REMOTE_VARIANT(op##_##type##_system_unused)
    static struct ga_variant variants[] = {
        REMOTE_OPERATIONS(REMOTE_VARIANTS) REMOTE_COUNTED(REMOTE_VARIANT_UNUSED)
            REMOTE_VARIANT(add_u32_device_dependent) REMOTE_VARIANT(add_u32_device_independent)
                REMOTE_VARIANT(add_u32_device_unused)};
    static_assert(sizeof variants / sizeof *variants == REMOTE_N_VARIANTS);
    *n = REMOTE_N_VARIANTS;
    for (uint32_t v = 0; v < REMOTE_N_VARIANTS && !variants[v].expect; v++) {
        const bool device = v >= REMOTE_FIRST_DEVICE;
        const bool unused = device
                                ? v == remote_variant(REMOTE_add_u32, REMOTE_DEVICE, REMOTE_UNUSED)
                                : v >= REMOTE_FIRST_UNUSED;
        const uint32_t operation = device   ? (uint32_t)REMOTE_add_u32
                                   : unused ? v - REMOTE_FIRST_UNUSED
                                            : v / 2;
        expect(expects[v], texts[v], operation, device ? REMOTE_DEVICE : REMOTE_SYSTEM, unused);
        variants[v].expect = expects[v];
        variants[v].n_expect = N_FAMILIES;
        variants[v].count = REMOTE_UNROLL / (GA_SYMBOL(remote_abouts)[operation].parts[1] ? 2 : 1);
    }
    return variants;
}
