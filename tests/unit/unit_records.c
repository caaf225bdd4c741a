/* The records of somebody else's CSV: how long one may be. */
#include "check.h"

#include "records.h"

static struct ga_records records; /* large */

/* A file of a short record, one of so many bytes with its end, and a short one. quoted: it has many lines. */
static FILE *file_of(size_t bytes, bool quoted) {
    FILE *const file = tmpfile();
    assert_non_null(file);
    fputs("first\n", file);
    for (size_t i = 1; i < bytes; i++)
        putc(quoted && (i == 1 || i == bytes - 1) ? '"'
             : quoted && i % 1000 == 0            ? '\n'
                                                  : 'x',
             file);
    fputs("\nlast\n", file);
    rewind(file);
    return file;
}

static void next_is(const char *text) {
    bool more = false;
    struct ga_err err = {""};
    assert_int_equal(ga_records_next(&records, false, &more, &err), GA_OK);
    assert_true(more && records.n == 1);
    if (text)
        assert_string_equal(records.field[0], text);
}

static void longest(void **state) {
    (void)state;
    for (int quoted = 0; quoted <= 1; quoted++) {
        FILE *const file = file_of(GA_RECORD_MOST_BYTES, quoted);
        ga_records_begin(&records, file, "some.csv");
        next_is("first");
        next_is(NULL);
        assert_int_equal(strlen(records.field[0]), GA_RECORD_MOST_BYTES - (quoted ? 3 : 1));
        next_is("last");
        ga_records_free(&records);
        fclose(file);
    }
}

static void too_long(void **state) {
    (void)state;
    for (int quoted = 0; quoted <= 1; quoted++) {
        bool more = false;
        struct ga_err err = {""};
        FILE *const file = file_of(GA_RECORD_MOST_BYTES + 1, quoted);
        ga_records_begin(&records, file, "some.csv");
        next_is("first");
        assert_int_equal(ga_records_next(&records, false, &more, &err), GA_USAGE);
        assert_string_equal(err.message, "some.csv:2: longer than 8388608 bytes");
        ga_records_free(&records);
        fclose(file);
    }
}

int main(void) {
    static const struct CMUnitTest tests[] = {cmocka_unit_test(longest),
                                              cmocka_unit_test(too_long)};
    return cmocka_run_group_tests_name("records", tests, NULL, NULL);
}
