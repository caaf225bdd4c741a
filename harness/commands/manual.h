/* What `manual` writes: the manual page, and completions for shells; of the rows that --help is made of. */
#ifndef GA_MANUAL_H
#define GA_MANUAL_H

#include <stdbool.h>
#include <stddef.h>

/* name: "model utilization"; arguments: "DIR..."; clause: what it does, rest: what its own help has besides. flag: its bit
 * in an option's commands. */
struct ga_manual_command {
    const char *name, *arguments, *clause, *rest;
    const char *example[2];
    unsigned flag;
};
/* argument: NULL if it takes none. */
struct ga_manual_option {
    const char *name, *argument, *help;
    unsigned commands;
};
extern const struct ga_manual_command ga_manual_commands[];
extern const size_t ga_manual_n_commands;
extern const struct ga_manual_option ga_manual_options[];
extern const size_t ga_manual_n_options;

/* out: whether the command has the option. */
bool ga_manual_has(const struct ga_manual_command *command, const struct ga_manual_option *option);
/* out: the help's first words, cut where a sentence, or a part of it, ends. own: caller, capacity bytes; returns text. */
const char *ga_manual_brief(const char *help, char *text, size_t capacity);

/* To stdout. */
void ga_manual_page(void);
void ga_manual_bash(void);
void ga_manual_zsh(void);
void ga_manual_fish(void);

#endif
