/* How long the L2 takes for each type, on tables made by hand. */
#include "check.h"

#include <math.h>

#include "l2.h"

#define TYPES_HEADER                                                                               \
    "operation,type,scope,order,barrier,regime,contention,status,instruction,native,median_ns,"    \
    "ops\n"
#define VECTORS_HEADER                                                                             \
    "type,way,values,rows,blocks_per_sm,status,instruction,native,median_ns,ops\n"
#define ON_ONE "device,relaxed,none,unused,device,ok,A,"

static void range(const struct ga_l2_types *types, const struct ga_l2_atomics *atomics,
                  double least, double most, const char *slowest) {
    const struct ga_l2_range found = ga_l2_types_range(types, atomics);
    assert_near(found.least, least, 1e-12);
    assert_near(found.most, most, 1e-12);
    assert_string_equal(found.slowest, slowest);
}

static void unmeasured(const struct ga_l2_types *types) {
    struct ga_l2_atomics atomics = {.n = 2, .name = {"add-f32", "max-f99"}};
    assert_string_equal(ga_l2_types_range(types, &atomics).unmeasured, "max-f99");
    atomics.n = 1;
    assert_string_equal(ga_l2_types_range(types, &atomics).unmeasured, "");
}

/* By what the code has; one that no table knows may be as slow as the slowest, and as fast as an add of integers. */
static void ranges(const struct ga_l2_types *types) {
    range(types, NULL, 1, 201 / 80., "add-f32");
    range(types, &(struct ga_l2_atomics){.n = 0, .name = {""}}, 1, 201 / 80., "add-f32");
    range(types, &(struct ga_l2_atomics){.n = 1, .name = {"add-f32"}}, 2.5, 2.5, "add-f32");
    range(types, &(struct ga_l2_atomics){.n = 1, .name = {"add-u32"}}, 1, 1, "add-u32");
    range(types, &(struct ga_l2_atomics){.n = 2, .name = {"add-u32", "add-f32"}}, 1, 2.5,
          "add-f32");
    range(types, &(struct ga_l2_atomics){.n = 2, .name = {"add-f32", "max-f99"}}, 1, 201 / 80.,
          "add-f32");
}

/* Of two lengths the usual one. */
static void lengths(void) {
    struct ga_l2_types t;
    ga_check_put("lengths.csv",
                 "operation,type,scope,order,barrier,regime,contention,accesses,"
                 "status,instruction,native,median_ns,ops\n"
                 "add,u32,device,relaxed,none,unused,device,usual,ok,A,native,100,100\n"
                 "add,u32,device,relaxed,none,unused,device,doubled,ok,A,native,160,200\n"
                 "add,f32,device,relaxed,none,unused,device,usual,ok,A,native,250,100\n");
    assert_int_equal(ga_l2_types_read("lengths.csv", NULL, NULL, &t, NULL), GA_OK);
    range(&t, NULL, 1, 2.5, "add-f32");
}

/* A table with integers, whose least is 0.8 ns. rows: what else it has. */
#define TYPES(rows)                                                                                \
    TYPES_HEADER "add,u32," ON_ONE "native,100,100\n"                                              \
                 "add,u32,device,relaxed,none,independent,device,ok,A,native,80,100\n" rows

static void types(void **state) {
    (void)state;
    struct ga_l2_types t;
    struct ga_err err = {""};
    ga_check_put("run.csv", GA_CHECK_RUN);
    ga_check_put("global_operations.csv",
                 TYPES("add,f32," ON_ONE "native,200,100\n"
                       "add,f16x2," ON_ONE "native,201,100\n"
                       "max,f32," ON_ONE "emulated,900,100\n"
                       "add,f64,system,relaxed,none,unused,device,ok,A,native,900,100\n"
                       "add,f64,device,seq_cst,none,unused,device,ok,A,native,900,100\n"
                       "add,f64,device,relaxed,block,unused,device,ok,A,native,900,100\n"
                       "add,f64,device,relaxed,none,dependent,device,ok,A,native,900,100\n"
                       "add,f64,device,relaxed,none,unused,warp,ok,A,native,900,100\n"));
    assert_int_equal(ga_l2_types_read("global_operations.csv", NULL, NULL, &t, &err), GA_OK);
    assert_near(t.slowest, 201 / 80., 1e-12);
    assert_string_equal(t.slowest_name, "add-f32");
    assert_true(isnan(t.said));
    ranges(&t);
    unmeasured(&t);
    lengths();
    assert_true(isnan(t.wait_ns));
    assert_int_equal(ga_l2_types_read("global_operations.csv", NULL, "add-f32", &t, &err), GA_OK);
    assert_near(t.said, 2.5, 1e-12);
    assert_int_equal(ga_l2_types_read("global_operations.csv", NULL, "f16x2", &t, &err), GA_OK);
    assert_near(t.said, 201 / 80., 1e-12);
    assert_int_equal(ga_l2_types_read("global_operations.csv", NULL, "add-f23", &t, &err),
                     GA_USAGE);
    assert_contains(err.message,
                    "--global-type 'add-f23': global_operations.csv has no native operation");
    assert_contains(err.message, "did you mean add-f32?");
    assert_int_equal(ga_l2_types_read("global_operations.csv", NULL, "max-f32", &t, &err),
                     GA_USAGE);
    ga_check_put("global_operations.csv", TYPES_HEADER "add,f32," ON_ONE "native,200,100\n");
    assert_int_equal(ga_l2_types_read("global_operations.csv", NULL, NULL, &t, &err), GA_USAGE);
    assert_contains(err.message, "global_operations.csv: incomplete: add-u32 of contention=device");
}

/* Of vectors that global_operations lacks, a value of each of eight; no longer rows, and no loops. */
static void vectors(void **state) {
    (void)state;
    struct ga_l2_types t;
    struct ga_err err = {""};
    ga_check_put("run.csv", GA_CHECK_RUN);
    ga_check_put("global_operations.csv", TYPES("add,f16x2," ON_ONE "native,201,100\n"));
    ga_check_put("vectors.csv", VECTORS_HEADER "f16,x8,8,one,4,ok,A,native,200,800\n"
                                               "f16,x8,8,one,8,ok,A,native,192,800\n"
                                               "f16,x8,16,one,4,ok,A,native,20,800\n"
                                               "f16,x8,8,few,4,ok,A,native,20,800\n"
                                               "f16,x2,2,one,4,ok,A,native,20,200\n"
                                               "u64,x2,2,one,4,ok,A,emulated,900,200\n");
    assert_int_equal(ga_l2_types_read("global_operations.csv", "vectors.csv", "f16x8", &t, &err),
                     GA_OK);
    assert_near(t.said, 192 / 80., 1e-12);
    assert_near(t.slowest, 201 / 80., 1e-12);
    assert_int_equal(ga_l2_types_read("global_operations.csv", "vectors.csv", "f16x2", &t, &err),
                     GA_OK);
    assert_near(t.said, 201 / 80., 1e-12);
    assert_int_equal(ga_l2_types_read("global_operations.csv", "vectors.csv", "u64x2", &t, &err),
                     GA_USAGE);
    assert_int_equal(ga_l2_types_read("global_operations.csv", NULL, "f16x8", &t, &err), GA_USAGE);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(types), cmocka_unit_test(vectors)};
    return cmocka_run_group_tests_name("l2_types", tests, ga_check_enter, ga_check_leave);
}
