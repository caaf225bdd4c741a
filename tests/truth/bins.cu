/* Accumulating what was computed. Of each kernel: the atomics of an iteration on sm_90, and what it is
 * expected to be bound by on an H200. */
#include "truth.h"

/* tallies: photons on their way through layers, each step of which leaves its energy in a layer. 1 add
 * (ATOMS.ADD) beside about 60 other instructions: arithmetic. */
enum { LAYERS = 64, STEPS = 24 };
__host__ __device__ static inline uint32_t step_of(uint32_t x) {
    for (uint32_t k = 0; k < 8; k++)
        x = truth_mix(x + k);
    return x;
}
template <int Extra> static __global__ void tallies(struct truth_work w) {
    TRUTH_BEGIN(w);
    __shared__ uint32_t table[2 * LAYERS];
    truth_clear(table, 2 * LAYERS);
    uint32_t end = 0;
    for (uint32_t i = truth_first(); i < w.items; i += truth_stride()) {
        uint32_t x = i & w.mask;
        for (uint32_t step = 0; step < STEPS; step++) {
            x = step_of(x);
            if (truth_does<Extra>(w, &table[x % LAYERS], x >> 30)) {
                atomicAdd(&table[x % LAYERS], x >> 30);
                if (Extra > 0)
                    atomicAdd(&table[LAYERS + x % LAYERS], x >> 30);
            }
        }
        end ^= x;
    }
    truth_keep(w, end);
    truth_add_up(table, 2 * LAYERS, w.out);
}
static void expect_tallies(const uint32_t *, uint32_t n, uint32_t rounds, int extra,
                           uint32_t *out) {
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t x = i, step = 0; step < STEPS; step++) {
            x = step_of(x);
            if (extra >= 0)
                out[x % LAYERS] += rounds * (x >> 30);
            if (extra > 0)
                out[LAYERS + x % LAYERS] += rounds * (x >> 30);
        }
}

/* clusters: k-means, each point to the nearest of 32 centres, whose sums of both coordinates and number of
 * points it adds to. 3 adds (ATOMS.ADD) beside about 250 other instructions: arithmetic. */
enum { CENTRES = 32 };
__host__ __device__ static inline uint32_t nearest_of(uint32_t point) {
    const uint32_t x = point & 0xffff, y = point >> 16;
    uint32_t nearest = 0, least = ~0u;
    TRUTH_UNROLL
    for (uint32_t c = 0; c < CENTRES; c++) {
        const uint32_t dx = x - (c * 40503u & 0xffff), dy = y - ((c * 25931u + 4099u) & 0xffff);
        const uint32_t far = (dx * dx >> 1) + (dy * dy >> 1); /* the sign is lost in the square */
        if (far < least) {
            least = far;
            nearest = c;
        }
    }
    return nearest;
}
template <int Extra> static __global__ void clusters(struct truth_work w) {
    TRUTH_BEGIN(w);
    __shared__ uint32_t table[4 * CENTRES];
    const uint32_t one = truth_one(w);
    truth_clear(table, 4 * CENTRES);
    for (uint32_t i = truth_first(); i < w.items; i += truth_stride()) {
        const uint32_t point = w.in[i & w.mask], c = nearest_of(point);
        atomicAdd(&table[c], point & 0xffff);
        atomicAdd(&table[CENTRES + c], point >> 16);
        if (truth_does<Extra>(w, &table[c])) {
            atomicAdd(&table[2 * CENTRES + c], one);
            if (Extra > 0)
                atomicAdd(&table[3 * CENTRES + c], one);
        }
    }
    truth_add_up(table, 4 * CENTRES, w.out);
}
static void expect_clusters(const uint32_t *in, uint32_t n, uint32_t rounds, int extra,
                            uint32_t *out) {
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t c = nearest_of(in[i]);
        out[c] += rounds * (in[i] & 0xffff);
        out[CENTRES + c] += rounds * (in[i] >> 16);
        if (extra >= 0)
            out[2 * CENTRES + c] += rounds;
        if (extra > 0)
            out[3 * CENTRES + c] += rounds;
    }
}

/* cipher: twelve look-ups in a table of 256 words in shared memory, and the count of two bytes of what comes out.
 * 2 adds (ATOMS.ADD) beside 12 loads (LDS) at random, which go through the same pipe and fill it. */
enum { SUBSTITUTES = 256, LOOKUPS = 12 };
__host__ __device__ static inline uint32_t substitute_of(uint32_t i) {
    return truth_mix(i * 77 + 5);
}
template <int Extra> static __global__ void cipher(struct truth_work w) {
    TRUTH_BEGIN(w);
    __shared__ uint32_t table[3 * 256], substitutes[SUBSTITUTES];
    truth_clear(table, 3 * 256);
    for (uint32_t i = threadIdx.x; i < SUBSTITUTES; i += blockDim.x)
        substitutes[i] = substitute_of(i);
    __syncthreads();
    for (uint32_t i = truth_first(); i < w.items; i += truth_stride()) {
        uint32_t x = w.in[i & w.mask];
        for (uint32_t k = 0; k < LOOKUPS; k++)
            x = substitutes[x & 255] ^ x >> 8;
        atomicAdd(&table[x & 255], w.one);
        if (truth_does<Extra>(w, &table[x >> 8 & 255])) {
            atomicAdd(&table[256 + (x >> 8 & 255)], w.one);
            if (Extra > 0)
                atomicAdd(&table[512 + (x >> 8 & 255)], w.one);
        }
    }
    truth_add_up(table, 3 * 256, w.out);
}
static void expect_cipher(const uint32_t *in, uint32_t n, uint32_t rounds, int extra,
                          uint32_t *out) {
    for (uint32_t i = 0; i < n; i++) {
        uint32_t x = in[i];
        for (uint32_t k = 0; k < LOOKUPS; k++)
            x = substitute_of(x & 255) ^ x >> 8;
        out[x & 255] += rounds;
        if (extra >= 0)
            out[256 + (x >> 8 & 255)] += rounds;
        if (extra > 0)
            out[512 + (x >> 8 & 255)] += rounds;
    }
}

/* lines: a Hough transform: every point votes for 16 lines through it. 16 counts (ATOMS.POPC.INC) in
 * tables of 64, each with about four other instructions: the unit, or nearly. */
enum { ANGLES = 16, OFFSETS = 64 };
__host__ __device__ static inline void lines_of(uint32_t point, uint32_t (&at)[ANGLES]) {
    const uint32_t x = point & 0xffff, y = point >> 16;
    TRUTH_UNROLL
    for (uint32_t k = 0; k < ANGLES; k++)
        at[k] = OFFSETS * k + ((x * (16 - k) + y * (k + 1)) / 17 >> 10) % OFFSETS;
}
template <int Extra> static __global__ void lines(struct truth_work w) {
    TRUTH_BEGIN(w);
    __shared__ uint32_t table[2 * ANGLES * OFFSETS];
    truth_clear(table, 2 * ANGLES * OFFSETS);
    for (uint32_t i = truth_first(); i < w.items; i += truth_stride()) {
        uint32_t at[ANGLES];
        lines_of(w.in[i & w.mask], at);
        truth_add<Extra>(w, table, table + ANGLES * OFFSETS, at, 1u);
    }
    truth_add_up(table, 2 * ANGLES * OFFSETS, w.out);
}
static void expect_lines(const uint32_t *in, uint32_t n, uint32_t rounds, int extra,
                         uint32_t *out) {
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at[ANGLES];
        lines_of(in[i], at);
        truth_expect(out, ANGLES * OFFSETS, at, rounds, extra);
    }
}

const struct truth_row truth_bins[] = {
    {"tallies", 18, 0, 64, 2 * LAYERS, 256, 8, NULL, TRUTH_KERNELS(tallies), expect_tallies, NULL},
    {"clusters", 20, 1, 128, 4 * CENTRES, 256, 8, truth_random, TRUTH_KERNELS(clusters),
     expect_clusters, NULL},
    {"cipher", 20, 1, 192, 3 * 256, 256, 8, truth_random, TRUTH_KERNELS(cipher), expect_cipher,
     NULL},
    {"lines", 20, 1, 224, 2 * ANGLES *OFFSETS, 256, 8, truth_random, TRUTH_KERNELS(lines),
     expect_lines, NULL},
    {NULL, 0, 0, 0, 0, 0, 0, NULL, {NULL, NULL, NULL}, NULL, NULL}};
