/* argp prints the help and walks the arguments; unknown names are caught before, to suggest one. */
#include "cli.h"

#include <argp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "build_info.h"
#include "command_names.h"
#include "help.h"
#include "names.h"
#include "number.h"

/* A bit for each command. */
enum {
#define GA_COMMAND(id, ...) FOR_##id = 1 << GA_DO_##id,
#include "commands.def"
#undef GA_COMMAND
    OF_PROGRAMS = FOR_PROFILE | FOR_WHATIF, /* a program stands behind -- */
    OR_PROGRAMS = OF_PROGRAMS | FOR_INSPECT /* or may, in place of files */
};

enum kind { TEXT, LIST, NUMBER, DECIMAL, FLAG };

struct option_row {
    enum kind kind;
    size_t offset;
    const char *name, *argument;
    int64_t least, most;
    unsigned commands;
    const char *help;
};

static const struct option_row rows[] = {
#define GA_ROW(kind, field, name, argument, least, most, commands, help)                           \
    {kind, offsetof(struct ga_request, field), name, argument, least, most, commands, help},
#define GA_ALSO(...) GA_ROW(__VA_ARGS__)
#define GA_TEXT(...) GA_ROW(TEXT, __VA_ARGS__)
#define GA_LIST(...) GA_ROW(LIST, __VA_ARGS__)
#define GA_NUMBER(...) GA_ROW(NUMBER, __VA_ARGS__)
#define GA_DECIMAL(...) GA_ROW(DECIMAL, __VA_ARGS__)
#define GA_FLAG(...) GA_ROW(FLAG, __VA_ARGS__)
#include "options.def"
};
enum {
    N_ROWS = sizeof rows / sizeof *rows,
    USAGE_KEY = 0x100, /* keys that no character can be */
    VERSION_KEY,
    FIRST_KEY,
    HELP_KEY = '?',
    SHORT_HELP = 'h',
    SHORT_OUT = 'o'
};

static const struct command_row {
    enum ga_command command;
    const char *name;
    unsigned flag;
    unsigned n_arguments;
    const char *arguments, *help; /* behind \v what argp prints behind the options */
} commands[] = {
#define GA_COMMAND(id, function, name, n_arguments, arguments, clause, more, example, another)     \
    {GA_DO_##id, name,                                                                             \
     FOR_##id,   n_arguments,                                                                      \
     arguments,  clause more "\vExamples:\n  gpu-atomics " example "\n  gpu-atomics " another},
#include "commands.def"
#undef GA_COMMAND
};

struct parsing {
    const struct command_row *command;
    struct ga_request *request;
    struct ga_err *err;
    enum ga_status status;
};

static enum ga_status set_number(const struct option_row *row, struct ga_number *number,
                                 const char *text, struct ga_err *err) {
    uint64_t x = 0;
    if (!ga_parse_whole(text, (uint64_t)row->least, (uint64_t)row->most, &x))
        return ga_fail(err, GA_USAGE, "--%s: '%s' is not a whole number from %lld to %lld",
                       row->name, text, (long long)row->least, (long long)row->most);
    *number = (struct ga_number){x, true};
    return GA_OK;
}

/* Digits and a point, no exponent; below 0 where the row has such numbers. */
static enum ga_status set_decimal(const struct option_row *row, struct ga_decimal *decimal,
                                  const char *text, struct ga_err *err) {
    double x = 0;
    const char *const size = text + (*text == '-' && row->least < 0);
    if (size[strspn(size, "0123456789.")] ||
        !ga_parse_real(text, (double)row->least, (double)row->most, &x))
        return ga_fail(err, GA_USAGE, "--%s: '%s' is not a number from %lld to %lld", row->name,
                       text, (long long)row->least, (long long)row->most);
    *decimal = (struct ga_decimal){x, true};
    return GA_OK;
}

static enum ga_status set(const struct option_row *row, struct ga_request *request,
                          const char *text, struct ga_err *err) {
    void *const field = (char *)request + row->offset;
    switch (row->kind) {
    case TEXT:
        *(const char **)field = text;
        return GA_OK;
    case FLAG:
        *(bool *)field = true;
        return GA_OK;
    case NUMBER:
        return set_number(row, field, text, err);
    case DECIMAL:
        return set_decimal(row, field, text, err);
    case LIST:
        break;
    }
    struct ga_list *const list = field;
    if (list->n == GA_MAX_LIST)
        return ga_fail(err, GA_USAGE, "--%s may be given %d times", row->name, GA_MAX_LIST);
    list->at[list->n++] = text;
    return GA_OK;
}

static void add_argument(struct parsing *p, const char *text) {
    struct ga_request *const request = p->request;
    if (p->command->flag & OF_PROGRAMS)
        p->status = ga_fail(p->err, GA_USAGE,
                            "%s: unexpected argument '%s'; the program stands behind --: "
                            "gpu-atomics %s -- %s",
                            p->command->name, text, p->command->name, text);
    else if (request->n_directories == p->command->n_arguments)
        p->status = ga_fail(
            p->err, GA_USAGE, "%s: unexpected argument '%s'%s", p->command->name, text,
            p->command->flag & (FOR_RUN | FOR_LIST | FOR_AUDIT) ? "; --bench chooses benchmarks"
                                                                : "");
    else
        request->directory[request->n_directories++] = text;
}

/* Names the arguments that are not there. */
static void check_arguments(struct parsing *p) {
    const char *missing = p->command->arguments;
    if (p->request->program && p->command->flag & FOR_INSPECT)
        return;
    const bool any = strstr(missing, "...") && p->command->n_arguments > 0;
    if (*missing == '[') /* none is right, too */
        return;
    if (any ? p->request->n_directories > 0 : p->request->n_directories == p->command->n_arguments)
        return;
    for (unsigned i = 0; i < p->request->n_directories; i++)
        missing = strchr(missing, ' ') + 1;
    p->status = ga_fail(p->err, GA_USAGE, "%s: which %s? expected %s %s", p->command->name, missing,
                        p->command->name, p->command->arguments);
}

static error_t parse(int key, char *text, struct argp_state *state) {
    struct parsing *const p = state->input;
    if (key == HELP_KEY || key == SHORT_HELP || key == USAGE_KEY || key == VERSION_KEY) {
        p->request->asks = key == USAGE_KEY     ? GA_ASKS_USAGE
                           : key == VERSION_KEY ? GA_ASKS_VERSION
                                                : GA_ASKS_HELP;
        p->status = GA_OK; /* who asks is answered, whatever else there is */
    }
    if (p->status != GA_OK || p->request->asks)
        return 0;
    if (key == SHORT_OUT) {
        p->request->out = text;
    } else if (key >= FIRST_KEY && key < FIRST_KEY + N_ROWS) {
        p->status = set(&rows[key - FIRST_KEY], p->request, text, p->err);
    } else if (key == ARGP_KEY_ARG) {
        add_argument(p, text);
    } else if (key == ARGP_KEY_END) {
        check_arguments(p);
    } else {
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

/* Refuses an option that the command lacks, with the nearest that it has. */
static enum ga_status check_names(const struct command_row *command, int argc, char **argv,
                                  struct ga_err *err) {
    const char *names[N_ROWS + 4] = {"help", "usage", "version"};
    size_t n = 3;
    for (size_t i = 0; i < N_ROWS; i++)
        if (rows[i].commands & command->flag)
            names[n++] = rows[i].name;
    for (int i = 2; i < argc && strcmp(argv[i], "--") != 0; i++) { /* a second word is no option */
        if (strncmp(argv[i], "--", 2) != 0)
            continue;
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(argv[i] + 2, "="), argv[i] + 2);
        bool known = false;
        for (size_t k = 0; k < n; k++)
            known |= strcmp(name, names[k]) == 0;
        if (known)
            continue;
        const char *const near = ga_nearest(name, names);
        return ga_fail(err, GA_USAGE, "%s has no option --%s%s%s%s", command->name, name,
                       near ? "; did you mean --" : "", near ? near : "", near ? "?" : "");
    }
    return GA_OK;
}

/* A command of two words is one argument from here on: out: where argv goes on, with its name first. */
static int join_words(int argc, char **argv, char *name, size_t capacity) {
    if (strcmp(argv[1], "model") != 0 || argc < 3 || *argv[2] == '-')
        return 1;
    snprintf(name, capacity, "%s %s", argv[1], argv[2]);
    return 2;
}

/* What is behind -- is a program's. out: argc without it. */
static int split(int argc, char **argv, struct ga_request *request) {
    for (int i = 2; i < argc; i++)
        if (strcmp(argv[i], "--") == 0) {
            request->program = argv + i + 1;
            return i;
        }
    return argc;
}

enum { MOST_OPTIONS = N_ROWS + 6 }; /* -o, --help, -h, --usage, --version, and an end */

/* out: options[MOST_OPTIONS]: what argp is to know of a command's options. -o is --out, -h is --help. The last three are
 * not argp's own, which print and exit where they stand. */
static void list_options(unsigned flag, struct argp_option *options) {
    size_t n = 0;
    memset(options, 0, MOST_OPTIONS * sizeof *options);
    for (size_t i = 0; i < N_ROWS; i++) {
        if (!(rows[i].commands & flag))
            continue;
        options[n++] = (struct argp_option){.name = rows[i].name,
                                            .key = FIRST_KEY + (int)i,
                                            .arg = rows[i].argument,
                                            .doc = rows[i].help};
        if (strcmp(rows[i].name, "out") == 0)
            options[n++] = (struct argp_option){.key = SHORT_OUT, .flags = OPTION_ALIAS};
    }
    options[n++] = (struct argp_option){"help", HELP_KEY, NULL, 0, "Give this help list", -1};
    options[n++] = (struct argp_option){.key = SHORT_HELP, .flags = OPTION_ALIAS};
    options[n++] =
        (struct argp_option){"usage", USAGE_KEY, NULL, 0, "Give a short usage message", -1};
    options[n] = (struct argp_option){"version", VERSION_KEY, NULL, 0, "Print the version", -1};
}

/* What argp is to know of a command. own: caller, also what it points to. */
struct described {
    struct argp argp;
    struct argp_option options[MOST_OPTIONS];
    char name[64]; /* what argp calls the program */
};
static void describe(const struct command_row *command, struct described *d) {
    list_options(command->flag, d->options);
    snprintf(d->name, sizeof d->name, "gpu-atomics %s", command->name);
    d->argp = (struct argp){.options = d->options,
                            .parser = parse,
                            .args_doc = command->arguments,
                            .doc = command->help};
}

static void print_options(enum ga_command of, unsigned how) {
    struct described d;
    const struct command_row *command = commands;
    while (command->command != of)
        command++;
    describe(command, &d);
    argp_help(&d.argp, stdout, how, d.name);
}

void ga_cli_answer(const struct ga_request *request) {
    if (request->asks == GA_ASKS_VERSION)
        printf("gpu-atomics %s (%s)\n", GA_VERSION, GA_GIT_COMMIT);
    else if (request->command == GA_NO_COMMAND)
        ga_help_print(request->asks == GA_ASKS_MODEL_HELP ? "model " : "");
    else
        print_options(request->command,
                      request->asks == GA_ASKS_USAGE ? ARGP_HELP_USAGE : ARGP_HELP_STD_HELP);
}

/* out: what a word that stands where a command may asks for. */
static enum ga_asks asks_of(const char *word) {
    const bool is_help =
        strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0;
    return is_help                          ? GA_ASKS_HELP
           : strcmp(word, "--version") == 0 ? GA_ASKS_VERSION
                                            : GA_ASKS_NOTHING;
}

/* Answers that no command gives: the program's, and those of `model`, which is half a command. out: whether it is one,
 * request->asks. */
static bool asks_program(int argc, char **argv, struct ga_request *request) {
    const bool model = strcmp(argv[1], "model") == 0;
    const char *const word = model && argc > 2 ? argv[2] : argv[1];
    const enum ga_asks asks = asks_of(word);
    if (asks != GA_ASKS_NOTHING)
        request->asks = asks;
    else if (!model || argc > 2 || request->asks == GA_ASKS_NOTHING)
        return false;
    if (model && request->asks == GA_ASKS_HELP)
        request->asks = GA_ASKS_MODEL_HELP;
    return true;
}

/* out: where the word `help` is that stands before a command, or before the second word of one; 0: nowhere. */
static int help_at(int argc, char **argv) {
    if (argc > 2 && strcmp(argv[1], "help") == 0)
        return 1;
    return argc > 3 && strcmp(argv[1], "model") == 0 && strcmp(argv[2], "help") == 0 ? 2 : 0;
}

enum ga_status ga_cli(int argc, char **argv, struct ga_request *request, struct ga_err *err) {
    request->argc = argc;
    request->argv = argv;
    if (argc < 2) {
        request->asks = GA_ASKS_HELP;
        return ga_fail(err, GA_USAGE, "which command?");
    }
    if (help_at(argc, argv) > 0) { /* `help COMMAND` is `COMMAND --help` */
        if (help_at(argc, argv) == 2)
            argv[2] = argv[1];
        request->asks = GA_ASKS_HELP;
        argc--;
        argv++;
    }
    if (asks_program(argc, argv, request))
        return GA_OK;
    struct parsing parsing = {.request = request, .err = err};
    char words[64];
    const int n_words = join_words(argc, argv, words, sizeof words);
    size_t which = 0;
    enum ga_status status = ga_command_find(n_words == 2 ? words : argv[1], &which, err);
    parsing.command = &commands[which];
    if (status == GA_OK && parsing.command->flag & OR_PROGRAMS)
        argc = split(argc, argv, request);
    if (status == GA_OK)
        status = check_names(parsing.command, argc, argv, err);
    if (status != GA_OK)
        return status;
    struct described d;
    describe(parsing.command, &d);
    char *const last = argv[n_words];
    argv[n_words] = d.name;
    request->command = parsing.command->command;
    const error_t failed = argp_parse(&d.argp, argc - n_words, argv + n_words,
                                      ARGP_NO_EXIT | ARGP_NO_HELP, NULL, &parsing);
    argv[n_words] = last;
    return failed && parsing.status == GA_OK ? GA_USAGE : parsing.status;
}
