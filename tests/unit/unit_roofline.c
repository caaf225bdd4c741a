/* The rooflines on tables and counters made by hand. */
#include "check.h"

#include <math.h>

#include "roofline.h"

/* 100 bytes a second, adds of 1 to 4 cycles, compare-and-swaps of twice as many, 1.5 without conflicts; the L2
 * takes 2 ns for a lane and 8 for four. Two SMs. */
static struct ga_roofline_tables tables(void) {
    return (struct ga_roofline_tables){
        .device = {.sm_count = 2,
                   .warps_per_sm = 4,
                   .warp_size = 4,
                   .demand = {{2, {1, 4}, {1, 4}}, {2, {1, 4}, {2, 8}}, NAN, NAN},
                   .has_demand = true,
                   .l2 = {2, {1, 4}, {2, 8}},
                   .has_l2 = true,
                   .global_lanes = NAN},
        .bandwidth = 100,
        .plain = 1.5,
        .peak_flops = NAN};
}

/* 2 seconds, 40 bytes, SMs of 50 Hz. */
static struct ga_launch_counters counted(void) {
    struct ga_launch_counters l = {.line = 1};
    for (int q = 0; q < GA_N_QUANTITIES; q++)
        l.at[q] = q >= GA_Q_fadd && q <= GA_Q_hfma ? 0 : NAN;
    l.at[GA_Q_duration] = 2e9;
    l.at[GA_Q_dram_read] = 30;
    l.at[GA_Q_dram_written] = 10;
    l.at[GA_Q_sm_rate] = 50;
    l.at[GA_Q_instructions] = 1000;
    l.at[GA_Q_threads] = 3;
    return l;
}

static void flop(void **state) {
    (void)state;
    struct ga_roofline_tables t = tables();
    struct ga_launch_counters l = counted();
    struct ga_roof r[GA_N_ROOFS];
    l.at[GA_Q_fadd] = 10;
    l.at[GA_Q_fmul] = 20;
    l.at[GA_Q_ffma] = 30;
    l.at[GA_Q_ffma_peak] = 4;
    ga_roofline_of(&t, GA_NCU, &l, NULL, r);
    /* 10 + 20 + 2 * 30 in 2 s and 40 bytes; the peak is 2 * 4 * 50, memory has 90 / 40 * 100. */
    assert_near(r[0].work, 90, 1e-12);
    assert_near(r[0].rate, 45, 1e-12);
    assert_near(r[0].intensity, 2.25, 1e-12);
    assert_near(r[0].per_instruction, 0.09, 1e-12);
    assert_near(r[0].ceiling[GA_BY_UNIT], 400, 1e-9);
    assert_near(r[0].ceiling[GA_BY_MEMORY], 225, 1e-9);
    assert_true(isnan(r[0].ceiling[GA_BY_SHARED_MEMORY]));
    assert_int_equal(r[0].lowest, GA_BY_MEMORY);
    assert_near(r[0].share, 0.2, 1e-12);
    assert_near(r[0].ridge, 4, 1e-12);
    assert_string_equal(r[0].reason, "");
    /* On the ridge both are the same; right of it arithmetic limits. */
    l.at[GA_Q_dram_read] = 12.5;
    ga_roofline_of(&t, GA_NCU, &l, NULL, r);
    assert_near(r[0].intensity, r[0].ridge, 1e-12);
    assert_near(r[0].ceiling[GA_BY_UNIT], r[0].ceiling[GA_BY_MEMORY], 1e-9);
    l.at[GA_Q_dram_read] = 12;
    ga_roofline_of(&t, GA_NCU, &l, NULL, r);
    assert_int_equal(r[0].lowest, GA_BY_UNIT);
    /* No byte at all. */
    l.at[GA_Q_dram_read] = l.at[GA_Q_dram_written] = 0;
    ga_roofline_of(&t, GA_NCU, &l, NULL, r);
    assert_true(isinf(r[0].intensity));
    assert_int_equal(r[0].lowest, GA_BY_UNIT);
    assert_near(r[0].share, 45 / 400.0, 1e-12);
}

/* Pairs of 16 bits are two each, and the peak is that of the commonest type. */
static void types(void **state) {
    (void)state;
    struct ga_roofline_tables t = tables();
    struct ga_launch_counters l = counted();
    struct ga_roof r[GA_N_ROOFS];
    l.at[GA_Q_dadd] = 1;
    l.at[GA_Q_dmul] = 2;
    l.at[GA_Q_dfma] = 3;
    l.at[GA_Q_hadd] = 4;
    l.at[GA_Q_hmul] = 5;
    l.at[GA_Q_hfma] = 6;
    l.at[GA_Q_ffma_peak] = 1;
    l.at[GA_Q_dfma_peak] = 2;
    l.at[GA_Q_hfma_peak] = 3;
    ga_roofline_of(&t, GA_NCU, &l, NULL, r);
    assert_near(r[0].work, 1 + 2 + 6 + 8 + 10 + 24, 1e-12);
    assert_near(r[0].ceiling[GA_BY_UNIT], 4 * 3 * 50, 1e-9);
    l.at[GA_Q_dfma] = 30;
    ga_roofline_of(&t, GA_NCU, &l, NULL, r);
    assert_near(r[0].ceiling[GA_BY_UNIT], 2 * 2 * 50, 1e-9);
    t.peak_flops = 77;
    ga_roofline_of(&t, GA_NCU, &l, NULL, r);
    assert_near(r[0].ceiling[GA_BY_UNIT], 77, 1e-9);
    /* By the cycle: 0.5 of a fused one at 60 Hz for 2 s. */
    l = counted();
    for (int q = GA_Q_fadd; q <= GA_Q_hfma; q += 2) { /* each operation's count, then its rate */
        l.at[q] = NAN;
        l.at[q + 1] = 0;
    }
    l.at[GA_Q_ffma_rate] = 0.5;
    l.at[GA_Q_smsp_rate] = 60;
    ga_roofline_of(&t, GA_NCU, &l, NULL, r);
    assert_near(r[0].work, 2 * 0.5 * 60 * 2, 1e-12);
}

/* 30 adds and 10 compare-and-swaps, 100 passes: e = 100 / (30 + 2 * 10) = 2; (30 * 2 + 10 * 4) / 40 = 2.5 cycles
 * each, of 2 * 50 a second. */
static void shared(void **state) {
    (void)state;
    struct ga_roofline_tables t = tables();
    struct ga_launch_counters l = counted();
    struct ga_roof r[GA_N_ROOFS];
    l.at[GA_Q_jobs_alu] = 30;
    l.at[GA_Q_jobs_cas] = 10;
    l.at[GA_Q_passes] = 100;
    ga_roofline_of(&t, GA_NCU, &l, NULL, r);
    const struct ga_roof *const s = &r[GA_ROOF_SHARED];
    assert_near(s->work, 40, 1e-12);
    assert_near(s->lane_work, 120, 1e-12);
    assert_near(s->rate, 20, 1e-12);
    assert_near(s->intensity, 1, 1e-12);
    assert_near(s->ceiling[GA_BY_UNIT], 40, 1e-9);
    assert_near(s->ceiling[GA_BY_SHARED_MEMORY], 100 / 1.5, 1e-9);
    assert_near(s->ceiling[GA_BY_MEMORY], 100, 1e-9);
    assert_int_equal(s->lowest, GA_BY_UNIT);
    assert_near(s->share, 0.5, 1e-12);
    assert_near(s->ridge, 0.4, 1e-12);
    /* Not told apart: 40 of 2.5 lanes take as long. */
    l.at[GA_Q_jobs_alu] = l.at[GA_Q_jobs_cas] = NAN;
    l.at[GA_Q_shared_atoms] = 40;
    ga_roofline_of(&t, GA_NCU, &l, NULL, r);
    assert_near(s->ceiling[GA_BY_UNIT], 40, 1e-9);
    t.device.has_demand = false;
    ga_roofline_of(&t, GA_NCU, &l, NULL, r);
    assert_true(isnan(s->ceiling[GA_BY_UNIT]) && isnan(s->ridge));
    assert_int_equal(s->lowest, GA_BY_MEMORY);
}

/* 80 requests in 2 s, 4e8 sectors of 2 ns at the busiest slice: 0.4 of the time, so 40 a second could be 100. */
static void global(void **state) {
    (void)state;
    struct ga_roofline_tables t = tables();
    struct ga_launch_counters l = counted();
    struct ga_roof r[GA_N_ROOFS];
    l.at[GA_Q_global_atoms] = 60;
    l.at[GA_Q_global_reds] = 20;
    l.at[GA_Q_l2_atoms_max] = 4e8;
    l.at[GA_Q_l2_reds_max] = 1e8;
    ga_roofline_of(&t, GA_NCU, &l, NULL, r);
    const struct ga_roof *const g = &r[GA_ROOF_GLOBAL];
    assert_near(g->work, 80, 1e-12);
    assert_near(g->ceiling[GA_BY_UNIT], 100, 1e-9);
    assert_near(g->ceiling[GA_BY_MEMORY], 200, 1e-9);
    assert_near(g->share, 0.4, 1e-12);
    assert_near(g->ridge, 1, 1e-12);
    assert_int_equal(g->bound, GA_OPEN_BOUND); /* what adds of floats take is not known */
    l.at[GA_Q_l2_busy_max] = 90;               /* its own counter says more than the demand */
    ga_roofline_of(&t, GA_NCU, &l, NULL, r);
    assert_near(g->share, 0.9, 1e-12);
    assert_int_equal(g->bound, GA_ATOMIC_BOUND);
    t.device.global_lanes = 4; /* 1.6 of the time: they cannot all have been, and it is full */
    ga_roofline_of(&t, GA_NCU, &l, NULL, r);
    assert_near(g->share, 1, 1e-12);
}

static void missing(void **state) {
    (void)state;
    struct ga_roofline_tables t = tables();
    struct ga_launch_counters l = counted();
    struct ga_roof r[GA_N_ROOFS];
    l.at[GA_Q_fadd] = NAN;
    l.at[GA_Q_jobs_alu] = l.at[GA_Q_jobs_cas] = l.at[GA_Q_global_atoms] = l.at[GA_Q_global_reds] =
        5;
    l.at[GA_Q_dram_read] = NAN;
    ga_roofline_of(&t, GA_NCU, &l, NULL, r);
    assert_true(isnan(r[GA_ROOF_FLOP].work));
    assert_string_equal(r[GA_ROOF_FLOP].reason,
                        "counters are missing; collect them with: ncu --metrics "
                        "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum");
    assert_string_equal(r[GA_ROOF_SHARED].reason,
                        "counters are missing; collect them with: ncu --metrics "
                        "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum,"
                        "dram__bytes_read.sum");
    assert_string_equal(r[GA_ROOF_GLOBAL].reason,
                        "counters are missing; collect them with: ncu --metrics "
                        "lts__t_sectors_op_atom.max,lts__t_sectors_op_red.max,"
                        "dram__bytes_read.sum");
    assert_int_equal(r[GA_ROOF_SHARED].lowest, GA_NO_CEILING);
    /* Operations without a peak, which only they need. */
    l = counted();
    l.at[GA_Q_ffma] = 1;
    ga_roofline_of(&t, GA_NCU, &l, NULL, r);
    assert_contains(r[GA_ROOF_FLOP].reason, "op_ffma_pred_on.sum.peak_sustained (or say the peak: "
                                            "--peak-flops)");
    l.at[GA_Q_ffma] = 0;
    ga_roofline_of(&t, GA_NCU, &l, NULL, r);
    assert_string_equal(r[GA_ROOF_FLOP].reason, "");
    assert_int_equal(r[GA_ROOF_FLOP].lowest, GA_NO_CEILING);
    ga_roofline_of(&t, GA_NVPROF, &l, NULL, r);
    assert_contains(r[GA_ROOF_FLOP].reason, "only Nsight Compute's");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flop),   cmocka_unit_test(types),   cmocka_unit_test(shared),
        cmocka_unit_test(global), cmocka_unit_test(missing),
    };
    return cmocka_run_group_tests_name("roofline", tests, ga_check_enter, ga_check_leave);
}
