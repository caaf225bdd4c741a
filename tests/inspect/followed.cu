/* For `inspect`, what loops and sums go by through rarer instructions: a carry, predicates that are kept in a register, what a
 * block votes, calls, and 256 bits at once. make.sh compiles them. */
typedef unsigned long long wide;

extern "C" __global__ void carried(unsigned *next, float *x, wide first, wide n) {
    wide i;
    do {
        i = first + atomicAdd(next, 1u);
        x[i & 1023] *= 2;
    } while (i >> 32 < n);
}

/* More conditions at a time than there are predicates. */
extern "C" __global__ void kept(unsigned *p, const unsigned *from, float scale) {
    enum { N = 12 };
    static __shared__ int bins[N * 256];
    int sum[N], place[N];
    for (int i = 0; i < N; i++)
        bins[i * 256 + threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(bins + from[threadIdx.x], 1);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < N; i++) {
        sum[i] = bins[i * 256 + threadIdx.x];
        place[i] = sum[i] > 0 ? (short)(scale * i) : -1;
    }
#pragma unroll
    for (int i = 0; i < N; i++)
        if (place[i] >= 0)
            atomicAdd(p + place[i], (unsigned)sum[i]);
}

extern "C" __global__ void block_counts(unsigned *next, float *x, unsigned n) {
    unsigned i;
    do {
        i = atomicAdd(next, 1);
        if (i < n)
            x[i] *= 2;
    } while (__syncthreads_count(i < n) != 0);
}

/* A loop that adds to what it reads what shared memory holds: of zero it changes nothing. Of a product with another number that is
 * not looked at. */
__device__ void add_in_loop(int *at, float x) {
    int old = *(volatile int *)at, seen;
    while ((seen = atomicCAS(at, old, __float_as_int(__int_as_float(old) + x))) != old)
        old = seen;
}

__device__ float sum_of(const int *from) {
    __shared__ float sum[256];
    sum[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(sum + from[threadIdx.x], 1.f);
    __syncthreads();
    return sum[threadIdx.x];
}

extern "C" __global__ void sums_in_loop(int *p, const int *from) {
    add_in_loop(p + threadIdx.x, sum_of(from));
}

extern "C" __global__ void sums_and_own_in_loop(int *p, const int *from) {
    add_in_loop(p + threadIdx.x, sum_of(from) * __int_as_float(from[threadIdx.x]));
}

/* Of a sum of zero one is added. */
extern "C" __global__ void sums_and_one_in_loop(int *p, const int *from) {
    add_in_loop(p + threadIdx.x, 2 * sum_of(from) + 1);
}

/* By what a called function makes of the result. */
__device__ __noinline__ unsigned mixed(unsigned i) { return (i ^ i >> 15) * 0x2c1b3c6du; }

extern "C" __global__ void by_call(unsigned *next, float *x, unsigned n) {
    unsigned i;
    do {
        i = mixed(atomicAdd(next, 1u));
        x[i & 1023] *= 2;
    } while (i < n);
}

/* By the result, in a register that the called function spills. */
__device__ __noinline__ unsigned leaves(const unsigned *child, unsigned at) {
    return child[2 * at] == 0 ? 1 : leaves(child, child[2 * at]) + leaves(child, child[2 * at + 1]);
}

extern "C" __global__ void over_call(unsigned *next, unsigned *x, const unsigned *child,
                                     unsigned n) {
    unsigned i;
    do {
        i = atomicAdd(next, 1u);
        x[threadIdx.x] += leaves(child, threadIdx.x);
    } while (i < n);
}

/* Not by the result: it is given to one function, and another puts its own value into the same register. */
__device__ unsigned kept_results[1024];
__device__ __noinline__ void keep(unsigned i, unsigned result) { kept_results[i & 1023] += result; }

__device__ __noinline__ wide square(unsigned i) { return (wide)i * i; }

extern "C" __global__ void past_calls(unsigned *p, wide n) {
    unsigned i = threadIdx.x;
    do {
        keep(i, atomicAdd(p + i, 1u));
        i += 32;
    } while (square(i) < n);
}

#if __CUDA_ARCH__ >= 1000
/* One load of 256 bits, into two times four registers that need not be neighbours; one store of them. */
__device__ void read(unsigned x[8], const unsigned *from) {
    asm volatile("ld.relaxed.gpu.global.v8.u32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8];"
                 : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3]), "=r"(x[4]), "=r"(x[5]),
                   "=r"(x[6]), "=r"(x[7])
                 : "l"(from)
                 : "memory");
}

__device__ void add_of_read(unsigned *p, int at) {
    unsigned x[8];
    do
        read(x, p);
    while (atomicCAS(p + at, x[at], x[at] + 1) != x[at]);
}

extern "C" __global__ void adds_second_of_eight(unsigned *p) { add_of_read(p, 1); }

extern "C" __global__ void adds_last_of_eight(unsigned *p) { add_of_read(p, 7); }

extern "C" __global__ void fills_by_eights(unsigned *next, unsigned *out, const unsigned *limits) {
    unsigned x[8], i;
    do {
        i = atomicAdd(next, 1u);
        asm volatile("st.global.v8.u32 [%0], {%2, %2, %2, %2, %1, %2, %2, %2};" ::"l"(out), "r"(i),
                     "r"(0)
                     : "memory");
        read(x, limits);
    } while (i < x[6]);
}
#endif

/* Leaves what it is given as it is, unless. */
__device__ __noinline__ int kept_unless(int x, const int *p, int c) {
    if (c)
        x = *(volatile const int *)p;
    return x;
}

/* A lock, whatever the call may write. */
extern "C" __global__ void locked_by_call(int *lock, int *p, int c) {
    while (kept_unless(atomicCAS(lock, 0, 1), p, c) != 0)
        ;
    p[threadIdx.x + 1]++;
    __threadfence();
    atomicExch(lock, 0);
}
