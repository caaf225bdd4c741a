/* The kernels of sample.cu as a commit, or a compiler, may have left them. */

extern "C" __global__ void native_add(float *p) {
    int *const word = (int *)p + threadIdx.x;
    int seen = *word, old;
    do {
        old = seen;
        seen = atomicCAS(word, old, __float_as_int(__int_as_float(old) + p[99]));
    } while (seen != old);
}

extern "C" __global__ void used_add(unsigned *p) {
    p[64 + threadIdx.x] = atomicAdd_system(p + threadIdx.x, p[99]);
}

extern "C" __global__ void wide_add(unsigned *p) { atomicAdd(p + threadIdx.x, p[99]); }
