/* Figures of bandwidth, and of what a launch made of it. */
#include <math.h>

#include "figure.h"

void ga_figure_global_bandwidth(struct ga_work *work) {
    struct ga_frame *const rows =
        ga_frame_read(work, "global_bandwidth.csv", "access array blocks_per_sm bytes_per_s");
    ga_sort(rows, "blocks_per_sm bytes_per_s");
    ga_say_none(rows);
    ga_set_text(work, "all_blocks", ga_sorted_words(rows, "blocks_per_sm"));
    ga_frame_write(rows, "shown", "blocks_per_sm bytes_per_s access array");
}

/* A column in which what is not known is a number that the script can compare. */
static void fill(struct ga_frame *rows, const char *from, const char *to, double unknown) {
    double *const number = ga_number(rows, to);
    for (size_t i = 0; i < rows->n; i++) {
        number[i] = ga_number(rows, from)[i];
        if (isnan(number[i]))
            number[i] = unknown;
    }
}

void ga_figure_roofline(struct ga_work *work) {
    struct ga_frame *const rows =
        ga_frame_read(work, "roofline.csv",
                      "launch kind per_byte rate_per_s unit_per_s shared_per_s "
                      "bandwidth_bytes_per_s");
    static const char *const all[] = {"flop", "shared", "global"};
    const char *kinds = "";
    ga_keep_above(rows, "rate_per_s", 0);
    for (unsigned k = 0; k < sizeof all / sizeof *all; k++)
        if (ga_row(rows, "kind", &all[k]) < rows->n)
            kinds = ga_work_text(work, "%s %s", kinds, all[k]);
    if (!*kinds)
        work->said = "no launch in this table has a rate";
    fill(rows, "per_byte", "x", 0);
    fill(rows, "unit_per_s", "unit", -1);
    fill(rows, "shared_per_s", "shared", -1);
    ga_set_text(work, "kinds", kinds);
    ga_frame_write(rows, "shown", "launch kind x rate_per_s unit shared bandwidth_bytes_per_s");
}
