/* Which points a request means, and their order. */
#include "check.h"

#include "example.h"
#include "plan.h"

static struct ga_plan make(const struct ga_bench *bench, enum ga_preset preset,
                           const struct ga_axis_choice *choices, uint32_t n_choices,
                           uint64_t seed) {
    struct ga_plan plan = {0};
    struct ga_err err = {""};
    if (ga_plan_make(bench, &example_limits, preset, choices, n_choices, seed, &plan, &err) !=
        GA_OK)
        fail_msg("%s", err.message);
    assert_ptr_equal(plan.bench, bench);
    return plan;
}

/* The points as text, one a line; frees the plan. */
static const char *points(struct ga_plan plan) {
    static char list[1024];
    *list = '\0';
    for (uint32_t i = 0; i < plan.n_points; i++) {
        char text[64];
        const size_t at = strlen(list);
        snprintf(list + at, sizeof list - at, "%s\n",
                 ga_point_text(plan.bench, &plan.points[i], text, sizeof text));
    }
    ga_plan_free(&plan);
    return list;
}

/* The last axis is the fastest; n=1, op=cas is no point. */
static void golden_points(void **state) {
    (void)state;
    assert_string_equal(points(make(&example, GA_QUICK, NULL, 0, 1)), "n=1, op=add\n"
                                                                      "n=2, op=add\n"
                                                                      "n=2, op=cas\n"
                                                                      "n=3, op=add\n"
                                                                      "n=3, op=cas\n"
                                                                      "n=4, op=add\n"
                                                                      "n=4, op=cas\n");
}

static void presets(void **state) {
    (void)state;
    assert_string_equal(points(make(&example, GA_PAPER, NULL, 0, 1)), "n=1, op=add\n"
                                                                      "n=1, op=min, or max\n"
                                                                      "n=2, op=add\n"
                                                                      "n=2, op=cas\n"
                                                                      "n=2, op=min, or max\n"
                                                                      "n=4, op=add\n"
                                                                      "n=4, op=cas\n"
                                                                      "n=4, op=min, or max\n");
    assert_string_equal(points(make(&example, GA_FULL, NULL, 0, 1)), "n=4, op=add\n");
}

static void choices_replace(void **state) {
    (void)state;
    const struct ga_axis_choice one[] = {{"op", "cas"}};
    const struct ga_axis_choice both[] = {{"n", "4,2,2"}, {"op", "all"}};
    const struct ga_axis_choice twice[] = {{"n", "1"}, {"op", "add"}, {"n", "3"}};
    const struct ga_axis_choice foreign[] = {{"scope", "block"}, {"n", "2"}};
    assert_string_equal(points(make(&example, GA_QUICK, one, 1, 1)),
                        "n=2, op=cas\nn=3, op=cas\nn=4, op=cas\n");
    assert_string_equal(points(make(&example, GA_FULL, both, 2, 1)),
                        "n=2, op=add\nn=2, op=cas\nn=2, op=min, or max\n"
                        "n=4, op=add\nn=4, op=cas\nn=4, op=min, or max\n");
    assert_string_equal(points(make(&example, GA_QUICK, twice, 3, 1)), "n=3, op=add\n");
    assert_string_equal(points(make(&example, GA_QUICK, foreign, 2, 1)),
                        "n=2, op=add\nn=2, op=cas\n");
}

/* An add of two or more is left out; so is 4 with any. */
static bool some_usual(const struct ga_limits *limits, const struct ga_point *point) {
    (void)limits;
    return point->at[0] != 4 && (point->at[1] != 0 || point->at[0] < 2);
}

/* What is not usual is a point where the values that were named have no usual one. */
static void usual_points(void **state) {
    (void)state;
    struct ga_bench some = example;
    some.usual = some_usual;
    const struct ga_axis_choice narrow[] = {{"n", "2,3"}}, adds[] = {{"op", "add"}};
    const struct ga_axis_choice unusual[] = {{"n", "3,4"}}, pair[] = {{"n", "2"}, {"op", "add"}};
    const struct ga_axis_choice all[] = {{"n", "all"}, {"op", "add,cas"}};
    struct ga_plan plan = make(&some, GA_QUICK, NULL, 0, 1);
    assert_int_equal(plan.n_left_out, 4);
    assert_string_equal(points(plan), "n=1, op=add\nn=2, op=cas\nn=3, op=cas\n");
    assert_string_equal(points(make(&some, GA_QUICK, narrow, 1, 1)), "n=2, op=cas\nn=3, op=cas\n");
    assert_string_equal(points(make(&some, GA_QUICK, adds, 1, 1)), "n=1, op=add\n");
    plan = make(&some, GA_QUICK, unusual, 1, 1);
    assert_int_equal(plan.n_left_out, 1);
    assert_string_equal(points(plan), "n=3, op=cas\nn=4, op=add\nn=4, op=cas\n");
    assert_string_equal(points(make(&some, GA_QUICK, pair, 2, 1)), "n=2, op=add\n");
    plan = make(&some, GA_QUICK, all, 2, 1);
    assert_int_equal(plan.n_left_out, 0);
    assert_int_equal(plan.n_points, 7);
    ga_plan_free(&plan);
    assert_string_equal(points(make(&some, GA_FULL, NULL, 0, 1)), "n=4, op=add\n");
}

static int32_t most_of_cas(const struct ga_limits *limits, const struct ga_point *point) {
    return (int32_t)limits->warps_per_sm / (point->at[1] + 1);
}

/* `max` is 4, of cas 2, of min, or max 1. A number is that number, and no point is there twice. */
static void max_beside_others(void **state) {
    (void)state;
    struct ga_axis two[2] = {example_axes[0], example_axes[1]};
    struct ga_bench most = example;
    two[0].most = most_of_cas;
    most.axes = two;
    most.valid = NULL;
    const struct ga_axis_choice max[] = {{"n", "max"}, {"op", "all"}};
    const struct ga_axis_choice some[] = {{"n", "2..max*2"}, {"op", "all"}};
    const struct ga_axis_choice number[] = {{"n", "4"}, {"op", "cas"}};
    const struct ga_axis_choice every[] = {{"n", "all"}, {"op", "cas"}};
    struct ga_plan plan = make(&most, GA_QUICK, max, 2, 1);
    uint32_t index = 9;
    assert_true(ga_plan_find(&plan, &(struct ga_point){{2, 1}}, &index));
    assert_int_equal(index, 1);
    assert_string_equal(points(plan), "n=1, op=min, or max\nn=2, op=cas\nn=4, op=add\n");
    assert_string_equal(points(make(&most, GA_QUICK, some, 2, 1)),
                        "n=1, op=min, or max\nn=2, op=add\nn=2, op=cas\n"
                        "n=2, op=min, or max\nn=4, op=add\n");
    assert_string_equal(points(make(&most, GA_QUICK, number, 2, 1)), "n=4, op=cas\n");
    assert_string_equal(points(make(&most, GA_QUICK, every, 2, 1)),
                        "n=1, op=cas\nn=2, op=cas\nn=3, op=cas\nn=4, op=cas\n");
}

static void without_valid(void **state) {
    (void)state;
    struct ga_bench all = example;
    all.valid = NULL;
    assert_string_equal(points(make(&all, GA_QUICK, &(struct ga_axis_choice){"n", "1"}, 1, 1)),
                        "n=1, op=add\nn=1, op=cas\n");
}

static void one_axis(void **state) {
    (void)state;
    struct ga_bench narrow = example;
    narrow.valid = NULL;
    narrow.n_axes = 1;
    assert_string_equal(points(make(&narrow, GA_QUICK, NULL, 0, 1)), "n=1\nn=2\nn=3\nn=4\n");
}

static uint64_t requests_each;
static struct ga_work work_by_n(const struct ga_limits *limits, const struct ga_point *point) {
    (void)limits;
    return (struct ga_work){.requests = requests_each * (uint64_t)point->at[0]};
}
static const char *no_four(const struct ga_limits *limits, const struct ga_point *point) {
    (void)limits;
    return point->at[0] == 4 ? "four" : NULL;
}

/* On a device of 16 warps, of whose numbers an emulator has those to 4. */
static void emulator_is(const struct ga_bench *bench, uint64_t requests,
                        const struct ga_axis_choice *choices, uint32_t n_choices,
                        const char *expected) {
    static const struct ga_limits limits = {.warps_per_sm = 16};
    struct ga_plan plan = {0};
    struct ga_err err = {""};
    requests_each = requests;
    assert_int_equal(ga_plan_make(bench, &limits, GA_EMULATOR, choices, n_choices, 1, &plan, &err),
                     GA_OK);
    assert_string_equal(points(plan), expected);
}

static void few_for_an_emulator(void **state) {
    (void)state;
    struct ga_bench work = example, lacks = example;
    work.work = lacks.work = work_by_n;
    lacks.unsupported = no_four;
    const struct ga_axis_choice two[] = {{"n", "8,16"}}, four[] = {{"n", "4"}};
    emulator_is(&example, 0, NULL, 0, "n=1, op=add\nn=2, op=cas\nn=3, op=add\nn=4, op=add\n");
    emulator_is(&work, 10, NULL, 0, "n=1, op=add\nn=2, op=cas\nn=3, op=add\nn=4, op=add\n");
    emulator_is(&work, 5000, NULL, 0, "n=1, op=add\nn=2, op=cas\nn=3, op=add\n");
    emulator_is(&work, 1 << 20, NULL, 0, "n=1, op=add\n");
    emulator_is(&lacks, 10, NULL, 0, "n=1, op=add\nn=2, op=cas\nn=3, op=add\n");
    emulator_is(&lacks, 10, four, 1, "n=4, op=add\n");
    emulator_is(&work, 1 << 20, two, 1, "n=8, op=add\nn=16, op=add\n");
    emulator_is(&work, 10, two, 1, "n=8, op=add\nn=16, op=cas\n");
}

/* What the answers need is in the preset quick of a GPU, each point once, as far as the device has it. */
static void also_on_a_gpu(void **state) {
    (void)state;
    static const char *const also[] = {"n=4,99 op=all", "op=cas n=2", "n=1 op=cas", NULL};
    struct ga_limits gpu = {.warps_per_sm = 4, .memory_bytes = 1};
    struct ga_bench bench = example;
    const struct ga_axis_choice other[] = {{"elsewhere", "1"}}, n[] = {{"n", "1"}};
    struct ga_plan plan = {0};
    struct ga_err err = {""};
    bench.also = also;
    const char *const quick = "n=1, op=add\nn=2, op=add\nn=2, op=cas\nn=3, op=add\nn=3, op=cas\n"
                              "n=4, op=add\nn=4, op=cas\nn=4, op=min, or max\n";
    assert_int_equal(ga_plan_make(&bench, &gpu, GA_QUICK, NULL, 0, 1, &plan, &err), GA_OK);
    for (uint32_t i = 0; i < plan.n_points; i++)
        assert_true(plan.order[i] < plan.n_points);
    assert_string_equal(points(plan), quick);
    assert_int_equal(ga_plan_make(&bench, &gpu, GA_QUICK, other, 1, 1, &plan, &err), GA_OK);
    assert_string_equal(points(plan), quick);
    assert_int_equal(ga_plan_make(&bench, &gpu, GA_QUICK, n, 1, 1, &plan, &err), GA_OK);
    assert_string_equal(points(plan), "n=1, op=add\n");
    assert_int_equal(ga_plan_make(&bench, &gpu, GA_FULL, NULL, 0, 1, &plan, &err), GA_OK);
    assert_string_equal(points(plan), "n=4, op=add\n");
    gpu.emulated = true;
    const uint32_t n_quick = 7;
    assert_int_equal(ga_plan_make(&bench, &gpu, GA_QUICK, NULL, 0, 1, &plan, &err), GA_OK);
    assert_int_equal(plan.n_points, n_quick);
    ga_plan_free(&plan);
    assert_int_equal(ga_plan_make(&bench, &example_limits, GA_QUICK, NULL, 0, 1, &plan, &err),
                     GA_OK);
    assert_int_equal(plan.n_points, n_quick);
    ga_plan_free(&plan);
}

static void refused(enum ga_preset preset, struct ga_axis_choice a, struct ga_axis_choice b,
                    const char *message) {
    const struct ga_axis_choice choices[] = {a, b};
    struct ga_plan plan, before;
    struct ga_err err = {""};
    memset(&plan, 0x5a, sizeof plan);
    memcpy(&before, &plan, sizeof plan);
    assert_int_equal(ga_plan_make(&example, &example_limits, preset, choices, 2, 1, &plan, &err),
                     GA_USAGE);
    assert_memory_equal(&plan, &before, sizeof plan);
    assert_contains(err.message, message);
}

static void refusals(void **state) {
    (void)state;
    refused(GA_QUICK, (struct ga_axis_choice){"n", "1"}, (struct ga_axis_choice){"op", "cas"},
            "made_up: no combination");
    refused(GA_QUICK, (struct ga_axis_choice){"n", "5"}, (struct ga_axis_choice){"op", "cas"},
            "--axis n: '5'");
    refused(GA_QUICK, (struct ga_axis_choice){"n", "1"}, (struct ga_axis_choice){"op", "sub"},
            "--axis op: 'sub'");
}

static void order_is(uint64_t seed, const uint32_t *expected) {
    struct ga_plan plan = make(&example, GA_QUICK, NULL, 0, seed);
    assert_int_equal(plan.n_points, 7);
    for (uint32_t i = 0; i < 7; i++)
        assert_int_equal(plan.order[i], expected[i]);
    ga_plan_free(&plan);
}

/* Worked out apart from this program, from splitmix64 and Fisher-Yates. Runs of one seed must be
 * comparable with those of earlier versions, so these may not change. */
static void golden_order(void **state) {
    (void)state;
    static const uint32_t seed_1[] = {5, 6, 4, 3, 0, 1, 2}, seed_2[] = {3, 5, 6, 0, 1, 2, 4},
                          seed_0[] = {6, 3, 1, 5, 4, 0, 2};
    order_is(1, seed_1);
    order_is(2, seed_2);
    order_is(0, seed_0);
    order_is(1, seed_1); /* no state is left behind */
}

static void permutation(void **state) {
    (void)state;
    const struct ga_axis_choice all[] = {{"op", "all"}};
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct ga_plan plan = make(&example, GA_QUICK, all, 1, seed);
        uint32_t seen = 0;
        assert_int_equal(plan.n_points, 11);
        for (uint32_t i = 0; i < plan.n_points; i++)
            seen |= 1u << plan.order[i];
        assert_int_equal(seen, (1u << 11) - 1);
        ga_plan_free(&plan);
    }
}

/* Over 6000 seeds each point comes first about 6000 / 7 = 857 times; 6 standard deviations. */
static void unbiased(void **state) {
    (void)state;
    uint32_t first[7] = {0};
    for (uint64_t seed = 0; seed < 6000; seed++) {
        struct ga_plan plan = make(&example, GA_QUICK, NULL, 0, seed);
        first[plan.order[0]]++;
        ga_plan_free(&plan);
    }
    for (int i = 0; i < 7; i++)
        assert_in_range(first[i], 857 - 163, 857 + 163);
}

static void point_text_is_cut(void **state) {
    (void)state;
    const struct ga_point point = {{3, 2}};
    char text[8];
    assert_string_equal(ga_point_text(&example, &point, text, sizeof text), "n=3, op");
}

/* The recording of a profiler is read by it. */
static void label(void **state) {
    (void)state;
    const struct ga_point point = {{3, 1}};
    char text[64], cut[8];
    assert_string_equal(ga_label(&example, &point, text, sizeof text), "made_up n=3 op=cas");
    assert_string_equal(ga_label(&example, &point, cut, sizeof cut), "made_up");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_points),     cmocka_unit_test(presets),
        cmocka_unit_test(choices_replace),   cmocka_unit_test(usual_points),
        cmocka_unit_test(max_beside_others), cmocka_unit_test(without_valid),
        cmocka_unit_test(one_axis),          cmocka_unit_test(few_for_an_emulator),
        cmocka_unit_test(refusals),          cmocka_unit_test(golden_order),
        cmocka_unit_test(permutation),       cmocka_unit_test(unbiased),
        cmocka_unit_test(point_text_is_cut), cmocka_unit_test(label),
        cmocka_unit_test(also_on_a_gpu),
    };
    return cmocka_run_group_tests_name("plan", tests, NULL, NULL);
}
