/* Between this process and the program stands a keeper. Orphans become the keeper's children, so that what the keeper has
 * to end is what it finds below itself, and this process's own children are left alone. */
#include "contained.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"
#include "process.h"

static const double LAST_WAIT_S = 30; /* for what was killed: a device's driver may take its time */
static const double STEP_S = 0.1;
static const off_t MOST_SAID = 1 << 20; /* bytes */

/* What the keeper and the program say to this process. */
struct report {
    enum ga_status status;
    struct ga_err err;
    struct ga_ended ended;
};

static void close_others(void) {
    DIR *const all = opendir("/proc/self/fd");
    for (struct dirent *entry; all && (entry = readdir(all));) {
        const int fd = atoi(entry->d_name);
        if (fd > STDERR_FILENO && fd != dirfd(all))
            fcntl(fd, F_SETFD, FD_CLOEXEC);
    }
    if (all)
        closedir(all);
}

/* An input of this process's own, so that its offset is not another run's. */
static bool redirect(const struct ga_contained *p) {
    char path[64] = "/dev/null";
    off_t at = 0;
    if (p->input >= 0) {
        snprintf(path, sizeof path, "/proc/self/fd/%d", p->input);
        at = lseek(p->input, 0, SEEK_CUR);
    }
    const int input = open(path, O_RDONLY | O_CLOEXEC);
    return input >= 0 && (at <= 0 || lseek(input, at, SEEK_SET) == at) &&
           dup2(input, STDIN_FILENO) >= 0 && dup2(p->output, STDOUT_FILENO) >= 0 &&
           dup2(p->errors >= 0 ? p->errors : p->output, STDERR_FILENO) >= 0;
}

static void become(const struct ga_contained *p, const sigset_t *mask, struct report *report) {
    setsid();
    prctl(PR_SET_PDEATHSIG, (long)SIGKILL);
    if (!redirect(p))
        report->status = ga_fail(&report->err, GA_ERROR, "%s: %s", p->argv[0], strerror(errno));
    for (size_t i = 0; p->settings[i]; i++)
        putenv((char *)p->settings[i]); /* which nobody changes before exec */
    close_others();
    if (report->status == GA_OK)
        report->status = ga_isolate(&p->shelter, &report->err);
    sigprocmask(SIG_SETMASK, mask, NULL);
    ga_pipe_release();
    if (report->status == GA_OK) {
        execvp(p->argv[0], p->argv);
        report->status = ga_fail(&report->err, GA_ERROR, "%s: cannot be started: %s", p->argv[0],
                                 strerror(errno));
    }
    _exit(127);
}

/* out: the process's parent, 0: it is not there. */
static pid_t parent_of(const char *pid) {
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%.20s/stat", pid);
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t n = fd >= 0 ? read(fd, text, sizeof text - 1) : 0;
    if (fd >= 0)
        close(fd);
    text[n > 0 ? n : 0] = '\0';
    const char *const name_ends =
        strrchr(text, ')'); /* "PID (NAME) STATE PARENT ..": a name may hold anything */
    int parent = 0;
    return name_ends && sscanf(name_ends + 1, " %*c %d", &parent) == 1 ? parent : 0;
}

static bool is_among(pid_t pid, const struct ga_children *known) {
    for (unsigned i = 0; i < known->n; i++)
        if (known->at[i] == pid)
            return true;
    return false;
}

/* out: whether there is any but these. */
static bool kill_children(const struct ga_children *but) {
    bool any = false;
    DIR *const all = opendir("/proc");
    for (struct dirent *entry; all && (entry = readdir(all));)
        if (isdigit((unsigned char)*entry->d_name) && parent_of(entry->d_name) == getpid() &&
            !is_among(atoi(entry->d_name), but)) {
            const pid_t pid = atoi(entry->d_name);
            any = true;
            kill(pid, SIGKILL);
            waitpid(pid, NULL, WNOHANG);
        }
    if (all)
        closedir(all);
    return any;
}

/* The children of who is killed are this process's then, and are killed next. out: whether none is left. */
static bool end_all(const struct ga_children *but) {
    const double since = ga_now_s();
    while (kill_children(but)) {
        if (ga_now_s() - since > LAST_WAIT_S)
            return false;
        ga_sleep_us(2000);
    }
    return true;
}

void ga_children_begin(struct ga_children *before) {
    DIR *const all = opendir("/proc");
    before->n = 0;
    for (struct dirent *entry; all && (entry = readdir(all));)
        if (isdigit((unsigned char)*entry->d_name) && parent_of(entry->d_name) == getpid() &&
            before->n < sizeof before->at / sizeof *before->at)
            before->at[before->n++] = atoi(entry->d_name);
    if (all)
        closedir(all);
    prctl(PR_SET_CHILD_SUBREAPER, 1L);
}

void ga_children_end(const struct ga_children *before, bool kills) {
    if (kills)
        end_all(before);
    prctl(PR_SET_CHILD_SUBREAPER, 0L);
}

/* Its beginning is dropped: a program may write without an end. */
static void keep_short(int file) {
    struct stat s;
    if (file >= 0 && fstat(file, &s) == 0 && s.st_size > MOST_SAID && ftruncate(file, 0) != 0)
        return; /* it grows on */
}

static bool reap(pid_t child, struct ga_ended *ended) {
    int state = 0;
    for (pid_t one; (one = waitpid(-1, &state, WNOHANG)) > 0;)
        if (one == child) {
            ended->how = WIFSIGNALED(state) ? GA_SIGNALLED : GA_ENDED;
            ended->code = WIFSIGNALED(state) ? WTERMSIG(state) : WEXITSTATUS(state);
            return true;
        }
    return false;
}

/* Time is counted in steps: what passes while the machine sleeps is not the program's. */
static void keep(const struct ga_contained *p, const sigset_t *mask, struct report *report) {
    const double since = ga_now_s();
    double used = 0;
    sigset_t waited;
    sigemptyset(&waited);
    sigaddset(&waited, SIGCHLD);
    sigaddset(&waited, SIGTERM);
    setsid();
    signal(SIGTERM, SIG_DFL);
    prctl(PR_SET_PDEATHSIG, (long)SIGTERM);
    prctl(PR_SET_CHILD_SUBREAPER, 1L);
    const pid_t child = fork();
    if (child == 0)
        become(p, mask, report);
    if (child < 0)
        report->status = ga_fail(&report->err, GA_ERROR, "fork: %s", strerror(errno));
    bool over = child < 0;
    report->ended.how = GA_OVERDUE;
    while (!over && used < p->limit_s) {
        const double left = fmin(p->limit_s - used, STEP_S), from = ga_now_s();
        const struct timespec step = {0, (long)(left * 1e9)};
        const int number = sigtimedwait(&waited, NULL, &step);
        used += fmin(ga_now_s() - from, 2 * STEP_S);
        keep_short(p->errors);
        over = reap(child, &report->ended) || number == SIGTERM;
    }
    report->ended.wall_s = ga_now_s() - since;
    if (child > 0 && !end_all(&(struct ga_children){.n = 0}))
        report->status = ga_fail(&report->err, GA_ERROR,
                                 "%s: a process does not end, although it was killed", p->argv[0]);
}

static void listen_to(sigset_t *waited, sigset_t *before) {
    static const int numbers[] = {SIGINT, SIGQUIT, SIGHUP, SIGTERM};
    signal(SIGCHLD, SIG_DFL);
    sigemptyset(waited);
    sigaddset(waited, SIGCHLD);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction now;
        if (sigaction(numbers[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
            sigaddset(waited, numbers[i]);
    }
    sigprocmask(SIG_BLOCK, waited, before);
}

/* out: whether this process was told to end. */
static bool wait_for(pid_t keeper, const sigset_t *waited) {
    bool told = false;
    for (pid_t one = 0; one != keeper && !(one < 0 && errno == ECHILD);) {
        const struct timespec step = {0, (long)(STEP_S * 1e9)};
        const int number = sigtimedwait(waited, NULL, &step);
        if (number > 0 && number != SIGCHLD) {
            told = true;
            kill(keeper, SIGTERM);
        }
        one = waitpid(keeper, NULL, WNOHANG);
    }
    return told;
}

enum ga_status ga_run_contained(const struct ga_contained *program, struct ga_ended *ended,
                                struct ga_err *err) {
    sigset_t waited, before;
    struct report *const report =
        mmap(NULL, sizeof *report, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (report == MAP_FAILED)
        return ga_fail(err, GA_ERROR, "out of memory");
    fflush(stdout);
    listen_to(&waited, &before);
    const pid_t keeper = fork();
    if (keeper == 0) {
        keep(program, &before, report);
        _exit(0);
    }
    const bool told = keeper > 0 && wait_for(keeper, &waited);
    sigprocmask(SIG_SETMASK, &before, NULL);
    enum ga_status status = report->status;
    if (status != GA_OK)
        ga_fail(err, status, "%s", report->err.message);
    *ended = report->ended;
    munmap(report, sizeof *report);
    if (keeper < 0)
        return ga_fail(err, GA_ERROR, "fork: %s", strerror(errno));
    return told ? ga_fail(err, GA_INTERRUPTED, "%s: interrupted", program->argv[0]) : status;
}
