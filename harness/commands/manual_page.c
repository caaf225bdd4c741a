/* The manual page, for groff's and mandoc's man macros. */
#include <stdio.h>
#include <string.h>

#include "build_info.h"
#include "help.h"
#include "manual.h"

/* A hyphen of an option is a minus; what begins a line of roff may be no request. */
static void put(const char *text) {
    for (const char *c = text; *c; c++)
        if (*c == '\\')
            fputs("\\e", stdout);
        else if (*c == '-')
            fputs("\\-", stdout);
        else if ((*c == '.' || *c == '\'') && (c == text || c[-1] == '\n'))
            printf("\\&%c", *c);
        else
            putchar(*c);
}

/* A sentence from a clause: its first letter large, a point behind. */
static void put_sentence(const char *clause, const char *rest) {
    char first[2] = {*clause, '\0'};
    if (*first >= 'a' && *first <= 'z')
        *first = (char)(*first - 'a' + 'A');
    put(first);
    put(clause + 1);
    put(rest);
    const char *const last = *rest ? rest : clause;
    printf("%s\n", last[strlen(last) - 1] == '.' ? "" : ".");
}

static void put_command(const struct ga_manual_command *command) {
    printf(".SS \"gpu\\-atomics ");
    put(command->name);
    printf("%s", *command->arguments ? " " : "");
    put(command->arguments);
    printf("\"\n");
    put_sentence(command->clause, command->rest);
    for (size_t i = 0; i < ga_manual_n_options; i++) {
        const struct ga_manual_option *const option = &ga_manual_options[i];
        if (!ga_manual_has(command, option))
            continue;
        printf(".TP\n\\fB\\-\\-");
        put(option->name);
        printf("\\fR");
        if (option->argument) {
            printf("=\\fI");
            put(option->argument);
            printf("\\fR");
        }
        printf("\n");
        put(option->help);
        printf(".\n");
    }
    printf(".PP\n.nf\n");
    for (size_t i = 0; i < 2; i++) {
        printf("    gpu\\-atomics ");
        put(command->example[i]);
        printf("\n");
    }
    printf(".fi\n");
}

void ga_manual_page(void) {
    printf(".TH GPU\\-ATOMICS 1 \"\" \"gpu\\-atomics %s\" \"User Commands\"\n"
           ".SH NAME\ngpu\\-atomics \\- what atomics, fences and locks cost on a GPU\n"
           ".SH SYNOPSIS\n.B gpu\\-atomics\n.I COMMAND\n[\\fIOPTION\\fR...] [\\fIARGUMENT\\fR...]\n"
           ".SH DESCRIPTION\nMeasures what atomic operations cost on a GPU of NVIDIA or AMD, and "
           "proves which\n"
           "instruction it measured. \\fBgpu\\-atomics help\\fR \\fICOMMAND\\fR has what stands "
           "here.\n"
           ".SH COMMANDS\n",
           GA_VERSION);
    for (size_t i = 0; i < ga_manual_n_commands; i++)
        put_command(&ga_manual_commands[i]);
    printf(".SH EXIT STATUS\n");
    put_sentence(ga_help_exit_status, "");
}
