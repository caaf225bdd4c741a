#include "spawn.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static volatile sig_atomic_t running; /* the child's id */
static volatile sig_atomic_t interrupted;

static void pass_on(int number) {
    if (running > 0)
        kill((pid_t)running, number);
}

static void take_note(int number) {
    (void)number;
    interrupted = 1;
}

/* What signals did before. */
struct signals {
    struct sigaction interrupt, quit, terminate;
    sigset_t mask;
};

/* While the child runs, Ctrl-C is its business, and noted. SIGTERM comes to this process alone, and is passed on: not
 * before there is a child. */
static void keep_signals(struct signals *before) {
    struct sigaction ignore = {.sa_handler = SIG_IGN}, passing = {.sa_handler = pass_on},
                     noting = {.sa_handler = take_note};
    sigset_t terminate;
    sigemptyset(&terminate);
    sigaddset(&terminate, SIGTERM);
    sigprocmask(SIG_BLOCK, &terminate, &before->mask);
    interrupted = 0;
    sigaction(SIGINT, NULL, &before->interrupt);
    if (before->interrupt.sa_handler != SIG_IGN)
        sigaction(SIGINT, &noting, NULL);
    sigaction(SIGQUIT, &ignore, &before->quit);
    sigaction(SIGTERM, &passing, &before->terminate);
}

static void restore_signals(const struct signals *before) {
    sigaction(SIGTERM, &before->terminate, NULL);
    sigaction(SIGINT, &before->interrupt, NULL);
    sigaction(SIGQUIT, &before->quit, NULL);
}

/* out: what posix_spawnp says; the child has the signals that this process had. */
static int start(const char *path, char **argv, const posix_spawn_file_actions_t *actions,
                 const struct signals *before, pid_t *child) {
    posix_spawnattr_t attributes;
    sigset_t defaults;
    sigemptyset(&defaults);
    if (before->quit.sa_handler != SIG_IGN)
        sigaddset(&defaults, SIGQUIT);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setsigmask(&attributes, &before->mask);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    const int failed = posix_spawnp(child, path, actions, &attributes, argv, environ);
    posix_spawnattr_destroy(&attributes);
    return failed;
}

enum ga_status ga_spawn(const char *who, const char *path, char **argv,
                        const posix_spawn_file_actions_t *actions, int *code, struct ga_err *err) {
    struct signals before;
    pid_t child = 0;
    int state = 0;
    fflush(stdout);
    keep_signals(&before);
    const int failed = start(path, argv, actions, &before, &child);
    running = failed ? 0 : (sig_atomic_t)child;
    sigprocmask(SIG_SETMASK, &before.mask, NULL);
    while (!failed && waitpid(child, &state, 0) < 0 && errno == EINTR)
        continue;
    running = 0;
    restore_signals(&before);
    if (failed)
        return ga_fail(err, GA_ERROR, "%s: %s: cannot be started: %s", who, path, strerror(failed));
    if ((WIFSIGNALED(state) && (WTERMSIG(state) == SIGINT || WTERMSIG(state) == SIGTERM)) ||
        (interrupted && state != 0))
        return ga_fail(err, GA_INTERRUPTED, "%s: interrupted", who);
    if (WIFSIGNALED(state))
        return ga_fail(err, GA_ERROR, "%s: %s was ended by signal %d (%s)", who, path,
                       WTERMSIG(state), strsignal(WTERMSIG(state)));
    *code = WEXITSTATUS(state);
    return GA_OK;
}
