/* Kernels for `inspect` and `whatif`, from sm_90 on: atomics of a cluster, mbarriers, asynchronous reductions, generic addresses.
 * src: PTX ISA, "mapa", "atom", "red.async", "mbarrier", "cp.reduce.async.bulk", "barrier.cluster", "fence.proxy.async". */
#include <stdint.h>

static __device__ uint32_t shared_address(const void *p) {
    return (uint32_t)__cvta_generic_to_shared(p);
}

/* Where a word of this block lies in the cluster's first. */
static __device__ uint32_t of_first(const void *p) {
    uint32_t address;
    asm("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(address) : "r"(shared_address(p)));
    return address;
}

static __device__ void meet() {
    asm volatile("barrier.cluster.arrive.aligned;\n\tbarrier.cluster.wait.aligned;" ::: "memory");
}

static __device__ void await(uint32_t barrier) {
    asm volatile("{ .reg .pred done;\n"
                 "again: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], 0;\n"
                 "@!done bra again; }" ::"r"(barrier)
                 : "memory");
}

extern "C" __global__ void cluster_atomics(uint32_t *p) {
    __shared__ uint32_t sums[2];
    const uint32_t sum = of_first(sums);
    uint32_t old, swapped;
    sums[threadIdx.x & 1] = 0;
    meet();
    asm volatile("atom.relaxed.cluster.shared::cluster.add.u32 %0, [%1], %2;"
                 : "=r"(old)
                 : "r"(sum), "r"(p[threadIdx.x])
                 : "memory");
    asm volatile("atom.relaxed.cluster.shared::cluster.cas.b32 %0, [%1], 0, %2;"
                 : "=r"(swapped)
                 : "r"(sum + 4), "r"(p[threadIdx.x])
                 : "memory");
    asm volatile("red.relaxed.cluster.shared::cluster.max.u32 [%0], %1;" ::"r"(sum), "r"(old)
                 : "memory");
    meet();
    p[threadIdx.x] = sums[0] + old + swapped;
}

extern "C" __global__ void mbarriers(uint32_t *p) {
    __shared__ uint64_t barrier;
    const uint32_t at = shared_address(&barrier);
    if (threadIdx.x == 0)
        asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at), "r"(blockDim.x)
                     : "memory");
    __syncthreads();
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at) : "memory");
    asm volatile("cp.async.mbarrier.arrive.shared::cta.b64 [%0];" ::"r"(at) : "memory");
    await(at);
    if (threadIdx.x == 0)
        asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(at) : "memory");
    atomicAdd(p + threadIdx.x, 1u);
}

/* The words come with their bytes counted at the first block's mbarrier, which goes on when it has them all. */
extern "C" __global__ void remote_adds(uint32_t *p) {
    __shared__ uint64_t barrier;
    __shared__ uint32_t sum;
    const uint32_t at = shared_address(&barrier);
    if (threadIdx.x == 0) {
        sum = 0;
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;\n"
                     "\tmbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 1024;" ::"r"(at)
                     : "memory");
    }
    meet();
    asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 "
                 "[%0], %1, [%2];" ::"r"(of_first(&sum)),
                 "r"(p[threadIdx.x]), "r"(of_first(&barrier))
                 : "memory");
    await(at);
    p[threadIdx.x] = sum;
    meet();
}

extern "C" __global__ void bulk_adds(uint32_t *p, float *f, const void *tensor) {
    __shared__ alignas(128) uint32_t words[32];
    __shared__ uint64_t barrier;
    const uint32_t from = shared_address(words);
    words[threadIdx.x] = p[threadIdx.x];
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    meet();
    if (threadIdx.x == 0) {
        asm volatile(
            "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%0], [%1], 128;" ::"l"(p),
            "r"(from)
            : "memory");
        asm volatile(
            "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%0], [%1], 128;" ::"l"(f),
            "r"(from)
            : "memory");
        asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::"
                     "bytes.and.b32 [%0], [%1], 128, [%2];" ::"r"(of_first(words)),
                     "r"(from), "r"(of_first(&barrier))
                     : "memory");
        asm volatile("cp.reduce.async.bulk.tensor.1d.global.shared::cta.add.tile.bulk_group [%0, "
                     "{%1}], [%2];" ::"l"(tensor),
                     "r"(0), "r"(from)
                     : "memory");
        asm volatile("cp.async.bulk.commit_group;\n\tcp.async.bulk.wait_group 0;" ::: "memory");
    }
    meet();
}

/* Of device memory or of shared memory: nobody knows before it runs. */
extern "C" __global__ void generic_atomics(uint32_t *p, bool shared) {
    __shared__ uint32_t sum;
    sum = 0;
    __syncthreads();
    uint32_t *const to = shared ? &sum : p;
    const uint32_t old = atomicAdd(to, p[threadIdx.x + 1]);
    atomicMax(to + shared, old);
    if (atomicCAS(to, old, 7) == old)
        p[threadIdx.x + 64] = sum;
    __syncthreads();
    p[threadIdx.x] = sum + old;
}
