/* What goes with the atomics: the plain runs against the runs in which something was switched off. */
#ifndef GA_GAINS_H
#define GA_GAINS_H

#include "launch_rows.h"

#define GA_ALL_KERNELS UINT32_MAX

/* How an edit ended. HUNG and CRASHED: the kernel's control flow depends on what was switched off. */
enum ga_edit_outcome {
    GA_OUTCOME_NOTHING,  /* the kernel has no such instruction */
    GA_OUTCOME_NOT_RUN,  /* it has, and was not tried */
    GA_OUTCOME_MEASURED, /* it alone was edited, or nothing changed */
    GA_OUTCOME_INPUTS,   /* measured with other kernels edited, too: its inputs may be rubbish */
    GA_OUTCOME_HUNG,
    GA_OUTCOME_CRASHED,
    GA_OUTCOME_UNEDITED, /* the library did not edit it */
    GA_OUTCOME_UNPAIRED, /* the edited runs did not launch it */
    GA_OUTCOME_NO_TIME,  /* its launches are recorded as 0 ns, plain or edited */
    GA_N_EDIT_OUTCOMES
};
/* out: "", "not run", "ok", "inputs edited", "hung", .. */
const char *ga_edit_outcome_name(enum ga_edit_outcome outcome);

/* A row that has not as many launches in a run as in the first plain one. */
struct ga_unpaired {
    struct ga_launch_key key;
    size_t n_plain, n_run;
};

/* rows: where one kernel of several was edited, that one's. busy_ns: of the launches that count. Those that this run lacks go
 * by the others of their row, or stay as they were; NaN: it has none; ga_study_settle. */
struct ga_run_times {
    struct ga_launch_rows rows;
    struct ga_unpaired *unpaired;
    size_t n_unpaired;
    double busy_ns, wall_s;
};

/* Runs of one kind. edit: GA_N_EDITS: plain. */
struct ga_whatif_variant {
    enum ga_edit edit;
    uint32_t kernel; /* that was edited alone, or GA_ALL_KERNELS */
    uint32_t only;   /* instruction of the class, from 1 on, that was edited alone; 0: all were */
    uint64_t offset; /* of that: bytes, from the runs */
    char instruction[16];
    bool whole; /* every kernel was that has such instructions, be it one */
    enum ga_edit_outcome outcome;
    size_t n_left; /* kernels that were left alone, as they hang or crash */
    struct ga_run_times run[GA_MOST_RUNS];
    size_t n_runs;
};

/* rows: of the first plain run, those of its launches that every plain run has. variant[0] is the plain one. */
struct ga_study {
    unsigned edits;     /* 1 << enum ga_edit of those that are tried */
    bool each;          /* and the instructions of a class one at a time */
    const bool *chosen; /* of each symbol, whether it may be edited; NULL: all may */
    struct ga_counted counted;
    struct ga_launch_rows rows;
    struct ga_whatif_variant *variant;
    size_t n_variants;
};

/* Takes a run's launches into a variant. in: launches, n: as ga_launch_rows_make has them. err: GA_ERROR for want of memory. */
enum ga_status ga_study_take(struct ga_study *study, struct ga_whatif_variant *variant,
                             struct ga_seen_launch *launches, size_t n, double wall_s,
                             struct ga_err *err);
/* After the last run: its times of the program. err: GA_ERROR for want of memory, or if the plain runs have no launch in
 * common. */
enum ga_status ga_study_settle(struct ga_study *study, struct ga_err *err);
/* Forgets a variant's runs. */
void ga_whatif_variant_clear(struct ga_whatif_variant *variant);
void ga_study_free(struct ga_study *study);

/* Without one class. ns: of a launch. saved_ns: of all launches, at most; speedup: of the kernel, with its interval;
 * certain: it is faster without, and the intervals with and without do not overlap; of one run: by over 5 %. */
struct ga_gain {
    enum ga_edit_outcome outcome;
    struct ga_time_interval ns, speedup;
    double saved_ns;
    bool certain;
    bool beside; /* other kernels were edited in these runs */
};

struct ga_row_gains {
    const struct ga_launch_row *row;
    struct ga_time_interval ns; /* a launch, as it is; of no run: its launches have no time */
    double total_ns, share;     /* at most 1, where its launches overlap each other */
    struct ga_gain without[GA_N_EDITS];
    enum ga_edit best;      /* the class whose gain is certain and largest; GA_N_EDITS: none */
    double program_speedup; /* of the GPU-busy time, by that gain */
    bool uses_results;      /* of atomics */
    bool as_loads_untried;  /* it uses some, and no run edits them to loads */
};

/* The program's times, as it is and without a class. wall_s: also of runs whose launches have no time. */
struct ga_program_gain {
    const struct ga_whatif_variant *of; /* NULL: no launched kernel has such instructions */
    enum ga_edit_outcome outcome;
    struct ga_time_interval busy_ns, wall_s;
};

/* in: study: settled; kernels: what the first plain run saw. out: a row each, the most to gain first. own:
 * free(*gains). err: GA_ERROR for want of memory. */
enum ga_status ga_gains_of_rows(const struct ga_study *study, const struct ga_observed *kernels,
                                struct ga_row_gains **gains, struct ga_err *err);
/* Of one instruction: what a row gains by a variant. */
struct ga_gain ga_gain_of_variant(const struct ga_study *study, const struct ga_launch_row *row,
                                  const struct ga_whatif_variant *variant);
struct ga_program_gain ga_gain_of_program(const struct ga_study *study, enum ga_edit edit);

/* out: text[GA_US_TEXT]: a time in us, four digits, and all before the point. own: caller; returns text. */
enum { GA_US_TEXT = 32 };
const char *ga_us_text(double ns, char *text);

/* out: text: what a row's gains say, one sentence. */
enum { GA_SENTENCE = 320 };
void ga_gain_sentence(const struct ga_row_gains *gains, char *text);
/* in: failed: 1 << enum ga_edit of those that ended so; as_loads_untried: of the row. out: text[GA_SENTENCE]: "Its control
 * flow hangs on its global atomics: without them it did not end; --edit as-loads may tell." */
void ga_fault_sentence(unsigned failed, enum ga_edit_outcome outcome, bool as_loads_untried,
                       char *text);
bool ga_as_loads_untried(const struct ga_study *study, const struct ga_observed *kernels,
                         uint32_t kernel);

#endif
