/* A process each, in a group of its own: Ctrl-C comes to this one alone, which passes it on. */
#include "several.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backend.h"
#include "clock.h"
#include "names.h"
#include "results.h"
#include "turns.h"

extern char **environ;

enum { MOST = 64, NAME = 512, MORE_ARGUMENTS = 5 };

struct device {
    char name[NAME], directory[GA_MAX_DIRECTORY + NAME], log[GA_MAX_DIRECTORY + NAME + 8];
    pid_t process; /* 0: there is none, or none any more */
    enum ga_status status;
};

struct several {
    const struct ga_request *request;
    struct device device[MOST];
    size_t n, n_running;
    char turns[GA_MAX_DIRECTORY + 16];
    sigset_t before, waited;
    bool told; /* a signal that ends has come */
};

bool ga_names_several(const struct ga_request *request) {
    return request->device && (strcmp(request->device, "all") == 0 || strchr(request->device, ','));
}

/* in: of *n letters. out: "cuda-0" of cuda:0 is the directory. */
static enum ga_status add(struct several *s, const char *name, size_t n, struct ga_err *err) {
    struct device *const d = &s->device[s->n];
    if (s->n == MOST || n == 0 || n >= NAME)
        return ga_fail(err, GA_USAGE,
                       "--device %s: expected all, or at most %d names with commas between them, "
                       "as in cuda:0,cuda:1",
                       s->request->device, MOST);
    snprintf(d->name, sizeof d->name, "%.*s", (int)n, name);
    for (size_t i = 0; i < s->n; i++)
        if (strcmp(s->device[i].name, d->name) == 0)
            return ga_fail(err, GA_USAGE, "--device %s: %s is there twice", s->request->device,
                           d->name);
    char slug[NAME];
    snprintf(slug, sizeof slug, "%s", d->name);
    for (char *c = slug; *c; c++)
        *c = (char)(isalnum((unsigned char)*c) ? *c : '-');
    snprintf(d->directory, sizeof d->directory, "%s/%s", s->request->out, slug);
    snprintf(d->log, sizeof d->log, "%s/%s.log", s->request->out, slug);
    s->n++;
    return GA_OK;
}

static enum ga_status add_all(struct several *s, struct ga_err *err) {
    enum ga_status status = GA_OK;
    for (size_t b = 0; ga_backends[b]; b++) {
        int n = 0;
        struct ga_err why;
        if (ga_kind_vendor(ga_backends[b]->kind) == GA_NO_VENDOR ||
            ga_backends[b]->count(&n, &why) != GA_OK)
            continue;
        for (int i = 0; status == GA_OK && i < n; i++) {
            char name[32];
            snprintf(name, sizeof name, "%s:%d", ga_kind_names[ga_backends[b]->kind], i);
            status = add(s, name, strlen(name), err);
        }
    }
    if (status == GA_OK && s->n == 0)
        return ga_fail(err, GA_ERROR,
                       "--device all: there is no GPU that this program can use; `gpu-atomics "
                       "devices` says why");
    return status;
}

static enum ga_status add_named(struct several *s, struct ga_err *err) {
    enum ga_status status = GA_OK;
    for (const char *at = s->request->device; status == GA_OK;) {
        const size_t n = strcspn(at, ",");
        status = add(s, at, n, err);
        if (!at[n])
            break;
        at += n + 1;
    }
    return status;
}

static enum ga_status prepare(struct several *s, struct ga_err *err) {
    const struct ga_request *const q = s->request;
    if (!q->out)
        return ga_fail(err, GA_USAGE, "--device %s: where to? give a directory, --out DIR",
                       q->device);
    if (strlen(q->out) >= GA_MAX_DIRECTORY)
        return ga_fail(err, GA_FILE, "%.60s...: the path is too long", q->out);
    enum ga_status status = strcmp(q->device, "all") == 0 ? add_all(s, err) : add_named(s, err);
    if (status == GA_OK)
        status = ga_make_directory(q->out, err);
    if (status != GA_OK)
        return status;
    snprintf(s->turns, sizeof s->turns, "%s/turns", q->out);
    const int file = open(s->turns, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0 || setenv(GA_TURNS, s->turns, 1) != 0)
        return ga_fail(err, GA_FILE, "%s: cannot be written: %s", s->turns, strerror(errno));
    close(file);
    return GA_OK;
}

/* What this process was told, and behind it the device and the directory: the last one counts. */
static enum ga_status start(const struct several *s, struct device *d, struct ga_err *err) {
    const int argc = s->request->argc;
    char **const argv = calloc((size_t)argc + MORE_ARGUMENTS, sizeof *argv);
    if (!argv)
        return ga_fail(err, GA_ERROR, "run: out of memory");
    memcpy((void *)argv, (const void *)s->request->argv, (size_t)argc * sizeof *argv);
    argv[argc] = "--device";
    argv[argc + 1] = d->name;
    argv[argc + 2] = "--out";
    argv[argc + 3] = d->directory;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &s->before);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, d->log, O_WRONLY | O_CREAT | O_APPEND,
                                     0666);
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
    const int failed =
        posix_spawn(&d->process, "/proc/self/exe", &actions, &attributes, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    free((void *)argv);
    return failed ? ga_fail(err, GA_ERROR, "%s: cannot be started: %s", d->name, strerror(failed))
                  : GA_OK;
}

static void tell_all(const struct several *s, int number) {
    for (size_t i = 0; i < s->n; i++)
        if (s->device[i].process > 0)
            kill(s->device[i].process, number);
}

static enum ga_status status_of(int state) {
    enum ga_status status = GA_OK;
    while (WIFEXITED(state) && status < GA_N_STATUS && ga_exit_code(status) != WEXITSTATUS(state))
        status++;
    return WIFEXITED(state) && status < GA_N_STATUS ? status : GA_ERROR;
}

static void see_ended(struct several *s, pid_t process, int state, double began_s) {
    for (size_t i = 0; i < s->n; i++) {
        struct device *const d = &s->device[i];
        if (d->process != process)
            continue;
        d->process = 0;
        d->status = status_of(state);
        s->n_running--;
        printf("%s: %s after %.0f s, in %s\n", d->name,
               d->status == GA_OK            ? "complete"
               : d->status == GA_INTERRUPTED ? "interrupted"
                                             : "not ok",
               ga_now_s() - began_s, d->directory);
        fflush(stdout);
    }
}

/* Signals are taken from the queue, so that none is lost between two looks at the processes. */
static void await_all(struct several *s, double began_s) {
    while (s->n_running > 0) {
        int state = 0;
        const pid_t process = waitpid(-1, &state, WNOHANG);
        if (process > 0) {
            see_ended(s, process, state, began_s);
            continue;
        }
        const int number = sigwaitinfo(&s->waited, NULL);
        if (number <= 0 || number == SIGCHLD)
            continue;
        s->told = true;
        tell_all(s, number);
    }
}

static void block_signals(struct several *s) {
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD};
    sigemptyset(&s->waited);
    signal(SIGCHLD, SIG_DFL);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction now; /* what is ignored, as under nohup, stays ignored */
        if (sigaction(numbers[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
            sigaddset(&s->waited, numbers[i]);
    }
    sigprocmask(SIG_BLOCK, &s->waited, &s->before);
}

/* in: ok: of what was started. */
static enum ga_status sum_up(const struct several *s, struct ga_err *err) {
    char names[400] = "", word[GA_SHELL_WORD(GA_MAX_DIRECTORY)];
    size_t at = 0, n = 0;
    enum ga_status worst = GA_OK;
    for (size_t i = 0; i < s->n; i++) {
        const struct device *const d = &s->device[i];
        if (d->status == GA_OK)
            continue;
        worst = worst == GA_OK ? d->status : worst;
        if (at < sizeof names)
            at += (size_t)snprintf(names + at, sizeof names - at, "%s%s", n ? ", " : "", d->name);
        n++;
    }
    ga_shell_word(s->request->out, word, sizeof word);
    if (s->told)
        return ga_fail(err, GA_INTERRUPTED,
                       "interrupted; what was finished is there, and `run --resume` with the same "
                       "--device and --out goes on");
    if (n > 0)
        return ga_fail(err, worst, "%zu of %zu devices did not end ok: %s; why is in %s/*.log", n,
                       s->n, names, s->request->out);
    printf("which card is unlike the others: gpu-atomics fleet %s\n", word);
    return GA_OK;
}

static enum ga_status run_all(struct several *s, struct ga_err *err) {
    const double began_s = ga_now_s();
    enum ga_status status = GA_OK;
    block_signals(s);
    for (size_t i = 0; status == GA_OK && i < s->n; i++) {
        status = start(s, &s->device[i], err);
        s->n_running += status == GA_OK;
        if (status == GA_OK)
            printf("%s: begun; says what it does in %s\n", s->device[i].name, s->device[i].log);
    }
    fflush(stdout);
    if (status != GA_OK)
        tell_all(s, SIGTERM);
    await_all(s, began_s);
    unlink(s->turns);
    sigprocmask(SIG_SETMASK, &s->before, NULL);
    return status == GA_OK ? sum_up(s, err) : status;
}

enum ga_status ga_run_several(const struct ga_request *request, struct ga_err *err) {
    struct several *const s = calloc(1, sizeof *s); /* large */
    if (!s)
        return ga_fail(err, GA_ERROR, "run: out of memory");
    s->request = request;
    enum ga_status status = prepare(s, err);
    if (status == GA_OK)
        status = run_all(s, err);
    free(s);
    return status;
}
