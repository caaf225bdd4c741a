/* Bit operations, minima and maxima. Of each kernel: the atomics of an iteration on sm_90, and what it is
 * expected to be bound by on an H200. */
#include "truth.h"

/* bloom: a Bloom filter of 2^17 bits, four bits for a key. 4 or (ATOMS.OR) on random words: the unit. */
enum { FILTER = 4096 };
__host__ __device__ static inline uint32_t bit_of(uint32_t key, uint32_t k) {
    return (key * 0x9e3779b1u + k * 0x7f4a7c15u) * (2 * k + 0x85ebca6bu) >> 15;
}
template <int Extra> static __global__ void bloom(struct truth_work w) {
    TRUTH_BEGIN(w);
    __shared__ uint32_t filter[2 * FILTER];
    truth_clear(filter, 2 * FILTER);
    for (uint32_t i = truth_first(); i < w.items; i += truth_stride()) {
        const uint32_t key = w.in[i & w.mask];
        TRUTH_UNROLL
        for (uint32_t k = 0; k < 4; k++) {
            uint32_t *const word = &filter[bit_of(key, k) / 32];
            const uint32_t bit = 1u << bit_of(key, k) % 32;
            if (k < 3 || truth_does<Extra>(w, word, bit))
                atomicOr(word, bit);
            if (Extra > 0 && k == 0)
                atomicOr(word + FILTER, bit);
        }
    }
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < 2 * FILTER; i += blockDim.x)
        atomicOr(&w.out[i], filter[i]);
}
static void expect_bloom(const uint32_t *in, uint32_t n, uint32_t, int extra, uint32_t *out) {
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = 0; k < 4u - (extra < 0); k++)
            out[bit_of(in[i], k) / 32] |= 1u << bit_of(in[i], k) % 32;
        if (extra > 0)
            out[FILTER + bit_of(in[i], 0) / 32] |= 1u << bit_of(in[i], 0) % 32;
    }
}

/* group_maxima: the largest value of each of 256 groups, of four values a load. 1 maximum (ATOMS.MAX). The
 * values are in device memory: that. */
enum { GROUPS = 256 };
__host__ __device__ static inline uint32_t larger(uint32_t a, uint32_t b) { return a > b ? a : b; }
template <int Extra> static __global__ void group_maxima(struct truth_work w) {
    TRUTH_BEGIN(w);
    __shared__ uint32_t maxima[2 * GROUPS];
    truth_clear(maxima, 2 * GROUPS);
    uint32_t seen = 0;
    for (uint32_t i = truth_first(); i < w.items; i += truth_stride()) {
        const uint4 x = ((const uint4 *)w.in)[i & w.mask];
        const uint32_t most = larger(larger(x.x, x.y), larger(x.z, x.w));
        if (truth_does<Extra>(w, &maxima[x.x % GROUPS])) {
            atomicMax(&maxima[x.x % GROUPS], most);
            if (Extra > 0)
                atomicMax(&maxima[GROUPS + x.x % GROUPS], most);
        }
        seen ^= most;
    }
    truth_keep(w, seen);
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < 2 * GROUPS; i += blockDim.x)
        atomicMax(&w.out[i], maxima[i]);
}
static void expect_maxima(const uint32_t *in, uint32_t n, uint32_t, int extra, uint32_t *out) {
    for (uint32_t i = 0; i < n; i++, in += 4) {
        const uint32_t most = larger(larger(in[0], in[1]), larger(in[2], in[3]));
        uint32_t *const group = out + in[0] % GROUPS;
        if (extra >= 0)
            *group = larger(*group, most);
        if (extra > 0)
            group[GROUPS] = larger(group[GROUPS], most);
    }
}

/* depths: a depth buffer of 1024 pixels, four fragments of an item at random places. 4 minima (ATOMS.MIN),
 * each with about eight instructions that make the fragment: the unit, or nearly. */
enum { PIXELS = 1024 };
__host__ __device__ static inline uint32_t fragment_of(uint32_t item, uint32_t k) {
    return truth_mix(item * 4 + k);
}
template <int Extra> static __global__ void depths(struct truth_work w) {
    TRUTH_BEGIN(w);
    __shared__ uint32_t buffer[2 * PIXELS];
    for (uint32_t i = threadIdx.x; i < 2 * PIXELS; i += blockDim.x)
        buffer[i] = ~0u;
    __syncthreads();
    for (uint32_t i = truth_first(); i < w.items; i += truth_stride()) {
        TRUTH_UNROLL
        for (uint32_t k = 0; k < 4; k++) {
            const uint32_t x = fragment_of(i & w.mask, k);
            if (k < 3 || truth_does<Extra>(w, &buffer[x % PIXELS]))
                atomicMin(&buffer[x % PIXELS], x);
            if (Extra > 0 && k == 0)
                atomicMin(&buffer[PIXELS + x % PIXELS], x);
        }
    }
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < 2 * PIXELS; i += blockDim.x)
        atomicMax(&w.out[i], ~buffer[i]);
}
static void expect_depths(const uint32_t *, uint32_t n, uint32_t, int extra, uint32_t *out) {
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < 4u - (extra < 0); k++) {
            const uint32_t x = fragment_of(i, k);
            uint32_t *const pixel = out + x % PIXELS;
            *pixel = larger(*pixel, ~x);
            if (extra > 0 && k == 0)
                pixel[PIXELS] = larger(pixel[PIXELS], ~x);
        }
}

/* parities: the syndrome of a code: each word goes into eight of 512 parity checks, at fixed distances. 8
 * exclusive-ors (ATOMS.XOR), of which no two lanes share a bank: between. Rounds are odd, or all were 0. */
enum { CHECKS = 512 };
__host__ __device__ static inline uint32_t check_of(uint32_t i, uint32_t k) {
    return (i * (2 * k + 1) + (i >> 9) * (k + 3)) % CHECKS;
}
template <int Extra> static __global__ void parities(struct truth_work w) {
    TRUTH_BEGIN(w);
    __shared__ uint32_t checks[2 * CHECKS];
    truth_clear(checks, 2 * CHECKS);
    for (uint32_t i = truth_first(); i < w.items; i += truth_stride()) {
        const uint32_t item = i & w.mask, x = w.in[item];
        TRUTH_UNROLL
        for (uint32_t k = 0; k < 8; k++) {
            uint32_t *const check = &checks[check_of(item, k)];
            if (k < 7 || truth_does<Extra>(w, check))
                atomicXor(check, x);
            if (Extra > 0 && k == 0)
                atomicXor(check + CHECKS, x);
        }
    }
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < 2 * CHECKS; i += blockDim.x)
        atomicXor(&w.out[i], checks[i]);
}
static void expect_parities(const uint32_t *in, uint32_t n, uint32_t rounds, int extra,
                            uint32_t *out) {
    for (uint32_t i = 0; i < n && rounds % 2; i++) {
        for (uint32_t k = 0; k < 8u - (extra < 0); k++)
            out[check_of(i, k)] ^= in[i];
        if (extra > 0)
            out[CHECKS + check_of(i, 0)] ^= in[i];
    }
}

const struct truth_row truth_words[] = {
    {"bloom", 15, 1, 16384, 2 * FILTER, 512, 4, truth_random, TRUTH_KERNELS(bloom), expect_bloom,
     NULL},
    {"group_maxima", 23, 4, 24, 2 * GROUPS, 256, 8, truth_random, TRUTH_KERNELS(group_maxima),
     expect_maxima, NULL},
    {"depths", 20, 0, 384, 2 * PIXELS, 256, 8, NULL, TRUTH_KERNELS(depths), expect_depths, NULL},
    {"parities", 21, 1, 385, 2 * CHECKS, 256, 8, truth_random, TRUTH_KERNELS(parities),
     expect_parities, NULL},
    {NULL, 0, 0, 0, 0, 0, 0, NULL, {NULL, NULL, NULL}, NULL, NULL}};
