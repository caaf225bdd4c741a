/* What a benchmark is: a question, axes, work, kernels, and the instruction it expects to measure.
 * One file under bench/ holds all of one benchmark and ends in its row, a struct ga_bench. */
#ifndef GA_BENCH_H
#define GA_BENCH_H

#include "backend.h"
#include "fact.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { GA_MAX_AXES = 8, GA_MAX_FACTS = 18, GA_MAX_TALLIES = 8 };

/* The clock that a benchmark's samples are read from: the SM's own, or the fixed-rate timer, which
 * is one for the device and so the only one that spans SMs. */
enum ga_timer { GA_CYCLES, GA_TICKS };

/* A row states the first three. The last takes a little of the first, see plan.h. */
enum ga_preset {
    GA_QUICK,
    GA_PAPER,
    GA_FULL,
    GA_EMULATOR,
    GA_N_PRESETS,
    GA_N_STATED = GA_EMULATOR
};

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
    const char *values[GA_N_STATED];
    /* out: what `max` stands for beside a point's other coordinates. NULL: always the last of the range. */
    int32_t (*most)(const struct ga_limits *limits, const struct ga_point *point);
};

/* What one sample of a point does. instructions: bit i is set if the sample executes the i-th fact of its variant. */
struct ga_work {
    uint64_t ops;      /* lane operations */
    uint64_t requests; /* warp instructions */
    uint32_t instructions;
};

/* One compiled kernel. Its atomics are those of its facts and no others, so that the audit can hold every atomic of the
 * kernel against them. */
struct ga_variant {
    const char *kernel; /* symbol, without the backend's suffix */
    const void *entry;
    struct ga_fact facts[GA_MAX_FACTS]; /* up to the first GA_OP_end */
    bool aggregated; /* it combines the lanes of a warp, and the code has to show that it does */
};

/* Errors of a visit whose cause is known. */
enum ga_cause {
    GA_TOO_LONG = GA_N_STATUS,
    GA_MISPLACED, /* blocks did not lie on SMs as they had to, however often they were launched */
    GA_NO_METER,  /* nobody counts the GPU's energy; the status is GA_UNSUPPORTED */
    GA_NO_HALVES /* the L2 has no two halves, or they were not found; the status is GA_UNSUPPORTED */
};

/* One visit of a point: its samples, taken back to back. Written by the kernel. It is longer than a turn of a counter that
 * wraps: on such a GPU the cycles are not read, but those that a probe saw in as many ticks (measure/timers.h). */
struct ga_visit {
    uint32_t outcome; /* enum ga_status, or enum ga_cause */
    uint32_t sm;      /* where it ran */
    uint64_t cycles;  /* ga_cycles() from begin to end of the visit */
    uint64_t ticks;   /* ga_ticks() from begin to end of the visit */
};

/* The first outcome of a visit that is not ok stands: what follows it may be its consequence.
 * in: outcome, of a launch, a thread or a sample. */
static inline void ga_visit_outcome(struct ga_visit *visit, uint32_t outcome) {
    if (visit->outcome == GA_OK)
        visit->outcome = outcome;
}

/* The threads of one sample: the ticks that an access took each of them, on the mean over its own
 * accesses. fairness: Jain's index of their rates, 1 if all are alike.
 * src: Jain, Chiu and Hawe, "A quantitative measure of fairness", DEC TR-301, 1984. */
struct ga_spread {
    double mean, min, max, fairness;
};

/* What a benchmark finds out besides a time, a column of its own behind all others. A visit gives one
 * number, or NaN: none; a row has their sum, their largest or their mean. */
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
    uint32_t visit;             /* how many the points have had before */
};

struct ga_bench {
    const char *id; /* group_name: the row, the file, the CSV, --bench */
    const char *question;
    const char *sample; /* what one sample is, for `list` and the documentation */
    const struct ga_axis *axes;
    uint32_t n_axes;
    /* NULL, or what the answers need (model/answers/answers.def) and the preset quick has not: on a GPU it has these points,
     * too. Each string names axes as --axis does, by spaces; the others have quick's values. NULL-terminated. */
    const char *const *also;
    const struct ga_variant *variants;
    uint32_t n_variants;
    uint32_t samples[GA_N_STATED]; /* least number a point */
    uint32_t visit_samples;        /* the most of one visit */
    bool whole_visits; /* a visit is all samples of a point: they are held against each other */
    bool per_sm;       /* points do not disturb each other: a batch runs on all SMs at once */
    bool series;       /* every sample is kept, in order, in <id>_samples.csv */
    bool threads;      /* the samples say how long an access took each thread */
    bool
        beyond; /* it reaches host memory or another GPU: runs on several devices of a machine take turns */
    bool by_name; /* it takes long: a run has it only where --bench matches it */
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
    /* NULL, or the axis whose value 1 has launches twice as long as 0. */
    const char *length_axis;
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
    const char *price_over; /* that point in words */
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
