/* global_aggregation: which way of counting is the fastest at how many bins, and where two ways cross. Of the rows
 * with the most keys; of a way's copies the fastest. Inputs apart. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fit.h"
#include "model.h"
#include "readable.h"
#include "sheet.h"

enum { METHOD, BINS, INPUT, SKEW, KEYS, RATE };
static const struct ga_sheet_column columns[] = {
    {"method", GA_SHEET_WORD}, {"bins", GA_SHEET_POSITIVE}, {"input", GA_SHEET_WORD},
    {"skew", GA_SHEET_COUNT},  {"keys", GA_SHEET_POSITIVE}, {"rate_ops_per_s", GA_SHEET_POSITIVE},
};
enum { N_COLUMNS = sizeof columns / sizeof *columns };
static const char plain[] = "plain";

/* The rules. */
static const double ahead = 1.03;
static const char fastest_rule[] = "The fastest: at each number of bins the way with the highest "
                                   "rate_ops_per_s, the fastest of its "
                                   "copies; and the ways within 3 % of it.";
static const char gain_rule[] =
    "What each way gains: its rate over the one of plain, at each number of bins.";
static const char crossing_rule[] =
    "Crossings: between two numbers of bins, at the one of which a way is ahead of another by more "
    "than 3 % and at the other behind by more, with none between at which either is: where the "
    "rates "
    "are equal, interpolated in the logarithms of bins and rates. The way that is ahead with fewer "
    "bins is named first.";

/* One input: rates[way * n_bins + bins], 0 where there is none. ways: those of the table, by name. */
struct panel {
    char name[48];
    const char **ways;
    const double *bins;
    size_t n_ways, n_bins;
    double *rates;
};

static double rate(const struct panel *p, size_t way, size_t b) {
    return p->rates[way * p->n_bins + b];
}

/* out: n_ways if the table has none of that name. */
static size_t way_of(const struct panel *p, const char *method) {
    size_t way = 0;
    while (way < p->n_ways && strcmp(p->ways[way], method) != 0)
        way++;
    return way;
}

/* input, and its skew if it has one. */
static void name_of(const struct ga_sheet *s, size_t r, char *name, size_t capacity) {
    const double skew = ga_sheet_number(s, r, SKEW);
    if (skew > 0)
        snprintf(name, capacity, "%s_%.0f", ga_sheet_word(s, r, INPUT), skew);
    else
        snprintf(name, capacity, "%s", ga_sheet_word(s, r, INPUT));
}

static void fill(const struct ga_sheet *s, double keys, struct panel *p) {
    char name[sizeof p->name];
    memset(p->rates, 0, p->n_ways * p->n_bins * sizeof *p->rates);
    for (size_t r = 0; r < s->n; r++) {
        const size_t way = way_of(p, ga_sheet_word(s, r, METHOD));
        const double bins = ga_sheet_number(s, r, BINS);
        name_of(s, r, name, sizeof name);
        if (ga_sheet_number(s, r, KEYS) != keys || strcmp(name, p->name) != 0)
            continue;
        double *const at = &p->rates[way * p->n_bins + ga_place(p->bins, p->n_bins, bins)];
        *at = fmax(*at, ga_sheet_number(s, r, RATE));
    }
}

static void find_fastest(const struct panel *p, struct ga_findings *f) {
    char text[GA_READABLE];
    ga_findings_say(f, "    %s:", p->name);
    for (size_t b = 0; b < p->n_bins; b++) {
        double most = 0;
        for (size_t way = 0; way < p->n_ways; way++)
            most = fmax(most, rate(p, way, b));
        if (most == 0)
            continue;
        ga_findings_say(f, " %.0f:", p->bins[b]);
        for (size_t way = 0; way < p->n_ways; way++)
            if (rate(p, way, b) * ahead >= most) {
                ga_findings_add(f, rate(p, way, b), "keys/s", "aggregation.%s.fastest.%.0f.%s",
                                p->name, p->bins[b], p->ways[way]);
                ga_findings_say(f, " %s", p->ways[way]);
            }
        ga_findings_say(f, " (%s);", ga_readable_rate(most, text));
    }
    ga_findings_say(f, "\n");
}

static void find_gain(const struct panel *p, struct ga_findings *f) {
    const size_t by = way_of(p, plain);
    for (size_t way = 0; way < p->n_ways; way++) {
        bool any = false;
        for (size_t b = 0; b < p->n_bins && by < p->n_ways && way != by; b++) {
            if (rate(p, way, b) == 0 || rate(p, by, b) == 0)
                continue;
            const double gain = rate(p, way, b) / rate(p, by, b);
            ga_findings_add(f, gain, "1", "aggregation.%s.%s_over_plain.%.0f", p->name,
                            p->ways[way], p->bins[b]);
            if (!any)
                ga_findings_say(f, "    %s, %s:", p->name, p->ways[way]);
            ga_findings_say(f, "%s %.0f: %.3g", any ? "," : "", p->bins[b], gain);
            any = true;
        }
        if (any)
            ga_findings_say(f, "\n");
    }
}

/* The logarithm of how far a is ahead of b; NaN where one of them is not there. */
static double lead(const struct panel *p, size_t a, size_t b, size_t bins) {
    return rate(p, a, bins) > 0 && rate(p, b, bins) > 0 ? log(rate(p, a, bins) / rate(p, b, bins))
                                                        : NAN;
}

static bool find_pair(const struct panel *p, size_t a, size_t b, bool any, struct ga_findings *f) {
    int n = 0;
    for (size_t i = 0, last = SIZE_MAX; i < p->n_bins; i++) {
        const double here = lead(p, a, b, i);
        if (!(fabs(here) > log(ahead)))
            continue;
        const double before = last == SIZE_MAX ? here : lead(p, a, b, last);
        if (before * here < 0) {
            const double part = before / (before - here),
                         at = p->bins[last] * pow(p->bins[i] / p->bins[last], part);
            ga_findings_add(f, at, "bins", "aggregation.%s.%s_to_%s.%d", p->name,
                            p->ways[before > 0 ? a : b], p->ways[before > 0 ? b : a], ++n);
            ga_findings_say(f, "%s %s to %s at %.3g", any ? "," : "", p->ways[before > 0 ? a : b],
                            p->ways[before > 0 ? b : a], at);
            any = true;
        }
        last = i;
    }
    return any;
}

static void find_crossings(const struct panel *p, struct ga_findings *f) {
    bool any = false;
    ga_findings_say(f, "    %s:", p->name);
    for (size_t a = 0; a < p->n_ways; a++)
        for (size_t b = a + 1; b < p->n_ways; b++)
            any = find_pair(p, a, b, any, f);
    ga_findings_say(f, any ? " bins\n" : " none\n");
}

/* names[n_panels], of the rows with so many keys, in the table's order; out: n_panels. */
static size_t panels_of(const struct ga_sheet *s, double keys,
                        char (*names)[sizeof((struct panel *)0)->name]) {
    size_t n = 0;
    for (size_t r = 0; r < s->n; r++) {
        if (ga_sheet_number(s, r, KEYS) != keys)
            continue;
        name_of(s, r, names[n], sizeof names[n]);
        size_t i = 0;
        while (strcmp(names[i], names[n]) != 0)
            i++;
        n += i == n;
    }
    return n;
}

static void find_all(const struct ga_sheet *s, struct panel *p,
                     char (*names)[sizeof((struct panel *)0)->name], struct ga_findings *f) {
    static const struct {
        const char *rule;
        void (*find)(const struct panel *, struct ga_findings *);
    } parts[] = {
        {fastest_rule, find_fastest}, {gain_rule, find_gain}, {crossing_rule, find_crossings}};
    double keys = 0;
    size_t n = 0;
    for (size_t r = 0; r < s->n; r++)
        keys = fmax(keys, ga_sheet_number(s, r, KEYS));
    for (size_t r = 0; r < s->n; r++)
        n += ga_sheet_number(s, r, KEYS) == keys;
    ga_findings_table(f, "global_aggregation");
    ga_findings_say(f, "  of the %zu points with the most keys, %.0f (other rows, left out: %zu)\n",
                    n, keys, s->n - n);
    const size_t n_panels = panels_of(s, keys, names);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        ga_findings_rule(f, parts[i].rule);
        for (size_t k = 0; k < n_panels; k++) {
            snprintf(p->name, sizeof p->name, "%s", names[k]);
            fill(s, keys, p);
            parts[i].find(p, f);
        }
    }
}

enum ga_status ga_model_aggregation(const char *path, struct ga_findings *findings,
                                    struct ga_err *err) {
    struct ga_sheet s;
    struct panel p = {.rates = NULL};
    enum ga_status status = ga_sheet_read(path, columns, N_COLUMNS, &s, err);
    double *const bins = calloc(s.n + 1, sizeof *bins);
    char(*const names)[sizeof p.name] = calloc(s.n + 1, sizeof *names);
    p.ways = calloc(s.n + 1, sizeof *p.ways);
    if (status == GA_OK && bins && p.ways) {
        for (size_t r = 0; r < s.n; r++) {
            bins[r] = ga_sheet_number(&s, r, BINS);
            p.ways[p.n_ways] = ga_sheet_word(&s, r, METHOD);
            p.n_ways += way_of(&p, p.ways[p.n_ways]) == p.n_ways;
        }
        p.bins = bins;
        p.n_bins = ga_distinct(bins, s.n);
        p.rates = calloc(p.n_ways * p.n_bins + 1, sizeof *p.rates);
    }
    if (status == GA_OK && (!bins || !names || !p.ways || !p.rates))
        status = ga_fail(err, GA_ERROR, "%s: out of memory", path);
    if (status == GA_OK)
        find_all(&s, &p, names, findings);
    free(p.rates);
    free((void *)p.ways);
    free(names);
    free(bins);
    ga_sheet_free(&s);
    return status;
}
