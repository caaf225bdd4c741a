/* Functions for `inspect` that loops call, and one that none does. make.sh compiles them. */
__device__ __noinline__ int take(int *next, int step) { return atomicAdd(next, step) * 3; }

__device__ __noinline__ void count(int *counts, int i) {
    atomicAdd(counts + (i & 7), 1);
    __threadfence();
}

__device__ __noinline__ int count_twice(int *counts, int i) {
    count(counts, i);
    count(counts, i + 3);
    return i * i;
}

extern "C" __global__ void called_once(int *next, int *out) { out[threadIdx.x] = take(next, 5); }

extern "C" __global__ void called_in_loop(int *counts, int *out, int n) {
#pragma unroll 1
    for (int i = 0; i < n; i++) {
        count(counts, out[i]);
        out[i] *= 3;
    }
}

/* By a function that is called itself. */
extern "C" __global__ void called_deeper(int *counts, int *out, int n) {
#pragma unroll 1
    for (int i = 0; i < n; i++)
        out[i] = count_twice(counts, out[i]);
}

/* The loop ends by what comes back. */
extern "C" __global__ void called_queue(int *next, float *x, int n) {
    for (int i; (i = take(next, 1)) < n;)
        x[i] *= 2;
}

/* It does not: what comes back is stored. */
extern "C" __global__ void called_places(int *next, int *x, int n) {
#pragma unroll 1
    for (int i = threadIdx.x; i < n; i += 32)
        x[take(next, 1)] = i;
}

/* No atomic. */
__device__ __noinline__ int publish(int *p, int i) {
    p[i & 63] = i;
    __threadfence();
    return i * p[i & 31];
}

extern "C" __global__ void called_fence(int *p, int n) {
#pragma unroll 1
    for (int i = 0; i < n; i++)
        p[i] = publish(p, p[i]);
}

/* Of two loops that call one function the other one ends by what comes back. */
extern "C" __global__ void called_places_then_queue(int *next, int *x, int n) {
#pragma unroll 1
    for (int i = threadIdx.x; i < n; i += 32)
        x[take(next, 1)] = i;
    for (int i; (i = take(next + 1, 1)) < n;)
        x[i] *= 2;
}

/* By forty functions, each of which calls the next. */
template <int DEPTH> __device__ __noinline__ void count_below(int *counts, int i) {
    count_below<DEPTH - 1>(counts, i * 5 + DEPTH);
    counts[i & 31] += DEPTH;
}
template <> __device__ __noinline__ void count_below<0>(int *counts, int i) { count(counts, i); }

extern "C" __global__ void called_deepest(int *counts, const int *x, int n) {
#pragma unroll 1
    for (int i = 0; i < n; i++)
        count_below<40>(counts, x[i]);
}
