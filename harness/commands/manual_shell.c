/* Completions: a command's name, its options, then files. A command of two words is completed a word at a time. */
#include <stdio.h>
#include <string.h>

#include "manual.h"

enum { BRIEF = 96 };

/* out: whether the command's first word stands before it in the list, too. */
static bool is_repeated(size_t i) {
    const char *const name = ga_manual_commands[i].name;
    const size_t n = strcspn(name, " ");
    for (size_t b = 0; b < i; b++)
        if (strncmp(ga_manual_commands[b].name, name, n) == 0 &&
            strchr(" ", ga_manual_commands[b].name[n]))
            return true;
    return false;
}

/* The first words of all commands, or the second ones. */
static void put_words(bool second) {
    const char *between = "";
    for (size_t i = 0; i < ga_manual_n_commands; i++) {
        const char *const name = ga_manual_commands[i].name;
        const char *const blank = strchr(name, ' ');
        if (second ? !blank : is_repeated(i))
            continue;
        printf("%s%.*s", between, (int)strcspn(second ? blank + 1 : name, " "),
               second ? blank + 1 : name);
        between = " ";
    }
}

/* Texts in single quotes; of zsh's descriptions, also what ends them. */
static void put_quoted(const char *text, const char *escaped) {
    for (; *text; text++)
        if (*text == '\'')
            fputs("'\\''", stdout);
        else if (strchr(escaped, *text))
            printf("\\%c", *text);
        else
            putchar(*text);
}

void ga_manual_bash(void) {
    printf("# Completions of gpu-atomics for bash.\n"
           "_gpu_atomics() {\n"
           "    local cur=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} options=\n"
           "    COMPREPLY=()\n"
           "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
           "        mapfile -t COMPREPLY < <(compgen -W '");
    put_words(false);
    printf(" help --help --version' -- \"$cur\")\n        return\n    fi\n"
           "    if [ \"$command\" = model ]; then\n"
           "        if [ \"$COMP_CWORD\" -eq 2 ]; then\n"
           "            mapfile -t COMPREPLY < <(compgen -W '");
    put_words(true);
    printf("' -- \"$cur\")\n            return\n        fi\n"
           "        command=\"model ${COMP_WORDS[2]}\"\n    fi\n"
           "    case $command in\n");
    for (size_t i = 0; i < ga_manual_n_commands; i++) {
        printf("    '%s') options='", ga_manual_commands[i].name);
        for (size_t k = 0; k < ga_manual_n_options; k++)
            if (ga_manual_has(&ga_manual_commands[i], &ga_manual_options[k]))
                printf("--%s ", ga_manual_options[k].name);
        printf("--help' ;;\n");
    }
    printf("    help) mapfile -t COMPREPLY < <(compgen -W '");
    put_words(false);
    printf("' -- \"$cur\"); return ;;\n    esac\n"
           "    case $cur in\n"
           "    -*) mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$cur\") ;;\n"
           "    *) compopt -o default ;;\n"
           "    esac\n}\n"
           "complete -F _gpu_atomics gpu-atomics\n");
}

static void put_zsh_names(bool second) {
    char brief[BRIEF];
    for (size_t i = 0; i < ga_manual_n_commands; i++) {
        const struct ga_manual_command *const c = &ga_manual_commands[i];
        const char *const blank = strchr(c->name, ' ');
        if (second ? !blank : is_repeated(i))
            continue;
        printf("        '%.*s:", (int)strcspn(second ? blank + 1 : c->name, " "),
               second ? blank + 1 : c->name);
        put_quoted(blank && !second ? "what a profile says of atomics"
                                    : ga_manual_brief(c->clause, brief, sizeof brief),
                   "");
        printf("'\n");
    }
}

void ga_manual_zsh(void) {
    char brief[BRIEF];
    printf("#compdef gpu-atomics\n"
           "# Completions of gpu-atomics for zsh.\n"
           "_gpu_atomics() {\n"
           "    local -a names seconds options\n"
           "    local command=$words[2]\n"
           "    names=(\n");
    put_zsh_names(false);
    printf("    )\n    seconds=(\n");
    put_zsh_names(true);
    printf(
        "    )\n"
        "    if (( CURRENT == 2 )); then\n        _describe command names\n        return\n    fi\n"
        "    if [[ $command == model ]]; then\n"
        "        if (( CURRENT == 3 )); then\n            _describe command seconds\n            "
        "return\n"
        "        fi\n"
        "        command=\"model $words[3]\"\n        shift words\n        (( CURRENT-- ))\n    "
        "fi\n"
        "    shift words\n    (( CURRENT-- ))\n"
        "    case $command in\n");
    for (size_t i = 0; i < ga_manual_n_commands; i++) {
        printf("    '%s') options=(\n", ga_manual_commands[i].name);
        for (size_t k = 0; k < ga_manual_n_options; k++) {
            const struct ga_manual_option *const option = &ga_manual_options[k];
            if (!ga_manual_has(&ga_manual_commands[i], option))
                continue;
            printf("        '--%s%s[", option->name, option->argument ? "=" : "");
            put_quoted(ga_manual_brief(option->help, brief, sizeof brief), "[]");
            printf("]");
            if (option->argument)
                printf(":%s:_files", option->argument);
            printf("'\n");
        }
        printf("        ) ;;\n");
    }
    printf("    esac\n"
           "    _arguments $options '--help[Give this help list]' '*:file:_files'\n"
           "}\n"
           "_gpu_atomics \"$@\"\n");
}

/* In fish each candidate is a line with the condition under which it stands. */
static void put_fish_condition(const char *name) {
    const char *const blank = strchr(name, ' ');
    if (blank)
        printf("-n '__fish_seen_subcommand_from model; and __fish_seen_subcommand_from %s' ",
               blank + 1);
    else
        printf("-n '__fish_seen_subcommand_from %s; and not __fish_seen_subcommand_from model' ",
               name);
}

void ga_manual_fish(void) {
    char brief[BRIEF];
    printf("# Completions of gpu-atomics for fish.\n");
    for (size_t i = 0; i < ga_manual_n_commands; i++) {
        const struct ga_manual_command *const c = &ga_manual_commands[i];
        const char *const blank = strchr(c->name, ' ');
        if (!is_repeated(i)) {
            printf("complete -c gpu-atomics -f -n __fish_use_subcommand -a %.*s -d '",
                   (int)strcspn(c->name, " "), c->name);
            put_quoted(blank ? "what a profile says of atomics"
                             : ga_manual_brief(c->clause, brief, sizeof brief),
                       "");
            printf("'\n");
        }
        if (blank) {
            printf("complete -c gpu-atomics -f -n '__fish_seen_subcommand_from model' -a %s -d '",
                   blank + 1);
            put_quoted(ga_manual_brief(c->clause, brief, sizeof brief), "");
            printf("'\n");
        }
        for (size_t k = 0; k < ga_manual_n_options; k++) {
            const struct ga_manual_option *const option = &ga_manual_options[k];
            if (!ga_manual_has(c, option))
                continue;
            printf("complete -c gpu-atomics ");
            put_fish_condition(c->name);
            printf("-l %s %s-d '", option->name, option->argument ? "-r " : "");
            put_quoted(ga_manual_brief(option->help, brief, sizeof brief), "");
            printf("'\n");
        }
    }
}
