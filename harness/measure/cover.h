/* Few points that have all values, for an emulator. Pure. */
#ifndef GA_COVER_H
#define GA_COVER_H

#include "bench.h"

/* in: points[n], each once; named[axis]: whether the user chose its values. out: how many are kept, the first of points: of
 * each combination of named values one, and each value of the other axes in one at least, the cheapest by
 * warp instructions. A value that stands only in points that cannot be measured here or do more than 2^14 warp instructions
 * is left out, unless its combination has no other point. */
uint32_t ga_cover(const struct ga_bench *bench, const struct ga_limits *limits, const bool *named,
                  struct ga_point *points, uint32_t n);

#endif
