/* Every mount is made read-only, in a mount namespace of this process's own: that alone protects what is there. Then an
 * overlay is laid over each directory that no mount lies below, with its upper layer in memory, so that the process can
 * write. Directories above a mount stay read-only: the system lays no overlay over a mount that hides another's. */
#include "isolation.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MOUNT_SETATTR = 442, RDONLY = 1 }; /* of every architecture: Linux, linux/mount.h */
enum { MOST_MOUNTS = 4096, MOST_OVERLAYS = 1024 };

struct mounts {
    char *at[MOST_MOUNTS];
    size_t n;
    unsigned n_overlays;
    bool owned; /* by a user namespace of this process */
};

static enum ga_status refused(const char *what, struct ga_err *err) {
    return ga_fail(err, GA_UNSUPPORTED, "overlay: %.400s: %s", what, strerror(errno));
}

static bool put(const char *path, const char *text) {
    const int fd = open(path, O_WRONLY | O_CLOEXEC);
    const bool did = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    if (fd >= 0)
        close(fd);
    return did;
}

/* Who may mount here stays who it is. Others become the owner of a user namespace in which they have their own number. */
static enum ga_status enter(struct mounts *m, struct ga_err *err) {
    const unsigned uid = geteuid(), gid = getegid();
    char map[64];
    m->owned = unshare(CLONE_NEWNS) != 0;
    if (m->owned) {
        if (unshare(CLONE_NEWUSER | CLONE_NEWNS))
            return refused("a user namespace", err);
        put("/proc/self/setgroups", "deny");
        snprintf(map, sizeof map, "%u %u 1", uid, uid);
        if (!put("/proc/self/uid_map", map))
            return refused("uid_map", err);
        snprintf(map, sizeof map, "%u %u 1", gid, gid);
        if (!put("/proc/self/gid_map", map))
            return refused("gid_map", err);
    }
    return mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) ? refused("a mount namespace", err)
                                                             : GA_OK;
}

/* \040 is a blank. */
static void unescape(char *path) {
    char *to = path;
    for (const char *from = path; *from; to++)
        if (from[0] == '\\' && from[1] && from[2] && from[3]) {
            *to = (char)((from[1] - '0') * 64 + (from[2] - '0') * 8 + from[3] - '0');
            from += 4;
        } else {
            *to = *from++;
        }
    *to = '\0';
}

static bool is_below(const char *path, const char *directory) {
    const size_t n = strcmp(directory, "/") == 0 ? 0 : strlen(directory);
    return strncmp(path, directory, n) == 0 && path[n] == '/' && path[n + 1];
}

/* Devices, and what the kernel shows of itself: no files of a user. */
static bool is_systems(const char *path) {
    static const char *const systems[] = {"/dev", "/proc", "/sys"};
    if (strcmp(path, "/dev/shm") == 0 || is_below(path, "/dev/shm"))
        return false;
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++)
        if (strcmp(path, systems[i]) == 0 || is_below(path, systems[i]))
            return true;
    return false;
}

static enum ga_status read_mounts(struct mounts *m, struct ga_err *err) {
    FILE *const file = fopen("/proc/self/mountinfo", "re");
    char *line = NULL;
    size_t capacity = 0;
    enum ga_status status = file ? GA_OK : refused("/proc/self/mountinfo", err);
    while (status == GA_OK && getline(&line, &capacity, file) >= 0) {
        char path[PATH_MAX];
        if (sscanf(line, "%*s %*s %*s %*s %4095s", path) != 1)
            continue;
        unescape(path);
        if (m->n == MOST_MOUNTS || !(m->at[m->n] = strdup(path)))
            status = ga_fail(err, GA_UNSUPPORTED, "overlay: more than %d mounts", MOST_MOUNTS);
        else
            m->n++;
    }
    free(line);
    if (file)
        fclose(file);
    return status;
}

/* What cannot be reached from here cannot be reached by the program either. */
static enum ga_status protect(const struct mounts *m, struct ga_err *err) {
    const uint64_t attributes[4] = {RDONLY, 0, 0, 0};
    for (size_t i = 0; i < m->n; i++)
        if (!is_systems(m->at[i]) &&
            syscall(MOUNT_SETATTR, AT_FDCWD, m->at[i], AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT,
                    attributes, sizeof attributes) &&
            errno != ENOENT && errno != EACCES && errno != ENOTDIR)
            return refused(m->at[i], err);
    return GA_OK;
}

/* The upper directory gives the overlay's its owner and mode. Where none can be laid, the files stay read-only. */
static void lay(struct mounts *m, const char *path, int lower) {
    char upper[32], work[32], options[160];
    struct stat s;
    if (lower < 0 || fstat(lower, &s) != 0 || m->n_overlays == MOST_OVERLAYS)
        return;
    const unsigned k = m->n_overlays++;
    snprintf(upper, sizeof upper, "upper%u", k);
    snprintf(work, sizeof work, "work%u", k);
    if (mkdir(upper, 0700) == 0 && mkdir(work, 0700) == 0 &&
        (chown(upper, s.st_uid, s.st_gid) == 0 || m->owned) &&
        chmod(upper, s.st_mode & 07777) == 0) {
        const int n =
            snprintf(options, sizeof options, "lowerdir=/proc/self/fd/%d,upperdir=%s,workdir=%s",
                     lower, upper, work);
        snprintf(options + n, sizeof options - (size_t)n, "%s", m->owned ? ",userxattr" : "");
        if (mount("overlay", path, "overlay", 0, options) && m->owned) {
            options[n] = '\0';
            mount("overlay", path, "overlay", 0, options);
        }
    }
}

static bool holds_mount(const struct mounts *m, const char *path) {
    for (size_t i = 0; i < m->n; i++)
        if (is_below(m->at[i], path))
            return true;
    return false;
}

static void cover(struct mounts *m, const char *path) {
    if (is_systems(path))
        return;
    if (!holds_mount(m, path)) {
        const int lower = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
        lay(m, path, lower);
        if (lower >= 0)
            close(lower);
        return;
    }
    DIR *const directory = opendir(path);
    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        char below[PATH_MAX];
        struct stat s;
        const char *const name = entry->d_name;
        const int n =
            snprintf(below, sizeof below, "%s/%s", strcmp(path, "/") == 0 ? "" : path, name);
        if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0 && n < (int)sizeof below &&
            lstat(below, &s) == 0 && S_ISDIR(s.st_mode))
            cover(m, below);
    }
    if (directory)
        closedir(directory);
}

/* Who or what group has no number in the user namespace cannot be copied into an upper layer, and a directory of theirs
 * would make all below it read-only. What programs write to therefore has overlays of its own. */
struct others {
    const char *path[3];
    int lower[3];
};
static struct others find_others(const struct mounts *m, const char *here) {
    const char *const tmp = getenv("TMPDIR");
    struct others o = {{here, tmp ? tmp : "/tmp", "/var/tmp"}, {-1, -1, -1}};
    for (int i = 0; i < 3; i++)
        if (m->owned && access(o.path[i], W_OK) == 0 && !holds_mount(m, o.path[i]))
            o.lower[i] = open(o.path[i], O_PATH | O_DIRECTORY | O_CLOEXEC);
    return o;
}

/* The layers are the working directory meanwhile: their own path is hidden once its directory has an overlay. */
static enum ga_status prepare(const char *layers, const char *out, struct ga_err *err) {
    if (mount("tmpfs", layers, "tmpfs", 0, "mode=755"))
        return refused("a file system in memory", err);
    return chdir(layers) || mkdir("out", 0700) || mount(out, "out", NULL, MS_BIND, NULL)
               ? refused(out, err)
               : GA_OK;
}

/* Sockets do not work through an overlay. The one that CUDA's multi-process service listens on has to; where it is by
 * default, CUDA's manual says. */
static const char *sockets(void) {
    const char *const named = getenv("CUDA_MPS_PIPE_DIRECTORY");
    return named ? named : "/tmp/nvidia-mps";
}
static void keep_sockets(void) {
    if (mkdir("mps", 0700) == 0)
        mount(sockets(), "mps", NULL, MS_BIND, NULL);
}
static void give_sockets(void) {
    if (access(sockets(), F_OK) == 0)
        mount("mps", sockets(), NULL, MS_BIND, NULL);
}

enum ga_status ga_overlay(const char *scratch, struct ga_err *err) {
    static struct mounts m;
    char layers[PATH_MAX], out[PATH_MAX], here[PATH_MAX];
    snprintf(layers, sizeof layers, "%s/layers", scratch);
    snprintf(out, sizeof out, "%s/out", scratch);
    if (!getcwd(here, sizeof here))
        return refused("the working directory", err);
    enum ga_status status = enter(&m, err);
    if (status == GA_OK)
        status = read_mounts(&m, err);
    if (status == GA_OK)
        status = prepare(layers, out, err);
    if (status == GA_OK)
        keep_sockets();
    const struct others others = find_others(&m, here);
    if (status == GA_OK)
        status = protect(&m, err);
    if (status != GA_OK)
        return status;
    cover(&m, "/");
    cover(&m, "/dev/shm");
    for (int i = 0; i < 3; i++)
        lay(&m, others.path[i], others.lower[i]);
    give_sockets();
    if (mount("out", out, NULL, MS_BIND, NULL))
        return refused(out, err);
    return chdir(here) ? refused(here, err) : GA_OK;
}
