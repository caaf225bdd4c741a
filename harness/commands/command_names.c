#include "command_names.h"

#include <stdio.h>
#include <string.h>

#include "names.h"

static const char *const commands[] = {
#define GA_COMMAND(id, function, name, ...) name,
#include "commands.def"
#undef GA_COMMAND
};
enum { N_COMMANDS = sizeof commands / sizeof *commands, BEFORE = sizeof "model " - 1 };

/* Of the commands of two words the one that was meant, by its second word, or all. in: name: "model" or "model X". */
static enum ga_status no_model(const char *name, struct ga_err *err) {
    const char *seconds[N_COMMANDS + 1] = {NULL}, *near = NULL;
    char names[256] = "";
    size_t used = 0, n = 0;
    for (size_t i = 0; i < N_COMMANDS; i++) {
        if (strncmp(commands[i], "model ", BEFORE) != 0)
            continue;
        seconds[n++] = commands[i] + BEFORE;
        if (used < sizeof names)
            used += (size_t)snprintf(names + used, sizeof names - used, "%s'%s'", used ? ", " : "",
                                     commands[i]);
    }
    if (name[BEFORE - 1])
        near = ga_nearest(name + BEFORE, seconds);
    if (near)
        return ga_fail(err, GA_USAGE, "there is no command '%s'; did you mean 'model %s'?", name,
                       near);
    return ga_fail(err, GA_USAGE, "there are %s, each with --help", names);
}

/* out: text: "list, devices, ..", a command of two words by its first, once. */
static const char *first_words(char *text, size_t capacity) {
    size_t used = 0, last = 0;
    for (size_t i = 0; i < N_COMMANDS && used < capacity; i++) {
        const char *const name = commands[i];
        const size_t n = strcspn(name, " ");
        if (used == 0 || n != last || strncmp(text + used - n, name, n) != 0)
            used += (size_t)snprintf(text + used, capacity - used, "%s%.*s", used ? ", " : "",
                                     (int)n, name);
        last = n;
    }
    return text;
}

enum ga_status ga_command_find(const char *name, size_t *which, struct ga_err *err) {
    const char *names[N_COMMANDS + 3] = {NULL};
    char words[256];
    for (size_t i = 0; i < N_COMMANDS; i++) {
        names[i] = commands[i];
        if (strcmp(name, names[i]) == 0) {
            *which = i;
            return GA_OK;
        }
    }
    if (strncmp(name, "model ", BEFORE) == 0 || strcmp(name, "model") == 0)
        return no_model(name, err);
    names[N_COMMANDS] = "help";
    names[N_COMMANDS + 1] = "model"; /* says which there are */
    const char *const near = ga_nearest(name, names);
    if (near)
        return ga_fail(err, GA_USAGE, "there is no command '%s'; did you mean '%s'?", name, near);
    return ga_fail(err, GA_USAGE, "there is no command '%s' (%s)", name,
                   first_words(words, sizeof words));
}
