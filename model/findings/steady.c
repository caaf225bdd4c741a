/* Whether the number of accesses of a launch is a steady state: of the points that were measured with twice as many,
 * too, how far the rate changes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"
#include "sheet.h"

static const double still = 0.01;
static const char rule[] =
    "Steady state: rate_ops_per_s with twice the accesses (accesses=doubled) over that of the same "
    "point with the usual ones; a change of at most 1 % is none. Of a launch of a + b n the usual "
    "rate is twice the gain low.";

enum { MOST_AXES = GA_SHEET_MOST_COLUMNS - 2 };

/* The first n_axes columns are the axes, then accesses and the rate. */
struct pairs {
    struct ga_sheet sheet;
    const char *const *axes;
    unsigned n_axes;
    size_t n, n_still, worst; /* worst: the row of usual accesses whose rate changes most */
    double change;            /* there */
};

static double rate(const struct pairs *p, size_t r) {
    return ga_sheet_number(&p->sheet, r, p->n_axes + 1);
}

/* A row as a point: qsort and bsearch hand a comparison nothing else. */
struct point {
    const struct pairs *pairs;
    size_t row;
};

static int by_axes(const void *a, const void *b) {
    const struct point *const x = a, *const y = b;
    const struct pairs *const p = x->pairs;
    int order = 0;
    for (unsigned k = 0; k < p->n_axes && order == 0; k++)
        order = strcmp(ga_sheet_word(&p->sheet, x->row, k), ga_sheet_word(&p->sheet, y->row, k));
    return order;
}

static int by_axes_and_row(const void *a, const void *b) {
    const size_t x = ((const struct point *)a)->row, y = ((const struct point *)b)->row;
    const int order = by_axes(a, b);
    return order ? order : (x > y) - (x < y);
}

/* out: doubled[], sorted: of each point the first row with twice the accesses; how many there are. */
static size_t sort_doubled(const struct pairs *p, struct point *doubled) {
    size_t n = 0, n_points = 0;
    for (size_t r = 0; r < p->sheet.n; r++)
        if (ga_sheet_is(&p->sheet, r, p->n_axes, "doubled"))
            doubled[n++] = (struct point){p, r};
    qsort(doubled, n, sizeof *doubled, by_axes_and_row);
    for (size_t i = 0; i < n; i++)
        if (n_points == 0 || by_axes(&doubled[n_points - 1], &doubled[i]) != 0)
            doubled[n_points++] = doubled[i];
    return n_points;
}

/* doubled: room for all rows. */
static void count(struct pairs *p, struct point *doubled) {
    const size_t n = sort_doubled(p, doubled);
    for (size_t r = 0; r < p->sheet.n; r++) {
        const struct point usual = {p, r};
        const struct point *const twice =
            ga_sheet_is(&p->sheet, r, p->n_axes, "usual")
                ? bsearch(&usual, doubled, n, sizeof *doubled, by_axes)
                : NULL;
        if (!twice)
            continue;
        const double change = rate(p, twice->row) / rate(p, r) - 1;
        p->n_still += fabs(change) <= still;
        if (p->n++ == 0 || fabs(change) > fabs(p->change)) {
            p->worst = r;
            p->change = change;
        }
    }
}

static void tell(const struct pairs *p, const char *name, struct ga_findings *f) {
    ga_findings_rule(f, rule);
    ga_findings_add(f, (double)p->n, "points", "%s.steady_of", name);
    ga_findings_add(f, (double)p->n_still, "points", "%s.steady", name);
    ga_findings_add(f, p->n ? 1 + p->change : NAN, "1", "%s.steady_worst", name);
    if (p->n == 0) {
        ga_findings_say(f, "    not measured\n");
        return;
    }
    ga_findings_say(f, "    %zu of %zu points; most, %+.3g %%, at", p->n_still, p->n,
                    100 * p->change);
    for (unsigned a = 0; a < p->n_axes; a++)
        ga_findings_say(f, "%s %s=%s", a ? "," : "", p->axes[a],
                        ga_sheet_word(&p->sheet, p->worst, a));
    ga_findings_say(f, "\n");
}

enum ga_status ga_find_steady(const char *path, const char *name, const char *const *axes,
                              struct ga_findings *findings, struct ga_err *err) {
    struct ga_sheet_column columns[GA_SHEET_MOST_COLUMNS];
    struct pairs p = {.axes = axes};
    for (; axes[p.n_axes] && p.n_axes < MOST_AXES; p.n_axes++)
        columns[p.n_axes] = (struct ga_sheet_column){axes[p.n_axes], GA_SHEET_WORD};
    columns[p.n_axes] = (struct ga_sheet_column){"accesses", GA_SHEET_WORD};
    columns[p.n_axes + 1] = (struct ga_sheet_column){"rate_ops_per_s", GA_SHEET_POSITIVE};
    enum ga_status status = ga_sheet_read(path, columns, p.n_axes + 2, &p.sheet, err);
    struct point *const doubled = calloc(p.sheet.n + 1, sizeof *doubled);
    if (status == GA_OK && !doubled)
        status = ga_fail(err, GA_ERROR, "%s: out of memory", path);
    if (status == GA_OK) {
        count(&p, doubled);
        tell(&p, name, findings);
    }
    free(doubled);
    ga_sheet_free(&p.sheet);
    return status;
}
