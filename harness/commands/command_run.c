/* `run`: request to plans, plans to tables, tables to files. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "axis.h"
#include "build_info.h"
#include "clock.h"
#include "commands.h"
#include "csv_json.h"
#include "isa.h"
#include "names.h"
#include "repeat.h"
#include "run.h"
#include "run_output.h"
#include "session.h"
#include "several.h"
#include "timers.h"
#include "turns.h"

static const double TIMER_S = 2e-3; /* how long its step is looked for */
static const double PROBE_S = 1e-4; /* how long a device is asked whether it is there */
static const double COARSE_NS = 100;

static enum ga_status parse_preset(struct ga_session *s, struct ga_err *err) {
    const char *const name = s->request.preset;
    const bool is_gpu = ga_kind_vendor(s->gpu->backend->kind) != GA_NO_VENDOR;
    s->preset = s->gpu->limits.emulated ? GA_EMULATOR : is_gpu ? GA_PAPER : GA_QUICK;
    s->seed = s->request.seed.given ? s->request.seed.value : 1;
    for (int p = 0; name && p <= GA_N_PRESETS; p++) {
        if (p == GA_N_PRESETS) {
            const char *const near = ga_nearest(name, ga_preset_names);
            return ga_fail(err, GA_USAGE,
                           "--preset '%s': expected quick, paper, full or emulator%s%s%s", name,
                           near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
        }
        s->preset = (enum ga_preset)p;
        if (strcmp(ga_preset_names[p], name) == 0)
            break;
    }
    return GA_OK;
}

/* Splits each --axis NAME=VALUES; the name must be one of a selected benchmark. */
static enum ga_status parse_axes(struct ga_session *s, struct ga_err *err) {
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

static void on_signal(int number) {
    (void)number;
    ga_interrupted = 1;
}

/* The first Ctrl-C asks, the second ends the process. A full file system is an error, no signal. */
static void catch_signals(void) {
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
    ga_interrupted = 0;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    signal(SIGXFSZ, SIG_IGN);
}

/* Tables without a run.csv are somebody else's: nothing is overwritten. */
static enum ga_status refuse_strays(const struct ga_session *s, struct ga_err *err) {
    for (size_t b = 0; b < s->n_benches; b++) {
        char path[GA_MAX_FILE];
        snprintf(path, sizeof path, "%s/%s.csv", s->directory, s->benches[b]->id);
        if (access(path, F_OK) == 0)
            return ga_fail(err, GA_USAGE,
                           "%s is there already, with no run.csv; choose another --out", path);
    }
    return GA_OK;
}

/* Looks for the fixed-rate timer's step, unless that cannot be, or a profiler looks on. Times of few steps are coarse,
 * and the user should know. */
static enum ga_status probe_timer(struct ga_session *s, struct ga_err *err) {
    struct ga_probe_result seen = {0};
    const enum ga_status status =
        s->gpu->once ? GA_UNSUPPORTED : ga_timers_probe(s->gpu, TIMER_S, &seen, err);
    if (status == GA_OK && seen.step_ticks > 0 && seen.step_ticks < UINT32_MAX)
        s->gpu->step_ticks = (double)seen.step_ticks;
    const double step_ns = s->gpu->step_ticks * s->gpu->limits.tick_ns;
    if (step_ns > COARSE_NS)
        fprintf(stderr,
                "warning: the fixed-rate timer steps by %.0f ns, so that times by it below %.0f us "
                "are uncertain by more than 1 %%\n",
                step_ns, step_ns / 2 / 0.01 * 1e-3);
    return status == GA_UNSUPPORTED ? GA_OK : status;
}

/* As it was seen, or as documented. */
static void describe_timer(struct ga_session *s) {
    const double step = s->gpu->step_ticks;
    ga_runfile_set(&s->file, "timer_step_ns", "%g", (step > 0 ? step : 1) * s->gpu->limits.tick_ns);
    ga_runfile_set(&s->file, "timer_step_from", "%s", step > 0 ? "measured" : "documented");
}

/* Says beforehand, and not only in every row, that a GPU's numbers will be without their instructions. */
static void warn_of_unknown(const struct ga_gpu *gpu) {
    static const char *const missing[GA_N_KINDS] = {
        [GA_KIND_CUDA] = GA_CUDA_NO_DISASSEMBLER, [GA_KIND_HIP] = GA_HIP_NO_DISASSEMBLER};
    const char *const disassembler = missing[gpu->backend->kind];
    char text[1024];
    const char *const why =
        disassembler ? ga_isa_why_unknown(gpu->limits.target, disassembler, text, sizeof text)
                     : NULL;
    if (why)
        fprintf(stderr, "warning: %s\n", why);
}

/* Which device it is, where the user has not said, and whether its times mean something. */
static void say_device(const struct ga_session *s) {
    const struct ga_limits *const l = &s->gpu->limits;
    if (!s->request.device)
        fprintf(stderr, "no --device given, so the best there is: %s%s\n", l->name,
                s->gpu->backend->kind == GA_KIND_CPU
                    ? ", the stand-in, because no GPU was found that this program can use "
                      "(`gpu-atomics devices` says why); its times say nothing of a GPU"
                    : "");
    if (l->emulated)
        fprintf(stderr, "%s is emulated: its times say nothing of a GPU\n", l->name);
}

/* Without --bench, those that take long are left out; on an emulator they are as short as others. */
static void leave_out(struct ga_session *s) {
    size_t n = 0;
    for (size_t b = 0; b < s->n_benches; b++)
        if (s->request.benches.n > 0 || s->preset == GA_EMULATOR || !s->benches[b]->by_name)
            s->benches[n++] = s->benches[b];
    s->n_benches = n;
}

static enum ga_status prepare(struct ga_session *s, const struct ga_request *request,
                              struct ga_err *err) {
    enum ga_status status = s->request.resume ? ga_session_resume(s, err) : GA_OK;
    if (status == GA_OK && s->request.keys)
        status = ga_keys_read(s->request.keys, &s->keys, err);
    if (status == GA_OK)
        status = ga_device_open(s->request.device, &s->gpu, err);
    if (status != GA_OK)
        return status;
    say_device(s);
    status = ga_select(s->gpu->backend, &s->request.benches, s->benches, &s->n_benches, err);
    if (status == GA_OK)
        status = parse_preset(s, err);
    if (status == GA_OK)
        leave_out(s);
    if (status == GA_OK)
        status = parse_axes(s, err);
    /* All plans before anything is written: a bad value must cost nothing. A benchmark that cannot run here has no points. */
    bool counts_keys = false;
    for (size_t b = 0; status == GA_OK && b < s->n_benches; b++) {
        const struct ga_bench *const bench = s->benches[b];
        s->lacking[b] = bench->unavailable ? bench->unavailable(&s->gpu->limits) : NULL;
        if (s->lacking[b])
            continue;
        status = ga_plan_make(bench, &s->gpu->limits, s->preset, s->choices, s->request.axes.n,
                              s->seed, &s->plans[b], err);
        s->plans[b].keys = s->keys.n > 0 ? &s->keys : NULL;
        counts_keys |= status == GA_OK && ga_plan_counts_keys(&s->plans[b]);
    }
    if (status == GA_OK && s->request.keys && !counts_keys)
        status = ga_fail(err, GA_USAGE,
                         "--keys %s: no point of this run counts them; expected --bench "
                         "global_aggregation or global_counters with --axis input=file",
                         s->request.keys);
    if (status != GA_OK)
        return status;
    warn_of_unknown(s->gpu);
    s->gpu->once = s->request.once || s->preset == GA_EMULATOR;
    if (s->request.once && s->request.samples.given)
        return ga_fail(err, GA_USAGE, "--once takes one sample a point; give it without --samples");
    if (s->request.resume) {
        s->gpu->step_ticks = ga_runfile_number(&s->file, "timer_step_ns") / s->gpu->limits.tick_ns;
        return ga_results_same(&s->file, s->gpu, &s->keys, s->directory, err);
    }
    status = probe_timer(s, err);
    if (status == GA_OK)
        status = ga_results_describe(&s->file, s->gpu, request, &s->keys, err);
    if (status == GA_OK)
        status = ga_results_claim(s->request.out, s->gpu, s->directory, &s->lock, err);
    if (status == GA_OK)
        status = refuse_strays(s, err);
    describe_timer(s);
    ga_runfile_set(&s->file, "preset", "%s", ga_preset_names[s->preset]);
    ga_runfile_set(&s->file, "seed", "%llu", (unsigned long long)s->seed);
    return status;
}

/* Whether a device that refused something still runs kernels, as far as it can be asked. */
static bool is_alive(struct ga_gpu *gpu) {
    struct ga_probe_result seen;
    struct ga_err why;
    return !gpu->stuck && ga_timers_probe(gpu, PROBE_S, &seen, &why) != GA_ERROR;
}

/* out: points of benches[b] that run.csv counts already. */
static uint32_t n_before(const struct ga_session *s, size_t b) {
    uint32_t n = 0;
    for (enum ga_status status = GA_OK; status <= GA_ERROR; status++) {
        char key[GA_KEY];
        snprintf(key, sizeof key, "%s.%s", s->benches[b]->id, ga_status_name(status));
        n += (uint32_t)ga_runfile_number(&s->file, key);
    }
    return n < s->plans[b].n_points ? n : s->plans[b].n_points;
}

/* What the device refuses to one benchmark need not end the others. run.csv is written after each, so that no table
 * stands for long without what it says of it. */
static enum ga_status run_all(struct ga_session *s, struct ga_err *err) {
    uint32_t n_failed = 0;
    enum ga_status status = GA_OK;
    for (size_t b = 0; b < s->n_benches; b++)
        if (!s->lacking[b])
            ga_progress_expect(&s->progress, s->benches[b]->id,
                               s->plans[b].n_points - n_before(s, b));
    for (size_t b = 0; b < s->n_benches; b++) {
        char key[GA_KEY];
        int turn = -1;
        status = s->lacking[b] ? GA_OK : ga_turn_begin(s->benches[b], &turn, err);
        if (status == GA_OK)
            status = ga_session_part(s, b, err);
        ga_turn_end(turn);
        snprintf(key, sizeof key, "%s.failed", s->benches[b]->id);
        ga_runfile_remove(&s->file, key);
        if (status == GA_ERROR)
            ga_runfile_set(&s->file, key, "%s", err->message);
        if (status != GA_OK && (status != GA_ERROR || s->n_benches == 1 || !is_alive(s->gpu)))
            return status;
        if (status == GA_ERROR) {
            fprintf(stderr, "%s: failed: %s\n", s->benches[b]->id, err->message);
            n_failed++;
        }
        status = s->changed && b + 1 < s->n_benches ? ga_session_write(s, "started", err) : GA_OK;
        if (status != GA_OK)
            return status;
    }
    return n_failed
               ? ga_fail(err, GA_ERROR, "%u of %zu benchmarks failed, for the reasons given%s",
                         n_failed, s->n_benches,
                         s->wrong ? "; and there are wrong results, see the column status" : "")
               : GA_OK;
}

static bool is_gpu(const struct ga_session *s) {
    return s->gpu->backend->kind != GA_KIND_CPU && !s->gpu->limits.emulated;
}

/* What the tables mean. Those of what is no GPU mean nothing, and a profiler's times are not the kernel's. */
static enum ga_status conclude(struct ga_session *s, const char *state, struct ga_err *err) {
    if (!s->request.conclude || !is_gpu(s) || s->gpu->once)
        return GA_OK;
    const enum ga_status status = s->request.conclude(s->directory, &s->file, err);
    return status == GA_OK ? ga_session_write(s, state, err) : status;
}

/* Says how it ended, in run.csv and to the user. A run that was whole before is left as it is. */
static enum ga_status finish(struct ga_session *s, enum ga_status status, struct ga_err *err) {
    const char *const before = ga_runfile_get(&s->file, "status");
    const char *const state = status == GA_OK            ? "complete"
                              : status == GA_INTERRUPTED ? "interrupted"
                                                         : "failed";
    if (status == GA_OK && !s->changed && before && strcmp(before, state) == 0) {
        fprintf(stderr, "%s is complete; nothing was left to measure\n", s->directory);
        return GA_OK;
    }
    struct ga_err second = {""};
    const enum ga_status written = ga_session_write(s, state, &second);
    if (written != GA_OK && (status == GA_OK || status == GA_INTERRUPTED))
        status = ga_fail(err, written, "%s", second.message);
    if (written == GA_OK) {
        const enum ga_status concluded = conclude(s, state, &second);
        if (concluded != GA_OK && status == GA_OK)
            status = ga_fail(err, concluded, "%s", second.message);
    }
    if (written == GA_OK)
        ga_print_end(&s->file, s->directory, s->benches, s->n_benches);
    if (written == GA_OK && ga_results_wants_json(s->request.format)) {
        const enum ga_status copied = ga_json_beside(s->directory, &second);
        if (copied != GA_OK && status == GA_OK)
            status = ga_fail(err, copied, "%s", second.message);
    }
    if (status == GA_OK && is_gpu(s))
        ga_print_next(s->directory, s->benches, s->n_benches, &s->file);
    fflush(stdout);
    fprintf(stderr, "%s: %.2f s, %.2f s of it in kernels\n", state,
            ga_runfile_number(&s->file, "wall_s"), ga_runfile_number(&s->file, "kernel_s"));
    char word[GA_SHELL_WORD(GA_MAX_DIRECTORY)];
    if (status != GA_OK && written == GA_OK)
        fprintf(stderr, "what was finished is there; `gpu-atomics run --resume --out %s` goes on\n",
                ga_shell_word(s->directory, word, sizeof word));
    return status;
}

static enum ga_status run_session(struct ga_session *s, const struct ga_request *request,
                                  struct ga_err *err) {
    enum ga_status status = prepare(s, request, err);
    if (status == GA_OK) {
        catch_signals();
        if (!s->request.resume)
            status = ga_session_write(s, "started", err);
    }
    const bool started = status == GA_OK;
    if (started)
        status = run_all(s, err);
    if (started && status != GA_USAGE)
        status = finish(s, status, err);
    if (status == GA_OK && s->wrong)
        return ga_fail(err, GA_WRONG, "%s: there are wrong results; see the column status",
                       s->directory);
    if (status == GA_OK && s->failed)
        return ga_fail(err, GA_ERROR,
                       "%s: there are points without a result; see the column status",
                       s->directory);
    if (status == GA_OK && !s->measured)
        return ga_fail(err, GA_UNSUPPORTED, "%s: nothing was measured, for the reasons given",
                       s->directory);
    return status;
}

/* One of several processes, or all of them. */
static enum ga_status run_one_or_more(struct ga_session *s, const struct ga_request *request,
                                      struct ga_err *err) {
    char path[GA_MAX_FILE];
    struct ga_err why;
    enum ga_status status = request->resume ? ga_session_check_resume(request, err) : GA_OK;
    if (status == GA_OK && request->repeat.given && !request->resume)
        return ga_repeat(request, false, &s->file, err);
    if (status != GA_OK)
        return status;
    snprintf(path, sizeof path, "%s/run.csv", request->resume ? request->out : "");
    const bool of_several = request->resume && ga_runfile_read(&s->file, path, &why) == GA_OK &&
                            ga_runfile_get(&s->file, "processes");
    if (!of_several && request->repeat.given)
        return ga_fail(err, GA_USAGE, "--resume --repeat: %s is of no set of several processes",
                       path);
    if (!of_several)
        return run_session(s, request, err);
    status = ga_session_take_arguments(s, path, err);
    if (status == GA_OK && request->repeat.given)
        status = ga_session_raise(s, request, path, err);
    s->request.out = request->out;
    s->request.device = request->device ? request->device : s->request.device;
    return status == GA_OK ? ga_repeat(&s->request, true, &s->file, err) : status;
}

enum ga_status ga_command_run(const struct ga_request *request, struct ga_err *err) {
    if (ga_names_several(request))
        return ga_run_several(request, err);
    struct ga_session *const s = calloc(1, sizeof *s); /* large */
    if (!s)
        return ga_fail(err, GA_ERROR, "run: out of memory");
    s->request = *request;
    s->begin_s = ga_now_s();
    s->lock = -1;
    enum ga_status status = ga_results_check_format(request->format, err);
    if (status == GA_OK)
        status = run_one_or_more(s, request, err);
    if (s->gpu)
        s->gpu->backend->close(s->gpu);
    ga_unlock_directory(&s->lock);
    for (size_t b = 0; b < s->n_benches; b++)
        ga_plan_free(&s->plans[b]);
    free((void *)s->keys.at);
    free(s);
    return status;
}
