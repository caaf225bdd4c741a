/* The examples that the help of a command prints are taken by the command line. */
#include "check.h"

#include <wordexp.h>

#include "cli.h"

static const struct {
    enum ga_command command;
    const char *name, *example[2];
} rows[] = {
#define GA_COMMAND(id, function, name, n_arguments, arguments, clause, more, example, another)     \
    {GA_DO_##id, name, {example, another}},
#include "commands.def"
#undef GA_COMMAND
};
enum { N_ROWS = sizeof rows / sizeof *rows, COLUMNS = 80 };

/* Parses an example as a shell and main would: its options, their values and its arguments, to a pipe or a redirection. */
static void takes(enum ga_command command, const char *example) {
    char line[256];
    wordexp_t words;
    struct ga_request request = {GA_NO_COMMAND};
    struct ga_err err = {""};
    const int n = snprintf(line, sizeof line, "gpu-atomics %s", example);
    if (n + 2 > COLUMNS)
        fail_msg("longer than %d characters: %s", COLUMNS - 2, line);
    line[strcspn(line, "|>")] = '\0';
    assert_int_equal(wordexp(line, &words, WRDE_NOCMD | WRDE_UNDEF), 0);
    const enum ga_status status = ga_cli((int)words.we_wordc, words.we_wordv, &request, &err);
    if (status != GA_OK)
        fail_msg("%s: %s", line, err.message);
    assert_int_equal(request.command, command);
    assert_int_equal(request.asks, GA_ASKS_NOTHING);
    wordfree(&words);
}

static void examples(void **state) {
    (void)state;
    for (size_t i = 0; i < N_ROWS; i++) {
        takes(rows[i].command, rows[i].example[0]);
        takes(rows[i].command, rows[i].example[1]);
        assert_string_not_equal(rows[i].example[0], rows[i].example[1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(examples)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
