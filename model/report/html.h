/* Text into a page. */
#ifndef GA_HTML_H
#define GA_HTML_H

#include <stdio.h>

/* As printf, of which it knows %s, %zu, %.*s and %%: what %s and %.*s put in is escaped, for text and for attributes in
 * quotes. */
void ga_html(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
