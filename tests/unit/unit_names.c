/* Which name a mistyped one meant; long names, short. */
#include "check.h"

#include "names.h"
#include "short_name.h"

static const char *const commands[] = {"list", "devices", "run", "plot", "audit", NULL};

static void meant(const char *typed, const char *const *names, const char *expected) {
    const char *const near = ga_nearest(typed, names);
    if (!expected && near)
        fail_msg("'%s' suggests '%s', expected nothing", typed, near);
    if (expected && (!near || strcmp(near, expected) != 0))
        fail_msg("'%s' suggests '%s', expected '%s'", typed, near ? near : "", expected);
}

static void one_edit(void **state) {
    (void)state;
    meant("lists", commands, "list");     /* a letter too many */
    meant("devces", commands, "devices"); /* one missing */
    meant("rum", commands, "run");        /* another one */
}

static void two_edits(void **state) {
    (void)state;
    meant("polt", commands, "plot");
    meant("deviecs", commands, "devices");
}

/* Two letters that changed places, the commonest slip, even in a short name. */
static void swapped(void **state) {
    (void)state;
    meant("rnu", commands, "run");
}

static void exact(void **state) {
    (void)state;
    meant("run", commands, "run");
    assert_ptr_equal(ga_nearest("plot", commands), commands[3]); /* one of names, not a copy */
}

static void too_far(void **state) {
    (void)state;
    meant("zzz", commands, NULL);
    meant("xxxt", commands, NULL); /* 3 of 4 letters of list differ */
    meant("", commands, NULL);
}

/* Two edits of four or five letters make another word. */
static void other_words(void **state) {
    (void)state;
    static const char *const columns[] = {"warps", "stop", "variables", NULL};
    meant("words", columns, NULL);
    meant("scope", columns, NULL);
    meant("varaible", columns, "variables");
}

static void begins(void **state) {
    (void)state;
    static const char *const names[] = {"max_u32", "add_u32", "add_u64", NULL};
    meant("add", names, "add_u32");
    meant("max", names, "max_u32");
    meant("a", names, NULL);
    meant("u32", names, NULL);
    meant("add_u6", names, "add_u64"); /* fewer edits */
}

static void nearest_wins(void **state) {
    (void)state;
    static const char *const names[] = {"shared_latency", "shared_service", "shared_servile", NULL};
    meant("shraed_service", names, "shared_service");
    meant("shared_servile", names, "shared_servile");
    meant("shared_latenc", names, "shared_latency");
}

static void first_of_equals(void **state) {
    (void)state;
    static const char *const names[] = {"cat", "bat", NULL};
    meant("rat", names, "cat");
}

static void no_names(void **state) {
    (void)state;
    static const char *const none[] = {NULL};
    meant("run", none, NULL);
}

/* Longer than what is compared: still an answer, and nothing overruns. */
static void very_long(void **state) {
    (void)state;
    char name[300];
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    meant(name, commands, NULL);
    const char *const names[] = {name, NULL};
    assert_ptr_equal(ga_nearest(name, names), name);
}

static void cut_to(const char *name, const char *expected) {
    enum { MOST = 20 };
    char text[MOST + 1];
    ga_short_name(name, MOST, text);
    assert_string_equal(text, expected);
}

static void beginning_and_end(void **state) {
    (void)state;
    cut_to("kernel", "kernel");
    cut_to("exactly_twenty_chars", "exactly_twenty_chars");
    cut_to("templated_kernel<float, double>", "templated_.. double>");
    cut_to("void m::f<n::g>(int)", "f<n::g>(int)");
    cut_to("void m::(anonymous namespace)::f(n::g)", "f(n::g)");
    cut_to("program: m::f", "program: m::f");
    cut_to("m::", "m::");
}

/* One beside the other in the alphabet; equal names stay equal; one that is like no other keeps its end. */
static void told_apart(void **state) {
    (void)state;
    char *names[] = {"scatter<float, 4, Sum, true, false>", "scatter<float, 4, Max, true, false>",
                     "sort", "scatter<float, 4, Max, true, false>",
                     "gather<float, 4, Max, true, 1>"};
    enum { N = sizeof names / sizeof *names, MOST = 24 };
    char *const texts = ga_short_names(names, N, MOST);
    assert_non_null(texts);
    const char *const expected[N] = {"scatter<floa.. 4, Sum,..", "scatter<floa.. 4, Max,..", "sort",
                                     "scatter<floa.. 4, Max,..", "gather<float.., true, 1>"};
    for (size_t i = 0; i < N; i++)
        assert_string_equal(texts + i * (MOST + 1), expected[i]);
    free(texts);
}

/* What is cut off, or two namespaces, may be all that differs. */
static void numbered(void **state) {
    (void)state;
    char *names[] = {"a::sort<int>(int*)",
                     "b::sort<int>(int*)",
                     "a::sort<int>(int*)",
                     "reduce<512, 1, Sum<float>, true, float, 4>",
                     "reduce<512, 1, Sum<float>, true, half, 4>",
                     "reduce<512, 1, Max<float>, true, float, 4>",
                     "reduce<512, 1, Max<float>, true, half, 4>"};
    enum { N = sizeof names / sizeof *names, MOST = 24 };
    char *const texts = ga_short_names(names, N, MOST);
    assert_non_null(texts);
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < i; j++)
            assert_int_equal(strcmp(names[i], names[j]) == 0,
                             strcmp(texts + i * (MOST + 1), texts + j * (MOST + 1)) == 0);
    assert_string_equal(texts + MOST + 1, "sort<int>(int*)~2");
    free(texts);
}

/* Where names differ in two places, letters before the second tell them apart. */
static void twice_apart(void **state) {
    (void)state;
    char *names[] = {"coomm_kernel<Policy<float, 0>, 0, 0, int, int, float, float, float>",
                     "coomm_kernel<Policy<float, 0>, 1, 0, int, int, float, float, float>",
                     "coomm_kernel<Policy<double, 0>, 0, 0, int, int, double, double, double>",
                     "coomm_kernel<Policy<double, 0>, 1, 0, int, int, double, double, double>"};
    enum { N = sizeof names / sizeof *names, MOST = 30 };
    char *const texts = ga_short_names(names, N, MOST);
    assert_non_null(texts);
    const char *const expected[N] = {
        "coomm_kernel<Po..at, 0>, 0, ..", "coomm_kernel<Po..at, 0>, 1, ..",
        "coomm_kernel<Po..le, 0>, 0, ..", "coomm_kernel<Po..le, 0>, 1, .."};
    for (size_t i = 0; i < N; i++)
        assert_string_equal(texts + i * (MOST + 1), expected[i]);
    free(texts);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_edit),        cmocka_unit_test(two_edits),
        cmocka_unit_test(swapped),         cmocka_unit_test(exact),
        cmocka_unit_test(too_far),         cmocka_unit_test(other_words),
        cmocka_unit_test(begins),          cmocka_unit_test(nearest_wins),
        cmocka_unit_test(first_of_equals), cmocka_unit_test(no_names),
        cmocka_unit_test(very_long),       cmocka_unit_test(beginning_and_end),
        cmocka_unit_test(told_apart),      cmocka_unit_test(numbered),
        cmocka_unit_test(twice_apart),
    };
    return cmocka_run_group_tests_name("names", tests, NULL, NULL);
}
