/* Names of backends and targets become enums, and nothing else does. */
#include "check.h"

#include "kinds.h"

static void kinds(void **state) {
    (void)state;
    for (enum ga_kind kind = GA_KIND_CUDA; kind < GA_N_KINDS; kind++)
        assert_int_equal(ga_kind_of(ga_kind_names[kind]), kind);
    assert_null(ga_kind_names[GA_N_KINDS]);
    static const char *const others[] = {"", "cud", "cuda:0", "CUDA", "none"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_int_equal(ga_kind_of(others[i]), GA_N_KINDS);
}

static void vendors(void **state) {
    (void)state;
    assert_int_equal(ga_kind_vendor(GA_KIND_CUDA), GA_NVIDIA);
    assert_int_equal(ga_kind_vendor(GA_KIND_HIP), GA_AMD);
    assert_int_equal(ga_kind_vendor(GA_KIND_CPU), GA_NO_VENDOR);
    assert_int_equal(ga_kind_vendor(GA_N_KINDS), GA_NO_VENDOR);
    assert_int_equal(ga_target_vendor("sm_90"), GA_NVIDIA);
    assert_int_equal(ga_target_vendor("gfx942"), GA_AMD);
    assert_int_equal(ga_target_vendor("cpu"), GA_NO_VENDOR);
    assert_int_equal(ga_target_vendor("sm"), GA_NO_VENDOR);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(kinds), cmocka_unit_test(vendors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
