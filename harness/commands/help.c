#include "help.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name, *arguments, *clause;
} commands[] = {
#define GA_COMMAND(id, function, name, n_arguments, arguments, clause, ...)                        \
    {name, arguments, clause},
#include "commands.def"
#undef GA_COMMAND
};
enum { CLAUSE_COLUMN = 27 };

const char ga_help_exit_status[] =
    "0 ok, 1 a wrong result, a failed audit or gate, or runs that\n"
    "disagree, 2 usage or a table with bad contents, 3 device error, 4 a file that\n"
    "cannot be read or written, 77 nothing can be measured here, 130 interrupted.";

static void print_command(const char *name, const char *arguments, const char *clause) {
    int column = printf("  %s %s", name, arguments);
    if (column >= CLAUSE_COLUMN) {
        printf("\n");
        column = 0;
    }
    printf("%*s%s\n", CLAUSE_COLUMN - column, "", clause);
}

void ga_help_print(const char *prefix) {
    if (!*prefix)
        printf("gpu-atomics measures what atomic operations cost on a GPU, and proves which\n"
               "instruction it measured.\n\n");
    printf("Usage: gpu-atomics %sCOMMAND [OPTION...]\n\n", prefix);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strncmp(commands[i].name, prefix, strlen(prefix)) == 0)
            print_command(commands[i].name, commands[i].arguments, commands[i].clause);
    printf("\n  gpu-atomics help COMMAND   the command's options; COMMAND --help is the same\n");
    if (!*prefix)
        printf("  gpu-atomics --version      likewise behind a command\n\n"
               "Exit status: %s\n",
               ga_help_exit_status);
}
