/* workers_check: the stand-in's threads are kept, are nobody else's while they are taken, and end. Exit status 1 and a
 * line for each that differs. Linked with --wrap=pthread_create,pthread_join, to count them and to have one fail. */
#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backend_cpu_workers.h"
#include "differs.h"

enum { MOST = 8 };

static uint32_t n_started, n_joined, n_allowed = UINT32_MAX;

int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __real_pthread_join(pthread_t, void **);
int __wrap_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __wrap_pthread_join(pthread_t, void **);

int __wrap_pthread_create(pthread_t *id, const pthread_attr_t *attributes, void *(*run)(void *),
                          void *argument) {
    if (n_started >= n_allowed)
        return EAGAIN;
    n_started++;
    return __real_pthread_create(id, attributes, run, argument);
}

int __wrap_pthread_join(pthread_t id, void **result) {
    n_joined++;
    return __real_pthread_join(id, result);
}

/* Where the workers of a launch are all at once, or for ever. */
struct meeting {
    pthread_barrier_t barrier;
    sem_t left;
};

static void meet(void *of) {
    struct meeting *const m = of;
    pthread_barrier_wait(&m->barrier);
    sem_post(&m->left);
}

static void take(struct ga_cpu_workers *all, struct ga_cpu_worker **workers, uint32_t n) {
    uint32_t taken = 0;
    differs("workers", "failure", (uint64_t)ga_cpu_workers_take(all, workers, n, &taken), 0);
    differs("workers", "taken", taken, n);
}

static void call(struct ga_cpu_worker *const *workers, uint32_t n) {
    static struct meeting m;
    pthread_barrier_init(&m.barrier, NULL, n);
    sem_init(&m.left, 0, 0);
    for (uint32_t i = 0; i < n; i++)
        ga_cpu_worker_call(workers[i], meet, &m);
    for (uint32_t i = 0; i < n; i++)
        sem_wait(&m.left);
    pthread_barrier_destroy(&m.barrier);
    sem_destroy(&m.left);
}

static void begin(struct ga_cpu_workers *all) {
    n_started = n_joined = 0;
    n_allowed = UINT32_MAX;
    ga_cpu_workers_begin(all);
}

static void end(struct ga_cpu_workers *all, const char *what) {
    ga_cpu_workers_end(all);
    differs(what, "joined", n_joined, n_started);
}

static void kept(void) {
    struct ga_cpu_workers all;
    struct ga_cpu_worker *workers[MOST];
    begin(&all);
    for (int launch = 0; launch < 50; launch++) {
        const uint32_t n = launch % 2 ? MOST : 3;
        take(&all, workers, n);
        call(workers, n);
        ga_cpu_workers_give_back(&all, workers, n);
    }
    differs("kept", "started", n_started, MOST);
    end(&all, "kept");
}

/* Two launches at once, the second on what the first has left and on new ones. */
static void side_by_side(void) {
    struct ga_cpu_workers all;
    struct ga_cpu_worker *workers[MOST];
    begin(&all);
    take(&all, workers, 4);
    ga_cpu_workers_give_back(&all, workers, 4);
    take(&all, workers, 3);
    take(&all, workers + 3, MOST - 3);
    call(workers, MOST);
    differs("side by side", "started", n_started, MOST);
    ga_cpu_workers_give_back(&all, workers, MOST);
    end(&all, "side by side");
}

/* A launch that does not get its last thread leaves the next one all that there are. */
static void refused(void) {
    struct ga_cpu_workers all;
    struct ga_cpu_worker *workers[MOST];
    uint32_t taken = 0;
    begin(&all);
    n_allowed = MOST - 1;
    differs("refused", "reason", (uint64_t)ga_cpu_workers_take(&all, workers, MOST, &taken),
            EAGAIN);
    differs("refused", "taken", taken, MOST - 1);
    ga_cpu_workers_give_back(&all, workers, taken);
    take(&all, workers, MOST - 1);
    call(workers, MOST - 1);
    ga_cpu_workers_give_back(&all, workers, MOST - 1);
    end(&all, "refused");
}

/* One whose job does not end in time is not given back, and not waited for. */
static void abandoned(void) {
    struct ga_cpu_workers all;
    struct ga_cpu_worker *workers[2];
    static struct meeting m;
    pthread_barrier_init(&m.barrier, NULL, 2);
    sem_init(&m.left, 0, 0);
    begin(&all);
    take(&all, workers, 2);
    ga_cpu_worker_call(workers[0], meet, &m);
    ga_cpu_workers_give_back(&all, workers + 1, 1);
    ga_cpu_workers_end(&all);
    differs("abandoned", "joined", n_joined, 1);
    pthread_barrier_wait(&m.barrier);
    sem_wait(&m.left);
}

/* What this thread blocks and waits for does not go to them, whose default is to end. */
static void told(void) {
    struct ga_cpu_workers all;
    struct ga_cpu_worker *workers[2];
    const struct timespec soon = {10, 0};
    sigset_t one, before;
    begin(&all);
    take(&all, workers, 2);
    sigemptyset(&one);
    sigaddset(&one, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &one, &before);
    kill(getpid(), SIGTERM);
    differs("told", "signal", (uint64_t)sigtimedwait(&one, NULL, &soon), SIGTERM);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    ga_cpu_workers_give_back(&all, workers, 2);
    end(&all, "told");
}

/* A child has none of its parent's. TSan starts no thread there. */
static void in_child(struct ga_cpu_workers *all) {
    struct ga_cpu_worker *workers[2];
    n_wrong = 0;
    n_started = n_joined = 0;
#ifndef __SANITIZE_THREAD__
    take(all, workers, 2);
    call(workers, 2);
    ga_cpu_workers_give_back(all, workers, 2);
    differs("child", "started", n_started, 2);
#else
    (void)workers;
#endif
    end(all, "child");
}

static void forked(void) {
    struct ga_cpu_workers all;
    struct ga_cpu_worker *workers[3];
    int state = 1;
    begin(&all);
    take(&all, workers, 3);
    ga_cpu_workers_give_back(&all, workers, 3);
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        alarm(60);
        in_child(&all);
        fflush(stdout);
        _exit(n_wrong > 0);
    }
    differs("fork", "child", (uint64_t)waitpid(child, &state, 0), (uint64_t)child);
    differs("fork", "its state", (uint64_t)state, 0);
    end(&all, "fork");
}

int main(void) {
    kept();
    side_by_side();
    refused();
    told();
    forked();
    abandoned();
    return n_wrong > 0;
}
