/* libFuzzer: whatever a file of counters holds, it is read or refused, without a crash or a leak, and what is
 * read makes an answer. smoke.sh runs it. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "roofline.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A device whose tables are small; made once. */
static const struct ga_model_device *device(void) {
    static double at[3 * 3 * 3];
    static struct ga_model_device d = {.name = "NVIDIA H200",
                                       .target = "sm_90",
                                       .sm_count = 132,
                                       .warps_per_sm = 2,
                                       .warp_size = 2,
                                       .service = {at, 2, 2},
                                       .demand = {{2, {1, 2}, {1, 2}}, {2, {1, 2}, {2, 4}}, 8, 3},
                                       .has_demand = true,
                                       .useful = 1000,
                                       .lanes = 1,
                                       .emulated = "add-u64",
                                       .l2 = {2, {1, 2}, {0.5, 1}},
                                       .has_l2 = true,
                                       .global_lanes = NAN};
    for (size_t i = 9; i < sizeof at / sizeof *at; i++)
        at[i] = (double)(i % 7 + 1);
    return &d;
}

/* A roof has a reason or is whole, and nothing is below zero. */
static void hold(enum ga_profiler profiler, const struct ga_launch_counters *launch) {
    struct ga_roofline_tables tables = {
        .device = *device(), .bandwidth = 2, .plain = 1, .peak_flops = NAN};
    struct ga_roof roofs[GA_N_ROOFS];
    ga_roofline_of(&tables, profiler, launch, NULL, roofs);
    for (int k = 0; k < GA_N_ROOFS; k++)
        if ((isnan(roofs[k].work) && !*roofs[k].reason) || roofs[k].share < 0 ||
            !memchr(roofs[k].reason, 0, sizeof roofs[k].reason))
            abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct ga_counters *counters = NULL;
    struct ga_launch_counters launch;
    struct ga_utilization u;
    struct ga_l2 l2;
    struct ga_err err = {""};
    bool more = true;
    FILE *const file = size ? fmemopen((void *)(uintptr_t)data, size, "r") : NULL;
    if (!file)
        return 0;
    if (ga_counters_open("fuzz", file, &counters, &err) == GA_OK)
        while (ga_counters_next(counters, &launch, &more, &err) == GA_OK && more) {
            if (ga_model_device_check(device(), "fuzz", &launch, &err) != GA_OK && !*err.message)
                abort(); /* a refusal says why */
            ga_utilization_of(device(), ga_counters_profiler(counters), &launch, &u);
            if (!*u.reason || u.demand < 0 || u.e > 2 || u.n > 2 ||
                !memchr(u.reason, 0, sizeof u.reason))
                abort();
            ga_l2_of(device(), ga_counters_profiler(counters), &launch, NULL, &l2);
            if (!*l2.reason || l2.demand < 0 || l2.demand_most < l2.demand || l2.demand_most > 1)
                abort();
            hold(ga_counters_profiler(counters), &launch);
        }
    if (more && !*err.message)
        abort();
    ga_counters_close(counters);
    fclose(file);
    return 0;
}
