/* The readers of profilers' CSV: numbers of every locale, and each form of file. */
#include "check.h"

#include <math.h>

#include "counters.h"

static void numbers(void **state) {
    (void)state;
    static const struct {
        const char *text;
        bool percent;
        double value; /* NaN: refused */
    } known[] = {
        {"0", false, 0},
        {"1234", false, 1234},
        {"1,234,567", false, 1234567},
        {"1.234.567", false, 1234567},
        {"1,234.56", false, 1234.56},
        {"1.234,56", false, 1234.56},
        {"1,234", false, 1234},
        {"1.234", false, 1234},
        {"1 234 567", false, 1234567},
        {"1\xc2\xa0"
         "234,5",
         false, 1234.5},
        {"1\xe2\x80\xaf"
         "234",
         false, 1234},
        {"1'234'567.8", false, 1234567.8},
        {"1\xe2\x80\x99"
         "234",
         false, 1234},
        {"1_234", false, 1234},
        {"62.15", true, 62.15},
        {"62,15", true, 62.15},
        {"6,389.74", true, 6389.74},
        {"1.234", true, 1.234},
        {"1,234", true, 1.234},
        {"0.123", false, 0.123},
        {"1234.000000", false, 1234},
        {"1.5e+06", false, 1.5e6},
        {"2E3", false, 2000},
        {"75.10%", true, 75.1},
        {"-5", false, -5},
        {"4,194,304.33", false, 4194304.33},
        {"", false, NAN},
        {"x", false, NAN},
        {"12x", false, NAN},
        {"1,23,4", false, NAN},
        {"1,2345,678", false, NAN},
        {"1.2.3", false, NAN},
        {"--1", false, NAN},
        {"1e", false, NAN},
        {"1e999", false, NAN},
        {",5", false, NAN},
        {"0x10", false, NAN},
        {"inf", false, NAN},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        double x = NAN;
        const bool ok = ga_counters_number(known[i].text, known[i].percent, &x);
        if (ok != !isnan(known[i].value) || (ok && fabs(x - known[i].value) > 1e-9 * fabs(x)))
            fail_msg("'%s' reads as %s %g", known[i].text, ok ? "ok" : "refused", x);
    }
}

/* in: a file's text. out: its launches, and the outcome. */
static size_t read_all(const char *text, struct ga_launch_counters *launches, size_t most,
                       enum ga_status *status, struct ga_err *err) {
    FILE *const file = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
    struct ga_counters *counters = NULL;
    bool more = true;
    size_t n = 0;
    assert_non_null(file);
    assert_int_equal(ga_counters_open("f", file, &counters, err), GA_OK);
    while ((*status = ga_counters_next(counters, &launches[n], &more, err)) == GA_OK && more)
        if (++n == most)
            break;
    ga_counters_close(counters);
    fclose(file);
    return n;
}

#define ALU "smsp__inst_executed_op_shared_atom_dot_alu.sum"
#define OCCUPANCY "sm__warps_active.avg.pct_of_peak_sustained_active"

static void ncu(void **state) {
    (void)state;
    struct ga_launch_counters l[4];
    struct ga_err err = {""};
    enum ga_status status = GA_OK;
    /* Noise with an open quote, two header rows, a unit with a prefix, a blank line, a remark, CR LF. */
    const char wide[] = "say \"hello\n==PROF== Connected\n"
                        "\"ID\",\"Kernel Name\",\"Device\",\"CC\",\"" ALU "\",\"" OCCUPANCY "\"\r\n"
                        "\"\",\"\",\"\",\"\",\"Kinst\",\"%\"\r\n"
                        "\n==WARNING== something, with a comma\n"
                        "\"0\",\"f<int, \"\"x\"\">(int)\",\"0\",\"9.0\",\"1,234.5\",\"62.15\"\r\n"
                        "\"1\",\"g\",\"0\",\"9.0\",\"n/a\",\"(!) nan\"\n";
    assert_int_equal(read_all(wide, l, 4, &status, &err), 2);
    assert_int_equal(status, GA_OK);
    assert_string_equal(l[0].kernel, "f<int, \"x\">(int)");
    assert_string_equal(l[0].cc, "9.0");
    assert_string_equal(l[0].device, "");
    assert_near(l[0].at[GA_Q_jobs_alu], 1234500, 0);
    assert_near(l[0].at[GA_Q_occupancy], 62.15, 1e-9);
    assert_true(isnan(l[1].at[GA_Q_jobs_alu]) && isnan(l[1].at[GA_Q_occupancy]));

    /* What no newline ends is whole if a quote does, and no matter if it is a remark. */
    const char quoted[] = "\"ID\",\"Kernel Name\",\"" ALU "\"\n\"0\",\"f\",\"12\"";
    assert_int_equal(read_all(quoted, l, 4, &status, &err), 1);
    assert_near(l[0].at[GA_Q_jobs_alu], 12, 0);
    const char remark[] = "ID,Kernel Name," ALU "\n0,f,12\n==PROF== Report: 1, 2";
    assert_int_equal(read_all(remark, l, 4, &status, &err), 1);
    assert_int_equal(status, GA_OK);

    const char tall[] =
        "\"ID\",\"Kernel Name\",\"CC\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n"
        "\"0\",\"f\",\"9.0\",\"" ALU "\",\"inst\",\"7\"\n"
        "\"0\",\"f\",\"9.0\",\"other\",\"\",\"Policy\"\n"
        "\"0\",\"f\",\"9.0\",\"device__attribute_display_name\",\"\",\"Some GPU\"\n"
        "\"1\",\"f\",\"9.0\",\"" ALU "\",\"Minst\",\"2 (1; 1)\"\n"
        "\"1\",\"f\",\"9.0\",\"gpu__time_duration.sum\",\"ms\",\"1.25\"\n"
        "\"2\",\"f\",\"9.0\",\"gpu__time_duration.sum\",\"usecond\",\"1,234\"\n"
        "\"2\",\"f\",\"9.0\",\"smsp__thread_inst_executed_per_inst_executed.ratio\",\"\",\"31."
        "905\"\n"
        "\"3\",\"f\",\"9.0\",\"gpu__time_duration.sum\",\"ns\",\"1,234\"\n";
    assert_int_equal(read_all(tall, l, 4, &status, &err), 4);
    assert_near(l[1].at[GA_Q_duration], 1.25e6, 1e-6);
    assert_near(l[2].at[GA_Q_duration], 1234e3, 1e-6);
    assert_near(l[2].at[GA_Q_threads], 31.905, 1e-9);
    assert_near(l[3].at[GA_Q_duration], 1234, 0);
    assert_near(l[0].at[GA_Q_jobs_alu], 7, 0);
    assert_string_equal(l[0].device, "Some GPU");
    assert_near(l[1].at[GA_Q_jobs_alu], 2e6, 0);
}

/* Clock rates as ncu 2019 to 2023 write them, and since. */
static void ncu_rates(void **state) {
    (void)state;
    static const struct {
        const char *unit;
        double hz;
    } known[] = {{"hz", 2},
                 {"Ghz", 2e9},
                 {"cycle/second", 2},
                 {"cycle/msecond", 2e3},
                 {"cycle/usecond", 2e6},
                 {"cycle/nsecond", 2e9},
                 {"Kcycle/second", 2e3}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct ga_launch_counters l[2];
        struct ga_err err = {""};
        enum ga_status status = GA_OK;
        char text[256];
        snprintf(text, sizeof text, "ID,Kernel Name,%s\n,,%s\n0,f,2\n",
                 "sm__cycles_elapsed.avg.per_second", known[i].unit);
        assert_int_equal(read_all(text, l, 2, &status, &err), 1);
        assert_near(l[0].at[GA_Q_sm_rate], known[i].hz, 1e-6 * known[i].hz);
    }
}

static void nvprof(void **state) {
    (void)state;
    struct ga_launch_counters l[4];
    struct ga_err err = {""};
    enum ga_status status = GA_OK;
    const char text[] =
        "==12== Event result:\n\"Device\",\"Kernel\",\"Invocations\",\"Event "
        "Name\",\"Min\",\"Max\",\"Avg\",\"Total\"\n"
        "\"TITAN V (0)\",\"f(int)\",1,\"shared_atom\",640,640,640,640\n"
        "\"TITAN V (0)\",\"g(int)\",1,\"shared_atom\",1,1,1,1\n"
        "==12== Metric result:\n\"Device\",\"Kernel\",\"Invocations\",\"Metric Name\",\"Metric "
        "Description\",\"Min\",\"Max\",\"Avg\"\n"
        "\"TITAN V (0)\",\"f(int)\",1,\"achieved_occupancy\",\"Achieved Occupancy\",0.5,0.5,0.5\n";
    assert_int_equal(read_all(text, l, 4, &status, &err), 2);
    assert_string_equal(l[0].device, "TITAN V");
    assert_near(l[0].at[GA_Q_jobs_alu], 640, 0);
    assert_near(l[0].at[GA_Q_occupancy], 50, 1e-9);
    assert_true(isnan(l[1].at[GA_Q_occupancy]));
}

static void rocprofv3(void **state) {
    (void)state;
    struct ga_launch_counters l[4];
    struct ga_err err = {""};
    enum ga_status status = GA_OK;
    const char text[] =
        "\"Correlation_Id\",\"Dispatch_Id\",\"Kernel_Name\",\"Counter_Name\",\"Counter_Value\"\n"
        "1,1,\"f\",\"SQ_INSTS_LDS\",1000.000000\n1,1,\"f\",\"GRBM_GUI_ACTIVE\",2000.000000\n"
        "2,2,\"f\",\"SQ_INSTS_LDS\",5.000000\n";
    assert_int_equal(read_all(text, l, 4, &status, &err), 2);
    assert_near(l[0].at[GA_Q_lds_instructions], 1000, 0);
    assert_near(l[0].at[GA_Q_gui_cycles], 2000, 0);
    assert_string_equal(l[1].id, "2");

    /* Files of several processes on each other: in each the first launch is 1. */
    char both[2 * sizeof text];
    snprintf(both, sizeof both, "%s%s", text, text);
    assert_int_equal(read_all(both, l, 4, &status, &err), 4);
    assert_near(l[1].at[GA_Q_lds_instructions], 5, 0);
    assert_near(l[2].at[GA_Q_lds_instructions], 1000, 0);
    static const char one[] =
        "Dispatch_Id,Kernel_Name,Counter_Name,Counter_Value\n1,f,SQ_INSTS_LDS,%d\n";
    char first[sizeof one], second[sizeof one];
    snprintf(first, sizeof first, one, 3);
    snprintf(second, sizeof second, one, 4);
    snprintf(both, sizeof both, "%s%s", first, second);
    assert_int_equal(read_all(both, l, 4, &status, &err), 2);
    assert_near(l[0].at[GA_Q_lds_instructions], 3, 0);
    assert_near(l[1].at[GA_Q_lds_instructions], 4, 0);

    /* And of two passes over one launch, which have other counters. */
    static const char passes[] =
        "Dispatch_Id,Kernel_Name,Counter_Name,Counter_Value\n1,f,SQ_INSTS_LDS,3\n"
        "Dispatch_Id,Kernel_Name,Counter_Name,Counter_Value\n1,f,GRBM_GUI_ACTIVE,9\n";
    assert_int_equal(read_all(passes, l, 4, &status, &err), 1);
    assert_near(l[0].at[GA_Q_lds_instructions], 3, 0);
    assert_near(l[0].at[GA_Q_gui_cycles], 9, 0);
}

static void refused(void **state) {
    (void)state;
#define HEAD "\"ID\",\"Kernel Name\",\"" ALU "\"\n"
    static const struct {
        const char *text, *message;
    } bad[] = {{"a,b\n1,2\n", "f: no table found; expected CSV of ncu"},
               {HEAD "\"0\",\"f\"\n", "f:2: 2 fields, expected 3"},
               {HEAD "\"0\",\"f\",\"x\"\n", "f:2: " ALU " is 'x', expected a number of at least 0"},
               {HEAD "\"0\",\"f\",\"-1\"\n", "is '-1', expected a number of at least 0"},
               {HEAD "0,f,12", "f:2: the last line is cut short (no newline at its end)"},
               {"ID,Kernel Name," ALU, "f:1: the last line is cut short"},
               {HEAD "\"0\",\"f,1\n2\n", "f:2: a quote is not closed"},
               {HEAD "\"Device\",\"Kernel\",\"shared_atom\"\n", "f:2: another profiler's table"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct ga_launch_counters l[2];
        struct ga_err err = {""};
        enum ga_status status = GA_OK;
        assert_int_equal(read_all(bad[i].text, l, 2, &status, &err), 0);
        assert_int_equal(status, GA_USAGE);
        assert_contains(err.message, bad[i].message);
    }
}

/* A file that has the counter `name` alone. */
static void file_with(enum ga_profiler profiler, const char *name, char *text, size_t size) {
    static const char *const forms[] = {
        [GA_NCU] = "ID,Kernel Name,%s\n0,f,7\n",
        [GA_NVPROF] = "\"Device\",\"Kernel\",\"%s\"\n\"G (0)\",\"f\",7\n",
        [GA_ROCPROFV3] = "Dispatch_Id,Kernel_Name,Counter_Name,Counter_Value\n1,f,%s,7\n"};
    const char *const at = strstr(forms[profiler], "%s");
    snprintf(text, size, "%.*s%s%s", (int)(at - forms[profiler]), forms[profiler], name, at + 2);
}

/* What a row of counters.def names is found in the profiler's file under that name, and as nothing else. What is asked
 * for is some of that, each quantity once. */
static void one_row_each(void **state) {
    (void)state;
    unsigned n_named[GA_N_QUANTITIES] = {0};
    for (int p = GA_NCU; p <= GA_ROCPROFV3; p++) {
        const enum ga_profiler profiler = (enum ga_profiler)p;
        char list[8192], text[512];
        ga_counters_list(profiler, "gfx942", 0, 8, list, sizeof list);
        const char *asked = list;
        for (int q = 0; q < GA_N_QUANTITIES; q++) {
            struct ga_launch_counters l[2];
            struct ga_err err = {""};
            enum ga_status status = GA_OK;
            const char *const name = ga_counters_name(profiler, (enum ga_quantity)q);
            if (!name)
                continue;
            n_named[q]++;
            file_with(profiler, name, text, sizeof text);
            assert_int_equal(read_all(text, l, 2, &status, &err), 1);
            for (int other = 0; other < GA_N_QUANTITIES; other++)
                if (isnan(l[0].at[other]) == (other == q))
                    fail_msg("%s: read as quantity %d, expected %d", name, other, q);
            const size_t n = strlen(name);
            if (strncmp(asked, name, n) == 0 && (!asked[n] || strchr(", ", asked[n])))
                asked += n + (asked[n] != '\0');
        }
        assert_string_equal(asked, ""); /* the list is of names, in the rows' order */
    }
    for (int q = 0; q < GA_N_QUANTITIES; q++)
        if (n_named[q] == 0)
            fail_msg("quantity %d has no counter", q);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers),      cmocka_unit_test(ncu),       cmocka_unit_test(ncu_rates),
        cmocka_unit_test(nvprof),       cmocka_unit_test(rocprofv3), cmocka_unit_test(refused),
        cmocka_unit_test(one_row_each),
    };
    return cmocka_run_group_tests_name("counters", tests, NULL, NULL);
}
