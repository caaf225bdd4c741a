#include "timers.h"

#include "instructions.h"

/* Of the clock of visits. */
static const double CLOCK_S = 1e-4;
/* A sample may be the sum or the mean of fewer parts, and each is told modulo the counter's range. */
enum { PARTS_BITS = 6 };

enum ga_status ga_timers_probe(struct ga_gpu *gpu, double duration_s, struct ga_probe_result *seen,
                               struct ga_err *err) {
    const void *const entry = gpu->backend->probe();
    void *memory = NULL;
    if (!entry)
        return ga_fail(err, GA_UNSUPPORTED, "%s: there are no clocks",
                       ga_kind_names[gpu->backend->kind]);
    enum ga_status status = ga_scratch(gpu, sizeof *seen, &memory, err);
    const struct ga_probe_args args = {(uint64_t)(duration_s * 1e9 / gpu->limits.tick_ns), memory};
    const struct ga_launch launch = {.entry = entry, .n_blocks = 1, .n_threads = 1, .args = &args};
    if (status == GA_OK)
        status = gpu->backend->launch(gpu, &launch, 1, err);
    return status == GA_OK ? gpu->backend->download(gpu, seen, memory, sizeof *seen, err) : status;
}

enum ga_status ga_timers_clock(struct ga_gpu *gpu, struct ga_visit *visits, uint32_t n,
                               struct ga_err *err) {
    struct ga_probe_result seen = {0};
    if (ga_cycle_bits(&gpu->limits) == 64 || gpu->backend->measure)
        return GA_OK;
    const enum ga_status status = gpu->once ? GA_OK : ga_timers_probe(gpu, CLOCK_S, &seen, err);
    const double rate = seen.ticks > 0 ? (double)seen.cycles / (double)seen.ticks : 0;
    for (uint32_t i = 0; status == GA_OK && i < n; i++) {
        visits[i].cycles = (uint64_t)((double)visits[i].ticks * rate + 0.5);
        visits[i].ticks = rate > 0 ? visits[i].ticks : 0;
    }
    return status;
}

uint32_t ga_timers_range(const struct ga_gpu *gpu, enum ga_timer timer) {
    const uint32_t bits = ga_cycle_bits(&gpu->limits) + PARTS_BITS;
    return timer == GA_CYCLES && bits < 32 ? 1U << bits : UINT32_MAX;
}
