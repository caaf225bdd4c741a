/* What a benchmark is: a question, axes, work, kernels, and the instruction it expects to measure.
 * One file under bench/ holds all of one benchmark and ends in its row, a struct ga_bench. */
#ifndef GA_BENCH_H
#define GA_BENCH_H

#include <string.h>

#include "backend.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { GA_MAX_AXES = 8, GA_MAX_INSTRUCTIONS = 16, GA_MAX_TALLIES = 8 };

/* The clock that a benchmark's samples are read from: the SM's own, or the fixed-rate timer, which
 * is one for the device and so the only one that spans SMs. */
enum ga_timer { GA_CYCLES, GA_TICKS };

enum ga_preset { GA_QUICK, GA_PAPER, GA_FULL, GA_N_PRESETS };

/* A coordinate per axis, in the row's order: the integer, or the index of the label. */
struct ga_point {
    int32_t at[GA_MAX_AXES];
};

/* labels != NULL: the axis has these names (NULL-terminated). Otherwise it has the integers that
 * range() allows on a device. values: per preset, in the syntax of --axis (see harness/axis.h). */
struct ga_axis {
    const char *name, *unit, *help;
    const char *const *labels;
    void (*range)(const struct ga_limits *limits, int32_t *first, int32_t *last);
    const char *values[GA_N_PRESETS];
    /* out: what `max` stands for beside a point's other coordinates. NULL: always the last of the range. */
    int32_t (*most)(const struct ga_limits *limits, const struct ga_point *point);
};

/* out: why ga_cycles() cannot time on this device, NULL if it can: a value for ga_bench.unavailable.
 * src: RDNA3 ISA, HW_REG_SHADER_CYCLES: 20 bits, which wrap within 0.5 ms. */
static inline const char *ga_no_cycle_counter(const struct ga_limits *limits) {
    return strncmp(limits->target, "gfx11", 5) == 0
               ? "the cycle counter of gfx11 has 20 bits and wraps within a sample"
               : NULL;
}

/* What one sample of a point does. instructions: bit i is set if the sample executes the i-th
 * instruction of the variant's expectation. */
struct ga_work {
    uint64_t ops;      /* lane operations */
    uint64_t requests; /* warp instructions */
    uint32_t instructions;
};

/* What stands first in an expectation of a kernel that has no atomic and no fence. */
#define GA_NO_INSTRUCTION "none"

/* The instructions that a variant must compile to, for targets that start with `target`; the
 * longest such prefix counts. Each is a glob on what the disassembler prints. Fences are held to it
 * only where it names one, or GA_NO_INSTRUCTION. Loads and stores that it names must be there as often
 * at least, because whatever steers a kernel has some too; others are not looked at. */
struct ga_expect {
    const char *target;
    const char *instructions[GA_MAX_INSTRUCTIONS];
    uint32_t emulated; /* bit i: the i-th is a compare-and-swap loop in place of the operation */
    uint8_t counts[GA_MAX_INSTRUCTIONS]; /* how often each stands in the code; 0: variant's count */
};

/* One compiled kernel. Its atomics are those it measures and no others, so that the audit can hold
 * every atomic of the kernel against the expectation. */
struct ga_variant {
    const char *kernel; /* symbol, without the backend's suffix */
    const void *entry;
    const struct ga_expect *expect;
    uint32_t n_expect;
    uint32_t
        count; /* how often each expected instruction stands in the code, if not stated there */
    bool aggregated; /* it combines the lanes of a warp, and the code has to show that it does */
};

/* out: the expectation of a variant on a target, NULL if none is stated. Atomics and fences of gfx950 are those of
 * gfx942. src: LLVM, User Guide for AMDGPU Backend, "Memory Model gfx942". */
static inline const struct ga_expect *ga_expectation(const struct ga_variant *variant,
                                                     const char *target) {
    const struct ga_expect *best = NULL;
    size_t longest = 0;
    if (strncmp(target, "gfx95", 5) == 0)
        target = "gfx942";
    for (uint32_t i = 0; i < variant->n_expect; i++) {
        const struct ga_expect *const e = &variant->expect[i];
        const size_t n = strlen(e->target);
        if (n > longest && strncmp(e->target, target, n) == 0) {
            best = e;
            longest = n;
        }
    }
    return best;
}

/* One visit of a point: its samples, taken back to back. Written by the kernel. */
struct ga_visit {
    uint32_t outcome; /* enum ga_status */
    uint32_t sm;      /* where it ran */
    uint64_t cycles;  /* ga_cycles() from begin to end of the visit */
    uint64_t ticks;   /* ga_ticks() from begin to end of the visit */
};

/* The first outcome of a visit that is not ok stands: what follows it may be its consequence.
 * in: outcome, of a launch or a thread. */
static inline void ga_visit_outcome(struct ga_visit *visit, enum ga_status outcome) {
    if (visit->outcome == GA_OK)
        visit->outcome = (uint32_t)outcome;
}

/* The threads of one sample: the ticks that an access took each of them, on the mean over its own
 * accesses. fairness: Jain's index of their rates, 1 if all are alike.
 * src: Jain, Chiu and Hawe, "A quantitative measure of fairness", DEC TR-301, 1984. */
struct ga_spread {
    double mean, min, max, fairness;
};

/* What a benchmark finds out besides a time, a column of its own behind all others. A visit gives one
 * number; a row has their sum, their largest or their mean. */
struct ga_tally {
    const char *name, *unit, *help;
    enum ga_combine { GA_SUM, GA_MAX, GA_MEAN } combine;
};

/* in: points. out: samples[point][sample] by the row's timer; ticks and spreads likewise if the row
 * says so; visits[point]; tallies[point][tally]. */
struct ga_batch {
    const struct ga_point *points;
    uint32_t n_points;
    uint32_t n_samples; /* wanted of each point */
    uint64_t seed;      /* of the run, for what a benchmark chooses at random */
    uint32_t *samples;
    uint32_t *ticks;           /* NULL unless ga_bench.series */
    struct ga_spread *spreads; /* NULL unless ga_bench.threads */
    struct ga_visit *visits;
    double *tallies;            /* NULL unless ga_bench.n_tallies; zeroed before */
    const struct ga_keys *keys; /* of the user; there are some where a point counts them */
};

struct ga_bench {
    const char *id; /* group_name: the row, the file, the CSV, --bench */
    const char *question;
    const char *sample; /* what one sample is, for `list` and the documentation */
    const struct ga_axis *axes;
    uint32_t n_axes;
    const struct ga_variant *variants;
    uint32_t n_variants;
    uint32_t samples[GA_N_PRESETS]; /* least number a point */
    uint32_t visit_samples;         /* taken in one visit */
    bool per_sm;  /* points do not disturb each other: a batch runs on all SMs at once */
    bool series;  /* every sample is kept, in order, in <id>_samples.csv */
    bool threads; /* the samples say how long an access took each thread */
    /* Its table is long, and read from the SM's clock: a row has the median with its interval, in cycles. Quartiles, the
     * shortest and the longest sample are left out, and what follows from cycles, sm_mhz and the axes. */
    bool brief;
    const struct ga_tally *tallies;
    uint32_t n_tallies;
    enum ga_timer timer;
    double
        interval; /* half the confidence interval's width, as a share, that ends the sampling; 0: 1 % */
    /* NULL, or the axis whose values are loads: the rate is claimed as a limit where twice the value
     * does not raise it. */
    const char *load_axis;
    /* NULL, or the axis that counts what is measured: a row says what one more of it costs. */
    const char *slope_axis;
    /* out: why the benchmark cannot run on this device; NULL if it can. */
    const char *(*unavailable)(const struct ga_limits *limits);
    /* out: false for a combination that is no point. NULL: all are. */
    bool (*valid)(const struct ga_limits *limits, const struct ga_point *point);
    /* out: false for a point that a preset leaves out, because it takes too long or says nothing new; plan.h
     * says when it is measured all the same. NULL: none is. */
    bool (*usual)(const struct ga_limits *limits, const struct ga_point *point);
    /* out: whether a point counts the user's keys. NULL: none does. */
    bool (*counts_keys)(const struct ga_point *point);
    /* out: why a point cannot be measured on this device, NULL if it can. NULL: all can. */
    const char *(*unsupported)(const struct ga_limits *limits, const struct ga_point *point);
    /* out: *other, the point whose time the column `price` is relative to; false if there is none. */
    bool (*reference)(const struct ga_point *point, struct ga_point *other);
    struct ga_work (*work)(const struct ga_limits *limits, const struct ga_point *point);
    uint32_t (*variant)(const struct ga_point *point);
    /* in: a batch. out: its samples and visits. err: as ga_backend.launch. */
    enum ga_status (*measure)(struct ga_gpu *gpu, const struct ga_batch *batch, struct ga_err *err);
};

/* out: what a launch of a point is called, ga_launch.label: "id axis=value axis=value", e.g.
 * "global_baseline regime=unused scope=device adds=128". own: caller, capacity bytes; returns text. */
enum { GA_LABEL = 256 };
const char *ga_label(const struct ga_bench *bench, const struct ga_point *point, char *text,
                     size_t capacity);

#ifdef __cplusplus
}
#endif
#endif
