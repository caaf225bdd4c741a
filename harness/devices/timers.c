#include "timers.h"

enum ga_status ga_timers_probe(struct ga_gpu *gpu, double duration_s, struct ga_probe_result *seen,
                               struct ga_err *err) {
    const void *const entry = gpu->backend->probe();
    void *memory = NULL;
    if (!entry)
        return ga_fail(err, GA_UNSUPPORTED, "%s: there are no clocks",
                       ga_kind_names[gpu->backend->kind]);
    enum ga_status status = ga_scratch(gpu, sizeof *seen, &memory, err);
    const struct ga_probe_args args = {(uint64_t)(duration_s * 1e9 / gpu->limits.tick_ns), memory};
    const struct ga_launch launch = {entry, 1, 1, 0, &args, 0, NULL};
    if (status == GA_OK)
        status = gpu->backend->launch(gpu, &launch, 1, err);
    return status == GA_OK ? gpu->backend->download(gpu, seen, memory, sizeof *seen, err) : status;
}
