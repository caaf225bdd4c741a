/* company_line_check: whether a company whose plan asks for it has its words on the line that is nearest to the leader's SM,
 * and is asked for but once in a batch, or again where a later point has so much more memory that the scratch is made anew. A
 * device that says another line is near to each SM, and others in other memory. Exit status 1 and a line for each that
 * differs. */
#include "../../bench/kit/distance.cc"
#include "company_host.h"
#include "differs.h"

uint32_t ga_cpu_fences;

enum { SMS = 3, N_POINTS = 2, ROOM = 1 << 20 };
#include "planted_gpu.h"

static const uint32_t ids[SMS] = {7, 2, 5}; /* of the blocks' SMs: the lowest has the leader */
static const uint32_t nearest[SMS] = {11, 40, 0};
static const char kernel = 0;
static struct {
    bool near;
    uint32_t n_asked, n_launches;
    uint64_t n_moves;        /* of the scratch when it was asked last */
    size_t at[N_POINTS + 1]; /* where the words were, in bytes */
} plan;

extern "C" const struct ga_cpu_thread *ga_cpu_self(void) { abort(); }

static void ask(const struct ga_distance_args *a, uint64_t n_moves) {
    plan.n_asked++;
    plan.n_moves = n_moves;
    for (uint32_t b = 0; b < SMS; b++) {
        a->places[b] = ids[b] + 1;
        for (uint32_t i = 0; i < GA_DISTANCE_LINES; i++)
            a->cycles[b * GA_DISTANCE_LINES + i] = i == nearest[b] + plan.n_asked - 1 ? 100 : 200;
    }
}

static enum ga_status launch(struct ga_gpu *gpu, const struct ga_launch *l, uint32_t,
                             struct ga_err *) {
    if (l->entry != &kernel) {
        ask((const struct ga_distance_args *)l->args, gpu->n_moves);
        return GA_OK;
    }
    const struct company_args *const a = (const struct company_args *)l->args;
    for (uint32_t b = 0; b < SMS; b++)
        a->places[b] = ids[b] + 1;
    if (a->n_samples && plan.n_asked)
        differs("a launch", "moves of the scratch since its line was found",
                gpu->n_moves - plan.n_moves, 0);
    if (a->n_samples)
        plan.at[plan.n_launches++] = (size_t)((char *)a->words - memory);
    return GA_OK;
}

static struct company_plan describe(const struct ga_limits *, const struct ga_point *point) {
    struct company_plan p = {};
    p.entry = &kernel;
    p.blocks_per_sm = p.n_threads = 1;
    p.n_words = point->at[0] ? 100000 : 1;
    p.n_blocks = SMS;
    p.near = plan.near;
    return p;
}
static enum ga_status right(const struct company_plan *, const struct ga_point *, uint32_t,
                            const struct company_left *, double *) {
    return GA_OK;
}

/* n_large: points at the end that have more words than the lines. line: of the first point. */
static void measure(const char *what, bool near, bool emulated, uint32_t n_large, size_t line) {
    struct ga_gpu gpu = planted_gpu();
    struct ga_err err;
    struct ga_point points[N_POINTS] = {};
    struct ga_visit visits[N_POINTS] = {};
    uint32_t samples[N_POINTS] = {};
    const struct ga_batch batch = {points,  N_POINTS, 1,      1,      samples,
                                   nullptr, nullptr,  visits, nullptr};
    const bool grows = n_large == 1;
    plan = {near, 0, 0, 0, {}};
    for (uint32_t i = N_POINTS - n_large; i < N_POINTS; i++)
        points[i].at[0] = 1;
    gpu.limits.warp_size = 1;
    gpu.limits.sm_count = SMS;
    gpu.limits.tick_ns = 1;
    gpu.limits.emulated = emulated;
    differs(what, "status", company_measure(&gpu, &batch, describe, right, &err), GA_OK);
    differs(what, "times that the device was asked", plan.n_asked,
            !near || emulated ? 0
            : grows           ? 2
                              : 1);
    differs(what, "launches", plan.n_launches, N_POINTS);
    for (uint32_t i = 0; i < N_POINTS; i++) {
        differs(what, "bytes to the words", plan.at[i],
                (line + (grows ? i : 0)) * GA_DISTANCE_APART_WORDS * sizeof(uint32_t));
        differs(what, "outcome", visits[i].outcome, GA_OK);
    }
}

int main(void) {
    measure("near", true, false, 0, 40);
    measure("near, in memory that moves", true, false, 1, 40);
    measure("near, in more memory than the lines", true, false, 2, 40);
    measure("wherever they are", false, false, 0, 0);
    measure("near, of an emulator", true, true, 0, 0);
    return n_wrong > 0;
}
