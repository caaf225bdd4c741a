/* Counting. Of each kernel: the atomics of an iteration on sm_90, and what it is expected to be bound by on
 * an H200, whose memory gives an SM about 18 bytes a cycle by its data sheet. */
#include "truth.h"

/* Letters of a text in which some are frequent: 0 to 25. */
static void text(uint32_t *in, uint32_t n_words) {
    for (uint32_t i = 0; i < n_words; i++) {
        in[i] = 0;
        for (uint32_t k = 0; k < 4; k++) {
            const uint32_t r = truth_mix(4 * i + k + 77);
            in[i] |= ((r & 1023) * (r >> 22) / 1024 * 26 / 1024) << 8 * k;
        }
    }
}

/* trigrams: the groups of three letters of eight, of a text, in 2048 counters. 6 counts (ATOMS.POPC.INC) on
 * words of random banks, some of them frequent. The text is in the L2: the unit. */
enum { TRIGRAMS = 2048 };
__host__ __device__ static inline void trigrams_of(uint32_t a, uint32_t b, uint32_t (&at)[6]) {
    for (uint32_t k = 0; k < 6; k++) {
        const uint32_t letters = k == 0  ? a
                                 : k < 4 ? a >> 8 * k | b << (32 - 8 * k)
                                         : b >> 8 * (k - 4);
        at[k] = (letters & 0xffffff) * 0x9e3779b1u >> 21;
    }
}
template <int Extra> static __global__ void trigrams(struct truth_work w) {
    TRUTH_BEGIN(w);
    __shared__ uint32_t table[2 * TRIGRAMS];
    truth_clear(table, 2 * TRIGRAMS);
    for (uint32_t i = truth_first(); i < w.items; i += truth_stride()) {
        const uint2 x = ((const uint2 *)w.in)[i & w.mask];
        uint32_t at[6];
        trigrams_of(x.x, x.y, at);
        truth_add<Extra>(w, table, table + TRIGRAMS, at, 1u);
    }
    truth_add_up(table, 2 * TRIGRAMS, w.out);
}
static void expect_trigrams(const uint32_t *in, uint32_t n, uint32_t rounds, int extra,
                            uint32_t *out) {
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at[6];
        trigrams_of(in[2 * i], in[2 * i + 1], at);
        truth_expect(out, TRIGRAMS, at, rounds, extra);
    }
}

/* buckets: the counting pass of a bucket sort, 64 buckets of uniform keys, four keys a load. 4 adds
 * (ATOMS.ADD). The keys are in device memory, a load takes 27 cycles: between. */
enum { BUCKETS = 64 };
template <int Extra> static __global__ void buckets(struct truth_work w) {
    TRUTH_BEGIN(w);
    __shared__ uint32_t table[2 * BUCKETS];
    truth_clear(table, 2 * BUCKETS);
    for (uint32_t i = truth_first(); i < w.items; i += truth_stride()) {
        const uint4 x = ((const uint4 *)w.in)[i & w.mask];
        const uint32_t at[4] = {x.x >> 26, x.y >> 26, x.z >> 26, x.w >> 26};
        truth_add<Extra>(w, table, table + BUCKETS, at, w.one);
    }
    truth_add_up(table, 2 * BUCKETS, w.out);
}
static void expect_buckets(const uint32_t *in, uint32_t n, uint32_t rounds, int extra,
                           uint32_t *out) {
    for (uint32_t i = 0; i < n; i++, in += 4) {
        const uint32_t at[4] = {in[0] >> 26, in[1] >> 26, in[2] >> 26, in[3] >> 26};
        truth_expect(out, BUCKETS, at, rounds, extra);
    }
}

/* radix_digits: the counts of six 4-bit digits of a key at once, for all passes of a radix sort. 6 adds
 * (ATOMS.ADD), about 5 of 32 lanes on one word. The keys are in the L2: the unit. */
enum { DIGITS = 96 };
__host__ __device__ static inline void digits_of(uint32_t x, uint32_t (&at)[6]) {
    for (uint32_t k = 0; k < 6; k++)
        at[k] = 16 * k + (x >> 4 * k & 15);
}
template <int Extra> static __global__ void radix_digits(struct truth_work w) {
    TRUTH_BEGIN(w);
    __shared__ uint32_t table[2 * DIGITS];
    truth_clear(table, 2 * DIGITS);
    for (uint32_t i = truth_first(); i < w.items; i += truth_stride()) {
        uint32_t at[6];
        digits_of(w.in[i & w.mask], at);
        truth_add<Extra>(w, table, table + DIGITS, at, w.one);
    }
    truth_add_up(table, 2 * DIGITS, w.out);
}
static void expect_digits(const uint32_t *in, uint32_t n, uint32_t rounds, int extra,
                          uint32_t *out) {
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at[6];
        digits_of(in[i], at);
        truth_expect(out, DIGITS, at, rounds, extra);
    }
}

/* degrees: the degrees of 1024 vertices from a list of edges, two a load; few vertices have most edges.
 * 4 adds (ATOMS.ADD). The edges are in the L2: the unit. */
enum { VERTICES = 1024 };
static void edges(uint32_t *in, uint32_t n_words) {
    for (uint32_t i = 0; i < n_words; i++) {
        const uint32_t r = truth_mix(i + 31), s = truth_mix(i + 500001);
        in[i] = (r & 1023) * (r >> 22) / 1024 | (s & 1023) * (s >> 22) / 1024 << 16;
    }
}
template <int Extra> static __global__ void degrees(struct truth_work w) {
    TRUTH_BEGIN(w);
    __shared__ uint32_t table[2 * VERTICES];
    truth_clear(table, 2 * VERTICES);
    for (uint32_t i = truth_first(); i < w.items; i += truth_stride()) {
        const uint2 x = ((const uint2 *)w.in)[i & w.mask];
        const uint32_t at[4] = {x.x & 1023, x.x >> 16, x.y & 1023, x.y >> 16};
        truth_add<Extra>(w, table, table + VERTICES, at, w.one);
    }
    truth_add_up(table, 2 * VERTICES, w.out);
}
static void expect_degrees(const uint32_t *in, uint32_t n, uint32_t rounds, int extra,
                           uint32_t *out) {
    for (uint32_t i = 0; i < n; i++, in += 2) {
        const uint32_t at[4] = {in[0] & 1023, in[0] >> 16, in[1] & 1023, in[1] >> 16};
        truth_expect(out, VERTICES, at, rounds, extra);
    }
}

/* run_lengths: how many runs of equal bits a bit map has, by length, and how often they begin where.
 * 2 adds (ATOMS.ADD) a run, half of the lanes that are left on one word: the unit. */
enum { LENGTHS = 33 };
__host__ __device__ static inline uint32_t run_of(uint32_t x) { /* of the lowest bits */
    const uint32_t changes = x & 1 ? ~x : x;
#ifdef __CUDA_ARCH__
    return changes ? __ffs((int)changes) - 1 : 32;
#else
    return changes ? (uint32_t)__builtin_ctz(changes) : 32;
#endif
}
template <int Extra> static __global__ void run_lengths(struct truth_work w) {
    TRUTH_BEGIN(w);
    __shared__ uint32_t table[3 * LENGTHS];
    truth_clear(table, 3 * LENGTHS);
    for (uint32_t i = truth_first(); i < w.items; i += truth_stride()) {
        uint32_t x = w.in[i & w.mask];
        for (uint32_t at = 0, length; at < 32; at += length, x >>= length & 31) {
            length = run_of(x);
            if (length > 32 - at)
                length = 32 - at;
            atomicAdd(&table[length], w.one);
            if (truth_does<Extra>(w, &table[at])) {
                atomicAdd(&table[LENGTHS + at], w.one);
                if (Extra > 0)
                    atomicAdd(&table[2 * LENGTHS + at], w.one);
            }
        }
    }
    truth_add_up(table, 3 * LENGTHS, w.out);
}
static void expect_runs(const uint32_t *in, uint32_t n, uint32_t rounds, int extra, uint32_t *out) {
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t from = 0, to = 1; from < 32; from = to++) {
            while (to < 32 && (in[i] >> to & 1) == (in[i] >> from & 1))
                to++;
            out[to - from] += rounds;
            if (extra >= 0)
                out[LENGTHS + from] += rounds;
            if (extra > 0)
                out[2 * LENGTHS + from] += rounds;
        }
}

const struct truth_row truth_counts[] = {
    {"trigrams", 20, 2, 512, 2 * TRIGRAMS, 256, 8, text, TRUTH_KERNELS(trigrams), expect_trigrams,
     NULL},
    {"buckets", 23, 4, 24, 2 * BUCKETS, 256, 8, truth_random, TRUTH_KERNELS(buckets),
     expect_buckets, NULL},
    {"radix_digits", 22, 1, 64, 2 * DIGITS, 256, 8, truth_random, TRUTH_KERNELS(radix_digits),
     expect_digits, NULL},
    {"degrees", 20, 2, 384, 2 * VERTICES, 256, 8, edges, TRUTH_KERNELS(degrees), expect_degrees,
     NULL},
    {"run_lengths", 18, 1, 64, 3 * LENGTHS, 256, 8, truth_random, TRUTH_KERNELS(run_lengths),
     expect_runs, NULL},
    {NULL, 0, 0, 0, 0, 0, 0, NULL, {NULL, NULL, NULL}, NULL, NULL}};
