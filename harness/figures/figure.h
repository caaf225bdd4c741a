/* What a figure is made of: a function of its name, which reads tables of the run and writes what its script draws. */
#ifndef GA_FIGURE_H
#define GA_FIGURE_H

#include "group.h"

#define GA_FIGURE(name, table) void ga_figure_##name(struct ga_work *work);
#include "figures.def"
#undef GA_FIGURE

#define GA_NO_ROW "no row of this table is ok"
/* Says so of a frame without rows. */
static inline void ga_say_none(const struct ga_frame *rows) {
    if (rows->n == 0)
        rows->work->said = GA_NO_ROW;
}

#endif
