/* The user's keys: what a file says, and what is no file of keys. */
#include "check.h"

#include <stdlib.h>
#include <unistd.h>

#include "keys.h"

/* A file of these bytes; the caller unlinks it. */
static void write_file(char *path, const void *bytes, size_t n) {
    strcpy(path, "keys-XXXXXX");
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, bytes, n), n);
    close(fd);
}

static void little_endian(void **state) {
    (void)state;
    static const unsigned char bytes[] = {1, 2, 3, 4, 0, 0, 0, 0x80, 0xff, 0xff, 0xff, 0xff};
    char path[32];
    struct ga_keys keys = {NULL, 0};
    struct ga_err err = {""};
    write_file(path, bytes, sizeof bytes);
    assert_int_equal(ga_keys_read(path, &keys, &err), GA_OK);
    assert_int_equal(keys.n, 3);
    assert_int_equal(keys.at[0], 0x04030201);
    assert_int_equal(keys.at[1], 0x80000000);
    assert_int_equal(keys.at[2], 0xffffffff);
    free((void *)keys.at);
    unlink(path);
}

static void refused(const void *bytes, size_t n, const char *why) {
    char path[32];
    struct ga_keys keys = {NULL, 7};
    struct ga_err err = {""};
    write_file(path, bytes, n);
    assert_int_equal(ga_keys_read(path, &keys, &err), GA_FILE);
    assert_non_null(strstr(err.message, path));
    assert_non_null(strstr(err.message, why));
    assert_int_equal(keys.n, 7);
    unlink(path);
}

static void not_keys(void **state) {
    (void)state;
    refused("", 0, "is empty");
    refused("123", 3, "3 bytes is no multiple of 4");
    refused("12345", 5, "5 bytes is no multiple of 4");
}

/* More than any benchmark counts: the first of them. */
static void too_many(void **state) {
    (void)state;
    static const unsigned char first[] = {9, 0, 0, 0};
    char path[32];
    struct ga_keys keys = {NULL, 0};
    write_file(path, first, sizeof first);
    assert_int_equal(truncate(path, (off_t)(GA_MOST_KEYS + 5) * 4), 0);
    assert_int_equal(ga_keys_read(path, &keys, NULL), GA_OK);
    assert_int_equal(keys.n, GA_MOST_KEYS);
    assert_int_equal(keys.at[0], 9);
    free((void *)keys.at);
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(little_endian),
        cmocka_unit_test(not_keys),
        cmocka_unit_test(too_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
