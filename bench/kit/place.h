/* Puts the same number of blocks on every SM, and proves it by SM id. For kernels that load one SM
 * with more warps than a block can have, or that keep every SM busy with work of its own. */
#ifndef GA_PLACE_H
#define GA_PLACE_H

#include "bench.h"
#include "clock.h"
#include "device.h"

/* Blocks and warps that n warps of one SM need. */
struct ga_occupancy {
    uint32_t blocks_per_sm, warps_per_block;
};

/* Blocks of which no more fit an SM, if each takes all the shared memory that a block can have: 1, but 2 where that
 * is half of the SM's (RDNA). */
static inline uint32_t ga_least_blocks(const struct ga_limits *limits) {
    const uint32_t k = limits->shared_bytes_per_sm / limits->shared_bytes_per_block;
    return k > 1 ? k : 1;
}

/* in: 1 <= n_warps <= limits->warps_per_sm. out: the fewest equal blocks that hold them, each as
 * large as lets that many share an SM, and never fewer than can keep others out. blocks_per_sm 0: no number of blocks does. */
static inline struct ga_occupancy ga_occupancy_for(const struct ga_limits *limits,
                                                   uint32_t n_warps) {
    const uint32_t block_max = limits->threads_per_block / limits->warp_size;
    for (uint32_t k = ga_least_blocks(limits); k <= limits->warps_per_sm; k++) {
        const uint32_t share = limits->warps_per_sm / k;
        const uint32_t warps = share < block_max ? share : block_max;
        if (k * warps >= n_warps)
            return {k, warps};
    }
    return {0, 0};
}

/* out: dynamic shared memory for a block, at least `needed`; no more than k such blocks fit an SM, if k is
 * ga_least_blocks or more. */
static inline size_t ga_exclusive_shared_bytes(const struct ga_limits *limits, uint32_t k,
                                               size_t needed) {
    const size_t bytes = (limits->shared_bytes_per_sm / (k + 1) / 256 + 1) * 256;
    const size_t most = limits->shared_bytes_per_block;
    return bytes < needed ? needed : bytes > most ? most : bytes;
}

/* in: ids[k * SMs]: each block's SM id + 1. out: whether every SM has k blocks. */
static inline bool ga_are_placed(const struct ga_limits *limits, const uint32_t *ids, uint32_t k) {
    const uint32_t n = k * limits->sm_count;
    bool right = true;
    for (uint32_t b = 0; b < n; b++) {
        uint32_t same = 0;
        for (uint32_t other = 0; other < n; other++)
            same += ids[other] == ids[b];
        right = right && ids[b] != 0 && same == k;
    }
    return right;
}

/* After the launch, on the host. in: table: on the device, [k * SMs], each block's SM id + 1.
 * out: *is_right, whether every SM has k blocks. err: as ga_backend.download. */
static inline enum ga_status ga_check_places(struct ga_gpu *gpu, const void *table, uint32_t k,
                                             bool *is_right, struct ga_err *err) {
    const uint32_t n = k * gpu->limits.sm_count;
    uint32_t *const ids = new uint32_t[n];
    const enum ga_status status = gpu->backend->download(gpu, ids, table, n * sizeof *ids, err);
    *is_right = status != GA_OK || ga_are_placed(&gpu->limits, ids, k);
    delete[] ids;
    return status;
}

/* No vendor promises where blocks go, so a launch is tried again: at most so often, and no more after so long. */
enum { GA_PLACE_TRIES = 5 };
static const double GA_PLACE_S = 1;

/* in: launch(&is_right): prepares the device's memory, the table zeroed, launches k blocks for every SM, and looks at the
 * table. out: *is_right, as of the last try. err: as launch(). */
template <typename Launch>
static inline enum ga_status ga_place_until(Launch launch, bool *is_right) {
    const double begin = ga_now_s();
    enum ga_status status = GA_OK;
    *is_right = false;
    for (uint32_t i = 0; status == GA_OK && !*is_right && i < GA_PLACE_TRIES &&
                         (i == 0 || ga_now_s() - begin < GA_PLACE_S);
         i++)
        status = launch(is_right);
    return status;
}

/* Likewise. table: on the device; launch() does not look at it. */
template <typename Launch>
static inline enum ga_status ga_place(struct ga_gpu *gpu, const void *table, uint32_t k,
                                      Launch launch, bool *is_right, struct ga_err *err) {
    const auto look = [&](bool *placed) {
        const enum ga_status status = launch();
        return status == GA_OK ? ga_check_places(gpu, table, k, placed, err) : status;
    };
    return ga_place_until(look, is_right);
}

/* How long a kernel waits for a block that may lie where nobody looks for it: far longer than a launch takes, and short
 * enough to lose for each point. Threads of an operating system need all there is. */
static inline double ga_patience_s(const struct ga_gpu *gpu) {
    return gpu->limits.memory_bytes == 0 ? gpu->spin_s : ga_spin_s(gpu, 1);
}

/* Of a visit among those on the device. */
static inline enum ga_status ga_misplaced(struct ga_gpu *gpu, void *visits, uint32_t index,
                                          struct ga_err *err) {
    const struct ga_visit visit = {GA_MISPLACED, 0, 0, 0};
    return gpu->backend->upload(gpu, (struct ga_visit *)visits + index, &visit, sizeof visit, err);
}

/* One block of one thread on every SM, and no more. For ga_place. */
static inline enum ga_status ga_launch_on_each(struct ga_gpu *gpu, const void *entry,
                                               const void *args, struct ga_err *err) {
    const struct ga_launch launch = {entry, gpu->limits.sm_count, 1,
                                     ga_exclusive_shared_bytes(&gpu->limits, 1, 0), args};
    return gpu->backend->launch(gpu, &launch, 1, err);
}

/* Where a block is. `sm` counts the SMs that are in use from 0, in order of their id. */
struct ga_place {
    uint32_t sm_id, sm;
    uint32_t rank; /* 0 .. blocks_per_sm - 1 among the blocks of this SM */
};

/* Every thread of every block calls this once, first. table: n_blocks zeroed words. scratch:
 * n_blocks words of shared memory. Assumes that all blocks are resident; waits spin_ticks at most.
 * out: GA_OK and *place in every thread; GA_TIMEOUT if a block never came; GA_ERROR if an SM has
 * another number of blocks than blocks_per_sm. */
GA_DEVICE uint32_t ga_find_place(uint32_t *table, uint32_t blocks_per_sm, uint64_t spin_ticks,
                                 uint32_t *scratch, struct ga_place *place) {
    const uint32_t n = ga_n_blocks(), me = ga_block(), my_id = ga_sm_id();
    const uint64_t begin = ga_ticks();
    if (ga_thread() == 0)
        ga_store_u32_device_release(&table[me], my_id + 1);
    GA_NO_UNROLL
    for (uint32_t b = ga_thread(); b < n; b += ga_n_threads()) {
        uint32_t id = 0;
        while ((id = ga_load_u32_device_acquire(&table[b])) == 0 && ga_ticks() - begin < spin_ticks)
            ga_pause();
        scratch[b] = id;
    }
    ga_block_sync();
    uint32_t same = 0, lower = 0, earlier = 0, missing = 0;
    const uint32_t mine = scratch[me];
    GA_NO_UNROLL
    for (uint32_t b = 0; b < n; b++) {
        const uint32_t id = scratch[b];
        missing += id == 0;
        same += id == mine;
        earlier += id == mine && b < me;
        lower += id < mine;
    }
    ga_block_sync();
    place->sm_id = mine - 1;
    place->rank = earlier;
    place->sm = lower / blocks_per_sm;
    return missing ? GA_TIMEOUT : same == blocks_per_sm ? GA_OK : GA_ERROR;
}

#endif
