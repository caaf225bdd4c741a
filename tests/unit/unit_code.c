/* Which kernel of a program a profiler means, and what atomics its machine code has. */
#include "check.h"

#include "code.h"
#include "inspect.h"
#include "kernel_name.h"

/* Of the C++ runtime, which is linked only where it is asked for. */
extern char *__cxa_demangle(const char *symbol, char *buffer, size_t *n, int *status);
static char *(*volatile const demangle)(const char *, char *, size_t *, int *) = __cxa_demangle;

/* As Nsight Compute has it, the symbol that the compiler made of it, the form of both. */
static const struct {
    const char *profiled, *symbol, *form;
} names[] = {
    {"count(const unsigned int *, int)", "_Z5countPKji", "count"},
    {"void bins<(int)-8, (bool)1, float>(const T3 *)", "_Z4binsILin8ELb1EfEvPKT1_",
     "bins<-8,1,float>"},
    {"label u32/void f<(unsigned int)3>(T1)", "_Z1fILj3EEvi", "f<3>"},
    {"void <unnamed>::g<const long>(T1)", "_ZN12_GLOBAL__N_11gIKlEEvT_", "g<long>"},
    {"void native::f<native::<unnamed>::g<float>::h>(T1)",
     "_ZN2at6native1fINS0_12_GLOBAL__N_11gIfE1hEEEvT_", "f<g<float>::h>"},
    {"numba_add[v1,cw51cX](Array<float, 1, C, mutable, aligned>, int)",
     "_ZN8__main__9numba_addB2v1B6cw51cXE5ArrayIfLi1E1C7mutable7alignedEi", "numba_add[v1,cw51cX]"},
    {"void arrays<int [4], n::f(T1)::[lambda(int) (instance 1)]>(T1)",
     "arrays<int [4], n::f(float)::{lambda(int)#1}>(float)", "arrays<int[4],{lambda1}>"},
    {"void f<int, unsigned int n::g<int [4], float>(n::t)::[lambda(int) (instance 2)]>(T1)",
     "f<int, n::g<int [4], float>(n::t)::{lambda(int)#2}>(int)",
     "f<int,g<int[4],float>::{lambda2}>"},
    {"void f<int *n::g<int>(n::t)::[lambda(int) (instance 2)], const n::p<int, int> &n::h(n::t)::"
     "[lambda(int) (instance 1)]>(T1)",
     "f<n::g<int>(n::t)::{lambda(int)#2}, n::h(n::t)::{lambda(int)#1}>(int)",
     "f<g<int>::{lambda2},{lambda1}>"},
    {"void f<n::S<int>::operator bool()::[lambda(int) (instance 1)]>(T1)",
     "f<n::S<int>::operator bool()::{lambda(int)#1}>(int)", "f<S<int>::operator {lambda1}>"},
    {"u64_of(voided)", "_Z6u64_of6voided", "u64_of"},
    {"unclosed(int", "unclosed(int", "unclosed"}};

static void kernel_names(void **state) {
    (void)state;
    assert_non_null(demangle);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *const profiled = ga_kernel_name(names[i].profiled);
        char *const symbol = ga_kernel_name(names[i].symbol);
        assert_string_equal(profiled, names[i].form);
        assert_string_equal(symbol, names[i].form);
        free(profiled);
        free(symbol);
    }
}

static void find(const struct ga_code *code, const char *kernel, const char *cc, const char *name) {
    struct ga_l2_atomics atomics;
    struct ga_err err = {""};
    assert_int_equal(ga_code_find(code, kernel, cc, &atomics, &err), GA_OK);
    assert_int_equal(atomics.n, *name != 0);
    if (*name)
        assert_string_equal(atomics.name[0], name);
}

static void atomics(void **state) {
    (void)state;
    static const char kernel[] =
        "void at::native::indexFuncLargeIndex<float, long, unsigned int, (int)1, (int)1, (int)-2, "
        "(bool)1, at::native::ReduceAdd>(T1 *, T2, T3, const T8 &)";
    struct ga_code *code = NULL;
    struct ga_err err = {""};
    find(NULL, kernel, "9.0", "");
    assert_int_equal(ga_code_add(&code, GA_SOURCE "/tests/recordings/scatter_code.cubin", &err),
                     GA_OK);
    find(code, kernel, "9.0", "add-f32");
    find(code, "void at::native::indexFuncLargeIndex<double>(T1 *)", "9.0", "add-f32");
    find(code, "void at::native::indexFunc<double>(T1 *)", "9.0", "");
    find(code, kernel, "8.0", "");
    find(code, kernel, "10.0", "");
    find(code, kernel, "", "");
    ga_code_close(code);
}

/* A loop of compare-and-swaps; one that nobody goes through again. */
static void loops(void **state) {
    (void)state;
    struct ga_code *code = NULL;
    struct ga_l2_atomics atomics;
    struct ga_err err = {""};
    assert_int_equal(ga_code_add(&code, GA_SOURCE "/tests/inspect/plain.fatbin", &err), GA_OK);
    assert_int_equal(ga_code_find(code, "multiply", "9.0", &atomics, &err), GA_OK);
    assert_string_equal(atomics.name[0], "cas-u32");
    assert_true(atomics.loops);
    assert_int_equal(ga_code_find(code, "insert", "9.0", &atomics, &err), GA_OK);
    assert_string_equal(atomics.name[0], "cas-u32");
    assert_false(atomics.loops);
    ga_code_close(code);
}

static void assert_combined(const char *kernel, const char *cc, bool combined) {
    struct ga_code *code = NULL;
    struct ga_l2_atomics atomics;
    struct ga_err err = {""};
    assert_int_equal(ga_code_add(&code, GA_SOURCE "/tests/inspect/plain.fatbin", &err), GA_OK);
    assert_int_equal(ga_code_add(&code, GA_SOURCE "/tests/inspect/lz4.fatbin", &err), GA_OK);
    assert_int_equal(ga_code_find(code, kernel, cc, &atomics, &err), GA_OK);
    assert_true(atomics.n > 0);
    assert_int_equal(atomics.combined, combined);
    ga_code_close(code);
}

/* The compiler puts lanes together that add to one word, as it sees. */
static void lanes(void **state) {
    (void)state;
    assert_combined("same_word", "9.0", true);
    assert_combined("same_word", "8.0", true);
    assert_combined("insert", "9.0", false);
}

/* What an add to memory of an unknown kind does where that is shared is none on device memory, and no loop there. */
static void generic(void **state) {
    (void)state;
    static const char path[] = "generic.csv";
    struct ga_code *code = NULL;
    struct ga_l2_atomics atomics;
    struct ga_err err = {""};
    FILE *const rows = fopen(path, "w");
    assert_non_null(rows);
    fputs("kernel,target,class,operation,type,space,loop\n"
          "total,sm_90,atomic,cast-spin,b32,generic,rmw-loop\n"
          "total,sm_90,atomic,add,f32,generic,\n",
          rows);
    assert_int_equal(fclose(rows), 0);
    assert_int_equal(ga_code_add(&code, path, &err), GA_OK);
    assert_int_equal(ga_code_find(code, "total", "9.0", &atomics, &err), GA_OK);
    assert_int_equal(atomics.n, 1);
    assert_string_equal(atomics.name[0], "add-f32");
    assert_false(atomics.loops);
    ga_code_close(code);
}

static void assert_steers(const char *path, const char *kernel, bool steers) {
    struct ga_code *code = NULL;
    struct ga_l2_atomics atomics;
    struct ga_err err = {""};
    assert_int_equal(ga_code_add(&code, path, &err), GA_OK);
    assert_int_equal(ga_code_find(code, kernel, "9.0", &atomics, &err), GA_OK);
    assert_int_equal(atomics.n > 0, 1);
    assert_int_equal(atomics.steers, steers);
    ga_code_close(code);
}

/* What a loop goes on by: a queue, and a lock, too. */
static void steers(void **state) {
    (void)state;
    assert_steers(GA_SOURCE "/tests/inspect/conditions.fatbin", "queue", true);
    assert_steers(GA_SOURCE "/tests/inspect/locks.fatbin", "until", true);
    assert_steers(GA_SOURCE "/tests/inspect/locks.fatbin", "counted", false);
}

/* Places of a list, on device memory, on shared memory, on both, and none. */
static void places(void **state) {
    static const struct {
        const char *kernel;
        bool places, shared;
    } kernels[] = {{"append", true, false},      {"append_block", true, true},
                   {"rank", false, true},        {"numbers", false, false},
                   {"last_block", false, false}, {"insert", false, false}};
    struct ga_code *code = NULL;
    struct ga_l2_atomics atomics;
    struct ga_err err = {""};
    (void)state;
    assert_int_equal(ga_code_add(&code, GA_SOURCE "/tests/inspect/lists.fatbin", &err), GA_OK);
    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
        assert_int_equal(ga_code_find(code, kernels[k].kernel, "9.0", &atomics, &err), GA_OK);
        assert_int_equal(atomics.places, kernels[k].places);
        assert_int_equal(atomics.shared_places, kernels[k].shared);
    }
    ga_code_close(code);
}

/* Atomics on shared memory, of a kernel that reads in loops apart and of one that does not; as an older `inspect` wrote it, and
 * without any. */
static void phases(void **state) {
    static const struct {
        const char *file, *kernel;
        unsigned phases;
    } kernels[] = {{"phases.fatbin", "reads_first", GA_PHASED},
                   {"phases.fatbin", "histogram", GA_MIXED},
                   {"phases.fatbin", "elsewhere", 0},
                   {"lists.fatbin", "rank", GA_MIXED}};
    struct ga_l2_atomics atomics;
    struct ga_err err = {""};
    (void)state;
    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
        struct ga_code *code = NULL;
        char path[256];
        snprintf(path, sizeof path, "%s/tests/inspect/%s", GA_SOURCE, kernels[k].file);
        assert_int_equal(ga_code_add(&code, path, &err), GA_OK);
        assert_int_equal(ga_code_find(code, kernels[k].kernel, "9.0", &atomics, &err), GA_OK);
        assert_int_equal(atomics.phases, kernels[k].phases);
        ga_code_close(code);
    }
    static const char path[] = "older.csv";
    struct ga_code *code = NULL;
    FILE *const rows = fopen(path, "w");
    assert_non_null(rows);
    fputs("kernel,target,class,operation,type,space,loop,skips,shares\n"
          "rank,sm_90,atomic,add,u32,shared,loop,,\n",
          rows);
    assert_int_equal(fclose(rows), 0);
    assert_int_equal(ga_code_add(&code, path, &err), GA_OK);
    assert_int_equal(ga_code_find(code, "rank", "9.0", &atomics, &err), GA_OK);
    assert_int_equal(atomics.phases, GA_PHASES_UNKNOWN);
    ga_code_close(code);
}

/* Of each kernel of a file, the same by its machine code and by what `inspect --csv` wrote of it. */
static void same_by_csv(const char *path) {
    static const char *const gpus[] = {"7.5", "8.0", "9.0", "10.0"};
    static const char csv[] = "code.csv";
    struct ga_inventory v = {.at = NULL};
    struct ga_code *code = NULL, *rows = NULL;
    struct ga_l2_atomics by_code, by_rows;
    struct ga_err err = {""};
    assert_int_equal(ga_inventory_add(&v, path, 0, &err), GA_OK);
    assert_int_equal(ga_inspect_csv(&v, csv, &err), GA_OK);
    assert_int_equal(ga_code_add(&code, path, &err), GA_OK);
    assert_int_equal(ga_code_add(&rows, csv, &err), GA_OK);
    for (size_t i = 0; i < v.n; i++)
        for (size_t g = 0; g < sizeof gpus / sizeof *gpus; g++) {
            memset(&by_code, 0, sizeof by_code);
            memset(&by_rows, 0, sizeof by_rows);
            assert_int_equal(ga_code_find(code, v.at[i].kernel, gpus[g], &by_code, &err), GA_OK);
            assert_int_equal(ga_code_find(rows, v.at[i].kernel, gpus[g], &by_rows, &err), GA_OK);
            assert_memory_equal(&by_code, &by_rows, sizeof by_code);
        }
    ga_code_close(code);
    ga_code_close(rows);
    ga_inventory_free(&v);
}

static void inspected(void **state) {
    (void)state;
    static const char *const files[] = {
        GA_SOURCE "/tests/recordings/gains.cubin", GA_SOURCE "/tests/recordings/scatter_code.cubin",
        GA_SOURCE "/tests/inspect/plain.fatbin",   GA_SOURCE "/tests/inspect/zstd.fatbin",
        GA_SOURCE "/tests/inspect/advice.fatbin",  GA_SOURCE "/tests/inspect/worse.fatbin",
        GA_SOURCE "/tests/inspect/plain.hipfb",    GA_SOURCE "/tests/inspect/lists.fatbin",
        GA_SOURCE "/tests/inspect/phases.fatbin"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        same_by_csv(files[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernel_names), cmocka_unit_test(atomics), cmocka_unit_test(generic),
        cmocka_unit_test(loops),        cmocka_unit_test(steers),  cmocka_unit_test(places),
        cmocka_unit_test(phases),       cmocka_unit_test(lanes),   cmocka_unit_test(inspected)};
    return cmocka_run_group_tests(tests, ga_check_enter, ga_check_leave);
}
