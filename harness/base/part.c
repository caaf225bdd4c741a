/* Names are a process's own, so that two processes that write one file do not meet, and they are made anew, so that
 * nobody's link or FIFO is opened. While a part is written it is locked; a part without a lock is of a process that was
 * killed. A lock says this also of a process on another machine that shares the disk; where a file system has no locks,
 * parts stay. */
#include "part.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_TRIES = 1000 };

static const char *skip_digits(const char *text) {
    const char *const end = text + strspn(text, "0123456789");
    return end > text ? end : NULL;
}

/* Whether a name is one that ga_part_create gives to parts of the file. */
static bool is_part_of(const char *name, const char *file) {
    const size_t n = strlen(file);
    if (strncmp(name, file, n) != 0 || name[n] != '.')
        return false;
    const char *end = skip_digits(name + n + 1);
    if (!end || *end != '-')
        return false;
    end = skip_digits(end + 1);
    return end && strcmp(end, ".part") == 0;
}

static void remove_if_left(int directory, const char *name) {
    struct stat s;
    const int fd = openat(directory, name, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return;
    if (fstat(fd, &s) == 0 && S_ISREG(s.st_mode) && flock(fd, LOCK_EX | LOCK_NB) == 0)
        unlinkat(directory, name, 0);
    close(fd);
}

/* Removes what ended processes left. */
static void sweep(const char *path) {
    char directory[PATH_MAX];
    const char *const slash = strrchr(path, '/');
    snprintf(directory, sizeof directory, "%.*s", slash ? (int)(slash - path) + 1 : 1,
             slash ? path : ".");
    DIR *const stream = opendir(directory);
    if (!stream)
        return;
    for (const struct dirent *entry; (entry = readdir(stream)) != NULL;)
        if (is_part_of(entry->d_name, slash ? slash + 1 : path))
            remove_if_left(dirfd(stream), entry->d_name);
    closedir(stream);
}

/* out: whether it is still there: another process may have taken it for one that was left, before it was locked. */
static bool is_locked(int fd) {
    struct stat s;
    flock(fd, LOCK_EX);
    return fstat(fd, &s) != 0 || s.st_nlink > 0;
}

enum ga_status ga_part_create(const char *path, char *part, size_t capacity, int *fd,
                              struct ga_err *err) {
    sweep(path);
    for (unsigned k = 0; k < MOST_TRIES; k++) {
        const int n = snprintf(part, capacity, "%s.%ld-%u.part", path, (long)getpid(), k);
        if (n < 0 || (size_t)n >= capacity) {
            *fd = -1;
            errno = ENAMETOOLONG;
            break;
        }
        *fd = open(part, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (*fd >= 0 && is_locked(*fd))
            return GA_OK;
        if (*fd >= 0)
            close(*fd);
        else if (errno != EEXIST)
            break;
        *fd = -1;
    }
    return ga_fail(err, GA_FILE, "%s: cannot be written: %s", path, strerror(errno));
}

enum ga_status ga_part_try(const char *path, struct ga_err *err) {
    char part[PATH_MAX + GA_PART_NAME];
    int fd = -1;
    const enum ga_status status = ga_part_create(path, part, sizeof part, &fd, err);
    if (status == GA_OK) {
        unlink(part);
        close(fd);
    }
    return status;
}

enum ga_status ga_part_commit(int fd, const char *part, const char *path, struct ga_err *err) {
    if (fsync(fd) == 0 && rename(part, path) == 0)
        return GA_OK;
    const int reason = errno;
    unlink(part);
    return ga_fail(err, GA_FILE, "%s: not written: %s", path, strerror(reason));
}
