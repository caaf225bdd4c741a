/* `plot` of two runs. */
#ifndef GA_PLOT_PAIR_H
#define GA_PLOT_PAIR_H

#include "cli.h"

/* Draws the figures of pairs.def whose table both have. err: as `plot` of one; GA_USAGE without --out. */
enum ga_status ga_plot_pair(const struct ga_request *request, struct ga_err *err);

#endif
