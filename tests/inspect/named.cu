/* A kernel in a namespace, whose atomic is in a header of the toolkit's, and one without any, which has got one in GAINED. */
#include <cuda/atomic>

namespace places {
template <class T> __global__ void scatter(T *p, const T *from) {
    cuda::atomic_ref<T, cuda::thread_scope_device> word(p[threadIdx.x & 7]);
    word.fetch_add(from[threadIdx.x], cuda::memory_order_relaxed);
}
template __global__ void scatter<unsigned>(unsigned *, const unsigned *);
} // namespace places

extern "C" __global__ void clean(int *p, float by) {
#ifdef GAINED
    int seen = *p, old;
    do {
        old = seen;
        seen = atomicCAS(p, old, __float_as_int(__int_as_float(old) * by));
    } while (seen != old);
#else
    p[threadIdx.x] += __float_as_int(by);
#endif
}
