/* A host that is not well, for LD_PRELOAD. GA_BROKEN says how:
 *     clock     the wall clock is set an hour forward whenever somebody has read it
 *     no_file   no directory can be opened: the process has as many files open as it may
 *     no_locks  the file system knows no locks */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int is_broken(const char *how) {
    const char *const broken = getenv("GA_BROKEN");
    return broken && strcmp(broken, how) == 0;
}

int clock_gettime(clockid_t id, struct timespec *now) {
    const long code = syscall(SYS_clock_gettime, id, now);
    if (code == 0 && id == CLOCK_REALTIME && is_broken("clock"))
        now->tv_sec -= 3600; /* what it said then, as seen from now */
    return (int)code;
}

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    if (flags & O_DIRECTORY && is_broken("no_file")) {
        errno = EMFILE;
        return -1;
    }
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int flock(int file, int operation) {
    if (is_broken("no_locks")) {
        errno = ENOLCK;
        return -1;
    }
    return (int)syscall(SYS_flock, file, operation);
}
