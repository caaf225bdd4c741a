/* What the unit tests share: cmocka with the headers that it needs before it, and a directory for
 * files. */
#ifndef GA_CHECK_H
#define GA_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Fails unless text has part in it, and shows both then. */
static inline void assert_contains(const char *text, const char *part) {
    if (!strstr(text, part))
        fail_msg("\"%s\" does not contain \"%s\"", text, part);
}

static inline void assert_near(double x, double expected, double within) {
    if (!(fabs(x - expected) <= within))
        fail_msg("%.12g is not %.12g", x, expected);
}

/* cmocka group set-up and tear-down: the group runs in an empty directory of its own. */
static char ga_check_directory[] = P_tmpdir "/ga-unit-XXXXXX";

static inline int ga_check_enter(void **state) {
    (void)state;
    return mkdtemp(ga_check_directory) && chdir(ga_check_directory) == 0 ? 0 : -1;
}

static inline int ga_check_leave(void **state) {
    char command[64];
    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", ga_check_directory);
    return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

/* What is beside tables of a GPU: run.csv. */
#define GA_CHECK_RUN "key,value\nbackend,cuda\n"

/* Writes a file of these bytes. */
static inline void ga_check_put(const char *path, const char *text) {
    FILE *const file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    assert_int_equal(fclose(file), 0);
}

/* out: the bytes of a file; valid until the next call. */
static inline const char *ga_check_get(const char *path) {
    static char text[1 << 16];
    FILE *const file = fopen(path, "rb");
    assert_non_null(file);
    const size_t n = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[n] = '\0';
    return text;
}

#endif
