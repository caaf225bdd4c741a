/* Near misses: the name that a mistyped one most likely meant. */
#ifndef GA_NAMES_H
#define GA_NAMES_H

/* in: names, NULL-terminated. out: the one that is fewest edits away, if they are at most half of its length or only
 * one; else the first that begins with name, if that has two letters or more; else NULL. own: nothing; it is one of
 * names. */
const char *ga_nearest(const char *name, const char *const *names);

#endif
