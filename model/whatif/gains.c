/* What counts are the launches that every plain run has. An edited run may lack some of a row, a kernel's. The others are
 * then held against as many of a plain run, the first ones, and their ratio stands for the row. */
#include "gains.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What one run alone can show: runs of a program differ by a few percent. */
static const double LEAST_GAIN = 0.05;

const char *ga_edit_outcome_name(enum ga_edit_outcome outcome) {
    static const char *const names[GA_N_EDIT_OUTCOMES] = {
        "",        "not run",    "ok",           "inputs edited", "hung",
        "crashed", "not edited", "not launched", "no time"};
    return names[outcome];
}

/* Walks both lists of rows, which are in order. */
static enum ga_status find_unpaired(const struct ga_launch_rows *plain, struct ga_run_times *times,
                                    struct ga_err *err) {
    const struct ga_launch_rows *const run = &times->rows;
    size_t i = 0, k = 0;
    times->unpaired = calloc(plain->n + run->n + 1, sizeof *times->unpaired);
    if (!times->unpaired)
        return ga_fail(err, GA_ERROR, "out of memory");
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
    return GA_OK;
}

static size_t both(const struct ga_launch_row *row, const struct ga_launch_row *other) {
    return !other ? 0 : other->n < row->n ? other->n : row->n;
}

/* Of a plain run. */
static enum ga_status count_common(struct ga_study *study, const struct ga_launch_rows *run,
                                   struct ga_err *err) {
    struct ga_launch_rows *const rows = &study->rows;
    size_t kept = 0;
    if (!rows->at) {
        rows->at = malloc((run->n + 1) * sizeof *rows->at);
        if (!rows->at)
            return ga_fail(err, GA_ERROR, "out of memory");
        memcpy(rows->at, run->at, run->n * sizeof *rows->at);
        rows->n = run->n;
    }
    for (size_t i = 0; i < rows->n; i++) {
        struct ga_launch_row row = rows->at[i];
        row.n = both(&row, ga_launch_rows_find(run, &row.key));
        if (row.n > 0)
            rows->at[kept++] = row;
    }
    rows->n = kept;
    return GA_OK;
}

enum ga_status ga_study_take(struct ga_study *study, struct ga_whatif_variant *variant,
                             struct ga_seen_launch *launches, size_t n, double wall_s,
                             struct ga_err *err) {
    struct ga_run_times *const times = &variant->run[variant->n_runs];
    *times = (struct ga_run_times){.wall_s = wall_s, .busy_ns = NAN};
    enum ga_status status = ga_launch_rows_make(launches, n, study->counted, &times->rows, err);
    if (status != GA_OK)
        return status;
    variant->n_runs++;
    status = find_unpaired(&study->variant->run->rows, times, err);
    if (status == GA_OK && variant == study->variant)
        status = count_common(study, &times->rows, err);
    if (variant->kernel != GA_ALL_KERNELS && !variant->whole)
        ga_launch_rows_keep(&times->rows, variant->kernel);
    return status;
}

/* Of the launches that a run lacks. out: how much of their time is left, if their rows go by the launches that it has; a row
 * of which it has none stays as it was. *n_paired: launches that it has. */
static double left_of_lacking(const struct ga_study *study, const struct ga_launch_rows *run,
                              size_t *n_paired) {
    double before_ns = 0, after_ns = 0;
    *n_paired = 0;
    for (size_t i = 0; i < study->rows.n; i++) {
        const struct ga_launch_row *const row = &study->rows.at[i];
        const struct ga_launch_row *const own = ga_launch_rows_find(run, &row->key);
        const size_t paired = both(row, own);
        const double same_ns = ga_launch_row_ns(row, paired);
        const double lacking_ns = ga_launch_row_ns(row, row->n) - same_ns;
        before_ns += lacking_ns;
        after_ns +=
            same_ns > 0 ? lacking_ns * (ga_launch_row_ns(own, paired) / same_ns) : lacking_ns;
        *n_paired += paired;
    }
    return before_ns > 0 ? after_ns / before_ns : 0;
}

static enum ga_status settle_run(const struct ga_study *study, struct ga_run_times *run,
                                 struct ga_err *err) {
    double own_ns = 0, lacking_ns = 0;
    size_t n_paired = 0;
    const double left = left_of_lacking(study, &run->rows, &n_paired);
    enum ga_status status = ga_launch_rows_busy(&run->rows, &study->rows, &own_ns, err);
    if (status == GA_OK)
        status = ga_launch_rows_lacking(&study->rows, &run->rows, &lacking_ns, err);
    run->busy_ns = n_paired > 0 ? own_ns + lacking_ns * left : NAN;
    return status;
}

enum ga_status ga_study_settle(struct ga_study *study, struct ga_err *err) {
    enum ga_status status = GA_OK;
    if (study->rows.n == 0)
        return ga_fail(err, GA_ERROR, "whatif: its plain runs have no launch in common: %s",
                       study->counted.skip > 0 ? "none is left that counts (--skip)"
                                               : "no kernel, grid and block is in all of them");
    for (size_t i = 0; i < study->n_variants; i++) {
        struct ga_whatif_variant *const v = &study->variant[i];
        for (size_t k = 0; status == GA_OK && k < v->n_runs && (i == 0 || v->whole); k++)
            status = settle_run(study, &v->run[k], err);
    }
    return status;
}

void ga_whatif_variant_clear(struct ga_whatif_variant *variant) {
    for (size_t k = 0; k < variant->n_runs; k++) {
        ga_launch_rows_free(&variant->run[k].rows);
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
 * runs have the row, with times. */
static size_t shares_of(const struct ga_study *study, const struct ga_whatif_variant *variant,
                        size_t row, double *shares) {
    const struct ga_launch_row *const r = &study->rows.at[row];
    size_t n = 0;
    for (size_t k = 0; k < variant->n_runs; k++) {
        const struct ga_launch_row *const own = ga_launch_rows_find(&variant->run[k].rows, &r->key);
        const size_t paired = both(r, own);
        const double plain_ns = ga_launch_row_ns(r, paired);
        const double own_ns = paired > 0 ? ga_launch_row_ns(own, paired) : 0;
        if (plain_ns > 0 && own_ns > 0)
            shares[n++] = own_ns / plain_ns;
    }
    return n;
}

/* Of a row that no run of a variant has a share of. */
static enum ga_edit_outcome outcome_of_none(const struct ga_study *study,
                                            const struct ga_whatif_variant *variant, size_t row) {
    for (size_t k = 0; k < variant->n_runs; k++)
        if (ga_launch_rows_find(&variant->run[k].rows, &study->rows.at[row].key))
            return GA_OUTCOME_NO_TIME;
    return GA_OUTCOME_UNPAIRED;
}

static struct ga_time_interval time_of(const struct ga_study *study,
                                       const struct ga_whatif_variant *variant, size_t row) {
    double samples[GA_MOST_RUNS];
    const struct ga_launch_row *const r = &study->rows.at[row];
    const double mean_ns = ga_launch_row_ns(r, r->n) / (double)r->n;
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
        g.outcome = outcome_of_none(study, v, row);
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
    g.total_ns = g.ns.n > 0 ? g.ns.mean * (double)r->n : 0;
    g.share = busy_ns > 0 ? fmin(g.total_ns / busy_ns, 1) : NAN;
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
    if (g.best != GA_N_EDITS && g.share > 0)
        g.program_speedup = 1 / (1 - g.share * (1 - g.without[g.best].ns.mean / g.ns.mean));
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
    struct ga_program_gain g = {v, v ? v->outcome : GA_OUTCOME_NOTHING,
                                ga_time_interval_of(NULL, 0), ga_time_interval_of(NULL, 0)};
    size_t n = 0, n_wall = 0;
    const bool measured = g.outcome == GA_OUTCOME_MEASURED;
    for (size_t k = 0; measured && k < v->n_runs; k++) {
        if (isnan(v->run[k].busy_ns))
            continue;
        wall_s[n_wall++] = v->run[k].wall_s;
        if (v->run[k].busy_ns > 0 && study->variant->run->busy_ns > 0)
            busy_ns[n++] = v->run[k].busy_ns;
    }
    if (measured && n == 0)
        g.outcome = n_wall > 0 ? GA_OUTCOME_NO_TIME : GA_OUTCOME_UNPAIRED;
    g.busy_ns = ga_time_interval_of(busy_ns, n);
    g.wall_s = ga_time_interval_of(wall_s, n_wall);
    return g;
}
