/* For read_back.sh: a kernel with what a driver might patch as it loads code (.nv.info lists atomics of system scope, fences of
 * system scope, mbarriers), and with what else `whatif` edits. */
#include <cuda/barrier>

__global__ void everything(unsigned *words, unsigned *out, float *sum, unsigned n) {
    __shared__ unsigned counts[64];
    __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
    if (threadIdx.x == 0)
        init(&barrier, blockDim.x);
    if (threadIdx.x < 64)
        counts[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&counts[n & 63], 1u);
    const unsigned old = atomicAdd_system(words, n + 1);
    __threadfence_system();
    out[old & 63] = atomicAdd(words + 1, 3u);
    atomicAdd(sum, 1.5f);
    __threadfence();
    auto token = barrier.arrive();
    barrier.wait(std::move(token));
    unsigned now = words[2], seen;
    do {
        seen = now;
        now = atomicCAS(words + 2, seen, seen * 3 + n);
    } while (now != seen);
    out[threadIdx.x] = counts[threadIdx.x & 63] + old;
}

int main(void) {
    unsigned *words;
    if (cudaMalloc(&words, 4096) || cudaMemset(words, 0, 4096))
        return 1;
    everything<<<2, 64>>>(words, words + 64, (float *)(words + 512), 5);
    return cudaDeviceSynchronize() != cudaSuccess;
}
