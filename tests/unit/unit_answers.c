/* What a run ends with: all of its answers, if they are a page; else those of short.def that it has. */
#include "check.h"

#include "print.h"

static void short_answers(void **state) {
    (void)state;
    static struct ga_answers set;
    bool is_wanted[GA_N_ANSWERS];
    set.at[GA_A_add_unused].state = set.at[GA_A_add_far].state = GA_ANSWERED;
    set.n_answered = 2;
    assert_int_equal(ga_answers_short(&set, is_wanted), 2);
    assert_true(is_wanted[GA_A_add_far]);
    assert_false(is_wanted[GA_A_fence_device]);
    for (size_t a = 0; a < GA_N_ANSWERS; a++)
        set.at[a].state = a == GA_A_fence_device ? GA_NO_TABLE : GA_ANSWERED;
    set.n_answered = GA_N_ANSWERS - 1;
    assert_in_range(ga_answers_short(&set, is_wanted), 20, 40);
    assert_true(is_wanted[GA_A_add_unused]);
    assert_false(is_wanted[GA_A_add_far]);
    assert_false(is_wanted[GA_A_fence_device]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(short_answers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
