/* The rules of the findings, on small tables whose answers are known. */
#include "check.h"

#include <math.h>

#include "model.h"
#include "units.h"

static struct ga_findings found;
static char text[1 << 20];

/* The table that is being made. */
static void begin(const char *header) { snprintf(text, sizeof text, "%s\n", header); }
static void add(const char *format, ...) {
    va_list args;
    va_start(args, format);
    const size_t n = strlen(text);
    assert_true(vsnprintf(text + n, sizeof text - n, format, args) < (int)(sizeof text - n));
    va_end(args);
}

/* out: a finding's value. */
static double value(const char *name) {
    for (size_t i = 0; i < found.n; i++)
        if (strcmp(found.at[i].name, name) == 0)
            return found.at[i].value;
    fail_msg("there is no finding %s", name);
    return 0;
}
static void is(const char *name, double expected) {
    const double x = value(name);
    if (!(fabs(x - expected) <= 1e-4 * fabs(expected)))
        fail_msg("%s is %.17g and not %.17g", name, x, expected);
}
static void is_none(const char *name) { assert_true(isnan(value(name))); }
static bool has(const char *name) {
    for (size_t i = 0; i < found.n; i++)
        if (strcmp(found.at[i].name, name) == 0)
            return true;
    return false;
}

/* Reads what the directory holds. */
static void find(void) {
    struct ga_err err = {""};
    ga_findings_free(&found);
    assert_int_equal(ga_findings_begin(&found, &err), GA_OK);
    if (ga_model(".", &found, &err) != GA_OK)
        fail_msg("%s", err.message);
    assert_int_equal(ga_findings_end(&found, &err), GA_OK);
}
static void refused(const char *message) {
    struct ga_err err = {""};
    ga_findings_free(&found);
    assert_int_equal(ga_findings_begin(&found, &err), GA_OK);
    assert_int_equal(ga_model(".", &found, &err), GA_USAGE);
    assert_contains(err.message, message);
}

static int clean(void **state) {
    (void)state;
    ga_findings_free(&found);
    unlink("global_threads_per_warp.csv");
    unlink("global_cross_direct.csv");
    unlink("global_cross_scattered.csv");
    unlink("global_locality.csv");
    return 0;
}

#define BASE "device,relaxed,none"
#define REST "ok,cuda,RED,100"

static void threads_header(void) {
    begin("lanes,warps,regime,scope,order,barrier,accesses,status,backend,instruction,median_ns,"
          "rate_ops_per_s,sm_mhz,access_ns,saturation");
}
static void threads_row(int lanes, int warps, double rate, const char *mhz, double access,
                        const char *saturation) {
    add("%d,%d,unused," BASE ",usual," REST ",%g,%s,%g,%s\n", lanes, warps, rate, mhz, access,
        saturation);
}

/* The limit is 1e9: the median of 0.9, 1 and 1.2e9, without the row of 512 threads and the one that is
 * not saturated. 97.9 % at 128 threads is not the limit, 98 % at 256 is. */
static void threads(void **state) {
    (void)state;
    threads_header();
    threads_row(1, 1, 1e7, "2000", 10, "unsaturated");
    threads_row(16, 1, 1e8, "2000", 10.5, "unsaturated");
    threads_row(32, 1, 3e8, "1000", 10.6, "unsaturated");
    threads_row(1, 32, 3e8, "2000", 9, "unsaturated");
    threads_row(1, 64, 5e8, "", 10.4, "unsaturated");
    threads_row(32, 4, 9.79e8, "2000", 40, "unsaturated");
    threads_row(2, 64, 1e6, "2000", 10.5, "unsaturated");
    threads_row(32, 8, 9.8e8, "2000", 70, "unsaturated");
    threads_row(32, 16, 7e8, "2000", 90, "saturated");
    threads_row(32, 32, 0.9e9, "2000", 200, "saturated");
    threads_row(32, 64, 1e9, "9000", 300, "saturated");
    threads_row(32, 128, 1.2e9, "9000", 400, "saturated");
    threads_row(32, 256, 5e9, "9000", 500, "unchecked");
    add("1,1,unused,block,relaxed,none,usual," REST ",1,1,77,saturated\n");
    add("1,1,unused,device,acquire,none,usual," REST ",1,1,78,saturated\n");
    add("1,1,unused,device,relaxed,block,usual," REST ",1,1,79,saturated\n");
    add("1,1,unused," BASE ",doubled," REST ",1,1,80,saturated\n");
    add("64,1,unused," BASE ",usual,wrong,cuda,RED,,,,,\n");
    ga_check_put("global_threads_per_warp.csv", text);
    find();
    is("threads.unused.one_thread", 10);
    is("threads.unused.limit", 1e9);
    is("threads.unused.limit_rows", 3);
    is("threads.unused.limit_least", 0.9e9);
    is("threads.unused.limit_most", 1.2e9);
    is("threads.unused.limit_cycles_per_op", 2);
    is("threads.unused.limit_reached", 256);
    is("threads.unused.free_as_32_lanes", 1.06);
    is("threads.unused.free_as_32_warps", 0.9);
    is("threads.unused.most_free", 128);
    is("threads.unused.most_free_lanes", 16);
    is("threads.unused.most_free_warps", 64);
    assert_contains(found.text, "as lanes 1.06, not free; as warps 0.9, free");
    assert_contains(found.text, "of 13 points");
    assert_contains(found.text, "left out: 5)");
    assert_contains(found.text, "global_locality: no such table there, skipped");
    assert_false(has("threads.dependent.one_thread"));
}

/* Nothing that the rules need: said, and no number. */
static void threads_missing(void **state) {
    (void)state;
    threads_header();
    threads_row(2, 1, 1e7, "2000", 10, "unchecked");
    ga_check_put("global_threads_per_warp.csv", text);
    find();
    is_none("threads.unused.one_thread");
    is_none("threads.unused.limit");
    is_none("threads.unused.limit_reached");
    is_none("threads.unused.free_as_32_lanes");
    is_none("threads.unused.most_free");
    is("threads.unused.limit_rows", 0);
}

static void cross_header(void) {
    begin("variables,stride_bytes,warps,regime,scope,order,barrier,status,backend,instruction,"
          "median_ns,rate_ops_per_s,saturation");
}
static void cross_row(int variables, int stride, double rate, const char *saturation) {
    add("%d,%d,2048,unused," BASE "," REST ",%.9g,%s\n", variables, stride, 1e9 * rate, saturation);
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

/* Of slices with as many points: the one that was checked, then unused; the one with more before both.
 * The scattered table follows the direct one. */
static void slices(void **state) {
    (void)state;
    cross_header();
    for (int v = 1; v <= 2; v++) {
        add("%d,256,1024,dependent," BASE "," REST ",%d,saturated\n", v, 3 * v);
        add("%d,256,1024,unused," BASE "," REST ",%d,saturated\n", v, v);
        add("%d,256,512,unused," BASE "," REST ",%d,saturated\n", v, 3 * v);
        add("%d,256,4096,unused," BASE "," REST ",%d,unchecked\n", v, 3 * v);
        add("%d,256,8192,unused,system,relaxed,none," REST ",%d,saturated\n", v, 3 * v);
        add("%d,512,8192,unused,system,relaxed,none," REST ",%d,saturated\n", v, 3 * v);
    }
    add("4,256,1024,unused,system,relaxed,none," REST ",9,saturated\n");
    ga_check_put("global_cross_direct.csv", text);
    add("8,256,4096,unused," BASE "," REST ",7,unchecked\n");
    ga_check_put("global_cross_scattered.csv", text);
    find();
    assert_contains(found.text,
                    "global_cross_direct\n  of the 2 points with regime=unused, warps=1024");
    assert_contains(found.text,
                    "global_cross_scattered\n  of the 2 points with regime=unused, warps=1024");
    assert_contains(found.text, "left out: 11)");
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

/* Two sides with half of the SMs each. A line is near to one side: 100 ns, and 200 from the other; an SM
 * has its own distance too. A sample is 16 adds. */
static void locality_table(double near, double far, int n_lines, bool hole) {
    begin("sm,line,status,backend,instruction,median_cycles,median_ns,ops");
    for (int sm = 0; sm < 8; sm++)
        for (int line = 0; line < n_lines; line++) {
            const double ns = (sm % 2 == line / 2 % 2 ? near : far) + sm * 0.5 + line * 0.25;
            if (!hole || sm != 3 || line != 1)
                add("%d,%d,ok,cuda,ATOM,%g,%g,16\n", sm, line, 32 * ns, 16 * ns);
        }
    ga_check_put("global_locality.csv", text);
}

static void near_and_far(void **state) {
    (void)state;
    locality_table(100, 200, 8, true);
    find();
    is("locality.smallest_ns", 100);
    is("locality.largest_ns", 200 + 6 * 0.5 + 7 * 0.25);
    is("locality.smallest_cycles", 200);
    is("locality.near_and_far", 2);
    assert_true(value("locality.near_mean") > 102 && value("locality.near_mean") < 103.1);
    assert_true(value("locality.far_mean") > 202 && value("locality.far_mean") < 203.1);
    is("locality.units", 4); /* lines of a unit are 0.25 ns apart, units of a side 1 ns */
    is("locality.unit_of.line_1", 0);
    is("locality.unit_of.line_2", 1);
    is("locality.unit_of.line_5", 2);
    is("locality.most_within_unit", 0.25);
    is("locality.least_between_units", 1);
    assert_contains(found.text, "lines of a unit: 0 1, 2 3, 4 5, 6 7\n");
    is("locality.line_groups", 2);
    is("locality.lines_of.group_0", 4);
    is("locality.group_of.line_1", 0);
    is("locality.group_of.line_2", 1);
    is("locality.group_of.line_5", 0);
    assert_contains(found.text, "2 groups of 8 lines, over 7 SMs");
    assert_contains(found.text, "group 1, 4 lines: 2 3 6 7\n");
}

static void all_alike(void **state) {
    (void)state;
    locality_table(100, 100, 8, false);
    find();
    is("locality.near_and_far", 1);
    is_none("locality.near_mean");
    is("locality.units", 8);
    is("locality.line_groups", 1);
    is("locality.lines_of.group_0", 8);
    is("locality.group_of.line_7", 0);
}

/* Two points of a hundred far away are no group. */
static void outliers(void **state) {
    (void)state;
    begin("sm,line,status,backend,instruction,median_cycles,median_ns,ops");
    for (int line = 0; line < 100; line++)
        add("0,%d,ok,cuda,ATOM,1,%d,1\n", line, line < 2 ? 900 : 100 + line % 3);
    ga_check_put("global_locality.csv", text);
    find();
    assert_true(value("locality.separation") > 4);
    is("locality.near_and_far", 1);
    assert_contains(found.text, "are too few");
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
    begin("variables,stride_bytes,warps,regime,scope,order,status,backend,instruction,median_ns");
    ga_check_put("global_cross_direct.csv", text);
    refused("./global_cross_direct.csv:1: there is no column 'barrier'");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(threads, clean),
        cmocka_unit_test_teardown(threads_missing, clean),
        cmocka_unit_test_teardown(pairs, clean),
        cmocka_unit_test_teardown(pairs_of_one_row, clean),
        cmocka_unit_test_teardown(pairs_never, clean),
        cmocka_unit_test_teardown(growth, clean),
        cmocka_unit_test_teardown(units, clean),
        cmocka_unit_test_teardown(units_unsaturated, clean),
        cmocka_unit_test_teardown(slices, clean),
        cmocka_unit_test_teardown(speed_ups, clean),
        cmocka_unit_test_teardown(near_and_far, clean),
        cmocka_unit_test_teardown(all_alike, clean),
        cmocka_unit_test_teardown(outliers, clean),
        cmocka_unit_test_teardown(refusals, clean),
    };
    return cmocka_run_group_tests_name("model", tests, ga_check_enter, ga_check_leave);
}
