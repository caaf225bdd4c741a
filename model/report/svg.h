/* A figure inside a page. */
#ifndef GA_SVG_H
#define GA_SVG_H

#include <stdio.h>

#include "status.h"

/* Copies a file of SVG into a page: its shapes and its text. Elements and attributes that no figure needs are left out,
 * scripts, styles and links above all. in: name: begins the names inside it, so that figures of a page do not share any; label:
 * what it is. out: nothing is written before the file is read. err: GA_FILE; GA_USAGE naming what is no figure. */
enum ga_status ga_svg_copy(const char *path, const char *name, const char *label, FILE *out,
                           struct ga_err *err);

#endif
