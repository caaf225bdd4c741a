/* nvrtc_ops TIMES: a program of the driver API alone: kernels with atomics that NVRTC compiles for the GPU that is there, into
 * a cubin that cuModuleLoadData loads. */
#include <cuda.h>
#include <nvrtc.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 1 << 22, PLACES = 1 << 16, THREADS = 256 };

static const char source[] =
    "enum { PLACES = 65536 };\n"
    "__device__ unsigned place(unsigned i) { i = (i ^ i >> 15) * 0x2c1b3c6du; return (i ^ i >> 12) "
    "% PLACES; }\n"
    "#define EACH unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * "
    "blockDim.x\n"
    "extern \"C\" __global__ void rtc_scatter_u32(unsigned *to, unsigned n) { for (EACH) "
    "atomicAdd(&to[place(i)], i); }\n"
    "extern \"C\" __global__ void rtc_scatter_f32(float *to, unsigned n) { for (EACH) "
    "atomicAdd(&to[place(i)], 1.5f); }\n"
    "extern \"C\" __global__ void rtc_scatter_f64(double *to, unsigned n) { for (EACH) "
    "atomicAdd(&to[place(i) / 2], 1.5); }\n"
    "extern \"C\" __global__ void rtc_hot_f32(float *to, unsigned n) { for (EACH) atomicAdd(&to[i "
    "/ 4 % 8], 1.5f); }\n"
    "extern \"C\" __global__ void rtc_max_s32(int *to, unsigned n) { for (EACH) "
    "atomicMax(&to[place(i)], (int)i); }\n"
    "extern \"C\" __global__ void rtc_exchange_u32(unsigned *to, unsigned n) { for (EACH) to[i % "
    "PLACES] = atomicExch(&to[place(i)], i); }\n"
    "extern \"C\" __global__ void rtc_loop_f32(unsigned *to, unsigned n) {\n"
    "    for (EACH) {\n"
    "        unsigned *word = &to[place(i)], old = *word, seen;\n"
    "        while ((seen = atomicCAS(word, old, __float_as_uint(fmaxf(__uint_as_float(old), i * "
    "0.5f)))) != old) old = seen;\n"
    "    }\n"
    "}\n"
    "extern \"C\" __global__ void rtc_histogram_u32(unsigned *to, unsigned n) {\n"
    "    __shared__ unsigned bins[256];\n"
    "    bins[threadIdx.x] = 0; __syncthreads();\n"
    "    for (EACH) atomicAdd(&bins[place(i) % 256], 1u);\n"
    "    __syncthreads(); atomicAdd(&to[threadIdx.x], bins[threadIdx.x]);\n"
    "}\n"
    "extern \"C\" __global__ void rtc_histogram_f32(float *to, unsigned n) {\n"
    "    __shared__ float bins[256];\n"
    "    bins[threadIdx.x] = 0; __syncthreads();\n"
    "    for (EACH) atomicAdd(&bins[place(i) % 256], 0.5f);\n"
    "    __syncthreads(); atomicAdd(&to[threadIdx.x], bins[threadIdx.x]);\n"
    "}\n"
    "extern \"C\" __global__ void rtc_system_u32(unsigned *to, unsigned n) { for (EACH) "
    "atomicAdd_system(&to[place(i)], 1u); }\n";

static const char *const kernels[] = {"rtc_scatter_u32", "rtc_scatter_f32",   "rtc_scatter_f64",
                                      "rtc_hot_f32",     "rtc_max_s32",       "rtc_exchange_u32",
                                      "rtc_loop_f32",    "rtc_histogram_u32", "rtc_histogram_f32",
                                      "rtc_system_u32"};
enum { N_KERNELS = sizeof kernels / sizeof *kernels };

static void check(CUresult result, const char *what) {
    const char *name = NULL;
    if (result == CUDA_SUCCESS)
        return;
    cuGetErrorName(result, &name);
    fprintf(stderr, "nvrtc_ops: %s: %s\n", what, name ? name : "unknown error");
    exit(3);
}

static void check_rtc(nvrtcResult result, const char *what) {
    if (result == NVRTC_SUCCESS)
        return;
    fprintf(stderr, "nvrtc_ops: %s: %s\n", what, nvrtcGetErrorString(result));
    exit(3);
}

/* out: a cubin. own: free. */
static char *compile(const char *architecture, size_t *bytes) {
    nvrtcProgram program;
    const char *const options[] = {architecture};
    check_rtc(nvrtcCreateProgram(&program, source, "nvrtc_ops.cu", 0, NULL, NULL), "create");
    const nvrtcResult result = nvrtcCompileProgram(program, 1, options);
    size_t n_log = 0;
    if (result != NVRTC_SUCCESS && nvrtcGetProgramLogSize(program, &n_log) == NVRTC_SUCCESS) {
        char *const log = calloc(n_log + 1, 1);
        if (log && nvrtcGetProgramLog(program, log) == NVRTC_SUCCESS)
            fputs(log, stderr);
        free(log);
    }
    check_rtc(result, "compile");
    check_rtc(nvrtcGetCUBINSize(program, bytes), "size");
    char *const cubin = malloc(*bytes);
    if (!cubin)
        exit(3);
    check_rtc(nvrtcGetCUBIN(program, cubin), "cubin");
    nvrtcDestroyProgram(&program);
    return cubin;
}

int main(int argc, char **argv) {
    CUdevice device;
    CUcontext context;
    CUmodule module;
    CUdeviceptr words;
    CUfunction of[N_KERNELS];
    int major = 0, minor = 0;
    char architecture[32];
    size_t bytes = 0;
    unsigned n = N;
    if (argc != 2) {
        fprintf(stderr, "Usage: nvrtc_ops TIMES | sm_NN (compiles alone)\n");
        return 2;
    }
    if (argv[1][0] == 's') {
        snprintf(architecture, sizeof architecture, "--gpu-architecture=%.12s", argv[1]);
        free(compile(architecture, &bytes));
        printf("%zu bytes\n", bytes);
        return 0;
    }
    check(cuInit(0), "init");
    check(cuDeviceGet(&device, 0), "device");
    check(cuDevicePrimaryCtxRetain(&context, device), "context");
    check(cuCtxSetCurrent(context), "context");
    check(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device),
          "attribute");
    check(cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device),
          "attribute");
    snprintf(architecture, sizeof architecture, "--gpu-architecture=sm_%d%d", major, minor);
    char *const cubin = compile(architecture, &bytes);
    check(cuModuleLoadData(&module, cubin), "load");
    for (int k = 0; k < N_KERNELS; k++)
        check(cuModuleGetFunction(&of[k], module, kernels[k]), kernels[k]);
    check(cuMemAlloc(&words, PLACES * sizeof(unsigned)), "memory");
    for (int i = 0; i < atoi(argv[1]); i++)
        for (int k = 0; k < N_KERNELS; k++) {
            void *arguments[] = {&words, &n};
            check(cuMemsetD32(words, 0, PLACES), "clear");
            check(cuLaunchKernel(of[k], 1024, 1, 1, THREADS, 1, 1, 0, NULL, arguments, NULL),
                  kernels[k]);
        }
    check(cuCtxSynchronize(), "kernels");
    free(cubin);
    return 0;
}
