#include "profile_code.h"

#include <stdio.h>

#include "inspect_program.h"
#include "launches.h"

/* context: how many launches have atomics on global memory, and no code. */
static enum ga_status take(void *context, uint64_t index, enum ga_profiler profiler,
                           const struct ga_launch_counters *launch,
                           const struct ga_l2_atomics *atomics, struct ga_csv_out *csv,
                           struct ga_err *err) {
    const double all = launch->at[GA_Q_global_atoms] + launch->at[GA_Q_global_reds];
    (void)index, (void)profiler, (void)csv, (void)err;
    *(uint64_t *)context += all > 0 && atomics->n == 0;
    return GA_OK;
}

static enum ga_status conclude(void *context, uint64_t n, struct ga_err *err) {
    (void)context, (void)n, (void)err;
    return GA_OK;
}

/* out: of how many launches; 0 if the file cannot be read, too, which its reader will say. */
static uint64_t count_without_code(const struct ga_request *request, const char *counters) {
    static const struct ga_launches does = {
        .command = "profile", .take = take, .conclude = conclude};
    const struct ga_model_device device = {.name = ""};
    struct ga_request of = *request;
    uint64_t n = 0;
    of.counters = counters;
    of.csv = NULL;
    of.other_gpu = true;
    of.kernels.n = 0; /* the profiler has chosen them */
    return ga_launches_run(&of, &does, &device, &n, NULL) == GA_OK ? n : 0;
}

enum ga_status ga_profile_code(const struct ga_request *request, const char *counters,
                               struct ga_err *err) {
    const uint64_t n = count_without_code(request, counters);
    struct ga_loaded loaded;
    struct ga_err why = {""};
    if (n == 0)
        return GA_OK;
    fprintf(stderr,
            "profile: %s has no code of %llu launch%s with atomics: it runs once more, and what it "
            "loads is looked into (not with --code FILE)\n",
            request->program[0], (unsigned long long)n, n == 1 ? "" : "es");
    const enum ga_status status = ga_loaded_by("profile", request, &loaded, &why);
    if (status == GA_OK)
        ga_loaded_write(loaded.whatif);
    else if (status != GA_INTERRUPTED)
        fprintf(stderr, "%s; --code FILE names its code\n", why.message);
    ga_loaded_free(&loaded);
    return status == GA_INTERRUPTED ? ga_fail(err, status, "%s", why.message) : GA_OK;
}
