/* `plot`: works out what each figure needs, and hands that with the figure's script to gnuplot. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands.h"
#include "figures.h"
#include "plot_data.h"
#include "plot_draw.h"
#include "plot_pair.h"
#include "results.h"

/* A table without anything for the figure is drawn as the sentence that says so. */
static enum ga_status draw(const struct ga_figure *figure, const struct ga_drawing *drawing,
                           struct ga_err *err) {
    char script[64];
    bool drawable = false;
    enum ga_status status = ga_figure_work_out(figure, drawing->directory, drawing->published,
                                               drawing->data, &drawable, err);
    snprintf(script, sizeof script, "%s.gp", drawable ? figure->name : "said");
    return status == GA_OK ? ga_draw(figure->name, figure->table, script, drawing, err) : status;
}

static bool has_table(const char *directory, const struct ga_figure *figure) {
    char table[PATH_MAX + 64];
    snprintf(table, sizeof table, "%s/%s", directory, figure->table);
    return access(table, R_OK) == 0;
}

/* out: directory, figures: absolute. Both are there afterwards. */
static enum ga_status find_directories(const struct ga_request *request, char *directory,
                                       char *figures_directory, struct ga_err *err) {
    char wanted[PATH_MAX + 16];
    struct stat info;
    unsigned n_tables = 0;
    size_t n;
    const struct ga_figure *const figures = ga_figures(&n);
    if (!realpath(request->directory[0], directory))
        return ga_fail(err, GA_FILE, "plot: %s: %s", request->directory[0], strerror(errno));
    if (stat(directory, &info) == 0 && !S_ISDIR(info.st_mode))
        return ga_fail(err, GA_FILE, "plot: %s: %s; give the directory of a run",
                       request->directory[0], strerror(ENOTDIR));
    for (size_t i = 0; i < n; i++)
        n_tables += has_table(directory, &figures[i]);
    if (n_tables == 0)
        return ga_fail(err, GA_USAGE, "plot: %s holds none of the tables that the figures need",
                       request->directory[0]);
    snprintf(wanted, sizeof wanted, "%s/figures", directory);
    const char *const out = request->out ? request->out : wanted;
    const enum ga_status status = ga_make_directory(out, err);
    if (status != GA_OK)
        return status;
    if (!realpath(out, figures_directory) || access(figures_directory, W_OK) != 0)
        return ga_fail(err, GA_FILE, "%s: cannot be written: %s", out, strerror(errno));
    return GA_OK;
}

/* A figure that cannot be drawn does not stop the next. err: what the first failed with, naming all. */
static enum ga_status draw_all(const struct ga_drawing *drawing, size_t *n_tried,
                               struct ga_err *err) {
    struct ga_undrawn undrawn = {.n = 0};
    size_t n;
    const struct ga_figure *const figures = ga_figures(&n);
    *n_tried = 0;
    for (size_t i = 0; i < n; i++) {
        if (!has_table(drawing->directory, &figures[i]))
            continue;
        if (ga_plot_told_to_end())
            return ga_fail(err, GA_INTERRUPTED, "plot: interrupted");
        const enum ga_status status = draw(&figures[i], drawing, err);
        ++*n_tried;
        if (status == GA_INTERRUPTED)
            return status;
        ga_undrawn_add(&undrawn, figures[i].name, status, drawing->quiet, err);
    }
    return ga_undrawn_end(&undrawn, *n_tried, err);
}

static enum ga_status plot(const struct ga_request *request, bool quiet, struct ga_err *err) {
    struct ga_drawing drawing = {.quiet = quiet};
    size_t n_tried = 0, n;
    ga_figures(&n);
    enum ga_status status = find_directories(request, drawing.directory, drawing.out, err);
    if (status == GA_OK)
        status = ga_draw_check_gnuplot(err);
    if (status == GA_OK)
        status = ga_draw_find_scripts(drawing.scripts, err);
    if (status == GA_OK)
        status = ga_plot_data_begin(drawing.out, request->keep_data, drawing.data, err);
    if (status != GA_OK)
        return status;
    snprintf(drawing.published, sizeof drawing.published, "%s/../results/published",
             drawing.scripts);
    status = draw_all(&drawing, &n_tried, err);
    ga_plot_data_end(drawing.data, request->keep_data, status == GA_INTERRUPTED);
    if (status != GA_INTERRUPTED && n_tried < n && !quiet)
        fprintf(stderr, "plot: %zu of %zu figures; %s does not hold the tables of the others\n",
                n_tried, n, request->directory[0]);
    return status;
}

enum ga_status ga_command_plot(const struct ga_request *request, struct ga_err *err) {
    return request->n_directories == 2 ? ga_plot_pair(request, err) : plot(request, false, err);
}

enum ga_status ga_plot_quietly(const char *directory, const char *out, struct ga_err *err) {
    const struct ga_request request = {.directory = {directory}, .n_directories = 1, .out = out};
    return plot(&request, true, err);
}
