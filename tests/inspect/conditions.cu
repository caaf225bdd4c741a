/* Kernels for `inspect`: what loops go by, and sums of shared memory, where more than one instruction says so. make.sh compiles
 * them. */
typedef unsigned long long wide;

/* A compare of 64 bits is two, of which the second asks what the first found. */
extern "C" __global__ void lock(wide *p) {
    while (atomicCAS(p, 0ull, 1ull) != 0ull)
        ;
    __threadfence();
    p[1]++;
    __threadfence();
    atomicExch(p, 0ull);
}

extern "C" __global__ void exchanged_lock(wide *p) {
    while (atomicExch(p, 1ull) != 0ull)
        ;
    __threadfence();
    p[1]++;
    __threadfence();
    atomicExch(p, 0ull);
}

extern "C" __global__ void queue(wide *next, float *x, wide n) {
    for (;;) {
        const wide i = atomicAdd(next, 1ull);
        if (i >= n)
            break;
        x[i] *= 2;
    }
}

/* The lower half alone comes from the result; of the upper half the compare finds what the lower one did. */
extern "C" __global__ void slice_queue(unsigned *next, float *x, wide first, wide n) {
    for (;;) {
        const wide i = first + atomicAdd(next, 1u);
        if (i >= n)
            break;
        x[i] *= 2;
    }
}

/* The loop goes on while one lane of the warp does. */
extern "C" __global__ void voted(unsigned *label, unsigned a, unsigned b) {
    bool done = false;
    while (__any_sync(~0u, !done))
        if (!done) {
            const unsigned high = max(a, b), old = atomicMin(label + high, min(a, b));
            a = min(a, b);
            done = (old == high) | (old == a);
            b = old;
        }
}

/* Of the new value the upper half alone comes from the old one: a count beside a pointer. */
extern "C" __global__ void tagged(wide *head, unsigned node) {
    wide seen = *head, old;
    do {
        old = seen;
        seen = atomicCAS(head, old, ((old >> 32) + 1) << 32 | node);
    } while (seen != old);
}

template <typename T> static __device__ __forceinline__ T *counted(const unsigned *from) {
    static __shared__ __align__(16) T bins[1024];
    bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(bins + (from[threadIdx.x] & 255), (T)from[threadIdx.x + 256]);
    __syncthreads();
    return bins;
}

/* Sums that are left out where they are zero: one of two conditions, of 64 bits, one of four words that are loaded at once, and
 * with more to do before they are added. */
extern "C" __global__ void bounded(unsigned *p, const unsigned *from, unsigned n) {
    const unsigned sum = counted<unsigned>(from)[threadIdx.x];
    if (threadIdx.x < n && sum > 0)
        atomicAdd(p + threadIdx.x, sum);
}

extern "C" __global__ void wide_sums(wide *p, const unsigned *from) {
    const wide sum = counted<wide>(from)[threadIdx.x];
    if (sum != 0)
        atomicAdd(p + threadIdx.x, sum);
}

extern "C" __global__ void four(unsigned *p, const unsigned *from) {
    const uint4 sum = ((const uint4 *)counted<unsigned>(from))[threadIdx.x];
    unsigned *const to = p + 4 * threadIdx.x;
    if (sum.x)
        atomicAdd(to, sum.x);
    if (sum.y)
        atomicAdd(to + 1, sum.y);
    if (sum.z)
        atomicAdd(to + 2, sum.z);
    if (sum.w)
        atomicAdd(to + 3, sum.w);
}

extern "C" __global__ void nested(unsigned *p, const unsigned *from, const unsigned *map) {
    const unsigned sum = counted<unsigned>(from)[threadIdx.x];
    if (sum > 0) {
        const unsigned place = map[threadIdx.x];
        if (place < 100) {
            unsigned x = 0;
            for (unsigned i = 0; i < place; i++)
                x += map[7 * i];
            p[x] = 1;
        }
        atomicAdd(p + place, sum);
    }
}

/* A branch with a guard and another predicate. */
extern "C" __global__ void timed(unsigned *lock, unsigned *p, long long ticks) {
    const long long start = clock64();
    while (atomicCAS(lock, 0u, 1u) != 0 && clock64() - start < ticks)
        ;
    p[0]++;
}

/* These are not: of a limit, or of a place that is chosen by one; and what is added behind a loop that the sum bounds. */
extern "C" __global__ void limited(unsigned *p, const unsigned *from, unsigned limit) {
    const unsigned sum = counted<unsigned>(from)[threadIdx.x];
    if (sum < limit)
        atomicAdd(p + threadIdx.x, sum);
}

extern "C" __global__ void placed(unsigned *p, const unsigned *from, float scale, unsigned limit) {
    const unsigned sum = counted<unsigned>(from)[threadIdx.x];
    int place = -1;
    if (sum < limit)
        place = (int)(scale * threadIdx.x);
    if (place >= 0)
        atomicAdd(p + place, sum);
}

extern "C" __global__ void behind(unsigned *p, const unsigned *from) {
    const unsigned sum = counted<unsigned>(from)[threadIdx.x];
    unsigned x = 0;
    for (unsigned i = 0; i < sum; i++)
        x += from[i];
    p[x] = 1;
    atomicAdd(p + threadIdx.x, sum);
}

/* A condition that a zero does not decide; and what is added in front of the branch that asks. */
extern "C" __global__ void either(unsigned *p, const unsigned *from, const unsigned *map) {
    const unsigned sum = counted<unsigned>(from)[threadIdx.x];
    if (sum | map[threadIdx.x])
        atomicAdd(p + threadIdx.x, sum);
}

extern "C" __global__ void before(unsigned *p, const unsigned *from) {
    const unsigned *const sums = counted<unsigned>(from);
    unsigned sum, i = threadIdx.x;
    do {
        sum = sums[i];
        atomicAdd(p + i, sum);
        i += 32;
    } while (sum == 0);
}
