#include "spawn.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static volatile sig_atomic_t running; /* the child's id */

static void pass_on(int number) {
    if (running > 0)
        kill((pid_t)running, number);
}

/* As system() does it: while it runs, Ctrl-C is its business. SIGTERM comes to this process alone, and is passed
 * on. */
static void keep_signals(struct sigaction *interrupt, struct sigaction *quit,
                         struct sigaction *terminate) {
    struct sigaction ignore = {.sa_handler = SIG_IGN}, passing = {.sa_handler = pass_on};
    sigemptyset(&ignore.sa_mask);
    sigemptyset(&passing.sa_mask);
    sigaction(SIGINT, &ignore, interrupt);
    sigaction(SIGQUIT, &ignore, quit);
    sigaction(SIGTERM, &passing, terminate);
}

enum ga_status ga_spawn(const char *who, const char *path, char **argv,
                        const posix_spawn_file_actions_t *actions, int *code, struct ga_err *err) {
    struct sigaction interrupt, quit, terminate;
    posix_spawnattr_t attributes;
    sigset_t defaults;
    pid_t child = 0;
    int state = 0;
    fflush(stdout);
    keep_signals(&interrupt, &quit, &terminate);
    sigemptyset(&defaults);
    if (interrupt.sa_handler != SIG_IGN)
        sigaddset(&defaults, SIGINT);
    if (quit.sa_handler != SIG_IGN)
        sigaddset(&defaults, SIGQUIT);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    const int failed = posix_spawnp(&child, path, actions, &attributes, argv, environ);
    posix_spawnattr_destroy(&attributes);
    running = failed ? 0 : (sig_atomic_t)child;
    while (!failed && waitpid(child, &state, 0) < 0 && errno == EINTR)
        continue;
    running = 0;
    sigaction(SIGTERM, &terminate, NULL);
    sigaction(SIGINT, &interrupt, NULL);
    sigaction(SIGQUIT, &quit, NULL);
    if (failed)
        return ga_fail(err, GA_ERROR, "%s: %s: cannot be started: %s", who, path, strerror(failed));
    if (WIFSIGNALED(state) && (WTERMSIG(state) == SIGINT || WTERMSIG(state) == SIGTERM))
        return ga_fail(err, GA_INTERRUPTED, "%s: interrupted", who);
    if (WIFSIGNALED(state))
        return ga_fail(err, GA_ERROR, "%s: %s was ended by signal %d (%s)", who, path,
                       WTERMSIG(state), strsignal(WTERMSIG(state)));
    *code = WEXITSTATUS(state);
    return GA_OK;
}
