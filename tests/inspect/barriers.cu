/* Barriers of a block by their operands, and adds of 16 bytes at once. */
extern "C" __global__ void barriers(int *words, int name, int threads) {
    words[threadIdx.x] = 1;
    __syncthreads();
    words[threadIdx.x ^ 1] += words[threadIdx.x];
    asm volatile("bar.sync 1;" ::: "memory");
    words[threadIdx.x ^ 2] += words[threadIdx.x];
    asm volatile("bar.sync %0;" ::"r"(name) : "memory");
    words[threadIdx.x ^ 3] += words[threadIdx.x];
    asm volatile("bar.sync 2, 64;" ::: "memory");
    words[threadIdx.x ^ 4] += words[threadIdx.x];
    asm volatile("bar.sync 3, %0;" ::"r"(threads) : "memory");
    words[threadIdx.x ^ 5] += words[threadIdx.x];
    asm volatile("bar.sync %0, 96;" ::"r"(name) : "memory");
    words[threadIdx.x ^ 6] += words[threadIdx.x];
    asm volatile("bar.sync %0, %1;" ::"r"(name), "r"(threads) : "memory");
    words[threadIdx.x ^ 7] += words[threadIdx.x];
    asm volatile("bar.arrive 4, 64;" ::: "memory");
    words[threadIdx.x ^ 8] = __syncthreads_count(words[threadIdx.x]);
}

#if __CUDA_ARCH__ >= 900
extern "C" __global__ void vectors(int *words) {
    const short x = (short)threadIdx.x;
    asm volatile("red.global.add.noftz.v8.f16 [%0], {%1,%1,%1,%1,%1,%1,%1,%1};" ::"l"(words), "h"(x)
                 : "memory");
    asm volatile("red.global.add.noftz.v4.bf16 [%0], {%1,%1,%1,%1};" ::"l"(words), "h"(x)
                 : "memory");
}
extern "C" __global__ void wide_vector(int *words) {
    asm volatile(
        "red.relaxed.sys.global.add.noftz.v8.f16 [%0], {%1,%1,%1,%1,%1,%1,%1,%1};" ::"l"(words),
        "h"((short)threadIdx.x)
        : "memory");
}
#endif
