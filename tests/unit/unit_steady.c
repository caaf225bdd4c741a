/* The rule of the findings on twice the accesses, on small tables whose answers are known. */
#include "found.h"

static void row(int lanes, const char *order, const char *accesses, double rate) {
    add("%d,8,unused,device,%s,none,%s," REST ",%g,2000,10,unchecked\n", lanes, order, accesses,
        rate);
}

/* Of three points with both, two change by at most 1 %; one has twice the accesses alone, one in another order, of one
 * it is wrong. */
static void changes(void **state) {
    (void)state;
    begin("lanes,warps,regime,scope,order,barrier,accesses,status,instruction,median_ns,"
          "rate_ops_per_s,sm_mhz,access_ns,saturation");
    row(1, "relaxed", "usual", 100);
    row(1, "relaxed", "doubled", 100.9);
    row(2, "relaxed", "doubled", 96);
    row(2, "relaxed", "usual", 100);
    row(4, "relaxed", "usual", 100);
    row(4, "relaxed", "doubled", 99.1);
    row(8, "relaxed", "doubled", 1);
    row(16, "relaxed", "usual", 100);
    row(16, "acquire", "doubled", 200);
    row(32, "relaxed", "usual", 100);
    add("32,8,unused,device,relaxed,none,doubled,wrong,RED,,,,,\n");
    ga_check_put("global_threads_per_warp.csv", text);
    find();
    is("threads.steady_of", 3);
    is("threads.steady", 2);
    is("threads.steady_worst", 0.96);
    assert_contains(found.text,
                    "    2 of 3 points; most, -4 %, at lanes=2, warps=8, regime=unused,");
}

/* Two of four are within 1 %, on either side. */
static void at_the_limit(void **state) {
    (void)state;
    static const double twice[] = {100.99, 101.01, 99.01, 98.99};
    begin("lanes,warps,regime,scope,order,barrier,accesses,status,instruction,median_ns,"
          "rate_ops_per_s,sm_mhz,access_ns,saturation");
    for (int i = 0; i < 4; i++) {
        row(1 << i, "relaxed", "usual", 100);
        row(1 << i, "relaxed", "doubled", twice[i]);
    }
    ga_check_put("global_threads_per_warp.csv", text);
    find();
    is("threads.steady_of", 4);
    is("threads.steady", 2);
}

static void of_both_tables(void **state) {
    (void)state;
    static const char *const tables[] = {"global_cross_direct.csv", "global_cross_scattered.csv"};
    for (int t = 0; t < 2; t++) {
        begin("variables,stride_bytes,warps,regime,scope,order,barrier,accesses,status,"
              "instruction,"
              "median_ns,rate_ops_per_s,saturation");
        add("2,64,2048,unused," BASE ",usual," REST ",100,unchecked\n");
        add("2,128,2048,unused," BASE ",doubled," REST ",500,unchecked\n");
        if (t == 1)
            add("2,64,2048,unused," BASE ",doubled," REST ",103,unchecked\n");
        ga_check_put(tables[t], text);
    }
    find();
    is("direct.steady_of", 0);
    is_none("direct.steady_worst");
    assert_contains(found.text, "    not measured\n");
    is("scattered.steady_of", 1);
    is("scattered.steady", 0);
    is("scattered.steady_worst", 1.03);
    assert_contains(found.text, "    0 of 1 points; most, +3 %, at variables=2, stride_bytes=64,");
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(changes, clean),
        cmocka_unit_test_teardown(at_the_limit, clean),
        cmocka_unit_test_teardown(of_both_tables, clean),
    };
    return cmocka_run_group_tests_name("steady", tests, ga_check_enter, ga_check_leave);
}
