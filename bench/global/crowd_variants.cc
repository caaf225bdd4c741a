/* The measured kernels and their facts. A kernel has 30 loops, one for each scope, order, and with or without a barrier; those
 * in relaxed order without a barrier are unrolled, but for the dependent ones. So each access is there a known number of
 * times. */
#define GA_OPERATIONS 7
#include "crowd_variants.h"
#include "operations.h"

#include "device_atomics.h"
#include "instructions.h"

#include <string.h>

#define GA_OPERATION(op, type, ...)                                                                \
    GA_DECLARE_KERNEL(crowd_##op##_##type##_dependent, crowd_args);                                \
    GA_DECLARE_KERNEL(crowd_##op##_##type##_independent, crowd_args);                              \
    GA_DECLARE_KERNEL(crowd_##op##_##type##_unused, crowd_args);
extern "C" {
#include "operations.def"
}
#undef GA_OPERATION

static const struct operation {
    const char *name, *type;
    enum ga_operation operation;
    enum ga_type of_type;
    bool is_loop;
    const char *kernel[GA_N_REGIMES];
    const void *entry[GA_N_REGIMES];
} operations[] = {
#define GA_OPERATION(op, type, is_loop)                                                            \
    {#op,                                                                                          \
     #type,                                                                                        \
     GA_OP_##op,                                                                                   \
     GA_TYPE_##type,                                                                               \
     is_loop,                                                                                      \
     {"crowd_" #op "_" #type "_dependent", "crowd_" #op "_" #type "_independent",                  \
      "crowd_" #op "_" #type "_unused"},                                                           \
     {GA_ENTRY(crowd_##op##_##type##_dependent), GA_ENTRY(crowd_##op##_##type##_independent),      \
      GA_ENTRY(crowd_##op##_##type##_unused)}},
#include "operations.def"
#undef GA_OPERATION
};
enum : uint32_t {
    N_OPERATIONS = sizeof operations / sizeof *operations,
    N_VARIANTS = GA_N_REGIMES * N_OPERATIONS,
};
static_assert((int)GA_N_REGIMES == 3 && (int)CROWD_ORDERS == (int)GA_N_ORDERS);

/* An access for each scope and order, in the order of crowd_instructions(), and the barriers. */
static void state(struct ga_fact *facts, const struct operation *o, enum ga_regime regime) {
    const bool is_unrolled = regime != GA_DEPENDENT && !o->is_loop;
    for (uint32_t i = 0; i < CROWD_SCOPES * CROWD_ORDERS; i++) {
        const enum ga_order order = (enum ga_order)(i % CROWD_ORDERS);
        facts[i] = {.operation = o->operation,
                    .type = o->of_type,
                    .scope = (enum ga_scope)(i / CROWD_ORDERS),
                    .order = order,
                    .unused = regime == GA_UNUSED,
                    .count = order == GA_RELAXED && is_unrolled ? CROWD_UNROLL + 1u : 2u};
    }
    facts[CROWD_SCOPES * CROWD_ORDERS] = {.operation = GA_OP_block_sync,
                                          .count = CROWD_SCOPES * CROWD_ORDERS};
}

const struct ga_variant *GA_SYMBOL(crowd_variants)(uint32_t *n) {
    static struct ga_variant variants[N_VARIANTS];
    *n = N_VARIANTS;
    for (uint32_t i = 0; i < *n && !variants[i].kernel; i++) {
        const struct operation *const o = &operations[i / GA_N_REGIMES];
        const enum ga_regime regime = (enum ga_regime)(i % GA_N_REGIMES);
        state(variants[i].facts, o, regime);
        variants[i].kernel = o->kernel[regime];
        variants[i].entry = o->entry[regime];
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
    return ga_lacks(operations[i].operation, operations[i].of_type, target);
}
