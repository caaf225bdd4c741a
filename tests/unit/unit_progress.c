/* How long a run will take: what is measured goes on as it went, what is to come takes what paces.def says, times how much
 * slower than there the run has been. */
#include "check.h"

#include "progress.h"
#include "readable.h"

static void one_benchmark(void **state) {
    (void)state;
    struct ga_progress p = {.n = 0};
    ga_progress_expect(&p, "lock_mutex", 1000);
    assert_near(ga_progress_left(&p, 30, 30, 0.25), 90, 1e-9);
    assert_near(ga_progress_left(&p, 30, 30, 1), 0, 1e-9);
}

/* 1000 points of 34 us, as many of 0.02 s, and some of no such benchmark. */
static void several(void **state) {
    (void)state;
    struct ga_progress p = {.n = 0};
    ga_progress_expect(&p, "shared_service", 1000);
    ga_progress_expect(&p, "lock_mutex", 1000);
    ga_progress_expect(&p, "strange", 0);
    const double all = 0.034 + 20;
    assert_near(ga_progress_left(&p, 0, 0, 0), all, all * 1e-2);
    /* Twice as slow in a first part that is nothing of the whole says little of it. */
    assert_in_range((long)ga_progress_left(&p, 0.068, 0.068, 1), 19, 21);
    /* Twice as slow in a large part does. */
    ga_progress_begin(&p, "lock_mutex", 0);
    assert_int_equal(p.now, 1);
    assert_near(ga_progress_left(&p, 20.068, 20, 0.5), 20, 1e-9);
    ga_progress_begin(&p, "strange", 0);
    assert_near(ga_progress_left(&p, 40, 0, 0), 0, 1e-9);
}

static void words(void **state) {
    (void)state;
    char text[GA_READABLE];
    assert_string_equal(ga_readable_wait(0.4, text), "less than 1 s");
    assert_string_equal(ga_readable_wait(59.9, text), "59 s");
    assert_string_equal(ga_readable_wait(125, text), "2 min 5 s");
    assert_string_equal(ga_readable_wait(4320, text), "1 h 12 min");
    assert_string_equal(ga_readable_wait(1e18, text), "99 h 59 min");
    assert_string_equal(ga_readable_ns(633472, text), "633 us");
    assert_string_equal(ga_readable_ns(7.5, text), "7.5 ns");
    assert_string_equal(ga_readable_ns(999.6, text), "1 us");
    assert_string_equal(ga_readable_ns(NAN, text), "-");
    assert_string_equal(ga_readable_rate(1.364e9, text), "1.36 G/s");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_benchmark), cmocka_unit_test(several),
                                       cmocka_unit_test(words)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
