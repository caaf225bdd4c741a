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

/* us: of one point, as paces.def has it; it is measured anew with the tables. */
static double pace_us(const char *id) {
    const struct {
        const char *id;
        double us;
    } paces[] = {
#define GA_PACE(name, us) {#name, us},
#include "paces.def"
#undef GA_PACE
    };
    for (size_t p = 0; p < sizeof paces / sizeof *paces; p++)
        if (strcmp(paces[p].id, id) == 0)
            return paces[p].us;
    fail_msg("paces.def has no %s", id);
    return 0;
}

/* 1000 points of a fast benchmark, as many of a slow one, and some of no such benchmark. */
static void several(void **state) {
    (void)state;
    struct ga_progress p = {.n = 0};
    ga_progress_expect(&p, "shared_service", 1000);
    ga_progress_expect(&p, "lock_mutex", 1000);
    ga_progress_expect(&p, "strange", 0);
    const double fast = pace_us("shared_service") * 1e-3;
    const double slow = pace_us("lock_mutex") * 1e-3;
    assert_true(fast * 50 < slow);
    assert_near(ga_progress_left(&p, 0, 0, 0), fast + slow, slow * 1e-9);
    /* Twice as slow in a first part that is nothing of the whole says little of it. */
    assert_near(ga_progress_left(&p, 2 * fast, 2 * fast, 1), slow, slow * 0.2);
    /* Twice as slow in a large part does. */
    ga_progress_begin(&p, "lock_mutex", 0);
    assert_int_equal(p.now, 1);
    assert_near(ga_progress_left(&p, 2 * fast + slow, slow, 0.5), slow, 1e-9);
    ga_progress_begin(&p, "strange", 0);
    assert_near(ga_progress_left(&p, 2 * slow, 0, 0), 0, 1e-9);
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
