/* `plot`: works out what each figure needs, and hands that with the figure's script to gnuplot. */
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "build_info.h"
#include "commands.h"
#include "check.h"
#include "figures.h"
#include "part.h"
#include "plot_data.h"
#include "results.h"
#include "process.h"

static const char *const formats[] = {"svg", "png"};

/* out: where the scripts are: where they were installed, beside this program, or in the source that it
 * was built from. err: GA_FILE naming both. */
static enum ga_status find_scripts(char *directory, struct ga_err *err) {
    char program[PATH_MAX], style[2 * PATH_MAX];
    const ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    program[n > 0 ? n : 0] = '\0';
    char *const slash = strrchr(program, '/');
    if (slash)
        *slash = '\0';
    snprintf(style, sizeof style, "%s/" GA_PLOTS_INSTALLED "/style.gp", program);
    if (access(style, R_OK) != 0)
        snprintf(style, sizeof style, GA_PLOTS_SOURCE "/style.gp");
    if (access(style, R_OK) != 0)
        return ga_fail(err, GA_FILE,
                       "plot: the scripts are neither in %s/" GA_PLOTS_INSTALLED
                       " nor in " GA_PLOTS_SOURCE,
                       program);
    *strrchr(style, '/') = '\0';
    if (!realpath(style, directory))
        return ga_fail(err, GA_FILE, "%s: %s", style, strerror(errno));
    return GA_OK;
}

/* To stderr, what a process wrote to it. */
static void say_again(FILE *said) {
    char line[512];
    rewind(said);
    while (fgets(line, sizeof line, said))
        fputs(line, stderr);
}

/* What is the same for all figures. Absolute paths: of the tables, the figures, the scripts, numbers of others, and of
 * what the figures are drawn from. */
struct drawing {
    char directory[PATH_MAX], out[PATH_MAX], scripts[PATH_MAX], published[PATH_MAX + 32],
        data[PATH_MAX];
    bool quiet; /* SVG alone, and nothing is said of what was drawn */
};

/* gnuplot warns of every curve without a point, which are none where a table does not have them all: what it says is
 * said again only if it fails. in: script: its name; to: where the figure goes. */
static enum ga_status run_gnuplot(const struct ga_figure *figure, const char *script,
                                  const char *format, const struct drawing *drawing, int to,
                                  struct ga_err *err) {
    char who[64], stem[PATH_MAX + 64];
    snprintf(stem, sizeof stem, "%s/%s", drawing->data, figure->name);
    FILE *const said = tmpfile();
    if (!said)
        return ga_fail(err, GA_FILE, "plot: no temporary file: %s", strerror(errno));
    /* Scripts find each other and what they hold beside them from where they are. */
    static const char in_scripts[] = "cd \"$0\" && exec gnuplot -c \"$@\"";
    const char *const argv[] = {"sh",          "-c",   in_scripts, drawing->scripts, script, stem,
                                "/dev/stdout", format, NULL};
    posix_spawn_file_actions_t actions;
    int code = 0;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, to, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fileno(said), STDERR_FILENO);
    snprintf(who, sizeof who, "plot: %s", figure->name);
    enum ga_status status = ga_spawn(who, "/bin/sh", (char **)argv, &actions, &code, err);
    posix_spawn_file_actions_destroy(&actions);
    if (status == GA_OK && code != 0)
        status = ga_fail(err, GA_FILE, "plot: gnuplot failed on %s/%s with %s/%s", drawing->scripts,
                         script, drawing->directory, figure->table);
    if (status == GA_FILE || status == GA_ERROR)
        say_again(said);
    fclose(said);
    return status;
}

/* gnuplot does not look whether what it writes arrives. out: whether the file ends as a whole figure does. */
static bool is_whole(int file, const char *format) {
    char end[16];
    const char *const mark = strcmp(format, "svg") == 0 ? "</svg>" : "IEND";
    const off_t size = lseek(file, 0, SEEK_END);
    const ssize_t n = pread(file, end, sizeof end, size - (off_t)sizeof end);
    return n > 0 && memmem(end, (size_t)n, mark, strlen(mark)) != NULL;
}

static enum ga_status draw_format(const struct ga_figure *figure, const char *script,
                                  const char *format, const struct drawing *drawing,
                                  struct ga_err *err) {
    char path[PATH_MAX + 64], part[sizeof path + GA_PART_NAME];
    int file;
    snprintf(path, sizeof path, "%s/%s.%s", drawing->out, figure->name, format);
    enum ga_status status = ga_part_create(path, part, sizeof part, &file, err);
    if (status != GA_OK)
        return status;
    status = run_gnuplot(figure, script, format, drawing, file, err);
    if (status == GA_OK && !is_whole(file, format))
        status = ga_fail(err, GA_FILE, "%s: not written: is the disk full?", path);
    if (status == GA_OK)
        status = ga_part_commit(file, part, path, err);
    else
        unlink(part);
    close(file);
    if (status == GA_OK && !drawing->quiet)
        printf("%s\n", path);
    return status;
}

/* A table without anything for the figure is drawn as the sentence that says so. */
static enum ga_status draw(const struct ga_figure *figure, const struct drawing *drawing,
                           struct ga_err *err) {
    char script[64];
    bool drawable = false;
    enum ga_status status = ga_figure_work_out(figure, drawing->directory, drawing->published,
                                               drawing->data, &drawable, err);
    snprintf(script, sizeof script, "%s.gp", drawable ? figure->name : "said");
    for (size_t f = 0;
         status == GA_OK && f < (drawing->quiet ? 1 : sizeof formats / sizeof *formats); f++)
        status = draw_format(figure, script, formats[f], drawing, err);
    return status;
}

static bool has_table(const char *directory, const struct ga_figure *figure) {
    char table[PATH_MAX + 64];
    snprintf(table, sizeof table, "%s/%s", directory, figure->table);
    return access(table, R_OK) == 0;
}

/* Nothing is drawn of a directory with a table that may not be. */
static enum ga_status check_tables(const char *directory, struct ga_err *err) {
    char path[PATH_MAX + 64];
    enum ga_status status = GA_OK;
    size_t n;
    const struct ga_figure *const figures = ga_figures(&n);
    for (size_t i = 0; status == GA_OK && i < n; i++) {
        snprintf(path, sizeof path, "%s/%s", directory, figures[i].table);
        if (has_table(directory, &figures[i]))
            status = ga_check_table(path, err);
    }
    return status;
}

/* A shell that may open few files leaves out what it cannot open, and a figure would lack it. */
static enum ga_status check_gnuplot(struct ga_err *err) {
    static const rlim_t NEEDED = 32;
    char program[PATH_MAX];
    struct rlimit allowed;
    if (!ga_program_find("gnuplot", program))
        return ga_fail(err, GA_UNSUPPORTED, "plot: gnuplot is not installed (Debian: gnuplot-nox)");
    if (getrlimit(RLIMIT_NOFILE, &allowed) == 0 && allowed.rlim_cur < NEEDED)
        return ga_fail(err, GA_FILE,
                       "plot: %s: a process may have %ju here (ulimit -n), gnuplot needs %ju",
                       strerror(EMFILE), (uintmax_t)allowed.rlim_cur, (uintmax_t)NEEDED);
    return GA_OK;
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
static enum ga_status draw_all(const struct drawing *drawing, size_t *n_tried, struct ga_err *err) {
    char failed[512] = "";
    size_t n_failed = 0, n;
    const struct ga_figure *const figures = ga_figures(&n);
    enum ga_status first = GA_OK;
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
        if (status == GA_OK)
            continue;
        fprintf(stderr, "%s\n", err->message);
        const size_t at = strlen(failed);
        snprintf(failed + at, sizeof failed - at, "%s%s", at ? ", " : "", figures[i].name);
        first = n_failed++ ? first : status;
    }
    return n_failed ? ga_fail(err, first, "plot: %zu of %zu figures not drawn: %s", n_failed,
                              *n_tried, failed)
                    : GA_OK;
}

static enum ga_status plot(const struct ga_request *request, bool quiet, struct ga_err *err) {
    struct drawing drawing = {.quiet = quiet};
    size_t n_tried = 0, n;
    ga_figures(&n);
    enum ga_status status = find_directories(request, drawing.directory, drawing.out, err);
    if (status == GA_OK)
        status = check_tables(drawing.directory, err);
    if (status == GA_OK)
        status = check_gnuplot(err);
    if (status == GA_OK)
        status = find_scripts(drawing.scripts, err);
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
    return plot(request, false, err);
}

enum ga_status ga_plot_quietly(const char *directory, const char *out, struct ga_err *err) {
    const struct ga_request request = {.directory = {directory}, .n_directories = 1, .out = out};
    return plot(&request, true, err);
}
