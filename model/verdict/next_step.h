/* What a launch's atomics cost, of shared memory or the L2, whichever is more, and what to do next, with the measured
 * evidence. */
#ifndef GA_NEXT_STEP_H
#define GA_NEXT_STEP_H

#include "launch_answer.h"
#include "savings.h"

/* Of shared memory's unit, or the L2's. gain: without its atomics; share, most: of the time for which it is busy, between these. */
struct ga_unit_answer {
    enum ga_verdict verdict;
    struct ga_expected gain;
    double share, most;
};
struct ga_unit_answer ga_unit_answer_of(const struct ga_launch_answer *answer, bool is_l2);

/* Likewise. unit: "shared", "LDS" or "L2", whose gain is the larger; where one is not known, whose verdict is the worse.
 * has_atomics: it has any, or that is not known. next: "" where there is nothing to say; is_too_wide: likewise, as what
 * goes away may be next to nothing or much. copies: to privatise by, 0: that would not help. */
struct ga_headline {
    bool is_l2;
    enum ga_verdict verdict;
    struct ga_expected gain;
    double share, most;
    const char *unit, *reason;
    bool has_atomics, is_too_wide;
    uint32_t copies;
    char next[320];
};

/* in: what is known of a launch; of other profilers than Nsight Compute nothing is advised. out: *headline; reason is the
 * answer's. */
void ga_headline_of(const struct ga_savings *savings, enum ga_profiler profiler,
                    const struct ga_launch_answer *answer, struct ga_headline *headline);

#endif
