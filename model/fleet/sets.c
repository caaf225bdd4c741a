/* A set is a few hundred short lines; its tables are megabytes. */
#include "sets.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "changes.h"
#include "csv.h"
#include "measured.h"
#include "number.h"

enum {
    ANSWER,
    VALUE,
    LOW,
    HIGH,
    WORD,
    N_COLUMNS,
    RULE = N_COLUMNS
}; /* earlier files have no rule */
static const char *const columns[N_COLUMNS] = {"answer", "value", "low", "high", "word"};
static const double MOST = 1e300;

static enum ga_status path_of(char *path, const char *directory, const char *name,
                              struct ga_err *err) {
    if (snprintf(path, GA_CSV_MAX_PATH, "%s/%s", directory, name) >= GA_CSV_MAX_PATH)
        return ga_fail(err, GA_FILE, "%.60s...: the path is too long", directory);
    return GA_OK;
}

/* An empty cell is a number that there is not. */
static enum ga_status read_number(const struct ga_csv_in *in, unsigned column, const char *name,
                                  double *value, struct ga_err *err) {
    const char *const text = in->field[column];
    *value = NAN;
    if (!*text || ga_parse_real(text, -MOST, MOST, value))
        return GA_OK;
    return ga_fail(err, GA_USAGE, "%s:%lu: %s is '%s', expected a number", in->path, in->line, name,
                   text);
}

/* out: text past what versions without a second length do not say: its axis' usual value, and the rate that both tell. */
static const char *past_lengths(const char *text) {
    static const char *const said[] = {" accesses=" GA_MEASURED_LACKED,
                                       "; of steady_ops_per_s/1e9 where that is measured"};
    for (size_t i = 0; i < sizeof said / sizeof *said; i++)
        if (strncmp(text, said[i], strlen(said[i])) == 0)
            text += strlen(said[i]);
    return text;
}

/* Whether they say the same, but for that. */
static bool are_alike(const char *first, const char *second) {
    for (;; first++, second++) {
        first = past_lengths(first);
        second = past_lengths(second);
        if (*first != *second || !*first)
            return *first == *second;
    }
}

static bool is_our_rule(const struct ga_csv_in *in, unsigned place,
                        const struct ga_answer_row *row) {
    char ours[512];
    return place >= in->n_fields ||
           are_alike(in->field[place], ga_rule_text(row, ours, sizeof ours));
}

/* An answer that this program does not know is another version's, as is one by another rule, which is counted. */
static enum ga_status take_row(const struct ga_csv_in *in, const unsigned *place,
                               struct ga_fleet_set *set, struct ga_err *err) {
    struct ga_fleet_value value;
    double *const numbers[] = {[VALUE] = &value.value, [LOW] = &value.low, [HIGH] = &value.high};
    size_t a = 0;
    while (a < GA_N_ANSWERS && strcmp(ga_answer_rows[a].id, in->field[place[ANSWER]]) != 0)
        a++;
    for (unsigned c = VALUE; c <= HIGH; c++) {
        const enum ga_status status = read_number(in, place[c], columns[c], numbers[c], err);
        if (status != GA_OK)
            return status;
    }
    if (a == GA_N_ANSWERS || !isfinite(value.value))
        return GA_OK;
    if (!is_our_rule(in, place[RULE], &ga_answer_rows[a])) {
        set->n_by_others++;
        return GA_OK;
    }
    if (isfinite(set->at[a].value))
        return ga_fail(err, GA_USAGE, "%s:%lu: answer '%s' is there twice", in->path, in->line,
                       ga_answer_rows[a].id);
    snprintf(value.word, sizeof value.word, "%s", in->field[place[WORD]]);
    set->at[a] = value;
    set->n_answered++;
    return GA_OK;
}

static enum ga_status read_answers(const char *path, struct ga_fleet_set *set, struct ga_err *err) {
    struct ga_csv_in in;
    unsigned place[N_COLUMNS + 1];
    bool more = false;
    enum ga_status status = ga_csv_open(&in, path, err);
    if (status != GA_OK)
        return status;
    status = ga_csv_read(&in, &more, err);
    if (status == GA_OK && !more)
        status = ga_fail(err, GA_USAGE, "%s: is empty, expected a line of names", path);
    const unsigned n = in.n_fields;
    place[RULE] = status == GA_OK ? ga_csv_find(&in, "rule") : n;
    for (unsigned c = 0; status == GA_OK && c < N_COLUMNS; c++)
        status = ga_csv_column(&in, columns[c], &place[c], err);
    while (ga_csv_next(&in, &status, err)) {
        if (in.n_fields != n)
            status = ga_fail(err, GA_USAGE, "%s:%lu: %u fields, expected %u", path, in.line,
                             in.n_fields, n);
        else
            status = take_row(&in, place, set, err);
    }
    ga_csv_end(&in);
    return status;
}

static enum ga_status compute(const char *directory, struct ga_fleet_set *set, struct ga_err *err) {
    struct ga_answers *const answers = calloc(1, sizeof *answers);
    if (!answers)
        return ga_fail(err, GA_ERROR, "%s: out of memory", directory);
    const enum ga_status status = ga_answers_read(directory, NULL, answers, err);
    for (size_t a = 0; status == GA_OK && a < GA_N_ANSWERS; a++) {
        const struct ga_answer *const answer = &answers->at[a];
        if (answer->state != GA_ANSWERED || !isfinite(answer->value))
            continue;
        set->at[a] = (struct ga_fleet_value){answer->value, answer->low, answer->high, "", 0};
        snprintf(set->at[a].word, sizeof set->at[a].word, "%s", answer->word);
        set->n_answered++;
    }
    ga_answers_free(answers);
    free(answers);
    return status;
}

/* Runs before gpu_uuid was there have it in device_id, with the place on the bus behind it. */
static void set_uuid(const struct ga_runfile *run, struct ga_fleet_set *set) {
    const char *const uuid = ga_runfile_get(run, "gpu_uuid");
    const char *const id = ga_runfile_get(run, "device_id");
    const char *const from = uuid ? uuid : id && strncmp(id, "GPU-", 4) == 0 ? id : "";
    snprintf(set->uuid, sizeof set->uuid, "%.*s", (int)strcspn(from, " "), from);
}

static void copy_said(const struct ga_runfile *run, const char *key, char *text, size_t capacity) {
    const char *const said = ga_runfile_get(run, key);
    snprintf(text, capacity, "%s", said ? said : "");
}

static enum ga_status read_run(const char *directory, struct ga_fleet_set *set,
                               struct ga_err *err) {
    struct ga_runfile *const run = malloc(sizeof *run); /* large */
    if (!run)
        return ga_fail(err, GA_ERROR, "%s: out of memory", directory);
    enum ga_status status = ga_answers_run(directory, run, err);
    const char *const name = status == GA_OK ? ga_runfile_get(run, "device_name") : NULL;
    if (status == GA_OK && !name)
        status = ga_fail(err, GA_USAGE, "%s/run.csv: there is no device_name", directory);
    if (status == GA_OK) {
        snprintf(set->model, sizeof set->model, "%s", name);
        copy_said(run, "git_commit", set->program, sizeof set->program);
        copy_said(run, "started_utc", set->started, sizeof set->started);
        set_uuid(run, set);
    }
    free(run);
    return status;
}

static enum ga_status read_set(const char *directory, struct ga_fleet_set *set, bool *is_computed,
                               struct ga_err *err) {
    char path[GA_CSV_MAX_PATH];
    set->directory = strdup(directory);
    if (!set->directory)
        return ga_fail(err, GA_ERROR, "%s: out of memory", directory);
    for (size_t a = 0; a < GA_N_ANSWERS; a++)
        set->at[a] = (struct ga_fleet_value){NAN, NAN, NAN, "", 0};
    enum ga_status status = path_of(path, directory, "answers.csv", err);
    if (status == GA_OK)
        status = read_run(directory, set, err);
    if (status != GA_OK)
        return status;
    *is_computed = access(path, F_OK) != 0;
    status = *is_computed ? compute(directory, set, err) : read_answers(path, set, err);
    for (size_t a = 0; a < GA_N_ANSWERS; a++)
        set->at[a].version = ga_version_of(a, set->started);
    if (status == GA_OK && set->n_answered == 0)
        return ga_fail(err, GA_UNSUPPORTED, "%s: holds no answer", directory);
    return status;
}

static void free_set(struct ga_fleet_set *set) {
    free(set->directory);
    free(set);
}

/* out: room for one more. */
static bool grow(struct ga_fleet *fleet) {
    if (fleet->n < fleet->capacity)
        return true;
    const size_t capacity = fleet->capacity ? 2 * fleet->capacity : 64;
    struct ga_fleet_set **const more = realloc((void *)fleet->set, capacity * sizeof *more);
    if (!more)
        return false;
    fleet->set = more;
    fleet->capacity = capacity;
    return true;
}

static enum ga_status add_set(struct ga_fleet *fleet, const char *directory, struct ga_err *err) {
    struct ga_fleet_set *const set = grow(fleet) ? calloc(1, sizeof *set) : NULL;
    struct ga_err why = {""};
    bool is_computed = false;
    if (!set)
        return ga_fail(err, GA_ERROR, "%s: out of memory", fleet->command);
    const enum ga_status status = read_set(directory, set, &is_computed, &why);
    if (status == GA_OK) {
        fleet->set[fleet->n++] = set;
        fleet->n_computed += is_computed;
        fleet->n_by_others += set->n_by_others;
        return GA_OK;
    }
    free_set(set);
    char *const before = fleet->left_out;
    if (asprintf(&fleet->left_out, "%sleft out: %s\n", before ? before : "", why.message) < 0) {
        fleet->left_out = before;
        return ga_fail(err, GA_ERROR, "%s: out of memory", fleet->command);
    }
    free(before);
    if (fleet->first == GA_OK || fleet->first == GA_UNSUPPORTED) {
        fleet->first = status;
        fleet->why = why;
    }
    fleet->n_failed += status != GA_UNSUPPORTED;
    return GA_OK;
}

static int is_shown(const struct dirent *entry) { return *entry->d_name != '.'; }

static enum ga_status add_below(struct ga_fleet *fleet, const char *directory, struct ga_err *err) {
    struct dirent **list = NULL;
    size_t n_sets = 0;
    enum ga_status status = GA_OK;
    const int n = scandir(directory, &list, is_shown, alphasort);
    if (n < 0)
        return ga_fail(err, GA_FILE, "%s: %s", directory, strerror(errno));
    for (int i = 0; i < n; i++) {
        char below[GA_CSV_MAX_PATH], path[GA_CSV_MAX_PATH];
        if (status == GA_OK && path_of(below, directory, list[i]->d_name, err) == GA_OK &&
            path_of(path, below, "run.csv", err) == GA_OK && access(path, F_OK) == 0) {
            n_sets++;
            status = add_set(fleet, below, err);
        }
        free(list[i]);
    }
    free((void *)list);
    if (status == GA_OK && n_sets == 0)
        return ga_fail(err, GA_USAGE,
                       "%s: %s: neither it nor a directory in it has a run.csv; give "
                       "directories of runs, or one that holds them",
                       fleet->command, directory);
    return status;
}

enum ga_status ga_fleet_add(struct ga_fleet *fleet, const char *directory, struct ga_err *err) {
    char path[GA_CSV_MAX_PATH];
    struct stat info;
    const enum ga_status status = path_of(path, directory, "run.csv", err);
    if (status != GA_OK)
        return status;
    if (stat(directory, &info) != 0)
        return ga_fail(err, GA_FILE, "%s: %s: %s", fleet->command, directory, strerror(errno));
    if (!S_ISDIR(info.st_mode))
        return ga_fail(err, GA_FILE, "%s: %s: %s; give the directory of a run", fleet->command,
                       directory, strerror(ENOTDIR));
    return access(path, F_OK) == 0 ? add_set(fleet, directory, err)
                                   : add_below(fleet, directory, err);
}

void ga_fleet_free(struct ga_fleet *fleet) {
    for (size_t s = 0; s < fleet->n; s++)
        free_set(fleet->set[s]);
    free((void *)fleet->set);
    free(fleet->left_out);
    *fleet = (struct ga_fleet){.n = 0};
}
