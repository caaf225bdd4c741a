#include "launch_answer.h"

#include "reason.h"

static bool may_go(const struct ga_expected *gain) { return gain->high >= GA_NOT_LITTLE; }

#define SAY_MAY_GO(of, gain)                                                                       \
    GA_SAY(of, "; but without them %.0f to %.0f %% of the time may go", 100 * (gain)->low,         \
           100 * (gain)->high)

/* Sums of shared memory may be what is added to global memory, which then goes, too. A compare-and-swap loop takes longer than its
 * unit is busy. Only a prediction tells how much. out: whether counters that are missing would tell. */
static bool look_at_shared(const struct ga_expected_gains *gains, const struct ga_l2 *l2,
                           struct ga_utilization *u) {
    const bool may_be_more = l2->has_atomics && (l2->skips || !l2->follows);
    if (u->verdict != GA_NOT || !(u->jobs > 0))
        return false;
    if (may_go(&gains->shared)) {
        u->verdict = GA_LEFT_OPEN;
        SAY_MAY_GO(u, &gains->shared);
        return false;
    }
    if (!*gains->missing || !(may_be_more || u->loops))
        return false;
    u->verdict = GA_UNKNOWN;
    GA_SAY(u, "; but %s, and counters that tell are missing",
           may_be_more ? "without it atomics on global memory may go, too"
                       : "loops take longer than the unit is busy");
    return true;
}

/* out: whether the code alone would tell. */
static bool look_at_l2(const struct ga_expected_gains *gains, struct ga_l2 *l2) {
    if (l2->verdict != GA_NOT || !l2->has_atomics)
        return false;
    if (gains->may_steer) {
        l2->verdict = GA_UNKNOWN;
        GA_SAY(l2, "; but its results may decide what it does, and its code is not known");
    } else if (gains->steers) {
        l2->verdict = GA_LEFT_OPEN;
        GA_SAY(l2, "; but its results decide what it does");
    } else if (may_go(&gains->l2)) {
        l2->verdict = GA_LEFT_OPEN;
        SAY_MAY_GO(l2, &gains->l2);
    } else if (*gains->missing && !(gains->l2.by.tail < GA_NOT_LITTLE)) {
        l2->verdict = GA_LEFT_OPEN;
        GA_SAY(l2,
               "; but a block that an atomic picks may be alone for a third of the time and more");
    } else if (gains->may_go_by_sums) {
        l2->verdict = GA_UNKNOWN;
        GA_SAY(l2, "; but loops may go by what it adds to, and its code is not known");
    }
    return gains->may_steer || l2->verdict == GA_UNKNOWN;
}

/* A busy unit is no bottleneck where other work hides it. out: whether that is so. */
static bool look_at_busy(const struct ga_expected *gain, enum ga_verdict *verdict, char *reason,
                         size_t size) {
    if (*verdict == GA_NOT || *verdict == GA_UNKNOWN || !(gain->high < GA_LITTLE))
        return false;
    *verdict = GA_LEFT_OPEN;
    ga_reason_add(reason, size, "; but other work hides it: at most %.0f %% of the time may go",
                  100 * gain->high);
    return true;
}

void ga_launch_answer_of(const struct ga_model_device *d, enum ga_profiler profiler,
                         const struct ga_launch_counters *launch,
                         const struct ga_l2_atomics *atomics, struct ga_launch_answer *a) {
    a->launch = launch;
    a->types = ga_l2_types_range(&d->types, atomics);
    ga_utilization_of(d, profiler, launch, &a->u);
    ga_l2_of(d, profiler, launch, atomics, &a->l2);
    ga_expected_gains_of(d, profiler, launch, &a->u, &a->l2, &a->types, &a->gains);
    a->wants_counters = look_at_shared(&a->gains, &a->l2, &a->u);
    a->wants_code = look_at_l2(&a->gains, &a->l2);
    a->shared_hidden =
        look_at_busy(&a->gains.shared, &a->u.verdict, a->u.reason, sizeof a->u.reason);
    a->l2_hidden = look_at_busy(&a->gains.l2, &a->l2.verdict, a->l2.reason, sizeof a->l2.reason);
}
