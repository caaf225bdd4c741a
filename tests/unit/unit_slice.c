/* The points in flight: their samples stay sorted, and their tallies are combined over the visits. */
#include "check.h"

#include "slice.h"

static const struct ga_tally tallies[] = {
    {"sum", "", "", GA_SUM}, {"most", "", "", GA_MAX}, {"mean", "", "", GA_MEAN}};
static const struct ga_bench bench = {
    .id = "made_up", .visit_samples = 2, .tallies = tallies, .n_tallies = 3};

static void samples(void **state) {
    (void)state;
    struct ga_slice slice;
    assert_int_equal(ga_slice_make(&slice, &bench, 2, 4, NULL), GA_OK);
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
    assert_int_equal(ga_slice_make(&slice, &bench, 2, 4, NULL), GA_OK);
    const double seen[3][3] = {{1, 5, 3}, {2, -7, 6}, {4, 2, 0}};
    for (uint32_t visit = 0; visit < 3; visit++) {
        memcpy(slice.tallies + visit % 2 * 3, seen[visit], sizeof seen[visit]);
        ga_slice_tally(&slice, &bench, 1, visit % 2);
    }
    assert_true(slice.tally[3] == 7 && slice.tally[4] == 5 && slice.tally[5] == 3);
    assert_true(slice.tally[0] == 0 && slice.visited[0] == 0);
    ga_slice_free(&slice);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(samples), cmocka_unit_test(combined)};
    return cmocka_run_group_tests_name("slice", tests, NULL, NULL);
}
