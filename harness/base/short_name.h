/* Long names of kernels, cut so that people can tell them apart. */
#ifndef GA_SHORT_NAME_H
#define GA_SHORT_NAME_H

#include <stddef.h>

enum { GA_KERNEL_LETTERS = 40 }; /* usual letters at most */

/* out: the part of a demangled name behind its type and what it is qualified by: "f<n::g>(int)" of "void m::f<n::g>(int)". */
const char *ga_own_name(const char *name);

/* in, here and below: most: 8 or more. out: text[most + 1]: the beginning and the end of that, as the middle of a long name
 * tells least. */
void ga_short_name(const char *name, size_t most, char *text);

/* out: n texts of most + 1 letters: likewise; where two names would be the same, their beginning and what differs from the
 * name beside it in the alphabet, and if that does not tell them apart a number: "f~2". own: caller, free; NULL for want of
 * memory. */
char *ga_short_names(char *const *names, size_t n, size_t most);

#endif
