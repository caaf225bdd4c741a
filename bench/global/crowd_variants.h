/* The measured kernels of all operations, in the order of operations.def, three of each: regime by
 * regime. */
#ifndef GA_CROWD_VARIANTS_H
#define GA_CROWD_VARIANTS_H

#include "crowd.h"

#ifdef __cplusplus
extern "C" {
#endif

/* out: *n of them; operation i in regime r is [i * GA_N_REGIMES + r]. */
const struct ga_variant *GA_SYMBOL(crowd_variants)(uint32_t *n);

/* out: the index of an operation, by its names; -1 if there is none. */
int32_t GA_SYMBOL(crowd_operation)(const char *operation, const char *type);

/* out: those of the 32-bit add, regime by regime. */
const struct ga_variant *GA_SYMBOL(crowd_adds)(void);

/* out: which facts of a variant a sample executes: bits as in ga_work. */
static inline uint32_t crowd_instructions(int32_t scope, int32_t order) {
    return 1u << (scope * CROWD_ORDERS + order);
}

/* out: why a target cannot do operation i, NULL if it can. */
const char *GA_SYMBOL(crowd_lacks)(uint32_t i, const char *target);

/* in: a point of n_threads on one word, accesses set. out: its word_bytes, initial, expected. */
void GA_SYMBOL(crowd_values)(struct crowd_point *point, const char *operation, const char *type,
                             uint32_t n_threads);

#ifdef __cplusplus
}
#endif
#endif
