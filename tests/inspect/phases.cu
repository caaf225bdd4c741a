/* What `inspect` takes for phases: atomics on shared memory, and loops that read global memory without any. make.sh compiles them. */
#define KERNEL extern "C" __global__ void
__shared__ unsigned bins[256];

/* Reads first, adds then. */
KERNEL reads_first(const float *in, const unsigned *keys, float *out, int n) {
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += 256)
        sum += in[i];
    out[threadIdx.x] = sum;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += 256)
        atomicAdd(&bins[keys[i] & 255], 1u);
}

/* Adds in no loop. */
KERNEL adds_once(const float *in, int n) {
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += 256)
        sum += in[i];
    atomicAdd(&bins[(int)sum & 255], 1u);
}

/* Loops that clear and that merge: a histogram. */
KERNEL histogram(const unsigned *keys, unsigned *out, int n, int n_bins) {
    for (int i = threadIdx.x; i < n_bins; i += 32)
        bins[i] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += 256)
        atomicAdd(&bins[keys[i] & 255], 1u);
    __syncthreads();
    for (int i = threadIdx.x; i < n_bins; i += 32)
        atomicAdd(&out[i], bins[i]);
}

/* The same, stored: shared memory is read. */
KERNEL stores(const unsigned *keys, unsigned *out, int n, int n_bins) {
    for (int i = threadIdx.x; i < n; i += 256)
        atomicAdd(&bins[keys[i] & 255], 1u);
    __syncthreads();
    for (int i = threadIdx.x; i < n_bins; i += 32)
        out[i] = bins[i];
}

/* One loop is around both: warps are in either. */
KERNEL tiles(const float *in, const unsigned *keys, float *out, int n, int tile) {
    for (int t = 0; t < n; t += tile) {
        float sum = 0;
        for (int i = threadIdx.x; i < tile; i += 256)
            sum += in[t + i];
        out[t + threadIdx.x] = sum;
        for (int i = threadIdx.x; i < tile; i += 256)
            atomicAdd(&bins[keys[t + i] & 255], 1u);
    }
}

/* A search for each key. */
KERNEL searches(const unsigned *keys, const unsigned *ends, int n) {
    for (int i = threadIdx.x; i < n; i += 256) {
        unsigned bin = 0;
        while (ends[bin] < keys[i])
            bin++;
        atomicAdd(&bins[bin & 255], 1u);
    }
}

/* A loop of a compare-and-swap is no other loop than that of its keys; the second is of what was read before. */
KERNEL floats(const float *in, float *out, int n) {
    for (int i = threadIdx.x; i < n; i += 256)
        atomicAdd((float *)&bins[(int)in[i] & 255], in[i]);
}
KERNEL floats_later(const float *in, float *out, int n) {
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += 256)
        sum += in[i];
    for (int i = threadIdx.x; i < n; i += 256)
        atomicAdd((float *)&bins[i & 255], sum);
}

/* On device memory. */
KERNEL elsewhere(const float *in, const unsigned *keys, unsigned *out, int n) {
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += 256)
        sum += in[i];
    for (int i = threadIdx.x; i < n; i += 256)
        atomicAdd(&out[keys[i]], (unsigned)sum);
}

/* What a loop calls has the atomic; the second reads before. */
__device__ __noinline__ void count(unsigned key) { atomicAdd(&bins[key & 255], 1u); }
KERNEL calls(const unsigned *keys, int n) {
#pragma unroll 1
    for (int i = threadIdx.x; i < n; i += 256)
        count(keys[i]);
}
KERNEL calls_later(const unsigned *keys, int n) {
    unsigned sum = 0;
    for (int i = threadIdx.x; i < n; i += 256)
        sum += keys[i];
#pragma unroll 1
    for (int i = threadIdx.x; i < n; i += 256)
        count(sum + i);
}
