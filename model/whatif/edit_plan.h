/* Which runs there are to be, and in what order. */
#ifndef GA_EDIT_PLAN_H
#define GA_EDIT_PLAN_H

#include "gains.h"

enum { GA_HEAVIEST = 8, GA_MOST_FAULTS = 16, GA_MOST_EACH = 32 };

struct ga_whatif_plan {
    size_t *order; /* numbers of variants, a run each */
    size_t n;
};

/* in: study: with its first plain run; kernels: what that saw; chosen: of each symbol, whether it may be edited; runs: of
 * each variant, also of the plain one, 1 to GA_MOST_RUNS. out: study->variant: plain, then each class of study->edits alone
 * in each of the heaviest kernels that have it, with study->each also its first GA_MOST_EACH instructions one at a time,
 * then each class in all kernels, where these are several, the control so alone; plan: shuffled by
 * seed, less the plain run that there was; a plain one is first. There is room for GA_MOST_FAULTS more variants.
 * own: free(plan->order). err: GA_ERROR for want of memory. */
enum ga_status ga_whatif_plan_make(struct ga_study *study, const struct ga_observed *kernels,
                                   const bool *chosen, size_t runs, uint64_t seed,
                                   struct ga_whatif_plan *plan, struct ga_err *err);

/* A class's kernels: launched, chosen, with such instructions; the heaviest first. own: free(*list). */
enum ga_status ga_whatif_kernels_of(const struct ga_study *study, const struct ga_observed *kernels,
                                    const bool *chosen, enum ga_edit edit, uint32_t **list,
                                    size_t *n, struct ga_err *err);

#endif
