/* The rules of the findings on cross-contention, on small tables whose answers are known; and tables that are refused. */
#include "found.h"
#include "units.h"

static void cross_header(void) {
    begin("variables,stride_bytes,warps,regime,scope,order,barrier,accesses,status,"
          "instruction,"
          "median_ns,rate_ops_per_s,saturation");
}
static void cross_row(int variables, int stride, double rate, const char *saturation) {
    add("%d,%d,2048,unused," BASE ",usual," REST ",%.9g,%s\n", variables, stride, 1e9 * rate,
        saturation);
}

/* At 4 and 64 bytes words disturb each other, at 128 they are worse than one, at 512 they meet again. */
static void pairs(void **state) {
    (void)state;
    static const struct {
        int stride;
        double two, four;
    } rows[] = {{4, 1, 1},       {8, 1.004, 1},   {64, 1.3, 1.3}, {128, 0.97, 2},
                {256, 1.9, 3.8}, {512, 1.899, 3}, {1024, 2, 3.9}, {2048, 1.95, 3.79}};
    cross_header();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cross_row(1, rows[i].stride, 1, "unchecked");
        cross_row(2, rows[i].stride, rows[i].two, "unchecked");
        cross_row(4, rows[i].stride, rows[i].four, "saturated");
    }
    ga_check_put("global_cross_direct.csv", text);
    find();
    is("direct.pair_ratio.stride_64", 1.3);
    is("direct.pair_undisturbed", 256);
    is("direct.pair_returns", 1);
    is("direct.pair_returns.stride_512", 1.899);
    is("direct.pair_worse", 1);
    is("direct.pair_worse.stride_128", 0.97);
    is("direct.undisturbed_share.variables_2", 75);
    is("direct.undisturbed_share.variables_4", 50);
    is("direct.part_of_ideal.variables_4", (3.79 + 3.8) / 8);
    is_none("direct.undisturbed_share.variables_16");
    assert_contains(found.text, "4-8: 1.00, 64: 1.30, 128: 0.97, 256-512: 1.90, 1024: 2.00");
    assert_contains(found.text,
                    "unchecked whether they are saturated: 16; other rows, left out: 0");
    assert_contains(found.text, "fewer than 3 such V, no fit");
    assert_false(has("direct.units_distinct"));
}

/* One variable at one stride alone is what all others are held against; at two of three it is not. */
static void pairs_of_one_row(void **state) {
    (void)state;
    static const int stride[] = {0, 64, 256};
    for (int n_ones = 1; n_ones <= 2; n_ones++) {
        cross_header();
        for (int i = 0; i < 3; i++) {
            if (i < n_ones)
                cross_row(1, stride[i], i + 1, "saturated");
            cross_row(2, stride[i], i == 2 ? 1.9 : 1, "saturated");
        }
        ga_check_put("global_cross_direct.csv", text);
        find();
        is("direct.pair_ratio.stride_0", 1);
        is("direct.pair_ratio.stride_64", n_ones == 1 ? 1 : 0.5);
        assert_int_equal(has("direct.pair_ratio.stride_256"), n_ones == 1);
        if (n_ones == 1)
            is("direct.pair_undisturbed", 256);
    }
}

static void pairs_never(void **state) {
    (void)state;
    cross_header();
    cross_row(1, 0, 1, "saturated");
    cross_row(2, 0, 1, "saturated");
    cross_row(1, 4, 1, "saturated");
    ga_check_put("global_cross_direct.csv", text);
    find();
    is_none("direct.pair_undisturbed");
    is("direct.pair_returns", 0);
    assert_contains(found.text, "none (0 of 1 strides)");
    assert_false(has("direct.pair_ratio.stride_4"));
}

/* The median of 2 and 1.5, without the stride below 256. */
static void growth(void **state) {
    (void)state;
    static const int stride[] = {252, 256, 260};
    static const double gain[] = {1, 2, 1.5};
    cross_header();
    for (int i = 0; i < 3; i++) {
        cross_row(1, stride[i], 0.5, "saturated");
        cross_row(2, stride[i], 0.5 * gain[i], "saturated");
    }
    ga_check_put("global_cross_direct.csv", text);
    find();
    is("direct.growth.variables_2", 1.75);
}

/* A device of 16 units that are always busy: rate(V) = 16 (1 - (15/16)^V), at 256 bytes and more. What
 * one stride says otherwise is not the median, nor are unsaturated rows, more variables than warps, nor
 * smaller strides. */
static void units(void **state) {
    (void)state;
    static const int stride[] = {4, 256, 512, 1024, 2048, 4096};
    cross_header();
    for (int i = 0; i < 6; i++)
        for (int v = 1; v <= 4096; v *= 2) {
            const bool off = v > 1 && (i == 0 || i == 5 || v > 2048);
            const bool load = i == 4 && v == 8;
            cross_row(v, stride[i],
                      load ? 0.01 : (off ? 3 : 1) * exp(ga_units_distinct(16, (uint32_t)v)),
                      load ? "unsaturated" : "saturated");
        }
    ga_check_put("global_cross_direct.csv", text);
    find();
    is("direct.growth.variables_2", 1.9375);
    is("direct.units_distinct", 16);
    assert_true(value("direct.units_distinct_residual") < 0.1);
    assert_true(value("direct.units_busiest_residual") > 10);
    assert_true(has("direct.growth.variables_2048"));
    assert_false(has("direct.growth.variables_4096"));
    assert_contains(found.text, "16 units, residual");
    assert_contains(found.text, "(a poor fit)");
}

/* A V of which most strides are unsaturated is left out. */
static void units_unsaturated(void **state) {
    (void)state;
    cross_header();
    for (int stride = 256; stride <= 1024; stride *= 2)
        for (int v = 1; v <= 32; v *= 2)
            cross_row(v, stride, exp(ga_units_busiest(16, (uint32_t)v)),
                      v == 8 && stride > 256 ? "unsaturated" : "unchecked");
    ga_check_put("global_cross_direct.csv", text);
    find();
    assert_false(has("direct.growth.variables_8"));
    assert_true(has("direct.growth.variables_4"));
    is("direct.units_busiest", 16);
    assert_true(value("direct.units_busiest_residual") < 0.1);
}

/* From V to V the gain is above and below that of 16 units by a factor, of which the residual comes. */
static void units_off(double factor, const char *said) {
    cross_header();
    for (int v = 1, sign = 0; v <= 64; v *= 2, sign = sign == 1 ? -1 : 1)
        cross_row(v, 256, exp(ga_units_distinct(16, (uint32_t)v)) * pow(factor, sign), "saturated");
    ga_check_put("global_cross_direct.csv", text);
    find();
    assert_contains(found.text, said);
}

static void units_poor(void **state) {
    (void)state;
    units_off(1.202, "15 units, residual 19.9 %; model");
    units_off(1.204, "15 units, residual 20.1 % (a poor fit); model");
}

/* Of slices with as many points: the one that was checked, then unused; the one with more before both.
 * The scattered table follows the direct one. */
static void slices(void **state) {
    (void)state;
    cross_header();
    for (int v = 1; v <= 2; v++) {
        add("%d,256,1024,dependent," BASE ",usual," REST ",%d,saturated\n", v, 3 * v);
        add("%d,256,1024,unused," BASE ",usual," REST ",%d,saturated\n", v, v);
        add("%d,256,1024,unused," BASE ",doubled," REST ",%d,saturated\n", v, 3 * v);
        add("%d,256,512,unused," BASE ",usual," REST ",%d,saturated\n", v, 3 * v);
        add("%d,256,4096,unused," BASE ",usual," REST ",%d,unchecked\n", v, 3 * v);
        add("%d,256,8192,unused,system,relaxed,none,usual," REST ",%d,saturated\n", v, 3 * v);
        add("%d,512,8192,unused,system,relaxed,none,usual," REST ",%d,saturated\n", v, 3 * v);
    }
    add("4,256,1024,unused,system,relaxed,none,usual," REST ",9,saturated\n");
    ga_check_put("global_cross_direct.csv", text);
    add("8,256,4096,unused," BASE ",usual," REST ",7,unchecked\n");
    ga_check_put("global_cross_scattered.csv", text);
    find();
    assert_contains(found.text,
                    "global_cross_direct\n  of the 2 points with regime=unused, warps=1024");
    assert_contains(found.text,
                    "global_cross_scattered\n  of the 2 points with regime=unused, warps=1024");
    assert_contains(found.text, "left out: 13)");
    unlink("global_cross_direct.csv");
    find();
    assert_contains(found.text, "of the 3 points with regime=unused, warps=4096");
}

static void speed_ups(void **state) {
    (void)state;
    cross_header();
    for (int v = 1; v <= 64; v *= 2) {
        cross_row(v, 4, 1, "saturated");
        cross_row(v, 64, 1, "saturated");
    }
    ga_check_put("global_cross_direct.csv", text);
    cross_header();
    for (int v = 1; v <= 64; v *= 2) {
        cross_row(v, 4, v <= 8 ? v : v == 64 ? 20 : 7, "saturated");
        cross_row(v, 64, v, "saturated");
    }
    ga_check_put("global_cross_scattered.csv", text);
    find();
    is("scattered.speed_up.stride_4", 8);
    is("scattered.speed_up_at.stride_4", 8);
    is("scattered.speed_up_of_two.stride_4", 2);
    assert_false(has("scattered.speed_up.stride_64"));
    assert_contains(found.text, "4 B: 8 with 8 variables; 2 with 2");
}

static void refusals(void **state) {
    (void)state;
    refused("findings: . holds none of the tables global_threads_per_warp, ");
    cross_header();
    cross_row(1, 4, 1, "saturated");
    cross_row(2, 4, -1, "saturated");
    ga_check_put("global_cross_direct.csv", text);
    refused("./global_cross_direct.csv:3: status is ok and rate_ops_per_s is '-1e+09', expected a "
            "number above 0");
    begin("variables,stride_bytes,warps,regime,scope,order,status,instruction,median_ns");
    ga_check_put("global_cross_direct.csv", text);
    refused("./global_cross_direct.csv:1: there is no column 'barrier'");
}

/* One word takes 2 us and 1 us for each 1000 of its accesses: 500 M/s in a launch of 2000, 667 M/s in one of twice as many, and
 * 1 G/s without an end, which growth is over; a pair is over a launch like its own. */
static void growth_over_the_limit(void **state) {
    (void)state;
    cross_header();
    cross_row(1, 0, 0.5, "saturated");
    add("1,0,2048,unused," BASE ",doubled," REST ",%.17g,saturated\n", 2e9 / 3);
    for (int stride = 256; stride <= 1024; stride *= 2) {
        cross_row(2, stride, 1, "saturated");
        cross_row(4, stride, 3, "saturated");
        cross_row(8, stride, 5, "saturated");
    }
    ga_check_put("global_cross_direct.csv", text);
    find();
    is("direct.growth.variables_2", 1);
    is("direct.growth.variables_4", 3);
    is("direct.pair_ratio.stride_256", 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(pairs, clean),
        cmocka_unit_test_teardown(pairs_of_one_row, clean),
        cmocka_unit_test_teardown(pairs_never, clean),
        cmocka_unit_test_teardown(growth, clean),
        cmocka_unit_test_teardown(growth_over_the_limit, clean),
        cmocka_unit_test_teardown(units, clean),
        cmocka_unit_test_teardown(units_unsaturated, clean),
        cmocka_unit_test_teardown(units_poor, clean),
        cmocka_unit_test_teardown(slices, clean),
        cmocka_unit_test_teardown(speed_ups, clean),
        cmocka_unit_test_teardown(refusals, clean),
    };
    return cmocka_run_group_tests_name("cross", tests, ga_check_enter, ga_check_leave);
}
