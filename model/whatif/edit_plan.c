#include "edit_plan.h"

#include <stdlib.h>

#include "splitmix64.h"

struct heavy {
    uint32_t kernel;
    double ns;
};

static int heaviest_first(const void *left, const void *right) {
    const struct heavy *const a = left, *const b = right;
    if (a->ns != b->ns)
        return a->ns > b->ns ? -1 : 1;
    return (a->kernel > b->kernel) - (a->kernel < b->kernel);
}

/* out: how many instructions it has that may be edited so. in: edit: GA_N_EDITS: any that is tried, but for the control. */
static uint64_t n_of(const struct ga_study *study, const struct ga_observed *kernels,
                     uint32_t kernel, enum ga_edit edit) {
    const struct ga_seen_kernel *const k = ga_observed_kernel(kernels, kernel);
    uint64_t n = 0;
    for (int e = 0; k && e < GA_N_EDITS; e++)
        if (study->edits & 1U << e &&
            (edit == (enum ga_edit)e || (edit == GA_N_EDITS && e != GA_EDIT_UNCHANGED)))
            n += k->n[e];
    return n;
}

/* in: edit: GA_N_EDITS: any. Rows are in order of kernels. */
enum ga_status ga_whatif_kernels_of(const struct ga_study *study, const struct ga_observed *kernels,
                                    const bool *chosen, enum ga_edit edit, uint32_t **list,
                                    size_t *n, struct ga_err *err) {
    const struct ga_launch_rows *const rows = &study->rows;
    struct heavy *const heavy = malloc((rows->n + 1) * sizeof *heavy);
    *list = malloc((rows->n + 1) * sizeof **list);
    *n = 0;
    if (!heavy || !*list) {
        free(heavy);
        return ga_fail(err, GA_ERROR, "out of memory");
    }
    for (size_t i = 0; i < rows->n; i++) {
        const uint32_t kernel = rows->at[i].key.kernel;
        if (!chosen[kernel] || n_of(study, kernels, kernel, edit) == 0)
            continue;
        if (*n == 0 || heavy[*n - 1].kernel != kernel)
            heavy[(*n)++] = (struct heavy){kernel, 0};
        heavy[*n - 1].ns += ga_launch_row_ns(&rows->at[i], rows->at[i].n);
    }
    qsort(heavy, *n, sizeof *heavy, heaviest_first);
    for (size_t i = 0; i < *n; i++)
        (*list)[i] = heavy[i].kernel;
    free(heavy);
    return GA_OK;
}

static void add(struct ga_study *study, enum ga_edit edit, uint32_t kernel, bool whole) {
    study->variant[study->n_variants++] =
        (struct ga_whatif_variant){.edit = edit, .kernel = kernel, .whole = whole};
}

/* Its instructions one at a time, where it has several. */
static void add_each(struct ga_study *study, enum ga_edit edit, uint32_t kernel, uint64_t n) {
    for (uint32_t i = 1; study->each && n > 1 && i <= n && i <= GA_MOST_EACH; i++) {
        add(study, edit, kernel, false);
        study->variant[study->n_variants - 1].only = i;
    }
}

static void add_kernel(struct ga_study *study, const struct ga_observed *kernels, uint32_t kernel,
                       const size_t *n_kernels) {
    for (int e = 0; e < GA_N_EDITS; e++) {
        const uint64_t n = n_of(study, kernels, kernel, (enum ga_edit)e);
        if (n > 0 && e != GA_EDIT_UNCHANGED) {
            add(study, (enum ga_edit)e, kernel, n_kernels[e] == 1);
            add_each(study, (enum ga_edit)e, kernel, n);
        }
    }
}

/* out: whether it is one of the first GA_HEAVIEST. */
static bool is_among(uint32_t kernel, const uint32_t *heavy, size_t n) {
    for (size_t i = 0; i < n && i < GA_HEAVIEST; i++)
        if (heavy[i] == kernel)
            return true;
    return false;
}

static enum ga_status add_all(struct ga_study *study, const struct ga_observed *kernels,
                              const bool *chosen, struct ga_err *err) {
    uint32_t *heavy = NULL, *of[GA_N_EDITS] = {NULL};
    size_t n_heavy = 0, n_kernels[GA_N_EDITS] = {0};
    enum ga_status status =
        ga_whatif_kernels_of(study, kernels, chosen, GA_N_EDITS, &heavy, &n_heavy, err);
    for (int e = 0; status == GA_OK && e < GA_N_EDITS; e++)
        status = ga_whatif_kernels_of(study, kernels, chosen, (enum ga_edit)e, &of[e],
                                      &n_kernels[e], err);
    if (status == GA_OK) {
        for (size_t i = 0; i < n_heavy && i < GA_HEAVIEST; i++)
            add_kernel(study, kernels, heavy[i], n_kernels);
        for (int e = 0; e < GA_N_EDITS; e++)
            if (n_kernels[e] > 1)
                add(study, (enum ga_edit)e, GA_ALL_KERNELS, true);
            else if (n_kernels[e] == 1 &&
                     (e == GA_EDIT_UNCHANGED || !is_among(of[e][0], heavy, n_heavy)))
                add(study, (enum ga_edit)e, of[e][0], true);
    }
    for (int e = 0; e < GA_N_EDITS; e++)
        free(of[e]);
    free(heavy);
    return status;
}

/* in: order[n]: a run each, not shuffled; the plain one is variant 0. */
static void shuffle(size_t *order, size_t n, uint64_t seed) {
    for (size_t i = n; i > 1; i--) { /* Fisher and Yates */
        const size_t k = (size_t)(ga_splitmix64(&seed) % i), swapped = order[k];
        order[k] = order[i - 1];
        order[i - 1] = swapped;
    }
    for (size_t i = 1; i < n && order[0] != 0; i++)
        if (order[i] == 0) { /* whether the program bears being isolated is seen first */
            order[i] = order[0];
            order[0] = 0;
        }
}

enum ga_status ga_whatif_plan_make(struct ga_study *study, const struct ga_observed *kernels,
                                   const bool *chosen, size_t runs, uint64_t seed,
                                   struct ga_whatif_plan *plan, struct ga_err *err) {
    const size_t each = study->each ? GA_HEAVIEST * GA_N_EDITS * GA_MOST_EACH : 0,
                 most = 1 + (GA_HEAVIEST + 1) * GA_N_EDITS + each;
    struct ga_whatif_variant *const variants =
        realloc(study->variant, (most + GA_MOST_FAULTS) * sizeof *variants);
    size_t *const order = malloc(most * runs * sizeof *order);
    *plan = (struct ga_whatif_plan){order, 0};
    if (variants)
        study->variant = variants;
    if (!variants || !order)
        return ga_fail(err, GA_ERROR, "out of memory");
    const enum ga_status status = add_all(study, kernels, chosen, err);
    for (size_t v = 0; v < study->n_variants; v++)
        for (size_t k = v == 0; k < runs; k++)
            order[plan->n++] = v;
    shuffle(order, plan->n, seed);
    return status;
}
