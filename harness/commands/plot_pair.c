#include "plot_pair.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pairs.h"
#include "plot_data.h"
#include "plot_draw.h"
#include "results.h"

/* Absolute paths of the two runs, and what is the same for all figures; drawing.directory: the first. */
struct two {
    char directory[2][PATH_MAX];
    struct ga_drawing drawing;
};

static enum ga_status find_directories(const struct ga_request *request, struct two *two,
                                       struct ga_err *err) {
    struct stat info;
    if (!request->out)
        return ga_fail(err, GA_USAGE, "plot: where to? of two runs give a directory, --out DIR");
    for (int d = 0; d < 2; d++) {
        const char *const wanted = request->directory[d];
        if (!realpath(wanted, two->directory[d]))
            return ga_fail(err, GA_FILE, "plot: %s: %s", wanted, strerror(errno));
        if (stat(two->directory[d], &info) == 0 && !S_ISDIR(info.st_mode))
            return ga_fail(err, GA_FILE, "plot: %s: %s; give the directory of a run", wanted,
                           strerror(ENOTDIR));
    }
    return GA_OK;
}

static bool have_both(const struct two *two, const struct ga_pair *pair) {
    char path[PATH_MAX + 64];
    bool have = true;
    for (int d = 0; d < 2; d++) {
        snprintf(path, sizeof path, "%s/%s", two->directory[d], pair->table);
        have &= access(path, R_OK) == 0;
    }
    return have;
}

static enum ga_status draw(const struct two *two, const struct ga_pair *pair, struct ga_err *err) {
    const char *const tables[2] = {two->directory[0], two->directory[1]};
    bool drawable = false;
    const enum ga_status status = ga_pair_work_out(pair, tables, two->drawing.data, &drawable, err);
    if (status != GA_OK)
        return status;
    if (!drawable)
        fprintf(stderr, "%s: no row of both is ok\n", pair->name);
    return drawable ? ga_draw(pair->name, pair->table,
                              pair->is_map ? "pair_maps.gp" : "pair_curves.gp", &two->drawing, err)
                    : GA_OK;
}

static enum ga_status draw_all(const struct two *two, const struct ga_pair *pairs, size_t n,
                               struct ga_err *err) {
    struct ga_undrawn undrawn = {.n = 0};
    size_t n_tried = 0;
    for (size_t p = 0; p < n; p++) {
        if (!have_both(two, &pairs[p]))
            continue;
        if (ga_plot_told_to_end())
            return ga_fail(err, GA_INTERRUPTED, "plot: interrupted");
        const enum ga_status status = draw(two, &pairs[p], err);
        n_tried++;
        if (status == GA_INTERRUPTED)
            return status;
        ga_undrawn_add(&undrawn, pairs[p].name, status, false, err);
    }
    return ga_undrawn_end(&undrawn, n_tried, err);
}

static enum ga_status find_any(const struct two *two, const struct ga_request *request,
                               const struct ga_pair *pairs, size_t n, struct ga_err *err) {
    for (size_t p = 0; p < n; p++)
        if (have_both(two, &pairs[p]))
            return GA_OK;
    return ga_fail(err, GA_USAGE,
                   "plot: %s and %s hold none of the tables that figures of two need",
                   request->directory[0], request->directory[1]);
}

enum ga_status ga_plot_pair(const struct ga_request *request, struct ga_err *err) {
    struct two two = {.drawing = {.quiet = false}};
    size_t n = 0;
    const struct ga_pair *const pairs = ga_pairs(&n);
    enum ga_status status = find_directories(request, &two, err);
    if (status == GA_OK)
        status = find_any(&two, request, pairs, n, err);
    if (status == GA_OK)
        status = ga_draw_check_gnuplot(err);
    if (status == GA_OK)
        status = ga_draw_find_scripts(two.drawing.scripts, err);
    if (status == GA_OK)
        status = ga_make_directory(request->out, err);
    if (status == GA_OK &&
        (!realpath(request->out, two.drawing.out) || access(two.drawing.out, W_OK) != 0))
        status = ga_fail(err, GA_FILE, "%s: cannot be written: %s", request->out, strerror(errno));
    if (status == GA_OK)
        status = ga_plot_data_begin(two.drawing.out, request->keep_data, two.drawing.data, err);
    if (status != GA_OK)
        return status;
    snprintf(two.drawing.directory, sizeof two.drawing.directory, "%s", two.directory[0]);
    status = draw_all(&two, pairs, n, err);
    ga_plot_data_end(two.drawing.data, request->keep_data, status == GA_INTERRUPTED);
    return status;
}
