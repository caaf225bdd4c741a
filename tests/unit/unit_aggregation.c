/* The rules of the findings on global_aggregation, on a small table whose answers are known. */
#include "found.h"

static void header(void) {
    begin("method,bins,copies,input,skew,keys,status,instruction,median_ns,rate_ops_per_s");
}
static void row(const char *method, int bins, int copies, const char *input, int keys,
                double rate) {
    add("%s,%d,%d,%s,%d,%d,ok,RED,100,%g\n", method, bins, copies, input,
        strcmp(input, "zipf") == 0 ? 100 : 0, keys, rate);
}

/* plain: 1, 4, 16 at 1, 16, 256 bins; match: 16, 4.1, 1, which is as fast as plain at 16 bins and crosses it where
 * both are 4, at 16; shared: 50, its faster copies, where it fits; a way that the program does not have is one, too. */
static void crossings(void **state) {
    (void)state;
    header();
    for (int i = 0; i < 3; i++) {
        const int bins = 1 << 4 * i;
        row("plain", bins, 1, "uniform", 1024, 1 << 2 * i);
        row("match", bins, 1, "uniform", 1024, i == 1 ? 4.1 : 16 >> 2 * i);
        row("plain", bins, 1, "zipf", 1024, 10);
        row("match", bins, 1, "zipf", 1024, i < 2 ? 20 : 10.2);
        row("match", bins, 1, "uniform", 512, 1000);
    }
    row("shared", 1, 1, "uniform", 1024, 30);
    row("shared", 1, 4, "uniform", 1024, 50);
    row("shared", 1, 8, "uniform", 1024, 40);
    row("thought", 16, 1, "uniform", 1024, 2);
    row("plain", 1, 1, "clustered", 512, 1);
    ga_check_put("global_aggregation.csv", text);
    find();
    is("aggregation.uniform.fastest.1.shared", 50);
    is("aggregation.uniform.fastest.16.plain", 4);
    is("aggregation.uniform.fastest.16.match", 4.1);
    is("aggregation.uniform.fastest.256.plain", 16);
    assert_false(has("aggregation.uniform.fastest.256.match"));
    is("aggregation.uniform.match_over_plain.1", 16);
    is("aggregation.uniform.shared_over_plain.1", 50);
    assert_false(has("aggregation.uniform.shared_over_plain.16"));
    is("aggregation.uniform.thought_over_plain.16", 0.5);
    assert_false(has("aggregation.uniform.plain_over_plain.1"));
    is("aggregation.uniform.match_to_plain.1", 16);
    assert_false(has("aggregation.uniform.match_to_plain.2"));
    assert_false(has("aggregation.zipf_100.match_to_plain.1"));
    assert_contains(found.text,
                    "of the 16 points with the most keys, 1024 (other rows, left out: 4)");
    assert_contains(found.text, "uniform: 1: shared (50 /s); 16: match plain (4.1 /s); 256: plain");
    assert_contains(found.text, "zipf_100: 1: match (20 /s); 16: match (20 /s); 256: match plain");
    assert_contains(found.text, "    uniform: match to plain at 16 bins\n");
    assert_contains(found.text, "    zipf_100: none\n");
    assert_null(strstr(found.text, "clustered"));
    assert_contains(found.text, "global_locality: no such table there, skipped");
}

/* A way that comes back crosses twice; what was not measured is no lead. */
static void again(void **state) {
    (void)state;
    static const double plain[] = {1, 4, 1, 1}, ballot[] = {4, 1, 0, 4};
    header();
    for (int i = 0; i < 4; i++) {
        row("plain", 1 << 2 * i, 1, "one", 1024, plain[i]);
        if (ballot[i] > 0)
            row("ballot", 1 << 2 * i, 1, "one", 1024, ballot[i]);
    }
    ga_check_put("global_aggregation.csv", text);
    find();
    is("aggregation.one.ballot_to_plain.1", 2);
    is("aggregation.one.plain_to_ballot.2", 16);
    assert_contains(found.text, "one: ballot to plain at 2, plain to ballot at 16 bins\n");
}

static void not_a_number(void **state) {
    (void)state;
    header();
    add("plain,many,1,one,0,1024,ok,RED,100,1\n");
    ga_check_put("global_aggregation.csv", text);
    refused("global_aggregation.csv:2: status is ok and bins is 'many', expected a number above 0");
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(crossings, clean),
        cmocka_unit_test_teardown(again, clean),
        cmocka_unit_test_teardown(not_a_number, clean),
    };
    return cmocka_run_group_tests_name("aggregation", tests, ga_check_enter, ga_check_leave);
}
