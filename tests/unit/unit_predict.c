/* Predictions, on numbers worked by hand and on laws that hold whatever the numbers. */
#include "check.h"

#include <math.h>

#include "predict.h"

enum { N_MAX = 4, E_MAX = 4 };

/* A table without noise: an add of e lanes takes e cycles, a swap 2 e, a count 1, and alone 10 more. */
static void write_tables(const char *without) {
    static const char *const kinds[] = {"add", "cas", "count"};
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
                fprintf(file, "%d,%d,%d,ok,A,%d,1\n", n, e, c, e * (n + c));
    fclose(file);
    file = fopen("shared_demand.csv", "w");
    fprintf(file, "operation,type,regime,pattern,e,n,status,instruction,native,median_ns,"
                  "cycles_per_request,median_cycles,ci_low_cycles,ci_high_cycles\n");
    for (int e = 1; e <= E_MAX; e++)
        for (int k = 0; k < 3; k++)
            if (strcmp(kinds[k], without) != 0)
                fprintf(file,
                        "%s,u32,unused,same,%d,4,ok,A,native,1,%d,100,99,102\n"
                        "%s,u32,dependent,same,%d,1,ok,A,native,1,%d,100,,\n",
                        kinds[k], e,
                        k == 0   ? e
                        : k == 1 ? 2 * e
                                 : 1,
                        kinds[k], e, e + 10);
    fclose(file);
}

struct made {
    struct ga_model_device device;
    struct ga_predict_table table;
    struct ga_launch_counters launch;
};

/* A launch of 1000 adds an SM by two warps on two SMs. */
static void count(struct made *m, double e, double cycles) {
    for (int q = 0; q < GA_N_QUANTITIES; q++)
        m->launch.at[q] = NAN;
    m->launch.at[GA_Q_jobs_alu] = 2000;
    m->launch.at[GA_Q_jobs_cas] = 0;
    m->launch.at[GA_Q_passes] = 2000 * e;
    m->launch.at[GA_Q_cycles] = cycles;
    m->launch.at[GA_Q_occupancy] = 50;
}

static void begin(struct made *m, double e, double cycles) {
    struct ga_err err = {""};
    write_tables("");
    if (ga_model_device_read(".", NULL, &m->device, &err) != GA_OK ||
        ga_predict_read("shared_demand.csv", N_MAX, E_MAX, &m->table, &err) != GA_OK)
        fail_msg("%s", err.message);
    count(m, e, cycles);
    m->launch.at[GA_Q_l2_busy_max] = 0;
}

static struct ga_prediction predict(struct made *m, struct ga_change change, double warps) {
    struct ga_prediction p;
    struct ga_change_odds odds;
    change.privatize += !change.privatize;
    change.reorder += !change.reorder;
    change.lanes = change.lanes > 0 ? change.lanes : (double)NAN;
    ga_change_odds(&change, E_MAX, &odds);
    ga_predict_of(&m->device, &m->table, &change, &odds, warps, &m->launch, &p);
    if (p.known) { /* what always holds */
        assert_true(p.cycles_new.at >= p.jobs * p.demand_new.at * (1 - 1e-12));
        assert_near(p.used_new.at, p.jobs * p.demand_new.at / p.cycles_new.at, 1e-12);
        assert_int_equal(isnan(p.cycles_new.low), strstr(p.reason, "a guess without bounds") != 0);
    }
    if (p.known && !isnan(p.cycles_new.low)) {
        assert_true(p.cycles_new.low <= p.cycles_new.at * (1 + 1e-12));
        assert_true(p.cycles_new.at <= p.cycles_new.high * (1 + 1e-12));
        assert_true(p.cycles_new.high <= GA_PREDICT_FAR * p.cycles_new.low);
        assert_true(p.used_new.low <= p.used_new.at && p.used_new.at <= p.used_new.high);
        assert_true(p.used_new.high <= 1);
    }
    return p;
}

static void end(struct made *m) { ga_model_device_free(&m->device); }

static double norm(double x, double y, double exponent) {
    return pow(pow(x, exponent) + pow(y, exponent), 1 / exponent);
}

/* e = 4 in 5000 cycles, of which the unit is busy for 4000, issue for 3000, memory for 500 and the L2's busiest slice for
 * 1000. A warp has 500 atomics, of which 3 come with all others'. With e = 1 the unit is busy for 1000. */
static void by_hand(void **state) {
    (void)state;
    struct made m;
    begin(&m, 4, 5000);
    m.launch.at[GA_Q_instructions_busy] = 60;
    m.launch.at[GA_Q_memory_busy] = 10;
    m.launch.at[GA_Q_l2_busy_max] = 20;
    m.launch.at[GA_Q_instructions] = 20000;
    struct ga_prediction p = predict(&m, (struct ga_change){.privatize = 4}, 1);
    const double before = norm(norm(norm(4000, 3000, 6), 500, 6), 1500, 2);
    const double after = norm(norm(norm(1000, 3000, 6), 500, 6), 1500, 2);
    assert_near(p.rest, 5000 - before, 1e-9);
    assert_near(p.cycles_new.at, 0.006 * after + 0.994 * (after + 5000 - before), 1e-9);
    assert_true(p.cycles_new.low >= 3000 && p.cycles_new.high <= 1.07 * 5000);
    /* 5 more instructions for each atomic are half as many more, and 5 less half as many. */
    p = predict(&m, (struct ga_change){.privatize = 1, .instructions = 5}, 1);
    const double more = norm(norm(norm(4000, 4500, 6), 500, 6), 1500, 2);
    assert_near(p.cycles_new.at, 0.006 * 6500 + 0.994 * (more + 5000 - before), 1e-9);
    p = predict(&m, (struct ga_change){.privatize = 4, .instructions = -5}, 1);
    assert_true(p.cycles_new.at < 0.006 * after + 0.994 * (after + 5000 - before));
    /* With half of the warps what no unit is busy for takes twice as long. */
    p = predict(&m, (struct ga_change){.privatize = 1}, 0.5);
    assert_near(p.cycles_new.at, 5000 + 5000 - before, 1e-9);
    /* A use of the results: two warps, of which one alone waits for 10 cycles. */
    p = predict(&m, (struct ga_change){.used = true, .lanes = 4}, 1);
    assert_near(p.cycles_new.at, 5000 + 10 + 2 * GA_PREDICT_RESULT, 1e-9);
    p = predict(&m, (struct ga_change){.unused = true, .lanes = 4}, 1);
    assert_near(p.cycles_new.at, 5000 - 10 - 2 * GA_PREDICT_RESULT, 1e-9);
    /* What is busy for more than T, because counters differ, is no longer than T. */
    m.launch.at[GA_Q_l2_busy_max] = 90;
    p = predict(&m, (struct ga_change){.privatize = 4}, 1);
    assert_near(p.rest, 0, 0);
    assert_true(p.cycles_new.at < 5000);
    end(&m);
}

/* A full unit: what is not it remains, and what other units need. */
static void full(void **state) {
    (void)state;
    struct made m;
    begin(&m, 4, 4100);
    m.launch.at[GA_Q_instructions_busy] = 1;
    struct ga_prediction p = predict(&m, (struct ga_change){.privatize = 4, .lanes = 1}, 1);
    assert_near(p.cycles_new.at, 1100, 1e-6);
    assert_string_equal(p.reason,
                        "the unit stays full: T changes by as much as what it is busy for");
    /* Of the 100 cycles that no unit is busy for a part may go, or more come. */
    const double noise = hypot(0.07, 0.25 * 100 / 1100 * 0.994);
    assert_near(p.cycles_new.low, (1 - noise) * 1090, 1e-6);
    assert_near(p.cycles_new.high, (1 + noise) * 1120, 1e-6);
    m.launch.at[GA_Q_l2_busy_max] = NAN; /* an L2 slice may hold it */
    p = predict(&m, (struct ga_change){.privatize = 4, .lanes = 1}, 1);
    assert_near(p.cycles_new.at, 1100, 1e-6);
    assert_string_equal(p.reason,
                        "the unit stays full: T changes by as much as what it is busy for; a "
                        "guess without bounds: counters are missing");
    m.launch.at[GA_Q_l2_busy_max] = 0;
    m.launch.at[GA_Q_instructions_busy] = NAN; /* it is not known what the unit hides */
    p = predict(&m, (struct ga_change){.privatize = 4}, 1);
    assert_near(p.cycles_new.at, 1100, 1e-9);
    assert_contains(p.reason, "a guess without bounds: counters are missing");
    m.launch.at[GA_Q_l2_busy] = 50;
    m.launch.at[GA_Q_memory_busy] = 40;
    p = predict(&m, (struct ga_change){.privatize = 4}, 1);
    assert_near(p.cycles_new.at, 2050, 1e-9);
    assert_string_equal(p.reason, "held by the L2; a guess without bounds: counters are missing");
    /* Of the cycles from start to end, which are more than those of an active SM. */
    m.launch.at[GA_Q_duration] = 5000;
    m.launch.at[GA_Q_sm_rate] = 1e9;
    p = predict(&m, (struct ga_change){.privatize = 4}, 1);
    assert_near(p.cycles_new.at, 2500, 1e-9);
    /* A unit that counts as busy for 4 % longer than T: fewer lanes are no more work. */
    struct made over;
    begin(&over, 4, 3850);
    p = predict(&over, (struct ga_change){.reorder = 2, .lanes = 3.99}, 1);
    assert_true(p.cycles_new.at <= p.cycles);
    end(&over);
    /* An SM with all of the work decides: twice the mean. */
    m.launch.at[GA_Q_passes_max] = 8000;
    m.launch.at[GA_Q_cycles_max] = 8150;
    m.launch.at[GA_Q_l2_busy] = m.launch.at[GA_Q_memory_busy] = NAN;
    p = predict(&m, (struct ga_change){.privatize = 4}, 1);
    assert_near(p.cycles, 8150, 0);
    assert_near(p.cycles_new.at, 8150 - 8000 + 2000, 1e-9);
    end(&m);
}

/* Lanes that somebody has counted; and instructions that the change has, of which the counters say how many there are. */
static void counted(void **state) {
    (void)state;
    struct made m;
    begin(&m, 4, 4100);
    struct ga_change change = {.reorder = 2, .lanes = 3.5};
    struct ga_prediction p = predict(&m, change, 1);
    assert_near(p.e_new.low, 3.5, 0);
    assert_near(p.e_new.high, 3.5, 0);
    assert_near(p.cycles_new.at, 4100 - 500, 1e-9);
    change.instructions = 2;
    p = predict(&m, change, 1);
    assert_false(p.known);
    assert_contains(p.reason, "collect them with: ncu --metrics smsp__inst_executed.sum,sm__inst");
    m.launch.at[GA_Q_instructions] = 6000;
    p = predict(&m, change, 1);
    assert_false(p.known); /* what they take is not known */
    m.launch.at[GA_Q_instructions_busy] = 1;
    p = predict(&m, change, 1);
    assert_true(p.known);
    /* Counts meet in banks. */
    p = predict(&m, (struct ga_change){.unused = true, .lanes = 2}, 1);
    assert_near(p.demand_new.at, 2, 0);
    end(&m);
}

/* Two warps of an SM with 3 adds each, e = 2, in 200 cycles: what the unit is busy for less, and issue for more, is what T
 * changes by. Where a warp has 12, the L2 is with three of four atomics, and so is
 * what a merge may do. */
static void few(void **state) {
    const struct ga_change half = {.privatize = 2, .instructions = 1};
    struct made m;
    (void)state;
    begin(&m, 2, 200);
    m.launch.at[GA_Q_instructions_busy] = 10;
    m.launch.at[GA_Q_l2_busy_max] = 40;
    m.launch.at[GA_Q_instructions] = 120;
    m.launch.at[GA_Q_jobs_alu] = 2 * 6;
    m.launch.at[GA_Q_passes] = 2 * 6 * 2;
    struct ga_prediction p = predict(&m, half, 1);
    assert_near(p.cycles_new.at, 200 - 6 + 2, 1e-9);
    assert_near(p.cycles_new.high, 1.07 * (196 + 6 * (p.demand_new.high - 1)), 1e-9);
    m.launch.at[GA_Q_jobs_alu] = 2 * 24;
    m.launch.at[GA_Q_passes] = 2 * 24 * 2;
    const double before = norm(norm(48, 20, 6), 120, 2), after = norm(norm(24, 28, 6), 120, 2);
    p = predict(&m, half, 1);
    assert_near(p.cycles_new.at, 0.25 * (200 - 24 + 8) + 0.75 * (200 + after - before), 1e-9);
    /* The slice is busy for three fifths of T: a merge may take longer, and less long; so may the rest. */
    const double rest = 0.25 * (200 - before) / p.cycles_new.at;
    const double noise = hypot(0.07, 0.75 * hypot(0.14 * 0.6, rest));
    const double all = 0.25 * (160 + 24 * p.demand_new.high) + 0.75 * 200;
    assert_near(p.cycles_new.high, (1 + noise) * all, 1e-9);
    end(&m);
}

/* As it is, it takes as long as it did: whatever is known of it. A change by which lanes meet less is never slower,
 * and the less the faster, by what the unit is busy for less at the most. */
static void laws(void **state) {
    (void)state;
    struct made m;
    begin(&m, 1, 1);
    for (double e = 1; e <= 4; e += 0.5)
        for (double share = 0.02; share <= 1; share += 0.049)
            for (int seen = 0; seen < 4; seen++)
                for (double occupancy = 10; occupancy <= 100; occupancy += 22.5) {
                    count(&m, e, 1000 * e / share);
                    m.launch.at[GA_Q_occupancy] = occupancy;
                    if (seen)
                        m.launch.at[GA_Q_instructions_busy] = 30 * seen;
                    if (seen > 1)
                        m.launch.at[GA_Q_l2_busy_max] = 25 * seen;
                    struct ga_prediction p = predict(&m, (struct ga_change){.privatize = 1}, 1);
                    assert_true(p.known);
                    const double t = p.cycles;
                    assert_near(p.cycles_new.at, t, 1e-9 * t);
                    assert_near(p.cycles_new.low, t, 1e-9 * t);
                    assert_near(p.cycles_new.high, t, 1e-9 * t);
                    assert_near(p.used_new.at, p.used, 1e-9);
                    double before = t;
                    for (uint32_t r = 2; r <= 4; r++) {
                        p = predict(&m, (struct ga_change){.privatize = r}, 1);
                        assert_true(p.cycles_new.at <= before * (1 + 1e-9));
                        assert_true(p.cycles_new.at >=
                                    t - p.jobs * (p.demand - p.demand_new.at) - 1e-9 * t);
                        before = p.cycles_new.at;
                    }
                    p = predict(&m, (struct ga_change){.used = true, .lanes = 4}, 1);
                    assert_true(p.cycles_new.at >= t * (1 - 1e-9));
                    p = predict(&m, (struct ga_change){.privatize = 1}, 0.5);
                    assert_true(p.cycles_new.at >= t * (1 - 1e-9));
                    assert_true(p.n_new < p.n);
                    p = predict(&m, (struct ga_change){.privatize = 1}, 2);
                    assert_true(p.cycles_new.at <= t * (1 + 1e-9));
                }
    end(&m);
}

/* Warps of sm_90 with 40 registers a thread: 32 in blocks of 1024 threads, 48 in blocks of 256. */
static void warps(void **state) {
    (void)state;
    struct made m;
    struct ga_err err = {""};
    double share = 0;
    struct ga_change change = {.threads = 256};
    begin(&m, 1, 4000);
    assert_int_equal(ga_predict_warps(&m.device, &change, 0, NAN, &m.launch, &share, &err),
                     GA_USAGE);
    assert_contains(err.message,
                    "the counters do not say what a block is now; collect them with: ncu "
                    "--metrics launch__block_size,launch__registers_per_thread");
    m.launch.at[GA_Q_block_threads] = 1024;
    m.launch.at[GA_Q_registers] = 40;
    m.launch.at[GA_Q_static_bytes] = 4096;
    m.launch.at[GA_Q_dynamic_bytes] = 0;
    assert_int_equal(ga_predict_warps(&m.device, &change, 0, NAN, &m.launch, &share, &err), GA_OK);
    assert_near(share, 1.5, 0);
    assert_int_equal(ga_predict_warps(&m.device, &change, 128, NAN, &m.launch, &share, &err),
                     GA_OK);
    assert_near(share, 0.5, 0);
    assert_int_equal(ga_predict_warps(&m.device, &change, 0, 100000, &m.launch, &share, &err),
                     GA_OK);
    assert_near(share, 0.5, 0);
    change.threads = 2048;
    assert_int_equal(ga_predict_warps(&m.device, &change, 0, NAN, &m.launch, &share, &err),
                     GA_USAGE);
    change.threads = 0;
    assert_int_equal(ga_predict_warps(&m.device, &change, 0, NAN, &m.launch, &share, &err), GA_OK);
    assert_near(share, 1, 0);
    /* Nobody waits for anybody: T goes as 1 / n. */
    m.launch.at[GA_Q_cycles] = 5e8;
    const struct ga_prediction p = predict(&m, (struct ga_change){.privatize = 1}, 1.5);
    assert_near(p.cycles_new.at / 5e8, 2 / 3.0, 1e-5);
    /* Of other blocks it is not known what they do once, and nothing bounds it. */
    const struct ga_prediction blocks =
        predict(&m, (struct ga_change){.threads = 256, .privatize = 1}, 1.5);
    assert_near(blocks.cycles_new.at, p.cycles_new.at, 0);
    assert_true(isnan(blocks.cycles_new.low) && isnan(blocks.cycles_new.high));
    assert_contains(blocks.reason, "a guess without bounds");
    end(&m);
}

static void not_known(void **state) {
    (void)state;
    struct made m;
    struct ga_err err = {""};
    begin(&m, 4, 8100);
    m.launch.at[GA_Q_jobs_alu] = 0;
    m.launch.at[GA_Q_jobs_cas] = m.launch.at[GA_Q_loads] = 2000;
    struct ga_prediction p = predict(&m, (struct ga_change){.privatize = 2}, 1);
    assert_false(p.known);
    assert_contains(p.reason, "compare-and-swap loops");
    m.launch.at[GA_Q_loads] = 0; /* no loops */
    p = predict(&m, (struct ga_change){.privatize = 2}, 1);
    assert_true(p.known);
    m.launch.at[GA_Q_passes] = NAN;
    p = predict(&m, (struct ga_change){.privatize = 2}, 1);
    assert_false(p.known);
    assert_contains(p.reason, "counters are missing");
    end(&m);
    write_tables("count");
    assert_int_equal(ga_predict_read("shared_demand.csv", N_MAX, E_MAX, &m.table, &err), GA_USAGE);
    assert_contains(err.message, "incomplete: the count of u32, regime unused");
    write_tables("");
    assert_int_equal(ga_predict_read("shared_demand.csv", N_MAX, E_MAX + 1, &m.table, &err),
                     GA_USAGE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),   cmocka_unit_test(full), cmocka_unit_test(counted),
        cmocka_unit_test(few),       cmocka_unit_test(laws), cmocka_unit_test(warps),
        cmocka_unit_test(not_known),
    };
    return cmocka_run_group_tests_name("predict", tests, ga_check_enter, ga_check_leave);
}
