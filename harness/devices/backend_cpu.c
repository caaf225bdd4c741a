/* The stand-in: one OS thread per GPU thread. A launch runs as many blocks at once as its two small
 * "SMs" hold, each with a barrier and shared memory of its own. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend.h"
#include "backend_cpu.h"
#include "backend_cpu_workers.h"
#include "clock.h"
#include "cpu_thread.h"
#include "number.h"

#define GA_BACKEND cpu
#include "bench.h"
#include "registry.def"

extern const void *ga_probe_entry_cpu(void);

enum { SMS = 2, WARPS_PER_SM = 4, THREADS_PER_BLOCK = 2 * GA_CPU_WARP_SIZE, SHARED = 1 << 16 };
/* Three small GPUs, so that there are peers and a third; they are more threads of the same machine. */
enum { GPUS = 3, CLUSTER_BLOCKS = 4 };

struct device {
    struct ga_gpu gpu; /* first: the backend's functions get its address */
    struct ga_cpu_workers workers;
};

enum { WARPS_PER_BLOCK = THREADS_PER_BLOCK / GA_CPU_WARP_SIZE };

struct warp {
    pthread_barrier_t barrier;
    uint32_t n, value[GA_CPU_WARP_SIZE];
};

struct block {
    pthread_barrier_t barrier;
    pthread_barrier_t cluster; /* of the first block of a cluster */
    struct block *first;       /* of this block's cluster */
    struct warp warps[WARPS_PER_BLOCK];
    void *shared;
};

/* Blocks that are resident together, while their threads run. */
struct wave {
    pthread_mutex_t lock;
    pthread_cond_t ended; /* on the monotonic clock: a step of the other one is no hang */
    pthread_barrier_t grid;
    uint32_t n_running;
    uint32_t n_blocks, n_threads; /* in a block */
    struct block *blocks;
    struct thread *threads; /* of all blocks */
    struct ga_cpu_worker **workers;
};

struct thread {
    struct ga_cpu_thread self;
    struct wave *wave;
    struct block *block;
    const struct ga_launch *launch;
    uint32_t has_arguments;
};

static _Thread_local struct thread *current;
uint32_t ga_cpu_fences;
/* In place of a GPU that others use: after each launch so many have all their blocks on one SM. */
static uint32_t n_misplaced, n_launched;

const struct ga_cpu_thread *ga_cpu_self(void) { return &current->self; }
void ga_cpu_block_sync(void) { pthread_barrier_wait(&current->block->barrier); }
void ga_cpu_cluster_sync(void) { pthread_barrier_wait(&current->block->first->cluster); }
void ga_cpu_grid_sync(void) { pthread_barrier_wait(&current->wave->grid); }
void *ga_cpu_cluster_shared(uint32_t rank) { return current->block->first[rank].shared; }

uint32_t ga_cpu_warp_gather(uint32_t x, uint32_t all[GA_CPU_WARP_SIZE]) {
    const uint32_t thread = current->self.thread;
    struct warp *const w = &current->block->warps[thread / GA_CPU_WARP_SIZE];
    w->value[thread % GA_CPU_WARP_SIZE] = x;
    pthread_barrier_wait(&w->barrier);
    memcpy(all, w->value, sizeof w->value);
    pthread_barrier_wait(&w->barrier);
    return w->n;
}

/* out: whether it has shared memory. */
static bool make_block(struct block *block, uint32_t n_threads, uint32_t rank, uint32_t cluster) {
    pthread_barrier_init(&block->barrier, NULL, n_threads);
    pthread_barrier_init(&block->cluster, NULL, cluster * n_threads);
    block->first = block - rank;
    for (uint32_t w = 0; w * GA_CPU_WARP_SIZE < n_threads; w++) {
        const uint32_t rest = n_threads - w * GA_CPU_WARP_SIZE;
        block->warps[w].n = rest < GA_CPU_WARP_SIZE ? rest : GA_CPU_WARP_SIZE;
        pthread_barrier_init(&block->warps[w].barrier, NULL, block->warps[w].n);
    }
    block->shared = malloc(SHARED);
    if (block->shared)
        memset(block->shared, 0xa5, SHARED); /* a GPU does not clear it either */
    return block->shared;
}

static void free_block(struct block *block, uint32_t n_threads) {
    pthread_barrier_destroy(&block->barrier);
    pthread_barrier_destroy(&block->cluster);
    for (uint32_t w = 0; w * GA_CPU_WARP_SIZE < n_threads; w++)
        pthread_barrier_destroy(&block->warps[w].barrier);
    free(block->shared);
}

static void free_wave(struct wave *wave) {
    for (uint32_t b = 0; b < wave->n_blocks; b++)
        free_block(&wave->blocks[b], wave->n_threads);
    pthread_cond_destroy(&wave->ended);
    pthread_barrier_destroy(&wave->grid);
    pthread_mutex_destroy(&wave->lock);
    free(wave->workers);
    free(wave->threads);
    free(wave->blocks);
    free(wave);
}

/* own: the caller; NULL without memory. Its threads are not set. */
static struct wave *make_wave(const struct ga_launch *launch, uint32_t n_blocks) {
    const uint32_t n = n_blocks * launch->n_threads,
                   cluster = launch->cluster ? launch->cluster : 1;
    struct wave *const wave = calloc(1, sizeof *wave);
    pthread_condattr_t monotonic;
    if (!wave)
        return NULL;
    pthread_mutex_init(&wave->lock, NULL);
    pthread_barrier_init(&wave->grid, NULL, n);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&wave->ended, &monotonic);
    wave->n_running = n;
    wave->n_threads = launch->n_threads;
    wave->blocks = calloc(n_blocks, sizeof *wave->blocks);
    wave->threads = calloc(n, sizeof *wave->threads);
    wave->workers = calloc(n, sizeof *wave->workers);
    bool made = wave->blocks && wave->threads && wave->workers;
    for (uint32_t b = 0; made && b < n_blocks; b++) {
        made = make_block(&wave->blocks[b], launch->n_threads, b % cluster, cluster);
        wave->n_blocks++;
    }
    if (made)
        return wave;
    free_wave(wave);
    return NULL;
}

static void leave_wave(struct wave *wave) {
    pthread_mutex_lock(&wave->lock);
    if (--wave->n_running == 0)
        pthread_cond_signal(&wave->ended);
    pthread_mutex_unlock(&wave->lock);
}

/* out: whether all of its threads have ended by then. */
static bool await_wave(struct wave *wave, const struct timespec *limit) {
    int reason = 0;
    pthread_mutex_lock(&wave->lock);
    while (wave->n_running > 0 && reason == 0)
        reason = pthread_cond_timedwait(&wave->ended, &wave->lock, limit);
    const bool ended = wave->n_running == 0;
    pthread_mutex_unlock(&wave->lock);
    return ended;
}

/* A worker's job: no part of the thread is used once it has left its wave. */
static void run_thread(void *argument) {
    struct thread *const self = argument;
    void (*entry)(const void *) = NULL;
    memcpy(&entry, &self->launch->entry, sizeof entry); /* ISO C has no cast for this */
    current = self;
    entry(self->launch->args);
    current = NULL;
    leave_wave(self->wave);
}

static enum ga_status count(int *n, struct ga_err *err) {
    (void)err;
    *n = 1;
    return GA_OK;
}

static enum ga_status cpu_open(const char *spec, struct ga_gpu **gpu, struct ga_err *err) {
    const char *const bits = getenv("GA_CPU_CYCLE_BITS"); /* for tests, both */
    const char *const misplaced = getenv("GA_CPU_MISPLACED");
    uint64_t cycle_bits = 64, n = 0;
    if (*spec && strcmp(spec, "0") != 0)
        return ga_fail(err, GA_USAGE, "--device cpu:%s: there is one stand-in, cpu", spec);
    if (bits && !ga_parse_whole(bits, 8, 24, &cycle_bits))
        return ga_fail(err, GA_USAGE, "GA_CPU_CYCLE_BITS=%s: expected 8 to 24", bits);
    if (misplaced && !ga_parse_whole(misplaced, 0, UINT32_MAX, &n))
        return ga_fail(err, GA_USAGE, "GA_CPU_MISPLACED=%s: expected a number of launches",
                       misplaced);
    n_misplaced = (uint32_t)n;
    struct device *const device = calloc(1, sizeof *device);
    if (!device)
        return ga_fail(err, GA_ERROR, "out of memory");
    ga_cpu_workers_begin(&device->workers);
    *gpu = &device->gpu;
    extern const struct ga_backend ga_backend_cpu;
    **gpu = (struct ga_gpu){
        .backend = &ga_backend_cpu,
        .limits = {.ecc = -1,
                   .name = "cpu",
                   .target = "cpu",
                   .warp_size = GA_CPU_WARP_SIZE,
                   .warps_per_sm = WARPS_PER_SM,
                   .blocks_per_sm = WARPS_PER_SM,
                   .threads_per_block = THREADS_PER_BLOCK,
                   .sm_count = SMS,
                   .shared_bytes_per_block = SHARED,
                   .shared_bytes_per_sm = SHARED,
                   .cycle_bits = (uint32_t)cycle_bits,
                   .tick_ns = 1,
                   .host_native_atomics = 1,
                   .shared_managed = true,
                   .told_managed = true,
                   .cooperative = true,
                   .cluster_blocks = CLUSTER_BLOCKS,
                   .n_gpus = GPUS},
        .patience_s = 60,
        .spin_s = 15,
    };
    snprintf((*gpu)->limits.runtime, sizeof(*gpu)->limits.runtime, "POSIX threads");
    for (int from = 0; from < GPUS; from++)
        for (int to = 0; to < GPUS; to++)
            (*gpu)->limits.peers[from][to] =
                (struct ga_peer){GA_PEER_ACCESS | GA_PEER_ATOMICS, GA_LINK_UNKNOWN, -1};
    return GA_OK;
}

static void cpu_close(struct ga_gpu *gpu) {
    struct device *const device = (struct device *)gpu;
    ga_cpu_workers_end(&device->workers);
    if (gpu->stuck) /* a kernel may still write there */
        return;
    free(gpu->scratch);
    free(device);
}

static enum ga_status cpu_alloc(struct ga_gpu *gpu, size_t bytes, void **memory,
                                struct ga_err *err) {
    (void)gpu;
    void *const p = aligned_alloc(256, (bytes + 255) / 256 * 256);
    if (!p)
        return ga_fail(err, GA_ERROR, "cpu: cannot allocate %zu bytes", bytes);
    *memory = memset(p, 0, bytes);
    return GA_OK;
}

static void cpu_free(struct ga_gpu *gpu, void *memory) {
    (void)gpu;
    free(memory);
}

static enum ga_status cpu_clear(struct ga_gpu *gpu, void *memory, size_t bytes,
                                struct ga_err *err) {
    (void)gpu, (void)err;
    memset(memory, 0, bytes);
    return GA_OK;
}

static enum ga_status copy(struct ga_gpu *gpu, void *to, const void *from, size_t bytes,
                           struct ga_err *err) {
    (void)gpu, (void)err;
    memcpy(to, from, bytes);
    return GA_OK;
}

/* Leaves a wave to itself, when none of its threads needs its launch or arguments any more, which are the launcher's. */
static void abandon(struct ga_gpu *gpu, const struct wave *wave) {
    for (uint32_t t = 0; t < wave->n_blocks * wave->n_threads; t++)
        while (!__atomic_load_n(&wave->threads[t].has_arguments, __ATOMIC_ACQUIRE))
            ga_sleep_us(100);
    gpu->stuck = true;
}

/* in: first: the wave's first block of the launch. */
static void set_threads(struct wave *wave, const struct ga_gpu *gpu, const struct ga_launch *launch,
                        uint32_t first) {
    const uint32_t cluster = launch->cluster ? launch->cluster : 1;
    const bool is_misplaced =
        n_misplaced > 0 && launch->n_blocks > 1 && n_launched++ % ((uint64_t)n_misplaced + 1) > 0;
    for (uint32_t t = 0; t < wave->n_blocks * wave->n_threads; t++) {
        const uint32_t b = t / launch->n_threads;
        wave->threads[t] = (struct thread){
            .self = {.thread = t % launch->n_threads,
                     .n_threads = launch->n_threads,
                     .block = first + b,
                     .n_blocks = launch->n_blocks,
                     .sm = is_misplaced ? 0 : (first + b) % SMS,
                     .cluster_rank = b % cluster,
                     .lacks_cycle_bits = 64 - gpu->limits.cycle_bits,
                     .shared = wave->blocks[b].shared,
                     .has_arguments = &wave->threads[t].has_arguments},
            .wave = wave,
            .block = &wave->blocks[b],
            .launch = launch,
        };
    }
}

/* One wave of blocks that are resident together. No thread runs before there is one for each of the wave's. A wave that
 * does not end is left behind, with its workers and memory: it may still run. */
static enum ga_status run_wave(struct ga_gpu *gpu, const struct ga_launch *launch, uint32_t first,
                               uint32_t n_blocks, struct ga_err *err) {
    struct ga_cpu_workers *const all = &((struct device *)gpu)->workers;
    const uint32_t n = n_blocks * launch->n_threads;
    struct wave *const wave = make_wave(launch, n_blocks);
    if (!wave)
        return ga_fail(err, GA_ERROR, "cpu: no memory for %u threads", n);
    struct timespec limit;
    clock_gettime(CLOCK_MONOTONIC, &limit);
    limit.tv_sec += (time_t)gpu->patience_s;
    set_threads(wave, gpu, launch, first);
    uint32_t taken = 0;
    const int failed = ga_cpu_workers_take(all, wave->workers, n, &taken);
    for (uint32_t t = 0; !failed && t < n; t++)
        ga_cpu_worker_call(wave->workers[t], run_thread, &wave->threads[t]);
    if (!failed && !await_wave(wave, &limit)) {
        abandon(gpu, wave);
        return ga_fail(err, GA_TIMEOUT, "cpu: a kernel ran for more than %.0f s", gpu->patience_s);
    }
    ga_cpu_workers_give_back(all, wave->workers, taken);
    free_wave(wave);
    return failed ? ga_fail(err, GA_ERROR, "cpu: cannot start thread %u of %u: %s", taken + 1, n,
                            strerror(failed))
                  : GA_OK;
}

enum ga_status ga_cpu_run(struct ga_gpu *gpu, const struct ga_launch *launch, struct ga_err *err) {
    const uint32_t threads_per_sm = WARPS_PER_SM * GA_CPU_WARP_SIZE;
    enum ga_status status = GA_OK;
    if (launch->n_threads > THREADS_PER_BLOCK || launch->shared_bytes > SHARED)
        return ga_fail(err, GA_ERROR, "cpu: a block of %u threads and %zu bytes is too large",
                       launch->n_threads, launch->shared_bytes);
    if (launch->cluster > CLUSTER_BLOCKS || (launch->cluster && launch->n_blocks % launch->cluster))
        return ga_fail(err, GA_ERROR, "cpu: %u blocks are no clusters of %u", launch->n_blocks,
                       launch->cluster);
    const uint32_t resident = SMS * (threads_per_sm / launch->n_threads);
    const uint32_t at_once =
        launch->cluster ? resident / launch->cluster * launch->cluster : resident;
    if (launch->cooperative && launch->n_blocks > at_once)
        return ga_fail(err, GA_ERROR, "cpu: %u blocks are not resident together", launch->n_blocks);
    for (uint32_t b = 0; status == GA_OK && b < launch->n_blocks; b += at_once) {
        const uint32_t rest = launch->n_blocks - b;
        status = run_wave(gpu, launch, b, rest < at_once ? rest : at_once, err);
    }
    return status;
}

static enum ga_status cpu_launch(struct ga_gpu *gpu, const struct ga_launch *launches, uint32_t n,
                                 struct ga_err *err) {
    const double begin = ga_now_s();
    enum ga_status status = GA_OK;
    for (uint32_t i = 0; status == GA_OK && i < n; i++)
        status = ga_cpu_run(gpu, &launches[i], err);
    gpu->kernel_s += ga_now_s() - begin;
    return status;
}

static enum ga_status cpu_occupancy(struct ga_gpu *gpu, const struct ga_launch *launch,
                                    uint32_t *blocks_per_sm, struct ga_err *err) {
    (void)gpu, (void)err;
    *blocks_per_sm = WARPS_PER_SM * GA_CPU_WARP_SIZE / launch->n_threads;
    return GA_OK;
}

const struct ga_backend ga_backend_cpu = {
    .kind = GA_KIND_CPU,
    .count = count,
    .open = cpu_open,
    .close = cpu_close,
    .alloc = cpu_alloc,
    .free = cpu_free,
    .clear = cpu_clear,
    .upload = copy,
    .download = copy,
    .launch = cpu_launch,
    .occupancy = cpu_occupancy,
    .benches = benches,
    .probe = ga_probe_entry_cpu,
    .remote = &ga_cpu_remote,
};
