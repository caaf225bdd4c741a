/* What a run takes from the one that it finishes. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "session.h"

enum ga_status ga_session_take_arguments(struct ga_session *s, const char *path,
                                         struct ga_err *err) {
    char **const argv = s->arguments;
    struct ga_err why = {"`run` takes no such"};
    int argc = 2;
    argv[0] = "gpu-atomics";
    argv[1] = "run";
    for (unsigned i = 0; i < s->file.n; i++)
        if (strcmp(s->file.key[i], "argument") == 0)
            argv[argc++] = s->file.value[i];
    s->request = (struct ga_request){.conclude = s->request.conclude};
    const enum ga_status status = ga_cli(argc, argv, &s->request, &why);
    if (s->request.asks)
        return ga_fail(err, GA_USAGE,
                       "%s: an argument is --help, --usage or --version; no run began with it",
                       path);
    return status == GA_OK ? GA_OK
                           : ga_fail(err, status, "%s: argument: %.600s", path, why.message);
}

enum ga_status ga_session_check_resume(const struct ga_request *now, struct ga_err *err) {
    if (!now->out)
        return ga_fail(err, GA_USAGE, "--resume: which run? give its directory, --out DIR");
    if (strlen(now->out) >= GA_MAX_DIRECTORY)
        return ga_fail(err, GA_FILE, "%.60s...: the path is too long", now->out);
    if (now->benches.n || now->axes.n || now->preset || now->keys || now->samples.given ||
        now->seed.given || now->once || now->keep_samples)
        return ga_fail(err, GA_USAGE,
                       "--resume takes the options of the run that it finishes; give --out alone, "
                       "or --repeat for more processes");
    return GA_OK;
}

enum ga_status ga_session_raise(struct ga_session *s, const struct ga_request *now,
                                const char *path, struct ga_err *err) {
    char n[24], command[GA_VALUE];
    if (now->repeat.value < s->request.repeat.value)
        return ga_fail(err, GA_USAGE,
                       "--repeat %" PRIu64 ": %s is of %" PRIu64 " processes, expected no fewer",
                       now->repeat.value, path, s->request.repeat.value);
    s->request.repeat = now->repeat;
    snprintf(n, sizeof n, "%" PRIu64, now->repeat.value);
    snprintf(command, sizeof command, "%s", ga_runfile_get(&s->file, "command_line"));
    ga_runfile_set(&s->file, "command_line", "%.900s --repeat %s", command, n);
    ga_runfile_add(&s->file, "argument", "--repeat");
    ga_runfile_add(&s->file, "argument", n);
    return GA_OK;
}

enum ga_status ga_session_resume(struct ga_session *s, struct ga_err *err) {
    const struct ga_request now = s->request;
    char path[GA_MAX_FILE];
    snprintf(path, sizeof path, "%s/run.csv", now.out);
    snprintf(s->directory, sizeof s->directory, "%s", now.out);
    if (access(now.out, F_OK) != 0)
        return ga_fail(err, GA_FILE, "%s: cannot be read: %s", path, strerror(errno));
    /* Before what another may still write is read. */
    enum ga_status status = ga_lock_directory(s->directory, &s->lock, err);
    if (status == GA_OK)
        status = ga_runfile_read(&s->file, path, err);
    if (status == GA_OK)
        status = ga_session_take_arguments(s, path, err);
    if (status != GA_OK)
        return status;
    s->request.out = now.out;
    s->request.resume = true;
    s->request.device = now.device ? now.device : s->request.device;
    s->wall_before_s = ga_runfile_number(&s->file, "wall_s");
    s->kernel_before_s = ga_runfile_number(&s->file, "kernel_s");
    return status;
}
