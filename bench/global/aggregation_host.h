/* The host's side of global_aggregation. */
#ifndef GA_AGGREGATION_HOST_H
#define GA_AGGREGATION_HOST_H

#include "aggregation_kernels.h"
#include "keyed_host.h"

enum aggregation_method { AGG_PLAIN, AGG_FREE, AGG_MATCH, AGG_BALLOT, AGG_SHARED, AGG_PARTITIONED };

enum {
    AGGREGATION_BINS = 1 << 16,
    AGGREGATION_COPIES = 64,
    AGGREGATION_COUNTS = 4, /* of a sample, at most */
    AGGREGATION_LINE = 32,  /* words; a copy in device memory begins on a line */
    AGGREGATION_BRIEF = 8   /* times fewer keys in a run that does not count, if it is long */
};

struct aggregation_point {
    uint32_t method, copies;
    struct keyed_input input;
    const void *entry;
};

static inline uint32_t aggregation_stride(const struct aggregation_point *p) {
    return p->input.bins < AGGREGATION_LINE ? (uint32_t)AGGREGATION_LINE : p->input.bins;
}

static inline size_t aggregation_shared_bytes(const struct aggregation_point *p) {
    return p->method == AGG_SHARED ? (size_t)p->copies * p->input.bins * sizeof(uint32_t) : 0;
}

/* Blocks that fill the device, all resident. */
struct aggregation_grid {
    uint32_t n_blocks, n_threads;
    size_t shared_bytes;
};

static inline struct aggregation_grid aggregation_fill(const struct ga_limits *limits,
                                                       const struct aggregation_point *p) {
    const struct ga_occupancy full = ga_occupancy_for(limits, limits->warps_per_sm);
    const size_t bytes = aggregation_shared_bytes(p);
    const size_t fit = limits->shared_bytes_per_sm / (bytes + KEYED_RESERVED);
    uint32_t k = full.blocks_per_sm;
    if (bytes > 0 && fit < k)
        k = fit > 0 ? (uint32_t)fit : 1;
    return {k * limits->sm_count, full.warps_per_block * limits->warp_size,
            bytes > 0 ? ga_exclusive_shared_bytes(limits, k, bytes) : 0};
}

union aggregation_any_args {
    struct aggregation_args count;
    struct aggregation_merge_args merge;
    struct aggregation_check_args check;
};

static inline bool aggregation_is_long(const struct aggregation_point *p) {
    return p->method == AGG_PLAIN || p->method == AGG_PARTITIONED;
}

/* How many counts a sample is the mean of. Of the presets' keys `plain` and `partitioned` take tens of microseconds and
 * more; the others can take so few that steps of the timer would be seen. */
static inline uint32_t aggregation_counts(const struct aggregation_point *p) {
    return aggregation_is_long(p) ? 1 : AGGREGATION_COUNTS;
}

namespace { /* of this backend alone */
/* See keyed_host.h. Work: the counts, then the copies that `partitioned` sums. Input: keys, then the counts that they must
 * give. */
struct aggregation_bench {
    using Args = union aggregation_any_args;
    enum { MOST_LAUNCHES = 4 };
    const struct ga_limits *limits;
    const struct aggregation_point *points;

    struct keyed_point point(uint32_t i) const {
        return {points[i].input, aggregation_counts(&points[i])};
    }
    size_t work_bytes() const {
        return (size_t)(1 + AGGREGATION_COPIES) * AGGREGATION_BINS * sizeof(uint32_t);
    }
    size_t most_laps() const {
        return (size_t)limits->sm_count * limits->warps_per_sm +
               AGGREGATION_BINS / limits->warp_size + 1;
    }
    size_t input_bytes(const struct keyed_input *in) const {
        return ((size_t)in->n_keys + in->bins) * sizeof(uint32_t);
    }
    enum ga_status make(const struct keyed_input *in, char *host, uint64_t *,
                        struct ga_err *err) const {
        uint32_t *const keys = (uint32_t *)host;
        return keyed_make(in, keys, keys + in->n_keys, err);
    }
    enum ga_status tell(uint32_t, const struct keyed_sample *, uint32_t) const { return GA_OK; }

    /* One count, the sum of its copies if it has any, and the check. A long one that is no sample's is of the first keys alone,
     * behind a look at all of them. */
    uint32_t push(struct keyed_queue<Args> *q, uint32_t i, const struct keyed_where &at) const {
        const struct aggregation_point *const p = &points[i];
        const struct aggregation_grid grid = aggregation_fill(limits, p);
        const uint32_t bins = p->input.bins, stride = aggregation_stride(p);
        const bool parted = p->method == AGG_PARTITIONED;
        uint32_t *const counts = (uint32_t *)at.work, *const parts = counts + AGGREGATION_BINS;
        const uint32_t mergers = parted ? (bins + grid.n_threads - 1) / grid.n_threads : 0;
        const uint32_t n_parts = parted ? p->copies * stride : 0;
        struct aggregation_args args = {(const struct keyed_quad *)at.input,
                                        parted ? parts : counts,
                                        at.laps,
                                        p->input.n_keys / KEYED_QUAD,
                                        bins,
                                        p->copies,
                                        stride};
        const bool brief = !at.counts && aggregation_is_long(p) &&
                           args.n_quads >= AGGREGATION_BRIEF * limits->warp_size;
        if (brief) {
            q->push(GA_ENTRY(aggregation_look), grid.n_blocks, grid.n_threads, 0)->count = args;
            args.n_quads /= AGGREGATION_BRIEF;
        }
        q->push(p->entry, grid.n_blocks, grid.n_threads, grid.shared_bytes)->count = args;
        if (parted)
            q->push(GA_ENTRY(aggregation_merge), mergers, grid.n_threads, 0)->merge = {
                parts, counts, at.laps + grid.n_blocks, bins, p->copies, stride};
        q->push_check(limits, GA_ENTRY(aggregation_check), bins > n_parts ? bins : n_parts)
            ->check = {counts,
                       parts,
                       brief ? nullptr : (const uint32_t *)at.input + p->input.n_keys,
                       at.laps,
                       at.sample,
                       bins,
                       n_parts,
                       grid.n_blocks + mergers};
        return grid.n_blocks + mergers;
    }
};

} // namespace

/* points: what those of the batch are. err: as ga_backend.launch. */
static inline enum ga_status aggregation_measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                                                 const struct aggregation_point *points,
                                                 struct ga_err *err) {
    struct aggregation_bench bench = {&gpu->limits, points};
    return keyed_measure(gpu, batch, &bench, err);
}

#endif
