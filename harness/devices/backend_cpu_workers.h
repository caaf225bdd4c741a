/* The stand-in's threads. They are kept for the next launch: to start and join them took longer than most kernels run. */
#ifndef GA_BACKEND_CPU_WORKERS_H
#define GA_BACKEND_CPU_WORKERS_H

#include <pthread.h>
#include <stdint.h>
#include <sys/types.h>

struct ga_cpu_worker;

/* Of one device. Launches that run at the same time may share it. */
struct ga_cpu_workers {
    pthread_mutex_t lock;
    struct ga_cpu_worker *idle;
    pid_t process; /* whose threads they are: a child by fork has none of them */
};

void ga_cpu_workers_begin(struct ga_cpu_workers *all);

/* Ends the idle ones, and returns when they have ended. */
void ga_cpu_workers_end(struct ga_cpu_workers *all);

/* out: n workers, which nobody else has until they are given back: idle ones, then new ones; 0, or why not, as errno
 * has it. *n_taken: how many there are; fewer than n after a failure. */
int ga_cpu_workers_take(struct ga_cpu_workers *all, struct ga_cpu_worker **workers, uint32_t n,
                        uint32_t *n_taken);

/* in: workers whose last job has ended, or is about to return. One that may never end is not given back. */
void ga_cpu_workers_give_back(struct ga_cpu_workers *all, struct ga_cpu_worker *const *workers,
                              uint32_t n);

/* Has a worker that was taken run job(of), and does not wait for it. */
void ga_cpu_worker_call(struct ga_cpu_worker *worker, void (*job)(void *), void *of);

#endif
