/* Figure: the first fence after writes, by who else is there; and how far further runs of the same GPU model are off. */
#include <glob.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure.h"
#include "runfile.h"

static const char table[] = "fence_pending.csv";
static const char columns[] = "scope order lines warps sms background writes median_ns";
static const char axes[] = "scope order lines warps sms background writes";

static const char *device_name(struct ga_work *work, const char *directory) {
    struct ga_runfile *const file = ga_work_take(work, 1, sizeof *file);
    char path[PATH_MAX + 16];
    snprintf(path, sizeof path, "%s/run.csv", directory);
    if (!file || ga_runfile_read(file, path, NULL) != GA_OK)
        return "";
    const char *const name = ga_runfile_get(file, "device_name");
    return name ? name : "";
}

/* Widens least and most of the rows by those of another run. out: whether it has any of them. */
static bool widen(struct ga_frame *rows, const char *directory) {
    struct ga_frame *const other = ga_frame_from(rows->work, directory, table, columns);
    double *const least = ga_number(rows, "least"), *const most = ga_number(rows, "most");
    char name[64];
    bool found = false;
    for (size_t i = 0; i < rows->n; i++) {
        const char *texts[8];
        size_t n = 0;
        for (size_t at = 0; ga_next_word(axes, &at, name);)
            texts[n++] = ga_text(rows, name)[i];
        const size_t row = ga_row(other, axes, texts);
        if (row == other->n)
            continue;
        least[i] = fmin(least[i], ga_number(other, "median_ns")[row]);
        most[i] = fmax(most[i], ga_number(other, "median_ns")[row]);
        found = true;
    }
    return found;
}

/* Further runs stand beside DIRECTORY as DIRECTORY-something. out: how many there are of this GPU model, this included. */
static unsigned add_other_runs(struct ga_frame *rows) {
    struct ga_work *const work = rows->work;
    const char *const name = device_name(work, work->tables);
    char pattern[2 * PATH_MAX];
    size_t n = 0;
    for (const char *c = work->tables; *c && n + 4 < sizeof pattern; c++) {
        if (strchr("*?[\\", *c))
            pattern[n++] = '\\';
        pattern[n++] = *c;
    }
    snprintf(pattern + n, sizeof pattern - n, "-*");
    glob_t found;
    unsigned runs = 1;
    if (glob(pattern, 0, NULL, &found) != 0)
        return runs;
    for (size_t i = 0; i < found.gl_pathc; i++)
        if (*name && strcmp(device_name(work, found.gl_pathv[i]), name) == 0)
            runs += widen(rows, found.gl_pathv[i]);
    globfree(&found);
    return runs;
}

/* Of who may be there: one warp alone; all of its SM; all of every SM; one warp while all other SMs store. */
static void keep_series(struct ga_frame *rows) {
    const double least = ga_least(rows, "warps"), most = ga_most(rows, "warps");
    bool *const marked = ga_work_take(rows->work, rows->n + 1, sizeof *marked);
    for (size_t i = 0; marked && i < rows->n; i++) {
        const double warps = ga_number(rows, "warps")[i];
        const bool is_one = ga_is(rows, i, "sms", "one"),
                   quiet = ga_is(rows, i, "background", "none");
        marked[i] = quiet ? warps == most || (is_one && warps == least) : is_one && warps == least;
    }
    if (marked)
        ga_keep_marked(rows, marked);
}

void ga_figure_fence_pending(struct ga_work *work) {
    struct ga_frame *const rows = ga_frame_read(work, table, columns);
    ga_say_none(rows);
    ga_set_text(work, "least_warps", ga_work_text(work, "%g", ga_least(rows, "warps")));
    ga_set_text(work, "most_warps", ga_work_text(work, "%g", ga_most(rows, "warps")));
    struct ga_frame *const alone = ga_frame_copy(rows);
    ga_keep_number(alone, "warps", ga_least(rows, "warps"));
    ga_narrow(alone, "sms", "one");
    ga_narrow(alone, "background", "none");
    ga_drop(alone, "order", "acquire");
    ga_frame_write(ga_group(alone, "scope writes", "median_ns"), "alone",
                   "scope writes least most");

    ga_set_text(work, "lines", ga_narrow(rows, "lines", "own"));
    keep_series(rows);
    ga_set_text(work, "order", ga_narrow(rows, "order", "acq_rel"));
    double *const least = ga_number(rows, "least"), *const most = ga_number(rows, "most");
    for (size_t i = 0; i < rows->n; i++)
        least[i] = most[i] = ga_number(rows, "median_ns")[i];
    ga_set_number(work, "n_runs", add_other_runs(rows));
    ga_sort(rows, "scope warps sms background writes");
    ga_frame_write(rows, "shown", "scope warps sms background writes median_ns least most");
}
