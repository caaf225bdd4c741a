/* What the toolkit's library does with atomics on shared memory: kernels that nobody here wrote, without
 * interventions. */
#include "truth.h"

#include <algorithm>
#include <vector>

#include <cub/device/device_histogram.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_select.cuh>

static int n_items(const struct truth_work *w) { return (int)(w->mask + 1); }

static cudaError_t sort(const struct truth_work *w, void *temporary, size_t *bytes) {
    return cub::DeviceRadixSort::SortKeys(temporary, *bytes, w->in, w->out, n_items(w));
}
static void expect_sort(const uint32_t *in, uint32_t n, uint32_t, int, uint32_t *out) {
    std::copy(in, in + n, out);
    std::sort(out, out + n);
}

/* Of bytes, four an item. */
static cudaError_t histogram(const struct truth_work *w, void *temporary, size_t *bytes) {
    return cub::DeviceHistogram::HistogramEven(temporary, *bytes, (const uint8_t *)w->in,
                                               (int *)w->out, 257, 0, 256, 4 * n_items(w));
}
static void expect_histogram(const uint32_t *in, uint32_t n, uint32_t, int, uint32_t *out) {
    for (uint32_t i = 0; i < 4 * n; i++)
        out[((const uint8_t *)in)[i]]++;
}

struct is_even {
    __host__ __device__ bool operator()(uint32_t x) const { return x % 2 == 0; }
};
static cudaError_t select(const struct truth_work *w, void *temporary, size_t *bytes) {
    return cub::DeviceSelect::If(temporary, *bytes, w->in, w->out + 1, w->out, n_items(w),
                                 is_even());
}
static void expect_select(const uint32_t *in, uint32_t n, uint32_t, int, uint32_t *out) {
    for (uint32_t i = 0; i < n; i++)
        if (is_even()(in[i]))
            out[1 + out[0]++] = in[i];
}

/* Keys in runs of about four; the values are the same words. */
struct sum {
    __host__ __device__ uint32_t operator()(uint32_t a, uint32_t b) const { return a + b; }
};
static void runs(uint32_t *in, uint32_t n_words) {
    for (uint32_t i = 0, key = 0; i < n_words; i++)
        in[i] = key += truth_mix(i) % 4 == 0;
}
static cudaError_t reduce_by_key(const struct truth_work *w, void *temporary, size_t *bytes) {
    const uint32_t n = w->mask + 1;
    return cub::DeviceReduce::ReduceByKey(temporary, *bytes, w->in, w->out + 1, w->in,
                                          w->out + 1 + n, w->out, sum(), n_items(w));
}
static void expect_reduce(const uint32_t *in, uint32_t n, uint32_t, int, uint32_t *out) {
    for (uint32_t i = 0; i < n; i++) {
        if (i == 0 || in[i] != in[i - 1])
            out[1 + out[0]++] = in[i];
        out[n + out[0]] += in[i];
    }
}

const struct truth_row truth_library[] = {
    {"cub_sort", 26, 1, 1, 1u << 26, 0, 0, truth_random, {NULL, NULL, NULL}, expect_sort, sort},
    {"cub_histogram",
     26,
     1,
     1,
     256,
     0,
     0,
     truth_random,
     {NULL, NULL, NULL},
     expect_histogram,
     histogram},
    {"cub_select",
     24,
     1,
     1,
     1 + (1u << 24),
     0,
     0,
     truth_random,
     {NULL, NULL, NULL},
     expect_select,
     select},
    {"cub_reduce_by_key",
     24,
     1,
     1,
     1 + (2u << 24),
     0,
     0,
     runs,
     {NULL, NULL, NULL},
     expect_reduce,
     reduce_by_key},
    {NULL, 0, 0, 0, 0, 0, 0, NULL, {NULL, NULL, NULL}, NULL, NULL}};
