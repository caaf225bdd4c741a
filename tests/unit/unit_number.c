/* Numbers in text, and the numbers of splitmix64. */
#include "check.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "number.h"
#include "splitmix64.h"

static void no_whole(const char *text, uint64_t least, uint64_t most) {
    uint64_t x = 77;
    if (ga_parse_whole(text, least, most, &x) || x != 77)
        fail_msg("'%s' is taken for a whole number, or its value is written", text);
}

static void test_whole(void **state) {
    (void)state;
    uint64_t x = 0;
    assert_true(ga_parse_whole("0", 0, 9, &x) && x == 0);
    assert_true(ga_parse_whole("007", 7, 7, &x) && x == 7);
    assert_true(ga_parse_whole("18446744073709551615", 0, UINT64_MAX, &x) && x == UINT64_MAX);
    static const char *const bad[] = {"",
                                      "-",
                                      "-1",
                                      "+1",
                                      " 1",
                                      "1 ",
                                      "1.0",
                                      "1e3",
                                      "0x10",
                                      "abc",
                                      "18446744073709551616",
                                      "99999999999999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        no_whole(bad[i], 0, UINT64_MAX);
    no_whole("4", 5, 6);
    no_whole("7", 5, 6);
}

static void test_signed(void **state) {
    (void)state;
    int64_t x = 77;
    static const char *const bad[] = {"", "-", "--1", "- 1", "+1", "1.", "9223372036854775808"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(ga_parse_signed(bad[i], INT64_MIN, INT64_MAX, &x));
    assert_false(ga_parse_signed("-3", -2, 2, &x));
    assert_false(ga_parse_signed("3", -2, 2, &x));
    assert_true(x == 77);
    assert_true(ga_parse_signed("-2", -2, 2, &x) && x == -2);
    assert_true(ga_parse_signed("2147483647", INT32_MIN, INT32_MAX, &x) && x == INT32_MAX);
}

static void test_real(void **state) {
    (void)state;
    double x = 77;
    static const char *const bad[] = {"",      "-",      ".",      "+1",  " 1",   "1 ",   "1,5",
                                      "nan",   "inf",    "0x1",    "1e",  "e5",   "1e5x", "1-2",
                                      "9.5.1", "1E5",    "--1",    "-+1", "1%",   "1e-",  "1e9999",
                                      "-inf",  "-1e999", "1e-400", "-e5", "1 000"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (ga_parse_real(bad[i], -DBL_MAX, DBL_MAX, &x) || x != 77)
            fail_msg("'%s' is taken for a number, or its value is written", bad[i]);
    assert_false(ga_parse_real("100.1", 0, 100, &x));
    assert_false(ga_parse_real("-0.1", 0, 100, &x));
    assert_true(ga_parse_real("-1.5e-3", -1, 1, &x) && x == -1.5e-3);
    assert_true(ga_parse_real("1e+18", 0, DBL_MAX, &x) && x == 1e18);
    assert_true(ga_parse_real(".5", 0, 1, &x) && x == 0.5);
    assert_true(ga_parse_real("100", 0, 100, &x) && x == 100);
}

/* Digits with a point among them, up to more than a double has, are the double that strtod takes them for. */
static void test_decimals(void **state) {
    (void)state;
    char text[32];
    uint64_t seed = 20261129;
    for (int i = 0; i < 200000; i++) {
        const unsigned n = 1 + (unsigned)(ga_splitmix64(&seed) % 18);
        const unsigned point = (unsigned)(ga_splitmix64(&seed) % (n + 1));
        char *to = text;
        double x = 77;
        if (i % 3 == 0)
            *to++ = '-';
        for (unsigned k = 0; k < n; k++) {
            if (k == point && i % 4)
                *to++ = '.';
            *to++ = (char)('0' + ga_splitmix64(&seed) % 10);
        }
        *to = '\0';
        const double is = strtod(text, NULL);
        if (!ga_parse_real(text, -DBL_MAX, DBL_MAX, &x) || memcmp(&x, &is, sizeof x) != 0)
            fail_msg("'%s' is %.17g, expected %.17g", text, x, is);
    }
}

/* Of the reference implementation, seed 1234567. src: Vigna, https://prng.di.unimi.it/splitmix64.c. */
static void test_splitmix64(void **state) {
    (void)state;
    static const uint64_t expected[] = {6457827717110365317u, 3203168211198807973u,
                                        9817491932198370423u, 4593380528125082431u,
                                        16408922859458223821u};
    uint64_t seed = 1234567;
    for (uint64_t n = 0; n < 5; n++) {
        assert_true(ga_splitmix64(&seed) == expected[n]);
        assert_true(ga_splitmix64_at(1234567, n) == expected[n]);
    }
    assert_true(ga_splitmix64_mix(0) == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_whole), cmocka_unit_test(test_signed),
                                       cmocka_unit_test(test_real), cmocka_unit_test(test_decimals),
                                       cmocka_unit_test(test_splitmix64)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
