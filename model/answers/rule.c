/* A row of a table gives a reading: value, and the interval that the row's own median has, in proportion. A rule makes one
 * answer of the readings of all rows that fit. */
#include "rule.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fit.h"
#include "l2_law.h"
#include "number.h"
#include "where.h"

static const double alike = 0.95;  /* of the best rate: as good */
static const double apart = 4;     /* standard deviations within two groups: they are two */
enum { many = 100 };               /* rows, for the median of one of two groups */
static const double normal = 1.96; /* standard errors to an end of a 95 % interval */

struct reading {
    size_t row;
    double value, low, high;
    double over, under; /* value is their quotient */
};
struct readings {
    struct reading *at;
    size_t n;
};

/* What a rule is handed: the readings where it looks, and of `other`, if that is conditions. */
struct question {
    const struct ga_grid *grid;
    const struct ga_answer_row *row;
    struct readings here, other;
};

/* out: the columns of an interval's ends and its median, in the unit that was read: over processes, if of several. */
static const char *const *interval_of(const struct ga_grid *grid) {
    enum { N_KINDS = 4 };
    static const char *const names[N_KINDS][3] = {
        {"process_low_ns", "process_high_ns", "median_ns"},
        {"process_low_cycles", "process_high_cycles", "median_cycles"},
        {"ci_low_ns", "ci_high_ns", "median_ns"},
        {"ci_low_cycles", "ci_high_cycles", "median_cycles"}};
    struct ga_grid_column column;
    int kind = 0;
    while (kind < N_KINDS - 1 && !ga_grid_find(grid, names[kind][0], &column))
        kind++;
    return names[kind];
}

/* The interval's ends over the median. name: of the three columns. */
static enum ga_status read_interval(const struct ga_grid *grid, size_t row, const char *const *name,
                                    double *low, double *high, struct ga_err *err) {
    double median = NAN;
    enum ga_status status = ga_grid_number(grid, row, name[0], low, err);
    if (status == GA_OK)
        status = ga_grid_number(grid, row, name[1], high, err);
    if (status == GA_OK)
        status = ga_grid_number(grid, row, name[2], &median, err);
    *low /= median;
    *high /= median;
    return status;
}

static bool is_time(const char *name) {
    return strncmp(name, "median_", 7) == 0 || strcmp(name, "cycles_per_request") == 0;
}

static bool is_rate(const char *name) { return strcmp(name, "steady_ops_per_s") == 0; }

/* in: value: "a", "a/b" or "a/1000". */
static void split_value(const char *value, char *over, char *under, size_t capacity) {
    const size_t n = strcspn(value, "/");
    snprintf(over, capacity, "%.*s", (int)n, value);
    snprintf(under, capacity, "%s", value[n] ? value + n + 1 : "1");
}

/* interval: what interval_of() found. */
static enum ga_status read_row(const struct ga_grid *grid, size_t row, const char *value,
                               const char *const *interval, struct reading *r, struct ga_err *err) {
    char over[64], under[64];
    split_value(value, over, under, sizeof over);
    *r = (struct reading){.row = row, .value = NAN, .low = NAN, .high = NAN};
    enum ga_status status = ga_grid_number(grid, row, over, &r->over, err);
    if (status == GA_OK && !ga_parse_real(under, -DBL_MAX, DBL_MAX, &r->under))
        status = ga_grid_number(grid, row, under, &r->under, err);
    r->value = r->over / r->under;
    double low = NAN, high = NAN;
    if (status == GA_OK && (is_time(over) || is_time(under) || is_rate(over))) {
        status = read_interval(grid, row, interval, &low, &high, err);
        r->low = r->value * (is_time(over) ? low : 1 / high);
        r->high = r->value * (is_time(over) ? high : 1 / low);
    }
    return status;
}

/* Rows without that number are left out. */
static enum ga_status read_rows(const struct ga_grid *grid, const char *value, const char *where,
                                struct readings *readings, struct ga_err *err) {
    size_t *rows = NULL, n = 0;
    const char *const *const interval = interval_of(grid);
    enum ga_status status = ga_where(grid, where, &rows, &n, err);
    readings->at = calloc(n + 1, sizeof *readings->at);
    if (status == GA_OK && !readings->at)
        status = ga_fail(err, GA_ERROR, "%s: out of memory", grid->path);
    for (size_t i = 0; status == GA_OK && i < n; i++) {
        struct reading *const r = &readings->at[readings->n];
        status = read_row(grid, rows[i], value, interval, r, err);
        readings->n += isfinite(r->value);
    }
    free(rows);
    return status;
}

static int by_value(const void *a, const void *b) {
    const struct reading *const x = a, *const y = b;
    const int order = (x->value > y->value) - (x->value < y->value);
    return order ? order : (x->row > y->row) - (x->row < y->row);
}

static void take(const struct question *q, const struct reading *r, struct ga_answer *answer) {
    answer->value = r->value;
    answer->low = r->low;
    answer->high = r->high;
    answer->line = q->grid->at[r->row].line;
    answer->state = GA_ANSWERED;
}

/* Of the one row that fits, or of all: the readings ascend. */
static void find_at(const struct question *q, struct ga_answer *answer) {
    if (q->here.n == 1)
        take(q, q->here.at, answer);
}
static void find_least(const struct question *q, struct ga_answer *answer) {
    take(q, &q->here.at[0], answer);
}
static void find_middle(const struct question *q, struct ga_answer *answer) {
    take(q, &q->here.at[(q->here.n - 1) / 2], answer);
}
static void find_most(const struct question *q, struct ga_answer *answer) {
    take(q, &q->here.at[q->here.n - 1], answer);
}

/* out: whether there are two groups, and not one, or nothing. */
static bool find_two(const struct question *q, struct ga_two *two) {
    double *const values = calloc(q->here.n, sizeof *values);
    if (!values)
        return false;
    for (size_t i = 0; i < q->here.n; i++)
        values[i] = q->here.at[i].value;
    *two = ga_two_means(values, q->here.n);
    free(values);
    return two->separation >= apart;
}

static void find_group(const struct question *q, struct ga_answer *answer) {
    struct ga_two two;
    if (!find_two(q, &two))
        return;
    answer->value = two.mean[q->row->rule == GA_RULE_FAR];
    answer->state = GA_ANSWERED;
}

/* Which of few rows happen to be there would decide. */
static void find_group_middle(const struct question *q, struct ga_answer *answer) {
    const bool is_upper = q->row->rule == GA_RULE_UPPER_MIDDLE;
    struct ga_two two;
    if (q->here.n >= many && find_two(q, &two))
        take(q, &q->here.at[(is_upper ? two.n[0] : 0) + (two.n[is_upper] - 1) / 2], answer);
}

/* Of the line through all rows, over column `other`. Its interval is its own error's, and as wide as the lines through the
 * readings' ends ask for: a process that differs often does so in all rows. A row without ends has its value there. */
static void find_slope(const struct question *q, struct ga_answer *answer) {
    enum { X, VALUE, LOW, HIGH, N };
    const size_t n = q->here.n;
    struct ga_grid_column column;
    if (n < 3 || !ga_grid_find(q->grid, q->row->other, &column))
        return;
    double *const all = calloc(N * n, sizeof *all);
    bool is_read = all;
    for (size_t i = 0; is_read && i < n; i++) {
        const struct reading *const r = &q->here.at[i];
        const char *const x = ga_grid_text(q->grid, r->row, column);
        is_read = ga_parse_real(x, 0, DBL_MAX, &all[X * n + i]);
        all[VALUE * n + i] = r->value;
        all[LOW * n + i] = isfinite(r->low) ? r->low : r->value;
        all[HIGH * n + i] = isfinite(r->high) ? r->high : r->value;
    }
    if (is_read) {
        const struct ga_line line = ga_fit_line(all, all + VALUE * n, n);
        const double low = ga_fit_line(all, all + LOW * n, n).slope,
                     high = ga_fit_line(all, all + HIGH * n, n).slope, error = normal * line.error;
        answer->value = line.slope;
        answer->low = fmin(line.slope - error, fmin(low, high));
        answer->high = fmax(line.slope + error, fmax(low, high));
        answer->state = isfinite(line.slope) ? GA_ANSWERED : GA_NO_SUCH_ROW;
    }
    free(all);
}

/* Bounds of a difference and of a quotient: of the ends that are farthest apart. */
static void find_more(const struct question *q, struct ga_answer *answer) {
    if (q->here.n != 1 || q->other.n != 1)
        return;
    const struct reading *const a = q->here.at, *const b = q->other.at;
    take(q, a, answer);
    answer->value = a->value - b->value;
    answer->low = a->low - b->high;
    answer->high = a->high - b->low;
}
static void take_quotient(const struct question *q, const struct reading *a,
                          const struct reading *b, struct ga_answer *answer) {
    take(q, a, answer);
    answer->value = a->value / b->value;
    answer->low = a->low / b->high;
    answer->high = a->high / b->low;
}
static void find_loss(const struct question *q, struct ga_answer *answer) {
    if (q->other.n > 0)
        take_quotient(q, &q->other.at[0], &q->here.at[0], answer);
}
static void find_share(const struct question *q, struct ga_answer *answer) {
    if (q->other.n == 1)
        take_quotient(q, &q->other.at[0], &q->here.at[q->here.n - 1], answer);
}

static void find_best(const struct question *q, struct ga_answer *answer) {
    struct ga_grid_column column;
    if (!ga_grid_find(q->grid, q->row->other, &column))
        return;
    take(q, &q->here.at[0], answer);
    snprintf(answer->word, sizeof answer->word, "%s",
             ga_grid_text(q->grid, q->here.at[0].row, column));
}

/* The smallest of column `other` whose reading is as good as the largest. */
static void find_pad(const struct question *q, struct ga_answer *answer) {
    const double best = q->here.at[q->here.n - 1].value;
    struct ga_grid_column column;
    double least = INFINITY, stride = NAN;
    if (!ga_grid_find(q->grid, q->row->other, &column))
        return;
    for (size_t i = 0; i < q->here.n; i++) {
        const struct reading *const r = &q->here.at[i];
        if (r->value < alike * best ||
            !ga_parse_real(ga_grid_text(q->grid, r->row, column), 0, DBL_MAX, &stride) ||
            stride >= least)
            continue;
        least = stride;
        take(q, r, answer);
    }
    answer->value = least;
    answer->low = answer->high = NAN;
}

static void find_sum(const struct question *q, struct ga_answer *answer) {
    double over = 0, under = 0;
    for (size_t i = 0; i < q->here.n; i++) {
        over += q->here.at[i].over;
        under += q->here.at[i].under;
    }
    answer->value = over / under;
    answer->state = GA_ANSWERED;
}

/* out: whether two rows are of one input: the same in all of these columns. */
static bool same_input(const struct ga_grid *grid, size_t a, size_t b) {
    static const char *const names[] = {"input", "skew", "bins"};
    struct ga_grid_column column;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (ga_grid_find(grid, names[i], &column) &&
            strcmp(ga_grid_text(grid, a, column), ga_grid_text(grid, b, column)) != 0)
            return false;
    return true;
}

static const struct reading *best_of_input(const struct question *q, const struct readings *of,
                                           size_t row) {
    for (size_t i = of->n; i-- > 0;)
        if (same_input(q->grid, of->at[i].row, row))
            return &of->at[i];
    return NULL;
}

/* By input, the best here over the best of the others. */
static void find_gain(const struct question *q, struct ga_answer *answer) {
    const int sign = q->row->rule == GA_RULE_GAIN_MOST ? 1 : -1;
    for (size_t i = 0; i < q->here.n; i++) {
        struct ga_answer found = *answer;
        const struct reading *const a = best_of_input(q, &q->here, q->here.at[i].row);
        const struct reading *const b = best_of_input(q, &q->other, q->here.at[i].row);
        if (!a || !b)
            continue;
        take_quotient(q, a, b, &found);
        if (answer->state != GA_ANSWERED || sign * found.value > sign * answer->value)
            *answer = found;
    }
}

/* The number of the law itself, where the rows are that the clock is drawn from. */
static void find_l2_law(const struct question *q, struct ga_answer *answer) {
    answer->value = ga_l2_law_integer(q->grid->run);
    answer->state = isnan(answer->value) ? GA_NO_CLOCK : GA_ANSWERED;
}

/* In MHz, of a rate in G/s: without a launch's begin and end, where rows of two lengths tell. */
static void find_l2_clock(const struct question *q, struct ga_answer *answer) {
    const double cycles = ga_l2_law_integer(q->grid->run);
    const struct question steady = {.grid = q->grid, .row = q->row, .here = q->other};
    find_middle(q->other.n > 0 ? &steady : q, answer);
    answer->value *= cycles * 1e3;
    answer->low *= cycles * 1e3;
    answer->high *= cycles * 1e3;
    answer->state = isnan(cycles) ? GA_NO_CLOCK : GA_ANSWERED;
}

/* By enum ga_rule. text: %1$s is the value, %2$s where, %3$s other. */
static const struct {
    void (*find)(const struct question *, struct ga_answer *);
    bool has_other; /* which is conditions; of the L2's clock a value */
    const char *text;
} rules[] = {
    [GA_RULE_AT] = {find_at, false, "%1$s at %2$s"},
    [GA_RULE_LEAST] = {find_least, false, "least %1$s at %2$s"},
    [GA_RULE_MIDDLE] = {find_middle, false, "median of %1$s (lower of two) at %2$s"},
    [GA_RULE_MOST] = {find_most, false, "largest %1$s at %2$s"},
    [GA_RULE_NEAR] = {find_group, false,
                      "mean of the lower of two groups (two means) of %1$s at %2$s"},
    [GA_RULE_FAR] = {find_group, false,
                     "mean of the upper of two groups (two means) of %1$s at %2$s"},
    [GA_RULE_LOWER_MIDDLE] = {find_group_middle, false,
                              "median of the lower of two groups (two means) of %1$s at %2$s"},
    [GA_RULE_UPPER_MIDDLE] = {find_group_middle, false,
                              "median of the upper of two groups (two means) of %1$s at %2$s"},
    [GA_RULE_SLOPE] = {find_slope, false, "least-squares slope of %1$s over %3$s at %2$s"},
    [GA_RULE_MORE] = {find_more, true, "%1$s at %2$s less that at %3$s"},
    [GA_RULE_BEST] = {find_best, false, "%3$s with the least %1$s at %2$s"},
    [GA_RULE_LOSS] = {find_loss, true, "least %1$s at %3$s over the least of all, at %2$s"},
    [GA_RULE_PAD] = {find_pad, false, "least %3$s with 95 %% of the largest %1$s at %2$s"},
    [GA_RULE_SHARE] = {find_share, true, "%1$s at %3$s over the largest of all, at %2$s"},
    [GA_RULE_SUM] = {find_sum, false, "%1$s, each summed, at %2$s"},
    [GA_RULE_GAIN_LEAST] = {find_gain, true,
                            "least, of all inputs, of the best %1$s at %2$s over that at %3$s"},
    [GA_RULE_GAIN_MOST] = {find_gain, true,
                           "largest, of all inputs, of the best %1$s at %2$s over that at %3$s"},
    [GA_RULE_L2_LAW] =
        {find_l2_law, false,
         "the L2's clock (Nsight Compute, H200) over the rate of one word; of sm_90 alone"},
    [GA_RULE_L2_CLOCK] = {find_l2_clock, true,
                          "median of %1$s (lower of two) at %2$s, times the L2 cycles of an add: "
                          "1.25 on sm_90, by Nsight Compute; not known for other targets"
                          "; of %3$s where that is measured"},
    [GA_RULE_L2_CYCLES] = {find_at, false,
                           "%1$s at %2$s, times the L2's clock; a short launch's ramp is in it"},
};

enum ga_status ga_rule_apply(const struct ga_grid *grid, const struct ga_answer_row *row,
                             struct ga_answer *answer, struct ga_err *err) {
    struct question q = {.grid = grid, .row = row};
    *answer = (struct ga_answer){.state = GA_NO_SUCH_ROW, .value = NAN, .low = NAN, .high = NAN};
    enum ga_status status = read_rows(grid, row->value, row->where, &q.here, err);
    const bool is_value = row->rule == GA_RULE_L2_CLOCK;
    if (status == GA_OK && rules[row->rule].has_other)
        status = read_rows(grid, is_value ? row->other : row->value,
                           is_value ? row->where : row->other, &q.other, err);
    if (status == GA_OK && q.here.n > 0) {
        qsort(q.here.at, q.here.n, sizeof *q.here.at, by_value);
        if (q.other.n > 0)
            qsort(q.other.at, q.other.n, sizeof *q.other.at, by_value);
        answer->n_rows = q.here.n;
        rules[row->rule].find(&q, answer);
    }
    free(q.here.at);
    free(q.other.at);
    return status;
}

const char *ga_rule_text(const struct ga_answer_row *row, char *text, size_t capacity) {
    const char *const where = *row->where ? row->where : "all rows";
    char other[256];
    ga_where_difference(row->where, row->other, other, sizeof other);
    snprintf(text, capacity, rules[row->rule].text, row->value, where, other);
    return text;
}
