/* The host's side of global_determinism. */
#ifndef GA_DETERMINISM_HOST_H
#define GA_DETERMINISM_HOST_H

#include <algorithm>

#include "determinism_kernels.h"
#include "keyed_host.h"

enum determinism_way {
    DETERMINISM_ATOMIC,
    DETERMINISM_FIXED_POINT,
    DETERMINISM_TREE,
    DETERMINISM_SORTED
};

struct determinism_point {
    enum determinism_way way;
    struct keyed_input input;
    uint32_t runs;
    const void *entry;
};

/* Runs of a visit: of the atomic sum, whose spread they show, a thousand; fewer of many values, which take long, of ways
 * whose spread is 0, and on the stand-in. */
static inline uint32_t determinism_runs(const struct ga_limits *limits, enum determinism_way way,
                                        uint32_t n_values) {
    if (limits->memory_bytes == 0)
        return 20;
    return way == DETERMINISM_ATOMIC && n_values <= 1 << 16 ? 1000 : 100;
}

/* out: threads of a block whose own sums fit into its shared memory; 0: there are too many sums. */
static inline uint32_t determinism_tree_threads(const struct ga_limits *limits, uint32_t n_sums) {
    uint32_t n = 1;
    while (2 * n <= limits->threads_per_block &&
           (size_t)2 * n * n_sums * sizeof(float) <= limits->shared_bytes_per_block)
        n *= 2;
    return n < limits->warp_size ? 0 : n;
}

namespace { /* of this backend alone */
/* What is uploaded of an input, as offsets. The values of a sum are split into chunks; their number is facts[0]. */
struct determinism_input {
    size_t keys, values, order, chunks, firsts, exact, bounds, size;

    explicit determinism_input(const struct keyed_input *in) {
        const size_t n = in->n_keys, n_sums = in->bins, most = n / DETERMINISM_CHUNK + n_sums + 1;
        size = 0;
        keys = ga_carve(&size, n * sizeof(uint32_t));
        values = ga_carve(&size, n * sizeof(float));
        order = ga_carve(&size, n * sizeof(uint32_t));
        chunks = ga_carve(&size, most * sizeof(uint32_t));
        firsts = ga_carve(&size, (n_sums + 1) * sizeof(uint32_t));
        exact = ga_carve(&size, n_sums * sizeof(float));
        bounds = ga_carve(&size, n_sums * sizeof(float));
    }
};

} // namespace

namespace { /* of this backend alone */
/* See keyed_host.h. Work: sums, their least and most, whole numbers, parts. */
struct determinism_bench {
    union Args {
        struct determinism_args sum;
        struct determinism_check_args check;
    };
    enum { MOST_LAUNCHES = 3 };
    const struct ga_limits *limits;
    const struct determinism_point *points;
    uint32_t n_points;
    double *tallies;
    uint32_t last;    /* the point that was pushed last */
    size_t most_sums; /* of any batch so far: no point finds what another left elsewhere */

    struct keyed_point point(uint32_t i) const {
        return {points[i].input, points[i].runs};
    }
    size_t most_laps() const { return 2 * (size_t)limits->sm_count * limits->warps_per_sm; }
    size_t input_bytes(const struct keyed_input *in) const { return determinism_input(in).size; }

    /* For the most of any batch so far: what is stored behind need not move. */
    size_t work_bytes() {
        static size_t sums, parts;
        for (uint32_t i = 0; i < n_points; i++) {
            const struct keyed_input *const in = &points[i].input;
            const size_t chunks = in->n_keys / DETERMINISM_CHUNK + (size_t)in->bins;
            const size_t blocks = points[i].way == DETERMINISM_TREE ? most_laps() * in->bins : 0;
            sums = std::max(sums, (size_t)in->bins);
            parts = std::max({parts, chunks, blocks});
        }
        most_sums = sums;
        return (3 * sums + parts) * sizeof(float) + sums * sizeof(uint64_t) + 1024;
    }

    /* Values are multiples of 2^-24, so that their sum is exact in a double, and in fixed point. bounds: the error of n
     * roundings; of 1 the float nearest to it. src: Higham, "Accuracy and Stability of Numerical Algorithms", 4.2. */
    enum ga_status make(const struct keyed_input *in, char *host, uint64_t *facts,
                        struct ga_err *err) const {
        const struct determinism_input at(in);
        uint32_t *const keys = (uint32_t *)(host + at.keys), *const order =
                                                                 (uint32_t *)(host + at.order);
        uint32_t *const chunks = (uint32_t *)(host + at.chunks);
        uint32_t *const firsts = (uint32_t *)(host + at.firsts);
        float *const values = (float *)(host + at.values), *const exact =
                                                               (float *)(host + at.exact);
        float *const bounds = (float *)(host + at.bounds);
        uint32_t *const next = new (std::nothrow) uint32_t[in->bins];
        double *const sums = new (std::nothrow) double[in->bins]();
        enum ga_status status = next && sums ? keyed_make(in, keys, next, err)
                                             : ga_fail(err, GA_ERROR, "out of memory for sums");
        uint64_t state = ~in->seed;
        uint32_t n_chunks = 0, begin = 0;
        for (uint32_t s = 0; status == GA_OK && s < in->bins; s++) {
            const uint32_t count = next[s];
            firsts[s] = n_chunks;
            for (uint32_t i = 0; i < count; i += DETERMINISM_CHUNK)
                chunks[n_chunks++] = begin + i;
            next[s] = begin;
            begin += count;
            bounds[s] = (float)count * 0x1p-23f;
        }
        for (uint32_t i = 0; status == GA_OK && i < in->n_keys; i++) {
            values[i] = (float)((ga_splitmix64(&state) >> 41) * 2 + 1) * 0x1p-24f;
            order[next[keys[i]]++] = i;
            sums[keys[i]] += (double)values[i];
        }
        for (uint32_t s = 0; status == GA_OK && s < in->bins; s++) {
            exact[s] = (float)sums[s];
            bounds[s] *= exact[s];
        }
        if (status == GA_OK) {
            chunks[n_chunks] = in->n_keys;
            firsts[in->bins] = n_chunks;
            facts[0] = n_chunks;
        }
        delete[] sums;
        delete[] next;
        return status;
    }

    enum ga_status tell(uint32_t i, const struct keyed_sample *runs, uint32_t n) const {
        uint64_t widest = 0;
        for (uint32_t k = 0; k < n; k++)
            widest = std::max(widest, runs[k].found);
        tallies[2 * i] = (double)widest;
        tallies[2 * i + 1] = n;
        return points[i].way == DETERMINISM_ATOMIC || widest == 0 ? GA_OK : GA_WRONG;
    }

    struct keyed_grid grid_of(const struct determinism_point *p, uint64_t n_chunks) const {
        const uint32_t warp = limits->warp_size;
        if (p->way == DETERMINISM_SORTED)
            return keyed_fit(limits, (uint32_t)n_chunks * warp, 0);
        if (p->way != DETERMINISM_TREE)
            return keyed_fit(limits, p->input.n_keys / KEYED_QUAD, 0);
        const uint32_t n_threads = determinism_tree_threads(limits, p->input.bins);
        const size_t bytes = (size_t)n_threads * p->input.bins * sizeof(float) + KEYED_RESERVED;
        const uint32_t needed = (p->input.n_keys / KEYED_QUAD + n_threads - 1) / n_threads;
        const uint32_t fit = (uint32_t)std::min<size_t>(limits->shared_bytes_per_sm / bytes,
                                                        limits->warps_per_sm * warp / n_threads);
        return {std::min(needed, std::max(fit, 1u) * limits->sm_count), n_threads};
    }

    uint32_t push(struct keyed_queue<Args> *q, uint32_t i, const struct keyed_where &at) {
        const struct determinism_point *const p = &points[i];
        const struct determinism_input in(&p->input);
        const uint32_t n_sums = p->input.bins, n_chunks = (uint32_t)at.facts[0];
        const struct keyed_grid grid = grid_of(p, n_chunks);
        const bool is_tree = p->way == DETERMINISM_TREE, is_sorted = p->way == DETERMINISM_SORTED;
        const size_t own = is_tree ? (size_t)grid.n_threads * n_sums * sizeof(float) : 0;
        uint64_t *const fixed = (uint64_t *)at.work;
        float *const sums = (float *)(fixed + most_sums);
        struct determinism_args args = {(const struct keyed_quad *)(at.input + in.keys),
                                        (const struct determinism_quad *)(at.input + in.values),
                                        sums,
                                        sums + 3 * most_sums,
                                        fixed,
                                        (const uint32_t *)(at.input + in.order),
                                        (const uint32_t *)(at.input + in.chunks),
                                        is_tree ? nullptr
                                                : (const uint32_t *)(at.input + in.firsts),
                                        at.laps,
                                        p->input.n_keys / KEYED_QUAD,
                                        n_sums,
                                        n_chunks,
                                        grid.n_blocks};
        q->push(p->entry, grid.n_blocks, grid.n_threads, own)->sum = args;
        args.laps += grid.n_blocks;
        struct keyed_grid second = {0, 0};
        if (is_tree || is_sorted) {
            second = keyed_fit(limits, n_sums * limits->warp_size, 0);
            q->push(GA_ENTRY(global_determinism_finish), second.n_blocks, second.n_threads, 0)
                ->sum = args;
        } else if (p->way == DETERMINISM_FIXED_POINT) {
            second = {std::min(n_sums / 128 + 1, limits->sm_count),
                      std::min(128u, limits->threads_per_block)};
            q->push(GA_ENTRY(determinism_to_float), second.n_blocks, second.n_threads, 0)->sum =
                args;
        }
        const uint32_t n_laps = grid.n_blocks + second.n_blocks;
        q->push_check(limits, GA_ENTRY(determinism_check), n_sums)->check = {
            sums,
            sums + most_sums,
            sums + 2 * most_sums,
            fixed,
            (const float *)(at.input + in.exact),
            (const float *)(at.input + in.bounds),
            at.laps,
            at.sample,
            n_sums,
            n_laps,
            i != last};
        last = i;
        return n_laps;
    }
};

} // namespace

#endif
