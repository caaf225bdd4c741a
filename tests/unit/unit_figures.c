/* What figures are made of: tables in memory, groups, the order of a map; and what a few figures work out with them. */
#include "check.h"

#include <sys/stat.h>

#include "component.h"
#include "figures.h"
#include "group.h"

static struct ga_err err;
static struct ga_work work;

static void begin(const char *table) {
    if (table)
        ga_check_put("t.csv", table);
    ga_work_begin(&work, ".", "published", "./figure", &err);
}

static void end(void) {
    if (ga_work_end(&work) != GA_OK)
        fail_msg("%s", err.message);
}

/* A frame's column as it is written. */
static void has(struct ga_frame *frame, const char *columns, const char *expected) {
    ga_frame_write(frame, "block", columns);
    const char *const written = ga_check_get("figure.block.dat");
    assert_contains(written, columns);
    assert_string_equal(written + strlen(columns) + 1, expected);
}

static const char table[] = "lock,n,words,status,ns\n"
                            "a,2,1,ok,30\n"
                            "a,10,1,ok,50\n"
                            "b,2,1,wrong,1\n"
                            "b,2,2,ok,\n"
                            "b,10,1,ok,20\n"
                            "a,2,2,ok,10\n";

static void rows_that_are_ok(void **state) {
    (void)state;
    begin(table);
    struct ga_frame *const rows = ga_frame_read(&work, "t.csv", "lock n ns price");
    has(rows, "lock n ns", "a 2 30\na 10 50\nb 2 NaN\nb 10 20\na 2 10\n");
    assert_true(ga_has(rows, "lock"));
    assert_false(ga_has(rows, "price"));
    assert_int_equal(ga_frame_read(&work, "none.csv", "n")->n, 0);
    end();
}

static void broken_table(void **state) {
    (void)state;
    begin("lock,n\na,\"2\n");
    assert_int_equal(ga_frame_read(&work, "t.csv", "lock n")->n, 0);
    assert_int_equal(ga_work_end(&work), GA_USAGE);
    assert_contains(err.message, "t.csv:2");
}

static void some_rows(void **state) {
    (void)state;
    begin(table);
    struct ga_frame *rows = ga_frame_read(&work, "t.csv", "lock n ns");
    ga_keep_above(rows, "ns", 10);
    has(rows, "ns", "30\n50\n20\n");
    ga_keep(rows, "lock", "c a");
    ga_keep(rows, "scope", "device"); /* there is no such column */
    has(rows, "ns", "30\n50\n");
    ga_drop(rows, "n", "2 3");
    has(rows, "ns", "50\n");
    ga_keep_above(rows, "rate", 0);
    has(rows, "ns", "NaN\n");
    rows = ga_frame_read(&work, "t.csv", "lock n ns");
    assert_string_equal(ga_narrow(rows, "lock", "b"), "b");
    assert_string_equal(ga_narrow(rows, "n", "3"), "2"); /* none: the first */
    assert_string_equal(ga_narrow(rows, "scope", "device"), "");
    has(rows, "lock n", "b 2\n");
    end();
}

static void sorted_rows(void **state) {
    (void)state;
    begin("k,v\n10,a\nx,b\n9,c\n10,d\n");
    struct ga_frame *const rows = ga_frame_read(&work, "t.csv", "k v");
    assert_string_equal(ga_sorted_words(rows, "k"), "9 10 x");
    ga_sort(rows, "k");
    has(rows, "k v", "9 c\n10 a\n10 d\nx b\n");
    has(ga_unique(rows, "k"), "k", "9\n10\nx\n");
    assert_string_equal(ga_quoted_words(rows, "v"), "\"c\" \"a\" \"d\" \"b\"");
    assert_near(ga_least(rows, "k"), 9, 0);
    assert_near(ga_most(rows, "k"), 10, 0);
    assert_true(isnan(ga_most(rows, "v")));
    end();
}

static void groups(void **state) {
    (void)state;
    begin(table);
    struct ga_frame *const rows = ga_frame_read(&work, "t.csv", "lock n ns");
    has(ga_group(rows, "lock n", "ns"), "lock n n least median most sum",
        "a 2 2 10 20 30 40\na 10 10 50 50 50 50\nb 10 10 20 20 20 20\n");
    has(ga_group(rows, "lock", "ns"), "lock median", "a 30\nb 20\n");
    has(ga_group(rows, "", "ns"), "least median most", "10 25 50\n");
    assert_int_equal(ga_group(rows, "lock", "none")->n, 0);
    end();
}

static void ratios(void **state) {
    (void)state;
    begin(table);
    struct ga_frame *const rows = ga_frame_read(&work, "t.csv", "lock n ns");
    assert_int_equal(ga_row(rows, "lock n", (const char *[]){"a", "2"}), 4); /* the last */
    assert_int_equal(ga_row(rows, "lock n", (const char *[]){"c", "2"}), rows->n);
    ga_keep_above(rows, "ns", 10);
    ga_ratio(rows, "n", "lock", "a", "ns", "ratio");
    has(rows, "lock n ratio", "a 2 1\na 10 1\nb 10 0.4\n");
    end();
}

static void script_variables(void **state) {
    (void)state;
    begin(NULL);
    ga_set_number(&work, "x", 0.1);
    ga_set_number(&work, "y", NAN);
    ga_set_text(&work, "z", "it's `a`\n$(b)");
    end();
    assert_string_equal(ga_check_get("figure.set"), "x = 0.1\ny = NaN\nz = 'it''s `a`?$(b)'\n");
}

/* Rows 0, 2 and columns 1, 2, 3 are near to each other, and row 1 and column 0; the rows' and columns' own means are
 * farther apart than near and far. Near is where both places are low, or both are high; in a half, the mean decides. */
static void a_map(void **state) {
    (void)state;
    static const double of_row[] = {100, 900, 400}, of_column[] = {50, 700, 300, 20};
    double map[12];
    size_t row[3], column[4];
    begin(NULL);
    for (unsigned i = 0; i < 3; i++)
        for (unsigned j = 0; j < 4; j++)
            map[4 * i + j] = of_row[i] + of_column[j] + ((i == 1) == (j == 0) ? 10 : 20);
    map[5] += 1; /* no measurement is exact */
    ga_component_sort(&work, map, 3, 4, row, column);
    const bool alone_first = column[0] == 0;
    assert_int_equal(column[0], alone_first ? 0 : 3);
    assert_int_equal(row[1], alone_first ? 0 : 2);
    assert_int_equal(row[0], alone_first ? 1 : 0);
    assert_int_equal(row[2], alone_first ? 2 : 1);
    assert_true(column[3] < column[2] && column[2] < column[1]);

    const double some[] = {20, 10, 11, 10, 20, 21, 21, 11, NAN}; /* a cell that was not measured */
    ga_component_sort(&work, some, 3, 3, row, column);
    assert_int_equal(column[0], row[1]);
    assert_true(column[0] == 0 || column[0] == 2);
    end();
}

/* A figure's variables and tables, of what is in this directory. */
static void work_out(const char *name, bool expected) {
    size_t n;
    bool drawable;
    const struct ga_figure *const figures = ga_figures(&n);
    for (size_t i = 0; i < n; i++)
        if (strcmp(figures[i].name, name) == 0) {
            if (ga_figure_work_out(&figures[i], ".", "published", ".", &drawable, &err) != GA_OK)
                fail_msg("%s", err.message);
            assert_int_equal(drawable, expected);
            return;
        }
    fail_msg("there is no figure %s", name);
}

static void where_it_is_from(void **state) {
    (void)state;
    ga_check_put("global_bandwidth.csv", "access,array,blocks_per_sm,status,bytes_per_s,sm_mhz\n"
                                         "read,l2,1,ok,5,1700\nread,l2,2,ok,6,1980\n"
                                         "read,l2,4,ok,6,1900\n");
    ga_check_put("run.csv", "key,value\nstarted_utc,2026-11-23T06:38:24Z\nbackend,hip\n"
                            "device_name,A 'b`\ngit_commit,0123456789abcdef\nstatus,complete\n");
    work_out("global_bandwidth", true);
    assert_contains(ga_check_get("global_bandwidth.set"),
                    "about = 'A ?b?'\norigin = 'measured 2026-11-23, commit 0123456789ab, SM at "
                    "1900 MHz'\nis_stand_in = 0\n");
    ga_check_put("run.csv", "key,value\nbackend,cpu\n");
    work_out("global_bandwidth", true);
    assert_contains(ga_check_get("global_bandwidth.set"), "about = 'CPU STAND-IN");
    assert_contains(ga_check_get("global_bandwidth.set"), "'measured unknown, commit unknown'");
    ga_check_put("global_bandwidth.csv", "access,array,blocks_per_sm,status\nread,l2,1,wrong\n");
    work_out("global_bandwidth", false);
    assert_contains(ga_check_get("global_bandwidth.set"), "said = 'no row of this table is ok'");
}

/* On logarithmic axes shared overtakes half-way from 1 to 4 bins; and 3 % is nothing. */
static void ways_that_tie(void **state) {
    (void)state;
    ga_check_put("global_aggregation.csv",
                 "method,bins,input,skew,keys,copies,status,rate_ops_per_s\n"
                 "plain,1,zipf,50,8,1,ok,400\nfree,1,zipf,50,8,1,ok,390\n"
                 "plain,4,zipf,50,8,1,ok,100\nfree,4,zipf,50,8,1,ok,101\n"
                 "shared,1,zipf,50,8,1,ok,100\nshared,4,zipf,50,8,1,ok,400\n"
                 "shared,4,zipf,50,8,2,ok,300\nmatch,4,zipf,50,8,1,ok,380\n"
                 "match,1,zipf,50,4,1,ok,9999\n");
    work_out("global_aggregation", true);
    assert_contains(ga_check_get("global_aggregation.set"),
                    "wording = '\"plain = free, shared from 2\"'");
    assert_contains(ga_check_get("global_aggregation.set"), "titles = '\"Zipf, exponent 0.5\"'");
    assert_string_equal(ga_check_get("global_aggregation.rings.dat"), "panel bins rate\n1 2 200\n");
    assert_contains(ga_check_get("global_aggregation.rates.dat"), "\n1 shared 4 400\n");
}

static void one_test_and_set(void **state) {
    (void)state;
    ga_check_put("lock_mutex.csv",
                 "lock,contender,contenders,scope,order,work,status,rate_ops_per_s,fairness,"
                 "longest_wait_ns\n"
                 "tas_or,block,1,device,atomics,1,ok,1e6,1,0\n"
                 "tas_exchange,block,1,device,atomics,1,ok,2e6,1,0\n"
                 "tas_exchange,block,1,device,atomics,16,ok,1e6,1,0\n"
                 "tas_exchange,block,8,device,atomics,1,ok,1e6,0.5,90\n"
                 "tas_exchange,block,8,device,atomics,16,ok,1e6,0.75,90\n"
                 "tas_exchange,block,8,device,fences,1,ok,9,1,0\n"
                 "never_opens,block,1,device,atomics,1,ok,1,1,0\n");
    work_out("lock_throughput", true);
    assert_string_equal(ga_check_get("lock_throughput.locks.dat"),
                        "lock contender scope contenders ns\ntas block device 1 500\n"
                        "tas block device 8 1000\n");
    assert_contains(ga_check_get("lock_throughput.set"), "others_most_percent = 100\n");
    work_out("lock_work", true);
    assert_string_equal(ga_check_get("lock_work.locks.dat"),
                        "lock contender scope alone_ns times fairness work\n"
                        "tas block device 500 2 0.5 1\ntas block device 1000 1 0.75 16\n");
}

/* Further runs of the same GPU model stand beside. */
static void spread_between_runs(void **state) {
    static const char rows[] = "scope,order,lines,warps,sms,background,writes,status,median_ns\n"
                               "device,acq_rel,own,1,one,none,0,ok,%d\n";
    static const char run[] = "key,value\nbackend,cuda\ndevice_name,%s\n";
    static const char *const directories[] = {"r", "r-2", "r-other"}, *const gpus[] = {"A", "A",
                                                                                       "B"};
    static const int ns[] = {200, 180, 999};
    char path[64], text[256];
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(mkdir(directories[i], 0777), 0);
        snprintf(path, sizeof path, "%s/run.csv", directories[i]);
        snprintf(text, sizeof text, run, gpus[i]);
        ga_check_put(path, text);
        snprintf(path, sizeof path, "%s/fence_pending.csv", directories[i]);
        snprintf(text, sizeof text, rows, ns[i]);
        ga_check_put(path, text);
    }
    size_t n;
    bool drawable;
    const struct ga_figure *figure = ga_figures(&n);
    while (strcmp(figure->name, "fence_pending") != 0)
        figure++;
    assert_int_equal(ga_figure_work_out(figure, "r", "published", ".", &drawable, &err), GA_OK);
    assert_contains(ga_check_get("fence_pending.set"), "n_runs = 2\n");
    assert_contains(ga_check_get("fence_pending.shown.dat"), "\ndevice 1 one none 0 200 180 200\n");
}

/* Rungs that the run has no table for are left out. */
static void ladder_of_costs(void **state) {
    (void)state;
    ga_check_put("global_baseline.csv", "regime,scope,adds,status,median_ns,ops,sm_mhz\n"
                                        "unused,device,128,ok,900,128,2000\n"
                                        "unused,device,1024,ok,3072,1024,2000\n"
                                        "unused,system,1024,ok,9999,1024,2000\n"
                                        "dependent,device,1024,ok,102400,1024,2000\n");
    work_out("global_baseline", true);
    assert_string_equal(ga_check_get("global_baseline.rungs.dat"), "ns cycles\n3 6\n100 200\n");
    ga_check_put("global_locality.csv", "sm,line,status,median_ns,ops,sm_mhz\n0,0,ok,20,2,1000\n"
                                        "0,1,ok,90,2,1000\n1,0,ok,60,2,1000\n");
    work_out("global_baseline", true);
    assert_string_equal(ga_check_get("global_baseline.rungs.dat"),
                        "ns cycles\n3 6\n10 10\n30 30\n45 45\n");
    assert_contains(ga_check_get("global_baseline.set"), "\"latency, farthest line\"");
    remove("global_locality.csv");
}

/* The map is of the lines that follow one another, with pages elsewhere in the table or without. */
static void map_of_one_stretch(void **state) {
    (void)state;
    char without[512];
    ga_check_put("global_locality.csv", "sm,line,status,median_ns,ops\n0,0,ok,20,2\n0,1,ok,90,2\n"
                                        "1,0,ok,92,2\n1,1,ok,22,2\n");
    work_out("global_locality", true);
    snprintf(without, sizeof without, "%.511s", ga_check_get("global_locality.map.dat"));
    ga_check_put("global_locality.csv",
                 "sm,line,allocation,page,status,median_ns,ops\n0,0,0,0,ok,20,2\n0,1,0,0,ok,90,2\n"
                 "1,0,0,0,ok,92,2\n1,1,0,0,ok,22,2\n1,1,0,1,ok,300,2\n1,0,1,0,ok,400,2\n");
    work_out("global_locality", true);
    assert_string_equal(ga_check_get("global_locality.map.dat"), without);
    assert_contains(ga_check_get("global_locality.set"), "n_cells = 4\n");
    remove("global_locality.csv");
}

/* Over what one word does in a launch without an end: 1 G/s. */
static void strides_over_the_limit(void **state) {
    (void)state;
    ga_check_put(
        "global_cross_direct.csv",
        "variables,stride_bytes,warps,regime,scope,order,barrier,accesses,status,rate_ops_per_s\n"
        "1,0,2048,unused,device,relaxed,none,usual,ok,5e8\n"
        "1,0,2048,unused,device,relaxed,none,doubled,ok,666666666.6666667\n"
        "1,0,64,unused,device,relaxed,none,doubled,ok,1e8\n"
        "2,4,2048,unused,device,relaxed,none,usual,ok,9e8\n"
        "2,256,2048,unused,device,relaxed,none,usual,ok,1.8e9\n"
        "2,256,2048,unused,device,relaxed,none,doubled,ok,5e9\n");
    work_out("global_cross_strides", true);
    assert_string_equal(ga_check_get("global_cross_strides.two.dat"),
                        "stride_bytes ratio\n4 0.9\n256 1.8\n");
    remove("global_cross_direct.csv");
}

/* 32 words in 32 sectors are 32 turns, 8 words in a sector 4; the fastest turn takes 2 ns. */
static void bound_of_turns(void **state) {
    (void)state;
    ga_check_put("global_sector.csv", "words,sectors,lines,pages,offset_bytes,warps,regime,status,"
                                      "ops,requests,rate_requests_per_s\n"
                                      "32,32,8,1,0,64,unused,ok,3200,100,15625000\n"
                                      "8,1,1,1,0,64,unused,ok,3200,100,50000000\n"
                                      "8,1,1,1,0,1,dependent,ok,3200,100,1e9\n"
                                      "8,1,1,1,0,1,unused,ok,3200,100,1e8\n");
    work_out("global_sector", true);
    assert_string_equal(ga_check_get("global_sector.many.dat"),
                        "words sectors lines pages offset_bytes ns turns bound_ns\n"
                        "8 1 1 1 0 20 4 8\n32 32 8 1 0 64 32 64\n");
    assert_string_equal(ga_check_get("global_sector.one.dat"), "words pages ns\n8 1 1\n");
}

/* Device memory's time is the same band at every size. */
static void near_and_far_as_a_band(void **state) {
    (void)state;
    ga_check_put("shared_cluster.csv",
                 "place,operation,regime,crew,cluster,distance,status,median_cycles,ops\n"
                 "global,add,dependent,thread,1,0,ok,300,1\n"
                 "global,add,dependent,thread,16,0,ok,460,1\n"
                 "cluster,add,dependent,thread,4,1,ok,200,1\n"
                 "cluster,add,dependent,thread,4,2,ok,220,1\n"
                 "global,add,independent,own_words,1,0,ok,10,50\n");
    work_out("shared_cluster", true);
    assert_string_equal(ga_check_get("shared_cluster.shown.dat"),
                        "operation place kind cluster median least most\n"
                        "add cluster time 4 210 200 220\nadd global rate 1 5 5 5\n"
                        "add global time 1 NaN 300 460\nadd global time 16 NaN 300 460\n");
}

static void errors_of_predictions(void **state) {
    (void)state;
    ga_check_put("histogram_predictions.csv",
                 "kernel,change,active_cycles,predicted_cycles,changed_cycles\n"
                 "a,used,200,110,100\nb,used,100,99,100\nc,used,50,70,100\n");
    work_out("histogram_predictions", true);
    assert_contains(ga_check_get("histogram_predictions.set"),
                    "predicted_medians = ' nan nan 10'\nnothing_medians = ' nan nan 50'\n");
    const char *const errors = ga_check_get("histogram_predictions.errors.dat");
    assert_contains(errors, "\nused predicted 1 33\n");
    assert_contains(errors, "\nused predicted 10 34\n");
    assert_contains(errors, "\nused predicted 30 100\n");
    assert_contains(errors, "\nused nothing 100 100\n");
}

/* SM 2 is nearer to SM 0 than SM 1 is. */
static void map_of_pairs(void **state) {
    (void)state;
    ga_check_put("global_ping_pong.csv",
                 "line,sm,partner,way,scope,order,status,median_ns,ops\n"
                 "near,0,1,store,device,relaxed,ok,90,1\nnear,0,2,store,device,relaxed,ok,50,1\n"
                 "near,1,2,store,device,relaxed,ok,70,1\nfar,0,1,add,device,relaxed,ok,99,1\n");
    work_out("global_ping_pong", true);
    assert_string_equal(ga_check_get("global_ping_pong.map.dat"),
                        "x y ns\n0 0 NaN\n1 0 50\n2 0 90\n0 1 50\n1 1 NaN\n2 1 70\n0 2 90\n"
                        "1 2 70\n2 2 NaN\n");
    assert_contains(ga_check_get("global_ping_pong.pairs.dat"), "\nadd relaxed device far 99\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_that_are_ok),
        cmocka_unit_test(broken_table),
        cmocka_unit_test(some_rows),
        cmocka_unit_test(sorted_rows),
        cmocka_unit_test(groups),
        cmocka_unit_test(ratios),
        cmocka_unit_test(script_variables),
        cmocka_unit_test(a_map),
        cmocka_unit_test(where_it_is_from),
        cmocka_unit_test(ways_that_tie),
        cmocka_unit_test(one_test_and_set),
        cmocka_unit_test(spread_between_runs),
        cmocka_unit_test(ladder_of_costs),
        cmocka_unit_test(map_of_one_stretch),
        cmocka_unit_test(strides_over_the_limit),
        cmocka_unit_test(bound_of_turns),
        cmocka_unit_test(near_and_far_as_a_band),
        cmocka_unit_test(errors_of_predictions),
        cmocka_unit_test(map_of_pairs),
    };
    return cmocka_run_group_tests(tests, ga_check_enter, ga_check_leave);
}
