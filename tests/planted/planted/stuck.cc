/* A kernel that outlives the watchdog, whose patience is cut to a second, before more launches than a driver queues:
 * the run has to end before the kernel does. */
#include "bench.h"
#include "device.h"

static const double RUNS_S = 100;
enum { LAUNCHES = 4096 };

struct stuck_args {
    uint64_t ticks;
    uint32_t *out;
};

GA_KERNEL(planted_stuck, stuck_args) {
    const uint64_t begin = ga_ticks();
    while (ga_ticks() - begin < a.ticks)
        ga_pause();
    *a.out = 1;
}

static const struct ga_variant variants[] = {{"planted_stuck", GA_ENTRY(planted_stuck), {}}};

static struct ga_work work(const struct ga_limits *, const struct ga_point *) { return {1, 1, 1}; }

static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *, struct ga_err *err) {
    void *memory = nullptr;
    enum ga_status status = ga_scratch(gpu, sizeof(uint32_t), &memory, err);
    const struct stuck_args args = {(uint64_t)(RUNS_S * 1e9 / gpu->limits.tick_ns),
                                    (uint32_t *)memory};
    static struct ga_launch launches[LAUNCHES];
    for (uint32_t i = 0; i < LAUNCHES; i++)
        launches[i] = {GA_ENTRY(planted_stuck), 1, 1, 0, &args, 0};
    gpu->patience_s = 1;
    return status == GA_OK ? gpu->backend->launch(gpu, launches, LAUNCHES, err) : status;
}

static const struct ga_bench row = {.id = "planted_stuck",
                                    .question = "does a run end whose kernel does not?",
                                    .sample = "none",
                                    .variants = variants,
                                    .n_variants = 1,
                                    .samples = {1, 1, 1},
                                    .visit_samples = 1,
                                    .work = work,
                                    .measure = measure};
extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_planted_stuck)(void) { return &row; }
