/* open MAJOR: opens hip:0 of the stand-in library of that version, and checks each property against what library.c fills.
 * With GA_EXPECT in the environment: it must fail, and say so. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backend.h"
#include "bench.h"

extern const struct ga_backend ga_backend_hip, ga_backend_cpu, ga_backend_fake;
const struct ga_backend ga_backend_cpu = {.kind = GA_KIND_CPU},
                        ga_backend_fake = {.kind = GA_KIND_FAKE};
const void *ga_probe_entry_hip(void);
const void *ga_probe_entry_hip(void) { return ""; }
const struct ga_bench *ga_bench_none_none_hip(void);
const struct ga_bench *ga_bench_none_none_hip(void) { return NULL; }

static int expect(int is_so, const char *what) {
    if (!is_so)
        fprintf(stderr, "open: %s\n", what);
    return !is_so;
}

int main(int argc, char **argv) {
    struct ga_err err = {""};
    struct ga_gpu *gpu = NULL;
    const char *const message = getenv("GA_EXPECT");
    if (argc != 2 || (getenv("GA_NOBODY") && geteuid() == 0 && seteuid(65534) != 0))
        return 2;
    const char *const root = getenv("ROCM_PATH");
    if (root && faccessat(AT_FDCWD, root, X_OK, AT_EACCESS) != 0)
        return 77; /* nobody may not enter the build folder */
    const enum ga_status status = ga_backend_hip.open("0", &gpu, &err);
    if (message) {
        fprintf(stderr, "%s\n", err.message);
        return expect(status != GA_OK, "it should have failed") ||
               expect(strstr(err.message, message) != NULL, message);
    }
    if (status != GA_OK)
        return expect(0, err.message);
    const struct ga_limits *const l = &gpu->limits;
    const bool has_driver = access(GA_KFD, F_OK) == 0 || access("/dev/dxg", F_OK) == 0;
    char name[64];
    snprintf(name, sizeof name, "stand-in of HIP %s", argv[1]);
    const int failed = expect(strcmp(l->name, name) == 0, l->name) +
                       expect(strcmp(l->target, "gfx942") == 0, l->target) +
                       expect(l->sm_count == 304, "compute units") +
                       expect(l->warp_size == 64, "lanes of a wave") +
                       expect(l->memory_bytes == (uint64_t)192 << 30, "memory") +
                       expect(l->shared_bytes_per_block == 65536, "shared memory") +
                       expect(l->l2_bytes == 4 << 20, "L2") +
                       expect(strcmp(l->id, "0000:05:00") == 0, l->id) +
                       expect(strcmp(l->partition, "CPX NPS4") == 0, "how it is divided") +
                       expect(l->emulated == !has_driver, "whether it is emulated");
    ga_backend_hip.close(gpu);
    return failed != 0;
}
