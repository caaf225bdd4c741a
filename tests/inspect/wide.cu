/* Loops for `inspect` that go on by a result through a register that an instruction writes behind its first. make.sh compiles
 * them. */

/* Half precision, whose last sum is of the result. */
extern "C" __global__ void by_product(unsigned *p, unsigned *out, unsigned b) {
    float x[4] = {};
    do {
        const unsigned a = atomicAdd(p, 1u);
        asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %4}, "
                     "{%5}, {%0, %1, %2, %3};"
                     : "+f"(x[0]), "+f"(x[1]), "+f"(x[2]), "+f"(x[3])
                     : "r"(a), "r"(b));
        out[threadIdx.x] += 1;
    } while (x[3] < 100);
}

/* The halves of a sum. */
extern "C" __global__ void by_half_product(unsigned *p, unsigned *out, unsigned b) {
    unsigned x[2] = {};
    do {
        const unsigned a = atomicAdd(p, 1u);
        asm volatile(
            "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %2}, {%3}, {%0, %1};"
            : "+r"(x[0]), "+r"(x[1])
            : "r"(a), "r"(b));
        out[threadIdx.x] += 1;
    } while (x[1] < 100);
}

/* Integers. */
extern "C" __global__ void by_integer_product(unsigned *p, unsigned *out, unsigned b) {
    int x[2] = {};
    do {
        const unsigned a = atomicAdd(p, 1u);
        asm volatile(
            "mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%0, %1}, {%2}, {%3}, {%0, %1};"
            : "+r"(x[0]), "+r"(x[1])
            : "r"(a), "r"(b));
        out[threadIdx.x] += 1;
    } while (x[1] < 100);
}

#if __CUDA_ARCH__ >= 900
extern "C" __global__ void by_double_product(unsigned *p, unsigned *out, double b) {
    double x[2] = {};
    do {
        const double a = atomicAdd(p, 1u);
        asm volatile(
            "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
            : "+d"(x[0]), "+d"(x[1])
            : "d"(a), "d"(b));
        out[threadIdx.x] += 1;
    } while (x[1] < 100);
}
#endif
