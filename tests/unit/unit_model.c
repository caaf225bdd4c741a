/* The rules of the findings on threads of a warp and on locality, on small tables whose answers are known. */
#include "found.h"

static void threads_header(void) {
    begin("lanes,warps,regime,scope,order,barrier,accesses,status,instruction,median_ns,"
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
    add("64,1,unused," BASE ",usual,wrong,RED,,,,,\n");
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

/* Two sides with half of the SMs each. A line is near to one side: 100 ns, and 200 from the other; an SM
 * has its own distance too. A sample is 16 adds. */
static void locality_table(double near, double far, int n_lines, bool hole) {
    begin("sm,line,status,instruction,median_cycles,median_ns,ops");
    for (int sm = 0; sm < 8; sm++)
        for (int line = 0; line < n_lines; line++) {
            const double ns = (sm % 2 == line / 2 % 2 ? near : far) + sm * 0.5 + line * 0.25;
            if (!hole || sm != 3 || line != 1)
                add("%d,%d,ok,ATOM,%g,%g,16\n", sm, line, 32 * ns, 16 * ns);
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
    assert_contains(found.text, "1 pages of 1 allocations; from SM 0 0 near, 0 far, 1 both\n");
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

/* A line, seen from four SMs, of which each second has the other lines near. */
static void line_of(int allocation, int page, int line, bool far, int more) {
    for (int sm = 0; sm < 4; sm++)
        add("%d,%d,%d,%d,ok,ATOM,1,%d,1\n", sm, line, allocation, page,
            (far != (sm % 2 == 1) ? 200 : 100) + more);
}

/* Three lines of each of four pages in two allocations: one near to SM 0, two far, and one of both; two lines beyond the first
 * page's 32, far; and a page with one line, which is neither. The map has the first page alone: the lines of others are alike. */
static void pages(void **state) {
    (void)state;
    begin("sm,line,allocation,page,status,instruction,median_cycles,median_ns,ops");
    for (int page = 0; page < 4; page++)
        for (int line = 0; line < 3; line++)
            line_of(page / 2, page % 2, line, page == 3 ? line == 1 : page != 0, page ? 0 : line);
    line_of(0, 0, 32, true, 0);
    line_of(0, 0, 33, true, 1);
    line_of(1, 2, 0, false, 0);
    ga_check_put("global_locality.csv", text);
    find();
    is("locality.pages", 6);
    is("locality.allocations", 2);
    is("locality.pages_near", 1);
    is("locality.pages_far", 3);
    is("locality.pages_both", 1);
    assert_contains(found.text, "6 pages of 2 allocations; from SM 0 1 near, 3 far, 1 both\n");
    assert_contains(found.text, "of 5 lines, over 4 SMs");
    is("locality.unit_of.line_2", 2);
}

/* Two points of a hundred far away are no group. */
static void outliers(void **state) {
    (void)state;
    begin("sm,line,status,instruction,median_cycles,median_ns,ops");
    for (int line = 0; line < 100; line++)
        add("0,%d,ok,ATOM,1,%d,1\n", line, line < 2 ? 900 : 100 + line % 3);
    ga_check_put("global_locality.csv", text);
    find();
    assert_true(value("locality.separation") > 4);
    is("locality.near_and_far", 1);
    assert_contains(found.text, "are too few");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(threads, clean),
        cmocka_unit_test_teardown(threads_missing, clean),
        cmocka_unit_test_teardown(near_and_far, clean),
        cmocka_unit_test_teardown(all_alike, clean),
        cmocka_unit_test_teardown(pages, clean),
        cmocka_unit_test_teardown(outliers, clean),
    };
    return cmocka_run_group_tests_name("model", tests, ga_check_enter, ga_check_leave);
}
