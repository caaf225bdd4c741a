/* The directory that a command's runs write to. One that nobody holds the lock of is of a process that was killed. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "whatif.h"

#define PREFIX "gpu-atomics-"
#define RANDOM "XXXXXX"

static int remove_one(const char *path, const struct stat *s, int kind, struct FTW *where) {
    (void)s;
    (void)kind;
    (void)where;
    return remove(path) != 0 && errno != ENOENT;
}

void ga_remove_tree(const char *path) {
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}

/* Younger ones may be about to be locked. */
static bool is_leftover(int root, const char *name) {
    enum { LEAST_AGE_S = 60 };
    struct stat s;
    if (strncmp(name, PREFIX, sizeof PREFIX - 1) != 0 || strlen(name) != sizeof PREFIX RANDOM - 1)
        return false;
    const int fd = openat(root, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    const bool is = fd >= 0 && fstat(fd, &s) == 0 && s.st_uid == geteuid() &&
                    time(NULL) - s.st_mtime > LEAST_AGE_S &&
                    faccessat(fd, "layers", F_OK, 0) == 0 && flock(fd, LOCK_EX | LOCK_NB) == 0;
    if (fd >= 0)
        close(fd);
    return is;
}

static void remove_leftovers(const char *root) {
    char path[PATH_MAX + NAME_MAX + 2];
    DIR *const all = opendir(root);
    for (const struct dirent *entry = all ? readdir(all) : NULL; entry; entry = readdir(all))
        if (is_leftover(dirfd(all), entry->d_name)) {
            snprintf(path, sizeof path, "%s/%s", root, entry->d_name);
            ga_remove_tree(path);
        }
    if (all)
        closedir(all);
}

enum ga_status ga_whatif_make_scratch(struct ga_whatif *w, struct ga_err *err) {
    static const char *const parts[] = {"layers", "tmp", "out", "out/cache"};
    const char *const tmp = getenv("TMPDIR");
    char root[PATH_MAX], path[PATH_MAX + 16];
    if (!realpath(tmp && *tmp ? tmp : "/tmp", root) ||
        snprintf(w->scratch, sizeof w->scratch, "%s/" PREFIX RANDOM, root) >=
            (int)sizeof w->scratch - 64 ||
        !mkdtemp(w->scratch)) {
        *w->scratch = '\0';
        return ga_fail(err, GA_FILE, "%s: cannot make a scratch directory: %s",
                       tmp && *tmp ? tmp : "/tmp", strerror(errno));
    }
    w->scratch_lock = open(w->scratch, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (w->scratch_lock >= 0)
        flock(w->scratch_lock, LOCK_SH);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        snprintf(path, sizeof path, "%s/%s", w->scratch, parts[i]);
        if (mkdir(path, 0700))
            return ga_fail(err, GA_FILE, "%s: %s", path, strerror(errno));
    }
    remove_leftovers(root);
    w->shelter.scratch = w->scratch;
    return GA_OK;
}
