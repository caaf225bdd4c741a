/* A program that launches a kernel in and outside of NVTX ranges: ranges FILE KERNEL. Grids tell where: 2, 3, 4, 7, 8 and 13
 * in "forward", 3 also in "inner", 6 and 7 in "backward", 10 in "step", 12 in "broad", the others in none. With a word more it
 * takes CUPTI's callbacks for itself before grid 11. Exits with 3. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cuda.h>
#include <nvtx3/nvToolsExt.h>

static CUfunction function;

static void *launch(void *grid) {
    const unsigned x = *(const unsigned *)grid;
    printf("launch %u: %d\n", x,
           (int)cuLaunchKernel(function, x, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL));
    return NULL;
}

static void here(unsigned grid) { launch(&grid); }

static void elsewhere(unsigned grid) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, launch, &grid) == 0)
        pthread_join(thread, NULL);
}

static nvtxEventAttributes_t named(nvtxMessageType_t type, nvtxMessageValue_t name) {
    return (nvtxEventAttributes_t){.version = NVTX_VERSION,
                                   .size = NVTX_EVENT_ATTRIB_STRUCT_SIZE,
                                   .messageType = (int32_t)type,
                                   .message = name};
}

static void nothing(void) {}

static void take_cupti(void) {
    int (*subscribe)(void **, void (*)(void), void *) = NULL;
    void *handle = NULL, *const cupti = dlopen("libcupti.so.13", RTLD_NOW);
    void *const found = cupti ? dlsym(cupti, "cuptiSubscribe") : NULL;
    memcpy(&subscribe, &found, sizeof found);
    printf("subscribed: %d\n", subscribe ? subscribe(&handle, nothing, NULL) : -1);
}

static void ranges(bool takes) {
    const nvtxDomainHandle_t domain = nvtxDomainCreateA("parts");
    const nvtxEventAttributes_t forward = named(NVTX_MESSAGE_TYPE_ASCII,
                                                (nvtxMessageValue_t){.ascii = "forward"}),
                                backward = named(
                                    NVTX_MESSAGE_TYPE_REGISTERED,
                                    (nvtxMessageValue_t){.registered = nvtxDomainRegisterStringA(
                                                             domain, "backward")});
    here(1);
    nvtxRangePushA("forward");
    here(2);
    nvtxRangePushA("inner");
    here(3);
    nvtxRangePop();
    here(4);
    elsewhere(14);
    nvtxRangePop();
    here(5);
    nvtxDomainRangePushEx(domain, &backward);
    here(6);
    nvtxRangePushA("forward");
    here(7);
    nvtxDomainRangePop(domain);
    here(8);
    nvtxRangePop();
    here(9);
    const nvtxRangeId_t step = nvtxRangeStartA("step");
    elsewhere(10);
    nvtxRangeEnd(step);
    if (takes)
        take_cupti();
    here(11);
    nvtxRangePushW(L"broad");
    here(12);
    nvtxRangePop();
    nvtxRangePushEx(&forward);
    here(13);
    nvtxRangePop();
    nvtxRangePushA("idle");
    nvtxRangePop();
}

int main(int argc, char **argv) {
    FILE *const file = argc >= 3 ? fopen(argv[1], "rb") : NULL;
    char *const image = calloc(1, 1 << 20);
    CUmodule module = NULL;
    if (!file || !image || fread(image, 1, (1 << 20) - 1, file) == 0)
        return 2;
    fclose(file);
    if (cuInit(0) != CUDA_SUCCESS || cuModuleLoadData(&module, image) != CUDA_SUCCESS ||
        cuModuleGetFunction(&function, module, argv[2]) != CUDA_SUCCESS)
        return 2;
    ranges(argc > 3);
    free(image);
    return 3;
}
