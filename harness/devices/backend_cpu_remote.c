/* The stand-in beyond one device. All memory is the host's; a further GPU is further threads, so kernels
 * on several run at the same time. */
#include <pthread.h>

#include "backend_cpu.h"
#include "clock.h"

static enum ga_status alloc_host(struct ga_gpu *gpu, enum ga_memory kind, size_t bytes,
                                 void **memory, struct ga_err *err) {
    (void)kind;
    return gpu->backend->alloc(gpu, bytes, memory, err);
}
static void free_host(struct ga_gpu *gpu, enum ga_memory kind, void *memory) {
    (void)kind;
    if (!gpu->stuck)
        gpu->backend->free(gpu, memory);
}
/* There is but one place. */
static enum ga_status reside(struct ga_gpu *gpu, enum ga_residence residence, void *memory,
                             size_t bytes, struct ga_err *err) {
    (void)gpu, (void)residence, (void)memory, (void)bytes, (void)err;
    return GA_OK;
}
static enum ga_status alloc_on(struct ga_gpu *gpu, uint32_t on, size_t bytes, void **memory,
                               struct ga_err *err) {
    (void)on;
    return gpu->backend->alloc(gpu, bytes, memory, err);
}
static void free_on(struct ga_gpu *gpu, uint32_t on, void *memory) {
    free_host(gpu, on ? GA_PINNED : GA_MANAGED, memory);
}

struct launched {
    struct ga_gpu *gpu;
    const struct ga_launch *launch;
    pthread_t id;
    enum ga_status status;
    struct ga_err err;
};

static void *run(void *argument) {
    struct launched *const l = argument;
    l->status = ga_cpu_run(l->gpu, l->launch, &l->err);
    return NULL;
}

/* Each launch has its own watchdog, so all come back. */
static enum ga_status launch_on(struct ga_gpu *gpu, const struct ga_launch *launches,
                                const uint32_t *on, uint32_t n, struct ga_err *err) {
    (void)on;
    const double begin = ga_now_s();
    struct launched l[GA_MOST_GPUS];
    enum ga_status status = GA_OK;
    uint32_t started = 0;
    for (; started < n; started++) {
        l[started] = (struct launched){.gpu = gpu, .launch = &launches[started]};
        if (pthread_create(&l[started].id, NULL, run, &l[started]) != 0)
            break;
    }
    for (uint32_t i = 0; i < started; i++) {
        pthread_join(l[i].id, NULL);
        if (status == GA_OK && l[i].status != GA_OK)
            status = ga_fail(err, l[i].status, "%s", l[i].err.message);
    }
    gpu->stuck |= status == GA_TIMEOUT;
    gpu->kernel_s += ga_now_s() - begin;
    if (started < n)
        return ga_fail(err, GA_ERROR, "cpu: cannot start GPU %u of %u", started + 1, n);
    return status;
}

const struct ga_remote ga_cpu_remote = {
    .alloc_host = alloc_host,
    .free_host = free_host,
    .reside = reside,
    .alloc_on = alloc_on,
    .free_on = free_on,
    .launch_on = launch_on,
};
