/* Emulated operations for `inspect` that add pairs of halves to what was read, or one. make.sh compiles them. */
#include <cuda_bf16.h>
#include <cuda_fp16.h>

static __device__ __half2 pair(unsigned word) { return *(__half2 *)&word; }
static __device__ unsigned word(__half2 pair) { return *(unsigned *)&pair; }

template <typename NEXT> static __device__ void update(unsigned *p, NEXT next) {
    unsigned old = *p, seen;
    do {
        seen = old;
        old = atomicCAS(p, seen, next(seen));
    } while (old != seen);
}

extern "C" __global__ void one_half(__half *p, __half x) { atomicAdd(p, x); }

/* The upper half stays. */
extern "C" __global__ void low_half(unsigned *p, __half2 x) {
    update(p,
           [=](unsigned seen) { return __byte_perm(word(__hadd2(pair(seen), x)), seen, 0x7610); });
}

extern "C" __global__ void both_halves(unsigned *p, __half2 x) {
    update(p, [=](unsigned seen) { return word(__hadd2(pair(seen), x)); });
}

/* These add to other bits than were there. */
extern "C" __global__ void shifted(unsigned *p, __half2 x) {
    update(p, [=](unsigned seen) { return word(__hadd2(pair(seen >> 3), x)); });
}

extern "C" __global__ void shifted_half(unsigned *p, __half2 x) {
    update(p, [=](unsigned seen) {
        return __byte_perm(word(__hadd2(pair(seen >> 3), x)), seen, 0x7610);
    });
}

extern "C" __global__ void masked(unsigned *p, __half2 x) {
    update(p, [=](unsigned seen) { return word(__hadd2(pair(seen & 0xffff), x)); });
}

extern "C" __global__ void swapped(unsigned *p, __half2 x) {
    update(p, [=](unsigned seen) { return word(__hadd2(__lowhigh2highlow(pair(seen)), x)); });
}

/* Of these two constants are one operand. */
extern "C" __global__ void constant_half(__half *p) { atomicAdd(p, __float2half(2.5F)); }

extern "C" __global__ void constant_halves(unsigned *p) {
    update(p, [](unsigned seen) { return word(__hadd2(pair(seen), __float2half2_rn(1.5F))); });
}

extern "C" __global__ void constant_bf16(__nv_bfloat16 *p) { atomicAdd(p, __float2bfloat16(1)); }
