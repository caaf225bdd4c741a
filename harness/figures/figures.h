/* The figures: what each needs of a run, worked out in C, so that its script in plots/ only draws. */
#ifndef GA_FIGURES_H
#define GA_FIGURES_H

#include <stdbool.h>

#include "work.h"

/* A row of plots/figures.def: drawn by plots/<name>.gp, of a table of the run; work_out writes what the script reads. */
struct ga_figure {
    const char *name, *table;
    void (*work_out)(struct ga_work *work);
};

/* out: of *n. own: nothing. */
const struct ga_figure *ga_figures(size_t *n);

/* Writes DIRECTORY/FIGURE.set and DIRECTORY/FIGURE.<block>.dat. in: tables: the run's directory; published: that of
 * numbers of others, which need not be there. out: *drawable: false where the table has nothing for this figure, which is
 * the variable `said`. err: as ga_work_end. */
enum ga_status ga_figure_work_out(const struct ga_figure *figure, const char *tables,
                                  const char *published, const char *directory, bool *drawable,
                                  struct ga_err *err);

#endif
