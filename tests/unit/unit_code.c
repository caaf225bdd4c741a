/* Which kernel of a program a profiler means, and what atomics its machine code has. */
#include "check.h"

#include "code.h"
#include "kernel_name.h"

/* Of the C++ runtime, which is linked only where it is asked for. */
extern char *__cxa_demangle(const char *symbol, char *buffer, size_t *n, int *status);
static char *(*volatile const demangle)(const char *, char *, size_t *, int *) = __cxa_demangle;

/* As Nsight Compute has it, the symbol that the compiler made of it, the form of both. */
static const struct {
    const char *profiled, *symbol, *form;
} names[] = {{"count(const unsigned int *, int)", "_Z5countPKji", "count"},
             {"void bins<(int)-8, (bool)1, float>(const T3 *)", "_Z4binsILin8ELb1EfEvPKT1_",
              "bins<-8,1,float>"},
             {"label u32/void f<(unsigned int)3>(T1)", "_Z1fILj3EEvi", "f<3>"},
             {"void <unnamed>::g<const long>(T1)", "_ZN12_GLOBAL__N_11gIKlEEvT_", "g<long>"},
             {"void native::f<native::<unnamed>::g<float>::h>(T1)",
              "_ZN2at6native1fINS0_12_GLOBAL__N_11gIfE1hEEEvT_", "f<g<float>::h>"},
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

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(kernel_names), cmocka_unit_test(atomics)};
    return cmocka_run_group_tests(tests, ga_check_enter, ga_check_leave);
}
