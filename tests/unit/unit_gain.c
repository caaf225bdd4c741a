/* What would go away: properties that the fitted numbers may not break. */
#include "check.h"

#include <math.h>
#include <string.h>

#include "agreement.h"
#include "launch.h"
#include "utilization_groups.h"

static void grows(void **state) {
    const struct launch little = shared_of(0.02);
    double before = 0;
    (void)state;
    for (int percent = 0; percent <= 100; percent += 5) {
        const struct launch l = shared_of(percent / 100.);
        const struct ga_expected of = gains_of(&l).shared;
        assert_true(of.low >= 0 && of.low <= of.share && of.share <= of.high && of.high <= 1);
        assert_true(of.share >= before);
        before = of.share;
    }
    assert_true(before > 0.9); /* a full unit, and nothing else to do */
    assert_true(gains_of(&little).shared.share < 0.02);
}

static double width_of(const struct launch *l) {
    const struct ga_expected gain = gains_of(l).shared;
    return gain.high - gain.low;
}

/* An interval is wide where the launch is short, or two terms are near each other; narrow where one is far from the other, and
 * next to nothing where atomics hardly are. */
static void widths(void **state) {
    struct launch near = shared_of(0.9), far = shared_of(0.2), none = shared_of(0.001);
    (void)state;
    near.counters.at[GA_Q_instructions_busy] = far.counters.at[GA_Q_instructions_busy] = 50;
    none.counters.at[GA_Q_instructions_busy] = 50;
    near.l2.phases = far.l2.phases = none.l2.phases = GA_MIXED;
    const double of_near = width_of(&near), of_far = width_of(&far);
    assert_true(of_near > 0.3 && of_near < 0.6);
    assert_true(of_far < 0.12);
    assert_true(width_of(&none) < 0.02);
    far.counters.at[GA_Q_duration] = 10e3;
    assert_true(width_of(&far) > 1.5 * of_far);
}

/* Whatever else takes all of the time, the atomics take none. */
static void others(void **state) {
    static const enum ga_quantity busy[] = {GA_Q_instructions_busy, GA_Q_memory_busy};
    (void)state;
    for (size_t i = 0; i < sizeof busy / sizeof *busy; i++) {
        struct launch l = shared_of(1);
        l.counters.at[busy[i]] = 95;
        assert_true(gains_of(&l).shared.share < 0.01);
    }
    struct launch l2 = shared_of(1);
    l2.l2.busy = 0.95;
    assert_true(gains_of(&l2).shared.share < 0.01);
    struct launch loads = shared_of(1);
    loads.counters.at[GA_Q_global_loads] = 0.5 * 64 * 132 * 1000; /* 1000 of a warp in 100 us */
    assert_true(gains_of(&loads).shared.share < 0.01);
    struct launch short_one = shared_of(1);
    short_one.counters.at[GA_Q_duration] = 4e3;
    assert_true(gains_of(&short_one).shared.share < 0.7);
}

/* Warps that do nothing but wait for results of atomics on global memory. */
static void waits(void **state) {
    struct launch l = shared_of(0);
    double *const at = l.counters.at;
    (void)state;
    l.l2 = (struct ga_l2){.has_atomics = true, .hardware = 0.4, .mean = 0.4, .demand = 0.4};
    at[GA_Q_global_atoms] = 1000;
    at[GA_Q_wait_memory] = at[GA_Q_latency];
    const double all = gains_of(&l).l2.share;
    at[GA_Q_global_loads] = 1000;
    const double half = gains_of(&l).l2.share;
    at[GA_Q_global_atoms] = 0; /* reductions alone: no result to wait for */
    const double none = gains_of(&l).l2.share;
    assert_true(all > 0.75);
    assert_true(half > 0.45 && half < all);
    assert_true(none < 0.7 * half);
    at[GA_Q_global_atoms] = 1000;
    l.l2.loops = 1; /* whose loads these are */
    assert_true(gains_of(&l).l2.share > half + 0.2);
}

/* The L2 is full, but not of atomics. */
static void sectors(void **state) {
    struct launch l = shared_of(0);
    double *const at = l.counters.at;
    (void)state;
    l.l2 = (struct ga_l2){.has_atomics = true, .hardware = 0.05, .mean = 0.05, .demand = 0.05};
    l.l2.busy = 0.9;
    at[GA_Q_l2_reds] = at[GA_Q_l2_sectors] = 1000;
    assert_true(gains_of(&l).l2.share > 0.8);
    l.l2.busy = NAN; /* passes differ */
    at[GA_Q_l2_busy] = 90;
    assert_true(gains_of(&l).l2.share < 0.1);
    l.l2.busy = 0.9;
    at[GA_Q_l2_sectors] = 20000;
    assert_true(gains_of(&l).l2.share < 0.02);
    at[GA_Q_l2_sectors] = NAN; /* an older profile: which of both it is, nothing says */
    assert_true(isnan(gains_of(&l).l2.share));
    assert_non_null(strstr(gains_of(&l).missing, "lts__t_sectors.sum"));
}

/* One atomic a block, and no other, picks the last block. */
static void last(void **state) {
    struct launch l = shared_of(0);
    double *const at = l.counters.at;
    (void)state;
    l.l2 = (struct ga_l2){.has_atomics = true, .hardware = 0.01, .mean = 0.01, .demand = 0.01};
    at[GA_Q_duration] = 10e3;
    strcpy(l.counters.grid, "(64, 8, 1)");
    at[GA_Q_global_atoms] = 512;
    at[GA_Q_global_loads] = 100000;
    assert_true(gains_of(&l).l2.share > 0.15 && gains_of(&l).l2.share < 0.25);
    at[GA_Q_duration] = 1e6;
    assert_true(gains_of(&l).l2.share < 0.01);
    at[GA_Q_duration] = 10e3;
    at[GA_Q_global_atoms] = 513;
    assert_true(gains_of(&l).l2.share < 0.05);
    at[GA_Q_global_atoms] = 512;
    at[GA_Q_global_reds] = 1;
    assert_true(gains_of(&l).l2.share < 0.05);
    at[GA_Q_global_reds] = 0;
    at[GA_Q_duration] = 1e6;
    at[GA_Q_cycles] = 30; /* one SM works for 70 % of the time, and the others not */
    at[GA_Q_cycles_max] = 100;
    assert_true(gains_of(&l).l2.share > 0.4);
    assert_true(gains_of(&l).l2.low < 0.05); /* or a wave that is not full */
    at[GA_Q_cycles] = NAN;
    assert_true(isnan(gains_of(&l).l2.share) && isnan(gains_of(&l).l2.by.tail));
    assert_non_null(strstr(gains_of(&l).missing, "sm__cycles_active.avg"));
    at[GA_Q_cycles] = 30;
    strcpy(l.counters.grid, "(39, 1, 1)"); /* there were no blocks for the others */
    at[GA_Q_global_atoms] = 39;
    assert_true(gains_of(&l).l2.share < 0.05);
}

/* Floats on few words of a slice: one after the other where one lane of a warp adds; where four do, side by side, or not. */
static void hot(void **state) {
    struct launch l = shared_of(0);
    double *const at = l.counters.at;
    (void)state;
    l.l2 = (struct ga_l2){
        .has_atomics = true, .follows = true, .hardware = 0.3, .mean = 0.003, .demand = 0.3};
    l.slow = 2.4;
    at[GA_Q_global_reds] = at[GA_Q_l2_reds] = at[GA_Q_l2_sectors] = 1000;
    at[GA_Q_threads] = 32;
    const struct ga_expected alone = gains_of(&l).l2;
    at[GA_Q_threads] = 4;
    const struct ga_expected beside = gains_of(&l).l2;
    assert_true(alone.share > beside.share + 0.2);
    assert_true(beside.high >= alone.high && alone.low <= beside.low); /* or the other */
    at[GA_Q_wait_queue] = at[GA_Q_latency];
    assert_true(gains_of(&l).l2.share == alone.share);
}

/* Counters of a pass in which the launch took twice as long: it may be that all went. */
static void other_clock(void **state) {
    struct launch l = l2_of(0.4);
    (void)state;
    l.l2.hardware = l.l2.mean = 0.3;
    const struct ga_expected alike = gains_of(&l).l2;
    l.l2.is_apart = true;
    l.l2.clock = 0.5;
    assert_near(gains_of(&l).l2.share, alike.share, 1e-12);
    assert_true(gains_of(&l).l2.high > alike.high + 0.1);
    assert_near(gains_of(&l).l2.low, alike.low, 1e-12);
    l.l2.clock = 2;
    assert_true(gains_of(&l).l2.low < alike.low - 0.05);
    assert_near(gains_of(&l).l2.high, alike.high, 1e-12);
}

/* Where passes differ the unit's own counter is of another time: counts tell, or nothing does. */
static void by_counts(void **state) {
    struct launch l = l2_of(0.4);
    (void)state;
    l.l2.is_apart = true;
    l.l2.clock = 1.1;
    const double share = gains_of(&l).l2.share;
    l.l2.hardware = l.l2.mean = 0.8;
    assert_near(gains_of(&l).l2.share, share, 1e-12);
    l.l2.is_apart = false;
    assert_true(gains_of(&l).l2.share > share + 0.2);
    l = shared_of(0.02);
    l.l2 = l2_of(0.4).l2;
    l.l2.demand = NAN; /* no tables */
    assert_true(gains_of(&l).l2.share > 0.2);
    l.l2.is_apart = true;
    assert_true(isnan(gains_of(&l).l2.share) && gains_of(&l).shared.high < 0.3);
    l.l2.follows = false;
    assert_near(gains_of(&l).shared.high, 1, 0);
}

/* Places of a list: the prediction stays, but its interval begins at 0; of that memory alone. */
static void lists(void **state) {
    struct launch l = shared_of(0), shared = shared_of(1);
    (void)state;
    l.l2 = (struct ga_l2){
        .has_atomics = true, .follows = true, .hardware = 0.8, .mean = 0.8, .demand = 0.8};
    const struct ga_expected plain = gains_of(&l).l2, of_shared = gains_of(&shared).shared;
    assert_true(plain.low > 0.4 && of_shared.low > 0.3);
    l.l2.shared_places = shared.l2.places = true;
    assert_true(gains_of(&l).l2.low == plain.low && gains_of(&shared).shared.low == of_shared.low);
    l.l2.places = shared.l2.shared_places = true;
    assert_true(gains_of(&l).l2.low == 0 && gains_of(&shared).shared.low == 0);
    assert_true(gains_of(&l).l2.share == plain.share && gains_of(&l).l2.high == plain.high);
}

/* Results that decide how often a loop runs, or on what a block works: without them it is another kernel. */
static void steered(void **state) {
    struct launch l = shared_of(0.5);
    double *const at = l.counters.at;
    (void)state;
    l.l2 = (struct ga_l2){.has_atomics = true, .hardware = 0.5, .mean = 0.5, .demand = 0.5};
    strcpy(l.counters.grid, "(64, 1, 1)");
    at[GA_Q_global_atoms] = 64;
    assert_false(gains_of(&l).steers || isnan(gains_of(&l).l2.share));
    l.l2.shares = true;
    assert_true(gains_of(&l).steers && isnan(gains_of(&l).l2.share));
    assert_true(!isnan(gains_of(&l).shared.share));
    at[GA_Q_global_atoms] = 65; /* places, as any */
    assert_false(gains_of(&l).steers || isnan(gains_of(&l).l2.share));
    l.l2.steers = true;
    assert_true(gains_of(&l).steers && isnan(gains_of(&l).l2.share));
    at[GA_Q_l2_sectors] = NAN; /* nothing is predicted, and the code says what it said */
    assert_true(*gains_of(&l).missing && gains_of(&l).steers);
    l.l2.steers = false;
    l.l2.follows = true;
    assert_false(gains_of(&l).steers || gains_of(&l).may_steer);
    at[GA_Q_global_atoms] = NAN; /* one a block, or places? */
    assert_true(!gains_of(&l).steers && gains_of(&l).may_steer);
}

/* Without the code a loop may go by what is added to, if warps add more than once; that is not in the interval. */
static void sums(void **state) {
    struct launch l = shared_of(0.02);
    double *const at = l.counters.at;
    (void)state;
    l.l2 = (struct ga_l2){
        .has_atomics = true, .in_loop = true, .hardware = 0.01, .mean = 0.01, .demand = 0.01};
    strcpy(l.counters.grid, "(64, 1, 1)");
    strcpy(l.counters.block, "(80, 1, 1)"); /* three warps */
    at[GA_Q_global_reds] = 64 * 3;
    const double high = gains_of(&l).l2.high;
    assert_false(gains_of(&l).may_go_by_sums);
    at[GA_Q_global_reds]++;
    assert_true(gains_of(&l).may_go_by_sums && gains_of(&l).l2.high == high);
    l.l2.in_loop = false;
    assert_false(gains_of(&l).may_go_by_sums);
    l.l2.in_loop = l.l2.follows = true;
    assert_false(gains_of(&l).may_go_by_sums);
}

static void missing(void **state) {
    (void)state;
    struct launch l = shared_of(1);
    assert_true(isnan(gains_of(&l).l2.share)); /* it has no atomics there */
    l.counters.at[GA_Q_global_loads] = NAN;
    const struct ga_expected_gains gains = gains_of(&l);
    assert_true(isnan(gains.shared.share));
    assert_string_equal(gains.missing,
                        "ncu --metrics l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum");
}

/* A kernel's launches, 100 us each: one of which 60 % goes, one without atomics, one of which nothing is predicted. Both tables
 * say the same of them: the second loses nothing, the third may lose nothing or everything. */
static void of_a_kernel(void **state) {
    static const struct {
        double share;
        bool has_none;
        double percent, low, high; /* of it and those before */
    } launches[] = {
        {0.6, false, 60, 50, 70}, {NAN, true, 30, 25, 35}, {NAN, false, 30, 50. / 3, 170. / 3}};
    struct ga_groups groups = {.at = NULL};
    struct ga_agreement agreement = {.at = NULL};
    struct ga_err err;
    (void)state;
    for (size_t i = 0; i < sizeof launches / sizeof *launches; i++) {
        struct launch l = shared_of(0.5);
        snprintf(l.counters.kernel, sizeof l.counters.kernel, "hist(unsigned int *)");
        snprintf(l.counters.grid, sizeof l.counters.grid, "(4, 1, 1)");
        snprintf(l.counters.block, sizeof l.counters.block, "(32, 1, 1)");
        l.u.jobs = launches[i].has_none ? 0 : 1000;
        const double share = launches[i].share;
        const struct ga_expected gain = {.share = share, .low = share - 0.1, .high = share + 0.1},
                                 no = {.share = NAN, .low = NAN, .high = NAN};
        const struct ga_launch_answer answer = {
            .launch = &l.counters, .u = l.u, .l2 = l.l2, .gains = {.shared = gain, .l2 = no}};
        assert_int_equal(ga_groups_add(&groups, &answer, &err), GA_OK);
        assert_int_equal(ga_agreement_add(&agreement, &answer, &err), GA_OK);
        assert_int_equal(groups.n, 1);
        assert_int_equal(agreement.n, 1);
        struct ga_expected of = no;
        ga_kernel_gain_of(&groups.at->units[0].gain, &of.share, &of.low, &of.high);
        const struct ga_gone gone = ga_foreseen_of(&agreement.at->shared_foreseen);
        assert_true(fabs(100 * of.share - launches[i].percent) < 1e-9);
        assert_true(fabs(100 * of.low - launches[i].low) < 1e-9);
        assert_true(fabs(100 * of.high - launches[i].high) < 1e-9);
        assert_true(fabs(gone.percent - launches[i].percent) < 1e-9);
        assert_true(fabs(gone.low - launches[i].low) < 1e-9);
        assert_true(fabs(gone.high - launches[i].high) < 1e-9);
        assert_true(isnan(ga_foreseen_of(&agreement.at->l2_foreseen).percent));
    }
    ga_groups_free(&groups);
    ga_agreement_free(&agreement);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grows),     cmocka_unit_test(others),      cmocka_unit_test(waits),
        cmocka_unit_test(sectors),   cmocka_unit_test(last),        cmocka_unit_test(missing),
        cmocka_unit_test(steered),   cmocka_unit_test(hot),         cmocka_unit_test(other_clock),
        cmocka_unit_test(by_counts), cmocka_unit_test(of_a_kernel), cmocka_unit_test(lists),
        cmocka_unit_test(widths),    cmocka_unit_test(sums)};
    return cmocka_run_group_tests_name("gain", tests, NULL, NULL);
}
