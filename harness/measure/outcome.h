/* What is said of a point by what came of its visits. */
#ifndef GA_OUTCOME_H
#define GA_OUTCOME_H

#include "bench.h"

/* In the column `message` of a row that is ok all the same. */
extern const char ga_clock_moved[];

/* in: outcome: of a visit. */
enum ga_status ga_outcome_status(uint32_t outcome);
const char *ga_outcome_message(uint32_t outcome);

#endif
