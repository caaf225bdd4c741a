/* How far apart words must be: what two of them do to each other, and more. */
#include <math.h>

#include "cross.h"
#include "fit.h"

/* The rules. */
static const double undisturbed = 0.95, worse = 0.98; /* of the ideal; of one word */
static const char ratio_rule[] = "Two variables: rate with 2 over rate with 1, by stride in bytes "
                                 "(a range: measured strides in a "
                                 "row whose ratios round alike).";
static const char free_rule[] =
    "Undisturbed: the smallest stride at which that ratio is at least 1.9.";
static const char back_rule[] = "Contention returns: larger strides with a ratio below 1.9.";
static const char worse_rule[] = "Worse than one word: strides with a ratio below 0.98.";
static const char share_rule[] =
    "More variables: of the strides from the undisturbed one on, the share with at least 95 % of "
    "the "
    "ideal V * rate(1), and the smallest, middle and largest part of the ideal.";

/* Strides from first to last look alike. */
static void say_run(const struct ga_cross *c, size_t first, size_t last, double ratio,
                    struct ga_findings *f, int n) {
    ga_findings_say(f, "%s", n == 0 ? "    " : n % 8 ? ", " : ",\n    ");
    if (first == last)
        ga_findings_say(f, "%g: %.2f", c->stride[first], ratio);
    else
        ga_findings_say(f, "%g-%g: %.2f", c->stride[first], c->stride[last], ratio);
}

static void find_ratios(const struct ga_cross *c, struct ga_findings *f) {
    int n = 0;
    size_t first = 0;
    ga_findings_rule(f, ratio_rule);
    for (size_t s = 0; s < c->n_strides; s++) {
        const double ratio = ga_cross_gain(c, s, 2);
        const double after = s + 1 < c->n_strides ? ga_cross_gain(c, s + 1, 2) : NAN;
        if (!isnan(ratio))
            ga_findings_add(f, ratio, "ratio", "%s.pair_ratio.stride_%g", c->name, c->stride[s]);
        if (!isnan(ratio) && round(100 * ratio) != round(100 * after))
            say_run(c, first, s, ratio, f, n++);
        if (isnan(ratio) || round(100 * ratio) != round(100 * after))
            first = s + 1;
    }
    ga_findings_say(f, n ? "\n" : "    not measured with 1 and 2 variables\n");
}

/* Lists the strides from `first` on with a ratio below `least`. */
static void find_below(const struct ga_cross *c, size_t first, double least, const char *name,
                       struct ga_findings *f) {
    size_t n = 0, n_measured = 0;
    for (size_t s = first; s < c->n_strides; s++) {
        const double ratio = ga_cross_gain(c, s, 2);
        n_measured += isnan(ratio) ? 0 : 1;
        if (!(ratio < least))
            continue;
        ga_findings_add(f, ratio, "ratio", "%s.%s.stride_%g", c->name, name, c->stride[s]);
        ga_findings_say(f, "%s%g: %.3f",
                        n == 0   ? "    "
                        : n % 10 ? ", "
                                 : ",\n    ",
                        c->stride[s], ratio);
        n++;
    }
    ga_findings_add(f, (double)n, "strides", "%s.%s", c->name, name);
    ga_findings_say(f, "%s(%zu of %zu strides)\n", n ? " " : "    none ", n, n_measured);
}

size_t ga_cross_pairs(const struct ga_cross *c, struct ga_findings *f) {
    size_t free_from = 0;
    find_ratios(c, f);
    while (free_from < c->n_strides && !(ga_cross_gain(c, free_from, 2) >= 2 * undisturbed))
        free_from++;
    const bool any = free_from < c->n_strides;
    ga_findings_rule(f, free_rule);
    ga_findings_add(f, any ? c->stride[free_from] : NAN, "B", "%s.pair_undisturbed", c->name);
    if (any)
        ga_findings_say(f, "    %g B\n", c->stride[free_from]);
    else
        ga_findings_say(f, "    none\n");
    ga_findings_rule(f, back_rule);
    find_below(c, any ? free_from + 1 : free_from, 2 * undisturbed, "pair_returns", f);
    ga_findings_rule(f, worse_rule);
    find_below(c, 0, worse, "pair_worse", f);
    return free_from;
}

/* One line: v variables at the strides from `first` on. */
static void find_share(const struct ga_cross *c, size_t first, double v, struct ga_findings *f) {
    size_t n = 0, n_most = 0;
    for (size_t s = first; s < c->n_strides; s++) {
        const double part = ga_cross_gain(c, s, v) / v;
        if (isnan(part))
            continue;
        c->scratch[n++] = part;
        n_most += part >= undisturbed;
    }
    const double middle = ga_median(c->scratch, n), share = 100 * (double)n_most / (double)n;
    ga_findings_add(f, share, "percent", "%s.undisturbed_share.variables_%g", c->name, v);
    ga_findings_add(f, middle, "ratio", "%s.part_of_ideal.variables_%g", c->name, v);
    if (n == 0)
        ga_findings_say(f, "    %g variables: not measured\n", v);
    else
        ga_findings_say(f,
                        "    %g variables: %zu of %zu strides (%.3g %%); part %.3g, %.3g, %.3g\n",
                        v, n_most, n, share, c->scratch[0], middle, c->scratch[n - 1]);
}

void ga_cross_shares(const struct ga_cross *c, size_t first, struct ga_findings *f) {
    static const double variables[] = {2, 4, 16, 64};
    ga_findings_rule(f, share_rule);
    for (size_t v = 0; v < sizeof variables / sizeof *variables; v++)
        find_share(c, first, variables[v], f);
}
