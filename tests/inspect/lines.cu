/* A small kernel with -lineinfo, not compressed, for the fuzzer and for what is damaged. */
static __device__ unsigned next(unsigned *p) { return atomicAdd(p, p[99]); }

extern "C" __global__ void take(unsigned *p) { p[64 + threadIdx.x] = next(p + threadIdx.x); }
