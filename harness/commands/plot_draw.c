/* Scripts, gnuplot, and whole files. */
#include "plot_draw.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "build_info.h"
#include "part.h"
#include "process.h"

static const char *const formats[] = {"svg", "png"};

/* out: where the scripts are: where they were installed, beside this program, or in the source that it
 * was built from. err: GA_FILE naming both. */
enum ga_status ga_draw_find_scripts(char *directory, struct ga_err *err) {
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

/* gnuplot warns of every curve without a point, which are none where a table does not have them all: what it says is
 * said again only if it fails. in: script: its name; to: where the figure goes. */
static enum ga_status run_gnuplot(const char *name, const char *table, const char *script,
                                  const char *format, const struct ga_drawing *drawing, int to,
                                  struct ga_err *err) {
    char who[64], stem[PATH_MAX + 64];
    snprintf(stem, sizeof stem, "%s/%s", drawing->data, name);
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
    snprintf(who, sizeof who, "plot: %s", name);
    enum ga_status status = ga_spawn(who, "/bin/sh", (char **)argv, &actions, &code, err);
    posix_spawn_file_actions_destroy(&actions);
    if (status == GA_OK && code != 0)
        status = ga_fail(err, GA_FILE, "plot: gnuplot failed on %s/%s with %s/%s", drawing->scripts,
                         script, drawing->directory, table);
    if ((status == GA_FILE || status == GA_ERROR) && !drawing->quiet)
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

static enum ga_status draw_format(const char *name, const char *table, const char *script,
                                  const char *format, const struct ga_drawing *drawing,
                                  struct ga_err *err) {
    char path[PATH_MAX + 64], part[sizeof path + GA_PART_NAME];
    int file;
    snprintf(path, sizeof path, "%s/%s.%s", drawing->out, name, format);
    enum ga_status status = ga_part_create(path, part, sizeof part, &file, err);
    if (status != GA_OK)
        return status;
    status = run_gnuplot(name, table, script, format, drawing, file, err);
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

enum ga_status ga_draw(const char *name, const char *table, const char *script,
                       const struct ga_drawing *drawing, struct ga_err *err) {
    const size_t n = drawing->quiet ? 1 : sizeof formats / sizeof *formats;
    enum ga_status status = GA_OK;
    for (size_t f = 0; status == GA_OK && f < n; f++)
        status = draw_format(name, table, script, formats[f], drawing, err);
    return status;
}

/* A shell that may open few files leaves out what it cannot open, and a figure would lack it. */
enum ga_status ga_draw_check_gnuplot(struct ga_err *err) {
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

void ga_undrawn_add(struct ga_undrawn *undrawn, const char *name, enum ga_status status, bool quiet,
                    const struct ga_err *err) {
    if (status == GA_OK)
        return;
    if (!quiet && strcmp(undrawn->last.message, err->message) != 0)
        fprintf(stderr, "%s\n", err->message);
    undrawn->last = *err;
    const size_t at = strlen(undrawn->names);
    snprintf(undrawn->names + at, sizeof undrawn->names - at, "%s%s", at ? ", " : "", name);
    undrawn->first = undrawn->n++ ? undrawn->first : status;
}

enum ga_status ga_undrawn_end(const struct ga_undrawn *undrawn, size_t n_tried,
                              struct ga_err *err) {
    return undrawn->n ? ga_fail(err, undrawn->first, "plot: %zu of %zu figures not drawn: %s",
                                undrawn->n, n_tried, undrawn->names)
                      : GA_OK;
}
