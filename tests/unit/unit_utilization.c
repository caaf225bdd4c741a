/* The model's equations on tables made by hand. */
#include "check.h"

#include <math.h>
#include <string.h>

#include "utilization.h"

enum { N_MAX = 4, E_MAX = 4 };

/* T of the made table: not linear, so that a wrong corner shows. */
static double made(double n, double e, double c) { return 10 * n * e + 7 * c * e + n * n; }

static void write_tables(bool whole) {
    FILE *file = fopen("run.csv", "w");
    fprintf(
        file,
        "key,value\nstatus,complete\nbackend,cuda\ndevice_name,Some GPU\ntarget,sm_90\nsm_count,2\n"
        "warps_per_sm,%d\nwarp_size,%d\n",
        N_MAX, E_MAX);
    fclose(file);
    file = fopen("shared_service.csv", "w");
    fprintf(file, "n,e,c,status,instruction,median_cycles,median_ns\n");
    for (int n = 1; n <= N_MAX; n++)
        for (int e = 1; e <= E_MAX; e++)
            for (int c = 0; c <= n; c++)
                if (whole || n != 3 || e != 2 || c != 1)
                    fprintf(file, "%d,%d,%d,ok,A,%g,1\n", n, e, c, made(n, e, c));
    fclose(file);
    file = fopen("shared_demand.csv", "w");
    fprintf(file, "operation,type,regime,pattern,e,n,status,instruction,native,median_ns,"
                  "cycles_per_request\n");
    fprintf(file, "add,u32,unused,same,1,4,ok,A,native,1,1.004\n"
                  "add,u32,unused,same,4,4,ok,A,native,1,4.003\n"
                  "add,u32,unused,same,1,1,ok,A,native,1,9\n"
                  "cas,u32,unused,same,1,4,ok,A,native,1,2.001\n"
                  "cas,u32,unused,same,4,4,ok,A,native,1,8.2\n"
                  "add,u64,unused,same,4,4,ok,A,emulated,1,80\n"
                  "add,u64,unused,own,4,4,ok,A,emulated,1,5\n");
    fclose(file);
}

static struct ga_model_device device(const char *emulated) {
    struct ga_model_device d;
    struct ga_err err = {""};
    write_tables(true);
    if (ga_model_device_read(".", emulated, &d, &err) != GA_OK)
        fail_msg("%s", err.message);
    return d;
}

static void corners(void **state) {
    (void)state;
    struct ga_model_device d = device(NULL);
    const struct ga_service *const s = &d.service;
    for (int n = 1; n <= N_MAX; n++)
        for (int e = 1; e <= E_MAX; e++)
            for (int c = 0; c <= n; c++)
                assert_near(ga_service_time(s, n, e, c), made(n, e, c), 1e-9);
    assert_near(ga_service_time(s, 0, 3, 0), 0, 0);
    /* Midpoints: the mean of the corners. */
    assert_near(ga_service_time(s, 2.5, 3, 1), (made(2, 3, 1) + made(3, 3, 1)) / 2, 1e-9);
    assert_near(ga_service_time(s, 3, 2.5, 1), (made(3, 2, 1) + made(3, 3, 1)) / 2, 1e-9);
    assert_near(ga_service_time(s, 3, 2, 1.5), (made(3, 2, 1) + made(3, 2, 2)) / 2, 1e-9);
    assert_near(ga_service_time(s, 2.5, 2, 1.5),
                (made(2, 2, 1) + made(2, 2, 2) + made(3, 2, 1) + made(3, 2, 2)) / 4, 1e-9);
    assert_near(ga_service_time(s, 0.5, 2, 0), made(1, 2, 0) / 2, 1e-9);
    /* All are compare-and-swap: on the edge between (2, 2) and (3, 3). */
    assert_near(ga_service_time(s, 2.5, 2, 2.5), (made(2, 2, 2) + made(3, 2, 3)) / 2, 1e-9);
    assert_near(ga_service_time(s, 0.5, 2, 0.5), made(1, 2, 1) / 2, 1e-9);
    /* Outside: the nearest inside. */
    assert_near(ga_service_time(s, 9, 9, 9), made(4, 4, 4), 1e-9);
    assert_near(ga_service_time(s, 2, 0, 0), made(2, 1, 0), 1e-9);
    assert_near(ga_service_each(s, 0, 2, 0), made(1, 2, 0), 1e-9);
    assert_near(ga_service_each(s, 0.5, 2, 0), made(1, 2, 0), 1e-9);
    assert_near(ga_service_each(s, 4, 2, 1), made(4, 2, 1) / 4, 1e-9);
    ga_model_device_free(&d);
}

static struct ga_launch_counters counted(void) {
    struct ga_launch_counters l = {.line = 1};
    for (int q = 0; q < GA_N_QUANTITIES; q++)
        l.at[q] = NAN;
    l.at[GA_Q_jobs_alu] = 60;
    l.at[GA_Q_jobs_cas] = 20;
    l.at[GA_Q_passes] = 200;
    l.at[GA_Q_cycles] = 1000;
    l.at[GA_Q_occupancy] = 50;
    return l;
}

/* N = 80 / 2 SMs; n^ = 0.5 * 4; c = 2 * 20 / 80; a swap weighs round(S(4,4,4) / S(4,4,0)) = round(288 / 176)
 * = 2 adds, so e = 200 / (60 + 2 * 20) = 2. */
static void by_hand(void **state) {
    (void)state;
    struct ga_model_device d = device(NULL);
    struct ga_launch_counters l = counted();
    struct ga_utilization u;
    ga_utilization_of(&d, GA_NCU, &l, &u);
    assert_near(u.jobs, 40, 0);
    assert_near(u.n, 2, 1e-12);
    assert_near(u.e, 2, 1e-12);
    assert_near(u.c, 0.5, 1e-12);
    const double t = (made(2, 2, 0) + made(2, 2, 1)) / 2;
    assert_near(u.service, t / 2, 1e-9);
    assert_near(u.busy, 40 * t / 2, 1e-9);
    assert_near(u.paper, 40 * t / 2 / 1000, 1e-9);
    /* A quarter are swaps. Both at one time: one as if alone, and what the unit gives to the other. */
    const double alone = 0.75 * made(1, 2, 0) + 0.25 * made(1, 2, 1);
    const double other = 0.75 * 2 + 0.25 * (2 + (8.2 - 2) / 3);
    assert_true(alone + other < t);
    assert_near(u.paper_low, 40 * (alone + other) / 2 / 1000, 1e-9);
    /* 1.004 and 4.003 are 1 and 4, 2.001 is 2, and 8.2 is what it is. */
    assert_near(u.demand, (30 * 2 + 10 * (2 + (8.2 - 2) / 3)) / 1000, 1e-9);
    assert_near(u.hardware, 0.1, 1e-12);
    assert_true(isnan(u.pipe) && isnan(u.least) && isnan(u.most));
    assert_int_equal(u.verdict, GA_NOT);
    ga_model_device_free(&d);
}

/* Exact whatever the table: the utilization law U = X S with X = N / T; if a launch takes just N S(n), U is 1,
 * and by Little's law the n in the queue are X times the n S that one spends there. Nothing to do: U is 0. */
static void identities(void **state) {
    (void)state;
    struct ga_model_device d = device(NULL);
    struct ga_launch_counters l = counted();
    struct ga_utilization u;
    for (double share = 10; share <= 100; share += 7.5)
        for (double cas = 0; cas <= 40; cas += 8) {
            l.at[GA_Q_occupancy] = share;
            l.at[GA_Q_jobs_alu] = 40 - cas;
            l.at[GA_Q_jobs_cas] = cas;
            l.at[GA_Q_cycles] = 1000;
            ga_utilization_of(&d, GA_NCU, &l, &u);
            assert_near(u.paper, u.jobs / u.cycles * u.service, 1e-12);
            assert_true(u.paper_low <= u.paper && u.paper_low >= u.demand);
            l.at[GA_Q_cycles] = u.jobs * u.service;
            ga_utilization_of(&d, GA_NCU, &l, &u);
            assert_near(u.paper, 1, 1e-12);
            assert_near(u.jobs / u.cycles * (u.n * u.service), u.n, 1e-9);
            /* No time is shorter than what the hardware needs. */
            const double needed = u.demand * u.cycles;
            l.at[GA_Q_cycles] = needed;
            ga_utilization_of(&d, GA_NCU, &l, &u);
            assert_near(u.demand, 1, 1e-12);
        }
    l.at[GA_Q_jobs_alu] = l.at[GA_Q_jobs_cas] = 0;
    ga_utilization_of(&d, GA_NCU, &l, &u);
    assert_near(u.paper, 0, 0);
    assert_near(u.paper_low, 0, 0);
    assert_int_equal(u.verdict, GA_NOT);
    assert_contains(u.reason, "has no atomics on shared memory");
    ga_model_device_free(&d);
}

static void verdicts(void **state) {
    (void)state;
    struct ga_model_device d = device("add-u64");
    struct ga_launch_counters l = counted();
    struct ga_utilization u;
    l.at[GA_Q_jobs_alu] = 400; /* 200 an SM, of one lane */
    l.at[GA_Q_jobs_cas] = 0;
    l.at[GA_Q_passes] = 400;
    static const struct {
        double cycles;
        enum ga_verdict verdict;
    } edges[] = {{200, GA_BOTTLENECK},
                 {235, GA_BOTTLENECK},
                 {236, GA_LEFT_OPEN},
                 {400, GA_LEFT_OPEN},
                 {401, GA_NOT}};
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
        l.at[GA_Q_cycles] = edges[i].cycles;
        ga_utilization_of(&d, GA_NCU, &l, &u);
        assert_int_equal(u.verdict, edges[i].verdict);
    }
    /* One SM has all the work. */
    l.at[GA_Q_cycles_min] = l.at[GA_Q_passes_min] = 0;
    l.at[GA_Q_passes_max] = l.at[GA_Q_cycles_max] = 400;
    ga_utilization_of(&d, GA_NCU, &l, &u);
    assert_int_equal(u.verdict, GA_LEFT_OPEN);
    assert_near(u.least, 0, 0);
    assert_near(u.most, 1, 0);
    assert_near(u.busiest, 1, 0);
    assert_contains(u.reason, "the SM with the most atomics for 100 % of the longest SM's cycles");
    /* SMs of 300 passes in 1000 cycles and of 100 in 200: the shares are 30 and 50 %, their mean a third. */
    l.at[GA_Q_cycles] = 600;
    l.at[GA_Q_cycles_min] = 200;
    l.at[GA_Q_cycles_max] = 1000;
    l.at[GA_Q_passes_min] = 100;
    l.at[GA_Q_passes_max] = 300;
    ga_utilization_of(&d, GA_NCU, &l, &u);
    assert_true(u.least <= 0.3 && u.least <= u.hardware && u.hardware <= u.most && u.most >= 0.5);
    assert_near(u.least, 0.1, 1e-12);
    assert_near(u.most, 1, 0);
    assert_int_equal(u.verdict, GA_NOT); /* the busiest unit is busy for 30 % of the launch */
    /* More passes than cycles; 5 % off is not that. Fewer than instructions there may be: lanes that do nothing. */
    static const struct {
        double passes, cycles;
        bool known;
    } odd[] = {{50, 1000, true},
               {420, 200, true},
               {421, 200, false},
               {1e20, 1000, false},
               {400, 0, false}};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        l = counted();
        l.at[GA_Q_jobs_alu] = 200;
        l.at[GA_Q_jobs_cas] = 0;
        l.at[GA_Q_passes] = odd[i].passes;
        l.at[GA_Q_cycles] = odd[i].cycles;
        l.at[GA_Q_cycles_sum] = 2000;
        if (odd[i].cycles > 0)
            l.at[GA_Q_cycles_sum] = 2 * odd[i].cycles;
        ga_utilization_of(&d, GA_NCU, &l, &u);
        assert_int_equal(u.verdict != GA_UNKNOWN, odd[i].known);
        if (!odd[i].known)
            assert_contains(u.reason, "the counters contradict each other");
    }
    /* Where passes are not counted, U by demand is at the lanes that are said. */
    l = counted();
    l.at[GA_Q_cycles_sum] = 2000;
    d.lanes = 2;
    ga_utilization_of(&d, GA_NCU, &l, &u);
    const double by_passes = u.demand;
    l.at[GA_Q_passes] = NAN;
    ga_utilization_of(&d, GA_NVPROF, &l, &u);
    assert_near(u.e, 2, 0);
    assert_near(u.demand, by_passes, 1e-12);
    d.lanes = NAN;
    /* The unit is 90 % busy, and the issue of instructions less, as much, and more. */
    l = counted();
    l.at[GA_Q_jobs_alu] = l.at[GA_Q_passes] = 1800;
    l.at[GA_Q_jobs_cas] = 0;
    l.at[GA_Q_cycles] = 1000;
    for (int busy = 89; busy <= 91; busy++) {
        l.at[GA_Q_instructions_busy] = busy;
        ga_utilization_of(&d, GA_NCU, &l, &u);
        assert_int_equal(u.verdict, busy <= 90 ? GA_BOTTLENECK : GA_LEFT_OPEN);
    }
    assert_contains(u.reason, "issue of instructions is busier, for 91 %");
    /* The L2 is busier, by passes of the same time; by others nobody knows. */
    d.sm_per_s = 1.98e9;
    l.at[GA_Q_instructions_busy] = 10;
    l.at[GA_Q_l2_busy] = 95;
    for (int apart = 0; apart <= 1; apart++) {
        l.at[GA_Q_sm_rate] = apart ? 2.1e9 : 1.98e9;
        ga_utilization_of(&d, GA_NCU, &l, &u);
        assert_int_equal(u.verdict, apart ? GA_BOTTLENECK : GA_LEFT_OPEN);
    }
    /* The unit is 20 % busy; the pipe before it, with what else, 50 %, and just not. */
    l = counted();
    l.at[GA_Q_jobs_alu] = l.at[GA_Q_passes] = 400;
    l.at[GA_Q_jobs_cas] = 0;
    l.at[GA_Q_pipe_passes] = 1000;
    ga_utilization_of(&d, GA_NCU, &l, &u);
    assert_int_equal(u.verdict, GA_LEFT_OPEN);
    assert_contains(u.reason, "shares with loads and stores is 50 % busy");
    l.at[GA_Q_pipe_passes] = 999;
    ga_utilization_of(&d, GA_NCU, &l, &u);
    assert_int_equal(u.verdict, GA_NOT);
    assert_near(u.passes, 400, 0);
    /* Retry loops: the unit is 40 % busy, the pipe 90 %. */
    l = counted();
    l.at[GA_Q_jobs_alu] = 0;
    l.at[GA_Q_jobs_cas] = l.at[GA_Q_loads] = 400;
    l.at[GA_Q_passes] = 800;
    ga_utilization_of(&d, GA_NCU, &l, &u);
    assert_true(u.loops);
    assert_int_equal(u.verdict, GA_NOT);
    assert_contains(u.reason, "--useful N tells retries from work");
    l.at[GA_Q_pipe_passes] = 1800;
    ga_utilization_of(&d, GA_NCU, &l, &u);
    assert_int_equal(u.verdict, GA_BOTTLENECK);
    assert_contains(u.reason, "their pipe is 90 % busy, the atomic unit 40 %");
    /* 96 lane operations, 12 of an SM's warps of 4 lanes, take 80 cycles each on one word. */
    l.at[GA_Q_pipe_passes] = 900;
    d.useful = 96;
    ga_utilization_of(&d, GA_NCU, &l, &u);
    assert_near(u.retried, 400 / 96.0, 1e-9);
    assert_near(u.emulated, 0.96, 1e-9);
    assert_int_equal(u.verdict, GA_BOTTLENECK);
    assert_contains(u.reason, "4.17 warp instructions of them for each useful lane operation; so "
                              "many of add-u64 take 96 %");
    /* So many that they cannot have been on one word. */
    d.useful = 200;
    ga_utilization_of(&d, GA_NCU, &l, &u);
    assert_near(u.emulated, 25 * 5 / 1000.0, 1e-9);
    assert_contains(u.reason, "cannot be on one word");
    assert_int_equal(u.verdict, GA_LEFT_OPEN);
    ga_model_device_free(&d);
}

static void missing(void **state) {
    (void)state;
    struct ga_model_device d = device(NULL);
    struct ga_launch_counters l = counted();
    struct ga_utilization u;
    l.at[GA_Q_jobs_cas] = l.at[GA_Q_passes] = NAN;
    ga_utilization_of(&d, GA_NCU, &l, &u);
    assert_int_equal(u.verdict, GA_UNKNOWN);
    assert_string_equal(u.reason, "counters are missing; collect them with: ncu --metrics "
                                  "smsp__inst_executed_op_shared_atom_dot_cas.sum,"
                                  "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum");
    l = counted();
    l.at[GA_Q_cycles] = 0;
    ga_utilization_of(&d, GA_NCU, &l, &u);
    assert_int_equal(u.verdict, GA_UNKNOWN);
    assert_contains(u.reason, "contradict");
    ga_model_device_free(&d);
}

static void tables_refused(void **state) {
    (void)state;
    struct ga_model_device d;
    struct ga_err err = {""};
    write_tables(false);
    assert_int_equal(ga_model_device_read(".", NULL, &d, &err), GA_USAGE);
    assert_contains(err.message, "incomplete: n=3, e=2, c=1 is not there");
    ga_model_device_free(&d);
    write_tables(true);
    assert_int_equal(ga_model_device_read(".", "add-u128", &d, &err), GA_USAGE);
    assert_contains(err.message, "has no row of 'add-u128'");
    ga_model_device_free(&d);
    d = device(NULL);
    struct ga_launch_counters l = counted();
    assert_int_equal(ga_model_device_check(&d, "f", &l, &err), GA_USAGE);
    assert_contains(err.message, "f:1: the file does not say on what GPU");
    strcpy(l.cc, "8.6");
    assert_int_equal(ga_model_device_check(&d, "f", &l, &err), GA_USAGE);
    assert_contains(err.message, "a launch on sm_86, and the tables are of sm_90 (Some GPU)");
    strcpy(l.cc, "9.0");
    assert_int_equal(ga_model_device_check(&d, "f", &l, &err), GA_OK);
    strcpy(l.device, "Other GPU");
    assert_int_equal(ga_model_device_check(&d, "f", &l, &err), GA_USAGE);
    assert_contains(err.message, "a launch on 'Other GPU', and the tables are of 'Some GPU'");
    ga_model_device_free(&d);
}

/* Each die of an MI300X counts the cycles, and the profiler adds them up. */
static void dies(void **state) {
    (void)state;
    static const struct {
        const char *target;
        uint32_t sm_count;
        double dies;
    } known[] = {{"gfx90a", 104, 1}, {"gfx942", 304, 8}, {"gfx942", 228, 6},
                 {"gfx942", 38, 1},  {"gfx950", 256, 8}, {"gfx1100", 48, 1}};
    struct ga_model_device d = device(NULL);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct ga_launch_counters l = counted();
        struct ga_utilization u;
        strcpy(d.target, known[i].target);
        d.sm_count = known[i].sm_count;
        l.at[GA_Q_lds_instructions] = l.at[GA_Q_lds_cycles] = 500 * d.sm_count;
        l.at[GA_Q_gui_cycles] = 1000 * known[i].dies;
        l.at[GA_Q_wave_cycles] = 250 * 2 * d.sm_count; /* two waves all the time */
        ga_utilization_of(&d, GA_ROCPROFV3, &l, &u);
        assert_near(u.cycles, 1000, 1e-9);
        assert_near(u.n, 2, 1e-9);
        assert_near(u.hardware, 0.5, 1e-9);
    }
    ga_model_device_free(&d);
}

/* The law: passes. Emulated rows, and other loads, say nothing. */
static void law(void **state) {
    (void)state;
    struct ga_demand_law found;
    struct ga_err err = {""};
    write_tables(true);
    assert_int_equal(ga_demand_law("shared_demand.csv", N_MAX, &found, &err), GA_OK);
    assert_int_equal(found.n, 4);
    assert_int_equal(found.n_outside, 1);
    assert_near(found.worst, 0.2 / 8, 1e-9);
    assert_contains(found.where, "cas u32, same, e=4: 8.2 cycles, law 8");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corners),  cmocka_unit_test(by_hand), cmocka_unit_test(identities),
        cmocka_unit_test(verdicts), cmocka_unit_test(missing), cmocka_unit_test(tables_refused),
        cmocka_unit_test(dies),     cmocka_unit_test(law),
    };
    return cmocka_run_group_tests_name("utilization", tests, ga_check_enter, ga_check_leave);
}
