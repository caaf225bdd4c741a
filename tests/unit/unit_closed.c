/* The closed network of an SM's warps, and the lanes that a change leaves on a word, by hand and by law. */
#include "check.h"

#include <math.h>

#include "change.h"
#include "closed.h"

/* n = 2, D = 2, Z = 3: alone R = 2 and the unit has 2 / 5 of a warp; so R = 2 (1 + 2 / 5) = 2.8. */
static void network_by_hand(void **state) {
    (void)state;
    assert_near(ga_closed_round(1, 2, 3), 5, 0);
    assert_near(ga_closed_round(2, 2, 3), 5.8, 1e-12);
    assert_near(ga_closed_round(1.5, 2, 3), 5.4, 1e-12);
    assert_near(ga_closed_round(0.3, 2, 3), 5, 0);
    assert_near(ga_closed_round(3, 2, 3), 2 * (1 + 2 * 2.8 / 5.8) + 3, 1e-12);
    for (double n = 1; n <= 64; n++)
        assert_near(ga_closed_round(n, 3, 0), 3 * n, 1e-9); /* all are at the unit */
    assert_near(ga_closed_round(64, 1, 1e9), 1e9 + 1, 1e-4);
    assert_near(ga_closed_round(64, 0, 7), 7, 0);
}

/* The same network by its states: k of n warps are at the unit for a share of time that is as n! / (n - k)!
 * (D / Z)^k, whose sum over k is 1 + n D / Z times that of n - 1. For the share of k = 0 it is idle; U = n D / round. */
static void network_by_states(void **state) {
    (void)state;
    for (int n = 1; n <= 64; n++)
        for (double d = 0.25; d <= 64; d *= 3)
            for (double z = 1; z <= 1000; z *= 3) {
                double idle = 1;
                for (int k = 1; k <= n; k++)
                    idle = idle / (idle + k * d / z);
                assert_near(n * d / ga_closed_round(n, d, z), 1 - idle, 1e-9);
            }
}

/* Asymptotic bounds, order, utilization and Little's law, and the way back to Z. */
static void network_laws(void **state) {
    (void)state;
    for (double n = 0.5; n <= 64; n += 1.75)
        for (double d = 0.5; d <= 64; d *= 2)
            for (double z = 0; z <= 3000; z = z * 3 + 10) {
                const double round = ga_closed_round(n, d, z), x = n / round;
                const double whole = n < 1 ? 1 : n;
                assert_true(round >= fmax(whole * d, d + z) - 1e-9);
                assert_true(round <= whole * d + z + 1e-9);
                assert_true(x * d <= 1 + 1e-12);
                assert_near(x * (round - z) + x * z, n, 1e-9);
                assert_true(ga_closed_round(n, 1.1 * d, z) > round);
                assert_true(ga_closed_round(n, d, z + 1) > round - 1e-9);
                assert_true(ga_closed_round(n + 1, d, z) >= round - 1e-9);
                const double back = ga_closed_elsewhere(n, d, round);
                assert_near(ga_closed_round(n, d, back), round, 1e-9 * round);
                if (x * d < 0.9)
                    assert_near(back, z, 1e-6 * (z + 1));
            }
    assert_near(ga_closed_elsewhere(4, 2, 8), 0, 0);
    assert_near(ga_closed_elsewhere(4, 2, 1), 0, 0);
}

/* 3 in 2 bins: all in one with 1 / 4. */
static void fullest(void **state) {
    (void)state;
    double most[GA_CHANGE_MOST_LANES + 1];
    ga_change_fullest(1, 32, most);
    for (int i = 0; i <= 32; i++)
        assert_near(most[i], i, 1e-9);
    ga_change_fullest(2, 3, most);
    assert_near(most[0], 0, 0);
    assert_near(most[1], 1, 1e-12);
    assert_near(most[2], 1.5, 1e-12);
    assert_near(most[3], 2.25, 1e-12);
    ga_change_fullest(32, 2, most);
    assert_near(most[2], 1 + 1 / 32.0, 1e-12);
    /* 3 in 3: 1 with 6 / 27, 3 with 3 / 27. */
    ga_change_fullest(3, 3, most);
    assert_near(most[3], (6 * 1 + 18 * 2 + 3 * 3) / 27.0, 1e-12);
}

static struct ga_interval lanes(struct ga_change change, double e) {
    struct ga_change_odds odds;
    change.privatize += !change.privatize;
    change.reorder += !change.reorder;
    change.lanes += !(change.lanes > 0) ? NAN : 0;
    ga_change_odds(&change, 32, &odds);
    return ga_change_lanes(&change, &odds, e);
}

static void lanes_of_changes(void **state) {
    (void)state;
    struct ga_interval e = lanes((struct ga_change){.privatize = 4}, 32);
    assert_near(e.low, 8, 0);
    assert_near(e.at, 8, 0);
    assert_true(e.high > 10 && e.high < 13); /* 32 in 4 at random */
    e = lanes((struct ga_change){.privatize = 2}, 5);
    assert_near(e.low, 2.5, 0);
    assert_near(e.at, 3, 0);
    e = lanes((struct ga_change){.reorder = 2}, 4.5);
    assert_near(e.at, 2.5, 1e-12);
    e = lanes((struct ga_change){.reorder = 4, .privatize = 2}, 32);
    assert_near(e.at, 4, 0);
    assert_near(e.low, 4, 0);
    e = lanes((struct ga_change){.privatize = 1000}, 32);
    assert_near(e.at, 1, 0);
    assert_near(e.low, 1, 0);
    e = lanes((struct ga_change){.aggregate = true}, 32);
    assert_near(e.at, 1, 0);
    assert_true(e.high > 3.4 && e.high < 3.7); /* 32 lanes in 32 banks */
    e = lanes((struct ga_change){.privatize = 4}, 1);
    assert_true(e.low == 1 && e.at == 1 && e.high == 1);
    /* The lanes of a word are counted at once; those of a bank are not. */
    e = lanes((struct ga_change){.unused = true}, 7.3);
    assert_true(e.low == 1 && e.at == 1);
    assert_true(e.high > 3.4 && e.high < 3.7);
    e = lanes((struct ga_change){.lanes = 2.5, .privatize = 4}, 32); /* who knows says so */
    assert_true(e.low == 2.5 && e.at == 2.5 && e.high == 2.5);
    /* What random words cost by their banks no copies mend. */
    e = lanes((struct ga_change){.privatize = 4, .scattered = true}, 3.2);
    assert_near(e.at, 3.2, 0);
    assert_near(e.low, 1, 0);
    e = lanes((struct ga_change){.privatize = 4, .scattered = true}, 32);
    assert_true(e.at > 10 && e.high == 32);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(network_by_hand),  cmocka_unit_test(network_by_states),
        cmocka_unit_test(network_laws),     cmocka_unit_test(fullest),
        cmocka_unit_test(lanes_of_changes),
    };
    return cmocka_run_group_tests_name("closed", tests, ga_check_enter, ga_check_leave);
}
