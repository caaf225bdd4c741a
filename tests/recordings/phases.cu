/* Kernels in two phases, for phases_counters.csv and phases_whatif.csv: `gpu-atomics profile --whatif -- ./phases 4` on one H200;
 * phases_busy_*.csv: likewise, with the cases `8,4,256,4194304 12,4,256,4194304 40,25,256,524288 100,100,256,131072
 * 160,100,256,131072 240,100,256,131072 80,100,128,131072 120,100,128,131072 12,4,256,4194304,2112 40,25,256,524288,2112
 * 12,4,256,4194304,8448 16,16,256,4194304,8448 12,8,128,4194304,8448 20,8,256,4194304,1056 120,100,256,131072 90,100,256,131072`.
 * phases.cubin: nvcc -arch=sm_90 -cubin phases.cu. Every block reads all its keys first and adds then, in shared memory; all
 * blocks are there at once. Counters are sums over a launch: U is that of both phases together, and only one of them has atomics.
 * `phases TIMES READS,TURNS,HOT,KEYS[,BLOCKS]...` runs other cases, of KEYS keys, a power of two: more reads lower U (phases.sh). */
#include "keys.h"
#include <cstdio>
#include <cstdlib>

enum { THREADS = 256, BLOCKS = 528, BINS = 256 };

__global__ void two_phases(keys k, uint32_t *out, int reads, int turns, uint32_t one) {
    __shared__ uint32_t bins[BINS];
    const uint32_t first = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
    float x = 0;
    bins[threadIdx.x] = 0;
    for (int r = 0; r < reads; r++)
        for (uint32_t i = first; i < k.n; i += step)
            x = work(x + (float)k.at[(i + r * 7919) & (k.n - 1)], 4);
    if (x == 1.5e30f)
        out[0] = 1;
    __syncthreads();
    for (int t = 0; t < turns; t++)
        for (uint32_t i = first; i < k.n; i += step)
            atomicAdd(&bins[key_of(k, i)], one);
    __syncthreads();
    atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

struct phase_case {
    int reads, turns;
    uint32_t hot; /* of 256 keys, those that are one */
    uint32_t keys;
    int blocks; /* 0: as many as are there at once */
};

static int launch(const phase_case *cases, int n, int times) {
    uint32_t *at = nullptr, *out = nullptr;
    if (cudaMalloc(&at, N * sizeof *at) || cudaMalloc(&out, BINS * sizeof *out)) {
        printf("no GPU\n");
        return 77;
    }
    fill<<<1024, THREADS>>>(at, N);
    for (; times > 0; times--)
        for (int i = 0; i < n; i++) /* each has a grid of its own */
            two_phases<<<(cases[i].blocks ? cases[i].blocks : BLOCKS) - i, THREADS>>>(
                {at, cases[i].keys, BINS, cases[i].hot}, out, cases[i].reads, cases[i].turns, 1);
    const cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess)
        printf("%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}

int main(int argc, char **argv) {
    enum { MOST = 16 };
    phase_case cases[MOST] = {{1, 1, 0, N, 0},   {1, 4, 0, N, 0},   {1, 16, 0, N, 0},
                              {4, 16, 0, N, 0},  {16, 16, 0, N, 0}, {1, 4, 128, N, 0},
                              {4, 16, 128, N, 0}};
    int n = argc > 2 ? 0 : 7;
    for (int i = 2; i < argc; i++, n++) {
        phase_case *const c = &cases[n];
        c->blocks = 0;
        if (n == MOST ||
            sscanf(argv[i], "%d,%d,%u,%u,%d", &c->reads, &c->turns, &c->hot, &c->keys, &c->blocks) <
                4 ||
            c->keys == 0 || c->keys > N || (c->keys & (c->keys - 1)) != 0) {
            fprintf(stderr, "phases: '%s' is not READS,TURNS,HOT,KEYS[,BLOCKS]\n", argv[i]);
            return 2;
        }
    }
    return launch(cases, n, argc > 1 ? atoi(argv[1]) : 4);
}
