/* What a row says of the instruction that it executed, from a table of instructions that nobody compiled. */
#include "check.h"

#include "isa.h"

const struct ga_isa_row ga_isa_table[] = {
    {"plain", "sm_90", "ATOMG.E.ADD.STRONG.GPU", 4, ""},
    {"plain", "sm_90", "LDG.E", 1, ""}, /* of which nothing is stated */
    {"expected_loop", "sm_90", "ATOMG.E.CAS.STRONG.GPU", 4, ""},
    {"loop", "sm_90", "ATOMG.E.CAS.STRONG.GPU", 4, ""},
    {"loop", "gfx942", "global_atomic_cmpswap sc0", 4, ""},
    {"other", "sm_90", "ATOMG.E.EXCH.STRONG.GPU", 4, ""},
    {"beside", "sm_90", "ATOMG.E.ADD.STRONG.GPU", 4, ""},
    {"loop_beside", "sm_90", "ATOMG.E.CAS.STRONG.GPU", 4, ""},
    {"loop_beside", "sm_90", "ATOMG.E.EXCH.STRONG.GPU", 1, ""},
    {"lanes", "sm_90", "ATOMG.E.ADD.STRONG.GPU", 4, "VOTEU"},
    {"empty", "sm_90", "", 0, ""},
    {"beside", "sm_90", "ATOMG.E.EXCH.STRONG.GPU", 1, ""}, /* not next to its other row */
    {NULL, NULL, NULL, 0, NULL},
};

#define FOUR .scope = GA_SCOPE_DEVICE, .count = 4
static const struct ga_fact add = {.operation = GA_OP_add, FOUR};
static const struct ga_fact loop = {.operation = GA_OP_min, .type = GA_TYPE_f32, FOUR};
static const struct ga_fact none = {.operation = GA_OP_no_other_fence};

static void says(struct ga_variant variant, const char *target, const char *native,
                 const char *instruction) {
    const struct ga_isa_answer answer = ga_isa_lookup(&variant, target, 1);
    assert_string_equal(answer.native, native);
    assert_string_equal(answer.instruction, instruction);
}
static struct ga_variant variant(const char *kernel, struct ga_fact fact) {
    return (struct ga_variant){.kernel = kernel, .facts = {fact}};
}

static void as_stated(void **state) {
    (void)state;
    says(variant("plain", add), "sm_90", "native", "ATOMG.E.ADD.STRONG.GPU");
    says(variant("expected_loop", loop), "sm_90", "emulated", "ATOMG.E.CAS.STRONG.GPU");
    says(variant("empty", none), "sm_90", "native", "none");
    struct ga_variant combined = variant("lanes", add);
    combined.aggregated = true;
    says(combined, "sm_90", "native", "ATOMG.E.ADD.STRONG.GPU");
}

/* A loop in place of the operation is called one where none was expected, too. */
static void unexpected_loop(void **state) {
    (void)state;
    says(variant("loop", add), "sm_90", "emulated", "ATOMG.E.CAS.STRONG.GPU");
    says(variant("loop", add), "gfx942", "emulated", "global_atomic_cmpswap sc0");
}

/* Whatever else is not as stated, the row does not call it native; nor emulated, which nobody saw. */
static void not_as_stated(void **state) {
    (void)state;
    says(variant("other", add), "sm_90", "unknown", "ATOMG.E.EXCH.STRONG.GPU");
    says(variant("beside", add), "sm_90", "unknown",
         "ATOMG.E.ADD.STRONG.GPU + ATOMG.E.EXCH.STRONG.GPU");
    says(variant("loop_beside", loop), "sm_90", "unknown",
         "ATOMG.E.CAS.STRONG.GPU + ATOMG.E.EXCH.STRONG.GPU");
    says(variant("lanes", add), "sm_90", "unknown", "ATOMG.E.ADD.STRONG.GPU");
    says(variant("plain", loop), "sm_90", "unknown", "ATOMG.E.ADD.STRONG.GPU");
    says(variant("plain", add), "sm_80", "unknown", "unknown");
    says(variant("absent", add), "sm_90", "unknown", "unknown");
}

/* Before a run: why its rows will say `unknown`. Of a build without a disassembler the package is named. */
static void why_unknown(void **state) {
    (void)state;
    char text[512];
    assert_null(ga_isa_why_unknown("sm_90", "", text, sizeof text));
    assert_null(ga_isa_why_unknown("gfx942", "install llvm-19", text, sizeof text));
    assert_string_equal(ga_isa_why_unknown("sm_80", "install cuda-cuobjdump", text, sizeof text),
                        "this program was built without a disassembler, so every row will say "
                        "`unknown`: install cuda-cuobjdump; then build again");
    assert_non_null(
        strstr(ga_isa_why_unknown("sm_80", "", text, sizeof text), "build it for sm_80"));
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_stated),
        cmocka_unit_test(unexpected_loop),
        cmocka_unit_test(not_as_stated),
        cmocka_unit_test(why_unknown),
    };
    return cmocka_run_group_tests_name("isa", tests, NULL, NULL);
}
