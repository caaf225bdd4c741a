/* A program that captures launches into a graph: graph FILE KERNEL. Two of different grids, whose graph is launched three times,
 * and one that is not captured. Says on stdout what each call returned; exits with 3. */
#include <stdio.h>
#include <stdlib.h>

#define __CUDA_API_VERSION_INTERNAL
#include <cuda.h>

enum { MOST = 1 << 20, CAPTURED = 2, LAUNCHES = 3 };

static void launch(CUfunction function, unsigned grid) {
    printf("launch %d\n", (int)cuLaunchKernel(function, grid, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL));
}

int main(int argc, char **argv) {
    static char image[MOST];
    CUmodule module = NULL;
    CUfunction function = NULL;
    CUgraph graph = NULL;
    CUgraphExec exec = NULL;
    FILE *const file = argc == 3 ? fopen(argv[1], "rb") : NULL;
    if (!file || fread(image, 1, MOST - 1, file) == 0 || cuInit(0) != CUDA_SUCCESS ||
        cuModuleLoadData(&module, image) != CUDA_SUCCESS ||
        cuModuleGetFunction(&function, module, argv[2]) != CUDA_SUCCESS)
        return 2;
    fclose(file);
    launch(function, 1);
    cuStreamBeginCapture_v2(NULL, CU_STREAM_CAPTURE_MODE_GLOBAL);
    for (unsigned i = 0; i < CAPTURED; i++)
        launch(function, 2 + i);
    printf("captured %d\n", (int)cuStreamEndCapture(NULL, &graph));
    printf("made %d\n", (int)cuGraphInstantiateWithFlags(&exec, graph, 0));
    for (int i = 0; i < LAUNCHES; i++)
        printf("graph %d\n", (int)cuGraphLaunch(exec, NULL));
    return 3;
}
