/* global_threads_per_warp: one thread's time, the limit of one address, and whether 32 threads are
 * free. Of rows with scope=device, order=relaxed, barrier=none and accesses=usual; regimes apart. */
#include <math.h>
#include <stdlib.h>

#include "fit.h"
#include "model.h"
#include "readable.h"
#include "sheet.h"

enum { LANES, WARPS, REGIME, SCOPE, ORDER, BARRIER, ACCESSES, RATE, MHZ, ACCESS_NS, SATURATION };
static const struct ga_sheet_column columns[] = {
    {"lanes", GA_SHEET_POSITIVE},  {"warps", GA_SHEET_POSITIVE},
    {"regime", GA_SHEET_WORD},     {"scope", GA_SHEET_WORD},
    {"order", GA_SHEET_WORD},      {"barrier", GA_SHEET_WORD},
    {"accesses", GA_SHEET_WORD},   {"rate_ops_per_s", GA_SHEET_POSITIVE},
    {"sm_mhz", GA_SHEET_MAYBE},    {"access_ns", GA_SHEET_POSITIVE},
    {"saturation", GA_SHEET_WORD},
};
enum { N_COLUMNS = sizeof columns / sizeof *columns };
static const char *const axes[] = {"lanes", "warps", "regime", "scope", "order", "barrier", NULL};
static const char *const regimes[] = {"dependent", "independent", "unused"};
enum { N_REGIMES = sizeof regimes / sizeof *regimes };

/* The rules. */
enum { MANY_THREADS = 1024, FREE_THREADS = 32 };
static const double at_limit = 0.98, still_free = 1.05;
static const char one_rule[] = "One thread's time per access: access_ns at lanes=1, warps=1.";
static const char limit_rule[] = "The limit of one address: median rate_ops_per_s of the rows with "
                                 "saturation=saturated and 1024 "
                                 "threads or more; an operation in SM cycles: median sm_mhz of the "
                                 "regime's rows over that rate.";
static const char reached_rule[] = "Where it is reached: the least threads (lanes * warps) of a "
                                   "row with at least 98 % of the limit.";
static const char free_rule[] = "Whether 32 threads are free: access_ns of 32 threads over that of "
                                "one thread, at most 1.05, as "
                                "32 lanes of one warp and as one lane of 32 warps.";
static const char most_rule[] =
    "How many threads are free: the most (lanes * warps) of a row whose access_ns is at most 1.05 "
    "of "
    "one thread's; in any shape, as lanes of one warp, as one lane of many warps.";

/* The rows of one regime: at[n] are their numbers in the sheet. */
struct regime {
    const char *name;
    const struct ga_sheet *sheet;
    size_t *at, n;
    double *values; /* room for n */
    double one, limit;
};

static double cell(const struct regime *g, size_t i, unsigned column) {
    return ga_sheet_number(g->sheet, g->at[i], column);
}

static double threads(const struct regime *g, size_t i) {
    return cell(g, i, LANES) * cell(g, i, WARPS);
}

static void pick_rows(struct regime *g) {
    const struct ga_sheet *const s = g->sheet;
    g->n = 0;
    for (size_t r = 0; r < s->n; r++)
        if (ga_sheet_is(s, r, REGIME, g->name) && ga_sheet_is(s, r, SCOPE, "device") &&
            ga_sheet_is(s, r, ORDER, "relaxed") && ga_sheet_is(s, r, BARRIER, "none") &&
            ga_sheet_is(s, r, ACCESSES, "usual"))
            g->at[g->n++] = r;
}

/* out: access_ns of a shape, NaN if it was not measured. */
static double access_of(const struct regime *g, double lanes, double warps) {
    for (size_t i = 0; i < g->n; i++)
        if (cell(g, i, LANES) == lanes && cell(g, i, WARPS) == warps)
            return cell(g, i, ACCESS_NS);
    return NAN;
}

static void find_one(struct regime *g, struct ga_findings *f) {
    g->one = access_of(g, 1, 1);
    ga_findings_add(f, g->one, "ns", "threads.%s.one_thread", g->name);
    if (isnan(g->one))
        ga_findings_say(f, "    %s: not measured\n", g->name);
    else
        ga_findings_say(f, "    %s: %.5g ns\n", g->name, g->one);
}

static void find_limit(struct regime *g, struct ga_findings *f) {
    size_t n = 0, n_clocks = 0;
    for (size_t i = 0; i < g->n; i++)
        if (threads(g, i) >= MANY_THREADS &&
            ga_sheet_is(g->sheet, g->at[i], SATURATION, "saturated"))
            g->values[n++] = cell(g, i, RATE);
    g->limit = ga_median(g->values, n); /* sorts them */
    const double least = n ? g->values[0] : NAN, most = n ? g->values[n - 1] : NAN;
    for (size_t i = 0; i < g->n; i++)
        if (!isnan(cell(g, i, MHZ)))
            g->values[n_clocks++] = cell(g, i, MHZ);
    const double cycles = ga_median(g->values, n_clocks) * 1e6 / g->limit;
    ga_findings_add(f, g->limit, "ops/s", "threads.%s.limit", g->name);
    ga_findings_add(f, least, "ops/s", "threads.%s.limit_least", g->name);
    ga_findings_add(f, most, "ops/s", "threads.%s.limit_most", g->name);
    ga_findings_add(f, (double)n, "rows", "threads.%s.limit_rows", g->name);
    ga_findings_add(f, cycles, "cycles", "threads.%s.limit_cycles_per_op", g->name);
    if (n == 0) {
        ga_findings_say(f, "    %s: no such row\n", g->name);
        return;
    }
    char limit[GA_READABLE], from[GA_READABLE], to[GA_READABLE];
    ga_findings_say(f, "    %s: %s (%zu rows, %s to %s), %.4g ns", g->name,
                    ga_readable_rate(g->limit, limit), n, ga_readable_rate(least, from),
                    ga_readable_rate(most, to), 1e9 / g->limit);
    if (!isnan(cycles))
        ga_findings_say(f, " or %.4g cycles", cycles);
    ga_findings_say(f, " an operation\n");
}

static void find_reached(struct regime *g, struct ga_findings *f) {
    size_t best = g->n;
    for (size_t i = 0; i < g->n; i++)
        if (cell(g, i, RATE) >= at_limit * g->limit &&
            (best == g->n || threads(g, i) < threads(g, best)))
            best = i;
    ga_findings_add(f, best < g->n ? threads(g, best) : NAN, "threads", "threads.%s.limit_reached",
                    g->name);
    if (best == g->n)
        ga_findings_say(f, "    %s: nowhere\n", g->name);
    else
        ga_findings_say(f, "    %s: %.6g threads (lanes=%g, warps=%g)\n", g->name, threads(g, best),
                        cell(g, best, LANES), cell(g, best, WARPS));
}

static void say_ratio(struct ga_findings *f, const char *shape, double ratio) {
    if (isnan(ratio))
        ga_findings_say(f, "%s not measured", shape);
    else
        ga_findings_say(f, "%s %.4g, %s", shape, ratio, ratio <= still_free ? "free" : "not free");
}

static void find_free(struct regime *g, struct ga_findings *f) {
    const double lanes = access_of(g, FREE_THREADS, 1) / g->one;
    const double warps = access_of(g, 1, FREE_THREADS) / g->one;
    ga_findings_add(f, lanes, "ratio", "threads.%s.free_as_32_lanes", g->name);
    ga_findings_add(f, warps, "ratio", "threads.%s.free_as_32_warps", g->name);
    ga_findings_say(f, "    %s: ", g->name);
    say_ratio(f, "as lanes", lanes);
    say_ratio(f, "; as warps", warps);
    ga_findings_say(f, "\n");
}

/* Of rows with this many lanes and warps; 0: any. */
static double most_free(const struct regime *g, double lanes, double warps) {
    double most = NAN;
    for (size_t i = 0; i < g->n; i++)
        if (cell(g, i, ACCESS_NS) <= still_free * g->one &&
            (!lanes || cell(g, i, LANES) == lanes) && (!warps || cell(g, i, WARPS) == warps))
            most = fmax(most, threads(g, i)); /* fmax drops the NaN */
    return most;
}

static void find_most(struct regime *g, struct ga_findings *f) {
    const double any = most_free(g, 0, 0), lanes = most_free(g, 0, 1), warps = most_free(g, 1, 0);
    ga_findings_add(f, any, "threads", "threads.%s.most_free", g->name);
    ga_findings_add(f, lanes, "threads", "threads.%s.most_free_lanes", g->name);
    ga_findings_add(f, warps, "threads", "threads.%s.most_free_warps", g->name);
    if (isnan(any))
        ga_findings_say(f, "    %s: not measured\n", g->name);
    else
        ga_findings_say(f, "    %s: %g threads; lanes of one warp %g, warps of one lane %g\n",
                        g->name, any, lanes, warps);
}

static void find_all(struct regime *g, struct ga_findings *f) {
    size_t n = 0;
    for (int r = 0; r < N_REGIMES; r++)
        n += g[r].n;
    static const struct {
        const char *rule;
        void (*find)(struct regime *g, struct ga_findings *f);
    } parts[] = {{one_rule, find_one},
                 {limit_rule, find_limit},
                 {reached_rule, find_reached},
                 {free_rule, find_free},
                 {most_rule, find_most}};
    ga_findings_table(f, "global_threads_per_warp");
    ga_findings_say(f,
                    "  of %zu points with scope=device, order=relaxed, barrier=none, "
                    "accesses=usual (other rows, left out: %zu)\n",
                    n, g->sheet->table.n - n);
    for (size_t p = 0; p < sizeof parts / sizeof *parts; p++) {
        ga_findings_rule(f, parts[p].rule);
        for (int r = 0; r < N_REGIMES; r++)
            if (g[r].n > 0)
                parts[p].find(&g[r], f);
    }
}

enum ga_status ga_model_threads(const char *path, struct ga_findings *f, struct ga_err *err) {
    struct ga_sheet sheet;
    struct regime g[N_REGIMES] = {{0}};
    enum ga_status status = ga_sheet_read(path, columns, N_COLUMNS, &sheet, err);
    for (int r = 0; status == GA_OK && r < N_REGIMES; r++) {
        g[r] = (struct regime){.name = regimes[r], .sheet = &sheet};
        g[r].at = calloc(sheet.n + 1, sizeof *g[r].at);
        g[r].values = calloc(sheet.n + 1, sizeof *g[r].values);
        if (!g[r].at || !g[r].values)
            status = ga_fail(err, GA_ERROR, "%s: out of memory", path);
        else
            pick_rows(&g[r]);
    }
    if (status == GA_OK) {
        find_all(g, f);
        status = ga_find_steady(path, "threads", axes, f, err);
    }
    for (int r = 0; r < N_REGIMES; r++) {
        free(g[r].at);
        free(g[r].values);
    }
    ga_sheet_free(&sheet);
    return status;
}
