/* cublas_ops TIMES: cuBLAS's products by symmetric matrices, which may add with atomics here, and products long in the sum, in
 * three types. Needs -lcublas. */
#include <cublas_v2.h>
#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>

#include "program.h"

enum { SIDE = 4096, ODD = 2047, LONG = 1 << 15 };

static void check(cublasStatus_t status) {
    if (status == CUBLAS_STATUS_SUCCESS)
        return;
    fprintf(stderr, "cublas_ops: %s\n", cublasGetStatusString(status));
    exit(3);
}

/* The functions of the type T. The matrix is of one small number, and the vectors are zeros, which stay. */
#define ADDS(NAME, T, SYMV, SYRK, GEMM)                                                            \
    static void NAME(cublasHandle_t handle, const T *a, T *x, T *y, T one, T zero) {               \
        for (cublasFillMode_t half : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {           \
            for (int n : {(int)SIDE, (int)ODD})                                                    \
                check(SYMV(handle, half, n, &one, a, SIDE, x, 1, &zero, y, 1));                    \
            check(SYRK(handle, half, CUBLAS_OP_N, 256, SIDE, &one, a, SIDE, &zero, y, SIDE));      \
        }                                                                                          \
        for (int n : {32, 128})                                                                    \
            check(GEMM(handle, CUBLAS_OP_T, CUBLAS_OP_N, n, n, LONG, &one, a, LONG, a, LONG,       \
                       &zero, y, SIDE));                                                           \
        check(GEMM(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1024, 1024, 1, &one, a, SIDE, a, SIDE, &zero, \
                   y, SIDE));                                                                      \
    }

ADDS(add_floats, float, cublasSsymv, cublasSsyrk, cublasSgemm)
ADDS(add_doubles, double, cublasDsymv, cublasDsyrk, cublasDgemm)
ADDS(add_complex, cuComplex, cublasChemv, cublasCsyrk, cublasCgemm)

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "Usage: cublas_ops TIMES\n");
        return 2;
    }
    cublasHandle_t handle;
    check(cublasCreate(&handle));
    check(cublasSetAtomicsMode(handle, CUBLAS_ATOMICS_ALLOWED));
    const size_t numbers = (size_t)SIDE * SIDE;
    cuComplex *const a = room<cuComplex>(numbers), *const x = room<cuComplex>(SIDE * 1024),
                     *const y = room<cuComplex>(SIDE * 1024);
    check(cudaMemset(a, 0x3c, numbers * sizeof *a));
    const cuComplex one = make_cuComplex(1, 0), zero = make_cuComplex(0, 0);
    for (int i = 0; i < atoi(argv[1]); i++) {
        add_floats(handle, (const float *)a, (float *)x, (float *)y, 1, 0);
        add_doubles(handle, (const double *)a, (double *)x, (double *)y, 1, 0);
        add_complex(handle, a, x, y, one, zero);
    }
    check(cudaDeviceSynchronize());
    return 0;
}
