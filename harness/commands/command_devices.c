/* `devices`: every device of every backend, with what its timers were measured to do. */
#include <stdio.h>
#include <string.h>

#include "instructions.h"
#include "commands.h"
#include "timers.h"

static const double PROBE_S = 0.02;

static void print_limits(const struct ga_limits *l) {
    printf("  target %s; %u SMs of %u warps of %u lanes; %u threads a block\n", l->target,
           l->sm_count, l->warps_per_sm, l->warp_size, l->threads_per_block);
    if (*l->partition)
        printf("  partition %s%s\n", l->partition,
               strncmp(l->partition, "SPX", 3) == 0
                   ? ": the whole GPU"
                   : ": a part of the GPU, under the name of the whole");
    printf("  shared memory %u B a block, %u B an SM", l->shared_bytes_per_block,
           l->shared_bytes_per_sm);
    if (l->l2_bytes)
        printf("; L2 %.1f MiB; memory %.1f GiB", (double)l->l2_bytes / 1048576,
               (double)l->memory_bytes / 1073741824);
    printf("\n  runtime %s%s%s\n", l->runtime, *l->driver ? "; driver " : "", l->driver);
    printf("  host and device atomics on one word: %s\n", l->host_native_atomics < 0 ? "not known"
                                                          : l->host_native_atomics > 0
                                                              ? "native"
                                                              : "not native (updates can be lost)");
}

static void print_peer(const struct ga_limits *l, uint32_t to) {
    const struct ga_peer *const peer = &l->peers[l->gpu][to];
    printf("  memory of GPU %u: %s%s", to, peer->can & GA_PEER_ACCESS ? "access" : "no access",
           peer->can & GA_PEER_ATOMICS ? ", native atomics" : "");
    if (peer->link != GA_LINK_UNKNOWN)
        printf(", by %s", peer->link == GA_LINK_PCIE                 ? "PCIe"
                          : ga_target_vendor(l->target) == GA_NVIDIA ? "NVLink"
                                                                     : "xGMI");
    if (peer->rank >= 0)
        printf(", rank %d of the links", peer->rank);
    printf("\n");
}

/* What it does beyond one block and one device. */
static void print_remote(const struct ga_limits *l) {
    if (l->cluster_blocks)
        printf("  clusters of at most %u blocks\n", l->cluster_blocks);
    for (uint32_t to = 0; to < l->n_gpus; to++)
        if (to != l->gpu)
            print_peer(l, to);
}

static enum ga_status print_timers(struct ga_gpu *gpu, struct ga_err *err) {
    const double tick_ns = gpu->limits.tick_ns;
    struct ga_probe_result r = {0};
    const enum ga_status status = ga_timers_probe(gpu, PROBE_S, &r, err);
    if (status != GA_OK)
        return status;
    printf("  fixed-rate timer: smallest step seen %.4g ns", (double)r.step_ticks * tick_ns);
    if (ga_no_cycle_counter(&gpu->limits)) {
        printf("; %s\n", ga_no_cycle_counter(&gpu->limits));
        return GA_OK;
    }
    printf("; cycle counter: %.1f MHz", (double)r.cycles / ((double)r.ticks * tick_ns) * 1e3);
    if (gpu->limits.sm_clock_khz)
        printf(" of at most %.0f MHz", gpu->limits.sm_clock_khz / 1e3);
    printf(", smallest difference of two reads %llu\n", (unsigned long long)r.step_cycles);
    return GA_OK;
}

static enum ga_status print_device(const char *name, struct ga_err *err) {
    struct ga_gpu *gpu = NULL;
    enum ga_status status = ga_device_open(name, &gpu, err);
    if (status != GA_OK)
        return status;
    printf("%s: %s%s\n", name, gpu->limits.name,
           gpu->backend->kind == GA_KIND_CPU ? ", the stand-in: its times say nothing of a GPU"
           : gpu->limits.emulated            ? ", emulated: its times say nothing of a GPU"
                                             : "");
    print_limits(&gpu->limits);
    print_remote(&gpu->limits);
    status = print_timers(gpu, err);
    gpu->backend->close(gpu);
    return status;
}

enum ga_status ga_command_devices(const struct ga_request *request, struct ga_err *err) {
    enum ga_status worst = GA_OK;
    if (request->device)
        return print_device(request->device, err);
    if (*ga_backends_lacking())
        printf("%s: not in this program; where it is built, `cmake -S . -B build` says why\n",
               ga_backends_lacking());
    for (size_t b = 0; ga_backends[b]; b++) {
        int n = 0;
        struct ga_err why = {""};
        if (ga_backends[b]->kind == GA_KIND_FAKE)
            continue;
        if (ga_backends[b]->count(&n, &why) != GA_OK)
            printf("%s\n", why.message);
        for (int i = 0; i < n; i++) {
            char name[32];
            snprintf(name, sizeof name,
                     n == 1 && ga_backends[b]->kind == GA_KIND_CPU ? "%s" : "%s:%d",
                     ga_kind_names[ga_backends[b]->kind], i);
            const enum ga_status status = print_device(name, err);
            worst = status != GA_OK ? status : worst;
        }
    }
    return worst;
}
