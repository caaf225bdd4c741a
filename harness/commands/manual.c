#include "manual.h"

#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "names.h"

/* A bit for each command. */
enum {
#define GA_COMMAND(id, ...) FOR_##id = 1 << GA_DO_##id,
#include "commands.def"
#undef GA_COMMAND
};

const struct ga_manual_command ga_manual_commands[] = {
#define GA_COMMAND(id, function, name, n_arguments, arguments, clause, more, example, another)     \
    {name, arguments, clause, more, {example, another}, FOR_##id},
#include "commands.def"
#undef GA_COMMAND
};
const size_t ga_manual_n_commands = sizeof ga_manual_commands / sizeof *ga_manual_commands;

const struct ga_manual_option ga_manual_options[] = {
#define GA_ROW(field, name, argument, least, most, commands, help) {name, argument, help, commands},
#define GA_ALSO(kind, ...) GA_ROW(__VA_ARGS__)
#define GA_TEXT(...) GA_ROW(__VA_ARGS__)
#define GA_LIST(...) GA_ROW(__VA_ARGS__)
#define GA_NUMBER(...) GA_ROW(__VA_ARGS__)
#define GA_DECIMAL(...) GA_ROW(__VA_ARGS__)
#define GA_FLAG(...) GA_ROW(__VA_ARGS__)
#include "options.def"
};
const size_t ga_manual_n_options = sizeof ga_manual_options / sizeof *ga_manual_options;

bool ga_manual_has(const struct ga_manual_command *command, const struct ga_manual_option *option) {
    return (command->flag & option->commands) != 0;
}

const char *ga_manual_brief(const char *help, char *text, size_t capacity) {
    size_t n = strcspn(help, ";(:");
    while (n > 0 && strchr(" ,", help[n - 1]))
        n--;
    snprintf(text, capacity, "%.*s", (int)n, help);
    return text;
}

enum ga_status ga_command_manual(const struct ga_request *request, struct ga_err *err) {
    static const char *const names[] = {"page", "bash", "zsh", "fish", NULL};
    static void (*const print[])(void) = {ga_manual_page, ga_manual_bash, ga_manual_zsh,
                                          ga_manual_fish};
    const char *const form = request->directory[0];
    for (size_t i = 0; names[i]; i++)
        if (strcmp(form, names[i]) == 0) {
            print[i]();
            return GA_OK;
        }
    const char *const near = ga_nearest(form, names);
    return ga_fail(err, GA_USAGE, "manual: '%s': expected page, bash, zsh or fish%s%s%s", form,
                   near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
}
