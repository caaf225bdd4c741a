/* Kernels for `inspect` that have fences and no atomic: of those no more is read than what is between fences. make.sh compiles
 * them. */

/* One fence orders both stores; the other orders nothing. */
extern "C" __global__ void again(volatile int *p, const float *x, volatile int *q) {
    const float f = x[0];
    p[0] = 1;
    __threadfence();
    const int i = (int)(f * f + 3);
    __threadfence();
    q[i] = 2;
}

/* Each of two fences orders something: a load, a store. */
extern "C" __global__ void loads(volatile int *p, volatile int *q) {
    p[0] = 1;
    __threadfence();
    const int i = q[1];
    __threadfence();
    p[i] = 2;
}

extern "C" __global__ void stores(volatile int *p, const float *x) {
    const float f = x[0];
    p[0] = 1;
    __threadfence();
    p[1] = 2;
    p[2] = (int)(f * f + 3);
    __threadfence();
    p[3] = 3;
}

/* In a loop, with a barrier. */
extern "C" __global__ void rounds(volatile int *p, int n) {
#pragma unroll 1
    for (int i = 0; i < n; i++) {
        p[i] = i;
        __threadfence();
        __syncthreads();
        __threadfence();
    }
}
