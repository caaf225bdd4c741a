/* An atomic through several headers of the toolkit. make.sh compiles it with -lineinfo. */
#include <cuda/atomic>

extern "C" __global__ void by_reference(unsigned *p) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> word(p[threadIdx.x]);
    word.fetch_add(p[99], cuda::memory_order_relaxed);
}
