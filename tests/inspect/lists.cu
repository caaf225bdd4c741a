/* Lists for `inspect` that are filled where an atomic says, and results that are no places. make.sh compiles them. */

/* Every lane for itself. */
extern "C" __global__ void append(unsigned *n, int *out, const int *in) {
    const int x = in[blockIdx.x * blockDim.x + threadIdx.x];
    if (x > 0)
        out[atomicAdd(n, 1u)] = x;
}

/* A block takes its places in one. */
extern "C" __global__ void append_block(unsigned *n, int *out, const int *in) {
    static __shared__ unsigned mine, first;
    if (threadIdx.x == 0)
        mine = 0;
    __syncthreads();
    const int x = in[blockIdx.x * blockDim.x + threadIdx.x];
    const unsigned place = x > 0 ? atomicAdd(&mine, 1u) : 0;
    __syncthreads();
    if (threadIdx.x == 0)
        first = atomicAdd(n, mine);
    __syncthreads();
    if (x > 0)
        out[first + place] = x;
}

/* A sort's ranks, in shared memory. */
extern "C" __global__ void rank(int *out, const int *in) {
    static __shared__ unsigned next[256];
    static __shared__ int sorted[1024];
    next[threadIdx.x % 256] = threadIdx.x * 4;
    __syncthreads();
    const int x = in[threadIdx.x];
    sorted[atomicAdd(&next[x % 256], 1u) % 1024] = x;
    __syncthreads();
    out[threadIdx.x] = sorted[threadIdx.x];
}

/* What is stored, not where. */
extern "C" __global__ void numbers(unsigned *n, unsigned *out) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = atomicAdd(n, threadIdx.x);
}

/* Whether something is stored. */
extern "C" __global__ void last_block(unsigned *n, float *sum, const float *parts) {
    static __shared__ bool last;
    if (threadIdx.x == 0)
        last = atomicAdd(n, 1u) == gridDim.x - 1;
    __syncthreads();
    if (last)
        sum[threadIdx.x] = parts[threadIdx.x];
}

/* A key's slot is found by hashing. */
extern "C" __global__ void insert(unsigned *keys, unsigned *values, const unsigned *in) {
    const unsigned key = in[threadIdx.x];
    for (unsigned slot = key * 2654435761u % 1024;; slot = (slot + 1) % 1024) {
        const unsigned found = atomicCAS(&keys[slot], 0u, key);
        if (found == 0 || found == key) {
            values[slot] = key;
            break;
        }
    }
}
