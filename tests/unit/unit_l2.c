/* The L2's atomic unit on a table and counters made by hand. */
#include "check.h"

#include <math.h>

#include "l2.h"

/* Of two lanes there is a slower row, one that waits, one of another scope and one that is not ok. */
static const char rows[] = "1,2048,unused,device,relaxed,none,ok,A,200,100\n"
                           "1,4096,unused,device,relaxed,none,ok,A,500,200\n"
                           "2,2048,independent,device,relaxed,none,ok,A,400,100\n"
                           "2,2048,unused,device,relaxed,none,ok,A,300,100\n"
                           "2,2048,dependent,device,relaxed,none,ok,A,100,100\n"
                           "2,2048,unused,block,relaxed,none,ok,A,100,100\n"
                           "2,2048,unused,device,seq_cst,none,ok,A,100,100\n"
                           "2,2048,unused,device,relaxed,after,ok,A,100,100\n"
                           "2,1,unused,device,relaxed,none,wrong,A,,100\n"
                           "4,2048,unused,device,relaxed,none,ok,A,800,100\n";

static enum ga_status read_table(const char *text, struct ga_line *table, struct ga_err *err) {
    ga_check_put("run.csv", GA_CHECK_RUN);
    FILE *const file = fopen("table.csv", "w");
    fprintf(file,
            "lanes,warps,regime,scope,order,barrier,status,instruction,median_ns,requests\n"
            "%s",
            text);
    fclose(file);
    return ga_l2_table_read("table.csv", 4, table, err);
}

static struct ga_model_device device(void) {
    struct ga_model_device d = {.warp_size = 4,
                                .has_l2 = true,
                                .has_types = true,
                                .types = {.slowest = 2.4,
                                          .said = 1, /* integers, and it is said */
                                          .wait_ns = NAN,
                                          .slowest_name = "add-f32"},
                                .global_lanes = NAN};
    struct ga_err err = {""};
    if (read_table(rows, &d.l2, &err) != GA_OK)
        fail_msg("%s", err.message);
    return d;
}

/* The least time of each: 2, 3 and 8 ns; the mean of its neighbours between. */
static void table(void **state) {
    (void)state;
    const struct ga_model_device d = device();
    assert_int_equal(d.l2.n, 3);
    assert_near(ga_line_at(&d.l2, 1), 2, 1e-12);
    assert_near(ga_line_at(&d.l2, 2), 3, 1e-12);
    assert_near(ga_line_at(&d.l2, 4), 8, 1e-12);
    assert_near(ga_line_at(&d.l2, 1.5), 2.5, 1e-12);
    assert_near(ga_line_at(&d.l2, 3), 5.5, 1e-12);
    assert_near(ga_line_at(&d.l2, 0), 2, 1e-12);
    assert_near(ga_line_at(&d.l2, 9), 8, 1e-12);
}

static void table_refused(void **state) {
    (void)state;
    struct ga_line t;
    struct ga_err err = {""};
    assert_int_equal(read_table("2,1,unused,device,relaxed,none,ok,A,3,1\n"
                                "4,1,unused,device,relaxed,none,ok,A,8,1\n",
                                &t, &err),
                     GA_USAGE);
    assert_contains(err.message, "table.csv: incomplete");
    assert_contains(err.message, "lanes=1 and lanes=4");
    assert_int_equal(read_table("1,1,unused,device,relaxed,none,ok,A,3,1\n"
                                "2,1,unused,device,relaxed,none,ok,A,8,1\n",
                                &t, &err),
                     GA_USAGE);
    ga_check_put("run.csv", "key,value\nbackend,cpu\n");
    assert_int_equal(ga_l2_table_read("table.csv", 4, &t, &err), GA_USAGE);
    assert_contains(err.message, "run.csv: backend is 'cpu', the stand-in");
}

/* 1000 ns; 100 sectors at the busiest slice, of requests of two sectors by four lanes. */
static struct ga_launch_counters counted(void) {
    struct ga_launch_counters l = {.line = 1};
    for (int q = 0; q < GA_N_QUANTITIES; q++)
        l.at[q] = NAN;
    l.at[GA_Q_duration] = 1000;
    l.at[GA_Q_l2_busy_max] = 10;
    l.at[GA_Q_l2_busy_mean] = 1;
    l.at[GA_Q_l2_atoms_max] = 30;
    l.at[GA_Q_l2_reds_max] = 100;
    l.at[GA_Q_l2_atoms] = 0;
    l.at[GA_Q_l2_reds] = 150;
    l.at[GA_Q_global_atoms] = 0;
    l.at[GA_Q_global_reds] = 75;
    l.at[GA_Q_global_atom_sectors] = 0;
    l.at[GA_Q_global_red_sectors] = 150;
    return l;
}

/* One lane on a word: 100 * 2 / 1000; four lanes in two sectors, so two: 100 * 3 / 1000. */
static void by_hand(void **state) {
    (void)state;
    struct ga_model_device d = device();
    struct ga_launch_counters l = counted();
    struct ga_l2 l2;
    ga_l2_of(&d, GA_NCU, &l, NULL, &l2);
    assert_near(l2.hardware, 0.1, 1e-12);
    assert_near(l2.mean, 0.01, 1e-12);
    assert_near(l2.demand, 0.2, 1e-12);
    assert_near(l2.lanes_most, 2, 1e-12);
    assert_near(l2.demand_most, 0.3, 1e-12);
    assert_int_equal(l2.verdict, GA_NOT);
    assert_contains(l2.reason, "busy for 20 % of the time by demand");
    /* Three lanes are active on the mean. */
    l.at[GA_Q_threads] = 3;
    ga_l2_of(&d, GA_NCU, &l, NULL, &l2);
    assert_near(l2.demand_most, 0.25, 1e-12);
    /* It is said, but there cannot be as many; then there can: 100 * 8 / 1000. */
    d.global_lanes = 4;
    ga_l2_of(&d, GA_NCU, &l, NULL, &l2);
    assert_near(l2.demand, 0.25, 1e-12);
    l.at[GA_Q_threads] = NAN;
    l.at[GA_Q_global_reds] = l.at[GA_Q_global_red_sectors];
    ga_l2_of(&d, GA_NCU, &l, NULL, &l2);
    assert_near(l2.demand, 0.8, 1e-12);
    assert_near(l2.demand_most, 0.8, 1e-12);
    assert_int_equal(l2.verdict, GA_LEFT_OPEN);
    /* The L2 counts lanes: more than twice the sectors that were sent. */
    l.at[GA_Q_l2_reds] = 301;
    ga_l2_of(&d, GA_NCU, &l, NULL, &l2);
    assert_near(l2.demand, 0.2, 1e-12);
    assert_near(l2.demand_most, 0.2, 1e-12);
    /* Never above all of the time, and the mean stands beside it. */
    l.at[GA_Q_duration] = 10;
    ga_l2_of(&d, GA_NCU, &l, NULL, &l2);
    assert_near(l2.demand, 1, 0);
    assert_contains(l2.reason, "all of them on the mean for 1.0 %");
}

static void verdicts(void **state) {
    (void)state;
    struct ga_model_device d = device();
    struct ga_launch_counters l = counted();
    struct ga_l2 l2;
    static const struct {
        double hardware, duration;
        enum ga_verdict verdict;
    } edges[] = {{85, 1000, GA_BOTTLENECK}, {84, 1000, GA_LEFT_OPEN}, {50, 1000, GA_LEFT_OPEN},
                 {49, 1000, GA_NOT},        {10, 235, GA_BOTTLENECK}, {10, 236, GA_LEFT_OPEN},
                 {10, 400, GA_LEFT_OPEN},   {10, 401, GA_UNKNOWN},    {10, 600, GA_UNKNOWN},
                 {10, 601, GA_NOT}};
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
        l.at[GA_Q_l2_busy_max] = edges[i].hardware;
        l.at[GA_Q_duration] = edges[i].duration;
        ga_l2_of(&d, GA_NCU, &l, NULL, &l2);
        if (l2.verdict != edges[i].verdict)
            fail_msg("edge %zu: %s", i, ga_verdict_name(l2.verdict));
    }
    /* What is on one word decides, and it is said how to say it. */
    l.at[GA_Q_duration] = 500;
    ga_l2_of(&d, GA_NCU, &l, NULL, &l2);
    assert_contains(l2.reason, "if all 2 lanes of a sector are on one word, for 60 %, which no "
                               "counter tells: `whatif` measures what goes away");
    const struct ga_l2_atomics one = {.n = 1, .name = {"add-u32"}, .combined = true};
    ga_l2_of(&d, GA_NCU, &l, &one, &l2);
    assert_near(l2.lanes_most, 1, 0);
    assert_int_equal(l2.verdict, GA_NOT);
    /* A kernel without atomics. */
    l.at[GA_Q_global_reds] = l.at[GA_Q_l2_busy_max] = 0;
    l.at[GA_Q_l2_atoms_max] = l.at[GA_Q_l2_reds_max] = 0;
    ga_l2_of(&d, GA_NCU, &l, NULL, &l2);
    assert_false(l2.has_atomics);
    assert_int_equal(l2.verdict, GA_NOT);
    assert_contains(l2.reason, "has no atomics on global memory");
}

static void missing(void **state) {
    (void)state;
    struct ga_model_device d = device();
    struct ga_launch_counters l = counted();
    struct ga_l2 l2;
    /* Cycles in place of the share. */
    l.at[GA_Q_l2_busy_max] = l.at[GA_Q_l2_busy_mean] = NAN;
    l.at[GA_Q_l2_input_max] = 600;
    l.at[GA_Q_l2_input_mean] = 30;
    l.at[GA_Q_l2_elapsed] = 1000;
    ga_l2_of(&d, GA_NCU, &l, NULL, &l2);
    assert_near(l2.hardware, 0.6, 1e-12);
    assert_near(l2.mean, 0.03, 1e-12);
    assert_int_equal(l2.verdict, GA_LEFT_OPEN);
    /* Without the hardware's own, and without the demand's. */
    l.at[GA_Q_l2_elapsed] = NAN;
    ga_l2_of(&d, GA_NCU, &l, NULL, &l2);
    assert_int_equal(l2.verdict, GA_NOT);
    assert_contains(l2.reason, "; its own counter: ncu --metrics lts__d_atomic_input_cycles_active"
                               ".max.pct_of_peak_sustained_elapsed,");
    l = counted();
    l.at[GA_Q_l2_reds_max] = NAN;
    ga_l2_of(&d, GA_NCU, &l, NULL, &l2);
    assert_true(isnan(l2.demand));
    assert_contains(l2.reason, "; for its demand: ncu --metrics lts__t_sectors_op_red.max");
    l.at[GA_Q_l2_busy_max] = NAN;
    ga_l2_of(&d, GA_NCU, &l, NULL, &l2);
    assert_int_equal(l2.verdict, GA_UNKNOWN);
    assert_false(l2.has_atomics);
    assert_string_equal(l2.reason,
                        "counters are missing; collect them with: ncu --metrics "
                        "lts__d_atomic_input_cycles_active.max.pct_of_peak_sustained_elapsed,"
                        "lts__t_sectors_op_red.max");
    ga_l2_of(&d, GA_NVPROF, &l, NULL, &l2);
    assert_int_equal(l2.verdict, GA_UNKNOWN);
    assert_contains(l2.reason, "only Nsight Compute's");
    /* Without the table there is no demand. */
    l = counted();
    d.has_l2 = false;
    ga_l2_of(&d, GA_NCU, &l, NULL, &l2);
    assert_true(isnan(l2.demand) && isnan(l2.demand_most));
    assert_int_equal(l2.verdict, GA_UNKNOWN);
}

/* Floats take 2.4 times as long, so 20 % by demand are up to 100 * 3 * 2.4 / 1000; a `not` stands where 72 % would be
 * below 50. */
static void floats(void **state) {
    (void)state;
    struct ga_model_device d = device();
    struct ga_launch_counters l = counted();
    struct ga_l2 l2;
    d.types.said = NAN;
    ga_l2_of(&d, GA_NCU, &l, NULL, &l2);
    assert_near(l2.demand, 0.2, 1e-12);
    assert_near(l2.demand_most, 0.72, 1e-12);
    assert_int_equal(l2.verdict, GA_UNKNOWN);
    assert_contains(
        l2.reason,
        "; if all 2 lanes of a sector are on one word and they are add-f32, "
        "for 72 %, which no counter tells: `whatif` measures what goes away; --code FILE or "
        "--global-type NAME says what they are");
    d.global_lanes = 1;
    ga_l2_of(&d, GA_NCU, &l, NULL, &l2);
    assert_near(l2.demand_most, 0.48, 1e-12);
    assert_int_equal(l2.verdict, GA_NOT);
    l.at[GA_Q_duration] = 900;
    ga_l2_of(&d, GA_NCU, &l, NULL, &l2);
    assert_int_equal(l2.verdict, GA_UNKNOWN);
    assert_contains(l2.reason,
                    "; if they are add-f32, for 53 %: --code FILE or --global-type NAME says");
    d.types.said = 2.4;
    ga_l2_of(&d, GA_NCU, &l, NULL, &l2);
    assert_near(l2.demand, 200. / 900, 1e-12);
    assert_near(l2.demand_most, 200 * 2.4 / 900, 1e-12);
    assert_int_equal(l2.verdict, GA_UNKNOWN);
    assert_contains(l2.reason, "; on one word for 53 %, which no counter tells");
    /* Where one slice alone is busy, for as long as one word takes, they are on one word. */
    static const struct {
        double duration, mean;
        enum ga_verdict verdict;
    } words[] = {{500, 0.1, GA_BOTTLENECK}, {500, 1, GA_UNKNOWN},   {530, 0.1, GA_BOTTLENECK},
                 {535, 0.1, GA_UNKNOWN},    {455, 0.1, GA_UNKNOWN}, {460, 0.1, GA_BOTTLENECK}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        l.at[GA_Q_duration] = words[i].duration;
        l.at[GA_Q_l2_busy_mean] = words[i].mean;
        ga_l2_of(&d, GA_NCU, &l, NULL, &l2);
        if (l2.verdict != words[i].verdict)
            fail_msg("word %zu: %s", i, ga_verdict_name(l2.verdict));
    }
    /* Without the table of types nothing tells how slow they can be. */
    d.has_types = false;
    ga_l2_of(&d, GA_NCU, &l, NULL, &l2);
    assert_true(isnan(l2.demand_most));
    assert_int_equal(l2.verdict, GA_UNKNOWN);
    assert_contains(l2.reason, "`run --bench global_operations` measures");
}

/* On sm_90 sectors count lanes. A `not` is none where the L2 is busy with other things, or warps wait for results. */
static void further(void **state) {
    (void)state;
    struct ga_model_device d = device();
    struct ga_launch_counters l = counted();
    struct ga_l2 l2;
    l.at[GA_Q_duration] = 500;
    snprintf(d.target, sizeof d.target, "sm_90");
    ga_l2_of(&d, GA_NCU, &l, NULL, &l2);
    assert_near(l2.demand_most, l2.demand, 1e-12);
    assert_int_equal(l2.verdict, GA_NOT);
    l.at[GA_Q_l2_busy] = 49;
    ga_l2_of(&d, GA_NCU, &l, NULL, &l2);
    assert_int_equal(l2.verdict, GA_NOT);
    l.at[GA_Q_l2_busy] = 50;
    ga_l2_of(&d, GA_NCU, &l, NULL, &l2);
    assert_int_equal(l2.verdict, GA_LEFT_OPEN);
    assert_contains(l2.reason, "; but the L2 is busy for 50 % with all that goes through it");
    l.at[GA_Q_l2_busy] = 0;
    d.types.wait_ns = 100;
    d.sm_count = 2;
    d.warps_per_sm = 10;
    l.at[GA_Q_occupancy] = 50;    /* 10 warps, 5000 ns of all */
    l.at[GA_Q_global_atoms] = 16; /* 1600 ns */
    ga_l2_of(&d, GA_NCU, &l, NULL, &l2);
    assert_int_equal(l2.verdict, GA_NOT);
    l.at[GA_Q_global_atoms] = 17;
    ga_l2_of(&d, GA_NCU, &l, NULL, &l2);
    assert_int_equal(l2.verdict, GA_LEFT_OPEN);
    assert_contains(l2.reason, "; but its warps may wait for results for 34 % of the time");
    ga_l2_of(&d, GA_NCU, &l, &(struct ga_l2_atomics){.n = 1, .name = {"add-u32"}, .used = true},
             &l2);
    assert_int_equal(l2.verdict, GA_LEFT_OPEN);
    /* Nobody waits for a result that nobody reads. */
    ga_l2_of(&d, GA_NCU, &l, &(struct ga_l2_atomics){.n = 1, .name = {"add-u32"}}, &l2);
    assert_int_equal(l2.verdict, GA_NOT);
}

/* Time and cycles of two passes: a slice's own counter, hardware percent, is of neither, and demand tells. 45 % of that time are
 * 53 % of what the cycles say, and 51 % are 49 %; what is far from a threshold stays. */
static void passes(void **state) {
    (void)state;
    struct ga_model_device d = device();
    struct ga_launch_counters l = counted();
    struct ga_l2 l2;
    static const struct {
        double hardware, demand, clock;
        bool is_apart;
        enum ga_verdict verdict;
    } cases[] = {{45, 9, 1, false, GA_NOT},         {45, 9, 0.98, false, GA_NOT},
                 {95, 9, 1, false, GA_BOTTLENECK},  {95, 9, 0.85, true, GA_NOT},
                 {95, 9, 1.05, true, GA_NOT},       {95, 20, 0.85, true, GA_LEFT_OPEN},
                 {95, 45, 0.85, true, GA_UNKNOWN},  {95, 51, 1.05, true, GA_UNKNOWN},
                 {1, 60, 1.05, true, GA_LEFT_OPEN}, {1, 90, 0.9, true, GA_BOTTLENECK}};
    d.sm_per_s = 2e9;
    d.global_lanes = 1;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        l.at[GA_Q_l2_busy_max] = cases[i].hardware;
        l.at[GA_Q_duration] = 200 / (cases[i].demand / 100);
        l.at[GA_Q_sm_rate] = cases[i].clock * d.sm_per_s;
        ga_l2_of(&d, GA_NCU, &l, NULL, &l2);
        assert_int_equal(l2.is_apart, cases[i].is_apart);
        if (l2.verdict != cases[i].verdict)
            fail_msg("case %zu: %s", i, ga_verdict_name(l2.verdict));
        if (cases[i].is_apart)
            assert_near(l2.share, cases[i].demand / 100, 1e-12);
    }
    assert_contains(l2.reason, "for 90 % of the time by demand; the profiler's passes differ: its "
                               "cycles and time are of a clock of 90 %");
    l.at[GA_Q_sm_rate] = NAN;
    ga_l2_of(&d, GA_NCU, &l, NULL, &l2);
    assert_false(l2.is_apart);
}

/* Likewise of all that goes through the L2: how busy it is with that is then not known, and a `not` stands where atomics are few.
 * Without tables there is no demand, either. */
static void passes_through(void **state) {
    (void)state;
    struct ga_model_device d = device();
    struct ga_launch_counters l = counted();
    struct ga_l2 l2;
    d.sm_per_s = 2e9;
    d.global_lanes = 1;
    l.at[GA_Q_l2_busy] = 95;
    l.at[GA_Q_sm_rate] = 0.85 * d.sm_per_s;
    l.at[GA_Q_duration] = 2000; /* by demand 10 % */
    ga_l2_of(&d, GA_NCU, &l, NULL, &l2);
    assert_true(isnan(l2.busy));
    assert_int_equal(l2.verdict, GA_LEFT_OPEN);
    assert_contains(l2.reason, " of a clock of 85 %, so that how busy the L2 is with all that goes "
                               "through it is not known");
    l.at[GA_Q_l2_busy] = 0;
    ga_l2_of(&d, GA_NCU, &l, NULL, &l2);
    assert_int_equal(l2.verdict, GA_LEFT_OPEN);
    l.at[GA_Q_l2_busy] = 95;
    l.at[GA_Q_duration] = 2001;
    ga_l2_of(&d, GA_NCU, &l, NULL, &l2);
    assert_int_equal(l2.verdict, GA_NOT);
    d.has_l2 = false;
    ga_l2_of(&d, GA_NCU, &l, NULL, &l2);
    assert_true(l2.has_atomics && isnan(l2.share));
    assert_int_equal(l2.verdict, GA_UNKNOWN);
    assert_string_equal(l2.reason,
                        "the profiler's passes differ, so that no percentage of the L2's tells; "
                        "what its counts take `run --bench global_threads_per_warp` measures");
    l.at[GA_Q_sm_rate] = d.sm_per_s;
    ga_l2_of(&d, GA_NCU, &l, NULL, &l2);
    assert_near(l2.busy, 0.95, 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table),          cmocka_unit_test(table_refused),
        cmocka_unit_test(by_hand),        cmocka_unit_test(verdicts),
        cmocka_unit_test(missing),        cmocka_unit_test(floats),
        cmocka_unit_test(further),        cmocka_unit_test(passes),
        cmocka_unit_test(passes_through),
    };
    return cmocka_run_group_tests_name("l2", tests, ga_check_enter, ga_check_leave);
}
