/* One run of several benchmarks into a directory: what `run` sets up, and its part for one benchmark. */
#ifndef GA_SESSION_H
#define GA_SESSION_H

#include "bench.h"
#include "keys.h"
#include "plan.h"
#include "results.h"
#include "commands.h"
#include "progress.h"

/* One run. */
struct ga_session {
    struct ga_request request;            /* the resumed run's own, if it is one */
    char *arguments[GA_RUNFILE_MOST + 3]; /* which these were; they point into file */
    struct ga_gpu *gpu;
    char directory[GA_MAX_DIRECTORY];
    enum ga_preset preset;
    uint64_t seed;
    struct ga_axis_choice choices[GA_MAX_LIST];
    char choice_names[GA_MAX_LIST][32];
    const struct ga_bench *benches[GA_MAX_BENCHES];
    const char *lacking[GA_MAX_BENCHES];  /* why the device cannot run it; NULL: it can */
    struct ga_plan plans[GA_MAX_BENCHES]; /* if it can; own: ga_plan_free */
    size_t n_benches;
    struct ga_runfile file;
    struct ga_keys keys; /* own: free(at) */
    struct ga_progress progress;
    double begin_s, wall_before_s, kernel_before_s;
    bool measured, wrong, failed; /* some point is ok; is wrong; timed out or failed */
    bool changed;                 /* something was measured, or is written down that was not */
    int lock;                     /* on the directory, while this process writes there */
};

/* Writes run.csv with its status ("started", "complete", "interrupted", "failed") and what was taken so far. err:
 * GA_FILE. */
enum ga_status ga_session_write(struct ga_session *session, const char *state, struct ga_err *err);

/* --resume takes all but the directory, and more processes, from the run that it finishes. err: GA_USAGE for other options. */
enum ga_status ga_session_check_resume(const struct ga_request *request, struct ga_err *err);

/* A set of several processes, whose arguments were taken, is to have as many as are asked for now: run.csv says so, and the last
 * --repeat counts. err: GA_USAGE for fewer than it has. */
enum ga_status ga_session_raise(struct ga_session *session, const struct ga_request *request,
                                const char *path, struct ga_err *err);

/* The arguments that run.csv, which is read, has of the earlier run, as if they were given. It is a file: what it asks for
 * is not done. err: GA_USAGE naming it and the argument. */
enum ga_status ga_session_take_arguments(struct ga_session *session, const char *path,
                                         struct ga_err *err);

/* Reads the earlier run's run.csv and takes its options. err: as the above; GA_FILE. */
enum ga_status ga_session_resume(struct ga_session *session, struct ga_err *err);

/* Measures what is missing of benches[b] into its table and says in the run's file what it did. err: as
 * ga_run; of a benchmark that the device cannot run: GA_OK, and the run's file says why. */
enum ga_status ga_session_part(struct ga_session *session, size_t b, struct ga_err *err);

#endif
