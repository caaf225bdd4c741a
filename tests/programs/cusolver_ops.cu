/* cusolver_ops PART TIMES: cuSOLVER's LU, QR and Cholesky (factors) and eigenvectors (eigen) of a dense matrix of 1024 x 1024, and
 * QR and Cholesky of a sparse one, of a grid of 48 x 48 (sparse). Needs -lcusolver -lcusparse. */
#include <cuda_runtime_api.h>
#include <cusolverDn.h>
#include <cusolverSp.h>
#include <cusparse.h>
#include <stdio.h>
#include <stdlib.h>

#include <string>
#include <vector>

enum { SIDE = 1024, GRID = 48 };

static void check(cudaError_t error) {
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "cusolver_ops: %s\n", cudaGetErrorString(error));
    exit(3);
}

static void check(cusolverStatus_t status) {
    if (status == CUSOLVER_STATUS_SUCCESS)
        return;
    fprintf(stderr, "cusolver_ops: cuSOLVER's error %d\n", (int)status);
    exit(3);
}

static void check(cusparseStatus_t status) {
    if (status == CUSPARSE_STATUS_SUCCESS)
        return;
    fprintf(stderr, "cusolver_ops: %s\n", cusparseGetErrorString(status));
    exit(3);
}

template <typename T> static T *on_gpu(const std::vector<T> &from) {
    T *to = NULL;
    check(cudaMalloc((void **)&to, from.size() * sizeof(T)));
    check(cudaMemcpy(to, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice));
    return to;
}

struct work {
    void *gpu = NULL;
    std::vector<char> cpu;
    size_t most = 0;

    void make(size_t bytes, size_t host_bytes) {
        if (bytes > most) {
            cudaFree(gpu);
            check(cudaMalloc(&gpu, most = bytes));
        }
        if (cpu.size() < host_bytes + 1)
            cpu.resize(host_bytes + 1);
    }
};

/* Symmetric, and its diagonal outweighs the rest. */
template <typename T, cudaDataType TYPE> struct dense {
    T *original, *a, *values;
    int64_t *pivots;
    int *info;
    cusolverDnHandle_t handle;
    cusolverDnParams_t params;
    struct work work;

    explicit dense(cusolverDnHandle_t at) : handle(at) {
        std::vector<T> of((size_t)SIDE * SIDE);
        for (int i = 0; i < SIDE; i++)
            for (int j = 0; j < SIDE; j++)
                of[(size_t)i * SIDE + j] = i == j ? (T)SIDE : (T)1 / (T)(1 + abs(i - j));
        original = on_gpu(of);
        a = on_gpu(of);
        values = on_gpu(std::vector<T>(SIDE));
        pivots = on_gpu(std::vector<int64_t>(SIDE));
        info = on_gpu(std::vector<int>(1));
        check(cusolverDnCreateParams(&params));
    }

    void again(void) {
        check(cudaMemcpy(a, original, sizeof(T) * SIDE * SIDE, cudaMemcpyDeviceToDevice));
    }

    void factors(void) {
        size_t on = 0, off = 0;
        again();
        check(cusolverDnXgetrf_bufferSize(handle, params, SIDE, SIDE, TYPE, a, SIDE, TYPE, &on,
                                          &off));
        work.make(on, off);
        check(cusolverDnXgetrf(handle, params, SIDE, SIDE, TYPE, a, SIDE, pivots, TYPE, work.gpu,
                               on, work.cpu.data(), off, info));
        again();
        check(cusolverDnXgeqrf_bufferSize(handle, params, SIDE, SIDE, TYPE, a, SIDE, TYPE, values,
                                          TYPE, &on, &off));
        work.make(on, off);
        check(cusolverDnXgeqrf(handle, params, SIDE, SIDE, TYPE, a, SIDE, TYPE, values, TYPE,
                               work.gpu, on, work.cpu.data(), off, info));
        for (cublasFillMode_t half : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
            again();
            check(cusolverDnXpotrf_bufferSize(handle, params, half, SIDE, TYPE, a, SIDE, TYPE, &on,
                                              &off));
            work.make(on, off);
            check(cusolverDnXpotrf(handle, params, half, SIDE, TYPE, a, SIDE, TYPE, work.gpu, on,
                                   work.cpu.data(), off, info));
        }
    }

    void eigen(void) {
        size_t on = 0, off = 0;
        again();
        const cusolverEigMode_t vectors = CUSOLVER_EIG_MODE_VECTOR;
        const cublasFillMode_t half = CUBLAS_FILL_MODE_LOWER;
        check(cusolverDnXsyevd_bufferSize(handle, params, vectors, half, SIDE, TYPE, a, SIDE, TYPE,
                                          values, TYPE, &on, &off));
        work.make(on, off);
        check(cusolverDnXsyevd(handle, params, vectors, half, SIDE, TYPE, a, SIDE, TYPE, values,
                               TYPE, work.gpu, on, work.cpu.data(), off, info));
    }
};

/* Five points: each of the grid's and its neighbours. */
struct sparse {
    std::vector<int> begins, columns;
    std::vector<double> values;
    int *on_begins, *on_columns, singular = 0;
    double *on_values, *right, *x;
    cusparseMatDescr_t of;

    sparse() : begins(1, 0) {
        for (int i = 0; i < GRID * GRID; i++) {
            for (int step : {-(int)GRID, -1, 0, 1, (int)GRID}) {
                const int j = i + step;
                if (j < 0 || j >= GRID * GRID || (abs(step) == 1 && j / GRID != i / GRID))
                    continue;
                columns.push_back(j);
                values.push_back(step == 0 ? 4.5 : -1);
            }
            begins.push_back((int)columns.size());
        }
        on_begins = on_gpu(begins);
        on_columns = on_gpu(columns);
        on_values = on_gpu(values);
        right = on_gpu(std::vector<double>(GRID * GRID, 1.0));
        x = on_gpu(std::vector<double>(GRID * GRID));
        check(cusparseCreateMatDescr(&of));
    }

    void all(cusolverSpHandle_t handle) {
        const int n = GRID * GRID, all = (int)columns.size();
        check(cusolverSpDcsrlsvqr(handle, n, all, of, on_values, on_begins, on_columns, right,
                                  1e-12, 1, x, &singular));
        check(cusolverSpDcsrlsvchol(handle, n, all, of, on_values, on_begins, on_columns, right,
                                    1e-12, 1, x, &singular));
    }
};

int main(int argc, char **argv) {
    const std::string part = argc == 3 ? argv[1] : "";
    if (part != "factors" && part != "eigen" && part != "sparse") {
        fprintf(stderr, "Usage: cusolver_ops factors|eigen|sparse TIMES\n");
        return 2;
    }
    cusolverDnHandle_t handle;
    cusolverSpHandle_t sparse_handle;
    check(cusolverDnCreate(&handle));
    check(cusolverSpCreate(&sparse_handle));
    dense<float, CUDA_R_32F> matrix(handle);
    sparse grid;
    for (int i = 0; i < atoi(argv[2]); i++)
        if (part == "factors")
            matrix.factors();
        else if (part == "eigen")
            matrix.eigen();
        else
            grid.all(sparse_handle);
    check(cudaDeviceSynchronize());
    return 0;
}
