/* The lanes that a change leaves on a word, by hand and by law. */
#include "check.h"

#include <math.h>

#include "change.h"

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
        cmocka_unit_test(fullest),
        cmocka_unit_test(lanes_of_changes),
    };
    return cmocka_run_group_tests_name("change", tests, ga_check_enter, ga_check_leave);
}
