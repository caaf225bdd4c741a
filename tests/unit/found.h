/* Tables that a test makes, and the findings of these. */
#ifndef GA_FOUND_H
#define GA_FOUND_H

#include "check.h"

#include <math.h>

#include "model.h"

static struct ga_findings found;
static char text[1 << 20];

/* The table that is being made. */
static inline void begin(const char *header) {
    ga_check_put("run.csv", GA_CHECK_RUN);
    snprintf(text, sizeof text, "%s\n", header);
}
static inline void add(const char *format, ...) {
    va_list args;
    va_start(args, format);
    const size_t n = strlen(text);
    assert_true(vsnprintf(text + n, sizeof text - n, format, args) < (int)(sizeof text - n));
    va_end(args);
}

/* out: a finding's value. */
static inline double value(const char *name) {
    for (size_t i = 0; i < found.n; i++)
        if (strcmp(found.at[i].name, name) == 0)
            return found.at[i].value;
    fail_msg("there is no finding %s", name);
    return 0;
}
static inline void is(const char *name, double expected) {
    const double x = value(name);
    if (!(fabs(x - expected) <= 1e-4 * fabs(expected)))
        fail_msg("%s is %.17g and not %.17g", name, x, expected);
}
static inline void is_none(const char *name) { assert_true(isnan(value(name))); }
static inline bool has(const char *name) {
    for (size_t i = 0; i < found.n; i++)
        if (strcmp(found.at[i].name, name) == 0)
            return true;
    return false;
}

/* Reads what the directory holds. */
static inline void find(void) {
    struct ga_err err = {""};
    ga_findings_free(&found);
    assert_int_equal(ga_findings_begin(&found, &err), GA_OK);
    if (ga_model(".", &found, &err) != GA_OK)
        fail_msg("%s", err.message);
    assert_int_equal(ga_findings_end(&found, &err), GA_OK);
}
static inline void refused(const char *message) {
    struct ga_err err = {""};
    ga_findings_free(&found);
    assert_int_equal(ga_findings_begin(&found, &err), GA_OK);
    assert_int_equal(ga_model(".", &found, &err), GA_USAGE);
    assert_contains(err.message, message);
}

static inline int clean(void **state) {
    (void)state;
    ga_findings_free(&found);
    unlink("global_threads_per_warp.csv");
    unlink("global_cross_direct.csv");
    unlink("global_cross_scattered.csv");
    unlink("global_locality.csv");
    unlink("global_aggregation.csv");
    return 0;
}

/* The coordinates and columns that are alike in all rows of a table of a crowd. */
#define BASE "device,relaxed,none"
#define REST "ok,RED,100"

#endif
