/* One benchmark of a run: plan to table, table to file. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "derive.h"
#include "outcome.h"
#include "run.h"
#include "run_output.h"
#include "session.h"

enum { EMULATOR_SAMPLES = 2 };

struct part {
    struct ga_session *session;
    const struct ga_plan *plan;
    struct ga_table table;
    bool keeps; /* every sample, in the series */
    struct ga_series series;
    char path[GA_MAX_FILE];
};

static void show_progress(void *context, uint32_t done, uint32_t total) {
    ga_progress_show(&((struct part *)context)->session->progress, done, total);
}

static bool has_rows(const struct ga_table *table) {
    uint32_t n = 0;
    for (enum ga_status status = GA_OK; status <= GA_ERROR; status++)
        n += ga_table_count(table, status);
    return n > 0;
}

/* own: caller: GA_MAX_FILE + 16 bytes. */
static const char *samples_path(const struct part *part, char *path) {
    snprintf(path, GA_MAX_FILE + 16, "%s/%s_samples.csv", part->session->directory,
             part->plan->bench->id);
    return path;
}

/* Writes what the benchmark has, in whole files: its samples, where they are kept, before the table that tells of them. */
static enum ga_status save_part(struct part *part, struct ga_err *err) {
    struct ga_session *const s = part->session;
    if (!has_rows(&part->table))
        return GA_OK;
    ga_derive(&part->table);
    ga_table_tell(&part->table, &s->file);
    /* What the table leaves out is on the disk before. */
    enum ga_status status = ga_session_write(s, "started", err);
    if (status == GA_OK && part->keeps) {
        char path[GA_MAX_FILE + 16];
        for (uint32_t p = 0; p < part->plan->n_points; p++)
            if (!part->table.rows[p].is_measured) /* under way */
                ga_series_drop(&part->series, p);
        status =
            ga_series_write(&part->series, s->gpu->limits.tick_ns, samples_path(part, path), err);
    }
    if (status == GA_OK)
        status = ga_check_directory(s->directory, s->lock, err);
    if (status == GA_OK)
        status = ga_table_write(&part->table, part->path, err);
    if (status == GA_OK)
        ga_table_untell(&part->table, &s->file);
    return status;
}

/* Samples are many, so that they are written once, when the benchmark ends or is interrupted. */
static enum ga_status checkpoint(void *context, struct ga_err *err) {
    struct part *const part = context;
    return part->keeps ? GA_OK : save_part(part, err);
}

/* The first change of a run that is resumed says when that was. */
static void note_change(struct ga_session *s) {
    char utc[32];
    if (!s->changed && s->request.resume)
        ga_runfile_add(&s->file, "resumed_utc", ga_results_utc(utc, sizeof utc));
    s->changed = true;
}

#define SET(name, ...)                                                                             \
    (snprintf(key, sizeof key, "%s.%s", id, name), ga_runfile_set(file, key, __VA_ARGS__))

static void describe_table(struct part *part, const struct ga_sampling *sampling) {
    struct ga_runfile *const file = &part->session->file;
    const char *const id = part->plan->bench->id;
    char key[GA_KEY];
    note_change(part->session);
    SET("points", "%u", part->plan->n_points);
    for (enum ga_status status = GA_OK; status <= GA_ERROR; status++)
        SET(ga_status_name(status), "%u", ga_table_count(&part->table, status));
    const uint32_t n_moved = ga_table_count_message(&part->table, ga_clock_moved);
    if (n_moved > 0)
        SET("clock_moved", "%u", n_moved);
    SET("samples_least", "%u", sampling->least);
    SET("samples_cap", "%u", sampling->cap);
    SET("ci_target_percent", "%g", sampling->relative * 100);
}

static void describe_run(struct part *part, const struct ga_run_report *report) {
    struct ga_runfile *const file = &part->session->file;
    const char *const id = part->plan->bench->id;
    char key[GA_KEY], point[128];
    SET("wall_s", "%.3f", report->wall_s);
    SET("kernel_s", "%.3f", report->kernel_s);
    SET("warm_up_s", "%.3f", report->warm_up_s);
    SET("clock_settled", "%s", report->warm ? "yes" : "no");
    if (!isnan(report->moved))
        SET("moved_percent", "%.1f", report->moved * 100);
    ga_conditions_tell(&report->conditions, id, file);
    SET("sentinel_visits", "%u", report->sentinel_visits);
    if (report->sentinel_visits == 0)
        return;
    SET("sentinel", "%s",
        ga_point_text(part->plan->bench, &part->plan->points[report->sentinel], point,
                      sizeof point));
    SET(part->plan->bench->timer == GA_TICKS ? "sentinel_median_ticks" : "sentinel_median_cycles",
        "%.6g", report->sentinel_median);
    SET("sentinel_drift_percent", "%.4g", report->sentinel_drift * 100);
}
#undef SET

/* A process that was killed may have left a whole table that run.csv says nothing of. */
static bool is_described(const struct part *part) {
    char key[GA_KEY];
    snprintf(key, sizeof key, "%s.points", part->plan->bench->id);
    return ga_runfile_get(&part->session->file, key) != NULL;
}

/* Rows that an earlier run left. out: *n_read. */
static enum ga_status load_part(struct part *part, uint32_t *n_read, struct ga_err *err) {
    *n_read = 0;
    if (!part->session->request.resume || access(part->path, F_OK) != 0)
        return GA_OK;
    const enum ga_status status =
        ga_table_read(&part->table, &part->session->file, part->path, n_read, err);
    if (status == GA_OK)
        ga_table_complete(&part->table, &part->session->gpu->limits);
    return status;
}

/* Room for the samples, and those of the rows that an earlier run left. */
static enum ga_status load_samples(struct part *part, uint32_t cap, uint32_t n_read,
                                   struct ga_err *err) {
    char path[GA_MAX_FILE + 16];
    struct ga_err why;
    enum ga_status status = ga_series_make(part->plan, cap, &part->series, err);
    if (status != GA_OK || n_read == 0)
        return status;
    status = ga_series_read(&part->series, &part->table, part->session->gpu->limits.tick_ns,
                            samples_path(part, path), &why);
    return status == GA_OK
               ? GA_OK
               : ga_fail(err, status,
                         "%.600s; to measure the benchmark anew, remove %s and %s_samples.csv",
                         why.message, part->path, part->plan->bench->id);
}

static enum ga_status measure_part(struct part *part, uint32_t n_read, struct ga_err *err) {
    struct ga_session *const s = part->session;
    const struct ga_bench *const bench = part->plan->bench;
    const uint32_t wanted = s->request.once            ? 1
                            : s->request.samples.given ? (uint32_t)s->request.samples.value
                            : s->preset == GA_EMULATOR ? EMULATOR_SAMPLES
                                                       : bench->samples[s->preset];
    const struct ga_sampling sampling = ga_sampling_of(bench, wanted, s->gpu->once);
    const struct ga_run_hooks hooks = {part, show_progress, checkpoint};
    struct ga_run_report report;
    enum ga_status status = GA_OK;
    if (n_read == part->plan->n_points) {
        if (!is_described(part))
            describe_table(part, &sampling);
        return GA_OK;
    }
    if (part->keeps)
        status = load_samples(part, sampling.cap, n_read, err);
    if (status != GA_OK)
        return status;
    ga_progress_begin(&s->progress, bench->id, n_read);
    if (isatty(STDERR_FILENO)) /* its first points may take long */
        show_progress(part, n_read, part->plan->n_points);
    status = ga_run(s->gpu, &part->table, &sampling, part->keeps ? &part->series : NULL, &hooks,
                    &report, err);
    ga_progress_end();
    describe_table(part, &sampling);
    describe_run(part, &report);
    struct ga_err second = {""};
    const enum ga_status saved = status == GA_FILE ? GA_OK : save_part(part, &second);
    if (saved != GA_OK && (status == GA_OK || status == GA_INTERRUPTED))
        return ga_fail(err, saved, "%s", second.message);
    return status;
}

enum ga_status ga_session_part(struct ga_session *s, size_t b, struct ga_err *err) {
    const struct ga_bench *const bench = s->benches[b];
    const struct ga_plan *const plan = &s->plans[b];
    struct part part = {
        .session = s, .plan = plan, .keeps = bench->series || s->request.keep_samples};
    uint32_t n_read = 0;
    const char *const why = s->lacking[b];
    if (why) {
        char key[GA_KEY];
        snprintf(key, sizeof key, "%s.unsupported", bench->id);
        ga_runfile_set(&s->file, key, "%s", why);
        fprintf(stderr, "%s: not available here: %s\n", bench->id, why);
        return GA_OK;
    }
    snprintf(part.path, sizeof part.path, "%s/%s.csv", s->directory, bench->id);
    enum ga_status status = ga_table_make(plan, &part.table, err);
    if (status == GA_OK)
        status = load_part(&part, &n_read, err);
    if (status == GA_OK)
        status = measure_part(&part, n_read, err);
    if (status == GA_OK)
        ga_print_table(&part.table);
    if (part.table.rows) {
        s->measured |= ga_table_count(&part.table, GA_OK) > 0;
        s->wrong |= ga_table_count(&part.table, GA_WRONG) > 0;
        s->failed |=
            ga_table_count(&part.table, GA_TIMEOUT) + ga_table_count(&part.table, GA_ERROR) > 0;
    }
    ga_series_free(&part.series);
    ga_table_free(&part.table);
    return status;
}
