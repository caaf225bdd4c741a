/* The runs: the plain one, those of the plan, and those that find who is at fault when all kernels are edited. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clock.h"
#include "contained.h"
#include "inventory.h"
#include "process.h"
#include "whatif.h"

static const double LEAST_RUN_S = 1, USUAL_PATIENCE = 5;
enum { USUAL_RUNS = 3, MOST_SETTINGS = 10 };
static const char LOST[] = "lost_device";
#define CACHE "/out/cache" /* below the scratch directory: all runs may write there */
static const char NVTX_LOADS[] =
    "NVTX_INJECTION64_PATH"; /* the library that NVTX hands its table */

void ga_whatif_out(const struct ga_whatif *w, size_t k, char *out, size_t size) {
    snprintf(out, size, "%s/out/%zu", w->scratch, k);
}

/* out: the directory that the next run's processes write to. */
static enum ga_status make_out(struct ga_whatif *w, char *out, size_t size, struct ga_err *err) {
    ga_whatif_out(w, w->n_runs++, out, size);
    return mkdir(out, 0700) ? ga_fail(err, GA_FILE, "%s: %s", out, strerror(errno)) : GA_OK;
}

static enum ga_status take(struct ga_whatif *w, struct ga_whatif_variant *variant,
                           struct ga_observed *seen, double wall_s, struct ga_err *err) {
    const enum ga_status status =
        ga_study_take(&w->study, variant, seen->launches, seen->n_launches, wall_s, err);
    if (variant->outcome == GA_OUTCOME_NOTHING)
        variant->outcome = GA_OUTCOME_MEASURED;
    return status;
}

/* The library's variables, in this process's environment while the plain run starts. */
static void inject(const struct ga_whatif *w, const char *out) {
    char most[24], cache[PATH_MAX + 32];
    snprintf(cache, sizeof cache, "%s" CACHE, w->scratch);
    setenv("LD_PRELOAD", w->preload, 1);
    setenv("GA_WHATIF_OUT", out, 1);
    setenv("GA_WHATIF_CACHE", cache, 1);
    setenv("GA_WHATIF_EDIT", "none", 1);
    unsetenv("GA_WHATIF_KERNELS");
    unsetenv("GA_WHATIF_LEAVE");
    if (w->keeps > 0) {
        snprintf(most, sizeof most, "%llu", (unsigned long long)w->keeps);
        setenv("GA_WHATIF_KEEP", most, 1);
    }
    if (w->request->range) {
        setenv("GA_WHATIF_NVTX", w->request->range, 1);
        setenv(NVTX_LOADS, w->library, 1);
    }
}
static void put_back(const char *name, const char *had) {
    if (had)
        setenv(name, had, 1);
    else
        unsetenv(name);
}
static void withdraw(const char *had, const char *had_nvtx) {
    put_back("LD_PRELOAD", had);
    put_back(NVTX_LOADS, had_nvtx);
    unsetenv("GA_WHATIF_NVTX");
    unsetenv("GA_WHATIF_OUT");
    unsetenv("GA_WHATIF_CACHE");
    unsetenv("GA_WHATIF_EDIT");
    unsetenv("GA_WHATIF_KEEP");
}

/* What outlives the program is the user's, unless that was told to end. A signal of its own leaves what it wrote before. */
static enum ga_status run_as_it_is(struct ga_whatif *w, const char *out, double *wall_s,
                                   struct ga_err *err) {
    char **const program = w->request->program;
    const char *const now = getenv("LD_PRELOAD"), *const now_nvtx = getenv(NVTX_LOADS);
    char *const had = now ? strdup(now) : NULL, *const had_nvtx =
                                                    now_nvtx ? strdup(now_nvtx) : NULL;
    struct ga_children before;
    inject(w, out);
    ga_children_begin(&before);
    const double since = ga_now_s();
    const enum ga_status status = ga_spawn(w->who, program[0], program, NULL, &w->code, &w->death);
    *wall_s = ga_now_s() - since;
    ga_children_end(&before, status == GA_INTERRUPTED);
    withdraw(had, had_nvtx);
    free(had);
    free(had_nvtx);
    const bool died = status == GA_ERROR && w->code != 0;
    return status == GA_OK || died ? GA_OK : ga_fail(err, status, "%s", w->death.message);
}

enum ga_status ga_whatif_run_plain(struct ga_whatif *w, struct ga_err *err) {
    char out[PATH_MAX + 32];
    double wall_s = 0;
    struct ga_whatif_variant *const plain = calloc(1, sizeof *plain);
    if (!plain)
        return ga_fail(err, GA_ERROR, "whatif: out of memory");
    *plain = (struct ga_whatif_variant){.edit = GA_N_EDITS, .kernel = GA_ALL_KERNELS};
    w->study.variant = plain;
    w->study.n_variants = 1;
    enum ga_status status = make_out(w, out, sizeof out, err);
    if (status == GA_OK)
        status = run_as_it_is(w, out, &wall_s, err);
    if (status == GA_OK)
        status = ga_observed_read(out, !*w->death.message, &w->symbols, &w->seen, err);
    return status == GA_OK ? take(w, plain, &w->seen, wall_s, err) : status;
}

/* out: *ended; words[GA_LAST_WORDS]. */
static enum ga_status run_once(struct ga_whatif *w, const struct ga_edited *what, const char *out,
                               struct ga_ended *ended, char *words, struct ga_err *err) {
    char list[PATH_MAX + 32], left[PATH_MAX + 32], settings[MOST_SETTINGS][2 * PATH_MAX + 32];
    const char *at[MOST_SETTINGS + 1] = {NULL};
    size_t k = 0;
    snprintf(list, sizeof list, "%s/kernels", w->scratch);
    snprintf(left, sizeof left, "%s/left", w->scratch);
    enum ga_status status = ga_whatif_write_kernels(w, what->kernels, what->n, list, err);
    if (status == GA_OK)
        status = ga_whatif_write_left(w, what->kernels, what->n, left, err);
    if (status != GA_OK)
        return status;
    snprintf(settings[k++], sizeof *settings, "LD_PRELOAD=%s", w->preload);
    snprintf(settings[k++], sizeof *settings, "GA_WHATIF_OUT=%s", out);
    snprintf(settings[k++], sizeof *settings, "GA_WHATIF_CACHE=%s" CACHE, w->scratch);
    snprintf(settings[k++], sizeof *settings, "GA_WHATIF_EDIT=%s", ga_edit_name(what->edit));
    if (what->only > 0)
        snprintf(settings[k++], sizeof *settings, "GA_WHATIF_ONLY=%u", what->only);
    if (what->n > 0)
        snprintf(settings[k++], sizeof *settings, "GA_WHATIF_KERNELS=%s", list);
    snprintf(settings[k++], sizeof *settings, "GA_WHATIF_LEAVE=%s", left);
    if (w->request->range) {
        snprintf(settings[k++], sizeof *settings, "GA_WHATIF_NVTX=%s", w->request->range);
        snprintf(settings[k++], sizeof *settings, "%s=%s", NVTX_LOADS, w->library);
    }
    if (w->shelter.kind == GA_ISOLATION_LANDLOCK)
        snprintf(settings[k++], sizeof *settings, "TMPDIR=%s/tmp", w->scratch);
    for (size_t i = 0; i < k; i++)
        at[i] = settings[i];
    const double patience =
        w->request->patience.given ? w->request->patience.value : USUAL_PATIENCE;
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC), said = ga_whatif_listen(w);
    const struct ga_contained program = {
        .argv = w->request->program,
        .settings = at,
        .shelter = w->shelter,
        .limit_s = patience * fmax(w->study.variant->run->wall_s, LEAST_RUN_S),
        .input = w->input,
        .output = nowhere,
        .errors = said};
    const enum ga_status ran = ga_run_contained(&program, ended, err);
    ga_whatif_last_words(said, words);
    close(nowhere);
    if (said >= 0)
        close(said);
    return ran;
}

static bool was_edited(const struct ga_observed *seen, const struct ga_edited *what) {
    for (size_t i = 0; i < what->n; i++) {
        const struct ga_seen_kernel *const k = ga_observed_kernel(seen, what->kernels[i]);
        if (k && k->edited > 0)
            return true;
    }
    return what->n == 0;
}

static enum ga_edit_outcome judge(struct ga_whatif *w, const struct ga_ended *ended,
                                  const struct ga_observed *seen, const struct ga_edited *what) {
    if (ended->how == GA_OVERDUE)
        return GA_OUTCOME_HUNG;
    const char *const lost = ga_observed_note(seen, LOST), *const before =
                                                               ga_observed_note(&w->seen, LOST);
    if ((ended->how == GA_SIGNALLED && ga_ended_code(ended) != w->code) ||
        (lost && (!before || strcmp(lost, before) != 0)))
        return GA_OUTCOME_CRASHED;
    if (!was_edited(seen, what))
        return GA_OUTCOME_UNEDITED;
    w->n_others += what->n > 0 && ga_ended_code(ended) != w->code;
    return GA_OUTCOME_MEASURED;
}

static void name_instruction(const struct ga_observed *seen, struct ga_whatif_variant *v) {
    const struct ga_seen_kernel *const k = ga_observed_kernel(seen, v->kernel);
    if (v->only == 0 || !k || k->edited == 0)
        return;
    v->offset = k->offset;
    memcpy(v->instruction, k->instruction, sizeof v->instruction);
}

/* Of an unedited run. */
static bool is_as_before(const struct ga_whatif *w, const struct ga_ended *ended,
                         const struct ga_observed *seen, enum ga_edit_outcome outcome) {
    return outcome == GA_OUTCOME_MEASURED && ga_ended_code(ended) == w->code &&
           seen->n_launches > 0;
}

static enum ga_status attempt(struct ga_whatif *w, struct ga_whatif_variant *variant,
                              const struct ga_edited *what, enum ga_edit_outcome *outcome,
                              struct ga_err *err) {
    char out[PATH_MAX + 32], words[GA_LAST_WORDS] = "";
    struct ga_ended ended = {.how = GA_ENDED};
    struct ga_observed seen = {.launches = NULL};
    if (ga_whatif_is_told())
        return ga_fail(err, GA_INTERRUPTED, "whatif: interrupted");
    enum ga_status status = make_out(w, out, sizeof out, err);
    if (status == GA_OK)
        status = run_once(w, what, out, &ended, words, err);
    if (status == GA_OK)
        status = ga_observed_read(out, false, &w->symbols, &seen, err);
    if (status == GA_OK)
        *outcome = judge(w, &ended, &seen, what);
    if (status == GA_OK && what->n == 0 && !is_as_before(w, &ended, &seen, *outcome))
        status = ga_whatif_bears_not(w, &ended, seen.n_launches > 0, words, err);
    w->bears |= status == GA_OK && what->n == 0;
    if (status == GA_OK && *outcome == GA_OUTCOME_CRASHED)
        ga_whatif_say_crash(w, what, &ended, ga_observed_note(&seen, LOST), words);
    if (status == GA_OK && variant)
        name_instruction(&seen, variant);
    if (status == GA_OK && *outcome == GA_OUTCOME_MEASURED && variant)
        status = take(w, variant, &seen, ended.wall_s, err);
    ga_observed_free(&seen);
    ga_remove_tree(out);
    return status;
}

/* One run, into a variant if it was measured. With --here, what does not bear isolation is not isolated. out: *outcome. */
static enum ga_status run(struct ga_whatif *w, struct ga_whatif_variant *variant,
                          const struct ga_edited *what, enum ga_edit_outcome *outcome,
                          struct ga_err *err) {
    const enum ga_status status = attempt(w, variant, what, outcome, err);
    if (status != GA_ERROR || what->n > 0 || w->bears || !w->request->here || w->lacks_input ||
        w->shelter.kind == GA_ISOLATION_NONE)
        return status;
    fprintf(stderr, "%s\nwhatif: from here on its runs write to your files (--here)\n",
            err->message);
    w->shelter.kind = GA_ISOLATION_NONE;
    return attempt(w, variant, what, outcome, err);
}

static enum ga_status run_unedited(struct ga_whatif *w, struct ga_err *err) {
    enum ga_edit_outcome outcome = GA_OUTCOME_NOTHING;
    return run(w, NULL, &(struct ga_edited){GA_N_EDITS, NULL, 0, 0}, &outcome, err);
}

static bool failed(enum ga_edit_outcome outcome) {
    return outcome == GA_OUTCOME_HUNG || outcome == GA_OUTCOME_CRASHED;
}

/* Whether a failure, or that there was nothing to edit, is the edit's doing: of one plain run, which was not isolated, nobody
 * knows yet. */
static enum ga_status blame(struct ga_whatif *w, enum ga_edit_outcome outcome, struct ga_err *err) {
    return w->bears || !(failed(outcome) || outcome == GA_OUTCOME_UNEDITED) ? GA_OK
                                                                            : run_unedited(w, err);
}

/* out: a class's kernels, but for those that fail alone, which are *n_left. */
static enum ga_status kernels_of(const struct ga_whatif *w, enum ga_edit edit, uint32_t **list,
                                 size_t *n, size_t *n_left, struct ga_err *err) {
    enum ga_status status =
        ga_whatif_kernels_of(&w->study, &w->seen, w->chosen, edit, list, n, err);
    size_t kept = 0;
    for (size_t i = 0; status == GA_OK && i < *n; i++) {
        bool fails = false;
        for (size_t v = 1; v < w->study.n_variants; v++) {
            const struct ga_whatif_variant *const one = &w->study.variant[v];
            fails |= one->edit == edit && one->kernel == (*list)[i] && one->only == 0 &&
                     (one->outcome == GA_OUTCOME_HUNG || one->outcome == GA_OUTCOME_CRASHED);
        }
        if (!fails)
            (*list)[kept++] = (*list)[i];
    }
    *n_left = *n - kept;
    *n = kept;
    return status;
}

static void say_progress(const struct ga_whatif *w, const struct ga_whatif_variant *v, size_t k,
                         size_t n) {
    if (!isatty(STDERR_FILENO))
        return;
    char *const name = v->kernel == GA_ALL_KERNELS ? NULL : ga_demangled(w->symbols.at[v->kernel]);
    fprintf(stderr, "whatif: run %zu of %zu: %s%s%.60s\n", k, n,
            v->edit == GA_N_EDITS ? "plain" : ga_edit_heading(v->edit),
            v->edit == GA_N_EDITS ? ""
            : v->only > 0         ? ", one instruction, in "
                                  : " in ",
            v->edit == GA_N_EDITS ? ""
            : name                ? name
                                  : "all kernels");
    free(name);
}

/* A run of a variant; one that failed is not run again. */
static enum ga_status run_variant(struct ga_whatif *w, struct ga_whatif_variant *v,
                                  struct ga_err *err) {
    enum ga_edit_outcome outcome = GA_OUTCOME_MEASURED;
    uint32_t *list = NULL;
    size_t n = 0;
    enum ga_status status = GA_OK;
    if (v->outcome != GA_OUTCOME_NOTHING && v->outcome != GA_OUTCOME_MEASURED)
        return GA_OK;
    if (v->edit == GA_N_EDITS)
        status = run(w, v, &(struct ga_edited){v->edit, NULL, 0, 0}, &outcome, err);
    else if (v->kernel != GA_ALL_KERNELS)
        status = run(w, v, &(struct ga_edited){v->edit, &v->kernel, 1, v->only}, &outcome, err);
    else if ((status = kernels_of(w, v->edit, &list, &n, &v->n_left, err)) == GA_OK && n > 0)
        status = run(w, v, &(struct ga_edited){v->edit, list, n, 0}, &outcome, err);
    if (status == GA_OK && outcome != GA_OUTCOME_MEASURED)
        v->outcome = outcome;
    free(list);
    return status == GA_OK ? blame(w, outcome, err) : status;
}

/* Halves the kernels until one is left with which it fails. out: *found: whether there is one; it is a variant then. */
static enum ga_status find_fault(struct ga_whatif *w, enum ga_edit edit, bool *found,
                                 struct ga_err *err) {
    uint32_t *list = NULL;
    size_t n = 0, n_left = 0, from = 0;
    enum ga_edit_outcome outcome = GA_OUTCOME_MEASURED;
    enum ga_status status = kernels_of(w, edit, &list, &n, &n_left, err);
    *found = false;
    while (status == GA_OK && n > 1) {
        const size_t half = n / 2;
        status = run(w, NULL, &(struct ga_edited){edit, list + from, half, 0}, &outcome, err);
        from += failed(outcome) ? 0 : half;
        n = failed(outcome) ? half : n - half;
    }
    if (status == GA_OK && n == 1)
        status = run(w, NULL, &(struct ga_edited){edit, list + from, 1, 0}, &outcome, err);
    if (status == GA_OK && n == 1 && failed(outcome)) {
        w->study.variant[w->study.n_variants++] =
            (struct ga_whatif_variant){.edit = edit, .kernel = list[from], .outcome = outcome};
        *found = true;
    }
    free(list);
    return status;
}

/* All kernels edited failed: run without those that fail alone; if it fails again, another one is looked for. */
static enum ga_status repair(struct ga_whatif *w, struct ga_whatif_variant *v, size_t runs,
                             size_t *n_faults, struct ga_err *err) {
    uint32_t *list = NULL;
    size_t n = 0, n_left = 0;
    enum ga_status status = kernels_of(w, v->edit, &list, &n, &n_left, err);
    bool found = n_left > 0;
    free(list);
    while (status == GA_OK && failed(v->outcome) && *n_faults < GA_MOST_FAULTS) {
        if (!found)
            status = find_fault(w, v->edit, &found, err);
        if (status != GA_OK || !found)
            break;
        const enum ga_edit_outcome before = v->outcome;
        ga_whatif_variant_clear(v);
        v->outcome = GA_OUTCOME_NOTHING;
        for (size_t k = 0; status == GA_OK && k < runs; k++)
            status = run_variant(w, v, err);
        if (v->n_runs == 0 && v->outcome == GA_OUTCOME_NOTHING)
            v->outcome = before; /* no kernel is left */
        found = false;
        ++*n_faults;
    }
    return status;
}

enum ga_status ga_whatif_run_edits(struct ga_whatif *w, struct ga_err *err) {
    const struct ga_request *const request = w->request;
    const size_t runs = request->runs.given ? request->runs.value : USUAL_RUNS;
    struct ga_whatif_plan plan = {NULL, 0};
    size_t n_faults = 0;
    enum ga_status status =
        ga_whatif_plan_make(&w->study, &w->seen, w->chosen, runs,
                            request->seed.given ? request->seed.value : 1, &plan, err);
    if (status == GA_OK && w->study.n_variants == 1)
        plan.n = 0; /* nothing to edit */
    if (status == GA_OK && plan.n > 0)
        fprintf(stderr, "whatif: the plain run took %.3g s; %zu more runs, about %.3g s\n",
                w->study.variant->run->wall_s, plan.n,
                (double)plan.n * w->study.variant->run->wall_s);
    if (status == GA_OK && plan.n > 0 && runs == 1 && request->here) /* no plain run is first */
        status = run_unedited(w, err);
    for (size_t i = 0; status == GA_OK && i < plan.n; i++) {
        struct ga_whatif_variant *const v = &w->study.variant[plan.order[i]];
        say_progress(w, v, i + 1, plan.n);
        status = run_variant(w, v, err);
    }
    const size_t n = w->study.n_variants;
    for (size_t i = 1; status == GA_OK && i < n; i++)
        if (w->study.variant[i].kernel == GA_ALL_KERNELS && failed(w->study.variant[i].outcome))
            status = repair(w, &w->study.variant[i], runs, &n_faults, err);
    free(plan.order);
    return status;
}
