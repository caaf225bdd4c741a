/* The host's side of distance.h: which line is near to an SM or to two, and which is far from them. */
#ifndef GA_DISTANCE_HOST_H
#define GA_DISTANCE_HOST_H

#include <new>
#include <string.h>

#include "distance.h"
#include "place.h"

/* own: the caller, two arrays. SMs are in order of their ids. */
struct ga_distances {
    uint32_t *sm_id;  /* [n_sms] */
    uint32_t *cycles; /* [n_sms][GA_DISTANCE_LINES] */
};

/* in: args, all of it zeroed. out: *d, if *is_right: each SM was asked. err: as ga_backend.launch. */
static inline enum ga_status ga_find_distances(struct ga_gpu *gpu,
                                               const struct ga_distance_args *args,
                                               const struct ga_distances *d, bool *is_right,
                                               struct ga_err *err) {
    const uint32_t n = gpu->limits.sm_count;
    const size_t row = GA_DISTANCE_LINES * sizeof(uint32_t);
    const auto launch = [&] {
        const enum ga_status cleared =
            gpu->backend->clear(gpu, args->places, n * sizeof *args->places, err);
        return cleared == GA_OK ? ga_launch_on_each(gpu, GA_ENTRY(ga_distance), args, err)
                                : cleared;
    };
    enum ga_status status = ga_place(gpu, args->places, 1, launch, is_right, err);
    uint32_t *const places = new uint32_t[n]();
    uint32_t *const cycles = new uint32_t[n * GA_DISTANCE_LINES];
    if (status == GA_OK)
        status = gpu->backend->download(gpu, places, args->places, n * sizeof *places, err);
    if (status == GA_OK)
        status = gpu->backend->download(gpu, cycles, args->cycles, n * row, err);
    for (uint32_t b = 0; status == GA_OK && *is_right && b < n; b++) {
        uint32_t sm = 0;
        for (uint32_t other = 0; other < n; other++)
            sm += places[other] < places[b];
        d->sm_id[sm] = places[b] - 1;
        memcpy(d->cycles + sm * GA_DISTANCE_LINES, cycles + b * GA_DISTANCE_LINES, row);
    }
    delete[] places;
    delete[] cycles;
    return status;
}

/* out: the cycles of one add at the line, the mean of two SMs. */
static inline double ga_distance_of(const struct ga_distances *d, const uint32_t *sm,
                                    uint32_t line) {
    const uint32_t sum =
        d->cycles[sm[0] * GA_DISTANCE_LINES + line] + d->cycles[sm[1] * GA_DISTANCE_LINES + line];
    return (double)sum / (2 * (double)GA_DISTANCE_ADDS);
}

/* out: the line that is nearest to two SMs, or the farthest. */
static inline uint32_t ga_line_at(const struct ga_distances *d, const uint32_t *sm, bool far) {
    uint32_t best = 0;
    for (uint32_t i = 1; i < GA_DISTANCE_LINES; i++) {
        const double more = ga_distance_of(d, sm, i) - ga_distance_of(d, sm, best);
        best = (far ? more > 0 : more < 0) ? i : best;
    }
    return best;
}

struct ga_near_line {
    uint32_t sm_id, line; /* the nearest to it */
};

/* in: args, all of it zeroed. out: near[n_sms], if *is_right: of each SM. err: as ga_backend.launch. */
static inline enum ga_status ga_find_near_lines(struct ga_gpu *gpu,
                                                const struct ga_distance_args *args,
                                                struct ga_near_line *near, bool *is_right,
                                                struct ga_err *err) {
    const uint32_t n_sms = gpu->limits.sm_count;
    uint32_t *const sms = new (std::nothrow) uint32_t[n_sms * (1 + GA_DISTANCE_LINES)];
    if (!sms)
        return ga_fail(err, GA_ERROR, "out of memory for %u SMs", n_sms);
    const struct ga_distances d = {sms, sms + n_sms};
    const enum ga_status status = ga_find_distances(gpu, args, &d, is_right, err);
    for (uint32_t i = 0; status == GA_OK && *is_right && i < n_sms; i++) {
        const uint32_t both[] = {i, i};
        near[i] = {d.sm_id[i], ga_line_at(&d, both, false)};
    }
    delete[] sms;
    return status;
}

#endif
