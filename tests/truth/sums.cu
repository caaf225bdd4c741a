/* Additions that sm_90 has no instruction for in shared memory: loops of a load and a compare-and-swap. Of
 * each kernel: the atomics of an iteration, and what it is expected to be bound by on an H200. */
#include "truth.h"

/* balances: 64-bit amounts to 512 accounts, two a load. 2 loops (LDS, ATOMS.CAST.SPIN.64), seldom of two
 * lanes on one word. */
enum { ACCOUNTS = 512 };
template <int Extra> static __global__ void balances(struct truth_work w) {
    TRUTH_BEGIN(w);
    typedef unsigned long long amount;
    __shared__ amount table[2 * ACCOUNTS];
    truth_clear((uint32_t *)table, 4 * ACCOUNTS);
    uint32_t seen = 0;
    for (uint32_t i = truth_first(); i < w.items; i += truth_stride()) {
        const uint2 x = ((const uint2 *)w.in)[i & w.mask];
        atomicAdd(&table[x.x % ACCOUNTS], (amount)x.x);
        if (truth_does<Extra>(w, &table[x.y % ACCOUNTS])) {
            atomicAdd(&table[x.y % ACCOUNTS], (amount)x.y);
            if (Extra > 0)
                atomicAdd(&table[ACCOUNTS + x.y % ACCOUNTS], (amount)x.y);
        }
        seen ^= x.y;
    }
    truth_keep(w, seen);
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < 2 * ACCOUNTS; i += blockDim.x)
        atomicAdd((amount *)w.out + i, table[i]);
}
static void put(uint32_t *out, uint32_t account, uint64_t amount) {
    const uint64_t sum = ((uint64_t)out[2 * account + 1] << 32 | out[2 * account]) + amount;
    out[2 * account] = (uint32_t)sum;
    out[2 * account + 1] = (uint32_t)(sum >> 32);
}
static void expect_balances(const uint32_t *in, uint32_t n, uint32_t rounds, int extra,
                            uint32_t *out) {
    for (uint32_t i = 0; i < n; i++, in += 2) {
        put(out, in[0] % ACCOUNTS, (uint64_t)in[0] * rounds);
        if (extra >= 0)
            put(out, in[1] % ACCOUNTS, (uint64_t)in[1] * rounds);
        if (extra > 0)
            put(out, ACCOUNTS + in[1] % ACCOUNTS, (uint64_t)in[1] * rounds);
    }
}

/* Sparse matrix times vector, a block's rows summed in shared memory. A non-zero is its row of 256, its
 * column of 4096, and its value; the vector are the first words of the matrix. All are small whole numbers, whose
 * sums of floats are exact. The loop (LDS, ATOMS.CAST.SPIN) adds a product; at 1 another adds it to a second table,
 * and at -1 there is none. */
enum { ROWS = 256, COLUMNS = 4096 };
__host__ __device__ static inline uint32_t product_of(const uint32_t *in, uint32_t place,
                                                      uint32_t value) {
    return (value & 15) * (in[place >> 16] & 15);
}
template <int Extra> __device__ static void multiply(const struct truth_work &w) {
    __shared__ float sums[2 * ROWS];
    truth_clear((uint32_t *)sums, 2 * ROWS);
    uint32_t seen = 0;
    for (uint32_t i = truth_first(); i < w.items; i += truth_stride()) {
        const uint2 x = ((const uint2 *)w.in)[i & w.mask];
        const uint32_t product = product_of(w.in, x.x, x.y), row = x.x % ROWS;
        if (truth_does<Extra>(w, &sums[row], __float_as_uint((float)product))) {
            atomicAdd(&sums[row], (float)product);
            if (Extra > 0)
                atomicAdd(&sums[ROWS + row], (float)product);
        }
        seen ^= product;
    }
    truth_keep(w, seen);
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < 2 * ROWS; i += blockDim.x)
        atomicAdd(&w.out[i], (uint32_t)sums[i]);
}
static void expect_products(const uint32_t *in, uint32_t n, uint32_t rounds, int extra,
                            uint32_t *out) {
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t product = product_of(in, in[2 * i], in[2 * i + 1]), row = in[2 * i] % ROWS;
        if (extra >= 0)
            out[row] += rounds * product;
        if (extra > 0)
            out[ROWS + row] += rounds * product;
    }
}

/* sparse_scattered: non-zeros in no order, so that few lanes meet. The matrix is in device memory: that. */
static void scattered(uint32_t *in, uint32_t n_words) {
    for (uint32_t i = 0; i < n_words; i += 2) {
        const uint32_t r = truth_mix(i + 9);
        in[i] = r % ROWS | (r >> 8) % COLUMNS << 16;
        in[i + 1] = r >> 24;
    }
}
template <int Extra> static __global__ void sparse_scattered(struct truth_work w) {
    TRUTH_BEGIN(w);
    multiply<Extra>(w);
}

/* sparse_rows: 16 non-zeros of a row side by side, so that 16 lanes want one word: their loops. */
static void by_rows(uint32_t *in, uint32_t n_words) {
    scattered(in, n_words);
    for (uint32_t i = 0; i < n_words; i += 2)
        in[i] = (in[i] & ~(ROWS - 1u)) | i / 32 % ROWS;
}
template <int Extra> static __global__ void sparse_rows(struct truth_work w) {
    TRUTH_BEGIN(w);
    multiply<Extra>(w);
}

const struct truth_row truth_sums[] = {
    {"balances", 20, 2, 96, 4 * ACCOUNTS, 256, 8, truth_random, TRUTH_KERNELS(balances),
     expect_balances, NULL},
    {"sparse_scattered", 23, 2, 16, 2 * ROWS, 256, 8, scattered, TRUTH_KERNELS(sparse_scattered),
     expect_products, NULL},
    {"sparse_rows", 20, 2, 16, 2 * ROWS, 256, 8, by_rows, TRUTH_KERNELS(sparse_rows),
     expect_products, NULL},
    {NULL, 0, 0, 0, 0, 0, 0, NULL, {NULL, NULL, NULL}, NULL, NULL}};
