/* argv to a request. */
#ifndef GA_CLI_H
#define GA_CLI_H

#include <stdbool.h>
#include <stdint.h>

#include "runfile.h"
#include "status.h"

enum ga_command {
    GA_NO_COMMAND,
#define GA_COMMAND(id, ...) GA_DO_##id,
#include "commands.def"
#undef GA_COMMAND
};

/* What is to be printed instead of a command's doing. */
enum ga_asks { GA_ASKS_NOTHING, GA_ASKS_HELP, GA_ASKS_MODEL_HELP, GA_ASKS_USAGE, GA_ASKS_VERSION };

enum { GA_MAX_LIST = 32, GA_MAX_ARGUMENTS = 4096 };

struct ga_list {
    const char *at[GA_MAX_LIST];
    uint32_t n;
};

struct ga_number {
    uint64_t value;
    bool given;
};

struct ga_decimal {
    double value;
    bool given;
};

/* own: the strings are argv's. */
struct ga_request {
    enum ga_command command;
#define GA_ALSO(...)
#define GA_TEXT(field, ...) const char *field;
#define GA_LIST(field, ...) struct ga_list field;
#define GA_NUMBER(field, ...) struct ga_number field;
#define GA_DECIMAL(field, ...) struct ga_decimal field;
#define GA_FLAG(field, ...) bool field;
#include "options.def"
#undef GA_ALSO
#undef GA_TEXT
#undef GA_LIST
#undef GA_NUMBER
#undef GA_DECIMAL
#undef GA_FLAG
    const char *directory[GA_MAX_ARGUMENTS]; /* the command's arguments: directories, files */
    unsigned n_directories;
    int argc;       /* as main had them, for run.csv */
    char **argv;    /* likewise */
    char **program; /* argv behind --, NULL: there is none; of profile, whatif, inspect */
    enum ga_asks asks;
    /* What `run` ends with: ga_answers_of_run, or NULL: nothing. main's, as only main sees the model. */
    enum ga_status (*conclude)(const char *directory, struct ga_runfile *run, struct ga_err *err);
    /* profile's: where what the program loaded is written; NULL: nowhere. */
    const char *inspected;
    const char *ran; /* profile's: the source page of what it ran, one more --code; NULL: none */
    int *
        program_code; /* main's: gets what the program exited with, where that is the command's, too */
};

/* in: argv as main has it. out: *request. err: GA_USAGE; the message names the argument, what was expected, and the
 * nearest name; it is as it was where argp has said on stderr what is wrong. */
enum ga_status ga_cli(int argc, char **argv, struct ga_request *request, struct ga_err *err);

/* in: a request that asks. Prints what it asks for. */
void ga_cli_answer(const struct ga_request *request);

#endif
