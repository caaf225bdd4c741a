/* Kernels for `inspect`, of which every one shows something. make.sh compiles them into the files beside. */

extern "C" __global__ void native_add(unsigned *p) { atomicAdd(p + threadIdx.x, p[99]); }

extern "C" __global__ void used_add(unsigned *p) {
    p[64 + threadIdx.x] = atomicAdd(p + threadIdx.x, p[99]);
}

extern "C" __global__ void wide_add(unsigned *p) { atomicAdd_system(p + threadIdx.x, p[99]); }

/* No target has it: the compiler makes a loop. */
extern "C" __global__ void shared_float(float *p) {
    __shared__ float bins[32];
    bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(bins + (threadIdx.x & 7), p[threadIdx.x]);
    __syncthreads();
    p[threadIdx.x] = bins[threadIdx.x];
}

/* The same by hand. */
extern "C" __global__ void multiply(int *p, float by) {
    int seen = *p, old;
    do {
        old = seen;
        seen = atomicCAS(p, old, __float_as_int(__int_as_float(old) * by));
    } while (seen != old);
}

extern "C" __global__ void lock(int *p) {
    while (atomicCAS(p, 0, 1) != 0)
        ;
    __threadfence();
    p[1]++;
    __threadfence_system();
    atomicExch(p, 0);
}

/* A swap in a cycle that is neither: each goes to another word, once. */
extern "C" __global__ void insert(int *p, int key) {
    for (int i = 0; i < key; i++)
        if (atomicCAS(p + 7 * i, 0, key) == 0)
            p[7 * i + 1] = i;
}

/* One address for all: the compiler adds up the lanes first. */
extern "C" __global__ void same_word(int *p) { atomicAdd(p, 3); }

static __device__ __forceinline__ unsigned counted(const unsigned *p) {
    __shared__ unsigned bins[64];
    bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(bins + (p[threadIdx.x] & 63), 1u);
    __syncthreads();
    return bins[threadIdx.x];
}

/* A block's counts, of which those that are not zero are added to the grid's. */
extern "C" __global__ void counts(unsigned *p) {
    const unsigned sum = counted(p);
    if (sum > 0)
        atomicAdd(p + threadIdx.x, sum);
}

/* Likewise, where a place is looked up for those that are not zero. */
extern "C" __global__ void looked_up(unsigned *p, const int *level, int n_levels) {
    const unsigned sum = counted(p);
    int place = -1;
    if (sum > 0) {
        int below = 0;
        for (int n = n_levels; n > 0; n /= 2)
            if (level[below + n / 2] <= (int)threadIdx.x)
                below += n / 2 + 1;
        place = below < n_levels ? below - 1 : -1;
    }
    if (place >= 0)
        atomicAdd(p + place, sum);
}

/* Likewise, where it is worked out under a predicate. */
extern "C" __global__ void scaled(unsigned *p, float scale) {
    const unsigned sum = counted(p);
    int place = -1;
    if (sum > 0)
        place = (int)(scale * threadIdx.x);
    if (place >= 0)
        atomicAdd(p + place, sum);
}

/* The result is the part that a block works on. */
extern "C" __global__ void ticket(unsigned *p, float *x) {
    __shared__ unsigned part;
    if (threadIdx.x == 0)
        part = atomicAdd(p, 1u);
    __syncthreads();
    x[part * blockDim.x + threadIdx.x] *= 2;
}

/* The result says whether the block is the last; it is only asked. */
extern "C" __global__ void last_block(unsigned *p, float *x) {
    __shared__ bool is_last;
    x[blockIdx.x] += 1;
    __threadfence();
    if (threadIdx.x == 0)
        is_last = atomicAdd(p, 1u) == gridDim.x - 1;
    __syncthreads();
    if (is_last)
        x[threadIdx.x] = 0;
}

/* The cycle goes on by what the atomic found. */
extern "C" __global__ void unite(unsigned *label, unsigned a, unsigned b) {
    while (a != b) {
        const unsigned high = max(a, b), old = atomicMin(label + high, min(a, b));
        a = min(a, b);
        b = old == high ? a : old;
    }
}
