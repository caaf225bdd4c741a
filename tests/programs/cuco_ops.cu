/* cuco_ops PART TIMES: cuCollections, 1 Mi keys, uniform and skewed (zipf). PART: maps, of 32 bits; wide, maps of 64 bits; sets,
 * and a map that grows; multi, tables that keep a key many times; sketches, filters and estimators. Its commit dc0f9fc (October
 * 2024), whose include/ is found by -I. */
#include <cuda/std/cmath>
#include <cuda/std/functional>
#include <thrust/version.h>
#include <cuco/detail/hyperloglog/tuning.cuh>
#if THRUST_VERSION >= 300000 /* what that commit knows of older ones */
namespace thrust {
template <typename = void> struct identity : cuda::std::identity {};
} // namespace thrust
namespace cuda::std { /* round() was constexpr */
__host__ __device__ constexpr double nearest(double x) { return (double)(long long)(x + 0.5); }
} // namespace cuda::std
#define round nearest
#include <cuco/detail/hyperloglog/finalizer.cuh>
#undef round
#endif

#include <cuco/dynamic_map.cuh>
#include <cuco/hyperloglog.cuh>
#include <cuco/static_map.cuh>
#include <cuco/static_multimap.cuh>
#include <cuco/static_multiset.cuh>
#include <cuco/static_set.cuh>
#include <cuco/utility/reduction_functors.cuh>
#define contains_if_n filter_contains_if_n /* two of its kernels have this name */
#include <cuco/bloom_filter.cuh>
#undef contains_if_n

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <string>
#include <vector>

#include "program.h"

enum { KEYS = 1 << 20, OFTEN = 4 };

/* Keys below n, and pairs of them and what is added up. skewed: the inverse of a density that falls as x to the power of -1.1. */
template <typename T> struct items {
    const size_t count; /* not the same, so that launches of the two kinds differ in their grids */
    T *keys;
    cuco::pair<T, T> *pairs;

    items(uint32_t n, bool skewed) : count(skewed ? KEYS / 4 * 3 : KEYS) {
        std::vector<T> of(count);
        std::vector<cuco::pair<T, T>> with(count);
        for (uint32_t i = 0; i < count; i++) {
            const double u = mix(i + 1) / 4294967296.0;
            const uint32_t least =
                (uint32_t)(skewed ? pow(1 - u * (1 - pow(n, -0.1)), -10) - 1 : u * n);
            of[i] = (T)(least < n ? least : n - 1);
            with[i] = cuco::pair<T, T>{of[i], (T)1};
        }
        keys = on_gpu(of);
        pairs = on_gpu(with);
    }
};

/* Probed by GROUP threads at once. */
template <typename T, int GROUP> struct maps {
    using probing = cuco::linear_probing<GROUP, cuco::default_hash_function<T>>;
    using map = cuco::static_map<T, T, cuco::extent<size_t>, cuda::thread_scope_device,
                                 thrust::equal_to<T>, probing>;
    map values{2 * (size_t)KEYS, cuco::empty_key<T>{(T)-1}, cuco::empty_value<T>{(T)-1},
               cuco::erased_key<T>{(T)-2}};
    map sums{2 * (size_t)KEYS, cuco::empty_key<T>{(T)-1}, cuco::empty_value<T>{(T)0}};

    void all(const items<T> &of) {
        values.clear();
        values.insert(of.pairs, of.pairs + of.count);
        values.erase(of.keys, of.keys + of.count);
        values.clear();
        values.insert_or_assign(of.pairs, of.pairs + of.count);
        sums.clear();
        sums.insert_or_apply(of.pairs, of.pairs + of.count, cuco::reduce::plus{});
        sums.clear();
        sums.insert_or_apply(of.pairs, of.pairs + of.count, (T)0, cuco::reduce::plus{});
    }
};

template <typename T, int GROUP> struct sets {
    using probing = cuco::linear_probing<GROUP, cuco::default_hash_function<T>>;
    cuco::static_set<T, cuco::extent<size_t>, cuda::thread_scope_device, thrust::equal_to<T>,
                     probing>
        set{2 * (size_t)KEYS, cuco::empty_key<T>{(T)-1}};
    T *found = room<T>(KEYS), *probed = room<T>(KEYS);
    bool *inserted = room<bool>(KEYS);

    void all(const items<T> &of) {
        set.clear();
        set.insert(of.keys, of.keys + of.count);
        set.clear();
        set.insert_async(of.keys, of.keys + of.count);
        set.retrieve(of.keys, of.keys + of.count, probed, found);
        set.clear();
        set.insert_and_find(of.keys, of.keys + of.count, found, inserted);
    }
};

/* Those that keep a key OFTEN times: uniform keys alone, as every insert passes all of its key. */
template <typename T> struct multitables {
    cuco::experimental::static_multimap<T, T> newer{2 * (size_t)KEYS, cuco::empty_key<T>{(T)-1},
                                                    cuco::empty_value<T>{(T)-1}};
    cuco::static_multiset<T> set{2 * (size_t)KEYS, cuco::empty_key<T>{(T)-1}};
    cuco::pair<T, T> *pairs = room<cuco::pair<T, T>>(2 * KEYS);
    T *found = room<T>(2 * KEYS), *probed = room<T>(2 * KEYS);

    void all(const items<T> &of) {
        T *const asked = of.keys, *const end = of.keys + of.count / OFTEN;
        /* made anew, as it cannot be emptied */
        cuco::static_multimap<T, T> map{2 * (size_t)KEYS, cuco::empty_key<T>{(T)-1},
                                        cuco::empty_value<T>{(T)-1}};
        map.insert(of.pairs, of.pairs + of.count);
        if (map.count(asked, end) > 2 * KEYS)
            exit(3);
        map.retrieve(asked, end, pairs);
        newer.clear();
        newer.insert(of.pairs, of.pairs + of.count);
        newer.count(asked, end);
        set.clear();
        set.insert(of.keys, of.keys + of.count);
        if (set.count(asked, end) > 2 * KEYS)
            exit(3);
        set.retrieve(asked, end, probed, found);
    }
};

/* It grows, by a second table of the same size. */
template <typename T> static void grow(const items<T> &of) {
    cuco::dynamic_map<T, T> map{KEYS, cuco::empty_key<T>{(T)-1}, cuco::empty_value<T>{(T)-1},
                                cuco::erased_key<T>{(T)-2}};
    map.insert(of.pairs, of.pairs + of.count);
    map.erase(of.keys, of.keys + of.count / 2);
}

template <typename T, typename WORD> struct sketches {
    using policy = cuco::bloom_filter_policy<cuco::xxhash_64<T>, WORD, 8>;
    cuco::bloom_filter<T, cuco::extent<size_t>, cuda::thread_scope_device, policy> filter{KEYS /
                                                                                          32};
    cuco::hyperloglog<T> small{cuco::sketch_size_kb{32}},
        large{cuco::sketch_size_kb{1024}}; /* in shared memory and not */

    void all(const items<T> &of) {
        filter.clear();
        filter.add(of.keys, of.keys + of.count);
        small.clear();
        small.add(of.keys, of.keys + of.count);     /* by vectors */
        small.add(of.keys + 1, of.keys + of.count); /* one by one */
        large.clear();
        large.add(of.keys, of.keys + of.count);
    }
};

template <typename T> static void maps_of(int times) {
    const items<T> uniform(KEYS, false), skewed(KEYS, true);
    maps<T, 1> alone;
    maps<T, 4> together;
    for (int i = 0; i < times; i++)
        for (const items<T> *of : {&uniform, &skewed}) {
            alone.all(*of);
            together.all(*of);
        }
}

static void sets_of(int times) {
    const items<int32_t> of[] = {{KEYS, false}, {KEYS, true}};
    const items<int64_t> wide[] = {{KEYS, false}, {KEYS, true}};
    sets<int32_t, 1> alone;
    sets<int64_t, 4> together;
    for (int i = 0; i < times; i++)
        for (int skewed = 0; skewed < 2; skewed++) {
            alone.all(of[skewed]);
            together.all(wide[skewed]);
            grow(of[skewed]);
        }
}

static void multi(int times) {
    const items<int32_t> of(KEYS / OFTEN, false);
    multitables<int32_t> tables;
    for (int i = 0; i < times; i++)
        tables.all(of);
}

static void sketches_of(int times) {
    const items<int32_t> of[] = {{KEYS, false}, {KEYS, true}};
    const items<int64_t> wide[] = {{KEYS, false}, {KEYS, true}};
    sketches<int32_t, uint32_t> words;
    sketches<int64_t, uint64_t> wide_words;
    for (int i = 0; i < times; i++)
        for (int skewed = 0; skewed < 2; skewed++) {
            words.all(of[skewed]);
            wide_words.all(wide[skewed]);
        }
}

int main(int argc, char **argv) {
    const std::string part = argc == 3 ? argv[1] : "";
    const int times = argc == 3 ? atoi(argv[2]) : 0;
    if (part == "maps")
        maps_of<int32_t>(times);
    else if (part == "wide")
        maps_of<int64_t>(times);
    else if (part == "sets")
        sets_of(times);
    else if (part == "multi")
        multi(times);
    else if (part == "sketches")
        sketches_of(times);
    else {
        fprintf(stderr, "Usage: cuco_ops maps|wide|sets|multi|sketches TIMES\n");
        return 2;
    }
    check(cudaDeviceSynchronize());
    return 0;
}
