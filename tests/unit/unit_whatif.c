/* Rows of launches, their pairing, intervals, gains and the plan of `whatif`. */
#include "check.h"

#include "gains.h"
#include "edit_plan.h"

static struct ga_seen_launch launch(uint32_t kernel, uint32_t grid, uint32_t device, uint64_t start,
                                    uint64_t ns) {
    return (struct ga_seen_launch){{kernel, {grid, 1, 1}, {32, 1, 1}}, device, start, start + ns};
}

/* Two streams overlap by 50; another device is counted by itself; a launch within another adds nothing. */
static void busy_is_a_union(void **state) {
    (void)state;
    struct ga_launch_rows rows;
    double busy_ns = 0;
    struct ga_seen_launch all[] = {launch(0, 1, 0, 150, 100), launch(1, 1, 0, 100, 100),
                                   launch(1, 1, 0, 110, 10), launch(0, 1, 1, 120, 30)};
    assert_int_equal(ga_launch_rows_make(all, 4, (struct ga_counted){0, 0}, &rows, NULL), GA_OK);
    assert_int_equal(ga_launch_rows_busy(&rows, &rows, &busy_ns, NULL), GA_OK);
    assert_near(busy_ns, 150 + 30, 0);
    assert_int_equal(rows.n, 2);
    ga_launch_rows_free(&rows);
}

/* Launches of a row are in order of time, however they come; the first ones and those after --launches do not count. */
static void rows_are_in_order(void **state) {
    (void)state;
    struct ga_launch_rows rows;
    struct ga_seen_launch all[] = {launch(0, 2, 0, 300, 3), launch(0, 1, 0, 0, 7),
                                   launch(0, 2, 0, 100, 1), launch(0, 2, 0, 200, 2),
                                   launch(0, 2, 0, 400, 4)};
    assert_int_equal(ga_launch_rows_make(all, 5, (struct ga_counted){1, 2}, &rows, NULL), GA_OK);
    assert_int_equal(rows.n, 1);
    assert_int_equal(rows.at[0].n, 2);
    assert_near(ga_launch_row_ns(&rows.at[0], 1), 2, 0);
    assert_near(ga_launch_row_ns(&rows.at[0], 2), 5, 0);
    const struct ga_launch_key other = {0, {1, 1, 1}, {32, 1, 1}};
    assert_null(ga_launch_rows_find(&rows, &other));
    ga_launch_rows_free(&rows);
    assert_int_equal(ga_launch_rows_make(NULL, 0, (struct ga_counted){0, 0}, &rows, NULL), GA_OK);
    assert_int_equal(rows.n, 0);
    ga_launch_rows_free(&rows);
}

/* Mean 10, standard deviation 1, three runs: 10 -+ 4.303 / sqrt(3). */
static void intervals(void **state) {
    (void)state;
    const double samples[] = {9, 10, 11};
    const struct ga_time_interval x = ga_time_interval_of(samples, 3),
                                  one = ga_time_interval_of(samples, 1);
    assert_near(x.mean, 10, 0);
    assert_near(x.high - x.mean, 4.303 / sqrt(3), 1e-12);
    assert_near(x.mean - x.low, 4.303 / sqrt(3), 1e-12);
    assert_near(one.mean, 9, 0);
    assert_true(isnan(one.low) && isnan(one.high));
    assert_int_equal(ga_time_interval_of(NULL, 0).n, 0);
}

/* A study of kernel 0 (10 launches of 100 ns) and kernel 1 (one of 500 ns), both with global atomics. */
static struct ga_seen_kernel kernels[] = {
    {.kernel = 0, .n = {[GA_EDIT_GLOBAL] = 3}},
    {.kernel = 1, .n = {[GA_EDIT_GLOBAL] = 1, [GA_EDIT_AS_LOADS] = 1}}};
static const struct ga_observed seen = {.kernels = kernels, .n_kernels = 2};
static const bool chosen[2] = {true, true};

static void take(struct ga_study *study, struct ga_whatif_variant *variant, size_t n, uint64_t ns,
                 uint64_t other_ns) {
    struct ga_seen_launch all[16];
    for (size_t i = 0; i < n; i++)
        all[i] = launch(0, 1, 0, 1000 * i, ns);
    all[n] = launch(1, 1, 0, 50000, other_ns);
    assert_int_equal(ga_study_take(study, variant, all, n + 1, 1, NULL), GA_OK);
    variant->outcome = GA_OUTCOME_MEASURED;
}

static void begin(struct ga_study *study, struct ga_whatif_plan *plan) {
    *study = (struct ga_study){
        .edits = 0xf, .variant = calloc(1, sizeof *study->variant), .n_variants = 1};
    study->variant->edit = GA_N_EDITS;
    study->variant->kernel = GA_ALL_KERNELS;
    take(study, study->variant, 10, 100, 500);
    assert_int_equal(ga_whatif_plan_make(study, &seen, chosen, 2, 7, plan, NULL), GA_OK);
}

/* Plain, each kernel alone, both: twice each, less the plain run that there was; a plain one first. */
static void plans(void **state) {
    (void)state;
    struct ga_study study, again;
    struct ga_whatif_plan plan, same;
    begin(&study, &plan);
    assert_int_equal(study.n_variants, 4);
    assert_int_equal(study.variant[1].kernel, 0); /* 1000 ns: the heaviest */
    assert_int_equal(study.variant[3].kernel, GA_ALL_KERNELS);
    assert_int_equal(plan.n, 7);
    assert_int_equal(plan.order[0], 0);
    size_t n[4] = {0};
    for (size_t i = 0; i < plan.n; i++)
        n[plan.order[i]]++;
    assert_true(n[0] == 1 && n[1] == 2 && n[2] == 2 && n[3] == 2);
    begin(&again, &same);
    assert_memory_equal(plan.order, same.order, plan.n * sizeof *plan.order);
    free(plan.order);
    free(same.order);
    ga_study_free(&study);
    ga_study_free(&again);
}

/* One instruction at a time, where a kernel has several; edits that are not asked for have no runs. */
static void plans_of_each(void **state) {
    (void)state;
    struct ga_whatif_plan plan;
    struct ga_study study = {.edits = 1U << GA_EDIT_GLOBAL,
                             .each = true,
                             .variant = calloc(1, sizeof *study.variant),
                             .n_variants = 1};
    study.variant->edit = GA_N_EDITS;
    study.variant->kernel = GA_ALL_KERNELS;
    take(&study, study.variant, 10, 100, 500);
    assert_int_equal(ga_whatif_plan_make(&study, &seen, chosen, 1, 7, &plan, NULL), GA_OK);
    assert_int_equal(study.n_variants, 1 + 1 + 3 + 1 + 1);
    for (uint32_t i = 1; i <= 3; i++) {
        assert_int_equal(study.variant[1 + i].only, i);
        assert_int_equal(study.variant[1 + i].kernel, 0);
    }
    assert_int_equal(study.variant[5].kernel, 1);
    assert_int_equal(study.variant[5].only, 0);
    free(plan.order);
    study.edits = 1U << GA_EDIT_NARROW;
    study.n_variants = 1;
    assert_int_equal(ga_whatif_plan_make(&study, &seen, chosen, 1, 7, &plan, NULL), GA_OK);
    assert_int_equal(study.n_variants, 1);
    free(plan.order);
    ga_study_free(&study);
}

static void names_of_edits(void **state) {
    (void)state;
    unsigned edits = 0;
    struct ga_err err = {""};
    assert_int_equal(ga_edits_parse(NULL, &edits, NULL), GA_OK);
    assert_int_equal(edits, 0xf);
    assert_int_equal(ga_edits_parse("narrow,shared", &edits, NULL), GA_OK);
    assert_int_equal(edits, 1U << GA_EDIT_NARROW | 1U << GA_EDIT_SHARED);
    assert_int_equal(ga_edits_parse("none", &edits, NULL), GA_OK);
    assert_int_equal(edits, 1U << GA_EDIT_UNCHANGED);
    assert_int_equal(ga_edits_parse("unchanged", &edits, NULL), GA_USAGE);
    assert_int_equal(ga_edits_parse("as-load", &edits, &err), GA_USAGE);
    assert_contains(err.message, "there is no 'as-load'; did you mean 'as-loads'?");
    assert_int_equal(ga_edits_parse("shared,", &edits, &err), GA_USAGE);
    assert_int_equal(ga_edits_parse("", &edits, &err), GA_USAGE);
}

/* A run that lacks launches is held against as many; alone counts more than all; what overlaps is no gain. */
static void gains(void **state) {
    (void)state;
    struct ga_study study;
    struct ga_whatif_plan plan;
    struct ga_row_gains *g = NULL;
    char sentence[GA_SENTENCE];
    begin(&study, &plan);
    take(&study, &study.variant[0], 10, 102, 500);
    take(&study, &study.variant[1], 10, 50, 499);
    take(&study, &study.variant[1], 5, 52, 499);
    take(&study, &study.variant[2], 10, 100, 450);
    take(&study, &study.variant[2], 10, 100, 550);
    take(&study, &study.variant[3], 10, 1, 1);
    assert_int_equal(ga_study_settle(&study, NULL), GA_OK);
    assert_int_equal(ga_gains_of_rows(&study, &seen, &g, NULL), GA_OK);
    assert_int_equal(g[0].row->key.kernel, 0);
    assert_near(g[0].ns.mean, 101, 1e-9);
    assert_near(g[0].without[GA_EDIT_GLOBAL].ns.mean, 51, 1e-9);
    assert_near(g[0].without[GA_EDIT_GLOBAL].saved_ns, 500, 1e-6);
    assert_true(g[0].without[GA_EDIT_GLOBAL].certain);
    assert_near(g[0].program_speedup, 1510. / (1510 - 500), 1e-9);
    assert_int_equal(g[1].without[GA_EDIT_GLOBAL].outcome, GA_OUTCOME_MEASURED);
    assert_false(g[1].without[GA_EDIT_GLOBAL].certain);
    assert_int_equal(g[1].best, GA_N_EDITS);
    ga_gain_sentence(&g[1], sentence);
    assert_contains(sentence, "Its global atomics cost nothing that 2 runs can show; where results "
                              "are places, all lanes store to one");
    assert_false(g[0].uses_results);
    g[1].uses_results = false;
    ga_gain_sentence(&g[1], sentence);
    assert_contains(sentence, "Its global atomics cost nothing that 2 runs can show.");
    assert_int_equal(study.variant[1].run[1].n_unpaired, 1);
    assert_int_equal(study.variant[1].run[1].unpaired[0].n_run, 5);
    assert_int_equal(study.variant[1].run[0].n_unpaired, 0);
    assert_near(ga_gain_of_program(&study, GA_EDIT_GLOBAL).busy_ns.mean, 11, 1e-9);
    assert_null(ga_gain_of_program(&study, GA_EDIT_SHARED).of);
    free(g);
    free(plan.order);
    ga_study_free(&study);
}

/* Launches of a row that overlap each other: no share is above 1, and no speed-up without an end. */
static void shares_of_overlapping_launches(void **state) {
    (void)state;
    struct ga_study study = {.edits = 1U << GA_EDIT_GLOBAL,
                             .variant = calloc(2, sizeof *study.variant),
                             .n_variants = 2};
    struct ga_row_gains *g = NULL;
    study.variant[0] = (struct ga_whatif_variant){.edit = GA_N_EDITS, .kernel = GA_ALL_KERNELS};
    study.variant[1] = (struct ga_whatif_variant){.edit = GA_EDIT_GLOBAL, .whole = true};
    for (int i = 0; i < 2; i++) {
        const uint64_t ns = i ? 50 : 100;
        struct ga_seen_launch all[] = {launch(0, 1, 0, 100, ns), launch(0, 1, 0, 100, ns)};
        assert_int_equal(ga_study_take(&study, &study.variant[i], all, 2, 1, NULL), GA_OK);
        study.variant[i].outcome = GA_OUTCOME_MEASURED;
    }
    assert_int_equal(ga_study_settle(&study, NULL), GA_OK);
    assert_int_equal(ga_gains_of_rows(&study, &seen, &g, NULL), GA_OK);
    assert_near(g->share, 1, 1e-9);
    assert_near(g->program_speedup, 2, 1e-9);
    assert_near(ga_gain_of_program(&study, GA_EDIT_GLOBAL).busy_ns.mean, 50, 1e-9);
    free(g);
    ga_study_free(&study);
}

/* A launch that an edited run lacks stays as it was, with what runs beneath it; of a row that it has in part, it goes by
 * the others. */
static void lacking_launches(void **state) {
    (void)state;
    struct ga_seen_launch plain[] = {launch(0, 1, 0, 1000, 100), launch(1, 1, 0, 1000, 900),
                                     launch(2, 1, 0, 2000, 80), launch(2, 1, 0, 2080, 80)};
    struct ga_seen_launch edited[] = {launch(0, 1, 0, 1000, 50), launch(2, 1, 0, 2000, 20)};
    struct ga_whatif_variant variants[2] = {{.edit = GA_N_EDITS, .kernel = GA_ALL_KERNELS},
                                            {.edit = GA_EDIT_GLOBAL, .whole = true}};
    struct ga_study study = {.edits = 1U << GA_EDIT_GLOBAL, .variant = variants, .n_variants = 2};
    assert_int_equal(ga_study_take(&study, &variants[0], plain, 4, 1, NULL), GA_OK);
    assert_int_equal(ga_study_take(&study, &variants[1], edited, 2, 1, NULL), GA_OK);
    variants[0].outcome = variants[1].outcome = GA_OUTCOME_MEASURED;
    assert_int_equal(ga_study_settle(&study, NULL), GA_OK);
    assert_near(variants[0].run[0].busy_ns, 900 + 2 * 80, 1e-9);
    /* own: 50 and 20; lacking: 850 and 80, of which 850 and 20 are left. */
    assert_near(variants[1].run[0].busy_ns, 50 + 20 + (850 + 80) * (900 + 20) / (900. + 80), 1e-9);
    for (int i = 0; i < 2; i++)
        ga_whatif_variant_clear(&variants[i]);
    ga_launch_rows_free(&study.rows);
}

/* A file that ends within a line: an error of the plain run, the end of one that was killed. */
static void cut_file(void **state) {
    (void)state;
    struct ga_symbols symbols = {.at = NULL};
    struct ga_observed of;
    struct ga_err err = {""};
    FILE *const file = fopen("launches.1.csv", "w");
    fputs("kernel,grid_x,grid_y,grid_z,block_x,block_y,block_z,device,start_ns,end_ns,source\n"
          "k,1,1,1,32,1,1,0,5,9,cupti\nk,1,1,1,32,1",
          file);
    fclose(file);
    assert_int_equal(ga_observed_read(".", false, &symbols, &of, &err), GA_OK);
    assert_int_equal(of.n_launches, 1);
    assert_int_equal(of.launches[0].end_ns, 9);
    ga_observed_free(&of);
    assert_int_equal(ga_observed_read(".", true, &symbols, &of, &err), GA_USAGE);
    assert_contains(err.message, "launches.1.csv:3");
    ga_observed_free(&of);
    unlink("launches.1.csv");
    ga_symbols_free(&symbols);
}

/* More names than the first table has room for. */
static void many_symbols(void **state) {
    (void)state;
    struct ga_symbols symbols = {.at = NULL};
    char name[16];
    uint32_t number = 0;
    for (int turn = 0; turn < 2; turn++)
        for (uint32_t i = 0; i < 1000; i++) {
            snprintf(name, sizeof name, "k%u", i);
            assert_int_equal(ga_symbols_add(&symbols, name, &number, NULL), GA_OK);
            assert_int_equal(number, i);
        }
    assert_int_equal(symbols.n, 1000);
    ga_symbols_free(&symbols);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(busy_is_a_union),
        cmocka_unit_test(rows_are_in_order),
        cmocka_unit_test(intervals),
        cmocka_unit_test(plans),
        cmocka_unit_test(plans_of_each),
        cmocka_unit_test(names_of_edits),
        cmocka_unit_test(gains),
        cmocka_unit_test(shares_of_overlapping_launches),
        cmocka_unit_test(cut_file),
        cmocka_unit_test(many_symbols),
        cmocka_unit_test(lacking_launches),
    };
    return cmocka_run_group_tests_name("whatif", tests, ga_check_enter, ga_check_leave);
}
