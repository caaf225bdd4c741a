/* The syntax of --axis. */
#include "check.h"

#include "axis.h"

static void one_to_64(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    (void)limits;
    *first = 1;
    *last = 64;
}

/* What a range may depend on, and one that begins below 0. */
static void by_warps(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    *first = -2;
    *last = (int32_t)limits->warps_per_sm;
}

static const char *const labels[] = {"dependent", "independent", "unused", NULL};
static const struct ga_limits limits = {.warps_per_sm = 8};
static const struct ga_axis n = {.name = "n", .range = one_to_64};
static const struct ga_axis c = {.name = "c", .range = by_warps};
static const struct ga_axis regime = {.name = "regime", .labels = labels};

/* The values as text: "1 2 4". */
static const char *parsed_with(const struct ga_axis *axis, const char *text, bool clip) {
    static char list[1024];
    struct ga_values values = {NULL, 0, false};
    struct ga_err err = {""};
    if (ga_axis_parse(axis, &limits, text, clip, &values, &err) != GA_OK)
        fail_msg("%s=%s: %s", axis->name, text, err.message);
    assert_string_equal(err.message, "");
    *list = '\0';
    for (uint32_t i = 0; i < values.n; i++) {
        const size_t at = strlen(list);
        snprintf(list + at, sizeof list - at, "%s%d", i ? " " : "", (int)values.at[i]);
    }
    free(values.at);
    return list;
}
static const char *parsed(const struct ga_axis *axis, const char *text) {
    return parsed_with(axis, text, false);
}

static void refuses(const struct ga_axis *axis, const char *text, const char *const *parts) {
    struct ga_values values = {(int32_t *)&values, 12345, false};
    struct ga_err err = {""};
    if (ga_axis_parse(axis, &limits, text, false, &values, &err) != GA_USAGE)
        fail_msg("%s=%s was not refused", axis->name, text);
    assert_true(values.at == (int32_t *)&values && values.n == 12345); /* untouched */
    for (; *parts; parts++)
        assert_contains(err.message, *parts);
}
#define REFUSES(axis, text, ...) refuses(&(axis), text, (const char *const[]){__VA_ARGS__, NULL})

/* As in a preset: what a device does not allow is the nearest that it does. */
static void clipped(void **state) {
    (void)state;
    assert_string_equal(parsed_with(&n, "2048", true), "64");
    assert_string_equal(parsed_with(&n, "0,7", true), "1 7");
    assert_string_equal(parsed_with(&n, "16..256*2", true), "16 32 64");
    assert_string_equal(parsed_with(&n, "1,2048,4096", true), "1 64");
    assert_string_equal(parsed_with(&n, "80..90", true), "64");
    assert_string_equal(parsed_with(&regime, "unused", true), "2");
}

static void single_values(void **state) {
    (void)state;
    assert_string_equal(parsed(&n, "7"), "7");
    assert_string_equal(parsed(&n, "1"), "1");
    assert_string_equal(parsed(&n, "64"), "64");
    assert_string_equal(parsed(&n, "max"), "64");
    assert_string_equal(parsed(&c, "-1"), "-1");
    assert_string_equal(parsed(&c, "max"), "8");
}

static void lists(void **state) {
    (void)state;
    assert_string_equal(parsed(&n, "1,2,8"), "1 2 8");
    assert_string_equal(parsed(&n, "8,1,max,2"), "1 2 8 64"); /* ascending */
    assert_string_equal(parsed(&n, "3,3,1..4,3"), "1 2 3 4"); /* each once */
}

static void ranges(void **state) {
    (void)state;
    assert_string_equal(parsed(&n, "1..5"), "1 2 3 4 5");
    assert_string_equal(parsed(&n, "62..max"), "62 63 64");
    assert_string_equal(parsed(&n, "5..5"), "5");
    assert_string_equal(parsed(&n, "max..max"), "64");
    assert_string_equal(parsed(&c, "-2..2"), "-2 -1 0 1 2");
    assert_string_equal(parsed(&c, "all"), "-2 -1 0 1 2 3 4 5 6 7 8");
    assert_string_equal(parsed(&c, "all,3"), parsed(&c, "all"));
}

static void steps(void **state) {
    (void)state;
    assert_string_equal(parsed(&n, "8..40+8"), "8 16 24 32 40");
    assert_string_equal(parsed(&n, "1..20+8"), "1 9 17"); /* a step adds no last value */
    assert_string_equal(parsed(&n, "1..3+100"), "1");
    assert_string_equal(parsed(&n, "1..max+2147483647"), "1"); /* beyond int32_t */
    assert_string_equal(parsed(&c, "-2..8+5"), "-2 3 8");
}

static void factors(void **state) {
    (void)state;
    assert_string_equal(parsed(&n, "1..64*2"), "1 2 4 8 16 32 64");
    assert_string_equal(parsed(&n, "1..max*2"), "1 2 4 8 16 32 64");
    assert_string_equal(parsed(&n, "1..48*2"), "1 2 4 8 16 32 48"); /* and the last */
    assert_string_equal(parsed(&n, "3..50*3"), "3 9 27 50");
    assert_string_equal(parsed(&n, "5..7*2147483647"), "5 7");
    assert_string_equal(parsed(&c, "0,1..max*2"), "0 1 2 4 8");
}

static void label_values(void **state) {
    (void)state;
    assert_string_equal(parsed(&regime, "dependent"), "0");
    assert_string_equal(parsed(&regime, "unused,dependent"), "0 2");
    assert_string_equal(parsed(&regime, "all"), "0 1 2");
    assert_string_equal(parsed(&regime, "independent..unused"), "1 2");
}

static void out_of_range(void **state) {
    (void)state;
    REFUSES(n, "0", "--axis n", "'0'", "1 .. 64");
    REFUSES(n, "65", "--axis n", "'65'", "1 .. 64");
    REFUSES(n, "1,2,9999", "'9999'", "1 .. 64");
    REFUSES(n, "1..65", "'1..65'", "1 .. 64");
    REFUSES(n, "0..4", "'0..4'", "1 .. 64");
    REFUSES(n, "5..4", "'5..4' goes backwards", "1 .. 64");
    REFUSES(c, "-3", "--axis c", "'-3'", "-2 .. 8");
    REFUSES(c, "9", "'9'", "-2 .. 8");
    REFUSES(regime, "unused..dependent", "'unused..dependent'", "dependent, independent, unused");
}

static void no_values(void **state) {
    (void)state;
    REFUSES(n, "", "--axis n", "no value;", "1 .. 64");
    REFUSES(n, "x", "--axis n", "'x'", "1 .. 64");
    REFUSES(n, "1,,2", "''", "1 .. 64");
    REFUSES(n, "1,", "''");
    REFUSES(n, "1..x", "'1..x'", "1 .. 64");
    REFUSES(n, "..4", "'..4'");
    REFUSES(n, "4..", "'4..'");
    REFUSES(n, "1..4..8", "'1..4..8'");
    REFUSES(n, "1.5", "'1.5'");
    REFUSES(n, "3x", "'3x'");
    REFUSES(n, "99999999999999999999", "'99999999999999999999'");
    REFUSES(n, "4294967297", "'4294967297'"); /* 1 in 32 bits */
    REFUSES(n, "all..3", "'all..3'");
}

static void bad_steps(void **state) {
    (void)state;
    REFUSES(n, "1..8+", "'1..8+'", "1 .. 64");
    REFUSES(n, "1..8*", "'1..8*'");
    REFUSES(n, "1..8+0", "'1..8+0'");
    REFUSES(n, "1..8*1", "'1..8*1'"); /* would never end */
    REFUSES(n, "1..8+-1", "'1..8+-1'");
    REFUSES(n, "1..8+2x", "'1..8+2x'");
    REFUSES(n, "1..8+9999999999", "'1..8+9999999999'");
    REFUSES(n, "7+2", "'7+2'");
    REFUSES(c, "0..8*2", "--axis c", "'0..8*2'", "0"); /* 0 does not grow */
    REFUSES(c, "-1..8*2", "'-1..8*2'");
}

static void bad_labels(void **state) {
    (void)state;
    REFUSES(regime, "dependant", "--axis regime", "'dependant'", "dependent, independent, unused",
            "did you mean 'dependent'?");
    REFUSES(regime, "unsued", "did you mean 'unused'?");
    REFUSES(regime, "0", "'0'", "dependent, independent, unused"); /* not by number */
    REFUSES(regime, "max", "'max'");
    REFUSES(regime, "", "dependent, independent, unused");
}

/* The part that is wrong is the one to correct. */
static void bad_second_label(void **state) {
    (void)state;
    REFUSES(regime, "dependent..unusd", "did you mean 'unused'?");
}

/* A word that is near no label gets no suggestion. */
static void no_suggestion(void **state) {
    (void)state;
    struct ga_values values = {NULL, 0, false};
    struct ga_err err = {""};
    assert_int_equal(ga_axis_parse(&regime, &limits, "zzz", false, &values, &err), GA_USAGE);
    assert_null(strstr(err.message, "did you mean"));
}

static void long_item(void **state) {
    (void)state;
    char text[2000];
    memset(text, '7', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    REFUSES(n, text, "--axis n", "1 .. 64");
}

static void coordinates(void **state) {
    (void)state;
    char text[16];
    int32_t value = 77;
    assert_string_equal(ga_axis_text(&n, 42, text, sizeof text), "42");
    assert_string_equal(ga_axis_text(&c, -2, text, sizeof text), "-2");
    assert_string_equal(ga_axis_text(&regime, 2, text, sizeof text), "unused");
    assert_true(ga_axis_value(&regime, "independent", &value) && value == 1);
    assert_true(ga_axis_value(&n, "-5", &value) && value == -5); /* no range here */
    assert_false(ga_axis_value(&regime, "1", &value));
    assert_false(ga_axis_value(&n, "", &value));
    assert_false(ga_axis_value(&n, "5 ", &value));
    assert_false(ga_axis_value(&n, "2147483648", &value));
    assert_int_equal(value, -5);
}

static void device_range(void **state) {
    (void)state;
    int32_t first = 9, last = 9;
    ga_axis_range(&regime, &limits, &first, &last);
    assert_true(first == 0 && last == 2);
    ga_axis_range(&c, &limits, &first, &last);
    assert_true(first == -2 && last == 8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clipped),
        cmocka_unit_test(single_values),
        cmocka_unit_test(lists),
        cmocka_unit_test(ranges),
        cmocka_unit_test(steps),
        cmocka_unit_test(factors),
        cmocka_unit_test(label_values),
        cmocka_unit_test(out_of_range),
        cmocka_unit_test(no_values),
        cmocka_unit_test(bad_steps),
        cmocka_unit_test(bad_labels),
        cmocka_unit_test(no_suggestion),
        cmocka_unit_test(bad_second_label),
        cmocka_unit_test(long_item),
        cmocka_unit_test(coordinates),
        cmocka_unit_test(device_range),
    };
    return cmocka_run_group_tests_name("axis", tests, NULL, NULL);
}
