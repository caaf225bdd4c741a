/* What a row says of the instruction that it executed, from a table of instructions that nobody compiled. */
#include "check.h"

#include "isa.h"

const struct ga_isa_row ga_isa_table[] = {
    {"plain", "sm_90", "ATOMG.E.ADD", 4, ""},
    {"plain", "sm_90", "LDG.E", 1, ""}, /* of which nothing is stated */
    {"expected_loop", "sm_90", "ATOMG.E.CAS", 4, ""},
    {"loop", "sm_90", "ATOMG.E.CAS", 4, ""},
    {"loop", "gfx942", "global_atomic_cmpswap", 4, ""},
    {"other", "sm_90", "ATOMG.E.EXCH", 4, ""},
    {"beside", "sm_90", "ATOMG.E.ADD", 4, ""},
    {"beside", "sm_90", "ATOMG.E.EXCH", 1, ""},
    {"loop_beside", "sm_90", "ATOMG.E.CAS", 4, ""},
    {"loop_beside", "sm_90", "ATOMG.E.EXCH", 1, ""},
    {"lanes", "sm_90", "ATOMG.E.ADD", 4, "VOTEU"},
    {"empty", "sm_90", "", 0, ""},
    {NULL, NULL, NULL, 0, NULL},
};

static const struct ga_expect add[] = {
    {"sm_", {"ATOMG.E.ADD"}, 0, {0}},
    {"gfx", {"global_atomic_add"}, 0, {0}},
};
static const struct ga_expect loop[] = {{"sm_", {"ATOMG.E.CAS"}, 1, {0}}};
static const struct ga_expect none[] = {{"sm_", {GA_NO_INSTRUCTION}, 0, {0}}};

static void says(struct ga_variant variant, const char *target, const char *native,
                 const char *instruction) {
    const struct ga_isa_answer answer = ga_isa_lookup(&variant, target, 1);
    assert_string_equal(answer.native, native);
    assert_string_equal(answer.instruction, instruction);
}
static struct ga_variant variant(const char *kernel, const struct ga_expect *expect, uint32_t n) {
    return (struct ga_variant){.kernel = kernel, .expect = expect, .n_expect = n, .count = 4};
}

static void as_stated(void **state) {
    (void)state;
    says(variant("plain", add, 2), "sm_90", "native", "ATOMG.E.ADD");
    says(variant("expected_loop", loop, 1), "sm_90", "emulated", "ATOMG.E.CAS");
    says(variant("empty", none, 1), "sm_90", "native", GA_NO_INSTRUCTION);
    struct ga_variant combined = variant("lanes", add, 2);
    combined.aggregated = true;
    says(combined, "sm_90", "native", "ATOMG.E.ADD");
}

/* A loop in place of the operation is called one where none was expected, too. */
static void unexpected_loop(void **state) {
    (void)state;
    says(variant("loop", add, 2), "sm_90", "emulated", "ATOMG.E.CAS");
    says(variant("loop", add, 2), "gfx942", "emulated", "global_atomic_cmpswap");
}

/* Whatever else is not as stated, the row does not call it native; nor emulated, which nobody saw. */
static void not_as_stated(void **state) {
    (void)state;
    says(variant("other", add, 2), "sm_90", "unknown", "ATOMG.E.EXCH");
    says(variant("beside", add, 2), "sm_90", "unknown", "ATOMG.E.ADD + ATOMG.E.EXCH");
    says(variant("loop_beside", loop, 1), "sm_90", "unknown", "ATOMG.E.CAS + ATOMG.E.EXCH");
    says(variant("lanes", add, 2), "sm_90", "unknown", "ATOMG.E.ADD");
    says(variant("plain", loop, 1), "sm_90", "unknown", "ATOMG.E.ADD");
    says(variant("plain", add, 2), "sm_80", "unknown", "unknown");
    says(variant("absent", add, 2), "sm_90", "unknown", "unknown");
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
