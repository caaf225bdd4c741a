/* The host's side of global_energy: launches back to back, while a thread looks at the GPU's counter of energy, which steps
 * seldom (each 0.1 s on an H100) and answers slowly. Power is the slope from one step to another. */
#ifndef GA_ENERGY_METER_H
#define GA_ENERGY_METER_H

#include <math.h>
#include <pthread.h>

#include <new>

#include "clock.h"
#include "laps_host.h"

enum : uint32_t { ENERGY_SAMPLES = 10 };
#if !defined(ENERGY_TIMES) /* for a test, which has less */
#define ENERGY_TIMES SETTLE_S = 0.3, PHASE_S = 1.1
#endif
static const double ENERGY_TIMES, ENERGY_WAIT_S = 5e-3; /* the last: of a launch that waits */

struct energy_grid {
    uint32_t n_blocks, n_threads;
};

/* found, returned: what the host has of words and sums. */
struct energy_memory {
    uint32_t *words, *sums;
    struct ga_lap *laps;
    uint32_t *found, *returned;
    struct ga_lap *read;
};

/* launch_j: of the first and the second half, above waiting. NaN where there is no counter. */
struct energy_visit {
    struct ga_visit visit;
    uint32_t samples[ENERGY_SAMPLES];
    double launch_j[2], power_w, wait_w;
    uint64_t n_launches;
};

static inline bool energy_is_stand_in(const struct ga_limits *limits) {
    return limits->memory_bytes == 0 || limits->emulated;
}

static inline enum ga_status energy_make(struct ga_gpu *gpu, const struct energy_grid *g,
                                         struct energy_memory *m, struct ga_err *err) {
    const size_t n = (size_t)g->n_blocks * g->n_threads;
    size_t size = 0;
    const size_t words = ga_carve(&size, n * sizeof(uint32_t)),
                 sums = ga_carve(&size, n * sizeof(uint32_t)),
                 laps = ga_carve(&size, g->n_blocks * sizeof(struct ga_lap));
    void *scratch = nullptr;
    m->found = new (std::nothrow) uint32_t[n];
    m->returned = new (std::nothrow) uint32_t[n];
    m->read = new (std::nothrow) struct ga_lap[g->n_blocks];
    const enum ga_status status = m->found && m->returned && m->read
                                      ? ga_scratch(gpu, size, &scratch, err)
                                      : ga_fail(err, GA_ERROR, "out of memory for %zu words", n);
    m->words = (uint32_t *)((char *)scratch + words);
    m->sums = (uint32_t *)((char *)scratch + sums);
    m->laps = (struct ga_lap *)((char *)scratch + laps);
    return status;
}

static inline void energy_free(struct energy_memory *m) {
    delete[] m->found;
    delete[] m->returned;
    delete[] m->read;
}

/* What a thread sees until it is told to stop: the first and the last step after `from_s`. */
struct energy_watch {
    const struct ga_gpu *gpu;
    double from_s, first_s, first_j, last_s, last_j;
    uint32_t n_steps;
    int stop;
};

static void *energy_look(void *of) {
    struct energy_watch *const w = (struct energy_watch *)of;
    double before = w->gpu->backend->energy(w->gpu);
    while (!__atomic_load_n(&w->stop, __ATOMIC_ACQUIRE)) {
        const double j = w->gpu->backend->energy(w->gpu), s = ga_now_s();
        if (j > before && s >= w->from_s) {
            if (w->n_steps++ == 0) {
                w->first_s = s;
                w->first_j = j;
            }
            w->last_s = s;
            w->last_j = j;
        }
        before = j;
        ga_sleep_us(200);
    }
    return nullptr;
}

/* Launches it for PHASE_S, of which the first SETTLE_S do not count. in: launch_s: about how long it takes. out: *w: power, NaN
 * if there were no two steps; *launch_s: how long it took; *n goes up. */
static inline enum ga_status energy_phase(struct ga_gpu *gpu, const struct ga_launch *launch,
                                          double *w, double *launch_s, uint64_t *n,
                                          struct ga_err *err) {
    const uint32_t n_launches = 1 + (uint32_t)(PHASE_S / (*launch_s > 1e-5 ? *launch_s : 1e-5));
    struct ga_launch *const launches = new (std::nothrow) struct ga_launch[n_launches];
    struct energy_watch watch = {gpu, ga_now_s() + SETTLE_S, 0, 0, 0, 0, 0, 0};
    pthread_t thread;
    if (!launches)
        return ga_fail(err, GA_ERROR, "out of memory for %u launches", n_launches);
    for (uint32_t i = 0; i < n_launches; i++)
        launches[i] = *launch;
    if (pthread_create(&thread, nullptr, energy_look, &watch) != 0) {
        delete[] launches;
        return ga_fail(err, GA_ERROR, "no thread to look at the counter of energy");
    }
    const double begin = ga_now_s();
    const enum ga_status status = gpu->backend->launch(gpu, launches, n_launches, err);
    *launch_s = (ga_now_s() - begin) / n_launches;
    *n += n_launches;
    __atomic_store_n(&watch.stop, 1, __ATOMIC_RELEASE);
    pthread_join(thread, nullptr);
    delete[] launches;
    *w = watch.n_steps > 1 ? (watch.last_j - watch.first_j) / (watch.last_s - watch.first_s) : NAN;
    return status;
}

/* A launch for each sample. */
static inline enum ga_status energy_samples(struct ga_gpu *gpu, const struct ga_launch *op,
                                            const struct energy_memory *m, uint32_t n_samples,
                                            struct energy_visit *v, struct ga_err *err) {
    const uint32_t n = op->n_blocks;
    enum ga_status status = GA_OK;
    for (uint32_t s = 0; status == GA_OK && s < n_samples; s++) {
        status = gpu->backend->launch(gpu, op, 1, err);
        if (status == GA_OK)
            status = gpu->backend->download(gpu, m->read, m->laps, n * sizeof *m->read, err);
        v->samples[s] = ga_lap_sample((double)ga_lap_join(m->read, n, n, &v->visit).ticks);
        v->n_launches++;
    }
    return status;
}

/* A visit: the samples, then twice: wait, and operate. Fewer samples than a visit has are a warm-up's, or a profiler's. */
static inline enum ga_status energy_measure(struct ga_gpu *gpu, const struct ga_launch *op,
                                            const struct ga_launch *wait,
                                            const struct energy_memory *m, uint32_t n_samples,
                                            struct energy_visit *v, struct ga_err *err) {
    v->launch_j[0] = v->launch_j[1] = v->power_w = v->wait_w = NAN;
    v->visit.outcome = GA_OK;
    enum ga_status status = energy_samples(gpu, op, m, n_samples, v, err);
    if (status != GA_OK || n_samples < ENERGY_SAMPLES)
        return status;
    const bool is_counted = gpu->backend->energy && !isnan(gpu->backend->energy(gpu));
    if (!is_counted) {
        if (!energy_is_stand_in(&gpu->limits))
            v->visit.outcome = GA_NO_METER;
        return GA_OK;
    }
    double op_w[2] = {}, wait_w[2] = {}, wait_s = ENERGY_WAIT_S,
           op_s = v->samples[0] * gpu->limits.tick_ns * 1e-9;
    for (uint32_t half = 0; status == GA_OK && half < 2; half++) {
        uint64_t n_waits = 0;
        status = energy_phase(gpu, wait, &wait_w[half], &wait_s, &n_waits, err);
        if (status == GA_OK)
            status = energy_phase(gpu, op, &op_w[half], &op_s, &v->n_launches, err);
        v->launch_j[half] = (op_w[half] - wait_w[half]) * op_s;
    }
    v->power_w = (op_w[0] + op_w[1]) / 2;
    v->wait_w = (wait_w[0] + wait_w[1]) / 2;
    if (isnan(v->power_w + v->wait_w))
        v->visit.outcome = GA_NO_METER;
    return status;
}

#endif
