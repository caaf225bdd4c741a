/* `whatif`: what a program would gain without its atomics, by running it without them. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "answers.h"
#include "csv.h"
#include "inventory.h"
#include "loaded.h"
#include "part.h"
#include "process.h"
#include "wanted.h"
#include "whatif.h"
#include "whatif_file.h"

static const uint64_t MOST_KEPT = 1 << 29; /* bytes: TMPDIR may be memory */

static volatile sig_atomic_t told;
static void note(int number) { told = number; }
bool ga_whatif_is_told(void) { return told != 0; }

/* Between runs a signal is only noted, so that the scratch directory can be removed. What is ignored stays ignored. */
static const int numbers[] = {SIGINT, SIGQUIT, SIGHUP, SIGTERM};
enum { N_NUMBERS = sizeof numbers / sizeof *numbers };
static void listen_to(struct sigaction *before) {
    const struct sigaction noting = {.sa_handler = note};
    told = 0;
    for (int i = 0; i < N_NUMBERS; i++)
        if (sigaction(numbers[i], NULL, &before[i]) == 0 && before[i].sa_handler != SIG_IGN)
            sigaction(numbers[i], &noting, NULL);
}
static void stop_listening(const struct sigaction *before) {
    for (int i = 0; i < N_NUMBERS; i++)
        sigaction(numbers[i], &before[i], NULL);
}

const char *ga_whatif_isolation_name(enum ga_isolation kind) {
    static const char *const names[] = {[GA_ISOLATION_NONE] = "none",
                                        [GA_ISOLATION_OVERLAY] = "overlay",
                                        [GA_ISOLATION_LANDLOCK] = "landlock"};
    return names[kind];
}

/* Not of --edit none alone: what it runs computes what it should. */
static bool computes_rubbish(unsigned edits) { return (edits & ~(1U << GA_EDIT_UNCHANGED)) != 0; }

static bool is_at_terminal(void) { return isatty(STDIN_FILENO) && isatty(STDERR_FILENO); }

/* Whether they can be written after all runs. */
static enum ga_status check_files(const struct ga_request *request, struct ga_err *err) {
    enum ga_status status = request->csv
                                ? ga_csv_may_replace(request->csv, GA_WHATIF_COLUMN,
                                                     "holds nothing that whatif wrote", err)
                                : GA_OK;
    if (status == GA_OK && request->csv)
        status = ga_part_try(request->csv, err);
    return status == GA_OK && request->json ? ga_part_try(request->json, err) : status;
}

enum ga_status ga_whatif_check(const struct ga_request *request, unsigned *edits,
                               struct ga_err *err) {
    const char *const command = request->whatif ? "profile --whatif" : "whatif";
    char path[PATH_MAX];
    if (!request->program || !*request->program)
        return ga_fail(err, GA_USAGE,
                       "whatif: which program? It stands behind --: gpu-atomics whatif -- "
                       "./program");
    if (!ga_program_find(request->program[0], path))
        return ga_fail(err, GA_USAGE, "whatif: '%s': there is no such program%s",
                       request->program[0], strchr(request->program[0], '/') ? "" : " in PATH");
    if (ga_edits_parse(request->edit, edits, err) != GA_OK)
        return GA_USAGE;
    if (request->each && !computes_rubbish(*edits))
        return ga_fail(err, GA_USAGE,
                       "--each: one instruction at a time is of edits that change some; --edit "
                       "none replaces modules whole");
    if (computes_rubbish(*edits) && !request->yes && !is_at_terminal()) {
        struct ga_whatif w = {.who = "whatif"};
        if (ga_whatif_find_library(&w, err) != GA_OK)
            return GA_UNSUPPORTED; /* then there is nothing to ask for */
        return ga_fail(
            err, GA_USAGE,
            "whatif: edited runs compute rubbish, and there is no terminal to ask at; if "
            "that is as it should be: gpu-atomics %s --yes -- %s",
            command, request->program[0]);
    }
    return check_files(request, err);
}

static enum ga_status choose_shelter(struct ga_whatif *w, struct ga_err *err) {
    struct ga_err why[2];
    ga_isolation_find(&w->shelter, why);
    return w->shelter.kind != GA_ISOLATION_NONE || w->request->here
               ? GA_OK
               : ga_fail(
                     err, GA_UNSUPPORTED,
                     "whatif: what edited runs write cannot be kept from your files here (%.200s; "
                     "%.200s); --here runs them all the same",
                     why[0].message, why[1].message);
}

static void warn(const struct ga_whatif *w) {
    static const char *const files[] = {
        [GA_ISOLATION_NONE] = "They write to your files (--here).",
        [GA_ISOLATION_OVERLAY] = "What they write to files is dropped: they see an overlay.",
        [GA_ISOLATION_LANDLOCK] =
            "They may write to no file, but below a TMPDIR of their own, /dev "
            "and /proc (Landlock)."};
    fprintf(stderr,
            "whatif: after one plain run, %s runs again with %s\n%s Networks and databases are not "
            "isolated.\n",
            w->request->program[0],
            computes_rubbish(w->study.edits)
                ? "atomics or fences edited. These runs compute rubbish, and may crash or hang."
                : "its code replaced by itself.",
            files[w->shelter.kind]);
    if (w->request->here && w->shelter.kind != GA_ISOLATION_NONE)
        fputs("If the unedited program does not run so, they write to your files (--here).\n",
              stderr);
    if (w->input_ends && !isatty(STDIN_FILENO))
        fputs("Standard input is a pipe, or cannot be opened again: the plain run alone reads it. "
              "Of a "
              "file (< FILE) all runs read the same.\n",
              stderr);
}

/* Asks at the terminal, unless --yes. err: GA_USAGE if the answer is no. */
static enum ga_status ask(const struct ga_whatif *w, struct ga_err *err) {
    char answer[16] = "";
    warn(w);
    if (w->request->yes || !computes_rubbish(w->study.edits))
        return GA_OK;
    fputs("Go on? [y/N] ", stderr);
    const ssize_t n = read(STDIN_FILENO, answer, sizeof answer - 1); /* a line: it is a terminal */
    return n > 0 && (*answer == 'y' || *answer == 'Y')
               ? GA_OK
               : ga_fail(err, told ? GA_INTERRUPTED : GA_USAGE, "whatif: nothing was run");
}

/* Of those that were launched. err: GA_USAGE if none is wanted, or, but for profile, a pattern matches none. */
static enum ga_status choose_kernels(struct ga_whatif *w, struct ga_err *err) {
    struct ga_wanted wanted = {.patterns = &w->request->kernels};
    bool any = false;
    w->chosen = calloc(w->symbols.n + 1, sizeof *w->chosen);
    if (!w->chosen)
        return ga_fail(err, GA_ERROR, "whatif: out of memory");
    for (size_t i = 0; i < w->study.rows.n; i++) {
        const uint32_t kernel = w->study.rows.at[i].key.kernel;
        any |= w->chosen[kernel] = ga_wants(&wanted, w->symbols.at[kernel]);
    }
    w->study.chosen = w->chosen;
    return any && w->request->whatif ? GA_OK
                                     : ga_wanted_check(&wanted, "kernel that was launched", err);
}

static enum ga_status report(struct ga_whatif *w, struct ga_err *err) {
    const struct ga_request *const request = w->request;
    struct ga_row_gains *gains = NULL;
    enum ga_status status = ga_study_settle(&w->study, err);
    if (status == GA_OK)
        status = ga_gains_of_rows(&w->study, &w->seen, &gains, err);
    if (status == GA_OK && (!request->whatif || request->verbose))
        status = ga_whatif_print(w, gains, err);
    if (status == GA_OK && request->csv)
        status = ga_whatif_write(w, gains, request->csv, false, err);
    if (status == GA_OK && request->json)
        status = ga_whatif_write(w, gains, request->json, true, err);
    free(gains);
    return status;
}

/* out: w: what the program reads, from where it will begin, for all runs but the first. */
static void open_input(struct ga_whatif *w) {
    struct stat s;
    const off_t at = lseek(STDIN_FILENO, 0, SEEK_CUR);
    const bool is_open = fstat(STDIN_FILENO, &s) == 0;
    const bool is_file = is_open && S_ISREG(s.st_mode) && at >= 0;
    w->input_ends = is_open && (S_ISFIFO(s.st_mode) || S_ISSOCK(s.st_mode) || isatty(STDIN_FILENO));
    w->input = is_file ? open("/proc/self/fd/0", O_RDONLY | O_CLOEXEC) : -1;
    w->input_ends |= is_file && w->input < 0;
    if (w->input >= 0)
        lseek(w->input, at, SEEK_SET);
}

static enum ga_status run_all(struct ga_whatif *w, struct ga_err *err) {
    enum ga_status status = ga_whatif_find_library(w, err);
    if (status == GA_OK)
        status = ga_whatif_make_scratch(w, err);
    if (status == GA_OK)
        status = choose_shelter(w, err);
    if (status == GA_OK)
        status = ask(w, err);
    if (status == GA_OK)
        status = ga_whatif_run_plain(w, err);
    if (status == GA_OK && w->seen.n_launches == 0)
        status = ga_whatif_unseen(w, err);
    if (status == GA_OK && *w->death.message)
        fprintf(stderr, "%s\n", w->death.message);
    if (status == GA_OK && w->keeps > 0)
        ga_loaded_write(w);
    if (status == GA_OK && w->study.rows.n == 0)
        status = ga_fail(err, GA_USAGE, "--skip: no kernel was launched more than %llu times",
                         (unsigned long long)w->request->skip.value);
    if (status == GA_OK)
        status = choose_kernels(w, err);
    if (status == GA_OK)
        status = ga_whatif_run_edits(w, err);
    return status == GA_OK ? report(w, err) : status;
}

enum ga_status ga_command_whatif(const struct ga_request *request, struct ga_err *err) {
    struct sigaction before[N_NUMBERS];
    unsigned edits = 0;
    enum ga_status status = request->write ? ga_edits_parse(request->edit, &edits, err)
                                           : ga_whatif_check(request, &edits, err);
    if (status == GA_OK && request->write)
        return ga_whatif_edit_file(request, err);
    if (status != GA_OK)
        return status;
    struct ga_whatif *const w = calloc(1, sizeof *w);
    if (!w)
        return ga_fail(err, GA_ERROR, "whatif: out of memory");
    w->who = "whatif";
    w->request = request;
    open_input(w);
    w->keeps = request->inspected ? MOST_KEPT : 0;
    w->study.edits = edits;
    w->study.each = request->each;
    w->study.counted = (struct ga_counted){request->skip.value, request->launches.value};
    listen_to(before);
    status = run_all(w, err);
    if (*w->scratch)
        ga_remove_tree(w->scratch);
    stop_listening(before);
    if (status == GA_OK && request->program_code)
        *request->program_code = w->code;
    if (w->input >= 0)
        close(w->input);
    ga_study_free(&w->study);
    ga_observed_free(&w->seen);
    ga_symbols_free(&w->symbols);
    free(w->chosen);
    free(w);
    return status;
}
