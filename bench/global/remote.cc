/* The kernels of remote.h, and their facts. */
#include "remote.h"

#include "instructions.h"
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

extern "C" const char *GA_SYMBOL(remote_lacks)(uint32_t operation, const char *target) {
    const struct remote_about *const about = &GA_SYMBOL(remote_abouts)[operation];
    return ga_lacks(about->parts[0], about->type, target);
}

static void state(struct ga_fact *facts, uint32_t operation, enum ga_scope scope, bool unused) {
    const struct remote_about *const about = &GA_SYMBOL(remote_abouts)[operation];
    const uint32_t n = about->parts[1] ? 2 : 1;
    for (uint32_t i = 0; i < n; i++)
        facts[i] = {.operation = about->parts[i],
                    .type = about->type,
                    .scope = scope,
                    .unused = unused,
                    .count = REMOTE_UNROLL / n,
                    .remote = scope == GA_SCOPE_SYSTEM};
}

extern "C" const struct ga_variant *GA_SYMBOL(remote_variants)(uint32_t *n) {
#define REMOTE_VARIANT(name) {"remote_" #name, GA_ENTRY(remote_##name), {}, false},
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
    for (uint32_t v = 0; v < REMOTE_N_VARIANTS && !variants[v].facts[0].operation; v++) {
        const bool device = v >= REMOTE_FIRST_DEVICE;
        const bool unused = device
                                ? v == remote_variant(REMOTE_add_u32, REMOTE_DEVICE, REMOTE_UNUSED)
                                : v >= REMOTE_FIRST_UNUSED;
        const uint32_t operation = device   ? (uint32_t)REMOTE_add_u32
                                   : unused ? v - REMOTE_FIRST_UNUSED
                                            : v / 2;
        state(variants[v].facts, operation, device ? GA_SCOPE_DEVICE : GA_SCOPE_SYSTEM, unused);
    }
    return variants;
}
