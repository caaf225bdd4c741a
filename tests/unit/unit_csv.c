/* CSV out and in. */
#include "check.h"

#include <math.h>

#include "csv.h"

static struct ga_csv_in in; /* large */

static struct ga_csv_out create(const char *path) {
    struct ga_csv_out out;
    struct ga_err err = {""};
    assert_int_equal(ga_csv_create(&out, path, &err), GA_OK);
    return out;
}

static void close_it(struct ga_csv_out *out) {
    struct ga_err err = {""};
    if (ga_csv_close(out, &err) != GA_OK)
        fail_msg("%s", err.message);
}

static void read_line(unsigned n_fields) {
    bool more = false;
    struct ga_err err = {""};
    if (ga_csv_read(&in, &more, &err) != GA_OK)
        fail_msg("%s", err.message);
    assert_true(more);
    assert_int_equal(in.n_fields, n_fields);
}

static void read_end(void) {
    bool more = true;
    assert_int_equal(ga_csv_read(&in, &more, NULL), GA_OK);
    assert_false(more);
    ga_csv_end(&in);
}

static void open_text(const char *text) {
    ga_check_put("in.csv", text);
    assert_int_equal(ga_csv_open(&in, "in.csv", NULL), GA_OK);
}

static void fields(void **state) {
    (void)state;
    struct ga_csv_out out = create("a.csv");
    ga_csv_name(&out, "plain");
    ga_csv_name(&out, "a,b");
    ga_csv_name(&out, "say \"hi\"");
    ga_csv_name(&out, "two\nlines");
    ga_csv_name(&out, "");
    ga_csv_end_line(&out);
    ga_csv_name(&out, "");
    ga_csv_name(&out, "\r");
    ga_csv_name(&out, " spaces ");
    ga_csv_end_line(&out);
    close_it(&out);
    assert_string_equal(ga_check_get("a.csv"),
                        "plain,\"a,b\",\"say \"\"hi\"\"\",\"two\nlines\",\n,\"'\r\", spaces \n");
    assert_int_equal(ga_csv_open(&in, "a.csv", NULL), GA_OK);
    read_line(5);
    assert_string_equal(in.field[0], "plain");
    assert_string_equal(in.field[1], "a,b");
    assert_string_equal(in.field[2], "say \"hi\"");
    assert_string_equal(in.field[3], "two\nlines");
    assert_string_equal(in.field[4], "");
    assert_int_equal(in.line, 1);
    read_line(3);
    assert_string_equal(in.field[0], "");
    assert_string_equal(in.field[1], "\r");
    assert_string_equal(in.field[2], " spaces ");
    assert_int_equal(in.line, 3); /* the record before has two lines */
    read_end();
}

static void numbers(void **state) {
    (void)state;
    static const struct {
        double value;
        const char *text;
    } reals[] = {{0, "0"},
                 {1.5, "1.5"},
                 {100000, "100000"},
                 {123456, "123456"},
                 {NAN, ""},
                 {INFINITY, ""},
                 {-INFINITY, ""},
                 {-2.25, "-2.25"},
                 {2.0 / 3, "0.66667"},
                 {1e-9, "1e-09"},
                 {999999999, "999999999"}};
    struct ga_csv_out out = create("n.csv");
    ga_csv_count(&out, 0);
    ga_csv_count(&out, 10);
    ga_csv_count(&out, UINT64_MAX);
    ga_csv_end_line(&out);
    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++)
        ga_csv_real(&out, reals[i].value, 5);
    ga_csv_end_line(&out);
    close_it(&out);
    assert_int_equal(ga_csv_open(&in, "n.csv", NULL), GA_OK);
    read_line(3);
    assert_string_equal(in.field[0], "0");
    assert_string_equal(in.field[1], "10");
    assert_string_equal(in.field[2], "18446744073709551615");
    read_line(sizeof reals / sizeof *reals);
    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++)
        assert_string_equal(in.field[i], reals[i].text);
    read_end();
}

/* What a spreadsheet would work out is text to it, and the same name to us. */
static void formulas(void **state) {
    (void)state;
    static const struct {
        const char *name, *cell;
    } cells[] = {{"=1+2", "'=1+2"},
                 {"+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"},
                 {"-2+3", "'-2+3"},
                 {"@SUM(1)", "'@SUM(1)"},
                 {"\t=1", "'\t=1"},
                 {"\r=1", "\"'\r=1\""},
                 {"=A,\"", "\"'=A,\"\"\""},
                 {"-", "'-"},
                 {"--bench", "'--bench"},
                 {"-inf", "'-inf"},
                 {"'=1", "''=1"},
                 {"''-", "'"
                         "''-"},
                 {"'-1", "''-1"},
                 {"-1", "-1"},
                 {"+2.5e-3", "+2.5e-3"},
                 {"-.5", "-.5"},
                 {"'", "'"},
                 {"'name'", "'name'"},
                 {"a=1", "a=1"},
                 {" =1", " =1"}};
    enum { N = sizeof cells / sizeof *cells };
    struct ga_csv_out out = create("f.csv");
    for (size_t i = 0; i < N; i++) {
        ga_csv_name(&out, cells[i].name);
        ga_csv_end_line(&out);
    }
    ga_csv_real(&out, -1.5, 6);
    ga_csv_end_line(&out);
    close_it(&out);
    char wanted[1024] = "";
    for (size_t i = 0; i < N; i++)
        snprintf(wanted + strlen(wanted), sizeof wanted - strlen(wanted), "%s\n", cells[i].cell);
    snprintf(wanted + strlen(wanted), sizeof wanted - strlen(wanted), "-1.5\n");
    assert_string_equal(ga_check_get("f.csv"), wanted);
    assert_int_equal(ga_csv_open(&in, "f.csv", NULL), GA_OK);
    for (size_t i = 0; i < N; i++) {
        read_line(1);
        assert_string_equal(in.field[0], cells[i].name);
    }
    read_line(1);
    read_end();
}

static void complete_or_absent(void **state) {
    (void)state;
    struct ga_csv_out out = create("b.csv");
    ga_csv_name(&out, "x");
    ga_csv_end_line(&out);
    assert_int_not_equal(access("b.csv", F_OK), 0); /* not there before it is whole */
    ga_csv_abandon(&out);
    ga_csv_abandon(&out); /* again: nothing */
    assert_int_not_equal(access("b.csv", F_OK), 0);
    assert_int_not_equal(access(out.temporary, F_OK), 0);
}

static void old_file_stays(void **state) {
    (void)state;
    ga_check_put("c.csv", "old\n");
    struct ga_csv_out out = create("c.csv");
    ga_csv_name(&out, "new");
    ga_csv_end_line(&out);
    ga_csv_abandon(&out);
    assert_string_equal(ga_check_get("c.csv"), "old\n");
    out = create("c.csv");
    ga_csv_name(&out, "new");
    ga_csv_end_line(&out);
    assert_string_equal(ga_check_get("c.csv"), "old\n");
    close_it(&out);
    assert_string_equal(ga_check_get("c.csv"), "new\n");
    assert_int_not_equal(access(out.temporary, F_OK), 0);
}

static void cannot_write(void **state) {
    (void)state;
    struct ga_csv_out out;
    struct ga_err err = {""};
    assert_int_equal(ga_csv_create(&out, "nowhere/x.csv", &err), GA_FILE);
    assert_contains(err.message, "nowhere/x.csv");
    ga_check_put("plain", "");
    assert_int_equal(ga_csv_create(&out, "plain/x.csv", &err), GA_FILE);
    assert_contains(err.message, "Not a directory");
}

/* The rename fails: a directory has the file's name. */
static void cannot_commit(void **state) {
    (void)state;
    struct ga_err err = {""};
    assert_int_equal(system("mkdir -p taken.csv/full"), 0);
    struct ga_csv_out out = create("taken.csv");
    ga_csv_name(&out, "x");
    ga_csv_end_line(&out);
    assert_int_equal(ga_csv_close(&out, &err), GA_FILE);
    assert_contains(err.message, "taken.csv: not written");
    assert_int_not_equal(access(out.temporary, F_OK), 0);
}

/* A name that does not fit must not become that of another file. */
static void path_too_long(void **state) {
    (void)state;
    char path[GA_CSV_MAX_PATH + 100];
    struct ga_csv_out out;
    struct ga_err err = {""};
    for (size_t i = 0; i < sizeof path - 1; i += 2)
        memcpy(path + i, "./", 2);
    memcpy(path + sizeof path - 8, "aaa.csv", 8);
    assert_int_equal(ga_csv_create(&out, path, &err), GA_FILE);
    assert_contains(err.message, "long");
}

static void crlf(void **state) {
    (void)state;
    open_text("a,b\r\n\"1\r\n2\",3\r\n\r\n");
    read_line(2);
    assert_string_equal(in.field[1], "b");
    read_line(2);
    assert_string_equal(in.field[0], "1\r\n2");
    assert_string_equal(in.field[1], "3");
    read_line(1);
    assert_string_equal(in.field[0], "");
    read_end();
}

static void empties(void **state) {
    (void)state;
    open_text(",,\n\n\"\"\n");
    read_line(3);
    assert_string_equal(in.field[2], "");
    read_line(1);
    read_line(1);
    assert_string_equal(in.field[0], "");
    read_end();
    open_text("");
    read_end();
}

/* Reads until something is wrong. */
static void fails(const char *text, enum ga_status expected, const char *message) {
    struct ga_err err = {""};
    enum ga_status status = GA_OK;
    open_text(text);
    for (bool more = true; more && status == GA_OK;)
        status = ga_csv_read(&in, &more, &err);
    ga_csv_end(&in);
    if (status != expected)
        fail_msg("\"%.40s\": status %s", text, ga_status_name(status));
    assert_contains(err.message, message);
}

static void cut_short(void **state) {
    (void)state;
    fails("a,b\n1,", GA_USAGE, "in.csv:2: the last line is cut short");
    fails("a,b\n1", GA_USAGE, "in.csv:2: ");
    fails("a,b\n,", GA_USAGE, "in.csv:2: ");
    fails("a,\"x\n\ny\n", GA_USAGE, "in.csv:1: a quote is not closed before the file ends");
    fails("a\n\"b\nc\",\"d\ne\n", GA_USAGE,
          "in.csv:3: a quote is not closed"); /* of a record from 2 */
    fails("a\nb\n\"x", GA_USAGE, "in.csv:3: ");
}

/* Cut between a quote and what it quotes. */
static void cut_after_quote(void **state) {
    (void)state;
    fails("a\nb\n\"", GA_USAGE, "in.csv:3: a quote is not closed before the file ends");
}

static void too_much(void **state) {
    (void)state;
    static char text[3 * GA_CSV_MAX_LINE];
    memset(text, 'x', sizeof text - 2);
    memcpy(text, "a\n", 2);
    text[sizeof text - 2] = '\n';
    fails(text, GA_USAGE, "in.csv:2: more than 65536 characters");
    memset(text + 2, ',', 2 * GA_CSV_MAX_FIELDS);
    memcpy(text + 2 + 2 * GA_CSV_MAX_FIELDS, "\n", 2);
    fails(text, GA_USAGE, "in.csv:2: more than");
    memset(text, 'x', sizeof text - 2);
    memcpy(text, "a\n\"", 3);
    fails(text, GA_USAGE,
          "in.csv:2: more than 65536 characters or 64 fields, and a quote is not closed");
}

/* What would otherwise be dropped. */
static void stray_marks(void **state) {
    (void)state;
    fails("a,b\"c\n", GA_USAGE, "in.csv:1: a quote inside field 2; expected it around");
    fails("a\n\"b\"c\n", GA_USAGE, "in.csv:2: a quote inside field 1; expected it around");
    fails("a\n\"b\" \"c\"\n", GA_USAGE, "in.csv:2: a quote inside field 1");
    fails("a\n\"\nb\"c\n", GA_USAGE, "in.csv:3: a quote inside field 1");
    fails("a\rb\n", GA_USAGE, "in.csv:1: a carriage return in field 1; expected one only before");
    fails("a\r\r\n", GA_USAGE, "in.csv:1: a carriage return in field 1");
    fails("a\r", GA_USAGE, "in.csv:1: the last line is cut short");
    fails("\"a\"", GA_USAGE, "in.csv:1: the last line is cut short");
}

/* As many fields as there is room for, and not one less. */
static void most_fields(void **state) {
    (void)state;
    char text[2 * GA_CSV_MAX_FIELDS + 1] = "";
    for (int i = 0; i < GA_CSV_MAX_FIELDS; i++)
        memcpy(text + 2 * i, i + 1 < GA_CSV_MAX_FIELDS ? "x," : "x\n", 3);
    open_text(text);
    read_line(GA_CSV_MAX_FIELDS);
    assert_string_equal(in.field[GA_CSV_MAX_FIELDS - 1], "x");
    read_end();
}

static void missing(void **state) {
    (void)state;
    struct ga_err err = {""};
    assert_int_equal(ga_csv_open(&in, "missing.csv", &err), GA_FILE);
    assert_contains(err.message, "missing.csv: cannot be read: No such file");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields),
        cmocka_unit_test(numbers),
        cmocka_unit_test(old_file_stays),
        cmocka_unit_test(formulas),
        cmocka_unit_test(complete_or_absent),
        cmocka_unit_test(cannot_write),
        cmocka_unit_test(cannot_commit),
        cmocka_unit_test(path_too_long),
        cmocka_unit_test(crlf),
        cmocka_unit_test(empties),
        cmocka_unit_test(cut_short),
        cmocka_unit_test(too_much),
        cmocka_unit_test(cut_after_quote),
        cmocka_unit_test(most_fields),
        cmocka_unit_test(missing),
        cmocka_unit_test(stray_marks),
    };
    return cmocka_run_group_tests_name("csv", tests, ga_check_enter, ga_check_leave);
}
