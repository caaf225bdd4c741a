/* All that the model says of a launch: both units, what would go away, and verdicts that do not contradict it. */
#ifndef GA_LAUNCH_ANSWER_H
#define GA_LAUNCH_ANSWER_H

#include "gain.h"

/* From which share of the time on that may go away without its atomics `not` would be wrong of a unit. */
#define GA_NOT_LITTLE (1. / 3)
/* Below which other work is said to hide a busy unit. Nearer to a third predictions cannot tell: of five launches of the case
 * study that might lose 30 to 33 % 35 to 37 went. */
#define GA_LITTLE 0.25

/* shared_hidden, l2_hidden: the unit, its pipe or its loops are busy, and yet less than GA_LITTLE of the time goes away without
 * its atomics: other work takes as long. wants_counters: shared memory's verdict is `unknown` for want of a prediction alone;
 * wants_code: the L2's, of the kernel's code. */
struct ga_launch_answer {
    const struct ga_launch_counters *launch;
    struct ga_utilization u;
    struct ga_l2 l2;
    struct ga_l2_range types;
    struct ga_expected_gains gains;
    bool shared_hidden, l2_hidden, wants_counters, wants_code;
};

/* in: counters of a launch, which the answer points to; atomics: as ga_l2_of. out: *answer. A unit that is not busy is
 * `open` where GA_NOT_LITTLE may go or results steer the kernel, `unknown` where the code, or counters that are missing,
 * would say. A busy one is `open` where GA_LITTLE cannot go. */
void ga_launch_answer_of(const struct ga_model_device *device, enum ga_profiler profiler,
                         const struct ga_launch_counters *launch,
                         const struct ga_l2_atomics *atomics, struct ga_launch_answer *answer);

#endif
