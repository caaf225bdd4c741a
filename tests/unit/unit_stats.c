/* Statistics on samples small enough to work out by hand. */
#include "check.h"

#include <math.h>

#include "stats.h"

static struct ga_summary summarize(double *samples, size_t n) {
    struct ga_summary s = {0};
    struct ga_err err = {""};
    assert_int_equal(ga_summarize(samples, n, &s, &err), GA_OK);
    assert_int_equal(s.n, n);
    return s;
}

static void near(double value, double expected) {
    if (!(fabs(value - expected) <= 1e-12 * fabs(expected)))
        fail_msg("%.17g is not %.17g", value, expected);
}

static void five(const struct ga_summary *s, double min, double q1, double median, double q3,
                 double max) {
    near(s->min, min);
    near(s->q1, q1);
    near(s->median, median);
    near(s->q3, q3);
    near(s->max, max);
}

/* Positions 0.25 * 4 = 1, 2 and 3: no interpolation. */
static void odd_number(void **state) {
    (void)state;
    double x[] = {50, 10, 40, 20, 30};
    const struct ga_summary s = summarize(x, 5);
    five(&s, 10, 20, 30, 40, 50);
}

/* Position 0.25 * 3 = 0.75: 1 + 0.75 * (2 - 1); 1.5: 2 + 0.5 * (4 - 2); 2.25: 4 + 0.25 * (8 - 4).
 */
static void even_number(void **state) {
    (void)state;
    double x[] = {8, 1, 4, 2};
    const struct ga_summary s = summarize(x, 4);
    five(&s, 1, 1.75, 3, 5, 8);
}

/* The data of R's quantile(type = 7) on 1, 2, 4, 7, 11, 16: positions 1.25, 2.5 and 3.75. */
static void quartiles_type_7(void **state) {
    (void)state;
    double x[] = {16, 11, 7, 4, 2, 1};
    const struct ga_summary s = summarize(x, 6);
    five(&s, 1, 2.5, 5.5, 10, 16);
    near(s.ci_low, 1); /* rank 1: the extremes */
    near(s.ci_high, 16);
}

static void one_sample(void **state) {
    (void)state;
    double x[] = {7.5};
    const struct ga_summary s = summarize(x, 1);
    five(&s, 7.5, 7.5, 7.5, 7.5, 7.5);
    assert_true(isnan(s.ci_low) && isnan(s.ci_high));
}

static void two_samples(void **state) {
    (void)state;
    double x[] = {3, 1};
    const struct ga_summary s = summarize(x, 2);
    five(&s, 1, 1.5, 2, 2.5, 3);
}

static void ties(void **state) {
    (void)state;
    double same[] = {4, 4, 4, 4, 4, 4}, few[] = {2, 1, 2, 1, 2, 2, 2, 1};
    struct ga_summary s = summarize(same, 6);
    five(&s, 4, 4, 4, 4, 4);
    near(s.ci_low, 4);
    near(s.ci_high, 4);
    s = summarize(few, 8); /* 1 1 1 2 2 2 2 2; position 1.75 is between two ones */
    five(&s, 1, 1, 2, 2, 2);
}

static void negative_and_sorted(void **state) {
    (void)state;
    double sorted[] = {-3, -1, 0, 5, 9}, reversed[] = {9, 5, 0, -1, -3};
    struct ga_summary s = summarize(sorted, 5);
    five(&s, -3, -1, 0, 5, 9);
    s = summarize(reversed, 5);
    five(&s, -3, -1, 0, 5, 9);
    assert_true(reversed[0] == -3 && reversed[4] == 9); /* sorted in place */
}

/* Of 1 .. 10 the second and the ninth, of 1 .. 20 the sixth and the fifteenth. */
static void interval(void **state) {
    (void)state;
    double x[20];
    for (int i = 0; i < 20; i++)
        x[i] = 20 - i;
    struct ga_summary s = summarize(x, 20);
    near(s.ci_low, 6);
    near(s.ci_high, 15);
    s = summarize(x, 10); /* they are sorted now: 1 .. 10; another n than the one before */
    near(s.ci_low, 2);
    near(s.ci_high, 9);
    s = summarize(x, 5);
    assert_true(isnan(s.ci_low) && isnan(s.ci_high));
    s = summarize(x, 20);
    near(s.ci_low, 6);
}

static void untouched(double *samples, size_t n, const char *message) {
    struct ga_summary s, before;
    struct ga_err err = {""};
    memset(&s, 0x5a, sizeof s);
    memcpy(&before, &s, sizeof s);
    assert_int_equal(ga_summarize(samples, n, &s, &err), GA_ERROR);
    assert_memory_equal(&s, &before, sizeof s);
    assert_contains(err.message, message);
    assert_int_equal(ga_summarize(samples, n, &s, NULL), GA_ERROR);
}

static void refused(void **state) {
    (void)state;
    double none[] = {1}, bad[] = {1, 2, NAN, 4}, last[] = {1, NAN};
    untouched(none, 0, "no samples");
    untouched(bad, 4, "sample 3 of 4");
    untouched(last, 2, "sample 2 of 2");
}

/* The largest k with P(X <= k - 1) <= 2.5 %, X binomial(n, 1/2), in exact rational arithmetic. */
static void rank(void **state) {
    (void)state;
    static const size_t by_n[] = {0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3,
                                  3, 3, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 8};
    static const size_t large[][2] = {{50, 18},   {64, 24},    {100, 40},   {200, 86},
                                      {400, 180}, {1000, 469}, {1024, 481}, {4096, 1985}};
    for (size_t n = 0; n < sizeof by_n / sizeof *by_n; n++)
        assert_int_equal(ga_median_rank(n), by_n[n]);
    for (size_t i = 0; i < sizeof large / sizeof *large; i++)
        assert_int_equal(ga_median_rank(large[i][0]), large[i][1]);
}

/* Where 2^-n is no double. By the normal approximation n / 2 - 0.98 sqrt(n), to one or two. */
static void rank_of_many(void **state) {
    (void)state;
    assert_in_range(ga_median_rank(100000), 49689, 49691);
}

static enum ga_stop stop(size_t n, double median, double low, double high) {
    const struct ga_summary s = {.n = n, .median = median, .ci_low = low, .ci_high = high};
    return ga_stop_rule(&s, 0.01, 1, 80);
}

static void stop_rule(void **state) {
    (void)state;
    assert_int_equal(stop(20, 1000, 990, 1010), GA_STOP_INTERVAL); /* half of it is 1 % */
    assert_int_equal(stop(20, 1000, 990, 1010.5), GA_GO_ON);
    assert_int_equal(stop(20, 10, 9, 11), GA_STOP_RESOLUTION); /* 10 %, but one step */
    assert_int_equal(stop(20, 10, 9, 11.5), GA_GO_ON);
    assert_int_equal(stop(79, 10, 5, 15), GA_GO_ON);
    assert_int_equal(stop(80, 10, 5, 15), GA_STOP_CAP);
    assert_int_equal(stop(81, 10, 5, 15), GA_STOP_CAP);
    assert_int_equal(stop(80, 1000, 1000, 1000), GA_STOP_INTERVAL); /* the better reason */
    assert_int_equal(stop(20, 0, 0, 0), GA_STOP_INTERVAL);
}

static void stop_without_interval(void **state) {
    (void)state;
    double same[] = {5, 5, 5, 5, 5};
    const struct ga_summary s = summarize(same, 5);
    assert_int_equal(ga_stop_rule(&s, 0.01, 1, 6), GA_GO_ON);
    assert_int_equal(ga_stop_rule(&s, 0.01, 1, 5), GA_STOP_CAP);
}

/* Samples of a timer that steps by 32 can be all alike, and the median is off by up to half a step. */
static void stop_coarse(void **state) {
    (void)state;
    const struct ga_summary alike = {.n = 20, .median = 1024, .ci_low = 1024, .ci_high = 1024};
    assert_int_equal(ga_stop_rule(&alike, 0.02, 32, 80), GA_STOP_INTERVAL);
    assert_int_equal(ga_stop_rule(&alike, 0.01, 32, 80), GA_STOP_RESOLUTION);
    const struct ga_summary apart = {.n = 20, .median = 1024, .ci_low = 992, .ci_high = 1088};
    assert_int_equal(ga_stop_rule(&apart, 0.02, 32, 80), GA_GO_ON);
}

static void stop_names(void **state) {
    (void)state;
    assert_string_equal(ga_stop_name(GA_GO_ON), "");
    assert_string_equal(ga_stop_name(GA_STOP_INTERVAL), "interval");
    assert_string_equal(ga_stop_name(GA_STOP_RESOLUTION), "resolution");
    assert_string_equal(ga_stop_name(GA_STOP_CAP), "cap");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(odd_number),
        cmocka_unit_test(even_number),
        cmocka_unit_test(quartiles_type_7),
        cmocka_unit_test(one_sample),
        cmocka_unit_test(two_samples),
        cmocka_unit_test(ties),
        cmocka_unit_test(negative_and_sorted),
        cmocka_unit_test(interval),
        cmocka_unit_test(refused),
        cmocka_unit_test(rank),
        cmocka_unit_test(rank_of_many),
        cmocka_unit_test(stop_rule),
        cmocka_unit_test(stop_coarse),
        cmocka_unit_test(stop_names),
        cmocka_unit_test(stop_without_interval),
    };
    return cmocka_run_group_tests_name("stats", tests, NULL, NULL);
}
