/* Figures of fences, and of what orders accesses without one. */
#include <math.h>

#include "figure.h"

/* The least and the most warps, as the table writes them. */
static void set_warps(struct ga_frame *rows) {
    ga_set_text(rows->work, "least", ga_work_text(rows->work, "%g", ga_least(rows, "warps")));
    ga_set_text(rows->work, "most", ga_work_text(rows->work, "%g", ga_most(rows, "warps")));
}

void ga_figure_fence_slopes(struct ga_work *work) {
    static const char keys[] = "scope order warps sms background";
    struct ga_frame *const rows =
        ga_frame_read(work, "fence_fence.csv", "scope order warps sms background slope_ns");
    set_warps(rows);
    ga_keep_above(rows, "slope_ns", -INFINITY);
    if (rows->n == 0)
        work->said = GA_NO_ROW;
    ga_frame_write(ga_group(rows, keys, "slope_ns"), "shown",
                   "scope order warps sms background median");
}

void ga_figure_fence_store(struct ga_work *work) {
    struct ga_frame *const rows =
        ga_frame_read(work, "fence_store.csv", "access kind scope contention slope_ns");
    ga_keep_above(rows, "slope_ns", 0);
    if (rows->n == 0)
        work->said = GA_NO_ROW;
    ga_frame_write(ga_group(rows, "access kind scope contention", "slope_ns"), "shown",
                   "access kind scope contention median");
}

void ga_figure_fence_message_passing(struct ga_work *work) {
    struct ga_frame *const rows =
        ga_frame_read(work, "fence_message_passing.csv",
                      "scope way delay median_ns ops handovers failures unseen");
    ga_narrow(rows, "delay", "none");
    if (rows->n == 0)
        work->said = GA_NO_ROW;
    const double *const all = ga_number(rows, "handovers"),
                        *const failures = ga_number(rows, "failures"),
                        *const never = ga_number(rows, "unseen");
    double *const ns = ga_number(rows, "ns"), *const old = ga_number(rows, "old_percent"),
                  *const unseen = ga_number(rows, "unseen_percent");
    for (size_t i = 0; i < rows->n; i++) {
        ns[i] = ga_number(rows, "median_ns")[i] / ga_number(rows, "ops")[i];
        old[i] = never[i] < all[i] ? 100 * failures[i] / (all[i] - never[i]) : 0;
        unseen[i] = 100 * never[i] / all[i];
    }
    ga_frame_write(rows, "shown", "scope way ns old_percent unseen_percent");
}
