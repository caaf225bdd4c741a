/* What would go away without atomics on shared memory, where those on global memory go with them, and where nothing overlaps. */
#include "check.h"

#include <math.h>

#include "launch.h"

/* What goes without those on shared memory, and those on global memory, if each is alone. */
static void skips(void **state) {
    struct launch l = shared_of(0.6), shared = l, global = l2_of(0.4);
    (void)state;
    l.l2 = global.l2;
    l.l2.phases = shared.l2.phases = GA_PHASED;
    l.counters.at[GA_Q_instructions_busy] = 40;
    shared.counters = global.counters = l.counters;
    shared.l2.follows = true;
    const struct ga_expected apart = gains_of(&l).shared, own = gains_of(&shared).shared;
    const struct ga_expected goes = gains_of(&global).l2, waits = gains_of(&l).l2;
    const double less = hypot(own.share - own.low, goes.share - goes.low);
    const double more = hypot(own.high - own.share, goes.high - goes.share);
    const double both = own.share + goes.share;
    assert_true(apart.share < own.share - 0.02 && own.share > 0.1 && goes.share > 0.2);
    assert_near(apart.by.merges, 0, 0);
    /* Sums of zero are not added: both go, one after the other, and each is off by itself. */
    l.l2.skips = true;
    struct ga_expected gain = gains_of(&l).shared;
    assert_near(gain.share, both, 1e-12);
    assert_near(gain.low, both - less, 1e-12);
    assert_near(gain.high, both + more, 1e-12);
    assert_near(gain.by.merges, 1, 0);
    assert_near(gains_of(&l).l2.share, waits.share, 1e-12);
    /* Without the code it is half of the way, and the interval holds both. */
    l.l2.skips = l.l2.follows = false;
    gain = gains_of(&l).shared;
    assert_near(gain.share, (apart.share + both) / 2, 1e-12);
    assert_near(gain.low, apart.low, 1e-12);
    assert_near(gain.high, both + more, 1e-12);
    assert_near(gain.by.merges, 0.5, 0);
}

/* No more than all goes; where little goes of either, little goes of both. */
static void merges(void **state) {
    struct launch l = shared_of(0.9);
    (void)state;
    l.l2 = l2_of(0.9).l2;
    l.l2.skips = true;
    assert_near(gains_of(&l).shared.share, 1, 0);
    assert_near(gains_of(&l).shared.high, 1, 0);
    l = shared_of(0.02);
    l.l2 = l2_of(0.01).l2;
    l.l2.skips = true;
    assert_true(gains_of(&l).shared.share < 0.1);
}

/* Without the code results may steer; if there are none, sums of zero may be left out. */
static void unfollowed(void **state) {
    struct launch l = shared_of(0.02);
    double *const at = l.counters.at;
    (void)state;
    l.l2 = (struct ga_l2){.has_atomics = true, .hardware = 0.5, .mean = 0.5, .demand = 0.5};
    const struct ga_expected_gains sums = gains_of(&l);
    assert_false(sums.may_steer);
    assert_true(sums.l2.high < 1 && sums.shared.high >= sums.l2.high);
    at[GA_Q_global_atoms] = 1000;
    assert_true(gains_of(&l).may_steer && gains_of(&l).l2.high == 1);
    assert_true(gains_of(&l).shared.high == sums.shared.high); /* these go at the most, not 1 */
    l.l2.follows = true;
    assert_true(!gains_of(&l).may_steer && gains_of(&l).l2.high < 1);
    assert_true(gains_of(&l).shared.high < 0.3);
}

/* What reads in loops apart does not overlap with its atomics, the less so the fewer blocks come later. */
static void phased(void **state) {
    struct launch l = shared_of(0.7);
    (void)state;
    const struct ga_expected unknown = gains_of(&l).shared;
    l.l2.phases = GA_MIXED;
    const struct ga_expected overlaps = gains_of(&l).shared;
    l.l2.phases = GA_PHASED;
    const struct ga_expected apart = gains_of(&l).shared;
    assert_true(apart.by.phased == 1 && overlaps.by.phased < 0.01);
    assert_true(overlaps.share < 0.2 && apart.share > 0.4 && overlaps.high < apart.share);
    assert_true(unknown.share == overlaps.share && unknown.high == apart.high);
    l.counters.at[GA_Q_waves] = 0.5; /* all are there at once, and more could be */
    assert_true(gains_of(&l).shared.share == apart.share);
    l.counters.at[GA_Q_waves] = 8;
    const struct ga_expected later = gains_of(&l).shared;
    assert_true(later.share > overlaps.share && later.share < overlaps.share + 0.1);
    l.l2.phases = GA_PHASED | GA_MIXED; /* kernels of one name */
    l.counters.at[GA_Q_waves] = 1;
    assert_true(gains_of(&l).shared.share == overlaps.share);
    assert_true(gains_of(&l).shared.high == apart.high);
}

/* A warp that adds once reads first, as in a kernel of phases. One that adds sixteen times does so for a sixteenth of the work. */
static void once(void **state) {
    struct launch l = shared_of(0.7);
    double *const at = l.counters.at;
    (void)state;
    l.l2.phases = GA_PHASED;
    const double apart = gains_of(&l).shared.share;
    l.l2.phases = GA_MIXED;
    strcpy(l.counters.grid, "(32, 2, 1)");
    strcpy(l.counters.block, "(80, 1, 1)"); /* three warps */
    at[GA_Q_jobs_alu] = 64 * 3;
    assert_near(gains_of(&l).shared.by.phased, 1, 0);
    assert_near(gains_of(&l).shared.share, apart, 1e-12);
    at[GA_Q_jobs_alu] = 64 * 2; /* some do not */
    assert_near(gains_of(&l).shared.by.phased, 1, 0);
    at[GA_Q_jobs_alu] = 64;
    at[GA_Q_jobs_cas] = 64 * 47;
    assert_near(gains_of(&l).shared.by.phased, 1. / 16, 1e-12);
    assert_true(gains_of(&l).shared.share < apart - 0.2);
    at[GA_Q_waves] = 4; /* blocks of another wave are elsewhere in it */
    assert_near(gains_of(&l).shared.by.phased, 1. / 64, 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(skips), cmocka_unit_test(merges),
                                       cmocka_unit_test(unfollowed), cmocka_unit_test(phased),
                                       cmocka_unit_test(once)};
    return cmocka_run_group_tests_name("gain_both", tests, NULL, NULL);
}
