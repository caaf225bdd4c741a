/* What reads long arrays once, with an atomic or two. Of each kernel: the atomics of an iteration on sm_90, and
 * what it is expected to be bound by on an H200. Here that is mostly device memory. */
#include "truth.h"

/* Of four words those that are wanted go side by side into a buffer of the block, and are worked on from there. An
 * item is 1024 words, a tile of a block of 256 threads. Kept: what is wanted, mixed and summed, and the number. */
enum { TILE = 1024, STREAM_KINDS = 16 };
__host__ __device__ static inline bool is_wanted(uint32_t x) { return x % 4 == 0; }

/* The places of a thread's wanted words. Each by an add of its own on one word, which the compiler makes one of a warp
 * with a sum (ATOMS.POPC.INC or ATOMS.ADD by one lane); or one add of the warp, by hand. */
template <bool ByWarp>
__device__ static inline void places_of(const uint32_t (&x)[4], uint32_t *n, uint32_t (&at)[4]) {
    if (!ByWarp) {
        for (uint32_t k = 0; k < 4; k++)
            at[k] = is_wanted(x[k]) ? atomicAdd(n, 1u) : 0;
        return;
    }
    const uint32_t lane = threadIdx.x % 32;
    uint32_t sum = 0, first = 0;
    for (uint32_t k = 0; k < 4; k++) {
        const uint32_t wanted = __ballot_sync(~0u, is_wanted(x[k]));
        at[k] = sum + (uint32_t)__popc(wanted & ((1u << lane) - 1));
        sum += (uint32_t)__popc(wanted);
    }
    if (lane == 0)
        first = atomicAdd(n, sum);
    first = __shfl_sync(~0u, first, 0);
    for (uint32_t k = 0; k < 4; k++)
        at[k] += first;
}
template <int Extra, bool ByWarp> __device__ static void compact(const struct truth_work &w) {
    __shared__ uint32_t n, buffer[TILE], kinds[2 * STREAM_KINDS];
    const uint32_t one = truth_one(w);
    uint32_t sum = 0, all = 0;
    truth_clear(kinds, 2 * STREAM_KINDS);
    for (uint32_t item = blockIdx.x; item < w.items; item += gridDim.x) {
        if (threadIdx.x == 0)
            n = 0;
        __syncthreads();
        const uint4 four = ((const uint4 *)w.in)[(item & w.mask) * (TILE / 4) + threadIdx.x];
        const uint32_t x[4] = {four.x, four.y, four.z, four.w};
        uint32_t at[4];
        places_of<ByWarp>(x, &n, at);
        for (uint32_t k = 0; k < 4; k++)
            if (is_wanted(x[k]))
                buffer[at[k]] = x[k];
        if (truth_does<Extra>(w, &kinds[four.x >> 28])) {
            atomicAdd(&kinds[four.x >> 28], one);
            if (Extra > 0)
                atomicAdd(&kinds[STREAM_KINDS + (four.x >> 28)], one);
        }
        __syncthreads();
        for (uint32_t i = threadIdx.x; i < n; i += blockDim.x)
            sum += truth_mix(buffer[i]);
        all += threadIdx.x == 0 ? n : 0;
        __syncthreads();
    }
    truth_add_warp(&w.out[2 * STREAM_KINDS], sum);
    truth_add_warp(&w.out[2 * STREAM_KINDS + 1], all);
    truth_add_up(kinds, 2 * STREAM_KINDS, w.out);
}
static void expect_compact(const uint32_t *in, uint32_t n, uint32_t rounds, int extra,
                           uint32_t *out) {
    for (uint32_t i = 0; i < n * TILE; i++) {
        if (is_wanted(in[i])) {
            out[2 * STREAM_KINDS] += rounds * truth_mix(in[i]);
            out[2 * STREAM_KINDS + 1] += rounds;
        }
        if (i % 4 == 0 && extra >= 0)
            out[in[i] >> 28] += rounds;
        if (i % 4 == 0 && extra > 0)
            out[STREAM_KINDS + (in[i] >> 28)] += rounds;
    }
}

/* compact_plain: 4 adds of one lane, 1 add (ATOMS.ADD) of all lanes on 16 words. */
template <int Extra> static __global__ void compact_plain(struct truth_work w) {
    TRUTH_BEGIN(w);
    compact<Extra, false>(w);
}
/* compact_by_warp: 1 add of one lane, 1 add of all lanes on 16 words. */
template <int Extra> static __global__ void compact_by_warp(struct truth_work w) {
    TRUTH_BEGIN(w);
    compact<Extra, true>(w);
}

/* tree_sums: the sum of four words a lane, by shuffles in the warp and from there by 1 add of one lane
 * (ATOMS.ADD). */
enum { SUMS = 32 };
template <int Extra> static __global__ void tree_sums(struct truth_work w) {
    TRUTH_BEGIN(w);
    __shared__ uint32_t sums[2 * SUMS];
    uint32_t seen = 0;
    truth_clear(sums, 2 * SUMS);
    for (uint32_t i = truth_first(); i < w.items; i += truth_stride()) {
        const uint4 x = ((const uint4 *)w.in)[i & w.mask];
        const uint32_t active = __activemask();
        uint32_t sum = x.x + x.y + x.z + x.w;
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_down_sync(active, sum, d);
        if (i % 32 == 0 && truth_does<Extra>(w, &sums[i / 32 % SUMS])) {
            atomicAdd(&sums[i / 32 % SUMS], sum);
            if (Extra > 0)
                atomicAdd(&sums[SUMS + i / 32 % SUMS], sum);
        }
        seen ^= sum;
    }
    truth_keep(w, seen);
    truth_add_up(sums, 2 * SUMS, w.out);
}
static void expect_sums(const uint32_t *in, uint32_t n, uint32_t rounds, int extra, uint32_t *out) {
    for (uint32_t i = 0; i < 4 * n; i++) {
        if (extra >= 0)
            out[i / 128 % SUMS] += rounds * in[i];
        if (extra > 0)
            out[SUMS + i / 128 % SUMS] += rounds * in[i];
    }
}

/* transpose: a matrix of SIDE words a row, in tiles of 32 x 32 by way of shared memory; and how many numbers of each
 * column of a tile are negative: 1 add (ATOMS.ADD), of which no two lanes share a bank. Reads and writes. An item is a
 * tile. */
#ifndef TRUTH_SIDE_LOG2 /* less in the emulation */
#define TRUTH_SIDE_LOG2 12
#endif
enum { SIDE_LOG2 = TRUTH_SIDE_LOG2, SIDE = 1 << SIDE_LOG2, TILES_LOG2 = 2 * SIDE_LOG2 - 10 };
template <int Extra> static __global__ void transpose(struct truth_work w) {
    TRUTH_BEGIN(w);
    __shared__ uint32_t tile[32][33], negative[64];
    const uint32_t x = threadIdx.x % 32, y = threadIdx.x / 32;
    truth_clear(negative, 64);
    for (uint32_t item = blockIdx.x; item < w.items; item += gridDim.x) {
        const uint32_t column = (item & w.mask) % (SIDE / 32) * 32,
                       row = (item & w.mask) / (SIDE / 32) * 32;
        for (uint32_t k = y; k < 32; k += blockDim.x / 32) {
            const uint32_t number = w.in[(row + k) * SIDE + column + x];
            tile[k][x] = number;
            if (truth_does<Extra>(w, &negative[x], number >> 31)) {
                atomicAdd(&negative[x], number >> 31);
                if (Extra > 0)
                    atomicAdd(&negative[32 + x], number >> 31);
            }
        }
        __syncthreads();
        for (uint32_t k = y; k < 32; k += blockDim.x / 32)
            w.out[64 + (column + k) * SIDE + row + x] = tile[x][k];
        __syncthreads();
    }
    truth_add_up(negative, 64, w.out);
}
static void expect_transpose(const uint32_t *in, uint32_t n, uint32_t rounds, int extra,
                             uint32_t *out) {
    for (uint32_t item = 0; item < n; item++) {
        const uint32_t column = item % (SIDE / 32) * 32, row = item / (SIDE / 32) * 32;
        for (uint32_t k = 0; k < 1024; k++) {
            const uint32_t number = in[(row + k / 32) * SIDE + column + k % 32];
            out[64 + (column + k % 32) * SIDE + row + k / 32] = number;
            if (extra >= 0)
                out[k % 32] += rounds * (number >> 31);
            if (extra > 0)
                out[32 + k % 32] += rounds * (number >> 31);
        }
    }
}

const struct truth_row truth_streams[] = {
    {"compact_plain", 15, TILE, 24, 2 * STREAM_KINDS + 2, 256, 8, truth_random,
     TRUTH_KERNELS(compact_plain), expect_compact, NULL},
    {"compact_by_warp", 15, TILE, 24, 2 * STREAM_KINDS + 2, 256, 8, truth_random,
     TRUTH_KERNELS(compact_by_warp), expect_compact, NULL},
    {"tree_sums", 23, 4, 24, 2 * SUMS, 256, 8, truth_random, TRUTH_KERNELS(tree_sums), expect_sums,
     NULL},
    {"transpose", TILES_LOG2, 1024, 24, 64 + SIDE *SIDE, 256, 8, truth_random,
     TRUTH_KERNELS(transpose), expect_transpose, NULL},
    {NULL, 0, 0, 0, 0, 0, 0, NULL, {NULL, NULL, NULL}, NULL, NULL}};
