/* run.csv. */
#include "check.h"

#include "runfile.h"

static struct ga_runfile file, back; /* large */

static int clear(void **state) {
    (void)state;
    memset(&file, 0, sizeof file);
    memset(&back, 0, sizeof back);
    return 0;
}

static void set_and_get(void **state) {
    (void)state;
    assert_null(ga_runfile_get(&file, "status"));
    ga_runfile_set(&file, "status", "%s", "started");
    ga_runfile_set(&file, "seed", "%d", 7);
    ga_runfile_set(&file, "status", "%s", "complete");
    assert_int_equal(file.n, 2); /* set twice, one line, in its old place */
    assert_string_equal(file.key[0], "status");
    assert_string_equal(ga_runfile_get(&file, "status"), "complete");
    assert_string_equal(ga_runfile_get(&file, "seed"), "7");
}

static void removed(void **state) {
    (void)state;
    ga_runfile_set(&file, "a", "1");
    ga_runfile_set(&file, "b", "2");
    ga_runfile_set(&file, "c", "3");
    ga_runfile_remove(&file, "none");
    assert_int_equal(file.n, 3);
    ga_runfile_remove(&file, "b");
    ga_runfile_remove(&file, "b");
    assert_int_equal(file.n, 2);
    assert_null(ga_runfile_get(&file, "b"));
    assert_string_equal(file.key[1], "c");
    assert_string_equal(file.value[1], "3");
    ga_runfile_remove(&file, "c");
    ga_runfile_remove(&file, "a");
    assert_int_equal(file.n, 0);
}

static void set_shorter(void **state) {
    (void)state;
    ga_runfile_set(&file, "status", "interrupted");
    ga_runfile_set(&file, "status", "%s", "");
    assert_string_equal(ga_runfile_get(&file, "status"), "");
}

static void numbers(void **state) {
    (void)state;
    ga_runfile_set(&file, "wall_s", "%.3f", 1.25);
    ga_runfile_set(&file, "name", "%s", "x");
    assert_true(ga_runfile_number(&file, "wall_s") == 1.25);
    assert_true(ga_runfile_number(&file, "name") == 0);
    assert_true(ga_runfile_number(&file, "none") == 0);
}

static void repeated_keys(void **state) {
    (void)state;
    ga_runfile_add(&file, "argument", "--axis");
    ga_runfile_add(&file, "argument", "n=1,2");
    ga_runfile_add(&file, "argument", "--axis");
    assert_int_equal(file.n, 3);
    assert_string_equal(ga_runfile_get(&file, "argument"), "--axis"); /* the first */
    assert_string_equal(file.value[1], "n=1,2");
}

/* What has a meaning in CSV comes back as it was, and in the same order. */
static void round_trip(void **state) {
    (void)state;
    static const char *const values[] = {"plain", "n=1,2", "say \"hi\"", "two\nlines",
                                         "",      " x ",   "a\rb"};
    enum { N = sizeof values / sizeof *values };
    for (size_t i = 0; i < N; i++)
        ga_runfile_add(&file, "argument", values[i]);
    ga_runfile_set(&file, "status", "complete");
    assert_int_equal(ga_runfile_write(&file, "run.csv", NULL), GA_OK);
    ga_runfile_set(&back, "left", "over"); /* reading begins anew */
    assert_int_equal(ga_runfile_read(&back, "run.csv", NULL), GA_OK);
    assert_int_equal(back.n, N + 1);
    for (size_t i = 0; i < N; i++)
        assert_string_equal(back.value[i], values[i]);
    assert_string_equal(ga_runfile_get(&back, "status"), "complete");
    assert_null(ga_runfile_get(&back, "left"));
}

static void as_bytes(void **state) {
    (void)state;
    ga_runfile_set(&file, "status", "complete");
    ga_runfile_add(&file, "argument", "n=1,2");
    assert_int_equal(ga_runfile_write(&file, "run.csv", NULL), GA_OK);
    assert_string_equal(ga_check_get("run.csv"),
                        "key,value\nstatus,complete\nargument,\"n=1,2\"\n");
}

static void refuses(const char *text, enum ga_status expected, const char *message) {
    struct ga_err err = {""};
    ga_check_put("bad.csv", text);
    assert_int_equal(ga_runfile_read(&back, "bad.csv", &err), expected);
    assert_contains(err.message, message);
}

static void bad_files(void **state) {
    (void)state;
    struct ga_err err = {""};
    refuses("key,value\nstatus\n", GA_USAGE, "bad.csv:2: 1 fields");
    refuses("key,value\nseed,1\na,b,c\n", GA_USAGE, "bad.csv:3: 3 fields");
    refuses("key,value\nstatus,comp", GA_USAGE, "bad.csv:2: the last line is cut short");
    refuses("key,value\nstatus,\"comp\n", GA_USAGE, "bad.csv:2");
    assert_int_equal(ga_runfile_read(&back, "missing.csv", &err), GA_FILE);
    assert_contains(err.message, "missing.csv");
}

static void cannot_write(void **state) {
    (void)state;
    struct ga_err err = {""};
    assert_int_equal(ga_runfile_write(&file, "nowhere/run.csv", &err), GA_FILE);
    assert_contains(err.message, "nowhere/run.csv");
}

/* More lines and longer values than there is room for: values are cut, and a file without some of its lines is not
 * written, wherever the lines came from. */
static void limits(void **state) {
    (void)state;
    struct ga_err err = {""};
    char text[GA_VALUE + 100];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    for (int i = 0; i < GA_RUNFILE_MOST + 5; i++)
        ga_runfile_add(&file, text, text);
    assert_int_equal(file.n, GA_RUNFILE_MOST);
    assert_int_equal(strlen(file.key[GA_RUNFILE_MOST - 1]), GA_KEY - 1);
    assert_int_equal(strlen(file.value[GA_RUNFILE_MOST - 1]), GA_VALUE - 1);
    assert_int_equal(ga_runfile_write(&file, "cut.csv", &err), GA_FILE);
    assert_string_equal(err.message, "cut.csv: 5 lines more than its 2048");
    assert_int_not_equal(access("cut.csv", F_OK), 0);
}

static void too_many_to_read(void **state) {
    (void)state;
    struct ga_err err = {""};
    FILE *const out = fopen("long.csv", "w");
    assert_non_null(out);
    fputs("key,value\n", out);
    for (int i = 0; i < GA_RUNFILE_MOST + 1; i++)
        fprintf(out, "argument,%d\n", i);
    fclose(out);
    assert_int_equal(ga_runfile_read(&file, "long.csv", &err), GA_OK);
    assert_int_equal(ga_runfile_write(&file, "cut.csv", &err), GA_FILE);
    assert_string_equal(err.message, "cut.csv: 1 lines more than its 2048");
    ga_check_put("short.csv", "key,value\nseed,1\n");
    assert_int_equal(ga_runfile_read(&file, "short.csv", &err), GA_OK);
    assert_int_equal(ga_runfile_write(&file, "back.csv", &err), GA_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(removed, clear),          cmocka_unit_test_setup(set_and_get, clear),
        cmocka_unit_test_setup(set_shorter, clear),      cmocka_unit_test_setup(numbers, clear),
        cmocka_unit_test_setup(repeated_keys, clear),    cmocka_unit_test_setup(round_trip, clear),
        cmocka_unit_test_setup(as_bytes, clear),         cmocka_unit_test_setup(bad_files, clear),
        cmocka_unit_test_setup(cannot_write, clear),     cmocka_unit_test_setup(limits, clear),
        cmocka_unit_test_setup(too_many_to_read, clear),
    };
    return cmocka_run_group_tests_name("runfile", tests, ga_check_enter, ga_check_leave);
}
