/* cublas_ops PART TIMES: cuBLAS in three types. PART: add, products by symmetric matrices, which may add with atomics here, and
 * products long in the sum; wait, triangular systems, whose blocks wait for one another. Needs -lcublas. */
#include <cublas_v2.h>
#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 4096, ODD = 2047, LONG = 1 << 15 };

static void check(cudaError_t error) {
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "cublas_ops: %s\n", cudaGetErrorString(error));
    exit(3);
}

static void check(cublasStatus_t status) {
    if (status == CUBLAS_STATUS_SUCCESS)
        return;
    fprintf(stderr, "cublas_ops: %s\n", cublasGetStatusString(status));
    exit(3);
}

/* SYMV..GEMM: the functions of the type T. The matrix is of one small number, and the vectors are zeros, which stay. */
#define OPERATIONS(NAME, T, SYMV, SYRK, GEMM, TRSV, TRSM)                                          \
    static void NAME(bool add, cublasHandle_t handle, const T *a, T *x, T *y, T one, T zero) {     \
        for (cublasFillMode_t half : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {           \
            for (int n : {(int)SIDE, (int)ODD})                                                    \
                if (add)                                                                           \
                    check(SYMV(handle, half, n, &one, a, SIDE, x, 1, &zero, y, 1));                \
            if (add)                                                                               \
                check(SYRK(handle, half, CUBLAS_OP_N, 256, SIDE, &one, a, SIDE, &zero, y, SIDE));  \
            for (cublasOperation_t how : {CUBLAS_OP_N, CUBLAS_OP_T})                               \
                if (!add) {                                                                        \
                    check(TRSV(handle, half, how, CUBLAS_DIAG_NON_UNIT, ODD, a, SIDE, x, 1));      \
                    check(TRSM(handle, CUBLAS_SIDE_LEFT, half, how, CUBLAS_DIAG_NON_UNIT, ODD / 2, \
                               4, &one, a, SIDE, x, SIDE));                                        \
                }                                                                                  \
        }                                                                                          \
        if (!add)                                                                                  \
            return;                                                                                \
        for (int n : {32, 128})                                                                    \
            check(GEMM(handle, CUBLAS_OP_T, CUBLAS_OP_N, n, n, LONG, &one, a, LONG, a, LONG,       \
                       &zero, y, SIDE));                                                           \
        check(GEMM(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1024, 1024, 1, &one, a, SIDE, a, SIDE, &zero, \
                   y, SIDE));                                                                      \
    }

OPERATIONS(of_floats, float, cublasSsymv, cublasSsyrk, cublasSgemm, cublasStrsv, cublasStrsm)
OPERATIONS(of_doubles, double, cublasDsymv, cublasDsyrk, cublasDgemm, cublasDtrsv, cublasDtrsm)
OPERATIONS(of_complex, cuComplex, cublasChemv, cublasCsyrk, cublasCgemm, cublasCtrsv, cublasCtrsm)

int main(int argc, char **argv) {
    const bool add = argc == 3 && strcmp(argv[1], "add") == 0;
    if (argc != 3 || (!add && strcmp(argv[1], "wait") != 0)) {
        fprintf(stderr, "Usage: cublas_ops add|wait TIMES\n");
        return 2;
    }
    cublasHandle_t handle;
    check(cublasCreate(&handle));
    check(cublasSetAtomicsMode(handle, CUBLAS_ATOMICS_ALLOWED));
    void *a, *x, *y;
    const size_t numbers = (size_t)SIDE * SIDE, bytes = (size_t)SIDE * 1024 * sizeof(cuComplex);
    check(cudaMalloc(&a, numbers * sizeof(cuComplex)));
    check(cudaMemset(a, 0x3c, numbers * sizeof(cuComplex)));
    check(cudaMalloc(&x, bytes));
    check(cudaMemset(x, 0, bytes));
    check(cudaMalloc(&y, bytes));
    const cuComplex one = make_cuComplex(1, 0), zero = make_cuComplex(0, 0);
    for (int i = 0; i < atoi(argv[2]); i++) {
        of_floats(add, handle, (const float *)a, (float *)x, (float *)y, 1, 0);
        of_doubles(add, handle, (const double *)a, (double *)x, (double *)y, 1, 0);
        of_complex(add, handle, (const cuComplex *)a, (cuComplex *)x, (cuComplex *)y, one, zero);
    }
    check(cudaDeviceSynchronize());
    return 0;
}
