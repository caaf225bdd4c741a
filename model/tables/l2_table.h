/* The measured time that the L2 takes for a request of a warp to one word, from global_threads_per_warp. */
#ifndef GA_L2_TABLE_H
#define GA_L2_TABLE_H

#include <stdint.h>

#include "line.h"
#include "status.h"

/* t(e), by e lanes on the word. It is the least time for each request, in ns, of all loads of the regimes that do not
 * wait (independent and unused; device scope, relaxed, without a barrier): at full load. An H200's L2 takes the lanes of
 * a word one after the other, so that t(e) is e t(1).
 * in: path of the table; warp_size: lanes of a warp. err: as ga_sheet_read; GA_USAGE naming what the table
 * lacks: one lane and whole warps have to be there. */
enum ga_status ga_l2_table_read(const char *path, uint32_t warp_size, struct ga_line *time_ns,
                                struct ga_err *err);

#endif
