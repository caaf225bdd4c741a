/* What the planted kernels have in common: they claim one returning add in shared memory; PLANTED_CLAIM also
 * that the lanes of a warp are combined before it; PLANTED_FACT something else. */
#ifndef GA_PLANTED_H
#define GA_PLANTED_H

#include "bench.h"
#include "device.h"

struct planted_args {
    uint32_t *out; /* [threads] */
    uint32_t never;
};

static struct ga_work planted_work(const struct ga_limits *, const struct ga_point *) {
    return {1, 1, 1};
}

static enum ga_status planted_measure(struct ga_gpu *, const struct ga_batch *,
                                      struct ga_err *err) {
    return ga_fail(err, GA_UNSUPPORTED, "planted for the audit; not meant to run");
}

#define PLANTED_ROW(name) PLANTED_CLAIM(name, false)
#define PLANTED_CLAIM(name, aggregated)                                                            \
    PLANTED_FACT(name, aggregated, {.operation = GA_OP_add, .space = GA_SHARED})
#define PLANTED_FACT(name, aggregated, ...)                                                        \
    static const struct ga_variant variants[] = {                                                  \
        {#name, GA_ENTRY(name), {__VA_ARGS__}, aggregated}};                                       \
    static const struct ga_bench row = {.id = #name,                                               \
                                        .question = "does the audit catch it?",                    \
                                        .sample = "none",                                          \
                                        .variants = variants,                                      \
                                        .n_variants = 1,                                           \
                                        .samples = {1, 1, 1},                                      \
                                        .visit_samples = 1,                                        \
                                        .work = planted_work,                                      \
                                        .measure = planted_measure};                               \
    extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_##name)(void) { return &row; }

#endif
