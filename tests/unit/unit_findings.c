/* The list of findings: its file and its text. */
#include "check.h"

#include <math.h>

#include "findings.h"

static void written(void **state) {
    (void)state;
    struct ga_findings found;
    struct ga_err err = {""};
    assert_int_equal(ga_findings_begin(&found, &err), GA_OK);
    ga_findings_table(&found, "t");
    ga_findings_rule(&found, "a rule, of two \"parts\"");
    ga_findings_add(&found, 2.5, "ns", "x.%s", "y");
    ga_findings_add(&found, NAN, "ns", "none");
    assert_int_equal(ga_findings_end(&found, &err), GA_OK);
    assert_int_equal(ga_findings_write(&found, "f.csv", &err), GA_OK);
    assert_string_equal(ga_check_get("f.csv"), "finding,value,unit,table,rule\n"
                                               "x.y,2.5,ns,t,\"a rule, of two \"\"parts\"\"\"\n"
                                               "none,,ns,t,\"a rule, of two \"\"parts\"\"\"\n");
    assert_string_equal(found.text, "t\n  a rule, of two \"parts\"\n");
    assert_int_equal(ga_findings_write(&found, "none/f.csv", &err), GA_FILE);
    ga_findings_free(&found);
}

/* A long rule is broken between words, and keeps its words. */
static void rule_wrapped(void **state) {
    (void)state;
    struct ga_findings found;
    struct ga_err err = {""};
    char rule[256] = "";
    for (int i = 0; i < 30; i++)
        strcat(rule, i ? " sevenof" : "sevenof");
    assert_int_equal(ga_findings_begin(&found, &err), GA_OK);
    ga_findings_rule(&found, rule);
    assert_int_equal(ga_findings_end(&found, &err), GA_OK);
    assert_int_equal(strcspn(found.text, "\n"), 2 + 12 * 8 - 1);
    assert_int_equal(strlen(found.text), strlen(rule) + 2 + 4 + 4 + 1);
    assert_contains(found.text, "sevenof\n    sevenof");
    ga_findings_free(&found);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written),
        cmocka_unit_test(rule_wrapped),
    };
    return cmocka_run_group_tests_name("findings", tests, ga_check_enter, ga_check_leave);
}
