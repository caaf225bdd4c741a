/* Medians, groups and numbers of units that can be worked out by hand. */
#include "check.h"

#include <math.h>

#include "fit.h"
#include "units.h"

static void near(double value, double expected, double within) {
    if (!(fabs(value - expected) <= within))
        fail_msg("%.17g is not %.17g", value, expected);
}

static void medians(void **state) {
    (void)state;
    double odd[] = {5, 1, 3}, even[] = {4, 1, 3, 2};
    near(ga_median(odd, 3), 3, 0);
    near(ga_median(even, 4), 2.5, 0);
    assert_true(isnan(ga_median(odd, 0)));
}

/* Within: two groups of sd 1, means 10 and 30: (9, 11) and (29, 31). */
static void two_groups(void **state) {
    (void)state;
    double x[] = {31, 9, 29, 11, 9, 11};
    const struct ga_two two = ga_two_means(x, 6);
    assert_int_equal(two.n[0], 4);
    assert_int_equal(two.n[1], 2);
    near(two.mean[0], 10, 1e-12);
    near(two.mean[1], 30, 1e-12);
    near(two.separation, 20, 1e-9);
}

/* Halves of an even spread of length 1: means 1/2 apart, sd 1/2 / sqrt(12). */
static void no_groups(void **state) {
    (void)state;
    double x[1000], one[] = {7}, same[] = {7, 7, 7}, pair[] = {1, 2};
    for (int i = 0; i < 1000; i++)
        x[i] = (i * 7 % 1000) * 1e-3;
    near(ga_two_means(x, 1000).separation, sqrt(12), 1e-3);
    assert_true(isnan(ga_two_means(one, 1).separation));
    near(ga_two_means(same, 3).separation, 0, 0);
    assert_true(isinf(ga_two_means(pair, 2).separation));
}

static void means_removed(void **state) {
    (void)state;
    double x[] = {1, 2, 3, 10, 20, 60}; /* columns lose 5.5, 11, 31.5; rows -14 and +14 */
    static const double rest[] = {9.5, 5, -14.5, -9.5, -5, 14.5};
    ga_remove_means(x, 2, 3);
    for (int i = 0; i < 6; i++)
        near(x[i], rest[i], 1e-12);
}

static void rows_grouped(void **state) {
    (void)state;
    /* The fourth correlates with the first at 3 / sqrt(2 * 6) = 0.87, the last is flat. */
    static const double x[] = {1, -1, 0, 5, -5, 0, -1, 1, 0, 1, -2, 1, 2, -2, 0.1, 0, 0, 0};
    static const uint32_t strict[] = {0, 0, 1, 2, 0, 3}, lax[] = {0, 0, 1, 0, 0, 2};
    double sums[18];
    uint32_t group[6];
    assert_int_equal(ga_group_rows(x, 6, 3, 0.9, sums, group), 4);
    assert_memory_equal(group, strict, sizeof strict);
    assert_int_equal(ga_group_rows(x, 6, 3, 0.8, sums, group), 3);
    assert_memory_equal(group, lax, sizeof lax);
}

/* The third is 20 degrees from the first and 45 from the second: both are near enough, one is nearer. */
static void rows_nearest(void **state) {
    (void)state;
    static const double degrees[] = {0, 65, 20};
    double x[9], sums[9];
    uint32_t group[3];
    for (int r = 0; r < 3; r++) {
        const double a = cos(degrees[r] * acos(-1) / 180) / sqrt(2);
        const double b = sin(degrees[r] * acos(-1) / 180) / sqrt(6);
        x[3 * r] = b + a;
        x[3 * r + 1] = b - a;
        x[3 * r + 2] = -2 * b;
    }
    assert_int_equal(ga_group_rows(x, 3, 3, 0.5, sums, group), 2);
    assert_int_equal(group[2], 0);
}

static void units_hit(void **state) {
    (void)state;
    near(exp(ga_units_distinct(16, 1)), 1, 1e-12);
    near(exp(ga_units_distinct(16, 2)), 16 * (1 - 225.0 / 256), 1e-12);
    near(exp(ga_units_distinct(1, 100)), 1, 1e-12);
    near(exp(ga_units_distinct(16, 16384)), 16, 1e-9);
}

/* Two words on 16 units share one with 1/16. Of three all are alone with 15/16 * 14/16 and together
 * with 1/256. Mean over 256 placements: four standard errors. */
static void units_busiest(void **state) {
    (void)state;
    const double alone = 15.0 / 16 * 14 / 16, together = 1.0 / 256;
    near(ga_units_busiest(16, 1), 0, 0);
    near(ga_units_busiest(1, 100), 0, 0);
    near(ga_units_busiest(16, 2), log(2) * 15 / 16, 4 * log(2) * sqrt(15.0 / 16 / 16 / 256));
    near(ga_units_busiest(16, 3), log(3) * alone + log(1.5) * (1 - alone - together), 0.09);
    near(ga_units_busiest(4, 65536), log(4), 0.02);
}

static void fitted(ga_units_model *model, uint32_t units, double within) {
    static const uint32_t words[] = {2, 4, 8, 16, 64, 256, 1024};
    double gain[7];
    for (int i = 0; i < 7; i++)
        gain[i] = model(units, words[i]);
    const struct ga_units_fit fit = ga_units_fit(model, words, gain, 7);
    near(fit.units, units, within * units);
    near(fit.residual, 0, 0.01);
}

static void fits(void **state) {
    (void)state;
    static const uint32_t units[] = {1, 2, 16, 80, 96, 500};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        fitted(ga_units_distinct, units[i], 0.01);
        fitted(ga_units_busiest, units[i], 0.01);
    }
}

/* Off by 10 % to both sides: that is the residual, and the number stays. */
static void residual(void **state) {
    (void)state;
    static const uint32_t words[] = {1000, 1001};
    const double gain[] = {log(16 * 1.1), log(16 / 1.1)};
    const struct ga_units_fit fit = ga_units_fit(ga_units_distinct, words, gain, 2);
    assert_int_equal(fit.units, 16);
    near(fit.residual, 0.1, 1e-9);
}

/* Without an end in sight the most is the answer. */
static void units_open(void **state) {
    (void)state;
    static const uint32_t words[] = {2, 4, 8};
    const double gain[] = {log(2), log(4), log(8)};
    assert_int_equal(ga_units_fit(ga_units_distinct, words, gain, 3).units, GA_MOST_UNITS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(medians),      cmocka_unit_test(two_groups),
        cmocka_unit_test(no_groups),    cmocka_unit_test(means_removed),
        cmocka_unit_test(rows_grouped), cmocka_unit_test(rows_nearest),
        cmocka_unit_test(units_hit),    cmocka_unit_test(units_busiest),
        cmocka_unit_test(fits),         cmocka_unit_test(residual),
        cmocka_unit_test(units_open),
    };
    return cmocka_run_group_tests_name("fit", tests, NULL, NULL);
}
