/* Figures of two runs: curves in one panel, or maps side by side. */
#ifndef GA_PAIRS_H
#define GA_PAIRS_H

#include <stdbool.h>
#include <stddef.h>

#include "status.h"

/* A row of plots/pairs.def. */
struct ga_pair {
    const char *name, *table;
    bool is_map;
    const char *x;
    int base; /* of x's logarithm, 0: none */
    const char *value, *per, *lines, *keep;
    const char *block; /* of a map; least to most: of its colours */
    double least, most;
    const char *question, *across, *up;
};

/* out: of *n. own: nothing. */
const struct ga_pair *ga_pairs(size_t *n);

/* Writes DIRECTORY/NAME.set and the blocks that pair_curves.gp or pair_maps.gp draw. in: tables: the two runs' directories. out:
 * *drawable: false where one of them has no row for it. err: as ga_work_end. */
enum ga_status ga_pair_work_out(const struct ga_pair *pair, const char *const tables[2],
                                const char *directory, bool *drawable, struct ga_err *err);

#endif
