#include "profiler.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "contained.h"
#include "process.h"
#include "profiler_parts.h"

/* Where they are if not in PATH: below a variable's directory, and at a fixed place. */
static const struct {
    enum ga_profiler profiler;
    const char *name, *variable, *fixed;
} known[] = {{GA_NCU, "ncu", "CUDA_HOME", "/usr/local/cuda/bin"},
             {GA_ROCPROFV3, "rocprofv3", "ROCM_PATH", "/opt/rocm/bin"}};
enum { N_KNOWN = sizeof known / sizeof *known };

static bool find(int k, char *path) {
    if (ga_program_find(known[k].name, path))
        return true;
    const char *const root = getenv(known[k].variable);
    if (root && *root) {
        snprintf(path, PATH_MAX, "%s/bin/%s", root, known[k].name);
        if (ga_program_may_run(path))
            return true;
    }
    snprintf(path, PATH_MAX, "%s/%s", known[k].fixed, known[k].name);
    return ga_program_may_run(path);
}

enum ga_status ga_profiler_named(const char *name, enum ga_profiler *profiler, struct ga_err *err) {
    for (int k = 0; k < N_KNOWN; k++)
        if (strcmp(name, known[k].name) == 0) {
            *profiler = known[k].profiler;
            return GA_OK;
        }
    return ga_fail(err, GA_USAGE, "--profiler: '%s' is not known; expected ncu or rocprofv3", name);
}

enum ga_status ga_profiler_find(const char *name, struct ga_profiling *p, struct ga_err *err) {
    char looked[256] = "";
    enum ga_profiler wanted = GA_NO_PROFILER;
    const enum ga_status status = name ? ga_profiler_named(name, &wanted, err) : GA_OK;
    if (status != GA_OK)
        return status;
    for (int k = 0; k < N_KNOWN; k++) {
        if (name && known[k].profiler != wanted)
            continue;
        p->profiler = known[k].profiler;
        if (find(k, p->path))
            return GA_OK;
        const size_t at = strlen(looked);
        snprintf(looked + at, sizeof looked - at, "%s%s in PATH, $%s/bin and %s", at ? "; " : "",
                 known[k].name, known[k].variable, known[k].fixed);
    }
    return ga_fail(
        err, GA_ERROR,
        "profile: no profiler found; looked for %s. ncu comes with CUDA (Nsight Compute), "
        "rocprofv3 with ROCm (rocprofiler-sdk)",
        looked);
}

/* The arguments that come before the program's. */
struct arguments {
    char *at[96];
    size_t n;
};
static void add(struct arguments *a, const char *text) {
    if (a->n < sizeof a->at / sizeof *a->at) /* exec* wants them writable, and writes none */
        memcpy(&a->at[a->n++], &text, sizeof text);
}

/* A regular expression that matches at least what the pattern does: a set in brackets is any character. out: its end. */
static char *put_regex(const char *pattern, char *regex) {
    for (const char *at = pattern; *at; at++) {
        const char *const set = *at == '[' && at[1] ? strchr(at + 2, ']') : NULL;
        const bool left_out = strncmp(at, "..", 2) == 0;
        if (*at == '*' || *at == '?' || set || left_out) {
            regex += sprintf(regex, *at == '*' || left_out ? ".*" : ".");
            at = set ? set : at + left_out;
            continue;
        }
        at += *at == '\\' && at[1];
        if (strchr(".^$|()[]{}*+?\\", *at))
            *regex++ = '\\';
        *regex++ = *at;
    }
    return regex;
}

/* Of what any pattern matches, as a whole or without result and namespaces in front and what is behind the name. own: caller,
 * free. */
static char *to_regex(const struct ga_profiling *p) {
    static const char begins[] = "regex:^(.*[ :])?(", ends[] = ")([<(].*)?$";
    size_t size = sizeof begins + sizeof ends;
    for (size_t k = 0; k < p->n_kernels; k++)
        size += 2 * strlen(p->kernels[k]) + 1;
    char *const regex = malloc(size), *at = regex;
    if (!regex)
        return NULL;
    at += sprintf(at, "%s", begins);
    for (size_t k = 0; k < p->n_kernels; k++) {
        if (k > 0)
            *at++ = '|';
        at = put_regex(p->kernels[k], at);
    }
    sprintf(at, "%s", ends);
    return regex;
}

/* By the name that its CSV has; where ranges name the launches there is none to go by. */
static void choose_kernels(const struct ga_profiling *p, const char *regex, struct arguments *a) {
    if (!regex || p->n_kernels == 0 || p->nvtx)
        return;
    add(a, "--kernel-name-base");
    add(a, "demangled");
    add(a, "--kernel-name");
    add(a, regex);
}

/* For the source page, which is printed of a report alone; a pass more, or some. */
static void record_source(const char *report, struct arguments *a) {
    add(a, "--section");
    add(a, "SourceCounters");
    add(a, "--export");
    add(a, report);
}

static void for_ncu(const struct ga_profiling *p, char *counters, size_t size,
                    struct arguments *a) {
    static const char *const first[] = {
        "--clock-control", "none", "--cache-control",    "none", "--csv",
        "--page",          "raw",  "--target-processes", "all",  "--log-file"};
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        add(a, first[i]);
    add(a, p->out);
    if (p->nvtx) {
        add(a, "--nvtx");
        add(a, "--print-nvtx-rename");
        add(a, "kernel");
    }
    ga_counters_list(GA_NCU, "", 0, 1, counters, size);
    add(a, "--metrics");
    add(a, counters);
}

static enum ga_status run_ncu(const struct ga_profiling *p, struct ga_err *err) {
    char counters[8192], report[PATH_MAX], *const regex = to_regex(p);
    struct arguments a = {.n = 0};
    size_t n = 0;
    int code = 0;
    add(&a, p->path);
    for_ncu(p, counters, sizeof counters, &a);
    ga_ncu_report(p, report, sizeof report);
    if (p->source)
        record_source(report, &a);
    choose_kernels(p, regex, &a);
    while (p->program[n])
        n++;
    char **const all = malloc((a.n + n + 1) * sizeof *all);
    if (!all || !regex) {
        free(all);
        free(regex);
        return ga_fail(err, GA_ERROR, "profile: out of memory");
    }
    memcpy(all, a.at, a.n * sizeof *all);
    memcpy(all + a.n, p->program, (n + 1) * sizeof *all);
    const enum ga_status status = ga_spawn("profile", p->path, all, NULL, &code, err);
    free(all);
    free(regex);
    return status == GA_OK ? ga_ncu_judge(p, code, err) : status;
}

/* Profilers run the program where no signal reaches it: in a session of its own. */
enum ga_status ga_profiler_run(const struct ga_profiling *p, struct ga_err *err) {
    struct ga_children before;
    ga_children_begin(&before);
    const enum ga_status status =
        p->profiler == GA_NCU ? run_ncu(p, err) : ga_rocprofv3_run(p, err);
    ga_children_end(&before, status == GA_INTERRUPTED);
    return status;
}
