/* Figures of what blocks wait for: barriers of every kind, and turns. */
#include "figure.h"

static const char in_cluster[] = "cluster cluster_relaxed";
static const char in_grid[] = "cooperative central tree launch";

/* Of a block's barriers those alone on the GPU; of all others those of the largest blocks, and one cluster alone. */
static bool is_shown(struct ga_frame *rows, size_t i, double most) {
    const char *const kind = ga_text(rows, "barrier")[i];
    const double warps = ga_number(rows, "warps")[i], blocks = ga_number(rows, "blocks")[i];
    if (ga_is_word(in_grid, kind))
        return warps == most;
    if (ga_is_word(in_cluster, kind))
        return warps == most && blocks == ga_number(rows, "cluster")[i];
    return blocks == 1 && (warps == 1 || !ga_is(rows, i, "barrier", "warp"));
}

void ga_figure_lock_barriers(struct ga_work *work) {
    struct ga_frame *const rows =
        ga_frame_read(work, "lock_barriers.csv", "barrier warps blocks cluster median_ns requests");
    const double most = ga_most(rows, "warps");
    bool *const marked = ga_work_take(work, rows->n + 1, sizeof *marked);
    double *const meet = ga_number(rows, "meet"), *const ns = ga_number(rows, "ns");
    for (size_t i = 0; marked && i < rows->n; i++) {
        marked[i] = is_shown(rows, i, most);
        meet[i] =
            ga_number(rows, "warps")[i] *
            (ga_is_word(in_grid, ga_text(rows, "barrier")[i])      ? ga_number(rows, "blocks")[i]
             : ga_is_word(in_cluster, ga_text(rows, "barrier")[i]) ? ga_number(rows, "cluster")[i]
                                                                   : 1);
        ns[i] = ga_number(rows, "median_ns")[i] / ga_number(rows, "requests")[i];
    }
    if (marked)
        ga_keep_marked(rows, marked);
    ga_keep_above(rows, "ns", 0);
    ga_say_none(rows);
    ga_set_text(work, "most_warps", ga_work_text(work, "%g", most));
    ga_sort(rows, "barrier meet");
    ga_frame_write(rows, "shown", "barrier meet ns");
}

void ga_figure_lock_turnstile(struct ga_work *work) {
    struct ga_frame *const rows =
        ga_frame_read(work, "lock_turnstile.csv", "method blocks words tiles median_ns");
    ga_keep_number(rows, "tiles", 1);
    double *const us = ga_number(rows, "us");
    for (size_t i = 0; i < rows->n; i++)
        us[i] = ga_number(rows, "median_ns")[i] * 1e-3;
    ga_keep_above(rows, "us", 0);
    ga_say_none(rows);
    ga_set_text(work, "sizes", ga_sorted_words(rows, "words"));
    ga_sort(rows, "method words blocks");
    ga_frame_write(rows, "shown", "method words blocks us");
}
