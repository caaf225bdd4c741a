/* The points in flight: how often they are visited, their samples stay sorted, the interval is that of the visits, and
 * their tallies are combined. */
#include "check.h"

#include "slice.h"

#include <math.h>

static const struct ga_tally tallies[] = {
    {"sum", "", "", GA_SUM}, {"most", "", "", GA_MAX}, {"mean", "", "", GA_MEAN}};
static const struct ga_bench bench = {
    .id = "made_up", .visit_samples = 2, .threads = true, .tallies = tallies, .n_tallies = 3};
static const struct ga_sampling sampling = {2, 4, 12, 0.01};

static void samples(void **state) {
    (void)state;
    struct ga_slice slice;
    assert_int_equal(ga_slice_make(&slice, &bench, 2, &sampling, NULL), GA_OK);
    memcpy(slice.samples, (uint32_t[]){1, 2, 9, 4}, 4 * sizeof(uint32_t));
    ga_slice_keep(&slice, 0, 1, 2);
    memcpy(slice.samples, (uint32_t[]){7, 5}, 2 * sizeof(uint32_t));
    ga_slice_keep(&slice, 0, 0, 2);
    assert_memory_equal(slice.sorted, ((uint32_t[]){4, 5, 7, 9}), 4 * sizeof(uint32_t));
    assert_int_equal(slice.n_samples[0], 4);
    ga_slice_free(&slice);
}

/* Position 1 is visited three times, at changing places of the batch; position 0 never. */
static void combined(void **state) {
    (void)state;
    struct ga_slice slice;
    assert_int_equal(ga_slice_make(&slice, &bench, 2, &sampling, NULL), GA_OK);
    const double seen[3][3] = {{1, 5, 3}, {2, -7, 6}, {4, 2, 0}};
    for (uint32_t visit = 0; visit < 3; visit++) {
        ga_slice_keep(&slice, 1, visit % 2, 2);
        memcpy(slice.tallies + visit % 2 * 3, seen[visit], sizeof seen[visit]);
        ga_slice_tally(&slice, &bench, 1, visit % 2);
    }
    assert_true(slice.tally[3] == 7 && slice.tally[4] == 5 && slice.tally[5] == 3);
    assert_true(slice.tally[0] == 0 && slice.visited[0] == 0);
    ga_slice_free(&slice);
}

/* Visits without a number count for none; a point has none until one has. */
static void without(void **state) {
    (void)state;
    struct ga_slice slice;
    assert_int_equal(ga_slice_make(&slice, &bench, 1, &sampling, NULL), GA_OK);
    const double seen[4][3] = {{NAN, NAN, NAN}, {2, 9, 6}, {NAN, NAN, NAN}, {4, 2, 0}};
    for (uint32_t visit = 0; visit < 4; visit++) {
        ga_slice_keep(&slice, 0, 0, 2);
        memcpy(slice.tallies, seen[visit], sizeof seen[visit]);
        ga_slice_tally(&slice, &bench, 0, 0);
        assert_true(isnan(slice.tally[0]) == (visit == 0) && isnan(slice.tally[2]) == (visit == 0));
    }
    assert_true(slice.tally[0] == 6 && slice.tally[1] == 9 && slice.tally[2] == 3);
    ga_slice_take(&slice, 0, 1);
    ga_slice_keep(&slice, 0, 0, 2);
    ga_slice_tally(&slice, &bench, 0, 0);
    assert_true(slice.tally[0] == 4 && slice.tally[2] == 0);
    ga_slice_free(&slice);
}

/* The samples of a visit are alike, and visits are not: the interval is that of the six medians, 10 to 60, though half of
 * twelve samples that were independent would lie closer. Of five there is none. */
static void intervals(void **state) {
    (void)state;
    struct ga_slice slice;
    struct ga_summary summary;
    assert_int_equal(ga_slice_make(&slice, &bench, 1, &sampling, NULL), GA_OK);
    for (uint32_t visit = 0; visit < 6; visit++) {
        const uint32_t x = (visit * 5 % 6 + 1) * 10;
        memcpy(slice.samples, (uint32_t[]){x + 1, x - 1}, 2 * sizeof(uint32_t));
        slice.spreads[0] = (struct ga_spread){x + 3, x, x, 1};
        slice.spreads[1] = (struct ga_spread){x + 5, x, x, 1};
        ga_slice_keep(&slice, 0, 0, 2);
        assert_int_equal(ga_slice_summary(&slice, 0, &summary, NULL), GA_OK);
        assert_true(visit == 5 || isnan(summary.ci_low));
    }
    assert_true(summary.n == 12 && summary.median == 35);
    assert_true(summary.ci_low == 10 && summary.ci_high == 60);
    summary = ga_slice_spread(&slice, 0, GA_SPREAD_MEAN);
    assert_true(summary.ci_low == 14 && summary.ci_high == 64);
    ga_slice_free(&slice);
}

/* However far the median of all samples is from those of the visits, it is inside. */
static void holds_the_median(void **state) {
    (void)state;
    struct ga_summary summary = {.median = 7};
    double low[] = {1, 2, 3, 4, 5, 6}, high[] = {9, 8, 8, 8, 8, 8}, few[] = {1, 2, 3, 4, 5};
    ga_interval_of_visits(low, 6, &summary);
    assert_true(summary.ci_low == 1 && summary.ci_high == 7);
    ga_interval_of_visits(high, 6, &summary);
    assert_true(summary.ci_low == 7 && summary.ci_high == 9);
    ga_interval_of_visits(few, 5, &summary);
    assert_true(isnan(summary.ci_low) && isnan(summary.ci_high));
}

static void planned(const struct ga_bench *of, uint32_t wanted, bool once, uint32_t in_visit,
                    uint32_t least, uint32_t cap) {
    const struct ga_sampling s = ga_sampling_of(of, wanted, once);
    assert_int_equal(s.in_visit, in_visit);
    assert_int_equal(s.least, least);
    assert_int_equal(s.cap, cap);
}

/* Six visits, more where a visit holds few; visits that are whole, as many as have what is wanted. */
static void visits(void **state) {
    (void)state;
    const struct ga_bench twenty = {.visit_samples = 20},
                          whole = {.visit_samples = 10, .whole_visits = true};
    planned(&twenty, 6, false, 1, 6, 12);
    planned(&twenty, 20, false, 4, 24, 48);
    planned(&twenty, 100, false, 17, 102, 204);
    planned(&twenty, 1000, false, 20, 1000, 2000);
    planned(&twenty, 2, false, 1, 6, 12);
    planned(&twenty, 1, true, 1, 1, 1);
    planned(&twenty, 2, true, 2, 2, 2);
    planned(&whole, 10, false, 10, 10, 10);
    planned(&whole, 25, false, 10, 30, 30);
    planned(&whole, 2, false, 2, 2, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples),   cmocka_unit_test(combined),         cmocka_unit_test(without),
        cmocka_unit_test(intervals), cmocka_unit_test(holds_the_median), cmocka_unit_test(visits)};
    return cmocka_run_group_tests_name("slice", tests, NULL, NULL);
}
