/* Which version of a measurement a set's answer is of. */
#ifndef GA_CHANGES_H
#define GA_CHANGES_H

#include "answer.h"

/* A row of changes.def; those of one answer are in order of time. */
struct ga_change {
    size_t answer;
    const char *since, *what;
};
extern const struct ga_change ga_changes[];
extern const size_t ga_n_changes;

/* in: started_utc, as run.csv has it; "" is before all. out: how many of the answer's changes are not later. */
unsigned ga_version_of(size_t answer, const char *started_utc);

#endif
