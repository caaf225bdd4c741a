/* Figures of locks: what a critical section costs, how its turns fall, what longer ones change. */
#include <math.h>
#include <string.h>

#include "figure.h"

static const char columns[] = "lock contender contenders scope order work rate_ops_per_s fairness "
                              "longest_wait_ns";
static const char all_test_and_set[] = "tas_exchange tas_cas tas_or";

/* out: the rows that the figures are of, with ns a critical section. */
static struct ga_frame *read(struct ga_work *work) {
    struct ga_frame *const rows = ga_frame_read(work, "lock_mutex.csv", columns);
    ga_set_text(work, "order", ga_narrow(rows, "order", "atomics"));
    ga_drop(rows, "lock", "never_opens");
    double *const ns = ga_number(rows, "ns"), *const wait = ga_number(rows, "wait_s");
    for (size_t i = 0; i < rows->n; i++) {
        ns[i] = 1e9 / ga_number(rows, "rate_ops_per_s")[i];
        wait[i] = ga_number(rows, "longest_wait_ns")[i] * 1e-9;
    }
    return rows;
}

/* Which lines a panel has, as words "lock/contender/scope". */
static void set_present(struct ga_frame *rows) {
    struct ga_frame *const all = ga_unique(rows, "lock contender scope");
    for (size_t i = 0; i < all->n; i++)
        ga_text(all, "word")[i] =
            ga_work_text(rows->work, "%s/%s/%s", ga_text(all, "lock")[i],
                         ga_text(all, "contender")[i], ga_text(all, "scope")[i]);
    ga_set_text(rows->work, "present", ga_work_text(rows->work, " %s ", ga_words(all, "word")));
}

/* Of the test-and-set locks keeps the one by exchange, or else another. out: which; *median, *most: how far the others
 * are from it, in percent of its time; NaN where there is no other. */
static const char *keep_one_test_and_set(struct ga_frame *rows, double *median, double *most) {
    struct ga_frame *const all = ga_frame_copy(rows);
    ga_keep(all, "lock", all_test_and_set);
    struct ga_frame *const kept = ga_frame_copy(all);
    const char *const name = ga_narrow(kept, "lock", "tas_exchange");
    ga_ratio(all, "contender contenders scope", "lock", name, "ns", "ratio");
    ga_drop(all, "lock", name);
    double *const off = ga_number(all, "off");
    for (size_t i = 0; i < all->n; i++)
        off[i] = 100 * fabs(ga_number(all, "ratio")[i] - 1);
    struct ga_frame *const spread = ga_group(all, "", "off");
    *median = spread->n ? ga_number(spread, "median")[0] : NAN;
    *most = spread->n ? ga_number(spread, "most")[0] : NAN;
    bool *const marked = ga_work_take(rows->work, rows->n + 1, sizeof *marked);
    for (size_t i = 0; marked && i < rows->n; i++)
        marked[i] =
            ga_is(rows, i, "lock", name) || !ga_is_word(all_test_and_set, ga_text(rows, "lock")[i]);
    if (marked)
        ga_keep_marked(rows, marked);
    for (size_t i = 0; i < rows->n; i++)
        if (ga_is(rows, i, "lock", name))
            ga_text(rows, "lock")[i] = "tas";
    return name;
}

void ga_figure_lock_throughput(struct ga_work *work) {
    struct ga_frame *const rows = read(work);
    double median, most;
    ga_narrow(rows, "work", "1");
    const char *const by = keep_one_test_and_set(rows, &median, &most);
    ga_sort(rows, "lock contender scope contenders");
    ga_say_none(rows);
    ga_set_text(work, "test_and_set", strncmp(by, "tas_", 4) == 0 ? by + 4 : by);
    ga_set_number(work, "others_median_percent", median);
    ga_set_number(work, "others_most_percent", most);
    set_present(rows);
    ga_frame_write(rows, "locks", "lock contender scope contenders ns");
}

void ga_figure_lock_fairness(struct ga_work *work) {
    struct ga_frame *const rows = read(work);
    double median, most;
    ga_narrow(rows, "work", "1");
    ga_keep(rows, "scope", "device");
    keep_one_test_and_set(rows, &median, &most);
    ga_sort(rows, "lock contender contenders");
    ga_say_none(rows);
    set_present(rows);
    ga_frame_write(rows, "locks", "lock contender scope contenders fairness wait_s");
}

/* out: the most contenders that have more than one length of turn; else the most. */
static const char *most_contenders(struct ga_frame *rows) {
    struct ga_frame *longer = ga_frame_copy(rows);
    ga_keep_above(longer, "work", 1);
    if (longer->n == 0)
        longer = rows;
    return ga_work_text(rows->work, "%g", ga_most(longer, "contenders"));
}

void ga_figure_lock_work(struct ga_work *work) {
    static const char *const alone_is[] = {"tas", "block", "1", "device"};
    struct ga_frame *rows = read(work);
    double median, most;
    keep_one_test_and_set(rows, &median, &most);
    ga_keep(rows, "scope", "device");
    struct ga_frame *const all = ga_frame_copy(rows);
    ga_set_text(work, "contenders", ga_narrow(rows, "contenders", most_contenders(rows)));
    double *const alone = ga_number(rows, "alone_ns"), *const times = ga_number(rows, "times");
    for (size_t i = 0; i < rows->n; i++) {
        const char *const texts[] = {alone_is[0], alone_is[1], alone_is[2], alone_is[3],
                                     ga_text(rows, "work")[i]};
        const size_t row = ga_row(all, "lock contender contenders scope work", texts);
        alone[i] = row < all->n ? ga_number(all, "ns")[row] : NAN;
        times[i] = ga_number(rows, "ns")[i] / alone[i];
    }
    ga_keep_above(rows, "times", 0);
    ga_sort(rows, "lock contender alone_ns");
    if (rows->n == 0)
        work->said = "no row is of one block alone, to compare with";
    set_present(rows);
    ga_frame_write(rows, "locks", "lock contender scope alone_ns times fairness work");
}

/* Per size of block: the smallest of the largest grids that met, the largest, the formula's. */
static void set_grids(struct ga_frame *rows) {
    struct ga_frame *const largest = ga_group(rows, "warps", "largest_grid"),
                           *const formula = ga_group(rows, "warps", "occupancy_grid");
    const char *words = "";
    for (size_t i = 0; i < largest->n && i < formula->n; i++)
        words = ga_work_text(rows->work, "%s %s %g %g %g", words, ga_text(largest, "warps")[i],
                             ga_number(largest, "least")[i], ga_number(largest, "most")[i],
                             ga_number(formula, "median")[i]);
    ga_set_text(rows->work, "grids", words);
}

void ga_figure_lock_grid_barrier(struct ga_work *work) {
    struct ga_frame *const rows = ga_frame_read(work, "lock_grid_barrier.csv",
                                                "barrier blocks warps scope order median_ns "
                                                "requests largest_grid occupancy_grid");
    ga_set_text(work, "scope", ga_narrow(rows, "scope", "device"));
    ga_say_none(rows);
    ga_set_text(work, "least_warps", ga_work_text(work, "%g", ga_least(rows, "warps")));
    ga_set_text(work, "most_warps", ga_work_text(work, "%g", ga_most(rows, "warps")));
    struct ga_frame *const all = ga_unique(rows, "barrier warps order");
    for (size_t i = 0; i < all->n; i++)
        ga_text(all, "word")[i] = ga_work_text(work, "%s/%s/%s", ga_text(all, "barrier")[i],
                                               ga_text(all, "warps")[i], ga_text(all, "order")[i]);
    ga_set_text(work, "present", ga_work_text(work, "%s ", ga_words(all, "word")));
    set_grids(rows);
    double *const us = ga_number(rows, "us");
    for (size_t i = 0; i < rows->n; i++)
        us[i] = ga_number(rows, "median_ns")[i] / ga_number(rows, "requests")[i] * 1e-3;
    ga_sort(rows, "barrier warps order blocks");
    ga_frame_write(rows, "times", "barrier warps order blocks us");
}
