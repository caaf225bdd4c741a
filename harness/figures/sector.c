/* Figure: a warp's access by the words, sectors, lines and pages that it touches, against the bound of its turns. */
#include <math.h>

#include "figure.h"

/* A sector's words are accessed one lane after another: an access has sectors x lanes / words turns, and takes at least as
 * many times the turn that was the fastest of the table. */
static void add_bound(struct ga_frame *rows, const char *most_warps) {
    double *const turns = ga_number(rows, "turns"), *const ns = ga_number(rows, "ns"),
                  *const a_turn = ga_number(rows, "turn_ns"),
                  *const bound = ga_number(rows, "bound_ns");
    for (size_t i = 0; i < rows->n; i++) {
        const double lanes = ga_number(rows, "ops")[i] / ga_number(rows, "requests")[i];
        turns[i] = ga_number(rows, "sectors")[i] * lanes / ga_number(rows, "words")[i];
        ns[i] = 1e9 / ga_number(rows, "rate_requests_per_s")[i];
        a_turn[i] = ns[i] / turns[i];
    }
    struct ga_frame *const many = ga_frame_copy(rows);
    ga_keep(many, "warps", most_warps);
    ga_keep(many, "regime", "unused");
    const double fastest = ga_least(many, "turn_ns");
    for (size_t i = 0; i < rows->n; i++)
        bound[i] = turns[i] * fastest;
    ga_set_number(rows->work, "turn_ns", fastest);
}

void ga_figure_global_sector(struct ga_work *work) {
    struct ga_frame *const rows =
        ga_frame_read(work, "global_sector.csv",
                      "words sectors lines pages offset_bytes warps regime ops requests "
                      "rate_requests_per_s");
    ga_keep_above(rows, "rate_requests_per_s", 0);
    ga_say_none(rows);
    const char *const least = ga_work_text(work, "%g", ga_least(rows, "warps")),
                      *const most = ga_work_text(work, "%g", ga_most(rows, "warps"));
    add_bound(rows, most);
    ga_sort(rows, "words sectors lines pages offset_bytes");
    ga_set_text(work, "least_warps", least);
    ga_set_text(work, "most_warps", most);
    ga_set_text(work, "all_words", ga_sorted_words(rows, "words"));

    struct ga_frame *const one = ga_frame_copy(rows), *const many = ga_frame_copy(rows);
    ga_keep(many, "warps", most);
    ga_keep(many, "regime", "unused");
    ga_keep(one, "warps", least);
    ga_keep(one, "regime", "dependent");
    ga_keep_number(one, "offset_bytes", 0);
    ga_frame_write(many, "many", "words sectors lines pages offset_bytes ns turns bound_ns");
    ga_frame_write(one, "one", "words pages ns");
}
