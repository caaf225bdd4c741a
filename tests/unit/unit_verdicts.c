/* Verdicts against slopes, on numbers worked by hand. */
#include "check.h"

#include <math.h>

#include "verdicts.h"

static void labels(void **state) {
    char name[GA_VERDICT_NAME];
    int extra = 9;
    (void)state;
    assert_true(ga_verdict_label("sort extra=-1", name, &extra));
    assert_string_equal(name, "sort");
    assert_int_equal(extra, -1);
    assert_true(ga_verdict_label("histogram kernel=plain extra=1 threads=32", name, &extra));
    assert_string_equal(name, "histogram kernel=plain threads=32");
    assert_int_equal(extra, 1);
    assert_true(ga_verdict_label("extra=0 sort", name, &extra));
    assert_string_equal(name, "sort");
    assert_true(ga_verdict_label("sort extra=1/void sort<1>(int *)", name, &extra)); /* ncu's */
    assert_string_equal(name, "sort");
    assert_true(ga_verdict_label("histogram extra=0 threads=32/f(int)", name, &extra));
    assert_string_equal(name, "histogram threads=32");
    assert_false(ga_verdict_label("sort", name, &extra));
    assert_false(ga_verdict_label("sort extra=2", name, &extra));
    assert_false(ga_verdict_label("sort extra=", name, &extra));
    assert_false(ga_verdict_label("sort extra=1x", name, &extra));
    assert_false(ga_verdict_label("sort noextra=1", name, &extra));
    assert_false(ga_verdict_label("extra=1", name, &extra));
    char large[GA_VERDICT_NAME + 8];
    memset(large, 'x', sizeof large);
    memcpy(large + GA_VERDICT_NAME, "extra=1", 8);
    assert_false(ga_verdict_label(large, name, &extra));
}

/* A step from a kernel of 1000 ns, whose 400 passes fill `hardware` percent of it; one more atomic takes 100 passes:
 * 1000 ns x hardware / 100 x 100 / 400. The forms' verdicts are the same but for that of the last. */
static struct ga_step judged_to(enum ga_verdict from, enum ga_verdict to, double hardware,
                                double more, double error) {
    struct ga_trial trial = {
        .form = {{.median_ns = NAN, .passes = NAN},
                 {.median_ns = 1000,
                  .error_ns = error,
                  .passes = 400,
                  .hardware = hardware,
                  .verdict = from},
                 {.median_ns = more, .error_ns = error, .passes = 500, .verdict = to}}};
    struct ga_verdicts v = {.at = &trial, .n = 1};
    ga_verdicts_judge(&v);
    assert_int_equal(trial.step[0].outcome, GA_NO_TRIAL);
    return trial.step[1];
}

static struct ga_step judged(enum ga_verdict verdict, double hardware, double more, double error) {
    return judged_to(verdict, verdict, hardware, more, error);
}

static void slopes(void **state) {
    (void)state;
    const struct ga_step s = judged(GA_NOT, 50, 1110, 3);
    assert_near(s.slope_ns, 110, 1e-9);
    assert_near(s.slope_error_ns, sqrt(18), 1e-9);
    assert_near(s.added_ns, 125, 1e-9);
    assert_near(s.ratio, 0.88, 1e-9);
    assert_near(s.ratio_error, sqrt(18) / 125, 1e-9);
    assert_int_equal(s.outcome, GA_REFUTED);
}

static void outcomes(void **state) {
    (void)state;
    /* At 100 % one more is 250 ns: 200 of them are just enough. */
    assert_int_equal(judged(GA_BOTTLENECK, 100, 1200, 0).outcome, GA_RIGHT);
    assert_int_equal(judged(GA_BOTTLENECK, 100, 1199, 0).outcome, GA_REFUTED);
    assert_int_equal(judged(GA_NOT, 100, 1075, 0).outcome, GA_RIGHT);
    assert_int_equal(judged(GA_NOT, 100, 1076, 0).outcome, GA_REFUTED);
    assert_int_equal(judged(GA_NOT, 100, 1000, NAN).outcome, GA_RIGHT);
    assert_int_equal(judged(GA_LEFT_OPEN, 100, 1000, 0).outcome, GA_NO_CLAIM);
    assert_int_equal(judged(GA_UNKNOWN, 100, 1000, 0).outcome, GA_NO_CLAIM);
    /* A `not` may be made a bottleneck by what is added; a bottleneck slows whatever it becomes. */
    assert_int_equal(judged_to(GA_NOT, GA_LEFT_OPEN, 100, 1250, 0).outcome, GA_NO_CLAIM);
    assert_int_equal(judged_to(GA_BOTTLENECK, GA_LEFT_OPEN, 100, 1199, 0).outcome, GA_REFUTED);
    /* Nor is a `not` held to it where the L2 may be what it waits for. */
    struct ga_trial trial = {.form = {{.passes = NAN},
                                      {1000, 0, 400, 0, 0, 100, GA_NOT, GA_NOT},
                                      {1250, 0, 500, 0, 0, 100, GA_NOT, GA_NOT}}};
    struct ga_verdicts v = {.at = &trial, .n = 1};
    ga_verdicts_judge(&v);
    assert_int_equal(trial.step[1].outcome, GA_REFUTED);
    trial.form[2].l2 = GA_LEFT_OPEN;
    ga_verdicts_judge(&v);
    assert_int_equal(trial.step[1].outcome, GA_NO_CLAIM);
    trial.form[1].verdict = GA_BOTTLENECK;
    ga_verdicts_judge(&v);
    assert_int_equal(trial.step[1].outcome, GA_RIGHT);
    /* 10 ns of error each are 14.1 of the slope, twice that 0.113 of what is added. */
    assert_int_equal(judged(GA_BOTTLENECK, 100, 1180, 10).outcome, GA_RIGHT);
    assert_int_equal(judged(GA_BOTTLENECK, 100, 1170, 10).outcome, GA_REFUTED);
    assert_int_equal(judged(GA_NOT, 100, 1080, 10).outcome, GA_RIGHT);
    assert_int_equal(judged(GA_NOT, 100, 1110, 10).outcome, GA_REFUTED);
    /* 27 ns are 0.305. */
    assert_int_equal(judged(GA_NOT, 100, 1000, 27).outcome, GA_UNDECIDED);
    assert_int_equal(judged(GA_NOT, 100, 1000, 26).outcome, GA_RIGHT);
    assert_int_equal(judged(GA_NOT, NAN, 1000, 0).outcome, GA_NO_TRIAL);
    assert_int_equal(judged(GA_NOT, 0, 1000, 0).outcome, GA_NO_TRIAL);
    assert_int_equal(judged(GA_BOTTLENECK, 100, NAN, 0).outcome, GA_NO_TRIAL);
}

#define ANSWER "launch,kernel,paper_percent,demand_percent,hardware_percent,verdict,reason,passes\n"

static enum ga_status read_both(const char *answer, const char *times, struct ga_verdicts *v,
                                struct ga_err *err) {
    *v = (struct ga_verdicts){.at = NULL};
    ga_check_put("answer.csv", answer);
    ga_check_put("times.csv", times);
    enum ga_status status = ga_verdicts_answer("answer.csv", v, err);
    if (status == GA_OK)
        status = ga_verdicts_times("times.csv", v, err);
    return status;
}

static void reading(void **state) {
    struct ga_verdicts v;
    struct ga_err err = {""};
    (void)state;
    assert_int_equal(
        read_both(ANSWER "0,a extra=0,120,79,80,bottleneck,,400\n"
                         "1,a extra=1,110,90,90.5,bottleneck,,500\n"
                         "2,a extra=0,7,1,1,not,,4\n"
                         "3,other,,,,unknown,missing,\n"
                         "4,\"b, c extra=0\",0,0,0,not,none,0\n",
                  "kernel,extra,median_ns,quartile_1_ns,quartile_3_ns,samples,check\n"
                  "a,0,1000,990,1010,16,ok\na,1,1200,1190,1210,16,ok\nz,0,5,5,5,1,ok\n",
                  &v, &err),
        GA_OK);
    assert_int_equal(v.n_launches, 5);
    assert_int_equal(v.n_named, 4);
    assert_int_equal(v.n, 3);
    assert_string_equal(v.at[0].name, "a");
    assert_string_equal(v.at[1].name, "b, c");
    assert_string_equal(v.at[2].name, "z");
    /* Of two launches with one name the one with more passes. */
    assert_near(v.at[0].form[1].passes, 400, 0);
    assert_near(v.at[0].form[1].hardware, 80, 0);
    assert_near(v.at[0].form[1].error_ns, 1.253 / 1.349 * 20 / 4, 1e-9);
    /* 1, 0.5 and 0 points; 40, 19.5 and 6. */
    assert_int_equal(v.demand.n, 3);
    assert_near(v.demand.sum, 1.5, 1e-9);
    assert_near(v.demand.most, 1, 1e-9);
    assert_string_equal(v.demand.where, "a extra=0");
    assert_near(v.paper.sum, 65.5, 1e-9);
    ga_verdicts_judge(&v);
    assert_near(v.at[0].step[1].ratio, 1, 1e-9);
    assert_int_equal(v.at[1].step[1].outcome, GA_NO_TRIAL);
    ga_verdicts_free(&v);
}

static void refused(const char *answer, const char *times, const char *message) {
    struct ga_verdicts v;
    struct ga_err err = {""};
    assert_int_equal(read_both(answer, times, &v, &err), GA_USAGE);
    assert_contains(err.message, message);
    ga_verdicts_free(&v);
}

static void refusals(void **state) {
    (void)state;
    refused("launch,kernel,verdict\n", "", "answer.csv:1: there is no column 'passes'");
    refused(ANSWER "0,a extra=0,1,1,1,perhaps,,4\n", "",
            "answer.csv:2: verdict is 'perhaps', expected not,");
    refused("kernel,verdict,l2_verdict,passes,paper_percent,demand_percent,hardware_percent\n"
            "a extra=0,not,maybe,1,1,1,1\n",
            "", "answer.csv:2: l2_verdict is 'maybe', expected not,");
    refused(ANSWER "0,a extra=0,1,x,1,not,,4\n", "", "demand_percent is 'x', expected a number");
    refused(ANSWER "0,a\n", "", "answer.csv:2: 2 fields, expected 8");
    refused(ANSWER, "kernel,median_ns\n", "times.csv:1: there is no column 'extra'");
    refused(ANSWER, "kernel,extra,median_ns\na,3,4\n", "'a extra=3' has no extra of -1, 0 or 1");
    refused(ANSWER, "kernel,extra,median_ns\na,0,4\na,0,4\n",
            "times.csv:3: 'a extra=0' is there twice");
    refused(ANSWER, "kernel,extra,median_ns\na,0,0\n",
            "median_ns is '0', expected a number above 0");
    refused(ANSWER, "kernel,extra,median_ns,check\na,0,4,wrong\n", "check is 'wrong'");
}

/* A table of a benchmark: its axes make the name; rows that are not ok have no time. */
static void tables(void **state) {
    struct ga_verdicts v = {.at = NULL};
    struct ga_err err = {""};
    (void)state;
    ga_check_put("run.csv", GA_CHECK_RUN);
    ga_check_put("shared_some.csv",
                 "kernel,extra,n,status,instruction,n_samples,median_ns,q1_ns,q3_ns\n"
                 "plain,-1,4,ok,A,16,900,890,910\nplain,0,4,ok,A,16,1000,990,1010\n"
                 "plain,1,4,timeout,A,0,,,\nplain,1,8,ok,A,1,3,3,3\n");
    assert_int_equal(ga_verdicts_times("./shared_some.csv", &v, &err), GA_OK);
    assert_int_equal(v.n, 2);
    for (size_t i = 0; i < v.n; i++) {
        const bool four = strcmp(v.at[i].name, "shared_some kernel=plain n=4") == 0;
        if (!four)
            assert_string_equal(v.at[i].name, "shared_some kernel=plain n=8");
        assert_near(v.at[i].form[four ? 0 : 2].median_ns, four ? 900 : 3, 0);
        assert_near(v.at[i].form[four ? 0 : 2].error_ns, four ? 1.253 / 1.349 * 5 : 0, 1e-9);
        assert_true(isnan(v.at[i].form[four ? 2 : 1].median_ns));
    }
    ga_verdicts_free(&v);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(labels),   cmocka_unit_test(slopes),
                                       cmocka_unit_test(outcomes), cmocka_unit_test(reading),
                                       cmocka_unit_test(refusals), cmocka_unit_test(tables)};
    return cmocka_run_group_tests(tests, ga_check_enter, ga_check_leave);
}
