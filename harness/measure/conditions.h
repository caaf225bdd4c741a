/* What the vendor's management library said while a benchmark was measured, for run.csv: the least and the most of each
 * gauge, and why clocks were lower than they could be. */
#ifndef GA_CONDITIONS_H
#define GA_CONDITIONS_H

#include "backend.h"
#include "runfile.h"

/* seen: bit g: gauge g was told, and least and most are numbers. why: "", or why nothing could be asked. */
struct ga_conditions {
    double looked_s; /* when last */
    bool answered;
    unsigned seen;
    double least[GA_N_GAUGES], most[GA_N_GAUGES];
    uint64_t reasons;
    bool has_reasons;
    int ecc_pending;
    struct ga_err why;
};

/* Asks, if a second has gone by since it last did, or `now`. Nothing is to run meanwhile. Of a device that nobody can be asked
 * of, or that does not answer any more, nothing is noted. */
void ga_conditions_look(struct ga_conditions *seen, const struct ga_gpu *gpu, bool now);

/* Adds to the run's file what was seen of benchmark `id`, beside what an earlier process saw. */
void ga_conditions_tell(const struct ga_conditions *seen, const char *id, struct ga_runfile *file);

/* Adds to a run's file what that of another process of the same set saw; *.clock_moved, too, which are rows. */
void ga_conditions_merge(const struct ga_runfile *from, struct ga_runfile *into);

#endif
