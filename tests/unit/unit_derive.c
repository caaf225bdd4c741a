/* Columns that compare rows: saturation over a load axis, the rate of long launches, price against a reference, slope over an
 * axis. */
#include "check.h"

#include <math.h>

#include "derive.h"
#include "example.h"

static struct ga_plan plan;
static struct ga_table table;

/* "cas" and "min, or max" relative to "add". */
static bool to_add(const struct ga_point *point, struct ga_point *other) {
    *other = *point;
    other->at[1] = 0;
    return point->at[1] != 2;
}

static struct ga_bench bench;

/* n = 1, 2, 3, 4 by op: n = 1 has no cas. */
static int set_up(void **state) {
    (void)state;
    bench = example;
    bench.load_axis = "n";
    bench.reference = to_add;
    bench.slope_axis = "n";
    bench.length_axis = "op";
    const struct ga_axis_choice all[] = {{"n", "all"}, {"op", "all"}};
    return ga_plan_make(&bench, &example_limits, GA_PAPER, all, 2, 1, &plan, NULL) ||
           ga_table_make(&plan, &table, NULL);
}

static int tear_down(void **state) {
    (void)state;
    ga_table_free(&table);
    ga_plan_free(&plan);
    return 0;
}

/* A row of `ops` operations in `ns`. */
static struct ga_row *put(int32_t n, int32_t op, enum ga_status status, double ns, uint64_t ops) {
    const struct ga_point point = {{n, op}};
    uint32_t i = 0;
    assert_true(ga_plan_find(&plan, &point, &i));
    struct ga_summary s = {6, ns, ns, ns, ns, ns, ns, ns};
    ga_row_fill(&table.rows[i], &(struct ga_observation){.samples = status == GA_OK ? &s : NULL,
                                                         .work = {ops, ops, 1},
                                                         .sm_mhz = 1000});
    table.rows[i].status = status;
    table.rows[i].is_measured = true;
    return &table.rows[i];
}

static void saturation(void **state) {
    (void)state;
    struct ga_row *const one = put(1, 0, GA_OK, 100, 1000), *const two =
                                                                put(2, 0, GA_OK, 100, 1500);
    struct ga_row *const three = put(3, 0, GA_OK, 100, 1500), *const four =
                                                                  put(4, 0, GA_OK, 100, 1507);
    ga_derive(&table);
    assert_string_equal(one->saturation, "unsaturated");
    assert_true(fabs(one->load_gain - 1.5) < 1e-9);
    assert_string_equal(two->saturation, "saturated"); /* 1.005 is the most */
    assert_string_equal(three->saturation, "unchecked");
    assert_true(isnan(three->load_gain));
    assert_string_equal(four->saturation, "unchecked");
}

static void just_above(void **state) {
    (void)state;
    struct ga_row *const two = put(2, 0, GA_OK, 100, 1000);
    put(4, 0, GA_OK, 100, 1006);
    ga_derive(&table);
    assert_string_equal(two->saturation, "unsaturated");
}

/* A launch of 10 ns and 1 ns an operation: its rate is short of that of one without an end. Axis op: 0 is usual, 1 doubled. */
static void steady(void **state) {
    (void)state;
    struct ga_row *const usual = put(2, 0, GA_OK, 110, 100), *const doubled =
                                                                 put(2, 1, GA_OK, 210, 200);
    struct ga_row *const alone = put(3, 0, GA_OK, 110, 100), *const even =
                                                                 put(4, 0, GA_OK, 110, 100);
    const struct ga_row *const one = put(1, 0, GA_OK, 110, 100);
    put(3, 1, GA_ERROR, 0, 1);
    put(4, 1, GA_OK, 110, 200); /* no longer than the usual one: no time was added */
    ga_derive(&table);
    assert_true(fabs(usual->steady_ops_per_s - 1e9) < 1);
    assert_true(fabs(doubled->steady_ops_per_s - 1e9) < 1);
    assert_true(isnan(alone->steady_ops_per_s) && isnan(even->steady_ops_per_s));
    assert_string_equal(usual->saturation, "unsaturated"); /* load adds nothing, length does */
    assert_string_equal(one->saturation, "saturated");
}

static void price(void **state) {
    (void)state;
    struct ga_row *const add = put(2, 0, GA_OK, 50, 1), *const cas = put(2, 1, GA_OK, 125, 1);
    struct ga_row *const other = put(2, 2, GA_OK, 10, 1);
    ga_derive(&table);
    assert_true(fabs(add->price - 1) < 1e-9);
    assert_true(fabs(cas->price - 2.5) < 1e-9);
    assert_true(isnan(other->price));
}

/* Rows that are not ok have no rate to compare, and are none to compare with. */
static void only_ok(void **state) {
    (void)state;
    struct ga_row *const wrong = put(1, 0, GA_WRONG, 0, 1), *const two = put(2, 0, GA_OK, 100, 100);
    struct ga_row *const cas = put(3, 1, GA_OK, 100, 100);
    put(4, 0, GA_TIMEOUT, 0, 1);
    put(3, 0, GA_ERROR, 0, 1);
    ga_derive(&table);
    assert_string_equal(wrong->saturation, "");
    assert_true(isnan(wrong->price));
    assert_string_equal(two->saturation, "unchecked");
    assert_true(isnan(cas->price));
}

/* The line through (1, 10), (2, 14), (3, 12), (4, 20): slope 2.8, the squares of the residuals sum up to
 * 16.8, so the error is sqrt(16.8 / 2 / 5). Another operation is another line. */
static void slope(void **state) {
    (void)state;
    struct ga_row *const one = put(1, 0, GA_OK, 10, 1), *const two = put(2, 0, GA_OK, 14, 1);
    put(3, 0, GA_OK, 12, 1);
    put(4, 0, GA_OK, 20, 1);
    struct ga_row *const cas = put(2, 1, GA_OK, 100, 1);
    put(3, 1, GA_OK, 107, 1);
    put(4, 1, GA_WRONG, 0, 1);
    struct ga_row *const alone = put(3, 2, GA_OK, 10, 1);
    ga_derive(&table);
    assert_true(fabs(one->slope_ns - 2.8) < 1e-9 && fabs(two->slope_ns - 2.8) < 1e-9);
    assert_true(fabs(one->slope_error_ns - sqrt(16.8 / 2 / 5)) < 1e-9);
    assert_true(fabs(cas->slope_ns - 7) < 1e-9 && isnan(cas->slope_error_ns));
    assert_true(isnan(alone->slope_ns) && isnan(alone->slope_error_ns));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(saturation, set_up, tear_down),
        cmocka_unit_test_setup_teardown(just_above, set_up, tear_down),
        cmocka_unit_test_setup_teardown(steady, set_up, tear_down),
        cmocka_unit_test_setup_teardown(price, set_up, tear_down),
        cmocka_unit_test_setup_teardown(only_ok, set_up, tear_down),
        cmocka_unit_test_setup_teardown(slope, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
