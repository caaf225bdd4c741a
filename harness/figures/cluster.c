/* Figure: another block's shared memory against the block's own and device memory. */
#include <math.h>
#include <string.h>

#include "figure.h"

/* Kinds: time, of a lone thread's access that the next one needs, in cycles; rate, of all threads of a block on words of
 * their own, in accesses a cycle. */
static struct ga_frame *read(struct ga_work *work) {
    struct ga_frame *const rows =
        ga_frame_read(work, "shared_cluster.csv",
                      "place operation regime crew cluster distance median_cycles ops");
    ga_keep_above(rows, "median_cycles", 0);
    const char **const kind = ga_text(rows, "kind");
    double *const value = ga_number(rows, "value");
    for (size_t i = 0; i < rows->n; i++) {
        const double cycles = ga_number(rows, "median_cycles")[i], ops = ga_number(rows, "ops")[i];
        if (ga_is(rows, i, "crew", "thread") && ga_is(rows, i, "regime", "dependent")) {
            kind[i] = "time";
            value[i] = cycles / ops;
        } else if (ga_is(rows, i, "crew", "own_words") && ga_is(rows, i, "regime", "independent")) {
            kind[i] = "rate";
            value[i] = ops / cycles;
        }
    }
    ga_keep(rows, "kind", "time rate");
    return rows;
}

/* Device memory's time is a band over all sizes: the SM that a cluster starts on decides whether the word is near or far,
 * and the cluster's size does not. */
static void widen_to_band(struct ga_frame *groups, struct ga_frame *rows) {
    struct ga_frame *const band = ga_group(rows, "operation place kind", "value");
    for (size_t i = 0; i < groups->n; i++) {
        const char *const texts[] = {ga_text(groups, "operation")[i], "global", "time"};
        const size_t row = ga_row(band, "operation place kind", texts);
        if (!ga_is(groups, i, "place", "global") || !ga_is(groups, i, "kind", "time"))
            continue;
        ga_number(groups, "least")[i] = ga_number(band, "least")[row];
        ga_number(groups, "most")[i] = ga_number(band, "most")[row];
        ga_number(groups, "median")[i] = NAN;
    }
}

void ga_figure_shared_cluster(struct ga_work *work) {
    struct ga_frame *const rows = read(work);
    ga_say_none(rows);
    struct ga_frame *const groups = ga_group(rows, "operation place kind cluster", "value");
    widen_to_band(groups, rows);
    const char *const last = "add_async";
    ga_set_number(work, "n_columns", ga_row(rows, "operation", &last) < rows->n ? 3 : 2);
    ga_frame_write(groups, "shown", "operation place kind cluster median least most");
}
