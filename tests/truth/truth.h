/* Kernels with atomics on shared memory, written as anybody would write them, against which the utilization
 * model is held. They use nothing of the suite.
 *
 * Every kernel is a template over Extra: 0 is the kernel, 1 does one more atomic in each iteration, on words
 * with the same contention (mostly a second table at the same index), and -1 jumps over one (truth_does). Nothing else
 * differs: on sm_90 all forms have the same instructions, but for the one more of 1, or its loop of a load and a
 * compare-and-swap. What it leaves is checked against the CPU for all three. `one` is a 1 that the compiler
 * does not know: a known one becomes ATOMS.POPC.INC. */
#ifndef TRUTH_H
#define TRUTH_H

#include <stdint.h>

#include <cuda_runtime.h>

#ifdef TRUTH_NONE
#include "none.h"
#define TRUTH_BEGIN(w) const truth_kept kept((w).sink, (w).one + 0x5bd1e995u)
#else
#define TRUTH_BEGIN(w)                                                                             \
    ((void)0) /* of a kernel; without its atomics it keeps what they were given */
#endif

#define TRUTH_NEVER 0xffffffffu

/* Item i of items is about the words at in + (i & mask) * the row's words_each. out: the row's n_out words, 0
 * before. sink: a word that nobody reads. one: 1; never: TRUTH_NEVER; both unknown to the compiler. */
struct truth_work {
    const uint32_t *in;
    uint32_t *out, *sink;
    uint32_t mask, items, one, never;
};

/* A kernel and its work: 2^items_log2 different items, each done `rounds` times. expect adds to out, n_out
 * words of 0, what the kernel must leave in it. library: instead of kernels; a call of the toolkit's library,
 * with temporary == NULL to ask for *bytes. */
struct truth_row {
    const char *name;
    uint32_t items_log2, words_each, rounds, n_out;
    uint32_t threads, blocks_per_sm;
    void (*fill)(uint32_t *in, uint32_t n_words);
    const void *kernel[3]; /* Extra -1, 0, 1 */
    void (*expect)(const uint32_t *in, uint32_t n_items, uint32_t rounds, int extra, uint32_t *out);
    cudaError_t (*library)(const struct truth_work *work, void *temporary, size_t *bytes);
};

/* For the compiler of kernels; the host's does not know the word. */
#ifdef __CUDA_ARCH__
#define TRUTH_UNROLL _Pragma("unroll")
#else
#define TRUTH_UNROLL
#endif

#define TRUTH_KERNELS(f)                                                                           \
    { (const void *)f<-1>, (const void *)f<0>, (const void *)f<1> }

/* The rows of a file, ended by one without a name. */
extern const struct truth_row truth_counts[], truth_bins[], truth_words[], truth_sums[],
    truth_tables[], truth_queues[], truth_streams[], truth_graphs[], truth_library[];

/* A mix of 32 bits: every bit of x moves every bit of it. */
__host__ __device__ inline uint32_t truth_mix(uint32_t x) {
    x = (x ^ (x >> 15)) * 0x2c1b3c6du;
    x = (x ^ (x >> 12)) * 0x297a2d39u;
    return x ^ (x >> 15);
}

inline void truth_random(uint32_t *in, uint32_t n_words) {
    for (uint32_t i = 0; i < n_words; i++)
        in[i] = truth_mix(i + 1);
}

__device__ inline uint32_t truth_first() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ inline uint32_t truth_stride() { return gridDim.x * blockDim.x; }

/* By all threads of a block: words of shared memory to 0. */
__device__ inline void truth_clear(uint32_t *words, uint32_t n) {
    for (uint32_t i = threadIdx.x; i < n; i += blockDim.x)
        words[i] = 0;
    __syncthreads();
}

/* By all threads of a block: its words to the grid's. */
__device__ inline void truth_add_up(const uint32_t *words, uint32_t n, uint32_t *out) {
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < n; i += blockDim.x)
        if (words[i])
            atomicAdd(&out[i], words[i]);
}

/* By whole warps: the sum of x over the lanes, to a word of the grid. */
__device__ inline void truth_add_warp(uint32_t *word, uint32_t x) {
    for (int d = 16; d > 0; d /= 2)
        x += __shfl_down_sync(~0u, x, d);
    if (threadIdx.x % 32 == 0)
        atomicAdd(word, x);
}

/* Keeps what was computed from being left out, where no atomic needs it. */
__device__ inline void truth_keep(const struct truth_work &w, uint32_t x) {
    if (x == w.one + 0x5bd1e995u)
        *w.sink = x;
}

/* Whether the atomic that -1 goes without is done: at 0 and 1 always, at -1 never, which the compiler does not
 * know. Asked of word, the atomic's in shared memory or one at a constant distance, and of its operand where nothing
 * else needs that: so they are computed before it in every form. Both are below w.never. It is an order, because
 * the compiler puts one of two that are equal for the other. TRUTH_PLAIN: it is known, and there is no way around. */
#ifdef TRUTH_PLAIN
template <int Extra>
__device__ inline bool truth_does(const struct truth_work &, const void *, uint32_t = 0) {
    return Extra >= 0;
}
#else
template <int Extra>
__device__ inline bool truth_does(const struct truth_work &w, const void *word,
                                  uint32_t operand = 0) {
#ifdef __CUDA_ARCH__
    const uint32_t at = (uint32_t)__cvta_generic_to_shared(word);
#else
    const uint32_t at = (uint32_t)(uintptr_t)word >> 1; /* any number below */
#endif
    const uint32_t most = at > operand ? at : operand;
    return Extra < 0 ? most >= w.never : most < w.never;
}
#endif

/* w.one in a register. Where only the atomic of truth_does needs it, w.one is a load (LDC) that -1 goes without. */
__device__ inline uint32_t truth_one(const struct truth_work &w) {
    return w.one + (threadIdx.x > w.never);
}

/* To n table words, but for the last at -1, and once more the first, in the second table, at 1. */
template <int Extra, uint32_t N>
__device__ inline void truth_add(const struct truth_work &w, uint32_t *table, uint32_t *more,
                                 const uint32_t (&at)[N], uint32_t x) {
    TRUTH_UNROLL
    for (uint32_t k = 0; k < N; k++) {
        if (k + 1 < N || truth_does<Extra>(w, &table[at[k]]))
            atomicAdd(&table[at[k]], x);
        if (Extra > 0 && k == 0)
            atomicAdd(&more[at[k]], x);
    }
}

/* The same on the CPU, `more` words behind the table. */
template <uint32_t N>
inline void truth_expect(uint32_t *out, uint32_t more, const uint32_t (&at)[N], uint32_t x,
                         int extra) {
    for (uint32_t k = 0; k < N - (extra < 0); k++)
        out[at[k]] += x;
    if (extra > 0)
        out[more + at[0]] += x;
}

#endif
