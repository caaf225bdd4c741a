/* Which half of the L2 each SM and each line belongs to, seen from the SM with the lowest id: found once, and kept until the
 * scratch moves.
 *
 * An SM's latencies to some lines go up and down with those of the first SM, or against them: that is its half. A line's half
 * is told by the first SM's latency to it. The stand-in and emulators have no distances: halves are made up, in turn. */
#ifndef GA_WRITERS_MAP_H
#define GA_WRITERS_MAP_H

#include <algorithm>
#include <new>

#include "company_host.h"
#include "distance_host.h"
#include "writers_kernels.h"

/* In scratch memory, and always in the same place: it does not depend on points. */
struct writers_room {
    size_t pool, words, zero, places, cycles, distances, size;
    uint32_t n_lines, warps; /* of the pool; of a block */
};

struct writers_map {
    uint64_t n_moves; /* of the scratch when it was found; 0: not yet */
    bool has_halves;
    uint32_t n_sms, n_lines;
    uint32_t *sm_id, *sm_half; /* [n_sms], in order of ids; the first is in half 0 */
    uint32_t *lines[2], n[2];  /* of each half */
};

static inline uint32_t writers_warps(const struct ga_limits *limits) {
    const uint32_t most = limits->threads_per_block / limits->warp_size;
    return most < (uint32_t)COMPANY_WRITERS ? most : (uint32_t)COMPANY_WRITERS;
}

/* 2.2 times as many lines as all SMs write, so that each half has enough for all of them, and the leader more. */
static inline struct writers_room writers_lay_out(const struct ga_limits *limits) {
    struct writers_room r = {};
    r.warps = writers_warps(limits);
    r.n_lines = limits->sm_count * r.warps * COMPANY_LINES * 11 / 5 + 64;
    r.pool = ga_carve(&r.size, (size_t)r.n_lines * COMPANY_LINE_WORDS * sizeof(uint32_t));
    r.words = ga_carve(&r.size, GA_DISTANCE_LINES * GA_DISTANCE_APART_WORDS * sizeof(uint32_t));
    r.zero = ga_carve(&r.size, COMPANY_ZEROS * sizeof(uint32_t));
    r.places = ga_carve(&r.size, limits->sm_count * sizeof(uint32_t));
    r.cycles = ga_carve(&r.size, r.n_lines * sizeof(uint32_t));
    r.distances = ga_carve(&r.size, limits->sm_count * GA_DISTANCE_LINES * sizeof(uint32_t));
    return r;
}

static inline void writers_make(struct writers_map *map, uint32_t n_sms, uint32_t n_lines) {
    if (map->n_sms == n_sms && map->n_lines == n_lines)
        return;
    for (uint32_t *const p : {map->sm_id, map->sm_half, map->lines[0], map->lines[1]})
        delete[] p;
    *map = {0,
            false,
            n_sms,
            n_lines,
            new uint32_t[n_sms](),
            new uint32_t[n_sms](),
            {new uint32_t[n_lines](), new uint32_t[n_lines]()},
            {0, 0}};
}

/* out: whether b's latencies, n of them, go against those of a. */
static inline bool writers_against(const uint32_t *a, const uint32_t *b, uint32_t n) {
    double mean_a = 0, mean_b = 0, with = 0;
    for (uint32_t i = 0; i < n; i++) {
        mean_a += a[i] / (double)n;
        mean_b += b[i] / (double)n;
    }
    for (uint32_t i = 0; i < n; i++)
        with += (a[i] - mean_a) * (b[i] - mean_b);
    return with < 0;
}

/* in: cycles[n]. out: what is between near and far; 0 if they are less than 10 % apart. */
static inline uint32_t writers_middle(const uint32_t *cycles, uint32_t n) {
    uint32_t *const sorted = new uint32_t[n];
    std::copy(cycles, cycles + n, sorted);
    std::sort(sorted, sorted + n);
    const uint64_t near = sorted[n / 4], far = sorted[n - 1 - n / 4], median = sorted[n / 2];
    delete[] sorted;
    return (far - near) * 10 < median ? 0 : (uint32_t)((near + far) / 2);
}

/* in: cycles[map->n_lines] of the first SM, or NULL: halves in turn. */
static inline void writers_deal(struct writers_map *map, const uint32_t *cycles) {
    const uint32_t middle = cycles ? writers_middle(cycles, map->n_lines) : 0;
    map->n[0] = map->n[1] = 0;
    for (uint32_t i = 0; i < map->n_lines; i++) {
        const uint32_t half = middle ? cycles[i] > middle : i & 1;
        map->lines[half][map->n[half]++] = i;
    }
    map->has_halves = !cycles || middle;
}

/* Whether there are SMs of both halves, and of each half more lines than all writers of one kind can take. */
static inline bool writers_suffice(const struct writers_map *map, uint32_t warps) {
    uint32_t other = 0;
    for (uint32_t sm = 0; sm < map->n_sms; sm++)
        other += map->sm_half[sm];
    const uint32_t most = std::max(other, map->n_sms - other) * warps * COMPANY_LINES;
    return (other > 0 || map->n_sms == 1) && std::min(map->n[0], map->n[1]) > most;
}

static inline enum ga_status writers_find_sms(struct ga_gpu *gpu, const struct writers_room *r,
                                              char *memory, struct writers_map *map, bool *is_right,
                                              struct ga_err *err) {
    const struct ga_distance_args args = {
        (uint32_t *)(memory + r->words), (const uint32_t *)(memory + r->zero),
        (uint32_t *)(memory + r->places), (uint32_t *)(memory + r->distances)};
    uint32_t *const cycles = new uint32_t[map->n_sms * GA_DISTANCE_LINES]();
    const struct ga_distances d = {map->sm_id, cycles};
    const enum ga_status status = ga_find_distances(gpu, &args, &d, is_right, err);
    for (uint32_t sm = 0; sm < map->n_sms; sm++)
        map->sm_half[sm] =
            writers_against(cycles, cycles + sm * GA_DISTANCE_LINES, GA_DISTANCE_LINES);
    delete[] cycles;
    return status;
}

static inline enum ga_status writers_find_lines(struct ga_gpu *gpu, const void *entry,
                                                const struct writers_room *r, char *memory,
                                                struct writers_map *map, bool *is_right,
                                                struct ga_err *err) {
    const struct ga_limits *const limits = &gpu->limits;
    const struct writers_look_args args = {(uint32_t *)(memory + r->pool),
                                           (const uint32_t *)(memory + r->zero),
                                           (uint32_t *)(memory + r->places),
                                           (uint32_t *)(memory + r->cycles),
                                           map->n_lines,
                                           map->sm_id[0] + 1};
    const struct ga_launch launch = {entry, limits->sm_count, r->warps * limits->warp_size,
                                     ga_exclusive_shared_bytes(limits, 1, 0), &args};
    const auto look = [&] {
        const enum ga_status cleared =
            gpu->backend->clear(gpu, memory + r->places, limits->sm_count * sizeof(uint32_t), err);
        return cleared == GA_OK ? gpu->backend->launch(gpu, &launch, 1, err) : cleared;
    };
    uint32_t *const cycles = new uint32_t[map->n_lines]();
    enum ga_status status = ga_place(gpu, memory + r->places, 1, look, is_right, err);
    if (status == GA_OK)
        status = gpu->backend->download(gpu, cycles, memory + r->cycles,
                                        map->n_lines * sizeof *cycles, err);
    if (status == GA_OK)
        writers_deal(map, cycles);
    delete[] cycles;
    return status;
}

/* in: entry: a kernel that takes struct writers_look_args. out: *map, if *is_right: every SM was asked. err: as
 * ga_backend.launch. */
static inline enum ga_status writers_find(struct ga_gpu *gpu, const void *entry,
                                          const struct writers_room *r, char *memory,
                                          struct writers_map *map, bool *is_right,
                                          struct ga_err *err) {
    const bool has_distances = gpu->limits.memory_bytes > 0 && !gpu->limits.emulated;
    *is_right = true;
    if (map->n_moves == gpu->n_moves && map->n_sms == gpu->limits.sm_count)
        return GA_OK;
    writers_make(map, gpu->limits.sm_count, r->n_lines);
    map->n_moves = 0;
    enum ga_status status = gpu->backend->clear(gpu, memory, r->size, err);
    if (status == GA_OK)
        status = writers_find_sms(gpu, r, memory, map, is_right, err);
    if (status != GA_OK || !*is_right)
        return status;
    if (has_distances) {
        status = writers_find_lines(gpu, entry, r, memory, map, is_right, err);
    } else {
        writers_deal(map, nullptr);
        for (uint32_t sm = 0; sm < map->n_sms; sm++)
            map->sm_half[sm] = sm & 1;
    }
    if (status != GA_OK || !*is_right)
        return status;
    map->has_halves = map->has_halves && writers_suffice(map, r->warps);
    if (!map->has_halves) { /* so that what needs none has lines */
        writers_deal(map, nullptr);
        map->has_halves = false;
    }
    map->n_moves = gpu->n_moves;
    return GA_OK;
}

#endif
