/* A figure from what was worked out for it: by gnuplot, as SVG and PNG. */
#ifndef GA_PLOT_DRAW_H
#define GA_PLOT_DRAW_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "status.h"

/* What is the same for all figures. Absolute paths: of the tables, the figures, the scripts, numbers of others, and of
 * what the figures are drawn from. */
struct ga_drawing {
    char directory[PATH_MAX], out[PATH_MAX], scripts[PATH_MAX], published[PATH_MAX + 32],
        data[PATH_MAX];
    bool quiet; /* SVG alone, and nothing is said of what was drawn, or was not */
};

/* out: where the scripts are: where they were installed, beside this program, or in the source that it was built from.
 * err: GA_FILE naming both. own: PATH_MAX bytes. */
enum ga_status ga_draw_find_scripts(char *directory, struct ga_err *err);

/* err: GA_UNSUPPORTED without gnuplot; GA_FILE where it could not open what it needs. */
enum ga_status ga_draw_check_gnuplot(struct ga_err *err);

/* Draws DATA/NAME.set, which is of a table, with a script, as OUT/NAME.svg and .png. err: GA_FILE, GA_INTERRUPTED; nothing
 * half-drawn is left. */
enum ga_status ga_draw(const char *name, const char *table, const char *script,
                       const struct ga_drawing *drawing, struct ga_err *err);

/* Figures that could not be drawn, which does not stop the next. first: what the first failed with. Zeroed at first. */
struct ga_undrawn {
    char names[512];
    size_t n;
    enum ga_status first;
    struct ga_err last;
};

/* in: status: of drawing NAME; what err says of it goes to stderr, once for all figures in a row of the same table. */
void ga_undrawn_add(struct ga_undrawn *undrawn, const char *name, enum ga_status status, bool quiet,
                    const struct ga_err *err);
/* err: the first's, naming all. */
enum ga_status ga_undrawn_end(const struct ga_undrawn *undrawn, size_t n_tried, struct ga_err *err);

#endif
