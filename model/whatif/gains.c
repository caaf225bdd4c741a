/* A run may lack launches of a row. Its time is then held against that of as many launches of the plain runs, the first
 * ones, and the ratio stands for all. */
#include "gains.h"

#include <math.h>
#include <stdlib.h>

/* What one run alone can show: runs of a program differ by a few percent. */
static const double LEAST_GAIN = 0.05;

const char *ga_edit_outcome_name(enum ga_edit_outcome outcome) {
    static const char *const names[GA_N_EDIT_OUTCOMES] = {
        "", "not run", "ok", "inputs edited", "hung", "crashed", "not edited", "not launched"};
    return names[outcome];
}

/* Walks both lists of rows, which are in order. */
static void find_unpaired(const struct ga_launch_rows *plain, const struct ga_launch_rows *run,
                          struct ga_run_times *times) {
    size_t i = 0, k = 0;
    while (i < plain->n || k < run->n) {
        const int order = i == plain->n ? 1
                          : k == run->n ? -1
                                        : ga_launch_key_compare(&plain->at[i].key, &run->at[k].key);
        const struct ga_unpaired one = {order <= 0 ? plain->at[i].key : run->at[k].key,
                                        order <= 0 ? plain->at[i].n : 0,
                                        order >= 0 ? run->at[k].n : 0};
        if (one.n_plain != one.n_run)
            times->unpaired[times->n_unpaired++] = one;
        i += order <= 0;
        k += order >= 0;
    }
}

static enum ga_status pair(const struct ga_launch_rows *plain, const struct ga_launch_rows *run,
                           double wall_s, struct ga_run_times *times, struct ga_err *err) {
    *times =
        (struct ga_run_times){.at = calloc(plain->n + 1, sizeof *times->at),
                              .unpaired = calloc(plain->n + run->n + 1, sizeof *times->unpaired),
                              .busy_ns = run->busy_ns,
                              .wall_s = wall_s};
    if (!times->at || !times->unpaired) {
        free(times->at);
        free(times->unpaired);
        return ga_fail(err, GA_ERROR, "out of memory");
    }
    for (size_t i = 0; i < plain->n; i++) {
        const struct ga_launch_row *const row = ga_launch_rows_find(run, &plain->at[i].key);
        const size_t n = !row ? 0 : row->n < plain->at[i].n ? row->n : plain->at[i].n;
        times->at[i] = (struct ga_paired){n, n ? row->until_ns[n - 1] : 0};
    }
    find_unpaired(plain, run, times);
    return GA_OK;
}

enum ga_status ga_study_take(struct ga_study *study, struct ga_whatif_variant *variant,
                             struct ga_seen_launch *launches, size_t n, double wall_s,
                             struct ga_err *err) {
    struct ga_launch_rows rows;
    const bool first = variant == study->variant && variant->n_runs == 0;
    enum ga_status status = ga_launch_rows_make(launches, n, study->counted, &rows, err);
    if (status != GA_OK)
        return status;
    if (first)
        study->rows = rows;
    status = pair(&study->rows, &rows, wall_s, &variant->run[variant->n_runs], err);
    if (!first)
        ga_launch_rows_free(&rows);
    if (status == GA_OK)
        variant->n_runs++;
    return status;
}

void ga_whatif_variant_clear(struct ga_whatif_variant *variant) {
    for (size_t k = 0; k < variant->n_runs; k++) {
        free(variant->run[k].at);
        free(variant->run[k].unpaired);
    }
    variant->n_runs = 0;
}

void ga_study_free(struct ga_study *study) {
    for (size_t i = 0; i < study->n_variants; i++)
        ga_whatif_variant_clear(&study->variant[i]);
    free(study->variant);
    ga_launch_rows_free(&study->rows);
    *study = (struct ga_study){.variant = NULL};
}

/* The mean of a launch in each run of a variant, as a share of the same launches' in the first plain run. out: how many
 * runs have the row. */
static size_t shares_of(const struct ga_study *study, const struct ga_whatif_variant *variant,
                        size_t row, double *shares) {
    size_t n = 0;
    for (size_t k = 0; k < variant->n_runs; k++) {
        const struct ga_paired *const p = &variant->run[k].at[row];
        if (p->n > 0 && study->rows.at[row].until_ns[p->n - 1] > 0)
            shares[n++] = p->total_ns / study->rows.at[row].until_ns[p->n - 1];
    }
    return n;
}

static struct ga_time_interval time_of(const struct ga_study *study,
                                       const struct ga_whatif_variant *variant, size_t row) {
    double samples[GA_MOST_RUNS];
    const struct ga_launch_row *const r = &study->rows.at[row];
    const double mean_ns = r->until_ns[r->n - 1] / (double)r->n;
    const size_t n = shares_of(study, variant, row, samples);
    for (size_t k = 0; k < n; k++)
        samples[k] *= mean_ns;
    return ga_time_interval_of(samples, n);
}

/* out: the runs that say most of a kernel without a class: those in which it was edited alone, if there are any. */
static const struct ga_whatif_variant *variant_of(const struct ga_study *study, enum ga_edit edit,
                                                  uint32_t kernel) {
    const struct ga_whatif_variant *all = NULL;
    for (size_t i = 1; i < study->n_variants; i++) {
        const struct ga_whatif_variant *const v = &study->variant[i];
        if (v->edit == edit && v->kernel == kernel && v->only == 0)
            return v;
        if (v->edit == edit && v->kernel == GA_ALL_KERNELS &&
            (!study->chosen || study->chosen[kernel]))
            all = v;
    }
    return all;
}

static enum ga_edit_outcome outcome_of(const struct ga_whatif_variant *v, uint64_t n_instructions) {
    if (n_instructions == 0)
        return GA_OUTCOME_NOTHING;
    if (!v || (v->kernel == GA_ALL_KERNELS && v->outcome != GA_OUTCOME_MEASURED))
        return GA_OUTCOME_NOT_RUN;
    return v->kernel == GA_ALL_KERNELS && v->edit != GA_EDIT_UNCHANGED ? GA_OUTCOME_INPUTS
                                                                       : v->outcome;
}

static struct ga_gain gain_of(const struct ga_study *study, size_t row,
                              const struct ga_whatif_variant *v, uint64_t n_instructions,
                              const struct ga_time_interval *plain) {
    const struct ga_launch_row *const r = &study->rows.at[row];
    struct ga_gain g = {.outcome = outcome_of(v, n_instructions),
                        .ns = ga_time_interval_of(NULL, 0),
                        .speedup = ga_time_interval_of(NULL, 0),
                        .saved_ns = NAN,
                        .beside = v && v->kernel == GA_ALL_KERNELS};
    if (g.outcome != GA_OUTCOME_MEASURED && g.outcome != GA_OUTCOME_INPUTS)
        return g;
    g.ns = time_of(study, v, row);
    if (g.ns.n == 0) {
        g.outcome = GA_OUTCOME_UNPAIRED;
        return g;
    }
    g.speedup = (struct ga_time_interval){g.ns.n, plain->mean / g.ns.mean, plain->low / g.ns.high,
                                          g.ns.low > 0 ? plain->high / g.ns.low : NAN};
    g.saved_ns = (plain->mean - g.ns.mean) * (double)r->n;
    g.certain =
        plain->low > g.ns.high || (plain->n == 1 && plain->mean * (1 - LEAST_GAIN) > g.ns.mean);
    return g;
}

bool ga_as_loads_untried(const struct ga_study *study, const struct ga_observed *kernels,
                         uint32_t kernel) {
    const struct ga_seen_kernel *const seen = ga_observed_kernel(kernels, kernel);
    return seen && seen->n[GA_EDIT_AS_LOADS] > 0 && !(study->edits & 1U << GA_EDIT_AS_LOADS);
}

static struct ga_row_gains row_gains(const struct ga_study *study,
                                     const struct ga_observed *kernels, size_t row,
                                     double busy_ns) {
    const struct ga_launch_row *const r = &study->rows.at[row];
    const struct ga_seen_kernel *const seen = ga_observed_kernel(kernels, r->key.kernel);
    struct ga_row_gains g = {.row = r, .best = GA_N_EDITS, .program_speedup = 1};
    g.ns = time_of(study, study->variant, row);
    g.total_ns = g.ns.mean * (double)r->n;
    g.share = busy_ns > 0 ? g.total_ns / busy_ns : NAN;
    g.uses_results = seen && seen->n[GA_EDIT_AS_LOADS] > 0;
    g.as_loads_untried = ga_as_loads_untried(study, kernels, r->key.kernel);
    for (int e = 0; e < GA_N_EDITS; e++) {
        const bool tried = seen && study->edits & 1U << e;
        g.without[e] = gain_of(study, row, variant_of(study, (enum ga_edit)e, r->key.kernel),
                               tried ? seen->n[e] : 0, &g.ns);
        if (g.without[e].certain && e != GA_EDIT_UNCHANGED &&
            (g.best == GA_N_EDITS || g.without[e].saved_ns > g.without[g.best].saved_ns))
            g.best = (enum ga_edit)e;
    }
    if (g.best != GA_N_EDITS && g.without[g.best].saved_ns < busy_ns)
        g.program_speedup = busy_ns / (busy_ns - g.without[g.best].saved_ns);
    return g;
}

struct ga_gain ga_gain_of_variant(const struct ga_study *study, const struct ga_launch_row *row,
                                  const struct ga_whatif_variant *variant) {
    const size_t i = (size_t)(row - study->rows.at);
    const struct ga_time_interval plain = time_of(study, study->variant, i);
    return gain_of(study, i, variant, 1, &plain);
}

static int by_gain(const void *left, const void *right) {
    const struct ga_row_gains *const a = left, *const b = right;
    const double x = a->best == GA_N_EDITS ? 0 : a->without[a->best].saved_ns;
    const double y = b->best == GA_N_EDITS ? 0 : b->without[b->best].saved_ns;
    if (x != y)
        return x > y ? -1 : 1;
    if (a->total_ns != b->total_ns)
        return a->total_ns > b->total_ns ? -1 : 1;
    return ga_launch_key_compare(&a->row->key, &b->row->key);
}

enum ga_status ga_gains_of_rows(const struct ga_study *study, const struct ga_observed *kernels,
                                struct ga_row_gains **gains, struct ga_err *err) {
    const double busy_ns = ga_gain_of_program(study, GA_N_EDITS).busy_ns.mean;
    *gains = malloc((study->rows.n + 1) * sizeof **gains);
    if (!*gains)
        return ga_fail(err, GA_ERROR, "out of memory");
    for (size_t i = 0; i < study->rows.n; i++)
        (*gains)[i] = row_gains(study, kernels, i, busy_ns);
    if (study->rows.n > 0)
        qsort(*gains, study->rows.n, sizeof **gains, by_gain);
    return GA_OK;
}

struct ga_program_gain ga_gain_of_program(const struct ga_study *study, enum ga_edit edit) {
    double busy_ns[GA_MOST_RUNS], wall_s[GA_MOST_RUNS];
    const struct ga_whatif_variant *v = edit == GA_N_EDITS ? study->variant : NULL;
    for (size_t i = 1; i < study->n_variants; i++)
        if (study->variant[i].edit == edit && study->variant[i].whole)
            v = &study->variant[i];
    struct ga_program_gain g = {v, ga_time_interval_of(NULL, 0), ga_time_interval_of(NULL, 0)};
    for (size_t k = 0; v && k < v->n_runs; k++) {
        busy_ns[k] = v->run[k].busy_ns;
        wall_s[k] = v->run[k].wall_s;
    }
    if (v && v->n_runs > 0) {
        g.busy_ns = ga_time_interval_of(busy_ns, v->n_runs);
        g.wall_s = ga_time_interval_of(wall_s, v->n_runs);
    }
    return g;
}
