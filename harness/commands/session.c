/* What is written of a run as a whole. */
#include "session.h"

#include <stdio.h>
#include <sys/resource.h>

#include "clock.h"

/* A resumed run tells of both. */
static double larger(const struct ga_runfile *file, const char *key, double now) {
    const double before = ga_runfile_number(file, key);
    return before > now ? before : now;
}

enum ga_status ga_session_write(struct ga_session *s, const char *state, struct ga_err *err) {
    char path[GA_MAX_FILE];
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    ga_runfile_set(&s->file, "status", "%s", state);
    ga_runfile_set(&s->file, "wall_s", "%.3f", s->wall_before_s + ga_now_s() - s->begin_s);
    ga_runfile_set(&s->file, "kernel_s", "%.3f", s->kernel_before_s + s->gpu->kernel_s);
    ga_runfile_set(&s->file, "device_bytes", "%.0f",
                   larger(&s->file, "device_bytes", (double)s->gpu->scratch_bytes));
    ga_runfile_set(&s->file, "host_peak_bytes", "%.0f",
                   larger(&s->file, "host_peak_bytes", (double)usage.ru_maxrss * 1024));
    snprintf(path, sizeof path, "%s/run.csv", s->directory);
    const enum ga_status status = ga_check_directory(s->directory, s->lock, err);
    return status == GA_OK ? ga_runfile_write(&s->file, path, err) : status;
}
