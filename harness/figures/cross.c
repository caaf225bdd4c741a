/* Figures of many words in use: what an access takes, by their number and the bytes from one to the next. */
#include <math.h>
#include <string.h>

#include "figure.h"
#include "ramp.h"

/* in: rows of one of the two tables. out: those that the figures are of; what they have in common is set. */
static void narrow(struct ga_frame *rows) {
    static const char *const axes[][2] = {{"regime", "unused"}, {"warps", "2048"},
                                          {"scope", "device"},  {"order", "relaxed"},
                                          {"barrier", "none"},  {"accesses", "usual"}};
    ga_keep_above(rows, "rate_ops_per_s", 0);
    for (unsigned k = 0; k < sizeof axes / sizeof *axes; k++)
        ga_set_text(rows->work, axes[k][0], ga_narrow(rows, axes[k][0], axes[k][1]));
}

static bool is_power(double n) { return n == 0 || log2(n) == floor(log2(n)); }

static void keep_powers(struct ga_frame *rows, const char *column) {
    bool *const marked = ga_work_take(rows->work, rows->n + 1, sizeof *marked);
    for (size_t i = 0; marked && i < rows->n; i++)
        marked[i] = is_power(ga_number(rows, column)[i]);
    if (marked)
        ga_keep_marked(rows, marked);
}

/* The first of the published statements on this figure of the paper. */
static void set_statement(struct ga_work *work, const char *figure) {
    struct ga_frame *const all =
        ga_frame_published(work, "maucher2025_figures5_6.csv", "figure value statement");
    ga_keep(all, "figure", figure);
    const double value = all->n > 0 ? ga_number(all, "value")[0] : NAN;
    ga_set_text(work, "statement", all->n > 0 ? ga_text(all, "statement")[0] : "");
    ga_set_number(work, "boundary", isnan(value) ? 0 : value);
}

/* The stride of one variable means nothing: a table may have it at one stride alone, which then stands for all. */
static struct ga_frame *at_all_strides(struct ga_frame *rows) {
    struct ga_frame *const strides = ga_unique(rows, "stride_bytes");
    size_t of_one = 0, one = 0;
    for (size_t i = 0; i < rows->n; i++)
        if (ga_number(rows, "variables")[i] == 1) {
            of_one++;
            one = i;
        }
    size_t *const from = ga_work_take(rows->work, rows->n + strides->n + 1, sizeof *from);
    size_t n = rows->n;
    for (size_t i = 0; from && i < rows->n; i++)
        from[i] = i;
    for (size_t k = 0; from && of_one == 1 && k < strides->n; k++)
        if (ga_number(strides, "stride_bytes")[k] != ga_number(rows, "stride_bytes")[one])
            from[n++] = one;
    struct ga_frame *const all = ga_frame_rows(rows, from, from ? n : 0);
    for (size_t i = rows->n, k = 0; i < all->n; k++)
        if (ga_number(strides, "stride_bytes")[k] != ga_number(rows, "stride_bytes")[one]) {
            ga_number(all, "stride_bytes")[i] = ga_number(strides, "stride_bytes")[k];
            ga_text(all, "stride_bytes")[i++] = ga_text(strides, "stride_bytes")[k];
        }
    return all;
}

static void work_out_map(struct ga_work *work, const char *table, const char *figure) {
    struct ga_frame *rows = ga_frame_read(work, table,
                                          "variables stride_bytes warps regime scope order barrier "
                                          "accesses median_ns requests rate_ops_per_s");
    ga_keep_above(rows, "requests", 0);
    narrow(rows);
    keep_powers(rows, "variables");
    keep_powers(rows, "stride_bytes");
    ga_say_none(rows);
    ga_set_text(work, "strides", ga_sorted_words(rows, "stride_bytes"));
    ga_set_text(work, "variables", ga_sorted_words(rows, "variables"));
    set_statement(work, figure);
    rows = at_all_strides(rows);
    ga_sort(rows, "variables stride_bytes");
    double *const ns = ga_number(rows, "ns");
    for (size_t i = 0; i < rows->n; i++)
        ns[i] = ga_number(rows, "median_ns")[i] * ga_number(rows, "warps")[i] /
                ga_number(rows, "requests")[i];
    ga_frame_write(rows, "cross", "variables stride_bytes ns rate_ops_per_s");
}

void ga_figure_global_cross_direct(struct ga_work *work) {
    work_out_map(work, "global_cross_direct.csv", "5");
}

void ga_figure_global_cross_scattered(struct ga_work *work) {
    work_out_map(work, "global_cross_scattered.csv", "6");
}

static double about_power(double stride) { return exp2(floor(log2(stride) + 0.5)); }

enum { NEAR = 288, BESIDE = 32, MOST_BETWEEN = 4 };

static bool is_by_power(double stride) { return fabs(stride - about_power(stride)) <= BESIDE; }

/* Strides beyond the first panel: the powers of two that they are about, and the ratios of those that are about none. */
static void set_far_strides(struct ga_frame *two) {
    struct ga_work *const work = two->work;
    const char *powers = "", *between = "";
    unsigned n_between = 0;
    for (size_t i = 0; i < two->n; i++) {
        const double stride = ga_number(two, "stride_bytes")[i];
        const char *const power = ga_work_text(work, "%g", about_power(stride));
        if (stride <= NEAR)
            continue;
        if (!is_by_power(stride) && ++n_between <= MOST_BETWEEN)
            between =
                ga_work_text(work, "%s  %g: %.2f", between, stride, ga_number(two, "ratio")[i]);
        else if (is_by_power(stride) && !ga_is_word(powers, power))
            powers = ga_work_text(work, "%s %s", powers, power);
    }
    ga_set_text(work, "powers", powers);
    ga_set_text(work, "between", between);
    ga_set_number(work, "n_between", n_between);
    ga_set_number(work, "most_between", MOST_BETWEEN);
    ga_set_number(work, "near", NEAR);
    ga_set_number(work, "beside", BESIDE);
}

/* rows: all, one: those that the figure is of with one variable. out: their rate, in a launch without an end if they were
 * measured with twice the accesses, too. */
static double rate_alone(const struct ga_frame *rows, struct ga_frame *one) {
    static const char *const same[] = {"regime", "warps", "scope", "order", "barrier"};
    struct ga_frame *const twice = ga_frame_copy(rows);
    ga_keep(twice, "accesses", "doubled");
    ga_keep_number(twice, "variables", 1);
    for (unsigned k = 0; k < sizeof same / sizeof *same; k++)
        ga_keep(twice, same[k], ga_text(one, same[k])[0]);
    struct ga_frame *const longer = ga_group(twice, "", "rate_ops_per_s");
    return ga_rate_beyond_ramp(ga_number(ga_group(one, "", "rate_ops_per_s"), "median")[0],
                               longer->n > 0 ? ga_number(longer, "median")[0] : NAN);
}

void ga_figure_global_cross_strides(struct ga_work *work) {
    struct ga_frame *const all = ga_frame_read(work, "global_cross_direct.csv",
                                               "variables stride_bytes warps regime scope order "
                                               "barrier accesses rate_ops_per_s");
    struct ga_frame *const two = ga_frame_copy(all);
    narrow(two);
    const bool is_empty = two->n == 0;
    struct ga_frame *const one = ga_frame_copy(two);
    ga_keep_number(one, "variables", 1);
    ga_keep_number(two, "variables", 2);
    ga_keep_above(two, "stride_bytes", 0);
    ga_sort(two, "stride_bytes rate_ops_per_s");
    set_statement(work, "5");
    if (is_empty)
        work->said = GA_NO_ROW;
    else if (one->n == 0 || two->n == 0)
        work->said = ga_work_text(work, "this table has no rows with %s in use",
                                  two->n == 0 ? "two variables" : "one variable");
    if (work->said)
        return;
    const double alone = rate_alone(all, one);
    double *const ratio = ga_number(two, "ratio"), *const power = ga_number(two, "is_power");
    for (size_t i = 0; i < two->n; i++) {
        const double stride = ga_number(two, "stride_bytes")[i];
        ratio[i] = ga_number(two, "rate_ops_per_s")[i] / alone;
        power[i] = is_power(stride);
    }
    set_far_strides(two);
    ga_frame_write(two, "two", "stride_bytes ratio");
}
