/* Near misses: the name that a mistyped one most likely meant. */
#ifndef GA_NAMES_H
#define GA_NAMES_H

/* in: names, NULL-terminated. out: the one with the least edit distance if that is at most half of
 * its length, else NULL. own: nothing; it is one of names. */
const char *ga_nearest(const char *name, const char *const *names);

#endif
