/* cusparse_ops TIMES: cuSPARSE's products of a sparse matrix of 2^14 x 2^14 with 2^20 elements, by vectors and by matrices of
 * 32 columns, in 32 and 64 bits; the ways that add with atomics, and their deterministic sisters. */
#include <cuda_runtime_api.h>
#include <cusparse.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <algorithm>
#include <vector>

#include "program.h"

enum { SIDE = 1 << 14, ELEMENTS = 1 << 20, COLUMNS = 32 };

static void check(cusparseStatus_t status) {
    if (status == CUSPARSE_STATUS_SUCCESS)
        return;
    fprintf(stderr, "cusparse_ops: %s\n", cusparseGetErrorString(status));
    exit(3);
}

/* The matrix twice, by rows and by elements; and what it is multiplied by. */
struct operands {
    cusparseSpMatDescr_t csr, coo;
    cusparseDnVecDescr_t x, y;
    cusparseDnMatDescr_t b, c;
    cudaDataType type;
};

/* popular: columns are few; u to the fourth power. */
template <typename T> static struct operands make(cudaDataType type, bool popular) {
    std::vector<uint64_t> at(ELEMENTS);
    for (uint32_t i = 0; i < ELEMENTS; i++) {
        const double u = mix(i + ELEMENTS) / 4294967296.0;
        at[i] = (uint64_t)(mix(i) % SIDE) << 32 | (uint32_t)((popular ? u * u * u * u : u) * SIDE);
    }
    std::sort(at.begin(), at.end());
    std::vector<int32_t> rows(ELEMENTS), columns(ELEMENTS), begins(SIDE + 1, 0);
    for (uint32_t i = 0; i < ELEMENTS; i++) {
        rows[i] = (int32_t)(at[i] >> 32);
        columns[i] = (int32_t)at[i];
        begins[rows[i] + 1]++;
    }
    for (uint32_t i = 0; i < SIDE; i++)
        begins[i + 1] += begins[i];
    T *const values = on_gpu(std::vector<T>(ELEMENTS, (T)0.5));
    int32_t *const on_columns = on_gpu(columns);
    struct operands o;
    o.type = type;
    check(cusparseCreateCsr(&o.csr, SIDE, SIDE, ELEMENTS, on_gpu(begins), on_columns, values,
                            CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                            type));
    check(cusparseCreateCoo(&o.coo, SIDE, SIDE, ELEMENTS, on_gpu(rows), on_columns, values,
                            CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, type));
    check(cusparseCreateDnVec(&o.x, SIDE, on_gpu(std::vector<T>(SIDE, (T)1.5)), type));
    check(cusparseCreateDnVec(&o.y, SIDE, on_gpu(std::vector<T>(SIDE)), type));
    const std::vector<T> block((size_t)SIDE * COLUMNS, (T)1.5);
    check(
        cusparseCreateDnMat(&o.b, SIDE, COLUMNS, COLUMNS, on_gpu(block), type, CUSPARSE_ORDER_ROW));
    check(
        cusparseCreateDnMat(&o.c, SIDE, COLUMNS, COLUMNS, on_gpu(block), type, CUSPARSE_ORDER_ROW));
    return o;
}

static void *temporary(size_t bytes) {
    static void *memory;
    static size_t most;
    if (bytes > most) {
        cudaFree(memory);
        check(cudaMalloc(&memory, most = bytes));
    }
    return memory;
}

static const double ones[] = {1, 0};
static const float floats[] = {1, 0};

/* What this version does not have is left out, and said. */
static bool has(cusparseStatus_t status, const char *what) {
    if (status == CUSPARSE_STATUS_NOT_SUPPORTED)
        fprintf(stderr, "cusparse_ops: no %s\n", what);
    else
        check(status);
    return status == CUSPARSE_STATUS_SUCCESS;
}

static void by_vector(cusparseHandle_t handle, const struct operands *o,
                      cusparseSpMatDescr_t matrix, cusparseOperation_t how,
                      cusparseSpMVAlg_t algorithm) {
    const void *const one = o->type == CUDA_R_64F ? (const void *)ones : floats,
                      *const zero = o->type == CUDA_R_64F ? (const void *)(ones + 1) : floats + 1;
    size_t bytes = 0;
    if (has(cusparseSpMV_bufferSize(handle, how, one, matrix, o->x, zero, o->y, o->type, algorithm,
                                    &bytes),
            "product by a vector"))
        has(cusparseSpMV(handle, how, one, matrix, o->x, zero, o->y, o->type, algorithm,
                         temporary(bytes)),
            "product by a vector");
}

static void by_matrix(cusparseHandle_t handle, const struct operands *o,
                      cusparseSpMatDescr_t matrix, cusparseOperation_t how,
                      cusparseSpMMAlg_t algorithm) {
    const void *const one = o->type == CUDA_R_64F ? (const void *)ones : floats,
                      *const zero = o->type == CUDA_R_64F ? (const void *)(ones + 1) : floats + 1;
    const cusparseOperation_t as_is = CUSPARSE_OPERATION_NON_TRANSPOSE;
    size_t bytes = 0;
    if (has(cusparseSpMM_bufferSize(handle, how, as_is, one, matrix, o->b, zero, o->c, o->type,
                                    algorithm, &bytes),
            "product by a matrix"))
        has(cusparseSpMM(handle, how, as_is, one, matrix, o->b, zero, o->c, o->type, algorithm,
                         temporary(bytes)),
            "product by a matrix");
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "Usage: cusparse_ops TIMES\n");
        return 2;
    }
    cusparseHandle_t handle;
    check(cusparseCreate(&handle));
    const struct operands all[] = {make<float>(CUDA_R_32F, false), make<float>(CUDA_R_32F, true),
                                   make<double>(CUDA_R_64F, false)};
    const cusparseOperation_t as_is = CUSPARSE_OPERATION_NON_TRANSPOSE,
                              transposed = CUSPARSE_OPERATION_TRANSPOSE;
    for (int i = 0; i < atoi(argv[1]); i++)
        for (const struct operands &o : all) {
            by_vector(handle, &o, o.coo, as_is, CUSPARSE_SPMV_COO_ALG1);
            by_vector(handle, &o, o.coo, as_is, CUSPARSE_SPMV_COO_ALG2);
            by_vector(handle, &o, o.coo, transposed, CUSPARSE_SPMV_COO_ALG1);
            by_vector(handle, &o, o.csr, as_is, CUSPARSE_SPMV_CSR_ALG1);
            by_vector(handle, &o, o.csr, transposed, CUSPARSE_SPMV_CSR_ALG1);
            by_matrix(handle, &o, o.coo, as_is, CUSPARSE_SPMM_COO_ALG1);
            by_matrix(handle, &o, o.coo, as_is, CUSPARSE_SPMM_COO_ALG4);
            by_matrix(handle, &o, o.coo, transposed, CUSPARSE_SPMM_COO_ALG4);
            by_matrix(handle, &o, o.csr, as_is, CUSPARSE_SPMM_CSR_ALG2);
            by_matrix(handle, &o, o.csr, transposed, CUSPARSE_SPMM_CSR_ALG2);
        }
    check(cudaDeviceSynchronize());
    return 0;
}
