/* The help that is not one command's. */
#ifndef GA_HELP_H
#define GA_HELP_H

/* Prints the commands whose name begins with prefix, "" for all of them and more, to stdout. Lines have at most 80
 * characters. */
void ga_help_print(const char *prefix);

/* What the program exits with, as a sentence. */
extern const char ga_help_exit_status[];

#endif
