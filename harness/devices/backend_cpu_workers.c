#include "backend_cpu_workers.h"

#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

/* Enough for any kernel. */
enum { STACK_BYTES = 1 << 19 };

struct ga_cpu_worker {
    struct ga_cpu_worker *next; /* that is idle */
    sem_t called;
    void (*job)(void *); /* NULL: end */
    void *of;
    pthread_t id;
};

static void *work(void *argument) {
    struct ga_cpu_worker *const self = argument;
    for (;;) {
        while (sem_wait(&self->called) != 0)
            continue;
        if (!self->job)
            return NULL;
        self->job(self->of);
    }
}

void ga_cpu_worker_call(struct ga_cpu_worker *worker, void (*job)(void *), void *of) {
    worker->job = job;
    worker->of = of;
    sem_post(&worker->called);
}

/* What the process is told is for its other threads, also while they block it; faults of a kernel are its own. */
static void block_signals(sigset_t *before) {
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};
    sigset_t blocked;
    sigfillset(&blocked);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        sigdelset(&blocked, faults[i]);
    pthread_sigmask(SIG_BLOCK, &blocked, before);
}

/* out: 0 and *worker, or as errno has it. */
static int start(struct ga_cpu_worker **worker) {
    struct ga_cpu_worker *const w = calloc(1, sizeof *w);
    pthread_attr_t small;
    sigset_t before;
    if (!w)
        return ENOMEM;
    sem_init(&w->called, 0, 0);
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, STACK_BYTES);
    block_signals(&before);
    const int failed = pthread_create(&w->id, &small, work, w);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&small);
    if (failed)
        free(w);
    else
        *worker = w;
    return failed;
}

/* A child by fork has no such threads, and nothing to wait for. */
static void end_idle(struct ga_cpu_workers *all) {
    struct ga_cpu_worker *next = all->idle;
    for (struct ga_cpu_worker *w = next; w; w = next) {
        next = w->next;
        if (all->process == getpid()) {
            ga_cpu_worker_call(w, NULL, NULL);
            pthread_join(w->id, NULL);
            sem_destroy(&w->called);
        }
        free(w);
    }
    all->idle = NULL;
}

void ga_cpu_workers_begin(struct ga_cpu_workers *all) {
    pthread_mutex_init(&all->lock, NULL);
    all->idle = NULL;
    all->process = getpid();
}

void ga_cpu_workers_end(struct ga_cpu_workers *all) {
    end_idle(all);
    pthread_mutex_destroy(&all->lock);
}

int ga_cpu_workers_take(struct ga_cpu_workers *all, struct ga_cpu_worker **workers, uint32_t n,
                        uint32_t *n_taken) {
    int failed = 0;
    uint32_t taken = 0;
    pthread_mutex_lock(&all->lock);
    if (all->process != getpid())
        end_idle(all);
    all->process = getpid();
    for (; taken < n && all->idle; taken++) {
        workers[taken] = all->idle;
        all->idle = all->idle->next;
    }
    pthread_mutex_unlock(&all->lock);
    while (taken < n && (failed = start(&workers[taken])) == 0)
        taken++;
    *n_taken = taken;
    return failed;
}

void ga_cpu_workers_give_back(struct ga_cpu_workers *all, struct ga_cpu_worker *const *workers,
                              uint32_t n) {
    pthread_mutex_lock(&all->lock);
    for (uint32_t i = 0; i < n; i++) {
        workers[i]->next = all->idle;
        all->idle = workers[i];
    }
    pthread_mutex_unlock(&all->lock);
}
