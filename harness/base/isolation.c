/* Which kind works here is not asked but tried: kernels, containers and their filters differ. */
#include "isolation.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum ga_status ga_isolate(const struct ga_shelter *shelter, struct ga_err *err) {
    switch (shelter->kind) {
    case GA_ISOLATION_OVERLAY:
        return ga_overlay(shelter->scratch, err);
    case GA_ISOLATION_LANDLOCK:
        return ga_landlock(shelter->scratch, err);
    case GA_ISOLATION_NONE:
        break;
    }
    return GA_OK;
}

static bool writes(const char *directory, const char *name) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    const bool did = fd >= 0 && write(fd, "x", 1) == 1;
    if (fd >= 0)
        close(fd);
    return did;
}

/* out: whether the file is there; it is not any more. */
static bool arrived(const char *directory, const char *name) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    return unlink(path) == 0;
}

/* A file beside out stands for the user's. */
static bool works(const struct ga_shelter *shelter, struct ga_err *err) {
    static const char ours[] = "out/probe", users[] = "probe";
    struct ga_err *const shared =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) {
        ga_fail(err, GA_ERROR, "out of memory");
        return false;
    }
    const pid_t child = fork();
    if (child == 0) {
        const enum ga_status status = ga_isolate(shelter, shared);
        if (status == GA_OK) {
            writes(shelter->scratch, users);
            writes(shelter->scratch, ours);
        }
        _exit(status == GA_OK ? 0 : 1);
    }
    int state = 1;
    while (child > 0 && waitpid(child, &state, 0) < 0 && errno == EINTR)
        continue;
    *err = *shared;
    munmap(shared, sizeof *shared);
    const bool escaped = arrived(shelter->scratch, users);
    const bool kept = arrived(shelter->scratch, ours);
    if (state == 0 && (escaped || !kept))
        ga_fail(err, GA_UNSUPPORTED,
                escaped ? "a file got out all the same" : "no file can be kept");
    return state == 0 && kept && !escaped;
}

void ga_isolation_find(struct ga_shelter *shelter, struct ga_err why[2]) {
    static const enum ga_isolation kinds[2] = {GA_ISOLATION_OVERLAY, GA_ISOLATION_LANDLOCK};
    memset(why, 0, 2 * sizeof *why);
    for (int i = 0; i < 2; i++) {
        shelter->kind = kinds[i];
        if (works(shelter, &why[i]))
            return;
    }
    shelter->kind = GA_ISOLATION_NONE;
}
