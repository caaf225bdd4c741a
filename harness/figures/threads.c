/* Figure: many threads on one word, by regime and by lanes of a warp. */
#include <math.h>
#include <string.h>

#include "figure.h"

static const char *const regimes[] = {"dependent", "independent", "unused"};
enum { N_REGIMES = 3, MANY_THREADS = 1024, FEW_THREADS = 64 };

/* Where twice the warps do not raise the rate, it is a limit; as `findings`, of 1024 threads and more, if there are. */
static void keep_limits(struct ga_frame *rows) {
    ga_keep(rows, "saturation", "saturated");
    struct ga_frame *const many = ga_frame_copy(rows);
    ga_keep_above(many, "threads", MANY_THREADS - 1);
    if (many->n > 0)
        *rows = *many;
}

static void set_regimes(struct ga_frame *rows) {
    struct ga_work *const work = rows->work;
    struct ga_frame *const limits = ga_frame_copy(rows);
    const char *words = "", *steady = "";
    keep_limits(limits);
    for (unsigned r = 0; r < N_REGIMES; r++) {
        if (ga_row(rows, "regime", &regimes[r]) == rows->n)
            continue;
        struct ga_frame *const of = ga_frame_copy(limits);
        ga_keep(of, "regime", regimes[r]);
        struct ga_frame *const rate = ga_group(of, "", "rate_ops_per_s");
        words = ga_work_text(work, "%s %s", words, regimes[r]);
        steady = ga_work_text(work, "%s %.9g", steady, rate->n ? ga_number(rate, "median")[0] : 0);
    }
    ga_set_text(work, "regimes", words);
    ga_set_text(work, "steady_rates", steady); /* 0: no limit was seen */
}

static void set_statements(struct ga_work *work) {
    struct ga_frame *const all =
        ga_frame_published(work, "maucher2025_figures3_4.csv", "quantity value statement");
    ga_set_number(work, "n_published", (double)all->n);
    ga_set_text(work, "quantities", ga_words(all, "quantity"));
    ga_set_text(work, "values", ga_words(all, "value"));
    ga_set_text(work, "statements", ga_quoted_words(all, "statement"));
}

/* The time over that of one thread, of one warp of one lane in the same regime. */
static void add_relative(struct ga_frame *rows) {
    double *const relative = ga_number(rows, "relative");
    for (size_t i = 0; i < rows->n; i++) {
        const char *const one[] = {ga_text(rows, "regime")[i], "1", "1"};
        const size_t row = ga_row(rows, "regime lanes warps", one);
        if (row < rows->n)
            relative[i] = ga_number(rows, "access_ns")[i] / ga_number(rows, "access_ns")[row];
    }
}

void ga_figure_global_threads_per_warp(struct ga_work *work) {
    struct ga_frame *const rows =
        ga_frame_read(work, "global_threads_per_warp.csv",
                      "lanes warps regime scope order barrier accesses access_ns rate_ops_per_s "
                      "saturation");
    ga_set_text(work, "scope", ga_narrow(rows, "scope", "device"));
    ga_set_text(work, "order", ga_narrow(rows, "order", "relaxed"));
    ga_set_text(work, "barrier", ga_narrow(rows, "barrier", "none"));
    ga_narrow(rows, "accesses", "usual");
    ga_keep_above(rows, "access_ns", 0);
    ga_say_none(rows);
    double *const threads = ga_number(rows, "threads");
    for (size_t i = 0; i < rows->n; i++)
        threads[i] = ga_number(rows, "lanes")[i] * ga_number(rows, "warps")[i];
    ga_set_text(work, "all_lanes", ga_sorted_words(rows, "lanes"));
    set_regimes(rows);
    set_statements(work);
    add_relative(rows);
    ga_sort(rows, "lanes warps");
    struct ga_frame *const few = ga_frame_copy(rows);
    bool *const marked = ga_work_take(work, few->n + 1, sizeof *marked);
    for (size_t i = 0; marked && i < few->n; i++)
        marked[i] = ga_number(few, "threads")[i] <= FEW_THREADS;
    if (marked)
        ga_keep_marked(few, marked);
    ga_set_number(work, "few_threads", FEW_THREADS);
    const double most = ga_most(few, "relative"); /* none without a row of one thread */
    ga_set_number(work, "most_relative", isnan(most) ? 0 : most);
    ga_frame_write(rows, "crowd", "lanes warps regime access_ns rate_ops_per_s threads relative");
}
