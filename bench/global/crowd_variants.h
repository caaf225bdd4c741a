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

/* out: which of a variant's expected instructions a sample executes on a target: bits as in ga_work. */
uint32_t GA_SYMBOL(crowd_instructions)(const struct ga_variant *variant, const char *target,
                                       uint32_t scope, uint32_t order);

/* out: why a target cannot do operation i, NULL if it can. */
const char *GA_SYMBOL(crowd_lacks)(uint32_t i, const char *target);

/* in: a point of n_threads on one word, accesses set. out: its word_bytes, initial, expected. */
void GA_SYMBOL(crowd_values)(struct crowd_point *point, const char *operation, const char *type,
                             uint32_t n_threads);

#ifdef __cplusplus
}
#endif
#endif
