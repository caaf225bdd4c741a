/* What was predicted to go away beside what went away when `whatif` ran the kernels without atomics and fences. */
#ifndef GA_AGREEMENT_H
#define GA_AGREEMENT_H

#include "kernel_gain.h"
#include "utilization_rows.h"
#include "without.h"

/* What is measured may be so many points outside the predicted interval: as much as runs differ. */
#define GA_AGREES_WITHIN 1

/* GA_ROW(name, how the file spells it, how the summary does). NOT_RUN: `whatif` has no time without. */
#define GA_AGREEMENTS(GA_ROW)                                                                      \
    GA_ROW(GA_DISAGREE, "disagree", "disagree")                                                    \
    GA_ROW(GA_AGREE, "agree", "agree")                                                             \
    GA_ROW(GA_NOT_MEASURED, "not measured", "not measured")                                        \
    GA_ROW(GA_NOT_PREDICTED, "not predicted", "not predicted")
enum ga_agrees {
#define GA_ROW(name, ...) name,
    GA_AGREEMENTS(GA_ROW)
#undef GA_ROW
        GA_N_AGREES
};

/* In percent of the time of a launch; NaN: not measured, or one run has no interval. */
struct ga_gone {
    double percent, low, high;
};
struct ga_gone ga_gone_of(const struct ga_without_row *measured, enum ga_switched_off off);
/* out: without the atomics on global memory, of which generic ones are some: the larger. */
struct ga_gone ga_gone_of_l2(const struct ga_without_row *measured);

/* What goes of a kernel's launches by the counters, one unit's: sums over launches, each weighed by its ns, as their times are
 * in what `whatif` measures of all together. not_ns: of launches whose verdict is `not`; others_low, others_high: of the
 * others, which lose anything where nothing is predicted. */
struct ga_foreseen {
    struct ga_kernel_gain gain;
    double ns, not_ns, others_low, others_high;
};
struct ga_gone ga_foreseen_of(const struct ga_foreseen *foreseen);
/* in: gone: of all launches. out: low, high: what those that are `not` lost of their time, if the others lost the most and
 * the least that is predicted; percent: in the middle; NaN: no launch is `not`. */
struct ga_gone ga_gone_of_not(const struct ga_foreseen *foreseen, const struct ga_gone *gone);

/* A kernel, grid and block. kernel: of ga_kernel_name. Of the profile, launches: 0: it has none; launch: the longest, by its
 * name in the profile, longest: its ns; skipped: how many more that `whatif` did not time; verdicts: a bit each, of shared
 * memory and of the L2; shared, l2: the largest U by demand in percent, NaN: not known; l2_share: what the L2's verdict goes
 * by, likewise; ns: of all launches. measured: NULL: whatif has it not. most_by: GA_N_OFF: nothing was measured. */
struct ga_agreement_row {
    char *kernel, launch[32];
    unsigned size[6];
    size_t launches, skipped;
    unsigned verdicts, l2_verdicts;
    struct ga_foreseen shared_foreseen, l2_foreseen;
    bool has_atomics;
    double shared, l2, l2_share, ns, longest;
    const struct ga_without_row *measured;
    double most_percent;
    enum ga_switched_off most_by;
    enum ga_agrees agrees;
};

/* Zero before. without: what `measured` points into; skip: launches of each kernel, grid and block that it is without. own:
 * ga_agreement_free. */
struct ga_agreement {
    struct ga_agreement_row *at;
    size_t n, capacity, n_of[GA_N_AGREES];
    double ns; /* of the profile's launches */
    struct ga_without *without;
    uint64_t skip;
};

/* A launch that was profiled. err: GA_ERROR for want of memory. */
enum ga_status ga_agreement_add(struct ga_agreement *agreement,
                                const struct ga_launch_answer *answer, struct ga_err *err);
/* After the last: takes in what was measured and compares. in: profiled: only kernels that the profile has. out: rows of
 * kernels with atomics or fences alone: what disagrees first, then the most that goes away. err: GA_ERROR for want of
 * memory. */
enum ga_status ga_agreement_join(struct ga_agreement *agreement, bool profiled, struct ga_err *err);
void ga_agreement_free(struct ga_agreement *agreement);

/* out: share of the GPU time in percent: whatif's, else the profile's; NaN: neither has one. */
double ga_agreement_share(const struct ga_agreement *agreement, const struct ga_agreement_row *row);
/* out: text: "bottleneck", "open/not", "": none. */
void ga_agreement_verdicts(unsigned verdicts, char *text, size_t size);

void ga_agreement_print(const struct ga_agreement *agreement);
/* err: GA_FILE. */
enum ga_status ga_agreement_write(const struct ga_agreement *agreement, const char *path,
                                  struct ga_err *err);
/* Whether it may be written to path. err: GA_USAGE for another's file; GA_FILE. */
enum ga_status ga_agreement_may_write(const char *path, struct ga_err *err);

#endif
