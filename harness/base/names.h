/* Names in messages: the one that a mistyped one most likely meant, and paths as a shell takes them. */
#ifndef GA_NAMES_H
#define GA_NAMES_H

#include <stddef.h>

/* in: names, NULL-terminated. out: the one that is fewest edits away, if they are at most a third of its length or only
 * one; else the first that begins with name, if that has two letters or more; else NULL. own: nothing; it is one of
 * names. */
const char *ga_nearest(const char *name, const char *const *names);

/* Room for any path of n bytes, in quotes. */
#define GA_SHELL_WORD(n) (4 * (n) + 3)

/* out: the path as one word of a command for a shell: as it is, or in single quotes. own: caller, capacity bytes. */
const char *ga_shell_word(const char *path, char *text, size_t capacity);

/* out: a copy of the text that lasts as long as the process. Names repeat: each is kept once. */
const char *ga_intern(const char *text);

#endif
