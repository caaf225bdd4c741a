#include "repeat.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backend.h"
#include "bench.h"
#include "conditions.h"
#include "csv_json.h"
#include "measured.h"
#include "names.h"
#include "process.h"
#include "repeats.h"
#include "run_output.h"
#include "results.h"

enum { MOST_WORDS = 2 * (2 * GA_MAX_LIST + 8), OF = GA_MAX_DIRECTORY + 24, PATH = OF + 512 };

/* own: free. of[k]: the directory of process k + 1. */
struct repeat {
    const struct ga_request *request;
    struct ga_runfile *run, *part;
    uint32_t n;
    char of[GA_MOST_PROCESSES][OF];
    char seed[24], samples[24]; /* as the next process is told */
    int lock;
    enum ga_status worst; /* of the processes that ended: ok, wrong or error */
};

static enum ga_status write_run(struct repeat *r, const char *state, struct ga_err *err) {
    char path[PATH];
    snprintf(path, sizeof path, "%s/run.csv", r->request->out);
    ga_runfile_set(r->run, "status", "%s", state);
    const enum ga_status status = ga_check_directory(r->request->out, r->lock, err);
    return status == GA_OK ? ga_runfile_write(r->run, path, err) : status;
}

/* out: whether there is one to be read. */
static bool read_part(struct repeat *r, uint32_t k, enum ga_status *status, struct ga_err *err) {
    char path[PATH];
    snprintf(path, sizeof path, "%s/run.csv", r->of[k]);
    *status = GA_OK;
    if (access(path, F_OK) != 0)
        return false;
    *status = ga_runfile_read(r->part, path, err);
    return *status == GA_OK;
}

static bool is_complete(const struct repeat *r) {
    const char *const status = ga_runfile_get(r->part, "status");
    return status && strcmp(status, "complete") == 0;
}

/* What a process of its own is told: the options of this one, but for those that make it one of several. */
static void arguments(struct repeat *r, uint32_t k, bool goes_on, const char **argv) {
    const struct ga_request *const q = r->request;
    const char *const texts[][2] = {{"--device", q->device},
                                    {"--preset", goes_on ? NULL : q->preset},
                                    {"--keys", goes_on ? NULL : q->keys}};
    int n = 0;
    argv[n++] = "gpu-atomics";
    argv[n++] = "run";
    argv[n++] = "--out";
    argv[n++] = r->of[k];
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (!texts[i][1])
            continue;
        argv[n++] = texts[i][0];
        argv[n++] = texts[i][1];
    }
    if (goes_on) {
        argv[n++] = "--resume";
        argv[n] = NULL;
        return;
    }
    for (uint32_t i = 0; i < q->benches.n; i++) {
        argv[n++] = "--bench";
        argv[n++] = q->benches.at[i];
    }
    for (uint32_t i = 0; i < q->axes.n; i++) {
        argv[n++] = "--axis";
        argv[n++] = q->axes.at[i];
    }
    if (q->samples.given) {
        snprintf(r->samples, sizeof r->samples, "%" PRIu64, q->samples.value);
        argv[n++] = "--samples";
        argv[n++] = r->samples;
    }
    snprintf(r->seed, sizeof r->seed, "%" PRIu64,
             ((q->seed.given ? q->seed.value : 1) + k) & UINT32_MAX);
    if (q->keep_samples)
        argv[n++] = "--keep-samples";
    argv[n++] = "--seed";
    argv[n++] = r->seed;
    argv[n] = NULL;
}

/* Points that are wrong or without a result do not end the others, as long as the process came to its end: they are in
 * the set. */
static enum ga_status judge(struct repeat *r, uint32_t k, int code, struct ga_err *err) {
    enum ga_status ended = GA_OK, status = GA_OK;
    while (ended < GA_ERROR && ga_exit_code(ended) != code)
        ended++;
    const bool whole = read_part(r, k, &status, err) && is_complete(r);
    if (status != GA_OK)
        return status;
    if (!whole || ga_exit_code(ended) != code)
        return ga_fail(err, ended == GA_OK ? GA_ERROR : ended,
                       "process %u of %u ended with %d before it was complete", k + 1, r->n, code);
    r->worst = ended == GA_WRONG || r->worst == GA_OK ? ended : r->worst;
    return GA_OK;
}

/* The rows of several processes would be too much to read; what they say is. */
static enum ga_status measure(struct repeat *r, uint32_t k, struct ga_err *err) {
    const char *argv[MOST_WORDS];
    int code = 0;
    enum ga_status status = GA_OK;
    const bool there = read_part(r, k, &status, err);
    if (status != GA_OK || (there && is_complete(r)))
        return status;
    arguments(r, k, there, argv);
    fprintf(stderr, "process %u of %u\n", k + 1, r->n);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    status = ga_spawn("run", "/proc/self/exe", (char **)argv, &actions, &code, err);
    posix_spawn_file_actions_destroy(&actions);
    return status == GA_OK ? judge(r, k, code, err) : status;
}

/* One set is of one GPU and one program. */
static enum ga_status check_alike(struct repeat *r, uint32_t k, struct ga_err *err) {
    static const char *const keys[] = {"backend", "device_name", "target", "gpu_uuid",
                                       "driver",  "git_commit",  "preset"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const char *const first = ga_runfile_get(r->run, keys[i]);
        const char *const other = ga_runfile_get(r->part, keys[i]);
        if (!first || !other || strcmp(first, other) != 0)
            return ga_fail(err, GA_USAGE, "%s/run.csv: %s is '%s', and in %s '%s'; a set is of one",
                           r->of[k], keys[i], other ? other : "", r->of[0], first ? first : "");
    }
    return GA_OK;
}

static void add_up(struct repeat *r, const char *key) {
    if (ga_runfile_get(r->part, key))
        ga_runfile_set(r->run, key, "%.3f",
                       ga_runfile_number(r->run, key) + ga_runfile_number(r->part, key));
}

/* run.csv is that of the first process, but for what is of all: the command, when it began, and times, which add up. */
static enum ga_status describe(struct repeat *r, struct ga_err *err) {
    static const char *const own[] = {"command_line", "started_utc"};
    struct ga_runfile *const mine = r->run;
    enum ga_status status = GA_OK;
    read_part(r, 0, &status, err);
    if (status != GA_OK)
        return status;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        ga_runfile_set(r->part, own[i], "%s", ga_runfile_get(mine, own[i]));
    while (ga_runfile_get(r->part, "argument"))
        ga_runfile_remove(r->part, "argument");
    for (unsigned i = 0; i < mine->n; i++)
        if (strcmp(mine->key[i], "argument") == 0)
            ga_runfile_add(r->part, "argument", mine->value[i]);
    ga_runfile_set(r->part, "processes", "%u", r->n);
    r->run = r->part;
    r->part = mine;
    for (uint32_t k = 1; status == GA_OK && k < r->n; k++) {
        read_part(r, k, &status, err);
        if (status == GA_OK)
            status = check_alike(r, k, err);
        if (status == GA_OK)
            ga_conditions_merge(r->part, r->run);
        add_up(r, "wall_s");
        add_up(r, "kernel_s");
    }
    return status;
}

/* Of one benchmark. A table that a process lacks is said, and left out. */
static enum ga_status merge_table(struct repeat *r, const struct ga_bench *bench,
                                  struct ga_err *err) {
    const char *const id = bench->id;
    const char *directories[GA_MOST_PROCESSES];
    uint32_t counts[GA_ERROR + 1];
    char path[PATH], key[GA_KEY + 256];
    for (uint32_t k = 0; k < r->n; k++) {
        directories[k] = r->of[k];
        snprintf(path, sizeof path, "%s/%s.csv", r->of[k], id);
        if (access(path, F_OK) == 0)
            continue;
        fprintf(stderr, "%s: %s has none, so the set has none\n", id, r->of[k]);
        return GA_OK;
    }
    snprintf(path, sizeof path, "%s/%s.csv", r->request->out, id);
    const enum ga_status status = ga_repeats_merge(bench, directories, r->n, path, counts, err);
    for (enum ga_status s = GA_OK; status == GA_OK && s <= GA_ERROR; s++) {
        snprintf(key, sizeof key, "%s.%s", id, ga_status_name(s));
        ga_runfile_set(r->run, key, "%u", counts[s]);
    }
    if (status == GA_OK)
        fprintf(stderr, "%s: %u points, ok in all %u processes: %u\n", id,
                counts[GA_OK] + counts[GA_WRONG] + counts[GA_UNSUPPORTED] + counts[GA_TIMEOUT] +
                    counts[GA_ERROR],
                r->n, counts[GA_OK]);
    return status;
}

static const struct ga_bench *bench_of(const char *id) {
    size_t n = 0;
    const struct ga_bench *const *const all = ga_backends[0]->benches(&n);
    for (size_t i = 0; i < n; i++)
        if (strcmp(all[i]->id, id) == 0)
            return all[i];
    return NULL;
}

static int is_csv(const struct dirent *entry) {
    const size_t n = strlen(entry->d_name);
    return n > 4 && strcmp(entry->d_name + n - 4, ".csv") == 0 && n < GA_KEY;
}

static enum ga_status merge(struct repeat *r, struct ga_err *err) {
    struct dirent **list = NULL;
    enum ga_status status = describe(r, err);
    const int n = status == GA_OK ? scandir(r->of[0], &list, is_csv, alphasort) : 0;
    for (int i = 0; i < n; i++) {
        char path[PATH];
        bool is_table = false;
        snprintf(path, sizeof path, "%s/%s", r->of[0], list[i]->d_name);
        if (status == GA_OK)
            status = ga_measured_is_table(path, &is_table, err);
        *strrchr(list[i]->d_name, '.') = '\0';
        const struct ga_bench *const bench = bench_of(list[i]->d_name);
        if (status == GA_OK && is_table && bench)
            status = merge_table(r, bench, err);
        else if (status == GA_OK && is_table)
            fprintf(stderr, "%s: no benchmark of this program; not merged\n", list[i]->d_name);
        free(list[i]);
    }
    free((void *)list);
    return status;
}

static enum ga_status conclude(struct repeat *r, struct ga_err *err) {
    const enum ga_status status = r->request->conclude(r->request->out, r->run, err);
    return status == GA_OK ? write_run(r, "complete", err) : status;
}

static enum ga_status run_all(struct repeat *r, struct ga_err *err) {
    /* A resumed run's request points into its run.csv, whose room merging takes. */
    const bool wants_json = ga_results_wants_json(r->request->format);
    enum ga_status status = write_run(r, "started", err);
    for (uint32_t k = 0; status == GA_OK && k < r->n; k++)
        status = measure(r, k, err);
    if (status == GA_OK)
        status = merge(r, err);
    struct ga_err second;
    char word[GA_SHELL_WORD(GA_MAX_DIRECTORY)];
    const enum ga_status written = write_run(r,
                                             status == GA_OK            ? "complete"
                                             : status == GA_INTERRUPTED ? "interrupted"
                                                                        : "failed",
                                             &second);
    if (status == GA_OK && written != GA_OK)
        return ga_fail(err, written, "%s", second.message);
    if (status != GA_OK)
        fprintf(stderr, "what was finished is there; `gpu-atomics run --resume --out %s` goes on\n",
                ga_shell_word(r->request->out, word, sizeof word));
    else if (r->request->conclude && strcmp(ga_runfile_get(r->run, "backend"), "cpu") != 0)
        status = conclude(r, err);
    if (status == GA_OK && wants_json)
        status = ga_json_beside(r->request->out, err);
    if (status == GA_OK && strcmp(ga_runfile_get(r->run, "backend"), "cpu") != 0)
        ga_print_next(r->request->out, NULL, 0, r->run);
    if (status == GA_OK && r->worst != GA_OK)
        return ga_fail(err, r->worst, "%s: there are points that are not ok; see the column status",
                       r->request->out);
    return status;
}

static enum ga_status begin(struct repeat *r, bool resumed, struct ga_err *err) {
    const struct ga_request *const q = r->request;
    if (!q->out)
        return ga_fail(err, GA_USAGE, "--repeat: where to? give a directory, --out DIR");
    if (q->once)
        return ga_fail(err, GA_USAGE, "--once takes one sample a point; give it without --repeat");
    if (strlen(q->out) >= GA_MAX_DIRECTORY)
        return ga_fail(err, GA_FILE, "%.60s...: the path is too long", q->out);
    for (uint32_t k = 0; k < r->n; k++)
        snprintf(r->of[k], sizeof *r->of, "%.*s/process-%u", GA_MAX_DIRECTORY, q->out, k + 1);
    if (resumed)
        return ga_lock_directory(q->out, &r->lock, err);
    const enum ga_status status = ga_results_claim_path(q->out, &r->lock, err);
    return status == GA_OK ? ga_results_describe_command(r->run, q, err) : status;
}

/* From the lock to the set. */
static enum ga_status repeat(struct repeat *r, bool resumed, struct ga_err *err) {
    const enum ga_status status = begin(r, resumed, err);
    if (status != GA_OK)
        return status;
    ga_runfile_set(r->run, "processes", "%u", r->n);
    return run_all(r, err);
}

enum ga_status ga_repeat(const struct ga_request *request, bool resumed, struct ga_runfile *run,
                         struct ga_err *err) {
    struct repeat *const r = calloc(1, sizeof *r);
    struct ga_runfile *const part = calloc(1, sizeof *part);
    enum ga_status status = GA_ERROR;
    if (r && part) {
        *r = (struct repeat){.request = request,
                             .run = run,
                             .part = part,
                             .n = (uint32_t)request->repeat.value,
                             .lock = -1};
        status = repeat(r, resumed, err);
        ga_unlock_directory(&r->lock);
    } else {
        ga_fail(err, GA_ERROR, "run: out of memory");
    }
    free(part);
    free(r);
    return status;
}
