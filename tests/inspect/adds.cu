/* Compare-and-swap loops for `inspect`: which of them add, and what. make.sh compiles them. */
#include <cuda_bf16.h>
#include <cuda_fp16.h>

typedef unsigned long long wide;

template <typename WORD, typename NEXT> static __device__ void update(WORD *p, NEXT next) {
    WORD old = *p, seen;
    do {
        seen = old;
        old = atomicCAS(p, seen, next(seen));
    } while (old != seen);
}

static __device__ float real(unsigned word) { return __uint_as_float(word); }
static __device__ double real(wide word) { return __longlong_as_double((long long)word); }
static __device__ __half2 pair(unsigned word) { return *(__half2 *)&word; }
static __device__ unsigned word(float real) { return __float_as_uint(real); }
static __device__ wide word(double real) { return (wide)__double_as_longlong(real); }
static __device__ unsigned word(__half2 pair) { return *(unsigned *)&pair; }

#define KERNEL(name, WORD, TYPE, NEXT)                                                             \
    extern "C" __global__ void name(WORD *p, TYPE x, TYPE y) {                                     \
        update(p + threadIdx.x, [=](WORD old) { return NEXT; });                                   \
    }

/* Sums with a product: one instruction, which rounds once. */
KERNEL(f32_product, unsigned, float, word(real(old) + x * y))
KERNEL(f32_less_product, unsigned, float, word(real(old) - x * 0.75f))
KERNEL(f64_product, wide, double, word(real(old) + x * y))
KERNEL(f16_products, unsigned, __half2, word(__hfma2(x, y, pair(old))))
KERNEL(f16_product, unsigned, __half2, __byte_perm(word(__hfma2(x, y, pair(old))), old, 0x7610))

/* These are not added to what was read. */
KERNEL(f32_scaled, unsigned, float, word(real(old) * x + y))
KERNEL(f32_grown, unsigned, float, word(real(old) + real(old) * x))
KERNEL(f32_minus, unsigned, float, word(x - real(old)))
KERNEL(f32_product_minus, unsigned, float, word(x *y - real(old)))
KERNEL(f32_magnitude, unsigned, float, word(x + fabsf(real(old))))
KERNEL(f64_product_minus, wide, double, word(x *y - real(old)))
KERNEL(f16_minus, unsigned, __half2, word(__hsub2(x, pair(old))))
KERNEL(f16_products_minus, unsigned, __half2, word(__hfma2(x, y, __hneg2(pair(old)))))
KERNEL(f16_low_twice, unsigned, __half2, word(__hfma2(x, y, __low2half2(pair(old)))))
KERNEL(u32_minus, unsigned, unsigned, x - old)
KERNEL(u32_scaled, unsigned, unsigned, old *x + y)
KERNEL(u32_larger, unsigned, unsigned, old > x ? old : x)
KERNEL(u32_wrapped, unsigned, unsigned, old >= x ? 0 : old + 1)
KERNEL(u64_minus, wide, wide, x - old)

/* These are clamped, or rounded as no atomic does it. */
KERNEL(f32_clamped, unsigned, float, word(__saturatef(real(old) + x)))
KERNEL(f32_product_clamped, unsigned, float, word(__saturatef(real(old) + x * y)))
KERNEL(f32_rounded_down, unsigned, float, word(__fmaf_rd(x, y, real(old))))

KERNEL(u32_sum, unsigned, unsigned, old + x)
KERNEL(u32_less, unsigned, unsigned, old - x)
KERNEL(u32_product, unsigned, unsigned, old + x * y)
KERNEL(u64_sum, wide, wide, old + x)
KERNEL(u64_one, wide, wide, old + 1)

/* One half, in 32 bits: what is added is not rounded. sm_75 has no conversion to bf16. */
static __device__ float low_f16(unsigned word) { return __low2float(pair(word)); }
static __device__ float high_f16(unsigned word) { return __high2float(pair(word)); }
static __device__ unsigned put_low(unsigned word, float x) {
    return (word & 0xffff0000) | __half_as_ushort(__float2half(x));
}
static __device__ unsigned put_high(unsigned word, unsigned short half) {
    return (word & 0xffff) | (unsigned)half << 16;
}
static __device__ unsigned short f16(float x) { return __half_as_ushort(__float2half(x)); }
static __device__ unsigned short bf16(float x) { return __bfloat16_as_ushort(__float2bfloat16(x)); }
KERNEL(f16_low_sum, unsigned, float, put_low(old, low_f16(old) + x))
KERNEL(f16_high_product, unsigned, float, put_high(old, f16(high_f16(old) + x * y)))
KERNEL(bf16_high_sum, unsigned, float, put_high(old, bf16(real(old >> 16 << 16) + x)))
KERNEL(f16_low_minus, unsigned, float, put_low(old, x - low_f16(old)))
KERNEL(f16_low_set, unsigned, float, put_low(old, x + y))
KERNEL(f16_low_scaled, unsigned, float, put_low(old, low_f16(old) * x + y))

/* Two words of 32 bits. */
KERNEL(low_sum, wide, unsigned, old >> 32 << 32 | (unsigned)((unsigned)old + x))
KERNEL(two_reals, wide, float,
       (wide)word(real((unsigned)(old >> 32)) + y) << 32 | word(real((unsigned)old) + x))

template <typename NEXT> static __device__ void update_shared(unsigned *q, NEXT next) {
    __shared__ unsigned words[32];
    words[threadIdx.x] = 0;
    __syncthreads();
    update(words + q[99], next);
    __syncthreads();
    q[threadIdx.x] = words[threadIdx.x];
}

extern "C" __global__ void shared_sum(unsigned *q, unsigned x) {
    update_shared(q, [=](unsigned old) { return old + x; });
}

extern "C" __global__ void shared_product(unsigned *q, float x, float y) {
    update_shared(q, [=](unsigned old) { return word(real(old) + x * y); });
}
