#include "plot_data.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "results.h"

static const int numbers[] = {SIGINT, SIGQUIT, SIGHUP, SIGTERM};
enum { N_NUMBERS = sizeof numbers / sizeof *numbers };
static struct sigaction before[N_NUMBERS];
static volatile sig_atomic_t told;

static void note(int number) {
    (void)number;
    told = 1;
}

/* While a child runs, ga_spawn takes the signals from the queue. What this process ignores stays ignored. */
static void catch_signals(void) {
    const struct sigaction noted = {.sa_handler = note, .sa_flags = SA_RESTART};
    told = 0;
    for (unsigned i = 0; i < N_NUMBERS; i++)
        if (sigaction(numbers[i], NULL, &before[i]) == 0 && before[i].sa_handler != SIG_IGN)
            sigaction(numbers[i], &noted, NULL);
}

static void release_signals(void) {
    for (unsigned i = 0; i < N_NUMBERS; i++)
        sigaction(numbers[i], &before[i], NULL);
}

static enum ga_status make_kept(const char *out, char *directory, struct ga_err *err) {
    char path[PATH_MAX + 16];
    snprintf(path, sizeof path, "%s/data", out);
    const enum ga_status status = ga_make_directory(path, err);
    if (status == GA_OK && !realpath(path, directory))
        return ga_fail(err, GA_FILE, "%s: %s", path, strerror(errno));
    return status;
}

static enum ga_status make_temporary(char *directory, struct ga_err *err) {
    const char *const wanted = getenv("TMPDIR");
    const int n = snprintf(directory, PATH_MAX, "%s/gpu-atomics-plot-XXXXXX",
                           wanted && *wanted == '/' ? wanted : P_tmpdir);
    if (n >= PATH_MAX || !mkdtemp(directory))
        return ga_fail(err, GA_FILE, "plot: no temporary directory %s: %s", directory,
                       n >= PATH_MAX ? strerror(ENAMETOOLONG) : strerror(errno));
    return GA_OK;
}

enum ga_status ga_plot_data_begin(const char *out, bool keep, char *directory, struct ga_err *err) {
    catch_signals();
    const enum ga_status status =
        keep ? make_kept(out, directory, err) : make_temporary(directory, err);
    if (status != GA_OK)
        release_signals();
    return status;
}

/* Nobody else writes there, and nothing there is a directory. */
static void remove_files(const char *path) {
    DIR *const directory = opendir(path);
    for (struct dirent *entry; directory && (entry = readdir(directory));)
        unlinkat(dirfd(directory), entry->d_name, 0);
    if (directory)
        closedir(directory);
}

void ga_plot_data_end(const char *directory, bool keep, bool ends) {
    if (!keep) {
        remove_files(directory);
        rmdir(directory);
    }
    if (!ends)
        release_signals();
}

bool ga_plot_told_to_end(void) { return told; }
