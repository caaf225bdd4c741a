/* The host's side of a company: a launch for each point, because the rest of the GPU has its part in it. */
#ifndef GA_COMPANY_HOST_H
#define GA_COMPANY_HOST_H

#include <new>
#include <string.h>

#include "company.h"
#include "distance_host.h"
#include "instructions.h"
#include "place.h"

enum {
    COMPANY_FOUND = 3,   /* tallies of a benchmark that has any */
    COMPANY_MOVES = 16,  /* places that the background's lines have in turn */
    COMPANY_WRITERS = 32 /* warps of another SM */
};

/* What a point asks for. */
struct company_plan {
    const void *entry;      /* a kernel that takes struct company_args */
    uint32_t blocks_per_sm; /* no more share an SM */
    uint32_t n_blocks, n_threads, active_threads;
    uint32_t n_places; /* words for who says where it is or that it is done: n_blocks at least */
    enum company_reach reach;
    uint32_t writing_threads; /* of a block on another SM */
    uint32_t lanes;           /* of a warp that work; 0: all */
    uint32_t repeats;         /* times in a sample; 0: 1 */
    uint32_t count, detail;
    uint32_t n_words, initial; /* the benchmark's words, and what each holds before */
    bool near;                 /* the first is on the line that is nearest to the leader, of 64 */
};

/* What it left. */
struct company_left {
    const struct company_board *board;
    const uint32_t *places, *words;
};

typedef struct company_plan company_describe(const struct ga_limits *limits,
                                             const struct ga_point *point);
/* Holds what is left in memory against what must be, and writes the point's tallies. out: the outcome. */
typedef enum ga_status company_check(const struct company_plan *plan, const struct ga_point *point,
                                     uint32_t n_samples, const struct company_left *left,
                                     double *tallies);

/* Blocks of n_warps warps of every SM: the fewest that are alike. out: false if they cannot be. */
static inline bool company_warps(const struct ga_limits *limits, uint32_t n_warps,
                                 struct company_plan *plan) {
    const uint32_t most = limits->threads_per_block / limits->warp_size;
    plan->blocks_per_sm = (n_warps + most - 1) / most;
    plan->n_threads = n_warps / plan->blocks_per_sm * limits->warp_size;
    plan->active_threads = plan->n_threads;
    plan->n_blocks = plan->blocks_per_sm * limits->sm_count;
    return n_warps % plan->blocks_per_sm == 0;
}

/* The plan's blocks on other SMs store meanwhile: 32 warps of each such SM, or as many as its blocks hold. */
static inline void company_add_writers(const struct ga_limits *limits, struct company_plan *plan) {
    const uint32_t most = limits->threads_per_block;
    const uint32_t wanted = COMPANY_WRITERS / plan->blocks_per_sm * limits->warp_size;
    plan->writing_threads = wanted < most ? wanted : most;
    if (plan->n_threads < plan->writing_threads)
        plan->n_threads = plan->writing_threads;
}

/* What is the same in every benchmark that asks for it: n_warps of an SM, or of all; writers on the others. A sample is
 * one time if the leader is alone or emulated, the mean of COMPANY_REPEATS if not. */
static inline void company_gather(const struct ga_limits *limits, uint32_t n_warps, bool all_sms,
                                  bool writers, struct company_plan *plan) {
    company_warps(limits, n_warps, plan);
    plan->reach = all_sms ? REACH_CHIP : REACH_SM;
    const bool has_company = n_warps > 1 || all_sms || writers;
    plan->repeats = has_company && !limits->emulated ? (uint32_t)COMPANY_REPEATS : 1;
    if (writers)
        company_add_writers(limits, plan);
}

/* The stand-in has no memory of its own, and cores for a few threads at most. */
static inline void company_warps_range(const struct ga_limits *limits, int32_t *first,
                                       int32_t *last) {
    *first = 1;
    *last = limits->memory_bytes == 0 ? 2 : (int32_t)limits->warps_per_sm;
}

/* Where a launch's memory lies. All before `background` goes to the device before, and back after it. The
 * words are first, so that every point of a benchmark has the same. */
struct company_layout {
    size_t words, visit, board, zero, places, cycles, background, size;
    size_t background_bytes; /* of each of COMPANY_MOVES */
};

static inline struct company_layout
company_lay_out(const struct ga_limits *limits, const struct company_plan *p, uint32_t n_samples) {
    struct company_layout l = {};
    const size_t n_warps = (size_t)p->n_blocks * (p->n_threads / limits->warp_size + 1);
    l.words = ga_carve(&l.size, p->n_words * sizeof(uint32_t));
    l.visit = ga_carve(&l.size, sizeof(struct ga_visit));
    l.board = ga_carve(&l.size, sizeof(struct company_board));
    l.zero = ga_carve(&l.size, COMPANY_ZEROS * sizeof(uint32_t));
    const uint32_t n_places = p->n_places > p->n_blocks ? p->n_places : p->n_blocks;
    l.places = ga_carve(&l.size, n_places * sizeof(uint32_t));
    l.cycles = ga_carve(&l.size, n_samples * sizeof(uint32_t));
    l.background_bytes =
        p->writing_threads ? n_warps * COMPANY_LINES * limits->warp_size * sizeof(uint32_t) : 4;
    l.background = ga_carve(&l.size, l.background_bytes * COMPANY_MOVES);
    return l;
}

/* out: another of COMPANY_MOVES for each launch, in an order without a pattern: what a fence takes beside writers may depend
 * on which memory they write, so no point keeps one. */
static inline uint32_t company_move(void) {
    static uint32_t x;
    x = x * 1664525 + 1013904223;
    return (uint32_t)((uint64_t)x * COMPANY_MOVES >> 32);
}

static inline enum ga_status company_launch(struct ga_gpu *gpu, const struct company_plan *p,
                                            const struct company_layout *l, char *memory,
                                            uint32_t n_samples, uint32_t home, struct ga_err *err) {
    const struct ga_limits *const limits = &gpu->limits;
    const struct company_args args = {
        (struct company_board *)(memory + l->board),
        (uint32_t *)(memory + l->places),
        (uint32_t *)(memory + l->cycles),
        (uint32_t *)(memory + l->words),
        (uint32_t *)(memory + l->background + company_move() * l->background_bytes),
        (const uint32_t *)(memory + l->zero),
        (struct ga_visit *)(memory + l->visit),
        n_samples,
        p->count,
        p->detail,
        p->active_threads,
        p->lanes ? p->lanes : limits->warp_size,
        p->repeats ? p->repeats : 1,
        home,
        (uint32_t)p->reach,
        p->writing_threads,
        (uint64_t)(ga_patience_s(gpu) * 1e9 / limits->tick_ns),
    };
    const struct ga_launch launch = {p->entry, p->n_blocks, p->n_threads,
                                     ga_exclusive_shared_bytes(limits, p->blocks_per_sm, 0), &args};
    return gpu->backend->launch(gpu, &launch, 1, err);
}

static inline bool company_is_everywhere(const struct ga_limits *limits,
                                         const struct company_plan *p) {
    return p->n_blocks == p->blocks_per_sm * limits->sm_count;
}

/* out: *home, the lowest id + 1 of the SMs, from a launch without samples; as it is if the plan leaves out SMs. */
static inline enum ga_status company_find_home(struct ga_gpu *gpu, const struct company_plan *p,
                                               uint32_t *home, struct ga_err *err) {
    if (!company_is_everywhere(&gpu->limits, p))
        return GA_OK;
    const struct company_layout l = company_lay_out(&gpu->limits, p, 0);
    void *scratch = nullptr;
    enum ga_status status = ga_scratch(gpu, l.size, &scratch, err);
    if (status == GA_OK)
        status = gpu->backend->clear(gpu, scratch, l.background, err);
    if (status == GA_OK)
        status = company_launch(gpu, p, &l, (char *)scratch, 0, 0, err);
    uint32_t *const places = new uint32_t[p->n_blocks];
    if (status == GA_OK)
        status = gpu->backend->download(gpu, places, (char *)scratch + l.places,
                                        p->n_blocks * sizeof *places, err);
    for (uint32_t b = 0; status == GA_OK && b < p->n_blocks; b++) /* also where two are on one */
        *home = *home == 0 || places[b] < *home ? places[b] : *home;
    delete[] places;
    return status;
}

/* A line of distance.h, from the scratch's start on. n_moves: of the scratch when it was found; 0: not yet. */
struct company_line {
    uint32_t at;
    uint64_t n_moves;
};

/* Room for a launch's memory that begins at any of the lines: so that the scratch does not move for it afterwards. */
static inline size_t company_room(const struct company_layout *l) {
    return (GA_DISTANCE_LINES - 1) * GA_DISTANCE_APART_WORDS * sizeof(uint32_t) + l->size;
}

/* out: *line, the nearest to the SM `home`, its id + 1; as it is on what is no GPU, where the SMs can't be asked, and where the
 * memory is still that of the last time. l: of what the scratch has to hold there. */
static inline enum ga_status company_find_line(struct ga_gpu *gpu, uint32_t home,
                                               const struct company_layout *l,
                                               struct company_line *line, struct ga_err *err) {
    const size_t n_sms = gpu->limits.sm_count, room = company_room(l);
    size_t size = 0;
    ga_carve(&size, GA_DISTANCE_LINES * GA_DISTANCE_APART_WORDS * sizeof(uint32_t));
    const size_t zero = ga_carve(&size, sizeof(uint32_t));
    const size_t places = ga_carve(&size, n_sms * sizeof(uint32_t));
    const size_t cycles = ga_carve(&size, n_sms * GA_DISTANCE_LINES * sizeof(uint32_t));
    void *scratch = nullptr;
    bool is_right = false;
    if (gpu->limits.emulated)
        return GA_OK;
    enum ga_status status = ga_scratch(gpu, size > room ? size : room, &scratch, err);
    if (status != GA_OK || line->n_moves == gpu->n_moves)
        return status;
    struct ga_near_line *const near = new struct ga_near_line[n_sms]();
    char *const memory = (char *)scratch;
    const struct ga_distance_args args = {(uint32_t *)memory, (const uint32_t *)(memory + zero),
                                          (uint32_t *)(memory + places),
                                          (uint32_t *)(memory + cycles)};
    status = gpu->backend->clear(gpu, memory, size, err);
    if (status == GA_OK)
        status = ga_find_near_lines(gpu, &args, near, &is_right, err);
    for (size_t s = 0; status == GA_OK && is_right && s < n_sms; s++)
        line->at = near[s].sm_id + 1 == home ? near[s].line : line->at;
    line->n_moves = is_right ? gpu->n_moves : line->n_moves; /* else asked again */
    delete[] near;
    return status;
}

/* What a launch finds. Words that hold nothing are cleared on the device: they may be most of what there is. host: l->background
 * bytes. */
static inline enum ga_status company_set_up(struct ga_gpu *gpu, const struct company_plan *p,
                                            const struct company_layout *l, char *host,
                                            char *memory, const struct ga_visit *visit,
                                            struct ga_err *err) {
    const size_t cleared = p->initial ? 0 : l->visit;
    memset(host + cleared, 0, l->background - cleared);
    memcpy(host + l->visit, visit, sizeof *visit);
    for (uint32_t w = 0; p->initial && w < p->n_words; w++)
        memcpy(host + l->words + w * sizeof w, &p->initial, sizeof p->initial);
    const enum ga_status status =
        cleared > 0 ? gpu->backend->clear(gpu, memory, cleared, err) : GA_OK;
    return status == GA_OK ? gpu->backend->upload(gpu, memory + cleared, host + cleared,
                                                  l->background - cleared, err)
                           : status;
}

/* One visit of one point, whose memory begins at a line. host: l->background bytes. */
static inline enum ga_status company_visit(struct ga_gpu *gpu, const struct ga_batch *batch,
                                           uint32_t i, const struct company_plan *p,
                                           const struct company_layout *l, char *host,
                                           company_check *check, uint32_t home, uint32_t line,
                                           struct ga_err *err) {
    const uint32_t n = batch->n_samples;
    const size_t begin = line * GA_DISTANCE_APART_WORDS * sizeof(uint32_t);
    const uint32_t *const places = (const uint32_t *)(host + l->places);
    void *scratch = nullptr;
    enum ga_status status = ga_scratch(gpu, begin + l->size, &scratch, err);
    char *const memory = (char *)scratch + begin;
    const auto place = [&](bool *is_placed) {
        enum ga_status done = company_set_up(gpu, p, l, host, memory, &batch->visits[i], err);
        if (done == GA_OK)
            done = company_launch(gpu, p, l, memory, n, home, err);
        if (done == GA_OK)
            done = gpu->backend->download(gpu, host, memory, l->background, err);
        *is_placed = !company_is_everywhere(&gpu->limits, p) ||
                     ga_are_placed(&gpu->limits, places, p->blocks_per_sm);
        return done;
    };
    bool is_right = true;
    if (status == GA_OK)
        status = ga_place_until(place, &is_right);
    if (status != GA_OK)
        return status;
    const struct company_left left = {(const struct company_board *)(host + l->board), places,
                                      (const uint32_t *)(host + l->words)};
    double tallies[COMPANY_FOUND] = {};
    memcpy(&batch->visits[i], host + l->visit, sizeof(struct ga_visit));
    memcpy(batch->samples + (size_t)i * n, host + l->cycles, n * sizeof(uint32_t));
    if (!is_right)
        batch->visits[i].outcome = GA_MISPLACED;
    if (batch->visits[i].outcome == GA_OK)
        batch->visits[i].outcome =
            left.board->wrong ? GA_WRONG : check(p, &batch->points[i], n, &left, tallies);
    for (uint32_t t = 0; batch->tallies && t < COMPANY_FOUND; t++)
        batch->tallies[i * COMPANY_FOUND + t] = tallies[t];
    return GA_OK;
}

/* For ga_bench.measure. A benchmark has no tallies, or COMPANY_FOUND. err: as ga_backend.launch. */
static inline enum ga_status company_measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                                             company_describe *describe, company_check *check,
                                             struct ga_err *err) {
    enum ga_status status = GA_OK;
    uint32_t home = 0;
    struct company_line line = {};
    void *host = nullptr;
    for (uint32_t i = 0; status == GA_OK && i < batch->n_points; i++) {
        const struct company_plan p = describe(&gpu->limits, &batch->points[i]);
        if (home == 0)
            status = company_find_home(gpu, &p, &home, err);
        const struct company_layout l = company_lay_out(&gpu->limits, &p, batch->n_samples);
        if (status == GA_OK && p.near && home != 0)
            status = company_find_line(gpu, home, &l, &line, err);
        if (status == GA_OK)
            status = ga_host_room(gpu, l.background, &host, err);
        if (status == GA_OK)
            status = company_visit(gpu, batch, i, &p, &l, (char *)host, check,
                                   company_is_everywhere(&gpu->limits, &p) ? home : 0,
                                   p.near ? line.at : 0, err);
    }
    return status;
}

#endif
