/* A run of a benchmark that measures nothing: how many batches warm up until the SM clock has settled, what becomes of a
 * visit that fails, and when what is finished is written. The host's clock is the test's. */
#include "check.h"

#include "bench.h"
#include "backend.h"
#include "example.h"
#include "probe.h"
#include "isa.h"
#include "run.h"

#include <time.h>

struct ga_isa_answer ga_isa_lookup(const struct ga_variant *variant, const char *target,
                                   uint32_t wanted) {
    (void)variant, (void)target, (void)wanted;
    return (struct ga_isa_answer){"unknown", "unknown"};
}

/* The clock that each batch sees, the last for all that follow. */
static const uint64_t *clock_mhz;
static uint64_t visit_ticks = 1000;
static uint32_t sample = 100;
static uint32_t n_batches, warm_up_samples, warm_up_points; /* the latter two of the first batch */

/* All visits of one batch, from 0. */
enum { NO_BATCH = -1 };
static int bad_batch = NO_BATCH;
static enum ga_status bad_outcome;

/* Of the benchmark. */
static bool whole_visits, beyond;

/* What the host's clock says, and how long a batch takes. */
static time_t now_s, batch_s;
int clock_gettime(clockid_t id, struct timespec *now) {
    (void)id;
    *now = (struct timespec){.tv_sec = now_s};
    return 0;
}

static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    (void)gpu, (void)err;
    const enum ga_status outcome = (int)n_batches == bad_batch ? bad_outcome : GA_OK;
    for (uint32_t i = 0; i < batch->n_points; i++)
        batch->visits[i] = (struct ga_visit){outcome, 0, *clock_mhz, visit_ticks};
    for (uint32_t i = 0; i < batch->n_points * batch->n_samples; i++)
        batch->samples[i] = sample;
    clock_mhz += clock_mhz[1] > 0;
    if (n_batches++ == 0) {
        warm_up_samples = batch->n_samples;
        warm_up_points = batch->n_points;
    }
    now_s += batch_s;
    return GA_OK;
}

static struct ga_work work(const struct ga_limits *limits, const struct ga_point *point) {
    (void)limits, (void)point;
    return (struct ga_work){1, 1, 1};
}

static void progress(void *context, uint32_t done, uint32_t total) {
    (void)context, (void)done, (void)total;
}
/* context: the table. */
static uint32_t n_checkpoints, rows_at_first;
static enum ga_status checkpoint_status;
static enum ga_status checkpoint(void *context, struct ga_err *err) {
    (void)err;
    if (n_checkpoints++ == 0)
        rows_at_first = ga_table_count(context, GA_OK);
    return checkpoint_status;
}

static uint32_t n_rows[GA_N_STATUS]; /* of the table, by status */
static double first_mhz;

/* A device whose probe sees 2500 MHz. */
enum ga_status ga_scratch(struct ga_gpu *gpu, size_t bytes, void **memory, struct ga_err *err) {
    static struct ga_probe_result result;
    (void)gpu, (void)err;
    assert_int_equal(bytes, sizeof result);
    *memory = &result;
    return GA_OK;
}
void ga_release(struct ga_gpu *gpu) { (void)gpu; }
static const void *probe(void) { return "probe"; }
static enum ga_status launch(struct ga_gpu *gpu, const struct ga_launch *launches, uint32_t n,
                             struct ga_err *err) {
    (void)gpu, (void)err;
    assert_int_equal(n, 1);
    const struct ga_probe_args *const args = launches->args;
    args->result->ticks = args->duration_ticks;
    args->result->cycles = args->duration_ticks * 5 / 2;
    return GA_OK;
}
static enum ga_status download(struct ga_gpu *gpu, void *to, const void *from, size_t bytes,
                               struct ga_err *err) {
    (void)gpu, (void)err;
    memcpy(to, from, bytes);
    return GA_OK;
}

/* out: whether the clock settled; n_batches: of the whole run, four of which are no warm-up: the sentinel before and
 * behind, and two visits of the points. */
static bool run(struct ga_gpu *gpu, const uint64_t *clocks, uint32_t visit_samples) {
    static const struct ga_variant variant = {.kernel = "none"};
    struct ga_bench bench = example;
    struct ga_plan plan;
    struct ga_table table;
    struct ga_run_report report;
    struct ga_err err;
    bench.variants = &variant;
    bench.n_variants = 1;
    bench.visit_samples = visit_samples + 1; /* more than a visit takes */
    bench.whole_visits = whole_visits;
    bench.beyond = beyond;
    bench.work = work;
    bench.measure = measure;
    clock_mhz = clocks;
    n_batches = n_checkpoints = rows_at_first = 0;
    assert_int_equal(ga_plan_make(&bench, &gpu->limits, GA_QUICK, NULL, 0, 1, &plan, &err), GA_OK);
    assert_int_equal(ga_table_make(&plan, &table, &err), GA_OK);
    assert_int_equal(
        ga_run(gpu, &table,
               &(struct ga_sampling){visit_samples, 2 * visit_samples, 2 * visit_samples, 0.01},
               NULL, &(struct ga_run_hooks){&table, progress, checkpoint}, &report, &err),
        checkpoint_status);
    for (int status = GA_OK; status < GA_N_STATUS; status++)
        n_rows[status] = ga_table_count(&table, (enum ga_status)status);
    first_mhz = table.rows[0].sm_mhz;
    ga_table_free(&table);
    ga_plan_free(&plan);
    return report.warm;
}

static struct ga_gpu any_gpu(void) {
    static const struct ga_backend backend = {
        .kind = GA_KIND_CPU, .probe = probe, .launch = launch, .download = download};
    struct ga_gpu gpu = {.backend = &backend, .limits = example_limits};
    gpu.limits.tick_ns = 1;
    gpu.limits.sm_count = 1;
    return gpu;
}

static void first_benchmark(void **state) {
    (void)state;
    struct ga_gpu gpu = any_gpu();
    assert_true(run(&gpu, (const uint64_t[]){1980, 0}, 8));
    assert_int_equal(n_batches, 2 + 4);
    assert_int_equal(warm_up_samples, 2);
    gpu = any_gpu();
    assert_true(run(&gpu, (const uint64_t[]){500, 1000, 1500, 1980, 0}, 8));
    assert_int_equal(n_batches, 5 + 4);
}

static void after_another(void **state) {
    (void)state;
    struct ga_gpu gpu = any_gpu();
    run(&gpu, (const uint64_t[]){1980, 0}, 8);
    assert_true(run(&gpu, (const uint64_t[]){1975, 0}, 8));
    assert_int_equal(n_batches, 1 + 4);
    assert_true(run(&gpu, (const uint64_t[]){1200, 0}, 8));
    assert_int_equal(n_batches, 2 + 4);
}

static void few_samples(void **state) {
    (void)state;
    struct ga_gpu gpu = any_gpu();
    assert_true(run(&gpu, (const uint64_t[]){1980, 0}, 1));
    assert_int_equal(warm_up_samples, 1);
}

/* Of a counter that wraps a visit says nothing, and a probe takes its place. */
static void wrapping_clock(void **state) {
    (void)state;
    struct ga_gpu gpu = any_gpu();
    assert_true(run(&gpu, (const uint64_t[]){77, 0}, 8));
    assert_int_equal((int)first_mhz, 77);
    snprintf(gpu.limits.target, sizeof gpu.limits.target, "gfx1100");
    assert_true(run(&gpu, (const uint64_t[]){77, 0}, 8));
    assert_int_equal((int)first_mhz, 2500);
    sample = (1u << 26) - 1;
    run(&gpu, (const uint64_t[]){77, 0}, 8);
    assert_int_equal(n_rows[GA_OK], 7);
    sample = 1u << 26; /* no part of it was within the counter's range */
    run(&gpu, (const uint64_t[]){77, 0}, 8);
    assert_int_equal(n_rows[GA_ERROR], 7);
    gpu = any_gpu();
    run(&gpu, (const uint64_t[]){77, 0}, 8);
    assert_int_equal(n_rows[GA_OK], 7);
    sample = UINT32_MAX;
    run(&gpu, (const uint64_t[]){77, 0}, 8);
    assert_int_equal(n_rows[GA_ERROR], 7);
    sample = 100;
}

/* Where no SM takes part there is none to wait for. */
static void no_clock(void **state) {
    (void)state;
    struct ga_gpu gpu = any_gpu();
    visit_ticks = 0;
    assert_false(run(&gpu, (const uint64_t[]){1980, 0}, 8));
    assert_int_equal(n_batches, 1 + 4);
    visit_ticks = 1000;
}

/* A run of 7 points, whose batches are two of the warm-up, the sentinel, two of the points, and the sentinel again. */
static void fails_at(int batch, enum ga_status outcome, uint32_t n_failed, uint32_t n_more) {
    struct ga_gpu gpu = any_gpu();
    bad_batch = batch, bad_outcome = outcome;
    run(&gpu, (const uint64_t[]){1980, 0}, 8);
    bad_batch = NO_BATCH;
    assert_int_equal(n_rows[outcome], n_failed);
    assert_int_equal(n_rows[GA_OK], 7 - n_failed);
    assert_int_equal(n_batches, (uint32_t)batch + 1 + n_more);
}

/* Whatever the visits before and after it say. A point that has failed is not visited again. */
static void one_bad_visit(void **state) {
    (void)state;
    static const enum ga_status all[] = {GA_WRONG, GA_TIMEOUT, GA_ERROR};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        fails_at(3, all[i], 7, 1);
        fails_at(4, all[i], 7, 1);
    }
}

/* The sentinel is a point like others: wrong once is wrong. That it was not measured once more is no matter. */
static void bad_sentinel(void **state) {
    (void)state;
    fails_at(2, GA_WRONG, 1, 3);
    fails_at(5, GA_WRONG, 1, 0);
    fails_at(2, GA_TIMEOUT, 0, 3);
    fails_at(5, GA_ERROR, 0, 0);
}

/* 383 points in slices of 128, each of two batches; behind it the sentinel, if that is a second ago. */
static void checkpoints(time_t seconds_a_batch, uint32_t n, uint32_t rows) {
    struct ga_gpu gpu = any_gpu();
    gpu.limits.warps_per_sm = 192;
    batch_s = seconds_a_batch;
    run(&gpu, (const uint64_t[]){1980, 0}, 8);
    batch_s = 0;
    assert_int_equal(warm_up_points, 16);
    assert_int_equal(n_checkpoints, n);
    assert_int_equal(rows_at_first, rows);
}

static void written_every_ten_seconds(void **state) {
    (void)state;
    checkpoints(0, 0, 0);
    checkpoints(1, 0, 0);
    checkpoints(2, 1, 256); /* 6 s a slice */
    checkpoints(4, 3, 128);
    whole_visits = true;
    checkpoints(4, 12, 32);
    whole_visits = false;
    beyond = true;
    checkpoints(4, 12, 32);
    beyond = false;
}

static void not_written(void **state) {
    (void)state;
    checkpoint_status = GA_FILE;
    checkpoints(4, 1, 128);
    checkpoint_status = GA_OK;
    assert_int_equal(n_batches, 2 + 1 + 2 + 1);
    assert_int_equal(n_rows[GA_OK], 128);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_benchmark), cmocka_unit_test(after_another),
        cmocka_unit_test(few_samples),     cmocka_unit_test(wrapping_clock),
        cmocka_unit_test(no_clock),        cmocka_unit_test(one_bad_visit),
        cmocka_unit_test(bad_sentinel),    cmocka_unit_test(written_every_ten_seconds),
        cmocka_unit_test(not_written),
    };
    return cmocka_run_group_tests_name("run", tests, NULL, NULL);
}
