/* A kernel each type, memory and scope, whose atomics become loads, or of a narrower scope: rewritten.sh. Kernels that load
 * stand for what the compiler makes of it. */
#define RETURNS(name, type, letter, ptx)                                                           \
    extern "C" __global__ void name(type *p, type *out, type v) {                                  \
        type r;                                                                                    \
        asm volatile(ptx : "=" letter(r) : "l"(p + 4), letter(v) : "memory");                      \
        out[threadIdx.x] = r;                                                                      \
    }                                                                                              \
    extern "C" __global__ void name##_scattered(type *p, type *out, type v) {                      \
        type r;                                                                                    \
        asm volatile(ptx : "=" letter(r) : "l"(p + 3 * threadIdx.x - 7), letter(v) : "memory");    \
        out[threadIdx.x] = r;                                                                      \
    }
#define REDUCES(name, type, letter, ptx)                                                           \
    extern "C" __global__ void name(type *p, type v) {                                             \
        asm volatile(ptx ::"l"(p + 4), letter(v) : "memory");                                      \
    }
#define FENCES(name, ptx)                                                                          \
    extern "C" __global__ void name(unsigned *p, unsigned v) {                                     \
        p[0] = v;                                                                                  \
        asm volatile(ptx ::: "memory");                                                            \
        p[1] = v;                                                                                  \
    }
#define LOADS(name, type, letter, ptx)                                                             \
    extern "C" __global__ void name(type *p, type *out, type v) {                                  \
        type r;                                                                                    \
        asm volatile(ptx : "=" letter(r) : "l"(p + 3 * threadIdx.x - 7), letter(v) : "memory");    \
        out[threadIdx.x] = r;                                                                      \
    }
#define OF_SCOPE(s)                                                                                \
    RETURNS(add_##s, unsigned, "r", "atom.global.relaxed." #s ".add.u32 %0, [%1+16], %2;")         \
    RETURNS(max_##s, unsigned long long, "l",                                                      \
            "atom.global.relaxed." #s ".max.u64 %0, [%1+-8], %2;")                                 \
    RETURNS(sum_##s, float, "f", "atom.global.relaxed." #s ".add.f32 %0, [%1], %2;")               \
    RETURNS(cas_##s, unsigned, "r", "atom.global.relaxed." #s ".cas.b32 %0, [%1+-64], %2, 7;")     \
    RETURNS(any_##s, unsigned, "r", "atom.relaxed." #s ".exch.b32 %0, [%1+-64], %2;")              \
    RETURNS(any_cas_##s, unsigned, "r", "atom.relaxed." #s ".cas.b32 %0, [%1+64], %2, 7;")         \
    REDUCES(red_##s, unsigned, "r", "red.global.relaxed." #s ".min.u32 [%0+4], %1;")               \
    REDUCES(red_sum_##s, float, "f", "red.global.relaxed." #s ".add.f32 [%0], %1;")                \
    FENCES(sc_##s, "fence.sc." #s ";")                                                             \
    FENCES(acq_rel_##s, "fence.acq_rel." #s ";")                                                   \
    LOADS(load_##s, unsigned, "r", "ld.global.relaxed." #s ".u32 %0, [%1+16];")                    \
    LOADS(load_back_##s, unsigned, "r", "ld.global.relaxed." #s ".u32 %0, [%1+-64];")              \
    LOADS(load_sum_##s, float, "f", "ld.global.relaxed." #s ".f32 %0, [%1];")                      \
    LOADS(load_8_##s, unsigned long long, "l", "ld.global.relaxed." #s ".u64 %0, [%1+-8];")        \
    LOADS(load_any_##s, unsigned, "r", "ld.relaxed." #s ".u32 %0, [%1+-64];")

OF_SCOPE(cta)
OF_SCOPE(gpu)
OF_SCOPE(sys)

extern "C" __global__ void in_shared(unsigned *out, unsigned v) {
    __shared__ unsigned s[64];
    s[threadIdx.x] = v;
    __syncthreads();
    unsigned r = atomicExch(&s[out[threadIdx.x] + 5], v);
    r += atomicCAS(&s[out[threadIdx.x + 64] + 5], v, r);
    out[threadIdx.x] = r + atomicAdd(&s[9], 1);
}

extern "C" __global__ void in_shared_8(unsigned long long *out, unsigned long long v) {
    __shared__ unsigned long long s[64];
    s[threadIdx.x] = v;
    __syncthreads();
    out[threadIdx.x] = atomicExch(&s[out[threadIdx.x] + 5], v);
}

extern "C" __global__ void loads_shared(volatile unsigned *out, unsigned v) {
    __shared__ volatile unsigned s[64];
    s[threadIdx.x] = v;
    __syncthreads();
    out[threadIdx.x] = s[out[threadIdx.x] + 5];
}

/* A loop whose way back is under a predicate, and, where the compiler leaves it so, one that is left by a break. */
extern "C" __global__ void loop(float *p, float v) {
    unsigned *const word = (unsigned *)p, old = *word, seen;
    while ((seen = atomicCAS(word, old, __float_as_uint(__uint_as_float(old) * v))) != old)
        old = seen;
}

/* Swaps in a loop that counts: nobody tries again, and the loop goes on. */
extern "C" __global__ void counted(float *p, float v) {
#pragma unroll 1
    for (unsigned i = 0; i < 64; i++) {
        unsigned *const word = (unsigned *)p + i, old = *(volatile unsigned *)word;
        atomicCAS(word, old, __float_as_uint(__uint_as_float(old) * v));
    }
}

extern "C" __global__ void counted_used(float *p, unsigned *out, float v) {
    unsigned sum = 0;
#pragma unroll 1
    for (unsigned i = 0; i < 64; i++) {
        unsigned *const word = (unsigned *)p + i, old = *(volatile unsigned *)word;
        sum += atomicCAS(word, old, __float_as_uint(__uint_as_float(old) * v));
    }
    out[threadIdx.x] = sum;
}
