/* For `inspect --diff`: what loops emulate, and whose results are read, before and, with -DNEW, after: make.sh compiles both. */
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#ifdef NEW
enum { IS_NEW = 1 };
typedef __nv_bfloat16 half_type;
#else
enum { IS_NEW = 0 };
typedef __half half_type;
#endif

template <bool adds> __device__ void update(float *p, float x) {
    int *const word = (int *)p;
    int seen = *word, old;
    do {
        old = seen;
        const float was = __int_as_float(old);
        seen = atomicCAS(word, old, __float_as_int(adds ? was + x : was * x));
    } while (seen != old);
}

/* An instruction adds; none multiplies. */
extern "C" __global__ void sum_of_product(float *p) { update<IS_NEW>(p + threadIdx.x, p[99]); }

extern "C" __global__ void product_of_sum(float *p) { update<!IS_NEW>(p + threadIdx.x, p[99]); }

/* None adds one half, of either type. */
extern "C" __global__ void other_half(half_type *p) { atomicAdd(p + threadIdx.x, p[99]); }

template <bool reads> __device__ void add(unsigned *p) {
    const unsigned found = atomicAdd(p + threadIdx.x, p[99]);
    if (reads)
        p[threadIdx.x + 64] = found;
}

/* One that is read, and another atomic more. */
extern "C" __global__ void read_add(unsigned *p) {
    add<IS_NEW>(p);
    if (IS_NEW)
        p[threadIdx.x] = atomicMax(p + 32, p[98]);
}

/* As many of either, but what is read is another. */
extern "C" __global__ void read_other(unsigned *p) {
    add<IS_NEW>(p);
    const unsigned found = atomicMax(p + threadIdx.x, p[98]);
    if (!IS_NEW)
        p[threadIdx.x + 64] = found;
}

/* No reduction became one of these. */
extern "C" __global__ void others(unsigned *p) {
    if (!IS_NEW)
        add<false>(p);
    else
        p[threadIdx.x] = atomicMax(p + 32, p[98]) + atomicMin(p + 33, p[97]);
}
