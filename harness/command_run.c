/* `run`: request to plans, plans to tables, tables to files. */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "axis.h"
#include "clock.h"
#include "commands.h"
#include "derive.h"
#include "keys.h"
#include "names.h"
#include "report.h"
#include "results.h"
#include "run.h"

static const double CI_TARGET = 0.01;
enum { CAP_FACTOR = 4 };

static const char *const preset_names[GA_N_PRESETS + 1] = {"quick", "paper", "full", NULL};

/* One run. */
struct session {
    struct ga_request request; /* the resumed run's own, if it is one */
    struct ga_gpu *gpu;
    char directory[GA_MAX_DIRECTORY];
    enum ga_preset preset;
    uint64_t seed;
    struct ga_axis_choice choices[GA_MAX_LIST];
    char choice_names[GA_MAX_LIST][32];
    const struct ga_bench *benches[GA_MAX_BENCHES];
    size_t n_benches;
    struct ga_runfile file;
    struct ga_keys keys; /* own: free(at) */
    double begin_s, wall_before_s, kernel_before_s;
    bool wrong, failed;
};

/* One benchmark of it. */
struct part {
    struct session *session;
    struct ga_plan plan;
    struct ga_table table;
    struct ga_series series;
    struct ga_progress progress;
    char path[GA_MAX_FILE];
};

static enum ga_status parse_preset(struct session *s, struct ga_err *err) {
    const char *const name = s->request.preset;
    const bool gpu =
        strcmp(s->gpu->backend->name, "cuda") == 0 || strcmp(s->gpu->backend->name, "hip") == 0;
    s->preset = gpu ? GA_PAPER : GA_QUICK;
    s->seed = s->request.seed.given ? s->request.seed.value : 1;
    for (int p = 0; name && p <= GA_N_PRESETS; p++) {
        if (p == GA_N_PRESETS) {
            const char *const near = ga_nearest(name, preset_names);
            return ga_fail(err, GA_USAGE, "--preset '%s': expected quick, paper or full%s%s%s",
                           name, near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
        }
        s->preset = (enum ga_preset)p;
        if (strcmp(preset_names[p], name) == 0)
            break;
    }
    return GA_OK;
}

/* Splits each --axis NAME=VALUES; the name must be one of a selected benchmark. */
static enum ga_status parse_axes(struct session *s, struct ga_err *err) {
    const char *known[GA_MAX_BENCHES * GA_MAX_AXES + 1] = {NULL};
    size_t n = 0;
    for (size_t b = 0; b < s->n_benches; b++)
        for (uint32_t a = 0; a < s->benches[b]->n_axes; a++)
            known[n++] = s->benches[b]->axes[a].name;
    for (uint32_t i = 0; i < s->request.axes.n; i++) {
        const char *const text = s->request.axes.at[i];
        const size_t length = strcspn(text, "=");
        bool found = false;
        if (!text[length])
            return ga_fail(err, GA_USAGE, "--axis '%s': expected NAME=VALUES, as in n=1..8", text);
        snprintf(s->choice_names[i], sizeof *s->choice_names, "%.*s", (int)length, text);
        s->choices[i] = (struct ga_axis_choice){s->choice_names[i], text + length + 1};
        for (uint32_t k = 0; k < i; k++)
            if (strcmp(s->choice_names[k], s->choice_names[i]) == 0)
                return ga_fail(err, GA_USAGE,
                               "--axis %s is there twice; list its values in one, n=1,2",
                               s->choice_names[i]);
        for (size_t k = 0; k < n; k++)
            found |= strcmp(known[k], s->choice_names[i]) == 0;
        if (found)
            continue;
        const char *const near = ga_nearest(s->choice_names[i], known);
        return ga_fail(err, GA_USAGE, "--axis %s: no selected benchmark has that axis%s%s%s",
                       s->choice_names[i], near ? "; did you mean " : "", near ? near : "",
                       near ? "?" : "");
    }
    return GA_OK;
}

/* Reads the options that the earlier run had from its run.csv; this one's may only name it. */
static enum ga_status resume(struct session *s, struct ga_err *err) {
    static char *argv[GA_RUNFILE_MOST + 2];
    static char program[] = "gpu-atomics", command[] = "run";
    const struct ga_request now = s->request;
    int argc = 2;
    if (!now.out)
        return ga_fail(err, GA_USAGE, "--resume: which run? give its directory, --out DIR");
    if (strlen(now.out) >= GA_MAX_DIRECTORY)
        return ga_fail(err, GA_FILE, "%.60s...: the path is too long", now.out);
    if (now.benches.n || now.axes.n || now.preset || now.keys || now.samples.given ||
        now.seed.given)
        return ga_fail(err, GA_USAGE,
                       "--resume takes the options of the run that it finishes; give --out alone");
    char path[GA_MAX_FILE];
    snprintf(path, sizeof path, "%s/run.csv", now.out);
    enum ga_status status = ga_runfile_read(&s->file, path, err);
    if (status != GA_OK)
        return status;
    argv[0] = program;
    argv[1] = command;
    for (unsigned i = 0; i < s->file.n; i++)
        if (strcmp(s->file.key[i], "argument") == 0)
            argv[argc++] = s->file.value[i];
    s->request = (struct ga_request){0};
    status = ga_cli(argc, argv, &s->request, err);
    s->request.out = now.out;
    s->request.resume = true;
    s->request.device = now.device ? now.device : s->request.device;
    s->wall_before_s = ga_runfile_number(&s->file, "wall_s");
    s->kernel_before_s = ga_runfile_number(&s->file, "kernel_s");
    return status;
}

static enum ga_status write_runfile(struct session *s, const char *state, struct ga_err *err) {
    char path[GA_MAX_FILE];
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    ga_runfile_set(&s->file, "status", "%s", state);
    ga_runfile_set(&s->file, "wall_s", "%.3f", s->wall_before_s + ga_now_s() - s->begin_s);
    ga_runfile_set(&s->file, "kernel_s", "%.3f", s->kernel_before_s + s->gpu->kernel_s);
    ga_runfile_set(&s->file, "device_bytes", "%zu", s->gpu->scratch_bytes);
    ga_runfile_set(&s->file, "host_peak_bytes", "%lld", (long long)usage.ru_maxrss * 1024);
    snprintf(path, sizeof path, "%s/run.csv", s->directory);
    return ga_runfile_write(&s->file, path, err);
}

static void show_progress(void *context, uint32_t done, uint32_t total) {
    ga_progress_show(&((struct part *)context)->progress, done, total);
}

/* Writes what the benchmark has, in whole files. A series is one piece: all of it or nothing. */
static enum ga_status save_part(struct part *part, bool whole, struct ga_err *err) {
    const struct session *const s = part->session;
    ga_derive(&part->table);
    if (!part->plan.bench->series)
        return ga_table_write(&part->table, part->path, err);
    if (!whole)
        return GA_OK;
    char path[GA_MAX_FILE + 16];
    snprintf(path, sizeof path, "%s/%s_samples.csv", s->directory, part->plan.bench->id);
    const enum ga_status status = ga_series_write(&part->series, s->gpu->limits.tick_ns, path, err);
    return status == GA_OK ? ga_table_write(&part->table, part->path, err) : status;
}

static enum ga_status checkpoint(void *context, struct ga_err *err) {
    return save_part(context, false, err);
}

static void describe_part(struct part *part, const struct ga_sampling *sampling,
                          const struct ga_run_report *report) {
    struct ga_runfile *const file = &part->session->file;
    const char *const id = part->plan.bench->id;
    char key[GA_KEY], point[128];
#define SET(name, ...)                                                                             \
    (snprintf(key, sizeof key, "%s.%s", id, name), ga_runfile_set(file, key, __VA_ARGS__))
    SET("points", "%u", part->plan.n_points);
    for (enum ga_status status = GA_OK; status <= GA_ERROR; status++)
        SET(ga_status_name(status), "%u", ga_table_count(&part->table, status));
    SET("samples_least", "%u", sampling->least);
    SET("samples_cap", "%u", sampling->cap);
    SET("ci_target_percent", "%g", sampling->relative * 100);
    SET("wall_s", "%.3f", report->wall_s);
    SET("kernel_s", "%.3f", report->kernel_s);
    SET("warm_up_s", "%.3f", report->warm_up_s);
    SET("clock_settled", "%s", report->warm ? "yes" : "no");
    SET("sentinel", "%s",
        ga_point_text(part->plan.bench, &part->plan.points[report->sentinel], point, sizeof point));
    if (!isnan(report->moved))
        SET("moved_percent", "%.1f", report->moved * 100);
    SET("sentinel_visits", "%u", report->sentinel_visits);
    SET(part->plan.bench->timer == GA_TICKS ? "sentinel_median_ticks" : "sentinel_median_cycles",
        "%.6g", report->sentinel_median);
    SET("sentinel_drift_percent", "%.4g", report->sentinel_drift * 100);
#undef SET
}

/* Rows that an earlier run left. out: *n_read. */
static enum ga_status load_part(struct part *part, uint32_t *n_read, struct ga_err *err) {
    *n_read = 0;
    const struct ga_plan *const plan = &part->plan;
    if (!part->session->request.resume || access(part->path, F_OK) != 0)
        return GA_OK;
    const enum ga_status status = ga_table_read(&part->table, part->path, n_read, err);
    if (status == GA_OK && plan->bench->series && *n_read < plan->n_points) {
        memset(part->table.rows, 0, plan->n_points * sizeof *part->table.rows);
        *n_read = 0; /* a series is measured in one piece */
    }
    return status;
}

static enum ga_status measure_part(struct part *part, uint32_t n_read, struct ga_err *err) {
    struct session *const s = part->session;
    const struct ga_bench *const bench = part->plan.bench;
    const bool once = s->request.once;
    const uint32_t least = once                       ? 1
                           : s->request.samples.given ? (uint32_t)s->request.samples.value
                                                      : bench->samples[s->preset];
    const struct ga_sampling sampling = {least, once ? 1 : CAP_FACTOR * least,
                                         bench->interval > 0 ? bench->interval : CI_TARGET};
    const struct ga_run_hooks hooks = {part, show_progress, checkpoint};
    struct ga_run_report report;
    enum ga_status status = GA_OK;
    if (n_read == part->plan.n_points)
        return GA_OK;
    if (bench->series)
        status = ga_series_make(&part->plan, sampling.cap, &part->series, err);
    if (status != GA_OK)
        return status;
    ga_progress_begin(&part->progress, bench->id, n_read);
    status = ga_run(s->gpu, &part->table, &sampling, bench->series ? &part->series : NULL, &hooks,
                    &report, err);
    ga_progress_end();
    describe_part(part, &sampling, &report);
    struct ga_err second = {""};
    const enum ga_status saved =
        status == GA_FILE ? GA_OK : save_part(part, status == GA_OK, &second);
    if (saved != GA_OK && status == GA_OK)
        return ga_fail(err, saved, "%s", second.message);
    return status;
}

static enum ga_status run_part(struct session *s, const struct ga_bench *bench,
                               struct ga_err *err) {
    struct part part = {.session = s};
    uint32_t n_read = 0;
    const char *const why = bench->unavailable ? bench->unavailable(&s->gpu->limits) : NULL;
    if (why) {
        char key[GA_KEY];
        snprintf(key, sizeof key, "%s.unsupported", bench->id);
        ga_runfile_set(&s->file, key, "%s", why);
        fprintf(stderr, "%s: not available here: %s\n", bench->id, why);
        return GA_OK;
    }
    snprintf(part.path, sizeof part.path, "%s/%s.csv", s->directory, bench->id);
    enum ga_status status = ga_plan_make(bench, &s->gpu->limits, s->preset, s->choices,
                                         s->request.axes.n, s->seed, &part.plan, err);
    if (status == GA_OK)
        status = ga_table_make(&part.plan, &part.table, err);
    if (status == GA_OK)
        status = load_part(&part, &n_read, err);
    if (status == GA_OK)
        status = measure_part(&part, n_read, err);
    if (status == GA_OK)
        ga_print_table(&part.table);
    if (part.table.rows) {
        s->wrong |= ga_table_count(&part.table, GA_WRONG) > 0;
        s->failed |=
            ga_table_count(&part.table, GA_TIMEOUT) + ga_table_count(&part.table, GA_ERROR) > 0;
    }
    ga_series_free(&part.series);
    ga_table_free(&part.table);
    ga_plan_free(&part.plan);
    return status;
}

static void on_signal(int number) {
    (void)number;
    ga_interrupted = 1;
}

/* The first Ctrl-C asks, the second ends the process. A full file system is an error, no signal. */
static void catch_signals(void) {
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    signal(SIGXFSZ, SIG_IGN);
}

/* Tables without a run.csv are somebody else's: nothing is overwritten. */
static enum ga_status refuse_strays(const struct session *s, struct ga_err *err) {
    for (size_t b = 0; b < s->n_benches; b++) {
        char path[GA_MAX_FILE];
        snprintf(path, sizeof path, "%s/%s.csv", s->directory, s->benches[b]->id);
        if (access(path, F_OK) == 0)
            return ga_fail(err, GA_USAGE,
                           "%s is there already, with no run.csv; choose another --out", path);
    }
    return GA_OK;
}

static enum ga_status prepare(struct session *s, int argc, char **argv, struct ga_err *err) {
    enum ga_status status = s->request.resume ? resume(s, err) : GA_OK;
    if (status == GA_OK && s->request.keys)
        status = ga_keys_read(s->request.keys, &s->keys, err);
    if (status == GA_OK)
        status = ga_device_open(s->request.device, &s->gpu, err);
    if (status != GA_OK)
        return status;
    s->gpu->limits.keys = s->keys.n > 0 ? &s->keys : NULL;
    if (!s->request.device)
        fprintf(stderr, "no --device given, so the best there is: %s%s\n", s->gpu->limits.name,
                strcmp(s->gpu->backend->name, "cpu") == 0
                    ? ", the stand-in, because no GPU was found; its times say nothing of a GPU"
                    : "");
    status = ga_select(s->gpu->backend, &s->request.benches, s->benches, &s->n_benches, err);
    if (status == GA_OK)
        status = parse_preset(s, err);
    if (status == GA_OK)
        status = parse_axes(s, err);
    /* Every plan once before anything is written: a bad value must cost nothing. */
    bool needs_keys = false;
    for (size_t b = 0; status == GA_OK && b < s->n_benches; b++) {
        struct ga_plan plan = {0};
        status = ga_plan_make(s->benches[b], &s->gpu->limits, s->preset, s->choices,
                              s->request.axes.n, s->seed, &plan, err);
        needs_keys |= status == GA_OK && ga_plan_needs_keys(&plan, &s->gpu->limits);
        ga_plan_free(&plan);
    }
    if (status == GA_OK && s->request.keys && !needs_keys)
        status = ga_fail(err, GA_USAGE,
                         "--keys %s: no point of this run counts them; expected --bench "
                         "global_aggregation with --axis input=file",
                         s->request.keys);
    if (status != GA_OK)
        return status;
    s->gpu->once = s->request.once;
    if (s->request.once && s->request.samples.given)
        return ga_fail(err, GA_USAGE, "--once takes one sample a point; give it without --samples");
    if (s->request.resume) {
        snprintf(s->directory, sizeof s->directory, "%s", s->request.out);
        return ga_results_same(&s->file, s->gpu, s->directory, err);
    }
    status = ga_results_describe(&s->file, s->gpu, &s->request, argc, argv, err);
    if (status == GA_OK)
        status = ga_results_new(s->request.out, s->gpu, s->directory, err);
    if (status == GA_OK)
        status = refuse_strays(s, err);
    ga_runfile_set(&s->file, "preset", "%s", preset_names[s->preset]);
    ga_runfile_set(&s->file, "seed", "%llu", (unsigned long long)s->seed);
    return status;
}

enum ga_status ga_command_run(const struct ga_request *request, int argc, char **argv,
                              struct ga_err *err) {
    static struct session s; /* large */
    s = (struct session){.request = *request, .begin_s = ga_now_s()};
    enum ga_status status = prepare(&s, argc, argv, err);
    if (status == GA_OK) {
        catch_signals();
        if (!s.request.resume)
            status = write_runfile(&s, "started", err);
    }
    const bool started = status == GA_OK;
    size_t n_unavailable = 0;
    for (size_t b = 0; status == GA_OK && b < s.n_benches; b++) {
        const struct ga_bench *const bench = s.benches[b];
        n_unavailable += bench->unavailable && bench->unavailable(&s.gpu->limits);
        status = run_part(&s, bench, err);
    }
    if (started && status != GA_USAGE) {
        struct ga_err second = {""};
        const char *const state = status == GA_OK            ? "complete"
                                  : status == GA_INTERRUPTED ? "interrupted"
                                                             : "failed";
        const enum ga_status written = write_runfile(&s, state, &second);
        if (written != GA_OK && status == GA_OK)
            status = ga_fail(err, written, "%s", second.message);
        printf("\nresults in %s\n", s.directory);
        fflush(stdout);
        fprintf(stderr, "%s: %.2f s, %.2f s of it in kernels\n", state,
                ga_runfile_number(&s.file, "wall_s"), ga_runfile_number(&s.file, "kernel_s"));
        if (status != GA_OK)
            fprintf(stderr,
                    "what was finished is there; `gpu-atomics run --resume --out %s` goes on\n",
                    s.directory);
    }
    if (s.gpu)
        s.gpu->backend->close(s.gpu);
    free((void *)s.keys.at);
    if (status == GA_OK && n_unavailable > 0 && n_unavailable == s.n_benches)
        return ga_fail(err, GA_UNSUPPORTED, "none of the benchmarks can run on this device");
    if (status == GA_OK && s.wrong)
        return ga_fail(err, GA_WRONG, "%s: there are wrong results; see the column status",
                       s.directory);
    if (status == GA_OK && s.failed)
        return ga_fail(err, GA_ERROR,
                       "%s: there are points without a result; see the column status", s.directory);
    return status;
}
