/* global_locality: how long one add takes from the SMs to the lines, whether there are near and far
 * lines, whether a page is one or the other, and which lines look alike from all SMs. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fit.h"
#include "model.h"
#include "sheet.h"

enum { SM, LINE, CYCLES, NS, OPS, ALLOCATION, PAGE };
static const struct ga_sheet_column columns[] = {
    {"sm", GA_SHEET_COUNT},
    {"line", GA_SHEET_COUNT},
    {"median_cycles", GA_SHEET_POSITIVE},
    {"median_ns", GA_SHEET_POSITIVE},
    {"ops", GA_SHEET_POSITIVE},
    {"allocation", GA_SHEET_COUNT},
    {"page", GA_SHEET_COUNT},
};
enum {
    N_COLUMNS = sizeof columns / sizeof *columns,
    N_OF_ONE_PAGE =
        ALLOCATION, /* of a table of before there were pages: all is the first of the first allocation */
    PAGE_LINES = 32 /* of 4 KiB */
};

/* The rules. */
enum { MOST_GROUPS = 32, MOST_LINES = 16 }; /* that the text lists */
static const double apart = 4, least_share = 0.05, alike = 0.9, flat = 0.01, same = 0.002;
static const char latency_rule[] =
    "Latency of one add: median_ns (median_cycles) over ops, of the points of all SMs and lines.";
static const char two_rule[] = "Near and far: the split of these latencies into the two groups "
                               "that are narrowest (two means); "
                               "two groups exist if their means are at least 4 standard deviations "
                               "within the groups apart (two "
                               "halves of an even spread: 3.5) and each has 5 % of the points.";
static const char page_rule[] = "Pages of 4 KiB, from the lowest SM: near or far if all of a "
                                "page's lines are nearer to that mean "
                                "than to the other, of pages with two lines or more.";
static const char unit_rule[] = "Lines that share a unit: those equally far from every SM; the "
                                "latencies of two lines differ by "
                                "less "
                                "than 0.2 % of the mean latency (rms over the SMs that have all "
                                "lines). In order, a line joins the "
                                "unit "
                                "whose first line it is nearest to.";
static const char group_rule[] =
    "Lines that look alike: latency by SM, less each SM's mean over the lines, then less each "
    "line's "
    "mean; in order, a line joins the group with whose sum it correlates most, if by more than "
    "0.9. "
    "Of SMs with all lines; one group if what is left is less than 1 % of the mean latency (rms).";

/* Latencies in ns, at[line * n_sms + sm], of the SMs that have all lines. */
struct map {
    double *line, *sm; /* ascending; sm: those kept */
    size_t n_lines, n_sms;
    double *at, *sums;
    uint32_t *group, *unit;
};

static bool is_first_page(const struct ga_sheet *s, size_t r) {
    return s->n_columns == N_OF_ONE_PAGE ||
           (ga_sheet_number(s, r, ALLOCATION) == 0 && ga_sheet_number(s, r, PAGE) == 0);
}

static double latency(const struct ga_sheet *s, size_t r, unsigned column) {
    return ga_sheet_number(s, r, column) / ga_sheet_number(s, r, OPS);
}

static void find_latency(const struct ga_sheet *s, unsigned column, const char *unit,
                         double *values, struct ga_findings *f) {
    for (size_t r = 0; r < s->n; r++)
        values[r] = latency(s, r, column);
    const double median = ga_median(values, s->n); /* sorts them */
    ga_findings_add(f, values[0], unit, "locality.smallest_%s", unit);
    ga_findings_add(f, median, unit, "locality.median_%s", unit);
    ga_findings_add(f, values[s->n - 1], unit, "locality.largest_%s", unit);
    ga_findings_say(f, "    %.5g to %.5g %s, median %.5g\n", values[0], values[s->n - 1], unit,
                    median);
}

/* A number for each page, ascending; of the first of all lines follow one another through several. */
static double page_of(const struct ga_sheet *s, size_t r) {
    enum { MOST = 1 << 20 }; /* pages of an allocation, and lines that follow one another */
    const double later = floor(ga_sheet_number(s, r, LINE) / PAGE_LINES);
    return s->n_columns == N_OF_ONE_PAGE
               ? later
               : (ga_sheet_number(s, r, ALLOCATION) * MOST + ga_sheet_number(s, r, PAGE)) * MOST +
                     later;
}

/* limit: between near and far, in ns. values: room for the rows. */
static void find_pages(const struct ga_sheet *s, double limit, double *values,
                       struct ga_findings *f) {
    size_t n_sides[3] = {0}, n_allocations = 1;
    double sm = INFINITY;
    for (size_t r = 0; r < s->n; r++)
        sm = fmin(sm, ga_sheet_number(s, r, SM));
    if (s->n_columns > N_OF_ONE_PAGE) {
        for (size_t r = 0; r < s->n; r++)
            values[r] = ga_sheet_number(s, r, ALLOCATION);
        n_allocations = ga_distinct(values, s->n);
    }
    for (size_t r = 0; r < s->n; r++)
        values[r] = page_of(s, r);
    const size_t n_pages = ga_distinct(values, s->n);
    for (size_t p = 0; p < n_pages; p++) {
        size_t n = 0, n_far = 0;
        for (size_t r = 0; r < s->n; r++)
            if (ga_sheet_number(s, r, SM) == sm && page_of(s, r) == values[p]) {
                n++;
                n_far += latency(s, r, NS) > limit;
            }
        if (n > 1)
            n_sides[n_far == 0 ? 0 : n_far == n ? 1 : 2]++;
    }
    ga_findings_rule(f, page_rule);
    ga_findings_add(f, (double)n_pages, "pages", "locality.pages");
    ga_findings_add(f, (double)n_allocations, "allocations", "locality.allocations");
    ga_findings_add(f, (double)n_sides[0], "pages", "locality.pages_near");
    ga_findings_add(f, (double)n_sides[1], "pages", "locality.pages_far");
    ga_findings_add(f, (double)n_sides[2], "pages", "locality.pages_both");
    ga_findings_say(f, "    %zu pages of %zu allocations; from SM %g %zu near, %zu far, %zu both\n",
                    n_pages, n_allocations, sm, n_sides[0], n_sides[1], n_sides[2]);
}

static void find_two(const struct ga_sheet *s, double *values, struct ga_findings *f) {
    for (size_t r = 0; r < s->n; r++)
        values[r] = latency(s, r, NS);
    const struct ga_two two = ga_two_means(values, s->n);
    const size_t fewer = two.n[0] < two.n[1] ? two.n[0] : two.n[1];
    const bool exist = two.separation >= apart && (double)fewer >= least_share * (double)s->n;
    ga_findings_rule(f, two_rule);
    ga_findings_add(f, exist ? 2 : 1, "groups", "locality.near_and_far");
    ga_findings_add(f, two.separation, "sd", "locality.separation");
    ga_findings_add(f, exist ? two.mean[0] : NAN, "ns", "locality.near_mean");
    ga_findings_add(f, exist ? two.mean[1] : NAN, "ns", "locality.far_mean");
    if (s->n < 2) {
        ga_findings_say(f, "    one point\n");
        return;
    }
    ga_findings_say(f, "    %s: %.5g ns (%zu points) and %.5g ns (%zu), ",
                    exist ? "two groups" : "not two groups", two.mean[0], two.n[0], two.mean[1],
                    two.n[1]);
    if (isinf(two.separation))
        ga_findings_say(f, "without a deviation within them\n");
    else
        ga_findings_say(f, "%.3g standard deviations\n", two.separation);
    if (exist)
        find_pages(s, (two.mean[0] + two.mean[1]) / 2, values, f);
}

/* Of the first page's rows. */
static size_t distinct(const struct ga_sheet *s, unsigned column, double *values) {
    size_t n = 0;
    for (size_t r = 0; r < s->n; r++)
        if (is_first_page(s, r))
            values[n++] = ga_sheet_number(s, r, column);
    return ga_distinct(values, n);
}

/* Closes the gaps that SMs without all lines leave. */
static void drop_sms(struct map *m) {
    size_t kept = 0;
    const size_t n = m->n_sms;
    for (size_t sm = 0; sm < n; sm++) {
        bool whole = true;
        for (size_t l = 0; l < m->n_lines; l++)
            whole &= !isnan(m->at[l * n + sm]);
        if (!whole)
            continue;
        for (size_t l = 0; l < m->n_lines; l++)
            m->sums[l * n + kept] = m->at[l * n + sm];
        kept++;
    }
    for (size_t l = 0; l < m->n_lines; l++)
        for (size_t sm = 0; sm < kept; sm++)
            m->at[l * kept + sm] = m->sums[l * n + sm];
    m->n_sms = kept;
}

static enum ga_status make_map(const struct ga_sheet *s, struct map *m, struct ga_err *err) {
    m->line = calloc(s->n + 1, sizeof *m->line);
    m->sm = calloc(s->n + 1, sizeof *m->sm);
    m->group = calloc(s->n + 1, sizeof *m->group);
    m->unit = calloc(s->n + 1, sizeof *m->unit);
    if (m->line && m->sm && m->group && m->unit) {
        m->n_lines = distinct(s, LINE, m->line);
        m->n_sms = distinct(s, SM, m->sm);
        m->at = calloc(m->n_lines * m->n_sms + 1, sizeof *m->at);
        m->sums = calloc(m->n_lines * m->n_sms + 1, sizeof *m->sums);
    }
    if (!m->at || !m->sums)
        return ga_fail(err, GA_ERROR, "%s: out of memory", s->table.path);
    for (size_t i = 0; i < m->n_lines * m->n_sms; i++)
        m->at[i] = NAN;
    for (size_t r = 0; r < s->n; r++)
        if (is_first_page(s, r))
            m->at[ga_place(m->line, m->n_lines, ga_sheet_number(s, r, LINE)) * m->n_sms +
                  ga_place(m->sm, m->n_sms, ga_sheet_number(s, r, SM))] = latency(s, r, NS);
    drop_sms(m);
    return GA_OK;
}

static double rms_apart(const struct map *m, size_t a, size_t b) {
    double squares = 0;
    for (size_t sm = 0; sm < m->n_sms; sm++) {
        const double x = m->at[a * m->n_sms + sm] - m->at[b * m->n_sms + sm];
        squares += x * x;
    }
    return sqrt(squares / (double)m->n_sms);
}

/* How far apart lines of one unit are at most, and those of two at least, in ns. */
struct unit_gap {
    double within, between;
};

/* out: how many units. */
static uint32_t find_unit_of_lines(struct map *m, double limit, struct unit_gap *gap) {
    uint32_t n = 0;
    uint32_t *const first = m->group; /* not in use yet */
    *gap = (struct unit_gap){0, INFINITY};
    for (size_t l = 0; l < m->n_lines; l++) {
        double nearest = INFINITY;
        uint32_t unit = 0;
        for (uint32_t u = 0; u < n; u++) {
            const double x = rms_apart(m, l, first[u]);
            if (x < nearest) {
                nearest = x;
                unit = u;
            }
        }
        if (nearest < limit) {
            gap->within = fmax(gap->within, nearest);
            m->unit[l] = unit;
        } else {
            gap->between = fmin(gap->between, nearest);
            m->unit[l] = n;
            first[n++] = (uint32_t)l;
        }
    }
    memset(m->group, 0, n * sizeof *m->group);
    return n;
}

static void say_unit(const struct map *m, uint32_t u, struct ga_findings *f) {
    size_t said = 0;
    for (size_t l = 0; l < m->n_lines; l++)
        if (m->unit[l] == u && said++ <= MOST_LINES)
            ga_findings_say(f, said > MOST_LINES ? " .." : " %g", m->line[l]);
}

static void find_units(struct map *m, struct ga_findings *f) {
    double mean = 0;
    struct unit_gap gap;
    for (size_t i = 0; i < m->n_lines * m->n_sms; i++)
        mean += m->at[i] / (double)(m->n_lines * m->n_sms);
    const uint32_t n = find_unit_of_lines(m, same * mean, &gap);
    ga_findings_rule(f, unit_rule);
    ga_findings_add(f, n, "units", "locality.units");
    ga_findings_add(f, gap.within, "ns", "locality.most_within_unit");
    ga_findings_add(f, isinf(gap.between) ? NAN : gap.between, "ns",
                    "locality.least_between_units");
    ga_findings_say(f, "    %u units of %zu lines; within a unit %.3g ns at most", n, m->n_lines,
                    gap.within);
    if (n > 1)
        ga_findings_say(f, ", between units %.3g ns at least", gap.between);
    ga_findings_say(f, "\n    lines of a unit:");
    for (uint32_t u = 0; u < n && u < MOST_GROUPS; u++) {
        ga_findings_say(f, u ? "," : "");
        say_unit(m, u, f);
    }
    ga_findings_say(f, n > MOST_GROUPS ? ", ..\n" : "\n");
    for (size_t l = 0; l < m->n_lines; l++)
        ga_findings_add(f, m->unit[l], "unit", "locality.unit_of.line_%g", m->line[l]);
}

/* out: how many groups. */
static uint32_t group_lines(struct map *m) {
    const size_t n = m->n_lines * m->n_sms;
    double mean = 0, squares = 0;
    for (size_t i = 0; i < n; i++)
        mean += m->at[i] / (double)n;
    ga_remove_means(m->at, m->n_lines, m->n_sms);
    for (size_t i = 0; i < n; i++)
        squares += m->at[i] * m->at[i];
    if (sqrt(squares / (double)n) < flat * mean)
        return 1; /* group[] is all 0 */
    return ga_group_rows(m->at, m->n_lines, m->n_sms, alike, m->sums, m->group);
}

static void say_group(const struct map *m, uint32_t g, size_t n, struct ga_findings *f) {
    size_t said = 0;
    ga_findings_say(f, "    group %u, %zu lines:", g, n);
    for (size_t l = 0; l < m->n_lines; l++)
        if (m->group[l] == g && said++ < MOST_LINES)
            ga_findings_say(f, " %g", m->line[l]);
    ga_findings_say(f, "%s\n", n > MOST_LINES ? " .." : "");
}

static void find_groups(struct map *m, struct ga_findings *f) {
    if (m->n_lines < 2 || m->n_sms < 3) {
        ga_findings_rule(f, group_rule);
        ga_findings_say(f, "    %zu lines and %zu SMs with all of them are too few\n", m->n_lines,
                        m->n_sms);
        return;
    }
    find_units(m, f);
    ga_findings_rule(f, group_rule);
    const uint32_t n_groups = group_lines(m);
    ga_findings_add(f, n_groups, "groups", "locality.line_groups");
    ga_findings_say(f, "    %u groups of %zu lines, over %zu SMs\n", n_groups, m->n_lines,
                    m->n_sms);
    for (uint32_t g = 0; g < n_groups; g++) {
        size_t n = 0;
        for (size_t l = 0; l < m->n_lines; l++)
            n += m->group[l] == g;
        ga_findings_add(f, (double)n, "lines", "locality.lines_of.group_%u", g);
        if (g < MOST_GROUPS)
            say_group(m, g, n, f);
    }
    if (n_groups > MOST_GROUPS)
        ga_findings_say(f, "    and %u more groups\n", n_groups - MOST_GROUPS);
    for (size_t l = 0; l < m->n_lines; l++)
        ga_findings_add(f, m->group[l], "group", "locality.group_of.line_%g", m->line[l]);
}

static enum ga_status find_all(const struct ga_sheet *s, struct ga_findings *f,
                               struct ga_err *err) {
    struct map m = {0};
    double *const values = calloc(s->n, sizeof *values);
    if (!values)
        return ga_fail(err, GA_ERROR, "%s: out of memory", s->table.path);
    const enum ga_status status = make_map(s, &m, err);
    if (status == GA_OK) {
        ga_findings_rule(f, latency_rule);
        find_latency(s, NS, "ns", values, f);
        find_latency(s, CYCLES, "cycles", values, f);
        find_two(s, values, f);
        find_groups(&m, f);
    }
    free(values);
    free(m.line);
    free(m.sm);
    free(m.group);
    free(m.unit);
    free(m.at);
    free(m.sums);
    return status;
}

/* out: of all columns, where the table has pages. */
static enum ga_status read_sheet(const char *path, struct ga_sheet *sheet, struct ga_err *err) {
    bool has_pages = false;
    enum ga_status status = ga_sheet_read(path, columns, N_OF_ONE_PAGE, sheet, err);
    for (unsigned a = 0; status == GA_OK && a < sheet->table.n_axes; a++)
        has_pages |= strcmp(sheet->table.axis[a], columns[PAGE].name) == 0;
    if (has_pages) {
        ga_sheet_free(sheet);
        status = ga_sheet_read(path, columns, N_COLUMNS, sheet, err);
    }
    return status;
}

enum ga_status ga_model_locality(const char *path, struct ga_findings *f, struct ga_err *err) {
    struct ga_sheet sheet;
    enum ga_status status = read_sheet(path, &sheet, err);
    if (status == GA_OK) {
        ga_findings_table(f, "global_locality");
        ga_findings_say(f, "  of %zu points (rows that are not ok, left out: %zu)\n", sheet.n,
                        sheet.n_not_ok);
        if (sheet.n > 0)
            status = find_all(&sheet, f, err);
    }
    ga_sheet_free(&sheet);
    return status;
}
