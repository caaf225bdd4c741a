#include "launch_answer.h"

#include "reason.h"

static bool may_go(const struct ga_expected *gain) { return gain->high >= GA_NOT_LITTLE; }

#define SAY_MAY_GO(of, gain)                                                                       \
    GA_SAY(of, "; but without them %.0f to %.0f %% of the time may go", 100 * (gain)->low,         \
           100 * (gain)->high)

static void look_at_shared(const struct ga_expected *gain, struct ga_utilization *u) {
    if (u->verdict != GA_NOT || !may_go(gain))
        return;
    u->verdict = GA_LEFT_OPEN;
    SAY_MAY_GO(u, gain);
}

static void look_at_l2(const struct ga_expected_gains *gains, struct ga_l2 *l2) {
    if (l2->verdict != GA_NOT || !l2->has_atomics)
        return;
    if (gains->may_steer) {
        l2->verdict = GA_UNKNOWN;
        GA_SAY(l2, "; but its results may decide what it does: --code FILE says");
    } else if (gains->steers) {
        l2->verdict = GA_LEFT_OPEN;
        GA_SAY(l2, "; but its results decide what it does");
    } else if (may_go(&gains->l2)) {
        l2->verdict = GA_LEFT_OPEN;
        SAY_MAY_GO(l2, &gains->l2);
    }
}

void ga_launch_answer_of(const struct ga_model_device *d, enum ga_profiler profiler,
                         const struct ga_launch_counters *launch,
                         const struct ga_l2_atomics *atomics, struct ga_launch_answer *a) {
    a->launch = launch;
    a->types = ga_l2_types_range(&d->types, atomics);
    ga_utilization_of(d, profiler, launch, &a->u);
    ga_l2_of(d, profiler, launch, atomics, &a->l2);
    ga_expected_gains_of(d, profiler, launch, &a->u, &a->l2, &a->types, &a->gains);
    look_at_shared(&a->gains.shared, &a->u);
    look_at_l2(&a->gains, &a->l2);
}
