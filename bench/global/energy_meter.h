/* The host's side of global_energy: launches back to back, and what the GPU's counter of energy says meanwhile. The counter
 * stands still between its steps; so energy and time are taken from one step to another, and the launches between them are
 * counted. Before the first of them is a time in which power settles. */
#ifndef GA_ENERGY_METER_H
#define GA_ENERGY_METER_H

#include <math.h>
#include <new>

#include "clock.h"
#include "laps_host.h"

enum : uint32_t { ENERGY_SAMPLES = 10 };
#if !defined(ENERGY_TIMES) /* for a test, which has less */
#define ENERGY_TIMES SETTLE_S = 0.3, WINDOW_S = 0.5, NO_STEP_S = 2
#endif
static const double ENERGY_TIMES;

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

/* out: J since the driver was loaded; NaN: nobody counts. */
static inline double energy_now(const struct ga_gpu *gpu) {
    struct ga_gauges now;
    struct ga_err why;
    return gpu->backend->gauges && *gpu->limits.uuid &&
                   gpu->backend->gauges(gpu, &now, &why) == GA_OK
               ? now.energy_j
               : NAN;
}

/* Launches again and again, over two steps of the counter that are WINDOW_S apart. out: *launch_j: of one launch, *w; *n goes
 * up. err: GA_UNSUPPORTED: the counter does not step. */
static inline enum ga_status energy_phase(struct ga_gpu *gpu, const struct ga_launch *launch,
                                          double *launch_j, double *launch_s, uint64_t *n,
                                          struct ga_err *err) {
    const double begin = ga_now_s();
    double from_j = 0, from_s = 0, last_j = energy_now(gpu);
    uint64_t n_from = 0;
    for (;;) {
        const enum ga_status status = gpu->backend->launch(gpu, launch, 1, err);
        const double j = energy_now(gpu), s = ga_now_s();
        ++*n;
        if (status != GA_OK)
            return status;
        if (s - begin > SETTLE_S + WINDOW_S + NO_STEP_S)
            return ga_fail(err, GA_UNSUPPORTED, "the counter of energy stands still");
        if (s - begin < SETTLE_S || j <= last_j) {
            last_j = j;
            continue;
        }
        last_j = j;
        if (n_from > 0 && s - from_s >= WINDOW_S) {
            *launch_j = (j - from_j) / (double)(*n - n_from);
            *launch_s = (s - from_s) / (double)(*n - n_from);
            return GA_OK;
        }
        if (n_from == 0) {
            from_j = j;
            from_s = s;
            n_from = *n;
        }
    }
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
    if (isnan(energy_now(gpu))) {
        if (!energy_is_stand_in(&gpu->limits))
            v->visit.outcome = GA_NO_METER;
        return GA_OK;
    }
    double op_w[2] = {}, wait_w[2] = {};
    for (uint32_t half = 0; status == GA_OK && half < 2; half++) {
        double j = 0, s = 1, wait_j = 0, wait_s = 1;
        uint64_t n_waits = 0;
        status = energy_phase(gpu, wait, &wait_j, &wait_s, &n_waits, err);
        if (status == GA_OK)
            status = energy_phase(gpu, op, &j, &s, &v->n_launches, err);
        wait_w[half] = wait_j / wait_s;
        op_w[half] = j / s;
        v->launch_j[half] = j - wait_w[half] * s;
    }
    v->power_w = (op_w[0] + op_w[1]) / 2;
    v->wait_w = (wait_w[0] + wait_w[1]) / 2;
    return status;
}

#endif
