/* residence_check: whether global_host_atomics has the pages of managed memory where a point says before every launch, and
 * after the host has written to them, and takes its samples from a launch each where they migrate. A device that adds as
 * often as it is told to, and whose first round takes longer than the others. Exit status 1 and a line for each that
 * differs. */
#include <stdlib.h>

#include "../../bench/global/host_atomics.cc"
#include "../../bench/kit/remote_check.cc"
#include "../../bench/kit/remote_kernels.h"
#include "differs.h"

uint32_t ga_cpu_fences;

enum { N_SAMPLES = 10, FIRST_TICKS = 700, NEXT_TICKS = 40, STALE = 77, MOVED = 1000 };
static struct {
    uint32_t n_launches, n_moved, n_late; /* late: not moved since the launch before */
    enum ga_residence residence;
    bool moved;
} seen;

extern "C" {
const struct ga_cpu_thread *ga_cpu_self(void) { abort(); }
uint32_t ga_cpu_warp_gather(uint32_t, uint32_t *) { abort(); }
const char *GA_SYMBOL(remote_lacks)(uint32_t, const char *) { return nullptr; }
const struct ga_variant *GA_SYMBOL(remote_variants)(uint32_t *n) {
    static const struct ga_variant variants[REMOTE_N_VARIANTS] = {};
    *n = REMOTE_N_VARIANTS;
    return variants;
}
}

static enum ga_status take(size_t bytes, void **memory) {
    *memory = calloc(1, bytes);
    return *memory ? GA_OK : GA_ERROR;
}
static enum ga_status alloc_host(struct ga_gpu *, enum ga_memory, size_t bytes, void **memory,
                                 struct ga_err *) {
    return take(bytes, memory);
}
static void free_host(struct ga_gpu *, enum ga_memory, void *memory) { free(memory); }
static enum ga_status alloc_on(struct ga_gpu *, uint32_t, size_t bytes, void **memory,
                               struct ga_err *) {
    return take(bytes, memory);
}
static void free_on(struct ga_gpu *, uint32_t, void *memory) { free(memory); }
static enum ga_status copy(struct ga_gpu *, void *to, const void *from, size_t bytes,
                           struct ga_err *) {
    memcpy(to, from, bytes);
    return GA_OK;
}

static enum ga_status reside(struct ga_gpu *, enum ga_residence residence, void *, size_t bytes,
                             struct ga_err *) {
    differs("a move", "bytes", bytes, PLACES * PLACE_BYTES);
    seen.n_moved++;
    seen.residence = residence;
    seen.moved = true;
    return GA_OK;
}

static enum ga_status launch(struct ga_gpu *, const struct ga_launch *l, uint32_t,
                             struct ga_err *) {
    const struct remote_args *const a = (const struct remote_args *)l->args;
    const uint32_t n = REMOTE_WARM_UP + a->n_rounds, n_warps = l->n_blocks;
    seen.n_late += !seen.moved;
    seen.moved = false;
    seen.n_launches++;
    differs("a launch", "word before", *(uint32_t *)a->words, 0);
    for (uint32_t w = 0; w < n_warps; w++) {
        a->tallies[w] = {GA_OK, n * a->accesses, n * a->accesses, 0, 0, 0};
        *(uint32_t *)a->words += n * a->accesses;
        for (uint32_t i = 0; i <= n; i++)
            a->stamps[i * n_warps + w] = STALE + (i ? FIRST_TICKS + (i - 1) * NEXT_TICKS : 0);
    }
    *a->visit = {GA_OK, 0, MOVED, MOVED};
    return GA_OK;
}

/* residence: as wanted, with a move before each launch; -1: none. */
static void measured(const char *what, int32_t memory, int residence, uint32_t n_launches,
                     uint32_t ticks) {
    struct ga_backend backend = {};
    struct ga_remote remote = {};
    struct ga_gpu gpu = {};
    struct ga_err err;
    struct ga_point point = {{memory, GPU, REMOTE_add_u32, REMOTE_SYSTEM, REMOTE_LATENCY}};
    struct ga_visit v = {};
    uint32_t samples[N_SAMPLES] = {};
    double tallies_[N_TALLIES] = {};
    const struct ga_batch batch = {&point,  1,       N_SAMPLES, 1,       samples,
                                   nullptr, nullptr, &v,        tallies_};
    remote.alloc_host = alloc_host;
    remote.free_host = free_host;
    remote.alloc_on = alloc_on;
    remote.free_on = free_on;
    remote.reside = reside;
    backend.remote = &remote;
    backend.upload = backend.download = copy;
    backend.launch = launch;
    gpu.backend = &backend;
    gpu.spin_s = 1;
    gpu.limits.warp_size = 1;
    gpu.limits.threads_per_block = 128;
    gpu.limits.memory_bytes = 1;
    gpu.limits.tick_ns = 1;
    gpu.limits.shared_managed = gpu.limits.told_managed = true;
    seen = {};
    differs(what, "status", measure(&gpu, &batch, &err), GA_OK);
    differs(what, "outcome", v.outcome, GA_OK);
    differs(what, "launches", seen.n_launches, n_launches);
    differs(what, "moves", seen.n_moved, residence < 0 ? 0 : n_launches);
    differs(what, "launches without a move", seen.n_late, residence < 0 ? n_launches : 0);
    if (residence >= 0)
        differs(what, "residence", seen.residence, (uint64_t)residence);
    for (uint32_t sample : samples)
        differs(what, "ticks", sample, ticks);
    differs(what, "updates lost", (uint64_t)tallies_[LOST], 0);
}

static void refused(int32_t memory, bool shared, bool told, bool refuses) {
    struct ga_limits limits = {};
    const struct ga_point point = {{memory, GPU, REMOTE_add_u32, REMOTE_SYSTEM, REMOTE_LATENCY}};
    limits.shared_managed = shared;
    limits.told_managed = told;
    differs(memories[memory], "is refused", unsupported(&limits, &point) != nullptr, refuses);
}

int main(void) {
    measured("pinned", PINNED, -1, 1, NEXT_TICKS);
    measured("managed", MANAGED, -1, PLACES, NEXT_TICKS);
    measured("managed, on the GPU", ON_DEVICE, GA_KEPT_ON_GPU, PLACES, NEXT_TICKS);
    measured("managed, in the host", ON_HOST, GA_KEPT_IN_HOST, 1, NEXT_TICKS);
    measured("managed, migrating", MIGRATING, GA_MOVES, N_SAMPLES, FIRST_TICKS);
    for (int32_t memory = PINNED; memory < N_MEMORIES; memory++) {
        refused(memory, true, true, false);
        refused(memory, true, false, memory > MANAGED);
        refused(memory, false, false, memory != PINNED);
    }
    return n_wrong > 0;
}
