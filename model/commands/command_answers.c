/* `answers`: what the tables of runs mean, in a page: one set, or several side by side. */
#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "answers.h"
#include "csv.h"
#include "l2_law.h"
#include "names.h"
#include "print.h"
#include "shipped.h"

enum { MOST_SHIPPED = 16 };

enum ga_status ga_answers_choose(const struct ga_list *patterns, bool *is_wanted,
                                 struct ga_err *err) {
    const char *tables[GA_N_ANSWERS + 1] = {NULL};
    for (size_t a = 0; a < GA_N_ANSWERS; a++) {
        tables[a] = ga_answer_rows[a].table;
        is_wanted[a] = patterns->n == 0;
    }
    for (uint32_t p = 0; p < patterns->n; p++) {
        bool any = false;
        for (size_t a = 0; a < GA_N_ANSWERS; a++)
            if (fnmatch(patterns->at[p], tables[a], 0) == 0)
                any = is_wanted[a] = true;
        if (any)
            continue;
        const char *const near = ga_nearest(patterns->at[p], tables);
        return ga_fail(err, GA_USAGE, "--bench '%s': no answer is drawn from such a table%s%s%s",
                       patterns->at[p], near ? "; did you mean " : "", near ? near : "",
                       near ? "?" : "");
    }
    return GA_OK;
}

static bool has(const char *directory, const char *name) {
    char path[GA_CSV_MAX_PATH];
    return snprintf(path, sizeof path, "%s/%s", directory, name) < (int)sizeof path &&
           access(path, F_OK) == 0;
}

/* What to give in place of a folder of sets. in: directory: without run.csv. err: untouched if there is none in it, either. */
static enum ga_status check_folder(const char *directory, struct ga_err *err) {
    char path[GA_CSV_MAX_PATH], found[GA_CSV_MAX_PATH] = "", word[GA_SHELL_WORD(GA_CSV_MAX_PATH)];
    struct dirent **entries = NULL;
    const int n = scandir(directory, &entries, NULL, alphasort);
    const size_t end = strlen(directory);
    for (int i = 0; i < n; i++) {
        const bool fits = snprintf(path, sizeof path, "%s%s%s", directory,
                                   end > 0 && directory[end - 1] == '/' ? "" : "/",
                                   entries[i]->d_name) < (int)sizeof path;
        if (fits && has(path, "run.csv") && (!*found || strlen(path) < strlen(found)))
            memcpy(found, path, strlen(path) + 1); /* the plainest */
        free(entries[i]);
    }
    free(entries);
    return *found ? ga_fail(err, GA_USAGE,
                            "answers: %s has no run.csv; it is a folder of sets. Name those that "
                            "you want, as in: gpu-atomics answers %s",
                            directory, ga_shell_word(found, word, sizeof word))
                  : GA_OK;
}

static enum ga_status read_set(const char *directory, const bool *is_wanted, struct ga_answers *set,
                               struct ga_err *err) {
    struct stat info;
    if (stat(directory, &info) != 0)
        return ga_fail(err, GA_FILE, "answers: %s: %s", directory, strerror(errno));
    if (!S_ISDIR(info.st_mode))
        return ga_fail(err, GA_FILE, "answers: %s: %s; give the directory of a run", directory,
                       strerror(ENOTDIR));
    enum ga_status status = has(directory, "run.csv") ? GA_OK : check_folder(directory, err);
    if (status == GA_OK)
        status = ga_answers_read(directory, is_wanted, set, err);
    if (status != GA_OK || set->n_answered > 0)
        return status;
    if (has(directory, "answers.csv"))
        return ga_fail(
            err, GA_USAGE,
            "answers: %s has no tables, only the answers that were drawn from them: read "
            "%s/answers.csv, or hold it against other sets with gpu-atomics fleet",
            directory, directory);
    return ga_fail(err, GA_USAGE, "answers: %s holds none of the rows that answers come from",
                   directory);
}

static void print(const struct ga_sheet_of_answers *sheet, enum ga_format format, bool why) {
    switch (format) {
    case GA_FORMAT_TEXT:
        ga_answers_text(sheet, why, stdout);
        return;
    case GA_FORMAT_MARKDOWN:
        ga_answers_markdown(sheet, stdout);
        return;
    case GA_FORMAT_CSV:
    case GA_FORMAT_JSON:
        ga_answers_rows(sheet, format == GA_FORMAT_JSON, stdout);
        return;
    }
}

static bool is_there_by_name(const struct ga_answers *sets, size_t n, const char *name) {
    bool found = false;
    for (size_t s = 0; s < n; s++)
        found |= strcmp(sets[s].name, name) == 0;
    return found;
}

/* in: one_each: of a GPU model the first set alone. */
static enum ga_status answer(const struct ga_request *request, const char *const *directory,
                             size_t n, bool one_each, struct ga_err *err) {
    bool is_wanted[GA_N_ANSWERS];
    enum ga_format format = GA_FORMAT_TEXT;
    struct ga_answers *const sets = calloc(n, sizeof *sets);
    char(*const names)[GA_SHORT_NAME] = calloc(n, sizeof *names);
    enum ga_status status =
        sets && names ? GA_OK : ga_fail(err, GA_ERROR, "answers: out of memory");
    if (status == GA_OK)
        status = ga_format_of(request->format, &format, err);
    if (status == GA_OK)
        status = ga_answers_choose(&request->benches, is_wanted, err);
    size_t kept = 0;
    for (size_t s = 0; status == GA_OK && s < n; s++) {
        status = read_set(directory[s], is_wanted, &sets[kept], err);
        if (one_each && is_there_by_name(sets, kept, sets[kept].name)) {
            ga_answers_free(&sets[kept]);
            sets[kept] = (struct ga_answers){.directory = NULL};
        } else {
            kept++;
        }
    }
    if (status == GA_OK) {
        ga_answers_name(sets, kept, names);
        const struct ga_sheet_of_answers sheet = {sets, kept, is_wanted, names};
        print(&sheet, format, request->why);
    }
    for (size_t s = 0; sets && s < kept; s++)
        ga_answers_free(&sets[s]);
    free(sets);
    free(names);
    return status;
}

/* Without a directory, of what comes with the program. */
enum ga_status ga_command_answers(const struct ga_request *request, struct ga_err *err) {
    char *shipped[MOST_SHIPPED] = {NULL};
    if (request->n_directories > 0)
        return answer(request, request->directory, request->n_directories, false, err);
    const size_t n = ga_shipped_sets(shipped, MOST_SHIPPED);
    const enum ga_status status =
        n ? answer(request, (const char *const *)shipped, n, true, err)
          : ga_fail(err, GA_FILE, "answers: which DIR? no tables came with this program");
    for (size_t i = 0; i < n; i++)
        free(shipped[i]);
    return status;
}

enum ga_status ga_answers_of_run(const char *directory, struct ga_runfile *run,
                                 struct ga_err *err) {
    struct ga_answers *const set = calloc(1, sizeof *set);
    bool is_there[GA_N_ANSWERS];
    char name[1][GA_SHORT_NAME], path[GA_CSV_MAX_PATH], word[GA_SHELL_WORD(GA_CSV_MAX_PATH)];
    if (!set)
        return ga_fail(err, GA_ERROR, "answers: out of memory");
    enum ga_status status = ga_answers_read(directory, NULL, set, err);
    const size_t n_shown = ga_answers_short(set, is_there);
    if (status == GA_OK)
        ga_l2_law_tell(set, run);
    if (status == GA_OK && set->n_answered > 0) {
        const struct ga_sheet_of_answers sheet = {set, 1, is_there, name};
        ga_answers_name(set, 1, name);
        printf("\n");
        ga_answers_text(&sheet, false, stdout);
        if (n_shown < set->n_answered)
            printf("%zu more answers: gpu-atomics answers %s\n", set->n_answered - n_shown,
                   ga_shell_word(directory, word, sizeof word));
        set->directory = "."; /* the file stands beside the tables, wherever these go */
        if (snprintf(path, sizeof path, "%s/answers.csv", directory) < (int)sizeof path)
            status = ga_answers_write(set, path, err);
    }
    ga_answers_free(set);
    free(set);
    return status;
}
