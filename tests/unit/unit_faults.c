/* What a report warns of in a table: a clock that moved, and not one that the timer could not tell. */
#include "check.h"

#include "faults.h"
#include "sm_clock.h"

#define HEADER "status,n_samples,median_ns,sm_mhz\n"

static struct ga_runfile run; /* large */
static struct ga_faults faults;

/* out: how many faults a table has whose run's timer steps by step_ns, 0: run.csv does not say. */
static unsigned faults_of(const char *table, unsigned step_ns) {
    struct ga_err err = {0};
    memset(&run, 0, sizeof run);
    memset(&faults, 0, sizeof faults);
    if (step_ns > 0)
        ga_runfile_set(&run, "timer_step_ns", "%u", step_ns);
    ga_check_put("table.csv", table);
    assert_int_equal(ga_faults_of_table("table.csv", "table", &run, &faults, &err), GA_OK);
    return faults.n;
}

static void moved(void **state) {
    (void)state;
    assert_int_equal(faults_of(HEADER "ok,6,30000,1980\nok,6,30000,1935\n", 32), 1);
    assert_contains(faults.at[0].text, "the SM clock moved: rows at 1935 to 1980 MHz");
    assert_int_equal(faults_of(HEADER "ok,6,30000,1980\nok,6,30000,1950\n", 32), 0); /* 1.5 % */
}

/* As of shared_histogram: a sample of a microsecond by a timer of 32 ns. */
static void not_told(void **state) {
    (void)state;
    assert_int_equal(faults_of(HEADER "ok,6,30000,1980\nok,6,1024,2023\nok,6,1056,1937\n", 32), 0);
    assert_int_equal(faults_of(HEADER "ok,6,1024,2023\nok,6,1056,1937\n", 0), 1);
    assert_int_equal(faults_of("status,sm_mhz\nok,2023\nok,1937\n", 32), 1);
}

static void long_enough(void **state) {
    (void)state;
    assert_true(ga_tells_clock(32, 6, 6 * 26200.0));
    assert_false(ga_tells_clock(32, 6, 6 * 26000.0));
    assert_true(ga_tells_clock(32, 80, 80 * 7200.0));
    assert_false(ga_tells_clock(1, 1, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(moved), cmocka_unit_test(not_told),
                                       cmocka_unit_test(long_enough)};
    return cmocka_run_group_tests_name("faults", tests, ga_check_enter, ga_check_leave);
}
