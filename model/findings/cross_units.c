/* How many units there are: which number of them explains how the rate grows with the variables. Both
 * models are in units.h. */
#include <math.h>
#include <stdlib.h>

#include "cross.h"
#include "fit.h"
#include "units.h"

/* The rules. */
static const double from_stride = 256, poor = 0.20;
static const char curve_rule[] =
    "Growth: rate(V) over the limit of one word (the rate of a launch without an end, T = a + b n, "
    "where it was measured "
    "with twice the accesses, else rate(1)), median over the strides of 256 bytes and more; of V "
    "from 2 to "
    "the "
    "number of warps (each word has a warp's worth of threads or more) at which at least half of "
    "these strides have rows that are not unsaturated.";
static const char distinct_rule[] = "Units, if each unit that is hit is always busy: U in U * (1 - "
                                    "(1 - 1/U)^V), least squares of the "
                                    "logarithms; poor if the residual is above 20 %.";
static const char busiest_rule[] =
    "Units, if it takes as long as the unit with the most words: U in V over the most of V words "
    "that "
    "fall on one of U units at random (256 placements), fitted likewise.";

static size_t count_strides(const struct ga_cross *c) {
    size_t n = 0;
    for (size_t s = 0; s < c->n_strides; s++)
        n += c->stride[s] >= from_stride;
    return n;
}

/* out: log of the median gain, NaN unless half of the strides count. */
static double log_gain(const struct ga_cross *c, size_t variable, size_t n_strides) {
    size_t n = 0;
    for (size_t i = c->first[variable]; i < c->first[variable + 1]; i++) {
        const struct ga_cross_point *const p = &c->at[i];
        const double one = isnan(c->limit_of_one) ? c->rate_of_one[p->stride] : c->limit_of_one;
        const double gain = p->rate / one;
        if (c->stride[p->stride] >= from_stride && !isnan(gain) && !p->unsaturated)
            c->scratch[n++] = gain;
    }
    return n > 0 && 2 * n >= n_strides ? log(ga_median(c->scratch, n)) : NAN;
}

static void find_fit(const struct ga_cross *c, const char *name, const char *rule,
                     ga_units_model *model, const uint32_t *words, const double *gain, size_t n,
                     struct ga_findings *f) {
    const struct ga_units_fit fit = ga_units_fit(model, words, gain, n);
    const bool is_open = fit.units == GA_MOST_UNITS, is_poor = fit.residual > poor;
    ga_findings_rule(f, rule);
    ga_findings_add(f, fit.units, "units", "%s.units_%s", c->name, name);
    ga_findings_add(f, 100 * fit.residual, "percent", "%s.units_%s_residual", c->name, name);
    ga_findings_say(f, "    %s%u units, residual %.3g %%%s; model", is_open ? "at least " : "",
                    fit.units, 100 * fit.residual, is_poor ? " (a poor fit)" : "");
    for (size_t i = 0; i < n; i++)
        ga_findings_say(f, "%s %u: %.3g", i ? "," : "", words[i], exp(model(fit.units, words[i])));
    ga_findings_say(f, "\n");
}

/* words, gain: room for n_variables. */
static void find_units(const struct ga_cross *c, uint32_t *words, double *gain,
                       struct ga_findings *f) {
    size_t n = 0;
    const size_t n_strides = count_strides(c);
    ga_findings_rule(f, curve_rule);
    for (size_t v = 0; v < c->n_variables; v++) {
        const double x = log_gain(c, v, n_strides), variables = c->variables[v];
        if (variables < 2 || variables > c->warps || variables > GA_MOST_WORDS || isnan(x))
            continue;
        ga_findings_add(f, exp(x), "ratio", "%s.growth.variables_%g", c->name, variables);
        ga_findings_say(f, "%s%g: %.3g", n ? ", " : "    ", variables, exp(x));
        words[n] = (uint32_t)variables;
        gain[n++] = x;
    }
    ga_findings_say(f, "%s\n", n < 3 ? "    fewer than 3 such V, no fit" : "");
    if (n < 3)
        return;
    find_fit(c, "distinct", distinct_rule, ga_units_distinct, words, gain, n, f);
    find_fit(c, "busiest", busiest_rule, ga_units_busiest, words, gain, n, f);
}

enum ga_status ga_cross_units(const struct ga_cross *c, struct ga_findings *f, struct ga_err *err) {
    uint32_t *const words = calloc(c->n_variables + 1, sizeof *words);
    double *const gain = calloc(c->n_variables + 1, sizeof *gain);
    const bool made = words && gain;
    if (made)
        find_units(c, words, gain, f);
    free(words);
    free(gain);
    return made ? GA_OK : ga_fail(err, GA_ERROR, "%s: out of memory", c->table);
}
