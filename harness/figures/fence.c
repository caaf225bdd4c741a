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
    ga_say_none(rows);
    ga_frame_write(ga_group(rows, keys, "slope_ns"), "shown",
                   "scope order warps sms background median");
}

/* From the first SM, beside SMs of both halves: at device scope, and at system scope without a write of its own. */
void ga_figure_fence_writers(struct ga_work *work) {
    struct ga_frame *const rows = ga_frame_read(
        work, "fence_writers.csv", "scope own sms half distance lines sm fences slope_ns");
    ga_keep(rows, "half", "any");
    ga_keep_number(rows, "lines", 8);
    ga_keep_number(rows, "sm", 0);
    ga_keep_above(rows, "slope_ns", -INFINITY);
    ga_say_none(rows);
    struct ga_frame *const shown = ga_group(rows, "scope own distance sms", "slope_ns");
    ga_sort(shown, "scope own distance sms");
    ga_frame_write(shown, "shown", "scope own distance sms median");
}

void ga_figure_fence_store(struct ga_work *work) {
    struct ga_frame *const rows =
        ga_frame_read(work, "fence_store.csv", "access kind scope contention slope_ns");
    ga_keep_above(rows, "slope_ns", 0);
    ga_say_none(rows);
    ga_frame_write(ga_group(rows, "access kind scope contention", "slope_ns"), "shown",
                   "access kind scope contention median");
}

void ga_figure_fence_message_passing(struct ga_work *work) {
    struct ga_frame *const rows =
        ga_frame_read(work, "fence_message_passing.csv",
                      "scope way delay median_ns ops handovers failures unseen");
    ga_narrow(rows, "delay", "none");
    ga_say_none(rows);
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

/* At system scope, alone, and in one direction; of the pairs of GPUs the first. What failed at all is told in words. */
void ga_figure_fence_peer_messages(struct ga_work *work) {
    struct ga_frame *const rows = ga_frame_read(work, "fence_peer_messages.csv",
                                                "from to gpus payload scope way directions traffic "
                                                "median_ns ops handovers failures unseen");
    double all = 0, old = 0, unseen = 0;
    for (size_t i = 0; i < rows->n; i++) {
        all += ga_number(rows, "handovers")[i];
        old += ga_number(rows, "failures")[i];
        unseen += ga_number(rows, "unseen")[i];
    }
    ga_set_text(work, "failed",
                ga_work_text(work,
                             "all rows, the wrong ways too: %.0f messages, %.0f old, %.0f unseen",
                             all, old, unseen));
    ga_keep(rows, "scope", "system");
    ga_keep(rows, "directions", "one");
    ga_keep(rows, "traffic", "none");
    ga_narrow(rows, "from", "0");
    double *const ns = ga_number(rows, "ns");
    for (size_t i = 0; i < rows->n; i++) {
        ns[i] = ga_number(rows, "median_ns")[i] / ga_number(rows, "ops")[i];
        ga_text(rows, "with")[i] = ga_is(rows, i, "gpus", "1")   ? "host"
                                   : ga_is(rows, i, "gpus", "2") ? "peer"
                                                                 : "peers";
    }
    ga_keep_above(rows, "ns", 0);
    ga_say_none(rows);
    ga_frame_write(rows, "shown", "with payload way ns");
}
