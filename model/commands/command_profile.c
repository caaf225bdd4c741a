/* `profile`: runs the vendor's profiler on a program, and says what its counters mean. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agreement.h"
#include "answers.h"
#include "csv.h"
#include "code.h"
#include "command_utilization.h"
#include "part.h"
#include "profile_code.h"
#include "profile_record.h"
#include "profiler_parts.h"
#include "results.h"
#include "process.h"
#include "whatif.h"

static bool is_taken(const char *directory) {
    static const char *const files[] = {"counters.csv", "run.csv", "inspect.csv", "source.csv"};
    char path[GA_MAX_FILE];
    bool taken = false;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s/%s", directory, files[i]);
        taken = taken || access(path, F_OK) == 0;
    }
    return taken;
}

/* Where a profile goes. */
struct place {
    char directory[GA_MAX_DIRECTORY];
    bool was_there;
    int lock;            /* on the directory, while this process writes there */
    enum ga_status page; /* why there is no source.csv, with the message */
    struct ga_err why;
};

/* Makes the directory and locks it. err: GA_USAGE if it is another profile's, or a run's; GA_FILE. */
static enum ga_status claim(struct place *place, struct ga_err *err) {
    const char *const directory = place->directory;
    place->was_there = access(directory, F_OK) == 0;
    enum ga_status status = ga_make_directory(directory, err);
    if (status == GA_OK)
        status = ga_lock_directory(directory, &place->lock, err);
    if (status != GA_OK)
        return status;
    return is_taken(directory)
               ? ga_fail(err, GA_USAGE, "%s holds a profile or run already; another --out keeps it",
                         directory)
               : GA_OK;
}

/* out: --out, or profile/<program>, with a number while that is another profile's. */
static enum ga_status choose_place(const struct ga_request *request, struct place *place,
                                   struct ga_err *err) {
    const char *const slash = strrchr(request->program[0], '/');
    const char *const name = request->out ? request->out : slash ? slash + 1 : request->program[0];
    if (request->out && strlen(name) >= GA_MAX_DIRECTORY)
        return ga_fail(err, GA_FILE, "%.60s...: the path is too long, the most is %d characters",
                       name, GA_MAX_DIRECTORY - 1);
    snprintf(place->directory, sizeof place->directory, request->out ? "%s" : "profile/%.200s",
             name);
    if (strchr(place->directory, '%'))
        return ga_fail(err, GA_USAGE,
                       "%s: profilers give %% in a name a meaning; choose another --out",
                       place->directory);
    enum ga_status status = claim(place, err);
    for (unsigned k = 2; status == GA_USAGE && !request->out; k++) {
        ga_unlock_directory(&place->lock);
        snprintf(place->directory, sizeof place->directory, "profile/%.200s-%u", name, k);
        status = claim(place, err);
    }
    return status;
}

/* The options of `whatif` are for --whatif alone. */
static enum ga_status check_whatif(const struct ga_request *request, struct ga_err *err) {
    const struct {
        const char *name;
        bool is_given;
    } needs[] = {{"runs", request->runs.given},
                 {"skip", request->skip.given},
                 {"launches", request->launches.given},
                 {"patience", request->patience.given},
                 {"seed", request->seed.given},
                 {"edit", request->edit != NULL},
                 {"yes", request->yes},
                 {"here", request->here}};
    struct ga_request of = *request;
    unsigned edits;
    of.csv = of.json = NULL; /* which are of the verdicts */
    for (size_t i = 0; !request->whatif && i < sizeof needs / sizeof *needs; i++)
        if (needs[i].is_given)
            return ga_fail(err, GA_USAGE,
                           "profile: --%s is of the runs without atomics: add --whatif",
                           needs[i].name);
    return request->whatif ? ga_whatif_check(&of, &edits, err) : GA_OK;
}

/* Nothing is run before all that can be known to fail has been looked at. */
static enum ga_status check(const struct ga_request *request, struct ga_profiling *p,
                            struct ga_err *err) {
    struct ga_model_device device = {.name = ""};
    char path[PATH_MAX];
    if (!request->program || !*request->program)
        return ga_fail(
            err, GA_USAGE,
            "profile: which program? It stands behind --: gpu-atomics profile -- ./program");
    if (!ga_program_find(request->program[0], path))
        return ga_fail(err, GA_USAGE, "profile: '%s': there is no such program%s",
                       request->program[0], strchr(request->program[0], '/') ? "" : " in PATH");
    enum ga_status status = ga_profiler_find(request->profiler, p, err);
    if (status == GA_OK && request->nvtx && p->profiler != GA_NCU)
        status = ga_fail(err, GA_USAGE, "--nvtx: names of ranges are ncu's; rocprofv3 has none");
    if (status == GA_OK && request->source && p->profiler != GA_NCU)
        status = ga_fail(err, GA_USAGE, "--source: the source page is ncu's; rocprofv3 has none");
    if (status == GA_OK)
        status = check_whatif(request, err);
    if (status == GA_OK && request->csv)
        status = ga_utilization_may_write(request->csv, err);
    if (status == GA_OK)
        status = ga_utilization_device(request, &device, err);
    ga_model_device_free(&device);
    return status;
}

/* Whether what the program finds out may be written there. */
static enum ga_status may_write(const struct place *place, bool whatif, struct ga_err *err) {
    char path[GA_MAX_FILE];
    snprintf(path, sizeof path, "%s/utilization.csv", place->directory);
    enum ga_status status = ga_utilization_may_write(path, err);
    snprintf(path, sizeof path, "%s/whatif.csv", place->directory);
    if (status == GA_OK && whatif)
        status = ga_csv_may_replace(path, GA_WHATIF_COLUMN, "holds nothing that whatif wrote", err);
    snprintf(path, sizeof path, "%s/agreement.csv", place->directory);
    if (status == GA_OK && whatif)
        status = ga_agreement_may_write(path, err);
    return status;
}

/* The profiler's file is whole: it gets its name. */
static enum ga_status keep(const char *written, const char *path, const char *what,
                           struct ga_err *err) {
    const int fd = open(written, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return ga_fail(err, GA_ERROR, "profile: the profiler ended well and left no %s: %s: %s",
                       what, written, strerror(errno));
    const enum ga_status status = ga_part_commit(fd, written, path, err);
    close(fd);
    return status;
}

/* --whatif: the program without its atomics. out: path: what was measured. */
static enum ga_status measure(const struct ga_request *request, enum ga_profiler profiler,
                              const char *path, struct ga_err *err) {
    struct ga_request of = *request;
    of.csv = path;
    of.json = NULL;
    of.program_code = NULL; /* the exit status is the profile's */
    return profiler == GA_NCU ? ga_command_whatif(&of, err)
                              : ga_fail(err, GA_UNSUPPORTED,
                                        "whatif: atomics can be switched off on NVIDIA GPUs alone");
}

/* in: without: what --whatif measured; NULL: nothing. */
static enum ga_status report(const struct ga_request *request, const struct place *place,
                             const char *counters, const char *without, struct ga_err *err) {
    struct ga_err why = {""};
    struct ga_request of = *request;
    char answer[GA_MAX_FILE], agreement[GA_MAX_FILE];
    snprintf(answer, sizeof answer, "%s/utilization.csv", place->directory);
    snprintf(agreement, sizeof agreement, "%s/agreement.csv", place->directory);
    of.counters = counters;
    of.csv = request->csv ? request->csv : answer;
    of.without = without;
    of.agreement = without ? agreement : NULL;
    const enum ga_status status = ga_command_utilization(&of, &why);
    return status == GA_OK
               ? GA_OK
               : ga_fail(err, status, "%.600s (the counters are in %.120s)", why.message, counters);
}

static unsigned counters_per_pass(const struct ga_request *request) {
    return request->counters_per_pass.given ? (unsigned)request->counters_per_pass.value
                                            : GA_COUNTERS_OF_A_PASS;
}

/* A line for each run of the program. */
static enum ga_status show_counters(const struct ga_request *request, struct ga_err *err) {
    char text[8192];
    enum ga_profiler profiler = GA_NCU;
    const char *const name = request->profiler;
    const enum ga_status status = name ? ga_profiler_named(name, &profiler, err) : GA_OK;
    if (status != GA_OK)
        return status;
    for (unsigned pass = 0; ga_counters_list(profiler, request->target ? request->target : "gfx942",
                                             pass, counters_per_pass(request), text, sizeof text);
         pass++)
        printf("%s\n", text);
    return GA_OK;
}

/* --source: the page of what ran, if the model can read it. */
static enum ga_status take_page(const struct ga_profiling *p, const struct place *place,
                                struct ga_err *err) {
    struct ga_code *code = NULL;
    struct ga_err why;
    char written[GA_MAX_FILE + 16], path[GA_MAX_FILE];
    snprintf(written, sizeof written, "%s/source.csv", p->work);
    snprintf(path, sizeof path, "%s/source.csv", place->directory);
    enum ga_status status = ga_profiler_page(p, written, err);
    if (status == GA_OK && ga_code_add(&code, written, &why) != GA_OK)
        status = ga_fail(err, GA_ERROR, "profile --source: %.600s", why.message);
    ga_code_close(code);
    return status == GA_OK ? keep(written, path, "source page", err) : status;
}

/* The profiler opens its files by name, so they grow in a directory that is this user's alone. What is there was left:
 * this process has the lock on the directory around it. out: counters: the file that has them; place->page. */
static enum ga_status run_profiler(const struct ga_profiling *profiling, struct place *place,
                                   const char *counters, struct ga_err *err) {
    struct ga_profiling p = *profiling;
    char work[GA_MAX_FILE], written[GA_MAX_FILE + 16];
    snprintf(work, sizeof work, "%s/profiler.part", place->directory);
    snprintf(written, sizeof written, "%s/counters.csv", work);
    p.out = written;
    p.work = work;
    ga_profiler_clean(work);
    enum ga_status status = GA_OK;
    if (mkdir(work, 0700) != 0)
        status = ga_fail(err, GA_FILE, "%s: cannot make the directory: %s", work, strerror(errno));
    if (status == GA_OK)
        status = ga_profiler_run(&p, err);
    if (status == GA_OK)
        status = keep(written, counters, "counters", err);
    if (status == GA_OK && p.source)
        place->page = take_page(&p, place, &place->why);
    ga_profiler_clean(work);
    if (status != GA_OK && !place->was_there)
        rmdir(place->directory); /* if it is empty */
    return status;
}

/* The program runs again: without its atomics, with --whatif, or for its code. out: path: what was measured. */
static enum ga_status run_again(const struct ga_request *request, const char *counters,
                                enum ga_profiler profiler, const char *path, struct ga_err *err) {
    struct ga_request of = *request;
    of.csv = of.json = NULL;
    if (request->whatif)
        return measure(&of, profiler, path, err);
    return of.inspected && profiler == GA_NCU ? ga_profile_code(&of, counters, err) : GA_OK;
}

/* The verdicts stand, and something that was asked for is not there. in: why: of `again`. */
static enum ga_status lacks(const struct place *place, enum ga_status again,
                            const struct ga_err *why, struct ga_err *err) {
    const bool both = *why->message && *place->why.message;
    if (again == GA_OK && place->page == GA_OK)
        return GA_OK;
    return ga_fail(err, again == GA_OK ? place->page : again,
                   "%.*s%s%.*s (the verdicts are in %.120s)", both ? 300 : 600, why->message,
                   both ? "; " : "", both ? 300 : 600, place->why.message, place->directory);
}

/* What the counters say with the code, and, with --whatif, what was measured beside it. Where that fails the verdicts stand. in:
 * input: where the program's standard input began, -1: it is no file. */
static enum ga_status conclude(const struct ga_request *request, const struct place *place,
                               const char *counters, enum ga_profiler profiler, off_t input,
                               struct ga_err *err) {
    struct ga_err why = {""};
    struct ga_request of = *request;
    char path[GA_MAX_FILE], inspected[GA_MAX_FILE], ran[GA_MAX_FILE];
    snprintf(path, sizeof path, "%s/whatif.csv", place->directory);
    snprintf(inspected, sizeof inspected, "%s/inspect.csv", place->directory);
    snprintf(ran, sizeof ran, "%s/source.csv", place->directory);
    printf("counters of %s in %s\n", request->program[0], counters);
    fflush(stdout);
    if (input >= 0)
        lseek(STDIN_FILENO, input, SEEK_SET);
    of.inspected = request->code.n == 0 ? inspected : NULL;
    const enum ga_status again = place->page == GA_INTERRUPTED
                                     ? place->page
                                     : run_again(&of, counters, profiler, path, &why);
    if (of.inspected && access(inspected, R_OK) == 0)
        of.code = (struct ga_list){.at = {inspected}, .n = 1};
    if (request->source && place->page == GA_OK)
        of.ran = ran;
    const enum ga_status status =
        report(&of, place, counters, request->whatif && again == GA_OK ? path : NULL, err);
    return status == GA_OK ? lacks(place, again, &why, err) : status;
}

/* The counters, and run.csv beside them. record: what ran. */
static enum ga_status count(const struct ga_profiling *profiling, struct place *place,
                            const char *counters, const struct ga_runfile *record,
                            struct ga_err *err) {
    char path[GA_MAX_FILE];
    snprintf(path, sizeof path, "%s/run.csv", place->directory);
    const enum ga_status status = run_profiler(profiling, place, counters, err);
    return status == GA_OK ? ga_runfile_write(record, path, err) : status;
}

enum ga_status ga_command_profile(const struct ga_request *request, struct ga_err *err) {
    struct ga_profiling p = {.program = request->program,
                             .nvtx = request->nvtx,
                             .source = request->source,
                             .target = request->target,
                             .kernels = request->kernels.at,
                             .n_kernels = request->kernels.n,
                             .most = counters_per_pass(request)};
    struct place place = {.lock = -1, .page = GA_OK};
    char counters[GA_MAX_FILE];
    const off_t input = lseek(STDIN_FILENO, 0, SEEK_CUR);
    if (request->show_counters)
        return show_counters(request, err);
    struct ga_runfile *const record = calloc(1, sizeof *record); /* large */
    enum ga_status status =
        record ? check(request, &p, err) : ga_fail(err, GA_ERROR, "out of memory for a record");
    if (status == GA_OK)
        status = choose_place(request, &place, err);
    snprintf(counters, sizeof counters, "%s/counters.csv", place.directory);
    if (status == GA_OK)
        status = may_write(&place, request->whatif, err);
    if (status == GA_OK)
        status = ga_profile_describe(record, request, err);
    if (status == GA_OK)
        status = count(&p, &place, counters, record, err);
    free(record);
    if (status == GA_OK)
        status = conclude(request, &place, counters, p.profiler, input, err);
    ga_unlock_directory(&place.lock);
    return status;
}
