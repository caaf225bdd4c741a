/* <id>.csv: rows out and in again. */
#include "check.h"

#include <math.h>

#include "example.h"
#include "names.h"
#include "table.h"

static struct ga_plan plan;
static struct ga_table table, back;

static int set_up(void **state) {
    (void)state;
    return ga_plan_make(&example, &example_limits, GA_PAPER, NULL, 0, 1, &plan, NULL) ||
           ga_table_make(&plan, &table, NULL) || ga_table_make(&plan, &back, NULL);
}

static int tear_down(void **state) {
    (void)state;
    ga_table_free(&table);
    ga_table_free(&back);
    ga_plan_free(&plan);
    return 0;
}

/* A row of 6 samples, 100 .. 200 cycles at 500 MHz: 2 ns a cycle. */
static void put(uint32_t i, enum ga_status status) {
    struct ga_summary s = {6, 100, 110, 125, 150, 200, 100, 200};
    const struct ga_work work = {40, 4, 1};
    ga_row_fill(&table.rows[i], &(struct ga_observation){.samples = status == GA_OK ? &s : NULL,
                                                         .work = work,
                                                         .sm_mhz = 500});
    table.rows[i].status = status;
    table.rows[i].is_measured = true;
    table.rows[i].instruction = "ADD, \"CAS\"";
    table.rows[i].native = "native";
    table.rows[i].stop = status == GA_OK ? "cap" : "";
    table.rows[i].message = status == GA_OK ? "" : "why";
}

static struct ga_runfile run; /* of which most tests have nothing */

static struct ga_work two_requests(const struct ga_limits *limits, const struct ga_point *point) {
    (void)limits;
    (void)point;
    return (struct ga_work){.ops = 8, .requests = 2};
}

static bool never(const struct ga_point *point, struct ga_point *other) {
    (void)point;
    (void)other;
    return false;
}

#define HEADER                                                                                     \
    "n,op,status,instruction,native,n_samples,n_visits,stop,median_cycles,q1_cycles,q3_cycles,"    \
    "ci_low_cycles,ci_high_cycles,min_cycles,max_cycles,median_ns,ops,requests,"                   \
    "cycles_per_request,rate_ops_per_s,rate_requests_per_s,sm_mhz,message\n"
#define CELLS_OK                                                                                   \
    ",\"ADD, \"\"CAS\"\"\",native,6,0,cap,125,110,150,100,200,100,200,250,40,4,31.25,160000000,"   \
    "16000000,500,\n"
#define CELLS_NOT_OK ",\"ADD, \"\"CAS\"\"\",native,0,0,,,,,,,,,,40,4,,,,,why\n"

/* 125 cycles are 250 ns; 40 operations in 250 ns are 160 million a second. */
static void golden(void **state) {
    (void)state;
    put(0, GA_OK);
    put(1, GA_WRONG);
    put(3, GA_OK);
    put(7, GA_TIMEOUT);
    assert_int_equal(ga_table_write(&table, "t.csv", NULL), GA_OK);
    assert_string_equal(ga_check_get("t.csv"),
                        HEADER "1,add,ok" CELLS_OK "1,\"min, or max\",wrong" CELLS_NOT_OK
                               "2,cas,ok" CELLS_OK "4,\"min, or max\",timeout" CELLS_NOT_OK);
    assert_int_equal(ga_table_count(&table, GA_OK), 2);
    assert_int_equal(ga_table_count(&table, GA_WRONG), 1);
    assert_int_equal(ga_table_count(&table, GA_ERROR), 0);
}

/* What was read and is written again is the same file, less the rows that are no result. */
static void round_trip(void **state) {
    (void)state;
    uint32_t n_read = 99;
    put(0, GA_OK);
    put(1, GA_WRONG);
    put(2, GA_UNSUPPORTED);
    put(4, GA_ERROR);
    put(5, GA_TIMEOUT);
    put(7, GA_OK);
    assert_int_equal(ga_table_write(&table, "r.csv", NULL), GA_OK);
    assert_int_equal(ga_table_read(&back, &run, "r.csv", &n_read, NULL), GA_OK);
    assert_int_equal(n_read, 4);
    assert_false(back.rows[3].is_measured);
    assert_false(back.rows[4].is_measured);
    assert_false(back.rows[5].is_measured);
    assert_int_equal(back.rows[1].status, GA_WRONG);
    assert_string_equal(back.rows[1].message, "why");
    assert_true(isnan(back.rows[1].median_cycles));
    assert_true(back.rows[7].median_ns == 250 && back.rows[7].ops == 40);
    assert_int_equal(ga_table_write(&back, "again.csv", NULL), GA_OK);
    assert_string_equal(ga_check_get("again.csv"),
                        HEADER "1,add,ok" CELLS_OK "1,\"min, or max\",wrong" CELLS_NOT_OK
                               "2,add,unsupported" CELLS_NOT_OK "4,\"min, or max\",ok" CELLS_OK);
}

static void any_order_and_none(void **state) {
    (void)state;
    uint32_t n_read = 99;
    ga_check_put("o.csv", HEADER "4,add,ok" CELLS_OK "1,add,ok" CELLS_OK "2,cas,ok" CELLS_OK);
    assert_int_equal(ga_table_read(&back, &run, "o.csv", &n_read, NULL), GA_OK);
    assert_int_equal(n_read, 3);
    assert_int_equal(ga_table_count(&back, GA_OK), 3);
    ga_check_put("o.csv", HEADER);
    assert_int_equal(ga_table_read(&back, &run, "o.csv", &n_read, NULL), GA_OK);
    assert_int_equal(n_read, 0);
}

static void without_clock(void **state) {
    (void)state;
    put(0, GA_OK);
    struct ga_summary s = {2, 0, 0, 0, 0, 0, NAN, NAN};
    ga_row_fill(&table.rows[0],
                &(struct ga_observation){.samples = &s, .work = {1, 1, 1}, .sm_mhz = NAN});
    assert_int_equal(ga_table_write(&table, "w.csv", NULL), GA_OK);
    assert_contains(ga_check_get("w.csv"), ",2,0,cap,0,0,0,,,0,0,,1,1,0,,,,\n");
}

static void refuses(const char *text, const char *message) {
    struct ga_err err = {""};
    uint32_t n_read = 0;
    ga_check_put("bad.csv", text);
    if (ga_table_read(&back, &run, "bad.csv", &n_read, &err) != GA_USAGE)
        fail_msg("not refused; expected \"%s\"", message);
    assert_contains(err.message, message);
}

static void bad_header(void **state) {
    (void)state;
    refuses("", "bad.csv:1: ");
    refuses("n,op,status\n", "bad.csv:1: 3 columns, expected 23");
    refuses("m" HEADER, "bad.csv:1: column 1 is 'mn', expected 'n'");
    refuses("n,scope,stat" HEADER, "bad.csv:1: ");
}

static void bad_rows(void **state) {
    (void)state;
    refuses(HEADER "1,add,ok\n", "bad.csv:2: 3 fields, expected 23");
    refuses(HEADER "1,add,ok" CELLS_OK "2,add,ok,x" CELLS_OK, "bad.csv:3: 24 fields, expected 23");
    refuses(HEADER "1,add,ok,ADD", "bad.csv:2: the last line is cut short");
    refuses(HEADER "x,add,ok" CELLS_OK, "bad.csv:2: n is 'x'");
    refuses(HEADER "1,sub,ok" CELLS_OK, "bad.csv:2: op is 'sub'");
    refuses(HEADER "1,add,fine" CELLS_OK, "bad.csv:2: status is 'fine', expected ok, wrong");
    refuses(HEADER "1,add," CELLS_OK, "bad.csv:2: status is ''");
    refuses(HEADER "1,add,usage" CELLS_OK, "bad.csv:2: status is 'usage'");
    refuses(HEADER "3,add,ok" CELLS_OK, "bad.csv:2: n=3, op=add is no point of this run");
    refuses(HEADER "1,cas,ok" CELLS_OK, "bad.csv:2: n=1, op=cas is no point of this run");
}

static void bad_numbers(void **state) {
    (void)state;
    static const char *const cells[][2] = {
        {"1.5,0,cap,125,", "n_samples is '1.5', expected a number"},
        {",0,cap,125,", "n_samples is ''"},
        {"6,0,cap,12x,", "median_cycles is '12x', expected a number"},
        {"6,0,cap, ,", "median_cycles is ' '"},
        {"99999999999999999999,0,cap,125,", "n_samples is '99999999999999999999'"},
    };
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        char text[2048];
        snprintf(text, sizeof text,
                 HEADER "1,add,ok,ADD,native,%s110,150,100,200,100,200,250,"
                        "40,4,31.25,160000000,16000000,500,\n",
                 cells[i][0]);
        refuses(text, cells[i][1]);
    }
}

/* There is no negative count; read as unsigned it would be a huge one. */
static void negative_count(void **state) {
    (void)state;
    refuses(HEADER "1,add,ok,ADD,native,-6,0,cap,125,110,150,100,200,100,200,250,"
                   "40,4,31.25,160000000,16000000,500,\n",
            "bad.csv:2: n_samples is '-6'");
}

/* A point that stands twice is one point, so what is missing is still missing. */
static void row_twice(void **state) {
    (void)state;
    struct ga_err err = {""};
    uint32_t n_read = 0;
    ga_check_put("d.csv", HEADER "1,add,ok" CELLS_OK "1,add,ok" CELLS_OK);
    const enum ga_status status = ga_table_read(&back, &run, "d.csv", &n_read, &err);
    if (status == GA_USAGE)
        assert_contains(err.message, "d.csv:3");
    else
        assert_int_equal(n_read, 1);
}

static void files(void **state) {
    (void)state;
    struct ga_err err = {""};
    uint32_t n_read = 0;
    assert_int_equal(ga_table_read(&back, &run, "missing.csv", &n_read, &err), GA_FILE);
    assert_contains(err.message, "missing.csv");
    assert_int_equal(ga_table_write(&table, "nowhere/t.csv", &err), GA_FILE);
    assert_contains(err.message, "nowhere/t.csv");
}

/* What a benchmark counts stands behind the columns, of any status, and is read again. */
static void tallies(void **state) {
    (void)state;
    static const struct ga_tally two[] = {{"found", "", "", GA_SUM}, {"wait_ns", "ns", "", GA_MAX}};
    struct ga_bench counting = *plan.bench;
    const struct ga_bench *const before = plan.bench;
    uint32_t n_read = 0;
    const double numbers[GA_MAX_TALLIES] = {123456789012, 0.5};
    counting.tallies = two;
    counting.n_tallies = 2;
    plan.bench = &counting;
    put(0, GA_WRONG);
    ga_row_fill(&table.rows[0], &(struct ga_observation){.tallies = numbers});
    put(2, GA_UNSUPPORTED);
    assert_int_equal(ga_table_write(&table, "y.csv", NULL), GA_OK);
    assert_contains(ga_check_get("y.csv"), "sm_mhz,message,found,wait_ns\n");
    assert_contains(ga_check_get("y.csv"), ",why,123456789012,0.5\n");
    assert_contains(ga_check_get("y.csv"), ",why,,\n");
    assert_int_equal(ga_table_read(&back, &run, "y.csv", &n_read, NULL), GA_OK);
    assert_true(back.rows[0].tally[0] == 123456789012 && back.rows[0].tally[1] == 0.5);
    assert_true(isnan(back.rows[2].tally[0]));
    refuses(HEADER, "bad.csv:1: 23 columns, expected 25");
    plan.bench = before;
}

/* A table has the columns that its benchmark can fill, and what it has is read again. */
static void columns_of_a_benchmark(void **state) {
    (void)state;
    struct ga_bench bench = example;
    const struct ga_bench *const before = plan.bench;
    uint32_t n_read = 0;
    plan.bench = &bench;
    bench.brief = true;
    put(0, GA_OK);
    assert_int_equal(ga_table_write(&table, "c.csv", NULL), GA_OK);
    assert_contains(ga_check_get("c.csv"),
                    "stop,median_cycles,ci_low_cycles,ci_high_cycles,sm_mhz,message\n"
                    "1,add,ok,\"ADD, \"\"CAS\"\"\",native,6,0,cap,125,100,200,500,\n");
    assert_int_equal(ga_table_read(&back, &run, "c.csv", &n_read, NULL), GA_OK);
    bench.work = two_requests;
    ga_table_complete(&back, &example_limits);
    assert_true(back.rows[0].median_ns == 250 && back.rows[0].cycles_per_request == 62.5 &&
                back.rows[0].rate_ops_per_s == 8 / 250e-9);
    bench.brief = false;
    bench.timer = GA_TICKS;
    bench.threads = true;
    bench.load_axis = bench.slope_axis = bench.length_axis = "n";
    bench.reference = never;
    assert_int_equal(ga_table_write(&table, "c.csv", NULL), GA_OK);
    assert_contains(
        ga_check_get("c.csv"),
        "stop,median_cycles,median_ns,q1_ns,q3_ns,ci_low_ns,ci_high_ns,min_ns,max_ns,ops,");
    assert_contains(
        ga_check_get("c.csv"),
        "sm_mhz,access_ns,access_ci_low_ns,access_ci_high_ns,access_min_ns,access_max_ns,"
        "fairness,load_gain,saturation,steady_ops_per_s,price,slope_ns,slope_error_ns,message\n");
    assert_contains(ga_check_get("c.csv"), ",125,250,220,300,200,400,200,400,40,4,");
    plan.bench = before;
}

static void interned(void **state) {
    (void)state;
    char text[8] = "once";
    const char *const first = ga_intern(text);
    assert_ptr_not_equal(first, text);
    assert_ptr_equal(ga_intern("once"), first);
    memcpy(text, "more", 5);
    assert_string_equal(ga_intern(text), "more");
    assert_string_equal(first, "once");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(golden),
        TEST(round_trip),
        TEST(any_order_and_none),
        TEST(without_clock),
        TEST(bad_header),
        TEST(bad_rows),
        TEST(bad_numbers),
        TEST(negative_count),
        TEST(row_twice),
        TEST(files),
        TEST(interned),
        TEST(tallies),
        TEST(columns_of_a_benchmark),
    };
    return cmocka_run_group_tests_name("table", tests, ga_check_enter, ga_check_leave);
}
