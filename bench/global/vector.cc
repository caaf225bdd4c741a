/* global_vector: how many values a second arrive in device memory, added one by one, two, four or eight at once, or a row
 * at once by a bulk operation from shared memory: onto one row, some, or many, or many of another GPU. A bulk copy, which adds nothing, and bulk
 * adds to the shared memory of another block of a cluster are held against that.
 *
 * 8 and 16 bits are loops on the word around, on every target. A point is rows of `values` each: where that is one value,
 * or as many as a vector has, all lanes work on single words. Nobody waits for a result.
 *
 * Contends: teams of lanes, on the rows. Progress assumed: none; the blocks of a cluster are resident together, as the
 * hardware promises, and wait for each other's rows, at most so long. */
#include <string.h>

#include "instructions.h"
#include "laps_host.h"
#include "vector.h"

enum type { U8, U16, U32, U64, F16, BF16, F32, F64 };
enum way { PLAIN, X2, X4, X8, BULK, BULK_STORE, BULK_CLUSTER };
enum rows { ONE, FEW, MANY, MEMORY, PEER };
enum { BLOCK_THREADS = 256, FEW_ROWS = 64, CLUSTER = 2, CLUSTER_PHASES = 16, MOST_EXACT = 256 };

/* Bytes of the tables `many` and `memory`. */
static const uint64_t MANY_BYTES = 8 << 20, MEMORY_BYTES = 512 << 20, STAND_IN_BYTES = 1 << 14;

/* X(way, type, its type of the book, what is added at once, how) */
#define LANES(X)                                                                                   \
    X(PLAIN, U8, u8, uint8_t, vector_part)                                                         \
    X(PLAIN, U16, u16, uint16_t, vector_part)                                                      \
    X(PLAIN, U32, u32, uint32_t, vector_silent)                                                    \
    X(PLAIN, U64, u64, uint64_t, vector_silent)                                                    \
    X(PLAIN, F16, f16, ga_f16, vector_part)                                                        \
    X(PLAIN, BF16, bf16, ga_bf16, vector_part)                                                     \
    X(PLAIN, F32, f32, float, vector_silent)                                                       \
    X(PLAIN, F64, f64, double, vector_silent)                                                      \
    X(X2, U64, u64x2, ga_b128, vector_whole)                                                       \
    X(X2, F16, f16x2, ga_f16x2, vector_silent)                                                     \
    X(X2, BF16, bf16x2, ga_bf16x2, vector_silent)                                                  \
    X(X2, F32, f32x2, ga_f32x2, vector_silent)                                                     \
    X(X4, F32, f32x4, ga_f32x4, vector_silent)                                                     \
    X(X8, F16, f16x8, ga_f16x8, vector_whole)                                                      \
    X(X8, BF16, bf16x8, ga_bf16x8, vector_whole)
#define BULKS(X)                                                                                   \
    X(U32, u32, uint32_t)                                                                          \
    X(U64, u64, uint64_t)                                                                          \
    X(F16, f16, ga_f16)                                                                            \
    X(BF16, bf16, ga_bf16)                                                                         \
    X(F32, f32, float)                                                                             \
    X(F64, f64, double)
#define CLUSTERS(X) X(U32, u32, uint32_t) X(U64, u64, uint64_t)

/* Expected: one no-return add, or the compare-and-swap of a loop, and no other atomic. */
#define LANE_KERNEL(way, type, fact, T, How)                                                       \
    GA_KERNEL_FULL(global_vector_##fact, vector_args) { vector_add<T, How>(a); }
LANES(LANE_KERNEL)

/* Expected: one bulk operation. Nothing where there are none. */
#define BULK_KERNEL(type, fact, T)                                                                 \
    GA_KERNEL_FULL(global_vector_bulk_##fact, vector_args) {                                       \
        if constexpr (ga_has_bulk)                                                                 \
            vector_bulk<T, true>(a);                                                               \
    }
BULKS(BULK_KERNEL)
GA_KERNEL_FULL(global_vector_bulk_store, vector_args) {
    if constexpr (ga_has_bulk)
        vector_bulk<uint32_t, false>(a);
}
#define CLUSTER_KERNEL(type, fact, T)                                                              \
    GA_KERNEL_FULL(global_vector_cluster_##fact, vector_args) {                                    \
        if constexpr (ga_has_bulk)                                                                 \
            vector_send<T>(a);                                                                     \
    }
CLUSTERS(CLUSTER_KERNEL)

/* Before a visit: zeros. */
GA_KERNEL_FULL(vector_clear, vector_args) {
    const size_t n = ((size_t)a.rows * a.row_bytes + 3) / 4, step = ga_n_blocks() * ga_n_threads();
    for (size_t i = ga_block() * ga_n_threads() + ga_thread(); i < n; i += step)
        ((uint32_t *)a.table)[i] = 0;
}

/* A value that has grown n times by v, 1 or 2. A sum of 16-bit floats sticks where v is half of the last place, because ties
 * go to even. */
template <typename T> GA_DEVICE T vector_grown(T, uint32_t v, uint32_t n) {
    return (T)((T)v * (T)n);
}
GA_DEVICE ga_f16 vector_grown(ga_f16, uint32_t v, uint32_t n) {
    return {(uint16_t)ga_to_f16((float)(v * (n < 2048 ? n : 2048)))};
}
GA_DEVICE ga_bf16 vector_grown(ga_bf16, uint32_t v, uint32_t n) {
    return {(uint16_t)ga_to_bf16((float)(v * (n < 256 ? n : 256)))};
}

template <typename T> GA_DEVICE bool vector_same(T a, T b) { return a == b; }
GA_DEVICE bool vector_same(ga_f16 a, ga_f16 b) { return a.bits == b.bits; }
GA_DEVICE bool vector_same(ga_bf16 a, ga_bf16 b) { return a.bits == b.bits; }

/* After a visit of a.n accesses in all: the values that are not as often added to as they should be. A row has a power of two of
 * them, so that no value needs a division. */
template <typename T> GA_DEVICE void vector_check(const struct vector_args &a) {
    const uint32_t thread = ga_block() * ga_n_threads() + ga_thread();
    const uint32_t each = a.row_bytes / (uint32_t)sizeof(T);
    const size_t n = (size_t)a.rows * each, step = ga_n_blocks() * ga_n_threads();
    const uint32_t all = a.n / a.rows, some = a.n % a.rows;
    uint32_t shift = 0;
    while (each >> shift > 1)
        shift++;
    bool wrong = false;
    for (size_t i = thread; i < n; i += step) {
        const uint32_t first = ((uint32_t)(i >> shift) * a.inverse) & (a.rows - 1);
        const uint32_t times = all + (first < some), k = (uint32_t)i & (each - 1);
        const T expected = vector_grown(T{}, 1 + (k & 1), a.stores ? (uint32_t)(times > 0) : times);
        const T found = ((const T *)a.table)[i];
        wrong |= !vector_same(expected, found);
    }
    if (wrong)
        vector_wrong(a);
}
#define CHECK_KERNEL(type, T)                                                                      \
    GA_KERNEL_FULL(vector_check_##type, vector_args) { vector_check<T>(a); }
#define TYPES(X)                                                                                   \
    X(U8, uint8_t)                                                                                 \
    X(U16, uint16_t)                                                                               \
    X(U32, uint32_t)                                                                               \
    X(U64, uint64_t)                                                                               \
    X(F16, ga_f16)                                                                                 \
    X(BF16, ga_bf16)                                                                               \
    X(F32, float)                                                                                  \
    X(F64, double)
TYPES(CHECK_KERNEL)

#include "vector_row.h"
