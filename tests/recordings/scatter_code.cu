/* Kernels with the names of those in ncu_scatter.csv, for scatter_code.cubin: nvcc -arch=sm_90 -cubin --extended-lambda scatter_code.cu */
namespace at {
struct TensorIterator {};
namespace native {
struct ReduceAdd {};
template <int threads, int items, class function>
__global__ void _scatter_gather_elementwise_kernel(int n, function f) {
    for (int i = 0; i < items; i++)
        f(n + i * threads);
}
template <bool is_scatter, class scalar, class offset> struct _cuda_scatter_gather_internal_kernel {
    template <class reduce>
    void operator()(TensorIterator &, offset, offset, offset, const reduce &) {
        scalar *to = nullptr;
        auto add = [=] __device__(int i) { atomicAdd(to, (scalar)i); };
        _scatter_gather_elementwise_kernel<128, 8><<<1, 128>>>(1, add);
    }
};
template struct _cuda_scatter_gather_internal_kernel<true, float, long>;
template struct _cuda_scatter_gather_internal_kernel<true, int, long>;
template <class scalar> void launch() {
    TensorIterator it;
    _cuda_scatter_gather_internal_kernel<true, scalar, long>()(it, 1, 1, 1, ReduceAdd());
}
template void launch<float>();
template void launch<int>();

template <class T, class index, class number, int a, int b, int c, bool d, class reduce>
__global__ void indexFuncLargeIndex(T *to, index i, number n, const reduce &) {
    atomicAdd(to + i, (T)n);
}
} // namespace native
} // namespace at
void launch_index() {
    at::native::indexFuncLargeIndex<float, long, unsigned int, 1, 1, -2, true>
        <<<1, 1>>>((float *)nullptr, 1L, 1u, at::native::ReduceAdd());
}
