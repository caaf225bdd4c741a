/* The child is in a process group of its own, so that what it has started can be ended with it. A group that is not
 * the terminal's is stopped when it reads there: only then does it get the terminal, for what stands beside this
 * program in a pipe, as a pager, may need that, too. */
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"

extern char **environ;

static const double GRACE_S = 5, SHORT_GRACE_S = 1;

/* The child and its group, which has its id. */
struct job {
    pid_t child;
    int terminal;            /* -1: there is none */
    sigset_t before, waited; /* signals that were blocked; that are taken from the queue */
    bool told;               /* one of those that end it has been passed on */
    double end_s;            /* when the group is killed */
    bool ended;
    int state; /* then: as waitpid has it */
};

/* What this process is told is kept for next_signal(). What it ignores, as under nohup, stays ignored. */
static void keep_signals(struct job *job) {
    static const int numbers[] = {SIGINT, SIGQUIT, SIGHUP, SIGTERM, SIGTSTP};
    sigset_t blocked;
    signal(SIGCHLD, SIG_DFL); /* who ignores it is not told, and has nothing to wait for */
    sigemptyset(&job->waited);
    sigaddset(&job->waited, SIGCHLD);
    sigaddset(&job->waited, SIGCONT);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction now;
        if (sigaction(numbers[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
            sigaddset(&job->waited, numbers[i]);
    }
    blocked = job->waited;
    sigaddset(&blocked, SIGTTOU); /* else who takes the terminal back is stopped */
    sigprocmask(SIG_BLOCK, &blocked, &job->before);
}

static bool ignored_at_first = true;

void ga_pipe_guard(void) { ignored_at_first = signal(SIGPIPE, SIG_IGN) == SIG_IGN; }

void ga_pipe_release(void) {
    if (!ignored_at_first)
        signal(SIGPIPE, SIG_DFL);
}

void ga_pipe_end(void) {
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    if (ignored_at_first || poll(&out, 1, 0) != 1 || !(out.revents & POLLERR))
        return;
    ga_pipe_release();
    raise(SIGPIPE);
}

/* out: what posix_spawnp says; the child has the signals that this process had. */
static int start(const char *path, char **argv, const posix_spawn_file_actions_t *actions,
                 struct job *job) {
    posix_spawnattr_t attributes;
    sigset_t released;
    sigemptyset(&released);
    if (!ignored_at_first)
        sigaddset(&released, SIGPIPE);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &job->before);
    posix_spawnattr_setsigdefault(&attributes, &released);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                              POSIX_SPAWN_SETPGROUP);
    const int failed = posix_spawnp(&job->child, path, actions, &attributes, argv, environ);
    posix_spawnattr_destroy(&attributes);
    return failed;
}

static void tell(const struct job *job, int number) { kill(-job->child, number); }

/* out: whether the child's group has the terminal now: this one's may give away only what it has. */
static bool give_terminal(const struct job *job) {
    const pid_t front = tcgetpgrp(job->terminal);
    return front == job->child || (front == getpgrp() && tcsetpgrp(job->terminal, job->child) == 0);
}

static void take_terminal(const struct job *job) {
    if (tcgetpgrp(job->terminal) == job->child)
        tcsetpgrp(job->terminal, getpgrp());
}

static void set_end(struct job *job) {
    job->end_s = fmin(job->end_s, ga_now_s() + (job->told ? SHORT_GRACE_S : GRACE_S));
    job->told = true;
}

static void pass_on(struct job *job, int number) {
    tell(job, number);
    tell(job, SIGCONT); /* who is stopped does not see it before */
    set_end(job);
}

/* Stops where the child does, for the shell to see. whom: as kill() has it. The system does not stop a group that
 * nobody could have go on: a child that waits for the terminal there has lost it. */
static void stop(struct job *job, pid_t whom, int number) {
    sigset_t one, pending;
    sigemptyset(&one);
    sigaddset(&one, number);
    take_terminal(job);
    kill(whom, number);
    sigprocmask(SIG_UNBLOCK, &one, NULL);
    sigprocmask(SIG_BLOCK, &one, NULL);
    sigpending(&pending);
    if (number == SIGTSTP || sigismember(&pending, SIGCONT))
        tell(job, SIGCONT);
    else
        pass_on(job, SIGHUP);
}

/* The child was stopped: by the terminal, which it may have or which the shell has to give; otherwise that is
 * another's business. */
static void see_stopped(struct job *job, int number) {
    if (job->terminal < 0 || number == SIGSTOP)
        return;
    if (number != SIGTSTP && give_terminal(job))
        tell(job, SIGCONT);
    else
        stop(job, 0, number);
}

enum { BY_SIGNAL = 128 }; /* what a shell adds to the signal's number */

/* out: whether it ended as keys or a hang-up end who has the terminal, of which this process is not told; shells and
 * their like exit with 128 + SIGINT then. */
static bool is_told(const struct job *job, int state) {
    const int number = WIFSIGNALED(state) && job->terminal >= 0 ? WTERMSIG(state) : 0;
    return number == SIGINT || number == SIGQUIT || number == SIGHUP ||
           (WIFEXITED(state) && WEXITSTATUS(state) == BY_SIGNAL + SIGINT);
}

static void see_ended(struct job *job, int state) {
    job->ended = true;
    job->state = state;
    take_terminal(job);
    if (!job->told && is_told(job, state))
        set_end(job);
}

/* out: whether the child has ended, and all of its group if that was told to end. */
static bool is_over(struct job *job) {
    int state = 0;
    pid_t other = 0;
    while (!job->ended && waitpid(job->child, &state, WNOHANG | WUNTRACED) > 0) {
        if (WIFSTOPPED(state))
            see_stopped(job, WSTOPSIG(state));
        else
            see_ended(job, state);
    }
    if (!job->ended || !job->told)
        return job->ended;
    while ((other = waitpid(-job->child, NULL, WNOHANG)) > 0)
        continue;
    return other < 0;
}

/* out: a signal, or -1 if it is time to look at the clock. */
static int next_signal(const struct job *job) {
    const double left_s = fmax(job->end_s - ga_now_s(), 0);
    if (!isfinite(left_s))
        return sigwaitinfo(&job->waited, NULL);
    const struct timespec left = {(time_t)left_s, (long)(fmod(left_s, 1) * 1e9)};
    return sigtimedwait(&job->waited, NULL, &left);
}

static void wait_for(struct job *job) {
    job->end_s = INFINITY;
    while (!is_over(job)) {
        const int number = next_signal(job);
        if (number == SIGTSTP) {
            tell(job, number);
            stop(job, getpid(), number);
        } else if (number == SIGCONT) {
            tell(job, number);
        } else if (number > 0 && number != SIGCHLD) {
            pass_on(job, number);
        } else if (ga_now_s() >= job->end_s) {
            tell(job, SIGKILL);
            job->end_s = INFINITY;
        }
    }
    if (!job->told)
        return;
    tell(job, SIGKILL); /* whose parent has left the group, and lives */
    while (sigtimedwait(&job->waited, NULL, &(struct timespec){0, 0}) > 0)
        continue; /* `timeout` sends its signal twice: one is obeyed */
}

static enum ga_status judge(const struct job *job, const char *who, const char *path, int *code,
                            struct ga_err *err) {
    const int number = WIFSIGNALED(job->state) ? WTERMSIG(job->state) : 0;
    *code = number ? BY_SIGNAL + number : WEXITSTATUS(job->state);
    if (job->told && job->state != 0)
        return ga_fail(err, GA_INTERRUPTED, "%s: interrupted", who);
    return number ? ga_fail(err, GA_ERROR, "%s: %s was ended by signal %d (%s)", who, path, number,
                            strsignal(number))
                  : GA_OK;
}

enum ga_status ga_spawn(const char *who, const char *path, char **argv,
                        const posix_spawn_file_actions_t *actions, int *code, struct ga_err *err) {
    struct job job = {.terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)};
    int was_reaper = 0;
    *code = 0;
    fflush(stdout);
    keep_signals(&job);
    prctl(PR_GET_CHILD_SUBREAPER, &was_reaper);
    prctl(PR_SET_CHILD_SUBREAPER, 1L); /* what its group leaves can be waited for */
    const int failed = start(path, argv, actions, &job);
    if (!failed)
        wait_for(&job);
    prctl(PR_SET_CHILD_SUBREAPER, (long)was_reaper);
    sigprocmask(SIG_SETMASK, &job.before, NULL);
    if (job.terminal >= 0)
        close(job.terminal);
    return failed ? ga_fail(err, GA_ERROR, "%s: %s: cannot be started: %s", who, path,
                            strerror(failed))
                  : judge(&job, who, path, code, err);
}

bool ga_program_may_run(const char *path) {
    struct stat s;
    return stat(path, &s) == 0 && S_ISREG(s.st_mode) && access(path, X_OK) == 0;
}

bool ga_program_find(const char *name, char *path) {
    if (strchr(name, '/')) {
        const size_t size = strlen(name) + 1;
        if (size <= PATH_MAX)
            memcpy(path, name, size);
        return size <= PATH_MAX && ga_program_may_run(path);
    }
    const char *at = getenv("PATH");
    while (at && *at) {
        const int n = (int)strcspn(at, ":");
        const int used = snprintf(path, PATH_MAX, "%.*s/%s", n ? n : 1, n ? at : ".", name);
        if (used < PATH_MAX && ga_program_may_run(path))
            return true;
        at += n + (at[n] == ':');
    }
    return false;
}
