/* Figure: how far the predicted time of a changed histogram is off, and how far off is who says that nothing changes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure.h"

enum { N_SHARES = 100 };

/* Adds to `errors` how far, in percent of the measured time, each hundredth of a change's launches is off at most. */
static size_t add_errors(struct ga_frame *errors, size_t at, struct ga_frame *rows,
                         const char *change, const char *way) {
    struct ga_frame *const all = ga_frame_copy(rows);
    ga_keep(all, "change", change);
    ga_sort(all, way);
    for (size_t share = 1; all->n > 0 && share <= N_SHARES; share++, at++) {
        ga_text(errors, "change")[at] = change;
        ga_text(errors, "way")[at] = way;
        ga_number(errors, "error_percent")[at] =
            ga_number(all, way)[(share * all->n + N_SHARES - 1) / N_SHARES - 1];
        ga_number(errors, "share_percent")[at] = 100.0 * (double)share / N_SHARES;
    }
    return at;
}

static const char *medians(struct ga_frame *rows, const char *change, const char *way) {
    struct ga_frame *const all = ga_frame_copy(rows);
    ga_keep(all, "change", change);
    struct ga_frame *const group = ga_group(all, "", way);
    return ga_work_text(rows->work, " %.2g", group->n ? ga_number(group, "median")[0] : NAN);
}

/* out: the launch's name as the profiler has it, from the columns of the table. */
static const char *launch_of(struct ga_frame *rows, size_t i) {
    static const char *const keys[] = {"kernel", "result",  "counter", "image",
                                       "pixels", "threads", "extra"};
    const char *name = "shared_histogram";
    for (unsigned k = 0; k < sizeof keys / sizeof *keys; k++)
        name = ga_work_text(rows->work, "%s %s=%s", name, keys[k], ga_text(rows, keys[k])[i]);
    return name;
}

/* Passes that the host counts in the image, against the profiler's: how many percent more these are. */
static void set_passes(struct ga_work *work) {
    struct ga_frame *const by_host = ga_frame_read(
        work, "shared_histogram.csv", "kernel result counter image pixels threads extra passes");
    struct ga_frame *const counted =
        ga_frame_read(work, "histogram_utilization.csv", "kernel passes");
    const char **const name = ga_text(by_host, "name");
    for (size_t i = 0; i < by_host->n; i++)
        name[i] = launch_of(by_host, i);
    double *const more = ga_number(counted, "more_percent");
    for (size_t i = 0; i < counted->n; i++) {
        const size_t row = ga_row(by_host, "name", &ga_text(counted, "kernel")[i]);
        if (row < by_host->n && ga_number(by_host, "passes")[row] > 0)
            more[i] =
                100 * (ga_number(counted, "passes")[i] / ga_number(by_host, "passes")[row] - 1);
    }
    struct ga_frame *const all = ga_group(counted, "", "more_percent");
    ga_set_number(work, "n_passes", all->n ? ga_number(all, "n")[0] : 0);
    ga_set_number(work, "passes_median_percent", all->n ? ga_number(all, "median")[0] : NAN);
    ga_set_number(work, "passes_most_percent", all->n ? ga_number(all, "most")[0] : NAN);
}

void ga_figure_histogram_predictions(struct ga_work *work) {
    static const char *const changes[] = {"reorder", "unused", "used"}, *const ways[] = {
                                                                            "predicted", "nothing"};
    struct ga_frame *const rows = ga_frame_read(
        work, "histogram_predictions.csv", "change active_cycles predicted_cycles changed_cycles");
    ga_keep_above(rows, "changed_cycles", 0);
    ga_keep_above(rows, "active_cycles", 0);
    ga_keep(rows, "change", "reorder unused used");
    if (rows->n == 0)
        work->said = "the table has no prediction";
    double *const predicted = ga_number(rows, "predicted"), *const nothing =
                                                                ga_number(rows, "nothing");
    for (size_t i = 0; i < rows->n; i++) {
        const double changed = ga_number(rows, "changed_cycles")[i];
        predicted[i] = 100 * fabs(ga_number(rows, "predicted_cycles")[i] / changed - 1);
        nothing[i] = 100 * fabs(ga_number(rows, "active_cycles")[i] / changed - 1);
    }
    struct ga_frame *const errors = ga_frame_make(work, 6 * N_SHARES);
    const char *words[] = {"", ""};
    size_t at = 0;
    for (unsigned c = 0; errors->n > 0 && c < 3; c++)
        for (unsigned w = 0; w < 2; w++) {
            at = add_errors(errors, at, rows, changes[c], ways[w]);
            words[w] = ga_work_text(work, "%s%s", words[w], medians(rows, changes[c], ways[w]));
        }
    ga_set_text(work, "predicted_medians", words[0]);
    ga_set_text(work, "nothing_medians", words[1]);
    ga_set_number(work, "n_predictions", (double)rows->n);
    errors->n = at;
    set_passes(work);
    ga_frame_write(errors, "errors", "change way error_percent share_percent");
}
