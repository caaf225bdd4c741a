/* Figures of shared memory: service times, demand, clusters. */
#include <math.h>
#include <string.h>

#include "figure.h"

/* Of the ascending list the largest that is at most the limit, or its first. */
static double at_most(const double *list, size_t n, double limit) {
    double found = list[0];
    for (size_t i = 0; i < n && list[i] <= limit; i++)
        found = list[i];
    return found;
}

/* At most five of a column's values: the largest, its half and its quarter, 1, and the power of two midway between 1 and
 * the quarter; where the table lacks one, the next smaller that it has. */
static const char *some_of(struct ga_frame *frame, const char *column) {
    struct ga_frame *const all = ga_unique(frame, column);
    ga_sort(all, column);
    if (all->n == 0)
        return "";
    const double *const list = ga_number(all, column);
    const double largest = list[all->n - 1];
    const double midway = largest < 4 ? 1 : exp2(floor(log2(largest / 4) / 2 + 0.5));
    const double limit[] = {1, midway, largest / 4, largest / 2, largest};
    const char *words = "";
    for (size_t i = 0; i < sizeof limit / sizeof *limit; i++) {
        const char *const word = ga_work_text(frame->work, "%g", at_most(list, all->n, limit[i]));
        if (!ga_is_word(words, word))
            words = ga_work_text(frame->work, "%s%s%s", words, *words ? " " : "", word);
    }
    return words;
}

void ga_figure_shared_service(struct ga_work *work) {
    struct ga_frame *const rows = ga_frame_read(work, "shared_service.csv",
                                                "n e c median_cycles ci_low_cycles ci_high_cycles");
    const char *const shown_n = some_of(rows, "n"), *const shown_e = some_of(rows, "e");
    ga_say_none(rows);
    ga_keep(rows, "n", shown_n);
    ga_keep(rows, "e", shown_e);
    static const char *const from[] = {"median_cycles", "ci_low_cycles", "ci_high_cycles"},
                             *const to[] = {"S", "low", "high"};
    for (unsigned k = 0; k < 3; k++) {
        double *const each = ga_number(rows, to[k]);
        for (size_t i = 0; i < rows->n; i++)
            each[i] = ga_number(rows, from[k])[i] / ga_number(rows, "n")[i];
    }
    ga_set_text(work, "rows", shown_n);
    ga_set_text(work, "columns", shown_e);
    ga_frame_write(rows, "shown", "n e c S low high");
}

void ga_figure_shared_demand(struct ga_work *work) {
    struct ga_frame *const rows = ga_frame_read(
        work, "shared_demand.csv", "operation type regime pattern e n cycles_per_request");
    ga_narrow(rows, "regime", "unused");
    ga_keep_number(rows, "n", ga_most(rows, "n"));
    ga_sort(rows, "e operation type");
    ga_say_none(rows);
    for (size_t i = 0; i < rows->n; i++)
        ga_text(rows, "what")[i] =
            ga_work_text(work, "%s-%s", ga_text(rows, "operation")[i], ga_text(rows, "type")[i]);
    ga_frame_write(rows, "shown", "e what pattern cycles_per_request");
}
